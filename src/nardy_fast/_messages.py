"""What the command line says to people: English texts, and the same in Russian.

The Russian terms are those of `docs/glossary.md`.
"""

from __future__ import annotations

import math
from typing import Final

from nardy_fast._command_texts import COMMAND_RUSSIAN
from nardy_fast._help_texts import HELP_RUSSIAN
from nardy_fast._play_texts import PLAY_RUSSIAN
from nardy_fast.errors import ArgumentError

__all__ = ["LANGUAGES", "RUSSIAN", "Refusal", "Speech"]

LANGUAGES: Final = ("en", "ru")
#: Every text that `Speech.say` is given, with the same names in braces.
RUSSIAN: Final[dict[str, str]] = {
    # Classes of win.
    "win": "выигрыш",
    "lose": "проигрыш",
    "all": "всего",
    "single": "ойн",
    "gammon": "марс",
    "backgammon": "кокс",
    "oyn": "ойн",
    "home mars": "домашний марс",
    "mars": "марс",
    "koks": "кокс",
    "win gammon": "с марсом",
    "win backgammon": "с коксом",
    "win home mars": "с домашним марсом",
    "win mars": "с марсом",
    "win koks": "с коксом",
    "lose gammon": "проигрыш с марсом",
    "lose backgammon": "проигрыш с коксом",
    "lose home mars": "проигрыш с домашним марсом",
    "lose mars": "проигрыш с марсом",
    "lose koks": "проигрыш с коксом",
    "a column counts the higher classes too": "в каждом столбце учтены и старшие классы",
    "misère: to win is to bear off first here, and that pays the other side": (
        "поддавки: выигрыш здесь — снять шашки первым, и за него платят сопернику"
    ),
    "{done} of {total} positions": "позиций: {done} из {total}",
    # Rollouts.
    "equity": "эквити",
    "std error": "ст. ошибка",
    "first mover wins: {rate} %": "ходящий выигрывает: {rate} %",
    "equity {equity}, std error {error}, 95 %: {low} to {high}": (
        "эквити {equity}, ст. ошибка {error}, 95 %: от {low} до {high}"
    ),
    "{n} trials, policy {policy}, seed {seed}": (
        "испытаний: {n}, стратегия {policy}, зерно {seed}"
    ),
    "no double on the first roll": "первый бросок без дублей",
    "throws stratified at plies: {n}": "полуходов со стратифицированными бросками: {n}",
    "truncated after plies: {n}": "усечение после полуходов: {n}",
    "variance reduction": "снижение дисперсии",
    "evaluator {evaluator}": "оценщик {evaluator}",
    "variance reduction used: {ratio} times less variance for {cost} times the work": (
        "снижение дисперсии применено: дисперсия в {ratio} раза меньше, работы в {cost} раза больше"
    ),
    "variance reduction not used: {ratio} times less variance for {cost} times the work": (
        "снижение дисперсии не применено: дисперсия в {ratio} раза меньше, работы в {cost} раза "
        "больше"
    ),
    "variance reduction not used: no evaluator of chances or equity": (
        "снижение дисперсии не применено: нет оценщика вероятностей или эквити"
    ),
    "as exact as so many plain trials: {n}": "по точности это столько обычных испытаний: {n}",
    "plies a game: mean {mean}, sd {sd}; unfinished games: {n}": (
        "полуходов в партии: в среднем {mean}, ст. отклонение {sd}; незаконченных партий: {n}"
    ),
    "{done} of {total} trials": "испытаний: {done} из {total}",
    "{done} of {total} trials ({share} %), equity {equity} +- {error}, {left} left": (
        "испытаний: {done} из {total} ({share} %), эквити {equity} ± {error}, осталось {left}"
    ),
    "interrupted after {done}": "прервано; {done}",
    "to go on: {command}": "чтобы продолжить: {command}",
    # Plays.
    "play": "ход",
    "score": "оценка",
    "{roll}: {n} of {total} plays": "{roll}: ходов {n} из {total}",
    "evaluation by {evaluator}": "оценка без роллаута, оценщик {evaluator}",
    "diff": "разница",
    "JSD": "JSD",
    "best %": "лучший, %",
    "trials": "испытаний",
    "stopped": "отброшен",
    "differences are of pairs of trials on the same dice": (
        "разницы посчитаны по парам испытаний на одних и тех же бросках"
    ),
    "JSD: joint standard deviations behind the best play": (
        "JSD: отставание от лучшего хода в совместных ст. отклонениях"
    ),
    "{done} of {total} trials a play ({share} %), best {play}: {equity} +- {error}, {left} left": (
        "испытаний на ход: {done} из {total} ({share} %), лучший {play}: {equity} ± {error}, "
        "осталось {left}"
    ),
    # Matches.
    "{games} games, mirrored, seed {seed}": "партий: {games}, зеркальных, зерно {seed}",
    "{games} games, not mirrored, seed {seed}": "партий: {games}, не зеркальных, зерно {seed}",
    "points a game": "очков за партию",
    "95 %, from": "95 %, от",
    "95 %, to": "95 %, до",
    "wins, %": "побед, %",
    "wins": "побед",
    "the side that begins": "начинающий",
    "plies a game: {mean}; unfinished games: {n}": (
        "полуходов в партии: {mean}; незаконченных партий: {n}"
    ),
    "{done} of {total} games": "партий: {done} из {total}",
    "{done} of {total} games ({share} %), points a game {points} +- {error}, {left} left": (
        "партий: {done} из {total} ({share} %), очков за партию {points} ± {error}, осталось {left}"
    ),
    # Pictures of boards.
    "position, {ruleset}": "позиция, {ruleset}",
    "pips {pips}": "путь {pips}",
    "off {off}": "выброшено {off}",
    "below, red: {checkers}; pips {pips}": "внизу красные: {checkers}; путь {pips}",
    "below, ivory: {checkers}; pips {pips}": "внизу белые: {checkers}; путь {pips}",
    "above, red: {checkers}; pips {pips}": "вверху красные: {checkers}; путь {pips}",
    "above, ivory: {checkers}; pips {pips}": "вверху белые: {checkers}; путь {pips}",
    "dice {dice}": "кости {dice}",
    "played {dice}": "сыграны {dice}",
    "cube {cube} in the middle": "куб {cube} в центре",
    "cube {cube} below": "куб {cube} внизу",
    "cube {cube} above": "куб {cube} вверху",
    "cube {cube} offered to the side below": "куб {cube} предложен стороне внизу",
    "cube {cube} offered to the side above": "куб {cube} предложен стороне вверху",
    "play {play}": "ход {play}",
    # A game at the keyboard.
    **PLAY_RUSSIAN,
    # The other commands.
    **COMMAND_RUSSIAN,
    **HELP_RUSSIAN,
}


class Speech:
    r"""Texts and numbers in one language.

    Parameters
    ----------
    language : str
        One of `LANGUAGES`.

    Examples
    --------
    >>> russian = Speech("ru")
    >>> russian.say("interrupted after {done}", done=russian.count(12345))
    'прервано; 12\xa0345'
    >>> russian.number(-0.51349, 4), Speech().number(0.5, 2, signed=True)
    ('-0,5135', '+0.50')
    """

    def __init__(self, language: str = LANGUAGES[0]) -> None:
        self.language = language
        self._is_russian = language == "ru"

    def say(self, text: str, **values: object) -> str:
        """Return a text of the catalogue, filled in; one that it lacks stays English."""
        return (RUSSIAN.get(text, text) if self._is_russian else text).format(**values)

    def count(self, n: int) -> str:
        """Return a whole number with its thousands apart."""
        # Russian parts thousands by a space; here it must not break.
        return f"{n:,}".replace(",", "\xa0") if self._is_russian else f"{n:,}"

    def number(self, value: float | None, decimals: int, *, signed: bool = False) -> str:
        """Return a number with its decimals; a dash for None and NaN."""
        if value is None or math.isnan(value):
            return "-"
        text = f"{value:{'+' if signed else ''}.{decimals}f}"
        return text.replace(".", ",") if self._is_russian else text

    def percent(self, share: float | None, decimals: int = 2) -> str:
        """Return a share in percent, without the sign."""
        return self.number(None if share is None else 100 * share, decimals)

    def duration(self, seconds: float) -> str:
        """Return minutes and seconds as 1:05, with hours as 2:01:05; a dash if not known."""
        if not math.isfinite(seconds):
            return "-"
        minutes, rest = divmod(round(seconds), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class Refusal(ArgumentError):  # noqa: N818 - the kind of error is its parent's
    """What the command line cannot do, told in the language that it is asked in.

    Parameters
    ----------
    text : str
        A text of the catalogue: what was expected, what came, and what to do.
    **values : object
        What it is filled in with.

    Examples
    --------
    >>> refusal = Refusal("add --roll 61")
    >>> str(refusal.adding("did you mean {near}?", near="rollout"))
    'add --roll 61: did you mean rollout?'
    >>> refusal.told(Speech("ru"))
    'добавьте --roll 61: может быть, rollout?'
    """

    def __init__(self, text: str, **values: object) -> None:
        self._parts: list[tuple[str, dict[str, object]]] = [(text, values)]
        super().__init__(text.format(**values))

    def adding(self, text: str, **values: object) -> Refusal:
        """Return this refusal with one more text at its end."""
        self._parts.append((text, values))
        self.args = (self.told(Speech()),)
        return self

    def told(self, speech: Speech) -> str:
        """Return all texts in a language."""
        return ": ".join(speech.say(text, **values) for text, values in self._parts)
