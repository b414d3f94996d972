"""The commands `perft`, `plays` and `show`."""

from __future__ import annotations

import argparse

from nardy_fast._cli_arguments import position_of
from nardy_fast._cli_output import finish, identity, print_json, print_pairs, print_table
from nardy_fast._cli_pictures import BoardShown
from nardy_fast._long_work import count_rolls
from nardy_fast._messages import Speech
from nardy_fast.arguments import as_count, as_threads
from nardy_fast.boards import board_text
from nardy_fast.dice import ROLLS, Roll
from nardy_fast.formats.numberings import NUMBERINGS, play_text
from nardy_fast.outcome import Outcome
from nardy_fast.plays import Play

__all__ = ["run_perft", "run_plays", "run_show"]

_MAX_DEPTH = 16


def run_perft(args: argparse.Namespace) -> int:
    """Count the plays of all rolls to a depth."""
    speech, position = Speech(args.lang), position_of(args)
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
        # Digits alone, so that other programs find the number.
        told = str(total)
        if interrupted:
            told = speech.say(
                "not finished; {count} in {done} of {total} rolls",
                count=total,
                done=len(counts),
                total=len(ROLLS),
            )
        text = (
            "weighted perft {depth} of {ruleset}" if args.weighted else "perft {depth} of {ruleset}"
        )
        print(f"{speech.say(text, depth=depth, ruleset=position.ruleset)}: {told}")
    done = speech.say("{done} of {total} rolls", done=len(counts), total=len(ROLLS))
    return finish(interrupted, done, speech)


def run_plays(args: argparse.Namespace) -> int:
    """List the plays of a roll."""
    speech, position = Speech(args.lang), position_of(args)
    roll = Roll.parse(args.roll)
    plays = position.plays(roll)
    rules = position.ruleset

    def written(play: Play, language: str) -> str:
        return play_text(
            play, ruleset=rules, numbering=args.numbering, side=args.side, language=language
        )

    rows = [(written(play, args.lang), board_text(play.afterstate, rules)) for play in plays]
    if args.json:
        listed = [
            {
                "play": written(play, "en"),
                "moves": [move._asdict() for move in play.moves],
                "afterstate": after,
            }
            for play, (_, after) in zip(plays, rows, strict=True)
        ]
        head = {**identity(position), "roll": str(roll)}
        if args.numbering != NUMBERINGS[0]:
            head |= {"numbering": args.numbering, "side": args.side}
        print_json({**head, "plays": listed})
        return 0
    count = speech.say("{n} play" if len(plays) == 1 else "{n} plays", n=len(plays))
    print(f"{position}  ({rules}, {roll}): {count}")
    width = max((len(text) for text, _ in rows), default=0)
    for text, after in rows:
        print(f"{text.ljust(width)}  {after}")
    return 0


def run_show(args: argparse.Namespace) -> int:
    """Show a position's board, text, IDs, pips, key and hash; draw it."""
    speech, position = Speech(args.lang), position_of(args)
    board = BoardShown(args, position)
    pictures = board.write_pictures()
    sides = ("mover", "opponent")
    outcome = position.outcome
    values = {
        **identity(position),
        "id": position.id,
        "pips": dict(zip(sides, position.pip_counts, strict=True)),
        "off": dict(zip(sides, position.n_off, strict=True)),
        "key": position.key.hex(),
        "hash": f"{position.hash64:016x}",
        "outcome": None if outcome is None else str(outcome),
        **({"after": board.after} if board.after is not None else {}),
        **({"pictures": pictures} if pictures else {}),
    }
    if args.json:
        print_json(values)
        return 0
    print(f"{board.text()}\n")
    told = {
        "position": values["position"],
        "id": values["id"],
        "ruleset": f"{position.ruleset} ({position.ruleset.fingerprint[:12]})",
        "pips": _of_sides(position.pip_counts, speech),
        "off": _of_sides(position.n_off, speech),
        "key": values["key"],
        "hash": values["hash"],
        "outcome": speech.say("the game goes on") if outcome is None else _ending(outcome, speech),
        **({"after": board.after} if board.after is not None else {}),
        **({"pictures": ", ".join(pictures)} if pictures else {}),
    }
    print_pairs({speech.say(name): value for name, value in told.items()})
    return 0


def _of_sides(numbers: tuple[int, int], speech: Speech) -> str:
    return speech.say("mover {mover}, opponent {opponent}", mover=numbers[0], opponent=numbers[1])


def _ending(outcome: Outcome, speech: Speech) -> str:
    """Return an outcome in words, as ``win mars``."""
    side = "win" if outcome.mover_won else "lose"
    return f"{speech.say(side)} {speech.say(outcome.kind.value.replace('_', ' '))}"
