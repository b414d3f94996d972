"""The rule questions answered for short nardy (короткие нарды); rules SR1-SR14."""

from __future__ import annotations

from collections.abc import Callable

from nardy_fast.boards import BAR, OPPONENT_BAR
from nardy_fast.dice import Roll
from nardy_fast.outcome import WinKind
from nardy_fast.reference.rules_common import HOME, Board, Turn, n_opponent, put
from nardy_fast.rulesets import Ruleset

__all__ = [
    "can_land",
    "can_leave",
    "cannot_end",
    "head_limit",
    "land",
    "leaves_legal_board",
    "win_kind",
]

#: This many checkers of one side close a point to the other.
CLOSED = 2
#: Where the mover enters from the bar: the opponent's home.
ENTRY = range(19, 25)


def can_leave(board: Board, source: int, turn: Turn) -> bool:
    """SR6: while a checker waits on the bar (бар), no other may move.

    Die d enters on point 25 - d because the bar is place 25.
    """
    return source == BAR or board[BAR] == 0


def can_land(board: Board, target: int, turn: Turn) -> bool:
    """SR4: two or more opposing checkers close a point."""
    return board[target] > -CLOSED


def land(board: Board, source: int, target: int) -> Board:
    """SR5: a lone opposing checker on the target is hit and goes to its bar, also in passing."""
    if target not in range(1, BAR) or board[target] >= 0:
        return put(board, source, target)
    counts = list(board)
    counts[target] = 0
    counts[OPPONENT_BAR] -= 1
    return put(tuple(counts), source, target)


def leaves_legal_board(board: Board, turn: Turn, *, turn_over: bool) -> bool:
    """SR4: points may be held without limit, six in a row too, so every board is legal."""
    return True


def head_limit(ruleset: Ruleset, board: Board, roll: Roll, most_dice: Callable[[int], int]) -> int:
    """SR3: no point is a head, so any number of checkers may leave one in a turn."""
    return ruleset.checkers


def win_kind(board: Board, ruleset: Ruleset) -> WinKind:
    """SR12: the size of a win; `board` is seen by the winner.

    A loser who has borne off a checker loses a single game (ойн); one who has not loses a gammon
    (марс), and a backgammon (кокс) if a checker of his is on the bar or in the winner's home.
    """
    if n_opponent(board) < ruleset.checkers:
        return WinKind.SINGLE
    if board[OPPONENT_BAR] < 0 or any(board[point] < 0 for point in HOME):
        return WinKind.BACKGAMMON
    return WinKind.GAMMON


def cannot_end(board: Board) -> bool:
    """SR6: true if both sides wait on the bar before six closed points, so both pass for ever."""
    mover_waits = board[BAR] > 0 and all(board[point] <= -CLOSED for point in ENTRY)
    opponent_waits = board[OPPONENT_BAR] < 0 and all(board[point] >= CLOSED for point in HOME)
    return mover_waits and opponent_waits
