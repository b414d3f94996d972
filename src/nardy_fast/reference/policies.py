"""How a policy turns a ply's word into one of the plays.

Promise: none about which play a word means, under another stream version. What is fixed is the law:
the chance of each play.
"""

from __future__ import annotations

import math

from nardy_fast.evaluation_tables import Tables
from nardy_fast.policies import Policy
from nardy_fast.reference.dice_stream import scaled
from nardy_fast.reference.evaluation import encoded, evaluated
from nardy_fast.reference.positions import as_array
from nardy_fast.reference.rules_common import Board, n_mover
from nardy_fast.rulesets import Ruleset

__all__ = ["chosen", "chosen_play", "mixed", "scores", "strays"]

ALL_WORDS = 2**64


def chosen_play(
    policy: Policy, tables: Tables | None, afterstates: list[Board], word: int, ruleset: Ruleset
) -> Board:
    """Return the play that a policy takes.

    Parameters
    ----------
    policy : Policy
    tables : Tables or None
        ``policy.tables(ruleset)``.
    afterstates : list of tuple of int
        All of a roll's afterstates, ascending by their bytes read as unsigned; at least one.
    word : int
        The ply's word of the stream of choices, below 2**64.
    ruleset : Ruleset
    """
    if len(afterstates) == 1:
        return afterstates[0]
    if tables is None:
        return chosen(afterstates, word)
    # The first word says whether to stray, the next one where to; without epsilon none is lost.
    if strays(policy, word):
        return chosen(afterstates, mixed(word))
    if policy.epsilon:
        word = mixed(word)
    ends = [afterstate for afterstate in afterstates if n_mover(afterstate) == 0]
    if ends and (not ruleset.misere or len(ends) == len(afterstates)):
        return ends[0]
    # LR20: who ends the game pays, so that is never a choice while there is another.
    afterstates = [afterstate for afterstate in afterstates if n_mover(afterstate) > 0]
    worth = scores(afterstates, tables, ruleset)
    if policy.temperature:
        return afterstates[softmax_index(worth, policy.temperature, word)]
    return afterstates[worth.index(max(worth))]


def strays(policy: Policy, word: int) -> bool:
    """Return whether a play is uniform although the policy has an evaluator."""
    return word < int(policy.epsilon * ALL_WORDS)


def scores(afterstates: list[Board], tables: Tables, ruleset: Ruleset) -> list[float]:
    """Return the value of each afterstate; none of them is over."""
    _, values = evaluated(encoded(as_array(afterstates), ruleset, tables), tables)
    return [float(value) for value in values]


def softmax_index(worth: list[float], temperature: float, word: int) -> int:
    """Return an index whose chance is proportional to exp((score - best) / temperature)."""
    best = max(worth)
    sums: list[float] = []
    total = 0.0
    for score in worth:
        total += math.exp((score - best) / temperature)
        sums.append(total)
    target = (word >> 11) * 2.0**-53 * total
    return next(i for i, reached in enumerate(sums) if reached > target)


def chosen(afterstates: list[Board], word: int) -> Board:
    """Return one of the afterstates, each with the same chance; a rejected word is mixed anew."""
    while (index := scaled(word, len(afterstates))) is None:
        word = mixed(word)
    return afterstates[index]


def mixed(word: int) -> int:
    """Return the next word of the SplitMix64 generator whose state is `word`."""
    word = (word + 0x9E3779B97F4A7C15) % ALL_WORDS
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % ALL_WORDS
    word = (word ^ word >> 27) * 0x94D049BB133111EB % ALL_WORDS
    return word ^ word >> 31
