"""OpenSpiel: its C++ states, driven by a loop in Python.

It cannot be given a position, so plays are those of positions from its own random games. A turn
of doubles is two actions there. One result may have several actions, and is told by the text of
the state after it.
"""

import numpy as np

from benchmarks.against.draws import uniform
from benchmarks.against.measure import Mean, NoFewer, Side, Tally, Task
from benchmarks.against.ours import counted_plays, random_games, same_plays, written_plays
from benchmarks.against.peers import Peer
from benchmarks.common import PositionSet
from nardy_fast import count_afterstates

#: Uniform over its actions, not over distinct plays. From games of OpenSpiel 2.0.2 itself, so it
#: shows that games are whole, and nothing of its rules: those are checked by the plays.
PLIES = Mean(97.88, 40.74, 20_000)
N_PAIRS = 512
EVERY = 7
CHANCE = -1
OPENING_THROWS, THROWS = 30, 36
BAR = 100


def games_by(new_game):
    draw = uniform()

    def run(n):
        plies = 0
        for _ in range(n):
            state = new_game()
            state.apply_action(int(draw() * OPENING_THROWS))
            plies += 1
            while True:
                player = state.current_player()
                if player >= 0:
                    actions = state.legal_actions()
                    state.apply_action(actions[int(draw() * len(actions))])
                elif player == CHANCE:
                    state.apply_action(int(draw() * THROWS))
                    plies += 1
                else:
                    break
        return Tally(n, plies)

    return run


def board_of(state):
    """Return the board from the mover's side, as nardy_fast counts it."""
    mover = state.current_player()
    board = np.zeros(26, dtype=np.int8)
    for place in range(24):
        # Player 0 moves up these places and player 1 down.
        point = 24 - place if mover == 0 else place + 1
        board[point] = state.board(mover, place) - state.board(1 - mover, place)
    board[25] = state.board(mover, BAR)
    board[0] = -state.board(1 - mover, BAR)
    return board


def turns_of_games(new_game, n_turns):
    """Return states in which a throw has just been made, and the throws, from random games."""
    draw = uniform()
    states, rolls, turn = [], [], 0
    while len(states) < n_turns:
        state = new_game()
        while not state.is_terminal():
            if state.is_chance_node():
                action = int(draw() * len(state.chance_outcomes()))
                # "chance outcome 5 (roll: 41)"
                roll = [int(face) for face in state.action_to_string(CHANCE, action)[-3:-1]]
                state.apply_action(action)
                turn += 1
                if turn % EVERY == 0:
                    states.append(state.clone())
                    rolls.append(roll)
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(draw() * len(actions))])
    return states[:n_turns], rolls[:n_turns]


def as_pairs(states, rolls):
    """Return the states as a set of boards and rolls, with the plays that nardy_fast counts."""
    boards = np.array([board_of(state) for state in states])
    rolls = np.array(rolls, dtype=np.int8)
    total = int(count_afterstates(boards, rolls, ruleset="short", threads=1).sum())
    return PositionSet("open_spiel", "short", boards, rolls, total)


def children_of(state):
    """Return the states after each action, one of each text."""
    children = map(state.child, state.legal_actions())
    return {str(child): child for child in children}


def results_of(state):
    """Return the states after each distinct play, by their texts."""
    player = state.current_player()
    found = {}
    for text, child in children_of(state).items():
        if child.current_player() == player:
            found |= children_of(child)
        else:
            found[text] = child
    return found


def counting_by(states):
    def run(n):
        total = 0
        for _ in range(n):
            for state in states:
                total += len(results_of(state))
        return Tally(n * len(states), total)

    return run


def writing_by(states):
    def run(n):
        total = 0
        for _ in range(n):
            for state in states:
                found = results_of(state).values()
                total += len([after.observation_tensor(0) for after in found])
        return Tally(n * len(states), total)

    return run


def acting_by(states):
    def run(n):
        total = 0
        for _ in range(n):
            for state in states:
                total += len(state.legal_actions())
        return Tally(n * len(states), total)

    return run


def tasks():
    import pyspiel

    new_game = pyspiel.load_game("backgammon").new_initial_state
    states, rolls = turns_of_games(new_game, N_PAIRS)
    pairs = as_pairs(states, rolls)
    plain = [i for i, (first, second) in enumerate(rolls) if first != second]
    plain_states = [states[i] for i in plain]
    plain_pairs = as_pairs(plain_states, [rolls[i] for i in plain])
    return [
        Task(
            "random games",
            "games",
            Side(games_by(new_game), PLIES),
            random_games(initial=True),
            "30 throws at ply 1 on both sides; OpenSpiel draws uniformly over actions, of which "
            f"one result may have several: its mean is {PLIES.mean} plies, ours 96.7",
        ),
        Task(
            "plays counted",
            "pairs",
            Side(counting_by(states), same_plays(pairs)),
            counted_plays(pairs),
            "pairs from OpenSpiel's own games, since it cannot be given a position; theirs makes "
            "the child of every action and keeps the distinct ones, since it lists no results",
        ),
        Task(
            "plays as boards",
            "pairs",
            Side(writing_by(states), same_plays(pairs)),
            written_plays(pairs),
            "the same, and the observation tensor of each distinct child; ours fills one array",
        ),
        Task(
            "actions, no doubles",
            "pairs",
            Side(acting_by(plain_states), NoFewer(*same_plays(plain_pairs))),
            written_plays(plain_pairs),
            "the pairs without doubles; legal_actions() gives numbers of moves, no results, and "
            "one result may have several; ours writes each distinct board once",
        ),
    ]


PEER = Peer("OpenSpiel", "open-spiel", "pyspiel", tasks)
