"""Write dice_stream.csv with NumPy's Philox alone: nothing of the package is imported."""

from pathlib import Path

from numpy.random import Philox, SeedSequence

SEEDS = (0, 1, 2**32, 2**63 - 1, 2**64 - 1)
N_PLIES = 100
HEADER = (
    "# The first 100 ordered throws of trial 0, row 0 of five seeds; numpy.random.Philox, "
    "key SeedSequence(seed).generate_state(2, uint64), counter [0, trial, row, stream], "
    "throw = high 64 bits of word * 36; made by make_dice_stream.py"
)


def throws(seed, n_plies):
    """Return the throws as text, two faces each; no word here is rejected."""
    key = SeedSequence(seed).generate_state(2, "uint64")
    words = Philox(key=key, counter=[0, 0, 0, 0]).random_raw(n_plies)
    assert all(int(word) * 36 % 2**64 >= 2**64 % 36 for word in words)
    faces = [divmod(int(word) * 36 >> 64, 6) for word in words]
    return " ".join(f"{first + 1}{second + 1}" for first, second in faces)


if __name__ == "__main__":
    rows = [f"{seed},{throws(seed, N_PLIES)}" for seed in SEEDS]
    text = "\n".join([HEADER, "seed,throws", *rows]) + "\n"
    Path(__file__).with_name("dice_stream.csv").write_text(text, encoding="utf-8")
