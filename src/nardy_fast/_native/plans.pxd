"""The settings of a rollout to C structs: what all games share, who judges, where sums stand."""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from nardy_fast._native.kernel.luck cimport MAX_KINDS, judge_t, units
from nardy_fast._native.kernel.net cimport net_t
from nardy_fast._native.kernel.playout cimport plan_t
from nardy_fast._native.kernel.tally cimport layout_t

cdef struct settings_t:
    uint64_t key[2]
    uint64_t first_row
    uint64_t first_trial
    bint common_dice
    plan_t plan
    layout_t layout
    judge_t judge
    double points[2 * MAX_KINDS]


cdef inline layout_t load_layout(object layout) except *:
    cdef layout_t loaded
    offsets = layout.offsets
    loaded.n_outcomes = layout.n_outcomes
    loaded.n_values = layout.n_values
    loaded.n_roll_plies = layout.n_roll_plies
    loaded.details = layout.details
    loaded.outcome_counts = offsets["outcome_counts"]
    loaded.n_unfinished = offsets["n_unfinished"]
    loaded.n_truncated = offsets["n_truncated"]
    loaded.ply_sums = offsets["ply_sums"]
    loaded.ply_square_sums = offsets["ply_square_sums"]
    loaded.evaluations = offsets["evaluations"]
    loaded.luck_evaluations = offsets["luck_evaluations"]
    loaded.value_sums = offsets["value_sums"]
    loaded.value_square_sums = offsets["value_square_sums"]
    loaded.roll_counts = offsets["roll_counts"]
    loaded.roll_value_sums = offsets["roll_value_sums"]
    loaded.first_roll_square_sums = offsets["first_roll_square_sums"]
    loaded.ply_histogram = offsets["ply_histogram"]
    return loaded


cdef inline judge_t load_judge(const net_t* net, object names, object rules) except *:
    """Who says what boards are worth; `names` are the evaluator's outputs."""
    cdef judge_t loaded
    cdef int outcome, i
    memset(&loaded, 0, sizeof(loaded))
    loaded.net = net
    has_chances = "win" in names
    n_outcomes = len(rules.outcomes)
    loaded.n_kinds = n_outcomes // 2
    loaded.n_parts = n_outcomes + 1 if has_chances else 1
    for i, kind in enumerate(rules.win_kinds):
        win, loss = ("win", "") if i == 0 else (f"win_{kind.value}", f"lose_{kind.value}")
        loaded.wins[i] = names.index(win) if win in names else -1
        loaded.losses[i] = names.index(loss) if loss in names else -1
    for outcome in range(n_outcomes):
        if has_chances:
            loaded.outcomes[outcome].part[outcome] = 1 << 20
        loaded.outcomes[outcome].part[loaded.n_parts - 1] = units(rules.outcome_points[outcome])
    return loaded


cdef inline settings_t load_settings(object settings, object layout, const net_t* net) except *:
    """The C form of RolloutSettings; `net` is the judge's, used if the settings name one."""
    cdef settings_t loaded
    cdef int i
    memset(&loaded, 0, sizeof(loaded))
    loaded.key[0] = settings.key[0]
    loaded.key[1] = settings.key[1]
    loaded.first_row = settings.first_row
    loaded.first_trial = settings.first_trial
    loaded.common_dice = settings.common_dice
    loaded.plan.initial = settings.initial
    loaded.plan.max_plies = settings.max_plies
    loaded.plan.truncate = -1 if settings.truncate is None else settings.truncate
    loaded.plan.n_stratified = settings.stratify
    loaded.plan.takes_luck = settings.variance_reduction
    loaded.layout = load_layout(layout)
    for i, points in enumerate(settings.ruleset.outcome_points):
        loaded.points[i] = points
    if settings.is_adjusted:
        loaded.judge = load_judge(net, settings.evaluator_outputs, settings.ruleset)
    return loaded
