"""The tags of our `.mat` files: terms, ruleset and what the rows cannot hold."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from nardy_fast.errors import ArgumentError, NardyError
from nardy_fast.match_entries import Place, fault_at
from nardy_fast.match_terms import MatchTerms
from nardy_fast.ruleset_forms import canonical_form
from nardy_fast.rulesets import PRESETS, Ruleset, RulesetLike, as_ruleset

__all__ = [
    "WRITER",
    "is_ours",
    "names_a_game",
    "ruleset_of_tags",
    "tags_of_terms",
    "terms_of_tags",
]

#: What tells our files from others; the number is that of the form.
WRITER: Final = "nardy_fast 1"
_FLAGS: Final = {
    "Cube": "cube",
    "Crawford": "crawford",
    "Jacoby": "jacoby",
    "Beavers": "beavers",
    "Raccoons": "raccoons",
}
#: The games that other programs name.
_VARIANTS: Final = {
    "backgammon": "short",
    "standard": "short",
    "short nardy": "short",
    "nackgammon": "nackgammon",
    "hypergammon": "hypergammon",
    "long nardy": "long",
    "длинные нарды": "long",
    "короткие нарды": "short",
}


def is_ours(tags: Mapping[str, str]) -> bool:
    """Return whether this package wrote the file."""
    return tags.get("Writer", "").startswith("nardy_fast")


def names_a_game(tags: Mapping[str, str]) -> bool:
    """Return whether tags say which game was played."""
    return not tags.keys().isdisjoint(("Variant", "Variation", "Ruleset"))


def tags_of_terms(terms: MatchTerms) -> dict[str, str]:
    """Return the tags from which `terms_of_tags` makes the same terms, but for the length."""
    rules = terms.ruleset
    tags = {"Writer": WRITER, "Variant": "Backgammon" if rules.has_bar else "Long Nardy"}
    tags["Ruleset"] = rules.name
    if rules.name not in PRESETS or PRESETS[rules.name] != rules:
        for key, value in sorted(canonical_form(rules).items()):
            tags[f"Rule {key}"] = json.dumps(value)
    usual = MatchTerms(ruleset=rules)
    for tag, field in _FLAGS.items():
        value = getattr(terms, field)
        if value != getattr(usual, field) or tag == "Crawford":
            tags[tag] = "On" if value else "Off"
    if terms.cube_cap is not None:
        tags["CubeLimit"] = str(terms.cube_cap)
    if terms.automatic_doubles:
        tags["AutomaticDoubles"] = str(terms.automatic_doubles)
    if terms.dead_cube != usual.dead_cube:
        tags["DeadCube"] = terms.dead_cube
    if terms.name:
        tags["Terms"] = terms.name
    return tags


def ruleset_of_tags(tags: Mapping[str, str]) -> Ruleset:
    """Return the ruleset that tags name; that of backgammon if they name none."""
    if not is_ours(tags):
        variant = tags.get("Variant", tags.get("Variation", "backgammon"))
        if variant.lower() not in _VARIANTS:
            fault_at(Place(), f"its variant is {variant!r}; name the ruleset that it is played by")
        # Elsewhere each game begins with an opening throw, and its dice are played.
        rules = as_ruleset(_VARIANTS[variant.lower()])
        return rules.replace(opening="pair", next_starter="roll") if rules.has_bar else rules
    fields = {key[5:]: value for key, value in tags.items() if key.startswith("Rule ")}
    name = tags.get("Ruleset", "")
    try:
        if not fields:
            return as_ruleset(name)
        read: dict[str, Any] = {key: json.loads(value) for key, value in fields.items()}
        read["name"] = name
        return Ruleset(**read)
    except (NardyError, TypeError, ValueError, RecursionError) as error:
        fault_at(Place(), f"its ruleset cannot be made: {error}")


def terms_of_tags(
    tags: Mapping[str, str],
    length: int | None,
    ruleset: RulesetLike | None,
    changes: Mapping[str, Any],
) -> MatchTerms:
    """Return the terms that tags say, where `ruleset` and `changes` do not say other."""
    rules = ruleset_of_tags(tags) if ruleset is None else as_ruleset(ruleset)
    read: dict[str, Any] = {"length": length}
    flags = _FLAGS if is_ours(tags) else {**_FLAGS, "Beaver": "beavers"}
    for tag, field in flags.items():
        if tag in tags:
            if tags[tag].lower() not in ("on", "off"):
                fault_at(Place(), f"its tag {tag} must be On or Off; it is {tags[tag]!r}")
            read[field] = tags[tag].lower() == "on"
    for tag, field in (("CubeLimit", "cube_cap"), ("AutomaticDoubles", "automatic_doubles")):
        if tag in tags:
            if not (tags[tag].isascii() and tags[tag].isdigit() and len(tags[tag]) <= 16):
                fault_at(Place(), f"its tag {tag} must be a number; it is {tags[tag]!r}")
            read[field] = int(tags[tag]) or (None if field == "cube_cap" else 0)
    if is_ours(tags):
        read["dead_cube"] = tags.get("DeadCube", "forbid")
        read["name"] = tags.get("Terms", "")
    else:
        read["dead_cube"] = "allow"
        if changes.get("length", length) is None:
            read.setdefault("beavers", read.get("cube", True))
        else:
            # Terms of money play, which some programs name in every file.
            for field in ("jacoby", "beavers", "raccoons", "automatic_doubles"):
                read.pop(field, None)
    if "scoring" in changes:
        rules, changes = _scored(rules, changes)
    try:
        read.update({"ruleset": rules, **changes})
        return MatchTerms(**read)
    except TypeError as error:
        raise ArgumentError(f"a match has no such term: {error}") from None
    except NardyError as error:
        if changes:
            raise
        fault_at(Place(), f"its terms are wrong: {error}")


def _scored(rules: Ruleset, changes: Mapping[str, Any]) -> tuple[Ruleset, dict[str, Any]]:
    left = dict(changes)
    scored = MatchTerms(ruleset=rules).replace(scoring=left.pop("scoring"))
    return scored.ruleset, left
