"""SR4: two or more opposing checkers close a point."""

import pytest

from positions import assert_pass, assert_results, results


@pytest.mark.parametrize("n", [2, 3, 15])
def test_SR4_two_or_more_opposing_checkers_close_a_point(backend, n):
    # The mover's 22 and 23 are the opponent's 3 and 2.
    assert_results(backend, f"24:1 / 3:{min(n, 13)} 2:2", "21", "short", "24:1")


def test_SR4_one_opposing_checker_does_not_close_a_point(backend):
    assert_results(backend, "24:1 / 3:1 2:2", "21", "short", "21:1 / bar:1 2:2")


@pytest.mark.parametrize("n", [1, 2, 7, 14])
def test_SR4_own_points_are_open_to_any_number(backend, n):
    assert_results(backend, f"24:1 21:{n} / 12:2", "33", "short", *after_33(n))


def after_33(n):
    """All ways to share four threes between a checker on 24 and n on 21; 12 and 9 are open."""
    found = set()
    for first in range(5):
        # `first` steps by the checker of 24, the others by those of 21, in any split.
        for others in _splits(4 - first, min(n, 4)):
            counts = {21: n - len(others)}
            for steps in (first,):
                counts[24 - 3 * steps] = counts.get(24 - 3 * steps, 0) + 1
            for steps in others:
                counts[21 - 3 * steps] = counts.get(21 - 3 * steps, 0) + 1
            found.add(" ".join(f"{p}:{c}" for p, c in sorted(counts.items()) if c))
    return found


def _splits(total, most, largest=4):
    if total == 0:
        yield []
        return
    for part in range(min(total, largest), 0, -1):
        if most:
            for rest in _splits(total - part, most - 1, part):
                yield [part, *rest]


@pytest.mark.parametrize(
    ("text", "roll", "after"),
    [
        ("9:1 8:3 7:2 6:2 5:2 4:2 3:1 / 1:2", "51", "8:3 7:2 6:2 5:2 4:2 3:2 off:2"),
        ("7:1 6:3 5:2 4:2 3:2 2:2 1:1 / bar:1", "61", "6:2 5:3 4:2 3:2 2:2 1:2 off:2"),
    ],
)
def test_SR4_a_block_of_six_and_a_closed_home_are_legal(backend, text, roll, after):
    assert after in {found.partition(" / ")[0] for found in results(backend, text, roll, "short")}


def test_SR4_six_closed_points_stop_a_checker_for_good(backend):
    text = "24:1 / 7:2 6:2 5:2 4:2 3:2 2:2"
    for roll in ("61", "66", "43", "11"):
        assert_pass(backend, text, roll, "short")
