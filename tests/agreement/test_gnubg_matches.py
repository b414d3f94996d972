"""The cube's transcripts, and random matches, played by GNU Backgammon's own commands too."""

import base64
import importlib.util
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from cube_transcripts import TRANSCRIPTS, follow
from nardy_fast import Match, match_terms
from nardy_fast.match_terms import MatchTerms

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.skipif(importlib.util.find_spec("gnubg") is None, reason="needs gnubg"),
]
DRIVER = Path(__file__).parents[1] / "gnubg_commands.py"
COMMANDS = {
    "throw": "roll",
    "beaver": "redouble",
    "raccoon": "redouble",
    "accept_resignation": "accept",
    "reject_resignation": "reject",
}
KINDS = {"single": "normal", "gammon": "gammon", "backgammon": "backgammon"}
#: Of a match id, from the lowest bit: each field and its width.
FIELDS = (
    ("cube", 4), ("owner", 2), ("roller", 1), ("crawford", 1), ("game", 3), ("turn", 1),
    ("doubled", 1), ("resigned", 2), ("die_1", 3), ("die_2", 3), ("length", 15),
    ("score_0", 15), ("score_1", 15),
)  # fmt: skip
CENTRED, PLAYING = 3, 1


def fields_of(match_id):
    """Return the fields of a match id by name."""
    word, fields = int.from_bytes(base64.b64decode(match_id), "little"), {}
    for name, width in FIELDS:
        fields[name], word = word & ((1 << width) - 1), word >> width
    return fields


def terms_commands(terms):
    """Return the commands that set up the terms of a match."""
    animals = terms.beavers + terms.raccoons
    return [
        f"set automatic crawford {'on' if terms.has_crawford else 'off'}",
        f"set cube use {'on' if terms.cube else 'off'}",
        f"set jacoby {'on' if terms.jacoby else 'off'}",
        f"set beavers {animals}",
        f"set automatic doubles {terms.automatic_doubles}",
    ]


def case_of(match):
    """Return the commands of a match, its dice, and for each command the number of actions done."""
    commands = terms_commands(match.terms)
    done: list[int | None] = [None] * len(commands)
    dice, begun, n_games = [], False, 0
    for n, action in enumerate(match.history, 1):
        if action.name.startswith("throw"):
            dice += action.detail.split("-")
        if action.name == "throw_opening":
            if len(set(action.detail.split("-"))) == 1:
                continue
            length = match.terms.length
            new = "new session" if length is None else f"new match {length}"
            commands.append("new game" if begun else new)
            begun, n_games = True, n_games + 1
        elif action.name == "play":
            commands.append("move" if action.detail == "pass" else f"move {action.detail}")
        elif action.name == "offer_resignation":
            commands.append(f"resign {KINDS[action.detail]}")
        else:
            commands.append(COMMANDS.get(action.name, action.name))
        done.append(n)
    return {"commands": commands, "dice": "".join(dice)}, done


def answers(cases, tmp_path):
    """Return what the engine says to each case."""
    asked, told = tmp_path / "cases.json", tmp_path / "answers.json"
    asked.write_text(json.dumps(cases))
    subprocess.run(
        [sys.executable, str(DRIVER), str(asked), str(told)],
        check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=600,
    )  # fmt: skip
    return json.loads(told.read_text())


def assert_agrees(match, answer, done, case):
    """Assert that the engine stood as our match did after every command."""
    again = Match(match.terms, seed=match.seed)
    for command, n, match_id in zip(case["commands"], done, answer["ids"], strict=True):
        if n is None:
            continue
        while len(again.history) < n:
            again.apply(match.history[len(again.history)])
        theirs, where = fields_of(match_id), (command, n, str(again), match_id)
        assert (theirs["score_0"], theirs["score_1"]) == again.score, where
        if again.state is None:
            assert theirs["game"] != PLAYING, where
            continue
        cube, state = again.cube, again.state
        if command == "roll" and state.plays()[0].is_pass:
            # The engine has passed already; the next command is skipped, and compared.
            continue
        assert theirs["game"] == PLAYING, where
        assert 1 << theirs["cube"] == cube.value, where
        owner = None if theirs["owner"] == CENTRED else theirs["owner"]
        # The engine shows the owner of an offered cube in its own way.
        assert cube.offer or owner == cube.owner, where
        assert bool(theirs["doubled"]) == bool(cube.offer), where
        assert bool(theirs["crawford"]) == again.is_crawford, where
        assert theirs["roller"] == state.side, where
        resigned = 0 if again.resignation is None else 1
        assert bool(theirs["resigned"]) == bool(resigned), where
        if not resigned:
            assert theirs["turn"] == again.on_turn, where
        dice = sorted((theirs["die_1"], theirs["die_2"]))
        assert dice == (sorted((state.dice[0], state.dice[-1])) if state.dice else [0, 0]), where
    won = [game.points for game in match.games]
    assert [info["points-won"] for info in answer["games"][: len(won)]] == won


def test_the_transcripts_of_the_cube_come_to_the_same(tmp_path):
    matches = [
        follow(Match("short", **terms, seed=0), table) for terms, table in TRANSCRIPTS.values()
    ]
    cases, done = zip(*map(case_of, matches), strict=True)
    for match, answer, counts, case in zip(
        matches, answers(cases, tmp_path), done, cases, strict=True
    ):
        assert_agrees(match, answer, counts, case)


#: The engine's cube ends at 4096.
MONEY = {"automatic_doubles": 3, "beavers": True, "raccoons": True, "cube_cap": 4096}
TERMS = {
    "match": MatchTerms(ruleset="short", length=7),
    "no_crawford": MatchTerms(ruleset="short", length=4, crawford=False),
    "nardeon": match_terms("nardeon", length=3),
    "money": match_terms("money", **MONEY),
    "jacoby": match_terms("money", jacoby=True, **MONEY),
}
#: Games of money play that are compared.
MONEY_GAMES = 4


def random_match(terms, rng):
    """Return a whole match of random legal actions; some games are played to their end."""
    match, patience = Match(terms, seed=rng.getrandbits(64)), rng.choice([1, 1, 30])
    while not match.is_over and (terms.length is not None or len(match.games) < MONEY_GAMES):
        names = [n for n in match.legal_actions() if n not in ("throw", "throw_opening")]
        if "play" in names and match.state.plays()[0].is_pass:
            # The engine passes before anything else can be said.
            names = ["play"]
        if match.history and match.history[-1].name == "reject_resignation":
            # The engine takes no second offer in a turn, unless it is a greater one.
            names.remove("offer_resignation")
        rare = {"double": 1, "drop": 1, "offer_resignation": 0.03}
        weights = [rare.get(name, patience) for name in names]
        name = rng.choices(names, weights)[0]
        if name == "play":
            match.play(rng.choice(match.state.plays()))
        elif name == "offer_resignation":
            # The engine pays a resigned gammon in full under Jacoby too, whatever the cube (MR13).
            single = terms.jacoby and match.cube.is_centred
            match.offer_resignation("single" if single else rng.choice(terms.ruleset.win_kinds))
        else:
            getattr(match, name)()
    return match


@pytest.mark.parametrize("name", TERMS)
def test_random_matches_come_to_the_same(name, tmp_path):
    rng = random.Random(name)
    matches = [random_match(TERMS[name], rng) for _ in range(40)]
    cases, done = zip(*map(case_of, matches), strict=True)
    for match, answer, counts, case in zip(
        matches, answers(cases, tmp_path), done, cases, strict=True
    ):
        assert_agrees(match, answer, counts, case)
