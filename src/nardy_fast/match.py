"""A match of either game: opening throws, turns, the cube, the score, and its whole history."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from nardy_fast.arguments import SEED_LIMIT, as_count
from nardy_fast.dice import Roll, RollLike, as_roll
from nardy_fast.errors import ArgumentError, NardyError
from nardy_fast.game_states import GameState
from nardy_fast.match_dice import next_throw
from nardy_fast.match_pictures import MatchPicture
from nardy_fast.match_records import Action, match_text, read_match, unreadable_match
from nardy_fast.match_states import ACTIONS, MatchState
from nardy_fast.match_terms import MatchTerms, Number
from nardy_fast.match_views import MatchView
from nardy_fast.outcome import WinKind
from nardy_fast.plays import Play
from nardy_fast.position import Position
from nardy_fast.rulesets import RulesetLike

__all__ = ["Match"]


class Match(MatchView):
    """A match (матч), or money play, of any ruleset; it changes with every action.

    Parameters
    ----------
    rules : Ruleset, str or MatchTerms
        The rules of each game, or all terms at once.
    length : int or None
        Points to win the match; None for money play. Not with `MatchTerms`.
    seed : int or None
        The seed of `roll`, 0 to 2**64 - 1; None draws a fresh one.
    **terms : object
        The other terms of `MatchTerms`: `cube`, `crawford`, `jacoby`, `beavers`, `raccoons`,
        `automatic_doubles`, `cube_cap`, `dead_cube`, `points_fn`; and `scoring`, the name of a
        table in `SCORINGS`.

    Raises
    ------
    ArgumentError, RulesetError
        If a term or the seed is not allowed.

    Notes
    -----
    Every action either is done or raises and leaves the match as it was: `IllegalPlayError` with
    the rule (MR1-MR16, or a rule of the game) if it is not allowed, `RollError`, `FormatError` or
    `ArgumentError` if it cannot be read. Sides are 0 and 1.

    See Also
    --------
    match_terms : terms by name.
    GameState : one game without cube and score.

    Examples
    --------
    >>> match = Match("short", length=3, seed=7)
    >>> match.throw_opening(3, 1)
    >>> match.play("8/5 6/5")
    >>> match.on_turn, match.legal_actions()
    (1, ('throw', 'roll', 'double', 'offer_resignation'))
    >>> match.double()
    >>> match.drop()
    >>> match.score, str(match.games[0])
    ((0, 1), 'side 1 wins 1 (single, by a drop, cube 1)')
    """

    __slots__ = ("_actions", "_seed", "_states")

    _actions: list[Action]
    _seed: int
    _states: list[MatchState]

    def __init__(
        self,
        rules: RulesetLike | MatchTerms,
        length: int | None = None,
        *,
        seed: int | None = None,
        **terms: Any,
    ) -> None:
        if isinstance(rules, MatchTerms):
            if length is not None or terms:
                raise ArgumentError(
                    "length and other terms must be in the MatchTerms that are given; "
                    f"got {', '.join([*(['length'] if length is not None else []), *terms])} too"
                )
            settled = rules
        else:
            settled = MatchTerms(ruleset=rules, length=length).replace(**terms)  # type: ignore[arg-type]
        fresh = seed is None
        self._seed = secrets.randbits(64) if fresh else as_count("seed", seed, 0, SEED_LIMIT - 1)
        self._states = [MatchState.start(settled)]
        self._actions = []

    @property
    def _state(self) -> MatchState:
        return self._states[-1]

    @property
    def seed(self) -> int:
        """The seed of `roll`."""
        return self._seed

    @property
    def history(self) -> tuple[Action, ...]:
        """Every action so far, dice included; `replay` makes the same match of it."""
        return tuple(self._actions)

    def throw_opening(self, first: int, second: int) -> None:
        """Throw one die a side for who begins (MR2): `first` is side 0's, `second` side 1's.

        Equal dice are thrown again; automatic doubles count them (MR3).
        """
        state = self._state.throw_opening(first, second)
        self._done(Action("throw_opening", None, f"{int(first)}-{int(second)}"), state)

    def throw(self, roll: RollLike) -> None:
        """Throw dice that come from outside, for the side on turn (MR5)."""
        self._state.require("throw", roll)
        dice = as_roll(roll)
        self._act("throw", str(dice), self._state.throw(dice))

    def roll(self) -> Roll:
        """Throw the dice of the seed's stream, for the opening or for a turn; return them.

        Throw p of game g is ply p of ``dice_stream(seed, trial=g, initial=...)``, with `initial`
        where the starter plays the opening throw; ``docs/match.md`` has the rest.
        """
        self._state.require("roll")
        first, second = next_throw(self._state, self._seed)
        if self._state.game is None:
            self.throw_opening(first, second)
        else:
            self.throw((first, second))
        return Roll(first, second)

    def play(self, play: Play | str = "pass") -> None:
        """Play the dice, or the stage of a cascade, that is on (MR5).

        Parameters
        ----------
        play : Play or str
            One of ``match.state.plays()``, or its text.
        """
        self._state.require("play", play)
        assert self._state.game is not None
        # History has the text as a play writes itself, whatever form it was given in.
        found = self._state.game.as_play(play)
        self._act("play", str(found), self._state.play(found))

    def double(self) -> None:
        """Offer to play on for twice the value, before the throw (MR6)."""
        self._act("double", "", self._state.double())

    def take(self) -> None:
        """Accept a double, a beaver or a raccoon (MR7)."""
        self._act("take", "", self._state.take())

    def drop(self) -> None:
        """Refuse a double, a beaver or a raccoon, and lose the value before it (MR7)."""
        self._act("drop", "", self._state.drop())

    def beaver(self) -> None:
        """Accept a double and redouble at once, keeping the cube (MR8)."""
        self._act("beaver", "", self._state.raise_offer("beaver"))

    def raccoon(self) -> None:
        """Accept a beaver and redouble at once; the cube stays where it is (MR9)."""
        self._act("raccoon", "", self._state.raise_offer("raccoon"))

    def offer_resignation(self, kind: WinKind | str = "single", *, side: int | None = None) -> None:
        """Offer to lose the game by that class of win (MR14).

        Parameters
        ----------
        kind : WinKind or str
        side : 0, 1 or None
            Who resigns; None for the side on turn.
        """
        self._state.require("offer_resignation", kind)
        who = self.on_turn if side is None else as_count("side", side, 0, 1)
        try:
            found = WinKind(kind)
        except ValueError:
            kinds = ", ".join(kind.value for kind in self.terms.ruleset.win_kinds)
            raise ArgumentError(f"kind must be one of {kinds}; got {kind!r}") from None
        assert who is not None
        state = self._state.offer_resignation(who, found)
        self._done(Action("offer_resignation", who, found.value), state)

    def accept_resignation(self) -> None:
        """Accept the offer: the game ends (MR14)."""
        self._act("accept_resignation", "", self._state.accept_resignation())

    def reject_resignation(self) -> None:
        """Refuse the offer: the game goes on (MR14)."""
        self._act("reject_resignation", "", self._state.reject_resignation())

    def apply(self, action: Action) -> None:
        """Do an action of a history.

        Raises
        ------
        ArgumentError
            If it has another form, or another side is to do it; and what the action raises.
        """
        if not isinstance(action, Action) or action.name not in ACTIONS or action.name == "roll":
            raise ArgumentError(f"an action must be one of a match's history; got {action!r}")
        if action.name == "offer_resignation":
            self.offer_resignation(action.detail, side=action.side)
            return
        if not self._state.fault_of(action.name) and action.side != self.on_turn:
            raise ArgumentError(f"side {self.on_turn} is on turn; got {str(action)!r}")
        if action.name == "throw_opening":
            dice = action.detail.split("-")
            if len(dice) != 2 or not all(die.isdecimal() for die in dice):
                raise ArgumentError(f"an opening throw must be like '3-1'; got {action.detail!r}")
            self.throw_opening(int(dice[0]), int(dice[1]))
        elif action.name in ("throw", "play"):
            getattr(self, action.name)(action.detail)
        elif action.detail:
            raise ArgumentError(f"{action.name} has no detail; got {action.detail!r}")
        else:
            getattr(self, action.name)()

    @classmethod
    def replay(
        cls,
        rules: RulesetLike | MatchTerms,
        actions: Iterable[Action],
        *,
        seed: int | None = None,
    ) -> Match:
        """Return the match that actions lead to, from its terms.

        Examples
        --------
        >>> match = Match("long", length=1, seed=1)
        >>> _ = match.roll(), match.roll()
        >>> Match.replay(match.terms, match.history, seed=1) == match
        True
        """
        made = cls(rules, seed=seed)
        for action in actions:
            made.apply(action)
        return made

    def to_json(self) -> str:
        """Return the whole match as JSON: terms, seed, actions, how it stands, and a checksum.

        Examples
        --------
        >>> match = Match("gulbara", length=3, seed=1)
        >>> Match.from_json(match.to_json()) == match
        True
        """
        return match_text(self.terms, self._seed, self._actions, self._state)

    @classmethod
    def from_json(
        cls, text: str, *, points_fn: Callable[[Position], Number] | None = None
    ) -> Match:
        """Read a match that `to_json` has written; every action is done again.

        Parameters
        ----------
        text : str
        points_fn : callable or None
            The function of the same name that the match was scored by, which a text cannot hold.

        Raises
        ------
        FormatError
            If anything is wrong with the text: another format or version, an altered byte, an
            action that is not allowed, or a state that the actions do not lead to.
        ArgumentError
            If `text` is no text.
        """
        record = read_match(text, points_fn)
        try:
            made = cls(record.terms, seed=0 if record.seed is None else record.seed)
        except NardyError as error:
            unreadable_match(text, str(error))
        for n, action in enumerate(record.actions):
            try:
                made.apply(action)
            except NardyError as error:
                unreadable_match(text, f"action {n} cannot be done: {error}")
        if made.to_json() != text:
            unreadable_match(text, "it says other than its actions lead to")
        return made

    def undo(self) -> Action:
        """Go back before the last action, and return it.

        Raises
        ------
        ArgumentError
            If there is none.
        """
        if not self._actions:
            raise ArgumentError("there is no action to undo")
        self._states.pop()
        return self._actions.pop()

    def copy(self) -> Match:
        """Return a match that stands the same and goes its own way."""
        made = object.__new__(type(self))
        made._seed, made._states = self._seed, list(self._states)
        made._actions = list(self._actions)
        return made

    def __copy__(self) -> Match:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Match:
        return self.copy()

    def _act(self, name: str, detail: str, state: MatchState) -> None:
        self._done(Action(name, self.on_turn, detail), state)

    def _done(self, action: Action, state: MatchState) -> None:
        self._actions.append(action)
        self._states.append(state)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return (
            self._seed == other._seed
            and self.terms == other.terms
            and self._actions == other._actions
        )

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def _repr_svg_(self) -> str:
        # What a notebook shows: the game that is on, or the last one, with the last play in it.
        state, games = self._state, self.games
        shown = state.game or (games[-1].state if games else GameState.start(self.terms.ruleset))
        n_before = len(games) - (state.game is None and bool(games))
        is_on, resigned = state.game is not None, self.resignation
        picture = MatchPicture(
            position=shown.position,
            side=shown.side,
            dice=shown.dice if is_on else (),
            cube=self.cube.value if self.cube.is_in_use and is_on else None,
            owner=self.cube.owner,
            is_offered=self.cube.offer is not None,
            decides=self.on_turn if is_on else None,
            score=self.score,
            length=self.terms.length,
            crawford=self.is_crawford,
            resigns=None if resigned is None else (resigned.side, resigned.kind),
        )
        for action, before in zip(
            reversed(self._actions), reversed(self._states[:-1]), strict=True
        ):
            if len(before.games) != n_before:
                break
            if action.name == "play" and before.game is not None:
                return picture.after(before.game, before.game.as_play(action.detail))
        return picture.text()

    def __str__(self) -> str:
        length = self.terms.length
        kind = "money play" if length is None else f"match to {length}"
        score = "-".join(f"{points:g}" for points in self.score)
        return f"{kind}, {self.terms.ruleset}, {score}, {len(self._actions)} actions"

    def __repr__(self) -> str:
        return f"<Match {self}>"
