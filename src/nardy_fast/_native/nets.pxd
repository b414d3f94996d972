"""Policies and nets to C structs, for the doors that play and evaluate."""

from libc.stdint cimport uint8_t, uint64_t

from nardy_fast._native.kernel.net cimport LANES, WHOLES, net_ready, net_t
from nardy_fast._native.kernel.policies cimport policy_t

import numpy as np

cdef struct players_t:
    # Two players, the root's mover and the opponent, and who judges positions.
    policy_t player[2]
    net_t net[2]
    net_t judge
    bint has_judge


cdef inline object load_net(net_t* net, object tables, object rules):
    """Fill `net`, which is all zeros; what it points to lives as long as what is returned."""
    # As bytes, since they are float32 or int16.
    cdef const uint8_t[::1] rows = tables.rows.reshape(-1).view(np.uint8)
    cdef const uint8_t[::1] bias = tables.bias.reshape(-1).view(np.uint8)
    cdef const uint8_t[::1] weights
    cdef const float[:, ::1] outputs = tables.outcome_outputs(rules)
    cdef int i, o
    kept = [rows, bias]
    net.n_features = tables.n_places - 28
    net.is_table = tables.kind == "table"
    net.width = 1 if net.is_table else tables.width
    net.n_out = 1 if net.is_table else tables.n_outputs
    net.is_relu = tables.activation == "relu"
    net.is_logistic = tables.output == "logistic"
    net.n_checkers = rules.checkers
    net.is_misere = rules.misere
    net.is_int16 = tables.dtype == "int16"
    net.shift = tables.shift
    net.stride = net.width * tables.rows.itemsize
    net.rows = <const char*>&rows[0]
    net.bias = <const char*>&bias[0]
    if not net.is_table:
        vector = WHOLES if net.is_int16 else LANES
        by_vectors = tables.out_weights.reshape(tables.n_outputs, -1, vector).swapaxes(0, 1)
        weights = np.ascontiguousarray(by_vectors).reshape(-1).view(np.uint8)
        kept.append(weights)
        net.out_weights = &weights[0]
        net.value_bias = tables.value_bias
        for o in range(net.n_out):
            net.out_bias[o] = tables.out_bias[o]
            net.out_scale[o] = tables.out_scale[o] if net.is_int16 else 1
            net.value_weights[o] = tables.value_weights[o]
    for i, points in enumerate(rules.outcome_points):
        net.outcome_values[i] = points
        for o in range(net.n_out):
            net.outcome_outputs[i][o] = outputs[i, o]
    net_ready(net)
    return kept


cdef inline players_t* players_in(const uint8_t[::1] memory) noexcept:
    """The struct in the memory that `load_players` has made."""
    return <players_t*>&memory[0]


cdef inline object load_players(object players, object judge, object rules):
    """Return (memory, what it points to) of two policies and of the judge's, or None."""
    memory = np.zeros(sizeof(players_t), dtype=np.uint8)
    cdef players_t* loaded = players_in(memory)
    cdef int i
    kept = []
    for i in range(2):
        tables = players[i].tables(rules)
        if tables is not None:
            kept.append(load_net(&loaded.net[i], tables, rules))
            loaded.player[i].net = &loaded.net[i]
        # A chance of 1 is every word but one in 2**64.
        loaded.player[i].epsilon = <uint64_t>min(players[i].epsilon * 2.0**64, 2**64 - 1)
        loaded.player[i].temperature = players[i].temperature
    if judge is not None:
        kept.append(load_net(&loaded.judge, judge.tables(rules), rules))
        loaded.has_judge = True
    return memory, kept
