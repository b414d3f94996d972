"""The command `nardy-fast`: rollouts, perft, plays, positions; for people and for scripts."""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import os
import secrets
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from nardy_fast._long_work import count_rolls, roll_out
from nardy_fast._version import __version__
from nardy_fast.arguments import as_count, as_threads
from nardy_fast.boards import board_text
from nardy_fast.diagnostics import build_info, measured_rates, signature
from nardy_fast.dice import ROLLS, Roll
from nardy_fast.errors import ArgumentError, NardyError
from nardy_fast.position import Position
from nardy_fast.rollouts import MAX_TRIALS, RolloutResult
from nardy_fast.rulesets import PRESETS, Ruleset, ruleset

__all__ = ["main"]

_PROGRAM = "nardy-fast"
_INTERRUPTED = 130
_BROKEN_PIPE = 141
_MAX_DEPTH = 16


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are ours: one line, and the same exit code."""

    def error(self, message: str) -> NoReturn:
        raise ArgumentError(f"{message} (see {self.prog} --help)")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments without the program's name; those of the process if left out.

    Returns
    -------
    int
        0; 2 after an error, which is one line on stderr; 130 after Ctrl-C, when what was
        finished has been printed.

    Examples
    --------
    >>> main(["perft", "1", "--ruleset", "long"])
    perft 1 of long: 22
    0
    """
    try:
        args = _arguments(argv)
        code: int = args.run(args)
        if sys.stdout is not None:  # A daemon may have closed it.
            sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        print(f"{_PROGRAM}: interrupted", file=sys.stderr)
        return _INTERRUPTED
    except BrokenPipeError:
        # What is left in the buffer must not raise again when the interpreter closes stdout.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _BROKEN_PIPE
    except (NardyError, OSError) as error:
        print(f"{_PROGRAM}: error: {' '.join(str(error).split())}", file=sys.stderr)
        return 2


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    args, rest = _parser().parse_known_args(argv)
    # argparse loses words of a position that come after an option.
    if rest and (not hasattr(args, "position") or any(word.startswith("-") for word in rest)):
        raise ArgumentError(f"unrecognized arguments: {' '.join(rest)} (see {_PROGRAM} --help)")
    if rest:
        args.position = [*args.position, *rest]
    return args


def _parser() -> _Parser:
    parser = _Parser(prog=_PROGRAM, description="Short nardy (backgammon) and long nardy, fast.")
    parser.add_argument("--version", action="version", version=f"{_PROGRAM} {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace], int], text: str) -> _Parser:
        sub = commands.add_parser(name, help=text, description=text)
        sub.add_argument("--json", action="store_true", help="print JSON, without times")
        sub.set_defaults(run=run)
        return sub

    def on_position(sub: _Parser) -> None:
        text = 'as "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"; default: the start'
        sub.add_argument("position", nargs="*", metavar="POSITION", help=text)
        names = f"a .toml file, or one of {', '.join(PRESETS)}"
        sub.add_argument("--ruleset", required=True, metavar="NAME", help=names)

    def on_threads(sub: _Parser) -> None:
        sub.add_argument("--threads", type=_whole, metavar="T", help="default: all cores")

    sub = command("rollout", _run_rollout, "play many games to the end")
    on_position(sub)
    sub.add_argument("--policy", default="random", help="who plays (default: %(default)s)")
    sub.add_argument(
        "--trials", type=_whole, default=100_000, metavar="N", help="games (default: %(default)s)"
    )
    sub.add_argument("--seed", type=_whole, metavar="S", help="default: a new one, printed")
    sub.add_argument("--initial", action="store_true", help="no double on the first roll")
    sub.add_argument(
        "--max-plies", type=_whole, default=10_000, metavar="N", help="default: %(default)s"
    )
    on_threads(sub)

    sub = command("perft", _run_perft, "count the plays of all rolls to a depth")
    sub.add_argument("depth", type=_whole, metavar="DEPTH")
    on_position(sub)
    sub.add_argument("--weighted", action="store_true", help="count 36 throws, not 21 rolls")
    sub.add_argument("--divide", action="store_true", help="show the count of each first roll")
    on_threads(sub)

    sub = command("plays", _run_plays, "list the plays of a roll")
    on_position(sub)
    sub.add_argument("--roll", required=True, help='as "61"')

    on_position(command("show", _run_show, "show a position's text, pips, key and hash"))
    command("bench", _run_bench, "print a signature of the behaviour, and the speed here")
    command("info", _run_info, "show versions, backend and machine, for reports")
    return parser


def _whole(text: str) -> int:
    """Read "1000000", "1_000_000" or "1e6"."""
    with contextlib.suppress(ValueError):
        return int(text)
    try:
        number = float(text)
        if number.is_integer():
            return int(number)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"must be a whole number; got {text!r}")


def _position(args: argparse.Namespace) -> Position:
    rules = _ruleset(args.ruleset)
    text = " ".join(args.position)
    return Position.parse(text, rules) if text else Position.start(rules)


def _ruleset(name: str) -> Ruleset:
    return Ruleset.from_toml(name) if name.lower().endswith(".toml") else ruleset(name)


def _identity(position: Position) -> dict[str, Any]:
    rules = position.ruleset
    return {
        "version": __version__,
        "ruleset": rules.name,
        "fingerprint": rules.fingerprint,
        "position": str(position),
    }


def _print_json(values: Mapping[str, Any]) -> None:
    print(json.dumps(values, indent=2, allow_nan=False))


def _print_table(rows: Sequence[Sequence[str]]) -> None:
    """Print rows with the first column to the left and the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        cells = [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        print("  ".join([first.ljust(widths[0]), *cells]).rstrip())


def _finish(interrupted: bool, done: str) -> int:
    if interrupted:
        sys.stdout.flush()
        print(f"{_PROGRAM}: interrupted after {done}", file=sys.stderr)
    return _INTERRUPTED if interrupted else 0


# -- rollout


def _run_rollout(args: argparse.Namespace) -> int:
    position = _position(args)
    n_trials = as_count("--trials", args.trials, 1, MAX_TRIALS)
    seed = secrets.randbits(64) if args.seed is None else args.seed
    result, interrupted = roll_out(
        position,
        policy=args.policy,
        n_trials=n_trials,
        seed=seed,
        threads=as_threads(args.threads),
        initial=args.initial,
        max_plies=args.max_plies,
    )
    n_done = 0 if result is None else int(result.n_trials[0])
    if args.json:
        found = {} if result is None else _rollout_values(result)
        head = {**_identity(position), "policy": args.policy, "seed": seed, "trials": n_done}
        _print_json({**head, **found, "interrupted": interrupted})
    elif result is not None:
        _print_rollout(position, result)
    return _finish(interrupted, f"{n_done:,} of {n_trials:,} trials")


def _rollout_values(result: RolloutResult) -> dict[str, Any]:
    rows = zip(
        result.settings.ruleset.outcomes,
        result.outcome_counts[0].tolist(),
        result.outcome_rates[0].tolist(),
        result.outcome_standard_errors[0].tolist(),
        strict=True,
    )
    return {
        "initial": result.settings.initial,
        "max_plies": result.settings.max_plies,
        "stream_version": result.settings.stream_version,
        "outcomes": [
            {"outcome": str(o), "count": n, "rate": _number(rate), "standard_error": _number(error)}
            for o, n, rate, error in rows
        ],
        "win_rate": _number(result.win_rate[0]),
        "win_rate_standard_error": _number(result.win_rate_standard_error[0]),
        "equity": _number(result.equity[0]),
        "equity_standard_error": _number(result.standard_error[0]),
        "mean_plies": _number(result.mean_plies[0]),
        "sd_plies": _number(result.sd_plies[0]),
        "unfinished": int(result.n_unfinished[0]),
    }


def _number(value: float) -> float | None:
    """Return a number that JSON has: None for one that too few trials leave undefined."""
    return float(value) if math.isfinite(value) else None


def _print_rollout(position: Position, result: RolloutResult) -> None:
    settings, values = result.settings, _rollout_values(result)
    print(f"{position}  ({position.ruleset})")
    print(f"{settings.n_trials:,} trials, policy {settings.policy}, seed {settings.seed}\n")
    rows = [("for the first mover", "games", "rate", "std error")]
    for row in values["outcomes"]:
        decimals = _decimals(row["rate"]), _decimals(row["standard_error"])
        rows.append((row["outcome"], f"{row['count']:,}", *decimals))
    for title, key in (("first mover wins", "win_rate"), ("points a game (equity)", "equity")):
        rows.append((title, "", _decimals(values[key]), _decimals(values[f"{key}_standard_error"])))
    _print_table(rows)
    print(f"\nplies a game: mean {_decimals(values['mean_plies'], 2)}, ", end="")
    print(f"sd {_decimals(values['sd_plies'], 2)}; unfinished games: {values['unfinished']:,}")


def _decimals(value: float | None, n: int = 5) -> str:
    return "-" if value is None else f"{value:.{n}f}"


# -- perft


def _run_perft(args: argparse.Namespace) -> int:
    position = _position(args)
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
        values = {**_identity(position), "depth": depth, "weighted": args.weighted}
        # A part is not the answer: `count` is only there when all rolls are.
        values["count"] = None if interrupted else total
        if shown:
            values["divide"] = {str(roll): n for roll, n in counts.items()}
        _print_json({**values, "interrupted": interrupted})
    else:
        if shown and counts:
            _print_table([(str(roll), str(n)) for roll, n in counts.items()])
        weighted = "weighted " if args.weighted else ""
        # Digits alone, so that other programs find the number.
        told = str(total)
        if interrupted:
            told = f"not finished; {told} in {len(counts)} of {len(ROLLS)} rolls"
        print(f"{weighted}perft {depth} of {position.ruleset}: {told}")
    return _finish(interrupted, f"{len(counts)} of {len(ROLLS)} rolls")


# -- plays, show, info


def _run_plays(args: argparse.Namespace) -> int:
    position = _position(args)
    roll = Roll.parse(args.roll)
    plays = position.plays(roll)
    rules = position.ruleset
    rows = [(str(play), board_text(play.afterstate, rules)) for play in plays]
    if args.json:
        listed = [
            {"play": text, "moves": [move._asdict() for move in play.moves], "afterstate": after}
            for play, (text, after) in zip(plays, rows, strict=True)
        ]
        _print_json({**_identity(position), "roll": str(roll), "plays": listed})
        return 0
    print(f"{position}  ({rules}, {roll}): {len(plays)} {'play' if len(plays) == 1 else 'plays'}")
    width = max((len(text) for text, _ in rows), default=0)
    for text, after in rows:
        print(f"{text.ljust(width)}  {after}")
    return 0


def _run_show(args: argparse.Namespace) -> int:
    position = _position(args)
    mover, opponent = position.pip_counts
    values = {
        **_identity(position),
        "pips": {"mover": mover, "opponent": opponent},
        "off": dict(zip(("mover", "opponent"), position.n_off, strict=True)),
        "key": position.key.hex(),
        "hash": f"{position.hash64:016x}",
        "outcome": None if position.outcome is None else str(position.outcome),
    }
    if args.json:
        _print_json(values)
        return 0
    _print_pairs(
        position=values["position"],
        ruleset=f"{position.ruleset} ({position.ruleset.fingerprint[:12]})",
        pips=f"mover {mover}, opponent {opponent}",
        off=f"mover {position.n_off[0]}, opponent {position.n_off[1]}",
        key=values["key"],
        hash=values["hash"],
        outcome=values["outcome"] or "the game goes on",
    )
    return 0


def _run_info(args: argparse.Namespace) -> int:
    if args.json:
        _print_json(build_info())
    else:
        _print_pairs(**build_info())
    return 0


def _print_pairs(**values: object) -> None:
    width = max(map(len, values))
    for name, value in values.items():
        print(f"{name.ljust(width)}  {value}")


# -- bench


def _run_bench(args: argparse.Namespace) -> int:
    found = signature()
    text = f"{found.value:016x}"
    if args.json:
        parts = {
            name: {**part, "hash_sum": f"{part['hash_sum']:016x}"}
            for name, part in found.parts.items()
        }
        _print_json({"version": __version__, "signature": text, "parts": parts})
        return 0
    print(f"signature {text}\n")
    titles = ("ruleset", "perft", "positions", "afterstates")
    _print_table(
        [titles, *((name, *(str(p[t]) for t in titles[1:])) for name, p in found.parts.items())]
    )
    rates = [(what, *(f"{r:,.0f}" for r in found), unit) for what, unit, *found in measured_rates()]
    print()
    _print_table([("rate here, all cores", "short", "long", "a second"), *rates])
    return 0
