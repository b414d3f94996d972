"""The command `nardy-fast`: for people and for scripts."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Sequence

from nardy_fast._cli_analyse import run_analyse
from nardy_fast._cli_arguments import add_language, add_position, whole
from nardy_fast._cli_completion import add_completion_options, run_completion
from nardy_fast._cli_convert import add_convert_options, run_convert
from nardy_fast._cli_counting import run_perft, run_plays
from nardy_fast._cli_examples import epilog
from nardy_fast._cli_generate import run_generate
from nardy_fast._cli_machine import run_bench, run_doctor, run_info
from nardy_fast._cli_match import run_match
from nardy_fast._cli_options import (
    add_analyse_options,
    add_generate_options,
    add_match_options,
    add_n_rolls,
    add_numbering,
    add_rollout_options,
)
from nardy_fast._cli_output import INTERRUPTED, PROGRAM
from nardy_fast._cli_parser import Parser
from nardy_fast._cli_pictures import add_picture_options
from nardy_fast._cli_play import add_play_options, run_play
from nardy_fast._cli_play_terminal import can_show
from nardy_fast._cli_positions import joined_ids
from nardy_fast._cli_rollout import run_rollout
from nardy_fast._cli_show import run_show
from nardy_fast._messages import LANGUAGES, Refusal, Speech
from nardy_fast._version import __version__
from nardy_fast.errors import NardyError

__all__ = ["main"]

_ERROR = 2
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
        0; 1 if `doctor` found a fault; 2 after an error, which is one line on stderr; 130 after
        Ctrl-C, when what was finished has been printed; 141 if stdout was closed by its reader.

    Examples
    --------
    >>> main(["perft", "1", "--ruleset", "long"])
    perft 1 of long: 22
    0
    """
    words = joined_ids(sys.argv[1:] if argv is None else list(argv))
    speech = Speech(_language(words))
    try:
        return _run(words, speech)
    except KeyboardInterrupt:
        print(f"{PROGRAM}: {speech.say('interrupted')}", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return _BROKEN_PIPE
    except OSError as error:
        _drop_output()
        _tell(_told(error, speech), speech)
        return _ERROR
    except NardyError as error:
        _tell(error.told(speech) if isinstance(error, Refusal) else str(error), speech)
        return _ERROR
    except Exception as error:
        error.add_note(
            f"{PROGRAM}: this is a fault of the program: please report it with what "
            f"`{PROGRAM} doctor` prints"
        )
        raise


def _run(words: list[str], speech: Speech) -> int:
    for stream in (sys.stdout, sys.stderr):
        # A letter that an encoding lacks must not end the work.
        with contextlib.suppress(AttributeError, OSError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    if speech.language == "ru" and not can_show("Шашки: ё", encoding):
        raise Refusal(
            "--lang ru needs a terminal that shows Cyrillic letters; its encoding is {encoding}",
            encoding=encoding,
        ).adding("set PYTHONIOENCODING=utf-8, or leave --lang out")
    try:
        args = _arguments(words, speech)
    except SystemExit:
        # The help has been printed.
        _flush()
        raise
    code: int = args.run(args)
    _flush()
    return code


def _flush() -> None:
    if sys.stdout is not None:  # A daemon may have closed it.
        sys.stdout.flush()


def _drop_output() -> None:
    # What is left in the buffer must not raise again when the interpreter closes stdout.
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stdout.flush()
        return
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _tell(text: str, speech: Speech) -> None:
    print(f"{PROGRAM}: {speech.say('error')}: {' '.join(text.split())}", file=sys.stderr)


def _told(error: OSError, speech: Speech) -> str:
    """Return what an error of the system means, and what to do."""
    name = error.filename
    if name is None:
        return str(error)
    if isinstance(error, FileNotFoundError):
        return speech.say(
            "there is no file or folder {name!r}: check the name; the folder here is {here}",
            name=name,
            here=os.getcwd(),
        )
    if isinstance(error, PermissionError):
        return speech.say("{name!r} must not be read or written: check its rights", name=name)
    return f"{name}: {error.strerror}"


def _language(words: list[str]) -> str:
    """Return the language that the words name, before they are read in whole."""
    for i, word in enumerate(words):
        option, equals, value = word.partition("=")
        if option == "--lang":
            value = value if equals else "".join(words[i + 1 : i + 2])
            return value if value in LANGUAGES else LANGUAGES[0]
    return LANGUAGES[0]


def _arguments(words: list[str], speech: Speech) -> argparse.Namespace:
    parser = _parser(speech)
    args, rest = parser.parse_known_args(words)
    args.lang = getattr(args, "lang", LANGUAGES[0])
    # argparse loses words of a position that come after an option.
    if rest and (not hasattr(args, "position") or any(word.startswith("-") for word in rest)):
        args.command.refuse_words(rest)
    if rest:
        args.position = [*args.position, *rest]
    args.words = words
    return args


def _parser(speech: Speech) -> Parser:
    parser = Parser(
        prog=PROGRAM,
        description=speech.say("Short nardy (backgammon) and long nardy, fast."),
        epilog=epilog("", speech),
        speech=speech,
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"{PROGRAM} {__version__}",
        help="show the version and exit",
    )
    add_language(parser)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(
        name: str,
        run: Callable[[argparse.Namespace], int],
        text: str,
        json: str = "print one object of JSON",
    ) -> Parser:
        sub: Parser = commands.add_parser(
            name,
            help=text,
            description=speech.say(text),
            epilog=epilog(name, speech),
            speech=speech,
        )
        sub.add_argument("--json", action="store_true", help=json)
        add_language(sub)
        sub.set_defaults(run=run, command=sub)
        parser.commands.append(sub)
        return sub

    add_rollout_options(command("rollout", run_rollout, "play many games to the end"))
    add_analyse_options(command("analyse", run_analyse, "rank the plays of a roll"))
    add_match_options(command("match", run_match, "play two policies against each other"))
    sub = command(
        "play",
        run_play,
        "play a match yourself, here in the terminal",
        "talk on stderr, and print the result as one object of JSON at the end",
    )
    add_play_options(sub)
    add_generate_options(
        command("generate", run_generate, "write labelled positions of self-play, resumable")
    )

    sub = command("perft", run_perft, "count the plays of all rolls to a depth")
    sub.add_argument("depth", type=whole, metavar="DEPTH", help="plies, 0 to 16")
    add_position(sub)
    sub.add_argument("--weighted", action="store_true", help="count 36 throws, not 21 rolls")
    sub.add_argument("--divide", action="store_true", help="show the count of each first roll")
    sub.add_argument("--threads", type=whole, metavar="T", help="default: all cores")

    sub = command("plays", run_plays, "list the plays of a roll")
    add_position(sub)
    sub.add_argument("--roll", metavar="ROLL", help='as "61"; default: the dice of the position')
    add_n_rolls(sub)
    add_numbering(sub)

    sub = command("show", run_show, "draw a position, and show its IDs, pips, key and hash")
    add_position(sub)
    add_picture_options(sub)
    add_convert_options(command("convert", run_convert, "write a match as another kind of file"))
    command("bench", run_bench, "print a signature of the behaviour, and the speed here")
    command("doctor", run_doctor, "check this installation, and show what a bug report needs")
    command("info", run_info, "show versions, backend and machine, for reports")
    sub = command("completion", run_completion, "print a script by which a shell completes words")
    add_completion_options(sub, parser)
    return parser
