"""The 16-byte packed key of a board and its 64-bit hash.

Stability: both are part of the interface (docs/hashing.md); changing a value is a breaking change.
"""

from libc.stdint cimport uint8_t, uint64_t

from nardy_fast._native.kernel.bits cimport multiply_wide
from nardy_fast._native.kernel.vector cimport board_pack, board_t, packed_t


cdef inline void store_key(packed_t key, uint8_t* bytes) noexcept nogil:
    cdef int i
    for i in range(8):
        bytes[i] = (key.low >> (8 * i)) & 0xFF
        bytes[8 + i] = (key.high >> (8 * i)) & 0xFF


cdef inline uint64_t fold(uint64_t a, uint64_t b) noexcept nogil:
    cdef uint64_t low
    cdef uint64_t high = multiply_wide(a, b, &low)
    return high ^ low


cdef inline uint64_t hash_of(board_t board) noexcept nogil:
    """Two multiply-folds of the key.

    Neither factor of the first is ever 0: the nibbles of a board's points add up to at most 30,
    those of the first constant to 144, those of the second's low half to 77.
    """
    cdef packed_t key = board_pack(board)
    cdef uint64_t first = fold(
        key.low ^ <uint64_t>0xD3C9A7F16B8E5D2F, key.high ^ <uint64_t>0x9FE7C5B3F1D96E8B
    )
    return fold(first ^ <uint64_t>0xA0761D6478BD642F, <uint64_t>0xE7037ED1A0B428DB)
