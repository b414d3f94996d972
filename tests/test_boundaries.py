"""The boundary matrix: every operation that takes arrays, every odd argument, both backends."""

import array
import importlib
import pickle

import numpy as np
import pytest

from calls import ALL, MANY, ONE
from nardy_fast.boards import starting_board
from nardy_fast.errors import (
    ArgumentError,
    NardyError,
    PositionError,
    PositionProblem,
    RollError,
    RulesetError,
)
from nardy_fast.rulesets import ruleset
from positions import pos
from strategies import sample

P = PositionProblem
START = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"


def listed(answer):
    return np.asarray(answer).tolist()


def plain():
    """Return an ordinary batch: what all the odd layouts must be equal to."""
    return sample("short", 6, seed=30).copy()


def unaligned(boards):
    raw = bytearray(boards.nbytes * 8 + 1)
    odd = np.frombuffer(raw, dtype=np.int64, offset=1, count=boards.size).reshape(boards.shape)
    odd[:] = boards
    assert not odd.flags.aligned
    return odd


def read_only(boards):
    locked = boards.copy()
    locked.flags.writeable = False
    return locked


class Sub(np.ndarray):
    pass


class Arrayish:
    def __init__(self, boards):
        self.boards = boards

    def __array__(self, dtype=None, copy=None):
        return np.array(self.boards, dtype=dtype)


GOOD_LAYOUTS = {
    "int16": lambda x: x.astype(np.int16),
    "int64": lambda x: x.astype(np.int64),
    "big-endian": lambda x: x.astype(">i4"),
    "Fortran": np.asfortranarray,
    "column slice": lambda x: np.repeat(x, 2, axis=1)[:, ::2],
    "row slice": lambda x: np.repeat(x, 2, axis=0)[::2],
    "negative stride": lambda x: x[::-1].copy()[::-1],
    "negative columns": lambda x: x[:, ::-1].copy()[:, ::-1],
    "read-only": read_only,
    "unaligned": unaligned,
    "list": lambda x: x.tolist(),
    "tuple": lambda x: tuple(map(tuple, x.tolist())),
    "memoryview": memoryview,
    "subclass": lambda x: x.view(Sub),
    "__array__": Arrayish,
}


@pytest.mark.parametrize("layout", GOOD_LAYOUTS)
@pytest.mark.parametrize("name", MANY)
def test_every_layout_of_many_boards_gives_the_same(backend, name, layout):
    boards = plain()
    expected = listed(MANY[name](backend, boards, "short"))
    odd = GOOD_LAYOUTS[layout](boards)
    assert listed(MANY[name](backend, odd, "short")) == expected
    assert boards.tobytes() == plain().tobytes()
    assert np.asarray(odd).tolist() == boards.tolist()


@pytest.mark.parametrize("layout", GOOD_LAYOUTS)
@pytest.mark.parametrize("name", ONE)
def test_every_layout_of_one_board_gives_the_same(backend, name, layout):
    boards = plain()
    expected = listed(ONE[name](backend, boards[2], "short"))
    odd = GOOD_LAYOUTS[layout](boards)
    one = odd[2] if hasattr(odd, "__getitem__") and layout != "memoryview" else Arrayish(boards[2])
    assert listed(ONE[name](backend, one, "short")) == expected
    assert boards.tobytes() == plain().tobytes()


@pytest.mark.parametrize("name", MANY)
def test_one_board_seen_many_times_by_a_zero_stride(backend, name):
    board = starting_board("short")
    many = np.broadcast_to(board, (5, 26))
    copied = np.stack([board] * 5)
    assert listed(MANY[name](backend, many, "short")) == listed(
        MANY[name](backend, copied, "short")
    )


@pytest.mark.parametrize("name", ALL)
def test_other_containers_of_one_board(backend, name):
    board = pos(START, "short")
    expected = listed(ALL[name](backend, board, "short"))
    for given in (array.array("b", board.tolist()), array.array("q", board.tolist()), list(board)):
        assert listed(ALL[name](backend, given, "short")) == expected


@pytest.mark.parametrize("name", ALL)
def test_arguments_are_never_changed(backend, name):
    board, rolls = pos(START, "short"), np.array([[1, 6]], dtype=np.int8)
    ALL[name](backend, board, "short")
    backend.count_afterstates(board, rolls, ruleset="short")
    assert board.tolist() == pos(START, "short").tolist()
    assert rolls.tolist() == [[1, 6]]


class Raises:
    def __array__(self, dtype=None, copy=None):
        raise ValueError("no array here")


def spoilt(index, value, dtype):
    board = starting_board("short").astype(dtype)
    board[index] = value
    return board


#: What is wrong, the argument, and the problems that are reported.
BAD_BOARDS = {
    "bool": (np.ones(26, dtype=bool), P.DTYPE),
    "float": (starting_board("short").astype(float), P.DTYPE),
    "NaN": (spoilt(3, float("nan"), float), P.DTYPE),
    "inf": (spoilt(3, float("inf"), float), P.DTYPE),
    "complex": (starting_board("short").astype(complex), P.DTYPE),
    "object": (starting_board("short").astype(object), P.DTYPE),
    "text": ("24:2 / 24:2", P.DTYPE | P.SHAPE),
    "bytes": (b"x" * 26, P.DTYPE | P.SHAPE),
    "None": (None, P.DTYPE | P.SHAPE),
    "a number": (5, P.SHAPE),
    "25 places": (np.zeros(25, dtype=np.int8), P.SHAPE),
    "27 places": (np.zeros(27, dtype=np.int8), P.SHAPE),
    "25 columns": (np.zeros((3, 25), dtype=np.int8), P.SHAPE),
    "three dimensions": (np.zeros((1, 1, 26), dtype=np.int8), P.SHAPE),
    "no dimension": (np.array(3, dtype=np.int8), P.SHAPE),
    "float of 25": (np.zeros(25), P.DTYPE | P.SHAPE),
    "ragged": ([[0] * 26, [0] * 25], P.SHAPE),
    "datetime": (np.zeros(26, dtype="M8[s]"), P.DTYPE),
    "structured": (np.zeros(26, dtype=[("a", np.int8)]), P.DTYPE),
    "__array__ that raises": (Raises(), P.SHAPE),
    "16 checkers": (spoilt(3, 1, np.int8), P.TOO_MANY_MOVER),
    "127": (spoilt(3, 127, np.int8), P.TOO_MANY_MOVER),
    "128": (spoilt(3, 128, np.int16), P.TOO_MANY_MOVER),
    "255 unsigned": (np.full(26, 255, dtype=np.uint8), P.TOO_MANY_MOVER | P.WRONG_SIGN_ON_BAR),
    "256": (spoilt(3, 256, np.int16), P.TOO_MANY_MOVER),
    "2**31": (spoilt(3, 2**31, np.int64), P.TOO_MANY_MOVER),
    "2**63": (np.full(26, 2**63, dtype=np.uint64), P.TOO_MANY_MOVER | P.WRONG_SIGN_ON_BAR),
    "-2**63": (spoilt(3, -(2**63), np.int64), P.TOO_MANY_OPPONENT),
    "-128": (spoilt(3, -128, np.int8), P.TOO_MANY_OPPONENT),
    "-1 too many": (spoilt(3, -1, np.int8), P.TOO_MANY_OPPONENT),
    "10**30": ([10**30] + [0] * 25, P.DTYPE),
    "nobody": (np.zeros(26, dtype=np.int8), P.BOTH_FINISHED),
    "bar of the wrong sign": (spoilt(25, -1, np.int8), P.WRONG_SIGN_ON_BAR | P.TOO_MANY_OPPONENT),
    "all at once": (
        np.array([1, 16, -16] + [0] * 22 + [-1]),
        P.TOO_MANY_MOVER | P.TOO_MANY_OPPONENT | P.WRONG_SIGN_ON_BAR,
    ),
}


@pytest.mark.parametrize("fault", BAD_BOARDS)
@pytest.mark.parametrize("name", ALL)
def test_a_board_that_is_none_is_refused_with_all_its_faults(backend, name, fault):
    board, problems = BAD_BOARDS[fault]
    with pytest.raises(PositionError) as caught:
        ALL[name](backend, board, "short")
    assert caught.value.problems == problems
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, NardyError)


@pytest.mark.parametrize("fault", BAD_BOARDS)
@pytest.mark.parametrize("name", ALL)
def test_both_backends_refuse_in_the_same_words(native, reference, name, fault):
    texts = []
    for backend in (native, reference):
        with pytest.raises(PositionError) as caught:
            ALL[name](backend, BAD_BOARDS[fault][0], "short")
        texts.append((type(caught.value), str(caught.value), caught.value.problems))
    assert texts[0] == texts[1]
    assert len(texts[0][1]) > 20


@pytest.mark.parametrize("name", MANY)
def test_many_boards_with_bad_rows_name_the_first(backend, name):
    boards = np.stack([starting_board("short")] * 5)
    boards[2, 3] = boards[4, 3] = 9
    with pytest.raises(PositionError, match=r"row 2 is .*2 faulty rows in all") as caught:
        MANY[name](backend, boards, "short")
    assert caught.value.problems == P.TOO_MANY_MOVER


@pytest.mark.parametrize("shape", [(1, 26), (0, 26), (3, 26)])
@pytest.mark.parametrize("name", ONE)
def test_an_operation_on_one_board_refuses_many(backend, name, shape):
    boards = np.resize(starting_board("short"), shape).astype(np.int8)
    with pytest.raises(PositionError) as caught:
        ONE[name](backend, boards, "short")
    assert P.SHAPE in caught.value.problems


@pytest.mark.parametrize("name", ALL)
def test_a_bar_in_long_nardy_is_refused(backend, name):
    board = pos("bar:1 24:1 / 23:1", "short")
    with pytest.raises(PositionError) as caught:
        ALL[name](backend, board, "long")
    assert caught.value.problems == P.BAR_IN_LONG


@pytest.mark.parametrize("name", ALL)
def test_the_ruleset_is_asked_first_and_must_be_named(backend, name):
    with pytest.raises(RulesetError, match="there is no ruleset 'chess'"):
        ALL[name](backend, "no board", "chess")
    more = {"perft": (1,), "divide": (1,)}
    if "afterstates" in name or "plays" in name:
        more[name] = ("61",)
    with pytest.raises(TypeError, match="ruleset"):
        getattr(backend, name)(starting_board("short"), *more.get(name, ()))


@pytest.mark.parametrize("name", ["generate_afterstates", "generate_plays", "count_afterstates",
                                  "generate_afterstates_batch"])  # fmt: skip
def test_a_board_is_asked_before_its_roll(backend, name):
    with pytest.raises(PositionError):
        getattr(backend, name)(np.zeros(26), (7, 7), ruleset="short")
    with pytest.raises(RollError):
        getattr(backend, name)(starting_board("short"), (7, 7), ruleset="short")


BAD_LAST = [
    ("count_afterstates", {"threads": 0, "out": 3}, "threads"),
    ("count_afterstates", {"out": 3}, "out"),
    ("generate_afterstates_batch", {"threads": 0, "sort": 1, "out": 3}, "threads"),
    ("generate_afterstates_batch", {"sort": 1, "out": 3}, "sort"),
    ("generate_afterstates_batch", {"out": 3}, "out"),
]


@pytest.mark.parametrize(("name", "options", "first"), BAD_LAST)
def test_other_arguments_are_asked_in_order_after_the_roll(backend, name, options, first):
    operation, board = getattr(backend, name), starting_board("short")
    with pytest.raises(RollError):
        operation(board, "77", ruleset="short", **options)
    with pytest.raises(ArgumentError, match=f"^{first} must be"):
        operation(board, "61", ruleset="short", **options)


@pytest.mark.parametrize("name", ["perft", "divide"])
def test_depth_then_weighted_then_threads(backend, name):
    operation, board = getattr(backend, name), starting_board("short")
    with pytest.raises(ArgumentError, match="depth must be"):
        operation(board, 99, ruleset="short", weighted=2, threads=0)
    with pytest.raises(ArgumentError, match="weighted must be True or False"):
        operation(board, 1, ruleset="short", weighted=2, threads=0)
    with pytest.raises(ArgumentError, match="threads must be a whole number from 1 to 1024"):
        operation(board, 1, ruleset="short", threads=0)


THREADS = [0, -1, 1025, 1.0, True, "2", 10**30]


@pytest.mark.parametrize("threads", THREADS)
def test_a_number_of_threads_that_cannot_be_used_is_refused(backend, threads):
    board = starting_board("long")
    calls = [
        lambda: backend.count_afterstates(board, "61", ruleset="long", threads=threads),
        lambda: backend.generate_afterstates_batch(board, "61", ruleset="long", threads=threads),
        lambda: backend.perft(board, 1, ruleset="long", threads=threads),
        lambda: backend.divide(board, 1, ruleset="long", threads=threads),
        lambda: backend.rollout(
            board, ruleset="long", policy="random", n_trials=1, seed=1, threads=threads
        ),
    ]
    for call in calls:
        with pytest.raises(ArgumentError, match="threads must be a whole number from 1 to 1024"):
            call()


def test_whole_numbers_of_any_kind_are_taken(backend):
    board = starting_board("long")
    assert backend.perft(board, np.int8(1), ruleset="long", threads=np.uint16(2)) == 22
    result = backend.rollout(
        board, ruleset="long", policy="random", n_trials=np.int64(2), seed=np.uint64(2**64 - 1),
        max_plies=np.int32(2), initial=np.bool_(True),
    )  # fmt: skip
    assert result.n_trials.tolist() == [2]
    assert type(result.settings.seed) is int


def test_options_go_by_name_alone(backend):
    board = starting_board("long")
    for call in (
        lambda: backend.generate_afterstates(board, "61", "long"),
        lambda: backend.perft(board, 1, "long"),
        lambda: backend.position_hash(board, "long"),
        lambda: backend.rollout(board, "long"),
    ):
        with pytest.raises(TypeError):
            call()


@pytest.mark.parametrize("name", MANY)
def test_a_single_board_drops_the_axis_only_where_it_is_said(backend, name):
    board = starting_board("short")
    single, many = (np.asarray(MANY[name](backend, x, "short")) for x in (board, board[None]))
    batch_of_one = name in ("generate_afterstates_batch", "count_afterstates", "rollout")
    assert single.shape == (many.shape if batch_of_one else many.shape[1:])
    assert single.tolist() == (many.tolist() if batch_of_one else many[0].tolist())


@pytest.mark.parametrize("size", [1, 7, 64, 1000])
@pytest.mark.parametrize(
    "name", ["swap_sides", "outcomes", "pip_counts", "position_key", "position_hash"]
)
def test_a_batch_of_any_size_equals_a_loop(backend, name, size):
    boards = np.resize(sample("short", 60, seed=31), (size, 26))
    found = MANY[name](backend, boards, "short")
    assert len(found) == size
    for i in range(0, size, 37):
        assert listed(found[i]) == listed(MANY[name](backend, boards[i], "short"))


def test_results_do_not_share_memory_with_arguments(backend):
    boards = plain()
    for name in ("swap_sides", "outcomes", "pip_counts", "position_key", "position_hash"):
        assert not np.shares_memory(MANY[name](backend, boards, "short"), boards)
    key = backend.position_key(boards, ruleset="short")
    assert not np.shares_memory(backend.boards_from_keys(key, ruleset="short"), key)
    # A forced pass gives a row equal to the board, in memory of its own.
    stuck = pos("24:1 / 7:2 6:2 5:2 4:2 3:2 2:2", "short")
    assert not np.shares_memory(backend.generate_afterstates(stuck, "61", ruleset="short"), stuck)


class Window(Arrayish):
    def __array__(self, dtype=None, copy=None):
        return self.boards


@pytest.mark.parametrize("layout", [np.asarray, memoryview, Window])
def test_boards_that_were_checked_are_memory_of_the_doors_own(native, layout):
    # Else another thread could make a board faulty between the check and the kernel.
    doors, boards = importlib.import_module(f"{native.__name__}.positions"), plain()
    checked, _ = doors.checked_boards(layout(boards), ruleset("short"))
    assert checked.tolist() == boards.tolist()
    assert not np.shares_memory(checked, boards)


def test_errors_survive_a_pickle(backend):
    for call in (
        lambda: backend.outcomes(np.zeros(26, dtype=np.int8), ruleset="short"),
        lambda: backend.generate_afterstates(starting_board("short"), "77", ruleset="short"),
        lambda: backend.perft(starting_board("short"), 99, ruleset="short"),
        lambda: backend.outcomes(starting_board("short"), ruleset="chess"),
    ):
        with pytest.raises(NardyError) as caught:
            call()
        again = pickle.loads(pickle.dumps(caught.value))
        assert (type(again), str(again)) == (type(caught.value), str(caught.value))
        assert vars(again) == vars(caught.value)


def test_a_view_of_a_thousand_million_rows_is_refused_or_runs_out_of_memory(backend):
    # One faulty board seen 10**9 times; the answer may be either error, never a crash.
    board = np.zeros(26, dtype=np.int8)
    many = np.broadcast_to(board, (10**12, 26))
    with pytest.raises((MemoryError, NardyError, ValueError)):
        backend.outcomes(many, ruleset="short")
