"""Scores of the listed results of a double by what its segments add to the first layer."""

from libc.stdint cimport int8_t

from nardy_fast._native.kernel.net cimport (
    changes_t, find_changes, row_of_nothing, rows_sum, sum_of_parent,
)
from nardy_fast._native.kernel.pieces cimport pairs_t, piece_t, pieces_t
from nardy_fast._native.kernel.shared_rows cimport (
    FOURS, ONES, PAIRS, THREES, TWOS, next_sum, put, scoring_t, vector,
)
from nardy_fast._native.kernel.vector cimport board_add, board_store, board_t


cdef inline void score_pieces(
    scoring_t* scoring, const pieces_t* pieces, int first_vector
) noexcept nogil:
    """Find what each segment adds."""
    cdef changes_t changes
    cdef int8_t row[32]
    cdef board_t after
    cdef int i
    for i in range(pieces.n):
        after = board_add(scoring.parent.board, pieces.piece[i].delta)
        board_store(after, row)
        find_changes(
            scoring.net, scoring.parent, after, row, &scoring.parent.extras, &changes
        )
        rows_sum(
            scoring.net, row_of_nothing(scoring.net), changes.more, changes.less, changes.n,
            vector(scoring, first_vector + i),
        )


cdef inline void put_pieces(scoring_t* scoring, int first_vector, int n) noexcept nogil:
    """The next rows have one segment each."""
    cdef int i
    for i in range(n):
        put(scoring, sum_of_parent(scoring.parent), vector(scoring, first_vector + i))


cdef inline void put_sums(
    scoring_t* scoring, const piece_t* piece, int piece_vector, const piece_t* others,
    int first_vector, int n_others
) noexcept nogil:
    """The next rows have `piece` and one of the others that it does not touch."""
    cdef const char* more[1]
    cdef const char* less[1]
    cdef char* base = next_sum(scoring)
    cdef bint is_used = False
    cdef int i
    if n_others == 0:
        return
    more[0] = vector(scoring, piece_vector)
    less[0] = row_of_nothing(scoring.net)
    rows_sum(scoring.net, sum_of_parent(scoring.parent), more, less, 1, base)
    for i in range(n_others):
        if (piece.near & others[i].points) == 0:
            put(scoring, base, vector(scoring, first_vector + i))
            is_used = True
    # A sum that no row has may be written over.
    scoring.n_sums += is_used


cdef inline void add_pairs(scoring_t* scoring, const pairs_t* pairs, int n_ones) noexcept nogil:
    """Find what each pair of single steps adds."""
    cdef const char* more[2]
    cdef const char* less[2]
    cdef int i, k
    less[0] = less[1] = row_of_nothing(scoring.net)
    for i in range(n_ones):
        more[0] = vector(scoring, ONES + i)
        for k in range(pairs.first_below[i], pairs.first_below[i + 1]):
            more[1] = vector(scoring, ONES + pairs.pair[k].tail)
            rows_sum(
                scoring.net, row_of_nothing(scoring.net), more, less, 2,
                vector(scoring, PAIRS + k),
            )


cdef inline void score_segments(scoring_t* scoring, int n_steps) noexcept nogil:
    """The rows of `write_segments`."""
    cdef const pieces_t* ones = &scoring.shared.lists.ones
    cdef const pieces_t* twos = &scoring.shared.lists.twos
    cdef const pieces_t* threes = &scoring.shared.lists.threes
    cdef const pairs_t* pairs = &scoring.shared.lists.pairs
    cdef const piece_t* pair
    cdef int i, below
    score_pieces(scoring, ones, ONES)
    if n_steps == 1:
        put_pieces(scoring, ONES, ones.n)
        return
    score_pieces(scoring, twos, TWOS)
    add_pairs(scoring, pairs, ones.n)
    if n_steps == 2:
        put_pieces(scoring, PAIRS, pairs.n)
        put_pieces(scoring, TWOS, twos.n)
        return
    score_pieces(scoring, threes, THREES)
    if n_steps == 3:
        put_pieces(scoring, THREES, threes.n)
        for i in range(twos.n):
            put_sums(scoring, &twos.piece[i], TWOS + i, ones.piece, ONES, ones.n)
        for i in range(ones.n):
            below = pairs.first_below[i + 1]
            put_sums(
                scoring, &ones.piece[i], ONES + i, &pairs.pair[below], PAIRS + below,
                pairs.n - below,
            )
        return
    score_pieces(scoring, &scoring.shared.lists.fours, FOURS)
    put_pieces(scoring, FOURS, scoring.shared.lists.fours.n)
    for i in range(threes.n):
        put_sums(scoring, &threes.piece[i], THREES + i, ones.piece, ONES, ones.n)
    for i in range(twos.n):
        put_sums(scoring, &twos.piece[i], TWOS + i, pairs.pair, PAIRS, pairs.n)
        put_sums(
            scoring, &twos.piece[i], TWOS + i, &twos.piece[i + 1], TWOS + i + 1, twos.n - i - 1
        )
    for i in range(pairs.n):
        pair = &pairs.pair[i]
        below = pairs.first_below[pair.tail + 1]
        put_sums(
            scoring, pair, PAIRS + i, &pairs.pair[below], PAIRS + below, pairs.n - below
        )
