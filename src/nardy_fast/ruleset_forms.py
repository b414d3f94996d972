"""What a whole ruleset comes to: its canonical form, its digest, and what contradicts itself.

Promise: a canonical form never changes for the same rules. A field added in a later version is
left out of it while it has its default.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from nardy_fast.ruleset_fields import NEUTRAL_IN_SHORT, listed

__all__ = ["canonical_form", "conflicts", "digest"]

_FIRST_FIELDS = (
    "checkers",
    "opening",
    "head_limit",
    "block",
    "block_scope",
    "max_stack",
    "koks_zone",
    "next_starter",
)
#: Fields that came later, with the values that change no fingerprint.
_LATER_FIELDS = {"cascade": None, "cascade_from": 1, "misere": False}


def canonical_form(rules: Any) -> dict[str, object]:
    """Return every rule of a `Ruleset`, by name, as JSON knows it."""
    exception = rules.head_exception
    form: dict[str, object] = {
        **{field: getattr(rules, field) for field in _FIRST_FIELDS},
        "variant": rules.variant.value,
        "start": [list(pair) for pair in rules.start],
        "head_exception": exception if isinstance(exception, str) else sorted(exception),
        "points": list(rules.points),
    }
    for field, default in _LATER_FIELDS.items():
        if getattr(rules, field) != default:
            form[field] = getattr(rules, field)
    return form


def digest(form: dict[str, object]) -> str:
    """Return the SHA-256 of a canonical form, 64 hex digits."""
    text = json.dumps(form, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def conflicts(rules: Any) -> list[str]:
    """Return what is wrong between fields of a `Ruleset` that are right by themselves."""
    faults: list[str] = []
    n_start = sum(count for _, count in rules.start)
    if n_start != rules.checkers:
        faults.append(f"start must place {rules.checkers} checkers (field checkers); got {n_start}")
    own = {point for point, _ in rules.start}
    shared = sorted(own & {rules.opponent_point(point) for point in own})
    if shared:
        faults.append(f"start puts both sides on the mover's point {listed(shared)}")
    if rules.has_bar:
        faults += [
            f"{field} is no rule of short nardy and must be {neutral!r} there; "
            f"got {getattr(rules, field)!r}"
            for field, neutral in NEUTRAL_IN_SHORT.items()
            if getattr(rules, field) != neutral
        ]
    if rules.cascade is None and rules.cascade_from != 1:
        faults.append(f"cascade_from must be 1 without a cascade; got {rules.cascade_from}")
    if rules.cascade is not None and rules.head_exception == "stuck":
        faults.append(
            'head_exception must not be "stuck" with a cascade, whose stages are decided one by one'
        )
    return faults
