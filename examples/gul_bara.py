"""A game of gul bara, stage by stage, by two players who take what the heuristic likes best.

python examples/gul_bara.py
"""

import numpy as np

import nardy_fast as nf


def best(state: nf.GameState) -> nf.Play:
    """Return the play of the stage that the heuristic likes best."""
    plays = state.plays()
    boards = np.stack([play.afterstate for play in plays])
    over = (boards <= 0).all(axis=1)
    values = nf.evaluate(boards, ruleset=state.ruleset, policy="heuristic").values
    return plays[int(over.argmax() if over.any() else values.argmax())]


def main() -> None:
    """Play a game and tell of its cascades."""
    throws = iter(nf.dice_stream(7, n_plies=1_000))
    state = nf.GameState.start("gulbara")
    while not state.is_over:
        if state.needs_throw:
            state = state.throw(next(throws))
            if len(state.stages) > 1:
                print(f"side {state.side} throws {state.dice[0]}-{state.dice[0]}:", end=" ")
                print(f"{len(state.stages)} stages")
            continue
        if state.phase.value == "handed_over":
            print(f"  side {state.side} plays {state.dice}, which was left over")
        state = state.play(best(state))
    print(f"side {state.winner} wins: {state.win_kind.value if state.win_kind else ''}")


if __name__ == "__main__":
    main()
