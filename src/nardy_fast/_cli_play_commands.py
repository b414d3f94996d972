"""What a person types during a game: commands in English and Russian, numbers, and notation."""

from __future__ import annotations

import re
from typing import NamedTuple

from nardy_fast.outcome import WinKind

__all__ = ["COMMANDS", "Command", "as_notation", "as_win_kind", "read_command"]

#: Every command with its words; the first English and the first Russian one are those of `help`.
COMMANDS: dict[str, tuple[str, ...]] = {
    "help": ("help", "?", "h", "помощь", "справка"),
    "board": ("board", "b", "доска"),
    "plays": ("plays", "list", "ходы", "список"),
    "more": ("more", "m", "дальше", "ещё", "еще"),
    "hint": ("hint", "подсказка"),
    "pips": ("pips", "путь", "пипсы"),
    "history": ("history", "история"),
    "roll": ("roll", "r", "бросок", "бросить"),
    "double": ("double", "redouble", "дабл", "удвоить"),
    "take": ("take", "принять", "беру", "тейк"),
    "drop": ("drop", "отказ", "отказаться", "сдать"),
    "beaver": ("beaver", "бивер"),
    "raccoon": ("raccoon", "енот"),
    "accept": ("accept", "yes", "y", "согласен", "да"),
    "reject": ("reject", "no", "n", "несогласен", "нет"),
    "undo": ("undo", "u", "отмена", "назад"),
    "done": ("done", "готово"),
    "resign": ("resign", "сдаться", "сдаюсь"),
    "save": ("save", "сохранить"),
    "quit": ("quit", "exit", "q", "выход"),
}
_BY_WORD = {word: name for name, words in COMMANDS.items() for word in words}
_WITH_ARGUMENT = ("hint", "resign", "save")
_KINDS = {
    WinKind.SINGLE: ("single", "oyn", "ойн", "оин", "простой"),
    WinKind.GAMMON: ("gammon", "mars", "марс"),
    WinKind.BACKGAMMON: ("backgammon", "koks", "кокс"),
    WinKind.HOME_MARS: ("home mars", "home_mars", "домашний марс"),
    WinKind.MARS: ("mars", "gammon", "марс"),
    WinKind.KOKS: ("koks", "backgammon", "кокс"),
}
_NOTATION = re.compile(
    r"(?:bar|бар|\d{1,2})(?:/(?:off|выкид|выброс|\d{1,2})\*?)+(?:\(\d\))?|pass|пропуск",
    re.IGNORECASE,
)
_WORDS_OF_NOTATION = {"бар": "bar", "выкид": "off", "выброс": "off", "пропуск": "pass"}


class Command(NamedTuple):
    """What a line means.

    Parameters
    ----------
    name : str
        A key of `COMMANDS`; ``"enter"`` for an empty line, ``"number"``, ``"notation"``, or
        ``"unknown"``.
    argument : str
        The number, the notation in English letters, what follows the word, or the unknown line.
    """

    name: str
    argument: str = ""


def read_command(line: str) -> Command:
    """Return what a line means.

    Examples
    --------
    >>> read_command(" 3 "), read_command("Сдаться марс").name
    (Command(name='number', argument='3'), 'resign')
    >>> read_command("бар/22 6/выкид(2)").argument
    'bar/22 6/off(2)'
    """
    text = " ".join(line.split())
    word, _, rest = text.partition(" ")
    name = _BY_WORD.get(word.lower())
    if not text:
        return Command("enter")
    if text.isdecimal() and len(text) <= 6:
        return Command("number", str(int(text)))
    if name is not None and (not rest or name in _WITH_ARGUMENT):
        return Command(name, rest)
    if all(_NOTATION.match(token) for token in text.split()):
        return Command("notation", as_notation(text))
    # What looks like a play is read as one, so that the error says at which column it fails.
    if "/" in text and text[0].isdigit():
        return Command("notation", as_notation(text))
    return Command("unknown", text)


def as_notation(text: str) -> str:
    """Return a play's text with the English words of notation."""
    return re.sub(
        "|".join(_WORDS_OF_NOTATION),
        lambda found: _WORDS_OF_NOTATION[found.group().lower()],
        text,
        flags=re.IGNORECASE,
    )


def as_win_kind(text: str, kinds: tuple[WinKind, ...]) -> WinKind | None:
    """Return the kind of win that a word means among some kinds; None if it means none.

    Examples
    --------
    >>> as_win_kind("Марс", (WinKind.SINGLE, WinKind.GAMMON, WinKind.BACKGAMMON))
    <WinKind.GAMMON: 'gammon'>
    """
    word = text.lower()
    return next((kind for kind in kinds if word in _KINDS[kind]), None)
