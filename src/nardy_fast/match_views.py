"""What can be asked of a match without changing it."""

from __future__ import annotations

from nardy_fast.cube_rules import Cube
from nardy_fast.cube_states import CubeState
from nardy_fast.errors import ArgumentError
from nardy_fast.game_states import GameState
from nardy_fast.match_states import ACTIONS, GameResult, MatchState, Resignation
from nardy_fast.match_terms import MatchTerms, Number

__all__ = ["MatchView"]


class MatchView:
    """The readable side of a `Match`."""

    __slots__ = ()

    @property
    def _state(self) -> MatchState:
        raise NotImplementedError

    @property
    def terms(self) -> MatchTerms:
        """The terms of the match."""
        return self._state.terms

    @property
    def state(self) -> GameState | None:
        """The game that is on; None before an opening throw and when the match is over."""
        return self._state.game

    @property
    def score(self) -> tuple[Number, Number]:
        """The points that sides 0 and 1 have won."""
        return self._state.score

    @property
    def cube(self) -> Cube:
        """The cube of the game that is on, or about to begin."""
        return self._state.cube

    @property
    def on_turn(self) -> int | None:
        """The side that decides next, an answer to an offer included; None if nobody alone does."""
        return self._state.on_turn

    @property
    def resignation(self) -> Resignation | None:
        """The offer to resign that waits for an answer."""
        return self._state.resignation

    @property
    def is_crawford(self) -> bool:
        """True in the Crawford game (MR12)."""
        return self._state.crawford == "now"

    @property
    def is_post_crawford(self) -> bool:
        """True after the Crawford game."""
        return self._state.crawford == "after"

    @property
    def is_over(self) -> bool:
        """True if a side has won the match; never in money play (MR16)."""
        return self._state.winner is not None

    @property
    def winner(self) -> int | None:
        """The side that has won the match; None while it goes on."""
        return self._state.winner

    @property
    def games(self) -> tuple[GameResult, ...]:
        """The games that are over."""
        return self._state.games

    def legal_actions(self) -> tuple[str, ...]:
        """Return the names of the methods that would be accepted now, each as it is called.

        `play` takes one of ``match.state.plays()``. Empty when the match is over.
        """
        return tuple(name for name in ACTIONS if not self._state.fault_of(name))

    def cube_state(self) -> CubeState:
        """Return the cube and the score as `cube_action` takes them, from the side of the thrower.

        That is the side that could double, or has doubled; its throw is due, or is being played.

        Raises
        ------
        ArgumentError
            If no game is on: before an opening throw, and at the end of the match.
        """
        state, terms = self._state, self.terms
        if state.game is None:
            raise ArgumentError("no game is on, so nobody can double: throw the dice first")
        side = state.game.side
        owner = {None: None, side: "mover", 1 - side: "opponent"}[state.owner]
        mover, opponent = state.need(side), state.need(1 - side)
        return CubeState(
            ruleset=terms.ruleset,
            away=None if mover is None or opponent is None else (mover, opponent),
            value=state.value,
            owner=owner,
            # A match without that rule is as one after the Crawford game.
            crawford=state.crawford if terms.has_crawford or terms.is_money else "after",
            jacoby=terms.jacoby,
            beavers=terms.beavers,
            raccoons=terms.raccoons,
            cap=terms.cube_cap,
            has_cube=terms.cube,
        )
