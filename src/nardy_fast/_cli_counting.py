"""The commands `perft` and `plays`."""

from __future__ import annotations

import argparse

from nardy_fast._cli_output import finish, identity, print_json, print_table
from nardy_fast._cli_positions import asked_of, n_rolls_of, note_dice, roll_of
from nardy_fast._long_work import count_rolls
from nardy_fast._messages import Speech
from nardy_fast.arguments import as_count, as_threads
from nardy_fast.boards import board_text
from nardy_fast.dice import ROLLS
from nardy_fast.formats.numberings import play_text
from nardy_fast.game_states import GameState
from nardy_fast.plays import Play

__all__ = ["run_perft", "run_plays"]

_MAX_DEPTH = 16


def run_perft(args: argparse.Namespace) -> int:
    """Count the plays of all rolls to a depth."""
    asked, speech = asked_of(args), Speech(args.lang)
    position = asked.position
    note_dice(asked, speech)
    depth = as_count("DEPTH", args.depth, 0, _MAX_DEPTH)
    threads = as_threads(args.threads)
    counts, interrupted = (
        count_rolls(position, depth, weighted=args.weighted, threads=threads, speech=speech)
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
        done = {"done": len(counts), "total": len(ROLLS)}
        if interrupted:
            told = speech.say("not finished; {n} in {done} of {total} rolls", n=told, **done)
        text = "perft {depth} of {ruleset}: {n}"
        if args.weighted:
            text = "weighted perft {depth} of {ruleset}: {n}"
        print(speech.say(text, depth=depth, ruleset=position.ruleset, n=told))
    told = speech.say("{done} of {total} rolls", done=len(counts), total=len(ROLLS))
    return finish(interrupted, told, speech)


def run_plays(args: argparse.Namespace) -> int:
    """List the plays of a roll."""
    asked, speech = asked_of(args), Speech(args.lang)
    position, roll = asked.position, roll_of(args.roll, asked)
    rules = position.ruleset
    side = asked.side_of(args.side)
    stages: list[list[int]] = []
    thrown = n_rolls_of(args.n_rolls, position, is_needed=roll.is_double)
    if thrown is None:
        plays = position.plays(roll)
    else:
        # Where a double cascades, a play is one of the first stage.
        state = GameState(position, n_rolls=thrown).throw(roll)
        plays, stages = state.plays(), [list(stage) for stage in state.stages]

    def written(play: Play, language: str) -> str:
        return play_text(
            play, ruleset=rules, numbering=args.numbering, side=side, language=language
        )

    if args.json:
        listed = [
            {
                "play": written(play, "en"),
                "moves": [move._asdict() for move in play.moves],
                "afterstate": board_text(play.afterstate, rules),
            }
            for play in plays
        ]
        head = {**identity(position), "roll": str(roll), "numbering": args.numbering, "side": side}
        print_json({**head, **({"stages": stages} if stages else {}), "plays": listed})
        return 0
    n = len(plays)
    counted = speech.say("{n} play" if n == 1 else "{n} plays", n=n)
    print(f"{position}  ({rules}, {roll}): {counted}")
    if len(stages) > 1:
        queue = ", ".join("-".join(map(str, stage)) for stage in stages)
        print(speech.say("a double in stages, of which the first is listed: {queue}", queue=queue))
    rows = [(written(play, args.lang), board_text(play.afterstate, rules)) for play in plays]
    width = max((len(text) for text, _ in rows), default=0)
    for text, after in rows:
        print(f"{text.ljust(width)}  {after}")
    return 0
