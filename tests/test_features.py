"""Expert features: what each counts, on boards worked out by hand."""

import numpy as np
import pytest

from nardy_fast.boards import starting_board
from nardy_fast.feature_sets import FEATURE_SETS, MAX_FEATURES, MAX_VALUE, feature_set_of
from nardy_fast.rulesets import PRESETS, as_ruleset
from positions import pos

#: Rolls, of 36, that hit a blot so many pips away when nothing stands between: the table that every
#: primer of backgammon prints.
SHOTS = {
    1: 11, 2: 12, 3: 14, 4: 15, 5: 15, 6: 17, 7: 6, 8: 6, 9: 5, 10: 3, 11: 2, 12: 3,
    13: 0, 14: 0, 15: 1, 16: 1, 17: 0, 18: 1, 19: 0, 20: 1, 21: 0, 22: 0, 23: 0, 24: 1,
}  # fmt: skip
FULL_PRIME = "11:3 9:2 8:2 7:2 6:2 5:2 4:2"
FIVE_PRIME = "20:5 8:2 7:2 6:2 5:2 4:2"


def values(backend, text, ruleset):
    """Return the features of a position by name."""
    found = backend.features(pos(text, ruleset), ruleset=ruleset)
    return dict(zip(feature_set_of(as_ruleset(ruleset)).names, found.tolist(), strict=True))


def not_zero(backend, text, ruleset):
    return {name: value for name, value in values(backend, text, ruleset).items() if value}


# -- the sets -----------------------------------------------------------------------------------


def test_a_set_is_frozen():
    # Trained weights find their rows by these. A better set gets a new name.
    sides = {
        "short-1": "prime 7, trapped 15, held 12, rear 15, gaps 5, gammon_danger 15, lead 15, "
        "race_lead 15, second_rear 15, shots 15, at_risk 12, no_entry 15, anchor 7, stiff 6",
        "long-1": "prime 7, trapped 15, held 12, rear 14, gaps 5, mars_danger 15, lead 15, "
        "race_lead 15, broken_prime 6, rear_blocked 6, mobility 15, stiff 6, missing_sixes 3, "
        "late_head 15, obstacles 15",
    }
    shared = {"short-1": "contact 15, race 1", "long-1": "contact 12, race 1"}
    assert list(FEATURE_SETS) == list(sides)
    for name, known in FEATURE_SETS.items():
        listed = [item.split() for item in sides[name].split(", ")]
        expected = [
            (f"{side}_{key}", int(n)) for side in ("mover", "opponent") for key, n in listed
        ]
        expected += [(key, int(n)) for key, n in map(str.split, shared[name].split(", "))]
        assert list(zip(known.names, known.maxima, strict=True)) == expected
        assert known.name == name
        assert f"{known.variant.value}-1" == name


@pytest.mark.parametrize("known", FEATURE_SETS.values(), ids=lambda known: known.name)
def test_values_fit_their_row_and_scales_bring_them_near_one(known):
    assert len(known) == len(known.names) == len(set(known.names)) <= MAX_FEATURES
    assert max(known.maxima) <= MAX_VALUE
    for most, scale in zip(known.maxima, known.scales, strict=True):
        assert 1 <= most * scale < 2
        assert np.log2(scale) == round(np.log2(scale))


@pytest.mark.parametrize("ruleset", PRESETS)
def test_every_ruleset_has_the_set_of_its_variant(backend, ruleset):
    rules = as_ruleset(ruleset)
    found = backend.features(starting_board(rules), ruleset=rules)
    assert (found.dtype, found.shape) == (np.uint8, (len(feature_set_of(rules)),))


# -- both games ---------------------------------------------------------------------------------


def test_the_start_of_short_nardy(backend):
    # 24 runs with 15 rolls of 23: 17 and 12 are closed at 7 and 12 pips, 19 at 5.
    side = {"prime": 1, "held": 4, "rear": 14, "second_rear": 14, "anchor": 1}
    assert not_zero(backend, "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", "short") == {
        **{f"mover_{name}": value for name, value in side.items()},
        **{f"opponent_{name}": value for name, value in side.items()},
        "contact": 15,
    }


def test_the_start_of_long_nardy(backend):
    # Only 6-6 is closed, at the opponent's head; each die moves from the head alone.
    side = {
        "prime": 1, "held": 1, "rear": 14, "broken_prime": 1, "mobility": 1, "missing_sixes": 2,
        "obstacles": 1,
    }  # fmt: skip
    assert not_zero(backend, "24:15 / 24:15", "long") == {
        **{f"mover_{name}": value for name, value in side.items()},
        **{f"opponent_{name}": value for name, value in side.items()},
        "contact": 12,
    }


@pytest.mark.parametrize(
    ("mover", "opponent", "expected"),
    [
        (FULL_PRIME, "24:1 off:14", (6, 1, 12)),
        (FULL_PRIME, "bar:3 24:2 off:10", (6, 5, 12)),
        # At the edge of five points every six runs.
        (FIVE_PRIME, "22:1 off:14", (5, 1, 6)),
        # Three to six pips ahead are closed: 6-1, 6-2 and 5-2 run.
        ("13:7 7:2 6:2 5:2 4:2", "24:1 off:14", (4, 1, 9)),
        # A checker that has passed is not trapped, and no prime is before it.
        (FULL_PRIME, "12:1 off:14", (0, 0, 0)),
        # The own 24 is seven pips before his 8: six rolls.
        ("24:2 13:5 8:3 6:5", "8:1 off:14", (1, 0, 3)),
    ],
)
def test_a_prime_counts_before_the_rearmost_opposing_checker(backend, mover, opponent, expected):
    found = values(backend, f"{mover} / {opponent}", "short")
    names = ("mover_prime", "opponent_trapped", "opponent_held")
    assert tuple(found[name] for name in names) == expected


def test_a_prime_of_long_nardy_runs_over_the_own_end_but_not_over_the_opponents(backend):
    # Own 3 2 1 24 23 are his 15 14 13 12 11; own 14 13 12 11 are his 2 1 24 23.
    over = values(backend, "24:1 23:1 3:1 2:1 1:11 / 24:15", "long")
    ends = values(backend, "14:1 13:1 11:1 10:12 / 24:14 20:1", "long")
    assert (over["mover_prime"], over["opponent_trapped"], over["mover_broken_prime"]) == (5, 15, 5)
    assert (ends["mover_prime"], ends["opponent_trapped"], ends["mover_broken_prime"]) == (2, 0, 2)


def test_a_broken_prime_is_the_best_of_six_points(backend):
    # Own 10 9 7 6 5 are his 22 21 19 18 17: five of six, and the longest run is three.
    found = values(backend, "10:1 9:1 7:1 6:1 5:11 / 24:15", "long")
    assert (found["mover_broken_prime"], found["mover_prime"]) == (5, 3)


def test_gaps_count_below_the_rearmost_checker_when_all_are_home(backend):
    found = values(backend, "6:3 4:1 1:2 off:9 / 5:1 4:1 3:1 2:1 1:1 off:10", "short")
    assert (found["mover_gaps"], found["opponent_gaps"]) == (3, 0)
    assert values(backend, "7:1 6:3 off:11 / 1:1 off:14", "short")["mover_gaps"] == 0


@pytest.mark.parametrize(
    ("mover", "opponent", "danger"),
    [
        ("7:1 6:14", "1:1 off:14", 8),  # 1 pip outside, 1 to go for the opponent
        ("18:1 6:14", "1:1 off:14", 10),  # 12 - 1 + 32 = 43
        ("24:15", "2:1 off:14", 15),
        ("24:14 off:1", "2:1 off:14", 0),
        ("6:15", "6:5 off:10", 0),  # 30 pips: 2 are too few for a four
        ("6:15", "6:4 5:1 off:10", 0),
        ("6:15", "6:4 4:1 off:10", 1),
    ],
)
def test_danger_compares_the_way_home_with_all_that_the_opponent_has_to_go(
    backend, mover, opponent, danger
):
    text = f"{mover} / {opponent}"
    assert values(backend, text, "short")["mover_gammon_danger"] == danger
    assert values(backend, text, "long")["mover_mars_danger"] == danger


def test_the_danger_asks_for_all_checkers_of_the_ruleset(backend):
    assert values(backend, "24:3 / 2:1 off:2", "hypergammon")["mover_gammon_danger"] == 15
    assert values(backend, "24:2 off:1 / 2:1 off:2", "hypergammon")["mover_gammon_danger"] == 0


def test_leads_are_told_with_and_without_contact(backend):
    # 8 pips behind 15: 64 * 7 / (8 + 15 + 40) = 7.1; in contact 167 - 137 = 30 pips.
    race = values(backend, "6:1 2:1 off:13 / 6:2 3:1 off:12", "short")
    assert (race["mover_race_lead"], race["opponent_race_lead"]) == (8, 0)
    assert (race["mover_lead"], race["race"], race["contact"]) == (0, 1, 0)
    met = values(backend, "24:2 13:5 8:3 6:5 / 24:2 13:5 6:2 2:6", "short")
    assert (met["opponent_lead"], met["mover_lead"], met["race"]) == (4, 0, 0)
    assert (met["mover_race_lead"], met["opponent_race_lead"]) == (0, 0)


@pytest.mark.parametrize(
    ("text", "ruleset", "contact"),
    [
        ("13:1 off:14 / 11:1 off:14", "short", 0),
        ("13:1 off:14 / 13:1 off:14", "short", 1),
        ("bar:1 off:14 / 1:1 off:14", "short", 1),
        ("24:1 off:14 / 24:1 off:14", "short", 15),
        ("12:1 off:14 / 11:1 off:14", "long", 0),
        ("13:1 off:14 / 6:1 off:14", "long", 1),
        ("13:1 off:14 / 14:1 off:14", "long", 2),
        ("24:1 off:14 / 23:1 off:14", "long", 12),
    ],
)
def test_contact_is_the_way_that_the_rearmost_checkers_have_until_they_have_passed(
    backend, text, ruleset, contact
):
    found = values(backend, text, ruleset)
    assert (found["contact"], found["race"]) == (contact, int(contact == 0))


# -- short nardy --------------------------------------------------------------------------------


@pytest.mark.parametrize("distance", SHOTS)
def test_shots_are_those_of_the_books(backend, distance):
    # The blot is on the opponent's ace point, the one hitter so many pips behind.
    hitter = "bar" if distance == 24 else f"{1 + distance}"
    found = values(backend, f"24:1 off:14 / {hitter}:1 off:14", "short")
    assert found["mover_shots"] == (SHOTS[distance] + 1) // 2
    assert found["mover_at_risk"] == (SHOTS[distance] > 0)
    # What waits on the bar cannot be hit; elsewhere the two blots see each other.
    assert found["opponent_shots"] == (found["mover_shots"] if distance < 24 else 0)


@pytest.mark.parametrize(
    ("text", "n_hitting"),
    [
        # Seven away: 6-1, 5-2, 4-3, if one of the points between is free.
        ("24:1 18:2 off:12 / 8:1 off:14", 6),
        ("24:1 18:2 23:2 off:10 / 8:1 off:14", 4),
        # Two away and seven away: 12 rolls, and 6-1, 5-2, 4-3, of which 5-2 is among the twelve.
        ("24:1 19:1 off:13 / 8:1 off:14", 16),
        # One waits on the bar ten pips away, another stands six pips away: sixes, and 5-5.
        ("10:1 off:14 / bar:1 21:1 off:13", 12),
        # Three entries are closed: 6-4, 6-5, 6-6, and 5-5.
        ("10:1 3:2 2:2 1:2 off:8 / bar:1 21:1 off:13", 6),
        # None enters.
        ("10:1 6:2 5:2 4:2 3:2 2:2 1:2 off:2 / bar:1 18:1 off:13", 0),
        # Two wait: fives enter on the blot, and nothing else can be hit.
        ("10:1 5:1 off:13 / bar:2 21:1 off:12", 11),
        # Blots behind all hitters are safe.
        ("10:1 off:14 / 14:1 off:14", 0),
    ],
)
def test_shots_count_rolls_as_a_person_does(backend, text, n_hitting):
    assert values(backend, text, "short")["mover_shots"] == (n_hitting + 1) // 2


@pytest.mark.parametrize(
    ("text", "at_risk"),
    [
        ("20:1 9:1 off:13 / 20:1 off:14", 8),  # the blot on 9 would lose 16 pips
        ("20:1 9:2 off:12 / 20:1 off:14", 3),  # now only that on 20: 5 pips
        ("1:1 off:14 / bar:1 off:14", 12),
        ("9:2 off:13 / 20:1 off:14", 0),
    ],
)
def test_at_risk_is_what_the_foremost_blot_has_gone(backend, text, at_risk):
    assert values(backend, text, "short")["mover_at_risk"] == at_risk


@pytest.mark.parametrize("n_closed", range(7))
def test_no_entry_follows_the_rolls_that_miss(backend, n_closed):
    held = " ".join(f"{point}:2" for point in range(1, n_closed + 1))
    text = f"bar:1 6:14 / {held} off:{15 - 2 * n_closed}"
    rounded = (0, 0, 2, 4, 7, 10, 15)[n_closed]
    assert rounded == round(15 * n_closed**2 / 36)
    text = text if n_closed else "bar:1 6:14 / 1:1 off:14"
    assert values(backend, text, "short")["mover_no_entry"] == rounded


@pytest.mark.parametrize(
    ("mover", "anchor"),
    [("24:2 6:13", 1), ("24:2 20:2 6:11", 5), ("18:2 6:13", 7), ("17:2 6:13", 0), ("20:1 6:14", 0)],
)
def test_an_anchor_is_the_foremost_point_of_two_checkers_from_24_to_18(backend, mover, anchor):
    assert values(backend, f"{mover} / 6:15", "short")["mover_anchor"] == anchor


@pytest.mark.parametrize(
    ("mover", "rear", "second"),
    [
        ("24:2 6:13", 14, 14),
        ("24:1 7:1 6:13", 14, 1),
        ("bar:2 6:13", 15, 15),
        ("bar:1 6:14", 15, 0),
        ("18:1 off:14", 9, 0),
        ("6:15", 0, 0),
    ],
)
def test_the_two_rearmost_checkers(backend, mover, rear, second):
    found = values(backend, f"{mover} / 6:15", "short")
    assert (found["mover_rear"], found["mover_second_rear"]) == (rear, second)


@pytest.mark.parametrize(
    ("text", "stiff"),
    [
        # Only pairs: nothing is spare.
        ("24:2 13:2 8:2 7:2 6:2 5:2 4:2 off:1 / 24:1 off:14", 6),
        # Three on 8 play all but the five and the six to 3 and 2, which are closed.
        ("8:3 off:12 / 23:2 22:2 off:11", 2),
        # From the bar 1, 2 and 3 do not enter, whatever stands elsewhere.
        ("bar:1 13:3 off:11 / 3:2 2:2 1:2 off:9", 3),
        ("6:3 off:12 / 23:2 off:13", 0),
    ],
)
def test_stiff_are_the_dice_that_no_spare_checker_plays(backend, text, stiff):
    assert values(backend, text, "short")["mover_stiff"] == stiff


# -- long nardy ---------------------------------------------------------------------------------


def test_mobility_of_long_nardy(backend):
    # His 6-1 are the mover's 18-13: closed are the six from 24, and all dice from 19.
    text = "24:2 19:1 off:12 / 6:1 5:1 4:1 3:1 2:1 1:1 off:9"
    found = values(backend, text, "long")
    assert found["mover_rear_blocked"] == 1  # 24 to 18
    assert found["mover_mobility"] == 1  # five dice from 24
    assert found["mover_stiff"] == 1
    assert found["mover_missing_sixes"] == 3
    assert found["mover_obstacles"] == 6
    assert (found["mover_prime"], found["mover_trapped"], found["opponent_prime"]) == (0, 3, 6)


def test_stiff_leaves_single_checkers_where_they_are(backend):
    # The checkers on 24, 20 and 19 are alone; two on 8 play 1 to 4, as the opponent is on 3 and 2.
    text = "24:1 20:1 19:1 8:2 off:10 / 15:1 14:1 off:13"
    found = values(backend, text, "long")
    assert found["mover_stiff"] == 2
    # 24, 20 and 19 play all six dice, 8 plays four: 22 pairs.
    assert found["mover_mobility"] == 5
    assert found["mover_missing_sixes"] == 0


@pytest.mark.parametrize(
    ("mover", "opponent", "late_head"),
    [
        ("24:5 10:10", "24:15", 0),
        ("24:5 10:10", "18:15", 5),  # 90 pips gone
        ("24:5 10:10", "18:14 19:1", 0),
        ("24:5 9:10", "6:15", 15),  # 3 * 5
        ("24:4 9:11", "6:15", 12),
        ("24:3 9:12", "off:15", 12),
        ("23:5 9:10", "6:15", 0),
    ],
)
def test_a_late_head_is_its_height_by_what_the_opponent_has_gone(
    backend, mover, opponent, late_head
):
    assert values(backend, f"{mover} / {opponent}", "long")["mover_late_head"] == late_head
