"""Play millions of games of every preset and print the tables of docs/figures.md.

    python tools/preset_figures.py                       every preset, on the terminal
    python tools/preset_figures.py --write               and into docs/figures.md
    python tools/preset_figures.py --ruleset gulbara --games 100000 --branching-games 100

Dice come from a seed, so the tables come out the same on every machine.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import nardy_fast as nf

PAGE = Path(__file__).parents[1] / "docs" / "figures.md"
#: Games of each policy, and of those how many are looked at ply by ply.
GAMES = {"random": 10_000_000, "heuristic": 1_000_000}
BRANCHING_GAMES = 100_000
#: Games are recorded so many at a time: 100 plies of 28 bytes a game.
SHARD = 10_000
#: Stages are decided one by one in Python, some thousand a second.
STAGED_SHARE = 50
SEED = 20_261_130


class Branching(NamedTuple):
    """How many distinct results a decision has, over all decisions of some games."""

    games: int
    mean: float
    standard_error: float
    largest: int
    pass_rate: float


def played(ruleset: nf.Ruleset, policy: str, games: int, seed: int) -> nf.RolloutResult:
    """Play games from the start, opened as the ruleset says."""
    return nf.rollout(
        nf.starting_board(ruleset),
        ruleset=ruleset,
        policy=policy,
        n_trials=games,
        seed=seed,
        initial=ruleset.opening == "pair",
    )


def counts_of_games(
    ruleset: nf.Ruleset, policy: str, games: int, seed: int
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.int64]]]:
    """Yield, for shards of games: results a ply, whether it was a pass, and plies a game."""
    for first in range(0, games, SHARD):
        found = nf.rollout(
            nf.starting_board(ruleset),
            ruleset=ruleset,
            policy=policy,
            n_trials=min(SHARD, games - first),
            first_trial=first,
            seed=seed,
            initial=ruleset.opening == "pair",
            record="games",
        ).games
        assert found is not None
        boards = np.empty_like(found.afterstates)
        boards[1:] = nf.swap_sides(found.afterstates[:-1], ruleset=ruleset)
        boards[found.offsets[:-1]] = nf.starting_board(ruleset)
        counts = nf.count_afterstates(boards, found.rolls, ruleset=ruleset)
        yield counts, (boards == found.afterstates).all(axis=1), np.diff(found.offsets)


def counts_of_staged_games(
    ruleset: nf.Ruleset, policy: str, games: int, seed: int
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.int64]]]:
    """Yield the same for games whose turns are stages, one game at a time: a row a stage."""

    def best(plays: list[nf.Play]) -> nf.Play:
        """Return the play that the policy takes: one that ends the game, else the best."""
        boards = np.stack([play.afterstate for play in plays])
        over = (boards <= 0).all(axis=1)
        values = nf.evaluate(boards, ruleset=ruleset, policy=policy).values
        return plays[int(over.argmax() if over.any() else values.argmax())]

    random = np.random.default_rng(seed)
    for game in range(games):
        throws = iter(nf.dice_stream(seed, trial=game, n_plies=1_000))
        counts, passes = [], []
        state = nf.GameState.start(ruleset)
        while not state.is_over:
            if state.needs_throw:
                state = state.throw(next(throws))
                continue
            plays = state.plays()
            play = plays[int(random.integers(len(plays)))] if policy == "random" else best(plays)
            counts.append(len(plays))
            passes.append(play.is_pass)
            state = state.play(play)
        yield np.array(counts), np.array(passes), np.array([len(counts)])


def branching(ruleset: nf.Ruleset, policy: str, games: int, seed: int) -> Branching:
    """Return the mean over all decisions; its error is that of a ratio of sums over games."""
    if ruleset.has_stages:
        games = max(games // STAGED_SHARE, 2)
    of_games = counts_of_staged_games if ruleset.has_stages else counts_of_games
    sums, plies, largest, n_passes = [], [], 0, 0
    for counts, passes, lengths in of_games(ruleset, policy, games, seed):
        sums.append(np.add.reduceat(counts, np.cumsum(lengths) - lengths))
        plies.append(lengths)
        largest = max(largest, int(counts.max()))
        n_passes += int(passes.sum())
    total, n = np.concatenate(sums), np.concatenate(plies)
    mean = total.sum() / n.sum()
    error = (total - mean * n).std(ddof=1) / n.mean() / math.sqrt(games)
    return Branching(games, float(mean), float(error), largest, n_passes / int(n.sum()))


def row(name: str, result: nf.RolloutResult, found: Branching) -> list[str]:
    """Return the cells of one preset and policy."""
    rules = result.settings.ruleset
    win = float(result.win_rate[0])
    if rules.misere:
        win = 1 - win
    n = int(result.n_finished[0])
    kinds = result.outcome_counts[0] / n
    classes = kinds[: len(kinds) // 2][::-1] + kinds[len(kinds) // 2 :]
    plies = float(result.mean_plies[0]), float(result.sd_plies[0])
    return [
        f"`{name}`",
        f"{n:,}",
        f"{100 * win:.2f} ± {100 * math.sqrt(win * (1 - win) / n):.2f}",
        f"{float(result.equity[0]):+.4f} ± {float(result.standard_error[0]):.4f}",
        f"{100 * (1 - classes[0]):.2f}",
        " / ".join(f"{100 * share:.2f}" for share in classes[1:]),
        f"{plies[0]:.2f} ± {plies[1]:.2f}",
        f"{found.mean:.2f} ± {found.standard_error:.2f}",
        f"{found.largest:,}",
        f"{100 * found.pass_rate:.2f}",
    ]


def titles(rules: nf.Ruleset) -> list[str]:
    """Return the head of a table; the classes are those of the game."""
    classes = " / ".join(kind.value.replace("_", " ") for kind in rules.win_kinds[1:])
    return [
        "preset", "games", "first mover wins, %", "first mover's points a game", "any mars, %",
        f"{classes}, %", "plies (mean ± sd)", "results a roll", "most", "passes, %",
    ]  # fmt: skip


def table(head: list[str], rows: list[list[str]]) -> str:
    """Return a table of Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def main() -> int:
    """Print the tables, or write them into the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--ruleset", action="append", help="default: every preset")
    parser.add_argument("--games", type=int, help="of each policy; default: 10 and 1 million")
    parser.add_argument("--branching-games", type=int, default=BRANCHING_GAMES)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--write", action="store_true", help="put the tables into the page")
    args = parser.parse_args()
    names = args.ruleset or list(nf.PRESETS)
    page = PAGE.read_text(encoding="utf-8") if args.write else ""
    for has_bar, game in ((True, "short"), (False, "long")):
        for policy, games in GAMES.items():
            rows = []
            for name in names:
                rules = nf.ruleset(name)
                if rules.has_bar is not has_bar:
                    continue
                print(f"{policy}: {name}", file=sys.stderr, flush=True)
                result = played(rules, policy, args.games or games, args.seed)
                rows.append(
                    row(name, result, branching(rules, policy, args.branching_games, args.seed))
                )
            if not rows:
                continue
            found = table(titles(nf.ruleset(game)), rows)
            print(f"\n{game}, {policy}\n\n{found}\n", flush=True)
            if args.write:
                start, end = f"<!-- {game} {policy} -->\n", f"\n<!-- end of {game} {policy} -->"
                head, tail = page.index(start) + len(start), page.index(end)
                page = f"{page[:head]}\n{found}\n{page[tail:]}"
    if args.write:
        PAGE.write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
