"""Stratified throws: every combination once, in balance on the way, each throw still fair."""

import csv
import itertools

import numpy as np
import pytest

from nardy_fast.errors import ArgumentError
from positions import DATA

#: Seed, row, first trial of a cycle of 36**3 trials.
PLACES = [(1, 0, 0), (2**64 - 1, 5, 46_656), (7, 2**63, 46_656 * 1000)]


def number(throws):
    """Return ordered throws as 0-35."""
    return (throws[..., 0].astype(np.int64) - 1) * 6 + throws[..., 1] - 1


def first_throws(backend, seed, trials, n_plies=3, **options):
    """Return the numbers of the first throws, shape (n_trials, n_plies)."""
    options = {"stratify": 3, **options}
    return number(
        np.array([backend.dice_stream(seed, trial=t, n_plies=n_plies, **options) for t in trials])
    )


def test_stratified_throws_equal_the_stored_ones(backend):
    lines = (DATA / "stratified.csv").read_text(encoding="utf-8").splitlines()
    for line in csv.DictReader(lines[1:]):
        found = backend.dice_stream(
            int(line["seed"]), row=int(line["row"]), trial=int(line["trial"]), n_plies=3,
            initial=line["initial"] == "1", stratify=3,
        )  # fmt: skip
        assert [f"{first}{second}" for first, second in found.tolist()] == line["throws"].split()


@pytest.mark.parametrize(("seed", "row", "start"), PLACES)
def test_36_trials_see_every_throw_once_on_each_stratified_ply(backend, seed, row, start):
    for block in (0, 1, 36, 1_295):
        trials = range(start + 36 * block, start + 36 * (block + 1))
        throws = first_throws(backend, seed, trials, row=row)
        assert (np.sort(throws, axis=0) == np.arange(36)[:, None]).all()


@pytest.mark.parametrize(("seed", "row", "start"), PLACES)
def test_1296_trials_see_every_pair_of_throws_once_on_any_two_plies(backend, seed, row, start):
    trials = range(start + 1_296 * 5, start + 1_296 * 6)
    throws = first_throws(backend, seed, trials, row=row)
    for one, other in itertools.combinations(range(3), 2):
        pairs = throws[:, one] * 36 + throws[:, other]
        assert (np.sort(pairs) == np.arange(1_296)).all()


@pytest.mark.parametrize(("seed", "row", "start"), PLACES[:2])
def test_46656_trials_see_every_three_throws_once(native, seed, row, start):
    throws = first_throws(native, seed, range(start, start + 46_656), row=row)
    triples = (throws[:, 0] * 36 + throws[:, 1]) * 36 + throws[:, 2]
    assert (np.sort(triples) == np.arange(46_656)).all()


def test_under_initial_30_trials_see_every_opening_throw_once_and_no_other_throw_twice(backend):
    for block in (0, 1, 35, 36):
        throws = first_throws(backend, 3, range(30 * block, 30 * (block + 1)), initial=True)
        opening = {6 * i + j for i in range(6) for j in range(6) if i != j}
        assert set(throws[:, 0].tolist()) == opening
        assert [len(set(throws[:, ply].tolist())) for ply in (1, 2)] == [30, 30]


def test_under_initial_180_trials_see_every_throw_of_the_later_plies_five_times(backend):
    for start in (0, 180, 900, 38_880, 38_880 + 1_080 * 7 + 360):
        throws = first_throws(backend, 3, range(start, start + 180), initial=True)
        for ply in (1, 2):
            assert np.bincount(throws[:, ply], minlength=36).tolist() == [5] * 36


def test_under_initial_1080_trials_see_every_pair_with_the_opening_throw_once(backend):
    throws = first_throws(backend, 3, range(1_080, 2_160), initial=True)
    for later in (1, 2):
        assert len(np.unique(throws[:, 0] * 36 + throws[:, later])) == 1_080
    assert len(np.unique(throws[:, 1] * 36 + throws[:, 2])) == 1_080


def test_under_initial_38880_trials_see_every_three_throws_once(native):
    throws = first_throws(native, 4, range(38_880, 77_760), initial=True)
    triples = (throws[:, 0] * 36 + throws[:, 1]) * 36 + throws[:, 2]
    assert len(np.unique(triples)) == 38_880
    assert np.bincount(triples // 1_296, minlength=36).tolist() == [
        0 if first % 7 == 0 else 1_296 for first in range(36)
    ]


@pytest.mark.parametrize("initial", [False, True])
def test_fewer_stratified_plies_are_the_beginning_of_more(backend, initial):
    for trial in (0, 17, 1_300, 2**63):
        options = {"trial": trial, "n_plies": 8, "initial": initial}
        plain, *stratified = (backend.dice_stream(9, stratify=k, **options) for k in range(4))
        assert (plain == backend.dice_stream(9, **options)).all()
        for k, throws in enumerate(stratified, start=1):
            assert (throws[:k] == stratified[-1][:k]).all()
            assert (throws[k:] == plain[k:]).all()


@pytest.mark.parametrize("n_plies", [0, 1, 2])
def test_a_stream_shorter_than_the_stratified_plies_begins_the_same(backend, n_plies):
    found = backend.dice_stream(9, trial=5, n_plies=n_plies, stratify=3)
    assert (
        found.tolist() == backend.dice_stream(9, trial=5, n_plies=3, stratify=3)[:n_plies].tolist()
    )


def test_seeds_rows_and_cycles_have_orders_of_their_own(backend):
    places = [{"seed": seed, "row": row} for seed in (1, 2, 2**40) for row in (0, 1, 2**40)]
    seen = {
        first_throws(backend, place["seed"], range(start, start + 36), row=place["row"]).tobytes()
        for place in places
        for start in (0, 46_656, 93_312)
    }
    assert len(seen) == 27


def chi_square(counts):
    expected = counts.sum() / counts.size
    return float(((counts - expected) ** 2 / expected).sum())


@pytest.mark.parametrize("initial", [False, True])
@pytest.mark.parametrize("trial", [0, 1, 35, 1_000, 46_655])
def test_each_trial_alone_has_fair_and_independent_throws(native, trial, initial):
    # Over seeds; the limits have a chance near 1e-6 for 29, 35 and 1295 degrees of freedom.
    throws = np.array(
        [
            native.dice_stream(seed, trial=trial, n_plies=4, initial=initial, stratify=3)
            for seed in range(20_000)
        ]
    )
    numbers = number(throws)
    for ply in range(4):
        counts = np.bincount(numbers[:, ply], minlength=36)
        if initial and ply == 0:
            assert counts[::7].sum() == 0
            assert chi_square(np.delete(counts, np.arange(0, 36, 7))) < 80.5
        else:
            assert chi_square(counts) < 90.0
    for one, other in ((1, 2), (1, 3), (2, 3)):
        counts = np.bincount(numbers[:, one] * 36 + numbers[:, other], minlength=1_296)
        assert chi_square(counts) < 1_552.0


def test_trials_one_after_another_do_not_show_the_next_ply(native):
    # The place of a throw in its order tells nothing of the throw of another ply.
    throws = np.concatenate(
        [first_throws(native, seed, range(36)) for seed in range(1_000)]
    )  # 36,000 trials of many seeds
    counts = np.bincount(throws[:, 0] * 36 + throws[:, 1], minlength=1_296)
    assert chi_square(counts) < 1_552.0


@pytest.mark.parametrize("value", [-1, 4, 1.0, "1", True, None])
def test_a_number_of_stratified_plies_that_is_none_is_refused(backend, value):
    with pytest.raises(ArgumentError, match="stratify must be a whole number from 0 to 3"):
        backend.dice_stream(1, n_plies=1, stratify=value)
