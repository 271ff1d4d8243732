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
from wordle_cp.answers.position.value import Advice, ValuedPosition, advise
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
SIGNS: Final = "each B, X, -, _ or 0 (grey), Y or 1 (yellow), G or 2 (green), or a coloured square"


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


def test_a_game_is_won(talk: Talk) -> None:
    code, out, err = talk(*CREEK, lines="plied\nCREEK\n")
    assert (code, err) == (ExitCode.DONE, "")
    assert out.splitlines() == [
        "toy, normal mode: one of 8 words is hidden",
        "? tells the best guess, ! gives up, help explains",
        "guess 1 of 6: plied",
        "PLIED BBBGB",
        "letters: green E, grey D I L P",
        "guess 2 of 6: CREEK",
        "CREEK GGGGG",
        "letters: green C E K R, grey D I L P",
        "found with 2 guesses",
        "",
        "wordle-cp toy 2/6",
        "⬛⬛⬛🟩⬛",
        "🟩🟩🟩🟩🟩",
        "",
        "analysis: wordle-cp analyse plied.bbbgb.creek.ggggg --variant toy",
    ]


def test_a_game_as_json(talk: Talk) -> None:
    talked = talk(*CREEK, "--json", lines="plied\ncreek\n")
    fields = as_json(talked)
    assert fields["moves"] == [
        {"guess": "plied", "pattern": "BBBGB"},
        {"guess": "creek", "pattern": "GGGGG"},
    ]
    assert (fields["result"], fields["word"], fields["guesses"], fields["words_left"]) == (
        "won",
        "creek",
        2,
        1,
    )
    assert (fields["seed"], fields["adversarial"], fields["hidden"]) == (None, False, 8)
    assert "guess 2 of 6: creek\n" in talked[2]


@pytest.mark.parametrize("lines", ["", "plied\n", "plied\n!\ncreek\n"])
def test_an_end_before_the_end(talk: Talk, lines: str) -> None:
    code, out, err = talk(*CREEK, lines=lines)
    assert (code, err) == (ExitCode.DONE, "")
    assert "\ngiven up: the hidden word was CREEK\n" in out
    assert ("analysis: " in out) == bool(lines)
    fields = as_json(talk(*CREEK, "--json", lines=lines))
    assert (fields["result"], len(fields["moves"])) == ("given up", min(len(lines), 1))


def test_a_game_is_lost(talk: Talk) -> None:
    talked = talk(*CREEK, "--max-guesses", "2", lines="plied\ncrane\ncreek\n")
    assert "letters: green C E R, grey A D I L N P\nlost: the hidden word was CREEK\n" in talked[1]
    assert "\nwordle-cp toy X/2\n" in talked[1]
    assert "--max-guesses 2" in talked[1].splitlines()[-1]
    fields = as_json(talk(*CREEK, "--max-guesses", "2", "--json", lines="plied\ncrane\ncreek\n"))
    assert (fields["result"], len(fields["moves"])) == ("lost", 2)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("", "guess 2: expected a word of 5 letters a to z, found ''"),
        ("house", "guess 2: 'house' is not among the guesses of toy"),
        ("é\x07", "guess 2: expected a word of 5 letters a to z, found 'é\\x07'"),
        ("x" * 99, f"guess 2: expected a word of 5 letters a to z, found '{'x' * 40}...'"),
        ("shunt", "hard mode forbids guess 2: SHUNT: the green E of PLIED must stay in position 4"),
    ],
)
def test_wrong_input_is_told_in_a_line_and_asked_again(talk: Talk, answer: str, told: str) -> None:
    _, out, err = talk(*CREEK, "--mode", "hard", lines=f"plied\n{answer}\ncreek\n")
    assert not err
    lines = out.splitlines()
    assert lines[lines.index(told) + 1] == "guess 2 of 6: creek"
    assert "found with 2 guesses" in lines


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


def test_a_hint(talk: Talk) -> None:
    _, out, _ = talk("play", *TOY, "--word", "creek", lines="?\naudio\n?\n")
    assert "best         EIKED: 2.0000 more guesses on average (16 over 8 words)\n" in out
    assert "equally good EUKED KIDEL LIKED PIKED PILED PLIED PSEUD SPELD\n" in out
    assert "words left   CREEK CREEP CRESS\n" in out
    _, out, _ = talk("play", *TOY, "--time-limit", "1e-9", lines="?\n")
    assert "--time-limit 1e-09 stopped the search: the best guess isn't known\n" in out


def test_an_adversary(talk: Talk) -> None:
    """AUDIO leaves three words with BBBBB, and one with any other response; then one is always left."""
    fields = as_json(talk("play", *TOY, "--adversarial", "--json", lines="audio\ncreek\ncreep\ncress\n"))
    assert fields["moves"][0] == {"guess": "audio", "pattern": "BBBBB"}
    assert (fields["word"], fields["result"], fields["adversarial"]) == (
        fields["moves"][-1]["guess"],
        "won",
        True,
    )
    assert len(fields["moves"]) >= 3
    _, out, _ = talk("play", *TOY, "--adversarial", lines="audio\n")
    assert "\ngiven up: 3 words left: CREEK CREEP CRESS\n" in out
    _, out, _ = talk("play", *TOY, "--adversarial", "--time-limit", "1e-9", lines="audio\n")
    assert "--time-limit 1e-09 stopped the search: AUDIO has no response, guess again\n" in out
    assert as_json(talk("play", *TOY, "--adversarial", "--json", lines="audio\n"))["word"] is None


LITTLE: Final = ("--time-limit", "1e-9", "--json")


@pytest.mark.parametrize(
    ("lines", "result", "code"),
    [
        ("audio\n", "stopped", ExitCode.UNDECIDED),
        ("audio\nhouse\n?\n", "stopped", ExitCode.UNDECIDED),
        ("audio\n!\n", "given up", ExitCode.DONE),
        ("audio\nQuit\n", "given up", ExitCode.DONE),
    ],
)
def test_a_limit_that_leaves_a_guess_without_a_response(
    talk: Talk, lines: str, result: str, code: ExitCode
) -> None:
    found, out, _ = talk("play", *TOY, "--adversarial", *LITTLE, lines=lines)
    fields = json.loads(out)
    assert (found, fields["result"], fields["stopped_by"]) == (code, result, "time limit")
    assert fields["moves"] == []


def test_no_limit_struck(talk: Talk) -> None:
    assert as_json(talk("play", *TOY, "--adversarial", "--json", lines="audio\n"))["stopped_by"] is None
    fields = as_json(talk("play", *TOY, "--adversarial", *LITTLE, lines="house\n"))
    assert (fields["result"], fields["stopped_by"]) == ("given up", None)


@pytest.mark.parametrize(
    ("lines", "result", "code"),
    [
        ("", "stopped", ExitCode.UNDECIDED),
        ("plied\n", "stopped", ExitCode.UNDECIDED),
        ("plied\n!\n", "given up", ExitCode.DONE),
        ("plied\nexit\n", "given up", ExitCode.DONE),
        ("!\n", "given up", ExitCode.DONE),
        ("quit\n", "given up", ExitCode.DONE),
    ],
)
def test_a_limit_that_leaves_advice_unknown(talk: Talk, lines: str, result: str, code: ExitCode) -> None:
    found, out, _ = talk(*LAST, *LITTLE, lines=lines)
    fields = json.loads(out)
    stopped_by = "time limit" if result == "stopped" else None
    assert (found, fields["result"], fields["stopped_by"]) == (code, result, stopped_by)
    assert (fields["next"]["stopped_by"], fields["next"]["best"]) == ("time limit", None)


def test_enter_searches_again(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first search is stopped, the second one isn't."""
    searches: list[History] = []

    def once_stopped(variant: Variant, history: History, work: Work) -> Advice:
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
    ("arguments", "message"),
    [
        (("play", *TOY, "--word", "crane"), "'crane' is not among the hidden words of toy"),
        (
            ("play", *TOY, "--word", "creek", "--seed", "1"),
            "give only one of --word, --seed and --adversarial",
        ),
        (("play", *TOY, "--seed", "x"), "--seed:"),
        (("assist", *TOY, "--after", "plied"), "PLIED lacks its response"),
        (("assist", *TOY, "--after", "plied.bbbgb.creek.ggggg"), "--after: the game is over"),
        (("assist", *TOY, "--after", "house.bbbbb"), "'house' is not among the guesses of toy"),
    ],
)
def test_bad_usage(talk: Talk, arguments: tuple[str, ...], message: str) -> None:
    code, out, err = talk(*arguments)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert message in err
    assert err.count("\n") == 1


def test_advice(talk: Talk) -> None:
    code, out, err = talk(*LAST, lines="\nbbbbb\n\nbbbgb\ncruel\nggggg\n")
    assert (code, err) == (ExitCode.DONE, "")
    assert out.splitlines() == [
        "your guess, then its response; - takes a move back, ! ends, help explains",
        "guess 2 of 6, 8 words left",
        "best         EIKED: 2.0000 more guesses on average (16 over 8 words)",
        "equally good EUKED KIDEL LIKED PIKED PILED PLIED PSEUD SPELD",
        "words left   CREDO CREED CREEK CREEP CRESS CRIED CRIER CRUEL",
        "your guess (Enter: EIKED): ",
        "response to EIKED: bbbbb",
        "guess 2, EIKED BBBBB: no hidden word of toy agrees with this",
        "response to EIKED: ",
        f"response '': expected 5 signs, {SIGNS}",
        "response to EIKED: bbbgb",
        "EIKED BBBGB",
        "letters: green E R, yellow C, grey A D I K T",
        "guess 3 of 6, 1 word left",
        "best         CRUEL: 1.0000 more guesses on average (1 over 1 word)",
        "your guess (Enter: CRUEL): cruel",
        "response to CRUEL: ggggg",
        "CRUEL GGGGG",
        "letters: green C E L R U, grey A D I K T",
        "found",
    ]


def test_advice_as_json(talk: Talk) -> None:
    fields = as_json(talk(*LAST, "--json", lines="PLIED.00020\ncreek 🟩🟩🟩🟩🟩\n"))
    assert (fields["result"], fields["next"], fields["after"]) == ("won", None, "trace.BGBYY")
    first, second = fields["moves"]
    assert (first["guess"], first["pattern"], first["words_left"]) == ("plied", "BBBGB", 8)
    assert (first["best"], first["value"], first["value_fraction"]) == ("eiked", 2.0, "2")
    assert len(first["equally_good"]) == 9
    assert (second["best"], second["words_left"], second["missed"]) == ("creek", 1, None)
    fields = as_json(talk(*LAST, "--json"))
    assert (fields["result"], fields["moves"], fields["next"]["best"]) == ("given up", [], "eiked")


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


def test_a_response_alone_is_that_to_the_best_guess(talk: Talk) -> None:
    [move] = as_json(talk(*LAST, "--json", lines="bbbgb\n"))["moves"]
    assert (move["guess"], move["pattern"]) == ("eiked", "BBBGB")


def test_a_game_with_a_wrong_move_is_not_begun(talk: Talk) -> None:
    code, out, _ = talk(*LAST, lines="plied.bbbgb.plied.ggggg\n")
    assert (code, "PLIED BBBGB\n" in out) == (ExitCode.DONE, False)
    why = "if PLIED is hidden, TRACE gets BBBBY, not BGBYY"
    assert (
        f"guess 3, PLIED GGGGG: no hidden word of toy agrees with this: {why}\nguess 2 of 6, 8 words left"
        in out
    )


@pytest.mark.parametrize("word", ["help", "HELP", "--help", "-h"])
def test_help_is_understood(talk: Talk, word: str) -> None:
    played = talk(*CREEK, lines=f"{word}\ncreek\n")[1]
    assert (
        "guess 1 of 6: " + word + "\na guess      a word of 5 letters a to z; 38 words may be guessed\n"
        in played
    )
    assert "found with 1 guess\n" in played
    assisted = talk(*LAST, lines=f"{word}\n")[1]
    assert "\na response   5 signs, each B, X, -, _ or 0 (grey)" in assisted
    assert "\nEnter        takes EIKED\n" in assisted


def test_help_is_a_guess_where_it_is_one(talk: Talk, tmp_path: Path) -> None:
    (tmp_path / "four.yaml").write_text("name: four\nguesses: [help, kelp]\nhidden: big\n", encoding="utf-8")
    assert as_json(
        talk("play", "--variant", str(tmp_path / "four.yaml"), "--json", "--word", "kelp", lines="help\n")
    )["moves"] == [{"guess": "help", "pattern": "BGGG"}]


def test_a_played_game_that_is_shared(talk: Talk) -> None:
    arguments = (
        "play",
        *TOY,
        "--mode",
        "hard",
        "--max-guesses",
        "none",
        "--hidden",
        "big",
        "--word",
        "plied",
    )
    lines = talk(*arguments, "--colour-blind", lines="P L I E D.\n")[1].splitlines()
    shown = ["", "wordle-cp toy 1*", "🟧🟧🟧🟧🟧", ""]
    command = "wordle-cp analyse plied.ggggg --variant toy --mode hard --hidden big --max-guesses none"
    assert lines[-5:] == [*shown, f"analysis: {command}"]
    code, out, err = talk(*command.split()[1:])
    assert (code, err) == (ExitCode.DONE, "")
    assert "PLIED inaccuracy" in out
    assert "analysis" not in talk(*arguments, "--quiet", lines="plied\n")[1]


def test_without_squares_letters_are_shared(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with (tmp_path / "out").open("w", encoding="ascii") as out:
        monkeypatch.setattr(sys, "stdin", io.StringIO("plied\ncreek\n"))
        monkeypatch.setattr(sys, "stdout", out)
        assert main(CREEK) == ExitCode.DONE
        out.flush()
    assert "\nwordle-cp toy 2/6\nBBBGB\nGGGGG\n" in (tmp_path / "out").read_text()


def test_moves_are_taken_back(talk: Talk) -> None:
    lines = "-\nplied\n-\nplied bbbgb\n-\nplied\nbbbgb\ncreek ggggg\n"
    talked = talk(*LAST, "--json", lines=lines)
    assert [move["guess"] for move in as_json(talked)["moves"]] == ["plied", "creek"]
    assert "there is no move to take back\n" in talked[2]
    assert talked[2].count("guess 2 of 6, 8 words left\n") == 4


@pytest.mark.parametrize(
    ("lines", "told", "again"),
    [
        ("house\n", "guess 2: 'house' is not among the guesses of toy", "guess 2 of 6, 8 words left"),
        ("plied x\n", "part 2 of the game, 'x' at character 7: expected the", "guess 2 of 6, 8 words left"),
        ("plied\nbbbg\n", "response 'bbbg': expected 5 signs", "response to PLIED: "),
    ],
)
def test_wrong_advice_is_asked_again(talk: Talk, lines: str, told: str, again: str) -> None:
    found = talk(*LAST, lines=lines)[1].splitlines()
    place = next(number for number, line in enumerate(found) if line.startswith(told))
    assert found[place + 1] == again


def test_where_not_every_word_can_be_found(talk: Talk) -> None:
    talked = talk(*LAST, "--max-guesses", "2", "--json")
    assert as_json(talked)["stopped_by"] is None
    fields = as_json(talked)["next"]
    assert (fields["missed"], fields["value"], fields["best"]) == (7, None, "credo")
    assert "best         CREDO: not every word can be found in time; this may miss 7 of 8," in talked[2]
    _, out, _ = talk(*LAST, "--time-limit", "1e-9", lines="\n")
    unknown = "best         not known, as --time-limit 1e-09 stopped the search\n"
    assert f"{unknown}your guess (Enter: search again): \nguess 2 of 6, 8 words left\n{unknown}" in out


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


def test_the_real_first_guess_needs_no_search(talk: Talk) -> None:
    fields = as_json(
        talk("assist", "--variant", "nyt-2022-02-15", "--json", lines="salet bybbb\nhandy bygbb\n")
    )
    assert [(move["best"], move["value_fraction"]) for move in fields["moves"]] == [
        ("salet", "7897/2309"),
        ("brond", "258/101"),
    ]
    assert fields["next"]["best"] == "ninja"


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
BLACK: Final = "name: black\ngame: mastermind\npegs: 3\ncolours: 4\nfeedback: exact\n"


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


def test_a_response_that_ends_other_dialogues_is_a_response(talk: Talk, tmp_path: Path) -> None:
    """In Jotto ! says that the word is found; quit ends."""
    file = tmp_path / "party.yaml"
    file.write_text(JOTTO, encoding="utf-8")
    arguments = ("assist", "--variant", str(file))
    code, out, _ = talk(*arguments, lines="angel\n4\neagle\n!\n")
    assert (code, out.splitlines()[0]) == (
        ExitCode.DONE,
        "your guess, then its response; - takes a move back, quit ends, help explains",
    )
    assert out.splitlines()[-3:] == ["response to EAGLE: !", "EAGLE !", "found"]
    assert talk(*arguments, lines="!\n")[1].splitlines()[-2:] == ["ANGEL !", "found"]  # of the best guess
    assert talk(*arguments, lines="quit\n")[1].endswith("given up\n")


def test_codes_are_played(talk: Talk, tmp_path: Path) -> None:
    file = tmp_path / "black.yaml"
    file.write_text(BLACK, encoding="utf-8")
    black = ("--variant", str(file))
    _, out, _ = talk("play", *black, "--word", "314", lines="help\n111\n315\n314\n")
    assert "one of 64 codes is hidden" in out
    assert "guess 2: expected a code of 3 signs 1 to 4, found '315'" in out
    assert "111 1" in out
    assert "a response   the number of places that agree\n" in out
    assert "letter" not in out
    assert "🟩⬛⬛\n🟩🟩🟩\n" in out
    _, out, _ = talk("assist", *black, "--after", "112.1.113.0", lines="")
    assert "guess 3, 9 codes left" in out
    assert "codes left   222 232 242 322" in out
    _, out, _ = talk("play", "--variant", "mastermind-4x6", lines="help\n!\n")
    assert "a response   two digits: places that agree, and what else is common\n" in out
    assert "letter" not in out
    code, _, err = talk("play", *black, "--mode", "hard")
    assert (code, err) == (2, "error: variant black is a game of codes, which have normal mode only\n")


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
