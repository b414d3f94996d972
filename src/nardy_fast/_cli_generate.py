"""The command `generate`: labelled positions of self-play into a folder."""

from __future__ import annotations

import argparse
import secrets
from pathlib import Path

from nardy_fast._cli_arguments import players_of, ruleset_of
from nardy_fast._cli_output import ProgressLine, finish, print_json, print_pairs
from nardy_fast._messages import Speech
from nardy_fast.datasets import MANIFEST, Dataset, DatasetProgress, generate_dataset, load_dataset

__all__ = ["run_generate"]


def run_generate(args: argparse.Namespace) -> int:
    """Write positions, or go on writing them."""
    rules, speech, line = ruleset_of(args.ruleset), Speech(args.lang), ProgressLine()
    seed, folder = args.seed, Path(args.out)
    if seed is None and not (folder / MANIFEST).exists():
        seed = secrets.randbits(64)
    interrupted = False

    def told(positions: int) -> str:
        return speech.say(
            "{done} of {total} positions",
            done=speech.count(positions),
            total=speech.count(args.positions),
        )

    def tell(so_far: DatasetProgress) -> None:
        if line.is_due():
            share = min(so_far.done / so_far.total, 1.0)
            left = speech.duration(line.seconds_left(share))
            line.show(f"{told(so_far.done)} ({100 * share:.0f} %), {left}")

    data: Dataset | None = None
    try:
        data = generate_dataset(
            folder,
            ruleset=rules,
            policy=players_of(args.policy, args.policy2, rules),
            n_positions=args.positions,
            seed=seed,
            games_per_shard=args.games_per_shard,
            threads=args.threads,
            progress=tell,
        )
    except KeyboardInterrupt:
        interrupted = True
        data = load_dataset(folder) if (folder / MANIFEST).exists() else None
    finally:
        line.clear()
    if data is not None:
        values = {
            "folder": str(folder),
            "positions": len(data),
            "games": data.n_games,
            "shards": len(data.manifest["shards"]),
            "ruleset": str(rules),
            "policy": " / ".join(data.manifest["policies"]),
            "seed": data.manifest["seed"],
        }
        if args.json:
            print_json({**values, "interrupted": interrupted})
        else:
            print_pairs({speech.say(name): value for name, value in values.items()})
    return finish(interrupted, told(0 if data is None else len(data)), speech)
