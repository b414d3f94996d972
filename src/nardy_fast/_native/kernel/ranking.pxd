"""The rank of a board without a bar, and the board of a rank.

Stability: the order of boards is part of the interface (docs/hashing.md); changing it is a
breaking change.

A word of n bits with i ones has a place among all of them, in ascending order: the sum of
C(bit, 1), C(bit, 2), ... over its ones from the lowest up, the combinatorial number system
(D. E. Knuth, The Art of Computer Programming, volume 4A, 7.2.1.3). A board is four words, as in
docs/hashing.md.
"""

from libc.stdint cimport int8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from nardy_fast._native.kernel.bits cimport bit_count, lowest_bit
from nardy_fast._native.kernel.types cimport POINTS
from nardy_fast._native.kernel.vector cimport board_above, board_from_row, board_negative, board_t

cdef enum:
    N_POINTS = 24
    # A side has at most 15 checkers, so no word has more ones.
    MAX_ONES = 15
    # Bits of a word that are found by one look-up; those above are found one by one. Words of
    # counts have no more, and a table for 12 bits makes boards of ranks a fifth slower.
    LOW_BITS = 15
    N_LOW_WORDS = 1 << 15

cdef struct rank_tables_t:
    # For one number of checkers a side.
    int n_checkers
    uint32_t ways[N_POINTS + 1][MAX_ONES + 1]  # ways[n][i]: C(n, i)
    # Boards where the mover holds fewer than k points; as many, and the opponent fewer than e.
    uint64_t before_points[MAX_ONES + 1]
    uint64_t before[MAX_ONES + 1][MAX_ONES + 1]
    uint16_t low_words[N_LOW_WORDS]  # by the number of their ones, then ascending
    uint16_t first_low_word[LOW_BITS + 1]  # where those with i ones begin


cdef inline void count_ways(rank_tables_t* tables) noexcept nogil:
    """Fill `ways`, by Pascal's rule."""
    cdef int n, i
    memset(tables.ways, 0, sizeof(tables.ways))
    tables.ways[0][0] = 1
    for n in range(1, N_POINTS + 1):
        tables.ways[n][0] = 1
        for i in range(1, MAX_ONES + 1):
            tables.ways[n][i] = tables.ways[n - 1][i - 1] + tables.ways[n - 1][i]


cdef inline void count_boards(rank_tables_t* tables) noexcept nogil:
    """Fill `before_points` and `before`; the last sum is below 2**63, as docs/hashing.md has it."""
    cdef uint64_t total = 0
    cdef int held, opposing
    for held in range(MAX_ONES + 1):
        tables.before_points[held] = total
        for opposing in range(MAX_ONES + 1):
            tables.before[held][opposing] = total
            if held + opposing <= N_POINTS:
                total += (
                    <uint64_t>tables.ways[N_POINTS][held] * tables.ways[N_POINTS - held][opposing]
                    * tables.ways[tables.n_checkers][held]
                    * tables.ways[tables.n_checkers][opposing]
                )


cdef inline void sort_low_words(rank_tables_t* tables) noexcept nogil:
    """Fill `low_words` and `first_low_word`."""
    cdef int n_filled[LOW_BITS + 1]
    cdef int first = 0
    cdef int n_ones, word
    for n_ones in range(LOW_BITS + 1):
        tables.first_low_word[n_ones] = first
        n_filled[n_ones] = 0
        first += tables.ways[LOW_BITS][n_ones]
    for word in range(N_LOW_WORDS):
        n_ones = bit_count(word)
        tables.low_words[tables.first_low_word[n_ones] + n_filled[n_ones]] = word
        n_filled[n_ones] += 1


cdef inline void fill_rank_tables(rank_tables_t* tables, int n_checkers) noexcept nogil:
    tables.n_checkers = n_checkers
    count_ways(tables)
    count_boards(tables)
    sort_low_words(tables)


cdef inline uint64_t rank_of(const rank_tables_t* tables, const int8_t* row) noexcept nogil:
    """The rank of a row that has been checked."""
    cdef board_t board = board_from_row(row)
    cdef uint32_t mine = (board_above(board, 0) & POINTS) >> 1
    cdef uint32_t theirs = (board_negative(board) & POINTS) >> 1
    cdef uint32_t left = mine
    cdef uint32_t my_points = 0, my_counts = 0, their_points = 0, their_counts = 0
    cdef int held = 0, opposing = 0, n_checkers = 0, point
    cdef uint64_t place
    while left:
        point = lowest_bit(left)
        left &= left - 1
        held += 1
        n_checkers += row[point + 1]
        my_points += tables.ways[point][held]
        my_counts += tables.ways[n_checkers - 1][held]
    n_checkers = 0
    left = theirs
    while left:
        point = lowest_bit(left)
        opposing += 1
        n_checkers -= row[point + 1]
        # The mover's points are left out of the opponent's word.
        their_points += tables.ways[point - bit_count(mine & ((left & -left) - 1))][opposing]
        their_counts += tables.ways[n_checkers - 1][opposing]
        left &= left - 1
    place = <uint64_t>my_points * tables.ways[N_POINTS - held][opposing] + their_points
    place = place * tables.ways[tables.n_checkers][held] + my_counts
    place = place * tables.ways[tables.n_checkers][opposing] + their_counts
    return tables.before[held][opposing] + place


cdef inline uint32_t word_of(
    const rank_tables_t* tables, int n_bits, int n_ones, uint32_t place
) noexcept nogil:
    """The word of `n_bits` bits with `n_ones` ones at a place."""
    cdef uint32_t word = 0, ways, is_one
    cdef int bit = n_bits
    while bit > LOW_BITS:
        bit -= 1
        # The words below have this bit 0 and all their ones under it.
        ways = tables.ways[bit][n_ones]
        is_one = place >= ways
        place -= ways & -is_one
        n_ones -= is_one
        word |= is_one << bit
    return word | tables.low_words[tables.first_low_word[n_ones] + place]


cdef inline int last_at_most(const uint64_t* ascending, uint64_t rank) noexcept nogil:
    """The last index of MAX_ONES + 1 numbers, the first of which is at most `rank`, that is too."""
    cdef int n = 0
    cdef int i
    for i in range(1, MAX_ONES + 1):
        n += ascending[i] <= rank
    return n


cdef inline void board_of_rank(
    const rank_tables_t* tables, uint64_t rank, int8_t* row
) noexcept nogil:
    """Write the row of a rank, which is below the number of boards."""
    cdef int held = last_at_most(tables.before_points, rank)
    cdef int opposing = last_at_most(tables.before[held], rank)
    cdef uint64_t place = rank - tables.before[held][opposing]
    cdef uint32_t their_ways = tables.ways[tables.n_checkers][opposing]
    cdef uint32_t point_ways = tables.ways[N_POINTS - held][opposing]
    cdef uint64_t count_ways = <uint64_t>tables.ways[tables.n_checkers][held] * their_ways
    cdef uint64_t points = place / count_ways
    cdef uint32_t counts = place % count_ways
    cdef uint32_t mine = word_of(tables, N_POINTS, held, points / point_ways)
    cdef uint32_t theirs = word_of(tables, N_POINTS, opposing, points % point_ways)
    cdef uint32_t my_sums = word_of(tables, MAX_ONES, held, counts / their_ways)
    cdef uint32_t their_sums = word_of(tables, MAX_ONES, opposing, counts % their_ways)
    cdef int n_before = 0, n_checkers
    memset(row, 0, 26)
    while mine:
        n_checkers = lowest_bit(my_sums) + 1
        row[lowest_bit(mine) + 1] = n_checkers - n_before
        n_before = n_checkers
        # The opponent's word gets a 0 where the mover stands: what is above moves up.
        theirs += theirs & -(mine & -mine)
        my_sums &= my_sums - 1
        mine &= mine - 1
    n_before = 0
    while theirs:
        n_checkers = lowest_bit(their_sums) + 1
        row[lowest_bit(theirs) + 1] = n_before - n_checkers
        n_before = n_checkers
        their_sums &= their_sums - 1
        theirs &= theirs - 1
