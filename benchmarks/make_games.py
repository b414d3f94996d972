"""Write down what fixed games come to: `python benchmarks/make_games.py`, after new weights.

`games.json` has an entry for each game and policy whose weight file is there. All levels and the
reference play the same games, so the entries hold wherever the benchmarks run. An entry that
another version found for the same weights and that differs is a fault, and stops the script.
"""

import json
import sys

from players import FIXED_GAMES, GAMES, N_TRIALS, PLAYERS, SEED, counts_of_games, player


def main():
    old = json.loads(FIXED_GAMES.read_text()) if FIXED_GAMES.exists() else {}
    found = {"seed": SEED, "n_trials": N_TRIALS}
    is_same_work = all(old.get(key) == value for key, value in found.items())
    for game in GAMES:
        for name in PLAYERS:
            policy, entry = player(name, game), f"{game}: {name}"
            if policy is None:
                print(f"{entry}: no weight file, left out")
                continue
            counts = counts_of_games(name, game)
            found[entry] = {"fingerprint": policy.fingerprint, "counts": counts}
            before = old.get(entry, found[entry])
            same_weights = before["fingerprint"] == policy.fingerprint
            if is_same_work and same_weights and before["counts"] != counts:
                return f"{entry}: {counts} in place of {before['counts']}; nothing is written"
            print(entry, counts)
    FIXED_GAMES.write_text(json.dumps(found, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
