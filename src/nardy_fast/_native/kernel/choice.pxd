"""A play chosen uniformly from the distinct plays of a roll."""

from libc.stdint cimport uint64_t

from nardy_fast._native.kernel.bits cimport multiply_wide
from nardy_fast._native.kernel.dice_stream cimport below
from nardy_fast._native.kernel.movegen cimport generate
from nardy_fast._native.kernel.rules cimport masks_of, rules_t
from nardy_fast._native.kernel.types cimport masks_t, scratch_t
from nardy_fast._native.kernel.vector cimport board_t


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


cdef inline board_t choose_uniform(
    const rules_t* rules, board_t board, int big, int small, uint64_t* state,
    scratch_t* scratch, board_t* out
) noexcept nogil:
    """One of the results of a roll, each as likely; `out` is for its use."""
    cdef masks_t masks = masks_of(rules, board)
    cdef int n = generate(rules, board, &masks, big, small, scratch, out)
    return out[index_below(state, n)] if n > 1 else out[0]
