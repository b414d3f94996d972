"""Compare nardy_fast with its peers: `python benchmarks/against`, from the root of the checkout."""

import sys
from pathlib import Path


def run():
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    from benchmarks.against.one_core import pin

    # Thread pools take their size from the processor when NumPy or JAX is imported.
    pin()
    from benchmarks.against.command import main

    return main()


if __name__ == "__main__":
    sys.exit(run())
