"""Ways to write a game: with responses or words alone; letters, digits, squares; mistakes are named."""

from __future__ import annotations

import pytest

from tests.each import each
from wordle_cp.errors import HistoryError
from wordle_cp.games.notation import (
    Move,
    parse_game,
    parse_history,
    parse_response,
    parse_word,
)
from wordle_cp.games.variant import Variant
from wordle_cp.rules.feedback.registry import FEEDBACKS
from wordle_cp.rules.letters import Alphabet
from wordle_cp.rules.scoring import CodeScoring, WordScoring
from wordle_cp.rules.words import parse_pattern

PLAYED = (Move("crate", 1), Move("lions", 171), Move("focus", 242))
"""CRATE YBBBB, LIONS BBYBG, FOCUS GGGGG: 1, 9 + 162, and 3^5 - 1."""
RESPONSES = [
    "crate.ybbbb.lions.bbybg.focus.ggggg",
    "CRATE.YBBBB.LIONS.BBYBG.FOCUS.GGGGG",
    "crate 10000 lions 00102 focus 22222",
    "crate, 1bb0B\nlions: bb1BG; focus ggggg\n",
    "crate.🟨⬛⬛⬛⬛.lions.⬛⬛🟨⬛🟩.focus.🟩🟩🟩🟩🟩",
    "crate 🟨⬜⬜⬜⬜ lions ⬜⬜🟨⬜🟩 focus 🟩🟩🟩🟩🟩",
    "crate 🟪⬜⬜⬜⬜ lions ⬜⬜🟪⬜🟩 focus 🟩🟩🟩🟩🟩",
    "Scoredle 3/6\n\n14,855\n🟨⬛⬛⬛⬛ CRATE (123)\n⬛⬛🟨⬛🟩 LIONS (1,004)\n🟩🟩🟩🟩🟩 FOCUS",
    "crate 🟦⬜⬜⬜⬜ lions ⬜⬜🟦⬜🟧 focus 🟧🟧🟧🟧🟧",
    "CRATE 🟦⬛⬛⬛⬛\nLIONS ⬛⬛🟦⬛🟧\r\nFOCUS 🟧🟧🟧🟧🟧\n",
    "crate 🟨⬛\ufe0f⬛⬛⬛ lions ⬛⬛🟨⬛🟩 focus 🟩🟩🟩🟩🟩",
    "\ufeffcrate\u00a0ybbbb\u200b lions bbybg focus ggggg",
    "crate yxxxx lions xXyxg focus ggggg",
    "crate y---- lions --y-g focus ggggg",
    "crate y____ lions __y_g focus ggggg",
    "crate - ybbbb, lions -> bbybg | focus = ggggg.",
    "crateybbbb lionsbbybg focusggggg",
    "crateybbbblionsbbybgfocusggggg",
    "crate🟨⬛⬛⬛⬛\nlions⬛⬛🟨⬛🟩\nfocus🟩🟩🟩🟩🟩",
    "crate10000 lions00102 focus22222",
    "C R A T E  y b b b b\nL I O N S  b b y b g\nF O C U S  g g g g g",
    "crate 1 0 0 0 0 lions 0 0 1 0 2 focus 2 2 2 2 2",
    "crate 1,0,0,0,0 lions 0,0,1,0,2 focus 2,2,2,2,2",
    "crate 🟨 ⬛ ⬛ ⬛ ⬛ lions ⬛ ⬛ 🟨 ⬛ 🟩 focus 🟩 🟩 🟩 🟩 🟩",
    "crate y - - - - lions - - y - g focus g g g g g",
    "crate - y b b b b - lions - b b y b g - focus - g g g g g",
    "1/6 crate 🟨⬛⬛⬛⬛\n2/6 lions ⬛⬛🟨⬛🟩\n3/6 focus 🟩🟩🟩🟩🟩",
    "crate 1/6: 🟨⬛⬛⬛⬛\nlions 2/6: ⬛⬛🟨⬛🟩\nfocus 3/6: 🟩🟩🟩🟩🟩",
    "Wordle 7 3/6\n1/6 🟨⬛⬛⬛⬛ crate\n2/6 ⬛⬛🟨⬛🟩 lions\n3/6 🟩🟩🟩🟩🟩 focus",
]
CZECH = WordScoring(4, Alphabet(("a", "b", "c", "ch", "e", "g", "h", "l", "s", "t", "u", "x", "y", "š")))
CODES = CodeScoring(4, 6)


@each("text", [*RESPONSES, "crate.lions.focus", "Crate LIONS focus", "cratelionsfocus"])
def test_the_same_game(text: str) -> None:
    assert parse_game(text, 5) == PLAYED


@each("text", RESPONSES)
def test_the_same_history(text: str) -> None:
    history = tuple((move.guess, move.pattern) for move in PLAYED)
    assert parse_history(text, 5) == parse_history(text, Variant.load("original")) == history


def test_the_last_word_may_lack_its_response() -> None:
    assert parse_game("crate.ybbbb.lions", 5) == (PLAYED[0], Move("lions", None))
    with pytest.raises(HistoryError, match=r"^LIONS lacks its response: expected 5 signs, each B, X, "):
        parse_history("crate.ybbbb.lions", 5)


def test_a_word_with_www_is_no_link() -> None:
    assert parse_game("awwww.bbbbb www.example.org/crate (www.example.org) lions", 5) == (
        Move("awwww", 0),
        Move("lions", None),
    )


def test_words_alone() -> None:
    assert parse_game("focus", 5) == (Move("focus", None),)
    assert parse_game("crate lions", 5, hidden="focus") == PLAYED[:2]
    assert parse_game("crate lions focus", 5, hidden="focus") == PLAYED
    with pytest.raises(
        HistoryError, match=r"^part 2 of the game, 'lions' at .* the response to CRATE, 5 signs"
    ):
        parse_history("crate lions focus", 5)


def test_a_last_word_that_cannot_be_hidden() -> None:
    original = Variant.load("original")
    with pytest.raises(HistoryError, match=r"^LIONS, the last word, was taken as the hidden"):
        parse_game("crate lions", original)
    assert parse_game("crate lions", 5)[1].pattern == 242
    assert parse_game("crate lions", original, "focus") == PLAYED[:2]
    assert parse_game("crate lions focus", original) == PLAYED


def test_no_history() -> None:
    assert parse_history("", 5) == parse_history(" \n", 5) == ()
    with pytest.raises(HistoryError, match=r"found ' \.'"):
        parse_history(" .", 5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a game such as crate.ybbbb.lions.bbybg, found nothing"),
        (" . ", "expected a game such as"),
        ("crate.ybbb", "part 2 of the game, 'ybbb' at character 7: expected the response to CRATE, 5 signs"),
        (
            "crate.ybbbb.lion.bbybg",
            "part 3 of the game, 'lion' at character 13: expected a word of 5 letters a to z",
        ),
        (
            "crate.ybbbb.lions.bbzbg",
            "part 4 of the game, 'bbzbg' at character 19: expected the response to LIONS",
        ),
        ("crate.10030", "part 2 of the game, '10030' at character 7"),
        ("crate.🟨⬛⬛⬛", "part 2 of the game, '🟨⬛⬛⬛' at character 7"),
        ("crate.🟨⬛⬛🟥⬛", "part 2 of the game, '🟨⬛⬛🟥⬛' at character 7"),
        ("crate.🟦🟨🟦🟦🟩", "part 2 of the game, '🟦🟨🟦🟦🟩' at character 7"),  # blue is grey, or yellow?
        ("crate.🟪⬛⬛🟨⬛", "part 2 of the game, '🟪⬛⬛🟨⬛' at character 7"),
        (
            "Wordle 7 4/6\ncrate 🟨⬛⬛⬛⬛\nlions ⬛⬛🟨⬛🟩\nfocus 🟩🟩🟩🟩🟩",
            "'Wordle 7 4/6' says 4, but row 3 finds the hidden word: is a row lost?",
        ),
        ("Wordle 7 X/6* crate.lions.focus", "'Wordle 7 X/6*' says X, but row 3 finds the hidden word"),
        ("crate.🧡⬛⬛💚⬛", "part 2 of the game, '🧡⬛⬛💚⬛' at character 7"),
        ("crate y b b", "part 2 of the game, 'ybb' at character 7"),
        ("crate  li0ns", "part 2 of the game, 'li0ns' at character 8"),
        ("crate.lions.fokus1", "part 3 of the game, 'fokus1' at character 13: expected a word of 5 letters"),
        ("crate.héros", "part 2 of the game, 'héros' at character 7: expected a word of 5 letters a to z"),
        ("crate ybbbb\nlion bbybg", "part 3 of the game, 'lion' at character 1 of line 2: expected a word"),
        ("crate.\x1b[31m", "part 2 of the game, '\\x1b[31m' at character 7"),
        ("Daily Quordle 1,234\n6\ufe0f\u20e38\ufe0f\u20e3\n", "'Quordle 1,234': a summary of several boards"),
        (
            "6\ufe0f\u20e38\ufe0f\u20e3\n",
            "'6\ufe0f\u20e3': a summary of several boards doesn't say what was guessed",
        ),
    ],
)
def test_mistakes_are_named(text: str, message: str) -> None:
    with pytest.raises(HistoryError) as raised:
        parse_game(text, 5)
    assert str(raised.value).startswith(message)
    assert str(raised.value).isprintable()


def test_responses_beside_the_hidden_word() -> None:
    assert parse_game("crate.ybbbb.lions", 5, hidden="focus") == PLAYED[:2]
    with pytest.raises(HistoryError, match=r"^if FOCUS is hidden, CRATE gets YBBBB, not YBBBG$"):
        parse_game("crate.ybbbg", 5, hidden="focus")


@pytest.mark.parametrize("hidden", ["abc", "", "focu5", "fôcus"])
def test_a_hidden_word_that_is_none(hidden: str) -> None:
    with pytest.raises(HistoryError, match=f"the hidden word: expected a word of 5 .*, found '{hidden}'"):
        parse_game("crate lions", 5, hidden=hidden)
    assert parse_game("crate lions", 5, hidden="FOCUS") == PLAYED[:2]


@pytest.mark.parametrize("text", ["gYb", "210", "🟩🟨⬛", "🟧🟦⬜", "gyx", "gy-", "gy_", " g, Y. 0 "])
def test_a_response(text: str) -> None:
    assert parse_response(text, 3) == parse_pattern("gyb", 3)


@pytest.mark.parametrize("text", ["", "gy", "gybg", "gyz", "²yb", "ß", "gy b b"])
def test_what_is_no_response(text: str) -> None:
    with pytest.raises(HistoryError, match=r"expected 3 signs, each B, X, -, _ or 0 .grey., Y or 1"):
        parse_response(text, 3)


def test_a_word() -> None:
    assert parse_word(" CRATE. ", 5) == parse_word("c r a t e", 5) == "crate"
    for text in ("", "crat", "crate lions", "cr4te"):
        with pytest.raises(HistoryError, match="guess: expected a word of 5 letters a to z, found"):
            parse_word(text, 5)


@pytest.mark.parametrize(
    "text",
    [
        "Šachu bybg CHATA 0000",
        "ŠACHU🟨⬛⬛🟩 CHATA⬛⬛⬛⬛",
        "šachu1002.chata.x_-b",
        "šachu 1 0 0 2 c-hat - - - -",
    ],
)
def test_letters_of_several_characters(text: str) -> None:
    moves = parse_history(text.replace("bybg", "ybbg"), CZECH)
    assert [len(word) for word, _ in moves] == [4, 4]
    assert moves[0][0] == "šachu"
    assert [pattern for _, pattern in moves] == [parse_pattern("ybbg", 4), 0]


def test_a_hyphen_in_a_word_is_no_grey_tile() -> None:
    assert [len(move.guess) for move in parse_game("šachu c-het", CZECH)] == [4, 4]
    with pytest.raises(
        HistoryError, match=r"part 1 of the game, 'šach' .* expected a word of 4 letters of a b c ch"
    ):
        parse_history("šach.bybg", CZECH)


@pytest.mark.parametrize(
    "text",
    [
        "1122.21.1344.10",
        "1122 21\n1344 10",
        "1122 2b1w, 1344: 1B0C",
        "1122 2 1 1344 1 0",
        "112221 134410",
        "112221134410",
        "1 1 2 2 2 1, 1344 -> 10",
    ],
)
def test_codes(text: str) -> None:
    assert parse_history(text, CODES) == CODES.parse_history("1122.21.1344.10")


NUMBERS = [
    *(
        "1A2B",
        "1a2b",
        "1H2B",
        "1S2B",
        "2w1b",
        "1b 2c",
        "1b2c",
        "1 bull, 2 cows",
        "BCC",
        "+1-2",
        "(1,2)",
        "12",
    ),
    *("1b 2w", "1b2w", "1R2W", "BWW", "WBW", "●○○", "⚫⚪⚪"),
    *("1 b 2 w", "2 whites and 1 black", "1 hit 2 blows", "⚫️⚪️⚪️", "⚪⚫⚪"),
]


@each("response", NUMBERS)
def test_the_two_numbers_of_a_response_as_people_write_them(response: str) -> None:
    for scoring in (
        CODES,
        CodeScoring(4, 10, repeats=False),
        WordScoring(5, feedback=FEEDBACKS["bulls-and-cows"]),
    ):
        guess, other = ("crate", "lions") if scoring.noun == "word" else ("1234", "4321")
        history = parse_history(f"{guess} {response}, {other.upper()} {response}\n", scoring)
        assert scoring.format_history(history) == f"{guess}.12.{other}.12"
        assert parse_response(response, scoring) == history[0][1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1122 ⚫⚫⚫⚫", "⚫⚫⚫⚫ can be 4 black pegs, 40, or a row of squares, 00: write the digits"),
        ("1122 ⚪⚪⚪⚪", "⚪⚪⚪⚪ can be 4 white pegs, 04, or a row of squares, 00: write the digits"),
        (
            "rrgg 1b1w",
            (
                "part 1 of the game, 'rrgg' at character 1: expected a code of 4 signs 1 to 6; "
                "write colours as letters as digits from 1, rrgg as 1122"
            ),
        ),
        (
            "0011 1b1w",
            (
                "part 1 of the game, '0011' at character 1: expected a code of 4 signs 1 to 6; "
                "write colours from 0 as digits from 1, 0011 as 1122"
            ),
        ),
        ("1122 1b1b", "part 2 of the game, '1b1b' at character 6: expected the response to 1122"),
        ("1122 1r1b", "part 2 of the game, '1r1b' at character 6: expected the response to 1122"),
        ("1122 2b", "2b can be black pegs or bulls, 20, or as in 0A2B, 02: write the digits"),
        ("1122 🟣⚪", "part 2 of the game, '🟣⚪' at character 6: expected the response to 1122"),
        (
            "1122 1 bull, 5 cows",
            "part 2 of the game, '1 bull, 5 cows' at character 6: expected the response to 1122",
        ),
    ],
)
def test_what_can_mean_two_responses_or_none(text: str, message: str) -> None:
    with pytest.raises(HistoryError) as raised:
        parse_history(text, CODES)
    assert str(raised.value).startswith(message)


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        *(("2w", "02"), ("2 cows", "02"), ("2 blows", "02"), ("1 ball", "01"), ("3c", "03"), ("0b", "00")),
        *(("1A", "10"), ("2 bulls", "20"), ("2 blacks", "20"), ("1 strike", "10"), ("🔴🔴⚪", "21")),
    ],
)
def test_one_number_where_the_other_is_0(text: str, digits: str) -> None:
    assert parse_response(text, CODES) == parse_response(digits, CODES)


def test_signs_of_codes_and_rows_stay_what_they_are() -> None:
    assert parse_history("bcc 1b1w abc BC", CodeScoring(3, 26)) == (("bcc", 5), ("abc", 5))
    row = "🟢🟡⚪⚪"
    assert CODES.format_history(parse_history(f"1122 {row}", CODES)) == "1122.11"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "1122.5",
            "part 2 of the game, '5' at character 6: expected the response to 1122, two digits, black",
        ),
        ("1122.33", "part 2 of the game, '33' at character 6: expected the response to 1122"),
        ("1172.21", "part 1 of the game, '1172' at character 1: expected a code of 4 signs 1 to 6"),
        ("1122.ybbb", "part 2 of the game, 'ybbb' at character 6"),
        ("1122", "1122 lacks its response: expected two digits, black and white pegs"),
    ],
)
def test_mistakes_in_codes(text: str, message: str) -> None:
    with pytest.raises(HistoryError) as raised:
        parse_history(text, CODES)
    assert str(raised.value).startswith(message)
