"""Doors to playouts: rollouts on threads, and the dice of a game."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t

from nardy_fast._native.convert cimport (
    any_rules_t, free_work, load_rules, new_work, work_t,
)
from nardy_fast._native.nets cimport load_players, players_in, players_t
from nardy_fast._native.kernel.dice_stream cimport (
    DICE, block_words_t, philox_block, stream_t, throw_of, throw_t,
)
from nardy_fast._native.kernel.policies cimport evaluated_t
from nardy_fast._native.kernel.playout cimport game_t, playout, record_t
from nardy_fast._native.kernel.rules cimport cannot_enter, rules_t, swap_sides
from nardy_fast._native.kernel.stratified cimport MAX_STRATIFIED, strata_t, stratified_throws
from nardy_fast._native.kernel.vector cimport board_from_row, board_t

import threading

import numpy as np

from .positions import checked_boards
from nardy_fast.threads import ROWS_OF_CHUNK, run_chunks
from nardy_fast.arguments import SEED_LIMIT, as_count, as_flag, as_key, as_threads
from nardy_fast.boards import raise_faults
from nardy_fast.errors import PositionProblem
from nardy_fast.policies import as_players
from nardy_fast.rollouts import GameRecords, RolloutResult, rollout_settings
from nardy_fast.rulesets import as_ruleset

__all__ = ["dice_stream", "rollout"]

cdef enum:
    # Games of one chunk: a few milliseconds of random play.
    CHUNK = 512
    # Columns of the sums behind the outcomes.
    UNFINISHED = 8
    PLIES = 9
    SQUARES = 10
    N_SUMS = 11

# Recorded games must be listed before they are written; more cannot fit into any memory.
MAX_RECORDED = 2**40


cdef struct settings_t:
    uint64_t key[2]
    uint64_t first_row
    uint64_t first_trial
    bint common_dice
    bint initial
    int max_plies


cdef settings_t load_settings(object settings) except *:
    cdef settings_t loaded
    loaded.key[0] = settings.key[0]
    loaded.key[1] = settings.key[1]
    loaded.first_row = settings.first_row
    loaded.first_trial = settings.first_trial
    loaded.common_dice = settings.common_dice
    loaded.initial = settings.initial
    loaded.max_plies = settings.max_plies
    return loaded


cdef game_t play(
    const rules_t* rules, const players_t* players, const int8_t* row,
    const settings_t* settings, uint64_t root, uint64_t trial, record_t record, work_t* room,
    const int32_t* stop
) noexcept nogil:
    cdef stream_t stream
    stream.key[0] = settings.key[0]
    stream.key[1] = settings.key[1]
    stream.row = 0 if settings.common_dice else settings.first_row + root
    stream.trial = settings.first_trial + trial
    return playout(
        rules, players.player, board_from_row(row), &stream, settings.initial,
        settings.max_plies, record, &room.scratch, room.lists, &room.evaluated, stop,
    )


cdef game_t play_any(
    const any_rules_t* rules, const players_t* players, const int8_t* row,
    const settings_t* settings, uint64_t root, uint64_t trial, record_t record, work_t* room,
    const int32_t* stop
) noexcept nogil:
    if rules.is_long:
        return play(&rules.as_long, players, row, settings, root, trial, record, room, stop)
    return play(&rules.as_short, players, row, settings, root, trial, record, room, stop)


cdef void add_game(int64_t* sums, game_t game) noexcept nogil:
    sums[UNFINISHED if game.outcome < 0 else game.outcome] += 1
    sums[PLIES] += game.n_plies
    sums[SQUARES] += <int64_t>game.n_plies * game.n_plies


def play_sums(roots, settings, memory, threads):
    """Play every game; the sums of each root, int64, shape (n_roots, N_SUMS)."""
    total = np.zeros((len(roots), N_SUMS), dtype=np.int64)
    turn = threading.Lock()

    def work(start, end, stop):
        cdef any_rules_t native = load_rules(settings.ruleset)
        cdef settings_t options = load_settings(settings)
        cdef const players_t* players = players_in(memory)
        cdef uint64_t n_trials = settings.n_trials
        first, last = start // settings.n_trials, (end - 1) // settings.n_trials
        part = np.zeros((last - first + 1, N_SUMS), dtype=np.int64)
        cdef int64_t[:, ::1] sums = part
        cdef const int8_t[:, ::1] rows = roots
        cdef const int32_t[::1] flag = stop
        cdef Py_ssize_t first_root = first
        cdef Py_ssize_t root = first
        cdef uint64_t trial = start % settings.n_trials
        cdef Py_ssize_t n_games = end - start
        cdef record_t nothing
        cdef work_t* room = new_work(1)
        nothing.rolls = NULL
        nothing.afterstates = NULL
        with nogil:
            while n_games:
                add_game(
                    &sums[root - first_root, 0],
                    play_any(
                        &native, players, &rows[root, 0], &options, root, trial, nothing, room,
                        &flag[0],
                    ),
                )
                n_games -= 1
                trial += 1
                if trial == n_trials:
                    trial = 0
                    root += 1
        free_work(room)
        with turn:
            total[first:last + 1] += part

    # Never in the calling thread: one game alone can take seconds.
    run_chunks(work, len(roots) * settings.n_trials, CHUNK, threads, direct=0)
    return total


def play_recorded(roots, settings, memory, threads):
    """Play every game twice, to measure and to write; the sums and the records."""
    n_games = len(roots) * settings.n_trials
    if n_games > MAX_RECORDED:
        raise MemoryError(f"{n_games} games cannot be recorded at once: record them in shards")
    lengths = np.empty(n_games, dtype=np.int32)
    outcomes = np.empty(n_games, dtype=np.int8)
    offsets = np.zeros(n_games + 1, dtype=np.int64)

    def play_games(Py_ssize_t start, Py_ssize_t end, stop, rolls, afterstates):
        cdef any_rules_t native = load_rules(settings.ruleset)
        cdef settings_t options = load_settings(settings)
        cdef const players_t* players = players_in(memory)
        cdef uint64_t n_trials = settings.n_trials
        cdef const int8_t[:, ::1] rows = roots
        cdef const int32_t[::1] flag = stop
        cdef int32_t[::1] n_plies = lengths
        cdef int8_t[::1] ends = outcomes
        cdef const int64_t[::1] places = offsets
        cdef int8_t[:, ::1] rolls_out = rolls
        cdef int8_t[:, ::1] afterstates_out = afterstates
        cdef bint writes = len(rolls) > 0
        cdef int8_t* first_roll = &rolls_out[0, 0] if writes else NULL
        cdef int8_t* first_afterstate = &afterstates_out[0, 0] if writes else NULL
        cdef record_t record
        cdef game_t game
        cdef Py_ssize_t i
        cdef work_t* room = new_work(1)
        record.rolls = NULL
        record.afterstates = NULL
        with nogil:
            for i in range(start, end):
                if writes:
                    record.rolls = first_roll + 2 * places[i]
                    record.afterstates = first_afterstate + 26 * places[i]
                game = play_any(
                    &native, players, &rows[i // n_trials, 0], &options, i // n_trials,
                    i % n_trials, record, room, &flag[0],
                )
                n_plies[i] = game.n_plies
                ends[i] = game.outcome
        free_work(room)

    def measure(start, end, stop):
        nothing = np.empty((0, 2), dtype=np.int8)
        play_games(start, end, stop, nothing, np.empty((0, 26), dtype=np.int8))

    run_chunks(measure, n_games, CHUNK, threads, direct=0)
    np.cumsum(lengths, out=offsets[1:])
    total = int(offsets[n_games])
    rolls = np.empty((total, 2), dtype=np.int8)
    afterstates = np.empty((total, 26), dtype=np.int8)

    def write(start, end, stop):
        play_games(start, end, stop, rolls, afterstates)

    if len(rolls):
        run_chunks(write, n_games, CHUNK, threads, direct=0)
    games = GameRecords(
        roots.copy(), offsets, rolls, afterstates, outcomes, settings.first_row,
        settings.first_trial, settings.n_trials,
    )
    return sums_of(games, len(roots)), games


def sums_of(games, n_roots):
    """The sums of recorded games, as `play_sums` has them."""
    outcomes = games.outcomes.reshape(n_roots, games.n_trials)
    lengths = np.diff(games.offsets).reshape(n_roots, games.n_trials)
    total = np.empty((n_roots, N_SUMS), dtype=np.int64)
    for outcome in range(UNFINISHED):
        total[:, outcome] = (outcomes == outcome).sum(axis=1)
    total[:, UNFINISHED] = (outcomes < 0).sum(axis=1)
    total[:, PLIES] = lengths.sum(axis=1)
    total[:, SQUARES] = (lengths ** 2).sum(axis=1)
    return total


def check_can_end(roots, rules):
    """Raise PositionError for the first root whose sides both wait before a closed home."""
    cdef any_rules_t native = load_rules(rules)
    cdef const int8_t[:, ::1] rows = roots
    flags = np.zeros(len(roots), dtype=np.int32)
    cdef int32_t[::1] out = flags
    cdef int problem = PositionProblem.CANNOT_END
    cdef board_t board
    cdef Py_ssize_t i
    with nogil:
        for i in range(rows.shape[0]):
            board = board_from_row(&rows[i, 0])
            if native.is_long:
                if (
                    cannot_enter(&native.as_long, board)
                    and cannot_enter(&native.as_long, swap_sides(&native.as_long, board))
                ):
                    out[i] = problem
            elif (
                cannot_enter(&native.as_short, board)
                and cannot_enter(&native.as_short, swap_sides(&native.as_short, board))
            ):
                out[i] = problem
    raise_faults(roots, flags, rules)


def rollout(
    boards, *, ruleset, policy, n_trials, seed, threads=None, initial=False, common_dice=False,
    record=False, first_row=0, first_trial=0, max_plies=10_000
):
    rules = as_ruleset(ruleset)
    roots, _ = checked_boards(boards, rules)
    check_can_end(roots, rules)
    n_threads = as_threads(threads)
    is_recorded = as_flag("record", record)
    settings = rollout_settings(
        rules, len(roots), policy=policy, n_trials=n_trials, seed=seed, initial=initial,
        common_dice=common_dice, first_row=first_row, first_trial=first_trial,
        max_plies=max_plies,
    )
    games = None
    memory, _kept = load_players(as_players(policy, rules), None, rules)
    if is_recorded:
        sums, games = play_recorded(roots, settings, memory, n_threads)
    else:
        sums = play_sums(roots, settings, memory, n_threads)
    return RolloutResult(
        settings, roots.copy(), sums[:, :len(rules.outcomes)].copy(), sums[:, UNFINISHED].copy(),
        sums[:, PLIES].copy(), sums[:, SQUARES].copy(), games,
    )


def dice_stream(seed, *, row=0, trial=0, n_plies, initial=False, stratify=0):
    key, _ = as_key(seed)
    cdef stream_t stream
    stream.key[0] = key[0]
    stream.key[1] = key[1]
    stream.row = as_count("row", row, 0, SEED_LIMIT - 1)
    stream.trial = as_count("trial", trial, 0, SEED_LIMIT - 1)
    cdef Py_ssize_t n = as_count("n_plies", n_plies, 0, 2**40)
    cdef bint is_initial = as_flag("initial", initial)
    cdef int n_stratified = as_count("stratify", stratify, 0, MAX_STRATIFIED)
    cdef strata_t strata
    cdef throw_t[MAX_STRATIFIED] first_throws
    cdef int8_t[:, ::1] head
    result = np.empty((n, 2), dtype=np.int8)

    def work(Py_ssize_t start, Py_ssize_t end, stop):
        cdef int8_t[:, ::1] throws = result
        cdef stream_t game = stream
        cdef block_words_t words
        cdef throw_t throw
        cdef Py_ssize_t ply
        with nogil:
            # A chunk starts a block of four words.
            for ply in range(start, end):
                if ply & 3 == 0:
                    words = philox_block(&game, DICE, ply >> 2)
                throw = throw_of(&game, words.word[ply & 3], ply, is_initial)
                throws[ply, 0] = throw.first
                throws[ply, 1] = throw.second

    run_chunks(work, n, ROWS_OF_CHUNK, as_threads(None))
    strata.is_filled = False
    stratified_throws(&strata, &stream, n_stratified, is_initial, first_throws)
    head = result
    for i in range(min(n_stratified, n)):
        head[i, 0] = <int8_t>first_throws[i].first
        head[i, 1] = <int8_t>first_throws[i].second
    return result
