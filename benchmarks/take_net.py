"""Take nets into the benchmarks: `python benchmarks/take_net.py net40_short.weights ...`.

Each file is named as in `nets/`, whatever folder it is in. It is kept as int16; then the sets of
net play and the counts of fixed games are made again. Without files, only that.
"""

import argparse
import sys
from pathlib import Path

import make_games
import make_positions
from players import GAMES, NETS

from nardy_fast import load_weights

NAMES = tuple(f"{net}_{game}.weights" for net in ("net40", "net80") for game in GAMES)


def main(argv=None):
    made = argparse.ArgumentParser(
        prog="python benchmarks/take_net.py", description="Take nets into the benchmarks."
    )
    made.add_argument("files", nargs="*", type=Path, metavar="FILE", help=", ".join(NAMES))
    options = made.parse_args(argv)
    for file in options.files:
        if file.name not in NAMES:
            made.error(f"{file}: the name must be one of {', '.join(NAMES)}")
    for file in options.files:
        load_weights(file).quantised().save(NETS / file.name)
    make_positions.main(["net"])
    return make_games.main()


if __name__ == "__main__":
    sys.exit(main())
