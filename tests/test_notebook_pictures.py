"""What a notebook shows for a value at the end of a cell: positions, games, matches."""

import pytest

import nardy_fast as nf
from nardy_fast.svg_drawing import draw_svg
from pictures import SVG, faults_of, tree, words

PRESETS = list(nf.PRESETS)


def desc(value):
    picture = value._repr_svg_()
    assert faults_of(picture) == []
    return tree(picture)[1].text


def test_a_position_is_shown_as_its_picture():
    position = nf.Position.parse("6:2 / 3:1", "short")
    assert position._repr_svg_() == draw_svg(position, "short")


def test_a_game_is_shown_by_the_side_on_turn_with_its_dice():
    state = nf.GameState.start("long")
    assert state._repr_svg_() == draw_svg(state.position, "long")
    state = state.throw("66")
    assert state._repr_svg_() == draw_svg(state.position, "long", dice=(6, 6, 6, 6))
    state = state.play(state.plays()[0]).throw("21")
    assert state._repr_svg_() == draw_svg(state.position, "long", dice=(2, 1), viewer=1)


def test_a_position_of_a_match_shows_dice_cube_and_score():
    found = nf.MatchPosition.parse("XGID=-b----E-C---eE---c-e----B-:1:1:1:52:3:4:0:7:10")
    shown = words(found._repr_svg_())
    assert {"3/7", "4/7", "2"} <= set(shown)
    assert "dice 5 2. cube 2 below" in desc(found)
    doubled = nf.MatchPosition(
        nf.Position.start("short"), cube_value=2, cube_owner=0, offer="double", length=5
    )
    assert "cube 4 offered to the side above" in desc(doubled)
    assert "0/5 · to answer" in words(doubled._repr_svg_())
    start = nf.MatchPosition(nf.Position.start("long"), roll="33")
    assert "dice 3 3 3 3" in desc(start)
    assert "cube" not in desc(start)
    assert "cube" not in desc(nf.MatchPosition(nf.Position.start("short"), length=3, score=(2, 0),
                                               crawford=True))  # fmt: skip


def test_a_match_shows_its_last_play_and_what_is_thrown_now():
    match = nf.Match("short", length=3, seed=7)
    assert "cube" not in desc(match)
    match.throw_opening(3, 1)
    assert desc(match).endswith("dice 3 1. cube 1 in the middle")
    match.play("8/5 6/5")
    # The other side looks now: what was played came from above.
    assert desc(match).endswith("played 3 1. cube 1 in the middle. play 8/5 6/5")
    assert desc(match).startswith("below, ivory")
    assert "0/3 · to throw" in words(match._repr_svg_())
    match.throw("62")
    assert desc(match).endswith("dice 6 2. cube 1 in the middle. play 8/5 6/5")
    before = match._repr_svg_()
    match.undo()
    match.double()
    assert "cube 2 offered to the side above" in desc(match)
    match.take()
    assert "cube 2 above" in desc(match)
    assert before != match._repr_svg_()
    match.offer_resignation("gammon")
    assert {"0/3 · resigns, gammon", "0/3 · to answer"} <= set(words(match._repr_svg_()))


def test_a_match_that_is_over_shows_the_board_of_its_end():
    match = nf.Match("long", length=1, seed=3)
    while not match.is_over:
        if match.state is None or match.state.needs_throw:
            match.roll()
        else:
            match.play(match.state.plays()[-1])
        if len(match.history) % 20 == 0:
            assert faults_of(match._repr_svg_()) == []
    assert "1/1" in words(match._repr_svg_())
    assert "off:15" in tree(match._repr_svg_())[0].text
    assert "off" in desc(match).rpartition("play ")[2]


@pytest.mark.parametrize("name", PRESETS)
def test_every_moment_of_a_match_can_be_shown(name):
    match = nf.Match(name, length=3, seed=5, cube=True)
    for step in range(120):
        assert faults_of(match._repr_svg_()) == []
        if match.is_over:
            break
        if "take" in match.legal_actions():
            match.take()
        elif "double" in match.legal_actions() and step % 7 == 0:
            match.double()
        elif match.state is None or match.state.needs_throw:
            match.roll()
        else:
            match.play(match.state.plays()[step % len(match.state.plays())])


def test_the_next_game_does_not_show_a_play_of_the_last():
    match = nf.Match("long", length=5, seed=1)
    match.throw_opening(6, 1)
    match.throw("61")
    match.play("24/17")
    assert "play 24/17" in desc(match)
    match.offer_resignation("single")
    match.accept_resignation()
    # The winner begins the next game.
    assert match.state is not None
    assert "play" not in desc(match)
    assert not list(tree(match._repr_svg_()).iter(f"{SVG}path"))


def test_between_two_games_the_board_of_the_last_is_shown():
    match = nf.Match("short", length=5, seed=1)
    match.throw_opening(3, 1)
    match.play("8/5 6/5")
    match.double()
    match.drop()
    assert match.state is None
    assert "play 8/5 6/5" in desc(match)
    assert "1/5" in words(match._repr_svg_())
