"""Examples of commands, for `--help`; a test runs each in one folder, in this order."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

__all__ = ["EXAMPLES", "EXIT_CODES"]

EXAMPLES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "show": (
            "nardy-fast show --ruleset long",
            "nardy-fast show 4HPwATDgc/ABMA --roll 31 --play '8/5 6/5' --svg board.svg",
            "nardy-fast show 'LN1 24:14,18:1 24:15 b 31 f-- 1-' --lang ru",
        ),
        "plays": (
            "nardy-fast plays --ruleset long --roll 3-3",
            "nardy-fast plays 4HPwATDgc/ABMA --roll 61 --json",
            "nardy-fast plays --ruleset long --roll 66 --numbering board --side 1",
        ),
        "analyse": (
            "nardy-fast analyse 4HPwATDgc/ABMA --roll 31 --policy linear",
            "nardy-fast analyse --ruleset long --roll 3-3 --trials 360 --seed 1",
        ),
        "perft": (
            "nardy-fast perft 3 --ruleset long",
            "nardy-fast perft 2 --ruleset short --divide",
        ),
        "rollout": (
            "nardy-fast rollout --ruleset long --policy random --trials 10000 --seed 1",
            "nardy-fast rollout 4HPwATDgc/ABMA --policy linear --stratify 1 --target-se 0.05",
            "nardy-fast rollout --ruleset gulbara '24:10 13:5 / 24:9 8:6' --n-rolls 6 5 "
            "--trials 1000",
        ),
        "match": (
            "nardy-fast match linear random --ruleset short --games 1000",
            "nardy-fast match heuristic heuristic,epsilon=0.2 --ruleset long --games 1000 --seed 1",
        ),
        "play": (
            "nardy-fast play --ruleset long --match 3",
            "nardy-fast play --ruleset short --against human --save match.json",
            "nardy-fast play --resume match.json --lang ru",
        ),
        "generate": (
            "nardy-fast generate --ruleset long --policy heuristic --positions 1e4 --out data",
        ),
        "convert": (
            "nardy-fast convert match.json match.mat",
            "nardy-fast convert match.mat again.json",
        ),
        "bench": ("nardy-fast bench --json",),
        "doctor": ("nardy-fast doctor", "nardy-fast doctor --json"),
        "info": ("nardy-fast info",),
        "completion": ("nardy-fast completion bash",),
    }
)
#: What the end of the general help says.
EXIT_CODES: Final = (
    "exit codes: 0 done; 1 a check of doctor failed; 2 an error, told in one line on stderr;\n"
    "130 after Ctrl-C, when what was finished has been printed; 141 if the reader of a pipe left"
)
