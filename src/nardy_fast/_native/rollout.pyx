"""Doors to playouts: rollouts on threads, and the dice of a game."""

from libc.math cimport NAN
from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t

from nardy_fast._native.convert cimport (
    any_rules_t, free_work, load_rules, new_work, work_t,
)
from nardy_fast._native.nets cimport load_players, players_in, players_t
from nardy_fast._native.plans cimport load_settings, settings_t
from nardy_fast._native.kernel.cascade cimport playout_cascades
from nardy_fast._native.kernel.dice_stream cimport (
    DICE, block_words_t, philox_block, stream_t, throw_of, throw_t,
)
from nardy_fast._native.kernel.playout cimport game_t, playout, record_t
from nardy_fast._native.kernel.rules cimport cannot_enter, rules_t, swap_sides
from nardy_fast._native.kernel.stratified cimport MAX_STRATIFIED, strata_t, stratified_throws
from nardy_fast._native.kernel.tally cimport add_game
from nardy_fast._native.kernel.vector cimport board_from_row, board_t

import threading

import numpy as np

from .positions import checked_boards
from nardy_fast.threads import ROWS_OF_CHUNK, run_chunks
from nardy_fast.arguments import SEED_LIMIT, as_count, as_flag, as_key, as_threads
from nardy_fast.boards import raise_faults
from nardy_fast.errors import PositionProblem
from nardy_fast.rollout_records import GameRecords, TrialRecords
from nardy_fast.rollout_settings import as_record, as_rolls_thrown, rollout_settings
from nardy_fast.rollout_sums import SumsLayout
from nardy_fast.rollouts import RolloutResult
from nardy_fast.rulesets import as_ruleset

__all__ = ["dice_stream", "rollout"]

cdef enum:
    # Games of one chunk, each a few milliseconds: of random play, led by evaluators, and freed
    # from luck.
    RANDOM_CHUNK = 512
    LED_CHUNK = 64
    LUCKLESS_CHUNK = 4

# Recorded games must be listed before they are written; more cannot fit into any memory.
MAX_RECORDED = 2**40
#: A number of 2**-20.
cdef double UNIT = 1.0 / (1 << 20)


cdef inline stream_t stream_of(
    const settings_t* settings, uint64_t root, uint64_t trial
) noexcept nogil:
    cdef stream_t stream
    stream.key[0] = settings.key[0]
    stream.key[1] = settings.key[1]
    stream.row = 0 if settings.common_dice else settings.first_row + root
    stream.trial = settings.first_trial + trial
    return stream


cdef void play_cascades(
    const any_rules_t* rules, const players_t* players, const int8_t* row,
    const int8_t* thrown, const settings_t* settings, uint64_t root, uint64_t trial,
    strata_t* strata, work_t* room, const int32_t* stop, game_t* game
) noexcept nogil:
    cdef stream_t stream = stream_of(settings, root, trial)
    playout_cascades(
        &rules.as_long, &rules.cascade, thrown, players.player, &settings.plan, &settings.judge,
        board_from_row(row), &stream, strata, &room.scratch, room.lists, &room.evaluated, stop,
        game,
    )


cdef void play(
    const rules_t* rules, const players_t* players, const int8_t* row,
    const settings_t* settings, uint64_t root, uint64_t trial, strata_t* strata,
    record_t record, work_t* room, const int32_t* stop, game_t* game
) noexcept nogil:
    cdef stream_t stream = stream_of(settings, root, trial)
    playout(
        rules, players.player, &settings.plan, &settings.judge, board_from_row(row), &stream,
        strata, record, &room.scratch, room.lists, &room.evaluated, stop, game,
    )


cdef void play_any(
    const any_rules_t* rules, const players_t* players, const int8_t* row, const int8_t* thrown,
    const settings_t* settings, uint64_t root, uint64_t trial, strata_t* strata,
    record_t record, work_t* room, const int32_t* stop, game_t* game
) noexcept nogil:
    if rules.cascade.n_dice:
        play_cascades(
            rules, players, row, thrown, settings, root, trial, strata, room, stop, game
        )
    elif rules.is_long:
        play(
            &rules.as_long, players, row, settings, root, trial, strata, record, room, stop, game
        )
    else:
        play(
            &rules.as_short, players, row, settings, root, trial, strata, record, room, stop, game
        )


cdef inline double value_of(const settings_t* settings, const game_t* game) noexcept nogil:
    """Points of the root's mover; NaN if the game is unfinished."""
    if game.outcome < 0 and not game.is_truncated:
        return NAN
    if settings.judge.net != NULL:
        return <double>game.worth.part[settings.judge.n_parts - 1] * UNIT
    return settings.points[game.outcome]


class Run:
    """A rollout that is played: what its chunks of games share."""

    def __init__(self, roots, rolling, threads):
        self.roots, self.settings, self.threads = roots, rolling.settings, threads
        self.layout = SumsLayout.of(self.settings)
        self.thrown = np.zeros((len(roots), 2), dtype=np.int8)
        if self.settings.n_rolls:
            self.thrown[:] = self.settings.n_rolls
        self.memory, self.kept = load_players(
            rolling.players, rolling.evaluator, self.settings.ruleset
        )
        self.n_games = len(roots) * self.settings.n_trials
        if self.settings.variance_reduction:
            most = LUCKLESS_CHUNK
        elif any(player.tables(self.settings.ruleset) for player in rolling.players):
            most = LED_CHUNK
        else:
            most = RANDOM_CHUNK
        # Four chunks a thread at least, where there are so many games.
        self.chunk = max(1, min(most, -(-self.n_games // (4 * threads))))

    def sums(self, trials=None):
        """Play every game; the sums of each root, int64, shape (n_roots, width)."""
        total = self.layout.zeros(len(self.roots))
        turn = threading.Lock()

        def work(start, end, stop):
            first, last = start // self.settings.n_trials, (end - 1) // self.settings.n_trials
            part = self.layout.zeros(last - first + 1)
            self.play(start, end, stop, part, trials)
            with turn:
                total[first:last + 1] += part

        # Never in the calling thread: one game alone can take seconds.
        run_chunks(work, self.n_games, self.chunk, self.threads, direct=0)
        return total

    def play(self, Py_ssize_t start, Py_ssize_t end, stop, part, trials):
        """Play some games; add them to the sums `part`, and keep how they came out."""
        cdef any_rules_t native = load_rules(self.settings.ruleset)
        cdef const players_t* players = players_in(self.memory)
        cdef settings_t settings = load_settings(self.settings, self.layout, &players.judge)
        cdef uint64_t n_trials = self.settings.n_trials
        cdef uint64_t trial = start % self.settings.n_trials
        cdef Py_ssize_t first_root = start // self.settings.n_trials
        cdef Py_ssize_t root = first_root
        cdef int64_t[:, ::1] sums = part
        cdef const int8_t[:, ::1] rows = self.roots
        cdef const int8_t[:, ::1] thrown = self.thrown
        cdef const int32_t[::1] flag = stop
        cdef bint keeps = trials is not None
        cdef int8_t[:, ::1] outcomes
        cdef int32_t[:, ::1] lengths
        cdef double[:, ::1] values
        cdef int8_t[:, :, ::1] throws
        cdef strata_t strata
        cdef record_t nothing
        cdef game_t game
        cdef Py_ssize_t n_games = end - start
        cdef work_t* room = new_work(1)
        if keeps:
            outcomes, lengths, values = trials.outcomes, trials.n_plies, trials.values
            throws = trials.first_throws
        strata.is_filled = False
        nothing.rolls = NULL
        nothing.afterstates = NULL
        with nogil:
            while n_games:
                play_any(
                    &native, players, &rows[root, 0], &thrown[root, 0], &settings, root, trial,
                    &strata, nothing, room, &flag[0], &game,
                )
                add_game(&settings.layout, &sums[root - first_root, 0], &game)
                if keeps:
                    outcomes[root, trial] = game.outcome
                    lengths[root, trial] = game.n_plies
                    values[root, trial] = value_of(&settings, &game)
                    throws[root, trial, 0] = <int8_t>game.first_throw.first
                    throws[root, trial, 1] = <int8_t>game.first_throw.second
                n_games -= 1
                trial += 1
                if trial == n_trials:
                    trial = 0
                    root += 1
        free_work(room)

    def games(self):
        """Play every game twice, to measure and to write; the sums and the records."""
        settings = self.settings
        if self.n_games > MAX_RECORDED:
            raise MemoryError(
                f"{self.n_games} games cannot be recorded at once: record them in shards"
            )
        trials = TrialRecords.empty(len(self.roots), settings.n_trials)
        sums = self.sums(trials)
        offsets = np.zeros(self.n_games + 1, dtype=np.int64)
        np.cumsum(trials.n_plies.reshape(-1), out=offsets[1:])
        total = int(offsets[self.n_games])
        rolls = np.empty((total, 2), dtype=np.int8)
        afterstates = np.empty((total, 26), dtype=np.int8)

        def work(start, end, stop):
            self.write(start, end, stop, offsets, rolls, afterstates)

        if total:
            run_chunks(work, self.n_games, self.chunk, self.threads, direct=0)
        games = GameRecords(
            self.roots.copy(), offsets, rolls, afterstates, trials.outcomes.reshape(-1),
            settings.first_row, settings.first_trial, settings.n_trials,
        )
        return sums, games

    def write(self, Py_ssize_t start, Py_ssize_t end, stop, offsets, rolls, afterstates):
        """Play some games and write their plies where `offsets` says."""
        cdef any_rules_t native = load_rules(self.settings.ruleset)
        cdef const players_t* players = players_in(self.memory)
        cdef settings_t settings = load_settings(self.settings, self.layout, &players.judge)
        cdef uint64_t n_trials = self.settings.n_trials
        cdef const int8_t[:, ::1] rows = self.roots
        cdef const int8_t[:, ::1] thrown = self.thrown
        cdef const int32_t[::1] flag = stop
        cdef const int64_t[::1] places = offsets
        cdef int8_t[:, ::1] rolls_out = rolls
        cdef int8_t[:, ::1] afterstates_out = afterstates
        cdef int8_t* first_roll = &rolls_out[0, 0]
        cdef int8_t* first_afterstate = &afterstates_out[0, 0]
        cdef strata_t strata
        cdef record_t record
        cdef game_t game
        cdef Py_ssize_t i
        cdef work_t* room = new_work(1)
        strata.is_filled = False
        # Nobody judges a second time.
        settings.plan.takes_luck = False
        settings.judge.net = NULL
        with nogil:
            for i in range(start, end):
                record.rolls = first_roll + 2 * places[i]
                record.afterstates = first_afterstate + 26 * places[i]
                play_any(
                    &native, players, &rows[i // n_trials, 0], &thrown[i // n_trials, 0],
                    &settings, i // n_trials, i % n_trials, &strata, record, room, &flag[0],
                    &game,
                )
        free_work(room)


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
    record=False, first_row=0, first_trial=0, max_plies=10_000, stratify=0, truncate=None,
    evaluator=None, variance_reduction=False, details=None, n_rolls=None
):
    rules = as_ruleset(ruleset)
    roots, _ = checked_boards(boards, rules)
    check_can_end(roots, rules)
    n_threads = as_threads(threads)
    record = as_record(record, rules)
    rolling = rollout_settings(
        rules, len(roots), policy=policy, n_trials=n_trials, seed=seed, initial=initial,
        common_dice=common_dice, first_row=first_row, first_trial=first_trial,
        max_plies=max_plies, stratify=stratify, truncate=truncate, evaluator=evaluator,
        variance_reduction=variance_reduction, details=details,
        n_rolls=as_rolls_thrown(n_rolls, roots, rules),
    )
    run = Run(roots, rolling, n_threads)
    games = trials = None
    if record == "games":
        sums, games = run.games()
    else:
        if record == "trials":
            trials = TrialRecords.empty(len(roots), rolling.settings.n_trials)
        sums = run.sums(trials)
    return RolloutResult(rolling.settings, roots.copy(), sums, games, trials)


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
