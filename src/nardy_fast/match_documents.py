"""Files of eXtreme Gammon, BGBlitz and OGXM, through the library of the extra `formats`."""

from __future__ import annotations

from typing import Any, Final

from nardy_fast.errors import MissingExtraError, NardyError
from nardy_fast.match_entries import Entry, GameEntries, MatchEntries, Place, fault_at
from nardy_fast.ruleset_fields import MAX_CHECKERS

__all__ = ["FOREIGN_KINDS", "document_entries"]

#: What the library reads; ``.gvab`` is its own form of OGXM.
FOREIGN_KINDS: Final = (".xg", ".bgf", ".ogxm", ".gvab")
#: Actions of OGXM; 0 to 20 are dice, 24 to 29 say that the game is over.
_CUBE: Final = {21: "double", 22: "take", 23: "drop"}
_N_DICE: Final = 21
_OVER: Final = range(24, 30)
_N_PLACES: Final = 26
_UNPLAYABLE: Final = {30: "dice that are not told", 31: "a position that is set by hand"}
_VARIANTS: Final = {0: "Backgammon", 1: "Nackgammon", 2: "Hypergammon"}


def document_entries(data: bytes, kind: str) -> MatchEntries:
    """Return what the bytes of such a file say.

    Raises
    ------
    MatchFileError
        If the library cannot read it, or it holds what no match of ours can.
    MissingExtraError
        If the library is not installed.
    """
    try:
        import gvformat
    except ImportError as error:
        raise MissingExtraError(
            f'{kind} files need gammonview: install it with `pip install "nardy-fast[formats]"`'
        ) from error
    read = {".xg": gvformat.convert_xg, ".bgf": gvformat.convert_bgf}.get(kind, gvformat.read_gvab)
    try:
        if kind == ".bgf":
            _check_counts(data)
        document = read(data)
    except NardyError:
        raise
    except Exception as error:  # The library reads what it trusts; any failure means the file.
        told = f"{type(error).__name__}: {error}"
        fault_at(
            Place(),
            f"the library for {kind} files cannot read it: it is damaged, or of a form that the "
            f"library does not know ({told})",
        )
    return entries_of_document(document, kind)


def _check_counts(data: bytes) -> None:
    """Refuse counts of checkers in a .bgf, of which the library would look at each one."""
    from gvformat.bgf import decode_smile, read_bgf

    form: Any = decode_smile(read_bgf(data)[1])
    for number, game in enumerate(form.get("games", []), 1):
        counts = [int(count) for count in game.get("initial", {}).get("points", [])]
        if len(counts) > _N_PLACES or any(abs(count) > MAX_CHECKERS for count in counts):
            fault_at(Place(game=number), "its first board has more checkers than a game has")


def entries_of_document(document: Any, kind: str) -> MatchEntries:
    """Return what the library says of a file; its White is side 0."""
    try:
        variant = int(document.get("variant") or 0)
        if variant not in _VARIANTS:
            fault_at(Place(), f"variant {variant} of OGXM is none that is played here")
        names = _name(document, "player_white", "White"), _name(document, "player_black", "Black")
        length = int(document["match_length"]) or None
        tags = {"Variant": _VARIANTS[variant]}
        for tag, key in (("Crawford", "crawford"), ("Jacoby", "jacoby"), ("Beavers", "beaver")):
            if key in document and (tag == "Crawford") == (length is not None):
                tags[tag] = "On" if document[key] else "Off"
        for tag, key in (("Event", "event"), ("Site", "site")):
            if document.get(key):
                tags[tag] = " ".join(str(document[key]).split())
        # A source that says nothing of the rule may still have such a game.
        if length is not None and any(game.get("is_crawford") for game in document["games"]):
            tags["Crawford"] = "On"
        games = [_game(game, n, names, kind) for n, game in enumerate(document["games"], 1)]
    except NardyError:
        raise
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        fault_at(Place(), f"its document has another form: {type(error).__name__}: {error}")
    return MatchEntries(length, tags, games)


def _name(document: Any, key: str, usual: str) -> str:
    """Return a name that a file of ours can hold."""
    name = " ".join(str(document.get(key) or "").replace(":", " ").replace(";", " ").split())
    return name or usual


def _game(game: Any, number: int, names: tuple[str, str], kind: str) -> GameEntries:
    place, has_end = Place(game=number), False
    entries: list[Entry] = []
    for n, ply in enumerate(game["plies"], 1):
        action, at = int(ply["action_id"]), place._replace(ply=n)
        side = 0 if ply["color"] else 1
        has_end = action in _OVER
        if action in range(_N_DICE):
            dice = max(ply["d1"], ply["d2"]), min(ply["d1"], ply["d2"])
            entries.append(Entry(side, "play", at, dice, _play(ply["moves"], side)))
        elif action in _CUBE:
            entries.append(Entry(side, _CUBE[action], at))
        elif not has_end:
            told = _UNPLAYABLE.get(action, f"action {action} of OGXM")
            fault_at(at, f"{told} cannot be played")
    # Of a game that goes on, the library tells no points of a .bgf, and those of the game before
    # in an .xg, but then no end.
    is_told = game["winner"] in (0, 1) and game["points_won"] and (has_end or kind != ".xg")
    if is_told:
        at = place._replace(ply=len(game["plies"]))
        entries.append(Entry(int(game["winner"]), "wins", at, value=int(game["points_won"])))
    return GameEntries(number, names, None, place, entries)


def _play(moves: Any, side: int) -> str:
    """Return the text of steps over White's ascending path, which Black goes down."""
    texts: list[str] = []
    for move in moves:
        source = 25 - int(move["from"]) if side == 0 else int(move["from"])
        texts.append(f"{source}/{max(source - int(move['pips']), 0)}")
    # Neither a pass nor dice that are left unplayed have steps.
    return " ".join(texts)
