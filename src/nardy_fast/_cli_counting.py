"""The commands `perft`, `plays` and `show`."""

from __future__ import annotations

import argparse

from nardy_fast._cli_arguments import position_of
from nardy_fast._cli_output import finish, identity, print_json, print_pairs, print_table
from nardy_fast._cli_pictures import BoardShown
from nardy_fast._long_work import count_rolls
from nardy_fast.arguments import as_count, as_threads
from nardy_fast.boards import board_text
from nardy_fast.dice import ROLLS, Roll

__all__ = ["run_perft", "run_plays", "run_show"]

_MAX_DEPTH = 16


def run_perft(args: argparse.Namespace) -> int:
    """Count the plays of all rolls to a depth."""
    position = position_of(args)
    depth = as_count("DEPTH", args.depth, 0, _MAX_DEPTH)
    threads = as_threads(args.threads)
    counts, interrupted = (
        count_rolls(position, depth, weighted=args.weighted, threads=threads)
        if depth
        else ({}, False)
    )
    total = sum(counts.values()) if depth else 1
    shown = args.divide or interrupted
    if args.json:
        values = {**identity(position), "depth": depth, "weighted": args.weighted}
        # A part is not the answer: `count` is only there when all rolls are.
        values["count"] = None if interrupted else total
        if shown:
            values["divide"] = {str(roll): n for roll, n in counts.items()}
        print_json({**values, "interrupted": interrupted})
    else:
        if shown and counts:
            print_table([(str(roll), str(n)) for roll, n in counts.items()])
        weighted = "weighted " if args.weighted else ""
        # Digits alone, so that other programs find the number.
        told = str(total)
        if interrupted:
            told = f"not finished; {told} in {len(counts)} of {len(ROLLS)} rolls"
        print(f"{weighted}perft {depth} of {position.ruleset}: {told}")
    return finish(interrupted, f"{len(counts)} of {len(ROLLS)} rolls")


def run_plays(args: argparse.Namespace) -> int:
    """List the plays of a roll."""
    position = position_of(args)
    roll = Roll.parse(args.roll)
    plays = position.plays(roll)
    rules = position.ruleset
    rows = [(str(play), board_text(play.afterstate, rules)) for play in plays]
    if args.json:
        listed = [
            {"play": text, "moves": [move._asdict() for move in play.moves], "afterstate": after}
            for play, (text, after) in zip(plays, rows, strict=True)
        ]
        print_json({**identity(position), "roll": str(roll), "plays": listed})
        return 0
    print(f"{position}  ({rules}, {roll}): {len(plays)} {'play' if len(plays) == 1 else 'plays'}")
    width = max((len(text) for text, _ in rows), default=0)
    for text, after in rows:
        print(f"{text.ljust(width)}  {after}")
    return 0


def run_show(args: argparse.Namespace) -> int:
    """Show a position's board, text, pips, key and hash; draw it."""
    position = position_of(args)
    board = BoardShown(args, position)
    pictures = board.write_pictures()
    mover, opponent = position.pip_counts
    values = {
        **identity(position),
        "pips": {"mover": mover, "opponent": opponent},
        "off": dict(zip(("mover", "opponent"), position.n_off, strict=True)),
        "key": position.key.hex(),
        "hash": f"{position.hash64:016x}",
        "outcome": None if position.outcome is None else str(position.outcome),
        **({"after": board.after} if board.after is not None else {}),
        **({"pictures": pictures} if pictures else {}),
    }
    if args.json:
        print_json(values)
        return 0
    print(f"{board.text()}\n")
    print_pairs(
        position=values["position"],
        ruleset=f"{position.ruleset} ({position.ruleset.fingerprint[:12]})",
        pips=f"mover {mover}, opponent {opponent}",
        off=f"mover {position.n_off[0]}, opponent {position.n_off[1]}",
        key=values["key"],
        hash=values["hash"],
        outcome=values["outcome"] or "the game goes on",
        **({"after": board.after} if board.after is not None else {}),
        **({"pictures": ", ".join(pictures)} if pictures else {}),
    )
    return 0
