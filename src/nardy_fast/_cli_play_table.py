"""The table a match is played at: what every part of the conversation needs."""

from __future__ import annotations

from nardy_fast._cli_play_commands import COMMANDS, Command, as_win_kind, read_command
from nardy_fast._cli_play_saves import SavedGame, may_be_replaced, save
from nardy_fast._cli_play_screen import Screen, start_of_game
from nardy_fast._cli_play_terminal import Terminal
from nardy_fast._messages import Speech
from nardy_fast._play_texts import HELP, RUSSIAN_RULES
from nardy_fast.cascades import Phase
from nardy_fast.errors import FormatError, IllegalPlayError
from nardy_fast.game_states import GameState
from nardy_fast.match import Match
from nardy_fast.plays import OFF, Play

__all__ = ["Leave", "Table"]


class Leave(Exception):  # noqa: N818 - it is no error
    """The person leaves, and has said what becomes of the match."""


class Table:
    """A match with its people, its terminal and its file.

    Parameters
    ----------
    game : SavedGame
        The match, which is played on here, and who plays.
    other : str
        What the side is called that no person plays.
    terminal : Terminal
    language : str
    path : str or None
        Where the match is saved after every turn.
    """

    def __init__(
        self, game: SavedGame, other: str, terminal: Terminal, language: str, path: str | None
    ) -> None:
        self.match: Match = game.match
        self.humans = game.humans
        self.terminal = terminal
        self.speech = Speech(language)
        self.language = language
        self.path = path
        self._game = game
        self._saved: Match | None = None
        #: The side that played last, and the places that its play left and came to.
        self._last: tuple[int, set[int], set[int]] | None = None
        say = self.speech.say
        self.names = (say("you"), other) if game.humans == (0,) else (other, say("you"))
        if len(game.humans) == 2:
            self.names = (say("the first side"), say("the second side"))
        self.screen = Screen(terminal, self.speech, self.names)

    @property
    def state(self) -> GameState:
        """The game that is on."""
        assert self.match.state is not None
        return self.match.state

    def say(self, text: str, **values: object) -> None:
        """Tell a text of the catalogue."""
        self.terminal.tell(self.speech.say(text, **values))

    def ask(self, prompt: str) -> Command:
        """Return the next command."""
        return read_command(self.terminal.ask(f"{prompt} > "))

    def word(self, name: str) -> str:
        """Return the word of a command in the language."""
        words = COMMANDS[name]
        if self.language == "ru":
            return next(word for word in words if not word.isascii())
        return words[0]

    def words(self, names: list[str]) -> str:
        """Return the words of commands, listed."""
        return ", ".join(self.word(name) for name in names)

    def score(self) -> str:
        """Return the score with the names."""
        names, score = self.names, self.match.score
        return f"{names[0]} {score[0]:g} : {score[1]:g} {names[1]}"

    def refuse(self, reason: str) -> None:
        """Say why something cannot be done: the number of a rule, and what it says."""
        self.say("Not allowed. {reason}", reason=reason)

    def refuse_text(self, error: FormatError) -> None:
        """Say that a play cannot be read."""
        self.say("This cannot be read, from column {n} on: {got}", n=error.column, got=error.text)
        self.say("A play is written like 24/18 13/11*, bar/22, 6/off(2).")

    def try_action(self, name: str, *values: object, **named: object) -> None:
        """Do an action of the match, or say which rule forbids it."""
        try:
            getattr(self.match, name)(*values, **named)
        except IllegalPlayError as error:
            self.refuse_by_rule(error.reason)

    def refuse_by_rule(self, fault: str) -> None:
        """Say which rule of a match forbids something."""
        rule, _, reason = fault.partition(": ")
        for side in (0, 1):
            reason = reason.replace(f"side {side}", self.names[side])
        if self.language == "ru":
            reason = RUSSIAN_RULES.get(rule, reason)
        self.refuse(f"{rule}: {reason}")

    # -- plays

    def play(self, play: Play) -> None:
        """Make a play, and remember where it was made."""
        side = self.state.side
        left = {move.source for move in play.moves} - {OFF}
        came = {move.target for move in play.moves} - {OFF}
        if self._last is not None and self._last[0] == side:
            left, came = left | self._last[1], came | self._last[2]
        # A point that a checker only passed through is none of its ends.
        self._last = (side, left - came, came - left)
        self.match.play(play)

    def tell_stages(self) -> None:
        """Say what waits to be played after the stage that is on, if anything does."""
        state, name = self.state, self.names[self.state.side]
        queue = ", ".join("-".join(map(str, stage)) for stage in state.stages)
        if state.phase is Phase.HANDED_OVER:
            self.say(
                "{name}: moves that the other side could not make come first: {queue}.",
                name=name,
                queue=queue,
            )
        elif len(state.stages) > 1:
            self.say("{name}: this double goes on in stages: {queue}.", name=name, queue=queue)

    def forget_last_play(self) -> None:
        """Mark no play on the board any more."""
        self._last = None

    def show_board(
        self, viewer: int, state: GameState | None = None, played: tuple[int, ...] = ()
    ) -> None:
        """Draw the board, with marks where the other side played last."""
        marks: tuple[list[int], list[int]] = ([], [])
        if self._last is not None and self._last[0] != viewer:
            turned = self.match.terms.ruleset.opponent_point
            marks = (
                [turned(point) for point in self._last[1] if 1 <= point <= 24],
                [turned(point) for point in self._last[2] if 1 <= point <= 24],
            )
        self.screen.board(self.match, viewer, state=state, played=played, marks=marks)

    def take_back(self) -> None:
        """Go back before the last play that a person made in this game."""
        match = self.match.copy()
        first = start_of_game(match)
        while len(match.history) > first:
            undone = match.undo()
            if undone.name == "play" and undone.side in self.humans:
                while len(self.match.history) > len(match.history):
                    self.match.undo()
                self.forget_last_play()
                self.say("Your last play is taken back; the dice stay the same.")
                return
        self.say("There is nothing to take back in this game.")

    # -- the file

    @property
    def has_unsaved(self) -> bool:
        """True if something has been played that no file has."""
        return bool(self.match.history) and self._saved != self.match

    def mark_saved(self) -> None:
        """Remember that a file has the match as it stands."""
        self._saved = self.match.copy()

    def save(self, path: str) -> bool:
        """Save the match and go on saving it there; return False if it cannot be written."""
        if path != self.path and not may_be_replaced(path):
            self.say("{path} is there, and is no saved match.", path=path)
            return False
        try:
            save(self._game, path)
        except (OSError, ValueError) as error:
            self.say("The file cannot be written: {error}", error=error)
            return False
        self.path = path
        self.mark_saved()
        return True

    def save_where_told(self) -> None:
        """Save the match if it has a file."""
        if self.path is not None:
            self.save(self.path)

    # -- what can be said at any time

    def common(self, command: Command, side: int) -> bool:
        """Do a command that is allowed at any time; return False if it is none of them."""
        argument = command.argument
        match command.name:
            case "help":
                self.terminal.show(HELP[self.language])
            case "board":
                self.show_board(side)
            case "pips":
                self.screen.pips(self.state, side)
            case "history":
                self.screen.history(self.match)
            case "save":
                self._save_as(argument or self.path)
            case "resign":
                self._resign(side, argument)
            case "quit":
                self._quit()
            case _:
                return False
        return True

    def _save_as(self, path: str | None) -> None:
        if path is None:
            self.say("Name a file: {word} FILE.", word=self.word("save"))
        elif self.save(path):
            self.say("Saved in {path}.", path=path)

    def _resign(self, side: int, text: str) -> None:
        kinds = self.match.terms.ruleset.win_kinds
        kind = as_win_kind(text, kinds) if text else kinds[0]
        if kind is None:
            names = ", ".join(self.screen.kind(kind) for kind in kinds)
            self.say("One can resign: {kinds}; got {got}.", kinds=names, got=text)
            return
        self.try_action("offer_resignation", kind, side=side)

    def _quit(self) -> None:
        if self.path is not None:
            self.save_where_told()
        elif self.has_unsaved:
            prompt = self.speech.say("Save the match? A file name, or no")
            path = ""
            while not path:
                path = self.terminal.ask(f"{prompt} > ").strip()
            if read_command(path).name != "reject" and not self.save(path):
                return
        raise Leave
