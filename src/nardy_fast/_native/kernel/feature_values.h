/* Expert features of an afterstate, as docs/features.md tells them and the reference defines them.
 *
 * One function a game is run for each side, on the board that this side sees: its checkers move
 * down. It writes the features of that side, but for the primes, which are the other side's: what
 * that one has built before this side's rearmost checker. */
#ifndef NARDY_FAST_FEATURE_VALUES_H
#define NARDY_FAST_FEATURE_VALUES_H

#include "reach.h"

#define N_FEATURE_BYTES 64
#define ALL_POINTS 0x01FFFFFEu
#define BAR_PLACE 25
#define ANCHOR_POINTS 0x01FC0000u /* 18-24 */

/* The columns of a side: first those of both games. */
enum {
    PRIME,
    TRAPPED,
    HELD,
    REAR,
    GAPS,
    DANGER,
    LEAD,
    RACE_LEAD,
    N_COMMON,
    SECOND_REAR = N_COMMON,
    SHOTS,
    AT_RISK,
    NO_ENTRY,
    ANCHOR,
    STIFF,
    N_SHORT,
    BROKEN_PRIME = N_COMMON,
    REAR_BLOCKED,
    MOBILITY,
    STIFF_LONG,
    MISSING_SIXES,
    LATE_HEAD,
    OBSTACLES,
    N_LONG
};

static inline uint8_t at_most(int value, int limit)
{
    return (uint8_t)(value < limit ? value : limit);
}

static inline int at_least_0(int value)
{
    return value > 0 ? value : 0;
}

/* Called twice, and not inlined without this: a tenth of the instructions. */
#if defined(_MSC_VER)
#define IN_PLACE static __forceinline
#else
#define IN_PLACE static inline __attribute__((always_inline))
#endif

/* The bits below `place`. */
static inline uint32_t below(int place)
{
    return ((uint32_t)1 << place) - 1;
}

/* The first if it is not 0, else the second, without a branch: it would often be mispredicted. */
static inline uint32_t first_or(uint32_t first, uint32_t second)
{
    return first | (second & (0u - (first == 0)));
}

/* Bit i of the result says whether bits i to i + 3 of `points` are set. */
static inline uint32_t runs_of_four(uint32_t points)
{
    uint32_t two = points & points >> 1;
    return two & two >> 2;
}

/* The longest row of set bits, at most 7. */
static inline uint8_t longest_run(uint32_t points)
{
    uint32_t two = points & points >> 1, four = two & two >> 2;
    /* Starts of runs of n points; then of those that go on for two points, then for one. */
    uint32_t starts = first_or(four, points), n = (points != 0) + 3 * (four != 0);
    uint32_t longer = starts & two >> n;
    starts = first_or(longer, starts);
    n += 2 * (longer != 0);
    return (uint8_t)(n + ((starts & points >> n) != 0));
}

/* The most set bits among six in a row: six shifted words are added bit by bit. */
static inline uint8_t most_of_six(uint32_t points)
{
    uint32_t b = points >> 1, c = points >> 2;
    uint32_t ones = points ^ b ^ c, twos = (points & b) | (c & (points ^ b));
    uint32_t ones_on = ones >> 3, twos_on = twos >> 3, carry = ones & ones_on;
    uint32_t one = ones ^ ones_on, two = twos ^ twos_on ^ carry;
    uint32_t four = (twos & twos_on) | (carry & (twos ^ twos_on));
    uint32_t among = first_or(four, ~0u), more = among & two;
    among = first_or(more, among);
    return (uint8_t)(4 * (four != 0) + 2 * (more != 0) + ((among & one) != 0));
}

/* The places 12 (bit 0) up to 1 (bit 11) below `place`. */
static inline uint32_t twelve_below(uint32_t places, int place)
{
    return (uint32_t)((uint64_t)places << 12 >> place) & 0xFFF;
}

/* Three quarters of the pips from a place to the home, rounded up. */
static const uint8_t distance_from_home[26] = {0, 0, 0, 0, 0, 0, 0, 1, 2,  3,  3,  4,  5,
                                               6, 6, 7, 8, 9, 9, 10, 11, 12, 12, 13, 14, 15};

/* Rolls that do not enter where so many points are closed, in fifteenths of 36. */
static const uint8_t missing_entries[7] = {0, 0, 2, 4, 7, 10, 15};

/* What both games ask, of the side that sees `board`: `mine` are its places, `closed` the points
 * where it cannot land; `off` says whether it has borne off a checker. */
IN_PLACE void common_features(board_t board, uint32_t mine, uint32_t closed, int rear, int off,
                              int outside, int their_pips, uint8_t *ours, uint8_t *theirs)
{
    uint32_t ahead = closed & below(rear), fours = runs_of_four(ahead);
    theirs[PRIME] = longest_run(ahead);
    ours[TRAPPED] = fours ? (uint8_t)checkers_above(board, lowest_bit(fours) + 3) : 0;
    ours[HELD] = (uint8_t)((24 - rolls_that_run(twelve_below(closed, rear))) >> 1);
    ours[REAR] = distance_from_home[rear];
    if (rear <= 6)
        ours[GAPS] = (uint8_t)bit_count(~mine & below(rear) & ~1u);
    if (!off && outside + 32 > their_pips)
        ours[DANGER] = at_most((outside + 32 - their_pips) >> 2, 15);
}

/* What is asked of both sides together. */
static inline void shared_features(const distances_t *far, int contact, uint8_t *ours,
                                   uint8_t *theirs, uint8_t *shared)
{
    int ahead = far->opponent_pips - far->mover_pips, by = ahead < 0 ? -ahead : ahead;
    uint8_t *leader = ahead < 0 ? theirs : ours;
    if (contact) {
        leader[LEAD] = at_most((by + 7) >> 3, 15);
    } else {
        int length = far->mover_pips + far->opponent_pips + 40;
        leader[RACE_LEAD] = at_most((64 * by + length - 1) / length, 15);
    }
    shared[0] = (uint8_t)contact;
    shared[1] = contact == 0;
}

/* Shots at the side's blots. */
IN_PLACE void shot_features(uint32_t blots, uint32_t made, uint32_t hitters, uint32_t bar_is_full,
                            uint8_t *ours)
{
    /* All ones if a checker waits on the bar; if at most one does. */
    uint32_t waits = 0u - (hitters & 1), enters = bar_is_full - 1u;
    uint32_t late = hitters & ALL_POINTS & waits & enters, hit = 0;
    rolls_t rolls = hitting_rolls(hitters & ~(waits & ALL_POINTS), ~made & ALL_POINTS & enters,
                                  blots, &hit);
    if (late) {
        uint32_t entering = ~made >> 1 & 63, dice = dice_that_land(late, blots);
        rolls |= rolls_of_both(dice, entering);
        if (entering)
            hit |= landing_places(late) & blots;
    }
    ours[SHOTS] = at_most((count_rolls(rolls) + 1) >> 1, 15);
    ours[AT_RISK] = hit ? (uint8_t)((26 - lowest_bit(hit)) >> 1) : 0;
}

IN_PLACE void short_side(board_t board, uint32_t mine, int rear, int off, int outside,
                         int their_pips, uint8_t *ours, uint8_t *theirs)
{
    uint32_t many = board_above(board, 1), made = many & ALL_POINTS;
    uint32_t not_closed = board_above(board, -2), open = not_closed & ALL_POINTS;
    uint32_t hitters = board_negative(board) & (ALL_POINTS | 1);
    uint32_t blots = mine & ~made & ALL_POINTS, on_bar = mine & 1u << BAR_PLACE;
    common_features(board, mine, ~open & ALL_POINTS, rear, off, outside, their_pips, ours, theirs);
    ours[SECOND_REAR] = distance_from_home[highest_bit((mine & below(rear)) | (mine & many) | 1)];
    /* Only what stands before a hitter can be hit. */
    if (blots & (0u - (hitters & (0u - hitters))))
        shot_features(blots, made, hitters, ~not_closed & 1, ours);
    ours[NO_ENTRY] = on_bar ? missing_entries[6 - bit_count(open >> 19)] : 0;
    ours[ANCHOR] = (uint8_t)(BAR_PLACE - lowest_bit((made & ANCHOR_POINTS) | 1u << BAR_PLACE));
    if (rear > 6) {
        uint32_t spare = on_bar ? on_bar : mine & ~board_equal(board, 2);
        ours[STIFF] = (uint8_t)(6 - bit_count(dice_that_land(open, spare)));
    }
}

IN_PLACE void long_side(board_t board, uint32_t mine, uint32_t closed, int rear, int off,
                        int outside, int their_pips, uint8_t *ours, uint8_t *theirs)
{
    uint32_t two = board_above(board, 1) & ALL_POINTS;
    uint32_t open = ~closed & ALL_POINTS, ahead = closed & below(rear);
    int quarters = (int)((360u - (uint32_t)their_pips) / 90);
    common_features(board, mine, closed, rear, off, outside, their_pips, ours, theirs);
    theirs[BROKEN_PRIME] = most_of_six(ahead);
    ours[REAR_BLOCKED] = (uint8_t)bit_count(twelve_below(closed, rear) >> 6);
    ours[OBSTACLES] = (uint8_t)bit_count(ahead);
    if (rear > 6) {
        ours[MOBILITY] = at_most(pairs_played(mine, open) >> 2, 15);
        ours[STIFF_LONG] = (uint8_t)(6 - bit_count(dice_that_land(open, two)));
        ours[MISSING_SIXES] = (uint8_t)at_least_0(3 - bit_count(mine >> 6 & open));
    }
    ours[LATE_HEAD] = at_most(at_least_0(board_byte(board, 24)) * quarters, 15);
}

/* The features of short nardy, where each side has `checkers`. */
static inline void short_features(board_t board, int checkers, uint8_t *out)
{
    const uint32_t places = ALL_POINTS | 1u << BAR_PLACE;
    board_t other = board_reverse(board);
    uint8_t *ours = out, *theirs = out + N_SHORT;
    uint32_t mine = board_above(board, 0) & places, his = board_above(other, 0) & places;
    int rear = highest_bit(mine | 1), his_rear = highest_bit(his | 1);
    distances_t far = board_distances(board, other);
    memset(out, 0, N_FEATURE_BYTES);
    short_side(board, mine, rear, far.mover_left < checkers, far.mover_outside, far.opponent_pips,
               ours, theirs);
    short_side(other, his, his_rear, far.opponent_left < checkers, far.opponent_outside,
               far.mover_pips, theirs, ours);
    shared_features(&far, at_most(at_least_0(rear + his_rear - BAR_PLACE), 15), ours, theirs,
                    out + 2 * N_SHORT);
}

/* The features of long nardy. */
static inline void long_features(board_t board, int checkers, uint8_t *out)
{
    board_t other = board_half_turn(board);
    uint8_t *ours = out, *theirs = out + N_LONG;
    uint32_t mine = board_above(board, 0) & ALL_POINTS, his = board_above(other, 0) & ALL_POINTS;
    int rear = highest_bit(mine | 1), his_rear = highest_bit(his | 1);
    distances_t far = board_distances(board, other);
    memset(out, 0, N_FEATURE_BYTES);
    long_side(board, mine, board_negative(board) & ALL_POINTS, rear, far.mover_left < checkers,
              far.mover_outside, far.opponent_pips, ours, theirs);
    long_side(other, his, board_negative(other) & ALL_POINTS, his_rear,
              far.opponent_left < checkers, far.opponent_outside, far.mover_pips, theirs, ours);
    shared_features(&far, (at_least_0(rear - 12) + at_least_0(his_rear - 12) + 1) >> 1, ours,
                    theirs, out + 2 * N_LONG);
}

#endif
