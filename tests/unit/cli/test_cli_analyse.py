"""`wordle-cp analyse`: JSON fields, text for people, games as people write them, what is told in a line."""

from __future__ import annotations

import signal
from typing import Final

import pytest

from tests.effort import only_more
from tests.program import Run, has_fields
from tests.terminal import Terminal
from wordle_cp.cli import running
from wordle_cp.cli.output import ExitCode

COMMAND: Final = "analyse"
TOY: Final = ("--variant", "toy")
FIELDS: Final = {"moves": list, "total_inaccuracy": float | None, "total_luck": float | None}
MOVE_FIELDS: Final = {
    "guess": str,
    "inaccuracy": float | None,
    "best": str | None,
    "pattern": str | None,
    "luck": float | None,
}
"""What shared scripts rely on; more fields are welcome."""


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
