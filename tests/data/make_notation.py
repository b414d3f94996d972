"""Write notation.json: positions and their IDs by plain Python, not by the package's codecs."""

import base64
import json
import random
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from nardy_fast.boards import board_text, starting_board  # noqa: E402
from positions import sides  # noqa: E402
from strategies import build, sample, terminal  # noqa: E402

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
N_POSITIONS = 60
#: From the lowest bit: each field of a match ID and its width.
FIELDS = {
    "cube_power": 4, "owner": 2, "roller": 1, "crawford": 1, "game": 3, "turn": 1, "doubled": 1,
    "resigned": 2, "die_1": 3, "die_2": 3, "length": 15, "score_0": 15, "score_1": 15,
    "no_jacoby": 1,
}  # fmt: skip
#: Not our words, but those of other programs: text, then what it must be read as.
KNOWN = [
    {"xgid": "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10",
     "id": "4HPwATDgc/ABMA:cIkKAAAAAAAA", "source": "GNU Backgammon's answer to `set xgid`"},
    {"xgid": "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10",
     "id": "4HPwATDgc/ABMA:cIkKAAAAAAAE", "source": "GNU Backgammon's answer to `set xgid`"},
]  # fmt: skip


def bits_of(board, ruleset):
    """Return the unary bits: of the opponent, then of the mover, place by place from 1 up."""
    own, opp = sides(board, ruleset)
    last = 25 if ruleset == "short" else 24
    return "".join("1" * side[place] + "0" for side in (opp, own) for place in range(1, last + 1))


def gnu_id(bits):
    word = sum(1 << i for i, bit in enumerate(bits) if bit == "1")
    return base64.b64encode(word.to_bytes(10, "little")).decode().rstrip("=")


def times_root(value):
    value <<= 1
    return value ^ 0b1000011 if value & 64 else value


def long_id(bits):
    bits = bits.ljust(78, "0")
    values = [int(bits[i : i + 6][::-1], 2) for i in range(0, 78, 6)]
    check = 0
    # Horner's rule: the last value has the highest power, and the first has the root itself.
    for value in reversed(values):
        check = times_root(check ^ value)
    return "LN1:" + "".join(ALPHABET[value] for value in [*values, check])


def match_id(fields):
    word, at = 0, 0
    for name, width in FIELDS.items():
        word |= fields[name] << at
        at += width
    return base64.b64encode(word.to_bytes(9, "little")).decode()


def xgid(board, fields):
    own, opp = sides(board, "short")
    bottom, top = (own, opp) if fields["roller"] == 1 else (opp, own)
    places = ["-"] * 26
    for place in range(1, 26):
        if bottom[place]:
            places[place] = chr(ord("A") + bottom[place] - 1)
        if top[place]:
            places[25 - place] = chr(ord("a") + top[place] - 1)
    dice = f"{fields['die_1']}{fields['die_2']}"
    rule = fields["crawford"] if fields["length"] else 1 - fields["no_jacoby"]
    shown = (
        "".join(places), fields["cube_power"], {0: -1, 1: 1, 3: 0}[fields["owner"]],
        2 * fields["roller"] - 1, "D" if fields["doubled"] else dice, fields["score_1"],
        fields["score_0"], rule, fields["length"], 10,
    )  # fmt: skip
    return "XGID=" + ":".join(map(str, shown))


def line(board, fields, is_start):
    own, opp = sides(board, "long")
    texts = []
    for side in (own, opp):
        items = [f"{place}:{side[place]}" for place in range(24, 0, -1) if side[place]]
        texts.append(",".join([*items, *([f"off:{side[0]}"] if side[0] else [])]))
    white, black = texts if fields["roller"] == 0 else texts[::-1]
    dice = f"{fields['die_1']}{fields['die_2']}" if fields["die_1"] else "--"
    flags = ("f" if is_start else "-") + ("d" if fields["doubled"] else "-") + "-"
    owner = {0: "w", 1: "b", 3: "-"}[fields["owner"]]
    cube = f"{1 << fields['cube_power']}{owner}"
    return f"LN1 {white} {black} {'wb'[fields['roller']]} {dice} {flags} {cube}"


def some_fields(rng, is_over):
    """Return fields of a match ID that go together."""
    side = rng.randrange(2)
    doubled = rng.random() < 0.2
    big, small = sorted((rng.randint(1, 6), rng.randint(1, 6)), reverse=True)
    if doubled or rng.random() < 0.3:
        big = small = 0
    length = rng.choice([0, 0, 1, 5, 7, 25])
    score = [rng.randrange(length) for _ in range(2)] if length else [0, 0]
    crawford = int(length > 0 and max(score) == length - 1 and not doubled)
    power = rng.choice([0, 0, 1, 3]) * (1 - crawford)
    owner = 3 if power == 0 else side if doubled else rng.choice([0, 1])
    return {
        "cube_power": power, "owner": owner, "roller": side, "crawford": crawford,
        "game": 2 if is_over else 1, "turn": 1 - side if doubled else side,
        "doubled": int(doubled), "resigned": 0, "die_1": big, "die_2": small, "length": length,
        "score_0": score[0], "score_1": score[1],
        "no_jacoby": 1 if length else rng.randrange(2),
    }  # fmt: skip


def vectors(ruleset):
    rng = random.Random(6)
    boards = [starting_board(ruleset), *sample(ruleset, N_POSITIONS - 3, seed=6)]
    boards += [build(terminal, seed, ruleset) for seed in (1, 2)]
    start = sides(boards[0], ruleset)[0]
    for board in boards:
        own, opp = sides(board, ruleset)
        fields = some_fields(rng, not sum(own[1:]) or not sum(opp[1:]))
        bits = bits_of(board, ruleset)
        shown = gnu_id(bits) if ruleset == "short" else long_id(bits)
        row = {"position": board_text(board, ruleset), "id": shown, "match": match_id(fields)}
        if ruleset == "short":
            row["xgid"] = xgid(board, fields)
        else:
            row["line"] = line(board, fields, start in (own, opp))
        yield row


def main():
    good = {ruleset: list(vectors(ruleset)) for ruleset in ("short", "long")}
    rows = {"about": "docs/notation.md; made by make_notation.py", "known": KNOWN, **good}
    texts = []
    for key, value in rows.items():
        shown = json.dumps(value)
        if isinstance(value, list):
            shown = "[\n    " + ",\n    ".join(map(json.dumps, value)) + "\n  ]"
        texts.append(f"  {json.dumps(key)}: {shown}")
    (HERE / "notation.json").write_text("{\n" + ",\n".join(texts) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
