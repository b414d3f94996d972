"""Games of gul bara as texts: states before a throw, and what is played of it."""

from nardy_fast.game_states import GameState
from nardy_fast.position import Position
from positions import pos


def before_throw(text, name, n_rolls=(9, 9)):
    """Return a state in which side 0 throws next; by default every double cascades."""
    return GameState(Position(pos(text, name), name), n_rolls=n_rolls)


def texts(state):
    """Return the plays of the stage to be decided, as texts."""
    return [str(play) for play in state.plays()]


def turn(state, roll, *plays):
    """Return the states after a throw and after each of the plays."""
    found = [state.throw(roll)]
    for play in plays:
        found.append(found[-1].play(play))
    return found
