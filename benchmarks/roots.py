"""The positions that rollouts begin from, and what another engine's rollouts found them worth."""

import base64
from typing import NamedTuple

import numpy as np

from nardy_fast import parse_board, starting_board


class Root(NamedTuple):
    """A position of short nardy with its mover to roll, all 36 throws possible.

    `equity` is cubeless, by gnubg 1.07: two rollouts of 1,296 games without look-ahead and without
    truncation, with variance reduction. `standard_error` is that of their mean.
    """

    name: str
    gnubg_id: str
    equity: float
    standard_error: float


#: Measured on 29 November 2026: +0.073 and +0.083, each +-0.005; +0.495 and +0.496, each +-0.006.
ROOTS = (
    Root("start", "4HPwATDgc/ABMA", 0.078, 0.0035),
    Root("mid-game", "7wwIUA7fA4UJAQ", 0.4955, 0.0042),
)

#: Ply 40 of a game between two nets.
LONG_MID_GAME = (
    "20:2 17:1 16:1 14:4 13:2 9:1 3:4 / "
    "23:1 22:1 20:1 19:1 18:1 17:1 14:2 13:1 10:1 9:2 7:1 6:1 3:1"
)


def board_of(gnubg_id):
    """Return the board of a gnubg position ID, from the side of the player to roll.

    The ID is 80 bits in base64. They hold, for the opponent and then for the player to roll, and
    for each of their points 1 to 24 and the bar, as many ones as checkers and then a zero.
    """
    raw = np.frombuffer(base64.b64decode(gnubg_id + "=="), dtype=np.uint8)
    bits = iter(np.unpackbits(raw, bitorder="little").tolist())
    sides = np.zeros((2, 26), dtype=np.int8)
    for side in sides:
        for point in range(1, 26):
            while next(bits):
                side[point] += 1
    return sides[1] - sides[0][::-1]


def positions(game):
    """Return the positions of one game that precision is measured from, by name."""
    if game == "short":
        return {root.name: board_of(root.gnubg_id) for root in ROOTS}
    return {"start": starting_board("long"), "mid-game": parse_board(LONG_MID_GAME, "long")}
