"""Commands in Russian, plays in numberings, positions that name their game, completion."""

import io
import json
import re
import shlex
import shutil
import subprocess
import sys

import pytest

import nardy_fast as nf
from nardy_fast._cli_examples import EXAMPLES
from nardy_fast._command_texts import COMMAND_RUSSIAN
from nardy_fast._messages import Speech
from nardy_fast.cli import _parser, main


@pytest.mark.parametrize(
    ("words", "terms"),
    [
        (["perft", "2", "--ruleset", "long", "--weighted"], ["перфт по 36 броскам"]),
        (["plays", "--ruleset", "long", "--roll", "33"], ["ходов: 2"]),
        (["show", "--ruleset", "long"], ["путь", "ходящий 360", "игра продолжается"]),
        (["show", "off:15 / 24:15", "--ruleset", "long"], ["исход", "выигрыш кокс"]),
        (["doctor"], ["самопроверка", "пройдена", "Чтобы сообщить об ошибке"]),
        (["info"], ["версия", "уровень"]),
    ],
)
def test_commands_speak_russian(capsys, words, terms):
    assert main([*words, "--lang", "ru"]) == 0
    out = capsys.readouterr().out
    assert all(term in out for term in terms)
    assert main([*words, "--lang", "ru", "--json"]) == 0
    russian = capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    assert capsys.readouterr().out == russian


def test_bench_speaks_russian(monkeypatch, capsys):
    monkeypatch.setattr(
        "nardy_fast._cli_machine.measured_rates", lambda: iter([("perft", "leaves", 1e6, 2e6)])
    )
    assert main(["bench", "--lang", "ru"]) == 0
    out = capsys.readouterr().out
    assert "скорость здесь" in out
    assert "1\xa0000\xa0000" in out


def test_the_russian_of_commands_is_used():
    assert all(
        re.search("[а-яё]", text) for text in COMMAND_RUSSIAN.values() if text != "{message}"
    )


def test_bar_off_and_pass_are_russian_words_in_a_list_of_plays(capsys):
    assert main(["plays", "6:1 / 1:1", "--ruleset", "short", "--roll", "65", "--lang", "ru"]) == 0
    assert "6/выкид" in capsys.readouterr().out


def test_plays_are_listed_in_the_numbering_that_is_asked_for(capsys):
    words = ["plays", "--ruleset", "long", "--roll", "33", "--numbering", "ascending"]
    assert main([*words, "--side", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["numbering"], found["side"]) == ("ascending", 1)
    assert [play["play"] for play in found["plays"]] == ["13/19(2)", "13/22 13/16"]
    rules = {"ruleset": "long", "numbering": "ascending", "side": 1}
    position = nf.Position.start("long")
    read = [nf.parse_play(play["play"], position, "33", **rules) for play in found["plays"]]
    assert read == position.plays("33")


@pytest.mark.parametrize(
    ("text", "ruleset"),
    [
        ("4HPwATDgc/ABMA", "short"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10", "short"),
        ("LN1:AAAg//DAAA8/fx", "long"),
        ("LN1 24:14,18:1 24:15 b 31 f-- 1-", "long"),
    ],
)
def test_a_position_that_names_its_game_needs_no_ruleset(capsys, text, ruleset):
    assert main(["show", text, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["ruleset"] == ruleset
    assert nf.Position.parse(found["id"]) == nf.Position.parse(text)


def test_a_rollout_of_gul_bara_is_told_the_throws_so_far(capsys):
    words = ["rollout", "24:10 13:5 / 24:9 8:6", "--ruleset", "gulbara", "--trials", "50"]
    words += ["--seed", "1", "--json"]
    assert main(words) == 2
    assert "--n-rolls must say" in capsys.readouterr().err
    assert main([*words, "--n-rolls", "6", "5"]) == 0
    found = json.loads(capsys.readouterr().out)
    board = nf.parse_board("24:10 13:5 / 24:9 8:6", "gulbara")
    result = nf.rollout(
        board, ruleset="gulbara", policy="random", n_trials=50, seed=1, n_rolls=(6, 5)
    )
    assert found["equity"] == result.equity[0]


def test_play_with_json_talks_on_stderr_and_tells_the_end_on_stdout(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.StringIO("roll\n1\nquit\n"))
    words = ["play", "--ruleset", "short", "--match", "3", "--seed", "3", "--ascii", "--json"]
    assert main(words) == 0
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert (found["length"], found["finished"], found["score"]) == (3, False, [0, 0])
    assert nf.Match.from_json(found["match"]).history
    assert "+-13--14-" in err


class TestCompletion:
    """What needs shtab."""

    @pytest.fixture(autouse=True)
    def needs_library(self):
        pytest.importorskip("shtab")

    @pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "tcsh", "powershell"])
    def test_there_is_a_script_for_each_shell(self, capsys, shell):
        assert main(["completion", shell]) == 0
        script = capsys.readouterr().out
        assert all(name in script for name in EXAMPLES if name)
        assert main(["completion", shell, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["script"].rstrip("\n") == script.rstrip("\n")

    @pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not here")
    @pytest.mark.parametrize(
        ("typed", "offered"),
        [
            (["ro"], {"rollout"}),
            (["rollout", "--tri"], {"--trials"}),
            (["match", "--initial", ""], {"auto", "yes", "no"}),
            (["show", "--theme", "d"], {"dark"}),
        ],
    )
    def test_bash_completes(self, tmp_path, capsys, typed, offered):
        assert main(["completion", "bash"]) == 0
        script = tmp_path / "completion.bash"
        script.write_text(capsys.readouterr().out, encoding="utf-8")
        words = " ".join(shlex.quote(word) for word in ["nardy-fast", *typed])
        # What bash sets before it asks the function that the script has registered.
        asked = (
            f"source {shlex.quote(str(script))}\n"
            f"COMP_WORDS=({words}); COMP_CWORD={len(typed)}\n"
            "$(complete -p nardy-fast | sed 's/.*-F \\([^ ]*\\).*/\\1/') nardy-fast\n"
            'printf "%s\\n" "${COMPREPLY[@]}"\n'
        )
        done = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, check=True)
        assert {line.strip() for line in done.stdout.split("\n") if line.strip()} == offered


def test_no_two_options_of_a_command_mean_the_same():
    for action in _parser(Speech())._subparsers._group_actions[0].choices.values():
        names = [name for one in action._actions for name in one.option_strings]
        assert len(names) == len(set(names))
