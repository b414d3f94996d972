"""A position with what stands beside it in a match, and its IDs."""

from __future__ import annotations

from dataclasses import dataclass

from nardy_fast.arguments import as_count, as_flag
from nardy_fast.dice import Roll, as_roll
from nardy_fast.errors import ArgumentError
from nardy_fast.formats.match_ids import match_id_of
from nardy_fast.formats.position_lines import line_of
from nardy_fast.formats.position_texts import read_situation
from nardy_fast.formats.situations import MAX_CUBE, OFFERS, Situation, situation_fault
from nardy_fast.formats.xgids import xgid_of
from nardy_fast.match_pictures import MatchPicture
from nardy_fast.match_views import MatchView
from nardy_fast.outcome import WinKind
from nardy_fast.position import Position
from nardy_fast.rulesets import RulesetLike, as_ruleset

__all__ = ["MatchPosition"]

#: How often a match ID counts the stake of a resignation.
_RESIGNATIONS = (WinKind.SINGLE, WinKind.GAMMON, WinKind.BACKGAMMON)
_MAX_POINTS = 99_999


@dataclass(frozen=True, slots=True)
class MatchPosition:
    """A position in a match (позиция матча): turn, dice, cube, score. Never changes.

    Parameters
    ----------
    position : Position
        From the side that is to throw or play, or that has doubled.
    side : int
        Which side that is. Side 0 is GNU Backgammon's player 0, the top of an XGID and White of a
        line; side 1 is player 1, the bottom, Black.
    roll : Roll, pair of int, str or None
        The dice to be played; None before the throw.
    cube_value : int
        The cube before what is offered is taken.
    cube_owner : int or None
        The side that has it; None while it is centred.
    offer : {"double", "beaver", "raccoon"} or None
        What waits for an answer.
    resigning : int or None
        The side that offers to lose the game.
    resignation : WinKind or None
        By which class of win; single, gammon or backgammon.
    score : tuple of two int
        The points of sides 0 and 1.
    length : int or None
        Points to win the match; None for money play.
    crawford : bool
        True in the Crawford game.
    jacoby, beavers : bool
        Rules of money play.
    cube_cap : int or None
        The greatest cube; None for what is usual.

    Raises
    ------
    ArgumentError, RollError
        If a part is none of its kind, or two contradict each other.

    See Also
    --------
    Position.parse : the board alone.

    Examples
    --------
    >>> found = MatchPosition.parse("XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10")
    >>> found.roll, found.jacoby, found.id
    (Roll(big=5, small=2), True, '4HPwATDgc/ABMA:cIkKAAAAAAAA')
    >>> MatchPosition(Position.start("long"), roll="31").line
    'LN1 24:15 24:15 w 31 f-- 1-'
    """

    position: Position
    side: int = 0
    roll: Roll | None = None
    cube_value: int = 1
    cube_owner: int | None = None
    offer: str | None = None
    resigning: int | None = None
    resignation: WinKind | None = None
    score: tuple[int, int] = (0, 0)
    length: int | None = None
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    cube_cap: int | None = None

    def __post_init__(self) -> None:
        def settle(field: str, value: object) -> None:
            object.__setattr__(self, field, value)

        if not isinstance(self.position, Position):
            raise ArgumentError(f"position must be a Position; got {self.position!r}")
        settle("side", as_count("side", self.side, 0, 1))
        if self.roll is not None:
            settle("roll", as_roll(self.roll))
        settle("cube_value", as_count("cube_value", self.cube_value, 1, MAX_CUBE))
        for field in ("cube_owner", "resigning"):
            if getattr(self, field) is not None:
                settle(field, as_count(field, getattr(self, field), 0, 1))
        if self.offer is not None and self.offer not in OFFERS:
            raise ArgumentError(f"offer must be None or one of {OFFERS}; got {self.offer!r}")
        if (self.resigning is None) != (self.resignation is None):
            raise ArgumentError("resigning and resignation must be given together")
        if self.resignation is not None and self.resignation not in _RESIGNATIONS:
            kinds = ", ".join(kind.value for kind in _RESIGNATIONS)
            raise ArgumentError(f"resignation must be one of {kinds}; got {self.resignation!r}")
        try:
            first, second = self.score
        except (TypeError, ValueError):
            raise ArgumentError(f"score must be two whole numbers; got {self.score!r}") from None
        score = tuple(as_count("score", points, 0, _MAX_POINTS) for points in (first, second))
        settle("score", score)
        if self.length is not None:
            settle("length", as_count("length", self.length, 1, _MAX_POINTS))
        for field in ("crawford", "jacoby", "beavers"):
            settle(field, as_flag(field, getattr(self, field)))
        if self.cube_cap is not None:
            settle("cube_cap", as_count("cube_cap", self.cube_cap, 1, MAX_CUBE))
        fault = situation_fault(self._situation())
        if fault:
            raise ArgumentError(f"a position in a match cannot be made: {fault}")

    @classmethod
    def parse(cls, text: str, ruleset: RulesetLike | None = None) -> MatchPosition:
        """Read an ID with or without a match ID, an XGID, or a line of long nardy.

        Parameters
        ----------
        text : str
            Spaces around it are left out. A position ID alone says that side 0 is to throw.
        ruleset : Ruleset or str, optional
            ``"short"`` or ``"long"``, as the text is, unless it is given.

        Raises
        ------
        FormatError
            If it is none; with the column.
        RulesetError
            If there is no such ruleset, or the text is of the other game.

        Examples
        --------
        >>> found = MatchPosition.parse("LN1 24:14,18:1 24:15 b -- f-- 2b")
        >>> found.side, found.cube_value, found.cube_owner
        (1, 2, 1)
        """
        at = read_situation(text, None if ruleset is None else as_ruleset(ruleset))
        trusted = Position._trusted  # pyright: ignore[reportPrivateUsage] - it was checked as it was read
        return cls(
            trusted(at.board, at.rules),
            at.side,
            None if at.dice is None else Roll(*at.dice),
            at.value,
            at.owner,
            at.offer,
            at.resigning,
            _RESIGNATIONS[at.resignation - 1] if at.resignation else None,
            at.score,
            at.length,
            at.crawford,
            at.jacoby,
            at.beavers,
            at.cap,
        )

    @classmethod
    def of(cls, match: MatchView) -> MatchPosition:
        """Return how a `Match` stands.

        Raises
        ------
        ArgumentError
            If no game is on, a score is no whole number, or a double that cascades is being played,
            which no text here can tell.

        Examples
        --------
        >>> from nardy_fast import Match
        >>> match = Match("short", length=5)
        >>> match.throw_opening(3, 1)
        >>> MatchPosition.of(match).id
        '4HPwATDgc/ABMA:MIGlAAAAAAAE'
        """
        state, cube = match.state, match.cube
        if state is None:
            raise ArgumentError("no game is on: throw the dice for who begins first")
        if state.dice and (state.ruleset.has_stages or len(state.stages) > 1):
            raise ArgumentError(f"the stages of a turn cannot be told; got {state.stages}")
        resigned = match.resignation
        return cls(
            state.position,
            state.side,
            (state.dice[0], state.dice[-1]) if state.dice else None,  # type: ignore[arg-type]
            cube.value,
            cube.owner,
            cube.offer,
            None if resigned is None else resigned.side,
            None if resigned is None else resigned.kind,
            match.score,  # type: ignore[arg-type]
            match.terms.length,
            match.is_crawford,
            match.terms.jacoby,
            match.terms.beavers,
            match.terms.cube_cap,
        )

    @property
    def on_turn(self) -> int:
        """The side that decides next, an answer to an offer included."""
        return self._situation().on_turn

    @property
    def match_id(self) -> str:
        """GNU Backgammon's match ID, 12 characters, for both games.

        It has no place for beavers being allowed and for the cube's cap. `ArgumentError` if a part
        does not fit in it: a cube above 32768, or 32768 points.
        """
        return match_id_of(self._situation())

    @property
    def id(self) -> str:
        """The position's ID and the match ID, with a colon between; `parse` reads it."""
        return f"{self.position.id}:{self.match_id}"

    @property
    def xgid(self) -> str:
        """The XGID; `ArgumentError` in long nardy, and while a resignation waits for an answer."""
        return xgid_of(self._situation())

    @property
    def line(self) -> str:
        """The line of long nardy, which has no score; `ArgumentError` in short nardy.

        Neither has it a place for beavers, raccoons and resignations that wait for an answer.
        """
        return line_of(self._situation())

    def _repr_svg_(self) -> str:
        # Only long nardy is played without a cube as a rule; it has one if anything is said of it.
        has_cube = self.position.ruleset.has_bar and not self.crawford
        has_cube |= self.cube_value > 1 or self.cube_owner is not None or self.offer is not None
        resigned, roll = self.resignation, self.roll
        dice = () if roll is None else (roll.big, roll.small) * (1 + roll.is_double)
        return MatchPicture(
            position=self.position,
            side=self.side,
            dice=dice,
            cube=self.cube_value if has_cube else None,
            owner=self.cube_owner,
            is_offered=self.offer is not None,
            decides=self.on_turn,
            score=self.score,
            length=self.length,
            crawford=self.crawford,
            resigns=None
            if resigned is None or self.resigning is None
            else (self.resigning, resigned),
        ).text()

    def _situation(self) -> Situation:
        roll, resigned = self.roll, self.resignation
        return Situation(
            self.position.board.tobytes(),
            self.position.ruleset,
            self.side,
            None if roll is None else (roll.big, roll.small),
            self.cube_value,
            self.cube_owner,
            self.offer,
            self.resigning,
            0 if resigned is None else _RESIGNATIONS.index(resigned) + 1,
            self.score,
            self.length,
            self.crawford,
            self.jacoby,
            self.beavers,
            self.cube_cap,
        )
