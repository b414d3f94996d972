"""A turn that is entered checker move by checker move, and can be taken back until it is done."""

from __future__ import annotations

from dataclasses import replace

from nardy_fast.game_states import GameState
from nardy_fast.plays import Play
from nardy_fast.referee import Referee
from nardy_fast.referee_verdicts import Verdict

__all__ = ["TurnEntry"]


class TurnEntry:
    """The checker moves of one stage as far as they are entered; the referee judges them.

    Parameters
    ----------
    state : GameState
        With dice to be played.

    Examples
    --------
    >>> entry = TurnEntry(GameState.start("short").throw("31"))
    >>> entry.add("8/5").is_legal, entry.dice_left, entry.play
    (True, (1,), None)
    >>> entry.add("24/20").text()
    'SR3: the dice 3-1 do not make these moves'
    >>> entry.add("6/5").is_legal, str(entry.play)
    (True, '8/5 6/5')
    """

    def __init__(self, state: GameState) -> None:
        self._state = state
        self._referee = Referee(state.ruleset)
        self._texts: list[str] = []
        self._verdicts = [self._referee.judge(state)]

    def __len__(self) -> int:
        return len(self._texts)

    @property
    def text(self) -> str:
        """What has been entered."""
        return " ".join(self._texts)

    @property
    def dice_left(self) -> tuple[int, ...]:
        """The dice that are not used yet."""
        return self._verdicts[-1].dice_left

    @property
    def dice_used(self) -> tuple[int, ...]:
        """The dice that are used."""
        used = list(self._state.dice)
        for die in self.dice_left:
            used.remove(die)
        return tuple(used)

    @property
    def play(self) -> Play | None:
        """The legal play that has been entered; None if it is not whole."""
        return self._verdicts[-1].play

    @property
    def next_moves(self) -> list[str]:
        """What may follow, written as moves."""
        return list(dict.fromkeys(str(move) for move in self._verdicts[-1].next_moves))

    @property
    def state(self) -> GameState:
        """The state as the board looks now, with the dice that are left."""
        stages = (self.dice_left, *self._state.stages[1:])
        return replace(self._state, position=self._verdicts[-1].after, stages=stages)

    def add(self, text: str) -> Verdict:
        """Make checker moves, written as in a play, if they can be made now.

        Returns
        -------
        Verdict
            Of all moves entered and these; what has a `reason` and is no whole play is not made.

        Raises
        ------
        FormatError
            If the text cannot be read.
        """
        verdict = self._referee.judge(self._state, play=" ".join([*self._texts, text]))
        if verdict.is_legal and not verdict.waiting:
            self._texts.append(text)
            self._verdicts.append(verdict)
        return verdict

    def take_back(self) -> None:
        """Take back what was entered last."""
        self._texts.pop()
        self._verdicts.pop()
