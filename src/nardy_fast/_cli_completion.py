"""The command `completion`: a script of a shell that completes what is typed."""

from __future__ import annotations

import argparse
from typing import Final

from nardy_fast._cli_output import PROGRAM, print_json
from nardy_fast.errors import MissingExtraError

__all__ = ["SHELLS", "print_completion"]

#: Those of shtab.
SHELLS: Final = ("bash", "zsh", "fish", "tcsh", "powershell")


def print_completion(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """Print the script for a shell.

    Raises
    ------
    MissingExtraError
        If shtab is not installed.
    """
    try:
        import shtab
    except ImportError as error:
        raise MissingExtraError(
            'completion needs shtab: install it with `pip install "nardy-fast[completion]"`'
        ) from error
    script = shtab.complete(parser, shell=args.shell)
    if args.json:
        print_json({"program": PROGRAM, "shell": args.shell, "script": script})
    else:
        print(script)
    return 0
