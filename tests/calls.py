"""One call of every operation that takes boards, as (backend, boards, ruleset) -> answer.

And the native code that is tested.
"""

import importlib

from nardy_fast import _backend


def native_module():
    """Return the native code of the level that this machine is given, or NARDY_FAST_CPU names."""
    return importlib.import_module(_backend.perft.__module__.rpartition(".")[0])


def kind_of(backend):
    """Return "reference" or "native": there is a native module a level."""
    return "reference" if backend.__name__ == "nardy_fast.reference" else "native"


def _rollout(backend, boards, rules):
    return backend.rollout(
        boards, ruleset=rules, policy="random", n_trials=2, seed=1, max_plies=3
    ).ply_sums


#: Operations on one board, and on one or many.
ONE = {
    "generate_afterstates": lambda b, x, rules: b.generate_afterstates(x, "61", ruleset=rules),
    "generate_plays": lambda b, x, rules: [
        play.afterstate.tolist() for play in b.generate_plays(x, "61", ruleset=rules)
    ],
    "perft": lambda b, x, rules: b.perft(x, 1, ruleset=rules),
    "divide": lambda b, x, rules: list(b.divide(x, 1, ruleset=rules).values()),
}
MANY = {
    "generate_afterstates_batch": lambda b, x, rules: b.generate_afterstates_batch(
        x, "61", ruleset=rules, sort=True
    )[0],
    "count_afterstates": lambda b, x, rules: b.count_afterstates(x, "61", ruleset=rules),
    "swap_sides": lambda b, x, rules: b.swap_sides(x, ruleset=rules),
    "outcomes": lambda b, x, rules: b.outcomes(x, ruleset=rules),
    "pip_counts": lambda b, x, rules: b.pip_counts(x, ruleset=rules),
    "position_key": lambda b, x, rules: b.position_key(x, ruleset=rules),
    "position_hash": lambda b, x, rules: b.position_hash(x, ruleset=rules),
    "features": lambda b, x, rules: b.features(x, ruleset=rules),
    "rollout": _rollout,
}
ALL = ONE | MANY
