/* Expert features of an afterstate, as docs/features.md tells them and the reference defines them.
 *
 * One function a game is run for each side on the board that this side sees, its checkers moving
 * down. It writes the features of that side, and to the other side's part what that side has built
 * against it. */
#ifndef NARDY_FAST_FEATURE_VALUES_H
#define NARDY_FAST_FEATURE_VALUES_H

#include "reach.h"

#define N_FEATURE_BYTES 64
#define ALL_POINTS 0x01FFFFFEu
#define BAR_PLACE 25

/* Columns of a side; those that both games have come first. */
enum {
    PRIME,
    BROKEN_PRIME,
    TRAPPED,
    HELD,
    REAR_BLOCKED,
    REAR,
    GAPS,
    DANGER,
    RACE_LEAD,
    N_COMMON,
    SHOTS = N_COMMON,
    EXPOSED,
    AT_RISK,
    NO_ENTRY,
    ANCHOR,
    TO_CLEAR,
    STIFF,
    N_SHORT,
    NEXT_BLOCKED = N_COMMON,
    STUCK,
    STIFF_LONG,
    MISSING_SIXES,
    LATE_HEAD,
    OBSTACLES,
    N_LONG
};

/* A side's distances. */
typedef struct {
    int rear, pips, outside, n_checkers;
} side_t;

static inline int at_most(int value, int limit)
{
    return value < limit ? value : limit;
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
static inline int longest_run(uint32_t points)
{
    uint32_t two = points & points >> 1, three = two & points >> 2, four = two & two >> 2;
    return (points != 0) + (two != 0) + (three != 0) + (four != 0) + ((four & points >> 4) != 0) +
           ((four & two >> 4) != 0) + ((four & three >> 4) != 0);
}

/* The most set bits among six in a row, by adding six shifted words bit by bit. */
static inline int most_of_six(uint32_t points)
{
    uint32_t a = points, b = points >> 1, c = points >> 2;
    uint32_t ones = a ^ b ^ c, twos = (a & b) | (c & (a ^ b));
    uint32_t ones_6 = ones >> 3, twos_6 = twos >> 3, carry = ones & ones_6;
    uint32_t one = ones ^ ones_6, two = twos ^ twos_6 ^ carry;
    uint32_t four = (twos & twos_6) | (carry & (twos ^ twos_6));
    uint32_t best = four ? four : ~0u, n = four ? 4 : 0, more = best & two;
    best = more ? more : best;
    n += more ? 2 : 0;
    return (int)(n + ((best & one) != 0));
}

/* How many dice lead from one of the sources to one of the targets. */
static inline int dice_played(uint32_t sources, uint32_t targets)
{
    return ((sources >> 1 & targets) != 0) + ((sources >> 2 & targets) != 0) +
           ((sources >> 3 & targets) != 0) + ((sources >> 4 & targets) != 0) +
           ((sources >> 5 & targets) != 0) + ((sources >> 6 & targets) != 0);
}

/* The places 12 (bit 0) up to 1 (bit 11) below `place`. */
static inline uint32_t twelve_below(uint32_t places, int place)
{
    return (uint32_t)((uint64_t)places << 12 >> place) & 0xFFF;
}

/* What both games ask, of the side `us`: `mine` are its places, `closed` the points where it cannot
 * land. */
static inline void common_features(board_t board, uint32_t mine, uint32_t closed, const side_t *us,
                                   const side_t *them, int checkers, uint8_t *ours, uint8_t *theirs)
{
    uint32_t ahead = closed & below(us->rear), fours = runs_of_four(ahead);
    uint32_t near = twelve_below(closed, us->rear);
    int is_home = us->rear <= 6;
    theirs[PRIME] = (uint8_t)longest_run(ahead);
    theirs[BROKEN_PRIME] = (uint8_t)most_of_six(ahead);
    ours[TRAPPED] = fours ? (uint8_t)checkers_above(board, lowest_bit(fours) + 3) : 0;
    ours[HELD] = (uint8_t)((24 - rolls_that_run(near)) >> 1);
    ours[REAR_BLOCKED] = (uint8_t)bit_count(near >> 6);
    ours[REAR] = (uint8_t)((3 * at_least_0(us->rear - 6) + 3) >> 2);
    ours[GAPS] = is_home ? (uint8_t)bit_count(~mine & below(us->rear) & ~1u) : 0;
    ours[DANGER] = us->n_checkers < checkers
                       ? 0
                       : (uint8_t)at_most(at_least_0(us->outside - them->pips + 32) >> 2, 15);
}

static inline void race_features(const side_t *mover, const side_t *opponent, int contact,
                                 uint8_t *ours, uint8_t *theirs, uint8_t *shared)
{
    int lead = opponent->pips - mover->pips, is_race = contact == 0;
    ours[RACE_LEAD] = is_race ? (uint8_t)at_most(at_least_0(lead + 3) >> 2, 15) : 0;
    theirs[RACE_LEAD] = is_race ? (uint8_t)at_most(at_least_0(3 - lead) >> 2, 15) : 0;
    shared[0] = (uint8_t)contact;
    shared[1] = (uint8_t)is_race;
}

/* Shots at the side's blots. */
static inline void shot_features(uint32_t points, uint32_t made, uint32_t hitters, int bar_is_full,
                                 uint8_t *ours)
{
    uint32_t blots = points & ~made, through = bar_is_full ? 0 : ~made & ALL_POINTS;
    uint32_t waits = hitters & 1;
    uint32_t late = waits && !bar_is_full ? hitters & ALL_POINTS : 0;
    uint32_t entering = ~made >> 1 & 63;
    hits_t hits = hits_of(waits ? 1 : hitters, through, blots, late);
    uint32_t hit = hits.blots | (entering ? hits.second : 0);
    ours[SHOTS] = (uint8_t)at_most((rolls_that_hit(&hits, entering) + 1) >> 1, 15);
    ours[EXPOSED] = (uint8_t)at_most(bit_count(hit), 7);
    ours[AT_RISK] = hit ? (uint8_t)((26 - lowest_bit(hit)) >> 1) : 0;
}

static inline void short_side(board_t board, const side_t *us, const side_t *them, int checkers,
                              uint8_t *ours, uint8_t *theirs)
{
    uint32_t mine = board_above(board, 0) & (ALL_POINTS | 1u << BAR_PLACE);
    uint32_t two = board_above(board, 1) & ALL_POINTS;
    uint32_t not_closed = board_above(board, -2), open = not_closed & ALL_POINTS;
    uint32_t hitters = board_negative(board) & (ALL_POINTS | 1);
    uint32_t bar = mine >> BAR_PLACE;
    uint32_t spare = bar ? 1u << BAR_PLACE : mine & ~board_equal(board, 2);
    int blocked;
    common_features(board, mine, ~open & ALL_POINTS, us, them, checkers, ours, theirs);
    shot_features(mine & ALL_POINTS, two, hitters, !(not_closed & 1), ours);
    blocked = ours[REAR_BLOCKED];
    ours[NO_ENTRY] = bar ? (uint8_t)((5 * blocked * blocked + 6) / 12) : 0;
    ours[ANCHOR] =
        (uint8_t)(BAR_PLACE - lowest_bit((two & 0x1FC0000u) | 1u << BAR_PLACE)); /* 18-24 */
    ours[TO_CLEAR] = (uint8_t)bit_count(mine & ~below(BAR_PLACE - them->rear + 1));
    ours[STIFF] = us->rear <= 6 ? 0 : (uint8_t)(6 - dice_played(spare, open));
}

static inline void long_side(board_t board, const side_t *us, const side_t *them, int checkers,
                             uint8_t *ours, uint8_t *theirs)
{
    uint32_t mine = board_above(board, 0) & ALL_POINTS;
    uint32_t two = board_above(board, 1) & ALL_POINTS;
    uint32_t closed = board_negative(board) & ALL_POINTS, open = ~closed & ALL_POINTS;
    int next = highest_bit((mine & below(us->rear)) | 1);
    int is_home = us->rear <= 6;
    common_features(board, mine, closed, us, them, checkers, ours, theirs);
    ours[NEXT_BLOCKED] = (uint8_t)bit_count(twelve_below(closed, next) >> 6);
    ours[STUCK] = is_home ? 0 : (uint8_t)(6 - dice_played(mine, open));
    ours[STIFF_LONG] = is_home ? 0 : (uint8_t)(6 - dice_played(two, open));
    ours[MISSING_SIXES] = is_home ? 0 : (uint8_t)at_least_0(3 - bit_count(mine >> 6 & open));
    ours[LATE_HEAD] =
        (uint8_t)at_most(at_least_0(board_byte(board, 24)) * ((360 - them->pips) / 90), 15);
    ours[OBSTACLES] = (uint8_t)bit_count(closed & below(us->rear));
}

static inline side_t side_of(board_t board, int n_checkers)
{
    side_t side;
    side.rear = highest_bit((board_above(board, 0) & (ALL_POINTS | 1u << BAR_PLACE)) | 1);
    side.n_checkers = n_checkers;
    board_distances(board, &side.pips, &side.outside);
    return side;
}

/* The features of short nardy; `other` is the board that the opponent sees. */
static inline void short_features(board_t board, int checkers, uint8_t *out)
{
    board_t other = board_reverse(board);
    uint8_t *ours = out, *theirs = out + N_SHORT;
    int n_mover, n_opponent;
    side_t mover, opponent;
    board_sums(board, &n_mover, &n_opponent);
    mover = side_of(board, n_mover);
    opponent = side_of(other, n_opponent);
    memset(out, 0, N_FEATURE_BYTES);
    short_side(board, &mover, &opponent, checkers, ours, theirs);
    short_side(other, &opponent, &mover, checkers, theirs, ours);
    race_features(&mover, &opponent,
                  at_most(at_least_0(mover.rear + opponent.rear - BAR_PLACE), 15), ours, theirs,
                  out + 2 * N_SHORT);
}

/* The features of long nardy. */
static inline void long_features(board_t board, int checkers, uint8_t *out)
{
    board_t other = board_half_turn(board);
    uint8_t *ours = out, *theirs = out + N_LONG;
    int n_mover, n_opponent;
    side_t mover, opponent;
    board_sums(board, &n_mover, &n_opponent);
    mover = side_of(board, n_mover);
    opponent = side_of(other, n_opponent);
    memset(out, 0, N_FEATURE_BYTES);
    long_side(board, &mover, &opponent, checkers, ours, theirs);
    long_side(other, &opponent, &mover, checkers, theirs, ours);
    race_features(&mover, &opponent,
                  (at_least_0(mover.rear - 12) + at_least_0(opponent.rear - 12) + 1) >> 1, ours,
                  theirs, out + 2 * N_LONG);
}

#endif
