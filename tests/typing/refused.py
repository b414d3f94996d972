"""Uses of the public names that must not type-check: every marked line, and no other."""

from nardy_fast import (
    Roll,
    count_afterstates,
    generate_afterstates,
    generate_plays,
    perft,
    rollout,
    ruleset,
    starting_board,
)

board = starting_board("short")
generate_afterstates(board, "61")  # error: call-arg
generate_afterstates(board, "61", "short")  # error: misc or call-arg
generate_afterstates(board, "61", ruleset=3)  # error: arg-type
generate_afterstates(board, 61, ruleset="short")  # error: arg-type
perft(board, "2", ruleset="short")  # error: arg-type
perft(board, 2, ruleset="short", weight=True)  # error: call-arg
count_afterstates(board, "61", ruleset="short", threads="2")  # error: arg-type
rollout(board, ruleset="short", n_trials=1, seed=1)  # error: call-arg
Roll(6)  # error: call-arg
Roll(6, 1).big = 5  # error: misc
ruleset(3)  # error: arg-type
text: str = perft(board, 2, ruleset="short")  # error: assignment
generate_plays(board, "61", ruleset="short")[0].moves[0].source = 3  # error: misc
