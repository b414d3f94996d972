"""Plots draw what results say, on axes that are given or new."""

import sys

import numpy as np
import pytest

import nardy_fast as nf

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("agg")

from matplotlib import pyplot  # noqa: E402 - the backend first

from nardy_fast import plots  # noqa: E402


@pytest.fixture(autouse=True)
def closed_figures():
    yield
    pyplot.close("all")


@pytest.fixture(scope="module")
def result():
    return nf.rollout(
        np.array([nf.starting_board("long"), nf.parse_board("6:3 / 5:3", "long")]),
        ruleset="long", policy="heuristic", n_trials=72, seed=1, record="trials",
    )  # fmt: skip


def heights(ax):
    return np.array([bar.get_height() for bar in ax.patches])


@pytest.mark.parametrize("root", [0, 1])
def test_bars_are_the_rates_of_the_outcomes(result, root):
    ax = plots.plot_outcomes(result, root=root)
    assert heights(ax) == pytest.approx(100 * result.outcome_rates[root])
    assert heights(ax).sum() == pytest.approx(100)
    labels = [label.get_text().replace("\n", " ") for label in ax.get_xticklabels()]
    assert labels[0] == "lose koks"
    assert labels[-3] == "win home mars"
    assert f"{result.equity[root]:+.3f}" in ax.get_title()


def test_intervals_widen_with_their_level(result):
    def tops(level):
        ax = plots.plot_outcomes(result, level=level)
        (bars,) = (line for line in ax.collections if hasattr(line, "get_segments"))
        return np.array([segment[:, 1].max() for segment in bars.get_segments()])

    narrow, wide = tops(0.5), tops(0.999)
    is_known = result.outcome_standard_errors[0] > 0
    assert (narrow[is_known] < wide[is_known]).all()
    assert is_known.sum() > 3


def test_a_curve_ends_at_the_equity_of_all_trials(result):
    ax = plots.plot_convergence(result)
    curve = ax.lines[0]
    assert curve.get_xdata()[-1] == 72
    assert curve.get_ydata()[-1] == pytest.approx(float(result.equity[0]))
    assert curve.get_xdata()[0] == 10
    means = np.cumsum(result.trials.values[0]) / np.arange(1, 73)
    drawn = curve.get_xdata().astype(int)
    assert curve.get_ydata() == pytest.approx(means[drawn - 1])


def test_lengths_are_shares_of_all_games(result):
    other = nf.rollout(
        nf.starting_board("hypergammon"), ruleset="hypergammon", policy="random", n_trials=50,
        seed=1,
    )  # fmt: skip
    ax = plots.plot_lengths(result, other, labels=("a", "b"))
    for line, one in zip(ax.lines, (result, other), strict=True):
        shares = line.get_ydata()
        assert shares.sum() == pytest.approx(100)
        mean = (np.arange(256) * shares).sum() / 100
        assert mean == pytest.approx(one.mean_plies.mean())
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["a", "b"]


def test_a_comparison_is_drawn_the_best_first():
    ranked = nf.compare_plays(
        nf.Position.start("short"), "31", policy="heuristic", top=5, n_trials=36, seed=1
    )
    ax = plots.plot_comparison(ranked, top=3)
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert labels == [str(play.play) for play in ranked.plays[:3]]
    widths = [bar.get_width() for bar in ax.patches]
    assert widths == pytest.approx([play.difference for play in ranked.plays[:3]])
    assert ax.yaxis_inverted()


def test_throughput_stands_beside_perfect_scaling():
    ax = plots.plot_throughput([1, 2, 4], [100, 190, 300], unit="games a second")
    ideal, measured = ax.lines
    assert ideal.get_ydata().tolist() == [100, 200, 400]
    assert measured.get_ydata().tolist() == [100, 190, 300]
    assert ax.get_ylabel() == "games a second"


def test_axes_that_are_given_are_drawn_on(result):
    _, ax = pyplot.subplots()
    n_figures = len(pyplot.get_fignums())
    assert plots.plot_outcomes(result, ax=ax) is ax
    assert plots.plot_lengths(result, ax=ax) is ax
    assert len(pyplot.get_fignums()) == n_figures


def test_a_dark_style_turns_the_ink(result):
    with pyplot.style.context("dark_background"):
        ax = plots.plot_convergence(result)
    assert ax.lines[1].get_color() in ("white", "w", "#ffffff")


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda r: plots.plot_outcomes(r, root=2), "root must be a whole number from 0 to 1"),
        (lambda r: plots.plot_outcomes(r, level=1), "level"),
        (lambda r: plots.plot_lengths(), "needs results and one label for each; got 0 result"),
        (lambda r: plots.plot_lengths(r, labels=()), "1 result.s. and 0 label"),
        (lambda r: plots.plot_throughput([1, 2], [3]), "as many numbers above 0"),
        (lambda r: plots.plot_throughput([1], [-3]), "as many numbers above 0"),
        (lambda r: plots.plot_throughput([], []), "as many numbers above 0"),
    ],
)
def test_what_cannot_be_drawn_is_refused_before_anything_is_drawn(result, call, text):
    with pytest.raises(nf.ArgumentError, match=text):
        call(result)
    assert not pyplot.get_fignums()


def test_convergence_needs_the_trials():
    plain = nf.rollout(
        nf.starting_board("long"), ruleset="long", policy="random", n_trials=4, seed=1
    )
    with pytest.raises(nf.ArgumentError, match='record="trials"'):
        plots.plot_convergence(plain)
    cut = nf.rollout(
        nf.starting_board("long"), ruleset="long", policy="random", n_trials=4, seed=1,
        max_plies=3, record="trials",
    )  # fmt: skip
    with pytest.raises(nf.ArgumentError, match="must have a finished trial"):
        plots.plot_convergence(cut)


def test_without_matplotlib_the_error_says_how_to_install_it(result, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(nf.MissingExtraError, match=r'pip install "nardy-fast\[plot\]"'):
        plots.plot_outcomes(result)


def test_importing_the_package_does_not_import_matplotlib():
    import subprocess

    code = "import sys, nardy_fast, nardy_fast.plots; assert 'matplotlib' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
