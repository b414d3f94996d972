"""The heart of a game server: messages in, messages out; no client is trusted.

    python examples/game_server.py      plays one game of two clumsy clients

A server keeps a `Match` for each table and a `Referee` for each ruleset. Every message is a dict,
as JSON gives it, and so is every answer.
"""

import json
import random
from typing import Any

import nardy_fast as nf


class Table:
    """Two players at one board."""

    def __init__(self, ruleset: str, length: int, seed: int) -> None:
        self.match = nf.Match(ruleset, length=length, seed=seed)
        self.referee = nf.Referee(ruleset)

    def answer(self, side: int, message: dict[str, Any]) -> dict[str, Any]:
        """Carry out a message of a player, or say why not; only a legal one changes the match."""
        try:
            if self.match.state is not None and self.match.on_turn not in (side, None):
                return {"ok": False, "reason": "it is not your turn"}
            if message["do"] == "play":
                return self._play(message["moves"])
            if message["do"] not in ("roll", "double", "take", "drop"):
                return {"ok": False, "reason": "unknown action"}
            getattr(self.match, message["do"])()
        except nf.NardyError as error:
            return {"ok": False, "reason": str(error)}
        except (KeyError, TypeError):
            return {"ok": False, "reason": "the message is not understood"}
        return {"ok": True}

    def _play(self, moves: Any) -> dict[str, Any]:
        state = self.match.state
        if state is None:
            return {"ok": False, "reason": "no game is on"}
        verdict = self.referee.judge(state, play=moves)
        if not verdict.is_complete or verdict.play is None:
            return {"ok": False, "reason": verdict.text("en"), "verdict": verdict.to_dict()}
        self.match.play(verdict.play)
        return {"ok": True}


def main() -> None:
    """Let two clients try things until one has won."""
    table, chance, refused = Table("long", length=1, seed=1), random.Random(1), 0
    while not table.match.is_over:
        side = table.match.on_turn or 0
        state = table.match.state
        message: dict[str, Any] = {"do": "roll"}
        if state is not None and not state.needs_throw:
            play = chance.choice(state.plays())
            moves = [[move.source, move.target] for move in play.moves]
            if chance.random() < 0.2:
                moves = moves[:-1] or [[24, 12]]
            message = {"do": "play", "moves": moves}
        answer = table.answer(side, json.loads(json.dumps(message)))
        refused += not answer["ok"]
    print(f"{table.match.games[0]}; {refused} messages were refused")


if __name__ == "__main__":
    main()
