"""The commands `bench` and `info`."""

from __future__ import annotations

import argparse

from nardy_fast._cli_output import print_json, print_pairs, print_table
from nardy_fast._version import __version__
from nardy_fast.diagnostics import build_info, measured_rates, signature

__all__ = ["run_bench", "run_info"]


def run_info(args: argparse.Namespace) -> int:
    """Show versions, backend and machine."""
    if args.json:
        print_json(build_info())
    else:
        print_pairs(**build_info())
    return 0


def run_bench(args: argparse.Namespace) -> int:
    """Print a signature of the behaviour, and the speed here."""
    found = signature()
    text = f"{found.value:016x}"
    if args.json:
        parts = {
            name: {**part, "hash_sum": f"{part['hash_sum']:016x}"}
            for name, part in found.parts.items()
        }
        print_json({"version": __version__, "signature": text, "parts": parts})
        return 0
    print(f"signature {text}\n")
    titles = ("ruleset", "perft", "positions", "afterstates")
    print_table(
        [titles, *((name, *(str(p[t]) for t in titles[1:])) for name, p in found.parts.items())]
    )
    rates = [(what, *(f"{r:,.0f}" for r in found), unit) for what, unit, *found in measured_rates()]
    print()
    print_table([("rate here, all cores", "short", "long", "a second"), *rates])
    return 0
