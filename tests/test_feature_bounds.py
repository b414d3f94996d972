"""Expert features on boards of every kind: bounds, symmetry, threads, `out` and refusals."""

import numpy as np
import pytest

from nardy_fast.errors import ArgumentError, PositionError
from nardy_fast.feature_sets import FEATURE_SETS, feature_set_of
from nardy_fast.rulesets import PRESETS, as_ruleset
from positions import pos
from strategies import LONG_KINDS, SHORT_KINDS, build, sample, terminal

VARIANTS = ("short", "long")


def every_kind(ruleset, n):
    """Return boards of all kinds, finished ones among them."""
    rules = as_ruleset(ruleset)
    kinds = (*(SHORT_KINDS if rules.has_bar else LONG_KINDS), terminal)
    made = [build(kinds[i % len(kinds)], 77_000 + i, rules) for i in range(n)]
    return np.array(made, dtype=np.int8)


@pytest.mark.parametrize("ruleset", PRESETS)
def test_values_stay_within_their_maxima(backend, budget, ruleset):
    known = feature_set_of(as_ruleset(ruleset))
    found = backend.features(every_kind(ruleset, budget(600)), ruleset=ruleset)
    assert (found <= np.array(known.maxima)).all()


#: Boards that reach what random ones do not.
EXTREMES = {
    "short": ["11:1 10:2 9:2 8:2 7:2 6:2 5:2 4:2 / 24:14 23:1"],
    "long": ["24:1 20:1 16:1 13:1 9:1 6:1 3:1 off:8 / 24:1 off:14"],
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_maximum_is_reached_so_that_no_bound_is_loose(native, variant):
    known = FEATURE_SETS[f"{variant}-1"]
    boards = np.array([pos(text, variant) for text in EXTREMES[variant]])
    boards = np.concatenate([boards, every_kind(variant, 3_000)])
    boards = np.concatenate([boards, native.swap_sides(boards, ruleset=variant)])
    most = native.features(boards, ruleset=variant).max(axis=0)
    assert dict(zip(known.names, most.tolist(), strict=True)) == dict(
        zip(known.names, known.maxima, strict=True)
    )


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_other_side_has_the_same_features_with_the_names_exchanged(backend, budget, variant):
    boards = every_kind(variant, budget(2_000))
    n = (len(FEATURE_SETS[f"{variant}-1"]) - 2) // 2
    found = backend.features(boards, ruleset=variant)
    turned = backend.features(backend.swap_sides(boards, ruleset=variant), ruleset=variant)
    exchanged = np.concatenate([turned[:, n : 2 * n], turned[:, :n], turned[:, 2 * n :]], axis=1)
    assert (found == exchanged).all()
    assert (found[:, :n] != found[:, n : 2 * n]).any()


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_finished_game_has_features(backend, variant):
    boards = np.zeros((2, 26), dtype=np.int8)
    boards[0, 5], boards[1, 20] = 3, -2
    names = FEATURE_SETS[f"{variant}-1"].names
    rows = backend.features(boards, ruleset=variant).tolist()
    lost, won = (dict(zip(names, row, strict=True)) for row in rows)
    assert (lost["mover_gaps"], lost["opponent_gaps"], lost["race"]) == (4, 0, 1)
    assert (lost["opponent_race_lead"], lost["mover_race_lead"]) == (15, 0)
    # Two checkers 5 pips from off, 64 * 10 / 50 = 12.8; in long nardy 8 pips, 64 * 16 / 56.
    expected = 13 if variant == "short" else 15
    assert (won["opponent_race_lead"], won["mover_race_lead"]) == (0, expected)


@pytest.mark.parametrize("threads", [None, 1, 2, 7])
def test_threads_change_no_number(native, threads):
    boards = np.resize(sample("short", 700, seed=3), (140_000, 26))
    found = native.features(boards, ruleset="short", threads=threads)
    assert (found == np.resize(found[:700], found.shape)).all()
    assert (found[:700] == native.features(boards[:700], ruleset="short")).all()


@pytest.mark.parametrize("variant", VARIANTS)
def test_out_is_filled_and_returned(backend, variant):
    boards = sample(variant, 9, seed=4)
    expected = backend.features(boards, ruleset=variant)
    out = np.full_like(expected, 77)
    assert backend.features(boards, ruleset=variant, out=out) is out
    assert (out == expected).all()
    one = backend.features(boards[2], ruleset=variant)
    assert one.shape == expected[2].shape
    assert (one == expected[2]).all()
    assert backend.features(boards[:0], ruleset=variant).shape == (0, expected.shape[1])


BAD_OUTS = [np.zeros((9, 5), np.uint8), np.zeros((9, 30), np.int8), np.zeros((8, 30), np.uint8)]


@pytest.mark.parametrize("out", BAD_OUTS, ids=["columns", "sign", "rows"])
def test_an_out_that_does_not_fit_is_refused(backend, out):
    before = out.copy()
    with pytest.raises(ArgumentError, match=r"uint8 array of shape \(9, 30\)"):
        backend.features(sample("short", 9, seed=4), ruleset="short", out=out)
    assert (out == before).all()


def test_out_may_not_be_the_memory_of_the_boards(backend):
    memory = np.zeros(9 * 30, dtype=np.uint8)
    boards = memory[: 9 * 26].view(np.int8).reshape(9, 26)
    boards[:] = sample("short", 9, seed=4)
    with pytest.raises(ArgumentError, match="got memory of the input"):
        backend.features(boards, ruleset="short", out=memory.reshape(9, 30))


def test_faulty_arguments_are_refused_and_out_is_left_alone(backend):
    boards = sample("long", 3, seed=5).copy()
    with pytest.raises(ArgumentError, match="threads must be a whole number"):
        backend.features(boards, ruleset="long", threads=0)
    boards[1, 25] = 1
    out = np.full((3, 32), 77, dtype=np.uint8)
    with pytest.raises(PositionError, match=r"row 1 .* no bar in long nardy"):
        backend.features(boards, ruleset="long", out=out)
    assert (out == 77).all()
