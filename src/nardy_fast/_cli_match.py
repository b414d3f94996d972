"""The command `match`: two policies over many games."""

from __future__ import annotations

import argparse
import secrets
from typing import Any

from nardy_fast._cli_arguments import policy_known, ruleset_of
from nardy_fast._cli_output import ProgressLine, finish, json_number, print_json, print_table
from nardy_fast._match_play import play_match
from nardy_fast._messages import Speech
from nardy_fast._version import __version__
from nardy_fast.match_results import MatchResult

__all__ = ["run_match"]


def run_match(args: argparse.Namespace) -> int:
    """Play two policies against each other."""
    speech, line = Speech(args.lang), ProgressLine()
    rules = ruleset_of(args.ruleset)
    seed = secrets.randbits(64) if args.seed is None else args.seed
    result: MatchResult | None = None
    interrupted = False

    def keep(so_far: MatchResult) -> None:
        nonlocal result
        result = so_far
        if line.is_due():
            line.show(_progress(so_far, line, speech))

    try:
        result = play_match(
            policy_known(args.a),
            policy_known(args.b),
            args.games,
            ruleset=rules,
            seed=seed,
            mirrored=not args.not_mirrored,
            initial={"auto": None, "yes": True, "no": False}[args.initial],
            max_plies=args.max_plies,
            threads=args.threads,
            progress=keep,
        )
    except KeyboardInterrupt:
        interrupted = True
    finally:
        line.clear()
    n_done = 0 if result is None else result.games
    if args.json:
        head = {
            "version": __version__,
            "ruleset": rules.name,
            "fingerprint": rules.fingerprint,
            "a": args.a,
            "b": args.b,
            "seed": seed,
            "games": n_done,
        }
        found = {} if result is None else _values(result)
        print_json({**head, **found, "interrupted": interrupted})
    elif result is not None:
        _print(result, speech)
    done = speech.say(
        "{done} of {total} games", done=speech.count(n_done), total=speech.count(args.games)
    )
    return finish(interrupted, done, speech)


def _progress(result: MatchResult, line: ProgressLine, speech: Speech) -> str:
    share = result.games / result.settings.games
    return speech.say(
        "{done} of {total} games ({share} %), points a game {points} +- {error}, {left} left",
        done=speech.count(result.games),
        total=speech.count(result.settings.games),
        share=f"{100 * share:.0f}",
        points=speech.number(result.points_per_game, 4, signed=True),
        error=speech.number(result.standard_error, 4),
        left=speech.duration(line.seconds_left(share)),
    )


def _values(result: MatchResult) -> dict[str, Any]:
    settings = result.settings
    low, high = result.confidence_interval()
    return {
        "mirrored": settings.mirrored,
        "initial": settings.initial,
        "max_plies": settings.max_plies,
        "stream_version": settings.stream_version,
        "a_fingerprint": settings.a_fingerprint,
        "b_fingerprint": settings.b_fingerprint,
        "points_per_game": json_number(result.points_per_game),
        "standard_error": json_number(result.standard_error),
        "interval": [json_number(low), json_number(high)],
        "win_rate": json_number(result.win_rate),
        "win_rate_standard_error": json_number(result.win_rate_standard_error),
        "a_wins": {kind.value: n for kind, n in result.a_wins.items()},
        "b_wins": {kind.value: n for kind, n in result.b_wins.items()},
        "first_mover_win_rate": json_number(result.first_mover_win_rate),
        "first_mover_win_rate_standard_error": json_number(
            result.first_mover_win_rate_standard_error
        ),
        "first_mover_points": json_number(result.first_mover_points),
        "first_mover_points_standard_error": json_number(result.first_mover_points_standard_error),
        "mean_plies": json_number(result.mean_plies),
        "unfinished": result.n_unfinished,
    }


def _print(result: MatchResult, speech: Speech) -> None:
    settings = result.settings
    games, seed = speech.count(result.games), settings.seed
    if settings.mirrored:
        told = speech.say("{games} games, mirrored, seed {seed}", games=games, seed=seed)
    else:
        told = speech.say("{games} games, not mirrored, seed {seed}", games=games, seed=seed)
    print(f"{settings.a} - {settings.b}  ({settings.ruleset}): {told}\n")
    low, high = result.confidence_interval()
    points, first = result.points_per_game, result.first_mover_points

    def signed(*values: float) -> tuple[str, ...]:
        return tuple(speech.number(value, 4, signed=True) for value in values)

    def plain(*values: float) -> tuple[str, ...]:
        return tuple(speech.number(value, 4) for value in values)

    def percents(*values: float) -> tuple[str, ...]:
        return tuple(speech.percent(value) for value in values)

    error, first_error = result.standard_error, result.first_mover_points_standard_error
    win, win_error = result.win_rate, result.win_rate_standard_error
    first_win = result.first_mover_win_rate
    rows = [
        ("", settings.a, settings.b, speech.say("the side that begins")),
        (speech.say("points a game"), *signed(points, -points, first)),
        (speech.say("std error"), *plain(error, error, first_error)),
        (speech.say("95 %, from"), *signed(low, -high), ""),
        (speech.say("95 %, to"), *signed(high, -low), ""),
        (speech.say("wins, %"), *percents(win, 1 - win, first_win)),
        (
            speech.say("std error"),
            *percents(win_error, win_error, result.first_mover_win_rate_standard_error),
        ),
    ]
    a_wins, b_wins = result.a_wins, result.b_wins
    is_long = len(a_wins) > 3
    for kind in a_wins:
        title = "oyn" if is_long and kind.value == "single" else kind.value.replace("_", " ")
        counts = (speech.count(wins[kind]) for wins in (a_wins, b_wins))
        rows.append((f"{speech.say('wins')}: {speech.say(title)}", *counts, ""))
    print_table(rows)
    print()
    if settings.ruleset.misere:
        print(speech.say("misère: to win is to bear off first here, and that pays the other side"))
    print(
        speech.say(
            "plies a game: {mean}; unfinished games: {n}",
            mean=speech.number(result.mean_plies, 2),
            n=speech.count(result.n_unfinished),
        )
    )
