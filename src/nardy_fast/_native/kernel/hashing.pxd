"""The 16-byte packed key of a board and its 64-bit hash.

Stability: both are part of the interface (docs/hashing.md); changing a value is a breaking change.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from nardy_fast._native.kernel.bits cimport multiply_wide
from nardy_fast._native.kernel.types cimport BAR, POINTS
from nardy_fast._native.kernel.vector cimport (
    board_byte, board_negative, board_pack_counts, board_t,
)

cdef enum:
    KEY_BYTES = 16

cdef struct packed_t:
    uint8_t byte[16]


cdef inline packed_t packed_key(board_t board) noexcept nogil:
    """24 nibbles of counts, 24 bits "the opponent's", two nibbles of bars; off is implied."""
    cdef packed_t key
    cdef uint32_t theirs = (board_negative(board) & POINTS) >> 1
    board_pack_counts(board, key.byte)
    key.byte[12] = theirs & 0xFF
    key.byte[13] = (theirs >> 8) & 0xFF
    key.byte[14] = theirs >> 16
    key.byte[15] = board_byte(board, BAR) | (-board_byte(board, 0)) << 4
    return key


cdef inline uint64_t little_endian(const uint8_t* bytes) noexcept nogil:
    cdef uint64_t word = 0
    cdef int i
    for i in range(8):
        word |= <uint64_t>bytes[i] << (8 * i)
    return word


cdef inline uint64_t fold(uint64_t a, uint64_t b) noexcept nogil:
    cdef uint64_t low
    cdef uint64_t high = multiply_wide(a, b, &low)
    return high ^ low


cdef inline uint64_t hash_of_key(const packed_t* key) noexcept nogil:
    """Two multiply-folds.

    Neither factor of the first is ever 0: the nibbles of a board's points add up to at most 30,
    those of the first constant to 144, those of the second's low half to 77.
    """
    cdef uint64_t first = fold(
        little_endian(key.byte) ^ <uint64_t>0xD3C9A7F16B8E5D2F,
        little_endian(&key.byte[8]) ^ <uint64_t>0x9FE7C5B3F1D96E8B,
    )
    return fold(first ^ <uint64_t>0xA0761D6478BD642F, <uint64_t>0xE7037ED1A0B428DB)


cdef inline uint64_t hash_of(board_t board) noexcept nogil:
    cdef packed_t key = packed_key(board)
    return hash_of_key(&key)
