"""The vocabulary of the kernel: places, masks of a board, and capacities with their proofs."""

from libc.stdint cimport int8_t, int16_t, uint32_t

from nardy_fast._native.kernel.vector cimport board_t

cdef enum:
    HEAD = 24
    BAR = 25
    HOME_TOP = 6

cdef enum:
    POINTS = 0x01FFFFFE  # bits 1-24
    HEAD_BIT = 1 << 24
    BAR_BIT = 1 << 25
    MOVER_PLACES = 0x03FFFFFE  # bits 1-25: points and bar

cdef enum:
    # Distinct results of one roll. A double moves 15 checkers by at most 4 steps in all, and a
    # result is fixed by the number of steps of each checker: C(15 + 4 - 1, 4) = 3060 ways.
    MAX_AFTERSTATES = 3060
    # Two different dice: 15 * 14 ways to give them to two checkers, 15 checkers that take both, by
    # two ways round that a hit can tell apart. Single dice give no more.
    MAX_OF_TWO_DICE = 240
    # The plain generator keeps every state of every number of steps, C(14 + k, k) after k steps
    # of a double: 1 + 15 + 120 + 680 + 3060; two dice 1 + 30 + 450.
    MAX_STATES = 3876
    # A power of two above twice MAX_STATES, so that its hash table is at most half full.
    N_SLOTS = 8192


cdef struct masks_t:
    # Bit i speaks of place i, from the mover's side.
    uint32_t mine  # one checker of the mover or more (points and bar)
    uint32_t two  # two or more
    uint32_t open  # points where a checker of the mover may land
    uint32_t blot  # points where it would hit


cdef struct state_t:
    # A state of the plain generator: a board within a turn.
    board_t board
    int16_t parent  # index of the state before the last checker move, -1 at the root
    int8_t source  # the last checker move
    int8_t die
    int8_t dice_left  # bit 0: the larger die, bit 1: the smaller; for doubles how many are left
    int8_t n_dice  # dice used


cdef struct cascade_t:
    int n_dice  # moves of each number (LR18); 0 where doubles do not cascade
    int first_roll  # the own roll from which they do


cdef struct stacks_t:
    # Places with at least 1, 2, 3, 4 checkers of the mover; more is not asked of one turn.
    uint32_t one
    uint32_t two
    uint32_t three
    uint32_t four


cdef struct scratch_t:
    state_t states[MAX_STATES]
    int16_t slots[N_SLOTS]
    int16_t chosen[MAX_AFTERSTATES]
