"""A third generator of plays, for the tests alone: two sides, sets of states, no shortcuts.

It shares no code with either backend: both are compared with it under every option.
"""

from nardy_fast.rulesets import as_ruleset
from positions import from_sides, sides

HOME = range(1, 7)


class Turn:
    """All that one roll allows, with the greatest sequence of (source, die) for each result."""

    def __init__(self, board, roll, ruleset):
        self.rules = as_ruleset(ruleset)
        self.own, self.opp = sides(board, self.rules)
        self.big, self.small = max(roll), min(roll)
        self.orders = [(self.big, self.small), (self.small, self.big)]
        if self.big == self.small:
            self.orders = [(self.big,) * 4]
        self.is_over = not any(self.own[1:]) or not any(self.opp[1:])
        self.limit = self._limit()
        self.best = {} if self.is_over else self._best(self.limit)

    @property
    def dice_used(self):
        return len(next(iter(self.best.values()))) if self.best else 0

    @property
    def rows(self):
        """The afterstates as sorted bytes."""
        return sorted(from_sides(*state, self.rules).tobytes() for state in self.best)

    @property
    def sequences(self):
        """The canonical sequences, in the order of `rows`."""
        keyed = {from_sides(*state, self.rules).tobytes(): s for state, s in self.best.items()}
        return [keyed[row] for row in sorted(keyed)]

    def _limit(self):
        rules, is_double = self.rules, self.big == self.small
        if rules.head_limit == "free":
            return 99
        start = [0] * 26
        for point, count in rules.start:
            start[point] = count
        exception = rules.head_exception
        if self.is_over or list(self.own) != start or exception == "none":
            return rules.head_limit
        raised = max(rules.head_limit, 2)
        if exception == "any_double":
            return raised if is_double else rules.head_limit
        if exception == "stuck":
            used = [self._used(limit) for limit in (rules.head_limit, 2)]
            return 2 if used[0] < used[1] else rules.head_limit
        return raised if is_double and self.big in exception else rules.head_limit

    def _used(self, limit):
        return max(map(len, self._best(limit).values()))

    def _best(self, limit):
        """Return {(own, opp): greatest sequence} of the longest legal sequences."""
        by_length = [{} for _ in range(5)]
        for order in self.orders:
            layer = {(self.own, self.opp, 0): ()}
            for length, die in enumerate(order, 1):
                layer = self._next(layer, die, limit)
                for (own, opp, _), sequence in layer.items():
                    if is_allowed_block(own, opp, self.rules):
                        _keep(by_length[length], (own, opp), sequence)
        longest = max((n for n in range(5) if by_length[n]), default=0)
        if longest == 0:
            return {(self.own, self.opp): ()}
        found = by_length[longest]
        if longest == 1 and self.big != self.small:
            dice = {sequence[0][1] for sequence in found.values()}
            found = {k: s for k, s in found.items() if s[0][1] == max(dice)}
        return found

    def _next(self, layer, die, limit):
        after = {}
        for (own, opp, n_head), sequence in layer.items():
            for source in range(1, 26):
                if self.rules.variant.value == "long" and source == 24 and n_head >= limit:
                    continue
                moved = move_checker(own, opp, source, die, self.rules)
                if moved is None:
                    continue
                if self.rules.block_scope == "step" and not is_allowed_block(*moved, self.rules):
                    continue
                _keep(after, (*moved, n_head + (source == 24)), (*sequence, (source, die)))
        return after


class StageTurn(Turn):
    """All that some dice allow of which so many may be from the head (LR18)."""

    def __init__(self, board, dice, head_left, ruleset):
        super().__init__(board, (dice[0], dice[-1]), ruleset)
        if dice[0] == dice[-1]:
            self.orders = [tuple(dice)]
        self.best = {} if self.is_over else self._best(head_left)


def _keep(table, state, sequence):
    table[state] = max(table.get(state, ()), sequence)


def move_checker(own, opp, source, die, rules):
    """Return both sides after one checker move, or None; head and block are not asked here."""
    if not own[source] or (own[25] and source != 25):
        return None
    target = source - die
    if target <= 0:
        if any(own[7:]) or (target < 0 and any(own[source + 1 :])):
            return None
        return _shifted(own, source, 0), opp
    his = rules.opponent_point(target)
    if opp[his] > (1 if rules.variant.value == "short" else 0):
        return None
    if rules.max_stack is not None and own[target] >= rules.max_stack:
        return None
    return _shifted(own, source, target), _shifted(opp, his, 25) if opp[his] else opp


def _shifted(side, source, target):
    moved = list(side)
    moved[source] -= 1
    moved[target] += 1
    return tuple(moved)


def is_allowed_block(own, opp, rules):
    """Return whether the mover's six-blocks are legal, read along the opponent's route."""
    if rules.block == "off":
        return True
    held = [False] * 26
    for point in range(1, 25):
        held[rules.opponent_point(point)] = own[point] > 0
    for low in range(1, 20):
        if not all(held[low : low + 6]):
            continue
        passed = {
            "ahead": any(opp[:low]),
            "home": opp[0] > 0 or any(opp[point] for point in HOME),
            "forbid": False,
        }[rules.block]
        if not passed:
            return False
    return True
