"""SR5: a lone opposing checker is hit, in passing too, and waits on the bar."""

from positions import assert_results, plays, pos, results

BLOT = "10:1 / 16:1 12:1 1:13"


def test_SR5_a_blot_is_hit_and_goes_to_its_bar(backend):
    # The mover's 9 is the opponent's 16: hit by the 1; 13 is his 12.
    assert_results(backend, BLOT, "31", "short", "6:1 / bar:1 12:1 1:13", "6:1 / 16:1 12:1 1:13")


def test_SR5_a_blot_may_be_hit_in_passing(backend):
    assert "10/9*/6" in plays(backend, BLOT, "31", "short")


def test_SR5_hitting_is_not_compulsory(backend):
    assert "10/6" in plays(backend, BLOT, "31", "short")


def test_SR5_two_blots_may_be_hit_in_one_turn(backend):
    found = results(backend, "10:1 / 16:1 17:1 1:13", "21", "short")
    assert found == {
        "7:1 off:14 / bar:1 17:1 1:13",
        "7:1 off:14 / bar:1 16:1 1:13",
    }
    (play,) = [
        text
        for text in plays(backend, "10:1 / 16:1 19:1 1:13", "31", "short")
        if text.count("*") == 2
    ]
    assert play == "10/9*/6*"


def test_SR5_a_double_hits_once_on_a_point_and_then_lands_on_its_own_checkers(backend):
    board = pos("8:4 / 19:1 1:14", "short")
    rows = backend.generate_plays(board, "22", ruleset="short")
    (four,) = [p for p in rows if [(m.source, m.target) for m in p.moves] == [(8, 6)] * 4]
    assert [m.hit for m in four.moves] == [True, False, False, False]
    assert str(four) == "8/6*" + " 8/6(3)"


def test_SR5_hits_and_quiet_ways_to_one_square_are_different_plays(backend):
    # 10-6 over 9 hits, over 7 does not: two afterstates.
    assert len(results(backend, BLOT, "31", "short")) == 2
