"""The plain generator: every sequence of checker moves under every option.

Simple, and slower. It serves the options that the fast generators do not know, gives plays their
checker moves, and is the fast generators' judge inside the native code.

All states of a turn are listed, those with fewer dice used first. From each state sources are
tried in descending order, the larger die before the smaller, and a state is listed once: so the
way to it is the greatest as a list of (source, die) pairs.
"""

from libc.stdint cimport int8_t, int16_t, uint32_t
from libc.string cimport memset

from nardy_fast._native.kernel.bits cimport kernel_assert
from nardy_fast._native.kernel.hashing cimport hash_of
from nardy_fast._native.kernel.lists cimport put_row
from nardy_fast._native.kernel.rules cimport (
    EXCEPTION_LIMIT, bear_off_source, blot_points, block_each_step, can_land, can_leave,
    head_allowance, leaves_legal_board, may_be_stuck, mover_points, rules_t,
)
from nardy_fast._native.kernel.types cimport (
    BAR, HEAD, MAX_STATES, N_SLOTS, scratch_t, state_t,
)
from nardy_fast._native.kernel.vector cimport board_byte, board_move, board_same, board_t


cdef inline int list_state(scratch_t* scratch, int n, const state_t* state) noexcept nogil:
    """List a state unless it is there; return how many are listed."""
    cdef uint32_t slot = (hash_of(state.board) + <uint32_t>state.dice_left) & (N_SLOTS - 1)
    cdef const state_t* listed
    while scratch.slots[slot] >= 0:
        listed = &scratch.states[scratch.slots[slot]]
        if listed.dice_left == state.dice_left and board_same(listed.board, state.board):
            return n
        slot = (slot + 1) & (N_SLOTS - 1)
    kernel_assert(n < MAX_STATES)
    scratch.slots[slot] = <int16_t>n
    scratch.states[n] = state[0]
    return n + 1


cdef inline int step(
    const rules_t* rules, scratch_t* scratch, int n, int parent, int source, int die,
    int dice_left, int head_left
) noexcept nogil:
    """List what comes of moving one checker by one die, if it may; return how many are listed."""
    cdef state_t state
    cdef board_t board = scratch.states[parent].board
    cdef int target = source - die
    cdef int hit = 0
    if not can_leave(rules, board, source, head_left):
        return n
    if target >= 1:
        if not can_land(rules, board, target):
            return n
        hit = (blot_points(rules, board) >> target) & 1
    elif bear_off_source(mover_points(rules, board), die) != source:
        return n
    state.board = board_move(board, die, hit, source)
    if block_each_step(rules) and not leaves_legal_board(rules, state.board):
        return n
    state.parent = <int16_t>parent
    state.source = source
    state.die = die
    state.dice_left = dice_left
    state.n_dice = scratch.states[parent].n_dice + 1
    return list_state(scratch, n, &state)


cdef inline int list_states(
    const rules_t* rules, board_t board, int big, int small, int n_dice, int head_limit,
    scratch_t* scratch
) noexcept nogil:
    """List every state of a turn, the unchanged board first; return how many.

    `n_dice` is how many there are, 1 to 4, where they are equal.
    """
    cdef state_t root
    cdef int head_at_start = board_byte(board, HEAD)
    cdef int n, i, source, left, head_left
    memset(scratch.slots, -1, sizeof(scratch.slots))
    root.board = board
    root.parent = -1
    root.source = 0
    root.die = 0
    root.dice_left = n_dice if big == small else 3
    root.n_dice = 0
    n = list_state(scratch, 0, &root)
    i = 0
    while i < n:
        left = scratch.states[i].dice_left
        # Nothing ever lands on the head, so what is missing there has left in this turn.
        head_left = head_limit - (head_at_start - board_byte(scratch.states[i].board, HEAD))
        if left:
            for source in range(BAR, 0, -1):
                if big == small:
                    n = step(rules, scratch, n, i, source, big, left - 1, head_left)
                    continue
                if left & 1:
                    n = step(rules, scratch, n, i, source, big, left - 1, head_left)
                if left & 2:
                    n = step(rules, scratch, n, i, source, small, left - 2, head_left)
        i += 1
    return n


cdef inline int choose_states(
    const rules_t* rules, scratch_t* scratch, int n_states, int big, int small, int16_t* chosen
) noexcept nogil:
    """Keep the lawful ends: most dice, then the larger of two; return how many.

    SR7-SR8, LR14-LR15; LR7 "turn": a shorter play is lawful if every longer one ends in a block.
    """
    cdef int n_dice, i, n, n_big
    for n_dice in range(4, 0, -1):
        n = 0
        n_big = 0
        for i in range(1, n_states):
            if scratch.states[i].n_dice != n_dice:
                continue
            if leaves_legal_board(rules, scratch.states[i].board):
                chosen[n] = <int16_t>i
                n += 1
                n_big += scratch.states[i].die == big
        if n_dice == 1 and big != small and n_big:
            n = 0
            for i in range(1, n_states):
                if (
                    scratch.states[i].n_dice == 1 and scratch.states[i].die == big
                    and leaves_legal_board(rules, scratch.states[i].board)
                ):
                    chosen[n] = <int16_t>i
                    n += 1
        if n:
            return n
    chosen[0] = 0
    return 1


cdef inline int plain_plays(
    const rules_t* rules, board_t board, int big, int small, scratch_t* scratch, int16_t* chosen
) noexcept nogil:
    """List the states of a turn and choose its plays; return how many, their indices in
    `chosen`, which has room for MAX_AFTERSTATES."""
    cdef int limit = head_allowance(rules, board, big, small)
    cdef int n_states, n, n_dice
    if may_be_stuck(rules, board):
        # LR5 "stuck": two may leave if more dice can be played so.
        n_states = list_states(rules, board, big, small, 4, limit, scratch)
        choose_states(rules, scratch, n_states, big, small, chosen)
        n_dice = scratch.states[chosen[0]].n_dice
        n_states = list_states(rules, board, big, small, 4, EXCEPTION_LIMIT, scratch)
        n = choose_states(rules, scratch, n_states, big, small, chosen)
        if scratch.states[chosen[0]].n_dice > n_dice:
            return n
    n_states = list_states(rules, board, big, small, 4, limit, scratch)
    return choose_states(rules, scratch, n_states, big, small, chosen)


cdef inline int plain(
    const rules_t* rules, board_t board, int big, int small, scratch_t* scratch, int8_t* out
) noexcept nogil:
    """Write every distinct result; return how many."""
    cdef int n = plain_plays(rules, board, big, small, scratch, scratch.chosen)
    cdef int i
    for i in range(n):
        put_row(out, i, scratch.states[scratch.chosen[i]].board)
    return n
