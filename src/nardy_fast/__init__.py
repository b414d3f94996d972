"""A fast engine for short nardy (backgammon) and long nardy: plays, hashes, perft, rollouts.

Boards are int8 arrays of 26 counts from the side of the mover; see `starting_board`.
"""

from nardy_fast._backend import (
    boards_from_keys,
    boards_from_ranks,
    count_afterstates,
    dice_stream,
    divide,
    evaluate,
    features,
    generate_afterstates,
    generate_afterstates_batch,
    generate_plays,
    generate_stage_afterstates,
    generate_stage_plays,
    outcomes,
    perft,
    pip_counts,
    position_hash,
    position_key,
    position_rank,
    swap_sides,
)
from nardy_fast._comparison import compare_plays
from nardy_fast._match_play import play_match
from nardy_fast._rollout import rollout
from nardy_fast._rollout_progress import RolloutProgress
from nardy_fast._version import __version__
from nardy_fast.board_drawing import BoardOptions, draw_board
from nardy_fast.boards import board_text, parse_board, starting_board
from nardy_fast.comparisons import ComparedPlay, ComparisonSettings, PlayComparison
from nardy_fast.cube_decisions import CubeDecision, cube_action
from nardy_fast.cube_rules import Cube
from nardy_fast.cube_states import CubeState
from nardy_fast.datasets import Dataset, generate_dataset, load_dataset
from nardy_fast.diagnostics import build_info, self_test
from nardy_fast.dice import ROLLS, Roll
from nardy_fast.errors import (
    ArgumentError,
    BackendError,
    FormatError,
    IllegalPlayError,
    MatchFileError,
    MissingExtraError,
    NardyError,
    PositionError,
    PositionProblem,
    RollError,
    RulesetError,
    TableError,
)
from nardy_fast.evaluations import Evaluation
from nardy_fast.formats.notation import parse_play, parse_stage_play
from nardy_fast.formats.numberings import NUMBERINGS, play_text, point_numbers
from nardy_fast.formats.position_ids import boards_from_ids, position_id
from nardy_fast.game_states import GameState
from nardy_fast.ledgers import load_ledger, merge_ledgers
from nardy_fast.mat_writing import mat_losses, write_mat
from nardy_fast.match import Match
from nardy_fast.match_equity import MatchEquityTable
from nardy_fast.match_files import (
    MATCH_FILE_KINDS,
    MatchFile,
    read_mat,
    read_match_file,
    write_match_file,
)
from nardy_fast.match_positions import MatchPosition
from nardy_fast.match_records import Action
from nardy_fast.match_results import MatchResult, MatchSettings
from nardy_fast.match_states import GameResult
from nardy_fast.match_terms import MATCH_PRESETS, MatchTerms, match_terms
from nardy_fast.outcome import Outcome, WinKind
from nardy_fast.picture_options import PictureOptions
from nardy_fast.plays import CheckerMove, Play
from nardy_fast.png_drawing import draw_png
from nardy_fast.policies import Policy
from nardy_fast.position import Position
from nardy_fast.referee import Referee
from nardy_fast.referee_verdicts import NextMove, Verdict
from nardy_fast.rollouts import (
    FirstRolls,
    GameRecord,
    GameRecords,
    RolloutResult,
    RolloutSettings,
    TrialRecords,
    VarianceReductionReport,
)
from nardy_fast.rulesets import PRESETS, Ruleset, Variant, ruleset
from nardy_fast.scoring import SCORINGS, checkers_left_points, scoring
from nardy_fast.svg_drawing import draw_svg
from nardy_fast.weights import Weights, load_weights

__all__ = [
    "MATCH_FILE_KINDS",
    "MATCH_PRESETS",
    "NUMBERINGS",
    "PRESETS",
    "ROLLS",
    "SCORINGS",
    "Action",
    "ArgumentError",
    "BackendError",
    "BoardOptions",
    "CheckerMove",
    "ComparedPlay",
    "ComparisonSettings",
    "Cube",
    "CubeDecision",
    "CubeState",
    "Dataset",
    "Evaluation",
    "FirstRolls",
    "FormatError",
    "GameRecord",
    "GameRecords",
    "GameResult",
    "GameState",
    "IllegalPlayError",
    "Match",
    "MatchEquityTable",
    "MatchFile",
    "MatchFileError",
    "MatchPosition",
    "MatchResult",
    "MatchSettings",
    "MatchTerms",
    "MissingExtraError",
    "NardyError",
    "NextMove",
    "Outcome",
    "PictureOptions",
    "Play",
    "PlayComparison",
    "Policy",
    "Position",
    "PositionError",
    "PositionProblem",
    "Referee",
    "Roll",
    "RollError",
    "RolloutProgress",
    "RolloutResult",
    "RolloutSettings",
    "Ruleset",
    "RulesetError",
    "TableError",
    "TrialRecords",
    "VarianceReductionReport",
    "Variant",
    "Verdict",
    "Weights",
    "WinKind",
    "__version__",
    "board_text",
    "boards_from_ids",
    "boards_from_keys",
    "boards_from_ranks",
    "build_info",
    "checkers_left_points",
    "compare_plays",
    "count_afterstates",
    "cube_action",
    "dice_stream",
    "divide",
    "draw_board",
    "draw_png",
    "draw_svg",
    "evaluate",
    "features",
    "generate_afterstates",
    "generate_afterstates_batch",
    "generate_dataset",
    "generate_plays",
    "generate_stage_afterstates",
    "generate_stage_plays",
    "load_dataset",
    "load_ledger",
    "load_weights",
    "mat_losses",
    "match_terms",
    "merge_ledgers",
    "outcomes",
    "parse_board",
    "parse_play",
    "parse_stage_play",
    "perft",
    "pip_counts",
    "play_match",
    "play_text",
    "point_numbers",
    "position_hash",
    "position_id",
    "position_key",
    "position_rank",
    "read_mat",
    "read_match_file",
    "rollout",
    "ruleset",
    "scoring",
    "self_test",
    "starting_board",
    "swap_sides",
    "write_mat",
    "write_match_file",
]
