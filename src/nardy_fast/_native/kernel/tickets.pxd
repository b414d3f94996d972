"""Uniform numbers for a game's choices."""

from libc.stdint cimport uint64_t

from nardy_fast._native.kernel.bits cimport multiply_wide
from nardy_fast._native.kernel.dice_stream cimport below


cdef inline uint64_t next_word(uint64_t* state) noexcept nogil:
    """A word of a multiply-mix counter that a game's choice stream has seeded."""
    cdef uint64_t low, high
    state[0] += <uint64_t>0xA0761D6478BD642F
    high = multiply_wide(state[0], state[0] ^ <uint64_t>0xE7037ED1A0B428DB, &low)
    return high ^ low


cdef inline bint is_surplus(uint64_t low, uint64_t n) noexcept nogil:
    """True for the words, by the low half of their product with n, that would make some of n
    indices likelier: `below` (dice_stream.pxd) draws again for the same ones."""
    return low < n and low < (0 - n) % n


cdef struct digits_t:
    # A word read as a number with digits of mixed bases, the product of which is n.
    uint64_t rest
    uint64_t n


cdef inline digits_t digits_of(uint64_t word) noexcept nogil:
    cdef digits_t digits
    digits.rest = word
    digits.n = 1
    return digits


cdef inline int next_digit(digits_t* digits, int base) noexcept nogil:
    """The next digit: together they are the index below n that one product would give."""
    digits.n *= base
    return <int>multiply_wide(digits.rest, base, &digits.rest)


cdef inline int index_below(uint64_t* state, int n) noexcept nogil:
    """A uniform index below n."""
    cdef uint64_t index
    while not below(next_word(state), n, &index):
        pass
    return <int>index
