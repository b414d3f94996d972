"""Stages of gul bara: both backends agree on states, and on whole games of the same choices."""

import itertools
import json

import numpy as np
import pytest

from calls import native_module
from judge import StageTurn
from nardy_fast import reference
from nardy_fast.boards import starting_board
from nardy_fast.cascades import Phase
from nardy_fast.dice import ROLLS
from nardy_fast.game_states import GameState
from nardy_fast.policies import Policy
from nardy_fast.rulesets import as_ruleset, ruleset
from nardy_fast.weights import Weights
from positions import DATA
from strategies import LONG_KINDS, SHORT_KINDS, STAGE_PRESETS, build, terminal

native = native_module()
BOTH = (native, reference)
NAMES = list(STAGE_PRESETS)
STAGES = [(die,) * n for die in range(1, 7) for n in range(1, 5)]
STAGES += list(itertools.combinations(range(6, 0, -1), 2))


def row(found):
    return [(play.afterstate.tobytes(), play.moves) for play in found]


def longest_run(board):
    """The most points in a row that the mover holds, over the end of his route too."""
    held = "".join("x" if count > 0 else " " for count in [*board[24:0:-1], *board[24:0:-1]])
    return max(map(len, held.split(" ")))


def states(name, n, seed):
    """Yield states with a stage to play, from games by chance and games that seek blocks."""
    rng = np.random.default_rng(seed)
    game = 0
    while n:
        state = GameState.start(name, side=game % 2)
        game += 1
        while n and not state.is_over:
            if state.needs_throw:
                state = state.throw(ROLLS[rng.integers(21)])
                continue
            yield state
            n -= 1
            plays = state.plays()
            if game % 2:
                state = state.play(plays[rng.integers(len(plays))])
            else:
                state = state.play(max(plays, key=lambda play: longest_run(play.afterstate)))


def check_states(name, n, seed):
    """Compare both backends on the stage of each state; return how often each kind came up."""
    seen = {}
    for state in states(name, n, seed):
        given = {"ruleset": name, "head_left": state.head_left}
        rows = [b.generate_stage_afterstates(state.position, state.dice, **given) for b in BOTH]
        assert rows[0].tobytes() == rows[1].tobytes(), state
        plays = [row(b.generate_stage_plays(state.position, state.dice, **given)) for b in BOTH]
        assert plays[0] == plays[1], state
        assert b"".join(after for after, _ in plays[0]) == rows[0].tobytes()
        kind = state.phase, len(state.dice), state.head_left, len(plays[0][0][1]) < len(state.dice)
        seen[kind] = seen.get(kind, 0) + 1
    return seen


def found(seen, **wanted):
    """How many states have these marks: phase, n_dice, head_left, is_short."""
    names = ("phase", "n_dice", "head_left", "is_short")
    return sum(
        n for kind, n in seen.items()
        if all(dict(zip(names, kind, strict=True))[name] == value for name, value in wanted.items())
    )  # fmt: skip


def check_seen(name, seen):
    """Every kind of stage has come up, those that cannot be completed too."""
    dice = ruleset(name).cascade
    for head_left in (0, 1):
        assert found(seen, phase=Phase.CASCADE, n_dice=dice, head_left=head_left) > 10
        assert found(seen, phase=Phase.HANDED_OVER, head_left=head_left) > 10
    for phase, is_short in itertools.product((Phase.CASCADE, Phase.HANDED_OVER), (False, True)):
        assert found(seen, phase=phase, is_short=is_short) > 10
    for n in range(1, dice + 1):
        assert found(seen, phase=Phase.HANDED_OVER, n_dice=n) > 3


@pytest.mark.parametrize("name", NAMES)
def test_backends_agree_on_states_of_games(name):
    check_seen(name, check_states(name, 3_000, 1))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_backends_agree_on_20_000_states_of_games(name):
    check_seen(name, check_states(name, 20_000, 2))


@pytest.mark.parametrize(
    "changes",
    [
        {}, {"block_scope": "step"}, {"max_stack": 2}, {"block": "off"}, {"block": "forbid"},
        {"head_limit": 2}, {"head_limit": "free", "max_stack": 3, "block_scope": "step"},
        {"variant": "short"},
    ],
    ids=str,
)  # fmt: skip
def test_backends_agree_on_every_stage_of_built_boards(changes):
    rules = as_ruleset("short") if "variant" in changes else ruleset("gulbara").replace(**changes)
    kinds = SHORT_KINDS if rules.has_bar else LONG_KINDS
    n_lists = 0
    for i, kind in enumerate(kinds * 3):
        board = build(kind, i, rules)
        for dice, head_left in itertools.product(STAGES[i % 9 :: 9], (None, 0, 1, 2, 15)):
            given = {"ruleset": rules, "head_left": head_left}
            rows = [b.generate_stage_afterstates(board, dice, **given) for b in BOTH]
            assert rows[0].tobytes() == rows[1].tobytes(), (board.tolist(), dice, head_left)
            plays = [row(b.generate_stage_plays(board, dice, **given)) for b in BOTH]
            assert plays[0] == plays[1], (board.tolist(), dice, head_left)
            n_lists += len(rows[0])
    assert n_lists > 600


@pytest.mark.parametrize("changes", [{}, {"block_scope": "step"}, {"max_stack": 2}], ids=str)
def test_a_third_generator_finds_the_same_results(changes):
    rules = ruleset("gulbara").replace(**changes)
    for i, kind in enumerate([*dict.fromkeys(LONG_KINDS), terminal] * 4):
        board = build(kind, i, rules)
        for dice, head_left in itertools.product(STAGES[i % 7 :: 7], (0, 1)):
            judged = StageTurn(board, dice, head_left, rules)
            given = {"ruleset": rules, "head_left": head_left}
            rows = native.generate_stage_afterstates(board, dice, **given)
            assert rows.tobytes() == b"".join(judged.rows)
            plays = native.generate_stage_plays(board, dice, **given)
            assert [len(play.moves) for play in plays] == [judged.dice_used] * len(rows)


@pytest.mark.parametrize("name", ["long", "long_step", "moultezim", "khachapuri", "short"])
def test_a_stage_of_a_whole_roll_is_the_roll(name):
    kinds = SHORT_KINDS if ruleset(name).has_bar else LONG_KINDS
    boards = [starting_board(name), *(build(kind, seed, name) for seed, kind in enumerate(kinds))]
    for board, roll in itertools.product(boards, ROLLS):
        dice = (roll.big,) * 4 if roll.is_double else (roll.big, roll.small)
        for b in BOTH:
            whole = b.generate_afterstates(board, roll, ruleset=name)
            assert (b.generate_stage_afterstates(board, dice, ruleset=name) == whole).all()


# -- the first two turns -------------------------------------------------------------------------


#: From 1-1 to 6-6, by the thrower and by the other side.
MOST_STAGES = 12


def ends_of_turn(state, roll, counts):
    """Return the states after a throw and all stages of it; add up results by stage."""
    open_states, depth = {state.throw(roll)}, 0
    ended = set()
    while open_states:
        following = set()
        for one in open_states:
            for play in one.plays():
                (ended if one.play(play).needs_throw else following).add(one.play(play))
        counts[depth] += len(ended) + len(following)
        open_states, depth = following, depth + 1
    return ended


def count_first_turns(name, n_rolls):
    """Return the results after each stage of the first turn by its roll; the same of the second
    turns after all first ones, and last how many ways both end."""
    start = GameState(GameState.start(name).position, n_rolls=(n_rolls, n_rolls))
    counted = {"first": {}, "second": {}}
    after_one = []
    for roll in ROLLS:
        counts = [0] * MOST_STAGES
        after_one += ends_of_turn(start, roll, counts)
        counted["first"][str(roll)] = [n for n in counts if n]
    for roll in ROLLS:
        counts = [0] * MOST_STAGES
        total = sum(len(ends_of_turn(state, roll, counts)) for state in after_one)
        counted["second"][str(roll)] = [*(n for n in counts if n), total]
    return counted


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("n_rolls", [0, 3])
def test_the_first_two_turns_have_the_recorded_numbers_of_results(name, n_rolls):
    recorded = json.loads((DATA / "stages.json").read_text(encoding="utf-8"))["first_turns"]
    assert count_first_turns(name, n_rolls) == recorded[name][str(n_rolls)]


# -- rollouts ------------------------------------------------------------------------------------


def players(name):
    return {
        "heuristic": "heuristic",
        "linear": "linear",
        "net": Policy("net", Weights.random(name, 8, seed=1)),
        "pair": ("heuristic", Policy("net", Weights.random(name, 8, seed=2))),
    }


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("policy", ["heuristic", "linear", "net", "pair"])
def test_games_without_chance_in_the_choice_are_the_same_in_both_backends(name, policy):
    options = {
        "ruleset": name,
        "policy": players(name)[policy],
        "n_trials": 36,
        "seed": 3,
        "stratify": 1,
    }
    results = [b.rollout(starting_board(name), **options, record="trials") for b in BOTH]
    assert results[0].sums.tobytes() == results[1].sums.tobytes()
    for part in ("outcomes", "n_plies", "values", "first_throws"):
        left, right = (getattr(result.trials, part) for result in results)
        assert left.tobytes() == right.tobytes(), part


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("trial", range(4))
def test_a_game_played_stage_by_stage_is_the_game_of_the_rollout(name, trial):
    result = native.rollout(
        starting_board(name), ruleset=name, policy="heuristic", n_trials=1, first_trial=trial,
        seed=11, record="trials",
    )  # fmt: skip
    throws = native.dice_stream(11, trial=trial, n_plies=1_000).tolist()
    state, n_plies = GameState.start(name), 0
    while not state.is_over:
        if state.needs_throw:
            state = state.throw(throws[n_plies])
            n_plies += 1
            continue
        plays = state.plays()
        done = [play for play in plays if (play.afterstate <= 0).all()]
        boards = np.array([play.afterstate for play in plays])
        if done or len(plays) == 1:
            state = state.play((done or plays)[0])
            continue
        values = native.evaluate(boards, ruleset=name, policy="heuristic").values
        state = state.play(plays[int(values.argmax())])
    assert result.trials.n_plies[0, 0] == n_plies
    outcome = state.ruleset.outcomes[result.trials.outcomes[0, 0]]
    assert outcome.kind is state.win_kind
    assert outcome.mover_won is (state.first_off == 0)


@pytest.mark.parametrize("name", NAMES)
def test_roots_in_the_middle_of_a_game_count_the_throws_before(name):
    roots = [(state.position.board, state.n_rolls) for state in states(name, 60, 5)][::20]
    boards = np.array([board for board, _ in roots])
    for thrown in ([n for _, n in roots], (0, 3), [(3, 0), (2, 2), (90, 1)]):
        options = {"ruleset": name, "policy": "heuristic", "n_trials": 12, "seed": 1}
        sums = [b.rollout(boards, **options, n_rolls=thrown).sums for b in BOTH]
        assert sums[0].tobytes() == sums[1].tobytes()


@pytest.mark.parametrize("name", NAMES)
def test_chance_chooses_among_results_alike_in_both_backends(name):
    options = {"ruleset": name, "policy": "random", "seed": 2}
    many = native.rollout(starting_board(name), n_trials=40_000, **options)
    few = reference.rollout(starting_board(name), n_trials=150, **options)
    counts = np.vstack([many.outcome_counts, few.outcome_counts])
    counts = counts[:, counts.sum(axis=0) > 0]
    expected = counts.sum(axis=1, keepdims=True) * counts.sum(axis=0) / counts.sum()
    # Seven degrees of freedom: beyond 26 by chance once in 2,000.
    assert ((counts - expected) ** 2 / expected).sum() < 26
    assert abs(many.mean_plies[0] - few.mean_plies[0]) < 4 * few.sd_plies[0] / 150**0.5


@pytest.mark.parametrize("name", NAMES)
def test_threads_and_shards_change_no_byte(name):
    options = {"ruleset": name, "policy": "random", "seed": 4}
    whole = native.rollout(starting_board(name), n_trials=3_000, threads=1, **options)
    for threads in (2, 4):
        again = native.rollout(starting_board(name), n_trials=3_000, threads=threads, **options)
        assert again.sums.tobytes() == whole.sums.tobytes()
    parts = [
        native.rollout(starting_board(name), n_trials=1_000, first_trial=first, **options)
        for first in (0, 1_000, 2_000)
    ]
    total = parts[0].combine(parts[1]).combine(parts[2])
    assert total.sums.tobytes() == whole.sums.tobytes()
