"""Train a weight file from nothing.

    python tools/train_net.py --ruleset short --minutes 10 --seed 1 --out short.weights

First TD(lambda) on games of the net against itself, with steps that shrink; then generations of
supervised steps, whose targets are the net's own judgement one roll ahead. The best weights so far
stand in FILE, and the state of the run in FILE.state: stop it with Ctrl-C, go on with `--resume`.
The same options but `--minutes`, which fits the plan to the machine, give the same file.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from dataclasses import asdict, dataclass, replace

from nardy_fast import ArgumentError, NardyError, Variant, play_match
from nardy_fast.feature_sets import feature_set_of
from nardy_fast.policies import Policy
from nardy_fast.rulesets import PRESETS, Ruleset, as_ruleset
from nardy_fast.training import GAMES_OF_BATCH, Trainer

#: The run of games is cut into so many parts, between which steps shrink and the state is saved.
SLICES = 100
REPORT_EVERY = 10
#: Mirrored games that decide which weights are better, and that are reported.
GAMES_OF_MATCH = 2000
#: Streams of dice apart from those of training.
JUDGE_SEED = 1
#: What is told of long nardy where koks and mars pay alike.
LONG_OUTPUTS = ("win", "win_home_mars", "lose_home_mars")


@dataclass(frozen=True)
class Plan:
    """What is done, step by step."""

    games: int
    trace: float
    first_rate: float
    last_rate: float
    generations: int = 0
    games_of_generation: int = 2000
    epochs: int = 10
    first_fit_rate: float = 0.02
    last_fit_rate: float = 0.002

    @property
    def n_steps(self) -> int:
        """Slices of games, then generations."""
        return SLICES + self.generations

    def games_until(self, step: int) -> int:
        """Return how many games have been played when a step begins."""
        batches = self.games // GAMES_OF_BATCH
        return batches * min(step, SLICES) // SLICES * GAMES_OF_BATCH

    def rate(self, step: int) -> float:
        """Return how long steps are in a slice: from the first to the last in equal ratios."""
        return between(self.first_rate, self.last_rate, step, SLICES)

    def fit_rate(self, epoch: int) -> float:
        """Return how long steps are in an epoch of a generation."""
        return between(self.first_fit_rate, self.last_fit_rate, epoch, self.epochs)


def between(first: float, last: float, step: int, n: int) -> float:
    """Return the rate of step `step` of `n`."""
    return first * (last / first) ** (step / max(n - 1, 1))


def same_checkers(rules: Ruleset) -> list[Ruleset]:
    """Return the presets of the same game with as many checkers: a table may serve them all."""
    return [
        preset
        for preset in PRESETS.values()
        if (preset.variant, preset.checkers) == (rules.variant, rules.checkers)
    ]


def new_trainer(arguments: argparse.Namespace) -> Trainer:
    """Return a trainer of small random weights."""
    rules = as_ruleset(arguments.ruleset)
    features = arguments.features or feature_set_of(rules).name
    outputs = arguments.outputs and tuple(arguments.outputs.split(","))
    if arguments.linear:
        outputs = ("equity",)
    elif outputs is None and rules.variant is Variant.LONG and len(set(rules.points)) == 2:
        outputs = LONG_OUTPUTS
    return Trainer(
        rules,
        0 if arguments.linear else arguments.hidden,
        seed=arguments.seed,
        outputs=outputs,
        features=None if features == "none" else features,
        serves=same_checkers(rules),
    )


def plan_of(arguments: argparse.Namespace, trainer: Trainer) -> Plan:
    """Return what the arguments ask for."""
    is_long = trainer.ruleset.variant is Variant.LONG
    if arguments.linear:
        plan = Plan(30_000 if is_long else 60_000, 0.7, 0.005, 0.0001)
    else:
        plan = Plan(100_000 if is_long else 200_000, 0.5, 0.02, 0.0005, generations=5)
    if arguments.games is not None:
        plan = replace(plan, games=arguments.games // GAMES_OF_BATCH * GAMES_OF_BATCH)
    if arguments.generations is not None:
        plan = replace(plan, generations=arguments.generations)
    return plan


def supervise(trainer: Trainer, plan: Plan, step: int, threads: int) -> None:
    """Fit the weights to their own judgement one roll ahead, on positions of their own games."""
    boards, targets = trainer.lessons(plan.games_of_generation, threads=threads)
    for epoch in range(plan.epochs):
        trainer.fit(boards, targets, rate=plan.fit_rate(epoch))


def take_step(trainer: Trainer, plan: Plan, step: int, threads: int) -> None:
    """Do one step of the plan, or what an interruption has left of it."""
    if step < SLICES:
        n_games = plan.games_until(step + 1) - trainer.n_games
        trainer.run(n_games, rate=plan.rate(step), trace=plan.trace)
    else:
        supervise(trainer, plan, step, threads)


def judge(trainer: Trainer, step: int, threads: int) -> str:
    """Keep the better of now and the best; return what there is to say of the weights of now."""
    against = play_match(
        Policy("now", trainer.weights),
        "heuristic",
        GAMES_OF_MATCH,
        ruleset=trainer.ruleset,
        seed=JUDGE_SEED,
        threads=threads,
    )
    match = trainer.challenge(GAMES_OF_MATCH, seed=JUDGE_SEED + 1 + step, threads=threads)
    text = f"heuristic {against.points_per_game:+.3f} +-{against.standard_error:.3f}"
    if match is not None:
        text += f"  best so far {match.points_per_game:+.3f} +-{match.standard_error:.3f}"
    return text


def write_best(trainer: Trainer, plan: Plan, path: str) -> None:
    """Write the weight file, with what made it."""
    best = trainer.best or trainer.weights
    made = {"plan": asdict(plan), "seed": trainer.seed, "tool": "tools/train_net.py"}
    made["command"] = trainer.notes["command"]
    replace(best, training=made).save(path)


def command_of(arguments: argparse.Namespace, plan: Plan, features: str | None) -> str:
    """Return the command that makes the same file on any machine."""
    words = ["tools/train_net.py", "--ruleset", arguments.ruleset]
    words += ["--linear"] if arguments.linear else ["--hidden", str(arguments.hidden)]
    words += ["--features", features or "none"]
    words += ["--outputs", arguments.outputs] if arguments.outputs else []
    words += ["--games", str(plan.games), "--generations", str(plan.generations)]
    return " ".join([*words, "--seed", str(arguments.seed)])


def begun(arguments: argparse.Namespace, state: str) -> tuple[Trainer, Plan]:
    """Return a new trainer and its plan, or those of the state."""
    if arguments.resume:
        trainer = Trainer.load(state)
        return trainer, Plan(**trainer.notes["plan"])
    if os.path.exists(state):
        raise ArgumentError(f"{state} must not exist, or --resume must be given to go on with it")
    trainer = new_trainer(arguments)
    plan = plan_of(arguments, trainer)
    command = command_of(arguments, plan, trainer.weights.features)
    trainer.notes.update(plan=asdict(plan), step=0, command=command)
    return trainer, plan


def run(arguments: argparse.Namespace) -> None:
    """Train, and write the weight file and the state as it goes."""
    state = arguments.out + ".state"
    trainer, plan = begun(arguments, state)
    print(trainer.notes["command"], flush=True)
    start = time.monotonic()
    for step in range(trainer.notes["step"], plan.n_steps):
        try:
            take_step(trainer, plan, step, arguments.threads)
        except KeyboardInterrupt:
            if step < SLICES:
                trainer.save(state)
            raise
        trainer.notes["step"] = step + 1
        if (step + 1) % REPORT_EVERY == 0 or step >= SLICES:
            rate = plan.rate(step) if step < SLICES else plan.last_fit_rate
            print(
                f"{time.monotonic() - start:6.0f} s  {trainer.n_games} games  "
                f"{trainer.n_epochs} epochs  rate {rate:.5f}  "
                f"{judge(trainer, step, arguments.threads)}",
                flush=True,
            )
            write_best(trainer, plan, arguments.out)
        trainer.save(state)
    os.remove(state)


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ruleset", default="short", help="a preset's name")
    parser.add_argument("--linear", action="store_true", help="a sum of table rows, no hidden unit")
    parser.add_argument("--hidden", type=int, default=80, help="hidden units (default 80)")
    parser.add_argument("--features", help="a set of features, or none (default: the game's)")
    parser.add_argument("--outputs", help="names with commas (default: whatever pays)")
    parser.add_argument("--games", type=int, help="games of TD(lambda)")
    parser.add_argument("--generations", type=int, help="generations of supervised steps")
    parser.add_argument("--minutes", type=float, help="choose both so that it takes so long")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="for targets and matches")
    parser.add_argument("--out", required=True, help="the weight file")
    parser.add_argument("--resume", action="store_true", help="go on from FILE.state")
    arguments = parser.parse_args()
    try:
        run(arguments)
    except NardyError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nstopped; --resume goes on", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
