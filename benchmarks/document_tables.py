"""Put the newest kept figures into docs/performance.md: `python benchmarks/document_tables.py`.

A table stands between two comments: `<!-- figures: NAME: COMMAND -->` and
`<!-- end of figures: NAME -->`.
"""

import json
import re
from pathlib import Path

import bench_scaling
import count_instructions
from surroundings import RESULTS

PAGE = Path(__file__).parents[1] / "docs" / "performance.md"


def newest(kind):
    """Return the figures of the last date that is kept."""
    files = sorted(RESULTS.glob(f"{kind}-[0-9]*.json"))
    if not files:
        raise SystemExit(f"there are no figures: run the script that writes results/{kind}-*.json")
    return json.loads(files[-1].read_text())


def tables():
    """Return the tables of the page by their names."""
    scaling = newest("scaling")
    made = {name: table(scaling[name]) for name, (_, table) in bench_scaling.PARTS.items()}
    levels = newest("instructions")["levels"]
    return {**made, "instructions": count_instructions.table_by_levels(levels)}


def filled(text, name, table):
    """Return the text with a table in its place."""
    place = re.compile(
        rf"(<!-- figures: {name}\b[^>]*-->\n).*?(<!-- end of figures: {name} -->)", re.DOTALL
    )
    text, n = place.subn(lambda found: f"{found[1]}\n{table}\n\n{found[2]}", text)
    if n != 1:
        raise SystemExit(f"{PAGE.name} has {n} places for the figures {name!r}")
    return text


def main():
    text = PAGE.read_text(encoding="utf-8")
    for name, table in tables().items():
        text = filled(text, name, table)
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
