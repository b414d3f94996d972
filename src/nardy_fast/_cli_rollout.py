"""The command `rollout`: the table that players know, and how far it has come."""

from __future__ import annotations

import argparse
import math
import shlex
import sys
from typing import Any

from nardy_fast._cli_arguments import players_of
from nardy_fast._cli_output import (
    PROGRAM,
    finish,
    identity,
    json_number,
    print_json,
    print_table,
)
from nardy_fast._cli_positions import asked_of, n_rolls_of, note_dice
from nardy_fast._long_work import roll_out
from nardy_fast._messages import Refusal, Speech
from nardy_fast._rollout_progress import RolloutProgress
from nardy_fast.arguments import as_count, as_threads
from nardy_fast.position import Position
from nardy_fast.rollout_settings import MAX_TRIALS
from nardy_fast.rollouts import RolloutResult

__all__ = ["rate_title", "run_rollout"]

_TRIALS = 100_000
#: About as many where throws are stratified: whole rounds of 1,296 and of 1,080.
_STRATIFIED_TRIALS = 103_680


def run_rollout(args: argparse.Namespace) -> int:
    """Play many games to the end."""
    speech = Speech(args.lang)
    asked = asked_of(args)
    position = asked.position
    note_dice(asked, speech)
    options = _options(args, position)

    def told(progress: RolloutProgress) -> str:
        share = 100 * progress.done / max(progress.total, 1)
        return speech.say(
            "{done} of {total} trials ({share} %), equity {equity} +- {error}, {left} left",
            done=speech.count(progress.done),
            total=speech.count(progress.total),
            share=f"{share:.0f}",
            equity=speech.number(float(progress.equity[0]), 4, signed=True),
            error=speech.number(float(progress.standard_error[0]), 4),
            left=speech.duration(progress.seconds_left),
        )

    result, interrupted = roll_out(position, tell=told, ledger=args.ledger, **options)
    n_done = 0 if result is None else int(result.n_trials[0])
    if args.json:
        found = {} if result is None else _values(result)
        seed = options["seed"] if result is None else result.settings.seed
        head = {**identity(position), "policy": args.policy, "seed": seed, "trials": n_done}
        head["n_rolls"] = None if options["n_rolls"] is None else list(options["n_rolls"])
        print_json({**head, **found, "interrupted": interrupted})
    elif result is not None:
        _print(position, result, speech)
    wanted = options.get("n_trials", options.get("max_trials")) or n_done
    done = speech.say(
        "{done} of {total} trials", done=speech.count(n_done), total=speech.count(wanted)
    )
    code = finish(interrupted, done, speech)
    if interrupted and args.ledger is not None:
        command = shlex.join([PROGRAM, *args.words])
        print(f"{PROGRAM}: {speech.say('to go on: {command}', command=command)}", file=sys.stderr)
    return code


def _options(args: argparse.Namespace, position: Position) -> dict[str, Any]:
    """Return what `rollout` is given."""
    n_trials = args.trials
    if n_trials is not None:
        n_trials = as_count("--trials", n_trials, 1, MAX_TRIALS)
    options: dict[str, Any] = {
        "policy": players_of(args.policy, args.policy2, position.ruleset),
        "seed": args.seed,
        "threads": as_threads(args.threads),
        "initial": args.initial,
        "max_plies": args.max_plies,
        "stratify": args.stratify,
        "truncate": args.truncate,
        "evaluator": args.evaluator,
        "n_rolls": n_rolls_of(args.n_rolls, position),
        "variance_reduction": {"no": False, "yes": True}.get(args.variance_reduction, "auto"),
    }
    if args.target_se is not None:
        return options | {
            "target_standard_error": args.target_se,
            "min_trials": args.min_trials,
            "max_trials": n_trials,
        }
    if args.min_trials is not None:
        raise Refusal("--min-trials belongs to --target-se").adding(
            "add --target-se 0.01, or leave --min-trials out"
        )
    default = _STRATIFIED_TRIALS if args.stratify else _TRIALS
    return options | {"n_trials": default if n_trials is None else n_trials}


def _values(result: RolloutResult) -> dict[str, Any]:
    settings = result.settings
    rows = zip(
        settings.ruleset.outcomes,
        result.outcome_counts[0].tolist(),
        result.outcome_rates[0].tolist(),
        result.outcome_standard_errors[0].tolist(),
        strict=True,
    )
    report = result.variance_reduction_report
    rates = zip(
        result.rate_names,
        result.rates[0].tolist(),
        result.rate_standard_errors[0].tolist(),
        strict=True,
    )
    low, high = result.confidence_interval()[0].tolist()
    return {
        "opponent_policy": settings.opponent_policy,
        "policy_fingerprint": settings.policy_fingerprint,
        "opponent_fingerprint": settings.opponent_fingerprint,
        "initial": settings.initial,
        "max_plies": settings.max_plies,
        "stratify": settings.stratify,
        "truncate": settings.truncate,
        "evaluator": settings.evaluator or None,
        "variance_reduction": settings.variance_reduction,
        "variance_reduction_report": None
        if report is None
        else {
            "used": report.used,
            "trials": report.n_trials,
            "variance_ratio": json_number(report.variance_ratio),
            "cost_ratio": json_number(report.cost_ratio),
        },
        "target_standard_error": settings.target_standard_error,
        "stream_version": settings.stream_version,
        "outcomes": [
            {
                "outcome": str(outcome),
                "count": n,
                "rate": json_number(rate),
                "standard_error": json_number(error),
            }
            for outcome, n, rate, error in rows
        ],
        "rates": {
            name: {"rate": json_number(rate), "standard_error": json_number(error)}
            for name, rate, error in rates
        },
        "win_rate": json_number(result.win_rate[0]),
        "win_rate_standard_error": json_number(result.win_rate_standard_error[0]),
        "equity": json_number(result.equity[0]),
        "equity_standard_error": json_number(result.standard_error[0]),
        "equity_interval": [json_number(low), json_number(high)],
        "effective_trials": json_number(result.effective_trials[0]),
        "mean_plies": json_number(result.mean_plies[0]),
        "sd_plies": json_number(result.sd_plies[0]),
        "truncated": int(result.n_truncated[0]),
        "unfinished": int(result.n_unfinished[0]),
    }


def rate_title(name: str) -> str:
    """Return the catalogue's title of a rate: "win_gammon" is "win gammon"."""
    return name.replace("_", " ")


def _print(position: Position, result: RolloutResult, speech: Speech) -> None:
    print(f"{position}  ({position.ruleset})\n")
    print_table(_table_by_class(result, speech) if _has_many(result) else _table(result, speech))
    print()
    if position.ruleset.misere:
        print(speech.say("misère: to win is to bear off first here, and that pays the other side"))
    low, high = result.confidence_interval()[0].tolist()
    print(
        speech.say(
            "equity {equity}, std error {error}, 95 %: {low} to {high}",
            equity=speech.number(float(result.equity[0]), 4, signed=True),
            error=speech.number(float(result.standard_error[0]), 4),
            low=speech.number(low, 4, signed=True),
            high=speech.number(high, 4, signed=True),
        )
    )
    print(
        speech.say(
            "plies a game: mean {mean}, sd {sd}; unfinished games: {n}",
            mean=speech.number(float(result.mean_plies[0]), 2),
            sd=speech.number(float(result.sd_plies[0]), 2),
            n=speech.count(int(result.n_unfinished[0])),
        )
    )
    print("; ".join(_settings_texts(result, speech)))


def _has_many(result: RolloutResult) -> bool:
    """Return whether there are too many classes of win for one line."""
    return len(result.settings.ruleset.win_kinds) > 3


def _table(result: RolloutResult, speech: Speech) -> list[tuple[str, ...]]:
    """Return one column a cumulative rate and one for the equity, and a line of errors."""
    titles = [speech.say(_short_title(name)) for name in result.rate_names]
    return [
        ("", *titles, speech.say("equity")),
        (
            "",
            *(f"{speech.percent(rate)}%" for rate in result.rates[0].tolist()),
            speech.number(float(result.equity[0]), 4, signed=True),
        ),
        (
            speech.say("std error"),
            *(f"{speech.percent(error)}%" for error in result.rate_standard_errors[0].tolist()),
            speech.number(float(result.standard_error[0]), 4),
        ),
    ]


def _short_title(name: str) -> str:
    # Wins come first, as everybody knows.
    return name.removeprefix("win_").replace("_", " ")


def _table_by_class(result: RolloutResult, speech: Speech) -> list[tuple[str, ...]]:
    """Return one column a class of win by itself; lines for wins, losses, and their errors."""
    kinds = [kind.value for kind in result.settings.ruleset.win_kinds]
    titles = ["oyn" if kind == "single" else kind.replace("_", " ") for kind in kinds]
    heads = ["", speech.say("all"), *(speech.say(title) for title in titles)]
    rows: list[tuple[str, ...]] = [tuple(heads)]
    n = len(kinds)
    rates, errors = result.outcome_rates[0].tolist(), result.outcome_standard_errors[0].tolist()
    win, win_error = float(result.win_rate[0]), float(result.win_rate_standard_error[0])
    for title, whole, classes in (
        ("win", win, slice(n, None)),
        ("lose", 1 - win, slice(n - 1, None, -1)),
    ):
        shares = [whole, *rates[classes]]
        scatter = [win_error, *errors[classes]]
        rows.append((speech.say(title), *(f"{speech.percent(share)}%" for share in shares)))
        rows.append((speech.say("std error"), *(f"{speech.percent(s)}%" for s in scatter)))
    return rows


def _settings_texts(result: RolloutResult, speech: Speech) -> list[str]:
    settings = result.settings
    policy = settings.policy
    if settings.opponent_policy != policy:
        policy = f"{policy} / {settings.opponent_policy}"
    n_trials = speech.count(int(result.n_trials[0]))
    texts = [
        speech.say(
            "{n} trials, policy {policy}, seed {seed}",
            n=n_trials,
            policy=policy,
            seed=settings.seed,
        )
    ]
    if settings.initial:
        texts.append(speech.say("no double on the first roll"))
    if settings.stratify:
        texts.append(speech.say("throws stratified at plies: {n}", n=settings.stratify))
    if settings.truncate is not None:
        texts.append(speech.say("truncated after plies: {n}", n=settings.truncate))
    report = result.variance_reduction_report
    if report is not None:
        texts.append(_report_text(report.used, report.variance_ratio, report.cost_ratio, speech))
    elif settings.variance_reduction:
        texts.append(speech.say("variance reduction"))
    if settings.evaluator:
        texts.append(speech.say("evaluator {evaluator}", evaluator=settings.evaluator))
    effective = float(result.effective_trials[0])
    if math.isfinite(effective) and (settings.stratify or settings.is_adjusted):
        n = speech.count(round(effective))
        texts.append(speech.say("as exact as so many plain trials: {n}", n=n))
    return texts


def _report_text(used: bool, ratio: float, cost: float, speech: Speech) -> str:
    if math.isnan(ratio):
        return speech.say("variance reduction not used: no evaluator of chances or equity")
    values = {"ratio": speech.number(ratio, 1), "cost": speech.number(cost, 1)}
    if used:
        return speech.say(
            "variance reduction used: {ratio} times less variance for {cost} times the work",
            **values,
        )
    return speech.say(
        "variance reduction not used: {ratio} times less variance for {cost} times the work",
        **values,
    )
