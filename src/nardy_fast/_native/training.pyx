"""Doors to training: weights that learn from their own games or from targets, and such targets."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t
from libc.string cimport memcpy

from nardy_fast._native.convert cimport any_rules_t, free_work, load_rules, new_work, work_t
from nardy_fast._native.kernel.dice_stream cimport stream_t
from nardy_fast._native.kernel.lists cimport ROW
from nardy_fast._native.kernel.net cimport MAX_OUTPUTS, net_t
from nardy_fast._native.kernel.playout cimport game_t, plan_t, playout, record_t
from nardy_fast._native.kernel.luck cimport judge_t
from nardy_fast._native.kernel.policies cimport policy_t
from nardy_fast._native.kernel.rules cimport rules_t
from nardy_fast._native.kernel.stratified cimport strata_t
from nardy_fast._native.kernel.training cimport (
    expand_rows, judge_game, lay_out_weights, learn_game, learn_position, learner_t, look_ahead,
    mirror_t, rates_t,
)
from nardy_fast._native.kernel.vector cimport board_from_row, board_t
from nardy_fast._native.nets cimport load_net, load_players, players_in

from dataclasses import replace

import numpy as np

from .positions import checked_boards
from nardy_fast.encodings import input_matrix
from nardy_fast.evaluation_tables import LANES, padded
from nardy_fast.policies import Policy
from nardy_fast.threads import run_chunks

__all__ = ["Learner", "lessons", "lookahead_targets"]

cdef enum:
    # A game that is cut there ends with what the weights say of it: those of small random
    # weights can last for ever.
    MAX_PLIES = 1024
    # Rows of dice streams: games that are learnt from as they are played, and those of lessons.
    PLAYED = 0
    LESSONS = 1
    # Positions of a chunk of targets: some ten milliseconds.
    CHUNK = 64
    # Games of a chunk of lessons.
    GAMES_OF_CHUNK = 4


cdef mirror_t mirror_of(object names):
    """How each output is seen by the other side; every class of one side must be one of both."""
    cdef mirror_t mirror
    mirror.n_out = len(names)
    for o, name in enumerate(names):
        side, _, kind = name.partition("_")
        other = "lose" if side == "win" else "win"
        mirror.index[o] = names.index(f"{other}_{kind}") if kind else o
        mirror.sign[o] = 1 if kind else -1
        mirror.shift[o] = name == "win"
    return mirror


cdef rates_t rates_of(object pair):
    cdef rates_t rates
    rates.input, rates.output = pair
    return rates


cdef class Learner:
    """Weights that learn, padded to whole vectors, and the tables that they play with."""

    cdef readonly object arrays  # the weights by name, as `Weights` has them but for the padding
    cdef object kept  # whatever the structs point to
    cdef learner_t learner
    cdef net_t net
    cdef any_rules_t rules

    def __init__(self, weights, ruleset):
        cdef learner_t* learner = &self.learner
        cdef int width = -(-max(weights.n_hidden, 1) // LANES) * LANES
        tables = weights.tables(ruleset)
        self.rules = load_rules(ruleset)
        self.arrays = {
            "input_weights": padded(weights.input_weights, width),
            "hidden_bias": padded(weights.hidden_bias, width),
            "output_weights": padded(weights.output_weights, width),
            "output_bias": weights.output_bias.copy(),
        }
        learner.n_inputs = len(weights.input_weights)
        learner.n_places = tables.n_places
        learner.width = width
        learner.is_linear = weights.n_hidden == 0
        learner.is_relu = weights.activation == "relu"
        learner.is_logistic = tables.output == "logistic"
        learner.mirror = mirror_of(weights.outputs)
        self.point_to_weights()
        terms = self.point_to_terms(input_matrix(weights.encoding, weights.features))
        played = replace(
            tables,
            rows=np.zeros(tables.rows.shape, dtype=np.float32),
            bias=np.zeros(tables.bias.shape, dtype=np.float32),
            out_weights=self.arrays["output_weights"],
        )
        self.point_to_rows(played)
        self.kept = terms, load_net(&self.net, played, ruleset)
        self.make_rows()

    cdef void point_to_weights(self):
        cdef float[:, ::1] inputs = self.arrays["input_weights"]
        cdef float[::1] hidden = self.arrays["hidden_bias"]
        cdef float[:, ::1] outputs = self.arrays["output_weights"]
        cdef float[::1] bias = self.arrays["output_bias"]
        self.learner.input_weights = &inputs[0, 0]
        self.learner.hidden_bias = &hidden[0]
        if not self.learner.is_linear:
            self.learner.output_weights = &outputs[0, 0]
            self.learner.output_bias = &bias[0]

    cdef object point_to_terms(self, object matrix):
        cdef const int32_t[::1] first
        cdef const int32_t[::1] inputs
        cdef const float[::1] factors
        row, column = np.nonzero(matrix)
        first = np.searchsorted(row, np.arange(len(matrix) + 1)).astype(np.int32)
        inputs = column.astype(np.int32)
        factors = matrix[row, column]
        self.learner.first = &first[0]
        self.learner.input = &inputs[0]
        self.learner.factor = &factors[0]
        return first, inputs, factors

    cdef void point_to_rows(self, object tables):
        cdef float[::1] rows = tables.rows.reshape(-1)
        cdef float[::1] bias = tables.bias.reshape(-1)
        self.learner.rows = &rows[0]
        self.learner.bias = &bias[0]

    def play(self, start, key, first_game, n_games, initial, trace, rates):
        """Play a batch against itself, then learn from its games one by one; return the plies."""
        cdef const int8_t[::1] root = start
        cdef stream_t stream
        cdef rates_t both = rates_of(rates)
        cdef float decay = trace
        cdef uint64_t first = first_game
        cdef bint is_initial = initial
        cdef int n = n_games
        cdef int i
        cdef int64_t plies = 0
        lengths_of_games = np.empty(n, dtype=np.int32)
        cdef int32_t[::1] lengths = lengths_of_games
        rows_of_games = np.empty((n, MAX_PLIES * ROW), dtype=np.int8)
        cdef int8_t[:, ::1] rows = rows_of_games
        cdef work_t* room = new_work(1)
        stream.key[0] = key[0]
        stream.key[1] = key[1]
        stream.row = PLAYED
        with nogil:
            for i in range(n):
                stream.trial = first + i
                if self.rules.is_long:
                    lengths[i] = self_play(
                        &self.rules.as_long, &self.net, &root[0], &stream, is_initial,
                        &rows[i, 0], room,
                    )
                else:
                    lengths[i] = self_play(
                        &self.rules.as_short, &self.net, &root[0], &stream, is_initial,
                        &rows[i, 0], room,
                    )
                plies += lengths[i]
            for i in range(n):
                if self.rules.is_long:
                    learn_game(
                        &self.rules.as_long, &self.learner, &self.net, &rows[i, 0], lengths[i],
                        decay, both, &room.evaluated,
                    )
                else:
                    learn_game(
                        &self.rules.as_short, &self.learner, &self.net, &rows[i, 0], lengths[i],
                        decay, both, &room.evaluated,
                    )
        free_work(room)
        self.make_rows()
        return plies

    cpdef void make_rows(self) noexcept:
        """Make what is played with from the weights of now; shrink those that reach too far."""
        with nogil:
            expand_rows(&self.learner)
        if not self.learner.is_linear:
            # `load_net` has made this array for this net alone.
            lay_out_weights(&self.learner, <float*>self.net.out_weights)
            memcpy(
                self.net.out_bias, self.learner.output_bias,
                self.learner.mirror.n_out * sizeof(float),
            )

    def fit(self, boards, targets, order, rates):
        """One step for each position in the given order."""
        cdef const int8_t[:, ::1] rows = boards
        cdef const float[:, ::1] wanted = targets
        cdef const int64_t[::1] places = order
        cdef rates_t both = rates_of(rates)
        cdef Py_ssize_t i
        with nogil:
            for i in range(places.shape[0]):
                if self.rules.is_long:
                    learn_position(
                        &self.rules.as_long, &self.learner, &self.net,
                        board_from_row(&rows[places[i], 0]), &wanted[places[i], 0], both,
                    )
                else:
                    learn_position(
                        &self.rules.as_short, &self.learner, &self.net,
                        board_from_row(&rows[places[i], 0]), &wanted[places[i], 0], both,
                    )


cdef int self_play(
    const rules_t* rules, const net_t* net, const int8_t* root, const stream_t* stream,
    bint initial, int8_t* afterstates, work_t* room
) noexcept nogil:
    """Play one game with the best plays of both sides; return its plies."""
    cdef policy_t players[2]
    cdef record_t record
    cdef plan_t plan
    cdef judge_t nobody
    cdef strata_t strata
    cdef game_t game
    cdef int8_t rolls[2 * MAX_PLIES]
    cdef int32_t stop = 0
    cdef int i
    plan.initial = initial
    plan.max_plies = MAX_PLIES
    plan.truncate = -1
    plan.n_stratified = 0
    plan.takes_luck = False
    nobody.net = NULL
    strata.is_filled = False
    for i in range(2):
        players[i].net = net
        players[i].epsilon = 0
        players[i].temperature = 0
    record.rolls = rolls
    record.afterstates = afterstates
    playout(
        rules, players, &plan, &nobody, board_from_row(root), stream, &strata, record,
        &room.scratch, room.lists, &room.evaluated, &stop, &game,
    )
    return game.n_plies


def lookahead_targets(boards, ruleset, weights, threads):
    """The mean outputs over the next roll, float32, shape (n_boards, n_outputs)."""
    array, _ = checked_boards(boards, ruleset, threads)
    policy = Policy("targets", weights)
    memory, _kept = load_players((policy, policy), policy, ruleset)
    targets = np.empty((len(array), len(weights.outputs)), dtype=np.float32)
    cdef mirror_t mirror = mirror_of(weights.outputs)

    def work(Py_ssize_t start, Py_ssize_t end, stop):
        cdef const int8_t[:, ::1] rows = array
        cdef float[:, ::1] out = targets
        cdef any_rules_t native = load_rules(ruleset)
        cdef mirror_t mirrors = mirror
        cdef const net_t* net = &players_in(memory).judge
        cdef float found[MAX_OUTPUTS]
        cdef board_t board
        cdef Py_ssize_t i
        cdef int n = out.shape[1]
        cdef work_t* room = new_work(1)
        with nogil:
            for i in range(start, end):
                board = board_from_row(&rows[i, 0])
                if native.is_long:
                    look_ahead(
                        &native.as_long, net, &mirrors, board, &room.scratch, room.lists,
                        &room.evaluated, found,
                    )
                else:
                    look_ahead(
                        &native.as_short, net, &mirrors, board, &room.scratch, room.lists,
                        &room.evaluated, found,
                    )
                memcpy(&out[i, 0], found, n * sizeof(float))
        free_work(room)

    run_chunks(work, len(array), CHUNK, threads, direct=0)
    return targets


def lessons(weights, ruleset, key, start, first_game, n_games, initial, trace, threads):
    """Games of weights against themselves: unfinished afterstates and their targets, in order."""
    policy = Policy("lessons", weights)
    memory, _kept = load_players((policy, policy), policy, ruleset)
    cdef mirror_t mirror = mirror_of(weights.outputs)
    n_outputs = len(weights.outputs)
    parts = {}

    def work(Py_ssize_t first, Py_ssize_t end, stop):
        cdef const int8_t[::1] root = start
        cdef any_rules_t native = load_rules(ruleset)
        cdef mirror_t mirrors = mirror
        cdef const net_t* net = &players_in(memory).judge
        cdef float decay = trace
        cdef bint is_initial = initial
        cdef stream_t stream
        cdef int n_plies = 0
        cdef Py_ssize_t i
        rows_of_game = np.empty((MAX_PLIES, ROW), dtype=np.int8)
        targets_of_game = np.empty((MAX_PLIES, n_outputs), dtype=np.float32)
        cdef int8_t[:, ::1] rows = rows_of_game
        cdef float[:, ::1] targets = targets_of_game
        cdef uint64_t first_trial = first_game
        cdef work_t* room = new_work(1)
        stream.key[0] = key[0]
        stream.key[1] = key[1]
        stream.row = LESSONS
        games = []
        for i in range(first, end):
            stream.trial = first_trial + i
            with nogil:
                if native.is_long:
                    n_plies = self_play(
                        &native.as_long, net, &root[0], &stream, is_initial, &rows[0, 0], room
                    )
                    judge_game(
                        &native.as_long, net, &mirrors, &rows[0, 0], n_plies, decay,
                        &room.scratch, room.lists, &room.evaluated, &targets[0, 0],
                    )
                else:
                    n_plies = self_play(
                        &native.as_short, net, &root[0], &stream, is_initial, &rows[0, 0], room
                    )
                    judge_game(
                        &native.as_short, net, &mirrors, &rows[0, 0], n_plies, decay,
                        &room.scratch, room.lists, &room.evaluated, &targets[0, 0],
                    )
            games.append((rows_of_game[:n_plies].copy(), targets_of_game[:n_plies].copy()))
        free_work(room)
        parts[first] = games

    run_chunks(work, n_games, GAMES_OF_CHUNK, threads, direct=0)
    games = [game for first in sorted(parts) for game in parts[first]]
    return (
        np.concatenate([np.empty((0, ROW), dtype=np.int8), *(rows for rows, _ in games)]),
        np.concatenate([np.empty((0, n_outputs), dtype=np.float32), *(t for _, t in games)]),
    )
