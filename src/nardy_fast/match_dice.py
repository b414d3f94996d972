"""The dice of a match's games, from the stream that rollouts use.

Promise: the dice of a seed, a game and a throw never change.
"""

from __future__ import annotations

import functools

from nardy_fast._backend import dice_stream
from nardy_fast.arguments import SEED_LIMIT
from nardy_fast.match_states import MatchState

__all__ = ["BALLOT_ROW", "next_throw"]

#: The row of the opening throws; that of the games is 0, as of the first root of a rollout.
BALLOT_ROW = SEED_LIMIT - 1
GAME_ROW = 0
#: Throws are drawn by so many at a time: a block is made once, and most games need one or two.
_BLOCK = 64

Throw = tuple[int, int]


def next_throw(state: MatchState, seed: int) -> Throw:
    """Return the two dice of the next throw of a match; at an opening throw, side 0's first.

    Throw p of game g is ply p of ``dice_stream(seed, trial=g, initial=...)``, with `initial` where
    the starter plays the opening throw; then ply 0 is that throw. Equal opening throws, and those
    after which the starter throws afresh, are of row 2**64 - 1.

    Examples
    --------
    >>> from nardy_fast.match_terms import MatchTerms
    >>> state = MatchState.start(MatchTerms(ruleset="short", length=3))
    >>> next_throw(state, 7), dice_stream(7, n_plies=1, initial=True).tolist()
    ((3, 6), [[3, 6]])
    """
    n_games, played = len(state.games), state.terms.ruleset.opening == "pair"
    if state.game is not None:
        # Without an opening throw nothing keeps the first roll from being a double.
        drawn = _drawn_for(state)
        return _throw(seed, GAME_ROW, n_games, sum(state.game.n_rolls), played and drawn)
    ballot = _throw(seed, BALLOT_ROW, n_games, state.n_ties, False)
    if played and ballot[0] != ballot[1]:
        return _throw(seed, GAME_ROW, n_games, 0, True)
    return ballot


def _drawn_for(state: MatchState) -> bool:
    """Return True if the game that is on began with an opening throw."""
    return not state.games or state.terms.ruleset.next_starter == "roll"


def _throw(seed: int, row: int, game: int, ply: int, initial: bool) -> Throw:
    n_plies = (ply // _BLOCK + 1) * _BLOCK
    return _throws(seed, row, game, n_plies, initial)[ply]


@functools.lru_cache(maxsize=32)
def _throws(seed: int, row: int, game: int, n_plies: int, initial: bool) -> tuple[Throw, ...]:
    drawn = dice_stream(seed, row=row, trial=game, n_plies=n_plies, initial=initial)
    return tuple((first, second) for first, second in drawn.tolist())
