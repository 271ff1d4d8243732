"""Responses of both kinds of game: what they are, how they are written, and all ways to compute them."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tests.oracle.brute_codes import response
from wordle_cp.check.counting.patterns import GuessPatterns
from wordle_cp.engine import Game
from wordle_cp.errors import HistoryError
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.scoring import CodeScoring, WordScoring
from wordle_cp.rules.words import GREEN, GREY, YELLOW

GAMES = (
    CodeScoring(1, 3),
    CodeScoring(2, 12),
    CodeScoring(3, 4),
    CodeScoring(4, 3),
    CodeScoring(3, 5, repeats=False),
    CodeScoring(4, 10, repeats=False),
    CodeScoring(5, 26),
)


def some_codes(game: CodeScoring, most: int = 120) -> list[str]:
    """Return up to `most` codes of `game`, always the same ones."""
    rng = random.Random(8)  # noqa: S311  no cryptography
    if game.code_count <= most:
        return list(game.codes())
    drawn = set[str]()
    while len(drawn) < most:
        drawn.add(
            "".join(
                rng.choices(game.signs, k=game.length)
                if game.repeats
                else rng.sample(game.signs, game.length)
            )
        )
    return sorted(drawn)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_responses_are_those_of_the_definition_on_every_path(game: CodeScoring) -> None:
    codes = some_codes(game, 30 if game.length > 3 else 60)
    expected = np.array(
        [
            [black * (game.length + 1) + white for black, white in (response(g, h) for h in codes)]
            for g in codes
        ]
    )
    assert [[game.score(g, h) for h in codes] for g in codes] == expected.tolist()
    assert len(np.unique(expected)) <= game.response_count
    assert (np.diag(expected) == game.win).all()
    assert (expected + np.eye(len(codes), dtype=int) * -game.win < game.win).all()
    native = Game(codes, codes[::3], game)
    assert (native.by_guess == expected[:, ::3]).all()
    assert (native.by_hidden == expected[:, ::3].T).all()
    guesses = GuessPatterns(codes, scoring=game)
    for place in range(0, len(codes), 7):
        assert (guesses.scored(codes[place]) == expected[:, place]).all()
        assert (guesses.responses(codes[place]) == expected[place]).all()


@pytest.mark.parametrize("game", GAMES[:5], ids=str)
def test_codes_are_all_there_are_in_order(game: CodeScoring) -> None:
    codes = list(game.codes())
    assert len(codes) == len(set(codes)) == game.code_count
    assert codes == sorted(codes)
    assert all(game.is_word(code) for code in codes)


def test_what_is_no_code() -> None:
    game = CodeScoring(4, 6)
    assert [game.is_word(text) for text in ("1122", "112", "1172", "1102", "ab12", "11111")] == [
        True,
        *[False] * 5,
    ]
    assert not CodeScoring(4, 10, repeats=False).is_word("0120")
    assert CodeScoring(2, 12).signs == "0123456789ab"


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_responses_and_histories_are_read_as_they_are_written(game: CodeScoring) -> None:
    codes = some_codes(game)
    for pattern in sorted({game.score(g, h) for g in codes[:20] for h in codes}):
        assert game.parse_pattern(game.format_pattern(pattern)) == pattern
        text = game.format_pattern(pattern)
        black, white = text[0], text[1]
        tiles = game.tiles(pattern)
        assert len(tiles) == game.length
        assert (tiles.count(GREEN), tiles.count(YELLOW)) == (int(black), int(white))
        assert game.parse_pattern(f"{black}b{white}w") == game.parse_pattern(f"{black}B{white}C") == pattern
    history = tuple((code, game.score(code, codes[0])) for code in codes[1:4])
    assert game.parse_history(game.format_history(history)) == history
    assert game.parse_history(game.format_history(history).upper()) == history
    assert game.parse_history("") == ()


@pytest.mark.parametrize("text", ["", "2", "32", "50", "111", "2a", "b2", "-1", "\N{SUPERSCRIPT TWO}1"])
def test_other_responses_are_refused(text: str) -> None:
    with pytest.raises(HistoryError):
        CodeScoring(4, 6).parse_pattern(text)


@pytest.mark.parametrize("text", ["1122", "1122.21.3344", "1172.21", "112.21", "1122.41.x"])
def test_other_histories_are_refused(text: str) -> None:
    with pytest.raises(HistoryError):
        CodeScoring(4, 6).parse_history(text)


@pytest.mark.parametrize("pattern", [-1, 4, 21, 25])
def test_other_numbers_are_no_response(pattern: int) -> None:
    game = CodeScoring(4, 6)
    if pattern == 4:  # no black and four white pegs
        assert game.format_pattern(pattern) == "04"
        return
    with pytest.raises(ValueError, match="not a response to 4 pegs"):
        game.format_pattern(pattern)


@pytest.mark.parametrize(
    ("pegs", "colours", "repeats"), [(0, 3, True), (10, 3, True), (2, 0, True), (2, 37, True), (3, 2, False)]
)
def test_numbers_out_of_range(pegs: int, colours: int, repeats: bool) -> None:  # noqa: FBT001  a parameter
    with pytest.raises(ValueError, match="expected"):
        CodeScoring(pegs, colours, repeats)


def test_hard_mode_of_codes_asks_for_consistent_guesses() -> None:
    game = CodeScoring(4, 6)
    history = game.parse_history("1122.21")
    for mode in (Mode.HARD, Mode.ULTRAHARD):
        allowed = [code for code in game.codes() if game.is_allowed(code, history, mode)]
        assert allowed == [
            code for code in game.codes() if game.score("1122", code) == game.parse_pattern("21")
        ]
    reason = game.explain_not_allowed("3333", history, Mode.HARD)
    assert reason == "3333: if it were hidden, 1122 would have got 00, not 21"
    assert game.is_allowed("3333", history, Mode.NORMAL)


def test_words_are_scored_as_the_rules_say() -> None:
    game = WordScoring(5)
    history = game.parse_history("salet.bybbb")
    assert game.format_history(history) == "salet.BYBBB"
    assert game.tiles(history[0][1]) == (GREY, YELLOW, GREY, GREY, GREY)
    assert game.win == 242
    assert game.response_count == 238
    assert [game.is_word(text) for text in ("crane", "Crane", "cran", "cr4ne", "crän")] == [
        True,
        *[False] * 4,
    ]
    assert game.is_allowed("crane", history, Mode.HARD)
    assert not game.is_allowed("stone", history, Mode.HARD)
