"""Arrays and rulesets to C structs, for all doors; room for the kernel to work in."""

from libc.stdint cimport int8_t, uint32_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from nardy_fast._native.kernel.lists cimport LIST_BYTES
from nardy_fast._native.kernel.policies cimport evaluated_t
from nardy_fast._native.kernel.rules cimport (
    BLOCK_AHEAD, BLOCK_FORBID, BLOCK_HOME, BLOCK_OFF, NO_LIMIT, long_rules_t, short_rules_t,
)
from nardy_fast._native.kernel.types cimport BAR_BIT, cascade_t, scratch_t
from nardy_fast._native.kernel.vector cimport (
    seen_above, seen_empty, seen_most, seen_negative, seen_t,
)

cdef struct any_rules_t:
    # A ruleset of either variant; the door that asks `is_long` is the last to ask.
    bint is_long
    int n_checkers
    uint32_t never_above  # where no checker of the mover can be
    uint32_t never_below  # nor one of the opponent
    short_rules_t as_short
    long_rules_t as_long
    cascade_t cascade


cdef enum:
    # Boards are vectors that may ask for this alignment, which malloc does not promise.
    ALIGNMENT = 32


cdef struct work_t:
    scratch_t scratch
    evaluated_t evaluated
    void* block  # what malloc gave
    int8_t lists[1]  # n_lists * LIST_BYTES follow


cdef inline any_rules_t load_rules(object rules) except *:
    """The C form of a Ruleset."""
    cdef any_rules_t loaded
    cdef long_rules_t* options = &loaded.as_long
    memset(&loaded, 0, sizeof(loaded))
    loaded.never_above = 1 if rules.has_bar else 1 | BAR_BIT
    loaded.never_below = BAR_BIT if rules.has_bar else 1 | BAR_BIT
    loaded.is_long = rules.variant.value == "long"
    loaded.n_checkers = rules.checkers
    loaded.as_short.n_checkers = rules.checkers
    if not loaded.is_long:
        return loaded
    options.n_checkers = rules.checkers
    options.head_limit = NO_LIMIT if rules.head_limit == "free" else rules.head_limit
    exception = rules.head_exception
    if exception == "any_double":
        options.exception_doubles = 0x7E
    elif exception == "stuck":
        options.exception_if_stuck = True
    elif exception != "none":
        for die in exception:
            options.exception_doubles |= <uint32_t>1 << <int>die
    options.block = {
        "ahead": BLOCK_AHEAD, "home": BLOCK_HOME, "forbid": BLOCK_FORBID, "off": BLOCK_OFF,
    }[rules.block]
    options.block_each_step = rules.block_scope == "step"
    options.max_stack = rules.max_stack or 0
    loaded.cascade.n_dice = rules.cascade or 0
    loaded.cascade.first_roll = rules.cascade_from
    options.koks_in_quarter = rules.koks_zone == "quarter"
    for point, count in rules.start:
        options.start[<int>point] = count
    return loaded


cdef inline bint is_faulty(const any_rules_t* rules, const seen_t* seen) noexcept nogil:
    """True if among the boards seen is one that `boards.find_faults` finds a fault in."""
    return (
        seen_most(seen) > rules.n_checkers or seen_empty(seen)
        or (seen_above(seen) & rules.never_above) != 0
        or (seen_negative(seen) & rules.never_below) != 0
    )


cdef inline work_t* new_work(int n_lists) except NULL:
    """Room for one thread's work; freed with `free_work`."""
    cdef char* block = <char*>malloc(sizeof(work_t) + n_lists * LIST_BYTES + ALIGNMENT)
    if block == NULL:
        raise MemoryError
    cdef work_t* work = <work_t*>(block + ALIGNMENT - <size_t>block % ALIGNMENT)
    work.block = block
    return work


cdef inline void free_work(work_t* work) noexcept:
    free(work.block)
