"""What is typed into the row of a move, and colours that change with a click."""

from __future__ import annotations

import re
from typing import Final

import pytest

from wordle_cp.errors import HistoryError
from wordle_cp.games.notation import parse_history
from wordle_cp.games.variant import Variant
from wordle_cp.rules.feedback.registry import FEEDBACKS
from wordle_cp.rules.letters import Alphabet
from wordle_cp.rules.scoring import CodeScoring, Scoring, WordScoring
from wordle_cp.rules.words import parse_pattern
from wordle_cp.web.markup import MOST_KEYS, keys_html
from wordle_cp.web.tiles import read_moves, turned

WORDS: Final = WordScoring(5)


def test_moves() -> None:
    assert read_moves("salet bybbb", WORDS) == parse_history("salet.bybbb", WORDS)
    assert read_moves("mild bbbg", WordScoring(4)) == parse_history("mild.bbbg", 4)
    assert read_moves("SALET \N{LARGE GREEN SQUARE}\ufe0f" + "0" * 4, WORDS) == (("salet", 2),)
    game = "salet.bybbb.crony.bgbbb"
    assert read_moves(game, WORDS) == parse_history(game, WORDS)
    assert read_moves("salet bybbb\ncrony 02000", WORDS) == parse_history(game, WORDS)
    with pytest.raises(HistoryError, match="expected a word of 5 letters"):
        read_moves("sale", WORDS)
    with pytest.raises(HistoryError, match="SALET lacks its response"):
        read_moves("salet", WORDS)
    with pytest.raises(HistoryError, match="at character 13"):
        read_moves("salet bybbb cron bgbbb", WORDS)


@pytest.mark.parametrize("text", ["salet y", "salet bybb", "crane 12345", "salet crony", "salet bybb!"])
def test_a_slip_is_no_other_question(text: str) -> None:
    with pytest.raises(HistoryError, match="5 signs, each B, X, -, _ or 0"):
        read_moves(text, WORDS)


@pytest.mark.parametrize("text", ["", "5alet", "sale", "s4let bybbb"])
def test_what_is_no_word(text: str) -> None:
    with pytest.raises(HistoryError, match="a word of 5 letters"):
        read_moves(text, WORDS)


def test_a_click_turns_a_tile() -> None:
    history = parse_history("salet.bybbb.crony.bgbbb", 5)
    assert turned(history, 0, 1) == parse_history("salet.bgbbb.crony.bgbbb", 5)
    assert turned(history, 1, 1) == parse_history("salet.bybbb.crony.bbbbb", 5)
    assert turned(history, 1, 4)[1] == ("crony", parse_pattern("bgbby", 5))


SHARED = "Wordle 1,234 X/6*\n\n\N{LARGE YELLOW SQUARE}" + 4 * "\N{BLACK LARGE SQUARE}"


@pytest.mark.parametrize("shared", [f"{SHARED} crate", SHARED.replace("\n\n", "\n\ncrate "), "crate ybbbb"])
def test_what_the_game_shares_is_read_with_the_words_beside_it(shared: str) -> None:
    assert read_moves(shared, WORDS) == parse_history("crate.ybbbb", WORDS)


def test_squares_alone_are_told_what_they_lack() -> None:
    with pytest.raises(HistoryError, match=r"^these are squares alone: write each guess beside its row"):
        read_moves(SHARED, WORDS)


def test_a_heading_alone_is_no_move() -> None:
    with pytest.raises(HistoryError, match="expected a game such as"):
        read_moves("Wordle 1,234 3/6", WORDS)


JOTTO: Final = WordScoring(5, feedback=FEEDBACKS["jotto"])
PEGS: Final = CodeScoring(4, 6)


@pytest.mark.parametrize(
    ("text", "scoring", "move"),
    [
        ("ANGEL 4", JOTTO, ("angel", 4)),
        ("angel!", JOTTO, ("angel", 6)),
        ("1123 21", PEGS, ("1123", 11)),
        ("1123 🟩🟩🟨⬛", PEGS, ("1123", 11)),
    ],
)
def test_games_of_other_feedbacks(text: str, scoring: Scoring, move: tuple[str, int]) -> None:
    assert read_moves(text, scoring) == (move,)


def pressed(scoring: Scoring, **known: str) -> list[str]:
    """Return what the keys of a game do."""
    return re.findall('data-do="([^"]*)"', keys_html(scoring, known))


def test_there_is_a_key_for_each_letter_and_for_each_of_a_few_responses() -> None:
    assert pressed(WordScoring(5))[:3] == ["key q", "key w", "key e"]
    assert {"enter", "erase", "key m"} < {*pressed(WordScoring(5))}
    assert 'class="key green"' in keys_html(WordScoring(5), {"q": "green"})
    animals = tuple(sorted("🐙🐝🐞🐢"))
    assert pressed(WordScoring(3, Alphabet(animals))) == [*(f"key {one}" for one in animals), "erase"]
    assert pressed(JOTTO)[-7:] == [*(f"answer {number}" for number in range(6)), "answer !"]
    pegs = pressed(PEGS)
    assert pegs[:7] == [*(f"key {number}" for number in range(1, 7)), "erase"]
    assert pegs[7:10] == ["answer 00", "answer 01", "answer 02"]
    many = tuple(map(chr, range(0xAC00, 0xAC00 + MOST_KEYS + 1)))
    assert pressed(WordScoring(3, Alphabet(many))) == []


@pytest.mark.parametrize("name", ["black-pegs-3x4", "bulls-and-cows", "mastermind-4x6", "mastermind-5x8"])
def test_the_keys_of_codes_are_all_their_responses(name: str) -> None:
    scoring = Variant.load(name).scoring
    length = scoring.length
    pairs = [(black, white) for black in range(length + 1) for white in range(length + 1 - black)]
    pairs.remove((length - 1, 1))  # with all others in place the last one is, too
    texts = [str(black) for black in range(length + 1)]
    if name != "black-pegs-3x4":
        texts = [f"{black}{white}" for black, white in pairs]
    assert [do for do in pressed(scoring) if do.startswith("answer")] == [f"answer {one}" for one in texts]
    assert not re.findall("answer", keys_html(scoring, {}, responses=False))


def test_letters_stand_in_three_rows_whatever_stands_below() -> None:
    rows = keys_html(JOTTO, {}).split("</div>")[:-1]
    assert ['class="many"' in row for row in rows] == [False, False, False, True]
    assert ['class="many"' in row for row in keys_html(PEGS, {}).split("</div>")[:-1]] == [True, True]
