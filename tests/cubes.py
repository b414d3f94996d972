"""Chances and states of short nardy, for tests of cube decisions."""

import nardy_fast as nf


def chances(win, gammons=0.0, lost_gammons=0.0):
    """Return the outcomes of short nardy with shares of gammons among wins and losses."""
    lose = 1 - win
    return (
        0, lose * lost_gammons, lose * (1 - lost_gammons), win * (1 - gammons), win * gammons, 0,
    )  # fmt: skip


def money(**more):
    return nf.CubeState(ruleset="short", **more)


def match(mover, opponent, **more):
    return nf.CubeState(ruleset="short", away=(mover, opponent), **more)
