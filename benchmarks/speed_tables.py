"""The tables of `docs/performance_rollouts.md`, from kept figures."""

from common import COUNTS, PLAYS, play_set
from players import GAMES, PLAYERS
from surroundings import markdown_table

#: Games a second on one core of level x86-64-v3, on a quiet machine.
GOALS = {
    ("heuristic", "short"): 60_000,
    ("heuristic", "long"): 40_000,
    ("linear", "short"): 60_000,
    ("linear", "long"): 30_000,
    ("net40", "short"): 25_000,
    ("net40", "long"): 12_000,
}
#: Operation, benchmark, and the games that have it.
OF_SETS = (
    ("a pair written, `out=`", "bench_generate_afterstates_batch", GAMES),
    ("a pair counted", "bench_count_afterstates", GAMES),
    ("a board hashed", "bench_position_hash", GAMES),
    ("the key of a board", "bench_position_key", GAMES),
    ("the rank of a board", "bench_position_rank", ("long",)),
    ("the board of a rank", "bench_boards_from_ranks", ("long",)),
)


def around_line(data):
    info = data["nardy_fast"]
    return f"{data['date']}, {data['machine']}, level {info['level']}. {data['note']}"


def policies_table(data):
    """Return games a second by each policy that was timed."""
    head = ("policy", "game", "games a second", "goal", "plies a game", "plays a ply", "ns a ply",
            "ns an afterstate")  # fmt: skip
    lines = []
    for name in PLAYERS:
        for game in GAMES:
            one = data["benchmarks"].get(f"bench_games[{name}-{game}]")
            if one is None:
                continue
            goal = GOALS.get((name, game))
            lines.append(
                (
                    f"`{name}`",
                    game,
                    f"{one['games_per_second']:,}",
                    f"{goal:,}" if goal else "",
                    f"{one['plies_a_game']:.1f}",
                    f"{one['afterstates_a_ply']:.1f}",
                    f"{one['nanoseconds_a_ply']:,.0f}",
                    f"{one['nanoseconds_an_afterstate']:.1f}",
                )
            )
    return f"{markdown_table(head, lines, 2)}\n\n{around_line(data)}"


def sets_table(data):
    """Return what each operation takes on the boards of each kind of play."""
    columns = [(game, play) for game in GAMES for play in PLAYS]
    counts = [COUNTS[play_set(*column)] for column in columns]
    each = [f"{one['afterstates'] / one['positions']:.1f}" for one in counts]
    lines = [("distinct plays of a pair", *each)]
    written = []
    for what, name, games in OF_SETS:
        cells = []
        for (game, play), count in zip(columns, counts, strict=True):
            if game not in games:
                cells.append("")
                continue
            one = data["benchmarks"][f"{name}[{play_set(game, play)}]"]
            if name != OF_SETS[0][1]:
                cells.append(f"{one['nanoseconds_each']:.1f} ns")
                continue
            cells.append(f"{one['median_seconds'] / count['positions'] * 1e9:.0f} ns")
            written.append(f"{one['nanoseconds_each']:.1f} ns")
        lines.append((what, *cells))
    lines.insert(2, ("an afterstate written", *written))
    head = ("what", *(f"{game}, {play} play" for game, play in columns))
    return f"{markdown_table(head, lines)}\n\n{around_line(data)}"


def usual_table(data):
    """Return how long 1,296 trials of the start take, in milliseconds."""
    lines = []
    for name in PLAYERS:
        found = [
            data["benchmarks"].get(f"bench_1296_trials_by_a_net[{name}-{game}]") for game in GAMES
        ]
        if any(found):
            cells = (f"{one['median_seconds'] * 1e3:.0f} ms" if one else "" for one in found)
            lines.append((f"`{name}`", *cells))
    table = markdown_table(("1,296 trials, `stratify=2`", *GAMES), lines)
    return f"{table}\n\n{around_line(data)}"


TABLES = {"policies": policies_table, "sets": sets_table, "usual": usual_table}


def peers_table(data):
    """Return how many times faster rollouts by a net are than with other engines."""
    lines = [
        (
            f"{one['peer']} {one['peer_version']}",
            one["task"].removeprefix("rollout, "),
            f"{one['theirs_per_second']:,.0f}",
            f"{one['ours_per_second']:,.0f}",
            f"{one['ratio']:.1f}",
            f"{one['ratio_min']:.1f}-{one['ratio_max']:.1f}",
        )
        for one in data["comparisons"]
        if one["task"].startswith("rollout, ")
    ]
    if not lines:
        raise SystemExit("the newest figures of peers have no rollouts: run benchmarks/against")
    head = ("peer", "position, our net", "theirs /s", "ours /s", "ratio", "min-max")
    return f"{markdown_table(head, lines, 2)}\n\n{data['date']}, {data['machine']}."
