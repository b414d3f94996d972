"""The 32-byte board of vector.h."""

from libc.stdint cimport int8_t, uint32_t, uint64_t

cdef extern from "vector.h" nogil:
    ctypedef struct board_t:
        pass
    ctypedef struct seen_t:
        pass
    ctypedef struct packed_t:
        uint64_t low
        uint64_t high
    const char* NARDY_FAST_VECTOR_FORM
    board_t board_load(const int8_t* bytes) noexcept
    board_t board_add(board_t a, board_t b) noexcept
    const int8_t* move_row(int die, int hit, int source) noexcept
    board_t board_step(
        board_t board, const int8_t* rows, uint32_t hitting, uint32_t source
    ) noexcept
    board_t board_plus(board_t board, const int8_t* row) noexcept
    board_t board_move(board_t board, int die, int hit, int source) noexcept
    uint32_t board_above(board_t board, int limit) noexcept
    uint32_t board_equal(board_t board, int value) noexcept
    uint32_t board_negative(board_t board) noexcept
    void board_store(board_t board, int8_t* bytes) noexcept
    void board_store_row(board_t board, int8_t* row) noexcept
    int board_byte(board_t board, int index) noexcept
    bint board_same(board_t a, board_t b) noexcept
    void board_sums(board_t board, int* positive, int* negative) noexcept
    board_t board_from_row(const int8_t* row) noexcept
    board_t board_reverse(board_t board) noexcept
    board_t board_half_turn(board_t board) noexcept
    packed_t board_pack(board_t board) noexcept
    seen_t seen_nothing() noexcept
    void board_see(seen_t* seen, board_t board) noexcept
    int seen_most(const seen_t* seen) noexcept
    bint seen_empty(const seen_t* seen) noexcept
    uint32_t seen_above(const seen_t* seen) noexcept
    uint32_t seen_negative(const seen_t* seen) noexcept
