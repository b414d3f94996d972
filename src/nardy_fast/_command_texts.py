"""What the commands print and refuse, in Russian.

The Russian terms are those of `docs/glossary.md`.
"""

from __future__ import annotations

from typing import Final

__all__ = ["COMMAND_RUSSIAN"]

COMMAND_RUSSIAN: Final[dict[str, str]] = {
    "error": "ошибка",
    "interrupted": "прервано",
    # What cannot be read.
    "{message}": "{message}",
    "see {prog} --help": "смотрите {prog} --help",
    "did you mean {near}?": "может быть, {near}?",
    "there is no command {got!r}; the commands are {choices}": (
        "команды {got!r} нет; есть команды {choices}"
    ),
    "a command must be named": "нужно назвать команду",
    "required, but not given: {names}": "нужно, но не дано: {names}",
    "this means nothing here: {words}": "это здесь ничего не значит: {words}",
    "{name} must be one of {choices}; got {got!r}": (
        "{name}: нужно одно из {choices}, получено {got!r}"
    ),
    "{name} must be a whole number, as 1000, 1_000 or 1e3; got {got}": (
        "{name}: нужно целое число, вида 1000, 1_000 или 1e3, получено {got}"
    ),
    "{name} must be a number; got {got}": "{name}: нужно число, получено {got}",
    "{name} needs a value behind it; got none": "после {name} нужно значение, его нет",
    "{name} needs {n} values behind it": "после {name} нужно значений: {n}",
    "{name} and {other} contradict each other: leave one out": (
        "{name} и {other} противоречат друг другу: уберите одно"
    ),
    "{name} takes no value; got {got}": "у {name} нет значения, получено {got}",
    "{got} may be one of several options: {names}": "{got} может значить разное: {names}",
    "there is no ruleset {got!r}; the names are {names}, or a file that ends in .toml": (
        "правил {got!r} нет; есть {names} или файл с окончанием .toml"
    ),
    "a policy must be one of {policies}, or the path of a weight file; got {got!r}": (
        "стратегия должна быть одной из {policies} или путём к файлу весов, получено {got!r}"
    ),
    "there is no file or folder {name!r}: check the name; the folder here is {here}": (
        "файла или папки {name!r} нет: проверьте имя; мы в папке {here}"
    ),
    "{name!r} must not be read or written: check its rights": (
        "{name!r} нельзя читать или писать: проверьте права"
    ),
    "--lang ru needs a terminal that shows Cyrillic letters; its encoding is {encoding}": (
        "для --lang ru нужен терминал с кириллицей; его кодировка {encoding}"
    ),
    "set PYTHONIOENCODING=utf-8, or leave --lang out": (
        "задайте PYTHONIOENCODING=utf-8 или уберите --lang"
    ),
    # Positions.
    "--ruleset must say which game it is, or an ID or a line of a position; got neither": (
        "нужно назвать игру через --ruleset, или ID, или строку позиции; ничего этого нет"
    ),
    "add --ruleset long, or --ruleset short": "добавьте --ruleset long или --ruleset short",
    "the text of a board names no game; got {got!r}": "запись доски не называет игру: {got!r}",
    "this is an ID or a line of the other game, not of {rules}; got {got!r}": (
        "это ID или строка другой игры, а не {rules}: {got!r}"
    ),
    "leave --ruleset out, or name one of that game": (
        "уберите --ruleset или назовите правила той игры"
    ),
    "quote a position, and part its sides by a slash": (
        "возьмите позицию в кавычки, между сторонами косая черта"
    ),
    "--roll must say which dice are to be played; got none, and the position names none": (
        "нужно назвать кости через --roll; их нет, и в позиции их нет"
    ),
    "add --roll 61": "добавьте --roll 61",
    "the dice {roll} of the position take no part here": (
        "кости позиции, {roll}, здесь не участвуют"
    ),
    "--n-rolls belongs to rules under which doubles cascade, as gulbara; got {rules}": (
        "--n-rolls нужно там, где дубли по нарастающей, как в gulbara; получено {rules}"
    ),
    "leave --n-rolls out": "уберите --n-rolls",
    "--n-rolls must be two whole numbers from 0; got {got}": (
        "--n-rolls: нужны два целых числа от 0, получено {got}"
    ),
    "--n-rolls must say how many throws the mover and the opponent have made, since doubles "
    "cascade from throw {n} on under {rules}; got none": (
        "нужно --n-rolls: сколько бросков сделали ходящий и соперник; по правилам {rules} дубли "
        "по нарастающей начинаются с броска {n}"
    ),
    "add --n-rolls 3 3": "добавьте --n-rolls 3 3",
    # plays, analyse, rollout
    "{n} play": "ходов: {n}",
    "{n} plays": "ходов: {n}",
    "a double in stages, of which the first is listed: {queue}": (
        "дубль по частям, перечислена первая: {queue}"
    ),
    "doubles cascade under {rules}, and nothing ranks their plays yet": (
        "по правилам {rules} дубли идут по нарастающей, их ходы пока не сравниваются"
    ),
    "nardy-fast plays lists them": "их перечислит nardy-fast plays",
    "--policy must be one that evaluates plays; {judge} does not": (
        "--policy: нужна стратегия, которая оценивает ходы; {judge} не оценивает"
    ),
    "give --evaluator heuristic, or --trials 1296 to roll the plays out": (
        "добавьте --evaluator heuristic, или --trials 1296 для роллаута"
    ),
    "--{name} needs --trials: plays are not rolled out": (
        "для --{name} нужно --trials: роллаута ходов нет"
    ),
    "--min-trials belongs to --target-se": "--min-trials бывает только с --target-se",
    "add --target-se 0.01, or leave --min-trials out": (
        "добавьте --target-se 0.01 или уберите --min-trials"
    ),
    # perft
    "perft {depth} of {ruleset}: {n}": "перфт {depth}, {ruleset}: {n}",
    "weighted perft {depth} of {ruleset}: {n}": "перфт по 36 броскам {depth}, {ruleset}: {n}",
    "not finished; {n} in {done} of {total} rolls": "не закончен; {n} в бросках: {done} из {total}",
    "{done} of {total} rolls": "бросков: {done} из {total}",
    "{done} of {total} first plays ({share} %)": "первых ходов: {done} из {total} ({share} %)",
    # show
    "position": "позиция",
    "ruleset": "правила",
    "id": "ID позиции",
    "match_id": "ID матча",
    "xgid": "запись XGID",
    "line": "строка",
    "pips": "путь",
    "off": "снято",
    "key": "ключ",
    "hash": "хеш",
    "outcome": "исход",
    "mover": "ходящий",
    "opponent": "соперник",
    "mover {mover}, opponent {opponent}": "ходящий {mover}, соперник {opponent}",
    "the game goes on": "игра продолжается",
    "--cube-owner needs a cube; got none": "для --cube-owner нужен куб, его нет",
    "add --cube 2": "добавьте --cube 2",
    "--{name} belongs to a picture; got neither --svg nor --png": (
        "--{name} бывает только у картинки; нет ни --svg, ни --png"
    ),
    "add --svg FILE, or --png FILE": "добавьте --svg FILE или --png FILE",
    # play
    "--save must name a new file; {path} is there": (
        "--save должно назвать новый файл; {path} уже есть"
    ),
    "go on with it by --resume {path}": "его продолжит --resume {path}",
    "a match must be saved in a folder that can be written; got {path}": (
        "матч сохраняется в папку, куда можно писать; получено {path}"
    ),
    "--{name} belongs to a new match; a saved one has its own": (
        "--{name} бывает у нового матча; у сохранённого своё"
    ),
    "leave it out, or leave --resume out": "уберите его или --resume",
    # generate
    "folder": "папка",
    "positions": "позиций",
    "games": "партий",
    "shards": "частей",
    "policy": "стратегия",
    "seed": "зерно",
    # doctor and bench
    "a fault: {fault}": "неисправность: {fault}",
    "faults: {n}": "неисправностей: {n}",
    "To report something wrong: open an issue of the project with the form Bug report, and put "
    "these lines, the ruleset, the position and the roll into it.": (
        "Чтобы сообщить об ошибке: откройте issue проекта с формой Bug report и приложите эти "
        "строки, правила, позицию и бросок."
    ),
    "signature": "контрольная сумма",
    "perft": "перфт",
    "afterstates": "позиций после хода",
    "rate here, all cores": "скорость здесь, все ядра",
    "short": "короткие",
    "long": "длинные",
    "a second": "в секунду",
    "leaves": "листьев",
    "hashes": "хешей",
    "rollout, random": "роллаут, random",
    # completion
    "shtab completes for no {shell} here": "shtab здесь не дополняет для {shell}",
    'a newer one may: pip install -U "nardy-fast[completion]"': (
        'новая умеет: pip install -U "nardy-fast[completion]"'
    ),
    # Files of matches, the installation, and what the others say.
    "after": "после хода",
    "money play": "на счёт",
    "match to {length}": "матч до {length}",
    "{white} and {black}, {ruleset}, {kind}, score {mine}-{his}, actions: {n}": (
        "{white} и {black}, {ruleset}, {kind}, счёт {mine}-{his}, действий: {n}"
    ),
    "filled: {note}": "дополнено: {note}",
    "left out: {loss}": "не вошло: {loss}",
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
    "self-test": "самопроверка",
    "passed": "пройдена",
    "not installed": "не установлено",
    "not set": "не задано",
    "none": "нет",
    "no": "нет",
    "yes": "да",
    "count_afterstates": "подсчёт ходов",
    "position_hash": "хеш позиции",
    "{name} is there already; --force replaces it": "{name} уже есть; --force заменит его",
    "--roll must say what is played; got --play {play!r} alone": (
        "нужно назвать бросок через --roll; есть только --play {play!r}"
    ),
    "commit": "коммит",
    "processor": "процессор",
    "features": "возможности",
    "locale": "локаль",
    "executable": "интерпретатор",
    "weights": "веса",
    "not known": "не известно",
}
