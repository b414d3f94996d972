"""How a match stands: one value that never changes, and the values that actions turn it into.

`fault_of` is the only judge of what may be done; `legal_actions` and every action ask it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

from nardy_fast.cube_rules import (
    Cube,
    beaver_fault,
    double_fault,
    is_dead_for,
    raccoon_fault,
)
from nardy_fast.dice import Roll, RollLike
from nardy_fast.errors import ArgumentError, IllegalPlayError
from nardy_fast.game_states import GameState
from nardy_fast.match_terms import MatchTerms, Number
from nardy_fast.outcome import WinKind
from nardy_fast.plays import Play

__all__ = ["ACTIONS", "GameResult", "MatchState", "Resignation"]

#: Every action, in the order of `legal_actions`.
ACTIONS = (
    "throw_opening",
    "throw",
    "roll",
    "play",
    "double",
    "take",
    "drop",
    "beaver",
    "raccoon",
    "offer_resignation",
    "accept_resignation",
    "reject_resignation",
)


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game of a match ended (итог партии).

    Parameters
    ----------
    winner : int
        The side that is paid, 0 or 1.
    kind : WinKind
        The class of the win; a drop is a single win.
    by : {"bearing_off", "drop", "resignation"}
        What ended the game.
    cube : int
        The value of the cube that counts.
    points : int or float
        What the winner gets (MR15).
    is_crawford : bool
        True for the Crawford game.
    state : GameState
        How the game stood at its end.
    """

    winner: int
    kind: WinKind
    by: str
    cube: int
    points: Number
    is_crawford: bool
    state: GameState

    @property
    def payoffs(self) -> tuple[Number, Number]:
        """What sides 0 and 1 get; the two sum to zero."""
        return (self.points, -self.points) if self.winner == 0 else (-self.points, self.points)

    def __str__(self) -> str:
        how = {"bearing_off": "", "drop": ", by a drop", "resignation": ", by resignation"}[self.by]
        return f"side {self.winner} wins {self.points:g} ({self.kind.value}{how}, cube {self.cube})"


@dataclass(frozen=True, slots=True)
class Resignation:
    """An offer to lose the game (предложение сдаться).

    Parameters
    ----------
    side : int
        Who would lose.
    kind : WinKind
        What class of win is offered.
    """

    side: int
    kind: WinKind


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match between two actions.

    Parameters
    ----------
    terms : MatchTerms
    score : tuple of two numbers
    games : tuple of GameResult
    starter : int or None
        Who begins or began the game that is on; None before an opening throw.
    n_ties : int
        Equal opening throws of the game so far.
    game : GameState or None
        The game that is on; None before an opening throw and when the match is over.
    value, owner, offer : int, int or None, str or None
        The cube, without what follows from the rest.
    resignation : Resignation or None
    crawford : {"before", "now", "after"}
        Where the match is with the Crawford game.
    """

    terms: MatchTerms
    score: tuple[Number, Number] = (0, 0)
    games: tuple[GameResult, ...] = field(default=(), repr=False)
    starter: int | None = None
    n_ties: int = 0
    game: GameState | None = None
    value: int = 1
    owner: int | None = None
    offer: str | None = None
    resignation: Resignation | None = None
    crawford: str = "before"

    @classmethod
    def start(cls, terms: MatchTerms) -> MatchState:
        """Return the state before the first opening throw."""
        return cls(terms)._next_game(None)

    @property
    def winner(self) -> int | None:
        """The side that has won the match (MR16); None while it goes on, and in money play."""
        length = self.terms.length
        if length is None:
            return None
        return next((side for side in (0, 1) if self.score[side] >= length), None)

    @property
    def cube(self) -> Cube:
        """The cube, with what follows from the terms and the score."""
        in_use = self.terms.cube and self.crawford != "now" and self.winner is None
        cube = Cube(self.value, self.owner, in_use, False, self.offer)
        sides = (0, 1) if self.owner is None else (self.owner,)
        dead = in_use and all(is_dead_for(cube, self.need(s), self._single_pays) for s in sides)
        return replace(cube, is_dead=dead)

    @property
    def on_turn(self) -> int | None:
        """The side that decides next; None before an opening throw and when the match is over."""
        if self.game is None:
            return None
        if self.resignation is not None:
            return 1 - self.resignation.side
        # A double and a raccoon wait for the other side, a beaver for the doubler.
        waits = self.offer in ("double", "raccoon")
        return 1 - self.game.side if waits else self.game.side

    @property
    def _single_pays(self) -> Number:
        return self.terms.ruleset.points[0]

    def need(self, side: int) -> Number | None:
        """Return how many points a side is away from the match; None in money play."""
        length = self.terms.length
        return None if length is None else length - self.score[side]

    def fault_of(self, action: str) -> str:
        """Return why an action cannot be done now, with the number of the rule; "" if it can."""
        if self.winner is not None:
            return "MR16: the match is over"
        if self.resignation is not None:
            answers = ("accept_resignation", "reject_resignation")
            waits = f"MR14: side {1 - self.resignation.side} must answer the offer to resign first"
            return "" if action in answers else waits
        if action in ("accept_resignation", "reject_resignation"):
            return "MR14: nobody has offered to resign"
        if self.game is None:
            opens = action in ("throw_opening", "roll")
            return "" if opens else "MR2: the opening throw comes first"
        if action == "throw_opening":
            return "MR2: it is known who begins this game"
        if self.offer is not None:
            return self._fault_of_answer(action)
        return self._fault_of_turn(self.game, action)

    def _fault_of_answer(self, action: str) -> str:
        if action in ("take", "drop"):
            return ""
        if action == "beaver" and self.offer == "double":
            return beaver_fault(self.terms, self.cube)
        if action == "raccoon" and self.offer == "beaver":
            return raccoon_fault(self.terms, self.cube)
        rule = {"beaver": "MR8", "raccoon": "MR9"}.get(action, "MR7")
        return f"{rule}: side {self.on_turn} must answer the {self.offer} first"

    def _fault_of_turn(self, game: GameState, action: str) -> str:
        if action == "offer_resignation":
            return ""
        if action in ("take", "drop", "beaver", "raccoon"):
            rule = {"beaver": "MR8", "raccoon": "MR9"}.get(action, "MR7")
            return f"{rule}: nothing has been offered that this answers"
        if action == "play":
            return "MR5: the dice must be thrown first" if game.needs_throw else ""
        if not game.needs_throw:
            dice = "-".join(map(str, game.dice))
            first = f"{dice} must be played first"
            late = action == "double"
            return f"MR6: a double comes before the throw; {first}" if late else f"MR5: {first}"
        if action == "double":
            need = self.need(game.side)
            return double_fault(self.terms, self.cube, game.side, need, self._single_pays)
        return ""

    def require(self, action: str, detail: object = "") -> None:
        """Raise `IllegalPlayError` if an action cannot be done now."""
        reason = self.fault_of(action)
        if reason:
            raise self.illegal(f"{action} {detail}".strip(), reason)

    def illegal(self, tried: object, reason: str) -> IllegalPlayError:
        """Return the error for what was tried."""
        game = self.game
        return IllegalPlayError(
            f"{str(tried)!r} must be a legal action of the match: {reason}",
            position=None if game is None else game.position,
            roll=None if game is None else game.dice,
            play=tried,
            reason=reason,
        )

    def throw_opening(self, first: int, second: int) -> MatchState:
        """MR2, MR3: sides 0 and 1 have thrown one die each."""
        self.require("throw_opening", f"{first}-{second}")
        roll = Roll(first, second)
        if roll.is_double:
            value = self.value * 2
            doubles = self.n_ties < self.terms.automatic_doubles
            kept = not doubles or value > self.terms.greatest_cube
            return replace(self, n_ties=self.n_ties + 1, value=self.value if kept else value)
        starter = 0 if first > second else 1
        game = GameState.start(self.terms.ruleset, starter)
        if self.terms.ruleset.opening == "pair":
            game = game.throw(roll)
        return replace(self, starter=starter, game=game)

    def throw(self, roll: RollLike) -> MatchState:
        """MR5: the side on turn has thrown."""
        self.require("throw", roll)
        assert self.game is not None
        return replace(self, game=self.game.throw(roll))

    def play(self, play: Play | str) -> MatchState:
        """MR5: the side on turn has played; this may end the game and the match."""
        self.require("play", play)
        assert self.game is not None
        game = self.game.play(play)
        if game.winner is None or game.win_kind is None:
            return replace(self, game=game)
        return self._ended(game, game.winner, game.win_kind, "bearing_off")

    def double(self) -> MatchState:
        """MR6: the side on turn offers to play on for twice the value."""
        self.require("double")
        return replace(self, offer="double")

    def take(self) -> MatchState:
        """MR7: the offer is taken; the cube is with the side that the first double went to."""
        self.require("take")
        assert self.game is not None
        return replace(self, value=self.value * 2, owner=1 - self.game.side, offer=None)

    def drop(self) -> MatchState:
        """MR7: the offer is refused, which loses the value before it."""
        self.require("drop")
        assert self.game is not None
        assert self.on_turn is not None
        return self._ended(self.game, 1 - self.on_turn, WinKind.SINGLE, "drop")

    def raise_offer(self, action: str) -> MatchState:
        """MR8, MR9: a beaver or a raccoon takes what is offered, and offers twice as much."""
        self.require(action)
        assert self.game is not None
        return replace(self, value=self.value * 2, owner=1 - self.game.side, offer=action)

    def offer_resignation(self, side: int, kind: WinKind) -> MatchState:
        """MR14: a side offers to lose the game."""
        self.require("offer_resignation", kind.value)
        if kind not in self.terms.ruleset.win_kinds:
            kinds = ", ".join(kind.value for kind in self.terms.ruleset.win_kinds)
            raise ArgumentError(f"kind must be one of {kinds}; got {kind.value}")
        return replace(self, resignation=Resignation(side, kind))

    def accept_resignation(self) -> MatchState:
        """MR14: the other side is content with what is offered."""
        self.require("accept_resignation")
        assert self.resignation is not None
        assert self.game is not None
        offered = self.resignation
        return self._ended(self.game, 1 - offered.side, offered.kind, "resignation")

    def reject_resignation(self) -> MatchState:
        """MR14: the game goes on as it was."""
        self.require("reject_resignation")
        return replace(self, resignation=None)

    def _ended(self, game: GameState, winner: int, kind: WinKind, by: str) -> MatchState:
        """MR15: the state after a game; the next one is on, unless the match is over."""
        points = self.value * self._pays(game, winner, kind, by)
        crawford = self.crawford == "now"
        result = GameResult(winner, kind, by, self.value, points, crawford, game)
        score = (
            self.score[0] + (points if winner == 0 else 0),
            self.score[1] + (points if winner == 1 else 0),
        )
        settled = replace(
            self,
            score=score,
            games=(*self.games, result),
            game=None,
            offer=None,
            resignation=None,
            crawford="after" if crawford else self.crawford,
        )
        return settled if settled.winner is not None else settled._next_game(self.starter)

    def _pays(self, game: GameState, winner: int, kind: WinKind, by: str) -> Number:
        rules, points_fn = self.terms.ruleset, self.terms.points_fn
        if points_fn is not None and by == "bearing_off":
            last = game.position if game.side == winner else game.position.swap_sides()
            paid = points_fn(last)
            if not isinstance(paid, (int, float)) or not (math.isfinite(paid) and paid >= 0):
                raise ArgumentError(f"points_fn must return a number >= 0; got {paid!r} for {last}")
            return paid
        # MR13: under the Jacoby rule an unturned cube makes every win a single one.
        counted = WinKind.SINGLE if self.terms.jacoby and self.owner is None else kind
        return rules.points[rules.win_kinds.index(counted)]

    def _next_game(self, last_starter: int | None) -> MatchState:
        """MR4, MR12: the state in which the next game begins."""
        length, crawford = self.terms.length, self.crawford
        if self.terms.has_crawford and crawford == "before" and length is not None:
            crawford = "now" if max(self.score) >= length - 1 else crawford
        starter, rule = None, self.terms.ruleset.next_starter
        if last_starter is not None and rule == "alternate":
            starter = 1 - last_starter
        elif self.games and rule in ("winner", "loser"):
            winner = self.games[-1].winner
            starter = winner if rule == "winner" else 1 - winner
        game = None if starter is None else GameState.start(self.terms.ruleset, starter)
        return replace(
            self, starter=starter, n_ties=0, game=game, value=1, owner=None, crawford=crawford
        )
