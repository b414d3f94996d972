/* Expert features of an afterstate, as docs/features.md tells them and the reference defines them.
 *
 * One function a game is run for each side, on the board that this side sees: its checkers move
 * down. It writes the features of that side, but for the prime, which is the other side's: what that
 * side has built before this side's rearmost checker. */
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

/* The bits below `place`. */
static inline uint32_t below(int place)
{
    return ((uint32_t)1 << place) - 1;
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
    uint32_t two = points & points >> 1, three = two & points >> 2, four = two & two >> 2;
    return (uint8_t)((points != 0) + (two != 0) + (three != 0) + (four != 0) +
                     ((four & points >> 4) != 0) + ((four & two >> 4) != 0) +
                     ((four & three >> 4) != 0));
}

/* The most set bits among six in a row: six shifted words are added bit by bit. */
static inline uint8_t most_of_six(uint32_t points)
{
    uint32_t b = points >> 1, c = points >> 2;
    uint32_t ones = points ^ b ^ c, twos = (points & b) | (c & (points ^ b));
    uint32_t ones_on = ones >> 3, twos_on = twos >> 3, carry = ones & ones_on;
    uint32_t one = ones ^ ones_on, two = twos ^ twos_on ^ carry;
    uint32_t four = (twos & twos_on) | (carry & (twos ^ twos_on));
    uint32_t among = four ? four : ~0u, more = among & two;
    among = more ? more : among;
    return (uint8_t)((four ? 4 : 0) + (more ? 2 : 0) + ((among & one) != 0));
}

/* How many dice lead from one of the sources to one of the targets. */
static inline int dice_played(uint32_t sources, uint32_t targets)
{
    return ((sources >> 1 & targets) != 0) + ((sources >> 2 & targets) != 0) +
           ((sources >> 3 & targets) != 0) + ((sources >> 4 & targets) != 0) +
           ((sources >> 5 & targets) != 0) + ((sources >> 6 & targets) != 0);
}

/* How many pairs of a source and a die lead to one of the targets. */
static inline int pairs_played(uint32_t sources, uint32_t targets)
{
    return bit_count(sources >> 1 & targets) + bit_count(sources >> 2 & targets) +
           bit_count(sources >> 3 & targets) + bit_count(sources >> 4 & targets) +
           bit_count(sources >> 5 & targets) + bit_count(sources >> 6 & targets);
}

/* The places 12 (bit 0) up to 1 (bit 11) below `place`. */
static inline uint32_t twelve_below(uint32_t places, int place)
{
    return (uint32_t)((uint64_t)places << 12 >> place) & 0xFFF;
}

static inline uint8_t distance_from_home(int place)
{
    return (uint8_t)((3 * at_least_0(place - 6) + 3) >> 2);
}

/* What both games ask, of the side that sees `board`: `mine` are its places, `closed` the points
 * where it cannot land; `off` says whether it has borne off a checker. */
static inline void common_features(board_t board, uint32_t mine, uint32_t closed, int rear, int off,
                                   int outside, int their_pips, uint8_t *ours, uint8_t *theirs)
{
    uint32_t ahead = closed & below(rear), fours = runs_of_four(ahead);
    theirs[PRIME] = longest_run(ahead);
    ours[TRAPPED] = fours ? (uint8_t)checkers_above(board, lowest_bit(fours) + 3) : 0;
    ours[HELD] = (uint8_t)((24 - rolls_that_run(twelve_below(closed, rear))) >> 1);
    ours[REAR] = distance_from_home(rear);
    ours[GAPS] = rear <= 6 ? (uint8_t)bit_count(~mine & below(rear) & ~1u) : 0;
    ours[DANGER] = off ? 0 : at_most(at_least_0(outside - their_pips + 32) >> 2, 15);
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
static inline void shot_features(uint32_t blots, uint32_t made, uint32_t hitters, int bar_is_full,
                                 uint8_t *ours)
{
    uint32_t waits = hitters & 1, entering = ~made >> 1 & 63;
    hits_t hits = hits_of(waits ? 1 : hitters, bar_is_full ? 0 : ~made & ALL_POINTS, blots,
                          waits && !bar_is_full ? hitters & ALL_POINTS : 0);
    uint32_t hit = hits.blots | (entering ? hits.second : 0);
    ours[SHOTS] = at_most((rolls_that_hit(&hits, entering) + 1) >> 1, 15);
    ours[AT_RISK] = hit ? (uint8_t)((26 - lowest_bit(hit)) >> 1) : 0;
}

static inline void short_side(board_t board, uint32_t mine, int rear, int off, int outside,
                              int their_pips, uint8_t *ours, uint8_t *theirs)
{
    uint32_t many = board_above(board, 1), made = many & ALL_POINTS;
    uint32_t not_closed = board_above(board, -2), open = not_closed & ALL_POINTS;
    uint32_t hitters = board_negative(board) & (ALL_POINTS | 1);
    uint32_t blots = mine & ~made & ALL_POINTS, on_bar = mine & 1u << BAR_PLACE;
    int second = many >> rear & 1 ? rear : highest_bit((mine & below(rear)) | 1);
    common_features(board, mine, ~open & ALL_POINTS, rear, off, outside, their_pips, ours, theirs);
    ours[SECOND_REAR] = distance_from_home(second);
    /* Only what stands before a hitter can be hit. */
    if (hitters && blots >> lowest_bit(hitters))
        shot_features(blots, made, hitters, !(not_closed & 1), ours);
    if (on_bar) {
        int closed = 6 - bit_count(open >> 19);
        ours[NO_ENTRY] = (uint8_t)((5 * closed * closed + 6) / 12);
    }
    ours[ANCHOR] = (uint8_t)(BAR_PLACE - lowest_bit((made & ANCHOR_POINTS) | 1u << BAR_PLACE));
    if (rear > 6) {
        uint32_t spare = on_bar ? on_bar : mine & ~board_equal(board, 2);
        ours[STIFF] = (uint8_t)(6 - dice_played(spare, open));
    }
}

static inline void long_side(board_t board, uint32_t mine, uint32_t closed, int rear, int off,
                             int outside, int their_pips, uint8_t *ours, uint8_t *theirs)
{
    uint32_t open = ~closed & ALL_POINTS, ahead = closed & below(rear);
    common_features(board, mine, closed, rear, off, outside, their_pips, ours, theirs);
    theirs[BROKEN_PRIME] = most_of_six(ahead);
    ours[REAR_BLOCKED] = (uint8_t)bit_count(twelve_below(closed, rear) >> 6);
    ours[OBSTACLES] = (uint8_t)bit_count(ahead);
    if (rear > 6) {
        ours[MOBILITY] = at_most(pairs_played(mine, open) >> 2, 15);
        ours[STIFF_LONG] = (uint8_t)(6 - dice_played(board_above(board, 1) & ALL_POINTS, open));
        ours[MISSING_SIXES] = (uint8_t)at_least_0(3 - bit_count(mine >> 6 & open));
    }
    if (rear == 24)
        ours[LATE_HEAD] = at_most(board_byte(board, 24) * ((360 - their_pips) / 90), 15);
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
