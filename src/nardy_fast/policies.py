"""Policies: who chooses the plays of a game, as a value and as text.

Promise: a built-in policy never changes under its name. A play that is the only one, or after
which the mover has nothing left, is taken without asking; of equal scores the afterstate whose 26
bytes, read as unsigned, come first is taken.
"""

from __future__ import annotations

import functools
import hashlib
import math
import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

from nardy_fast._narrowing import is_list_or_tuple, is_path
from nardy_fast.errors import ArgumentError
from nardy_fast.evaluation_tables import Tables, check_points
from nardy_fast.heuristics import HEURISTIC_VERSION, heuristic_tables
from nardy_fast.ruleset_fields import listed
from nardy_fast.rulesets import Ruleset, RulesetLike, as_ruleset
from nardy_fast.weight_files import canonical_json
from nardy_fast.weights import Weights, load_weights

__all__ = [
    "BUILT_IN_POLICIES",
    "PlayersLike",
    "Policy",
    "PolicyLike",
    "as_players",
    "as_policy",
]

BUILT_IN_POLICIES = ("random", "heuristic", "linear")
#: The folder of the weight files that the package ships.
NETS = Path(__file__).parent / "nets"
_OPTIONS = ("epsilon", "temperature")


@dataclass(frozen=True, slots=True)
class Policy:
    """Who chooses the plays: a built-in policy or weights, and how often it strays.

    Its text, ``NAME[,epsilon=E][,temperature=T]``, is ``str(policy)``.

    Parameters
    ----------
    name : str
        ``"random"`` (uniform over distinct plays), ``"heuristic"`` (a frozen formula),
        ``"linear"`` (shipped weights), or the path of a weight file; with `weights`, any name.
    weights : Weights, optional
        What evaluates afterstates. Left out, they come from the file that `name` is the path of.
    epsilon : float
        The chance, 0 to 1, that a ply's play is uniform instead.
    temperature : float
        Above 0, a play's chance is proportional to ``exp((score - best) / temperature)``; 0 takes
        the best play. Scores are points, or the heuristic's own units.

    Raises
    ------
    ArgumentError
        If there is no such policy, or a number is off its bounds.
    TableError
        If the file cannot be read as weights.

    Examples
    --------
    >>> policy = Policy("heuristic", epsilon=0.1)
    >>> str(policy)
    'heuristic,epsilon=0.1'
    >>> policy.tables("long").kind
    'table'
    """

    name: str
    weights: Weights | None = None
    epsilon: float = 0.0
    temperature: float = 0.0
    _tables: dict[Ruleset, Tables] = field(
        default_factory=dict[Ruleset, Tables], init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name or _option(self.name.split(",")[-1]):
            raise ArgumentError(f"policy must be named without its options; got {self.name!r}")
        object.__setattr__(self, "epsilon", _number("epsilon", self.epsilon, 1.0))
        object.__setattr__(self, "temperature", _number("temperature", self.temperature, math.inf))
        if self.weights is not None:
            if not isinstance(self.weights, Weights) or self.name in ("random", "heuristic"):
                kind = type(self.weights).__name__
                raise ArgumentError(
                    f"weights must be Weights under a name of their own; got {kind} "
                    f"under {self.name!r}"
                )
        elif self.name not in BUILT_IN_POLICIES:
            object.__setattr__(self, "weights", _from_file(self.name))
        if self.name == "random" and (self.epsilon or self.temperature):
            raise ArgumentError(f"random must have no epsilon and no temperature; got {self}")

    def __str__(self) -> str:
        given = [(option, getattr(self, option)) for option in _OPTIONS]
        return ",".join([self.name, *(f"{option}={_number_text(n)}" for option, n in given if n)])

    @property
    def fingerprint(self) -> str:
        """SHA-256 of what decides the plays, 64 hex digits: the weights count, a path does not.

        `as_policy` gives ``"linear"`` the weights of its ruleset.
        """
        evaluator = self.name if self.weights is None else self.weights.fingerprint
        form = [evaluator, HEURISTIC_VERSION, self.epsilon, self.temperature]
        return hashlib.sha256(canonical_json(form)).hexdigest()

    def tables(self, ruleset: RulesetLike) -> Tables | None:
        """Return what evaluates afterstates under a ruleset; None for ``"random"``.

        Raises
        ------
        RulesetError
            If there is no such ruleset, or it pays more than a million points.
        TableError
            If the weights are not meant for these rules.
        """
        if self.name == "random":
            return None
        rules = as_ruleset(ruleset)
        if rules not in self._tables:
            self._tables[rules] = self._made_tables(rules)
        return self._tables[rules]

    def _made_tables(self, rules: Ruleset) -> Tables:
        if self.name == "heuristic":
            check_points(rules)
            return heuristic_tables(rules.variant.value, misere=rules.misere)
        return (self.weights or _shipped(self.name, rules)).tables(rules)

    def settled(self, ruleset: RulesetLike) -> Policy:
        """Return the policy with the weights that it plays a ruleset with.

        Raises
        ------
        RulesetError
            If there is no such ruleset, or it pays more than a million points.
        TableError
            If the weights are not meant for these rules.
        """
        rules = as_ruleset(ruleset)
        self.tables(rules)
        if self.name != "linear" or self.weights is not None:
            return self
        return replace(self, weights=_shipped(self.name, rules))


PolicyLike: TypeAlias = "Policy | str | os.PathLike[str]"
PlayersLike: TypeAlias = "PolicyLike | tuple[PolicyLike, PolicyLike] | list[PolicyLike]"


def _from_file(name: str) -> Weights:
    if not os.path.exists(name):
        raise ArgumentError(
            f"policy must be one of {', '.join(BUILT_IN_POLICIES)}, or the path of a weight "
            f"file; got {name!r}, which is neither"
        )
    return load_weights(name)


def _shipped(name: str, rules: Ruleset) -> Weights:
    """Return the weights that the package has under that name for a game.

    Those of long nardy play gul bara (LR18) too, which has the same boards and the same aim.
    """
    weights = _read_once(NETS / f"{name}_{rules.variant.value}.weights")
    return weights.serving(rules) if rules.has_stages else weights


@functools.lru_cache(maxsize=8)
def _read_once(path: Path) -> Weights:
    """Return the weights of a file of the package, which does not change while it is used."""
    return load_weights(path)


def _number(name: str, value: Any, most: float) -> float:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not (0 <= value <= most and math.isfinite(value)):
        bound = "" if most == math.inf else f" to {most:g}"
        raise ArgumentError(f"{name} must be a number from 0{bound}; got {value!r}")
    return float(value)


def _number_text(number: float) -> str:
    return repr(number).removesuffix(".0")


def _option(part: str) -> bool:
    """Return whether a part of a policy's text is an option."""
    word, equals, _ = part.partition("=")
    return bool(equals) and word in _OPTIONS


def _parsed(text: str) -> Policy:
    """Return the policy that a text means; commas before the options belong to the path."""
    parts = text.split(",")
    options: dict[str, float] = {}
    while len(parts) > 1 and _option(parts[-1]):
        word, _, number = parts.pop().partition("=")
        if word in options:
            raise ArgumentError(f"policy must name {word} once; got {text!r}")
        try:
            options[word] = float(number)
        except ValueError:
            raise ArgumentError(f"{word} must be a number; got {number!r} in {text!r}") from None
    last = parts[-1].partition("=")
    if len(parts) > 1 and last[1] and not os.path.exists(",".join(parts)):
        raise ArgumentError(
            f"policy must have the options {listed(_OPTIONS)} only; got {last[0]!r} in {text!r}"
        )
    return Policy(
        ",".join(parts), None, options.get("epsilon", 0.0), options.get("temperature", 0.0)
    )


def as_policy(value: Any, ruleset: RulesetLike) -> Policy:
    """Return the policy that a `policy` argument means, with the weights that it plays with.

    Parameters
    ----------
    value : Policy, str or path-like
        A policy, its text, or the path of a weight file.
    ruleset : Ruleset or str

    Raises
    ------
    ArgumentError
        If there is no such policy.
    TableError
        If its weights cannot be read or are not meant for these rules.
    RulesetError
        If there is no such ruleset.

    Examples
    --------
    >>> as_policy("heuristic,temperature=20", "short").temperature
    20.0
    """
    if is_path(value):
        value = Policy(os.fsdecode(value))
    if isinstance(value, str):
        value = _parsed(value)
    if not isinstance(value, Policy):
        raise ArgumentError(
            f"policy must be one of {', '.join(BUILT_IN_POLICIES)}, the path of a weight file, "
            f"or a Policy; got {value!r}"
        )
    return value.settled(ruleset)


def as_players(value: Any, ruleset: RulesetLike) -> tuple[Policy, Policy]:
    """Return the policies of the root's mover and of the opponent.

    Parameters
    ----------
    value : Policy, str, path-like, or pair of them
        One policy plays both sides.
    ruleset : Ruleset or str

    Raises
    ------
    ArgumentError, TableError, RulesetError
        As `as_policy`.

    Examples
    --------
    >>> [str(policy) for policy in as_players(("heuristic", "random"), "long")]
    ['heuristic', 'random']
    """
    if not is_list_or_tuple(value):
        policy = as_policy(value, ruleset)
        return policy, policy
    if len(value) != 2:
        raise ArgumentError(
            "policy must be one policy, or a pair: the root's mover's and the opponent's; "
            f"got {len(value)} of them"
        )
    return as_policy(value[0], ruleset), as_policy(value[1], ruleset)
