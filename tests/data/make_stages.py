"""Write stages.json: how many results the stages of the first two turns of gul bara have.

Counted with the reference; tests count with both backends.
"""

import json
import os
import sys
from pathlib import Path

os.environ["NARDY_FAST_BACKEND"] = os.environ.get("NARDY_FAST_BACKEND", "reference")
sys.path.insert(0, str(Path(__file__).parents[1]))

from agreement.test_stages import count_first_turns
from strategies import STAGE_PRESETS

if __name__ == "__main__":
    counts = {name: {str(n): count_first_turns(name, n) for n in (0, 3)} for name in STAGE_PRESETS}
    path = Path(__file__).parent / "stages.json"
    path.write_text(json.dumps({"first_turns": counts}, indent=1) + "\n", encoding="utf-8")
