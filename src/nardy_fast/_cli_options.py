"""The options of the commands that play games: rollout, analyse, match, generate."""

from __future__ import annotations

from nardy_fast._cli_arguments import (
    add_position,
    add_ruleset,
    add_seed_and_threads,
    count_or_auto,
    real,
    whole,
)
from nardy_fast._cli_parser import Parser
from nardy_fast.formats.numberings import NUMBERINGS
from nardy_fast.policies import BUILT_IN_POLICIES

__all__ = [
    "add_analyse_options",
    "add_generate_options",
    "add_match_options",
    "add_n_rolls",
    "add_numbering",
    "add_rollout_options",
]

_POLICY = "{policies} or a weight file, with ,epsilon=E ,temperature=T"
_PLAYS = f"who plays: {_POLICY}; A/B for the two sides (default: %(default)s)"


def add_numbering(sub: Parser) -> None:
    """Add how points are counted where plays are written."""
    sub.add_argument(
        "--numbering",
        choices=NUMBERINGS,
        default=NUMBERINGS[0],
        help="of points: the mover's own, one for the board, or one that rises from White's head",
    )
    sub.add_argument(
        "--side",
        type=whole,
        choices=(0, 1),
        help="who the mover is: 0 is White, 1 Black; default: as the position says, or 0",
    )


def add_n_rolls(sub: Parser) -> None:
    """Add the throws before a position."""
    sub.add_argument(
        "--n-rolls",
        type=whole,
        nargs=2,
        metavar=("MOVER", "OPPONENT"),
        help="throws that both have made before, where doubles cascade (gul bara)",
    )


def _add_shared_options(parser: Parser) -> None:
    """Add what rollouts of positions and of plays share."""
    parser.add_argument(
        "--max-plies", type=whole, default=10_000, metavar="N", help="default: %(default)s"
    )
    parser.add_argument(
        "--target-se", type=real, metavar="SE", help="play until the standard error is this small"
    )
    parser.add_argument(
        "--min-trials", type=whole, metavar="N", help="never stop before so many games"
    )
    parser.add_argument(
        "--truncate", type=whole, metavar="N", help="after so many plies ask the evaluator"
    )
    parser.add_argument(
        "--evaluator", metavar="POLICY", help="whose weights evaluate; default: the policy's"
    )


def add_generate_options(sub: Parser) -> None:
    """Add what `generate` takes."""
    sub.add_argument("--out", required=True, metavar="FOLDER", help="new, or to go on with")
    sub.add_argument(
        "--positions", type=whole, required=True, metavar="N", help="at least so many, as 1e6"
    )
    add_ruleset(sub)
    sub.add_argument(
        "--policy",
        default=BUILT_IN_POLICIES[1],
        help=_PLAYS,
    )
    sub.add_argument("--policy2", metavar="POLICY", help="who plays the other side")
    sub.add_argument(
        "--games-per-shard", type=whole, default=1_000, metavar="N", help="default: %(default)s"
    )
    add_seed_and_threads(sub)


def add_rollout_options(sub: Parser) -> None:
    """Add what `rollout` takes."""
    add_position(sub)
    sub.add_argument(
        "--policy",
        default=BUILT_IN_POLICIES[0],
        help=_PLAYS,
    )
    sub.add_argument("--policy2", metavar="POLICY", help="who plays the other side")
    sub.add_argument(
        "--trials", type=whole, metavar="N", help="games, at most (default: 100,000 or so)"
    )
    sub.add_argument("--initial", action="store_true", help="no double on the first roll")
    sub.add_argument(
        "--stratify", type=count_or_auto, default=0, metavar="K", help="plies, 0 to 3, or auto"
    )
    sub.add_argument(
        "--variance-reduction",
        nargs="?",
        const="yes",
        default="no",
        choices=("yes", "no", "auto"),
        help="take out the luck of the dice; auto measures whether it pays",
    )
    sub.add_argument(
        "--ledger", metavar="FILE", help="keep finished blocks here, and go on from them"
    )
    add_n_rolls(sub)
    _add_shared_options(sub)
    add_seed_and_threads(sub)


def add_analyse_options(sub: Parser) -> None:
    """Add what `analyse` takes."""
    add_position(sub)
    sub.add_argument("--roll", metavar="ROLL", help='as "61"; default: the dice of the position')
    add_numbering(sub)
    sub.add_argument(
        "--policy",
        default=BUILT_IN_POLICIES[1],
        help=f"who evaluates and plays: {_POLICY}; A/B for two (default: %(default)s)",
    )
    sub.add_argument("--policy2", metavar="POLICY", help="who plays the other side")
    sub.add_argument(
        "--trials", type=whole, metavar="N", help="roll each play out; default: evaluate only"
    )
    sub.add_argument("--top", type=whole, metavar="N", help="only the best by the evaluator")
    sub.add_argument(
        "--jsd", type=real, metavar="X", help="give up plays so far behind; 2.33 is usual"
    )
    sub.add_argument("--stratify", type=whole, default=0, metavar="K", help="plies, 0 to 3")
    sub.add_argument(
        "--variance-reduction", action="store_true", help="take out the luck of the dice"
    )
    _add_shared_options(sub)
    add_seed_and_threads(sub)


def add_match_options(sub: Parser) -> None:
    """Add what `match` takes."""
    sub.add_argument("a", metavar="A", help=_POLICY)
    sub.add_argument("b", metavar="B", help="the other side")
    sub.add_argument(
        "--games", type=whole, default=10_000, metavar="N", help="default: %(default)s"
    )
    add_ruleset(sub)
    sub.add_argument("--not-mirrored", action="store_true", help="give each game its own dice")
    sub.add_argument(
        "--initial",
        choices=("auto", "yes", "no"),
        default="auto",
        help="no double on the first roll; auto: as the ruleset opens a game",
    )
    sub.add_argument(
        "--max-plies", type=whole, default=10_000, metavar="N", help="default: %(default)s"
    )
    add_seed_and_threads(sub)
