"""Files of eXtreme Gammon and BGBlitz made from our matches, byte by byte.

The forms are those that the makers of these programs and of the library gammonview tell: records
of 2560 bytes in a zlib stream after a header of 8232 bytes, and a line of JSON before a value in
Smile. Nothing is in them but what was played: no analysis, no picture.
"""

import json
import struct
import zlib
from typing import NamedTuple

import nardy_fast as nf


class Event(NamedTuple):
    """What a side did: play, double, beaver, take or drop; 25 is the bar, 0 is off."""

    action: str
    side: int
    dice: tuple = ()
    moves: tuple = ()
    after: tuple = ()


class Game(NamedTuple):
    """A game; `winner` is None while it is on."""

    score: tuple
    crawford: bool
    events: list
    winner: int | None
    points: int
    is_resigned: bool
    is_drop: bool


def games_of(match):
    """Return what was done in each game of a match of backgammon."""
    part, games = nf.Match(match.terms, seed=match.seed), []
    for action in match.history:
        number = len(part.games)
        if number == len(games):
            games.append(Game(part.score, part.is_crawford, [], None, 0, False, False))
        state, side = part.state, part.on_turn
        part.apply(action)
        events = games[number].events
        if action.name == "play":
            play = nf.parse_play(action.detail, state.position, state.dice[:2], ruleset="short")
            dice = (max(state.dice), min(state.dice))
            events.append(Event("play", side, dice, play.moves, tuple(play.afterstate.tolist())))
        elif action.name in ("double", "beaver", "take", "drop"):
            events.append(Event(action.name, side))
        if len(part.games) > number:
            result = part.games[-1]
            games[number] = games[number]._replace(
                winner=result.winner,
                points=result.points,
                is_resigned=result.by == "resignation",
                is_drop=result.by == "drop",
                crawford=games[number].crawford,
            )
    return games


def jellyfish_mat(match, names=("Anna", "Boris")):
    """Return a match as older programs write it: each step alone, 25 and 0, nothing for a pass."""
    crawford = "On" if match.terms.crawford else "Off"
    lines = [f'; [Crawford "{crawford}"]', f" {match.terms.length or 0} point match"]
    for number, game in enumerate(games_of(match), 1):
        told = [f"{name} : {score}" for name, score in zip(names, game.score, strict=True)]
        lines += ["", f" Game {number}", f" {told[0]:30} {told[1]}"]
        cells, value = [], 1
        for event in game.events:
            steps = " ".join(f"{one.source}/{one.target}{'*' * one.hit}" for one in event.moves)
            value *= 1 + (event.action == "double")
            words = {"double": f" Doubles => {value}", "take": " Takes", "drop": " Drops"}
            text = words.get(event.action) or f"{event.dice[0]}{event.dice[1]}: {steps}"
            if event.side == 1 and not cells:
                cells.append("")
            cells.append(text)
        for row in range(0, len(cells), 2):
            left, right = (*cells[row : row + 2], "")[:2]
            lines.append(f"{row // 2 + 1:3}) {left:30} {right}")
        if game.winner is not None:
            plural = "s" * (game.points != 1)
            lines.append(f"{'':{6 + 30 * game.winner}}Wins {game.points} point{plural}")
    return "\n".join(lines) + "\n"


_XG_ANSWERS = {"drop": 0, "take": 1, "beaver": 2}


def xg_bytes(match, names=("Anna", "Boris"), pack=zlib.compress):
    """Return the bytes of an ``.xg`` file."""
    terms = match.terms
    head = bytearray(_record(0))
    for at, name in ((880, names[0]), (1138, names[1]), (622, "Кубок"), (1396, "")):
        raw = name.encode("utf-16-le")
        head[at : at + len(raw)] = raw
    struct.pack_into("<i3x?", head, 92, terms.length or 0, False)
    head[100:103] = bytes((terms.crawford, terms.jacoby, terms.beavers))
    struct.pack_into("<d", head, 128, 46000.5)
    struct.pack_into("<i", head, 612, 10)
    records = [head]
    for number, game in enumerate(games_of(match), 1):
        records += _xg_game(game, number)
    foot = _record(5)
    struct.pack_into("<ii", foot, 12, *match.score)
    stream = pack(b"".join(bytes(record) for record in (*records, foot)))
    header = struct.pack("<IIIIIII", 0x484D4752, 1, 8232, 0, 0, 0, 0)
    return header.ljust(8232, b"\0") + stream


def _record(kind):
    record = bytearray(2560)
    record[8] = kind
    return record


def _xg_game(game, number):
    head = _record(1)
    struct.pack_into("<ii?", head, 12, *game.score, game.crawford)
    struct.pack_into("<i", head, 48, number)
    records = [head]
    for event in game.events:
        sign = 1 - 2 * event.side
        if event.action == "double":
            cube = _record(2)
            struct.pack_into("<iii", cube, 12, sign, 1, -1)
            records.append(cube)
        elif event.action in _XG_ANSWERS:
            # A beaver is in the record of the double; that it is taken is not said.
            (said,) = struct.unpack_from("<i", records[-1], 20)
            if said == -1:
                struct.pack_into("<i", records[-1], 20, _XG_ANSWERS[event.action])
        else:
            records.append(_xg_move(event, sign))
    if game.winner is not None:
        foot = _record(4)
        kind = 100 if game.is_resigned else 1
        struct.pack_into("<iiiiii", foot, 12, 0, 0, 0, 1 - 2 * game.winner, game.points, kind)
        records.append(foot)
    return records


def _xg_move(event, sign):
    move = _record(3)
    steps = [place - 1 for one in event.moves for place in (one.source, one.target)]
    steps += [-1] * (8 - len(steps))
    for at in (35, 192):
        struct.pack_into("<26b", move, at, *event.after)
    struct.pack_into("<i", move, 64, sign)
    for at in (68, 1024):
        struct.pack_into("<8b", move, at, *steps)
    struct.pack_into("<ii", move, 100, *event.dice)
    struct.pack_into("<i", move, 120, 1)
    return move


def bgf_bytes(match, names=("Anna", "Boris"), pack=zlib.compress):
    """Return the bytes of a ``.bgf`` file."""
    games = [_bgf_game(game) for game in games_of(match)]
    final = dict(zip(("finalGreen", "finalRed"), match.score, strict=True))
    data = {
        "nameGreen": names[0], "nameRed": names[1], "matchlen": match.terms.length or 0,
        "useJacoby": match.terms.jacoby, "useCrawford": match.terms.crawford, "event": "Кубок",
        "games": games, **final,
    }  # fmt: skip
    head = json.dumps({"format": "BGF", "version": "1.0", "compress": True, "useSmile": True})
    return head.encode() + b"\n" + pack(b":)\n\0" + _smile(data))


def _bgf_game(game):
    start = [0] * 26
    for point, count in ((24, 2), (13, 5), (8, 3), (6, 5)):
        start[point - 1], start[24 - point] = -count, count
    moves = []
    for event in game.events:
        player = -1 if event.side == 0 else 1
        nothing = {"from": [-1] * 4, "to": [-1] * 4, "player": player}
        if event.action == "double":
            moves.append({**nothing, "equity": {"cubeDecision": {"hasDoubled": True}}})
        elif event.action in ("take", "drop"):
            moves[-1]["equity"]["cubeDecision"]["hasAccepted"] = event.action == "take"
            moves.append({**nothing, "equity": {"cubeDecision": {"hasDoubled": True}}})
        else:
            sources = [one.source for one in event.moves]
            targets = [one.target for one in event.moves]
            pad = [-1] * (4 - len(sources))
            red, green = event.dice
            moves.append({"player": player, "red": red, "green": green,
                          "from": sources + pad, "to": targets + pad})  # fmt: skip
            if not sources:
                moves[-1] |= {"dancingEquity": {}, "from": [red, *pad[1:]], "to": [green, *pad[1:]]}
    return {
        "scoreGreen": game.score[0], "scoreRed": game.score[1], "isCrawford": game.crawford,
        "initial": {"cube": 1, "cubeOwner": 0, "points": start}, "moves": moves,
        "wonPoints": game.points, "wasResignation": game.is_resigned,
    }  # fmt: skip


def _smile(value):
    """Return a value in Smile, without shared names."""
    if isinstance(value, dict):
        keys = b"".join(_key(key) + _smile(held) for key, held in value.items())
        return b"\xfa" + keys + b"\xfb"
    if isinstance(value, list):
        return b"\xf8" + b"".join(map(_smile, value)) + b"\xf9"
    if isinstance(value, bool):
        return b"\x23" if value else b"\x22"
    if isinstance(value, int):
        zigzag = value << 1 if value >= 0 else ((-value) << 1) - 1
        low = [0x80 | zigzag & 0x3F]
        zigzag >>= 6
        while zigzag:
            low.insert(0, zigzag & 0x3F)
            zigzag >>= 6
        return b"\x24" + bytes(low)
    return b"\xe4" + value.encode() + b"\xfc"


def _key(name):
    return bytes((0x80 | len(name) - 1,)) + name.encode()
