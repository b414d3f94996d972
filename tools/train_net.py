"""Train a weight file from nothing.

    python tools/train_net.py --ruleset short --minutes 10 --seed 1 --out short.weights

First TD(lambda) on games of the weights against themselves, with steps that shrink. Then
generations of supervised steps: lessons from new games, and those of the generations before. The
best weights so far stand in the file; beside it stands the state of the run. Ctrl-C stops it, and
`--resume` goes on. The options that are printed first make the same file on any machine;
`--minutes`, of processor time, only chooses them.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import os
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from nardy_fast import ArgumentError, NardyError, TableError, Variant, play_match
from nardy_fast.feature_sets import feature_set_of
from nardy_fast.policies import Policy
from nardy_fast.rulesets import PRESETS, Ruleset, as_ruleset
from nardy_fast.training import GAMES_OF_BATCH, Trainer
from nardy_fast.weight_files import replace_file

#: The games are played in so many parts, between which steps shrink and the state is saved.
SLICES = 50
#: Slices, and then generations, between two matches.
SLICES_OF_REPORT = 10
GENERATIONS_OF_REPORT = 4
#: Mirrored games that decide which weights are better, and that are reported.
GAMES_OF_MATCH = 2000
JUDGE_SEED = 1
#: The share of the time that games without lessons get, and games that measure the speed.
SHARE_OF_GAMES = 0.15
WARM_UP, TIMED, TIMED_LESSONS = 3000, 1000, 50
#: What is told of long nardy where mars and koks pay alike.
LONG_OUTPUTS = ("win", "win_home_mars", "lose_home_mars")


@dataclass(frozen=True)
class Plan:
    """What is done, step by step; rates go from the first to the last in equal ratios."""

    games: int
    trace: float
    first_rate: float
    last_rate: float
    generations: int = 0
    #: New games of a generation, and how many generations' lessons are fitted.
    games_of_generation: int = 2000
    window: int = 4
    epochs: int = 5
    lesson_trace: float = 0.7
    first_fit_rate: float = 0.005
    last_fit_rate: float = 0.0005

    @property
    def n_steps(self) -> int:
        """Slices of games, then generations."""
        return SLICES + self.generations

    def games_until(self, step: int) -> int:
        """Return how many games have been played when a step begins."""
        batches = self.games // GAMES_OF_BATCH
        return batches * min(step, SLICES) // SLICES * GAMES_OF_BATCH

    def rate(self, step: int) -> float:
        """Return how long steps are in a slice."""
        return between(self.first_rate, self.last_rate, step, SLICES)

    def fit_rate(self, epoch: int) -> float:
        """Return how long steps are in an epoch of a generation."""
        return between(self.first_fit_rate, self.last_fit_rate, epoch, self.epochs)

    def reports_after(self, step: int) -> bool:
        """Return whether the weights are judged when a step is done."""
        if step < SLICES:
            return (step + 1) % SLICES_OF_REPORT == 0
        return (self.n_steps - 1 - step) % GENERATIONS_OF_REPORT == 0


def between(first: float, last: float, step: int, n: int) -> float:
    """Return the rate of step `step` of `n`."""
    return float(first * (last / first) ** (step / max(n - 1, 1)))


class Lessons:
    """The lessons of the last generations, each in a file of its own beside the state."""

    def __init__(self, stem: str) -> None:
        self.stem = stem
        self.kept: dict[str, tuple[NDArray[np.int8], NDArray[np.float32]]] = {}

    def add(self, step: int, boards: NDArray[np.int8], targets: NDArray[np.float32]) -> None:
        """Write the lessons of a step."""
        file = io.BytesIO()
        np.savez(file, boards=boards, targets=targets)
        name = f"{step}-{hashlib.sha256(file.getvalue()).hexdigest()[:16]}"
        replace_file(self.path(name), file.getvalue())
        self.kept[name] = boards, targets

    def read(self, names: list[str]) -> None:
        """Read the lessons that a state names."""
        for name in names:
            data = Path(self.path(name)).read_bytes()
            if hashlib.sha256(data).hexdigest()[:16] != name.partition("-")[2]:
                raise TableError(f"{self.path(name)}: the file was altered")
            with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
                self.kept[name] = arrays["boards"], arrays["targets"]

    def path(self, name: str) -> str:
        """Return the path of a step's lessons."""
        return f"{self.stem}.lessons-{name}.npz"

    def shorten(self, n: int) -> None:
        """Forget all lessons but the last `n`, and delete their files."""
        for name in list(self.kept)[: len(self.kept) - n]:
            del self.kept[name]
            os.remove(self.path(name))

    def together(self) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
        """Return all that are kept, the oldest first."""
        boards, targets = zip(*self.kept.values(), strict=True)
        return np.concatenate(boards), np.concatenate(targets)


def same_checkers(rules: Ruleset) -> list[Ruleset]:
    """Return the presets of the same game with as many checkers, which the weights may serve."""
    return [
        preset
        for preset in PRESETS.values()
        if (preset.variant, preset.checkers) == (rules.variant, rules.checkers)
    ]


def new_trainer(options: argparse.Namespace) -> Trainer:
    """Return a trainer of small random weights."""
    rules = as_ruleset(options.ruleset)
    features = options.features or feature_set_of(rules).name
    outputs = options.outputs and tuple(options.outputs.split(","))
    if options.linear:
        outputs = ("equity",)
    elif outputs is None and rules.variant is Variant.LONG and len(set(rules.points)) == 2:
        outputs = LONG_OUTPUTS
    return Trainer(
        rules,
        0 if options.linear else options.hidden,
        seed=options.seed,
        outputs=outputs,
        features=None if features == "none" else features,
        serves=same_checkers(rules),
    )


def seconds_of(work: Callable[[], object]) -> float:
    """Return the processor time of some work."""
    start = time.process_time()
    work()
    return time.process_time() - start


def fitted_to_time(plan: Plan, options: argparse.Namespace) -> Plan:
    """Return the plan with as many games and generations as go into the time."""
    trial = new_trainer(options)
    trial.run(WARM_UP, rate=plan.first_rate, trace=plan.trace)
    game = seconds_of(lambda: trial.run(TIMED, rate=plan.last_rate, trace=plan.trace)) / TIMED
    left = 60 * options.minutes
    if options.linear:
        return replace(plan, games=rounded(left / game))
    made: list[tuple[NDArray[np.int8], NDArray[np.float32]]] = []
    lesson = seconds_of(lambda: made.append(trial.lessons(TIMED_LESSONS, threads=1)))
    epoch = seconds_of(lambda: trial.fit(*made[0], rate=plan.last_fit_rate))
    fitted = plan.window * plan.epochs * epoch
    generation = (lesson + fitted) / TIMED_LESSONS * plan.games_of_generation
    return replace(
        plan,
        games=rounded(left * SHARE_OF_GAMES / game),
        generations=round(left * (1 - SHARE_OF_GAMES) / generation),
    )


def rounded(games: float) -> int:
    """Return a number of games that can be played."""
    return max(1, round(games / GAMES_OF_BATCH)) * GAMES_OF_BATCH


def plan_of(options: argparse.Namespace, rules: Ruleset) -> Plan:
    """Return what the arguments ask for."""
    is_long = rules.variant is Variant.LONG
    if options.linear:
        plan = Plan(30_000 if is_long else 60_000, 0.7, 0.005, 0.0001)
    else:
        plan = Plan(100_000 if is_long else 200_000, 0.5, 0.01, 0.0002, generations=20)
    if options.minutes is not None:
        plan = fitted_to_time(plan, options)
    if options.games is not None:
        plan = replace(plan, games=rounded(options.games))
    if options.generations is not None:
        plan = replace(plan, generations=options.generations)
    return plan


def command_of(options: argparse.Namespace, plan: Plan, features: str | None) -> str:
    """Return the command that makes the same file on any machine."""
    words = ["tools/train_net.py", "--ruleset", options.ruleset]
    words += ["--linear"] if options.linear else ["--hidden", str(options.hidden)]
    words += ["--features", features or "none"]
    words += ["--outputs", options.outputs] if options.outputs else []
    words += ["--games", str(plan.games), "--generations", str(plan.generations)]
    return " ".join([*words, "--seed", str(options.seed)])


class Run:
    """A trainer, its plan, and its files."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.out, self.threads = options.out, options.threads
        self.state = f"{options.out}.state"
        self.lessons = Lessons(options.out)
        if options.resume:
            self.trainer = Trainer.load(self.state)
            self.plan = Plan(**self.trainer.notes["plan"])
            self.lessons.read(self.trainer.notes["lessons"])
            return
        if os.path.exists(self.state):
            raise ArgumentError(f"{self.state} is there: --resume goes on with it, or remove it")
        self.trainer = new_trainer(options)
        self.plan = plan_of(options, self.trainer.ruleset)
        self.trainer.notes.update(
            plan=asdict(self.plan),
            command=command_of(options, self.plan, self.trainer.weights.features),
            step=0,
            seconds=0.0,
            lessons=[],
        )

    def finish(self) -> None:
        """Do the steps that are left."""
        notes = self.trainer.notes
        print(notes["command"], flush=True)
        for step in range(notes["step"], self.plan.n_steps):
            start = time.process_time()
            try:
                self.take(step)
            except KeyboardInterrupt:
                if step < SLICES:
                    self.trainer.save(self.state)
                raise
            notes["step"] = step + 1
            if self.plan.reports_after(step):
                text = self.judged(step)
                notes["seconds"] += time.process_time() - start
                print(f"{notes['seconds']:5.0f} s  {text}", flush=True)
            else:
                notes["seconds"] += time.process_time() - start
            notes["lessons"] = list(self.lessons.kept)[-self.plan.window + 1 :]
            self.trainer.save(self.state)
            self.lessons.shorten(self.plan.window - 1)
        self.lessons.shorten(0)
        os.remove(self.state)

    def take(self, step: int) -> None:
        """Do one step of the plan, or what an interruption has left of it."""
        plan, trainer = self.plan, self.trainer
        if step < SLICES:
            n_games = plan.games_until(step + 1) - trainer.n_games
            trainer.run(n_games, rate=plan.rate(step), trace=plan.trace)
            return
        made = trainer.lessons(
            plan.games_of_generation, trace=plan.lesson_trace, threads=self.threads
        )
        self.lessons.add(step, *made)
        boards, targets = self.lessons.together()
        for epoch in range(plan.epochs):
            trainer.fit(boards, targets, rate=plan.fit_rate(epoch))

    def judged(self, step: int) -> str:
        """Keep the better of now and the best, and say how the weights of now do."""
        trainer, threads = self.trainer, self.threads
        now = Policy("now", trainer.weights)
        against = play_match(
            now,
            "heuristic",
            GAMES_OF_MATCH,
            ruleset=trainer.ruleset,
            seed=JUDGE_SEED,
            threads=threads,
        )
        text = (
            f"{trainer.n_games} games, {max(0, step + 1 - SLICES)} generations: against heuristic "
            f"{against.points_per_game:+.3f} +-{against.standard_error:.3f}"
        )
        match = trainer.challenge(GAMES_OF_MATCH, seed=JUDGE_SEED + 1 + step, threads=threads)
        if match is not None:
            text += f", the best {match.points_per_game:+.3f} +-{match.standard_error:.3f}"
        made = {name: trainer.notes[name] for name in ("command", "plan")}
        assert trainer.best is not None
        replace(trainer.best, training=made).save(self.out)
        return text


def parser() -> argparse.ArgumentParser:
    """Return the command line."""
    made = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    made.add_argument("--ruleset", default="short", help="a preset's name (default short)")
    made.add_argument("--linear", action="store_true", help="no hidden units: a sum of table rows")
    made.add_argument("--hidden", type=int, default=80, help="hidden units (default 80)")
    made.add_argument("--features", help="a set of features, or none (default: the game's)")
    made.add_argument("--outputs", help="names with commas (default: whatever pays)")
    made.add_argument("--games", type=int, help="games of TD(lambda)")
    made.add_argument("--generations", type=int, help="generations of supervised steps")
    made.add_argument("--minutes", type=float, help="processor time to fit both into")
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--threads", type=int, default=1, help="for lessons and matches (default 1)")
    made.add_argument("--out", required=True, help="the weight file")
    made.add_argument("--resume", action="store_true", help="go on from the state beside the file")
    return made


def main(arguments: list[str] | None = None) -> int:
    """Run the command line."""
    try:
        Run(parser().parse_args(arguments)).finish()
    except (NardyError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nstopped; --resume goes on", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
