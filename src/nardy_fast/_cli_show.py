"""The command `show`: a position drawn, and all its names."""

from __future__ import annotations

import argparse
import contextlib
from typing import Any

from nardy_fast._cli_output import identity, print_json, print_pairs
from nardy_fast._cli_pictures import BoardShown
from nardy_fast._cli_positions import Asked, asked_of
from nardy_fast._messages import Refusal, Speech
from nardy_fast.errors import NardyError
from nardy_fast.outcome import Outcome

__all__ = ["run_show"]


def run_show(args: argparse.Namespace) -> int:
    """Draw a position, and show its text, IDs, pips, key and hash."""
    asked, speech = asked_of(args), Speech(args.lang)
    position = asked.position
    if args.cube_owner is not None and args.cube is None:
        raise Refusal("--cube-owner needs a cube; got none").adding("add --cube 2")
    _take_what_the_text_says(args, asked)
    board = BoardShown(args, position)
    pictures = board.write_pictures()
    sides = ("mover", "opponent")
    outcome, ids = position.outcome, _ids(asked)
    values: dict[str, Any] = {
        **identity(position),
        **ids,
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
        **{name: text for name, text in ids.items() if text is not None},
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


def _take_what_the_text_says(args: argparse.Namespace, asked: Asked) -> None:
    """Let the dice and the cube of an ID or a line be drawn where no others are asked for."""
    beside = asked.beside
    if args.roll is None and asked.roll is not None:
        args.roll = str(asked.roll)
    is_drawn = not args.json or args.svg is not None or args.png is not None
    if is_drawn and args.cube is None and beside.cube_value > 1:
        args.cube = beside.cube_value
        is_below = (beside.cube_owner == beside.side) == (args.view != "opponent")
        if beside.cube_owner is not None:
            args.cube_owner = "viewer" if is_below else "opponent"


def _ids(asked: Asked) -> dict[str, str | None]:
    """Return every short text of the position; None where the game has no such text."""
    found: dict[str, str | None] = {"id": asked.position.id}
    for name in ("match_id", "xgid", "line"):
        found[name] = None
        with contextlib.suppress(NardyError):
            found[name] = getattr(asked.beside, name)
    return found


def _of_sides(numbers: tuple[int, int], speech: Speech) -> str:
    return speech.say("mover {mover}, opponent {opponent}", mover=numbers[0], opponent=numbers[1])


def _ending(outcome: Outcome, speech: Speech) -> str:
    """Return an outcome in words, as ``win mars``."""
    side = "win" if outcome.mover_won else "lose"
    return f"{speech.say(side)} {speech.say(outcome.kind.value.replace('_', ' '))}"
