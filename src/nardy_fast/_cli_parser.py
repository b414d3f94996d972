"""The parser of the command line: help and errors in both languages, with the nearest word."""

from __future__ import annotations

import argparse
import difflib
import functools
import re
from collections.abc import Iterable
from typing import Any, NoReturn

from nardy_fast._messages import Refusal, Speech
from nardy_fast.policies import BUILT_IN_POLICIES
from nardy_fast.rulesets import PRESETS

__all__ = ["Parser", "refused_choice", "suggesting"]

_SEE = "see {prog} --help"
#: What `argparse` says, and what we say; the names of a pattern's groups are those in braces.
_ERRORS = {
    r"the following arguments are required: COMMAND": "a command must be named",
    r"the following arguments are required: (?P<names>.*)": "required, but not given: {names}",
    r"argument (?P<name>.*?): (?P<what>must be a whole number); got (?P<got>.*)": (
        "{name} must be a whole number, as 1000, 1_000 or 1e3; got {got}"
    ),
    r"argument (?P<name>.*?): (?P<what>must be a number); got (?P<got>.*)": (
        "{name} must be a number; got {got}"
    ),
    r"argument (?P<name>.*?): expected one argument": "{name} needs a value behind it; got none",
    r"argument (?P<name>.*?): expected (?P<n>\d+) arguments?": "{name} needs {n} values behind it",
    r"argument (?P<name>.*?): not allowed with argument (?P<other>.*)": (
        "{name} and {other} contradict each other: leave one out"
    ),
    r"argument (?P<name>.*?): ignored explicit argument (?P<got>.*)": (
        "{name} takes no value; got {got}"
    ),
    r"ambiguous option: (?P<got>.*?) could match (?P<names>.*)": (
        "{got} may be one of several options: {names}"
    ),
}
_CHOICE = re.compile(
    r"argument (?P<name>.*?): invalid choice: (?P<got>'.*?'|\".*?\"|\S+)(?:, maybe .*?)? "
    r"\(choose from (?P<choices>.*)\)"
)


class Parser(argparse.ArgumentParser):
    """A parser that speaks two languages and whose errors are ours.

    Parameters
    ----------
    *args, **named : object
        Those of `argparse.ArgumentParser`.
    speech : Speech
    """

    def __init__(self, *args: Any, speech: Speech | None = None, **named: Any) -> None:
        self.speech = speech or Speech()
        #: What stands for the names in braces in texts of help.
        self.names = {"presets": ", ".join(PRESETS), "policies": ", ".join(BUILT_IN_POLICIES)}
        #: Those of the commands, where this is the program's.
        self.commands: list[Parser] = []
        formatter = functools.partial(_Formatter, speech=self.speech, names=self.names)
        super().__init__(*args, **{**named, "formatter_class": formatter})
        # Newer versions of Python have both, switched on; what is printed depends on no version.
        self.color = False
        self.suggest_on_error = False

    def error(self, message: str) -> NoReturn:
        """Raise what `argparse` complains about, in our words."""
        found = _CHOICE.fullmatch(message)
        if found:
            choices = [word.strip("' ") for word in found["choices"].split(",")]
            raise refused_choice(found["name"], found["got"].strip("'\""), choices).adding(
                _SEE, prog=self.prog
            )
        for pattern, text in _ERRORS.items():
            found = re.fullmatch(pattern, message, re.DOTALL)
            if found:
                raise Refusal(text, **found.groupdict()).adding(_SEE, prog=self.prog)
        raise Refusal("{message}", message=message).adding(_SEE, prog=self.prog)

    def refuse_words(self, words: list[str]) -> NoReturn:
        """Raise that words mean nothing here, with the nearest option."""
        refusal = Refusal("this means nothing here: {words}", words=" ".join(words))
        options = [name for name in self._option_string_actions if name.startswith("--")]
        if words[0][:1] == "-":
            suggesting(refusal, words[0].partition("=")[0], options)
        raise refusal.adding(_SEE, prog=self.prog)


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Help in one language."""

    def __init__(
        self, prog: str, *args: Any, speech: Speech, names: dict[str, str], **named: Any
    ) -> None:
        super().__init__(prog, *args, **named)
        self._speech = speech
        self._names = names

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(
            usage, actions, groups, f"{self._speech.say('usage')}: " if prefix is None else prefix
        )

    def start_section(self, heading: str | None) -> None:
        super().start_section(heading and self._speech.say(heading))

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return action.help and self._speech.say(action.help, **self._names)


def suggesting(refusal: Refusal, word: str, words: Iterable[str]) -> Refusal:
    """Return a refusal of a word that names the one that was probably meant, if one is near.

    Examples
    --------
    >>> refusal = Refusal("there is no ruleset {got}", got="gulbra")
    >>> str(suggesting(refusal, "gulbra", ("long", "gulbara")))
    'there is no ruleset gulbra: did you mean gulbara?'
    """
    near = difflib.get_close_matches(word.lower(), list(words), 1, 0.6)
    return refusal.adding("did you mean {near}?", near=near[0]) if near else refusal


def refused_choice(name: str, got: str, choices: Iterable[str]) -> Refusal:
    """Return the error for a word that is none of those that can be chosen."""
    choices = list(choices)
    listed = ", ".join(choices)
    if name == "COMMAND":
        refusal = Refusal(
            "there is no command {got!r}; the commands are {choices}", got=got, choices=listed
        )
    else:
        refusal = Refusal(
            "{name} must be one of {choices}; got {got!r}", name=name, choices=listed, got=got
        )
    return suggesting(refusal, got, choices)
