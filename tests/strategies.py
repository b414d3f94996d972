"""Hypothesis strategies: rulesets, rolls, and boards that reach every corner of the rules."""

import functools

import numpy as np
from hypothesis import strategies as st

from judge import Turn, is_allowed_block, move_checker
from nardy_fast.boards import starting_board
from nardy_fast.dice import ROLLS
from nardy_fast.rulesets import PRESETS, as_ruleset
from positions import from_sides, sides

SEEDS = st.integers(0, 2**32 - 1)
#: The presets in which a roll is one decision (LR18).
TURN_PRESETS = {name: rules for name, rules in PRESETS.items() if not rules.has_stages}
STAGE_PRESETS = {name: rules for name, rules in PRESETS.items() if rules.has_stages}
SHORT_PRESETS = [name for name, rules in TURN_PRESETS.items() if rules.has_bar]
LONG_PRESETS = [name for name, rules in TURN_PRESETS.items() if not rules.has_bar]
#: Opposing checkers block these own points of long nardy: his head.
HIS_HEAD = 12


def rolls(doubles=True):
    """Any roll; doubles come as often as the rest, since they have more to go wrong."""
    pairs = [(roll.big, roll.small) for roll in ROLLS]
    unequal = st.sampled_from([pair for pair in pairs if pair[0] != pair[1]])
    equal = st.sampled_from([pair for pair in pairs if pair[0] == pair[1]])
    return st.one_of(unequal, unequal, equal) if doubles else unequal


@st.composite
def long_rulesets(draw):
    """Every option of long nardy, alone and together."""
    return as_ruleset(draw(st.sampled_from(LONG_PRESETS))).replace(
        name="",
        block=draw(st.sampled_from(["ahead", "home", "forbid", "off"])),
        block_scope=draw(st.sampled_from(["turn", "step"])),
        head_exception=draw(
            st.sampled_from(["stuck", "any_double", "none", {3, 4, 6}, {4, 6}, {5}, {1, 2}])
        ),
        head_limit=draw(st.sampled_from([1, 1, 1, 2, 3, "free"])),
        max_stack=draw(st.sampled_from([None, None, 1, 2, 6, 15])),
    )


def rulesets():
    """All presets, and long nardy with replaced options."""
    presets = st.sampled_from([as_ruleset(name) for name in TURN_PRESETS])
    return st.one_of(presets, long_rulesets())


# -- boards -------------------------------------------------------------------------------------
#
# A board is built from a random generator of its own, so that one drawn seed shrinks and replays.


def spread(rng, count, points):
    """Put `count` checkers on some of `points`."""
    side = [0] * 26
    if len(points):
        for point in rng.choice(points, size=count):
            side[point] += 1
    return side


def free_points(own, rules):
    """Return the opponent's points that the mover does not hold."""
    return [rules.opponent_point(point) for point in range(1, 25) if not own[point]]


def _split(rng, count):
    """Return how many of `count` checkers are on the board: all, most, or any number."""
    return int(rng.choice([count, count, max(1, count - 3), rng.integers(1, count + 1)]))


def reachable(rng, rules):
    """0-150 turns of random checker moves, none of which ends the game."""
    return _walk(rng, rules, lambda own, opp: 0.0)


def block_walk(rng, rules):
    """Play that likes points side by side, which is how six-blocks come about."""

    def taste(own, opp):
        return sum(own[p] > 0 and own[p % 24 + 1] > 0 for p in range(1, 25))

    return _walk(rng, rules, taste)


def _walk(rng, rules, taste):
    own, opp = sides(starting_board(rules), rules)
    for _ in range(int(rng.integers(0, 151))):
        dice = [int(die) for die in rng.integers(1, 7, 2)]
        left_head, before = 0, (own, opp)
        for die in dice * (2 if dice[0] == dice[1] else 1):
            options = []
            for source in range(1, 26):
                if not rules.has_bar and source == 24 and left_head:
                    continue
                moved = move_checker(own, opp, source, die, rules)
                if moved and is_allowed_block(*moved, rules):
                    options.append((taste(*moved) + rng.random(), source, moved))
            if options:
                _, source, (own, opp) = max(options)
                left_head += source == 24
        if not any(own[1:]):
            return before
        own, opp = opp, own
    return own, opp


def bar(rng, rules):
    """1-5 of the mover's checkers on the bar before 2-6 held points; at times both sides wait."""
    n_bar = min(int(rng.choice([1, 1, 1, 2, 2, 3, 4, 5])), rules.checkers)
    held = rng.permutation(np.arange(1, 7))[: int(rng.choice([2, 3, 4, 4, 5, 5, 6]))]
    opp, left = [0] * 26, rules.checkers
    for point in held:
        opp[point] = min(left, int(rng.choice([1, 2, 2, 2, 3])))
        left -= opp[point]
    if rng.random() < 0.25 and left:
        opp[25] = min(left, int(rng.integers(1, 3)))
        left -= opp[25]
    taken = [25 - point for point in range(1, 25) if opp[point]]
    own = spread(rng, rules.checkers - n_bar, [p for p in range(1, 25) if p not in taken])
    own[25] = n_bar
    rest = spread(rng, left, free_points(own, rules))
    return own, [a + b for a, b in zip(opp, rest, strict=True)]


def bearoff(rng, rules):
    """All home with gaps, or one straggler; in short sometimes a blot to hit or a bar behind."""
    count = _split(rng, rules.checkers)
    points = rng.permutation(np.arange(1, 7))[: int(rng.integers(1, 6))]
    n_outside = int(rng.choice([0, 0, 1])) if count > 1 else int(rng.choice([0, 1]))
    own = spread(rng, count - n_outside, points)
    own = [a + b for a, b in zip(own, spread(rng, n_outside, np.arange(7, 13)), strict=True)]
    free = free_points(own, rules)
    if rules.has_bar:
        near = [point for point in free if point > 18]
        n_near = min(int(rng.integers(0, 3)), rules.checkers)
        opp = spread(rng, n_near if near else 0, near or free)
    else:
        opp = [0] * 26
    rest = spread(rng, _split(rng, rules.checkers - sum(opp)) if sum(opp) < 15 else 0, free)
    opp = [a + b for a, b in zip(opp, rest, strict=True)]
    return own, opp if sum(opp) <= rules.checkers else rest


def dead_end(rng, rules):
    """2-4 stacks before many held points."""
    stacks = rng.permutation(np.arange(1, 25))[: int(rng.integers(2, 5))]
    own = spread(rng, rules.checkers, stacks)
    opp, left = [0] * 26, rules.checkers
    for point in rng.permutation(free_points(own, rules)):
        size = min(left, 2 if rules.has_bar else 1)
        opp[point], left = opp[point] + size, left - size
    return own, opp


def max_spread(rng, rules):
    """As many single checkers as there are."""
    count = max(1, rules.checkers - int(rng.integers(0, 4)))
    own = [0] * 26
    for point in rng.permutation(np.arange(1, 25))[:count]:
        own[point] = 1
    return own, spread(rng, rules.checkers, free_points(own, rules)[: int(rng.integers(1, 6))])


def contact_last(rng, rules):
    """1-3 own checkers left, opposing blots in the own home."""
    own = spread(rng, min(int(rng.integers(1, 4)), rules.checkers), np.arange(1, 10))
    opp = [0] * 26
    for point in range(1, 7):
        his = rules.opponent_point(point)
        if not own[point] and rng.random() < 0.4:
            opp[his] = 1
    rest = max(0, rules.checkers - sum(opp) - int(rng.integers(0, 4)))
    more = spread(rng, rest, free_points(own, rules))
    opp = [a + b for a, b in zip(opp, more, strict=True)]
    return (own, opp) if sum(opp) <= rules.checkers else (own, more)


def head(rng, rules):
    """Long: 8-15 on the head with some runners. Short: a stack on the 24-point instead."""
    n_head = min(rules.checkers, int(rng.integers(8, 16)))
    points = [p for p in range(2, 24) if rules.opponent_point(p) != 24]
    own = spread(rng, rules.checkers - n_head, points)
    own[24] += n_head
    free = free_points(own, rules)
    opp = spread(rng, rules.checkers, rng.permutation(free)[: int(rng.integers(1, 8))])
    return own, opp


def first_turn(rng, rules):
    """The mover's set-up untouched; the opponent has played once, or stands anywhere."""
    own = list(sides(starting_board(rules), rules)[0])
    if rng.random() < 0.6:
        roll = ROLLS[int(rng.integers(21))]
        states = list(Turn(starting_board(rules), (roll.big, roll.small), rules).best)
        return own, states[int(rng.integers(len(states)))][0]
    return own, spread(rng, rules.checkers, rng.permutation(free_points(own, rules))[:6])


#: Where runs of points are sought, in the mover's numbering: both ring boundaries, then anywhere.
WINDOWS = (21, 22, 20, 9, 10, 11)


def block(rng, rules):
    """5-8 of 9 neighbouring points held, most opposing checkers on their head or just behind."""
    low = int(rng.choice(WINDOWS)) if rng.random() < 0.6 else int(rng.integers(1, 25))
    window = [(low + i - 1) % 24 + 1 for i in range(9)]
    if rng.random() < 0.7:
        window = [point for point in window if point != HIS_HEAD]
    own, left = [0] * 26, rules.checkers
    for point in rng.permutation(window)[: int(rng.integers(5, 9))]:
        own[point], left = own[point] + min(left, 1), left - min(left, 1)
    n_head = min(int(rng.integers(10, 16)), rules.checkers)
    near = [24, 23, 22] if rng.random() < 0.8 else list(range(1, 25))
    open_to_him = [p for p in near if not own[rules.opponent_point(p)]]
    opp = spread(rng, n_head, open_to_him[:1] or free_points(own, rules))
    behind = free_points(own, rules)
    if rng.random() < 0.7:
        behind = [p for p in behind if p >= 18] or behind
    more = spread(rng, rules.checkers - n_head, behind)
    opp = [a + b for a, b in zip(opp, more, strict=True)]
    free = [p for p in range(1, 25) if not opp[rules.opponent_point(p)]]
    rest = spread(rng, left, free)
    return [a + b for a, b in zip(own, rest, strict=True)], opp


def terminal(rng, rules):
    """One side has nothing left."""
    board = [0] * 26, spread(rng, _split(rng, rules.checkers), np.arange(1, 25))
    if rules.has_bar and rng.random() < 0.3 and sum(board[1]) < rules.checkers:
        board[1][25] += 1
    return board if rng.random() < 0.5 else board[::-1]


COMMON = (reachable, bearoff, dead_end, max_spread, contact_last, head, first_turn)
SHORT_KINDS = (*COMMON, bar, bar)
LONG_KINDS = (*COMMON, block, block_walk)


def build(kind, seed, ruleset):
    """Return the board that a kind of position makes of a seed."""
    rules = as_ruleset(ruleset)
    own, opp = kind(np.random.default_rng(seed), rules)
    return from_sides(own, opp, rules)


@st.composite
def boards(draw, ruleset, kinds=None):
    """A board that the ruleset can represent and, but for `terminal`, that can be played on."""
    rules = as_ruleset(ruleset)
    if kinds is None:
        kinds = SHORT_KINDS if rules.has_bar else LONG_KINDS
    return build(draw(st.sampled_from(kinds)), draw(SEEDS), rules)


@st.composite
def cases(draw, rules=None, with_terminal=False):
    """A ruleset, a board of it, and a roll."""
    chosen = draw(rulesets() if rules is None else rules)
    kinds = SHORT_KINDS if chosen.has_bar else LONG_KINDS
    board = draw(boards(chosen, kinds + (terminal,) * with_terminal))
    return chosen, board, draw(rolls())


def malformed():
    """Boards for rejection: any integers near the edges, wrong widths and wrong dtypes too."""
    counts = st.one_of(
        st.integers(-3, 3), st.sampled_from([14, 15, 16, -16, 127, 128, -128, 255, 2**31, -(2**63)])
    )
    return st.one_of(
        st.lists(counts, min_size=26, max_size=26),
        st.lists(st.integers(-2, 2), min_size=24, max_size=28),
        st.lists(st.floats(allow_nan=True), min_size=26, max_size=26),
        st.just(None),
        st.just("24:2"),
    )


@functools.cache
def sample(ruleset, n, seed=0):
    """Return n boards of all kinds in turn, the same at every call: int8 (n, 26), read-only."""
    rules = as_ruleset(ruleset)
    kinds = SHORT_KINDS if rules.has_bar else LONG_KINDS
    made = [build(kinds[i % len(kinds)], seed * 1_000_003 + i, rules) for i in range(n)]
    array = np.array(made, dtype=np.int8).reshape(n, 26)
    array.flags.writeable = False
    return array


def played(backend, ruleset, n, seed=0):
    """Return n boards of the backend's random games, none over: int8 (n, 26)."""
    rules = as_ruleset(ruleset)
    games = backend.rollout(
        starting_board(rules), ruleset=rules, policy="random", n_trials=n // 5 + 1, seed=seed,
        record=True,
    ).games  # fmt: skip
    made = backend.swap_sides(games.afterstates, ruleset=rules)
    made = made[backend.outcomes(made, ruleset=rules) < 0]
    return made[np.random.default_rng(seed).permutation(len(made))[:n]]


def sample_rolls(n, seed=0):
    """Return n throws, int8 (n, 2), the same at every call."""
    return np.random.default_rng(seed).integers(1, 7, size=(n, 2)).astype(np.int8)


# -- which rules a case exercised ---------------------------------------------------------------

EVENTS = (
    "larger die",
    "forced single result",
    "partial double",
    "hit while bearing off",
    "block veto",
    "head veto",
    "first-turn exception",
    "pass",
    "enter home and bear off",
)


def events(rules, board, roll, plays):
    """Yield the names of the rules that decided this case; `plays` are a backend's."""
    big, small = max(roll), min(roll)
    if not plays:
        return
    if plays[0].is_pass:
        yield "pass"
        # A pass may still be the work of the block or the head: those are counted below.
    elif len(plays) == 1:
        yield "forced single result"
    length = len(plays[0].moves)
    own, opp = sides(board, rules)
    if length == 1 and big != small and _moves_by(own, opp, small, rules):
        yield "larger die"
    if big == small and 0 < length < 4 and all(any(p.afterstate[1:] > 0) for p in plays):
        yield "partial double"
    for play in plays:
        if any(m.hit for m in play.moves) and any(m.target == 0 for m in play.moves):
            yield "hit while bearing off"
            break
    for play in plays:
        if any(m.source > 6 for m in play.moves) and any(m.target == 0 for m in play.moves):
            yield "enter home and bear off"
            break
    rows = sorted(play.afterstate.tobytes() for play in plays)
    for event, change in (
        ("block veto", {"block": "off"}),
        ("head veto", {"head_limit": "free"}),
        ("first-turn exception", {"head_exception": "none"}),
    ):
        if not rules.has_bar and Turn(board, roll, rules.replace(**change)).rows != rows:
            yield event


def _moves_by(own, opp, die, rules):
    return any(move_checker(own, opp, source, die, rules) for source in range(1, 26))
