"""The help of the command line in Russian: every text of an option, a command and an example.

The Russian terms are those of `docs/glossary.md`.
"""

from __future__ import annotations

from typing import Final

__all__ = ["HELP_RUSSIAN"]

HELP_RUSSIAN: Final[dict[str, str]] = {
    # The program and its commands.
    "Short nardy (backgammon) and long nardy, fast.": "Короткие и длинные нарды, быстро.",
    "usage": "вызов",
    "positional arguments": "аргументы",
    "options": "параметры",
    "pictures": "картинки",
    "examples": "примеры",
    "exit codes": "коды завершения",
    "all is well": "всё в порядке",
    "doctor found a fault": "doctor нашёл неисправность",
    "an error, told in one line on stderr, with what to do": (
        "ошибка: одна строка в stderr, с тем, что делать"
    ),
    "interrupted by Ctrl-C; what was finished is printed": (
        "прервано по Ctrl-C; сделанное напечатано"
    ),
    "who read the output has closed it, as head does": "читатель вывода закрыл его, как head",
    "show this help message and exit": "показать эту справку",
    "show the version and exit": "показать версию",
    "language of what is printed; default: en": "язык вывода; по умолчанию en",
    "play many games to the end": "доиграть много партий из позиции (роллаут)",
    "rank the plays of a roll": "сравнить ходы при броске",
    "play two policies against each other": "сыграть матч двух стратегий",
    "play a match yourself, here in the terminal": "сыграть матч самому, здесь в терминале",
    "write labelled positions of self-play, resumable": (
        "записать размеченные позиции партий с самим собой; можно продолжать"
    ),
    "count the plays of all rolls to a depth": "сосчитать ходы всех бросков до глубины (перфт)",
    "list the plays of a roll": "перечислить ходы при броске",
    "draw a position, and show its IDs, pips, key and hash": (
        "нарисовать позицию; показать её записи, путь, ключ и хеш"
    ),
    "write a match as another kind of file": "записать матч в файл другого вида",
    "print a signature of the behaviour, and the speed here": (
        "напечатать контрольную сумму поведения и скорость здесь"
    ),
    "check this installation, and show what a bug report needs": (
        "проверить установку и показать то, что нужно в сообщении об ошибке"
    ),
    "show versions, backend and machine, for reports": (
        "показать версии, бэкенд и машину, для сообщений"
    ),
    "print a script by which a shell completes words": (
        "напечатать скрипт, по которому оболочка дополняет слова"
    ),
    # Options that several commands have.
    "print one object of JSON": "напечатать один объект JSON",
    'as "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5", an ID of GNU Backgammon, an XGID, an ID or a '
    "line of long nardy; default: the start": (
        "вида «24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5», ID из GNU Backgammon, XGID, ID или строка "
        "длинных нард; по умолчанию начальная"
    ),
    "a .toml file, or one of {presets}": "файл .toml или одно из: {presets}",
    "a .toml file, or one of {presets}; an ID and a line name their game themselves": (
        "файл .toml или одно из: {presets}; ID и строка называют свою игру сами"
    ),
    'as "61"; default: the dice of the position': "вида «61»; по умолчанию кости позиции",
    "of points: the mover's own, one for the board, or one that rises from White's head": (
        "счёт пунктов: свой у ходящего, один на доску, или один по возрастанию от головы белых"
    ),
    "who the mover is: 0 is White, 1 Black; default: as the position says, or 0": (
        "кто ходит: 0 белые, 1 чёрные; по умолчанию как в позиции, или 0"
    ),
    "default: %(default)s": "по умолчанию %(default)s",
    "default: a new one, printed": "по умолчанию новое, печатается",
    "default: a new one, told": "по умолчанию новое, называется",
    "default: all cores": "по умолчанию все ядра",
    "{policies} or a weight file, with ,epsilon=E ,temperature=T": (
        "{policies} или файл весов, с ,epsilon=E ,temperature=T"
    ),
    "who plays: {policies} or a weight file, with ,epsilon=E ,temperature=T; A/B for the two "
    "sides (default: %(default)s)": (
        "кто играет: {policies} или файл весов, с ,epsilon=E ,temperature=T; A/B за две стороны "
        "(по умолчанию %(default)s)"
    ),
    "who evaluates and plays: {policies} or a weight file, with ,epsilon=E ,temperature=T; A/B "
    "for two (default: %(default)s)": (
        "кто оценивает и играет: {policies} или файл весов, с ,epsilon=E ,temperature=T; A/B за "
        "двоих (по умолчанию %(default)s)"
    ),
    "who plays the other side": "кто играет за другую сторону",
    "the other side": "другая сторона",
    # rollout and analyse
    "games, at most (default: 100,000 or so)": "партий, не больше (по умолчанию около 100 000)",
    "plies, 0 to 3, or auto": "полуходов, от 0 до 3, или auto",
    "plies, 0 to 3": "полуходов, от 0 до 3",
    "take out the luck of the dice": "вычесть везение костей",
    "take out the luck of the dice; auto measures whether it pays": (
        "вычесть везение костей; auto измеряет, стоит ли"
    ),
    "keep finished blocks here, and go on from them": "хранить готовое здесь и продолжать с него",
    "throws that both have made before, where doubles cascade (gul bara)": (
        "сколько бросков обе стороны уже сделали, если дубли по нарастающей (гюльбар)"
    ),
    "play until the standard error is this small": "играть, пока ст. ошибка больше этой",
    "never stop before so many games": "не кончать раньше стольких партий",
    "after so many plies ask the evaluator": "после стольких полуходов спросить оценщика",
    "whose weights evaluate; default: the policy's": "чьи веса оценивают; по умолчанию стратегии",
    "roll each play out; default: evaluate only": (
        "доигрывать после каждого хода; по умолчанию только оценка"
    ),
    "only the best by the evaluator": "только лучшие по оценщику",
    "give up plays so far behind; 2.33 is usual": "бросать отставшие настолько; обычно 2.33",
    # match and generate
    "give each game its own dice": "каждой партии свои кости",
    "no double on the first roll; auto: as the ruleset opens a game": (
        "первый бросок без дублей; auto: как начинают по этим правилам"
    ),
    "new, or to go on with": "новая, или чтобы продолжить",
    "at least so many, as 1e6": "не меньше стольких, вида 1e6",
    # play
    "talk on stderr, and print the result as one object of JSON at the end": (
        "разговор в stderr, а в конце результат одним объектом JSON"
    ),
    "a .toml file, or one of {presets}; default: short": (
        "файл .toml или одно из: {presets}; по умолчанию short"
    ),
    "{policies}, a weight file, or human; default: heuristic": (
        "{policies}, файл весов или human (человек); по умолчанию heuristic"
    ),
    "points to win; default: 1": "до скольких очков; по умолчанию 1",
    "play for points, without an end": "игра на счёт, без конца",
    "whose rules the cube and the length have": "по чьим правилам куб и длина",
    "play without a doubling cube": "без куба удвоения",
    "money play: the Jacoby rule": "игра на счёт: правило Джекоби",
    "money play: beavers are allowed": "игра на счёт: разрешены биверы",
    "money play: raccoons too": "игра на счёт: и еноты",
    "whose dice you have; default: first": "чьи у вас кости; по умолчанию first",
    "who orders plays and gives hints; default: the opponent": (
        "кто упорядочивает ходы и подсказывает; по умолчанию соперник"
    ),
    "how plays are listed": "в каком порядке ходы",
    "draw in ASCII": "рисовать в ASCII",
    "save here after every turn": "сохранять сюда после каждого хода",
    "go on with a saved match, and save it there": (
        "продолжить сохранённый матч, и сохранять его там же"
    ),
    # perft, show, convert, completion
    "plies, 0 to 16": "полуходов, от 0 до 16",
    "count 36 throws, not 21 rolls": "считать 36 бросков, а не 21",
    "show the count of each first roll": "показать счёт по первым броскам",
    "draw the board as SVG": "нарисовать доску в SVG",
    "draw it as PNG; needs the extra png": "нарисовать в PNG; нужно дополнение png",
    "default: light": "по умолчанию light",
    "default: 640": "по умолчанию 640",
    'dice to draw, as "61"': "кости на рисунке, вида «61»",
    "a cube to draw": "куб на рисунке",
    "default: the middle": "по умолчанию в центре",
    "a file that ends in one of {kinds}": "файл с одним из окончаний {kinds}",
    "a new file that ends in .mat or .json": "новый файл с окончанием .mat или .json",
    "of IN, where it does not say: a .toml file, or one of {presets}": (
        "правила IN, если он их не называет: файл .toml или одно из: {presets}"
    ),
    "of the plays of IN; default: what it says, or own": (
        "счёт пунктов в IN; по умолчанию как там сказано, или свой"
    ),
    "of those of OUT": "счёт пунктов в OUT",
    "replace OUT if it is there": "заменить OUT, если он есть",
    "one of {shells}": "одна из: {shells}",
    "the board": "доска",
    'a play of that roll, to draw it made, as "24/18 13/12"': (
        "ход при этом броске; рисуется сделанным, вида «24/18 13/12»"
    ),
    "who sits below; default: the mover": "кто внизу; по умолчанию ходящий",
    "a name above the board": "имя над доской",
    "a name below": "имя под доской",
    "print it in ASCII": "печатать в ASCII",
    "who is to take the cube": "кому предложен куб",
    "leave out the lines above and below": "без строк сверху и снизу",
    "of IN, if it is text: cp1251 from Russian Windows": (
        "кодировка IN, если это текст: cp1251 из русской Windows"
    ),
    # Examples.
    "a game against the machine": "партия против машины",
    "what the start of long nardy is worth": "чего стоит начальная позиция длинных нард",
    "the best plays of a roll": "лучшие ходы при броске",
    "a million random games would take seconds; these are ten thousand": (
        "миллион случайных партий занял бы секунды; здесь десять тысяч"
    ),
    "a position by its XGID, with even dice and its luck taken out": (
        "позиция по XGID, кости поровну, везение вычтено"
    ),
    "gul bara, where both sides have thrown five times": (
        "гюльбар, где обе стороны бросили по пять раз"
    ),
    "what the heuristic thinks": "что думает эвристика",
    "the best three, rolled out on the same dice": "три лучших, роллаут на одних костях",
    "the dice of an XGID, points counted as one for both sides": (
        "кости из XGID, один счёт пунктов на обе стороны"
    ),
    "is the heuristic better than chance?": "лучше ли эвристика случая?",
    "a policy that strays once in ten plays, for another program": (
        "стратегия, что сбивается раз в десять ходов; для другой программы"
    ),
    "a match to three points": "матч до трёх очков",
    "in Russian, saved after every turn": "по-русски, с сохранением после каждого хода",
    "go on with it": "продолжить его",
    "a thousand positions of self-play": "тысяча позиций партий с самим собой",
    "go on to two thousand": "продолжить до двух тысяч",
    "all plays of all rolls, three plies deep": "все ходы всех бросков на три полухода",
    "a position by its ID, roll by roll": "позиция по ID, бросок за броском",
    "the plays of 3-1 at the start": "ходы при 3-1 в начале",
    "a line of long nardy with its dice, points counted from White's head": (
        "строка длинных нард с костями, пункты от головы белых"
    ),
    "the start of long nardy": "начало длинных нард",
    "an ID, drawn in ASCII": "ID, рисунок в ASCII",
    "a picture too": "и картинка",
    "a match for other programs": "матч для других программ",
    "and back; an old file is replaced": "и обратно; старый файл заменяется",
    "signature and speed": "контрольная сумма и скорость",
    "the signature alone, to compare machines": "одна контрольная сумма, чтобы сравнить машины",
    "is all well?": "всё ли в порядке?",
    "for another program": "для другой программы",
    "versions and machine": "версии и машина",
    "bash: in ~/.bashrc write": "bash: в ~/.bashrc напишите",
    "zsh: into a folder of $fpath": "zsh: в папку из $fpath",
    "fish: once": "fish: один раз",
}
