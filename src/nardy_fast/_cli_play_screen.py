"""What a game looks like in the terminal: board, plays, hints, pips, history."""

from __future__ import annotations

import os
from collections.abc import Sequence

from nardy_fast._cli_play_opponent import ranked_plays_of_state
from nardy_fast._cli_play_terminal import Terminal
from nardy_fast._messages import Speech
from nardy_fast.board_drawing import BoardOptions, draw_board
from nardy_fast.game_states import GameState
from nardy_fast.match import Match
from nardy_fast.match_records import Action
from nardy_fast.outcome import WinKind
from nardy_fast.plays import Play
from nardy_fast.policies import Policy

__all__ = ["N_HINTS", "PAGE", "Screen", "start_of_game"]

#: Plays that are listed at once, and plays that a hint names.
PAGE = 20
N_HINTS = 5
_WIDTH = 79


class Screen:
    """Shows a match to people, in one language.

    Parameters
    ----------
    terminal : Terminal
    speech : Speech
    names : tuple of two str
        What sides 0 and 1 are called.
    """

    def __init__(self, terminal: Terminal, speech: Speech, names: tuple[str, str]) -> None:
        self._terminal = terminal
        self._speech = speech
        self.names = names

    # -- the board

    def board(
        self,
        match: Match,
        viewer: int,
        *,
        state: GameState | None = None,
        played: Sequence[int] = (),
        marks: tuple[Sequence[int], Sequence[int]] = ((), ()),
        is_final: bool = False,
    ) -> None:
        """Draw the board with the viewer at the bottom.

        `state` is how it looks in the middle of a turn, `played` the dice of it that are played,
        `marks` the viewer's numbers of points that the last play left and came to. The final
        board of a game has no dice and no cube.
        """
        shown = state or match.state
        if shown is None:
            return
        position = shown.position if shown.side == viewer else shown.position.swap_sides()
        cube = match.cube
        owners = {None: None, viewer: "viewer", 1 - viewer: "opponent"}
        options = BoardOptions(
            viewer=viewer,
            dice=() if is_final else shown.dice,
            played=played,
            dice_of_viewer=shown.side == viewer,
            cube=cube.value if cube.is_in_use and not is_final else None,
            cube_owner=owners[cube.owner],
            lifted=marks[0],
            landed=marks[1],
            top=self._caption(match, shown, 1 - viewer, is_final=is_final),
            bottom=self._caption(match, shown, viewer, is_final=is_final),
            ascii=self._terminal.ascii,
            colour=self._terminal.colour,
        )
        self._terminal.show()
        self._terminal.show(draw_board(position.board, match.terms.ruleset, options))
        self._terminal.show()

    def glyph(self, side: int) -> str:
        """Return the checker of a side."""
        return ("XO" if self._terminal.ascii else "●○")[side]

    def _caption(self, match: Match, state: GameState, side: int, *, is_final: bool) -> str:
        say = self._speech.say
        pips, n_off = state.position.pip_counts, state.position.n_off
        i = 0 if state.side == side else 1
        length = match.terms.length
        score = f"{match.score[side]:g}" + (f"/{length}" if length else "")
        arrow = (
            (">" if self._terminal.ascii else "►") if state.side == side and not is_final else " "
        )
        name, other = (name if len(name) <= 24 else f"{name[:21]}..." for name in self.names)
        width = max(len(name), len(other)) + 3
        name = (name, other)[side].ljust(width)
        told = say(
            "pips {pips}   off {off}   score {score}", pips=pips[i], off=n_off[i], score=score
        )
        return f" {arrow} {self.glyph(side)} {name}{told}"

    # -- plays

    def plays(self, ranked: Sequence[tuple[Play, float | None]], first: int) -> int:
        """List a page of plays with their numbers; return how many have been shown in all."""
        last = min(first + PAGE, len(ranked))
        width = len(str(len(ranked)))
        texts = [
            f"{str(i + 1).rjust(width)}. {self.play(ranked[i][0])}" for i in range(first, last)
        ]
        column = max(map(len, texts)) + 3
        n_columns = max(1, min((_WIDTH - 2) // column, (len(texts) + 4) // 5))
        n_rows = -(-len(texts) // n_columns)
        for row in range(n_rows):
            cells = [text.ljust(column) for text in texts[row::n_rows]]
            self._terminal.show(f"  {''.join(cells)}".rstrip())
        if last < len(ranked):
            left = len(ranked) - last
            word = "дальше" if self._speech.say("pass") != "pass" else "more"
            self._terminal.tell(f"  {self._speech.say('... {n} more: {word}', n=left, word=word)}")
        return last

    def dice(self, state: GameState) -> str:
        """Return the dice to be played: a double of four moves is written as it is thrown."""
        dice = state.dice if state.ruleset.has_stages else state.dice[:2]
        return "-".join(map(str, dice))

    def play(self, play: Play) -> str:
        """Return a play's text in the language."""
        return self.notation(str(play))

    def notation(self, text: str) -> str:
        """Return notation in the language: only words differ."""
        return self._speech.say("pass") if text == "pass" else text

    def hint(
        self, state: GameState, policy: Policy, listed: Sequence[tuple[Play, float | None]], n: int
    ) -> None:
        """Show the best plays by a policy, with their scores and the numbers of the list."""
        speech, say = self._speech, self._speech.say
        ranked = ranked_plays_of_state(state, policy)
        numbers = {play: i + 1 for i, (play, _) in enumerate(listed)}
        best, name = ranked[0][1], os.path.basename(str(policy))
        if best is None:
            self._terminal.tell(say("{policy} has no opinion of plays", policy=name))
            return
        is_points = policy.name != "heuristic"
        decimals = 3 if is_points else 0
        told = "points expected" if is_points else "its own score"
        self._terminal.tell(
            say("The best plays by {policy}: {told}, behind the best", policy=name, told=say(told))
        )
        width = max(len(self.play(play)) for play, _ in ranked[:n])
        for play, score in ranked[:n]:
            value = speech.number(score, decimals, signed=True)
            behind = "" if score == best else speech.number((score or 0.0) - best, decimals)
            line = f"  {numbers[play]:>3}. {self.play(play).ljust(width)}  {value:>9}  {behind:>9}"
            self._terminal.show(line.rstrip())

    # -- facts

    def pips(self, state: GameState, viewer: int) -> None:
        """Say how far both sides have to go."""
        own, other = state.position.pip_counts
        if state.side != viewer:
            own, other = other, own
        lead = other - own
        say = self._speech.say
        for side, pips in ((viewer, own), (1 - viewer, other)):
            self._terminal.tell(say("{name}: {pips} pips to go", name=self.names[side], pips=pips))
        told = "Even." if not lead else "{name} leads the race by {pips}."
        leader = self.names[viewer if lead > 0 else 1 - viewer]
        self._terminal.tell(say(told, name=leader, pips=abs(lead)))

    def kind(self, kind: WinKind) -> str:
        """Return what a kind of win is called."""
        return self._speech.say(kind.value.replace("_", " "))

    def history(self, match: Match) -> None:
        """List the games that are over, and what was done in the game that is on."""
        say = self._speech.say
        for i, game in enumerate(match.games):
            self._terminal.tell(
                say(
                    "Game {i}: winner {name}, points {points} ({kind}, cube {cube})",
                    i=i + 1,
                    name=self.names[game.winner],
                    points=f"{game.points:g}",
                    kind=self.kind(game.kind),
                    cube=game.cube,
                )
            )
        lines = _lines_of(match.history[start_of_game(match) :])
        if match.is_over or not lines:
            return
        self._terminal.tell(
            say("Game {i}, each play in its own side's numbers:", i=len(match.games) + 1)
        )
        for n, (side, words) in enumerate(lines):
            text = " ".join(self._told(word) for word in words)
            self._terminal.tell(f"  {n + 1:>3}. {self.glyph(side)} {text.rstrip(';')}")

    def _told(self, action: Action) -> str:
        if action.name == "throw":
            return f"{action.detail}:"
        if action.name == "play":
            return f"{self.notation(action.detail)};" if action.detail else ""
        return f"{self._speech.say(action.name.replace('_', ' '))};"


def start_of_game(match: Match) -> int:
    """Return how many actions were done before the game that is on."""
    earlier = match.copy()
    while earlier.history and len(earlier.games) == len(match.games):
        earlier.undo()
    return len(earlier.history) + (len(earlier.games) < len(match.games))


def _lines_of(actions: Sequence[Action]) -> list[tuple[int, list[Action]]]:
    """Return what each side did in a game, a line from each throw on."""
    lines: list[tuple[int, list[Action]]] = []
    opening = ""
    for action in actions:
        if action.side is None:
            opening = action.detail
            continue
        if not lines or lines[-1][0] != action.side or action.name == "throw":
            first = [Action("throw", action.side, opening)] if not lines else []
            lines.append((action.side, first if action.name == "play" else []))
        lines[-1][1].append(action)
    return lines
