"""`wordle-cp analyse`: JSON fields, text for people, games as people write them, what is told in a line."""

from __future__ import annotations

import json
import signal
from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import only_more
from tests.program import Run, has_fields
from tests.terminal import Terminal
from wordle_cp.cli import running
from wordle_cp.cli.output import ExitCode

if TYPE_CHECKING:
    from pathlib import Path

NYT: Final = ("--variant", "nyt-2022-02-15")
TOY: Final = ("--variant", "toy")
PUBLISHED: Final = "crate.ybbbb.lions.bbybg.focus.ggggg"
CERTIFICATE: Final = "nyt-2022-02-15-normal-optimal-within-6.cert.xz"
FIELDS: Final = {"moves": list, "total_inaccuracy": float | None, "total_luck": float | None}
MOVE_FIELDS: Final = {
    "guess": str,
    "inaccuracy": float | None,
    "best": str | None,
    "pattern": str | None,
    "luck": float | None,
}
"""What shared scripts rely on; more fields are welcome."""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Work in an empty folder."""
    return Run("analyse", capsys, tmp_path, monkeypatch)


def test_as_json(run: Run) -> None:
    code, fields = run.json(*NYT, PUBLISHED)
    assert code == ExitCode.DONE
    assert has_fields(fields, FIELDS)
    assert all(has_fields(move, MOVE_FIELDS) for move in fields["moves"])
    first, second, third = fields["moves"]
    assert (first["guess"], first["pattern"], first["best"]) == ("crate", "YBBBB", "salet")
    assert (round(first["inaccuracy"], 4), first["inaccuracy_fraction"]) == (0.0022, "5/2309")
    assert (round(first["luck"], 4), first["luck_fraction"]) == (0.0223, "257/11545")
    assert (second["equally_good"], second["words"], second["words_after"]) == (["spoil", "pulis"], 50, 1)
    assert (second["inaccuracy_grade"], second["luck_grade"]) == ("good", "usual luck")
    assert (third["inaccuracy"], third["luck"], third["value_after"]) == (0.0, 0.0, None)
    assert (fields["won"], fields["exact"], fields["limit"]) == (True, True, 6)
    assert (fields["total_inaccuracy_fraction"], fields["total_luck_fraction"]) == (
        "4743/57725",
        "28993/57725",
    )


def test_for_people(run: Run) -> None:
    code, out, err = run(*NYT, PUBLISHED)
    assert (code, err) == (ExitCode.DONE, "")
    assert out.splitlines() == [
        "nyt-2022-02-15, normal mode, within 6 guesses",
        "CRATE inaccuracy   0.0022  good; best SALET; 2309 words",
        "YBBBB luck         0.0223  usual luck",
        "LIONS inaccuracy   0.0800  good; best SPOIL PULIS; 50 words",
        "BBYBG luck         0.4800  usual luck",
        "FOCUS inaccuracy   0.0000  perfect; best FOCUS; 1 word",
        "GGGGG luck         0.0000  usual luck",
        "total inaccuracy   0.0822",
        "      luck         0.5023",
        f"The best first guess is that of {CERTIFICATE}, a shipped proof, not checked again.",
    ]


@pytest.mark.parametrize(
    "game",
    [
        ("plied.bbbgb.creek.ggggg",),
        ("PLIED", "00020", "CREEK", "22222"),
        ("plied creek",),
        ("plied 🟦⬛⬛⬛⬛".replace("🟦", "⬛").replace("⬛⬛⬛⬛⬛", "⬛⬛⬛🟧⬛"), "creek", "🟧" * 5),
        ("plied creek", "--word", "CREEK"),
    ],
)
def test_ways_to_write_a_game(run: Run, game: tuple[str, ...]) -> None:
    _, fields = run.json(*TOY, *game)
    assert [(move["guess"], move["pattern"]) for move in fields["moves"]] == [
        ("plied", "BBBGB"),
        ("creek", "GGGGG"),
    ]
    assert (fields["total_inaccuracy"], fields["total_luck"], fields["start_value"]) == (0, 0, 2)


def test_a_game_that_is_not_over(run: Run) -> None:
    _, fields = run.json(*TOY, "crane plied", "--word", "creek")
    assert (fields["won"], [move["value_after"] for move in fields["moves"]]) == (False, [2.0, 1.0])
    assert "next   CREEK: 1.0000 more guesses on average over 1 word\n" in run(*TOY, "plied.bbbgb")[1]
    out = run(*TOY, "plied")[1]
    assert "response" not in out


def test_what_cannot_be_won_is_told(run: Run) -> None:
    game = ("crane.ggbby.trace.bgbyy", "--max-guesses", "3")
    code, fields = run.json(*TOY, *game)
    first, second = fields["moves"]
    assert code == ExitCode.DONE
    assert (first["position"], first["guess_position"]) == ("exact", "exact")
    assert (second["position"], second["inaccuracy"], second["luck"], second["best"]) == (
        "exact",
        None,
        None,
        "eiked",
    )
    assert second["guess_position"] == "not winnable"
    assert (fields["total_inaccuracy"], fields["total_luck"]) == (None, None)
    out = run(*TOY, *game)[1]
    assert "none: with this guess no strategy is sure to find each of" in out
    assert "luck        none, as there is no expectation\n" in out
    out = run(*TOY, "crane.ggbby", "--max-guesses", "1")[1]
    assert "none: no strategy is sure to find each of 8 words in time" in out
    assert "--max-guesses none" in out
    assert "inf" not in out.lower()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((*TOY,), "GAME is missing: wordle-cp analyse GAME [OPTIONS]"),
        ((*TOY, ""), "expected a game such as"),
        ((*TOY, "plied.bbbg"), "part 2 of the game, 'bbbg' at character 7: expected the response to PLIED"),
        ((*TOY, "plied.bbbgb.house.bbbbb"), "guess 2: 'house' is not among the guesses of toy"),
        ((*TOY, "plied.bbbgb.creek.ggggg.creek"), "the game is over: guess 2 found the hidden word"),
        ((*TOY, "plied crane"), "CRANE, the last word, was taken as the hidden word"),
        (("crate", "lions", "snafu"), "; the variant nyt-2023-07-01 hides it"),
        (("crate bbgbb snafu ggggg",), "agrees with this; the variant nyt-2023-07-01 hides SNAFU"),
        (
            ("crate bbbbb snafu ggggg",),
            "agrees with this: if SNAFU is hidden, CRATE gets BBGBB, not BBBBB",
        ),
        (("crate bbbbb lions ggggg",), "agrees with this; original doesn't hide LIONS"),
        ((*TOY, "plied", "--word", "crane"), "'crane' is not among the hidden words of toy"),
        (
            ("crate bbbbb shine ggggg",),
            "agrees with this: if SHINE is hidden, CRATE gets BBBBG, not BBBBB",
        ),
        ((*TOY, "plied.bbbgg", "--word", "creek"), "if CREEK is hidden, PLIED gets BBBGB, not BBBGG"),
        (
            (*TOY, "Wordle 1,234 3/6 🟩🟩🟩🟩🟨"),
            "row 1, GGGGY: no guess gets this response, whatever word is hidden",
        ),
        (
            (*TOY, "plied ceerk"),
            "behind each guess, or name the hidden word as well; did you mean creek",
        ),
        (("--mode", "hard", "crate.bbbbg.salet"), "SALET: the green E of CRATE must stay in position 5"),
        (("--mode", "hard", "crate.ybbbb.lions"), "LIONS: the yellow C of CRATE must be used again"),
        (
            ("--mode", "ultrahard", "crate.bbbbg.slate"),
            "ultrahard mode forbids guess 2: SLATE: the grey A of CRATE says that there is no A",
        ),
    ],
)
def test_bad_input(run: Run, arguments: tuple[str, ...], message: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert message in err
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    code, out, _ = run(*arguments, "--json")
    assert message in json.loads(out)["error"]


def test_undecided(run: Run) -> None:
    code, fields = run.json(*TOY, "plied creek", "--time-limit", "1e-9")
    assert code == ExitCode.UNDECIDED
    assert has_fields(fields, FIELDS)
    assert all(has_fields(move, MOVE_FIELDS) for move in fields["moves"])
    assert (fields["exact"], fields["stopped_by"]) == (False, "time limit")
    code, out, _ = run(*TOY, "plied creek", "--time-limit", "1e-9")
    assert out.endswith("stopped by --time-limit 1e-09: what is unknown wasn't settled\n")
    assert "unknown; best play takes " in out
    assert "guesses on average" in out
    first = fields["moves"][0]
    assert 1.0 <= first["value_low"] <= 2.0 <= first["value_high"]


@only_more
def test_ctrl_c_ends_the_run_with_a_report() -> None:
    """The best first guess of a game that no certificate is about takes hours; the second takes seconds."""
    terminal = Terminal("analyse", "--mode", "hard", "--hidden", "big", "fuzzy.bbbbb.salet")
    terminal.wait_for("openers")
    terminal.process.send_signal(signal.SIGINT)
    terminal.wait_for("stopped by Ctrl-C: what is unknown wasn't settled")
    assert terminal.end() == ExitCode.UNDECIDED


def test_progress_on_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line goes to standard error, and is gone at the end."""
    silent = run(*TOY, "plied creek")
    monkeypatch.setattr(running, "on_terminal", lambda: True)
    assert run(*TOY, "plied creek")[1] == silent[1]
    assert run(*TOY, "plied creek", "--quiet") == silent


ROWS: Final = "⬛🟨⬛⬛🟩\n⬛🟩🟩⬛⬛\n🟩🟩🟩🟩🟩"


def test_games_of_one_day_have_one_hidden_word(run: Run) -> None:
    other = "\nWordle 1245 2/6*\nshire 🟩🟩🟩⬛🟩\nshine 🟩🟩🟩🟩🟩"
    third = "\nWordle 1,246 3/6\n" + ROWS
    code, fields = run.json(f"Wordle 1,245 3/6\n{ROWS}{other}{third}")
    assert (code, len(fields["games"])) == (ExitCode.DONE, 3)
    assert fields["joined"] == [{"heading": "wordle 1245", "games": 2, "hidden": ["shine"]}]
    alone = set(fields["games"][0]["hidden"])
    rows = "\nWordle 1245 4/6\n🟨🟨⬛⬛⬛\n⬛🟨🟨⬛⬛\n⬛⬛⬛⬛🟩\n🟩🟩🟩🟩🟩"
    _, fields = run.json(f"Wordle 1,245 3/6\n{ROWS}{rows}")
    second = set(fields["games"][1]["hidden"])
    [joined] = fields["joined"]
    assert set(joined["hidden"]) == alone & second
    assert alone - second
    found = "🟩" * 5
    out = run(*TOY, f"Wordle 7 1/6\ncreek {found}\nWordle 7 1/6\ncress {found}")[1]
    assert "no word agrees with all 2; are they of one game, and of this list?" in out
