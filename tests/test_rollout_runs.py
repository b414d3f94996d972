"""Rollouts in blocks, to a precision, with progress, by a pilot: blocks change no number."""

import io
import itertools
import math
import sys
import threading

import numpy as np
import pytest

import nardy_fast as nf
from nardy_fast import _rollout_blocks
from nardy_fast._rollout_blocks import checks
from nardy_fast.policies import Policy
from nardy_fast.weights import Weights
from positions import pos

ROOTS = ["6:1 4:1 / 2:1 1:1", "4:1 / 24:1 6:2", "2:3 1:1 / 1:3"]


def roots():
    return np.array([pos(text, "short") for text in ROOTS])


def net(seed=1, **options):
    return Policy("net", Weights.random("short", 8, seed=seed, **options))


def roll_out(boards=None, **options):
    options = {"ruleset": "short", "policy": "random", "seed": 1, **options}
    return nf.rollout(roots() if boards is None else boards, **options)


def same(first, second):
    return first.sums.tobytes() == second.sums.tobytes() and first.settings == second.settings


@pytest.fixture(params=[1, 200, 10**9], ids=["least blocks", "blocks", "great blocks"])
def block_size(request, monkeypatch):
    """Cut blocks by number rather than by time."""

    def pace(self, n_games, seconds):
        self._n_block = max(self._unit, request.param)

    monkeypatch.setattr(_rollout_blocks.BlockRun, "_pace", pace)
    return request.param


# -- blocks ---

OPTIONS = {
    "plain": {"n_trials": 500},
    "stratified": {"n_trials": 720, "stratify": 2},
    "opening throw": {"n_trials": 300, "stratify": 2, "initial": True, "first_trial": 30},
    "common dice": {"n_trials": 250, "common_dice": True, "first_row": 7},
}


@pytest.mark.parametrize("kind", OPTIONS)
def test_blocks_change_no_byte(block_size, kind):
    seen = []
    whole = roll_out(**OPTIONS[kind])
    blocks = roll_out(progress=seen.append, threads=2, **OPTIONS[kind])
    assert same(blocks, whole)
    assert len(seen) >= (1 if block_size > 1000 else 3)
    assert seen[-1].done == seen[-1].total == 3 * OPTIONS[kind]["n_trials"]
    assert all(one.done < other.done for one, other in itertools.pairwise(seen))


def test_luckless_truncated_blocks_change_no_byte(block_size, budget_of_nets):
    options = {
        "n_trials": 72, "policy": net(), "variance_reduction": True, "truncate": 3, "stratify": 1,
    }  # fmt: skip
    assert same(roll_out(progress=lambda _: None, **options), roll_out(**options))


@pytest.fixture
def budget_of_nets():
    if nf._backend.backend_name == "reference":
        pytest.skip("the reference would judge for minutes")


def test_many_roots_are_cut_by_rows(block_size):
    boards = np.repeat(roots(), 20, axis=0)
    options = {"n_trials": 40, "details": False}
    assert same(roll_out(boards, progress=lambda _: None, **options), roll_out(boards, **options))


def test_recorded_trials_are_gathered_from_blocks(block_size):
    whole = roll_out(n_trials=200, record="trials")
    blocks = roll_out(n_trials=200, record="trials", progress=lambda _: None)
    for name in ("outcomes", "n_plies", "values", "first_throws"):
        assert getattr(blocks.trials, name).tobytes() == getattr(whole.trials, name).tobytes()


def test_no_roots_are_a_rollout_of_nothing():
    nothing = np.zeros((0, 26), dtype=np.int8)
    assert len(roll_out(nothing, n_trials=10).equity) == 0
    assert len(roll_out(nothing, n_trials=10, progress=lambda _: None).equity) == 0
    assert len(roll_out(nothing, target_standard_error=0.1).equity) == 0


# -- progress ---


def test_progress_is_a_small_frozen_value_with_the_result_so_far(block_size):
    seen = []
    roll_out(n_trials=360, progress=seen.append)
    for status in seen:
        assert status.result.n_trials.sum() == status.done
        assert status.equity.tolist() == pytest.approx(status.result.equity.tolist(), nan_ok=True)
        assert status.seconds >= 0
        assert status.seconds_left >= 0
        with pytest.raises(AttributeError):
            status.done = 3
    kept = [status.result.sums.sum() for status in seen]
    assert kept == sorted(kept)
    assert f"{seen[-1].done:,} of 1,080 trials (100 %)" in str(seen[-1])


def test_progress_true_writes_to_stderr_and_to_nothing_else(capsys):
    result = roll_out(roots()[0], n_trials=360, progress=True)
    out, err = capsys.readouterr()
    assert out == ""
    assert f"360 of 360 trials (100 %), equity {result.equity[0]:+.4f}" in err


def test_progress_is_silent_without_a_stderr(monkeypatch):
    monkeypatch.setattr(sys, "stderr", None)
    roll_out(n_trials=36, progress=True)


def test_a_terminal_gets_one_line(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    roll_out(n_trials=360, progress=True)
    assert terminal.getvalue().count("\n") == 1


@pytest.mark.parametrize("value", [None, 0, 1, "yes", 3.5])
def test_a_progress_that_cannot_be_called_is_refused(value):
    with pytest.raises(nf.ArgumentError, match="progress must be True, False or a function"):
        roll_out(n_trials=3, progress=value)


def test_ctrl_c_between_blocks_goes_on_to_the_caller_and_leaves_no_thread():
    before = threading.active_count()

    def stop(status):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        roll_out(n_trials=10**6, progress=stop, threads=2)
    assert threading.active_count() == before
    assert roll_out(n_trials=3).n_trials.tolist() == [3, 3, 3]


# -- targets ---


def test_roots_are_judged_at_documented_numbers_of_trials():
    assert checks(324, 1_000, 36) == [324, 396, 468, 576, 720, 900, 1_000]
    assert checks(2, 100, 36) == [36, 72, 100]
    assert checks(324, 324, 36) == [324]
    assert checks(5_000, 400, 36) == [400]
    for unit in (30, 36):
        numbers = checks(9 * unit, unit * 1_296, unit)
        assert all(n % unit == 0 for n in numbers)
        assert max(np.diff(numbers[:-1]) / numbers[:-2]) <= 0.25


def test_roots_that_are_sure_stop_and_others_go_on(block_size):
    result = roll_out(target_standard_error=0.06, max_trials=7_200, min_trials=100)
    numbers = checks(100, 7_200, 36)
    assert result.standard_error.max() <= 0.06
    # The second root is won for sure.
    assert result.n_trials[1] == 108
    assert result.n_trials[0] > result.n_trials[1]
    for row, n in enumerate(result.n_trials.tolist()):
        assert n in numbers
        # It was not sure at the check before, and is what a rollout of so many trials says.
        for earlier in [m for m in numbers if m < n]:
            plain = roll_out(roots()[row], n_trials=earlier, first_row=row)
            assert not plain.standard_error[0] <= 0.06
        plain = roll_out(roots()[row], n_trials=n, first_row=row)
        assert plain.sums.tobytes() == result.sums[row : row + 1].tobytes()


def test_threads_do_not_move_the_end(block_size):
    runs = [
        roll_out(target_standard_error=0.04, min_trials=72, stratify="auto", threads=threads)
        for threads in (1, 2, 5)
    ]
    assert len({run.sums.tobytes() for run in runs}) == 1
    assert runs[0].settings.stratify == 2
    assert runs[0].settings.n_trials == 36**3
    assert (runs[0].settings.target_standard_error, runs[0].settings.min_trials) == (0.04, 72)


def test_a_target_out_of_reach_ends_at_the_most_trials():
    result = roll_out(target_standard_error=1e-9, max_trials=400, min_trials=36)
    assert result.n_trials.tolist()[0] == 400
    assert result.n_trials.tolist()[1] == 36


def test_a_rollout_with_a_target_is_not_combined():
    result = roll_out(target_standard_error=0.5, max_trials=400)
    with pytest.raises(nf.ArgumentError, match="target_standard_error are not combined"):
        result.combine(result)


BAD_TARGETS = [
    ({"target_standard_error": 0}, "target_standard_error must be a number above 0"),
    ({"target_standard_error": -0.1}, "target_standard_error must be a number above 0"),
    ({"target_standard_error": math.nan}, "target_standard_error must be a number above 0"),
    ({"target_standard_error": math.inf}, "target_standard_error must be a number above 0"),
    ({"target_standard_error": "0.1"}, "target_standard_error must be a number above 0"),
    ({"target_standard_error": True}, "target_standard_error must be a number above 0"),
    ({"target_standard_error": 0.1, "n_trials": 36}, "n_trials must be left out"),
    ({"target_standard_error": 0.1, "min_trials": 1}, "min_trials must be a whole number from 2"),
    ({"target_standard_error": 0.1, "max_trials": 100}, "max_trials must be a whole number from"),
    (
        {"target_standard_error": 0.1, "max_trials": 1_000, "stratify": 1},
        "max_trials must be a multiple of 36",
    ),
    ({"n_trials": 36, "min_trials": 36}, "belong to a target_standard_error"),
    ({"n_trials": 36, "max_trials": 36}, "belong to a target_standard_error"),
    ({"target_standard_error": 0.1, "record": True}, "record must be False with a ledger or a tar"),
    ({"n_trials": 36, "record": "trials", "ledger": "x"}, "record must be False with a ledger"),
    ({}, "n_trials must be a whole number"),
    ({"n_trials": 36, "stratify": "most"}, "stratify must be a whole number from 0 to 3"),
    ({"n_trials": 36, "variance_reduction": "yes"}, "variance_reduction must be True or False"),
    ({"n_trials": 36, "threads": 0, "ledger": "x"}, "threads must be"),
]


@pytest.mark.parametrize(("options", "text"), BAD_TARGETS, ids=lambda value: str(value)[:50])
def test_what_cannot_be_asked_is_refused_and_nothing_written(tmp_path, monkeypatch, options, text):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(nf.ArgumentError, match=text):
        roll_out(**options)
    assert not list(tmp_path.iterdir())


def test_a_root_that_cannot_end_is_refused_before_a_ledger_is_made(tmp_path):
    closed = "bar:3 6:2 5:2 4:2 3:2 2:2 1:2"
    with pytest.raises(nf.PositionError, match="cannot end"):
        roll_out(pos(f"{closed} / {closed}", "short"), n_trials=3, ledger=tmp_path / "ledger")
    assert not list(tmp_path.iterdir())


# -- choices that are left to the package ---


@pytest.mark.parametrize(
    ("n_trials", "options", "n_plies"),
    [
        (35, {}, 0), (36, {}, 1), (1_296, {}, 2), (46_656, {}, 3), (93_312, {}, 3), (1_332, {}, 1),
        (1_296, {"first_trial": 36}, 1), (1_296, {"first_trial": 5}, 0), (30, {"initial": True}, 1),
        (36, {"initial": True}, 0), (1_080, {"initial": True}, 2), (38_880, {"initial": True}, 3),
    ],
)  # fmt: skip
def test_auto_stratifies_the_plies_whose_combinations_are_all_there(n_trials, options, n_plies):
    if n_trials > 1_296 and nf._backend.backend_name == "reference":
        pytest.skip("the reference would play for a minute")
    board = pos("1:1 / 1:1", "short")
    result = roll_out(board, n_trials=n_trials, stratify="auto", **options)
    assert result.settings.stratify == n_plies
    assert result.n_complete_plies.tolist() == [n_plies]


def test_a_pilot_says_what_it_measured_and_does_what_is_worth_it(budget_of_nets):
    # With an evaluator that knows nothing, luck is noise.
    result = roll_out(n_trials=72, policy=net(), variance_reduction="auto")
    report = result.variance_reduction_report
    assert not report.used
    assert report.n_trials == 3 * 72
    assert report.cost_ratio > 5
    assert report.gain < 1
    assert "variance reduction not used: in 216 trials" in str(report)
    assert not result.settings.variance_reduction
    again = roll_out(n_trials=72, policy=net(), variance_reduction="auto", threads=1)
    assert again.variance_reduction_report == report
    assert same(again, result)


def test_a_pilot_takes_luck_out_where_that_is_worth_its_work(budget_of_nets):
    # One ply to the end: without its luck every trial is worth the same.
    board = pos("6:1 5:1 / 1:1", "short")
    result = roll_out(board, n_trials=72, policy=net(), variance_reduction="auto", truncate=1)
    report = result.variance_reduction_report
    assert report.used
    assert report.gain > 1
    assert result.settings.variance_reduction
    plain = roll_out(board, n_trials=72, policy=net(), variance_reduction=True, truncate=1)
    assert same(result, plain)


def test_auto_without_an_evaluator_is_no_variance_reduction():
    result = roll_out(n_trials=36, variance_reduction="auto")
    assert not result.settings.variance_reduction
    assert not result.variance_reduction_report.used
    assert result.variance_reduction_report.n_trials == 0
    with pytest.raises(nf.ArgumentError, match="evaluator must be a policy with weights"):
        roll_out(n_trials=36, variance_reduction="auto", evaluator="heuristic")


def test_auto_with_a_fresh_seed_keeps_one_seed():
    result = roll_out(n_trials=72, seed=None, variance_reduction="auto", stratify="auto")
    again = roll_out(n_trials=72, seed=result.settings.seed, stratify=1)
    assert same(result, again)
