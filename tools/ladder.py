"""Play every pair of policies and print the ladder of docs/strength.md.

    python tools/ladder.py                   the tables, on the terminal
    python tools/ladder.py --write           and into docs/strength.md
    python tools/ladder.py --ruleset long my.weights     with one more policy, for one game

Dice come from a seed, so the tables come out the same on every machine.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from pathlib import Path

import numpy as np

import nardy_fast as nf
from nardy_fast.policies import NETS

PAGE = Path(__file__).parents[1] / "docs" / "strength.md"
RULESETS = ("short", "long")
#: The frozen policies, the weakest first. `linear` is left out where it has no file.
POLICIES = ("random", "heuristic,epsilon=0.2", "heuristic", "linear")
GAMES = 20_000
SEED = 20_260_101
#: Points of the scale for which the odds of winning are ten to one.
ELO_OF_TEN = 400
PAIR_TITLES = (
    "A", "B", "points a game", "std error", "A wins", "std error", "single", "gammon+",
    "first mover", "plies",
)  # fmt: skip


def frozen_policies(ruleset: str) -> list[str]:
    """Return the frozen policies that there are for a ruleset."""
    file = NETS / f"linear_{nf.ruleset(ruleset).variant.value}.weights"
    return [policy for policy in POLICIES if policy != "linear" or file.exists()]


def pair_row(match: nf.MatchResult) -> list[str]:
    """Return the row of one pair: all from the side of A."""
    singles, *others = match.a_wins.values()
    return [
        f"`{match.settings.a}`",
        f"`{match.settings.b}`",
        f"{match.points_per_game:+.4f}",
        f"{match.standard_error:.4f}",
        f"{100 * match.win_rate:.2f} %",
        f"{100 * match.win_rate_standard_error:.2f}",
        f"{100 * singles / match.games:.2f} %",
        f"{100 * sum(others) / match.games:.2f} %",
        f"{100 * match.first_mover_win_rate:.2f} %",
        f"{match.mean_plies:.1f}",
    ]


def ratings(
    matches: dict[tuple[int, int], nf.MatchResult], n: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return numbers like Elo's, the first policy's being 0, and their standard errors.

    The model of Bradley and Terry: the odds that A beats B are 10**((a - b) / 400). Each match
    counts as the number of independent games that would give its standard error, which is more
    than were played, since mirrored games have less luck.
    """
    scale = np.log(10) / ELO_OF_TEN
    strength = np.zeros(n)
    information = np.eye(n)
    for _ in range(50):
        gradient, information = np.zeros(n), np.zeros((n, n))
        for (a, b), match in matches.items():
            # A match that was won to the last game is as if one game more was drawn.
            rate = (match.win_rate * match.games + 0.5) / (match.games + 1)
            error = max(match.win_rate_standard_error, 0.5 / match.games)
            n_games = rate * (1 - rate) / error**2
            expected = 1 / (1 + np.exp(-scale * (strength[a] - strength[b])))
            slope = n_games * scale * (rate - expected)
            weight = n_games * scale**2 * expected * (1 - expected)
            gradient[a] += slope
            gradient[b] -= slope
            information[[a, b], [a, b]] += weight
            information[[a, b], [b, a]] -= weight
        step = np.linalg.solve(information[1:, 1:], gradient[1:])
        strength[1:] += np.clip(step, -ELO_OF_TEN, ELO_OF_TEN)
    errors = np.zeros(n)
    errors[1:] = np.sqrt(np.diagonal(np.linalg.inv(information[1:, 1:])))
    return strength, errors


def table(titles: tuple[str, ...] | list[str], rows: list[list[str]]) -> str:
    """Return a table of Markdown."""
    lines = [list(titles), ["---"] * len(titles), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def ladder(ruleset: str, policies: list[str], games: int, seed: int) -> str:
    """Play every pair and return both tables."""
    matches = {}
    for (a, stronger), (b, weaker) in itertools.combinations(
        reversed(list(enumerate(policies))), 2
    ):
        print(f"{ruleset}: {stronger} - {weaker}", file=sys.stderr)
        matches[a, b] = nf.play_match(stronger, weaker, games, ruleset=ruleset, seed=seed)
    strength, errors = ratings(matches, len(policies))
    rated = [
        [f"`{policies[i]}`", f"{strength[i]:.0f}", f"{errors[i]:.0f}" if i else "fixed"]
        for i in np.argsort(-strength)
    ]
    pairs = [pair_row(match) for match in matches.values()]
    return (
        table(["policy", "rating", "std error"], rated) + "\n\n" + table(list(PAIR_TITLES), pairs)
    )


def main() -> int:
    """Print the ladder, or write it into the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("policies", nargs="*", help="policies beside the frozen ones")
    parser.add_argument("--ruleset", action="append", help="default: short and long")
    parser.add_argument("--games", type=int, default=GAMES, help="for each pair")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--write", action="store_true", help="put the tables into the page")
    args = parser.parse_args()
    page = PAGE.read_text(encoding="utf-8") if args.write else ""
    for ruleset in args.ruleset or RULESETS:
        found = ladder(ruleset, frozen_policies(ruleset) + args.policies, args.games, args.seed)
        print(f"\n{ruleset}\n\n{found}")
        if args.write:
            start, end = f"<!-- ladder {ruleset} -->\n", f"\n<!-- end of {ruleset} -->"
            head, tail = page.index(start) + len(start), page.index(end)
            page = f"{page[:head]}\n{found}\n{page[tail:]}"
    if args.write:
        PAGE.write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
