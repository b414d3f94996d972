"""A match between people, or between a person and the machine, from the first throw to the last."""

from __future__ import annotations

from nardy_fast._cli_play_opponent import Opponent
from nardy_fast._cli_play_table import Table
from nardy_fast._cli_play_turn import Turn
from nardy_fast.policies import Policy

__all__ = ["play_match_at"]

#: What an answer at the keyboard is called by `Match`.
_ACTIONS = {"accept": "accept_resignation", "reject": "reject_resignation"}
#: Where a double is to be answered, these words mean the same.
_ANSWERS_TO_A_DOUBLE = {"accept": "take", "reject": "drop"}


def play_match_at(
    table: Table, opponent: Opponent | None, adviser: Policy, *, by_notation: bool = False
) -> None:
    """Play a match until it is over.

    Parameters
    ----------
    table : Table
    opponent : Opponent or None
        Who plays the side that no person plays.
    adviser : Policy
        Whose order of plays and whose hints are shown.
    by_notation : bool
        True to list plays in the order of their notation.

    Raises
    ------
    Leave
        If the person leaves before.
    EOFError, KeyboardInterrupt
        If the keyboard ends or interrupts it.
    """
    match = table.match
    if match.is_over:
        table.say("The match is over. {score}", score=table.score())
        return
    _introduce(table)
    n_told = len(match.games)
    while not match.is_over:
        if match.on_turn is None:
            _throw_for_the_opening(table)
        elif match.on_turn in table.humans:
            _person(table, match.on_turn, adviser, by_notation=by_notation)
            table.save_where_told()
        else:
            assert opponent is not None
            _machine(table, match.on_turn, opponent)
        if len(match.games) > n_told:
            _tell_result(table)
            table.save_where_told()
        n_told = len(match.games)


def _introduce(table: Table) -> None:
    match, rules = table.match, table.match.terms.ruleset
    values = {"rules": rules, "seed": match.seed}
    if match.terms.length is None:
        table.say("{rules}: money play, seed {seed}.", **values)
    else:
        table.say("{rules}: a match to {n}, seed {seed}.", **values, n=match.terms.length)
    for side in (0, 1):
        table.terminal.tell(f"  {table.screen.glyph(side)} {table.names[side]}")
    if rules.misere:
        table.say("Poddavki: who bears off everything first, loses.")
    table.say("Type {help} to see the commands.", help=table.word("help"))


def _throw_for_the_opening(table: Table) -> None:
    match, names = table.match, table.names
    n_before = len(match.history)
    match.roll()
    first, second = match.history[n_before].detail.split("-")
    values = {"a": names[0], "x": first, "b": names[1], "y": second}
    if match.state is None:
        table.say("The opening throw: {a} {x}, {b} {y}. Equal dice: again.", **values)
    else:
        name = names[match.state.side]
        table.say("The opening throw: {a} {x}, {b} {y}.", **values)
        table.say("First to play: {name}.", name=name)
    table.forget_last_play()


def _tell_result(table: Table) -> None:
    """Say how the last game ended."""
    match, game = table.match, table.match.games[-1]
    table.screen.board(match, table.humans[0], state=game.state, is_final=True)
    table.say(
        "The game is over. Winner: {name}; {kind}; cube {cube}; points: {points}.",
        name=table.names[game.winner],
        kind=table.screen.kind(game.kind),
        cube=game.cube,
        points=f"{game.points:g}",
    )
    if match.terms.ruleset.misere and game.by == "bearing_off":
        table.say("Poddavki: who bears off everything first, loses.")
    table.say("Score: {score}", score=table.score())
    table.forget_last_play()
    if match.winner is not None:
        table.say("The match is over. Winner: {name}.", name=table.names[match.winner])
    elif match.is_crawford:
        table.say("The next game is the Crawford game, without a cube.")
    if match.state is not None:
        table.say("First to play: {name}.", name=table.names[match.state.side])


# -- the machine


def _machine(table: Table, side: int, opponent: Opponent) -> None:
    """Do what the machine decides."""
    match, name, state = table.match, table.names[side], table.state
    if match.resignation is not None:
        accepts = opponent.accepts(match, match.resignation.kind)
        if accepts:
            match.accept_resignation()
            table.say("{name} accepts the resignation.", name=name)
        else:
            match.reject_resignation()
            table.say("{name} rejects the resignation: more can be won.", name=name)
    elif match.cube.offer is not None:
        answer = opponent.answer(match)
        getattr(match, answer)()
        table.terminal.tell(f"{name}: {table.speech.say(answer)}.")
    elif not state.needs_throw:
        table.tell_stages()
        play = opponent.choose(match)
        dice = table.screen.dice(state)
        if play.is_pass:
            table.say("{name}: {dice}, no checker can move: pass.", name=name, dice=dice)
        else:
            text = table.screen.play(play)
            table.say("{name}: {dice}, plays {play}", name=name, dice=dice, play=text)
        table.play(play)
    elif "double" in match.legal_actions() and opponent.doubles(match):
        match.double()
    else:
        match.roll()


# -- the person


def _person(table: Table, side: int, adviser: Policy, *, by_notation: bool) -> None:
    """Do what a person decides."""
    match = table.match
    if match.resignation is not None:
        kind = table.screen.kind(match.resignation.kind)
        table.say("{name} offers to resign: {kind}.", name=table.names[1 - side], kind=kind)
        _answer(table, side, ["accept", "reject"])
    elif match.cube.offer is not None:
        table.show_board(side)
        offer, value = table.speech.say(match.cube.offer), 2 * match.cube.value
        name = table.names[1 - side]
        table.say("{name}: {offer}, the cube goes to {value}.", name=name, offer=offer, value=value)
        _answer(table, side, ["take", "drop", "beaver", "raccoon"])
    elif not table.state.needs_throw:
        Turn(table, side, adviser, by_notation=by_notation).run()
    elif "double" in match.legal_actions():
        _before_the_throw(table, side)
    else:
        match.roll()


def _answer(table: Table, side: int, answers: list[str]) -> None:
    """Let a person answer an offer."""
    match = table.match
    legal = match.legal_actions()
    allowed = [word for word in answers if _ACTIONS.get(word, word) in legal]
    words = table.words(allowed)
    while True:
        command = table.ask(f"{table.names[side]} ({words})")
        name = command.name
        if match.resignation is None:
            name = _ANSWERS_TO_A_DOUBLE.get(name, name)
            # Players also say "pass" for a drop.
            name = "drop" if command == ("notation", "pass") else name
        if name in allowed:
            getattr(match, _ACTIONS.get(name, name))()
            return
        if name in answers:
            table.try_action(name)
        elif not table.common(command, side):
            table.say("Expected one of: {words}.", words=words)


def _before_the_throw(table: Table, side: int) -> None:
    """Let a person throw the dice, or double."""
    match = table.match
    table.show_board(side)
    words = table.words(["double", "resign", "help"])
    n_done = len(match.history)
    while len(match.history) == n_done:
        asked = table.speech.say("{name}: Enter throws the dice", name=table.names[side])
        command = table.ask(f"{asked} ({words})")
        if command.name in ("enter", "roll"):
            match.roll()
        elif command.name == "double":
            match.double()
        elif command.name in ("take", "drop", "beaver", "raccoon"):
            table.try_action(command.name)
        elif command.name == "undo":
            table.take_back()
        elif not table.common(command, side):
            table.say("Expected Enter, or one of: {words}.", words=words)
