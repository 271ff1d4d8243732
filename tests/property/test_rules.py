"""The rules against definitions written another way, on random words over few letters."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from wordle_cp.errors import HistoryError
from wordle_cp.rules import modes
from wordle_cp.rules import words as rules
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.scoring import WordScoring
from wordle_cp.rules.words import History, Restriction


def words(length: int) -> st.SearchStrategy[str]:
    """Return words over three letters, so that letters repeat."""
    return st.text("abc", min_size=length, max_size=length)


PAIRS = st.integers(1, 5).flatmap(lambda length: st.tuples(words(length), words(length)))
GAMES = st.integers(1, 5).flatmap(
    lambda length: st.tuples(words(length), st.lists(words(length), max_size=4), words(length))
)
"""A hidden word, past guesses, and a next guess."""


def history_of(guesses: list[str], hidden: str) -> History:
    """Return the history of these guesses."""
    return tuple((guess, rules.pattern_of(guess, hidden)) for guess in guesses)


@given(PAIRS)
def test_score_colours_as_many_tiles_of_a_letter_as_both_words_have(pair: tuple[str, str]) -> None:
    guess, hidden = pair
    tiles = list(zip(guess, rules.format_pattern(rules.pattern_of(guess, hidden), len(guess)), strict=True))
    assert [colour == "G" for _, colour in tiles] == [g == h for g, h in zip(guess, hidden, strict=True)]
    coloured = Counter(letter for letter, colour in tiles if colour != "B")
    assert coloured == Counter(guess) & Counter(hidden)
    for letter in set(guess):
        rest = "".join(colour for other, colour in tiles if other == letter and colour != "G")
        assert "BY" not in rest


@given(PAIRS)
def test_all_green_means_equal(pair: tuple[str, str]) -> None:
    guess, hidden = pair
    assert (rules.pattern_of(guess, hidden) == rules.all_green(len(guess))) == (guess == hidden)


@given(st.integers(1, 5).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, 3**n - 1))))
def test_patterns_survive_the_round_trip(case: tuple[int, int]) -> None:
    length, pattern = case
    text = rules.format_pattern(pattern, length)
    assert rules.parse_pattern(text, length) == rules.parse_pattern(text.lower(), length) == pattern


@given(GAMES)
def test_histories_survive_the_round_trip(game: tuple[str, list[str], str]) -> None:
    hidden, guesses, _ = game
    history = history_of(guesses, hidden)
    assert WordScoring(len(hidden)).parse_history(rules.format_history(history, len(hidden))) == history


@given(st.text(), st.integers(1, 5))
def test_any_text_is_a_history_or_one_line_of_error(text: str, length: int) -> None:
    try:
        history = WordScoring(length).parse_history(text)
    except HistoryError as error:
        assert str(error).isprintable()
    else:
        assert rules.format_history(history, length).lower() == text.lower()


@given(GAMES)
def test_hard_mode_is_its_restriction(game: tuple[str, list[str], str]) -> None:
    hidden, guesses, guess = game
    history = history_of(guesses, hidden)
    permitted = Restriction.of(history, len(hidden)).permits(guess)
    assert modes.is_allowed(guess, history, Mode.HARD) == permitted
    assert modes.is_allowed(hidden, history, Mode.HARD)


@given(GAMES)
def test_ultrahard_mode_is_consistency(game: tuple[str, list[str], str]) -> None:
    hidden, guesses, guess = game
    history = history_of(guesses, hidden)
    consistent = all(rules.pattern_of(past, guess) == pattern for past, pattern in history)
    assert rules.is_consistent(guess, history) == consistent
    assert modes.is_allowed(guess, history, Mode.ULTRAHARD) == consistent
    assert modes.is_allowed(hidden, history, Mode.ULTRAHARD)
    if consistent:
        assert modes.is_allowed(guess, history, Mode.HARD)


@given(GAMES, st.sampled_from([Mode.HARD, Mode.ULTRAHARD]))
def test_explanations_blame_a_letter_of_a_guess_that_alone_forbids_the_word(
    game: tuple[str, list[str], str], mode: Mode
) -> None:
    hidden, guesses, guess = game
    history = history_of(guesses, hidden)
    sentence = modes.explain_not_allowed(guess, history, mode)
    if sentence is None:
        return
    word, _, reason = sentence.partition(": ")
    assert word == guess.upper()
    assert "no word gives" not in reason
    blamed = {past for past in history if past[0].upper() in reason.split()}
    assert any(not modes.is_allowed(guess, (past,), mode) for past in blamed)
    assert any(f" {letter.upper()}{ending}" in reason for letter in set("abc") for ending in (" ", "s "))


@given(GAMES, st.integers(0, 3**5 - 1))
def test_impossible_patterns_are_explained_too(game: tuple[str, list[str], str], number: int) -> None:
    _, guesses, guess = game
    history = tuple((past, number % 3 ** len(past)) for past in guesses)
    consistent = rules.is_consistent(guess, history)
    assert (modes.explain_not_allowed(guess, history, Mode.ULTRAHARD) is None) == consistent
