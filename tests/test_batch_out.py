"""Batches into the caller's arrays, and into arrays that must grow."""

import importlib

import numpy as np
import pytest

from nardy_fast.errors import ArgumentError
from nardy_fast.rulesets import as_ruleset
from positions import row_bytes
from strategies import build, sample, sample_rolls, terminal

#: More pairs than a batch that needs no thread has.
MANY = 8192 + 108


def pool(game, n):
    """Return pairs, the last quarter of them finished games."""
    over = [build(terminal, seed, game) for seed in range(n // 4)]
    return np.concatenate([sample(game, n - len(over), seed=41), over]), sample_rolls(n, seed=42)


def outputs(n_rows, n_pairs):
    return np.full((n_rows, 26), 99, dtype=np.int8), np.full(n_pairs + 1, 99, dtype=np.int64)


def in_parts(backend, boards, rolls, game, part, **options):
    """Return the rows and the counts of a batch that is asked for bit by bit."""
    parts = [
        backend.generate_afterstates_batch(
            boards[i : i + part], rolls[i : i + part], ruleset=game, **options
        )
        for i in range(0, len(boards), part)
    ]
    counts = np.concatenate([np.diff(offsets) for _, offsets in parts])
    return np.concatenate([rows for rows, _ in parts]), counts


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("game", ["short", "long"])
def test_the_rows_behind_the_results_of_small_batches_stay(backend, budget, game, threads):
    boards, rolls = pool(game, 120)
    single = [
        backend.generate_afterstates(board, tuple(roll), ruleset=game)
        for board, roll in zip(boards, rolls.tolist(), strict=True)
    ]
    rng = np.random.default_rng(43)
    for i in range(budget(300, 0.05)):
        n, n_over, spare = (int(number) for number in rng.integers((1, 0, 0), (41, 4, 40)))
        chosen = np.concatenate([rng.integers(0, 120, n), rng.integers(90, 120, n_over)])
        ends = np.cumsum([0, *(len(single[pair]) for pair in chosen)])
        out = outputs(int(ends[-1]) + spare, len(chosen))
        rows, offsets = backend.generate_afterstates_batch(
            boards[chosen], rolls[chosen], ruleset=game, threads=threads, sort=i % 2 == 0, out=out
        )
        assert offsets.tolist() == ends.tolist()
        assert (offsets is out[1], len(rows)) == (True, ends[-1])
        assert (out[0][: ends[-1]] == rows).all()
        assert (out[0][ends[-1] :] == 99).all()
        for k, pair in enumerate(chosen):
            found = rows[ends[k] : ends[k + 1]]
            assert row_bytes(found) == row_bytes(single[pair])
            assert i % 2 or (found == single[pair]).all()


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("n_over", [0, 1, 40, 2000])
@pytest.mark.parametrize("game", ["short", "long"])
def test_the_rows_behind_the_results_of_large_batches_stay(native, game, n_over, threads):
    few, few_rolls = pool(game, 400)
    chosen = np.random.default_rng(44).integers(0, 400, MANY)
    chosen[MANY - n_over :] = 399
    boards, rolls = few[chosen], few_rolls[chosen]
    expected, counts = in_parts(native, boards, rolls, game, 700)
    for spare in (0, 1, 64):
        out = outputs(len(expected) + spare, MANY)
        rows, offsets = native.generate_afterstates_batch(
            boards, rolls, ruleset=game, threads=threads, out=out
        )
        assert rows.tobytes() == expected.tobytes()
        assert (np.diff(offsets) == counts).all()
        assert (out[0][: len(rows)] == rows).all()
        assert (out[0][len(rows) :] == 99).all()


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("n", [1, 40, MANY])
@pytest.mark.parametrize("game", ["short", "long"])
def test_one_row_too_few_is_refused_with_the_number_needed(backend, budget, game, n, threads):
    n = budget(n, 1 if n <= 40 else 0.01)
    few, few_rolls = sample(game, 60, seed=45), sample_rolls(60, seed=45)
    boards, rolls = np.resize(few, (n, 26)), np.resize(few_rolls, (n, 2))
    total = int(backend.count_afterstates(boards, rolls, ruleset=game).sum())
    memory = np.full((total + 20, 26), 99, dtype=np.int8)
    out = memory[: total - 1], np.zeros(n + 1, dtype=np.int64)
    with pytest.raises(ArgumentError, match=f"m >= {total}, and int64 of shape \\({n + 1},\\)"):
        backend.generate_afterstates_batch(boards, rolls, ruleset=game, threads=threads, out=out)
    assert (memory[total - 1 :] == 99).all()


def few_and_many(native, game):
    """Return a pair with one result, and the one with the most of some thousands."""
    boards, rolls = sample(game, 3000, seed=46), sample_rolls(3000, seed=46)
    counts = native.count_afterstates(boards, rolls, ruleset=game)
    pairs = [int(np.flatnonzero(counts == 1)[0]), int(counts.argmax())]
    return boards[pairs], rolls[pairs]


@pytest.mark.parametrize("sort", [False, True])
@pytest.mark.parametrize("order", ["as they are", "few first", "many first"])
@pytest.mark.parametrize("n", [700, MANY])
@pytest.mark.parametrize("game", ["short", "long"])
def test_a_batch_with_more_results_than_were_guessed_is_whole(native, game, n, order, sort):
    # The pairs that are counted for the guess have one result each.
    batch = importlib.import_module(f"{native.__name__}.batch")
    pairs, throws = few_and_many(native, game)
    kinds = (np.arange(n) % (n // batch.SAMPLE) != 0).astype(int)
    if order != "as they are":
        half = kinds[: n // 2] if order == "few first" else kinds[n // 2 :]
        half[:] = 0
    boards, rolls = pairs[kinds], throws[kinds]
    expected, counts = in_parts(native, boards, rolls, game, 100, sort=sort)
    assert len(expected) > 2 * batch.guessed_rows(boards, rolls, as_ruleset(game))
    for threads in (1, 2):
        rows, offsets = native.generate_afterstates_batch(
            boards, rolls, ruleset=game, threads=threads, sort=sort
        )
        assert rows.tobytes() == expected.tobytes()
        assert (offsets[0], (np.diff(offsets) == counts).all()) == (0, True)
