"""`variants new`: what it writes is a variant at once, or it says what to fill in."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from wordle_cp.cli.app import main
from wordle_cp.cli.output import ExitCode
from wordle_cp.games.schema import GameKind
from wordle_cp.games.starter import LONGEST, SHORTEST, starter_text
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[[str], tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs the program in a folder of its own: (exit code, output, errors)."""
    monkeypatch.chdir(tmp_path)

    def run_program(command: str) -> tuple[int, str, str]:
        code = main([part.replace("_", " ") for part in command.split()])
        written = capsys.readouterr()
        return code, written.out, written.err

    return run_program


@pytest.mark.parametrize(
    ("options", "guesses", "hidden", "depth"),
    [
        ("", 8, 5, 3),
        ("--length 12 --mode hard --max-guesses 4", 8, 5, 3),
        ("--letters a_b_c_h_m_o_r_t --length 3", 8, 5, 3),
        ("--game mastermind --pegs 2 --colours 3", 9, 9, 4),
        ("--game mastermind --pegs 2 --colours 4 --no-repeats", 12, 12, 4),
        ("--game bulls-and-cows --pegs 1 --max-guesses 10", 10, 10, 10),
    ],
)
def test_every_kind_can_be_checked_solved_and_proven(
    options: str, guesses: int, hidden: int, depth: int, run: Run
) -> None:
    code, out, err = run(f"variants new mine.yaml {options}")
    assert (code, err) == (ExitCode.DONE, "")
    noun = "codes" if "--game" in options else "words"
    assert out.startswith(
        f"mine.yaml: {guesses} {noun} may be guessed, {hidden} may be hidden\nnext: wordle-cp solve"
    )
    assert run("variants check mine.yaml")[:2] == (
        0,
        f"mine.yaml: {guesses} {noun} may be guessed, {hidden} may be hidden\n",
    )
    code, out, _ = run("solve --variant mine.yaml --json --quiet")
    solved: dict[str, Any] = json.loads(out)
    assert (code, solved["exact"], sum(solved["distribution"])) == (0, True, hidden)
    code, out, _ = run(f"prove --variant mine.yaml --depth {depth} --json --quiet")
    proven: dict[str, Any] = json.loads(out)
    assert (code, proven["verdict"], proven["checked"]) == (0, "possible", True)


def test_the_command_to_copy_has_quotes_where_a_name_has_blanks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["variants", "new", "my list.yaml"]) == ExitCode.DONE
    assert capsys.readouterr().out.splitlines()[-1] == "next: wordle-cp solve --variant 'my list.yaml'"


@pytest.mark.parametrize(
    ("options", "limit"),
    [
        ("", 6),
        ("--max-guesses 4", 4),
        ("--game mastermind", None),
        ("--game mastermind --max-guesses 8", 8),
        ("--game bulls-and-cows", None),
        ("--game bulls-and-cows --max-guesses 7", 7),
    ],
)
def test_codes_have_no_limit_unless_asked_for(
    options: str, limit: int | None, run: Run, tmp_path: Path
) -> None:
    """Six guesses aren't enough for all codes of four digits."""
    assert run(f"variants new mine.yaml {options}")[0] == ExitCode.DONE
    assert Variant.load(tmp_path / "mine.yaml").max_guesses == limit


@pytest.mark.parametrize("length", range(SHORTEST, LONGEST + 1))
def test_examples_of_every_length_are_words_of_it(length: int, tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_text(starter_text(path, GameKind.WORDLE, {"length": length}), encoding="utf-8")
    variant = Variant.load(path)
    assert (variant.name, variant.length, len(variant.guesses), len(variant.hidden)) == ("f", length, 8, 5)
    assert (variant.mode, variant.max_guesses) == (Mode.NORMAL, 6)


def test_lists_by_name_and_by_path(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "some: words"
    folder.mkdir()
    (folder / "all").write_text("šach\nchas\n", encoding="utf-8")
    (tmp_path / "games").mkdir()
    command = (
        "variants new games/mine.yml --guesses some:_words/all --letters a_c_ch_h_s_š --title Czech:_two"
    )
    code, out, _ = run(command.replace("ch_h", "ch"))
    assert (code, out.splitlines()[0]) == (0, "games/mine.yml: 2 words may be guessed, 2 may be hidden")
    variant = Variant.load(tmp_path / "games" / "mine.yml")
    assert (variant.title, variant.length, variant.hidden) == ("Czech: two", 3, ("šach", "chas"))
    assert 'guesses: "../some: words/all"\n' in (tmp_path / "games" / "mine.yml").read_text(encoding="utf-8")
    run("variants new shipped.yaml --guesses original-guesses --hidden original-hidden --name mine")
    variant = Variant.load(tmp_path / "shipped.yaml")
    assert (variant.name, variant.guesses_name, len(variant.hidden)) == ("mine", "original-guesses", 2315)
    run("variants new beside.yaml --guesses original-guesses --hidden big")
    assert len(Variant.load(tmp_path / "beside.yaml").hidden) == 12972


def test_what_is_to_be_filled_in_is_told(run: Run) -> None:
    code, out, _ = run("variants new mine.yaml --letters a_b_ch")
    assert code == ExitCode.DONE
    assert out == (
        "mine.yaml: written; to fill in or put right before it can be used:\n"
        "  mine.yaml:17:10: guesses: expected at least one word, found none\n"
    )
    code, out, _ = run("variants new mine.yaml --letters a_b_ch --force --json")
    told = json.loads(out)
    assert (code, told["file"], told["valid"]) == (ExitCode.DONE, "mine.yaml", False)
    assert [problem["path"] for problem in told["problems"]] == ["guesses"]


@pytest.mark.parametrize(
    ("letters", "problem"),
    [
        ("a_b_ch_m_o_r_t", "guesses: expected at least one word, found none"),
        ("a_b_c_ch_h_m_o_r_t", "none"),
        ("a_b_c_ca_h_m_o_r_t", "guesses[1]: expected 3 letters as in the other words"),
    ],
)
def test_examples_are_words_of_the_letters(letters: str, problem: str, run: Run) -> None:
    code, out, err = run(f"variants new mine.yaml --length 3 --letters {letters}")
    assert (code, err) == (ExitCode.DONE, "")
    assert problem in out or problem == "none"
    assert ("to fill in or put right" in out) == (problem != "none")


def test_a_file_is_kept_unless_told_otherwise(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("mine", encoding="utf-8")
    assert run("variants new mine.yaml") == (
        ExitCode.BAD_INPUT,
        "",
        "error: mine.yaml: is there already; --force writes over it\n",
    )
    assert path.read_text(encoding="utf-8") == "mine"
    assert run("variants new mine.yaml --force --quiet") == (ExitCode.DONE, "", "")
    assert Variant.load(path).name == "mine"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("--game mastermind --hidden big", "--hidden is for another kind of game than mastermind"),
        ("--game bulls-and-cows --colours 6", "--colours is for another kind of game than bulls-and-cows"),
        ("--game mastermind --mode hard", "--mode is for another kind of game than mastermind"),
        ("--pegs 4", "--pegs is for another kind of game than wordle"),
        ("--length 4 --guesses original-guesses", "--length is for a file with example words"),
        ("--guesses orignal", "--guesses: expected the name of a shipped list, a file or a list of words"),
        ("--letters a_B", "--letters: expected a lower-case letter or a sign, or several that are one"),
        ("--letters a_a", "--letters: expected each letter once, found a again"),
        ("--letters 012+-=", "--letters: expected letters with spaces between them, such as a b c, found"),
        ("--name -x", "--name: expected a name of at most 64 letters, digits, dots"),
        ("--title a\u0007b", "--title: expected one line of 1 to 200 printable characters"),
        ("--length 13", "expected a whole number from 1 to 12, found '13'"),
        ("--game mastermind --pegs 5 --colours 26", "expected a game of at most 65,535 codes, found"),
        ("--game mastermind --pegs 5 --colours 4 --no-repeats", "expected 5 colours or more"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_and_nothing_written(
    options: str, expected: str, run: Run, tmp_path: Path
) -> None:
    code, out, err = run(f"variants new mine.yaml {options}")
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert expected in err
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("file", ["mine", "folder/mine.yaml", "mine.txt"])
def test_where_a_file_can_be(file: str, run: Run) -> None:
    code, out, err = run(f"variants new {file}")
    assert (code, out, err.count("\n")) == (ExitCode.BAD_INPUT, "", 1)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("--guesses original-guesses --hidden mine.txt", "'zzzzz' is missing there"),
        ("--guesses odd.txt --hidden big", "odd.txt:2:1: "),
        ("--guesses original-guesses --hidden empty.txt", "expected at least one word"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("there", ["", "mine"])
def test_words_that_cannot_be_used_are_refused_and_nothing_written(
    options: str, expected: str, there: str, run: Run, tmp_path: Path
) -> None:
    """In a line, whichever list they are in; a file that is there already stays."""
    words = {"mine.txt": "crane\nzzzzz\nyyyyy\n", "odd.txt": "crane\ncranes\n", "empty.txt": "# none\n"}
    for name, text in words.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    if there:
        (tmp_path / "mine.yaml").write_text(there, encoding="utf-8")
        options += " --force"
    code, out, err = run(f"variants new mine.yaml {options}")
    assert (code, out, err.count("\n")) == (ExitCode.BAD_INPUT, "", 1)
    assert expected in err
    assert err.endswith("mine.yaml wasn't written\n")
    left = {path.name for path in tmp_path.iterdir()} - words.keys()
    assert left == ({"mine.yaml"} if there else set())
    assert not there or (tmp_path / "mine.yaml").read_text(encoding="utf-8") == there
