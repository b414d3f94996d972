"""The command `completion`: a script that lets a shell complete commands, options and names."""

from __future__ import annotations

import argparse
from types import ModuleType
from typing import Any

from nardy_fast._cli_output import print_json
from nardy_fast._cli_parser import Parser
from nardy_fast._messages import Refusal
from nardy_fast.errors import MissingExtraError
from nardy_fast.policies import BUILT_IN_POLICIES
from nardy_fast.rulesets import PRESETS

__all__ = ["SHELLS", "add_completion_options", "run_completion"]

SHELLS = ("bash", "zsh", "fish", "powershell", "tcsh")
_FILES = ("FILE", "IN", "OUT")
#: Words that stand beside the files in what an option takes.
_WORDS = {"NAME": tuple(PRESETS), "POLICY": BUILT_IN_POLICIES, "A": BUILT_IN_POLICIES,
          "B": BUILT_IN_POLICIES}  # fmt: skip
_BASH = """\
_nardy_fast_{name}() {{
  compgen -W "{words}" -- "$1"
  compgen -f -- "$1"
}}
"""
_ZSH = """\
_nardy_fast_{name}() {{
  _alternative 'words:word:({words})' 'files:file:_files'
}}
"""


def add_completion_options(sub: Parser, parser: Parser) -> None:
    """Add which shell; the script completes what `parser` takes."""
    sub.names["shells"] = ", ".join(SHELLS)
    sub.add_argument("shell", choices=SHELLS, metavar="SHELL", help="one of {shells}")
    sub.set_defaults(parser=parser)


def run_completion(args: argparse.Namespace) -> int:
    """Print the script."""
    script = _script(args.parser, args.shell, _library())
    if args.json:
        print_json({"shell": args.shell, "script": script})
    else:
        print(script.rstrip("\n"))
    return 0


def _library() -> ModuleType:
    try:
        import shtab
    except ImportError as error:
        raise MissingExtraError(
            'completion needs shtab: install it with `pip install "nardy-fast[completion]"`'
        ) from error
    return shtab  # type: ignore[no-any-return, unused-ignore]


def _script(parser: Parser, shell: str, shtab: Any) -> str:
    preamble = {"bash": "", "zsh": ""}
    for word, words in _WORDS.items():
        values = {"name": word.lower(), "words": " ".join(words)}
        preamble["bash"] += _BASH.format(**values)
        preamble["zsh"] += _ZSH.format(**values)
    for command in (parser, *parser.commands):
        for action in command._actions:
            name = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
            if name in _FILES:
                action.complete = shtab.FILE  # type: ignore[attr-defined]
            elif name == "FOLDER":
                action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
            elif name in _WORDS:
                action.complete = {  # type: ignore[attr-defined]
                    "bash": f"_nardy_fast_{name.lower()}",
                    "zsh": f"_nardy_fast_{name.lower()}",
                    "fish": " ".join(_WORDS[name]),
                    "powershell": shtab.FILE["powershell"],
                    "tcsh": shtab.FILE["tcsh"],
                }
    try:
        return str(shtab.complete(parser, shell=shell, preamble=preamble))
    except NotImplementedError:
        raise Refusal("shtab completes for no {shell} here", shell=shell).adding(
            'a newer one may: pip install -U "nardy-fast[completion]"'
        ) from None
