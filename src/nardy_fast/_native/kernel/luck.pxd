"""What a trial is worth in whole numbers, and how much of it was the luck of the dice.

A worth is the chances of the outcomes from the worst to the best and then the points, in units of
2**-20; the points alone if the evaluator tells no chances. Luck is counted in 180ths of a unit, in
which the means over 36 and over 30 throws are whole.
"""

from libc.math cimport rint
from libc.stdint cimport int8_t, int64_t
from libc.string cimport memset

from nardy_fast._native.kernel.net cimport MAX_OUTPUTS, net_t
from nardy_fast._native.kernel.policies cimport (
    best_reply, evaluated_t, expected, start_parent,
)
from nardy_fast._native.kernel.rules cimport rules_t
from nardy_fast._native.kernel.types cimport scratch_t
from nardy_fast._native.kernel.vector cimport board_t

cdef enum:
    MAX_WORTH = 9  # eight outcomes and points
    MAX_KINDS = 4
    LUCK_PARTS = 180

cdef struct worth_t:
    int64_t part[MAX_WORTH]

cdef struct judge_t:
    const net_t* net  # NULL: nobody judges
    int n_kinds
    int n_parts  # 1, or outcomes and 1
    # The outputs that tell a win or a loss of a class or more, by class from the least; -1 if none
    # does. That of all losses is not used.
    int wins[MAX_KINDS]
    int losses[MAX_KINDS]
    worth_t outcomes[2 * MAX_KINDS]  # what each outcome is worth


cdef inline int64_t limited(int64_t number, int64_t most) noexcept nogil:
    return most if number > most else -most if number < -most else number


cdef inline int64_t units(double number) noexcept nogil:
    """A number in units, to the nearest, ties to even; at most a thousand of what it counts."""
    number = rint(number * 1048576.0)
    return <int64_t>(
        1048576000.0 if number > 1048576000.0 else
        -1048576000.0 if number < -1048576000.0 else number
    )


cdef inline void shares(
    const int* told, int n_kinds, int64_t all_classes, const float* outputs, int64_t* share,
    int step
) noexcept nogil:
    """The chance of each class by itself, from the least, into every `step`-th of `share`."""
    cdef int64_t more = 0
    cdef int64_t this_or_more
    cdef int kind
    for kind in range(n_kinds - 1, 0, -1):
        # A class that the evaluator does not tell is never reached.
        this_or_more = units(outputs[told[kind]]) if told[kind] >= 0 else more
        share[step * kind] = this_or_more - more
        more = this_or_more
    share[0] = all_classes - more


cdef inline worth_t worth_of(
    const judge_t* judge, float value, const float* outputs
) noexcept nogil:
    """What a board is worth to the side whose `outputs` they are."""
    cdef worth_t worth
    cdef int n_kinds = judge.n_kinds
    cdef int64_t wins
    if judge.n_parts > 1:
        wins = units(outputs[judge.wins[0]])
        shares(judge.wins, n_kinds, wins, outputs, &worth.part[n_kinds], 1)
        shares(
            judge.losses, n_kinds, (1 << 20) - wins, outputs, &worth.part[n_kinds - 1], -1
        )
    worth.part[judge.n_parts - 1] = units(value)
    return worth


cdef inline worth_t mirrored(const judge_t* judge, worth_t worth) noexcept nogil:
    """A worth as the other side sees it."""
    cdef worth_t seen
    cdef int n_chances = judge.n_parts - 1
    cdef int i
    for i in range(n_chances):
        seen.part[i] = worth.part[n_chances - 1 - i]
    seen.part[n_chances] = -worth.part[n_chances]
    return seen


cdef inline worth_t worth_after(
    const rules_t* rules, const judge_t* judge, board_t after, evaluated_t* evaluated
) noexcept nogil:
    """What an afterstate is worth to the side that made the play."""
    cdef float outputs[MAX_OUTPUTS]
    cdef float value = expected(rules, judge.net, after, evaluated, outputs)
    return worth_of(judge, value, outputs)


cdef inline void add_luck(
    const rules_t* rules, const judge_t* judge, board_t board, int big, int small,
    bint no_doubles, bint is_root_mover, scratch_t* scratch, int8_t* out,
    evaluated_t* evaluated, worth_t* luck
) noexcept nogil:
    """Add what the roll was better than the mean of all, in 180ths, seen by the root's mover."""
    cdef float outputs[MAX_OUTPUTS]
    cdef worth_t total, rolled
    cdef worth_t found
    cdef int die, other, weight, i
    cdef float value
    memset(&total, 0, sizeof(total))
    rolled = total
    start_parent(rules, judge.net, board, &evaluated.parent)
    for die in range(1, 7):
        for other in range(1, die + (not no_doubles)):
            value = best_reply(
                rules, judge.net, board, die, other, scratch, out, evaluated, outputs
            )
            found = worth_of(judge, value, outputs)
            weight = 1 if die == other else 2
            for i in range(judge.n_parts):
                total.part[i] += weight * found.part[i]
            if die == big and other == small:
                rolled = found
    for i in range(judge.n_parts):
        rolled.part[i] = (
            LUCK_PARTS * rolled.part[i] - LUCK_PARTS // (30 if no_doubles else 36) * total.part[i]
        )
    if not is_root_mover:
        rolled = mirrored(judge, rolled)
    for i in range(judge.n_parts):
        luck.part[i] += rolled.part[i]


cdef inline int64_t whole_luck(int64_t parts) noexcept nogil:
    """180ths of a unit in units, to the nearest, ties to even."""
    cdef int64_t whole = parts // LUCK_PARTS
    cdef int64_t rest = parts - whole * LUCK_PARTS  # of the same sign: division truncates
    cdef int64_t twice = 2 * (rest if rest >= 0 else -rest)
    if twice > LUCK_PARTS or (twice == LUCK_PARTS and whole & 1):
        whole += 1 if parts > 0 else -1
    return whole


cdef inline worth_t without_luck(
    const judge_t* judge, const worth_t* worth, const worth_t* luck
) noexcept nogil:
    """A worth less luck in 180ths, held so that its square fits 64 bits."""
    cdef worth_t left = worth[0]
    cdef int i
    for i in range(judge.n_parts):
        left.part[i] = limited(worth.part[i] - whole_luck(luck.part[i]), 0x7FFFFFFF)
    return left
