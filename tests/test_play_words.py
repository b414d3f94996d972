"""`nardy-fast play`: encodings, both languages, the document, and every word of them."""

import ast
import re
import subprocess
import sys
from pathlib import Path
from string import Formatter

import pytest

import keyboard
import nardy_fast as nf
from keyboard import SHORT
from nardy_fast import _messages
from nardy_fast._cli_play_commands import COMMANDS, read_command
from nardy_fast._play_texts import HELP, PLAY_RUSSIAN, RUSSIAN_RULES

play, few_trials = keyboard.play, keyboard.few_trials


def test_ascii_is_drawn_where_the_encoding_has_no_more(tmp_path):
    def run(encoding, *words):
        code = "import sys; from nardy_fast.cli import main; sys.exit(main())"
        command = [sys.executable, "-c", code, "play", *SHORT, *words]
        return subprocess.run(
            command, input=b"help\nquit\nno\n", capture_output=True, check=False, cwd=tmp_path,
            env={**_environment(), "PYTHONIOENCODING": encoding},
        )  # fmt: skip

    plain, full = run("ascii"), run("utf-8")
    assert plain.returncode == full.returncode == 0
    assert b"+-13--14--" in plain.stdout
    assert "┌─13──14──" in full.stdout.decode()
    assert b"\033" not in full.stdout
    assert run("ascii", "--lang", "ru").returncode == 2
    assert b"PYTHONIOENCODING=utf-8" in run("ascii", "--lang", "ru").stderr
    russian = run("cp1251", "--lang", "ru")
    assert (russian.returncode, "Наберите помощь" in russian.stdout.decode("cp1251")) == (0, True)


def _environment():
    import os

    return {**os.environ, "PYTHONPATH": str(Path(nf.__file__).parents[1])}


def test_russian_is_russian_throughout(play, tmp_path):
    path = tmp_path / "матч.json"
    script = (
        "\nпомощь\nпуть\nподсказка\nистория\n24/1\nжук\nотмена\nещё\nходы\nсдаться слон\n99\n24/x\n"
        f"1\n1\nдабл\nдоска\n1\nсохранить {path}\nсдаться кокс\nвыход\n"
    )
    words = ["--lang", "ru", "--money", "--ruleset", "long", "--seed", "4"]
    code, out, err = play(script, *words)
    assert (code, err) == (0, "")
    known = {"heuristic", "long", "Enter", "FILE", "resume", "N", "SR", "LR", "MR", "x", "json"}
    told = out.replace(str(path), "").replace("nardy-fast play", "").replace("--lang ru", "")
    assert set(re.findall("[A-Za-z]+", told)) <= known
    for term in ("зерно 4", "путь", "кокс", "Счёт", "игра на счёт"):
        assert term in out
    assert re.search(r"Нельзя\. LR\d+: [а-я]", out)
    assert f"Сохранено в {path}." in " ".join(out.split())


DOCUMENT = Path(__file__).parents[1] / "docs" / "play.md"
CONVERSATIONS = re.findall(
    r"```text\n\$ nardy-fast play (.*)\n((?s:.*?))\n```", DOCUMENT.read_text("utf-8")
)


@pytest.mark.parametrize(("words", "printed"), CONVERSATIONS)
def test_the_conversations_in_the_document_are_real(play, words, printed):
    typed = re.findall(r"^\S.* >(?: (.*))?$", printed, re.MULTILINE)
    out = play("".join(f"{line}\n" for line in typed), *words.split())[1]
    printed_lines = [line.rstrip() for line in printed.splitlines()]
    assert [line.rstrip() for line in out.splitlines()][: len(printed_lines)] == printed_lines


def test_the_document_has_conversations_and_every_command():
    assert len(CONVERSATIONS) == 2
    text = DOCUMENT.read_text("utf-8")
    for name, words in COMMANDS.items():
        if name not in ("done", "roll"):
            assert f"`{name}" in text
            assert f"`{next(word for word in words if not word.isascii())}" in text


def test_every_text_of_a_game_has_its_russian():
    def names(text):
        return sorted(name for _, name, _, _ in Formatter().parse(text) if name)

    for english, russian in PLAY_RUSSIAN.items():
        assert names(english) == names(russian), english
        assert re.search("[А-Яа-яё]", russian), english
    constants, said = set(), set()
    for path in Path(_messages.__file__).parent.glob("_cli_play*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                constants.add(node.value)
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "say":
                said |= {
                    part.value for part in ast.walk(node.args[0])
                    if isinstance(part, ast.Constant) and isinstance(part.value, str)
                    and part.value not in ("_", " ")
                }  # fmt: skip
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say":
                said |= {a.value for a in node.args if isinstance(a, ast.Constant)}
    assert said <= set(_messages.RUSSIAN)
    actions = {"offer resignation", "accept resignation", "reject resignation"}
    assert set(PLAY_RUSSIAN) - actions <= constants


def test_every_rule_of_a_match_that_refuses_has_its_russian():
    sources = Path(_messages.__file__).parent
    told = "".join(
        (sources / name).read_text(encoding="utf-8")
        for name in ("match_states.py", "cube_rules.py")
    )
    refusing = set(re.findall(r'(?<!"")"(MR\d+)[":]', told))
    assert len(refusing) > 8
    assert refusing == set(RUSSIAN_RULES)


def test_every_command_has_words_of_its_own_in_both_languages_and_in_the_help():
    words = [word for words in COMMANDS.values() for word in words]
    assert len(words) == len(set(words))
    for name, own in COMMANDS.items():
        assert {word.isascii() for word in own} == {True, False}
        assert name == own[0]
        assert all(read_command(f" {word.upper()} ").name == name for word in own)
        if name not in ("done", "list", "roll"):
            assert re.search(rf"\b{name}\b", HELP["en"])
            russian = next(word for word in own if not word.isascii())
            assert re.search(rf"\b{russian}\b", HELP["ru"])
    for text in HELP.values():
        assert max(map(len, text.splitlines())) <= 80
