"""The command `convert`: a file of a match, written anew as another kind."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from nardy_fast._cli_arguments import ruleset_of
from nardy_fast._cli_output import PROGRAM, print_json
from nardy_fast._cli_parser import Parser
from nardy_fast._cli_play_saves import read_saved
from nardy_fast._messages import Refusal, Speech
from nardy_fast.formats.numberings import NUMBERINGS
from nardy_fast.match_files import (
    MATCH_FILE_KINDS,
    MatchFile,
    read_match_file,
    write_match_file,
)

__all__ = ["add_convert_options", "run_convert"]


def add_convert_options(parser: Parser) -> None:
    """Add what `convert` takes."""
    parser.names["kinds"] = ", ".join(MATCH_FILE_KINDS)
    parser.add_argument("source", metavar="IN", help="a file that ends in one of {kinds}")
    parser.add_argument("target", metavar="OUT", help="a new file that ends in .mat or .json")
    rules = "of IN, where it does not say: a .toml file, or one of {presets}"
    parser.add_argument("--ruleset", metavar="NAME", help=rules)
    parser.add_argument(
        "--numbering", choices=NUMBERINGS, help="of the plays of IN; default: what it says, or own"
    )
    parser.add_argument(
        "--to-numbering", choices=NUMBERINGS, default=NUMBERINGS[0], help="of those of OUT"
    )
    parser.add_argument(
        "--encoding", default="utf-8", help="of IN, if it is text: cp1251 from Russian Windows"
    )
    parser.add_argument("--force", action="store_true", help="replace OUT if it is there")


def run_convert(args: argparse.Namespace) -> int:
    """Read a match, write it, and say what was left open or out."""
    target = Path(args.target)
    if target.exists() and not args.force:
        raise Refusal("{name} is there already; --force replaces it", name=args.target)
    read = _read(args)
    losses = write_match_file(target, read, numbering=args.to_numbering)
    match = read.match
    if args.json:
        print_json(
            {
                "ruleset": match.terms.ruleset.name,
                "length": match.terms.length,
                "games": len(match.games),
                "actions": len(match.history),
                "score": list(match.score),
                "finished": match.is_over,
                "filled": list(read.notes),
                "left_out": list(losses),
            }
        )
        return 0
    speech, length = Speech(args.lang), match.terms.length
    kind = "money play" if length is None else "match to {length}"
    told = speech.say(
        "{white} and {black}, {ruleset}, {kind}, score {mine}-{his}, actions: {n}",
        white=read.names[0],
        black=read.names[1],
        ruleset=match.terms.ruleset,
        kind=speech.say(kind, length=length),
        mine=match.score[0],
        his=match.score[1],
        n=len(match.history),
    )
    print(f"{args.target}: {told}")
    for note in read.notes:
        print(f"{PROGRAM}: {speech.say('filled: {note}', note=note)}", file=sys.stderr)
    for loss in losses:
        print(f"{PROGRAM}: {speech.say('left out: {loss}', loss=loss)}", file=sys.stderr)
    return 0


def _read(args: argparse.Namespace) -> MatchFile:
    rules = None if args.ruleset is None else ruleset_of(args.ruleset)
    is_saved = args.source.lower().endswith(".json") and rules is None and not args.numbering
    if is_saved:
        # What `play` saves holds the match beside who plays it.
        return MatchFile(read_saved(args.source).match)
    return read_match_file(
        args.source, ruleset=rules, numbering=args.numbering, encoding=args.encoding
    )
