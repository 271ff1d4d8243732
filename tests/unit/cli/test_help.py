"""The help text of every command and subcommand, at several widths; and what is loaded for it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Final

import pytest

from tests.each import each
from tests.program import EVER
from tests.shown.commands import check_syntax, words_of
from wordle_cp.cli import app
from wordle_cp.cli.output import ExitCode
from wordle_cp.commands.options import Section

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM: Final = "wordle-cp"
SCREENS: Final = 2 * 40
"""Lines that the longest help text may have on a terminal of 80 columns."""
LIGHT: Final = {
    "wordle_cp",
    "wordle_cp.cli",
    *(
        f"wordle_cp.cli.{name}"
        for name in (
            "app",
            "interrupts",
            "output",
            "parse",
            "terminal",
        )
    ),
    "wordle_cp.errors",
    "wordle_cp.files",
    *(f"wordle_cp.files.{name}" for name in ("outputs", "read", "write")),
    "wordle_cp.commands",
    "wordle_cp.commands.files",
    "wordle_cp.commands.options",
    "wordle_cp.values",
}
"""Modules of ours that the program loads whatever it is asked for."""
LOADED: Final = """
import json, sys
before = set(sys.modules)
from wordle_cp.cli import main
code = main()
print(json.dumps([code, sorted(set(sys.modules) - before)]))
"""


HEAVY: Final = ("matplotlib", "networkx", "nicegui", "numpy", "ortools")
LOAD_ALL: Final = """
import sys
from wordle_cp.cli.app import PROGRAM

for name in PROGRAM.names:
    if f"wordle-cp {name}" not in sys.argv[2:]:
        for one in getattr(PROGRAM[name], "every", lambda: [PROGRAM[name]])():
            one.parameters
        found = [library for library in sys.argv[1].split() if library in sys.modules]
        assert not found, (name, found)
"""
NUMERIC: Final = ("wordle-cp compare", "wordle-cp model", "wordle-cp witness", "wordle-cp fixed")
"""Commands whose options or texts come out of code that needs numpy."""


COMMANDS: Final = {command.path: command for command in app.PROGRAM.every()}


def shown(name: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the lines of a help text."""
    assert app.main([*name.split()[1:], "--help"]) == ExitCode.DONE
    out, err = capsys.readouterr()
    assert not err
    return out.splitlines()


def test_all_commands_are_here() -> None:
    assert len(COMMANDS) > 30
    assert {"wordle-cp tree export", "wordle-cp variants new"} <= COMMANDS.keys()


@pytest.mark.parametrize("width", [60, 80, 120])
@each("name", COMMANDS)
def test_help_at_a_width(
    name: str, width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    lines = shown(name, capsys)
    assert [line for line in lines if len(line) > width or line != line.rstrip()] == []
    assert [line for line in lines if "<" in line or "`" in line] == []
    text = COMMANDS[name].text
    examples = [f"  {example}" for example in text.examples]
    at = lines.index("Examples:")
    end = lines.index("", at)
    assert "\n".join(lines[at + 1 : end]).replace(" \\\n      ", " ").split("\n") == examples
    assert width == 60 or lines[at + 1 : end] == examples
    said = " ".join(" ".join(lines).split())
    options = COMMANDS[name].parameters
    for part in [*text.paragraphs, *(one.typed for one in options), *(one.option.about for one in options)]:
        assert part in said


@each("name", COMMANDS)
def test_every_example_can_be_run(name: str) -> None:
    examples = COMMANDS[name].text.examples
    assert examples
    for example in examples:
        program, *arguments = words_of(example)
        assert program == PROGRAM
        check_syntax(arguments)


@each("name", COMMANDS)
def test_every_option_is_in_a_section(name: str) -> None:
    options = COMMANDS[name].parameters
    order = [[*Section].index(one.option.section) for one in options]
    assert order == sorted(order)
    assert [one for one in options if one.option.section is Section.OUTPUT][-1].typed == "--help, -h"


def test_the_first_help_text_begins_with_three_examples(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = shown(PROGRAM, capsys)
    at = lines.index("Examples:")
    assert at < 10
    assert all(line.startswith("  wordle-cp ") for line in lines[at + 1 : at + 4])
    assert lines[at + 4] == ""
    assert len(lines) <= SCREENS / 2 + 10


def test_no_help_text_is_longer_than_two_screens(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lengths = {name: len(shown(name, capsys)) for name in COMMANDS}
    assert max(lengths.values()) == lengths["wordle-cp prove"] <= SCREENS


@each("name", COMMANDS)
def test_choices_may_be_in_capitals(name: str) -> None:
    for option in COMMANDS[name].parameters:
        for value in option.choices:
            assert option.read(value.upper()) == option.read(value.title()) == value


@pytest.mark.parametrize(
    ("lower", "capitals"),
    [
        (("solve", "--max-guesses", "none"), ("solve", "--max-guesses", "NONE")),
        (("compare", "--policy", "knuth-last"), ("compare", "--policy", "Knuth-LAST")),
        (
            ("solve", "--trace", "F.html", "--techniques", "memo,L1"),
            ("solve", "--trace", "F.html", "--techniques", "Memo,l1"),
        ),
        (
            ("solve", "--trace", "F.html", "--techniques", "all"),
            ("solve", "--trace", "F.html", "--techniques", "ALL"),
        ),
        (("variants", "new", "x.yaml", "--hidden", "big"), ("variants", "new", "x.yaml", "--hidden", "BIG")),
    ],
)
def test_words_among_the_values_of_other_options_may_be_in_capitals(
    lower: tuple[str, ...],
    capitals: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = []
    for words in (lower, capitals):
        toy = () if words[0] == "variants" else ("--variant", "toy", "--quiet")
        assert app.main([*words, *toy]) == ExitCode.DONE
        written = sorted(tmp_path.iterdir())
        printed = re.sub(r"[0-9.]+ s\b", "S s", capsys.readouterr().out)
        shown.append([printed, *(re.sub('"seconds": [0-9.]+', "", one.read_text()) for one in written)])
        for one in written:
            one.unlink()
    assert shown[0] == shown[1]


@pytest.mark.parametrize("argument", ["--version", "--help"])
def test_what_is_loaded_for_the_version_and_the_first_help_text(argument: str) -> None:
    """Loading takes most of the time of a short command."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, argument], capture_output=True, text=True, check=True, timeout=EVER
    )
    code, loaded = json.loads(done.stdout.splitlines()[-1])
    assert code == 0
    ours = {name for name in loaded if name.partition(".")[0] == "wordle_cp"}
    assert ours == LIGHT | ({"wordle_cp.cli.help"} if argument == "--help" else set())
    assert not {name.partition(".")[0] for name in loaded} - set(sys.stdlib_module_names) - {"wordle_cp"}
    assert ("importlib.metadata" in loaded) == (argument == "--version")


def test_a_help_text_loads_no_search_and_no_solver() -> None:
    assert COMMANDS.keys() >= set(NUMERIC)
    arguments = [sys.executable, "-c", LOAD_ALL, " ".join(HEAVY), *NUMERIC]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False, timeout=EVER)
    assert done.returncode == 0, done.stderr


def test_a_command_is_loaded_alone() -> None:
    code = (
        "import sys; from wordle_cp.cli.app import main; assert not main(['variants', 'list', '--json']); "
        "print(*[name for name in sys.modules if name.startswith('wordle_cp.cli.')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=EVER
    )
    loaded = {name.removeprefix("wordle_cp.cli.") for name in done.stdout.split()}
    assert {"app", "run"} <= loaded
    assert not loaded & {"running", "play", "assist", "serve", "variants", "help"}


@pytest.mark.parametrize("name", ["", "prove", "tree", "tree draw", "variants new", "proofs list"])
def test_help_as_a_command(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = name.split()
    assert app.main([*words, "--help"]) == ExitCode.DONE
    shown = capsys.readouterr()
    assert shown.out
    for asked in (["help", *words], ["help", "help", *words]):
        assert app.main(asked) == ExitCode.DONE
        assert capsys.readouterr() == shown
