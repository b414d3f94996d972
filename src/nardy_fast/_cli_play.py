"""The command `play`: a match at the keyboard, against the machine or another person."""

from __future__ import annotations

import argparse
import contextlib
import os
import secrets
import shlex
import sys
from pathlib import Path
from typing import Any

from nardy_fast._cli_arguments import policy_known, ruleset_of, whole
from nardy_fast._cli_output import INTERRUPTED, PROGRAM, print_json
from nardy_fast._cli_parser import Parser
from nardy_fast._cli_play_opponent import Opponent
from nardy_fast._cli_play_saves import SavedGame, read_saved
from nardy_fast._cli_play_session import play_match_at
from nardy_fast._cli_play_table import Leave, Table
from nardy_fast._cli_play_terminal import Terminal
from nardy_fast._messages import Refusal
from nardy_fast._version import __version__
from nardy_fast.match import Match
from nardy_fast.match_terms import MATCH_PRESETS, MatchTerms, match_terms
from nardy_fast.policies import Policy, as_policy
from nardy_fast.rulesets import Ruleset

__all__ = ["add_play_options", "run_play"]

_HUMAN = "human"
_DEFAULT_RULESET = "short"
_DEFAULT_OPPONENT = "heuristic"
#: Options that a saved match has its own values of.
_OF_A_NEW_MATCH = (
    "ruleset", "match", "money", "terms", "no_cube", "jacoby", "beavers", "raccoons", "side",
    "seed",
)  # fmt: skip


def add_play_options(sub: Parser) -> None:
    """Add the options of `play`."""
    sub.add_argument(
        "--ruleset",
        metavar="NAME",
        help="a .toml file, or one of {presets}; default: short",
    )
    sub.add_argument(
        "--against",
        metavar="POLICY",
        help="{policies}, a weight file, or human; default: heuristic",
    )
    length = sub.add_mutually_exclusive_group()
    length.add_argument("--match", type=whole, metavar="N", help="points to win; default: 1")
    length.add_argument("--money", action="store_true", help="play for points, without an end")
    sub.add_argument(
        "--terms", choices=sorted(MATCH_PRESETS), help="whose rules the cube and the length have"
    )
    sub.add_argument("--no-cube", action="store_true", help="play without a doubling cube")
    sub.add_argument("--jacoby", action="store_true", help="money play: the Jacoby rule")
    sub.add_argument("--beavers", action="store_true", help="money play: beavers are allowed")
    sub.add_argument("--raccoons", action="store_true", help="money play: raccoons too")
    sub.add_argument(
        "--side", choices=("first", "second"), help="whose dice you have; default: first"
    )
    sub.add_argument("--seed", type=whole, metavar="S", help="default: a new one, told")
    sub.add_argument(
        "--hints", metavar="POLICY", help="who orders plays and gives hints; default: the opponent"
    )
    sub.add_argument(
        "--order", choices=("best", "notation"), default="best", help="how plays are listed"
    )
    sub.add_argument("--ascii", action="store_true", help="draw in ASCII")
    sub.add_argument("--save", metavar="FILE", help="save here after every turn")
    sub.add_argument("--resume", metavar="FILE", help="go on with a saved match, and save it there")


def run_play(args: argparse.Namespace) -> int:
    """Play a match at the keyboard."""
    if not args.json:
        return _play(args)[0]
    # People talk on stderr, so that stdout has the result alone.
    with contextlib.redirect_stdout(sys.stderr):
        code, table = _play(args)
    print_json(_values(table, code == INTERRUPTED))
    return code


def _values(table: Table, interrupted: bool) -> dict[str, Any]:
    match = table.match
    rules = match.terms.ruleset
    return {
        "version": __version__,
        "ruleset": rules.name,
        "fingerprint": rules.fingerprint,
        "length": match.terms.length,
        "seed": match.seed,
        "people": list(table.humans),
        "score": list(match.score),
        "finished": match.is_over,
        "winner": match.winner,
        "games": [
            {
                "winner": game.winner,
                "kind": game.kind.value,
                "by": game.by,
                "cube": game.cube,
                "points": game.points,
            }
            for game in match.games
        ],
        "saved": None if table.has_unsaved else table.path,
        "match": match.to_json(),
        "interrupted": interrupted,
    }


def _play(args: argparse.Namespace) -> tuple[int, Table]:
    terminal = Terminal(only_ascii=args.ascii, language=args.lang)
    game = _new_game(args) if args.resume is None else _resumed(args)
    rules = game.match.terms.ruleset
    policy = None if game.against == _HUMAN else as_policy(policy_known(game.against), rules)
    adviser = _adviser(args.hints, policy, rules)
    opponent = None if policy is None else Opponent(policy, game.match.seed)
    path = args.save or args.resume
    table = Table(game, os.path.basename(str(policy)), terminal, args.lang, path)
    if args.resume is not None:
        table.mark_saved()
    elif path is not None and Path(path).exists():
        raise Refusal("--save must name a new file; {path} is there", path=path).adding(
            "go on with it by --resume {path}", path=path
        )
    if path is not None and not os.access(Path(path).parent, os.W_OK):
        raise Refusal(
            "a match must be saved in a folder that can be written; got {path}", path=path
        )
    try:
        play_match_at(table, opponent, adviser, by_notation=args.order == "notation")
    except Leave:
        _tell_how_to_go_on(table)
    except EOFError:
        _part(table)
    except KeyboardInterrupt:
        print()
        _part(table)
        print(f"{PROGRAM}: {table.speech.say('interrupted')}", file=sys.stderr)
        return INTERRUPTED, table
    return 0, table


def _new_game(args: argparse.Namespace) -> SavedGame:
    seed = secrets.randbits(64) if args.seed is None else args.seed
    humans = (1,) if args.side == "second" else (0,)
    against = args.against or _DEFAULT_OPPONENT
    match = Match(_terms(args), seed=seed)
    return SavedGame(match, (0, 1) if against == _HUMAN else humans, against)


def _terms(args: argparse.Namespace) -> MatchTerms:
    """Return the terms that the arguments mean."""
    given: dict[str, Any] = {"cube": False} if args.no_cube else {}
    given |= {word: True for word in ("jacoby", "beavers", "raccoons") if getattr(args, word)}
    rules = None if args.ruleset is None else ruleset_of(args.ruleset)
    if args.terms is not None:
        length = args.match
        return match_terms(args.terms, length=length, ruleset=rules, **given)
    length = None if args.money else 1 if args.match is None else args.match
    chosen: Ruleset = rules or ruleset_of(_DEFAULT_RULESET)
    return MatchTerms(ruleset=chosen, length=length, **given)


def _resumed(args: argparse.Namespace) -> SavedGame:
    given = [name for name in _OF_A_NEW_MATCH if getattr(args, name) not in (None, False)]
    if given:
        raise Refusal(
            "--{name} belongs to a new match; a saved one has its own",
            name=given[0].replace("_", "-"),
        ).adding("leave it out, or leave --resume out")
    saved = read_saved(args.resume)
    against = args.against or saved.against or _DEFAULT_OPPONENT
    humans = saved.humans
    if (against == _HUMAN) != (len(humans) == 2):
        humans = (0, 1) if against == _HUMAN else (0,)
    return SavedGame(saved.match, humans, against)


def _adviser(given: str | None, opponent: Policy | None, rules: Ruleset) -> Policy:
    """Return whose order of plays and hints are shown: the opponent's, if it has any."""
    if given is not None:
        return as_policy(policy_known(given), rules)
    if opponent is not None and opponent.tables(rules) is not None:
        return opponent
    return as_policy("heuristic", rules)


def _part(table: Table) -> None:
    """Keep the match of a person who is gone, and say how to go on with it."""
    if table.has_unsaved and table.path is None and table.terminal.is_interactive:
        table.save(_free_path(table.match.seed))
    elif table.path is not None:
        table.save_where_told()
    _tell_how_to_go_on(table)


def _free_path(seed: int) -> str:
    """Return the name of a file that is not there."""
    names = (f"nardy-{seed}{'' if n == 1 else f'-{n}'}.json" for n in range(1, 1000))
    return next(name for name in names if not Path(name).exists())


def _tell_how_to_go_on(table: Table) -> None:
    if table.has_unsaved or table.path is None:
        table.say("The match is not saved.")
        return
    words = [PROGRAM, "play", "--resume", table.path]
    if table.language != "en":
        words += ["--lang", table.language]
    table.terminal.show(table.speech.say("To go on: {command}", command=shlex.join(words)))
