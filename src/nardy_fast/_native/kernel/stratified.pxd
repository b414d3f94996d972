"""Stratified throws of the first plies, a pure function of (key, row, trial, ply): docs/dice.md.

Promise: these numbers never change.
"""

from libc.stdint cimport int8_t, uint64_t

from nardy_fast._native.kernel.dice_stream cimport (
    below, block_words_t, philox_block, stream_t, throw_of_index, throw_t,
)

cdef enum:
    MAX_STRATIFIED = 3

cdef struct strata_t:
    # The shuffled throws of one row and cycle, kept from trial to trial.
    bint is_filled
    uint64_t row
    uint64_t cycle
    int8_t orders[MAX_STRATIFIED][36]


cdef inline uint64_t order_stream(int ply) noexcept nogil:
    """The stream of the order of the throws at a ply; no retry of the dice comes near."""
    return (<uint64_t>1 << 32) + <uint64_t>ply


cdef inline int field_sum(int x, int y) noexcept nogil:
    """x + y in GF(4) x GF(9); 18 p + 6 q + 3 r + s is the element (p w + r, q i + s)."""
    return (
        18 * (x // 18 ^ y // 18) + 6 * ((x // 6 + y // 6) % 3)
        + 3 * ((x // 3 ^ y // 3) & 1) + (x + y) % 3
    )


cdef inline int field_product_g(int x) noexcept nogil:
    """g x for g = (w, -1): w (p w + r) = (p + r) w + p."""
    return (
        18 * ((x // 18 ^ x // 3) & 1) + 6 * ((3 - x // 6 % 3) % 3)
        + 3 * (x // 18) + (3 - x % 3) % 3
    )


cdef inline void shuffle(
    int8_t* numbers, int n, const stream_t* stream, uint64_t name
) noexcept nogil:
    """The numbers below `n` in an order by chance, from the words of a stream one by one."""
    cdef block_words_t words
    cdef uint64_t n_words = 0
    cdef uint64_t other
    cdef int8_t moved
    cdef int i
    for i in range(n):
        numbers[i] = <int8_t>i
    for i in range(n - 1, 0, -1):
        while True:
            if n_words & 3 == 0:
                words = philox_block(stream, name, n_words >> 2)
            n_words += 1
            if below(words.word[(n_words - 1) & 3], i + 1, &other):
                break
        moved = numbers[i]
        numbers[i] = numbers[other]
        numbers[other] = moved


cdef inline void stratified_throws(
    strata_t* strata, const stream_t* stream, int n_plies, bint initial, throw_t* throws
) noexcept nogil:
    """The throws of the first `n_plies` plies, at most MAX_STRATIFIED.

    `strata` belongs to one key, number of plies and `initial`; it spares the shuffling where the
    last trial was of the same row and cycle.
    """
    cdef uint64_t n_first = 30 if initial else 36
    cdef int u = <int>(stream.trial % n_first)
    cdef int v = <int>(stream.trial // n_first % 36)
    cdef int w = <int>(stream.trial // (n_first * 36) % 36)
    cdef uint64_t cycle = stream.trial // (n_first * 1296)
    cdef stream_t of_cycle = stream[0]
    cdef int ply, place
    if not (strata.is_filled and strata.row == stream.row and strata.cycle == cycle):
        strata.is_filled = True
        strata.row = stream.row
        strata.cycle = cycle
        of_cycle.trial = cycle
        for ply in range(n_plies):
            shuffle(
                strata.orders[ply], <int>n_first if ply == 0 else 36, &of_cycle, order_stream(ply)
            )
    # Its digits of base 6 changed: see reference/dice_stream.py.
    v = v % 6 * 6 + v // 6
    for ply in range(n_plies):
        place = u
        if ply == 1:
            place = field_sum(u, v)
        elif ply == 2:
            place = field_sum(field_sum(u, field_product_g(v)), w)
        throws[ply] = throw_of_index(strata.orders[ply][place], n_first if ply == 0 else 36)
