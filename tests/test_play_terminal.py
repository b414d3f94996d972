"""`nardy-fast play` at a real pseudo-terminal: a whole game, Ctrl-C, colours, languages."""

import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import nardy_fast as nf
from nardy_fast._cli_play_saves import read_saved

pty = pytest.importorskip("pty")
SECONDS = 30
PROMPT = re.compile(r"^(?:\S.*)? > $")
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")

#: The terminal must be the one whose keys interrupt the process.
START = """
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from nardy_fast.cli import main
sys.exit(main())
"""


class Player:
    """A person at a terminal: reads until he is asked, then types."""

    def __init__(self, folder, *words, **environment):
        self.seen = ""
        self._end, there = pty.openpty()
        known = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        self._process = subprocess.Popen(
            [sys.executable, "-c", START, "play", *words],
            stdin=there, stdout=there, stderr=there, cwd=folder, start_new_session=True,
            env={
                **known, "PYTHONPATH": str(Path(nf.__file__).parents[1]), "TERM": "xterm",
                "PYTHONIOENCODING": "utf-8", "LC_ALL": "C.UTF-8", **environment,
            },
        )  # fmt: skip
        os.close(there)

    def read(self, *, until_end=False):
        """Return what is printed up to the next question, or to the end."""
        new, deadline = b"", time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            if select.select([self._end], [], [], 0.05)[0]:
                try:
                    data = os.read(self._end, 65_536)
                except OSError:
                    data = b""
                if not data:
                    break
                new += data
                continue
            last = ESCAPES.sub("", new.decode("utf-8", "replace")).split("\n")[-1]
            if not until_end and PROMPT.match(last):
                break
        else:
            raise AssertionError(f"no question within {SECONDS} s: {new[-500:]!r}")
        text = new.decode("utf-8")
        self.seen += text
        return ESCAPES.sub("", text).replace("\r\n", "\n")

    def type(self, line, **options):
        """Type a line and return the answer."""
        os.write(self._end, f"{line}\n".encode())
        return self.read(**options)

    def press(self, key):
        """Press a key alone and return what is printed until the end."""
        os.write(self._end, key)
        return self.read(until_end=True)

    def leave(self):
        """Return the exit code."""
        try:
            return self._process.wait(SECONDS)
        finally:
            if self._process.poll() is None:
                self._process.send_signal(signal.SIGKILL)
                self._process.wait()
            os.close(self._end)


def test_a_whole_game_is_played_with_a_pause_in_the_middle(tmp_path):
    path = tmp_path / "game.json"
    player = Player(
        tmp_path, "--ruleset", "long", "--against", "random", "--seed", "8", "--no-cube"
    )
    shown = player.read()
    assert "┌───┬─13──14──15──16──17──18─┬─19──20──21──22──23──24─┐" in shown
    assert "\x1b[1;31m●" in player.seen
    refused = player.type("24/1")
    assert re.search(r"Not allowed\. LR\d+: ", refused)
    n_turns = 0
    while n_turns < 20:
        answer = player.type("1")
        assert "Traceback" not in answer
        n_turns += 1
        if n_turns == 10:
            taken = player.type("undo")
            assert "Your last play is taken back; the dice stay the same." in taken
    assert "Saved in game.json." in player.type("save game.json")
    told = player.type("quit", until_end=True)
    assert "To go on: nardy-fast play --resume game.json" in told
    assert player.leave() == 0
    n_half = len(read_saved(str(path)).match.history)
    assert n_half > 30

    player = Player(tmp_path, "--resume", "game.json")
    shown = player.read()
    for _ in range(300):
        shown = player.type("1") if "Winner:" not in shown else shown
        if "The match is over." in shown:
            break
    assert re.search(r"The match is over\. Winner: (you|random)\.\n$", shown)
    assert player.leave() == 0
    match = read_saved(str(path)).match
    assert match.is_over
    assert len(match.history) > n_half


def test_short_nardy_is_doubled_taken_and_resigned_in_russian(tmp_path):
    player = Player(
        tmp_path, "--against", "human", "--money", "--lang", "ru", "--seed", "6", NO_COLOR="1"
    )
    player.read()
    player.type("1")
    asked = player.type("дабл")
    assert re.search("сторона: дабл, куб станет 2\\.", asked)
    assert "  [2]" in player.type("принять")
    asked = player.type("")
    dice = re.search(r"(\d)-(\d) > $", asked)
    assert "Нельзя. SR" in player.type("24/1")
    moved = player.type(f"13/{13 - int(dice[1])}")
    assert "отмена" in moved or " + " in moved
    player.type("отмена")
    player.type("1")
    player.type("сдаться марс")
    shown = player.type("согласен")
    assert re.search(r"Победитель: (первая|вторая) сторона; марс; куб 2; очков: 4\.", shown)
    assert "\x1b[1;31m" not in player.seen
    assert "Матч не сохранён." in player.type("выход") + player.type("нет", until_end=True)
    assert player.leave() == 0


@pytest.mark.parametrize(("key", "code"), [(b"\x03", 130), (b"\x04", 0)])
def test_ctrl_c_and_ctrl_d_save_what_was_played(tmp_path, key, code):
    player = Player(tmp_path, "--seed", "5", "--no-cube")
    player.read()
    player.type("1")
    told = player.press(key)
    assert "To go on: nardy-fast play --resume nardy-5.json" in told
    assert ("nardy-fast: interrupted" in told) == (code == 130)
    assert "Traceback" not in told
    assert player.leave() == code
    assert sum(a.name == "play" for a in read_saved(str(tmp_path / "nardy-5.json")).match.history)
    again = Player(tmp_path, "--resume", "nardy-5.json")
    assert "you, " in again.read()
    assert "To go on" in again.press(b"\x04")
    assert again.leave() == 0


def test_ctrl_c_at_once_leaves_no_file(tmp_path):
    player = Player(tmp_path, "--ruleset", "hypergammon", "--side", "second", "--seed", "1")
    player.read()
    told = player.press(b"\x03")
    assert player.leave() == 130
    assert "Traceback" not in told
    assert all(path.name == "nardy-1.json" for path in tmp_path.iterdir())
