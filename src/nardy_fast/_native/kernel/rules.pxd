"""Every difference between the two games: the one kernel file that names a variant.

Rule numbers are those of docs/rules_short.md (SR) and docs/rules_long.md (LR). The questions about
one checker serve the plain generator; the questions about whole masks serve the fast ones.
"""

from libc.stdint cimport int8_t, uint32_t

from nardy_fast._native.kernel.bits cimport highest_bit
from nardy_fast._native.kernel.types cimport (
    BAR, BAR_BIT, HEAD, HEAD_BIT, HOME_TOP, MOVER_PLACES, POINTS, masks_t,
)
from nardy_fast._native.kernel.vector cimport (
    board_above, board_byte, board_equal, board_half_turn, board_negative, board_reverse,
    board_store, board_sums, board_t,
)

cdef enum block_t:
    BLOCK_OFF
    BLOCK_AHEAD
    BLOCK_HOME
    BLOCK_FORBID

cdef enum:
    NO_LIMIT = 15  # head departures: more than all checkers cannot leave
    EXCEPTION_LIMIT = 2
    HOME_POINTS = 0x7E  # points 1-6
    FIRST_QUARTER = 0x1F80000  # points 19-24
    OPPONENT_HOME = 0x7E000  # points 13-18, in long nardy
    ENTRY_BOTTOM = 19  # the lowest point where a checker enters

cdef struct short_rules_t:
    int n_checkers

cdef struct long_rules_t:
    int n_checkers
    int head_limit
    uint32_t exception_doubles  # bit d: the head exception applies to the double d
    bint exception_if_stuck
    block_t block
    bint block_each_step
    int max_stack  # 0: no cap
    bint koks_in_quarter
    int8_t start[32]  # the mover's counts on points 1-24

ctypedef fused rules_t:
    short_rules_t
    long_rules_t


cdef inline uint32_t mover_points(const rules_t* rules, board_t board) noexcept nogil:
    """Points and bar where the mover has a checker."""
    return board_above(board, 0) & MOVER_PLACES


cdef inline uint32_t open_points(const rules_t* rules, board_t board) noexcept nogil:
    """Points where the mover may land: SR4 at most one opposing checker; LR3 none."""
    if rules_t is short_rules_t:
        return board_above(board, -2) & POINTS
    else:
        return board_above(board, -1) & POINTS


cdef inline uint32_t blot_points(const rules_t* rules, board_t board) noexcept nogil:
    """Points where landing hits: SR5 one opposing checker; LR3 nobody is hit."""
    if rules_t is short_rules_t:
        return board_equal(board, -1) & POINTS
    else:
        return 0


cdef inline uint32_t must_enter(const rules_t* rules, uint32_t mine) noexcept nogil:
    """The bar's bit if a checker waits there (SR6), else 0; LR3 there is no bar."""
    if rules_t is short_rules_t:
        return mine & BAR_BIT
    else:
        return 0


cdef inline bint cannot_enter(const rules_t* rules, board_t board) noexcept nogil:
    """SR6: a checker waits on the bar and no die enters."""
    return must_enter(rules, mover_points(rules, board)) and (
        (open_points(rules, board) >> ENTRY_BOTTOM) == 0
    )


cdef inline bint is_first_turn(const rules_t* rules, board_t board) noexcept nogil:
    """LR5: the mover's checkers stand as at the start, and none is off."""
    cdef int8_t bytes[32]
    cdef int point
    if rules_t is short_rules_t:
        return False
    else:
        board_store(board, bytes)
        for point in range(HEAD, 0, -1):
            if (bytes[point] if bytes[point] > 0 else 0) != rules.start[point]:
                return False
        return True


cdef inline int head_allowance(
    const rules_t* rules, board_t board, int big, int small
) noexcept nogil:
    """How many checkers may leave the head with this roll, were nothing stuck: LR4, LR5."""
    if rules_t is short_rules_t:
        return NO_LIMIT
    else:
        if rules.head_limit >= EXCEPTION_LIMIT or big != small:
            return rules.head_limit
        if not (rules.exception_doubles >> big) & 1 or not is_first_turn(rules, board):
            return rules.head_limit
        return EXCEPTION_LIMIT


cdef inline bint may_be_stuck(const rules_t* rules, board_t board) noexcept nogil:
    """LR5 "stuck": the allowance depends on how many dice can be played with the limit."""
    if rules_t is short_rules_t:
        return False
    else:
        return (
            rules.exception_if_stuck
            and rules.head_limit < EXCEPTION_LIMIT
            and is_first_turn(rules, board)
        )


cdef inline bint has_stack_cap(const rules_t* rules) noexcept nogil:
    """LR8: own points may be full, which no mask of the fast generators knows."""
    if rules_t is short_rules_t:
        return False
    else:
        return rules.max_stack != 0


cdef inline bint block_each_step(const rules_t* rules) noexcept nogil:
    """LR7: the block is tested after every checker move."""
    if rules_t is short_rules_t:
        return False
    else:
        return rules.block_each_step


cdef inline bint opponent_has_borne_off(const rules_t* rules, board_t board) noexcept nogil:
    """A checker that is not on the board is off."""
    cdef int mover, opponent
    board_sums(board, &mover, &opponent)
    return opponent < rules.n_checkers


cdef inline bint is_blocking(
    const rules_t* rules, uint32_t mine, board_t board
) noexcept nogil:
    """LR6: do `mine`, against the opponent of `board`, hold six points in a row unlawfully?

    A board whose points are among those of a lawful `mine` is lawful too.
    """
    cdef uint32_t turned, runs, theirs
    if rules_t is short_rules_t:
        return False
    else:
        if rules.block == BLOCK_OFF:
            return False
        # Into the opponent's numbering, where his route is one line and bit 0 is off.
        mine &= POINTS
        turned = ((mine << 12) | (mine >> 12)) & POINTS
        runs = turned & (turned >> 1)
        runs &= runs >> 2
        runs &= (turned >> 4) & (turned >> 5)
        if runs == 0:
            return False
        theirs = board_negative(board) & POINTS
        theirs = ((theirs << 12) | (theirs >> 12)) & POINTS
        # What is borne off is past every run.
        theirs |= opponent_has_borne_off(rules, board)
        if rules.block == BLOCK_AHEAD:
            # The bits below his foremost checker; his other bits in it never meet a run.
            return (runs & (theirs - 1)) != 0
        if rules.block == BLOCK_HOME:
            return (theirs & (HOME_POINTS | 1)) == 0
        return True


cdef inline bint no_block_counts(const rules_t* rules, board_t board) noexcept nogil:
    """LR6: is every block lawful, since a checker of the opponent stands in his home?

    Six points in a row leave no room below that checker.
    """
    if rules_t is short_rules_t:
        return True
    else:
        return rules.block != BLOCK_FORBID and (board_negative(board) & OPPONENT_HOME) != 0


cdef inline bint leaves_legal_board(const rules_t* rules, board_t board) noexcept nogil:
    """LR6 for a whole board; always true in short nardy."""
    return not is_blocking(rules, mover_points(rules, board), board)


cdef inline masks_t masks_of(const rules_t* rules, board_t board) noexcept nogil:
    """The masks that the fast generators start from."""
    cdef masks_t masks
    masks.mine = mover_points(rules, board)
    masks.two = board_above(board, 1) & MOVER_PLACES
    masks.open = open_points(rules, board)
    masks.blot = blot_points(rules, board)
    return masks


cdef inline bint can_leave(
    const rules_t* rules, board_t board, int source, int head_left
) noexcept nogil:
    """May a checker be lifted from `source`?  SR6 bar first; LR4 head limit."""
    cdef uint32_t mine = mover_points(rules, board)
    if not (mine >> source) & 1:
        return False
    if must_enter(rules, mine) and source != BAR:
        return False
    if rules_t is long_rules_t:
        return source != HEAD or head_left > 0
    else:
        return True


cdef inline bint can_land(const rules_t* rules, board_t board, int target) noexcept nogil:
    """May a checker land on the point `target`?  SR4; LR3, LR8."""
    if not (open_points(rules, board) >> target) & 1:
        return False
    if rules_t is long_rules_t:
        return rules.max_stack == 0 or board_byte(board, target) < rules.max_stack
    else:
        return True


cdef inline int bear_off_source(uint32_t mine, int die) noexcept nogil:
    """The point that `die` bears off from, or 0: SR9-SR10, LR9-LR10, the same in both games."""
    if mine >> (HOME_TOP + 1) or mine == 0:
        return 0
    if (mine >> die) & 1:
        return die
    cdef int farthest = highest_bit(mine)
    return farthest if farthest < die else 0


cdef inline board_t swap_sides(const rules_t* rules, board_t board) noexcept nogil:
    """The board seen by the opponent: SR1 reversed; LR1 turned by twelve points."""
    if rules_t is short_rules_t:
        return board_reverse(board)
    else:
        return board_half_turn(board)


cdef inline bint mover_is_done(const rules_t* rules, board_t board) noexcept nogil:
    """SR11, LR12: the mover has nothing left."""
    return mover_points(rules, board) == 0


cdef inline bint opponent_is_done(const rules_t* rules, board_t board) noexcept nogil:
    """SR11, LR12: the opponent has nothing left."""
    return (board_negative(board) & (POINTS | 1)) == 0


cdef inline bint is_over(const rules_t* rules, board_t board) noexcept nogil:
    """SR11, LR12: a side has nothing left."""
    return mover_is_done(rules, board) or opponent_is_done(rules, board)


cdef inline int n_outcomes(const rules_t* rules) noexcept nogil:
    """Kinds of win, twice: SR12, LR11."""
    if rules_t is short_rules_t:
        return 6
    else:
        return 8


cdef inline int win_class(const rules_t* rules, board_t board) noexcept nogil:
    """How much the mover, who is done, has won: 0 the least.  SR12, LR11."""
    cdef uint32_t theirs
    if opponent_has_borne_off(rules, board):
        return 0
    if rules_t is short_rules_t:
        theirs = board_negative(board)
        # On the bar (bit 0) or in the winner's home.
        return 2 if theirs & (HOME_POINTS | 1) else 1
    else:
        theirs = board_above(board_half_turn(board), 0) & POINTS
        if theirs & (FIRST_QUARTER if rules.koks_in_quarter else HEAD_BIT):
            return 3
        return 2 if theirs >> (HOME_TOP + 1) else 1


cdef inline int outcome_of(const rules_t* rules, board_t board) noexcept nogil:
    """The index into the outcomes from the mover's side, -1 while the game goes on."""
    cdef int half = n_outcomes(rules) // 2
    if mover_is_done(rules, board):
        return half + win_class(rules, board)
    if opponent_is_done(rules, board):
        return half - 1 - win_class(rules, swap_sides(rules, board))
    return -1
