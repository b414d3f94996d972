"""A match as text: JSON with a version and a checksum, read back strictly.

Promise: what a version has written, every later one reads, or refuses by its version number.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, fields
from typing import Any, NamedTuple, NoReturn

from nardy_fast._narrowing import is_dict, is_list
from nardy_fast.errors import ArgumentError, FormatError, NardyError
from nardy_fast.match_states import MatchState
from nardy_fast.match_terms import MatchTerms
from nardy_fast.ruleset_forms import canonical_form
from nardy_fast.rulesets import Ruleset

__all__ = ["Action", "MatchRecord", "match_text", "read_match", "unreadable_match"]

FORMAT = "nardy_fast match"
VERSION = 1
_KEYS = {"actions", "checksum", "format", "seed", "terms", "state", "version"}
_ACTION_PARTS = 3


@dataclass(frozen=True, slots=True)
class Action:
    """One action of a match, as its history keeps it.

    Parameters
    ----------
    name : str
        One of the names that `Match.legal_actions` gives, `roll` excepted: history has the dice.
    side : int or None
        Who did it; None for an opening throw.
    detail : str
        The dice, the play or the kind of win; "" for the rest.

    Examples
    --------
    >>> str(Action("throw", 0, "6-1")), str(Action("throw_opening", None, "3-1"))
    ('0: throw 6-1', 'throw_opening 3-1')
    """

    name: str
    side: int | None = None
    detail: str = ""

    def __str__(self) -> str:
        who = "" if self.side is None else f"{self.side}: "
        return f"{who}{self.name} {self.detail}".strip()


class MatchRecord(NamedTuple):
    """What a text says that a match is made of."""

    terms: MatchTerms
    seed: Any
    actions: list[Action]


def match_text(terms: MatchTerms, seed: int, actions: list[Action], state: MatchState) -> str:
    """Return a match as JSON, one line of ASCII, keys in order."""
    form = {
        "format": FORMAT,
        "version": VERSION,
        "terms": _terms_form(terms),
        "seed": seed,
        "actions": [[action.name, action.side, action.detail] for action in actions],
        "state": _state_form(state),
    }
    return _canonical({**form, "checksum": _checksum(form)})


def read_match(text: str, points_fn: Any = None) -> MatchRecord:
    """Return what a match's text says, its checksum tested and its actions not yet tried.

    Raises
    ------
    FormatError
        If it is no match's text, of another version, or altered.
    ArgumentError
        If `text` is no text.
    """
    if not isinstance(text, str):
        raise ArgumentError(f"a match must be read from text; got {type(text).__name__}")
    try:
        form = json.loads(text)
    except json.JSONDecodeError as error:
        unreadable_match(text, f"it is not JSON: {error}", error.pos + 1)
    except (ValueError, RecursionError) as error:
        unreadable_match(text, f"it is not JSON: {type(error).__name__}")
    if not is_dict(form) or form.get("format") != FORMAT:
        unreadable_match(text, f'its "format" is not "{FORMAT}"')
    version = form.get("version")
    if type(version) is not int or version != VERSION:
        unreadable_match(text, f"its version is {version!r}, and {VERSION} can be read")
    if set(form) != _KEYS:
        odd = ", ".join(sorted(set(form) ^ _KEYS))
        unreadable_match(text, f"its keys are not those of version {VERSION}: {odd}")
    if form.pop("checksum") != _checksum(form):
        unreadable_match(text, "its checksum is wrong: it has been altered")
    terms = _terms_of(text, form["terms"], points_fn)
    return MatchRecord(terms, form["seed"], _actions_of(text, form["actions"]))


def unreadable_match(text: str, reason: str, column: int = 1) -> NoReturn:
    """Raise the `FormatError` of a match's text."""
    raise FormatError(f"a match cannot be read: {reason}", text=text, column=column)


def _canonical(form: dict[str, Any]) -> str:
    return json.dumps(form, sort_keys=True, separators=(",", ":"), allow_nan=False)


def _checksum(form: dict[str, Any]) -> str:
    try:
        return hashlib.sha256(_canonical(form).encode()).hexdigest()
    except (ValueError, RecursionError):
        return ""


def _terms_form(terms: MatchTerms) -> dict[str, Any]:
    form = {field.name: getattr(terms, field.name) for field in fields(terms)}
    rules, points_fn = terms.ruleset, terms.points_fn
    if points_fn is not None:
        form["points_fn"] = getattr(points_fn, "__qualname__", type(points_fn).__qualname__)
    return {**form, "ruleset": {**canonical_form(rules), "name": rules.name}}


def _terms_of(text: str, form: Any, points_fn: Any) -> MatchTerms:
    try:
        named, form = form["points_fn"], {**form, "points_fn": points_fn}
        if (named is None) != (points_fn is None):
            unreadable_match(
                text, f"it was scored by points_fn {named}, and is read with {points_fn}"
            )
        form["ruleset"] = Ruleset(**form["ruleset"])
        return MatchTerms(**form)
    except (NardyError, TypeError, KeyError) as error:
        unreadable_match(text, f"its terms are wrong: {error}")


def _actions_of(text: str, form: Any) -> list[Action]:
    if not is_list(form):
        unreadable_match(text, "its actions are no list")
    actions: list[Action] = []
    for n, parts in enumerate(form):
        if not is_list(parts) or len(parts) != _ACTION_PARTS:
            unreadable_match(text, f"action {n} is not [name, side, detail] but {parts!r}")
        actions.append(Action(*parts))
    return actions


def _state_form(state: MatchState) -> dict[str, Any]:
    """Return how a match stands: for those who read it without replaying, and as a check."""
    game, resignation = state.game, state.resignation
    return {
        "score": list(state.score),
        "games": len(state.games),
        "winner": state.winner,
        "on_turn": state.on_turn,
        "starter": state.starter,
        "ties": state.n_ties,
        "crawford": state.crawford,
        "cube": {"value": state.value, "owner": state.owner, "offer": state.offer},
        "resignation": resignation and {"side": resignation.side, "kind": resignation.kind.value},
        "game": game
        and {
            "position": str(game.position),
            "side": game.side,
            "phase": game.phase.value,
            "stages": [list(stage) for stage in game.stages],
            "head_left": game.head_left,
            "n_rolls": list(game.n_rolls),
        },
    }
