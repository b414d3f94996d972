"""Bit primitives of bits.h."""

from libc.stdint cimport int32_t, uint32_t, uint64_t

cdef extern from "bits.h" nogil:
    int bit_count(uint32_t x) noexcept
    int lowest_bit(uint32_t x) noexcept
    int highest_bit(uint32_t x) noexcept
    int nth_bit(uint32_t x, int n) noexcept
    uint64_t multiply_wide(uint64_t a, uint64_t b, uint64_t* low) noexcept
    int flag_is_up(const int32_t* flag) noexcept
    void kernel_assert(bint condition) noexcept
