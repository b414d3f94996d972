"""Lists of results: rows of 26 bytes without a gap, as users get them.

A row is written as a whole vector, whose last six bytes the next row overwrites: so rows are
written in ascending order, and room for LIST_SLACK bytes must follow a list.
"""

from libc.stdint cimport int8_t

from nardy_fast._native.kernel.types cimport MAX_AFTERSTATES
from nardy_fast._native.kernel.vector cimport board_from_row, board_store, board_t

cdef enum:
    ROW = 26
    # Rows behind a list that are written in vain: up to two, and six bytes of a third.
    LIST_SLACK = 3
    # Bytes of a list of the results of one roll.
    LIST_BYTES = ROW * (MAX_AFTERSTATES + LIST_SLACK)


cdef inline void put_row(int8_t* rows, int n, board_t board) noexcept nogil:
    """Write row n, and six bytes behind it."""
    board_store(board, &rows[ROW * n])


cdef inline board_t board_at(const int8_t* rows, Py_ssize_t n) noexcept nogil:
    """The board of row n."""
    return board_from_row(&rows[ROW * n])
