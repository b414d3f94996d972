"""What `nardy-fast play` says: its help in both languages, and Russian for every other text.

The Russian terms are those of `docs/glossary.md`.
"""

from __future__ import annotations

from typing import Final

__all__ = ["HELP", "PLAY_RUSSIAN", "RUSSIAN_RULES"]

HELP: Final[dict[str, str]] = {
    "en": """
You sit at the bottom and read your own numbers, from 24 at the top right to 1
at the bottom right; then your checkers leave the board. In short nardy the
other side runs against you, in long nardy the same way round.
(24) and [18] mark where the other side left, and where it came to.

  3                 play number 3 of the list
  24/18 13/11       play these checker moves, in any order
  24/18             one checker move; the rest follows, Enter ends the turn
  bar/22, 6/off(2)  from the bar; two checkers off
  Enter             throw the dice; play what is forced; end the turn
  undo              take back the last checker move, else your last play
  plays, more       list the plays, the best known first; the next page
  hint [N]          the N best plays with their scores
  board, pips       draw the board; what both sides have to go
  history           what was played in this match
  double            offer the cube, before the throw
  take, drop        answer a double; also beaver and raccoon in money play
  resign [KIND]     offer to lose the game: single, gammon, mars, koks ...
  accept, reject    answer such an offer
  save FILE         save the match; --resume FILE goes on with it
  help, quit        show this; leave
""",
    "ru": """
Вы сидите внизу и считаете пункты по-своему: от 24 справа вверху до 1 справа
внизу, затем шашки выбрасываются. В коротких нардах соперник идёт навстречу,
в длинных в ту же сторону. Отметки (24) и [18]: откуда и куда пошёл соперник.

  3                     ход номер 3 из списка
  24/18 13/11           ход шашками, в любом порядке
  24/18                 ход одной шашкой; затем остальные, Enter кончает ход
  бар/22, 6/выкид(2)    с бара; выбросить две шашки
  Enter                 бросить кости; вынужденный ход; конец хода
  отмена                взять назад ход шашкой, иначе свой последний ход
  ходы, дальше          список ходов, лучшие первыми; следующая страница
  подсказка [N]         N лучших ходов с оценками
  доска, путь           нарисовать доску; сколько осталось обеим сторонам
  история               что было сыграно в этом матче
  дабл                  предложить удвоение, до броска
  принять, отказ        ответ на дабл; в игре на счёт также бивер и енот
  сдаться [ИСХОД]       предложить сдачу: ойн, марс, кокс, домашний марс
  согласен, несогласен  ответ на такое предложение
  сохранить ФАЙЛ        сохранить матч; --resume ФАЙЛ продолжит его
  помощь, выход         показать это; выйти
""",
}

#: The texts of `Speech.say`, with the same names in braces.
PLAY_RUSSIAN: Final[dict[str, str]] = {
    # Names.
    "you": "вы",
    "the first side": "первая сторона",
    "the second side": "вторая сторона",
    "pass": "пропуск",
    "double": "дабл",
    "redouble": "дабл",
    "take": "принимает",
    "drop": "отказывается",
    "beaver": "бивер",
    "raccoon": "енот",
    "offer resignation": "предлагает сдачу",
    "accept resignation": "согласие на сдачу",
    "reject resignation": "отказ от сдачи",
    # The course of a match.
    "{rules}: money play, seed {seed}.": "{rules}: игра на счёт, зерно {seed}.",
    "{rules}: a match to {n}, seed {seed}.": "{rules}: матч до {n}, зерно {seed}.",
    "Poddavki: who bears off everything first, loses.": (
        "Поддавки: кто первым выбросит все шашки, тот проиграл."
    ),
    "Type {help} to see the commands.": "Наберите {help}, чтобы увидеть команды.",
    "The opening throw: {a} {x}, {b} {y}. Equal dice: again.": (
        "Розыгрыш первого хода: {a} {x}, {b} {y}. Поровну, бросаем ещё раз."
    ),
    "The opening throw: {a} {x}, {b} {y}.": "Розыгрыш первого хода: {a} {x}, {b} {y}.",
    "First to play: {name}.": "Начинает: {name}.",
    "The game is over. Winner: {name}; {kind}; cube {cube}; points: {points}.": (
        "Партия окончена. Победитель: {name}; {kind}; куб {cube}; очков: {points}."
    ),
    "Score: {score}": "Счёт: {score}",
    "The match is over. Winner: {name}.": "Матч окончен. Победитель: {name}.",
    "The match is over. {score}": "Матч окончен. {score}",
    "The next game is the Crawford game, without a cube.": (
        "Следующая партия по правилу Кроуфорда, без куба."
    ),
    # The machine.
    "{name} accepts the resignation.": "{name}: сдача принята.",
    "{name} rejects the resignation: more can be won.": (
        "{name}: сдача не принята, можно выиграть больше."
    ),
    "{name}: {dice}, no checker can move: pass.": "{name}: {dice}, ходов нет: пропуск.",
    "{name}: {dice}, plays {play}": "{name}: {dice}, ход {play}",
    # The person.
    "{name} offers to resign: {kind}.": "{name} предлагает сдачу: {kind}.",
    "{name}: {offer}, the cube goes to {value}.": "{name}: {offer}, куб станет {value}.",
    "{name}: Enter throws the dice": "{name}: Enter бросает кости",
    "{name}: {dice}. No checker can move: pass.": "{name}: {dice}. Ходов нет: пропуск.",
    "{name}: moves that the other side could not make come first: {queue}.": (
        "{name}: сначала ходы, которых не смогла сделать другая сторона: {queue}."
    ),
    "{name}: this double goes on in stages: {queue}.": (
        "{name}: этот дубль играется по частям: {queue}."
    ),
    "{dice}: only {play} is legal; Enter plays it.": (
        "{dice}: возможен только ход {play}; Enter сделает его."
    ),
    "{dice}: {n} plays.": "{dice}: ходов {n}.",
    "... {n} more: {word}": "... ещё {n}: {word}",
    "The turn is whole: Enter ends it, {undo} takes back.": (
        "Ход сделан: Enter заканчивает его, {undo} возвращает назад."
    ),
    "Next: {moves}": "Дальше: {moves}",
    "Your last play is taken back; the dice stay the same.": (
        "Последний ход взят назад; бросок остаётся тем же."
    ),
    # Refusals.
    "Not allowed. {reason}": "Нельзя. {reason}",
    "This cannot be read, from column {n} on: {got}": "Не читается, начиная с места {n}: {got}",
    "A play is written like 24/18 13/11*, bar/22, 6/off(2).": (
        "Ход пишется так: 24/18 13/11*, бар/22, 6/выкид(2)."
    ),
    "There is nothing to take back in this game.": "В этой партии нечего брать назад.",
    "The turn is not whole: more dice can be played.": (
        "Ход не закончен: можно сыграть ещё кости."
    ),
    "Several plays are legal: choose one by its number or its notation.": (
        "Возможны несколько ходов: выберите номером или записью."
    ),
    "The plays have the numbers 1 to {n}; got {got}.": "У ходов номера от 1 до {n}, а не {got}.",
    "Expected the number of a play, a play such as {play}, or {help}.": (
        "Ожидается номер хода, ход вида {play} или {help}."
    ),
    "Expected one of: {words}.": "Ожидается одно из: {words}.",
    "Expected Enter, or one of: {words}.": "Ожидается Enter или одно из: {words}.",
    "One can resign: {kinds}; got {got}.": "Сдать можно: {kinds}; получено {got}.",
    # Facts.
    "pips {pips}   off {off}   score {score}": "путь {pips}   выброшено {off}   счёт {score}",
    "{name}: {pips} pips to go": "{name}: осталось пути {pips}",
    "Even.": "Поровну.",
    "{name} leads the race by {pips}.": "{name}: впереди на {pips}.",
    "{policy} has no opinion of plays": "{policy} ходов не оценивает",
    "The best plays by {policy}: {told}, behind the best": (
        "Лучшие ходы, оценщик {policy}: {told}, отставание от лучшего"
    ),
    "points expected": "ожидаемые очки",
    "its own score": "его оценка",
    "Game {i}: winner {name}, points {points} ({kind}, cube {cube})": (
        "Партия {i}: победитель {name}, очков {points} ({kind}, куб {cube})"
    ),
    "Game {i}, each play in its own side's numbers:": (
        "Партия {i}, каждый ход в счёте своей стороны:"
    ),
    # Files.
    "Name a file: {word} FILE.": "Назовите файл: {word} ФАЙЛ.",
    "{path} is there, and is no saved match.": "{path} уже есть, и это не сохранённый матч.",
    "Saved in {path}.": "Сохранено в {path}.",
    "The file cannot be written: {error}": "Файл не записывается: {error}",
    "Save the match? A file name, or no": "Сохранить матч? Имя файла или нет",
    "To go on: {command}": "Чтобы продолжить: {command}",
    "The match is not saved.": "Матч не сохранён.",
}

#: What each rule of a match says, for refusals (docs/match.md).
RUSSIAN_RULES: Final[dict[str, str]] = {
    "MR2": "сначала разыгрывается первый ход",
    "MR5": "сначала надо сыграть бросок или бросить кости",
    "MR6": "дабл предлагает владелец куба, до броска, если игра идёт с кубом",
    "MR7": "сначала надо ответить на предложение, или отвечать не на что",
    "MR8": "бивер здесь не играется, или отвечать не на что",
    "MR9": "енот здесь не играется, или отвечать не на что",
    "MR10": "куб больше не растёт",
    "MR11": "куб мёртв: и без удвоения выигрыш кончает матч",
    "MR12": "в партии Кроуфорда куба нет",
    "MR14": "сначала надо ответить на предложение сдаться, или отвечать не на что",
    "MR16": "матч окончен",
}
