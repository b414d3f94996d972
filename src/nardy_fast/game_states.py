"""A game in progress, of any ruleset: whose turn it is, what must be played, what comes next."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from nardy_fast._backend import generate_stage_plays
from nardy_fast._narrowing import is_tuple
from nardy_fast.arguments import SEED_LIMIT, as_count
from nardy_fast.cascades import (
    Phase,
    Stage,
    Stages,
    as_stage,
    head_allowance,
    stages_left,
    stages_of,
)
from nardy_fast.dice import RollLike, as_roll
from nardy_fast.errors import ArgumentError, IllegalPlayError
from nardy_fast.formats.notation import parse_play, parse_stage_play
from nardy_fast.outcome import WinKind
from nardy_fast.plays import Play
from nardy_fast.position import Position
from nardy_fast.ruleset_fields import MAX_CHECKERS
from nardy_fast.rulesets import Ruleset, RulesetLike
from nardy_fast.svg_drawing import draw_svg

__all__ = ["GameState"]


@dataclass(frozen=True, slots=True)
class GameState:
    """One game in progress (партия): a value that never changes.

    Parameters
    ----------
    position : Position
        Seen by the side on turn, before the stage that is to be played.
    side : int
        Who is on turn: 0 or 1.
    phase : Phase
        What that side has to do.
    stages : tuple of tuple of int
        The dice still to be played, the stage to decide now first; empty before a throw. Under most
        rulesets there is never more than one (LR18).
    head_left : int
        How many checkers may still leave the head in this turn (LR4); 0 before a throw.
    n_rolls : tuple of two int
        How many rolls sides 0 and 1 have thrown.

    Raises
    ------
    ArgumentError, RollError
        If a part is none of its kind, or the parts contradict each other.

    See Also
    --------
    Position : a board and its rules, without turns.

    Examples
    --------
    >>> state = GameState.start("long").throw("61")
    >>> [str(play) for play in state.plays()]
    ['24/17']
    >>> state = state.play("24/17")
    >>> state.side, state.needs_throw, str(state.position)
    (1, True, '24:15 / 24:14 17:1')
    """

    position: Position
    side: int = 0
    phase: Phase = Phase.THROW
    stages: Stages = ()
    head_left: int = 0
    n_rolls: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "side", as_count("side", self.side, 0, 1))
        head_left = as_count("head_left", self.head_left, 0, MAX_CHECKERS)
        object.__setattr__(self, "head_left", head_left)
        try:
            mine, theirs = self.n_rolls
        except (TypeError, ValueError):
            raise ArgumentError(
                f"n_rolls must be two whole numbers from 0; got {self.n_rolls!r}"
            ) from None
        counts = tuple(as_count("n_rolls", n, 0, SEED_LIMIT) for n in (mine, theirs))
        object.__setattr__(self, "n_rolls", counts)
        fault = _fault(self)
        if fault:
            raise ArgumentError(f"a game's state cannot be made: {fault}")

    @classmethod
    def start(cls, ruleset: RulesetLike, side: int = 0) -> GameState:
        """Return the state in which a game begins; `side` is to throw."""
        return cls(Position.start(ruleset), side)

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the game."""
        return self.position.ruleset

    @property
    def is_over(self) -> bool:
        """True if a side has borne off everything (SR11, LR12)."""
        return self.position.is_over

    @property
    def needs_throw(self) -> bool:
        """True if the side on turn is to throw the dice."""
        return self.phase is Phase.THROW and not self.is_over

    @property
    def dice(self) -> Stage:
        """The dice to be played now; empty if none are."""
        return self.stages[0] if self.stages else ()

    @property
    def first_off(self) -> int | None:
        """The side that has borne off everything; None while the game goes on."""
        outcome = self.position.outcome
        return None if outcome is None else self.side if outcome.mover_won else 1 - self.side

    @property
    def winner(self) -> int | None:
        """The side that is paid: the first to bear off, or the other under `misere` (LR20)."""
        first = self.first_off
        return first if first is None or not self.ruleset.misere else 1 - first

    @property
    def win_kind(self) -> WinKind | None:
        """The class of the win (SR12, LR11); None while the game goes on."""
        outcome = self.position.outcome
        return None if outcome is None else outcome.kind

    def throw(self, roll: RollLike) -> GameState:
        """Return the state after the side on turn has thrown `roll`.

        Raises
        ------
        RollError
            If two dice cannot show it.
        ArgumentError
            If the game is over, or a roll is still to be played.
        """
        dice = as_roll(roll)
        if not self.needs_throw:
            what = "the game is over" if self.is_over else f"{self.dice} must be played first"
            raise ArgumentError(f"nobody can throw now: {what}")
        phase, stages = stages_of(dice, self.n_rolls[self.side], self.ruleset)
        thrown = [n + (side == self.side) for side, n in enumerate(self.n_rolls)]
        return replace(
            self,
            phase=phase,
            stages=stages,
            head_left=head_allowance(self.position.board.tolist(), dice, self.ruleset),
            n_rolls=(thrown[0], thrown[1]),
        )

    def plays(self) -> list[Play]:
        """Return every distinct play of the stage to be decided, as `generate_plays` orders them.

        A forced pass is one play without moves. Empty before a throw and when the game is over.
        """
        if self.is_over or not self.stages:
            return []
        if not self.ruleset.has_stages:
            first = self.dice
            return self.position.plays((first[0], first[-1]))
        return generate_stage_plays(
            self.position.board, self.dice, ruleset=self.ruleset, head_left=self.head_left
        )

    def play(self, play: Play | str = "pass") -> GameState:
        """Return the state after a play of the stage to be decided.

        Parameters
        ----------
        play : Play or str
            One of `plays`, or a text that `parse_play` reads.

        Raises
        ------
        IllegalPlayError
            If it is none of the legal plays; `reason` begins with the number of the rule.
        FormatError
            If a text cannot be read.
        ArgumentError
            If there is nothing to be played.
        """
        found = self.as_play(play)
        own, over = stages_left(self.phase, self.stages, len(found.moves))
        trusted = self.position._trusted  # pyright: ignore[reportPrivateUsage] - a legal play's board
        position = trusted(found.afterstate.tobytes(), self.ruleset)
        if own and not position.is_over:
            left = self.head_left - (self.position.board[24] - position.board[24])
            return replace(self, position=position, stages=own, head_left=int(left))
        if self.phase is Phase.HANDED_OVER and not position.is_over:
            # What is left over is lost, and the same side throws.
            return GameState(position, self.side, n_rolls=self.n_rolls)
        position = position.swap_sides()
        ended = GameState(position, 1 - self.side, n_rolls=self.n_rolls)
        if not over or position.is_over:
            return ended
        allowance = head_allowance(position.board.tolist(), None, self.ruleset)
        return replace(ended, phase=Phase.HANDED_OVER, stages=over, head_left=allowance)

    def _repr_svg_(self) -> str:
        # What a notebook shows; the side on turn sits below.
        return draw_svg(self.position, self.ruleset, viewer=self.side, dice=self.dice)

    def as_play(self, play: Play | str) -> Play:
        """Return the legal play of the dice, or of the stage, that is meant.

        Parameters
        ----------
        play : Play or str
            A text may name its moves in any order, and the steps of a checker together.

        Returns
        -------
        Play

        Raises
        ------
        IllegalPlayError
            If it is not legal, with the rule.
        FormatError
            If a text is no play; with the column.
        ArgumentError
            If nothing can be played now.

        Examples
        --------
        >>> str(GameState.start("short").throw("3-1").as_play("6/5 8/5"))
        '8/5 6/5'
        """
        if self.is_over or not self.stages:
            what = "the game is over" if self.is_over else "the dice must be thrown first"
            raise ArgumentError(f"nothing can be played now: {what}")
        if isinstance(play, str):
            if not self.ruleset.has_stages:
                roll = (self.dice[0], self.dice[-1])
                return parse_play(play, self.position, roll, ruleset=self.ruleset)
            return parse_stage_play(
                play, self.position, self.dice, ruleset=self.ruleset, head_left=self.head_left
            )
        plays = self.plays()
        if play in plays:
            return plays[plays.index(play)]
        same = "SR13" if self.ruleset.has_bar else "LR16"
        reason = f"{same}: it is none of the plays of {self.dice}"
        raise IllegalPlayError(
            f"{str(play)!r} must be a legal play on {self.position} ({self.ruleset}): {reason}",
            position=self.position,
            roll=self.dice,
            play=play,
            reason=reason,
        )


def _fault(state: Any) -> str:
    """Return what parts of a state contradict each other; "" if none do."""
    phase, stages = state.phase, state.stages
    if not isinstance(state.position, Position):
        return f"position must be a Position; got {state.position!r}"
    if not isinstance(phase, Phase):
        return f"phase must be a Phase; got {phase!r}"
    if not is_tuple(stages) or not all(map(_is_left_of_stage, stages)):
        return f"stages must be a tuple of tuples of dice, larger dice first; got {stages!r}"
    n_stages = len(stages)
    if (phase is Phase.THROW) == (n_stages > 0):
        return f"stages must be empty before a throw and only then; got {stages!r}"
    if phase is Phase.TURN and n_stages > 1:
        return f"there is one stage in a roll that does not cascade; got {stages!r}"
    if phase in (Phase.CASCADE, Phase.HANDED_OVER):
        n_dice = state.ruleset.cascade
        if n_dice is None:
            return f"no double cascades under {state.ruleset}; got {phase!r}"
        rest = tuple((face,) * n_dice for face in range(8 - n_stages, 7))
        first = (7 - n_stages,) * min(len(stages[0]), n_dice)
        if stages != (first, *rest):
            return f"stages must rise to 6-6 with {n_dice} dice each; got {stages!r}"
    return ""


def _is_left_of_stage(dice: Any) -> bool:
    """Return whether these are dice of a stage, some of which may have been played."""
    return isinstance(dice, tuple) and (not dice or as_stage(dice) == dice)
