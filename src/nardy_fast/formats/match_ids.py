"""Match IDs of GNU Backgammon: turn, dice, cube and score as twelve characters.

Promise: what is written does not change. ``docs/notation.md`` tells every bit.
"""

from __future__ import annotations

import base64
from typing import NoReturn

from nardy_fast.errors import ArgumentError, FormatError
from nardy_fast.formats.id_codes import ALPHABET
from nardy_fast.formats.situations import Situation, power_of, situation_fault, text_fault
from nardy_fast.rulesets import Ruleset

__all__ = ["FIELDS", "N_MATCH_CHARACTERS", "match_id_of", "read_match_id"]

N_MATCH_CHARACTERS = 12
#: Each field and its width, from the lowest bit of the first byte up.
FIELDS = (
    ("cube", 4), ("owner", 2), ("roller", 1), ("crawford", 1), ("game", 3), ("turn", 1),
    ("doubled", 1), ("resigned", 2), ("die_1", 3), ("die_2", 3), ("length", 15),
    ("score_0", 15), ("score_1", 15), ("no_jacoby", 1), ("rest", 5),
)  # fmt: skip
_CENTRED, _PLAYING, _OVER = 3, 1, 2
_N_BYTES = 9


def match_id_of(at: Situation) -> str:
    """Return the match ID; `ArgumentError` if a part does not fit in it."""
    fault = text_fault(at)
    if fault:
        raise ArgumentError(f"a match ID cannot be written: {fault}")
    die_1, die_2 = at.dice or (0, 0)
    fields = {
        "cube": power_of(at.value),
        "owner": _CENTRED if at.owner is None else at.owner,
        "roller": at.side,
        "crawford": int(at.crawford),
        "game": _OVER if at.is_over else _PLAYING,
        "turn": at.on_turn,
        "doubled": int(at.offer is not None),
        "resigned": at.resignation,
        "die_1": die_1,
        "die_2": die_2,
        "length": at.length or 0,
        "score_0": at.score[0],
        "score_1": at.score[1],
        "no_jacoby": int(not at.jacoby),
        "rest": 0,
    }
    word, at_bit = 0, 0
    for name, width in FIELDS:
        if fields[name] >> width:
            raise ArgumentError(f"{name} must be below {1 << width}; got {fields[name]}")
        word |= fields[name] << at_bit
        at_bit += width
    return base64.b64encode(word.to_bytes(_N_BYTES, "little")).decode()


def read_match_id(text: str, first: int, board: bytes, rules: Ruleset) -> Situation:
    """Return what the match ID says that a text holds from index `first` to its end.

    Raises
    ------
    FormatError
        If it is none; with the column in the whole text.
    """

    def refuse(reason: str, column: int) -> NoReturn:
        raise FormatError(
            f"a match ID must be {N_MATCH_CHARACTERS} characters, as cIkKAAAAAAAA; got "
            f"{text!r}: {reason} at column {column}",
            text=text,
            column=column,
        )

    shown = text[first:]
    for column, character in enumerate(shown, first + 1):
        if character not in ALPHABET:
            refuse(f"{character!r} is none of the 64 characters", column)
    if len(shown) != N_MATCH_CHARACTERS:
        column = first + min(len(shown), N_MATCH_CHARACTERS) + 1
        refuse(f"it has {len(shown)} characters", column)
    word, at_bit = int.from_bytes(base64.b64decode(shown), "little"), 0
    fields: dict[str, int] = {}
    columns: dict[str, int] = {}
    for name, width in FIELDS:
        fields[name] = word >> at_bit & (1 << width) - 1
        # Byte by byte the bits are those of base 64 turned round.
        columns[name] = first + (8 * (at_bit // 8) + 7 - at_bit % 8) // 6 + 1
        at_bit += width
    if fields["owner"] == 2:
        refuse("a cube's owner must be 0, 1 or 3; got 2", columns["owner"])
    if fields["game"] not in (_PLAYING, _OVER):
        refuse("no game is on", columns["game"])
    dice = fields["die_1"], fields["die_2"]
    if max(dice) > 6 or (dice[0] == 0) != (dice[1] == 0):
        refuse(f"the dice are {dice[0]} and {dice[1]}", columns["die_1"])
    if fields["rest"]:
        refuse("bits are set after the last field", columns["rest"])
    at = _situation(fields, board, rules)
    fault = situation_fault(at)
    if not fault and at.resigning is None and at.on_turn != fields["turn"]:
        fault = f"player {fields['turn']} has nothing to decide"
    if fault:
        refuse(fault, first + 1)
    return at


def _situation(fields: dict[str, int], board: bytes, rules: Ruleset) -> Situation:
    side, turn, is_match = fields["roller"], fields["turn"], fields["length"] > 0
    owner = None if fields["owner"] == _CENTRED else fields["owner"]
    offer = None
    if fields["doubled"]:
        # A beaver waits for the side that doubled; a raccoon finds the cube with the other side.
        offer = "beaver" if turn == side else "raccoon" if owner == 1 - side else "double"
    dice = fields["die_1"], fields["die_2"]
    return Situation(
        board,
        rules,
        side=side,
        dice=(max(dice), min(dice)) if dice[0] else None,
        value=1 << fields["cube"],
        owner=owner,
        offer=offer,
        resigning=1 - turn if fields["resigned"] else None,
        resignation=fields["resigned"],
        score=(fields["score_0"], fields["score_1"]),
        length=fields["length"] or None,
        crawford=bool(fields["crawford"]),
        # Programs write the bit of the Jacoby rule in matches too, where it says nothing.
        jacoby=not fields["no_jacoby"] and not is_match,
    )
