"""Ranks: stored values, the order they count, round trips, and what is no rank."""

import csv
import functools
import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nardy_fast.boards import starting_board
from nardy_fast.errors import PositionError, PositionProblem, RulesetError
from nardy_fast.ranks import n_ranks
from nardy_fast.rulesets import PRESETS, as_ruleset
from positions import DATA, pos
from strategies import LONG_KINDS, LONG_PRESETS, SHORT_PRESETS, boards, sample, terminal

P = PositionProblem
#: Boards of long nardy, the one without a checker among them.
N_LONG = 5_293_421_340_612_542_971
EXTREMES = [
    "off:15 / 24:15",
    "off:15 / 1:1 off:14",
    "24:15 / off:15",
    "1:15 / off:15",
    "1:1 off:14 / off:15",
    "24:15 / 24:15",
    "13:15 / 24:15",
    "24:1 23:1 22:1 21:1 20:1 19:1 18:1 17:1 16:1 15:1 14:1 13:1 12:1 11:1 10:1 / "
    "13:7 14:1 15:1 16:1 17:1 18:1 19:1 20:1 21:1",
    "9:7 8:1 7:1 6:1 5:1 4:1 3:1 2:1 1:1 / "
    "12:1 11:1 10:1 9:1 8:1 7:1 6:1 5:1 4:1 3:1 2:1 1:1 24:1 23:1 22:1",
]


def few(checkers):
    """Return long nardy with another number of checkers."""
    return as_ruleset("long").replace(name="", checkers=checkers, start={24: checkers})


def words(board):
    """Return what boards are sorted by: see docs/hashing.md."""
    counts = [int(count) for count in board]
    held = [[p for p in range(1, 25) if sign * counts[p] > 0] for sign in (1, -1)]
    sums = [itertools.accumulate(abs(counts[p]) for p in points) for points in held]
    return (
        *map(len, held),
        *(sum(1 << p for p in points) for points in held),
        *(sum(1 << total for total in totals) for totals in sums),
    )


@functools.cache
def all_boards(checkers):
    """Return every board of at most so many checkers a side and no bar, in the order of ranks."""

    def fill(point, mine, theirs):
        if point == 25:
            yield (0,)
            return
        for count in range(-theirs, mine + 1):
            left = mine - max(count, 0), theirs - max(-count, 0)
            for rest in fill(point + 1, *left):
                yield (count, *rest)

    made = [(0, *rest) for rest in fill(1, checkers, checkers)]
    return np.array(sorted(made, key=words), dtype=np.int8)


def thrown_boards(n):
    """Return n boards with checkers thrown at points of a random owner; missed ones are off."""
    rng = np.random.default_rng(4)
    made = np.zeros((n, 26), dtype=np.int8)
    is_mine = rng.integers(0, 2, (n, 25), dtype=np.int8).astype(bool)
    for _ in range(15):
        for sign in (1, -1):
            point = rng.integers(0, 25, n)
            own = is_mine[np.arange(n), point] == (sign > 0)
            made[np.arange(n), point] += sign * (own & (point > 0))
    return made[made.any(axis=1)]


def played_boards(backend, n_games, n_plies):
    """Return the boards of some games of random play side by side."""
    rng = np.random.default_rng(5)
    now = np.stack([starting_board("long")] * n_games)
    seen = [now]
    for _ in range(n_plies):
        rolls = rng.integers(1, 7, (len(now), 2))
        rows, offsets = backend.generate_afterstates_batch(now, rolls, ruleset="long")
        chosen = offsets[:-1] + (rng.random(len(now)) * np.diff(offsets)).astype(int)
        now = backend.swap_sides(rows[chosen[np.diff(offsets) > 0]], ruleset="long")
        seen.append(now)
    return np.concatenate(seen)


def assert_round_trip(backend, made, rules):
    ranks = backend.position_rank(made, ruleset=rules)
    assert (ranks.dtype, ranks.shape) == (np.uint64, (len(made),))
    back = backend.boards_from_ranks(ranks, ruleset=rules)
    assert (back.dtype, back.shape) == (np.int8, made.shape)
    assert back.tobytes() == made.tobytes()
    return ranks


def test_ranks_equal_the_stored_ones(backend):
    lines = (DATA / "hashes.csv").read_text(encoding="utf-8").splitlines()
    rows = [row for row in csv.DictReader(lines[1:]) if row["ruleset"] == "long"]
    assert len(rows) == 50
    made = np.array([pos(row["position"], "long") for row in rows])
    ranks = assert_round_trip(backend, made, "long")
    assert ranks.tolist() == [int(row["rank"]) for row in rows]


def test_there_are_as_many_ranks_as_boards():
    assert n_ranks(15) == N_LONG < 2**63
    assert [n_ranks(checkers) for checkers in (1, 2)] == [601, 90_901]
    assert [len(all_boards(checkers)) for checkers in (1, 2)] == [601, 90_901]


@pytest.mark.parametrize("checkers", [1, 2])
def test_every_board_has_its_number_in_the_order_of_all(backend, budget, checkers):
    made = all_boards(checkers)
    assert not made[0].any()
    chosen = np.unique(np.linspace(1, len(made) - 1, budget(len(made)), dtype=int))
    if checkers == 1:
        chosen = np.arange(1, len(made))
    ranks = assert_round_trip(backend, made[chosen], few(checkers))
    assert ranks.tolist() == chosen.tolist()


def test_all_ranks_of_three_checkers_lead_back_to_themselves(native):
    rules = few(3)
    for start in range(1, n_ranks(3), 1_000_000):
        ranks = np.arange(start, min(start + 1_000_000, n_ranks(3)), dtype=np.uint64)
        made = native.boards_from_ranks(ranks, ruleset=rules)
        assert (native.position_rank(made, ruleset=rules) == ranks).all()


@pytest.mark.parametrize("checkers", range(1, 16))
def test_ranks_over_the_whole_range_lead_back_to_themselves(backend, budget, checkers):
    last = n_ranks(checkers) - 1
    rng = np.random.default_rng(checkers)
    drawn = rng.integers(1, last, budget(20_000, 0.01), endpoint=True, dtype=np.uint64)
    edges = np.array([1, 2, last // 2, last - 1, last], dtype=np.uint64)
    ranks = np.concatenate([edges, drawn])
    made = backend.boards_from_ranks(ranks, ruleset=few(checkers))
    assert (backend.position_rank(made, ruleset=few(checkers)) == ranks).all()


def test_boards_of_every_kind_lead_back_to_themselves(backend, budget):
    thrown = thrown_boards(budget(100_000, 0.005))
    for made in (thrown, sample("long", 300), played_boards(backend, budget(400, 0.01), 120)):
        ranks = assert_round_trip(backend, made, "long")
        assert len(np.unique(ranks)) == len(np.unique(made, axis=0))
        assert ranks.min() >= 1
        assert ranks.max() < N_LONG


@pytest.mark.parametrize("text", EXTREMES)
def test_extreme_boards_lead_back_to_themselves(backend, text):
    board = pos(text, "long")
    assert_round_trip(backend, np.stack([board, board]), "long")
    rank = backend.position_rank(board, ruleset="long")
    assert (backend.boards_from_ranks(rank, ruleset="long") == board).all()


def test_the_first_and_the_last_rank(backend):
    first, last = backend.boards_from_ranks([1, N_LONG - 1], ruleset="long")
    assert np.flatnonzero(first).tolist() == [1]
    assert first[1] == -1
    assert last.tolist() == [0, -7, *[-1] * 8, *[1] * 15, 0]


def test_ranks_ascend_in_the_documented_order(backend, budget):
    made = np.unique(thrown_boards(budget(5_000)), axis=0)
    made = np.array(sorted(made, key=words))
    ranks = backend.position_rank(made, ruleset="long").tolist()
    assert all(low < high for low, high in itertools.pairwise(ranks))


def test_both_backends_give_the_same_ranks_and_boards(native, reference):
    for checkers in (1, 2, 3, 7, 14, 15):
        drawn = np.random.default_rng(7).integers(1, n_ranks(checkers), 300, dtype=np.uint64)
        rules = few(checkers)
        found = [b.boards_from_ranks(drawn, ruleset=rules) for b in (native, reference)]
        assert found[0].tobytes() == found[1].tobytes()
        ranks = [b.position_rank(found[0], ruleset=rules) for b in (native, reference)]
        assert ranks[0].tolist() == ranks[1].tolist() == drawn.tolist()


@given(data=st.data(), name=st.sampled_from(LONG_PRESETS))
def test_any_board_leads_back_to_itself(backend, data, name):
    rules = PRESETS[name]
    board = data.draw(boards(rules, (*LONG_KINDS, terminal)))
    rank = backend.position_rank(board, ruleset=rules)
    assert 1 <= int(rank) < n_ranks(rules.checkers)
    assert (backend.boards_from_ranks(rank, ruleset=rules) == board).all()


@pytest.mark.parametrize("name", LONG_PRESETS)
def test_a_rank_depends_on_the_number_of_checkers_alone(backend, name):
    assert PRESETS[name].checkers == 15
    made = sample("long", 40)
    ranks = backend.position_rank(made, ruleset=name)
    assert ranks.tolist() == backend.position_rank(made, ruleset=few(15)).tolist()


@pytest.mark.parametrize("name", SHORT_PRESETS)
def test_a_ruleset_with_a_bar_has_no_ranks(backend, name):
    for call in (
        lambda: backend.position_rank(starting_board(name), ruleset=name),
        lambda: backend.boards_from_ranks(1, ruleset=name),
        lambda: backend.boards_from_ranks("no rank", ruleset=name),
    ):
        with pytest.raises(RulesetError, match=r"no bar.*64 bits.*position_key") as caught:
            call()
        assert str(PRESETS[name]) in str(caught.value)


def test_the_ruleset_is_asked_first(backend):
    for call in (backend.position_rank, backend.boards_from_ranks):
        with pytest.raises(RulesetError, match="there is no ruleset 'chess'"):
            call("nothing", ruleset="chess")


@pytest.mark.parametrize(
    ("board", "problems"),
    [
        (np.zeros(26, dtype=np.int8), P.BOTH_FINISHED),
        (np.array([0] * 3 + [16] + [0] * 22), P.TOO_MANY_MOVER),
        (np.array([0] * 3 + [-16] + [0] * 22), P.TOO_MANY_OPPONENT),
        (np.array([0] * 3 + [5] + [0] * 21 + [1]), P.BAR_IN_LONG),
        (np.zeros(25), P.DTYPE | P.SHAPE),
    ],
)
def test_a_board_that_is_none_has_no_rank(native, reference, board, problems):
    texts = set()
    for backend in (native, reference):
        with pytest.raises(PositionError) as caught:
            backend.position_rank(board, ruleset="long")
        assert caught.value.problems == problems
        texts.add(str(caught.value))
    assert len(texts) == 1


GOOD_FORMS = {
    "list": list,
    "tuple": tuple,
    "list of uint64 and int": lambda ranks: [np.uint64(ranks[0]), *ranks[1:]],
    "int64": lambda ranks: np.array(ranks, dtype=np.int64),
    "uint64": lambda ranks: np.array(ranks, dtype=np.uint64),
    "big-endian": lambda ranks: np.array(ranks, dtype=">u8"),
    "objects": lambda ranks: np.array(ranks, dtype=object),
    "strided": lambda ranks: np.repeat(np.array(ranks), 2)[::2],
}


@pytest.mark.parametrize("form", GOOD_FORMS)
def test_ranks_may_come_in_any_form_of_whole_numbers(backend, form):
    ranks = [N_LONG - 1, 1, 25_140_962_744, 2**53 + 1]
    found = backend.boards_from_ranks(GOOD_FORMS[form](ranks), ruleset="long")
    assert backend.position_rank(found, ruleset="long").tolist() == ranks


def test_one_rank_gives_one_board_and_none_give_none(backend):
    rank = backend.position_rank(starting_board("long"), ruleset="long")
    assert np.ndim(rank) == 0
    assert rank.dtype == np.uint64
    for one in (rank, int(rank), np.array(rank), np.int64(rank)):
        found = backend.boards_from_ranks(one, ruleset="long")
        assert (found.dtype, found.shape) == (np.int8, (26,))
        assert (found == starting_board("long")).all()
    for none in ([], np.zeros(0, dtype=np.uint64)):
        assert backend.boards_from_ranks(none, ruleset="long").shape == (0, 26)
    nobody = np.zeros((0, 26), dtype=np.int8)
    assert backend.position_rank(nobody, ruleset="long").shape == (0,)


def test_small_dtypes_hold_small_ranks(backend):
    for dtype in (np.int8, np.uint8, np.int16, np.uint32):
        ranks = np.array([1, 100], dtype=dtype)
        found = backend.boards_from_ranks(ranks, ruleset="long")
        assert backend.position_rank(found, ruleset="long").tolist() == [1, 100]


BAD_RANKS = {
    "zero": (0, "row 0 is 0, the number of the board without a checker"),
    "too large": (N_LONG, f"row 0 is {N_LONG}"),
    "negative": (-1, "row 0 is -1"),
    "the least int64": (np.array([1, -(2**63)]), "row 1 is -9223372036854775808"),
    "the greatest uint64": (np.array([1, 2, 2**64 - 1], dtype=np.uint64), f"row 2 is {2**64 - 1}"),
    "a list that NumPy reads as floats": ([2**63, -1], f"row 0 is {2**63}"),
    "beyond 64 bits": ([1, 10**30], "row 1 is 1000000000000000000000000000000"),
    "two rows": ([5, 0, 7, -3], r"row 1 is 0.*\(2 faulty rows in all\)"),
}


@pytest.mark.parametrize("fault", BAD_RANKS)
def test_a_number_that_is_no_rank_is_refused_with_its_row(native, reference, fault):
    ranks, text = BAD_RANKS[fault]
    texts = set()
    for backend in (native, reference):
        with pytest.raises(PositionError, match=text) as caught:
            backend.boards_from_ranks(ranks, ruleset="long")
        assert caught.value.problems == P.NOT_A_RANK
        texts.add(str(caught.value))
    assert len(texts) == 1
    assert f"from 1 to {N_LONG - 1}" in texts.pop()


@pytest.mark.parametrize("checkers", [1, 2, 14])
def test_the_limit_is_that_of_the_ruleset(backend, checkers):
    last = n_ranks(checkers) - 1
    assert backend.boards_from_ranks(last, ruleset=few(checkers)).any()
    with pytest.raises(PositionError, match=f"from 1 to {last}: row 0 is {last + 1}"):
        backend.boards_from_ranks(last + 1, ruleset=few(checkers))


@pytest.mark.parametrize(
    ("ranks", "problems"),
    [
        (1.0, P.DTYPE),
        (np.zeros(0), P.DTYPE),
        ([1, 2.5], P.DTYPE),
        ([True, False], P.DTYPE),
        ([1, None], P.DTYPE),
        (np.array([1, "x"], dtype=object), P.DTYPE),
        (None, P.DTYPE),
        ("7", P.DTYPE),
        (np.ones((2, 2), dtype=np.uint64), P.SHAPE),
        ([[1.0]], P.DTYPE | P.SHAPE),
        ([[1, 2], [3]], P.SHAPE),
    ],
)
def test_ranks_of_another_form_are_refused(native, reference, ranks, problems):
    texts = set()
    for backend in (native, reference):
        with pytest.raises(PositionError, match="ranks must be whole numbers") as caught:
            backend.boards_from_ranks(ranks, ruleset="long")
        assert caught.value.problems == problems
        texts.add(str(caught.value))
    assert len(texts) == 1


def test_arguments_are_not_changed_and_share_no_memory(backend):
    made = sample("long", 50).copy()
    before = made.tobytes()
    ranks = backend.position_rank(made, ruleset="long")
    assert made.tobytes() == before
    assert not np.shares_memory(ranks, made)
    given_ranks = ranks.tobytes()
    found = backend.boards_from_ranks(ranks, ruleset="long")
    assert ranks.tobytes() == given_ranks
    assert not np.shares_memory(found, ranks)


def test_a_batch_over_many_chunks_equals_a_small_one(native):
    made = np.resize(sample("long", 300), (200_000, 26))
    ranks = native.position_rank(made, ruleset="long")
    few_ranks = native.position_rank(made[:300], ruleset="long")
    assert (ranks == np.resize(few_ranks, 200_000)).all()
    assert (native.boards_from_ranks(ranks, ruleset="long") == made).all()
