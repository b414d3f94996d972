"""A referee for game servers: whether a play, or a part of one, is legal, and what may follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from numpy.typing import ArrayLike

from nardy_fast._reasons import Reason, fault_of
from nardy_fast.arguments import as_flag
from nardy_fast.cascades import as_head_left, as_stage, head_allowance
from nardy_fast.dice import Roll, RollLike, as_roll
from nardy_fast.errors import ArgumentError, RulesetError
from nardy_fast.formats.faults import Decision, dice_text
from nardy_fast.formats.readings import Counts, Written, hits, walks, written_stretches
from nardy_fast.game_states import GameState
from nardy_fast.plays import OFF, CheckerMove, Play
from nardy_fast.position import Position
from nardy_fast.referee_faults import order_fault, part_fault, unfinished_fault
from nardy_fast.referee_moves import written_moves
from nardy_fast.referee_placing import (
    Moves,
    Placed,
    best_placed,
    is_completable,
    placed_readings,
    still_waiting,
)
from nardy_fast.referee_verdicts import NextMove, Verdict
from nardy_fast.rulesets import Ruleset, RulesetLike, as_ruleset
from nardy_fast.turn_graphs import DieMove, Node, Turn, TurnGraph, shown_move, turn_graph, turn_of

__all__ = ["Referee"]

PositionLike: TypeAlias = "GameState | Position | ArrayLike"
PlayLike: TypeAlias = "str | Play | Iterable[Sequence[int] | Mapping[str, Any]]"


class _Case(NamedTuple):
    """A position with its dice, and the state that both come from, if one was given."""

    position: Position
    turn: Turn
    is_stage: bool
    state: GameState | None


class Referee:
    """Judges plays of one ruleset, move by move (судья).

    Parameters
    ----------
    ruleset : Ruleset or str

    Raises
    ------
    RulesetError
        If there is no such ruleset.

    Notes
    -----
    A referee holds nothing but its ruleset: one serves all games of a server, from any thread. What
    was found out of the last 32 decisions is kept, so that the moves of one play are judged faster.

    What is legal is decided by trying every sequence of checker moves with the reference's rules,
    in both backends: a part of a play is legal if a legal play contains it, by definition.

    See Also
    --------
    parse_play : the text of a finished play.
    GameState : a game, stage by stage.

    References
    ----------
    Rules SR3-SR10, SR13 and LR3-LR10, LR13-LR16, LR18, LR19.

    Examples
    --------
    >>> referee = Referee("long")
    >>> state = GameState.start("long").throw("61")
    >>> verdict = referee.judge(state, play="24/18")
    >>> verdict.is_legal, [str(move) for move in verdict.next_moves]
    (True, ['18/17'])
    >>> print(referee.judge(state, play="24/18 24/23").text())
    LR4: too many checkers leave the head
    """

    __slots__ = ("_ruleset",)

    def __init__(self, ruleset: RulesetLike) -> None:
        self._ruleset = as_ruleset(ruleset)

    @property
    def ruleset(self) -> Ruleset:
        """The rules by which it judges."""
        return self._ruleset

    def __repr__(self) -> str:
        return f"<Referee {self._ruleset}>"

    def judge(
        self,
        position: PositionLike,
        roll: RollLike | Sequence[int] | None = None,
        play: PlayLike = (),
        *,
        head_left: int | None = None,
        whole: bool = False,
    ) -> Verdict:
        """Return what the rules say of a play, or of a part of one.

        Parameters
        ----------
        position : GameState, Position or array_like of int, shape (26,)
            From the mover's side, before the first of the moves.
        roll : Roll, pair of int, str, or sequence of int
            The dice; under a ruleset with stages, those of one stage. None with a `GameState`.
        play : str, Play, or iterable of CheckerMove, NextMove, dict or (source, target)
            The moves so far, in the order made; `()` for none. A text is one that `parse_play`
            reads; ``"pass"`` says that nothing is played. A checker may go on with several dice in
            one move. A third item of a move, True for a hit, is a claim that is checked. A
            `NextMove`, or a dict as `Verdict.to_dict` writes it, also says which die is used.
        head_left : int, optional
            Of a stage, how many checkers may still leave the head; None for the usual number.
        whole : bool, default False
            True if the play is said to be finished, so that a part of one is refused.

        Returns
        -------
        Verdict

        Raises
        ------
        FormatError
            If a text cannot be read; with the column.
        ArgumentError
            If a move is no pair of places, an argument does not fit, or nothing has been thrown.
        RollError
            If `roll` is none.
        PositionError
            If `position` is no position of the ruleset.
        RulesetError
            If `position` belongs to another ruleset.

        Notes
        -----
        Moves that dice can make in several ways are read with the fewest dice; of those, without a
        hit in passing; if they still differ in what is hit, the play is refused (SR5).

        Examples
        --------
        >>> verdict = Referee("short").judge(Position.start("short"), "61", [(8, 7), (13, 7)])
        >>> verdict.is_complete, str(verdict.play)
        (True, '13/7 8/7')
        """
        case = self._case(position, roll, head_left)
        whole = as_flag("whole", whole)
        read, is_pass = written_moves(play)
        graph = turn_graph(case.turn)
        at = _decision(case)
        found = _place(read, at, graph, is_whole=whole or is_pass)
        if isinstance(found, Placed):
            reason = None if found.is_in_order else order_fault(found.walk, at, graph)
            return _verdict(case, graph, found, reason, is_legal=True)
        if case.state and found.faults[0].key == "dice":
            later = case.state.stages[1:]
            if any(list(walks(read, stage)) for stage in later):
                shown = dice_text(at.dice, is_stage=True)
                found = Reason((fault_of(at.rules, "later stage", dice=shown),))
        return _verdict(case, graph, _beginning(read, graph)[1], found, is_legal=False)

    def legal_moves(
        self,
        position: PositionLike,
        roll: RollLike | Sequence[int] | None = None,
        play: PlayLike = (),
        *,
        head_left: int | None = None,
    ) -> dict[int, tuple[int, ...]]:
        """Return where each checker may go now, with one die or with several.

        Parameters
        ----------
        position, roll, play, head_left
            As for `judge`.

        Returns
        -------
        dict of int to tuple of int
            Of each place a checker may leave, the places it may go to, the farthest back first; 25
            is the bar, 0 off. `judge` allows each as one more move after those of `play`. A move
            over several points that could hit in different ways is left out: its stops are there.

        Raises
        ------
        FormatError, ArgumentError, RollError, PositionError, RulesetError
            As for `judge`.

        Notes
        -----
        After an illegal `play`, the moves are those that may follow its legal beginning.

        Examples
        --------
        >>> Referee("long").legal_moves(Position.start("long"), "61")
        {24: (23, 18, 17)}
        """
        case = self._case(position, roll, head_left)
        graph = turn_graph(case.turn)
        read, is_pass = written_moves(play)
        at = _decision(case)
        found = _place(read, at, graph, is_whole=is_pass)
        if isinstance(found, Reason):
            read, found = _beginning(read, graph)
        targets: dict[int, tuple[int, ...]] = {}
        for source in sorted({move.source for move in _next_moves(graph, found)}, reverse=True):
            reached = {
                target
                for target in _reached(graph, found.node, source)
                if _may_follow(read, (source, target), found, graph)
            }
            targets[source] = tuple(sorted(reached, reverse=True))
        return targets

    def _case(self, position: Any, roll: Any, head_left: Any) -> _Case:
        rules = self._ruleset
        own = getattr(position, "ruleset", rules)
        if own != rules:
            raise RulesetError(f"a referee of {rules} must not judge a position of {own}")
        if isinstance(position, GameState):
            if roll is not None or head_left is not None:
                raise ArgumentError(
                    "a GameState knows its dice and head limit: give neither roll nor head_left, "
                    f"and the moves as play=; got roll={roll!r}, head_left={head_left!r}"
                )
            return _case_of_state(position)
        where = position if isinstance(position, Position) else Position(position, rules)
        if roll is None:
            raise ArgumentError("a position needs its roll to be judged; got roll=None")
        board = tuple(where.board.tolist())
        if not rules.has_stages:
            if head_left is not None:
                raise ArgumentError(
                    f"head_left must be None: {rules} has no stages; got {head_left!r}"
                )
            return _Case(where, turn_of(board, as_roll(roll), rules), False, None)
        stage, left = as_stage(roll), as_head_left(head_left)
        if left is None:
            left = head_allowance(board, Roll(stage[0], stage[-1]), rules)
        return _Case(where, Turn(rules, board, stage, left), True, None)


def _case_of_state(state: GameState) -> _Case:
    rules, dice = state.ruleset, state.dice
    board = tuple(state.position.board.tolist())
    if not dice and not state.is_over:
        raise ArgumentError("nothing can be played now: the dice must be thrown first")
    if rules.has_stages or not dice:
        turn = Turn(rules, board, dice, state.head_left)
    else:
        turn = turn_of(board, Roll(dice[0], dice[-1]), rules)
    return _Case(state.position, turn, rules.has_stages, state)


def _decision(case: _Case) -> Decision:
    turn, is_stage = case.turn, case.is_stage
    head_left = turn.head_limit if is_stage else None
    return Decision(turn.start, turn.dice, turn.ruleset, [], is_stage, head_left)


def _place(read: Written, at: Decision, graph: TurnGraph, *, is_whole: bool) -> Placed | Reason:
    """Return how written moves are a part of a legal play, or all of one; else why not."""
    readings = placed_readings(read, at.counts, graph)
    if not readings:
        return part_fault(read, at, graph)
    if is_whole:
        readings = [one for one in readings if graph.is_end(one.node)]
        if not readings:
            return Reason((unfinished_fault(read, at),))
    best = best_placed(readings, read, at.counts)
    if len(best) > 1:
        texts = tuple(_walk_text(one, at) for one in best)
        return Reason((fault_of(at.rules, "ambiguous", plays=texts),))
    return best[0]


def _walk_text(option: Placed, at: Decision) -> str:
    hit = hits(at.counts, option.walk)
    moves = tuple(CheckerMove(s.source, s.target, s.target in hit) for s in option.walk)
    return str(Play(moves, b""))


def _beginning(read: Written, graph: TurnGraph) -> tuple[Written, Placed]:
    """Return the longest beginning of written moves that is legal in its order."""
    counts, dice = graph.turn.start, graph.turn.dice
    for n in range(min(len(read.stretches), len(dice)), -1, -1):
        first = read.stretches[:n]
        starred = read.starred & {target for _, target in first}
        part = written_stretches(first, starred, read.dice[:n])
        found = _settled(part, counts, graph)
        if found and found.is_in_order:
            return part, found
    return written_stretches((), ()), Placed((), (), (), graph.start, True)


def _settled(read: Written, counts: Counts, graph: TurnGraph) -> Placed | None:
    """Return how moves are a part of a legal play; None if of none, or if that is not clear."""
    readings = placed_readings(read, counts, graph)
    best = best_placed(readings, read, counts) if readings else []
    return best[0] if len(best) == 1 else None


def _next_moves(graph: TurnGraph, after: Placed) -> tuple[NextMove, ...]:
    """Return the moves after which a legal play with all of the given ones can be completed."""
    known: dict[tuple[Node, Moves], bool] = {}
    return tuple(
        _shown(after.node, move)
        for move, node in graph.next_steps(after.node).items()
        if is_completable(graph, node, still_waiting(after.waiting, move), known)
    )


def _shown(node: Node, move: DieMove) -> NextMove:
    shown = shown_move(node[0], move)
    return NextMove(shown.source, shown.target, move[1], shown.hit)


def _reached(graph: TurnGraph, node: Node, source: int) -> Iterator[int]:
    """Yield where one checker can go with the dice that are left, one after the other."""
    for move, after in graph.next_steps(node).items():
        if move[0] == source:
            target = max(source - move[1], OFF)
            yield target
            if target != OFF:
                yield from _reached(graph, after, target)


def _may_follow(read: Written, move: tuple[int, int], after: Placed, graph: TurnGraph) -> bool:
    """Return whether moves with one more are a part of a legal play, in order if they were."""
    dice = (*read.dice, None) if read.dice else ()
    more = written_stretches((*read.stretches, move), read.starred, dice)
    found = _settled(more, graph.turn.start, graph)
    return found is not None and found.is_in_order >= after.is_in_order


def _verdict(
    case: _Case, graph: TurnGraph, found: Placed, reason: Reason | None, *, is_legal: bool
) -> Verdict:
    board, dice_left = found.node
    is_complete = is_legal and not found.waiting and graph.is_end(found.node)
    play = graph.play(found.node) if is_complete else None
    trusted = Position._trusted  # pyright: ignore[reportPrivateUsage] - a board of the graph
    after = trusted(bytes(count & 0xFF for count in board), case.turn.ruleset)
    made: list[NextMove] = []
    node = graph.start
    for move in found.made:
        made.append(_shown(node, move))
        node = graph.steps[node][move]
    return Verdict(
        is_legal=is_legal,
        is_in_order=is_legal and found.is_in_order,
        is_complete=is_complete,
        moves=tuple(made),
        waiting=tuple(NextMove(*_unplayed(case, move)) for move in found.waiting),
        next_moves=_next_moves(graph, found),
        dice_left=dice_left,
        n_dice=graph.n_dice,
        after=after,
        play=play,
        next_position=after.swap_sides() if play and not case.is_stage else None,
        next_state=case.state.play(play) if case.state and play else None,
        reason=reason,
    )


def _unplayed(case: _Case, move: DieMove) -> tuple[int, int, int, bool]:
    """Return a move that waits, with the hit that it will make: nobody moves between."""
    source, target, hit = shown_move(case.turn.start, move)
    return source, target, move[1], hit
