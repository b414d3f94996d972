"""The rule questions answered for long nardy (длинные нарды); rules LR1-LR17."""

from __future__ import annotations

from collections.abc import Callable

from nardy_fast.boards import HEAD
from nardy_fast.dice import Roll
from nardy_fast.outcome import WinKind
from nardy_fast.reference.rules_common import HOME, POINTS, Board, Turn, n_opponent, put
from nardy_fast.rulesets import EXCEPTION_HEAD_LIMIT, Ruleset

__all__ = [
    "can_land",
    "can_leave",
    "cannot_end",
    "head_limit",
    "is_first_turn",
    "is_illegal_block",
    "land",
    "leaves_legal_board",
    "win_kind",
]

#: This many points in a row make a block (заграждение, мост).
BLOCK_LENGTH = 6
#: The first quarter of a side's route, for `koks_zone="quarter"`.
FIRST_QUARTER = range(19, 25)


def can_leave(board: Board, source: int, turn: Turn) -> bool:
    """LR4: no more checkers may leave the head (голова) in a turn than its head limit.

    Nothing can land on the head, so what is missing there has left in this turn.
    """
    return source != HEAD or turn.start[HEAD] - board[HEAD] < turn.head_limit


def can_land(board: Board, target: int, turn: Turn) -> bool:
    """LR3, LR8: one opposing checker closes a point; an own point may be full.

    LR3 also says that nobody is hit: there is nothing to do to a point but to land on it.
    """
    cap = turn.ruleset.max_stack
    return board[target] >= 0 and (cap is None or board[target] < cap)


def land(board: Board, source: int, target: int) -> Board:
    """LR3: nobody is hit, so a checker that lands changes nothing but its own place."""
    return put(board, source, target)


def head_limit(ruleset: Ruleset, board: Board, roll: Roll, most_dice: Callable[[int], int]) -> int:
    """LR5: how many checkers may leave the head; more on a first turn that the exception names.

    `most_dice(limit)` is the most dice that can be played with a head limit.
    """
    if ruleset.head_limit == "free":
        return ruleset.checkers
    usual, exception = int(ruleset.head_limit), ruleset.head_exception
    more = max(usual, EXCEPTION_HEAD_LIMIT)
    if exception == "none" or not is_first_turn(board, ruleset):
        return usual
    if exception == "any_double":
        applies = roll.is_double
    elif exception == "stuck":
        applies = most_dice(usual) < most_dice(more)
    else:
        applies = roll.is_double and isinstance(exception, frozenset) and roll.big in exception
    return more if applies else usual


def is_first_turn(board: Board, ruleset: Ruleset) -> bool:
    """LR5: a turn is the mover's first if his checkers stand exactly as at the start."""
    start = dict(ruleset.start)
    return all(max(board[point], 0) == start.get(point, 0) for point in POINTS)


def leaves_legal_board(board: Board, turn: Turn, *, turn_over: bool) -> bool:
    """LR7: the block is tested when the turn is over, or after every checker move."""
    if turn_over or turn.ruleset.block_scope == "step":
        return not is_illegal_block(board, turn.ruleset)
    return True


def is_illegal_block(board: Board, ruleset: Ruleset) -> bool:
    """LR6: true if the mover holds six points in a row that the opponent's side forbids.

    Points are taken in the opponent's numbering, 24 down to 1: his route has two ends, and a
    run never joins them, because nothing of his ever crosses from 1 to 24.
    """
    if ruleset.block == "off":
        return False
    on_route = {ruleset.opponent_point(point): board[point] for point in POINTS}
    n_off = ruleset.checkers - n_opponent(board)
    run = 0
    for point in reversed(POINTS):
        run = run + 1 if on_route[point] > 0 else 0
        if run >= BLOCK_LENGTH:
            # The run may go on, but no opposing checker stands within it.
            ahead = any(on_route[lower] < 0 for lower in range(1, point))
            at_home = any(on_route[lower] < 0 for lower in HOME)
            passed = {"ahead": ahead or n_off > 0, "home": at_home or n_off > 0, "forbid": False}
            if not passed[ruleset.block]:
                return True
    return False


def win_kind(board: Board, ruleset: Ruleset) -> WinKind:
    """LR11: the size of a win; `board` is seen by the winner.

    O (ойн): the loser has borne off a checker. Else K (кокс): one of his is still in the koks
    zone; H (домашний марс): all are home; M (марс): all other losses.
    """
    if n_opponent(board) < ruleset.checkers:
        return WinKind.SINGLE
    stands_on = {ruleset.opponent_point(point) for point in POINTS if board[point] < 0}
    zone = {HEAD} if ruleset.koks_zone == "head" else set(FIRST_QUARTER)
    if stands_on & zone:
        return WinKind.KOKS
    return WinKind.HOME_MARS if stands_on <= set(HOME) else WinKind.MARS


def cannot_end(board: Board) -> bool:
    """LR3: nobody waits on a bar, so no board says at a glance that its game cannot end.

    Set-up blocks and low stack caps (LR8) can still hold both sides; such a game is unfinished
    when it reaches its most plies.
    """
    return False
