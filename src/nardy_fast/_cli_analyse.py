"""The command `analyse`: the plays of a roll, ranked by an evaluator or by rollouts."""

from __future__ import annotations

import argparse
import secrets
from typing import Any, NamedTuple

import numpy as np

from nardy_fast._backend import evaluate
from nardy_fast._cli_arguments import players_of, policy_known
from nardy_fast._cli_output import (
    ProgressLine,
    finish,
    identity,
    json_number,
    print_json,
    print_table,
)
from nardy_fast._cli_positions import asked_of, roll_of
from nardy_fast._comparison import compare_plays, ranked_plays
from nardy_fast._messages import Refusal, Speech
from nardy_fast.arguments import as_count
from nardy_fast.boards import board_text
from nardy_fast.comparisons import ComparedPlay, PlayComparison
from nardy_fast.dice import Roll
from nardy_fast.formats.numberings import play_text
from nardy_fast.plays import Play
from nardy_fast.policies import Policy, as_policy
from nardy_fast.position import Position
from nardy_fast.rollout_settings import MAX_TRIALS

__all__ = ["run_analyse"]

_PROGRESS = (
    "{done} of {total} trials a play ({share} %), best {play}: {equity} +- {error}, {left} left"
)
#: Options that only rollouts have, with the values that they have if they are not given.
_OF_ROLLOUTS = {
    "seed": None, "jsd": None, "target_se": None, "min_trials": None, "truncate": None,
    "stratify": 0, "variance_reduction": False,
}  # fmt: skip


class _Asked(NamedTuple):
    """A question: the plays of which roll, who plays on, and who evaluates."""

    position: Position
    roll: Roll
    players: tuple[Policy, Policy]
    judge: Policy
    numbering: str
    side: int

    def text(self, play: Play, speech: Speech | None = None) -> str:
        """Return a play in the numbering that is asked for; in English words for JSON."""
        return play_text(
            play,
            ruleset=self.position.ruleset,
            numbering=self.numbering,
            side=self.side,
            language="en" if speech is None else speech.language,
        )


def run_analyse(args: argparse.Namespace) -> int:
    """Rank the plays of a roll."""
    speech = Speech(args.lang)
    found = asked_of(args)
    position, roll = found.position, roll_of(args.roll, found)
    if position.ruleset.has_stages and roll.is_double:
        raise Refusal(
            "doubles cascade under {rules}, and nothing ranks their plays yet",
            rules=position.ruleset,
        ).adding("nardy-fast plays lists them")
    players = players_of(args.policy, args.policy2, position.ruleset)
    judge = (
        players[0]
        if args.evaluator is None
        else as_policy(policy_known(args.evaluator), position.ruleset)
    )
    side = found.side_of(args.side)
    asked = _Asked(position, roll, players, judge, args.numbering, side)
    if args.trials is not None:
        return _run_rollouts(args, asked, speech)
    given = [name for name, default in _OF_ROLLOUTS.items() if getattr(args, name) != default]
    if given:
        raise Refusal(
            "--{name} needs --trials: plays are not rolled out", name=given[0].replace("_", "-")
        )
    _evaluate(args, asked, speech)
    return 0


# -- by an evaluator


def _evaluate(args: argparse.Namespace, asked: _Asked, speech: Speech) -> None:
    position, roll, judge = asked.position, asked.roll, asked.judge
    rules = position.ruleset
    if judge.tables(rules) is None:
        raise Refusal(
            "--policy must be one that evaluates plays; {judge} does not", judge=judge
        ).adding("give --evaluator heuristic, or --trials 1296 to roll the plays out")
    top = None if args.top is None else as_count("--top", args.top, 1, MAX_TRIALS)
    ranked = ranked_plays(position, roll, judge)
    plays = [play for play, _ in ranked[:top]]
    found = evaluate(np.stack([play.afterstate for play in plays]), ruleset=rules, policy=judge)
    is_score = found.names == ("score",)
    if args.json:
        rows = [
            {
                "play": asked.text(play),
                "value": value,
                "outputs": dict(zip(found.names, outputs, strict=True)),
                "afterstate": board_text(play.afterstate, rules),
            }
            for play, value, outputs in zip(
                plays, found.values.tolist(), found.outputs.tolist(), strict=True
            )
        ]
        head = {
            **identity(position),
            "roll": str(roll),
            "numbering": asked.numbering,
            "side": asked.side,
            "n_plays": len(ranked),
        }
        print_json({**head, "evaluator": str(judge), "trials": None, "plays": rows})
        return
    _print_head(position, roll, len(plays), len(ranked), speech)
    best = float(found.values[0])
    decimals = 1 if is_score else 4
    names = () if is_score or found.names == ("equity",) else found.names
    titles = [speech.say(name.replace("_", " ")) for name in names]
    value_title = speech.say("score" if is_score else "equity")
    table = [(speech.say("play"), value_title, speech.say("diff"), *titles)]
    for row, play in enumerate(plays):
        value = float(found.values[row])
        chances = (f"{speech.percent(chance)}%" for chance in found.outputs[row].tolist())
        table.append(
            (
                asked.text(play, speech),
                speech.number(value, decimals, signed=True),
                speech.number(value - best, decimals, signed=True),
                *(chances if names else ()),
            )
        )
    print_table(table)
    print(f"\n{speech.say('evaluation by {evaluator}', evaluator=judge)}")


def _print_head(position: Position, roll: Roll, n: int, total: int, speech: Speech) -> None:
    print(f"{position}  ({position.ruleset})")
    print(speech.say("{roll}: {n} of {total} plays", roll=roll, n=n, total=total) + "\n")


# -- by rollouts


def _run_rollouts(args: argparse.Namespace, asked: _Asked, speech: Speech) -> int:
    position, roll, players, judge = asked[:4]
    n_trials = as_count("--trials", args.trials, 1, MAX_TRIALS)
    line = ProgressLine()
    found: PlayComparison | None = None
    interrupted = False

    def keep(so_far: PlayComparison) -> None:
        nonlocal found
        found = so_far
        if line.is_due():
            line.show(_progress(so_far, asked, (n_trials, line), speech))

    try:
        found = compare_plays(
            position,
            roll,
            policy=players,
            n_trials=n_trials,
            seed=secrets.randbits(64) if args.seed is None else args.seed,
            top=args.top,
            stop_at_jsd=args.jsd,
            target_standard_error=args.target_se,
            threads=args.threads,
            max_plies=args.max_plies,
            stratify=args.stratify,
            truncate=args.truncate,
            evaluator=judge,
            variance_reduction=args.variance_reduction,
            progress=keep,
            **({} if args.min_trials is None else {"min_trials": args.min_trials}),
        )
    except KeyboardInterrupt:
        interrupted = True
    finally:
        line.clear()
    n_done = 0 if found is None else found.n_trials
    if args.json:
        head = {
            **identity(position),
            "roll": str(roll),
            "numbering": asked.numbering,
            "side": asked.side,
            "trials": n_done,
        }
        values = {} if found is None else _values(found, asked)
        print_json({**head, "trials": n_done, **values, "interrupted": interrupted})
    elif found is not None:
        _print(asked, found, speech)
    done = speech.say(
        "{done} of {total} trials", done=speech.count(n_done), total=speech.count(n_trials)
    )
    return finish(interrupted, done, speech)


def _progress(
    found: PlayComparison, asked: _Asked, work: tuple[int, ProgressLine], speech: Speech
) -> str:
    n_trials, line = work
    share = found.n_trials / n_trials
    return speech.say(
        _PROGRESS,
        done=speech.count(found.n_trials),
        total=speech.count(n_trials),
        share=f"{100 * share:.0f}",
        play=asked.text(found.best.play, speech),
        equity=speech.number(found.best.equity, 4, signed=True),
        error=speech.number(found.best.standard_error, 4),
        left=speech.duration(line.seconds_left(share)),
    )


def _values(found: PlayComparison, asked: _Asked) -> dict[str, Any]:
    settings = found.settings
    rollout = settings.rollout
    return {
        "n_plays": found.n_plays,
        # In the rollouts the opponent rolls first.
        "policy": rollout.opponent_policy,
        "opponent_policy": rollout.policy,
        "policy_fingerprint": rollout.opponent_fingerprint,
        "opponent_fingerprint": rollout.policy_fingerprint,
        "seed": rollout.seed,
        "stratify": rollout.stratify,
        "truncate": rollout.truncate,
        "evaluator": rollout.evaluator or None,
        "variance_reduction": rollout.variance_reduction,
        "max_plies": rollout.max_plies,
        "stream_version": rollout.stream_version,
        "stop_at_jsd": settings.stop_at_jsd,
        "target_standard_error": settings.target_standard_error,
        "plays": [_row_values(found, row, asked) for row in found],
    }


def _row_values(found: PlayComparison, row: ComparedPlay, asked: _Asked) -> dict[str, Any]:
    rates = zip(found.rate_names, row.rates, row.rate_standard_errors, strict=True)
    return {
        "play": asked.text(row.play),
        "equity": json_number(row.equity),
        "standard_error": json_number(row.standard_error),
        "difference": json_number(row.difference),
        "difference_standard_error": json_number(row.difference_standard_error),
        "joint_standard_deviations": json_number(row.joint_standard_deviations),
        "chance_best": json_number(row.chance_best),
        "trials": row.n_trials,
        "stopped": row.is_stopped,
        "score": row.score,
        "rates": {
            name: {"rate": json_number(rate), "standard_error": json_number(error)}
            for name, rate, error in rates
        },
        "afterstate": board_text(row.play.afterstate, found.settings.rollout.ruleset),
    }


def _print(asked: _Asked, found: PlayComparison, speech: Speech) -> None:
    _print_head(asked.position, found.roll, len(found), found.n_plays, speech)
    titles = ("play", "equity", "std error", "diff", "std error", "JSD", "best %", "trials")
    table = [(*(speech.say(title) for title in titles), "")]
    for row in found:
        table.append(
            (
                asked.text(row.play, speech),
                speech.number(row.equity, 4, signed=True),
                speech.number(row.standard_error, 4),
                speech.number(row.difference, 4, signed=True),
                speech.number(row.difference_standard_error, 4),
                speech.number(row.joint_standard_deviations, 2),
                speech.percent(row.chance_best),
                speech.count(row.n_trials),
                speech.say("stopped") if row.is_stopped else "",
            )
        )
    print_table(table)
    print()
    rates = [(speech.say("play"), *(speech.say(n.replace("_", " ")) for n in found.rate_names))]
    for row in found:
        rates.append(
            (asked.text(row.play, speech), *(f"{speech.percent(rate)}%" for rate in row.rates))
        )
    print_table(rates)
    rollout = found.settings.rollout
    policy, opponent = rollout.opponent_policy, rollout.policy
    both = policy if policy == opponent else f"{policy} / {opponent}"
    n_trials = speech.count(found.n_trials)
    print()
    for text in (
        "a column counts the higher classes too",
        "differences are of pairs of trials on the same dice",
        "JSD: joint standard deviations behind the best play",
    ):
        print(speech.say(text))
    print(
        speech.say(
            "{n} trials, policy {policy}, seed {seed}", n=n_trials, policy=both, seed=rollout.seed
        )
    )
