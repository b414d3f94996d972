"""Files that `fuzz_texts.py` tries: saved games, rulesets, weights, and those of other programs."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import random
import struct
import sys
from pathlib import Path

from fuzz_material import RULESETS, Parser, file_named, matches, read_back, require

import nardy_fast as nf
from nardy_fast._cli_play_saves import SavedGame, read_saved, save
from nardy_fast.match_documents import FOREIGN_KINDS


def saves() -> Parser:
    """What `nardy-fast play` saves: the text of a match in another."""
    path = file_named("game.json")
    texts = []
    for match in matches()[:6]:
        save(SavedGame(match, (0,), "heuristic"), str(path))
        texts.append(path.read_text("utf-8"))

    def check(text: str, draws: random.Random) -> bool:
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        read = read_saved(str(path))
        with read_back():
            save(read, str(path))
            require(read_saved(str(path)) == read, "another game")
        return True

    return Parser("saves", tuple(texts), check)


def rulesets() -> Parser:
    """Every preset as TOML, whole and with a base."""
    texts = [f'base = "{name}"\nname = "club"\n' for name in RULESETS]
    for rules in nf.PRESETS.values():
        lines = []
        for field in rules.__dataclass_fields__:
            value = getattr(rules, field)
            if field == "start":
                value = " ".join(f"{point}:{count}" for point, count in value)
            if isinstance(value, frozenset):
                value = sorted(value)
            if isinstance(value, tuple):
                value = list(value)
            if value is not None:
                plain = getattr(value, "value", value)
                lines.append(f"{field} = {json.dumps(plain, ensure_ascii=False)}")
        texts += [
            "\n".join(lines) + "\n",
            f'base = "{rules.name}"\n' + "\n".join(lines[-6:]) + "\n",
        ]
    path = file_named("rules.toml")

    def check(text: str, draws: random.Random) -> bool:
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        rules = nf.Ruleset.from_toml(path)
        with read_back():
            again = rules.replace()
            require(again == rules and again.fingerprint == rules.fingerprint, str(rules))
            board = nf.starting_board(rules)
            require((nf.parse_board(nf.board_text(board, rules), rules) == board).all(), "start")
        return True

    return Parser("toml", tuple(texts), check)


def weights() -> Parser:
    """The header of a weight file, whose digest is made right again."""
    path = file_named("net.weights")
    texts = []
    for variant in ("short", "long"):
        for n_hidden in (0, 2):
            net = nf.Weights.random(variant, n_hidden, seed=1)
            for made in (net, net.quantised()):
                made.save(path)
                texts.append(path.read_bytes()[:-32].decode("latin-1"))

    def check(text: str, draws: random.Random) -> bool:
        body = bytearray(text.encode("latin-1", "replace"))
        end = body.find(b"}]", 16) if draws.random() < 0.9 else -1
        closing = body.find(b"}", end + 2) if end > 0 else -1
        if closing > 0 and draws.random() < 0.9:
            struct.pack_into("<I", body, 12, max(closing + 1 - 16, 0) & 0xFFFFFFFF)
        data = bytes(body)
        path.write_bytes(data + hashlib.sha256(data).digest())
        read = nf.load_weights(path)
        with read_back():
            read.save(path)
            require(nf.load_weights(path) == read, "other weights")
        return True

    return Parser("weights", tuple(texts), check)


def documents() -> Parser:
    """Files of other programs, as latin-1; none if the library that reads them is not there."""
    if importlib.util.find_spec("gvformat") is None:
        return Parser("documents", (), lambda text, draws: False)
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from gvformat import mat_to_ogxm, write_gvab

    from foreign_files import bgf_bytes, jellyfish_mat, xg_bytes

    texts = []
    for n_plies in (4, 8, 16, 32):
        match, draws = nf.Match("short", length=1, seed=n_plies), random.Random(n_plies)
        while match.state is None or len(match.history) < n_plies or match.state.dice:
            if "play" in match.legal_actions():
                match.play(draws.choice(match.state.plays()))
            else:
                match.roll()
        match.offer_resignation()
        match.accept_resignation()
        # Not compressed: a change shall not be found by a checksum before it is read.
        files = {
            ".xg": xg_bytes(match, pack=bytes),
            ".bgf": bgf_bytes(match, pack=bytes),
            ".gvab": write_gvab(mat_to_ogxm(jellyfish_mat(match))),
        }
        texts += [f"{kind}\n" + data.decode("latin-1") for kind, data in files.items()]

    def check(text: str, draws: random.Random) -> bool:
        kind, _, body = text.partition("\n")
        if kind not in FOREIGN_KINDS:
            kind = draws.choice(FOREIGN_KINDS)
        path = file_named(f"match{kind}")
        path.write_bytes(body.encode("latin-1", "replace"))
        read = nf.read_match_file(path)
        with read_back():
            again = nf.read_mat(nf.write_mat(read.match, names=read.names))
            require(again.match == read.match, "another match")
        return True

    return Parser("documents", tuple(texts), check)
