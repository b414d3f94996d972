"""Plots of results, for people: each function draws on matplotlib axes and returns them.

Needs the extra `plot` (matplotlib). The package imports this module where it is asked for by name:
``from nardy_fast import plots``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from nardy_fast.arguments import as_count
from nardy_fast.comparisons import PlayComparison
from nardy_fast.errors import ArgumentError, MissingExtraError
from nardy_fast.outcome import Outcome
from nardy_fast.rollout_statistics import quantile
from nardy_fast.rollouts import RolloutResult

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "plot_comparison",
    "plot_convergence",
    "plot_lengths",
    "plot_outcomes",
    "plot_throughput",
]

#: Two hues that colour-blind readers tell apart, and a third; light ones for what is worth more.
WINS, LOSSES, THIRD = "#1f6f9f", "#c7522a", "#5f7f3f"
_SHADES = (1.0, 0.72, 0.5, 0.34)
#: The last bin of a histogram holds all longer games.
_LAST_BIN = 255
#: A curve of more points than a figure has pixels is thinned.
_MOST_POINTS = 2_000


def plot_outcomes(
    result: RolloutResult, *, root: int = 0, level: float = 0.95, ax: Axes | None = None
) -> Axes:
    """Draw how often each outcome came up, with intervals.

    Parameters
    ----------
    result : RolloutResult
    root : int
        Which root.
    level : float
        Of the intervals.
    ax : matplotlib Axes, optional
        Where to draw; new axes if left out.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ArgumentError
        If there is no such root, or the level is not between 0 and 1.
    MissingExtraError
        If matplotlib is not installed.

    Examples
    --------
    >>> import matplotlib, nardy_fast as nf
    >>> matplotlib.use("agg")
    >>> race = nf.Position.parse("6:3 4:2 off:10 / 5:4 off:11", "short")
    >>> result = nf.rollout(race, ruleset="short", policy="heuristic", n_trials=36, seed=1)
    >>> plot_outcomes(result).get_title()
    'short, heuristic: equity +0.167 ± 0.327'
    """
    row, z = _root(result, root), quantile(level)
    axes = _axes(ax)
    outcomes = result.settings.ruleset.outcomes
    rates = 100 * result.outcome_rates[row]
    errors = 100 * z * np.nan_to_num(result.outcome_standard_errors[row])
    places = np.arange(len(outcomes))
    axes.bar(
        places,
        rates,
        yerr=np.vstack([np.minimum(errors, rates), errors]),
        color=[_colour(outcome, outcomes) for outcome in outcomes],
        error_kw={"elinewidth": 1.2, "capsize": 3, "ecolor": _ink(axes)},
    )
    axes.set_xticks(places, [str(o).replace("_", " ").replace(" ", "\n", 1) for o in outcomes])
    axes.set_ylabel(f"trials, % (with {100 * level:g} % intervals)")
    equity, half = float(result.equity[row]), z * float(result.standard_error[row])
    settings = result.settings
    axes.set_title(f"{settings.ruleset}, {settings.policy}: equity {equity:+.3f} ± {half:.3f}")
    return _cleaned(axes)


def plot_convergence(
    result: RolloutResult, *, root: int = 0, level: float = 0.95, ax: Axes | None = None
) -> Axes:
    """Draw the mean of the first n trials against n, with its interval.

    Parameters
    ----------
    result : RolloutResult
        Rolled out with ``record="trials"``.
    root : int
        Which root.
    level : float
        Of the band: mean +- quantile x standard deviation / sqrt(n), as if throws were not
        stratified.
    ax : matplotlib Axes, optional
        Where to draw; new axes if left out.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ArgumentError
        If trials were not recorded or none is finished, there is no such root, or the level is not
        between 0 and 1.
    MissingExtraError
        If matplotlib is not installed.
    """
    row, z = _root(result, root), quantile(level)
    if result.trials is None:
        raise ArgumentError('the rollout must have kept its trials: rollout(..., record="trials")')
    values = result.trials.values[row]
    values = values[np.isfinite(values)]
    if not len(values):
        raise ArgumentError(f"root {row} must have a finished trial; it has none")
    axes = _axes(ax)
    n = np.arange(1, len(values) + 1)
    means = np.cumsum(values) / n
    squares = np.maximum(np.cumsum(values**2) - n * means**2, 0)
    half = z * np.sqrt(squares / np.maximum(n - 1, 1) / n)
    # The first few trials tell nothing; the rest is even on a logarithmic axis.
    first = min(10, len(values))
    shown = np.unique(np.geomspace(first, len(values), _MOST_POINTS).astype(np.int64)) - 1
    axes.fill_between(
        n[shown], (means - half)[shown], (means + half)[shown], color=WINS, alpha=0.2, linewidth=0
    )
    axes.plot(n[shown], means[shown], color=WINS, linewidth=1.5)
    axes.axhline(float(means[-1]), color=_ink(axes), linewidth=0.8, linestyle=":")
    axes.set_xscale("log")
    axes.set_xlabel("trials")
    axes.set_ylabel(f"equity (with {100 * level:g} % intervals)")
    axes.set_title(f"{means[-1]:+.4f} ± {half[-1]:.4f} after {len(values):,} trials")
    return _cleaned(axes)


def plot_lengths(
    *results: RolloutResult, labels: Sequence[str] | None = None, ax: Axes | None = None
) -> Axes:
    """Draw how long the games of rollouts were.

    Parameters
    ----------
    *results : RolloutResult
        One or more; all their roots together, each with its details kept.
    labels : sequence of str, optional
        One a result; the ruleset and the policy if left out.
    ax : matplotlib Axes, optional
        Where to draw; new axes if left out.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ArgumentError
        If there is no result or not one label for each, or details were not kept.
    MissingExtraError
        If matplotlib is not installed.
    """
    if not results or (labels is not None and len(labels) != len(results)):
        raise ArgumentError(
            f"plot_lengths needs results and one label for each; got {len(results)} result(s) and "
            f"{'no' if labels is None else len(labels)} label(s)"
        )
    histograms = [result.ply_histogram.sum(axis=0) for result in results]
    axes = _axes(ax)
    colours = (WINS, LOSSES, THIRD)
    longest = max(int(np.flatnonzero(counts)[-1]) for counts in histograms)
    for i, (result, counts) in enumerate(zip(results, histograms, strict=True)):
        settings = result.settings
        label = f"{settings.ruleset}, {settings.policy}" if labels is None else labels[i]
        shares = 100 * counts / counts.sum()
        colour = colours[i % len(colours)]
        axes.fill_between(
            np.arange(len(shares)), shares, step="mid", color=colour, alpha=0.25, linewidth=0
        )
        axes.step(np.arange(len(shares)), shares, where="mid", color=colour, label=label)
    axes.set_xlim(0, longest + 2)
    axes.set_ylim(bottom=0)
    more = f" ({_LAST_BIN} is {_LAST_BIN} or more)" if longest == _LAST_BIN else ""
    axes.set_xlabel(f"plies of a game{more}")
    axes.set_ylabel("games, %")
    axes.legend(frameon=False)
    return _cleaned(axes)


def plot_comparison(
    comparison: PlayComparison,
    *,
    top: int | None = None,
    level: float = 0.95,
    ax: Axes | None = None,
) -> Axes:
    """Draw how far each play is behind the best, with the interval of the paired difference.

    Parameters
    ----------
    comparison : PlayComparison
    top : int, optional
        How many plays, the best first; all if left out.
    level : float
        Of the intervals.
    ax : matplotlib Axes, optional
        Where to draw; new axes if left out.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ArgumentError
        If `top` is no number from 1, or the level is not between 0 and 1.
    MissingExtraError
        If matplotlib is not installed.
    """
    z = quantile(level)
    n = len(comparison) if top is None else as_count("top", top, 1, 10_000)
    rows = comparison.plays[:n]
    axes = _axes(ax)
    places = np.arange(len(rows))
    differences = np.array([play.difference for play in rows])
    errors = z * np.nan_to_num(np.array([play.difference_standard_error for play in rows]))
    axes.barh(
        places,
        differences,
        xerr=errors,
        color=[WINS if i == 0 else LOSSES for i in range(len(rows))],
        alpha=0.85,
        error_kw={"elinewidth": 1.2, "capsize": 3, "ecolor": _ink(axes)},
    )
    axes.axvline(0, color=_ink(axes), linewidth=0.8)
    axes.set_yticks(places, [str(play.play) for play in rows])
    axes.invert_yaxis()
    axes.set_xlabel(f"points behind the best (with {100 * level:g} % intervals)")
    best = comparison.best
    axes.set_title(
        f"{comparison.roll}: {best.play}, equity {best.equity:+.4f} "
        f"({100 * best.chance_best:.0f} % the best)"
    )
    return _cleaned(axes)


def plot_throughput(
    threads: ArrayLike, rates: ArrayLike, *, unit: str = "games a second", ax: Axes | None = None
) -> Axes:
    """Draw a throughput against the number of threads, beside what perfect scaling would give.

    Parameters
    ----------
    threads : array_like of int, shape (n,)
        Ascending, from 1.
    rates : array_like of float, shape (n,)
        What was measured with so many threads.
    unit : str
        Of the rates.
    ax : matplotlib Axes, optional
        Where to draw; new axes if left out.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ArgumentError
        If the two do not fit, or hold no numbers above 0.
    MissingExtraError
        If matplotlib is not installed.

    Examples
    --------
    >>> import matplotlib
    >>> matplotlib.use("agg")
    >>> plot_throughput([1, 2, 4], [250_000, 490_000, 900_000]).get_xlabel()
    'threads'
    """
    x, y = np.asarray(threads, dtype=np.float64), np.asarray(rates, dtype=np.float64)
    fits = x.ndim == 1 and x.shape == y.shape and len(x) > 0
    if not fits or not ((x > 0) & (y > 0) & np.isfinite(x) & np.isfinite(y)).all():
        raise ArgumentError(
            f"threads and rates must be as many numbers above 0; got shapes {x.shape} and {y.shape}"
        )
    axes = _axes(ax)
    ideal = y[0] / x[0] * x
    axes.plot(x, ideal, color=_ink(axes), linewidth=0.8, linestyle=":", label="perfect scaling")
    axes.plot(x, y, color=WINS, marker="o", label="measured")
    axes.set_xticks(x, [f"{n:g}" for n in x])
    axes.set_xlabel("threads")
    axes.set_ylabel(unit)
    axes.yaxis.set_major_formatter("{x:,.0f}")
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False)
    return _cleaned(axes)


def _axes(ax: Axes | None) -> Axes:
    """Return the axes to draw on."""
    if ax is not None:
        return ax
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise MissingExtraError(
            'plots need matplotlib: install it with `pip install "nardy-fast[plot]"`'
        ) from error
    _, made = pyplot.subplots(layout="constrained")
    return made


def _root(result: RolloutResult, root: Any) -> int:
    return as_count("root", root, 0, len(result.roots) - 1)


def _colour(outcome: Outcome, outcomes: Sequence[Outcome]) -> Any:
    """Return the colour of an outcome: the hue says who won, a lighter one more than a single."""
    from matplotlib.colors import to_rgba

    half = len(outcomes) // 2
    rank = outcomes.index(outcome)
    size = rank - half if rank >= half else half - 1 - rank
    return to_rgba(WINS if outcome.mover_won else LOSSES, alpha=_SHADES[min(size, 3)])


def _ink(axes: Axes) -> Any:
    """Return the colour of the axes' own text, which a dark style has turned."""
    return axes.xaxis.label.get_color()


def _cleaned(axes: Axes) -> Axes:
    axes.spines[["top", "right"]].set_visible(False)
    return axes
