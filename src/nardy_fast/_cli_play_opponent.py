"""The side that the machine plays: which play, whether to double, take, or accept a resignation."""

from __future__ import annotations

import math
import random

import numpy as np
from numpy.typing import NDArray

from nardy_fast._backend import evaluate
from nardy_fast._rollout import rollout
from nardy_fast.errors import NardyError
from nardy_fast.game_states import GameState
from nardy_fast.match import Match
from nardy_fast.outcome import WinKind
from nardy_fast.plays import Play
from nardy_fast.policies import Policy
from nardy_fast.position import Position

__all__ = ["CUBE_TRIALS", "Opponent", "ranked_plays_of_state"]

#: Games that a decision about the cube or a resignation is rolled out by.
CUBE_TRIALS = 1_296
_N_WORDS = 64


def ranked_plays_of_state(
    state: GameState, policy: Policy | None
) -> list[tuple[Play, float | None]]:
    """Return the plays of a state with what a policy says of each, the best first.

    A play that ends the game comes first, or last where that loses (LR20); of equal scores the
    play whose afterstate, read as unsigned bytes, is the least. Where the policy says nothing, the
    plays come in their own order with None.
    """
    plays, rules = state.plays(), state.ruleset
    if not plays or policy is None or policy.tables(rules) is None:
        return [(play, None) for play in plays]
    boards = np.stack([play.afterstate for play in plays])
    scores = evaluate(boards, ruleset=rules, policy=policy).values.tolist()
    goes_on: list[bool] = [max(board) > 0 for board in boards.tolist()]

    def rank(i: int) -> tuple[bool, float, bytes]:
        return goes_on[i] is not rules.misere, -scores[i], plays[i].afterstate.tobytes()

    return [(plays[i], scores[i]) for i in sorted(range(len(plays)), key=rank)]


class Opponent:
    """Who plays the other side (соперник); the same decisions for the same seed and history.

    Parameters
    ----------
    policy : Policy
    seed : int
        The match's.
    """

    def __init__(self, policy: Policy, seed: int) -> None:
        self.policy = policy
        self._seed = seed

    def choose(self, match: Match) -> Play:
        """Return the play of the side on turn, strayed from as often as the policy says."""
        assert match.state is not None
        ranked = ranked_plays_of_state(match.state, self.policy)
        # Keyed by the number of actions: what was taken back and played again stays the same.
        draw = random.Random((self._seed << _N_WORDS) | len(match.history)).random
        policy = self.policy
        if ranked[0][1] is None or (policy.epsilon and draw() < policy.epsilon):
            return ranked[int(draw() * len(ranked))][0]
        if not policy.temperature:
            return ranked[0][0]
        best = max(score for _, score in ranked if score is not None)
        weights = [math.exp(((score or 0.0) - best) / policy.temperature) for _, score in ranked]
        left = draw() * sum(weights)
        for (play, _), weight in zip(ranked, weights, strict=True):
            left -= weight
            if left < 0:
                return play
        return ranked[-1][0]

    def chances(self, match: Match) -> NDArray[np.float64] | None:
        """Return the chances of all outcomes for the side that is to throw, in their own order.

        They are shares of `CUBE_TRIALS` games of the policy against itself; None where a game can
        only be rolled out from its start.
        """
        assert match.state is not None
        position: Position = match.state.position
        try:
            result = rollout(
                position.board,
                ruleset=position.ruleset,
                policy=self.policy,
                n_trials=CUBE_TRIALS,
                seed=self._seed ^ len(match.history),
                threads=1,
            )
        except NardyError:
            return None
        counts: NDArray[np.int64] = result.outcome_counts[0]
        return counts / max(int(counts.sum()), 1)

    def doubles(self, match: Match) -> bool:
        """Return whether the side on turn, which may double, does."""
        chances = self.chances(match)
        if chances is None:
            return False
        win = _share_of_wins(chances)
        return win >= 0.7 and _equity(match, chances) < 1

    def answer(self, match: Match) -> str:
        """Return "take", "drop" or "beaver": the answer to what the human offers."""
        chances = self.chances(match)
        if chances is None:
            return "take"
        equity = -_equity(match, chances)
        if match.cube.offer == "beaver":
            equity = -equity
        if equity > 0 and "beaver" in match.legal_actions():
            return "beaver"
        return "take" if equity >= -0.5 else "drop"

    def accepts(self, match: Match, kind: WinKind) -> bool:
        """Return whether an offer to lose by that kind of win is as much as can be expected."""
        rules = match.settings.ruleset
        chances = self.chances(match)
        offered = rules.points[rules.win_kinds.index(kind)]
        if chances is None or match.state is None or match.resignation is None:
            return offered == max(rules.points)
        equity = _equity(match, chances)
        own = equity if match.state.side != match.resignation.side else -equity
        return offered >= own


def _equity(match: Match, chances: NDArray[np.float64]) -> float:
    """Return the points that the side to throw expects, without a cube."""
    return float(chances @ np.array(match.settings.ruleset.outcome_points, dtype=np.float64))


def _share_of_wins(chances: NDArray[np.float64]) -> float:
    return float(chances[len(chances) // 2 :].sum())
