"""Ways to write a game: with responses or words alone; letters, digits, squares; mistakes are located."""

from __future__ import annotations

import pytest

from wordle_cp.errors import HistoryError
from wordle_cp.games.notation import Move, parse_game, pattern_of
from wordle_cp.rules.words import parse_pattern

PLAYED = (Move("crate", 1), Move("lions", 171), Move("focus", 242))
"""CRATE YBBBB, LIONS BBYBG, FOCUS GGGGG: 1, 9 + 162, and 3^5 - 1."""


@pytest.mark.parametrize(
    "text",
    [
        "crate.ybbbb.lions.bbybg.focus.ggggg",
        "CRATE.YBBBB.LIONS.BBYBG.FOCUS.GGGGG",
        "crate 10000 lions 00102 focus 22222",
        "crate, 1bb0B\nlions: bb1BG; focus ggggg\n",
        "crate.🟨⬛⬛⬛⬛.lions.⬛⬛🟨⬛🟩.focus.🟩🟩🟩🟩🟩",
        "crate 🟦⬜⬜⬜⬜ lions ⬜⬜🟦⬜🟧 focus 🟧🟧🟧🟧🟧",
        "crate 🟨⬛\ufe0f⬛⬛⬛ lions ⬛⬛🟨⬛🟩 focus 🟩🟩🟩🟩🟩",
        "crate.lions.focus",
        "Crate LIONS focus",
    ],
)
def test_the_same_game(text: str) -> None:
    assert parse_game(text, 5) == PLAYED


def test_the_last_word_may_lack_its_response() -> None:
    assert parse_game("crate.ybbbb.lions", 5) == (PLAYED[0], Move("lions", None))


def test_words_alone() -> None:
    assert parse_game("focus", 5) == (PLAYED[2],)
    assert parse_game("crate lions", 5, hidden="focus") == PLAYED[:2]
    assert parse_game("crate lions focus", 5, hidden="focus") == PLAYED


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a game such as crate.ybbbb.lions.bbybg, found nothing"),
        (" . ", "expected a game such as"),
        ("crate.ybbb", "part 2 of the game, at character 7: response 'ybbb': expected 5 signs"),
        (
            "crate.ybbbb.lion.bbybg",
            "part 3 of the game, at character 13: expected a word of 5 letters a to z",
        ),
        ("crate.ybbbb.lions.bbxbg", "part 4 of the game, at character 19: response 'bbxbg'"),
        ("crate.10030", "part 2 of the game, at character 7: response '10030'"),
        ("crate.🟨⬛⬛⬛", "part 2 of the game, at character 7: response '🟨⬛⬛⬛'"),
        ("crate  li0ns", "part 2 of the game, at character 8: response 'li0ns'"),
        ("crate.lions.fokus1", "part 3 of the game, at character 13: expected a word of 5 letters"),
        ("crate.héros", "part 2 of the game, at character 7: expected a word of 5 letters a to z"),
        ("crate.\x1b[31m", "part 2 of the game, at character 7"),
    ],
)
def test_mistakes_are_located(text: str, message: str) -> None:
    with pytest.raises(HistoryError) as raised:
        parse_game(text, 5)
    assert str(raised.value).startswith(message)
    assert str(raised.value).isprintable()


def test_responses_beside_the_hidden_word() -> None:
    with pytest.raises(HistoryError, match="part 2 of the game, at character 7: expected words alone"):
        parse_game("crate.ybbbb", 5, hidden="focus")


@pytest.mark.parametrize("hidden", ["abc", "", "focu5", "fôcus"])
def test_a_hidden_word_that_is_none(hidden: str) -> None:
    with pytest.raises(HistoryError, match=f"the hidden word: expected a word of 5 .*, found '{hidden}'"):
        parse_game("crate lions", 5, hidden=hidden)
    assert parse_game("crate lions", 5, hidden="FOCUS") == PLAYED[:2]


def test_patterns() -> None:
    assert pattern_of("gYb", 3) == pattern_of("210", 3) == pattern_of("🟩🟨⬛", 3) == parse_pattern("gyb", 3)
    for text in ("", "gy", "gybg", "gyx", "²yb", "ß"):
        with pytest.raises(HistoryError, match="expected 3 signs"):
            pattern_of(text, 3)
