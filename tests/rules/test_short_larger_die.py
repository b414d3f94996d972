"""SR8: if only one of two different dice can be played, the larger where possible."""

from positions import assert_results, plays


def test_SR8_the_larger_die_is_played_if_either_but_not_both_can_be(backend):
    # From 10, 6 and 7 are open and 3 (the opponent's 22) is closed.
    assert_results(backend, "10:1 / 22:2", "43", "short", "6:1")


def test_SR8_the_smaller_die_is_played_if_the_larger_cannot_be(backend):
    assert_results(backend, "10:1 / 22:2 19:2", "43", "short", "7:1")


def test_SR8_the_larger_die_enters_where_either_would_and_nothing_follows(backend):
    text = "bar:1 1:2 / 20:3 17:3 15:1 14:1 9:3 7:3 4:1"
    assert plays(backend, text, "61", "short") == ["bar/19"]


def test_SR8_the_larger_die_leaves_the_choice_of_the_checker(backend):
    # Each six is open (14 and 7), no five ever is (15, 8, 9 and 2 are closed).
    assert_results(
        backend, "20:1 13:1 / 23:2 17:2 16:2 10:2", "65", "short", "14:1 13:1", "20:1 7:1"
    )


def test_SR8_has_no_say_where_both_dice_are_played(backend):
    assert_results(backend, "24:1 / 7:2", "61", "short", "17:1")
