"""A person's turn: the plays in a list, by number or by notation, whole or move by move."""

from __future__ import annotations

from nardy_fast._cli_play_commands import Command
from nardy_fast._cli_play_entry import TurnEntry
from nardy_fast._cli_play_opponent import ranked_plays_of_state
from nardy_fast._cli_play_screen import N_HINTS
from nardy_fast._cli_play_table import Table
from nardy_fast.cube_rules import double_fault
from nardy_fast.errors import FormatError
from nardy_fast.policies import Policy

__all__ = ["Turn"]


class Turn:
    """One turn, or one stage of a turn, of a person.

    Parameters
    ----------
    table : Table
        With dice to be played.
    side : int
        Whose turn it is.
    adviser : Policy
        Whose order and whose hints are shown.
    by_notation : bool
        True to list plays in the order of their notation.
    """

    def __init__(self, table: Table, side: int, adviser: Policy, *, by_notation: bool) -> None:
        self._table = table
        self._side = side
        self._adviser = adviser
        self._state = table.state
        self._ranked = ranked_plays_of_state(self._state, None if by_notation else adviser)
        self._entry = TurnEntry(self._state)
        self._n_shown = 0
        self._dice = table.screen.dice(self._state)

    def run(self) -> None:
        """Ask until the turn is played, taken back, or the game is resigned."""
        table = self._table
        table.show_board(self._side)
        table.tell_stages()
        first = self._ranked[0][0]
        if first.is_pass:
            table.say(
                "{name}: {dice}. No checker can move: pass.",
                name=table.names[self._side],
                dice=self._dice,
            )
            table.play(first)
            return
        self._list()
        while table.match.state is self._state and table.match.resignation is None:
            self._do(table.ask(self._prompt()))

    def _prompt(self) -> str:
        entry, name = self._entry, self._table.names[self._side]
        if not len(entry):
            return f"{name}, {self._dice}"
        left = "-".join(map(str, entry.dice_left))
        return f"{name}, {self._dice}: {entry.text}" + (f" + {left}" if left else "")

    def _list(self) -> None:
        n, table = len(self._ranked), self._table
        if n == 1:
            text = table.screen.play(self._ranked[0][0])
            table.say("{dice}: only {play} is legal; Enter plays it.", dice=self._dice, play=text)
            self._n_shown = 1
        else:
            table.say("{dice}: {n} plays.", dice=self._dice, n=n)
            self._n_shown = table.screen.plays(self._ranked, 0)

    def _do(self, command: Command) -> None:
        """Do what a person says."""
        table, entry = self._table, self._entry
        match command.name:
            case "number":
                self._choose(int(command.argument))
            case "notation":
                self._enter(command.argument)
            case "enter" | "done":
                self._finish()
            case "undo":
                self._undo()
            case "plays":
                self._list()
            case "more":
                self._n_shown = table.screen.plays(self._ranked, self._n_shown % len(self._ranked))
            case "hint":
                self._hint(command.argument)
            case "board" if len(entry):
                self._show_entry()
            case "double":
                self._refuse_to_double()
            case _:
                if not table.common(command, self._side):
                    table.say(
                        "Expected the number of a play, a play such as {play}, or {help}.",
                        play=table.screen.play(self._ranked[0][0]),
                        help=table.word("help"),
                    )

    def _choose(self, n: int) -> None:
        if not 1 <= n <= len(self._ranked):
            self._table.say(
                "The plays have the numbers 1 to {n}; got {got}.", n=len(self._ranked), got=n
            )
            return
        self._table.play(self._ranked[n - 1][0])

    def _enter(self, text: str) -> None:
        """Take a whole play, or checker moves that can be completed to one."""
        table, entry = self._table, self._entry
        is_first = not len(entry)
        try:
            verdict = entry.add(text)
        except FormatError as error:
            table.refuse_text(error)
            return
        if is_first and verdict.play is not None:
            table.play(verdict.play)
        elif verdict.is_legal and not verdict.waiting:
            self._show_entry()
        else:
            table.refuse(verdict.text(table.language))

    def _show_entry(self) -> None:
        table, entry = self._table, self._entry
        table.show_board(self._side, entry.state, entry.dice_used)
        if entry.play is not None:
            table.say(
                "The turn is whole: Enter ends it, {undo} takes back.", undo=table.word("undo")
            )
        elif len(entry):
            table.say("Next: {moves}", moves=", ".join(entry.next_moves))

    def _finish(self) -> None:
        table, entry = self._table, self._entry
        if entry.play is not None and len(entry):
            table.play(entry.play)
        elif len(self._ranked) == 1:
            table.play(self._ranked[0][0])
        elif len(entry):
            table.say("The turn is not whole: more dice can be played.")
        else:
            table.say("Several plays are legal: choose one by its number or its notation.")

    def _refuse_to_double(self) -> None:
        """Say why no double is possible: not in this game, or no longer in this turn."""
        terms, match = self._table.match.terms, self._table.match
        need = None if terms.length is None else terms.length - match.score[self._side]
        pays = terms.ruleset.points[0]
        fault = double_fault(terms, match.cube, self._side, need, pays)
        if fault:
            self._table.refuse_by_rule(fault)
        else:
            self._table.try_action("double")

    def _undo(self) -> None:
        if len(self._entry):
            self._entry.take_back()
            self._show_entry()
        else:
            self._table.take_back()

    def _hint(self, argument: str) -> None:
        is_number = argument.isdecimal() and 0 < len(argument) < 5
        n = max(int(argument), 1) if is_number else N_HINTS
        self._table.screen.hint(self._state, self._adviser, self._ranked, n)
