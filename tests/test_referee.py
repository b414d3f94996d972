"""What the referee says: which rule forbids a play, what is left to play, in two languages."""

import json
import pickle
import string
from dataclasses import FrozenInstanceError

import numpy as np
import pytest

import nardy_fast as nf
from nardy_fast._reasons import FAULTS
from positions import pos

SHORT_START = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"
LONG_START = "24:15 / 24:15"
LONG = nf.ruleset("long")
CAPPED = LONG.replace(max_stack=2)


def judge(text, roll, play, rules="short", **more):
    return nf.Referee(rules).judge(pos(text, rules), roll, play, **more)


def texts(moves):
    return [str(move) for move in moves]


#: The rule, what is in its text in both languages, then position, roll, play, ruleset.
SHORT_REFUSALS = [
    ("SR1", "24 to 1", "от 24 к 1", SHORT_START, "61", "13/19"),
    ("SR3", "do not make", "не дают", SHORT_START, "61", "13/9"),
    ("SR3", "no checker on 12", "нет шашки на пункте 12", SHORT_START, "61", "12/6"),
    ("SR3", "no checker on bar", "нет шашки на баре", SHORT_START, "61", "bar/24"),
    ("SR4", "point 12 is closed", "пункт 12 закрыт", SHORT_START, "61", "13/12"),
    ("SR5", "nothing is hit on 7", "бить нечего: 7", SHORT_START, "61", "13/7*"),
    ("SR5", "hit differently", "бьют по-разному", "20:1 / 9:1 7:1 6:1", "42", "20/14"),
    ("SR6", "waits on the bar", "с бара", "bar:2 8:3 6:5 / 6:5 24:2", "61", "8/7"),
    ("SR7", "a checker can move", "пропустить ход нельзя", SHORT_START, "61", "pass"),
    ("SR7", "more dice", "больше костей", "24:1 8:1 6:13 / 21:2 9:2 7:3 6:4 5:4", "62", "8/6"),
    ("SR8", "larger die, 4,", "большая кость, 4", "10:1 / 22:2", "43", "10/7"),
    ("SR9", "not all checkers are home", "не все шашки в доме", SHORT_START, "61", "6/off"),
    ("SR10", "no checker is farther", "дальше шашек нет", "6:2 4:1 / 1:1", "51", "4/off"),
    ("SR13", "the game is over", "партия окончена", "off:15 / 24:1", "61", "6/5"),
]
LONG_REFUSALS = [
    ("LR1", "24 to 1", "от 24 к 1", LONG_START, "61", "13/19", LONG),
    ("LR3", "point 12 is closed", "пункт 12 закрыт", LONG_START, "66", "24/12", LONG),
    ("LR3", "there is no bar", "бара в этой игре нет", LONG_START, "61", "bar/24", LONG),
    ("LR3", "nothing is hit on 18", "бить нечего: 18", LONG_START, "61", "24/18*", LONG),
    ("LR4", "leave the head", "с головы", LONG_START, "61", "24/18 24/23", LONG),
    # LR5: three at the exception; two where it does not apply; two not even then.
    ("LR4", "leave the head", "с головы", LONG_START, "66", "24/18(3)", LONG),
    ("LR4", "leave the head", "с головы", LONG_START, "55", "24/19(2)", LONG),
    ("LR4", "leave the head", "с головы", "24:14 5:1 / 24:15", "66", "24/18(2)", LONG),
    (
        "LR6", "six points in a row", "шесть пунктов подряд",
        "24:1 23:1 22:1 6:1 2:1 1:1 / 24:15", "21", "6/3", LONG,
    ),
    (
        "LR7", "after a checker move", "после хода одной шашкой",
        "13:1 6:2 5:3 4:3 3:3 2:3 / 24:10 23:1 22:1 21:1 20:1 19:1", "55", "6/1",
        nf.ruleset("long_step"),
    ),
    ("LR8", "limited to max_stack", "больше шашек", "24:2 20:2 15:11 / 1:1", "41", "24/20 15/14",
     CAPPED),
    ("LR9", "not all checkers are home", "не все шашки в доме", "13:1 6:14 / 24:15", "61", "6/off",
     LONG),
    ("LR10", "no checker is farther", "дальше шашек нет", "6:2 4:1 / 24:15", "51", "4/off", LONG),
    ("LR13", "do not make", "не дают", LONG_START, "61", "24/20", LONG),
    ("LR13", "no checker on 12", "нет шашки на пункте 12", "13:15 / 24:15", "61", "12/11", LONG),
    ("LR14", "more dice", "больше костей", "17:1 10:1 / 15:1 4:1", "61", "10/4", LONG),
    ("LR14", "a checker can move", "пропустить ход нельзя", LONG_START, "61", "pass", LONG),
    ("LR15", "larger die, 4,", "большая кость, 4", "10:1 / 15:1", "43", "10/7", LONG),
    ("LR16", "the game is over", "партия окончена", "off:15 / 24:1", "61", "6/5", LONG),
]  # fmt: skip


@pytest.mark.parametrize("case", [(*case, "short") for case in SHORT_REFUSALS] + LONG_REFUSALS)
def test_the_rule_that_forbids_moves_is_named_in_both_languages(case):
    rule, english, russian, position, roll, play, rules = case
    verdict = judge(position, roll, play, rules)
    assert not verdict.is_legal
    assert not verdict.is_complete
    assert verdict.rules == (rule,)
    assert verdict.text().startswith(f"{rule}: ")
    assert english in verdict.text()
    assert verdict.text("ru").startswith(f"{rule}: ")
    assert russian in verdict.text("ru")


def test_an_order_in_which_the_checkers_are_there_says_more_than_one_in_which_they_are_not():
    assert judge("6:1 5:1 / 1:1", "61", "5/off 3/2").rules == ("SR10",)


def test_every_rule_that_can_forbid_a_play_has_a_refusal_here():
    named = {case[0] for case in SHORT_REFUSALS + LONG_REFUSALS} | {"LR18"}
    assert named == {rule for fault in FAULTS.values() for rule in fault[:2]}


@pytest.mark.parametrize("key", FAULTS)
def test_every_reason_says_the_same_in_both_languages(key):
    english, russian = FAULTS[key][2:]
    fields = [
        {name for _, name, _, _ in string.Formatter().parse(text) if name}
        for text in (english, russian)
    ]
    assert fields[0] == fields[1]
    assert english.isascii()
    assert any("а" <= letter <= "я" for letter in russian)


def test_a_legal_play_has_no_reason_and_no_other_language_is_spoken():
    verdict = judge(SHORT_START, "61", "13/7 8/7")
    assert verdict.rules == ()
    assert (verdict.text(), verdict.text("ru")) == ("", "")
    for spoken in (verdict, judge(SHORT_START, "61", "13/12")):
        with pytest.raises(nf.ArgumentError, match="language must be one of en, ru"):
            spoken.text("de")


# -- parts of plays -------------------------------------------------------------------------------


def test_nothing_made_yet_offers_every_first_move_of_a_legal_play():
    verdict = judge("24:1 8:1 6:13 / 21:2 9:2 7:3 6:4 5:4", "62", ())
    assert verdict.is_legal
    assert verdict.dice_left == (6, 2)
    assert verdict.n_dice == 2
    # 8/6 would waste a die.
    assert texts(verdict.next_moves) == ["24/22", "8/2"]


def test_a_half_play_that_wastes_a_die_is_refused_and_the_rest_is_still_offered():
    verdict = judge("24:1 8:1 6:13 / 21:2 9:2 7:3 6:4 5:4", "62", [(8, 6)])
    assert verdict.rules == ("SR7",)
    assert verdict.moves == ()
    assert texts(verdict.next_moves) == ["24/22", "8/2"]


def test_the_legal_beginning_of_an_illegal_play_is_kept():
    verdict = judge(SHORT_START, "61", [(13, 7), (24, 20)])
    assert not verdict.is_legal
    assert texts(verdict.moves) == ["13/7"]
    assert verdict.dice_left == (1,)
    assert "8/7" in texts(verdict.next_moves)
    assert str(verdict.after) == "24:2 13:4 8:3 7:1 6:5 / 24:2 13:5 8:3 6:5"


def test_a_complete_play_has_what_comes_next():
    verdict = judge(SHORT_START, "31", [(6, 5), (8, 5)])
    assert verdict.is_complete
    assert verdict.next_moves == ()
    assert verdict.dice_left == ()
    assert verdict.play == nf.parse_play(
        "8/5 6/5", pos(SHORT_START, "short"), "31", ruleset="short"
    )
    assert str(verdict.play) == "8/5 6/5"
    assert verdict.next_position == nf.Position.start("short").play("8/5 6/5", "31")
    assert verdict.next_state is None


def test_a_play_is_complete_when_no_more_dice_can_be_played():
    verdict = judge("10:1 / 22:2", "43", "10/6")
    assert verdict.is_complete
    assert verdict.dice_left == (3,)
    assert verdict.n_dice == 1


@pytest.mark.parametrize("play", [(), "pass", "Pass"])
def test_a_forced_pass_is_complete_with_or_without_the_word(play):
    closed = "bar:1 / 6:2 5:2 4:2 3:2 2:2 1:2"
    verdict = judge(closed, "65", play)
    assert verdict.is_complete
    assert verdict.play.is_pass
    assert judge(closed, "65", verdict.play).is_complete
    assert judge(closed, "65", "bar/20").rules == ("SR4",)


def test_moves_in_another_order_are_legal_but_the_order_is_refused():
    position = "bar:1 8:3 6:5 / 24:2 13:5"
    verdict = judge(position, "61", [(8, 2), (25, 24)])
    assert verdict.is_legal
    assert not verdict.is_in_order
    assert verdict.is_complete
    assert texts(verdict.moves) == ["bar/24", "8/2"]
    assert verdict.rules == ("SR6",)
    assert verdict.text("ru").startswith("SR6: сначала войдите с бара")


def test_a_move_that_waits_for_another_is_legal_and_told_apart():
    verdict = judge("bar:1 8:3 6:5 / 24:2 13:5", "61", [(8, 2)])
    assert verdict.is_legal
    assert not verdict.is_in_order
    assert not verdict.is_complete
    assert verdict.moves == ()
    assert texts(verdict.waiting) == ["8/2"]
    assert texts(verdict.next_moves) == ["bar/24"]


def test_LR7_a_half_play_may_stand_on_a_block_that_can_still_be_opened():
    position = "13:1 6:2 5:3 4:3 3:3 2:3 / 24:10 23:1 22:1 21:1 20:1 19:1"
    part = judge(position, "55", "6/1", "long")
    assert part.is_legal
    assert not part.is_complete
    assert texts(part.next_moves) == ["6/1"]
    assert judge(position, "55", "6/1(2)", "long").is_complete
    refused = judge(position, "55", "6/1", "long_step")
    assert refused.rules == ("LR7",)


def test_LR7_and_LR8_name_what_must_come_first():
    """The same move is allowed when another has been made: only its order is refused."""
    block = judge(
        "24:1 22:1 21:1 19:1 18:1 17:1 13:9 / 24:14 11:1", "41", "24/20", nf.ruleset("long_step")
    )
    cap = judge("24:2 20:2 15:11 / 1:1", "41", "24/20", CAPPED)
    for verdict, rule, next_moves in ((block, "LR7", 5), (cap, "LR8", 1)):
        assert verdict.is_legal
        assert not verdict.is_in_order
        assert verdict.rules == (rule,)
        assert len(verdict.next_moves) == next_moves
    assert texts(cap.next_moves) == ["20/19"]
    assert judge("24:2 20:2 15:11 / 1:1", "41", "20/19 24/20", CAPPED).is_complete


def test_LR6_and_LR8_that_forbid_a_play_together_are_both_named():
    board, roll, play = "10:1 9:1 6:2 5:1 4:2 3:2 2:2 1:2 / 24:15", "42", "10/6 9/7"
    verdict = judge(board, roll, play, CAPPED)
    assert verdict.rules == ("LR8", "LR6")
    assert verdict.text().startswith("LR8 and LR6: ")
    assert verdict.text("ru").startswith("LR8 и LR6: ")


def test_LR5_under_stuck_the_second_head_move_depends_on_the_roll():
    rules = LONG.replace(head_exception="stuck")
    assert judge("24:15 / 24:14 4:1", "62", "24/18 24/22", rules).is_complete
    assert judge("24:15 / 24:14 4:1", "62", "24/18 24/22", LONG).rules == ("LR4",)
    assert judge(LONG_START, "62", "24/18 24/22", rules).rules == ("LR4",)


# -- how moves can be written ---------------------------------------------------------------------


def test_all_forms_of_a_play_are_the_same():
    play = nf.parse_play("24/18/17", nf.starting_board("long"), "61", ruleset="long")
    first, second = judge(LONG_START, "61", play, "long").moves
    forms = [
        "24/17",
        "24/18/17",
        play,
        [(24, 17)],
        [[24, 18], [18, 17]],
        [nf.CheckerMove(24, 18), nf.CheckerMove(18, 17)],
        [first, second],
        [first._asdict(), second._asdict()],
        iter([(24, 18), (18, 17)]),
        [{"source": 24, "target": 17}],
    ]
    verdicts = [judge(LONG_START, "61", form, "long") for form in forms]
    assert all(verdict == verdicts[0] for verdict in verdicts)
    assert verdicts[0].is_complete


def test_a_move_over_points_is_read_without_a_hit_in_passing():
    position = "20:1 / 9:1 6:2"
    assert texts(judge(position, "42", [(20, 14)]).moves) == ["20/18", "18/14"]
    assert texts(judge(position, "42", "20/16/14").moves) == ["20/16*", "16/14"]
    assert texts(judge(position, "42", "20/16*/14").moves) == ["20/16*", "16/14"]


def test_thousands_of_moves_are_refused_like_one():
    verdict = judge(SHORT_START, "61", [(13, 7)] * 5_000)
    assert verdict.rules == ("SR3",)
    assert texts(verdict.moves) == ["13/7"]


def test_a_hit_is_a_claim_that_is_checked():
    position = "24:2 6:13 / 7:1 6:14"
    assert judge(position, "63", [(24, 18, True)]).is_legal
    assert judge(position, "63", [(24, 18)]).moves[0].hit
    assert judge(position, "63", [(24, 21, True)]).rules == ("SR5",)


def test_a_next_move_says_which_die_is_used():
    board = "1:2 / 1:3"
    moves = judge(board, "21", ()).next_moves
    assert {(move.source, move.target, move.die) for move in moves} == {(1, 0, 1), (1, 0, 2)}
    for move in moves:
        assert judge(board, "21", [move]).moves == (move,)
    wrong = nf.NextMove(8, 5, 1)
    assert judge(SHORT_START, "31", [wrong]).rules == ("SR3",)


def test_moves_are_read_with_the_fewest_dice_unless_the_play_is_said_to_be_whole():
    position = "6:1 1:1 / 22:2"
    part = judge(position, "61", "6/off")
    assert (part.is_complete, part.dice_left) == (False, (1,))
    assert texts(part.next_moves) == ["1/off"]
    whole = judge("6:2 1:1 / 22:2", "51", "6/off", whole=True)
    assert whole.is_complete
    assert texts(whole.moves) == ["6/1", "1/off"]
    assert judge(SHORT_START, "61", "13/7", whole=True).rules == ("SR7",)
    assert judge(SHORT_START, "61", (), whole=True).rules == ("SR7",)


# -- a game's state, and stages -------------------------------------------------------------------


@pytest.mark.parametrize("name", nf.PRESETS)
def test_games_played_move_by_move_are_those_of_the_state(name):
    rng = np.random.default_rng(5)
    referee, state, n_turns = nf.Referee(name), nf.GameState.start(name), 0
    while not state.is_over and n_turns < 150:
        if state.needs_throw:
            state = state.throw(tuple(map(int, rng.integers(1, 7, 2))))
        made, verdict = [], referee.judge(state)
        while not verdict.is_complete:
            assert verdict.is_in_order
            assert verdict.next_position is None
            made.append(verdict.next_moves[int(rng.integers(len(verdict.next_moves)))])
            verdict = referee.judge(state, play=made)
        assert verdict.play in state.plays()
        assert verdict.next_state == state.play(verdict.play)
        if len(state.stages) == 1 and not state.ruleset.has_stages:
            roll = state.dice[0], state.dice[-1]
            found = referee.judge(state.position, roll, made)
            assert found.play == verdict.play
        state, n_turns = verdict.next_state, n_turns + 1
    assert n_turns > 20


def test_a_finished_game_has_a_verdict_too():
    state = nf.GameState(nf.Position.parse("off:15 / 24:1", "short"))
    for play in ((), "pass", "6/5"):
        verdict = nf.Referee("short").judge(state, play=play)
        assert verdict.rules == ("SR13",)
        assert verdict.next_moves == ()
    assert nf.Referee("short").legal_moves(state) == {}


def cascading(rules="gulbara_seed", roll="55"):
    position = nf.Position.parse("24:10 20:2 18:1 8:2 / 24:15", rules)
    return nf.GameState(position).throw(roll)


def test_LR18_a_stage_is_played_before_those_of_higher_numbers():
    state = cascading()
    assert state.stages == ((5, 5), (6, 6))
    referee = nf.Referee("gulbara_seed")
    verdict = referee.judge(state, play="24/18")
    assert verdict.rules == ("LR18",)
    assert verdict.text() == "LR18: the stage 5-5 must be played before those of higher numbers"
    assert "сначала играется 5-5" in verdict.text("ru")
    assert referee.judge(state, play="24/20").rules == ("LR13",)


def test_LR18_the_stages_of_a_turn_share_the_head_limit():
    referee, state = nf.Referee("gulbara_seed"), cascading()
    verdict = referee.judge(state, play="24/19 20/15")
    assert verdict.is_complete
    state = verdict.next_state
    assert (state.dice, state.head_left) == ((6, 6), 0)
    assert referee.judge(state, play="24/18").rules == ("LR4",)
    assert 24 not in referee.legal_moves(state)
    assert referee.judge(state, play="20/14 19/13").is_complete


def test_LR19_moves_handed_over_have_the_usual_head_limit_and_may_be_lost():
    referee, state = nf.Referee("gulbara_seed"), nf.GameState.start("gulbara_seed").throw("33")
    for play in ("24/21(2)", "21/17(2)"):
        state = referee.judge(state, play=play).next_state
    passed = referee.judge(state)
    assert passed.is_complete
    assert passed.play.is_pass
    handed = passed.next_state
    assert handed.phase.name == "HANDED_OVER"
    # The side stands as at the start, but has not thrown: no exception (LR5).
    assert referee.judge(handed, play="24/19(2)").rules == ("LR4",)
    assert referee.judge(handed, play="24/19(2)").text("ru").startswith("LR4: с головы")
    assert referee.judge(handed, play="24/19").is_legal


def test_a_stage_of_a_bare_position_is_some_dice_and_a_head_limit():
    referee, start = nf.Referee("gulbara"), nf.Position.start("gulbara")
    verdict = referee.judge(start, (4, 4, 4), "24/16", head_left=1)
    assert verdict.is_complete
    assert verdict.dice_left == (4,)
    assert verdict.next_position is None
    assert referee.judge(start, (4, 4, 4), "24/20", head_left=0).rules == ("LR4",)
    assert referee.legal_moves(start, (4, 4, 4), head_left=1) == {24: (20, 16)}


def test_the_text_of_a_stage_is_read_in_any_order():
    board = nf.Position.parse("24:10 20:2 18:1 8:2 / 24:15", "gulbara")
    read = nf.parse_stage_play
    same = {
        read(text, board, (5, 5), ruleset="gulbara", head_left=1)
        for text in ("24/19 20/15", "20/15 24/19", " 20/15   24/19 ")
    }
    assert len(same) == 1
    state = cascading()
    assert state.play("20/15 24/19") == state.play(next(iter(same)))
    assert state.play("24/14").dice == (6, 6)


@pytest.mark.parametrize(
    ("text", "rule"),
    [("24/19(2)", "LR4"), ("24/19", "LR14"), ("pass", "LR14"), ("24/18 20/14", "LR13")],
)
def test_a_refused_text_of_a_stage_names_the_rule(text, rule):
    state = cascading()
    with pytest.raises(
        nf.IllegalPlayError, match=f"one legal play of 5-5 on .*: {rule}: "
    ) as caught:
        state.play(text)
    assert caught.value.reason.split(":")[0] == rule
    assert caught.value.roll == (5, 5)
    assert caught.value.play == text


def test_an_unreadable_text_of_a_stage_is_a_format_error():
    with pytest.raises(nf.FormatError, match="column 7"):
        cascading().play("24/19 x")
    with pytest.raises(nf.ArgumentError, match="head_left"):
        nf.parse_stage_play("pass", cascading().position, (5,), ruleset="gulbara", head_left=16)
    with pytest.raises(nf.RollError):
        nf.parse_stage_play("pass", cascading().position, (5, 5, 6), ruleset="gulbara")


# -- what can be asked ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("play", "error", "says"),
    [
        ("13/", nf.FormatError, "unreadable at column 1"),
        ("", nf.FormatError, "column 1"),
        (None, nf.ArgumentError, "play must be a text, a Play or moves"),
        (7, nf.ArgumentError, "play must be a text, a Play or moves"),
        ([7], nf.ArgumentError, "a move must be"),
        ([(13,)], nf.ArgumentError, "a move must be"),
        ([(13, 7, False, 6)], nf.ArgumentError, "a move must be"),
        ([(26, 20)], nf.ArgumentError, "source must be a whole number from 1 to 25"),
        ([(0, 1)], nf.ArgumentError, "source must be a whole number from 1 to 25"),
        ([(13, 25)], nf.ArgumentError, "target must be a whole number from 0 to 24"),
        ([(13, -1)], nf.ArgumentError, "target must be a whole number from 0 to 24"),
        ([(13.0, 7)], nf.ArgumentError, "source must be a whole number"),
        ([("13", "7")], nf.ArgumentError, "source must be a whole number"),
        ([(True, 7)], nf.ArgumentError, "source must be a whole number"),
        ([(13, 7, 1)], nf.ArgumentError, "hit must be True or False"),
        ([(6, 0, True)], nf.ArgumentError, "nothing is hit off the board"),
        ([{"from": 13, "to": 7}], nf.ArgumentError, "source must be a whole number"),
        ([{"source": 13, "target": 7, "die": 9}], nf.ArgumentError, "die must be a whole number"),
    ],
)
def test_a_malformed_play_is_an_error_of_ours(play, error, says):
    with pytest.raises(error, match=says.replace("(", r"\(")):
        judge(SHORT_START, "61", play)


def test_the_other_arguments_are_checked():
    start, referee = nf.Position.start("short"), nf.Referee("short")
    state = nf.GameState.start("short")
    with pytest.raises(nf.RulesetError):
        nf.Referee("shorty")
    with pytest.raises(nf.RulesetError, match="must not judge a position of nackgammon"):
        referee.judge(nf.Position.start("nackgammon"), "61")
    with pytest.raises(nf.RulesetError):
        nf.Referee("long").judge(state.throw("61"))
    with pytest.raises(nf.PositionError):
        referee.judge([0] * 26, "61")
    with pytest.raises(nf.PositionError):
        referee.judge([start.board, start.board], "61")
    with pytest.raises(nf.RollError):
        referee.judge(start, "71")
    with pytest.raises(nf.ArgumentError, match="needs its roll"):
        referee.judge(start, play="13/7")
    with pytest.raises(nf.ArgumentError, match="the moves as play="):
        referee.judge(state.throw("61"), "13/7")
    with pytest.raises(nf.ArgumentError, match="must be thrown first"):
        referee.judge(state)
    with pytest.raises(nf.ArgumentError, match="head_left must be None"):
        referee.judge(start, "61", head_left=1)
    with pytest.raises(nf.ArgumentError, match="whole must be True or False"):
        referee.judge(start, "61", whole=1)
    with pytest.raises(nf.RollError, match="stage"):
        nf.Referee("gulbara").judge(nf.Position.start("gulbara"), nf.Roll(6, 6))


def test_a_verdict_is_a_value():
    verdict = judge(SHORT_START, "61", "13/7")
    with pytest.raises(FrozenInstanceError):
        verdict.is_legal = False
    assert pickle.loads(pickle.dumps(verdict)) == verdict
    assert hash(verdict) == hash(judge(SHORT_START, "61", "13/7"))
    refused = judge(SHORT_START, "61", "13/12")
    assert pickle.loads(pickle.dumps(refused)) == refused
    assert repr(nf.Referee("short")) == "<Referee short>"
    assert nf.Referee("short").ruleset == nf.ruleset("short")


def test_the_arguments_are_not_changed():
    board, moves = nf.starting_board("short"), [[13, 7]]
    kept = board.copy()
    judge_ = nf.Referee("short")
    judge_.judge(board, "61", moves)
    judge_.legal_moves(board, "61", moves)
    assert np.array_equal(board, kept)
    assert moves == [[13, 7]]


@pytest.mark.parametrize("play", [(), "13/7", "13/7 8/7", "13/12", "20/14"])
def test_a_verdict_is_written_as_json_and_its_moves_can_be_sent_back(play):
    verdict = judge(SHORT_START, "61", play)
    sent = json.loads(json.dumps(verdict.to_dict(), ensure_ascii=False))
    assert sent["is_legal"] is verdict.is_legal
    assert sent["text"] == {"en": verdict.text(), "ru": verdict.text("ru")}
    assert sent["rules"] == list(verdict.rules)
    assert [reason["rule"] for reason in sent["reasons"]] == sent["rules"]
    assert nf.Position.parse(sent["after"], "short") == verdict.after
    assert judge(SHORT_START, "61", sent["moves"]).moves == verdict.moves
    for move in sent["next_moves"]:
        assert judge(SHORT_START, "61", [*sent["moves"], move]).is_in_order


def test_the_next_state_is_written_for_a_games_state():
    verdict = nf.Referee("gulbara_seed").judge(cascading(), play="24/19 20/15")
    sent = json.loads(json.dumps(verdict.to_dict()))["next_state"]
    assert sent["phase"] == "cascade"
    assert sent["stages"] == [[6, 6]]
    assert sent["head_left"] == 0
    assert sent["side"] == 0


def test_legal_moves_follow_a_checker_over_several_dice():
    referee = nf.Referee("short")
    assert referee.legal_moves(nf.Position.start("short"), "61")[24] == (23, 18)
    assert referee.legal_moves(nf.Position.start("short"), "61", [(13, 7)]) == {
        24: (23,),
        8: (7,),
        7: (6,),
        6: (5,),
    }
    assert nf.Referee("long").legal_moves(nf.Position.start("long"), "61") == {24: (23, 18, 17)}
    # 20/14 hits on 16 or on 18: it has to be made in two moves.
    position = pos("20:1 / 9:1 7:1 6:1", "short")
    assert referee.legal_moves(position, "42") == {20: (18, 16)}
