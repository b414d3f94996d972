"""`out=`: results go where the caller says, and nowhere else; an error leaves `out` as it was."""

import re

import numpy as np
import pytest

from nardy_fast.errors import ArgumentError, PositionError
from strategies import sample

N = 7
ROLL = "62"
#: The dtype of the results, and their shape behind the first axis.
RESULTS = {
    "swap_sides": (np.int8, (26,)),
    "outcomes": (np.int8, ()),
    "pip_counts": (np.int16, (2,)),
    "position_key": (np.uint8, (16,)),
    "boards_from_keys": (np.int8, (26,)),
    "position_hash": (np.uint64, ()),
    "position_rank": (np.uint64, ()),
    "boards_from_ranks": (np.int8, (26,)),
    "count_afterstates": (np.int64, ()),
}
CASES = [(name, game) for name in RESULTS for game in ("short", "long")
         if game == "long" or "rank" not in name]  # fmt: skip
#: Names of the arguments that are no boards, and who makes them.
MAKERS = {"boards_from_keys": "position_key", "boards_from_ranks": "position_rank"}
every_case = pytest.mark.parametrize(("name", "game"), CASES)


def given(backend, name, game, n=N):
    boards = sample(game, n, seed=40).copy()
    return getattr(backend, MAKERS[name])(boards, ruleset=game) if name in MAKERS else boards


def call(backend, name, game, value, rolls=ROLL, **options):
    more = (rolls,) if name == "count_afterstates" else ()
    return getattr(backend, name)(value, *more, ruleset=game, **options)


def room(name, n=N):
    dtype, columns = RESULTS[name]
    return np.full((n, *columns), 77, dtype=dtype)


def need(name, n=N):
    """Return a pattern of what every refusal states."""
    out = room(name, n)
    wanted = f"out must be a writable C-contiguous {out.dtype} array of shape {out.shape}, apart"
    return re.escape(wanted)


@every_case
@pytest.mark.parametrize("n", [0, 1, N])
def test_out_is_filled_and_returned(backend, name, game, n):
    value, out = given(backend, name, game, n), room(name, n)
    expected, before = call(backend, name, game, value), value.copy()
    found = call(backend, name, game, value, out=out)
    assert found is out
    assert (expected.dtype, expected.shape) == (out.dtype, out.shape)
    assert out.tobytes() == expected.tobytes()
    assert (value == before).all()


@every_case
def test_one_board_fills_the_one_row_of_out(backend, name, game):
    value, out = given(backend, name, game)[2], room(name, 1)
    expected = call(backend, name, game, value)
    found = call(backend, name, game, value, out=out)
    one = out if name == "count_afterstates" else out[0]
    assert (type(found), found.dtype, found.shape) == (type(one), one.dtype, one.shape)
    assert found.tobytes() == one.tobytes() == expected.tobytes()
    assert np.shares_memory(found, out) is isinstance(one, np.ndarray)
    with pytest.raises(ArgumentError, match=need(name, 1)):
        call(backend, name, game, value, out=room(name, 1)[0])


@pytest.mark.parametrize("n", [9_000, 70_000])
@every_case
def test_out_of_many_chunks_is_filled(native, name, game, n):
    few = given(native, name, game, 60)
    out = room(name, n)
    call(native, name, game, np.resize(few, (n, *few.shape[1:])), out=out)
    assert (out == np.resize(call(native, name, game, few), out.shape)).all()


def locked(out):
    out.flags.writeable = False
    return out


def test_a_misaligned_out_is_refused(backend):
    boards = given(backend, "position_hash", "short")
    odd = np.zeros(8 * len(boards) + 1, dtype=np.uint8)[1:].view(np.uint64)
    if odd.flags.aligned:
        pytest.skip("NumPy's memory begins at an odd address here")
    with pytest.raises(ArgumentError, match="got misaligned uint64"):
        backend.position_hash(boards, ruleset="short", out=odd)
    assert not odd.any()


BAD_OUTS = {
    "dtype": lambda out: out.astype(np.int32),
    "float": lambda out: out.astype(float),
    "other sign": lambda out: out.view(out.dtype.str.translate(str.maketrans("iu", "ui"))),
    "byte order": lambda out: out.astype(">i8"),
    "a row too few": lambda out: out[1:],
    "a row too many": lambda out: np.concatenate([out, out[:1]]),
    "one more axis": lambda out: out[..., None],
    "flat": lambda out: np.resize(out, out.size + 1),
    "every other row": lambda out: np.repeat(out, 2, axis=0)[::2],
    "backwards": lambda out: out[::-1],
    "read-only": locked,
    "a list": lambda out: out.tolist(),
    "a memoryview": memoryview,
    "a number": lambda out: 7,
    "a tuple of it": lambda out: (out,),
}


@pytest.mark.parametrize("fault", BAD_OUTS)
@every_case
def test_an_out_that_does_not_fit_is_refused_and_left_alone(backend, name, game, fault):
    out = BAD_OUTS[fault](room(name))
    before = np.array(out)
    with pytest.raises(ArgumentError, match=need(name)):
        call(backend, name, game, given(backend, name, game), out=out)
    assert np.array(out).tobytes() == before.tobytes()


@every_case
def test_out_may_not_be_the_memory_of_the_input(backend, name, game):
    value, out = given(backend, name, game), room(name)
    memory = np.full(max(value.nbytes, out.nbytes), 77, dtype=np.uint8)
    shared = memory[: value.nbytes].view(value.dtype).reshape(value.shape)
    shared[:] = value
    before = memory.copy()
    out = memory[: out.nbytes].view(out.dtype).reshape(out.shape)
    with pytest.raises(ArgumentError, match=f"{need(name)}.*; got memory of the input"):
        call(backend, name, game, shared, out=out)
    assert (memory == before).all()


def test_out_may_not_be_the_memory_of_the_rolls(backend):
    memory = np.full(N, 0x0101010101010101, dtype=np.int64)
    rolls, before = memory.view(np.int8)[: 2 * N].reshape(N, 2), memory.copy()
    with pytest.raises(ArgumentError, match="got memory of the input"):
        call(backend, "count_afterstates", "short", sample("short", N), rolls, out=memory)
    assert (memory == before).all()


@every_case
@pytest.mark.parametrize("at", [0, N - 1])
def test_an_input_that_is_refused_leaves_out_alone(backend, name, game, at):
    value, out = given(backend, name, game), room(name)
    value[at] = 15 if name == "boards_from_keys" else 0
    before = out.tobytes()
    with pytest.raises(PositionError, match=f"row {at} is"):
        call(backend, name, game, value, out=out)
    # The input is asked before `out`.
    with pytest.raises(PositionError, match=f"row {at} is"):
        call(backend, name, game, value, out=3)
    assert out.tobytes() == before
