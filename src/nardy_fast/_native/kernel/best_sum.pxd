"""The best result of a roll where scores are sums over places: the choice of `policies` unlisted.

Ties go to the board whose bytes, read as unsigned, come first. Listed are results that bear a
checker off, those of one die alone, and all results where an option must be judged. A block needs
no list as long as the best of all results is lawful: then it is the best of the lawful ones.
"""

from libc.stdint cimport int8_t, uint32_t

from nardy_fast._native.kernel.bear_off cimport needs_bear_off
from nardy_fast._native.kernel.best_double cimport best_of_double
from nardy_fast._native.kernel.best_pair cimport best_of_two
from nardy_fast._native.kernel.bits cimport bit_count, lowest_bit
from nardy_fast._native.kernel.doubles cimport double_t, start_double
from nardy_fast._native.kernel.lists cimport ROW, board_at
from nardy_fast._native.kernel.movegen cimport generate, may_block
from nardy_fast._native.kernel.net cimport net_t
from nardy_fast._native.kernel.rules cimport (
    block_each_step, has_stack_cap, head_allowance, leaves_legal_board, masks_of, may_be_stuck,
    mover_is_done, must_enter, rules_t,
)
from nardy_fast._native.kernel.sums cimport (
    BYTES_OF_BOARD, OWN_OFF, PLACE_ROWS, board_before, board_changed, origin_t, row_at,
    start_origin,
)
from nardy_fast._native.kernel.types cimport HOME_TOP, masks_t, scratch_t
from nardy_fast._native.kernel.vector cimport board_sums, board_t

cdef enum:
    # With more checkers left a turn of four steps does not end the game, and with so many outside
    # home nobody bears off.
    MAX_STEPS = 4


cdef inline bint best_unlisted(
    const rules_t* rules, const net_t* net, board_t board, const masks_t* masks, int big,
    int small, board_t* after
) noexcept nogil:
    """Set the best result; False if results must be listed."""
    cdef double_t double
    cdef int head_left
    if (
        has_stack_cap(rules) or may_be_stuck(rules, board)
        or (block_each_step(rules) and may_block(rules, board, masks, big, small))
    ):
        return False
    if big != small:
        if needs_bear_off(masks) or must_enter(rules, masks.mine):
            return False
        head_left = head_allowance(rules, board, big, small)
        if not best_of_two(rules, net, board, masks, big, small, head_left, False, after):
            return False
        return leaves_legal_board(rules, after[0]) or best_of_two(
            rules, net, board, masks, big, small, head_left, True, after
        )
    head_left = head_allowance(rules, board, big, small)
    double = start_double(rules, board, masks, big, head_left)
    if double.n_steps == 0:
        after[0] = double.board
        return leaves_legal_board(rules, double.board)
    return not double.walk.may_bear_off and best_of_double(
        rules, net, &double, head_left, after
    )


cdef inline float change_of(
    const net_t* net, const origin_t* origin, board_t after, const int8_t* row, int off
) noexcept nogil:
    """How much the score of `after`, whose bytes are `row`, is above the origin's; `off` is how
    many checkers are off if that has changed, else -1."""
    cdef uint32_t left = board_changed(origin.board, after) & BYTES_OF_BOARD
    cdef const float* rows
    cdef float change = 0
    cdef int place
    while left:
        place = lowest_bit(left)
        left &= left - 1
        rows = origin.rows + PLACE_ROWS * place
        change += rows[row[place]] - rows[origin.bytes[place]]
    if off >= 0:
        change += origin.rows[PLACE_ROWS * OWN_OFF + off]
    return change


cdef inline board_t best_listed(
    const rules_t* rules, const net_t* net, board_t board, const masks_t* masks,
    const int8_t* rows, int n
) noexcept nogil:
    """The best of the listed results; those that end the game are taken unasked, or under misère
    (LR20) only where all do."""
    cdef bint may_bear_off = bit_count(masks.mine >> (HOME_TOP + 1)) < MAX_STEPS
    cdef origin_t origin
    cdef board_t best = board_at(rows, 0)
    cdef board_t after
    cdef float score, highest
    cdef int i, mover, opponent
    cdef int off = -1
    cdef int n_open = 0  # results that do not end the game
    cdef bint may_finish
    cdef bint is_over = False
    if n == 1:
        return best
    board_sums(board, &mover, &opponent)
    may_finish = mover <= MAX_STEPS
    # Rows are compared with this one, and blots do not matter.
    start_origin(net, board, 0, &origin)
    highest = 0
    for i in range(n):
        after = board_at(rows, i)
        if may_finish and mover_is_done(rules, after):
            if n_open == 0 or not net.is_misere:
                if not is_over or board_before(after, best):
                    best = after
                is_over = True
            continue
        if is_over and not net.is_misere:
            continue
        if may_bear_off:
            board_sums(after, &mover, &opponent)
            off = net.n_checkers - mover
        score = change_of(net, &origin, after, &rows[ROW * i], off)
        if n_open == 0 or score > highest or (score == highest and board_before(after, best)):
            highest = score
            best = after
        n_open += 1
    return best


cdef inline board_t best_by_sum(
    const rules_t* rules, const net_t* net, board_t board, int big, int small,
    scratch_t* scratch, int8_t* out
) noexcept nogil:
    """The best result of a roll, `big` >= `small`, by a table without features."""
    cdef masks_t masks = masks_of(rules, board)
    cdef board_t after
    cdef int n
    if best_unlisted(rules, net, board, &masks, big, small, &after):
        return after
    n = generate(rules, board, &masks, big, small, scratch, out)
    return best_listed(rules, net, board, &masks, out, n)
