"""The referee against an independent model: every legal next move, every part of a play."""

import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nardy_fast as nf
from judge import Turn as JudgedTurn
from judge import is_allowed_block, move_checker
from nardy_fast.cascades import head_allowance
from positions import sides
from strategies import (
    LONG_KINDS,
    STAGE_PRESETS,
    block,
    block_walk,
    boards,
    build,
    cases,
    long_rulesets,
    rolls,
    sample,
)


class Model(JudgedTurn):
    """All legal sequences of (source, die), by the judge of the tests."""

    def __init__(self, board, dice, rules, head_left=None):
        self.given_limit = head_left
        super().__init__(board, (dice[0], dice[-1]), rules)
        self.dice = tuple(sorted(dice, reverse=True))
        self.known = {}
        self.n_dice = self.larger = None
        if self.is_over:
            return
        start = (self.own, self.opp, 0, self.dice)
        self.n_dice = max(self._lengths(start, 0), default=0)
        if self.n_dice == 1 and len(set(dice)) == 2:
            firsts = [move[1] for move, after in self.steps(start) if self.stands(after)]
            self.larger = max(firsts)
        self.start = start

    def _limit(self):
        return super()._limit() if self.given_limit is None else self.given_limit

    def _best(self, limit):
        return {} if self.given_limit is not None else super()._best(limit)

    def steps(self, state):
        own, opp, n_head, dice = state
        for source, die in itertools.product(range(1, 26), sorted(set(dice))):
            if not self.rules.has_bar and source == 24 and n_head >= self.limit:
                continue
            moved = move_checker(own, opp, source, die, self.rules)
            if moved is None:
                continue
            if self.rules.block_scope == "step" and not is_allowed_block(*moved, self.rules):
                continue
            left = list(dice)
            left.remove(die)
            yield (source, die), (*moved, n_head + (source == 24), tuple(left))

    def stands(self, state):
        return is_allowed_block(state[0], state[1], self.rules)

    def _lengths(self, state, length):
        layer = {state}
        while layer:
            if any(self.stands(found) for found in layer):
                yield len(self.dice) - len(next(iter(layer))[3])
            layer = {after for found in layer for _, after in self.steps(found)}

    def completes(self, state):
        """Return whether a legal play goes through a state."""
        if state not in self.known:
            n_used = len(self.dice) - len(state[3])
            if n_used == self.n_dice:
                found = n_used == 0 or self.stands(state)
                used = sum(self.dice) - sum(state[3])
                self.known[state] = found and self.larger in (None, used)
            else:
                self.known[state] = any(self.completes(after) for _, after in self.steps(state))
        return self.known[state]

    def next_steps(self, state):
        return {move: after for move, after in self.steps(state) if self.completes(after)}

    def sequences(self, state=None, done=(), most=5_000):
        """Yield every legal sequence; stop after a number that no test needs."""
        state = self.start if state is None else state
        if len(done) == self.n_dice:
            yield done
            return
        for move, after in self.next_steps(state).items():
            yield from self.sequences(after, (*done, move))


def as_pairs(moves):
    return {(move.source, move.die) for move in moves}


def follow(referee, position, dice, model, head_left):
    """Walk through the legal parts of plays; return the boards of complete plays and a count."""
    complete, frontier, seen = set(), [(model.start, ())], set()
    n_asked = 0
    while frontier and n_asked < 50:
        state, made = frontier.pop()
        verdict = referee.judge(position, dice, made, head_left=head_left)
        n_asked += 1
        assert verdict.is_legal
        assert verdict.is_in_order
        assert verdict.n_dice == model.n_dice
        assert sides(verdict.after.board, referee.ruleset) == state[:2]
        assert sorted(verdict.dice_left) == sorted(state[3])
        expected = model.next_steps(state)
        assert as_pairs(verdict.next_moves) == set(expected)
        assert verdict.is_complete == (not expected)
        if verdict.is_complete:
            complete.add(verdict.play.afterstate.tobytes())
        for move in verdict.next_moves:
            after = expected[move.source, move.die]
            if after not in seen:
                seen.add(after)
                frontier.append((after, (*made, move)))
    return complete, not frontier


def check_case(rules, board, dice, head_left=None):
    position, referee = nf.Position(board, rules), nf.Referee(rules)
    if head_left is None:
        plays = nf.generate_plays(board, dice, ruleset=rules)
        model = Model(board, dice * 2 if dice[0] == dice[1] else dice, rules)
    else:
        plays = nf.generate_stage_plays(board, dice, ruleset=rules, head_left=head_left)
        model = Model(board, dice, rules, head_left)
    if model.is_over:
        assert plays == []
        verdict = referee.judge(position, dice, head_left=head_left)
        assert (verdict.is_legal, verdict.next_moves) == (False, ())
        return
    complete, is_all = follow(referee, position, dice, model, head_left)
    by_board = {play.afterstate.tobytes(): play for play in plays}
    assert complete <= set(by_board)
    if is_all:
        assert complete == set(by_board)
    if complete:
        found = by_board[min(complete)]
        verdict = referee.judge(position, dice, found, head_left=head_left, whole=True)
        assert verdict.is_complete
        assert verdict.play.moves == found.moves


@given(cases())
def test_next_moves_are_those_of_the_model_and_lead_to_all_plays(case):
    rules, board, roll = case
    check_case(rules, board, tuple(map(int, roll)))


@given(long_rulesets(), st.sampled_from([block, block_walk]), st.integers(0, 10**6), rolls())
def test_next_moves_are_those_of_the_model_where_blocks_arise(rules, kind, seed, roll):
    check_case(rules, build(kind, seed, rules), tuple(map(int, roll)))


@given(
    st.sampled_from(list(STAGE_PRESETS.values())),
    st.data(),
    st.integers(1, 6),
    st.integers(1, 4),
    st.integers(0, 2),
)
def test_next_moves_of_a_stage_are_those_of_the_model(rules, data, die, n_dice, head_left):
    board = data.draw(boards(rules, LONG_KINDS))
    check_case(rules, board, (die,) * n_dice, head_left)


def test_a_stage_has_the_usual_head_limit_if_none_is_given():
    rules = nf.ruleset("gulbara")
    referee = nf.Referee(rules)
    for board in sample(rules, 60, seed=8):
        for dice in ((6, 6, 6), (4, 1)):
            limit = head_allowance(board.tolist(), nf.Roll(dice[0], dice[-1]), rules)
            assert referee.judge(board, dice) == referee.judge(board, dice, head_left=limit)


RULES = [
    nf.ruleset("short"),
    nf.ruleset("hypergammon"),
    nf.ruleset("long"),
    nf.ruleset("long_step"),
    nf.ruleset("long").replace(head_exception="stuck"),
    nf.ruleset("long").replace(max_stack=2, block="forbid", head_limit=2),
]


def some_moves(rng, board, dice):
    """Return moves that the dice make, mostly of checkers that are there, in any order."""
    counts, moves = board.tolist(), []
    for die in rng.permutation(dice)[: int(rng.integers(1, len(dice) + 1))].tolist():
        own = [place for place in range(1, 26) if counts[place] > 0]
        if not own:
            break
        source = int(rng.choice(own))
        target = max(source - die, 0)
        counts[source] -= 1
        if target:
            counts[target] = max(counts[target], 0) + 1
        moves.append((source, target))
    return [moves[i] for i in rng.permutation(len(moves))]


def readings(moves, dice):
    """Return every way to make the moves with the dice, as sequences of (source, die)."""
    if not moves:
        return {()}
    (source, target), rest = moves[0], moves[1:]
    found = set()
    for die in set(dice):
        left = list(dice)
        left.remove(die)
        stop = max(source - die, 0)
        if stop < target:
            continue
        more = rest if stop == target else [(stop, target), *rest]
        found |= {((source, die), *sequence) for sequence in readings(more, left)}
    return found


def is_part(reading, sequence):
    return Counter(reading) <= Counter(sequence)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: str(rules)[:12])
def test_a_part_is_legal_exactly_if_a_legal_play_contains_it(rules):
    rng = np.random.default_rng(12)
    referee, met = nf.Referee(rules), Counter()
    for board in sample(rules, 250, seed=9):
        roll = tuple(map(int, rng.integers(1, 7, 2)))
        dice = roll * 2 if roll[0] == roll[1] else roll
        model = Model(board, dice, rules)
        if model.is_over:
            continue
        legal = list(itertools.islice(model.sequences(), 3_000))
        if len(legal) == 3_000:
            continue
        for _ in range(4):
            moves = some_moves(rng, board, dice)
            read = readings(moves, dice)
            parts = [r for r in read if any(is_part(r, sequence) for sequence in legal)]
            wholes = [r for r in parts if len(r) == model.n_dice]
            fewest = [r for r in parts if len(r) == min(map(len, parts))]
            contained = bool(parts)
            in_order = any(s[: len(r)] == r for r in fewest for s in legal)
            whole = any(len(r) == model.n_dice for r in fewest)
            verdict = referee.judge(board, roll, moves)
            assert verdict.is_legal == contained, (nf.board_text(board, rules), roll, moves)
            assert verdict.is_in_order == in_order
            assert verdict.is_complete == whole
            assert referee.judge(board, roll, moves, whole=True).is_legal == bool(wholes)
            assert (verdict.reason is None) == in_order
            if contained and not whole:
                made = Counter((m.source, m.die) for m in verdict.moves)
                waiting = Counter((m.source, m.die) for m in verdict.waiting)
                assert any(made + waiting == Counter(r) for r in read)
                for move in verdict.next_moves:
                    more = referee.judge(board, roll, [*verdict.moves, move])
                    assert more.is_legal
                    assert more.is_in_order
            met[contained, in_order] += 1
            met["waiting"] += bool(verdict.waiting)
    assert met[True, True] > 50
    assert met[False, False] > 20


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: str(rules)[:12])
def test_every_offered_target_is_legal_as_one_move_and_every_other_is_not(rules):
    rng = np.random.default_rng(3)
    referee, n_joined = nf.Referee(rules), 0
    for board in sample(rules, 60, seed=11):
        roll = tuple(map(int, rng.integers(1, 7, 2)))
        position = nf.Position(board, rules)
        targets = referee.legal_moves(position, roll)
        offered = {(source, target) for source in targets for target in targets[source]}
        singles = {(m.source, m.target) for m in referee.judge(position, roll).next_moves}
        assert singles <= offered
        n_joined += len(offered - singles)
        for source, target in itertools.product(range(1, 26), range(25)):
            if board[source] <= 0 or target >= source:
                continue
            verdict = referee.judge(position, roll, [(source, target)])
            assert verdict.is_in_order == ((source, target) in offered), (source, target)
        for first in list(singles)[:3]:
            after = referee.legal_moves(position, roll, [first])
            for source, target in ((s, t) for s in after for t in after[s]):
                assert referee.judge(position, roll, [first, (source, target)]).is_in_order
    assert n_joined > 10


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: str(rules)[:12])
def test_a_whole_play_is_what_parse_play_reads(rules):
    rng = np.random.default_rng(4)
    referee, met = nf.Referee(rules), Counter()
    for board in sample(rules, 150, seed=13):
        roll = tuple(map(int, rng.integers(1, 7, 2)))
        dice = roll * 2 if roll[0] == roll[1] else roll
        if max(board) <= 0 or min(board) >= 0:
            continue
        for _ in range(4):
            moves = some_moves(rng, board, dice)
            text = " ".join(str(nf.CheckerMove(*move)) for move in moves)
            verdict = referee.judge(board, roll, text, whole=True)
            try:
                play = nf.parse_play(text, board, roll, ruleset=rules)
            except nf.IllegalPlayError as error:
                assert not verdict.is_legal
                met[verdict.text() == error.reason] += 1
            else:
                # A play is its last board, but a referee is told how it was reached.
                assert verdict.play == play or not verdict.is_legal
                met["read"] += verdict.play == play
    assert met["read"] > 20
    # A referee asks what a part breaks, which says more of a cap than what the whole would.
    assert met[False] <= (0.02 if rules.max_stack is None else 0.3) * met[True]
