"""Why a play is refused: the number of the rule and what it says, in English and in Russian.

The Russian terms are those of `docs/glossary.md`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from nardy_fast._narrowing import is_tuple
from nardy_fast.arguments import as_word
from nardy_fast.boards import BAR
from nardy_fast.plays import place_text
from nardy_fast.rulesets import Ruleset

__all__ = ["LANGUAGES", "Fault", "Reason", "fault_of"]

LANGUAGES: Final = ("en", "ru")
#: Of each key: the rule of short nardy, the rule of long nardy, English, Russian.
FAULTS: Final[Mapping[str, tuple[str, str, str, str]]] = {
    "game over": ("SR13", "LR16", "the game is over", "партия окончена"),
    "not a pass": (
        "SR7",
        "LR14",
        "a checker can move",
        "пропустить ход нельзя: есть чем ходить",
    ),
    "direction": (
        "SR1",
        "LR1",
        "checkers move from 24 to 1, not from {source} to {target}",
        "шашки идут от 24 к 1, а не с {source} на {target}",
    ),
    "dice": (
        "SR3",
        "LR13",
        "the dice {dice} do not make these moves",
        "кости {dice} не дают таких ходов",
    ),
    "no checker": (
        "SR3",
        "LR13",
        "the mover has no checker on {place}",
        "у ходящего нет шашки на {place}",
    ),
    "later stage": (
        "LR18",
        "LR18",
        "the stage {dice} must be played before those of higher numbers",
        "сначала играется {dice}, а следующие числа дубля потом",
    ),
    "landing": ("SR4", "LR3", "point {point} is closed", "пункт {point} закрыт соперником"),
    "nothing hit": ("SR5", "LR3", "nothing is hit on {points}", "бить нечего: {points}"),
    "ambiguous": (
        "SR5",
        "SR5",
        "the text fits several plays that hit differently: {plays}",
        "запись подходит к нескольким ходам, которые бьют по-разному: {plays}",
    ),
    "bar": ("SR6", "LR3", "a checker waits on the bar", "сначала войдите с бара: там ждёт шашка"),
    "no bar": ("SR6", "LR3", "there is no bar", "бара в этой игре нет"),
    "all home": ("SR9", "LR9", "not all checkers are home", "ещё не все шашки в доме"),
    "exact die": (
        "SR10",
        "LR10",
        "a {die} bears off from {source} only if no checker is farther",
        "кость {die} снимает шашку с пункта {source}, только если дальше шашек нет",
    ),
    "head": (
        "LR4",
        "LR4",
        "too many checkers leave the head",
        "с головы уходит слишком много шашек",
    ),
    "block": (
        "LR6",
        "LR6",
        "six points in a row would be blocked",
        "получилось бы запрещённое заграждение: шесть пунктов подряд",
    ),
    "block in passing": (
        "LR7",
        "LR7",
        "six points are blocked after a checker move",
        "запрещённое заграждение из шести пунктов стоит после хода одной шашкой",
    ),
    "stack cap": (
        "LR8",
        "LR8",
        "the stack on a point is limited to max_stack",
        "на пункте собралось бы больше шашек, чем можно",
    ),
    "more dice": ("SR7", "LR14", "more dice can be played", "можно сыграть больше костей"),
    "larger die": (
        "SR8",
        "LR15",
        "the larger die, {die}, can be played",
        "играется большая кость, {die}: ею ходить можно",
    ),
    "no such play": (
        "SR13",
        "LR16",
        "it is none of the legal plays",
        "среди разрешённых ходов такого нет",
    ),
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One rule that a play breaks.

    Parameters
    ----------
    rule : str
        Its number, as ``"SR6"``.
    key : str
        What is wrong with it, as a key of `FAULTS`.
    values : tuple of (str, object)
        What the text names: points, dice, plays.
    """

    rule: str
    key: str
    values: tuple[tuple[str, Any], ...] = ()

    def words(self, language: str) -> str:
        """Return what is wrong, without the number of the rule."""
        place = _place_in_russian if language == "ru" else place_text
        shown = {name: place(v) if name == "place" else _listed(v) for name, v in self.values}
        return FAULTS[self.key][2 + LANGUAGES.index(language)].format(**shown)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a play is refused: rules that forbid it together, mostly one.

    Examples
    --------
    >>> from nardy_fast import ruleset
    >>> reason = Reason((fault_of(ruleset("short"), "landing", point=20),))
    >>> str(reason), reason.text("ru")
    ('SR4: point 20 is closed', 'SR4: пункт 20 закрыт соперником')
    """

    faults: tuple[Fault, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        """The numbers of the rules."""
        return tuple(fault.rule for fault in self.faults)

    def text(self, language: str = "en") -> str:
        """Return the numbers and what is wrong, in one of `LANGUAGES`."""
        as_word("language", language, LANGUAGES)
        joint = " и " if language == "ru" else " and "
        said = "; ".join(fault.words(language) for fault in self.faults)
        return f"{joint.join(self.rules)}: {said}"

    def __str__(self) -> str:
        return self.text()

    def __iter__(self) -> Iterator[Fault]:
        return iter(self.faults)


def fault_of(rules: Ruleset, key: str, **values: Any) -> Fault:
    """Return a fault with the number that its rule has in the game of `rules`."""
    return Fault(FAULTS[key][0 if rules.has_bar else 1], key, tuple(values.items()))


def _listed(value: Any) -> str:
    return ", ".join(map(str, value)) if is_tuple(value) else str(value)


def _place_in_russian(place: int) -> str:
    return "баре" if place == BAR else f"пункте {place}"
