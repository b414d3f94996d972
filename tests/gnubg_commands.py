"""Drives GNU Backgammon by its own commands; run as a script, with the engine's state to itself.

``python gnubg_commands.py CASES ANSWERS``: reads a list of {"dice": text, "commands": list} and
writes, for each, the match id after each command, and the results of the games.
"""

import base64
import json
import os
import sys
import tempfile
from pathlib import Path

#: With `set display off` the engine forgets its automatic doubles: it turns the cube in the call
#: that prints it.
SETUP = (
    "set display on",
    "set sound enable off",
    "set automatic roll off",
    "set automatic game off",
    "set automatic move off",
    "set automatic bearoff off",
    "set player 0 human",
    "set player 1 human",
    "set confirm new off",
    "set confirm save off",
)


def answers_to(gnubg, case, folder):
    dice = Path(folder) / "dice.txt"
    # Only the digits count; the rest is never thrown.
    dice.write_text(case["dice"] + "12" * 8)
    for command in (*SETUP, f"set rng file {dice}"):
        gnubg.command(command)
    ids = []
    for command in case["commands"]:
        # An engine that passes by itself has no dice left to be moved.
        if command != "move" or dice_shown(ids[-1]):
            gnubg.command(command)
        ids.append(match_id(gnubg))
    infos = [game["info"] for game in gnubg.match()["games"]]
    return {"ids": ids, "games": infos}


def match_id(gnubg):
    """Return the id of the match; None before the first."""
    try:
        return gnubg.matchid()
    except ValueError:
        return None


def dice_shown(shown_id):
    """Return the dice of a match id, 0 for none: bits 15 to 20."""
    word = int.from_bytes(base64.b64decode(shown_id), "little")
    return word >> 15 & 63


def main(cases, answers):
    import gnubg

    with tempfile.TemporaryDirectory() as folder:
        found = [answers_to(gnubg, case, folder) for case in json.loads(Path(cases).read_text())]
    Path(answers).write_text(json.dumps(found))
    sys.stdout.flush()
    # The engine's own ending asks questions.
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
