"""Expert features of an afterstate: feature_values.h."""

from libc.stdint cimport uint8_t

from nardy_fast._native.kernel.rules cimport must_enter, rules_t
from nardy_fast._native.kernel.types cimport BAR_BIT
from nardy_fast._native.kernel.vector cimport board_t

cdef extern from "feature_values.h" nogil:
    enum:
        N_FEATURE_BYTES
    void short_features(board_t board, int checkers, uint8_t* out) noexcept
    void long_features(board_t board, int checkers, uint8_t* out) noexcept


cdef inline void write_features(
    const rules_t* rules, board_t board, uint8_t* out
) noexcept nogil:
    """Fill the N_FEATURE_BYTES bytes at `out`: the features of the game's set, then zeros."""
    # The one game with a bar is known when this is compiled.
    if must_enter(rules, BAR_BIT):
        short_features(board, rules.n_checkers, out)
    else:
        long_features(board, rules.n_checkers, out)
