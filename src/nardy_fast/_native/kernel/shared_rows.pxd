"""First layers that afterstates of one position share, and the rows that are scored by them."""

from libc.stdint cimport int8_t

from nardy_fast._native.kernel.lists cimport ROW, board_at
from nardy_fast._native.kernel.net cimport (
    BLOCK, MAX_WIDTH, block_t, count_off, extras_t, lay, lay_alone, net_t, parent_t,
    values_of_block,
)
from nardy_fast._native.kernel.pieces cimport MAX_PAIRS, MAX_PIECES, lists_t
from nardy_fast._native.kernel.vector cimport board_t

cdef enum:
    # Vectors by number: of segments with one, two, three, four steps, of pairs; and the sums after
    # a first piece that a block may still need.
    ONES = 0
    TWOS = MAX_PIECES
    THREES = 2 * MAX_PIECES
    FOURS = 3 * MAX_PIECES
    PAIRS = 4 * MAX_PIECES
    SUMS = PAIRS + MAX_PAIRS
    # One more than the first pieces that the rows of a block can have, as a power of two.
    N_SUMS = 16
    N_VECTORS = SUMS + N_SUMS
    # Vectors of two dice, by source: what a second checker adds, the sums after a first checker.
    SECONDS = 0
    FIRSTS = 32
    FIRSTS_THEN_HIT = 64

cdef struct shared_t:
    lists_t lists
    char vectors[N_VECTORS * MAX_WIDTH * 4]

cdef struct scoring_t:
    # Rows that wait in the block, and where their values go.
    const net_t* net
    const parent_t* parent
    const int8_t* rows
    block_t* block
    shared_t* shared
    bint changes_off  # results may bear checkers off
    float* values
    int first  # row of the block's first
    int n
    int n_sums  # after a first piece: so many have been used


cdef inline char* vector(scoring_t* scoring, int number) noexcept nogil:
    return &scoring.shared.vectors[number * scoring.net.stride]


cdef inline char* next_sum(scoring_t* scoring) noexcept nogil:
    return vector(scoring, SUMS + (scoring.n_sums & (N_SUMS - 1)))


cdef inline void finish_block(scoring_t* scoring) noexcept nogil:
    values_of_block(
        scoring.net, scoring.n, scoring.block, &scoring.values[scoring.first]
    )
    scoring.first += scoring.n
    scoring.n = 0


cdef inline void put(scoring_t* scoring, const char* base, const char* added) noexcept nogil:
    """The next row is the sum of two vectors."""
    lay(scoring.block, scoring.n, base, added)
    scoring.n += 1
    if scoring.n == BLOCK:
        finish_block(scoring)


cdef inline void put_alone(scoring_t* scoring) noexcept nogil:
    """The next row is compared with the parent."""
    cdef int row = scoring.first + scoring.n
    cdef extras_t extras = scoring.parent.extras
    cdef board_t after = board_at(scoring.rows, row)
    if scoring.changes_off:
        count_off(scoring.net, after, &extras)
    lay_alone(
        scoring.net, scoring.parent, after, &scoring.rows[ROW * row], &extras, scoring.block,
        scoring.n,
    )
    scoring.n += 1
    if scoring.n == BLOCK:
        finish_block(scoring)
