"""Doubles (SR3, LR13): every distinct result once (SR13, LR16), by construction, and how many.

A result is determined by how many steps leave each point, and shows it. So sources are taken in
descending order, repeats allowed: each result comes up once, and always in an order that can be
played, since bar, outside and farther checkers come first.
"""

from libc.stdint cimport int8_t, uint32_t

from nardy_fast._native.kernel.bits cimport bit_count, highest_bit
from nardy_fast._native.kernel.lists cimport ROW, put_row
from nardy_fast._native.kernel.pieces cimport write_segments
from nardy_fast._native.kernel.rules cimport NO_LIMIT, bear_off_source, must_enter, rules_t
from nardy_fast._native.kernel.segments cimport count_segments, segments_of, segments_t
from nardy_fast._native.kernel.types cimport (
    BAR, BAR_BIT, HEAD, HEAD_BIT, HOME_TOP, MOVER_PLACES, masks_t, stacks_t,
)
from nardy_fast._native.kernel.vector cimport board_above, board_move, board_t

cdef struct walk_t:
    # What stays the same while sources are chosen.
    uint32_t open
    int die
    bint may_bear_off


cdef inline stacks_t after_step(stacks_t stacks, int source, int target) noexcept nogil:
    """One checker fewer on `source` and one more on `target`; target 0 is off."""
    cdef uint32_t leaves = <uint32_t>1 << source
    cdef uint32_t lands = (<uint32_t>1 << target) & ~<uint32_t>1
    stacks.one = (stacks.one & ~leaves) | (stacks.two & leaves)
    stacks.two = (stacks.two & ~leaves) | (stacks.three & leaves)
    stacks.three = (stacks.three & ~leaves) | (stacks.four & leaves)
    # A fifth checker is forgotten, which no turn of four steps can tell.
    stacks.four = stacks.four & ~leaves
    stacks.four |= stacks.three & lands
    stacks.three |= stacks.two & lands
    stacks.two |= stacks.one & lands
    stacks.one |= lands
    return stacks


cdef inline uint32_t sources_of(
    const walk_t* walk, const stacks_t* stacks, uint32_t allowed, int head_left
) noexcept nogil:
    """The sources among `allowed` that one step can leave; LR4 the head while it may be left."""
    cdef uint32_t sources = stacks.one & (walk.open << walk.die)
    if walk.may_bear_off:
        # Bit 0 stands for no source, and no checker is there.
        sources |= (<uint32_t>1 << bear_off_source(stacks.one, walk.die)) & ~<uint32_t>1
    if head_left == 0:
        sources &= ~<uint32_t>HEAD_BIT
    return sources & allowed


cdef inline int walk_doubles(
    const walk_t* walk, board_t board, const stacks_t* stacks, uint32_t blot, uint32_t allowed,
    int head_left, int n_steps, int8_t* out
) noexcept nogil:
    """Write every result of exactly `n_steps` more steps from `allowed`; return how many."""
    cdef uint32_t sources = sources_of(walk, stacks, allowed, head_left)
    cdef int n = 0
    cdef int source, target
    cdef board_t after
    cdef stacks_t left
    while sources:
        source = highest_bit(sources)
        sources ^= <uint32_t>1 << source
        target = source - walk.die
        if target < 0:
            target = 0
        after = board_move(board, walk.die, (blot >> target) & 1, source)
        if n_steps == 1:
            put_row(out, n, after)
            n += 1
            continue
        left = after_step(stacks[0], source, target)
        n += walk_doubles(
            walk, after, &left, blot & ~(<uint32_t>1 << target), (<uint32_t>2 << source) - 1,
            head_left - (source == HEAD), n_steps - 1, &out[ROW * n],
        )
    return n


cdef inline int count_walk(
    const walk_t* walk, const stacks_t* stacks, uint32_t allowed, int head_left, int n_steps
) noexcept nogil:
    """How many results `walk_doubles` writes near bear-off."""
    cdef uint32_t sources = sources_of(walk, stacks, allowed, head_left)
    cdef int n = 0
    cdef int source, target
    cdef stacks_t left
    if n_steps == 1:
        return bit_count(sources)
    while sources:
        source = highest_bit(sources)
        sources ^= <uint32_t>1 << source
        target = source - walk.die
        if target < 0:
            target = 0
        left = after_step(stacks[0], source, target)
        n += count_walk(
            walk, &left, (<uint32_t>2 << source) - 1, head_left - (source == HEAD), n_steps - 1
        )
    return n


cdef inline int most_steps(
    stacks_t stacks, uint32_t open, int die, int head_left, int n_steps
) noexcept nogil:
    """SR7, LR14: the most steps there are, up to `n_steps`, where no checker can be borne off.

    Every checker goes its own way, as far as its points are open.
    """
    cdef uint32_t reach = stacks.one
    cdef uint32_t not_head = ~<uint32_t>HEAD_BIT
    cdef int n = 0
    cdef int k
    if head_left < 4:
        stacks.four &= not_head
    if head_left < 3:
        stacks.three &= not_head
    if head_left < 2:
        stacks.two &= not_head
        if head_left < 1:
            reach &= not_head
    for k in range(1, n_steps + 1):
        if k * die > 24:
            break
        reach &= open << (k * die)
        if reach == 0:
            break
        n += (
            bit_count(reach) + bit_count(reach & stacks.two)
            + bit_count(reach & stacks.three) + bit_count(reach & stacks.four)
        )
        if n >= n_steps:
            return n_steps
    return n


cdef struct double_t:
    # A double when all that is forced has been done: the checkers on the bar have entered.
    board_t board
    stacks_t stacks
    walk_t walk
    uint32_t blot
    int n_steps  # the most steps there are; near bear-off only a bound, and to be tried


cdef inline int steps_below(const stacks_t* stacks, int die) noexcept nogil:
    """Steps that bring every checker at home below point `die`; above 4 only a lower bound."""
    cdef uint32_t beyond = ~<uint32_t>0
    cdef int n = 0
    cdef int _
    for _ in range(HOME_TOP // die):
        beyond <<= die
        n += (
            bit_count(stacks.one & beyond) + bit_count(stacks.two & beyond)
            + bit_count(stacks.three & beyond) + bit_count(stacks.four & beyond)
        )
    return n


cdef inline void start_home(double_t* double, int die) noexcept nogil:
    """SR9, SR10, LR9, LR10 where all checkers are home.

    A checker on point `die` goes off by a step that lands on bit 0, always open. A lower one goes
    off only when none is left on `die` or beyond, and then the farthest must: so there is a choice
    among steps from `die` and beyond, or none at all.
    """
    cdef uint32_t open = double.walk.open | 1
    cdef int n_steps = most_steps(double.stacks, open, die, NO_LIMIT, 4)
    cdef int source, target
    if n_steps == 4 or steps_below(&double.stacks, die) > n_steps:
        double.walk.open = open
        double.n_steps = n_steps
        return
    # Every checker gets below `die`, and the rest of the turn bears off.
    while double.n_steps and double.stacks.one:
        source = highest_bit(double.stacks.one)
        target = source - die if source > die else 0
        double.board = board_move(double.board, die, (double.blot >> target) & 1, source)
        double.blot &= ~(<uint32_t>1 << target)
        double.stacks = after_step(double.stacks, source, target)
        double.n_steps -= 1
    double.n_steps = 0


cdef inline double_t start_steps(
    const rules_t* rules, board_t board, const masks_t* masks, int die, int head_left, int n_dice
) noexcept nogil:
    """Up to `n_dice` equal dice, 1 to 4."""
    cdef double_t double
    cdef int entry = BAR - die
    cdef uint32_t outside
    cdef int n_outside
    double.board = board
    double.blot = masks.blot
    double.stacks.one = masks.mine
    double.stacks.two = masks.two
    double.stacks.three = board_above(board, 2) & MOVER_PLACES
    double.stacks.four = board_above(board, 3) & MOVER_PLACES
    double.walk.open = masks.open
    double.walk.die = die
    double.walk.may_bear_off = False
    double.n_steps = n_dice
    if must_enter(rules, masks.mine):
        if not (masks.open >> entry) & 1:
            double.n_steps = 0
            return double
        # SR6: the bar empties first. Four of five would leave one that `stacks` does not show,
        # but then no step is left either.
        while double.n_steps and double.stacks.one & BAR_BIT:
            double.board = board_move(double.board, die, (double.blot >> entry) & 1, BAR)
            double.blot &= ~(<uint32_t>1 << entry)
            double.stacks = after_step(double.stacks, BAR, entry)
            double.n_steps -= 1
        if double.n_steps == 0:
            return double
    outside = ~<uint32_t>0 << (HOME_TOP + 1)
    n_outside = (
        bit_count(double.stacks.one & outside) + bit_count(double.stacks.two & outside)
        + bit_count(double.stacks.three & outside) + bit_count(double.stacks.four & outside)
    )
    if n_outside == 0 and double.n_steps == 4:
        start_home(&double, die)
    elif n_outside < double.n_steps:
        double.walk.may_bear_off = True
    else:
        double.n_steps = most_steps(
            double.stacks, masks.open, die, head_left, double.n_steps
        )
    return double


cdef inline double_t start_double(
    const rules_t* rules, board_t board, const masks_t* masks, int die, int head_left
) noexcept nogil:
    return start_steps(rules, board, masks, die, head_left, 4)


cdef inline int steps(
    const rules_t* rules, board_t board, const masks_t* masks, int die, int head_left,
    int n_dice, int8_t* out
) noexcept nogil:
    """Write every distinct result of up to `n_dice` equal dice; return how many. The block rule is
    not asked."""
    cdef double_t double = start_steps(rules, board, masks, die, head_left, n_dice)
    cdef segments_t found
    cdef int n = 0
    if double.n_steps and not double.walk.may_bear_off:
        found = segments_of(&double.stacks, double.walk.open, die, head_left)
        return write_segments(&found, double.board, double.blot, die, double.n_steps, out)
    while double.n_steps and n == 0:
        n = walk_doubles(
            &double.walk, double.board, &double.stacks, double.blot, MOVER_PLACES, head_left,
            double.n_steps, out,
        )
        double.n_steps -= 1
    if n == 0:
        put_row(out, 0, double.board)
        n = 1
    return n


cdef inline int doubles(
    const rules_t* rules, board_t board, const masks_t* masks, int die, int head_left,
    int8_t* out
) noexcept nogil:
    """Write every distinct result of a double; return how many. The block rule is not asked."""
    return steps(rules, board, masks, die, head_left, 4, out)


cdef inline int count_doubles(
    const rules_t* rules, board_t board, const masks_t* masks, int die, int head_left
) noexcept nogil:
    """How many results `doubles` writes."""
    cdef double_t double = start_double(rules, board, masks, die, head_left)
    cdef segments_t found
    cdef int n = 0
    if double.n_steps and not double.walk.may_bear_off:
        found = segments_of(&double.stacks, double.walk.open, die, head_left)
        return count_segments(&found, die, double.n_steps)
    while double.n_steps and n == 0:
        n = count_walk(
            &double.walk, &double.stacks, MOVER_PLACES, head_left, double.n_steps
        )
        double.n_steps -= 1
    return n if n else 1
