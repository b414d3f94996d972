"""Where and with what figures were made."""

import datetime
import os
import platform
import re
from pathlib import Path

import numpy as np

from nardy_fast import build_info

RESULTS = Path(__file__).parent / "results"


def machine():
    """Return the processor as /proc/cpuinfo names it, or as Python does elsewhere."""
    fields = {}
    path = Path("/proc/cpuinfo")
    if path.exists():
        for line in path.read_text().splitlines():
            name, _, value = line.partition(":")
            fields.setdefault(name.strip(), value.strip())
    if "model name" not in fields:
        return platform.processor() or platform.machine()
    family, model = fields.get("cpu family", "?"), fields.get("model", "?")
    return f"{fields['model name']} (family {family}, model {model}), {os.cpu_count()} processors"


def surroundings():
    return {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "machine": machine(),
        "load_average": list(os.getloadavg()) if hasattr(os, "getloadavg") else None,
        "python": platform.python_version(),
        "numpy": np.__version__,
        # The release of a kernel names a host more than it explains a rate.
        "nardy_fast": {**build_info(), "platform": platform.system()},
    }


def results_file(kind, around, name=None):
    """Return the path under `results/` for figures of one kind, date and machine."""
    name = name or re.sub(r"[^a-z0-9]+", "-", around["machine"].partition(",")[0].lower())
    return RESULTS / f"{kind}-{around['date']}-{name.strip('-')}.json"


def markdown_table(head, lines, n_texts=1):
    """Return a table whose first columns are texts and whose others are numbers, on the right."""
    rule = ["---"] * n_texts + ["---:"] * (len(head) - n_texts)
    return "\n".join("| " + " | ".join(line) + " |" for line in [head, rule, *lines])
