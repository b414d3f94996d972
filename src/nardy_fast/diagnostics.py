"""What this installation is, and whether it computes what it must."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nardy_fast import _backend, reference
from nardy_fast._version import __version__
from nardy_fast.boards import BAR, N_PLACES, board_text, starting_board
from nardy_fast.dice import ROLLS
from nardy_fast.errors import NardyError

__all__ = [
    "Signature",
    "build_info",
    "measured_rates",
    "random_positions",
    "self_test",
    "signature",
]

# Counting facts, each found by independent programs: ruleset, depth, leaves.
_PERFT = {
    "native": (("short", 2, 202_782), ("long", 4, 2_411_418)),
    "reference": (("short", 1, 447), ("long", 2, 484)),
}
# Hashes of the starting boards, from the definition of the hash worked out in plain Python.
_HASHES = {"short": 0xD7CE34A52F275AE0, "long": 0x5C9E91F4BAAA7C6F}
# Throws of the first plies of trial 0 under seed 1, from NumPy's own Philox.
_LATER_DICE = [[1, 3], [1, 1], [5, 6], [2, 3], [2, 5], [3, 1], [3, 5]]
_DICE = {False: [[1, 3], *_LATER_DICE], True: [[1, 4], *_LATER_DICE]}
_N_PAIRS = 300
_MAX_PLIES = 120
_RATE_SECONDS = 0.4

_MASK = 2**64 - 1
_SETS = ("short", "hypergammon", "long", "long_step")
_SIGNATURE_PERFT = (("short", 1), ("hypergammon", 1), ("long", 2), ("long_step", 2))


def build_info() -> dict[str, str]:
    """Return what a report of a fault needs: versions, backend, machine, how it was compiled.

    Returns
    -------
    dict of str
        Keys `version`, `backend`, `python`, `numpy`, `platform`, `machine`; with the native
        backend also `compiler`, `level` and `cython`.

    Examples
    --------
    >>> build_info()["backend"] in ("native", "reference")
    True
    """
    return {
        "version": __version__,
        "backend": _backend.backend_name,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "numpy": np.__version__,
        "platform": platform.platform(),
        "machine": platform.machine(),
        **_backend.compiled_with(),
    }


def self_test() -> None:
    """Check in a few seconds that this installation computes what it must.

    Perft counts, spot values of the hash and of the dice, and, with the native backend, its
    agreement with the reference on positions of random play.

    Raises
    ------
    NardyError
        At the first fault, with what was expected and what came.

    Examples
    --------
    >>> self_test()
    """
    for name, depth, expected in _PERFT[_backend.backend_name]:
        found = _backend.perft(starting_board(name), depth, ruleset=name)
        _expect(f"perft {depth} of {name}", expected, found)
    for name, expected in _HASHES.items():
        _expect(f"the hash of {name}", expected, _hash(starting_board(name), name))
    for initial, throws in _DICE.items():
        found_throws = _backend.dice_stream(1, n_plies=len(throws), initial=initial).tolist()
        _expect(f"the dice with initial={initial}", throws, found_throws)
    if _backend.backend_name == "native":
        for name in _SETS:
            _compare(name)


def _expect(what: str, expected: object, found: object) -> None:
    if found != expected:
        raise NardyError(f"self-test: {what} must be {expected}; got {found}")


def _hash(board: NDArray[np.int8], name: str) -> int:
    return int(_backend.position_hash(board, ruleset=name))


def _compare(name: str) -> None:
    """Compare the chosen backend with the reference on positions of random play."""
    boards = random_positions(name, n_games=2)[: _N_PAIRS // len(_SETS)]
    for i, board in enumerate(boards):
        roll = ROLLS[i % len(ROLLS)]
        where = f"{board_text(board, name)} ({name}, {roll})"
        for operation in ("generate_afterstates", "generate_plays"):
            expected, found = (
                getattr(module, operation)(board, roll, ruleset=name)
                for module in (reference, _backend)
            )
            same = np.array_equal(expected, found) if len(found) else len(expected) == 0
            _expect(f"{operation} of {where} agreeing with the reference", True, same)
        _expect(
            f"the hash of {where}",
            int(reference.position_hash(board, ruleset=name)),
            _hash(board, name),
        )


def random_positions(name: str, *, n_games: int, first_game: int = 0) -> NDArray[np.int8]:
    """Return the positions before each play of some games, the same everywhere.

    Dice are those of `dice_stream` with seed 0. Even games choose plays at random, by a fixed
    rule on whole numbers; odd games occupy as many points as they can, which makes blocks.

    Returns
    -------
    ndarray of int8, shape (n, 26)
        From the side to roll, game after game.
    """
    positions: list[NDArray[np.int8]] = []
    for game in range(first_game, first_game + n_games):
        dice = _backend.dice_stream(0, trial=game, n_plies=_MAX_PLIES)
        board = starting_board(name)
        for ply, (first, second) in enumerate(dice.tolist()):
            found = _backend.generate_afterstates(board, (first, second), ruleset=name)
            if not len(found):
                break
            positions.append(board)
            chosen = _mixed(game * _MAX_PLIES + ply) % len(found)
            if game % 2:
                chosen = int((found[:, 1:BAR] > 0).sum(axis=1).argmax())
            board = _backend.swap_sides(found[chosen], ruleset=name)
    return np.array(positions, dtype=np.int8).reshape(-1, N_PLACES)


def _mixed(number: int) -> int:
    """Return a 64-bit word that looks random: the finalizer of SplitMix64 (Steele et al., 2014)."""
    word = (number + 1) * 0x9E3779B97F4A7C15 & _MASK
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    word = (word ^ word >> 27) * 0x94D049BB133111EB & _MASK
    return word ^ word >> 31


class Signature(NamedTuple):
    """The signature and the sums that it is folded from.

    Attributes
    ----------
    value : int
        64 bits.
    parts : dict
        By ruleset: `perft`, `positions`, `afterstates` of all rolls, and their `hash_sum`.
    """

    value: int
    parts: dict[str, dict[str, int]]


def signature(n_games: int = 2) -> Signature:
    """Return a number that changes only when behaviour does: plays, counts, hashes or dice.

    Parameters
    ----------
    n_games : int
        Games of random play for each of four rulesets.

    Examples
    --------
    >>> signature(n_games=0).parts["short"]["perft"]
    447
    """
    value = 0
    parts: dict[str, dict[str, int]] = {}
    for i, (name, depth) in enumerate(_SIGNATURE_PERFT):
        boards = random_positions(name, n_games=n_games, first_game=i * n_games)
        afterstates, _ = _backend.generate_afterstates_batch(
            boards.repeat(len(ROLLS), axis=0), np.tile(_rolls(), (len(boards), 1)), ruleset=name
        )
        hashes = _backend.position_hash(afterstates, ruleset=name)
        parts[name] = {
            "perft": _backend.perft(starting_board(name), depth, ruleset=name),
            "positions": len(boards),
            "afterstates": len(afterstates),
            "hash_sum": sum(hashes.tolist()) & _MASK,
        }
        for number in parts[name].values():
            value = _mixed(value ^ number)
    return Signature(value, parts)


def measured_rates() -> Iterator[tuple[str, str, float, float]]:
    """Yield what is timed, its unit, and how many a second in short and in long nardy."""
    for what, unit, task in (
        ("perft", "leaves", _count_leaves),
        ("count_afterstates", "positions", _count_afterstates),
        ("position_hash", "hashes", _count_hashes),
        ("rollout, random", "games", _count_games),
    ):
        short, long = (_rate(task, name) for name in ("short", "long"))
        yield what, unit, short, long


def _rate(task: Callable[[str, NDArray[np.int8]], int], name: str) -> float:
    """Return how many units a second the task does, after one call to warm up."""
    boards = random_positions(name, n_games=2)
    task(name, boards)
    n_done, started = 0, time.perf_counter()
    while (seconds := time.perf_counter() - started) < _RATE_SECONDS:
        n_done += task(name, boards)
    return n_done / seconds


def _count_leaves(name: str, boards: NDArray[np.int8]) -> int:
    # The native depths are those that the self-test knows: some ten milliseconds.
    depth = {rules: depth for rules, depth, _ in _PERFT[_backend.backend_name]}[name]
    return _backend.perft(starting_board(name), depth, ruleset=name)


def _count_afterstates(name: str, boards: NDArray[np.int8]) -> int:
    rolls = np.resize(_rolls(), (len(boards), 2))
    return len(_backend.count_afterstates(boards, rolls, ruleset=name))


def _count_hashes(name: str, boards: NDArray[np.int8]) -> int:
    return len(_backend.position_hash(boards, ruleset=name))


def _count_games(name: str, boards: NDArray[np.int8]) -> int:
    n_trials = 1000 if _backend.backend_name == "native" else 1
    _backend.rollout(starting_board(name), ruleset=name, policy="random", n_trials=n_trials, seed=1)
    return n_trials


def _rolls() -> NDArray[np.int8]:
    return np.array([(roll.big, roll.small) for roll in ROLLS], dtype=np.int8)
