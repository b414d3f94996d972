"""Put the newest kept figures into the documents: `python benchmarks/document_tables.py`.

A table stands between two comments: `<!-- figures: NAME: COMMAND -->` and
`<!-- end of figures: NAME -->`.
"""

import json
import re
from pathlib import Path

import bench_precision
import bench_scaling
import count_instructions
import speed_tables
from surroundings import RESULTS

DOCS = Path(__file__).parents[1] / "docs"


def newest(kind):
    """Return the figures of the last date that is kept."""
    files = sorted(RESULTS.glob(f"{kind}-[0-9]*.json"))
    if not files:
        raise SystemExit(f"there are no figures: run the script that writes results/{kind}-*.json")
    return json.loads(files[-1].read_text())


def tables():
    """Return the tables of each page by their names."""
    scaling = newest("scaling")
    made = {name: table(scaling[name]) for name, (_, table) in bench_scaling.PARTS.items()}
    levels = newest("instructions")["levels"]
    precision, speeds = newest("precision"), newest("speeds")
    rollouts = {
        name: f"{table(precision[name])}\n\n{precision['date']}, {precision['machine']}."
        for name, (_, table) in bench_precision.PARTS.items()
    }
    rollouts |= {name: table(speeds) for name, table in speed_tables.TABLES.items()}
    rollouts["peers"] = speed_tables.peers_table(newest("against"))
    return {
        "performance.md": {**made, "instructions": count_instructions.table_by_levels(levels)},
        "performance_rollouts.md": rollouts,
    }


def filled(text, name, table):
    """Return the text with a table in its place."""
    place = re.compile(
        rf"(<!-- figures: {name}\b[^>]*-->\n).*?(<!-- end of figures: {name} -->)", re.DOTALL
    )
    text, n = place.subn(lambda found: f"{found[1]}\n{table}\n\n{found[2]}", text)
    if n != 1:
        raise SystemExit(f"the page has {n} places for the figures {name!r}")
    return text


def main():
    for page, made in tables().items():
        text = (DOCS / page).read_text(encoding="utf-8")
        for name, table in made.items():
            text = filled(text, name, table)
        (DOCS / page).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
