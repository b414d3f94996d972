"""A play chosen uniformly from the distinct plays of a roll.

Two different dice away from bar and bear-off need no list: a pair of sources is drawn, and drawn
again if it is one that two_dice.pxd leaves out. Of a double away from bear-off only the ways to
make all steps but two are listed, each with the number of its results. Elsewhere all results are.
"""

from libc.stdint cimport int8_t, uint32_t, uint64_t

from nardy_fast._native.kernel.bear_off cimport needs_bear_off
from nardy_fast._native.kernel.bits cimport (
    bit_count, highest_bit, kernel_assert, lowest_bit, multiply_wide,
)
from nardy_fast._native.kernel.dice_stream cimport below
from nardy_fast._native.kernel.doubles cimport (
    after_step, count_two_steps, double_t, last_sources, sources_of, start_double, walk_t,
)
from nardy_fast._native.kernel.lists cimport ROW, board_of_row
from nardy_fast._native.kernel.movegen cimport fast, generate, needs_judging
from nardy_fast._native.kernel.rules cimport head_allowance, masks_of, must_enter, rules_t
from nardy_fast._native.kernel.two_dice cimport n_pairs, n_runs, steps_of, steps_t
from nardy_fast._native.kernel.types cimport (
    HEAD, MAX_PREFIXES, MOVER_PLACES, masks_t, prefix_t, scratch_t, stacks_t,
)
from nardy_fast._native.kernel.vector cimport board_move, board_t


cdef inline uint64_t next_word(uint64_t* state) noexcept nogil:
    """A word of a multiply-mix counter that a game's choice stream has seeded."""
    cdef uint64_t low, high
    state[0] += <uint64_t>0xA0761D6478BD642F
    high = multiply_wide(state[0], state[0] ^ <uint64_t>0xE7037ED1A0B428DB, &low)
    return high ^ low


cdef inline int index_below(uint64_t* state, int n) noexcept nogil:
    """A uniform index below n."""
    cdef uint64_t index
    while not below(next_word(state), n, &index):
        pass
    return <int>index


cdef inline int nth_bit(uint32_t mask, int n) noexcept nogil:
    """The place of the n-th set bit, counted from 0."""
    while n:
        mask &= mask - 1
        n -= 1
    return lowest_bit(mask)


cdef inline board_t nth_run(
    const steps_t* steps, board_t board, uint32_t blot, int big, int small, int n
) noexcept nogil:
    """The n-th of the runs, in the order in which two_dice.pxd writes them."""
    cdef uint32_t sources = steps.run
    cdef int first_die = big
    cdef int way_hit = 0
    cdef int source
    if n >= bit_count(sources):
        n -= bit_count(sources)
        sources = steps.run_big_hit
        way_hit = 1
        if n >= bit_count(sources):
            n -= bit_count(sources)
            sources = steps.run_small_hit
            first_die = small
    source = nth_bit(sources, n)
    return board_move(
        board_move(board, first_die, way_hit, source), big + small - first_die,
        (blot >> (source - big - small)) & 1, source - first_die,
    )


cdef inline board_t drawn(
    const steps_t* steps, board_t board, uint32_t blot, int big, int small, uint64_t* state
) noexcept nogil:
    """One pair or run, each as likely; there must be one."""
    cdef int n_big = bit_count(steps.by_big)
    cdef int n_small = bit_count(steps.by_small)
    cdef int n_tickets = n_big * n_small + n_runs(steps)
    cdef int ticket, first, second, row
    cdef uint32_t second_blot
    while True:
        ticket = index_below(state, n_tickets)
        if ticket >= n_big * n_small:
            return nth_run(steps, board, blot, big, small, ticket - n_big * n_small)
        row = ticket // n_small
        first = nth_bit(steps.by_big, row)
        second = nth_bit(steps.by_small, ticket - row * n_small)
        if second == first - big or first == second - small:
            continue
        if first == second and not (steps.twice >> first) & 1:
            continue
        second_blot = blot & ~(<uint32_t>1 << (first - big))
        return board_move(
            board_move(board, big, (blot >> (first - big)) & 1, first),
            small, (second_blot >> (second - small)) & 1, second,
        )


cdef inline int list_prefixes(
    const walk_t* walk, board_t board, stacks_t stacks, uint32_t blot, uint32_t allowed,
    int head_left, int n_steps, prefix_t* prefixes, int n
) noexcept nogil:
    """List the ways to make `n_steps` - 2 steps away from bear-off; return how many are listed."""
    cdef uint32_t sources = sources_of(walk, &stacks, allowed, head_left)
    cdef prefix_t* prefix
    cdef int source, target
    if n_steps == 2:
        kernel_assert(n < MAX_PREFIXES)
        prefix = &prefixes[n]
        prefix.board = board
        prefix.stacks = stacks
        prefix.blot = blot
        prefix.sources = sources
        prefix.head_left = head_left
        prefix.n_results = count_two_steps(walk, &stacks, sources, head_left)
        if n:
            prefix.n_results += prefixes[n - 1].n_results
        return n + 1
    while sources:
        source = highest_bit(sources)
        sources ^= <uint32_t>1 << source
        target = source - walk.die
        n = list_prefixes(
            walk, board_move(board, walk.die, (blot >> target) & 1, source),
            after_step(stacks, source, target), blot & ~(<uint32_t>1 << target),
            (<uint32_t>2 << source) - 1, head_left - (source == HEAD), n_steps - 1, prefixes, n,
        )
    return n


cdef inline board_t nth_of_prefix(
    const walk_t* walk, const prefix_t* prefix, int n
) noexcept nogil:
    """The n-th result of a prefix, counted from 0."""
    cdef uint32_t sources = prefix.sources
    cdef uint32_t last
    cdef int source, target
    cdef board_t board
    while True:
        source = highest_bit(sources)
        sources ^= <uint32_t>1 << source
        last = last_sources(walk, &prefix.stacks, source, prefix.head_left)
        if n < bit_count(last):
            break
        n -= bit_count(last)
    target = source - walk.die
    board = board_move(prefix.board, walk.die, (prefix.blot >> target) & 1, source)
    source = nth_bit(last, n)
    # The same point cannot be hit twice.
    n = (prefix.blot & ~(<uint32_t>1 << target)) >> (source - walk.die) & 1
    return board_move(board, walk.die, n, source)


cdef inline board_t drawn_double(
    const double_t* double, int head_left, uint64_t* state, prefix_t* prefixes
) noexcept nogil:
    """One result of a double of two steps or more away from bear-off, each as likely."""
    cdef int n = list_prefixes(
        &double.walk, double.board, double.stacks, double.blot, MOVER_PLACES, head_left,
        double.n_steps, prefixes, 0,
    )
    cdef int ticket = index_below(state, prefixes[n - 1].n_results)
    n = 0
    while ticket >= prefixes[n].n_results:
        n += 1
    if n:
        ticket -= prefixes[n - 1].n_results
    return nth_of_prefix(&double.walk, &prefixes[n], ticket)


cdef inline board_t choose_uniform(
    const rules_t* rules, board_t board, int big, int small, uint64_t* state,
    scratch_t* scratch, int8_t* out
) noexcept nogil:
    """One of the results of a roll, each as likely; `out` is for its use."""
    cdef masks_t masks = masks_of(rules, board)
    cdef int head_left, n
    cdef steps_t steps
    cdef double_t double
    if needs_judging(rules, board, &masks, big, small):
        n = generate(rules, board, &masks, big, small, scratch, out)
        return board_of_row(&out[ROW * index_below(state, n)], rules.n_checkers)
    head_left = head_allowance(rules, board, big, small)
    if big == small:
        double = start_double(rules, board, &masks, big, head_left)
        if double.n_steps >= 2 and not double.walk.may_bear_off:
            return drawn_double(&double, head_left, state, scratch.prefixes)
    elif not must_enter(rules, masks.mine) and not needs_bear_off(&masks):
        steps = steps_of(rules, &masks, big, small, head_left)
        if n_pairs(&steps, big, small) + n_runs(&steps):
            return drawn(&steps, board, masks.blot, big, small, state)
    n = fast(rules, board, &masks, big, small, out)
    return board_of_row(&out[ROW * (index_below(state, n) if n > 1 else 0)], rules.n_checkers)
