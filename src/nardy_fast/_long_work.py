"""Work that takes long, so done that Ctrl-C soon ends it and keeps what is finished."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

from nardy_fast._backend import generate_afterstates, perft, swap_sides
from nardy_fast._cli_output import ProgressLine
from nardy_fast._messages import Speech
from nardy_fast._rollout import rollout
from nardy_fast._rollout_progress import RolloutProgress
from nardy_fast.dice import ROLLS, Roll
from nardy_fast.errors import TableError
from nardy_fast.ledgers import load_ledger
from nardy_fast.position import Position
from nardy_fast.rollouts import RolloutResult

__all__ = ["count_rolls", "roll_out"]


def roll_out(
    position: Position,
    *,
    tell: Callable[[RolloutProgress], str],
    ledger: str | None,
    **options: Any,
) -> tuple[RolloutResult | None, bool]:
    """Return a rollout as far as it came, None if no block was finished, and whether it was cut.

    Parameters
    ----------
    position : Position
    tell : callable
        Returns the line that shows how far it has come.
    ledger : str or None
        A file that keeps finished blocks.
    **options
        Those of `rollout`, whose numbers do not depend on the blocks.
    """
    result: RolloutResult | None = None
    line = ProgressLine()

    def keep(progress: RolloutProgress) -> None:
        nonlocal result
        result = progress.result
        if line.is_due():
            line.show(tell(progress))

    try:
        return rollout(
            position.board, ruleset=position.ruleset, progress=keep, ledger=ledger, **options
        ), False
    except KeyboardInterrupt:
        if result is None and ledger is not None:
            with contextlib.suppress(TableError):
                result = load_ledger(ledger)
        return result, True
    finally:
        line.clear()


def count_rolls(
    position: Position, depth: int, *, weighted: bool, threads: int, speech: Speech
) -> tuple[dict[Roll, int], bool]:
    """Return the leaves below each first roll as far as they are counted, and whether it was cut.

    Parameters
    ----------
    position : Position
    depth : int
        1 or more.
    weighted : bool
        True to count throws of 36.
    threads : int
    speech : Speech
        Of the line that shows how far it has come.
    """
    rules, counts = position.ruleset, dict[Roll, int]()
    children = {
        roll: swap_sides(generate_afterstates(position.board, roll, ruleset=rules), ruleset=rules)
        for roll in ROLLS
    }
    total, n_done = sum(map(len, children.values())), 0
    line = ProgressLine()
    try:
        for roll, boards in children.items():
            n_leaves = 0
            for board in boards:
                n_leaves += perft(
                    board, depth - 1, ruleset=rules, weighted=weighted, threads=threads
                )
                n_done += 1
                if line.is_due():
                    share = 100 * n_done / total
                    line.show(
                        speech.say(
                            "{done} of {total} first plays ({share} %)",
                            done=speech.count(n_done),
                            total=speech.count(total),
                            share=f"{share:.0f}",
                        )
                    )
            counts[roll] = n_leaves * (roll.weight if weighted else 1)
    except KeyboardInterrupt:
        return counts, True
    finally:
        line.clear()
    return counts, False
