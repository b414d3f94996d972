"""Worked transcripts of the cube, told as tables, and how a table is followed.

A line is an action, and after an arrow how the match stands then, as `stands` writes it.
"""

import pytest

from nardy_fast import IllegalPlayError, Match


def stands(match):
    """Return a match as text: score, whose turn, cube with owner and offer, and the dice."""
    cube, score = match.cube, "-".join(f"{points:g}" for points in match.score)
    owner = "-" if cube.owner is None else f"side {cube.owner}"
    text = f"{score} | turn {match.on_turn} | cube {cube.value} {owner}"
    if cube.offer:
        text += f" {cube.offer}?"
    if not cube.is_in_use:
        text += " out of use"
    if match.resignation:
        text += f" | side {match.resignation.side} offers {match.resignation.kind.value}"
    return text + (" | over" if match.is_over else "")


def do(match, text):
    """Do what a line says: "double", "throw 61", "throw_opening 31", "play 24/18 13/11"."""
    name, _, detail = text.partition(" ")
    if name == "throw_opening":
        match.throw_opening(int(detail[0]), int(detail[1]))
    elif detail:
        getattr(match, name)(detail)
    else:
        getattr(match, name)()


def follow(match, table):
    """Do the actions of a table, and compare how the match stands after each of them."""
    for line in filter(None, map(str.strip, table.splitlines())):
        action, _, expected = line.partition(" -> ")
        do(match, action.strip())
        if expected:
            assert stands(match) == expected.strip(), line
        assert Match.from_json(match.to_json()) == match, line
    assert sum(match.score) == sum(game.points for game in match.games)
    return match


_BEAVER = """
    throw_opening 31  -> 0-0 | turn 0 | cube 1 -
    play 8/5 6/5      -> 0-0 | turn 1 | cube 1 -
    double            -> 0-0 | turn 0 | cube 1 - double?
    beaver            -> 0-0 | turn 1 | cube 2 side 0 beaver?
"""
_TAKEN = """
    take              -> 0-0 | turn 1 | cube 4 side 0
    throw 63          -> 0-0 | turn 1 | cube 4 side 0
    play 24/18 13/10  -> 0-0 | turn 0 | cube 4 side 0
    double            -> 0-0 | turn 1 | cube 4 side 0 double?
    drop              -> 4-0 | turn None | cube 1 -
"""
_DROPPED = "drop -> 2-0 | turn None | cube 1 -"
_RACCOON = "raccoon -> 0-0 | turn 0 | cube 4 side 0 raccoon?\n"
_RACCOON_TAKEN = "take -> 0-0 | turn 1 | cube 8 side 0"
_RACCOON_DROPPED = "drop -> 0-4 | turn None | cube 1 -"
_ANIMALS = {"beavers": True, "raccoons": True}
_TURNED = """
    throw_opening 31         -> 0-0 | turn 0 | cube 1 -
    play 8/5 6/5             -> 0-0 | turn 1 | cube 1 -
    double                   -> 0-0 | turn 0 | cube 1 - double?
    take                     -> 0-0 | turn 1 | cube 2 side 0
    throw 31                 -> 0-0 | turn 1 | cube 2 side 0
    play 8/5 6/5             -> 0-0 | turn 0 | cube 2 side 0
    offer_resignation gammon -> 0-0 | turn 1 | cube 2 side 0 | side 0 offers gammon
    accept_resignation       -> 0-4 | turn None | cube 1 -
"""
#: Each with the terms of a match of short nardy.
TRANSCRIPTS = {
    "a cube goes from hand to hand, and a drop loses the value before": (
        {"length": 9},
        """
    throw_opening 31  -> 0-0 | turn 0 | cube 1 -
    play 8/5 6/5      -> 0-0 | turn 1 | cube 1 -
    double            -> 0-0 | turn 0 | cube 1 - double?
    take              -> 0-0 | turn 1 | cube 2 side 0
    throw 63          -> 0-0 | turn 1 | cube 2 side 0
    play 24/18 13/10  -> 0-0 | turn 0 | cube 2 side 0
    double            -> 0-0 | turn 1 | cube 2 side 0 double?
    take              -> 0-0 | turn 0 | cube 4 side 1
    throw 21          -> 0-0 | turn 0 | cube 4 side 1
    play 13/10        -> 0-0 | turn 1 | cube 4 side 1
    double            -> 0-0 | turn 0 | cube 4 side 1 double?
    drop              -> 0-4 | turn None | cube 1 -
""",
    ),
    "the Crawford game has no cube, and comes once": (
        {"length": 3},
        """
    throw_opening 31         -> 0-0 | turn 0 | cube 1 -
    offer_resignation gammon -> 0-0 | turn 1 | cube 1 - | side 0 offers gammon
    accept_resignation       -> 0-2 | turn None | cube 1 - out of use
    throw_opening 42         -> 0-2 | turn 0 | cube 1 - out of use
    play 8/4 6/4             -> 0-2 | turn 1 | cube 1 - out of use
    offer_resignation single -> 0-2 | turn 0 | cube 1 - out of use | side 1 offers single
    accept_resignation       -> 1-2 | turn None | cube 1 -
    throw_opening 13         -> 1-2 | turn 1 | cube 1 -
    play 8/5 6/5             -> 1-2 | turn 0 | cube 1 -
    double                   -> 1-2 | turn 1 | cube 1 - double?
    take                     -> 1-2 | turn 0 | cube 2 side 1
    throw 31                 -> 1-2 | turn 0 | cube 2 side 1
    play 8/5 6/5             -> 1-2 | turn 1 | cube 2 side 1
    offer_resignation single -> 1-2 | turn 0 | cube 2 side 1 | side 1 offers single
    accept_resignation       -> 3-2 | turn None | cube 2 side 1 out of use | over
""",
    ),
    "without the Crawford rule the trailer doubles at match point": (
        {"length": 3, "crawford": False},
        """
    throw_opening 31         -> 0-0 | turn 0 | cube 1 -
    offer_resignation gammon -> 0-0 | turn 1 | cube 1 - | side 0 offers gammon
    accept_resignation       -> 0-2 | turn None | cube 1 -
    throw_opening 13         -> 0-2 | turn 1 | cube 1 -
    play 8/5 6/5             -> 0-2 | turn 0 | cube 1 -
    double                   -> 0-2 | turn 1 | cube 1 - double?
    take                     -> 0-2 | turn 0 | cube 2 side 1
""",
    ),
    "a match ends above its length": (
        {"length": 3},
        """
    throw_opening 31         -> 0-0 | turn 0 | cube 1 -
    play 8/5 6/5             -> 0-0 | turn 1 | cube 1 -
    double                   -> 0-0 | turn 0 | cube 1 - double?
    take                     -> 0-0 | turn 1 | cube 2 side 0
    throw 31                 -> 0-0 | turn 1 | cube 2 side 0
    play 8/5 6/5             -> 0-0 | turn 0 | cube 2 side 0
    offer_resignation gammon -> 0-0 | turn 1 | cube 2 side 0 | side 0 offers gammon
    accept_resignation       -> 0-4 | turn None | cube 2 side 0 out of use | over
""",
    ),
    "a beaver is taken": (_ANIMALS, _BEAVER + _TAKEN),
    "a beaver is dropped": (_ANIMALS, _BEAVER + _DROPPED),
    "a raccoon is taken": (_ANIMALS, _BEAVER + _RACCOON + _RACCOON_TAKEN),
    "a raccoon is dropped": (_ANIMALS, _BEAVER + _RACCOON + _RACCOON_DROPPED),
    "a gammon counts in full without Jacoby": (
        {},
        """
    throw_opening 31         -> 0-0 | turn 0 | cube 1 -
    offer_resignation gammon -> 0-0 | turn 1 | cube 1 - | side 0 offers gammon
    accept_resignation       -> 0-2 | turn None | cube 1 -
""",
    ),
    "a gammon counts in full under Jacoby if the cube was turned": ({"jacoby": True}, _TURNED),
    "two ties double the stake twice, and a third does not": (
        {"automatic_doubles": 2},
        """
    throw_opening 11         -> 0-0 | turn None | cube 2 -
    throw_opening 66         -> 0-0 | turn None | cube 4 -
    throw_opening 55         -> 0-0 | turn None | cube 4 -
    throw_opening 25         -> 0-0 | turn 1 | cube 4 -
    play 13/8 24/22          -> 0-0 | turn 0 | cube 4 -
    double                   -> 0-0 | turn 1 | cube 4 - double?
    drop                     -> 4-0 | turn None | cube 1 -
    throw_opening 22         -> 4-0 | turn None | cube 2 -
    throw_opening 31         -> 4-0 | turn 0 | cube 2 -
""",
    ),
    "ties are thrown again in a match": (
        {"length": 3},
        """
    throw_opening 11         -> 0-0 | turn None | cube 1 -
    throw_opening 44         -> 0-0 | turn None | cube 1 -
    throw_opening 12         -> 0-0 | turn 1 | cube 1 -
    play 13/11 6/5           -> 0-0 | turn 0 | cube 1 -
""",
    ),
}


def followed(name):
    """Return the match of a transcript at its end."""
    terms, table = TRANSCRIPTS[name]
    return follow(Match("short", **terms), table)


def refused(match, action, reason):
    """Assert that an action is refused for a reason that begins so, and changes nothing."""
    before = match.to_json()
    assert action.partition(" ")[0] not in match.legal_actions()
    with pytest.raises(IllegalPlayError) as info:
        do(match, action)
    assert info.value.reason.startswith(reason), info.value.reason
    assert info.value.reason in str(info.value)
    assert match.to_json() == before
