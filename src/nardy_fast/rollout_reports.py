"""Parts of a rollout's result: rates by name, the first rolls, what a pilot measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, overload

import numpy as np
from numpy.typing import NDArray

__all__ = ["FirstRolls", "NamedRate", "VarianceReductionReport"]


@dataclass(frozen=True, slots=True)
class VarianceReductionReport:
    """What ``variance_reduction="auto"`` measured in a few trials, and what it did.

    Attributes
    ----------
    used : bool
    n_trials : int
        Trials of the pilot, over all its roots.
    variance_ratio : float
        The variance of a plain trial over that of one without its luck; infinite if the latter
        is 0, NaN if both are.
    cost_ratio : float
        The work of a trial without its luck over that of a plain one, in evaluated boards.
    """

    used: bool
    n_trials: int
    variance_ratio: float
    cost_ratio: float

    @property
    def gain(self) -> float:
        """How many times less work the same standard error takes with variance reduction."""
        return self.variance_ratio / self.cost_ratio

    def __str__(self) -> str:
        verb = "used" if self.used else "not used"
        return (
            f"variance reduction {verb}: in {self.n_trials} trials, {self.variance_ratio:.3g} "
            f"times less variance for {self.cost_ratio:.3g} times the work"
        )


@dataclass(frozen=True, slots=True, eq=False)
class FirstRolls:
    """A rollout by the roll of the first ply, one row a root and one column a roll of `ROLLS`.

    Attributes
    ----------
    n_trials : ndarray of int64, shape (n_roots, 21)
        Trials that began with that roll and were finished or truncated.
    equity, standard_error : ndarray of float64, shape (n_roots, 21)
        NaN without trials, and below two of them.
    rates : ndarray of float64, shape (n_roots, 21, n_rates)
        In the order of `RolloutResult.rate_names`; NaN where they are not known.
    """

    n_trials: NDArray[np.int64]
    equity: NDArray[np.float64]
    standard_error: NDArray[np.float64]
    rates: NDArray[np.float64]


class HasRates(Protocol):
    """A result whose rates have names."""

    @property
    def rate_names(self) -> tuple[str, ...]: ...
    @property
    def rates(self) -> NDArray[np.float64]: ...


class NamedRate:
    """A rate that players know, as a property of a result of shape (n_roots,).

    Raises
    ------
    AttributeError
        If the ruleset has no such class of win.
    """

    def __init__(self, text: str) -> None:
        self.__doc__ = f"{text}, float64, shape (n_roots,)."

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, result: None, owner: type) -> NamedRate: ...
    @overload
    def __get__(self, result: HasRates, owner: type) -> NDArray[np.float64]: ...
    def __get__(self, result: HasRates | None, owner: type) -> NamedRate | NDArray[np.float64]:
        if result is None:
            return self
        names = result.rate_names
        if self._name not in names:
            raise AttributeError(
                f"the rates of this ruleset are {', '.join(names)}; got {self._name!r}"
            )
        return np.asarray(result.rates[:, names.index(self._name)])
