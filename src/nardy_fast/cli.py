"""The command `nardy-fast`: rollouts, matches, plays, perft; for people and for scripts."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Sequence

from nardy_fast._cli_analyse import run_analyse
from nardy_fast._cli_arguments import (
    POLICY_HELP,
    Parser,
    add_language,
    add_numbering,
    add_position,
    add_rollout_options,
    add_ruleset,
    add_seed_and_threads,
    count_or_auto,
    real,
    whole,
)
from nardy_fast._cli_completion import SHELLS, print_completion
from nardy_fast._cli_convert import add_convert_options, run_convert
from nardy_fast._cli_counting import run_perft, run_plays, run_show
from nardy_fast._cli_examples import EXAMPLES, EXIT_CODES
from nardy_fast._cli_generate import run_generate
from nardy_fast._cli_machine import run_bench, run_doctor, run_info
from nardy_fast._cli_match import run_match
from nardy_fast._cli_output import INTERRUPTED, PROGRAM
from nardy_fast._cli_pictures import add_picture_options
from nardy_fast._cli_play import add_play_options, run_play
from nardy_fast._cli_rollout import run_rollout
from nardy_fast._version import __version__
from nardy_fast.errors import ArgumentError, NardyError
from nardy_fast.policies import BUILT_IN_POLICIES

__all__ = ["main"]

_BROKEN_PIPE = 141


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
        args = _arguments(sys.argv[1:] if argv is None else list(argv))
        code: int = args.run(args)
        if sys.stdout is not None:  # A daemon may have closed it.
            sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        print(f"{PROGRAM}: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # What is left in the buffer must not raise again when the interpreter closes stdout.
        with contextlib.suppress(OSError, ValueError):
            if sys.stdout is not None:
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _BROKEN_PIPE
    except (NardyError, OSError) as error:
        print(f"{PROGRAM}: error: {' '.join(str(error).split())}", file=sys.stderr)
        return 2


def _arguments(words: list[str]) -> argparse.Namespace:
    args, rest = _parser().parse_known_args(words)
    # argparse loses words of a position that come after an option.
    if rest and (not hasattr(args, "position") or any(word.startswith("-") for word in rest)):
        raise ArgumentError(f"unrecognized arguments: {' '.join(rest)} (see {PROGRAM} --help)")
    if rest:
        args.position = [*args.position, *rest]
    args.words = words
    return args


def _parser() -> Parser:
    parser = Parser(
        prog=PROGRAM,
        description="Short nardy (backgammon) and long nardy, fast.",
        epilog=f"{PROGRAM} COMMAND --help has examples of a command.\n\n{EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace], int], text: str) -> Parser:
        sub: Parser = commands.add_parser(
            name,
            help=text,
            description=text,
            epilog="\n".join(["examples:", *(f"  {line}" for line in EXAMPLES[name])]),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        sub.add_argument("--json", action="store_true", help="print JSON, without times")
        add_language(sub)
        sub.set_defaults(run=run)
        return sub

    _add_rollout(command("rollout", run_rollout, "play many games to the end"))
    _add_analyse(command("analyse", run_analyse, "rank the plays of a roll"))
    _add_match(command("match", run_match, "play two policies against each other"))
    add_play_options(command("play", run_play, "play a match yourself, here in the terminal"))

    _add_generate(
        command("generate", run_generate, "write labelled positions of self-play, resumable")
    )

    sub = command("perft", run_perft, "count the plays of all rolls to a depth")
    sub.add_argument("depth", type=whole, metavar="DEPTH")
    add_position(sub)
    sub.add_argument("--weighted", action="store_true", help="count 36 throws, not 21 rolls")
    sub.add_argument("--divide", action="store_true", help="show the count of each first roll")
    sub.add_argument("--threads", type=whole, metavar="T", help="default: all cores")

    sub = command("plays", run_plays, "list the plays of a roll")
    add_position(sub)
    sub.add_argument("--roll", required=True, help='as "61"')
    add_numbering(sub)

    sub = command("show", run_show, "show a position: board, text, pips, key, hash; draw it")
    add_position(sub)
    add_picture_options(sub)
    add_convert_options(command("convert", run_convert, "write a match as another kind of file"))
    command("bench", run_bench, "print a signature of the behaviour, and the speed here")
    command("doctor", run_doctor, "check this installation, and show what a bug report needs")
    command("info", run_info, "show versions, backend and machine, for reports")

    def complete(args: argparse.Namespace) -> int:
        return print_completion(args, parser)

    sub = command("completion", complete, "print a script that completes commands in a shell")
    sub.add_argument("shell", choices=SHELLS)
    return parser


def _add_generate(sub: Parser) -> None:
    sub.add_argument("--out", required=True, metavar="FOLDER", help="new, or to go on with")
    sub.add_argument(
        "--positions", type=whole, required=True, metavar="N", help="at least so many, as 1e6"
    )
    add_ruleset(sub)
    sub.add_argument(
        "--policy",
        default=BUILT_IN_POLICIES[1],
        help=f"who plays: {POLICY_HELP}; A/B for the two sides (default: %(default)s)",
    )
    sub.add_argument("--policy2", metavar="POLICY", help="who plays the other side")
    sub.add_argument(
        "--games-per-shard", type=whole, default=1_000, metavar="N", help="default: %(default)s"
    )
    add_seed_and_threads(sub)


def _add_rollout(sub: Parser) -> None:
    add_position(sub)
    sub.add_argument(
        "--policy",
        default=BUILT_IN_POLICIES[0],
        help=f"who plays: {POLICY_HELP}; A/B for the two sides (default: %(default)s)",
    )
    sub.add_argument("--policy2", metavar="POLICY", help="who plays the other side")
    sub.add_argument(
        "--trials", type=whole, metavar="N", help="games, at most (default: 100,000 or so)"
    )
    sub.add_argument("--initial", action="store_true", help="no double on the first roll")
    sub.add_argument(
        "--n-rolls",
        nargs=2,
        type=whole,
        metavar=("M", "O"),
        help="gul bara, not from the start: throws of the mover and of the opponent so far",
    )
    sub.add_argument(
        "--stratify", type=count_or_auto, default=0, metavar="K", help="plies, 0 to 3, or auto"
    )
    sub.add_argument(
        "--variance-reduction",
        nargs="?",
        const="yes",
        default="no",
        choices=("yes", "no", "auto"),
        help="take out the luck of the dice; auto measures whether it pays",
    )
    sub.add_argument(
        "--ledger", metavar="FILE", help="keep finished blocks here, and go on from them"
    )
    add_rollout_options(sub)
    add_seed_and_threads(sub)


def _add_analyse(sub: Parser) -> None:
    add_position(sub)
    sub.add_argument("--roll", required=True, help='as "61"')
    sub.add_argument(
        "--policy",
        default=BUILT_IN_POLICIES[1],
        help=f"who evaluates and plays on: {POLICY_HELP}; A/B for two (default: %(default)s)",
    )
    sub.add_argument("--policy2", metavar="POLICY", help="who plays the other side")
    sub.add_argument(
        "--trials", type=whole, metavar="N", help="roll each play out; default: evaluate only"
    )
    sub.add_argument("--top", type=whole, metavar="N", help="only the best by the evaluator")
    sub.add_argument(
        "--jsd", type=real, metavar="X", help="give up plays so far behind; 2.33 is usual"
    )
    sub.add_argument("--stratify", type=whole, default=0, metavar="K", help="plies, 0 to 3")
    sub.add_argument(
        "--variance-reduction", action="store_true", help="take out the luck of the dice"
    )
    add_rollout_options(sub)
    add_seed_and_threads(sub)


def _add_match(sub: Parser) -> None:
    sub.add_argument("a", metavar="A", help=POLICY_HELP)
    sub.add_argument("b", metavar="B", help="the other side")
    sub.add_argument(
        "--games", type=whole, default=10_000, metavar="N", help="default: %(default)s"
    )
    add_ruleset(sub)
    sub.add_argument("--not-mirrored", action="store_true", help="give each game its own dice")
    sub.add_argument(
        "--initial",
        choices=("auto", "yes", "no"),
        default="auto",
        help="no double on the first roll; auto: as the ruleset opens a game",
    )
    sub.add_argument(
        "--max-plies", type=whole, default=10_000, metavar="N", help="default: %(default)s"
    )
    add_seed_and_threads(sub)
