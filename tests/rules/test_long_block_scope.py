"""LR7: when the block is tested."""

from nardy_fast.rulesets import ruleset
from positions import assert_pass, assert_results, at_progress, data, pos, results

OFF = ruleset("long").replace(block="off")
#: Example A: 14-19-20 passes through 16-21 with all of his checkers behind.
A = at_progress("0x9 14 16 17 18 20 21", "0x11 3x4")
#: Example B: the only five completes a block.
B = at_progress("11 18x2 19x3 20x3 21x3 22x3", "0x10 1 2 3 4 5")


def test_LR7_example_A_a_block_in_passing(backend):
    counts = [len(results(backend, A, "51", rules)) for rules in ("long_step", "long", OFF)]
    assert counts == [25, 26, 27]
    (extra,) = results(backend, A, "51", "long") - results(backend, A, "51", "long_step")
    assert extra.partition(" / ")[0] == "24:9 8:1 7:1 6:1 4:2 3:1"


def test_LR7_example_B_a_pass_by_the_block(backend):
    assert_pass(backend, B, "55", "long_step")
    # The route passes through the block and dissolves it.
    after = "13:1 5:3 4:3 3:3 2:3 1:2"
    assert_results(backend, B, "55", "long", after)
    assert_results(backend, B, "55", OFF, after)
    assert len(backend.generate_plays(pos(B, "long"), "55", ruleset="long")[0].moves) == 2


def test_LR7_a_shorter_play_is_legal_if_every_longer_one_ends_in_a_block(backend):
    # The only five, 18-13, makes six in a row, after a two as before it: the two alone is played,
    # although the five is larger and both dice could be.
    text = "18:3 17:3 16:3 15:3 14:3 / 24:11 23:1 22:1 21:1 20:1"
    twos = ("18:2 17:3 16:4 15:3 14:3", "18:3 17:2 16:3 15:4 14:3", "18:3 17:3 16:2 15:3 14:4")
    for rules in ("long", "long_step"):
        assert_results(backend, text, "52", rules, *twos)
    (used,) = {len(p.moves) for p in backend.generate_plays(pos(text, OFF), "52", ruleset=OFF)}
    assert used == 2


def test_LR7_reported_positions_where_the_two_scopes_differ(backend):
    for case in data("cases.json")["cases"]:
        other = case.get("expect_other_rulesets", {}).get('block_scope="turn"')
        if other is None:
            continue
        step, turn = (
            len(results(backend, case["position"], tuple(case["roll"]), name))
            for name in ("long_step", "long")
        )
        assert (step, turn) == (case["expect"]["count"], other["count"])
        assert step != turn


def test_LR7_the_federation_presets_test_every_checker_move():
    assert ruleset("long").block_scope == "turn"
    assert ruleset("long_step").block_scope == ruleset("long_fnr2026").block_scope == "step"
