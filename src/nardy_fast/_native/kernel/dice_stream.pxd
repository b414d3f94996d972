"""The dice of a game, a pure function of (key, row, trial, ply): docs/dice.md.

Promise: these numbers never change. Philox4x64-10 as in numpy.random.Philox, of which word p of
the counter (block, trial, row, stream) is the p-th raw word when it starts at block 0.
"""

from libc.stdint cimport uint64_t

from nardy_fast._native.kernel.bits cimport multiply_wide

cdef enum:
    DICE = 0
    CHOICES = 1
    FIRST_RETRY = 2

cdef struct block_words_t:
    uint64_t word[4]

cdef struct stream_t:
    uint64_t key[2]
    uint64_t row
    uint64_t trial

cdef struct throw_t:
    int first
    int second


cdef inline block_words_t philox_block(
    const stream_t* stream, uint64_t name, uint64_t block
) noexcept nogil:
    """The four words of one block; NumPy counts up before its first block, hence block + 1."""
    cdef uint64_t c0 = block + 1
    cdef uint64_t c1 = stream.trial
    cdef uint64_t c2 = stream.row
    cdef uint64_t c3 = name
    cdef uint64_t k0 = stream.key[0]
    cdef uint64_t k1 = stream.key[1]
    cdef uint64_t low0, low1, high0, high1
    cdef block_words_t words
    cdef int _
    for _ in range(10):
        high0 = multiply_wide(<uint64_t>0xD2E7470EE14C6C93, c0, &low0)
        high1 = multiply_wide(<uint64_t>0xCA5A826395121157, c2, &low1)
        c0 = high1 ^ c1 ^ k0
        c1 = low1
        c2 = high0 ^ c3 ^ k1
        c3 = low0
        k0 += <uint64_t>0x9E3779B97F4A7C15
        k1 += <uint64_t>0xBB67AE8584CAA73B
    words.word[0] = c0
    words.word[1] = c1
    words.word[2] = c2
    words.word[3] = c3
    return words


cdef inline bint below(uint64_t word, uint64_t n, uint64_t* index) noexcept nogil:
    """Map a word to an index below n, each as likely; False if the word must be rejected."""
    cdef uint64_t low
    index[0] = multiply_wide(word, n, &low)
    # 2**64 mod n words would be one too many for some indices.
    return low >= n or low >= (0 - n) % n


cdef inline throw_t throw_of_index(uint64_t index, uint64_t n) noexcept nogil:
    """The two dice of the throw with this number, of 36 or of the 30 without doubles."""
    cdef throw_t throw
    if n == 36:
        throw.first = <int>(index // 6) + 1
        throw.second = <int>(index % 6) + 1
    else:
        throw.first = <int>(index // 5) + 1
        throw.second = <int>(index % 5) + 1
        throw.second += throw.second >= throw.first
    return throw


cdef inline throw_t throw_of(
    const stream_t* stream, uint64_t word, uint64_t ply, bint initial
) noexcept nogil:
    """The two dice of a ply from its word; a rejected word is drawn again from a retry stream."""
    cdef uint64_t n = 30 if initial and ply == 0 else 36
    cdef uint64_t name = FIRST_RETRY
    cdef uint64_t index
    while not below(word, n, &index):
        word = philox_block(stream, name, ply >> 2).word[ply & 3]
        name += 1
    return throw_of_index(index, n)
