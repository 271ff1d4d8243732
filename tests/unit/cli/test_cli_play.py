"""`wordle-cp play` and `assist`: sessions with piped input and on a terminal, wrong input, endings, JSON."""

from __future__ import annotations

import io
import json
import re
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any, Final, NoReturn

import pytest
from rich.console import Console

from tests.terminal import Terminal
from wordle_cp.answers.position.value import PositionValue, ValuedPosition, advise
from wordle_cp.cli.app import main
from wordle_cp.cli.dialogue import Board
from wordle_cp.cli.output import ExitCode
from wordle_cp.games.variant import Variant
from wordle_cp.rules.feedback.registry import FEEDBACKS
from wordle_cp.rules.letters import Alphabet
from wordle_cp.rules.scoring import WordScoring
from wordle_cp.rules.words import History, parse_pattern
from wordle_cp.work import StoppedError, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Talk = Callable[..., tuple[int, str, str]]

TOY: Final = ("--variant", "toy")
CREEK: Final = ("play", *TOY, "--word", "creek")
LAST: Final = ("assist", *TOY, "--after", "trace.bgbyy")


@pytest.fixture
def talk(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Talk:
    """Return a function that runs the program with lines piped in: (exit code, output, errors)."""

    def talk_to(*arguments: str, lines: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines.encode()), encoding="utf-8"))
        code = main(arguments)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return talk_to


def as_json(talked: tuple[int, str, str]) -> dict[str, Any]:
    """Return the one object on standard output of a dialogue that ended well."""
    code, out, _ = talked
    assert code == ExitCode.DONE
    fields = json.loads(out)
    assert isinstance(fields, dict)
    return fields


def test_input_that_is_no_text(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(b"\xff\xfe\ncreek\n"), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", stdin)
    assert main(CREEK) == ExitCode.DONE
    assert "\nfound with 1 guess\n" in capsys.readouterr().out
    monkeypatch.setattr(sys, "stdin", None)
    assert main(CREEK) == ExitCode.DONE
    assert "given up" in capsys.readouterr().out


def test_seeds(talk: Talk) -> None:
    played = [as_json(talk("play", "--json", "--seed", str(seed))) for seed in (1, 2, 1)]
    assert played[0] == played[2] != played[1]
    assert played[0]["word"] in Variant.load("original").hidden
    drawn = as_json(talk("play", "--json"))
    assert drawn["word"] == as_json(talk("play", "--json", "--seed", str(drawn["seed"])))["word"]


def test_enter_searches_again(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first search is stopped, the second one isn't."""
    searches: list[History] = []

    def once_stopped(variant: Variant, history: History, work: Work) -> PositionValue:
        searches.append(history)
        if len(searches) == 1:
            raise StoppedError(StopReason.MEMORY)
        return advise(variant, history, work)

    monkeypatch.setattr("wordle_cp.cli.assist.advise", once_stopped)
    fields = as_json(talk(*LAST, "--max-memory", "100", "--json", lines="\n\nbbbgb\n"))
    assert [(move["guess"], move["best"]) for move in fields["moves"]] == [("eiked", "eiked")]
    assert fields["moves"][0]["stopped_by"] is None
    assert len(searches) == 3


@pytest.mark.parametrize(
    "lines",
    [
        "plied\nbbbgb\ncreek\nggggg\n",
        "plied bbbgb\ncreek ggggg\n",
        "PLIED 🟨\nplied ⬛⬛⬛🟩⬛\nCREEK: 🟧🟧🟧🟧🟧\n",
        "plied.bbbgb.creek.ggggg\n",
        "p l i e d - - - g - c r e e k 2 2 2 2 2\n",
        "plied\nx x x g x\ncreek22222\n",
        "plied\nhelp\nbbbgb\nhelp\ncreek ggggg\n",
        "plied bbbgb\n22222\n",
    ],
)
def test_a_game_that_is_assisted_is_written_as_you_like(talk: Talk, lines: str) -> None:
    moves = as_json(talk(*LAST, "--json", lines=lines))["moves"]
    assert [(move["guess"], move["pattern"]) for move in moves] == [("plied", "BBBGB"), ("creek", "GGGGG")]


def test_without_squares_letters_are_shared(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with (tmp_path / "out").open("w", encoding="ascii") as out:
        monkeypatch.setattr(sys, "stdin", io.StringIO("plied\ncreek\n"))
        monkeypatch.setattr(sys, "stdout", out)
        assert main(CREEK) == ExitCode.DONE
        out.flush()
    assert "\nwordle-cp toy 2/6\nBBBGB\nGGGGG\n" in (tmp_path / "out").read_text()


def test_the_best_guess_so_far(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the value takes too long; its bounds hold what the search would have found."""
    exact = as_json(talk(*LAST, "--json"))["next"]

    def stopped(_: ValuedPosition) -> NoReturn:
        raise StoppedError(reasons[0])

    reasons = [StopReason.TIME]
    monkeypatch.setattr(ValuedPosition, "value", stopped)
    talked = talk(*LAST, "--json")
    fields = as_json(talked)["next"]
    assert fields["value_low"] <= exact["value"] <= fields["value_high"]
    assert (fields["value"], fields["equally_good"], exact["value_low"]) == (None, [], None)
    best = fields["best"].upper()
    assert f"best so far  {best}: {fields['value_low']:.4f} to {fields['value_high']:.4f} more" in talked[2]
    assert f"your guess (Enter: {best}): " in talked[2]
    reasons[0] = StopReason.MEMORY
    assert "best         not known" in talk(*LAST, "--max-memory", "64")[1]


def test_tiles_and_letters_in_colours() -> None:
    pattern = parse_pattern("gyb", 3)
    shown: dict[bool, str] = {}
    for colour_blind in (False, True):
        file = io.StringIO()
        console = Console(file=file, force_terminal=True, color_system="truecolor", no_color=False)
        board = Board(console, colour_blind=colour_blind)
        for line in (board.tiles("abc", pattern, WordScoring(3)), *board.keyboard({"a": 2, "b": 1, "c": 0})):
            console.print(line)
        shown[colour_blind] = file.getvalue()
    assert len(re.findall(r"48;2;35;122;59m A ", shown[False])) == 2
    assert len(re.findall(r"48;2;242;194;48m B ", shown[False])) == 2
    assert len(re.findall(r"48;2;194;80;10m A ", shown[True])) == 2
    assert len(re.findall(r"48;2;133;192;249m B ", shown[True])) == 2
    for text in shown.values():
        assert len(re.findall(r"48;2;108;108;114m C ", text)) == 2
        assert len(re.findall(r" [A-Z] ", text)) == 29


JOTTO: Final = """\
name: party
feedback: jotto
guesses: [angel, glean, angle, eagle, gavel, valve, haven, bathe]
hidden: [angel, glean, angle, eagle, gavel]
"""


def test_a_game_without_tiles_is_played_and_shared(
    talk: Talk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Responses are numbers; ANGLE has all letters of ANGEL, and isn't it. Squares say the same."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "party.yaml").write_text(JOTTO, encoding="utf-8")
    party = ("--variant", "party.yaml")
    _, out, _ = talk("play", *party, "--word", "angel", lines="help\nvalve\nangle\nangel\n")
    assert "a response   the number of common letters, and ! for the word itself" in out
    assert "green" not in out
    *_, found, _, heading, first, second, third, _, analysis = out.splitlines()
    assert found == "found with 3 guesses"
    assert (heading, first, second, third) == (
        "wordle-cp party 3",
        "🟨🟨🟨⬛⬛",
        "🟨🟨🟨🟨🟨",
        "🟩🟩🟩🟩🟩",
    )
    assert analysis == "analysis: wordle-cp analyse 'valve.3.angle.5.angel.!' --variant party.yaml"
    shared = f"{heading}\nvalve {first}\nangle {second}\nangel {third}"
    told = []
    for game in ("valve.3.angle.5.angel.!", shared, "valve angle angel"):
        assert main(["analyse", game, *party]) == ExitCode.DONE
        told.append(capsys.readouterr().out)
    assert told[0] == told[1] == told[2]
    assert main(["analyse", f"{heading}\n{first}\n{second}\n{third}", *party]) == ExitCode.DONE
    rows = capsys.readouterr().out.splitlines()
    assert rows[1].startswith("hidden word  one of 3 of 5 words")  # those that have an anagram
    assert rows[2].startswith("3            2 guesses fit: VALVE HAVEN")


def test_pegs_stand_beside_letters_without_colours() -> None:
    file = io.StringIO()
    console = Console(file=file, force_terminal=True, color_system="truecolor", no_color=False)
    board = Board(console, colour_blind=False)
    scoring = WordScoring(3, feedback=FEEDBACKS["bulls-and-cows"])
    console.print(board.tiles("abc", scoring.parse_pattern("11"), scoring))
    told = file.getvalue()
    assert "1m 11" in told
    pegs = re.findall(r"38;2;(\d+;\d+;\d+)m●", told)
    assert pegs == ["35;122;59", "242;194;48", "108;108;114"]
    assert not re.findall(r"48;2;35;122;59m [ABC] ", told)


def test_letters_of_other_alphabets() -> None:
    """Letters look as in words: a final sigma has no capital of its own, and CH is one letter on one tile."""
    greek = Alphabet(tuple("λπςψ")).word("πλψπς")
    czech = Alphabet(("a", "ch", "t")).word("chata")
    assert greek is not None
    assert czech is not None
    rows = ((greek, "gggyb", {"π": 2, "ς": 0, "λ": 1}), (czech, "gybb", {"ch": 2, "a": 0}))

    def shown(console: Console) -> list[list[str]]:
        board = Board(console, colour_blind=False)
        return [
            [
                str(line)
                for line in (
                    board.tiles(word, parse_pattern(text, len(word)), WordScoring(len(word))),
                    *board.keyboard(letters),
                )
            ]
            for word, text, letters in rows
        ]

    assert shown(Console(file=io.StringIO())) == [
        ["ΠΛΨΠς GGGYB", "letters: green Π, yellow Λ, grey ς"],
        ["CHATA GYBB", "letters: green CH, grey A"],
    ]
    coloured = shown(
        Console(file=io.StringIO(), force_terminal=True, color_system="truecolor", no_color=False)
    )
    assert [lines[0].split() for lines in coloured] == [[*"ΠΛΨΠς"], ["CH", "A", "T", "A"]]
    assert [lines[-1].split() for lines in coloured] == [["Λ", "Π", "ς"], ["CH"]]


def test_a_game_on_a_terminal() -> None:
    terminal = Terminal(*CREEK, "--colour-blind")
    terminal.wait_for("guess 1 of 6: ")
    terminal.type("plied\n")
    terminal.wait_for("guess 2 of 6: ")
    assert "\x1b[" in terminal.text
    assert "BBBGB" not in terminal.text
    terminal.type("creek\n")
    terminal.wait_for("found with 2 guesses")
    assert terminal.end() == ExitCode.DONE


@pytest.mark.parametrize(("command", "question"), [(CREEK, "guess 1 of 6: "), (LAST, "(Enter: EIKED): ")])
def test_the_end_of_the_input_on_a_terminal(command: tuple[str, ...], question: str) -> None:
    terminal = Terminal(*command)
    terminal.wait_for(question)
    terminal.type("\x04")
    terminal.wait_for("given up")
    assert terminal.end() == ExitCode.DONE


def test_ctrl_c_at_a_question() -> None:
    terminal = Terminal(*CREEK)
    terminal.wait_for("guess 1 of 6: ")
    terminal.interrupt_at_question("stopped: the hidden word was CREEK")
    assert terminal.end() == ExitCode.UNDECIDED


def test_ctrl_c_ends_a_search_and_not_the_game() -> None:
    """The first guess of a game that no certificate is about takes minutes."""
    terminal = Terminal("assist", "--hidden", "big", "--mode", "hard")
    terminal.wait_for("openers")
    terminal.process.send_signal(signal.SIGINT)
    terminal.wait_for("your guess (Enter: search again): ")
    assert "not known, as Ctrl-C stopped the search" in terminal.text
    terminal.type("!\n")
    terminal.wait_for("given up")
    assert terminal.end() == ExitCode.DONE


TERMINATED: Final = """
import os, signal, sys
from wordle_cp.cli import assist
from wordle_cp.cli.app import main
from wordle_cp.work import StoppedError
def advise(variant, history, work):
    os.kill(os.getpid(), signal.SIGTERM)
    raise StoppedError(work.reason_to_stop())
assist.advise = advise
sys.exit(main(["assist", "--variant", "toy"]))
"""


def test_sigterm_ends_the_game_with_the_search() -> None:
    """Not only the search: another one would begin for the next line of the input."""
    done = subprocess.run(
        [sys.executable, "-c", TERMINATED],
        input="crane\nbbbbb\nquit\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (ExitCode.UNDECIDED, "")
    assert done.stdout.count("best         not known, as SIGTERM stopped the search") == 1
    assert done.stdout.endswith("stopped\n")
