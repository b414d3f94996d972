"""Positions made for the counts: long chains and high stacks, walls that leave few steps."""

import numpy as np

from strategies import free_points, spread


def chain(rng, rules):
    """Stacks of all sizes, most of them whole steps of one double apart, before blots and held
    points; in short at times up to five on the bar."""
    die = int(rng.integers(1, 7))
    points = rng.permutation(np.arange(rng.integers(1, die + 1), 25, die))
    count = rules.checkers
    n_bar = int(rng.choice([0, 0, 1, 2, 3, 4, 5])) if rules.has_bar else 0
    n_bar = min(n_bar, count)
    n_astray = min(int(rng.choice([0, 0, 2, 6])), count - n_bar)
    own = spread(rng, count - n_bar - n_astray, points[: int(rng.integers(1, 15))])
    own = [a + b for a, b in zip(own, spread(rng, n_astray, np.arange(1, 25)), strict=True)]
    own[25] = n_bar
    free = rng.permutation(free_points(own, rules))
    n_alone = min(int(rng.integers(0, 7)), len(free) - 1, count - 1)
    opp = [0] * 26
    opp[free[0]] = count - n_alone
    for point in free[1 : n_alone + 1]:
        n_more = int(opp[free[0]] > 2 and rng.random() < 0.4)
        opp[point], opp[free[0]] = 1 + n_more, opp[free[0]] - n_more
    return own, opp


def home(rng, rules):
    """Stacks of 1-3 at home, at times one outside; in short blots and held points among them."""
    points = rng.permutation(np.arange(1, 7))[: int(rng.integers(1, 7))]
    count = min(rules.checkers, int(rng.integers(1, 3 * len(points) + 1)))
    n_outside = int(rng.choice([0, 0, 0, 1, 2])) if count > 2 else 0
    own = spread(rng, count - n_outside, points)
    for point in rng.permutation(np.arange(7, 13))[:n_outside]:
        own[point] += 1
    opp, left = [0] * 26, rules.checkers - 1
    free = free_points(own, rules)
    for point in rng.permutation(free)[:-1]:
        n = int(rng.choice([0, 0, 1, 2])) if rules.opponent_point(int(point)) < 7 else 0
        opp[point], left = min(n, left), left - min(n, left)
    return own, [a + b for a, b in zip(opp, spread(rng, left + 1, free[-3:]), strict=True)]


def walled(rng, rules):
    """1-4 stacks, a held point none to three steps of one double before each; the largest stuck."""
    die = int(rng.integers(1, 7))
    stacks = rng.permutation(np.arange(die + 1, 25))[: int(rng.integers(1, 5))].tolist()
    own, opp, left = [0] * 26, [0] * 26, rules.checkers
    for i, stack in enumerate(stacks):
        own[stack] = left if i == len(stacks) - 1 else min(left, int(rng.integers(1, 4)))
        left -= own[stack]
    size, left = 2 if rules.has_bar else 1, rules.checkers
    for stack in reversed(stacks):
        n_open = 0 if stack == stacks[-1] else int(rng.integers(0, 4))
        wall = stack - (n_open + 1) * die
        if wall > 0 and not own[wall] and not opp[rules.opponent_point(wall)] and left > size:
            opp[rules.opponent_point(wall)], left = size, left - size
    rest = spread(rng, left, rng.permutation(free_points(own, rules))[: int(rng.integers(1, 7))])
    return own, [a + b for a, b in zip(opp, rest, strict=True)]


def one_die(rng, rules):
    """2-3 stacks that one number of a roll can move, and its other number neither before nor
    after."""
    size = 2 if rules.has_bar else 1
    while True:
        moving, stuck = rng.permutation(np.arange(1, 7))[:2].tolist()
        stacks = rng.permutation(np.arange(moving + stuck + 1, 25))[: int(rng.integers(2, 4))]
        stacks = set(stacks.tolist())
        landings = {stack - moving for stack in stacks}
        walls = {stack - stuck for stack in stacks | landings}
        if walls.isdisjoint(stacks | landings) and size * len(walls) <= rules.checkers:
            break
    own, opp = spread(rng, rules.checkers - len(stacks), list(stacks)), [0] * 26
    for stack in stacks:
        own[stack] += 1
    for wall in walls:
        opp[rules.opponent_point(wall)] = size
    held = [rules.opponent_point(wall) for wall in walls]
    rest = spread(rng, rules.checkers - sum(opp), held)
    return own, [a + b for a, b in zip(opp, rest, strict=True)]
