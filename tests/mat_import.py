"""Lets GNU Backgammon import `.mat` files; run as a script, with the engine's state to itself.

``python mat_import.py FOLDER ANSWERS``: writes, for each file in order of names, the position id
that the engine ends with, the results of its games, and how many plays it has; and beside each file
the one that the engine exports, ending in `.gnu`.
"""

import json
import os
import sys
from pathlib import Path

SETUP = ("set sound enable off", "set display off", "set confirm new off", "set confirm save off")


def main(folder, answers):
    import gnubg

    found = []
    for command in SETUP:
        gnubg.command(command)
    for path in sorted(Path(folder).glob("*.mat")):
        gnubg.command(f"import mat {path}")
        games = gnubg.match()["games"]
        moves = [m for game in games for m in game["game"] if m.get("move")]
        infos = [game["info"] for game in games]
        gnubg.command(f"export match mat {path}.gnu")
        found.append({"id": gnubg.positionid(), "games": infos, "moves": len(moves)})
    Path(answers).write_text(json.dumps(found))
    sys.stdout.flush()
    # The engine's own ending asks questions.
    os._exit(0)


main(*sys.argv[1:])
