"""What the commands beside rollouts, matches and `play` say, in Russian."""

from __future__ import annotations

from typing import Final

__all__ = ["COMMAND_RUSSIAN"]

COMMAND_RUSSIAN: Final[dict[str, str]] = {
    # Counts and lists.
    "perft {depth} of {ruleset}": "перфт {depth}, {ruleset}",
    "weighted perft {depth} of {ruleset}": "перфт по 36 броскам {depth}, {ruleset}",
    "not finished; {count} in {done} of {total} rolls": (
        "не закончено; {count}, бросков: {done} из {total}"
    ),
    "{done} of {total} rolls": "бросков: {done} из {total}",
    "{n} play": "ходов: {n}",
    "{n} plays": "ходов: {n}",
    # A position.
    "position": "позиция",
    "id": "код",
    "ruleset": "правила",
    "pips": "путь",
    "off": "выброшено",
    "key": "ключ",
    "hash": "хеш",
    "outcome": "исход",
    "after": "после хода",
    "pictures": "картинки",
    "mover {mover}, opponent {opponent}": "ходящий {mover}, соперник {opponent}",
    "the game goes on": "игра продолжается",
    # Data.
    "shards": "частей",
    "policy": "стратегия",
    "seed": "зерно",
    # Files of matches.
    "money play": "на счёт",
    "match to {length}": "матч до {length}",
    "{white} and {black}, {ruleset}, {kind}, score {mine}-{his}, actions: {n}": (
        "{white} и {black}, {ruleset}, {kind}, счёт {mine}-{his}, действий: {n}"
    ),
    "filled: {note}": "дополнено: {note}",
    "left out: {loss}": "не вошло: {loss}",
    # The installation.
    "version": "версия",
    "backend": "бэкенд",
    "platform": "платформа",
    "machine": "машина",
    "compiler": "компилятор",
    "level": "уровень",
    "levels": "уровни",
    "vector": "векторы",
    "debug": "отладка",
    "cores": "ядер",
    "encoding": "кодировка",
    "folder": "папка",
    "self-test": "самопроверка",
    "passed": "пройдена",
    "not installed": "не установлено",
    "not set": "не задано",
    "none": "нет",
    "no": "нет",
    "yes": "да",
    "For a bug report: copy all of this, the command, and what you expected.": (
        "Для сообщения об ошибке: скопируйте всё это, команду и то, чего вы ожидали."
    ),
    # Speed.
    "signature": "подпись",
    "perft": "перфт",
    "positions": "позиции",
    "afterstates": "позиции после хода",
    "rate here, all cores": "скорость здесь, все ядра",
    "short": "короткие",
    "long": "длинные",
    "a second": "в секунду",
    "leaves": "листьев",
    "hashes": "хешей",
    "games": "партий",
    "count_afterstates": "подсчёт ходов",
    "position_hash": "хеш позиции",
    "rollout, random": "роллаут, случайные ходы",
}
