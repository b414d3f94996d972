"""A match made again from what a file says was done; what cannot be done is told exactly."""

from __future__ import annotations

import re
from typing import Final, NoReturn

from nardy_fast.cascades import Phase
from nardy_fast.errors import FormatError, IllegalPlayError, NardyError
from nardy_fast.formats.notation import parse_play, parse_stage_play
from nardy_fast.formats.numberings import play_text
from nardy_fast.formats.readings import Step, afterstate, read_text
from nardy_fast.game_states import GameState
from nardy_fast.match import Match
from nardy_fast.match_entries import Entry, GameEntries, MatchEntries, Place, fault_at
from nardy_fast.match_terms import MatchTerms
from nardy_fast.plays import Play

__all__ = ["Replay"]

_CANNOT_MOVE: Final = ("cannot move", "can't move", "no move", "-", "----", "нет хода")
#: What stands for a play that nobody has written down.
_UNTOLD: Final = re.compile(r"\?{2,}")
_OPENING: Final = re.compile(r"[1-6]{2}(?: [1-6]{2})*")
_N_SHOWN: Final = 12
_JACOBY: Final = "; by the Jacoby rule? Then read it with jacoby=True"
#: What stands for an opening throw that a file does not tell: the side that begins throws the 2.
_UNKNOWN_OPENING: Final = ((2, 1), (1, 2))


class Replay:
    """Does the entries of a file one by one.

    Parameters
    ----------
    read : MatchEntries
    terms : MatchTerms
    seed : int
    numbering : str
        Of the plays (`NUMBERINGS`).
    ours : bool
        Whether an empty play means, always, that the dice are not played yet.

    Attributes
    ----------
    match : Match
    notes : list of str
        What the file left open, and how it was filled.
    """

    def __init__(
        self, read: MatchEntries, terms: MatchTerms, *, seed: int, numbering: str, ours: bool
    ) -> None:
        self.match: Match = Match(terms, seed=seed)
        self.notes: list[str] = []
        self._read = read
        self._numbering = numbering
        self._ours = ours

    def run(self) -> Match:
        """Do every entry, and return the match.

        Raises
        ------
        MatchFileError
            If one cannot be done, or a number or a score is not what it leads to.
        """
        for i, game in enumerate(self._read.games):
            self._begin(game, i + 1)
            for n, entry in enumerate(game.entries):
                self._do(game, n, entry, is_last_game=i + 1 == len(self._read.games))
            if not game.entries and f"Opening {i + 1}" in self._read.tags and not self.match.state:
                self._open(game.place, i + 1, 0, ())
            if i + 1 < len(self._read.games) and len(self.match.games) == i:
                fault_at(game.place, "the game has no end, and another one begins")
        return self.match

    def _begin(self, game: GameEntries, number: int) -> None:
        match = self.match
        if game.number != number:
            fault_at(game.place, f"this must be game {number}, not game {game.number}")
        if match.is_over:
            fault_at(game.place, "the match was over before this game")
        if game.names != self._read.games[0].names:
            first = " and ".join(self._read.games[0].names)
            fault_at(game.place, f"the names must be {first}, as in game 1")
        if game.score is not None and game.score != match.score:
            shown = [f"{a}-{b}" for a, b in (match.score, game.score)]
            fault_at(game.place, f"the games so far lead to {shown[0]}, not to {shown[1]}")

    def _do(self, game: GameEntries, n: int, entry: Entry, *, is_last_game: bool) -> None:
        has_ended = len(self.match.games) == game.number
        following = game.entries[n + 1] if n + 1 < len(game.entries) else None
        if entry.action == "wins":
            self._end(entry, has_ended=has_ended)
            return
        if entry.action == "resigns":
            if following is None or (following.action, following.side) != ("wins", 1 - entry.side):
                fault_at(entry.place, "who resigns must lose: what the other side wins comes next")
            return
        if has_ended:
            fault_at(entry.place, f"the game has ended: {self.match.games[-1]}")
        if self.match.state is None:
            self._open(entry.place, game.number, entry.side, entry.dice)
        if self.match.state is None:
            fault_at(entry.place, "the opening throws do not say who begins")
        if entry.action == "play":
            is_open = is_last_game if following is None else following.action == "wins"
            self._play(entry, is_open=is_open)
        else:
            self._turn_cube(entry)

    def _open(self, place: Place, number: int, side: int, dice: tuple[int, ...]) -> None:
        """Do the opening throw, which the rows of a file do not tell."""
        match, told = self.match, self._read.tags.get(f"Opening {number}")
        throws = [_UNKNOWN_OPENING[side]]
        if told is not None:
            if not _OPENING.fullmatch(told):
                fault_at(place, f"its opening throw must be like 33 61; it is {told!r}")
            throws = [(int(throw[0]), int(throw[1])) for throw in told.split()]
        elif match.terms.ruleset.opening == "pair":
            if len(set(dice)) != 2:
                fault_at(place, "a game begins with the two different dice of the opening throw")
            throws = [(max(dice), min(dice)) if side == 0 else (min(dice), max(dice))]
        else:
            self.notes.append(f"game {number}: the opening throw is not told; 2-1 stands for it")
        for first, second in throws:
            try:
                match.throw_opening(first, second)
            except NardyError as error:
                fault_at(place, f"the opening throw {first}-{second} cannot be: {error}")

    def _turn_cube(self, entry: Entry) -> None:
        match, action = self.match, entry.action
        if action == "double":
            # Elsewhere a beaver and a raccoon are doubles too.
            action = {None: action, "double": "beaver", "beaver": "raccoon"}.get(
                match.cube.offer, action
            )
        elif action == "beaver" and match.cube.offer == "beaver":
            action = "raccoon"
        self._require_side(entry)
        try:
            getattr(match, action)()
        except IllegalPlayError as error:
            fault_at(entry.place, f"{action}: {error.reason}")
        if entry.value is not None and entry.value != match.cube.value * 2:
            fault_at(entry.place, f"the cube goes to {match.cube.value * 2}, not to {entry.value}")

    def _require_side(self, entry: Entry) -> None:
        if self.match.on_turn != entry.side:
            names = self._read.games[0].names
            due = self.match.on_turn
            expected = "nobody" if due is None else names[due]
            state, starter = self.match.state, self.match.terms.ruleset.next_starter
            is_first = self.match.games and state is not None and state.n_rolls == (0, 0)
            hint = f"; the ruleset says next_starter={starter!r}" if is_first else ""
            fault_at(
                entry.place,
                f"it is the turn of {expected}, not of {names[entry.side]}{hint}",
                dice=_dice_text(entry),
                play=entry.text,
            )

    def _play(self, entry: Entry, *, is_open: bool) -> None:
        match = self.match
        self._require_side(entry)
        state = match.state
        assert state is not None
        if entry.dice and state.needs_throw:
            try:
                match.throw((entry.dice[0], entry.dice[-1]))
            except NardyError as error:
                reason = getattr(error, "reason", str(error))
                fault_at(
                    entry.place, f"the dice cannot be thrown: {reason}", dice=_dice_text(entry)
                )
        elif not entry.dice and state.phase is not Phase.HANDED_OVER:
            fault_at(entry.place, "nothing is left over that could be played before a throw")
        elif entry.dice and state.phase is Phase.HANDED_OVER:
            fault_at(entry.place, "what the other side left over comes before the throw")
        elif sorted(entry.dice) != sorted(state.dice) and entry.dice:
            due = "-".join(map(str, state.dice))
            fault_at(entry.place, f"the dice are {due}", dice=_dice_text(entry), play=entry.text)
        self._play_texts(entry, is_open=is_open)

    def _play_texts(self, entry: Entry, *, is_open: bool) -> None:
        """Play what is written, a stage after the other; see whether the turn is whole."""
        match, texts = self.match, [text.strip() for text in entry.text.split("+")]
        state = match.state
        assert state is not None
        is_untold = bool(_UNTOLD.fullmatch(entry.text))
        if is_untold or texts == [""]:
            passes = state.plays()[0].is_pass
            if is_open and (self._ours or is_untold or not passes):
                return
            if not passes:
                self._refuse(entry, state, "no play is written")
            texts = ["pass"]
        phase, n_games = state.phase, len(match.games)
        for text in texts:
            here = match.state
            if here is None or len(match.games) > n_games or not _goes_on(here, entry.side, phase):
                self._refuse(entry, state, "more is written than there is to be played")
            match.play(self._found(text, here, entry))
        here = match.state
        # The last turn of a file, or one in which the game was resigned, may be half played.
        if is_open or len(match.games) > n_games or here is None:
            return
        if _goes_on(here, entry.side, phase):
            self._refuse(entry, here, "less is written than there is to be played")

    def _found(self, text: str, state: GameState, entry: Entry) -> Play:
        said = "pass" if text.lower() in _CANNOT_MOVE else text
        rules, told = state.ruleset, {"numbering": self._numbering, "side": entry.side}
        try:
            if rules.has_stages:
                return parse_stage_play(
                    said,
                    state.position,
                    state.dice,
                    ruleset=rules,
                    head_left=state.head_left,
                    **told,  # type: ignore[arg-type]
                )
            roll = state.dice[0], state.dice[-1]
            return parse_play(said, state.position, roll, ruleset=rules, **told)  # type: ignore[arg-type]
        except IllegalPlayError as error:
            same = _play_to_same_board(text, state) if entry.place.line == 0 else None
            if same is None:
                self._refuse(entry, state, error.reason)
            self.notes.append(f"{entry.place}: the steps {text} do not fit the dice; {same} does")
            return same
        except FormatError as error:
            self._refuse(entry, state, f"it is unreadable at column {error.column}")

    def _refuse(self, entry: Entry, state: GameState, reason: str) -> NoReturn:
        name = self._read.games[0].names[entry.side]
        dice, plays = _dice_text(entry), [str(play) for play in state.plays()]
        own = dict.fromkeys(plays)
        shown = [
            play_text(play, ruleset=state.ruleset, numbering=self._numbering, side=entry.side)
            for play in list(own)[:_N_SHOWN]
        ]
        more = f", and {len(own) - _N_SHOWN} more" if len(own) > _N_SHOWN else ""
        fault_at(
            entry.place,
            f"{name} with {dice}: {entry.text!r} cannot be played: {reason}; "
            f"on {state.position} ({state.ruleset}) {len(own)} can be: {', '.join(shown)}{more}",
            dice=dice,
            play=entry.text,
            legal=tuple(own),
        )

    def _end(self, entry: Entry, *, has_ended: bool) -> None:
        """Compare the end of a game with what is said of it; if it goes on, it is resigned."""
        match, names = self.match, self._read.games[0].names
        if not has_ended:
            self._resign(entry)
        last = match.games[-1]
        if (last.winner, last.points) != (entry.side, entry.value):
            is_by_jacoby = last.cube == entry.value == 1 and not match.terms.jacoby
            hint = _JACOBY if is_by_jacoby else ""
            fault_at(
                entry.place,
                f"{names[last.winner]} wins {last.points}, not {names[entry.side]} {entry.value}"
                + (hint if match.terms.length is None else ""),
            )
        if entry.ends_match and not match.is_over:
            fault_at(entry.place, f"the match is not over: the score is {match.score}")

    def _resign(self, entry: Entry) -> None:
        """Let the other side resign the least class of win that pays what is said."""
        match, told = self.match, self._read.tags.get(f"Resigned {entry.place.game}")
        for kind in match.terms.ruleset.win_kinds:
            trial = match.copy()
            try:
                trial.offer_resignation(kind, side=1 - entry.side)
                trial.accept_resignation()
            except NardyError as error:
                reason = getattr(error, "reason", str(error))
                fault_at(entry.place, f"the game goes on and cannot be resigned here: {reason}")
            if told in (None, kind.value) and trial.games[-1].points == entry.value:
                match.offer_resignation(kind, side=1 - entry.side)
                match.accept_resignation()
                return
        hint = "" if match.terms.jacoby or entry.value != match.cube.value else _JACOBY
        fault_at(
            entry.place,
            f"no class of win pays {entry.value} with the cube at {match.cube.value}"
            + (hint if match.terms.length is None else ""),
        )


def _goes_on(state: GameState, side: int, phase: Phase) -> bool:
    """Return whether more of the same turn is to be played."""
    return state.side == side and state.phase is phase and bool(state.stages)


def _dice_text(entry: Entry) -> str:
    return "-".join(map(str, entry.dice)) or "what was left over"


def _play_to_same_board(text: str, state: GameState) -> Play | None:
    """Return the legal play that makes the board that written steps make, whatever the dice.

    A library that compares boards may tell steps that the dice cannot go: with 6-4 it writes
    6/2 3/off as 6/off 3/2.
    """
    counts = tuple(state.position.board.tolist())
    steps = [Step(source, source - target, target) for source, target in read_text(text).stretches]
    if not all(counts[source] > 0 for source, _, _ in steps):
        return None
    wanted = afterstate(counts, tuple(steps))
    return next((p for p in state.plays() if p.afterstate.tobytes() == wanted), None)
