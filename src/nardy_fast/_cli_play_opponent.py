"""The side that the machine plays: which play, whether to double, take, or accept a resignation."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from nardy_fast._backend import evaluate
from nardy_fast._rollout import rollout
from nardy_fast.cube_decisions import CubeDecision, cube_action
from nardy_fast.game_states import GameState
from nardy_fast.match import Match
from nardy_fast.outcome import WinKind
from nardy_fast.plays import Play
from nardy_fast.policies import Policy

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

    def chances(self, match: Match) -> NDArray[np.float64]:
        """Return the chances of all outcomes for the side that is to throw, in their own order.

        They are shares of `CUBE_TRIALS` games of the policy against itself.
        """
        state = self._state_of(match)
        rules, n_rolls = state.ruleset, state.n_rolls
        result = rollout(
            state.position.board,
            ruleset=rules,
            policy=self.policy,
            n_trials=CUBE_TRIALS,
            seed=self._seed ^ len(match.history),
            threads=1,
            n_rolls=(n_rolls[state.side], n_rolls[1 - state.side]) if rules.has_stages else None,
        )
        counts: NDArray[np.int64] = result.outcome_counts[0]
        return counts / max(int(counts.sum()), 1)

    def doubles(self, match: Match) -> bool:
        """Return whether the side on turn, which may double, does."""
        return self._decision(match).should_double

    def answer(self, match: Match) -> str:
        """Return "take", "drop", "beaver" or "raccoon": the answer to what the other side offers.

        To a beaver or a raccoon the better side raises where it may, and the other side drops
        where a take would lose more.
        """
        offer, legal = match.cube.offer, match.legal_actions()
        if offer == "double":
            response = self._decision(match).response
            return response if response in legal else "take"
        equity = _equity(match, self.chances(match))
        own = equity if match.on_turn == self._state_of(match).side else -equity
        if own > 0 and "raccoon" in legal:
            return "raccoon"
        return "take" if own >= -1 / 2 else "drop"

    def _decision(self, match: Match) -> CubeDecision:
        state = match.cube_state()
        if any(points != int(points) for points in state.ruleset.points):
            # There is no match equity table of broken points.
            state = replace(state, away=None, crawford="before")
        return cube_action(self.chances(match), state)

    def accepts(self, match: Match, kind: WinKind) -> bool:
        """Return whether an offer to lose by that kind of win is as much as can be expected."""
        rules, state = match.terms.ruleset, self._state_of(match)
        assert match.resignation is not None
        equity = _equity(match, self.chances(match))
        own = -equity if match.resignation.side == state.side else equity
        return rules.points[rules.win_kinds.index(kind)] >= own * rules.points[0]

    @staticmethod
    def _state_of(match: Match) -> GameState:
        assert match.state is not None
        return match.state


def _equity(match: Match, chances: NDArray[np.float64]) -> float:
    """Return what the side to throw expects without a cube, in single wins."""
    rules = match.terms.ruleset
    return float(chances @ np.array(rules.outcome_points)) / (rules.points[0] or 1)
