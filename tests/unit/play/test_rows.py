"""Games that people share: several in a text, the star, a last row without its word, and rows alone."""

from __future__ import annotations

import json
import random
from io import BytesIO, TextIOWrapper
from typing import TYPE_CHECKING, Final

import pytest

import wordle_cp
from tests.oracle.games import Size, random_game
from tests.oracle.questions import variant_of
from wordle_cp.cli.app import main
from wordle_cp.cli.output import ExitCode
from wordle_cp.errors import HistoryError
from wordle_cp.games.notation import Move, as_played, heading_of, parse_game, rows_alone, shared_games
from wordle_cp.games.question import Position
from wordle_cp.games.variant import Variant
from wordle_cp.play.rows import explain_rows
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import all_green, format_pattern, parse_pattern, pattern_of
from wordle_cp.work import StopReason, Work

if TYPE_CHECKING:
    from tests.program import Run

COMMAND: Final = "analyse"
TOY = Variant.load("toy")
TWO = (
    "Wordle 1,234 3/6*\n\n⬛🟨⬛⬛🟩\n⬛🟩🟩⬛⬛\n🟩🟩🟩🟩🟩\n"
    "Wordle 1.235 X/6\n⬜🟨⬜⬜⬜\n"
    "Wordle 1 236 2/6\n🟧🟦⬛⬛⬛\n🟧🟧🟧🟧🟧\n"
)


def test_several_games() -> None:
    games = shared_games(TWO)
    assert [heading_of(game) for game in games] == [
        "Wordle 1,234 3/6*",
        "Wordle 1.235 X/6",
        "Wordle 1 236 2/6",
    ]
    assert "".join(games) == TWO
    assert [len(rows_alone(game, 5)) for game in games] == [3, 1, 2]
    assert shared_games("crate lions focus") == ("crate lions focus",)
    with pytest.raises(HistoryError, match=r"'Wordle 1 236 3/6' says 3, but row 2 finds the hidden word"):
        rows_alone(games[2].replace("2/6", "3/6"), 5)


@pytest.mark.parametrize(
    "heading",
    [
        "#Wordle 1234 2/6",
        "Wordle (ES) 245 2/6*",
        "wordle.at/245 2/6",
        "Daily Wordle: 2/6",
        "Le Mot 245 X/6*",
        "Absurdle 2/∞",
        "wordle-cp toy 2/6",
    ],
)
def test_headings_of_other_games(heading: str) -> None:
    game = f"{heading}\n\n⬛🟨⬛⬛🟩\n🟩🟩🟩🟩🟩\nhttps://example.org/wordle #wordle @me\n"
    assert heading_of(game) == heading
    assert [len(rows_alone(one, 5)) for one in shared_games(game + game)] == [2, 2]
    assert (as_played(TOY, game).mode is Mode.HARD) == heading.endswith("*")


ROWS = ("⬛🟨⬛⬛🟩", "⬛🟩🟩⬛⬛", "🟩🟩🟩🟩🟩")
GUESSES = ("cress", "crier", "creek")
"""Which fit rows of the toy game: see the test."""


def played(form: str) -> str:
    """Return the game of `GUESSES`, the last one hidden, each row in a form of its word and its squares."""
    squares = str.maketrans("BYG", "⬛🟨🟩")
    rows = (format_pattern(pattern_of(word, GUESSES[-1]), 5).translate(squares) for word in GUESSES)
    return "\n".join(
        form.format(n=n, word=w, row=r) for n, (w, r) in enumerate(zip(GUESSES, rows, strict=True), 1)
    )


@pytest.mark.parametrize(
    "shared",
    [
        "> Wordle 1,696 3/6\r\n> \r\n> " + "\r\n> ".join(ROWS),
        "\n".join(f"• {row}" for row in ROWS),
        "\n".join(f"* {row}" for row in ROWS),
        "\n".join(f"{n}. {row}" for n, row in enumerate(ROWS, 1)),
        "Wordle 1,696 3/6\n\n" + "\n".join(ROWS) + "\nnytimes.com/wordle",
        "Wordle (ES)  #1489 3/6\n" + "\n".join(ROWS) + "\n\nwordle.danielfrg.com",
        "Alice, [06.02.26 08:12]\nWordle 1,696 3/6\n" + "\n".join(ROWS),
        "Got it today!\n" + "\n".join(ROWS) + "\nphew :)",
        "```\nWordle 1,696 3/6\n" + "\n".join(ROWS) + "\n```",
        "WordleBot\nSkill 84/99\nLuck 62/99\n\nWordle 1,696 3/6\n" + "\n".join(ROWS),
        "joguei term.ooo #1489 3/6 🔥 12\n\n" + "\n".join(ROWS),
        "hello wordl #1489 3/6\n" + "\n".join(ROWS) + "\n\nfoldr.moe/hello-wordl",
        "Wordle 1489 3/6\n" + "\n".join(ROWS) + "\nことのはたんご",
        '"Wordle 1,696 3/6\n' + "\n".join(ROWS) + '"',
        *(
            "\n".join(ROWS).translate(str.maketrans("⬛🟨🟩", signs))
            for signs in ("◼🟡🟢", "◻🟨🟩", "⚫🟡🟢", "🖤💛💚", "⬜🔵🟠", "▪🟨🟩")
        ),
        "\n".join(ROWS).replace("⬛", "⬛\ufe0f"),
        "\n".join(ROWS)
        .replace("⬛", ":black_large_square:")
        .replace("🟨", ":large_yellow_square:")
        .replace("🟩", ":green_square:"),
        "#SUTOM #14 3/6\n\n"
        + "\n".join(ROWS).translate(str.maketrans("⬛🟨🟩", "🟦🟡🟥"))
        + "\n\nhttps://sutom.nocle.fr",
    ],
)
def test_what_stands_around_rows(shared: str) -> None:
    expected = tuple(parse_pattern(one, 5) for one in ("BYBBG", "BGGBB", "GGGGG"))
    assert rows_alone(shared, TOY) == expected
    assert rows_alone(shared, 5) == expected


@pytest.mark.parametrize(
    "form",
    ["{row} ({word})", "{n}) {word}: {row}", "{row} ||{word}||", "{row} \u2013 {word}", "* {word} -> {row}"],
)
def test_what_stands_around_words_beside_rows(form: str) -> None:
    expected = tuple(Move(word, pattern_of(word, GUESSES[-1])) for word in GUESSES)
    text = "Alice wrote:\nWordle 1,696 3/6\n\n" + played(form)
    assert parse_game(text, TOY) == expected
    assert parse_game("\n".join(GUESSES) + "\n\n" + played("{row}"), TOY) == expected
    assert parse_game(played("{row}") + "\n\n" + " ".join(GUESSES).upper(), TOY) == expected
    assert parse_game("\n".join(GUESSES[:-1]) + "\n\n" + played("{row}"), TOY, "creek") == expected


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("⬜🟨⬜⬜⬜\n🟥🟥🟥🟥🟥", "🟥🟥🟥🟥🟥"),
        ("⬛🟨⬛⬛🟩\n🟫🟫🟫🟫🟫", "🟫🟫🟫🟫🟫"),
        ("crier\n⬛🟨⬛⬛🟩\ncres\n⬛🟩🟩⬛⬛\ncreek\n🟩🟩🟩🟩🟩", "cres"),
        ("crier ⬛🟨⬛⬛🟩 12 left\n🟩🟩🟩🟩🟩", "left"),
    ],
)
def test_what_may_be_of_the_game_isn_t_left_out(text: str, part: str) -> None:
    with pytest.raises(HistoryError, match=part):
        rows_alone(text, TOY) or parse_game(text, TOY)


def test_bold_letters_are_no_star() -> None:
    for heading, mode in [
        ("*Wordle 1,696 3/6*", Mode.NORMAL),
        ("**Wordle 1,696 3/6**", Mode.NORMAL),
        ("*Wordle 1,696 3/6**", Mode.HARD),
        ("Wordle 1,696 3/6*", Mode.HARD),
    ]:
        game = f"{heading}\n" + "\n".join(ROWS)
        assert as_played(TOY, game).mode is mode
        assert len(rows_alone(game, TOY)) == 3


def test_games_in_one_line() -> None:
    one, two = "#Wordle 245 2/6 ⬛🟨⬛⬛🟩 🟩🟩🟩🟩🟩 ", "Wordle 246 2/6 🟨🟨⬛⬛🟩 🟩🟩🟩🟩🟩"
    assert shared_games(one + two) == (one, two)
    assert rows_alone(one, 5) != rows_alone(two, 5)


def test_star_means_hard_mode() -> None:
    hard, normal, _ = shared_games(TWO)
    assert as_played(TOY, hard).mode is Mode.HARD
    assert as_played(TOY, normal) is TOY
    assert as_played(TOY, None) is TOY
    assert as_played(TOY, "crate ybbbb *") is TOY
    strict = TOY.model_copy(update={"mode": Mode.ULTRAHARD})
    assert as_played(strict, hard) is strict
    codes = Variant.load("mastermind-4x6")
    assert as_played(codes, hard) is codes


def test_rows_alone_are_responses_without_words() -> None:
    assert rows_alone("⬛🟨⬛⬛🟩\n🟩🟩🟩🟩🟩", 5) == (parse_pattern("BYBBG", 5), all_green(5))
    assert rows_alone("01002 22222", 5) == (parse_pattern("BYBBG", 5), all_green(5))
    assert rows_alone("crate ⬛🟨⬛⬛🟩", 5) == ()
    assert rows_alone("", 5) == ()
    with pytest.raises(HistoryError, match="part 2"):
        rows_alone("⬛🟨⬛⬛🟩\n🟩🟩🟩", 5)


def test_last_row_may_lack_its_word() -> None:
    shared = "trace ⬛🟩⬛🟨🟨\n🟩🟩🟩🟩🟩"
    assert parse_game(shared, 5, "creek")[-1] == Move("creek", all_green(5))
    assert parse_game(shared, Variant.from_words(TOY.guesses, ["creek"]))[-1].guess == "creek"
    for game in (5, TOY):  # no list of words, or eight of them left
        with pytest.raises(HistoryError, match="expected the hidden word beside the last row"):
            parse_game(shared, game)


def test_rows_agree_with_brute_force() -> None:
    rng = random.Random(5)  # noqa: S311
    explained = 0
    for _ in range(60):
        game = variant_of(random_game(rng, Size(most_hidden=8, most_guesses=12)), Mode.NORMAL)
        patterns = [
            pattern_of(rng.choice(game.guesses), rng.choice(game.hidden)) for _ in range(rng.randint(1, 3))
        ]
        if game.scoring.win in patterns:  # no row follows it
            patterns = patterns[: patterns.index(game.scoring.win) + 1]
        words = [
            word
            for word in game.hidden
            if all(p in {pattern_of(g, word) for g in game.guesses} for p in patterns)
        ]
        if not words:
            with pytest.raises(HistoryError, match=r"row .*whatever word is hidden"):
                explain_rows(game, patterns)
            continue
        explained += 1
        rows = explain_rows(game, patterns)
        assert rows.hidden == tuple(words)
        for row, pattern in zip(rows.rows, patterns, strict=True):
            fits = {g for g in game.guesses if any(pattern_of(g, word) == pattern for word in words)}
            left = [sum(pattern_of(g, word) == pattern for word in game.hidden) for g in fits]
            assert (row.pattern, set(row.guesses), len(row.guesses)) == (pattern, fits, len(fits))
            assert (row.fewest_left, row.most_left) == (min(left), max(left))
        known = explain_rows(game, patterns, words[0])
        assert known.hidden == (words[0],)
        assert set(known.rows[0].guesses) == {
            g for g in game.guesses if pattern_of(g, words[0]) == patterns[0]
        }
    assert explained > 20


@pytest.mark.parametrize("mode", [Mode.NORMAL, Mode.HARD, Mode.ULTRAHARD])
def test_rows_of_every_game_are_explained(mode: Mode) -> None:
    rng = random.Random(6)  # noqa: S311
    kept = 0
    for _ in range(40):
        game = variant_of(random_game(rng, Size(most_hidden=8, most_guesses=12)), mode)
        hidden = rng.choice(game.hidden)
        state = Position.start(game)
        while not state.over and len(state.history) < 4:
            allowed = [guess for guess in game.guesses if state.refusal(guess) is None]
            guess = rng.choice(allowed)
            state = state.after(guess, pattern_of(guess, hidden))
        rows = [pattern for _, pattern in state.history]
        kept += len(rows) > 2
        assert hidden in explain_rows(game, rows).hidden
    assert kept > 5


@pytest.mark.parametrize(
    ("rows", "mode", "reason"),
    [
        ("GGGGG GGGGG", Mode.NORMAL, "row 2, GGGGG: the game is over: row 1 found the hidden word"),
        ("BBBBB " * 7, Mode.NORMAL, "row 7, BBBBB: the game is over: it has 6 guesses"),
        ("BYBBG BGGBB", Mode.HARD, "row 2, BGGBB: hard mode forbids this: row 1 has a green tile in place 5"),
        (
            "BYYBB BGBBB",
            Mode.ULTRAHARD,
            "forbids this: row 1 has 2 coloured tiles, and the next one has no fewer",
        ),
        ("BBBBB BYYBB YBBBB", Mode.HARD, "row 3, YBBBB: hard mode forbids this: row 2 has 2 coloured tiles"),
    ],
)
def test_rows_of_no_game(rows: str, mode: Mode, reason: str) -> None:
    patterns = [parse_pattern(row, 5) for row in rows.split()]
    with pytest.raises(HistoryError, match=reason):
        explain_rows(Variant.load("original", mode=mode), patterns)


def test_rows_that_the_hidden_word_can_t_get() -> None:
    with pytest.raises(HistoryError, match=rf"row 1, YGGGG: .*if {TOY.hidden[0].upper()} is hidden"):
        explain_rows(TOY, [all_green(5) - 1], TOY.hidden[0])


def test_games_from_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def shows(text: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(text.encode())))
        return run("-", "--variant", "toy")

    first = "Wordle 1,234 2/6*\r\n🟩🟩⬛🟨⬛\r\n🟩🟩🟩🟩🟩\r\n"
    assert shows(first) == run(first, "--variant", "toy")
    assert shows(first)[0] == ExitCode.DONE
    assert shows("")[::2] == (ExitCode.BAD_INPUT, run("", "--variant", "toy")[2])
    assert "expected games of 65536 characters at most, found 90000" in shows("crate " * 15000)[2]
    (run.folder / "game.txt").write_text(first, encoding="utf-8")
    code, _, err = run("game.txt", "--variant", "toy")
    assert code == ExitCode.BAD_INPUT
    assert err.endswith("; to read a file: wordle-cp analyse - < game.txt\n")
    monkeypatch.setattr("sys.stdin", None)  # closed
    assert run("-", "--variant", "toy") == run("", "--variant", "toy")


def test_command_judges_each_game(run: Run) -> None:
    first = "Wordle 1,234 2/6*\n🟩🟩⬛🟨⬛\n🟩🟩🟩🟩🟩\n"
    second = "Wordle 1,235 2/6\ntrace ⬛🟩⬛🟨🟨\ncreek 🟩🟩🟩🟩🟩\n"
    code, fields = run.json(first + second, "--variant", "toy")
    assert code == ExitCode.DONE
    rows, moves = fields["games"]
    assert (rows["heading"], rows["question"], rows["mode"]) == ("Wordle 1,234 2/6*", "rows", "hard")
    assert (moves["heading"], moves["question"], moves["mode"]) == ("Wordle 1,235 2/6", "analysis", "normal")
    _, text, _ = run(first + second, "--variant", "toy", "--quiet")
    assert "Wordle 1,234 2/6*\ntoy, hard mode" in text
    assert "Wordle 1,235 2/6\ntoy, normal mode" in text
    _, fields = run.json(first, "--variant", "toy", "--mode", "normal")
    assert fields["mode"] == "normal"


@pytest.mark.parametrize("command", ["solve", "families", "rank --top 1", "prove --depth 6"])
def test_after_takes_the_star(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    main([*command.split(), "--variant", "toy", "--after", "Wordle 1 X/6*\n⬛🟩⬛🟨🟨 trace", "--json"])
    assert json.loads(capsys.readouterr().out)["mode"] == "hard"


def test_python_takes_the_star() -> None:
    text = "Wordle 1,234 X/6*\n⬛🟩⬛🟨🟨 trace"
    assert wordle_cp.solve("toy", history=text).to_json()["mode"] == "hard"
    assert wordle_cp.solve("toy", history=text, mode="normal").to_json()["mode"] == "normal"
    assert wordle_cp.analyse("toy", text).to_json()["mode"] == "hard"


@pytest.mark.parametrize("between", ["\n", " "])
def test_numbered_rows_are_one_game(between: str) -> None:
    [game] = shared_games(between.join(["1/6 ⬛⬛🟨⬛⬛", "2/6 🟨🟩⬛⬛⬛", "3/6 🟩🟩🟩🟩🟩"]))
    assert heading_of(game) == ""
    assert rows_alone(game, 5) == (9, 7, 242)
    scores = "Wordle 1,234 1/6 🟩🟩🟩🟩🟩\nWordle 1,235 2/6 ⬛⬛🟨⬛⬛ 🟩🟩🟩🟩🟩"
    assert len(shared_games(scores)) == 2


def test_rows_are_explained_within_the_limits(run: Run) -> None:
    rows = explain_rows(TOY, [parse_pattern("bbbyy", 5)], None, Work(cancelled=lambda: True))
    assert (rows.hidden, rows.rows, rows.stopped_by) == ((), (), StopReason.INTERRUPTED)
    code, out, _ = run("00011.22222", "--variant", "toy", "--time-limit", "1e-06")
    assert code == ExitCode.UNDECIDED
    assert "hidden word  not known: the time limit struck first" in out
