"""Timing of several works in turn, so that a change of the machine's speed meets all of them."""

import statistics
import time


def alternated(works, rounds, clock=time.process_time, *, is_warm=False):
    """Time each of some works, `rounds` times in turn; return a list of seconds for each name.

    The first run of each is not timed, unless they have run just before (`is_warm`). Every other
    round runs backwards, so that no work always follows the same one.
    """
    for work in works.values():
        if not is_warm:
            work()
    seconds = {name: [] for name in works}
    for turn in range(rounds):
        names = list(works)
        for name in names[::-1] if turn % 2 else names:
            start = clock()
            works[name]()
            seconds[name].append(clock() - start)
    return seconds


def median_ratio(one, other):
    """Return the median over the rounds of how many times longer `one` took than `other`."""
    return statistics.median(a / b for a, b in zip(one, other, strict=True))
