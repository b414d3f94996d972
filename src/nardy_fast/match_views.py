"""What can be asked of a match without changing it."""

from __future__ import annotations

from nardy_fast.cube_rules import Cube
from nardy_fast.game_states import GameState
from nardy_fast.match_settings import MatchSettings, Number
from nardy_fast.match_states import ACTIONS, GameResult, MatchState, Resignation

__all__ = ["MatchView"]


class MatchView:
    """The readable side of a `Match`."""

    __slots__ = ()

    @property
    def _state(self) -> MatchState:
        raise NotImplementedError

    @property
    def settings(self) -> MatchSettings:
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
