"""Read plays as people write them: "24/18 13/11*", "bar/22", "6/off(2)", "pass".

`str(play)` writes them. What is read is looked up among the legal plays: notation decides
nothing about the rules, it only says which of them a refused text breaks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nardy_fast._backend import generate_plays, generate_stage_plays
from nardy_fast._reasons import Reason, fault_of
from nardy_fast.boards import as_boards, board_text
from nardy_fast.cascades import as_head_left, as_stage
from nardy_fast.dice import Roll, RollLike, as_roll
from nardy_fast.errors import IllegalPlayError
from nardy_fast.formats.faults import Decision, dice_text, play_fault
from nardy_fast.formats.numberings import point_numbers
from nardy_fast.formats.readings import Written, afterstate, hits, lands, read_text, walks
from nardy_fast.plays import Play
from nardy_fast.rulesets import Ruleset, RulesetLike, as_ruleset

__all__ = ["find_play", "parse_play", "parse_stage_play"]


def parse_play(
    text: str,
    board: Any,
    roll: RollLike,
    *,
    ruleset: RulesetLike,
    numbering: str = "own",
    side: int = 0,
) -> Play:
    """Read a play and find it among the legal ones.

    Parameters
    ----------
    text : str
        Checker moves in any order: ``"24/18 13/11"``. A bar is ``bar`` (``бар``), off is ``off``
        (``выкид``, ``выброс``); ``13/11(2)`` is two checkers; ``24/18*/14`` names a stop, and
        stops may be left out, as may stars for hits. ``"pass"`` (``пропуск``) is the play without
        a move.
    board : Position or array_like of int, shape (26,)
        From the mover's side.
    roll : Roll, pair of int, or str
    ruleset : Ruleset or str
    numbering : {"own", "board", "ascending"}
        Whose numbers the text has (`point_numbers`); in the mover's own 25 is the bar too, and 0
        is off.
    side : int
        Who plays, 0 for White and 1 for Black; it matters to the numberings of the board alone.

    Returns
    -------
    Play
        As `generate_plays` gives it.

    Raises
    ------
    FormatError
        If the text has another form; with the column.
    IllegalPlayError
        If the play is not legal (`reason` begins with the number of the rule), or if the text
        fits several plays, which differ in what is hit in passing.
    PositionError, RollError, RulesetError, ArgumentError
        If `board`, `roll`, `ruleset`, `numbering` or `side` is none.

    Notes
    -----
    Where a checker can pass over several points, a play that hits only where the text stops is
    preferred to one that hits in passing. `reason` speaks in the mover's own numbers.

    See Also
    --------
    play_text : writes what this reads.

    References
    ----------
    Rules SR3-SR10, SR13 and LR3-LR10, LR13-LR16.

    Examples
    --------
    >>> from nardy_fast import starting_board
    >>> play = parse_play("8/5 6/5", starting_board("short"), "31", ruleset="short")
    >>> play.moves
    (CheckerMove(source=8, target=5, hit=False), CheckerMove(source=6, target=5, hit=False))
    >>> str(parse_play("6/5 8/5", starting_board("short"), "31", ruleset="short"))
    '8/5 6/5'
    >>> board = starting_board("long")
    >>> str(parse_play("1/7/8", board, "61", ruleset="long", numbering="ascending"))
    '24/17'
    """
    rules = as_ruleset(ruleset)
    numbers = _numbers(numbering, rules, side)
    plays = generate_plays(board, roll, ruleset=rules)
    rolled = as_roll(roll)
    dice = (rolled.big,) * 4 if rolled.is_double else (rolled.big, rolled.small)
    at = Decision(tuple(as_boards(board)[0][0].tolist()), dice, rules, plays)
    return _found(text, board, rolled, at, numbers)


def parse_stage_play(
    text: str,
    board: Any,
    dice: Sequence[int],
    *,
    ruleset: RulesetLike,
    head_left: int | None = None,
    numbering: str = "own",
    side: int = 0,
) -> Play:
    """Read a play of one stage (LR18) and find it among the legal ones.

    Parameters
    ----------
    text : str
        As for `parse_play`.
    board : Position or array_like of int, shape (26,)
        From the mover's side, before the stage.
    dice : sequence of int
        One to four equal faces, or two different ones.
    ruleset : Ruleset or str
    head_left : int, optional
        How many checkers may still leave the head in this turn; None for as many as at the start
        of a turn with these dice.
    numbering : {"own", "board", "ascending"}
    side : int
        As for `parse_play`.

    Returns
    -------
    Play
        As `generate_stage_plays` gives it.

    Raises
    ------
    FormatError
        If the text has another form; with the column.
    IllegalPlayError
        If the play is not legal; `reason` begins with the number of the rule.
    PositionError, RollError, RulesetError, ArgumentError
        If `board`, `dice`, `ruleset`, `head_left`, `numbering` or `side` is none.

    References
    ----------
    Rules LR18 and LR19, with those of `parse_play`.

    Examples
    --------
    >>> from nardy_fast import starting_board
    >>> board = starting_board("gulbara")
    >>> str(parse_stage_play("24/16", board, (4, 4, 4), ruleset="gulbara", head_left=1))
    '24/16'
    """
    rules = as_ruleset(ruleset)
    numbers = _numbers(numbering, rules, side)
    plays = generate_stage_plays(board, dice, ruleset=rules, head_left=head_left)
    stage, left = as_stage(dice), as_head_left(head_left)
    counts = tuple(as_boards(board)[0][0].tolist())
    at = Decision(counts, stage, rules, plays, is_stage=True, head_left=left)
    return _found(text, board, stage, at, numbers)


def find_play(read: Written, at: Decision) -> Play | Reason:
    """Return the legal play that is written, or why there is none or more than one."""
    legal = {play.afterstate.tobytes(): play for play in at.plays}
    fitting: dict[Play, frozenset[int]] = {}
    for walk in walks(read, at.dice):
        hit = hits(at.counts, walk)
        after = afterstate(at.counts, walk) if lands(at.counts, walk, at.rules) else b""
        if after in legal and read.starred <= hit:
            fitting[legal[after]] = hit - read.places
    best = [play for play, passing in fitting.items() if not passing] or list(fitting)
    if len(best) > 1:
        fault = fault_of(at.rules, "ambiguous", plays=tuple(str(play) for play in best))
        return Reason((fault,))
    return best[0] if best else play_fault(read, at)


def _numbers(numbering: str, rules: Ruleset, side: int) -> Mapping[int, int] | None:
    """Return the numbers that are written for the mover's points; None if they are its own."""
    numbers = point_numbers(numbering, ruleset=rules, side=side)
    return None if numbering == "own" else numbers


def _found(
    text: str,
    board: Any,
    dice: Roll | tuple[int, ...],
    at: Decision,
    numbers: Mapping[int, int] | None,
) -> Play:
    """Return the legal play that a text means, or raise `IllegalPlayError`."""
    found = find_play(read_text(text, numbers), at)
    if isinstance(found, Play):
        return found
    shown, reason = dice_text(at.dice, is_stage=at.is_stage), str(found)
    told = "" if numbers is None else " (in the mover's own numbers)"
    raise IllegalPlayError(
        f"{text!r} must be one legal play of {shown} on {board_text(at.counts, at.rules)} "
        f"({at.rules}): {reason}{told}",
        position=board,
        roll=dice,
        play=text,
        reason=reason,
    )
