"""Examples at the end of each command's help, and the exit codes; tests run the examples."""

from __future__ import annotations

from typing import Final

from nardy_fast._messages import Speech

__all__ = ["EXAMPLES", "EXIT_CODES", "epilog"]

#: A command's examples: what each does, and what is typed.
EXAMPLES: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "": (
        ("a game against the machine", "nardy-fast play --ruleset long"),
        (
            "what the start of long nardy is worth",
            "nardy-fast rollout --ruleset long --trials 10000 --seed 1",
        ),
        ("the best plays of a roll", "nardy-fast analyse --ruleset short --roll 31 --top 5"),
    ),
    "rollout": (
        (
            "a million random games would take seconds; these are ten thousand",
            "nardy-fast rollout --ruleset long --trials 10000 --seed 1",
        ),
        (
            "a position by its XGID, with even dice and its luck taken out",
            "nardy-fast rollout XGID=-BBBBBB------------bbbbbb-:0:0:1:00:0:0:0:0:10"
            " --policy linear --stratify 1 --variance-reduction --trials 720 --seed 1",
        ),
        (
            "gul bara, where both sides have thrown five times",
            'nardy-fast rollout "24:10 18:5 / 24:10 18:5" --ruleset gulbara --n-rolls 5 5'
            " --trials 1000 --seed 1",
        ),
    ),
    "analyse": (
        ("what the heuristic thinks", "nardy-fast analyse --ruleset long --roll 61"),
        (
            "the best three, rolled out on the same dice",
            "nardy-fast analyse --ruleset short --roll 31 --policy linear --top 3 --trials 108"
            " --seed 1",
        ),
        (
            "the dice of an XGID, points counted as one for both sides",
            "nardy-fast analyse XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10"
            " --numbering board --top 3",
        ),
    ),
    "match": (
        (
            "is the heuristic better than chance?",
            "nardy-fast match heuristic random --ruleset short --games 200 --seed 1",
        ),
        (
            "a policy that strays once in ten plays, for another program",
            "nardy-fast match heuristic heuristic,epsilon=0.1 --ruleset long --games 100 --seed 1"
            " --json",
        ),
    ),
    "play": (
        ("a match to three points", "nardy-fast play --ruleset long --match 3"),
        (
            "in Russian, saved after every turn",
            "nardy-fast play --ruleset short --lang ru --save match.json",
        ),
        ("go on with it", "nardy-fast play --resume match.json"),
    ),
    "generate": (
        (
            "a thousand positions of self-play",
            "nardy-fast generate --ruleset long --positions 1000 --seed 1 --out data",
        ),
        (
            "go on to two thousand",
            "nardy-fast generate --ruleset long --positions 2000 --seed 1 --out data",
        ),
    ),
    "perft": (
        ("all plays of all rolls, three plies deep", "nardy-fast perft 3 --ruleset long"),
        (
            "a position by its ID, roll by roll",
            "nardy-fast perft 1 4HPwATDgc/ABMA --divide",
        ),
    ),
    "plays": (
        ("the plays of 3-1 at the start", "nardy-fast plays --ruleset short --roll 31"),
        (
            "a line of long nardy with its dice, points counted from White's head",
            'nardy-fast plays "LN1 24:14,18:1 24:15 b 31 f-- 1-" --numbering ascending',
        ),
    ),
    "show": (
        ("the start of long nardy", "nardy-fast show --ruleset long"),
        ("an ID, drawn in ASCII", "nardy-fast show 4HPwATDgc/ABMA:cIkKAAAAAAAA --ascii"),
        (
            "a picture too",
            'nardy-fast show "6:2 4:3 / 3:4 1:1" --ruleset short --svg race.svg --theme dark',
        ),
    ),
    "convert": (
        (
            "a match for other programs",
            "nardy-fast convert match.json match.mat",
        ),
        (
            "and back; an old file is replaced",
            "nardy-fast convert match.mat match.json --force",
        ),
    ),
    "bench": (
        ("signature and speed", "nardy-fast bench"),
        ("the signature alone, to compare machines", "nardy-fast bench --json"),
    ),
    "doctor": (
        ("is all well?", "nardy-fast doctor"),
        ("for another program", "nardy-fast doctor --json"),
    ),
    "info": (
        ("versions and machine", "nardy-fast info"),
        ("for another program", "nardy-fast info --json"),
    ),
    "completion": (
        (
            "bash: in ~/.bashrc write",
            'eval "$(nardy-fast completion bash)"',
        ),
        (
            "zsh: into a folder of $fpath",
            "nardy-fast completion zsh > _nardy-fast",
        ),
        (
            "fish: once",
            "nardy-fast completion fish > nardy-fast.fish",
        ),
    ),
}
EXIT_CODES: Final[dict[str, str]] = {
    "0": "all is well",
    "1": "doctor found a fault",
    "2": "an error, told in one line on stderr, with what to do",
    "130": "interrupted by Ctrl-C; what was finished is printed",
    "141": "who read the output has closed it, as head does",
}


def epilog(command: str, speech: Speech) -> str:
    """Return what stands below a command's help; "" is the program itself."""
    lines = []
    if not command:
        lines = [f"{speech.say('exit codes')}:"]
        lines += [f"  {code.ljust(3)}  {speech.say(text)}" for code, text in EXIT_CODES.items()]
        lines.append("")
    lines.append(f"{speech.say('examples')}:")
    for told, typed in EXAMPLES[command]:
        lines += [f"  # {speech.say(told)}", f"  {typed}"]
    return "\n".join(lines)
