"""The rules: scoring with repeated letters, patterns and histories as text, and what each mode allows."""

from __future__ import annotations

import pytest

from wordle_cp.errors import HistoryError
from wordle_cp.rules import modes, words
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.scoring import WordScoring
from wordle_cp.rules.words import Restriction

FIVE = WordScoring(5)
SILLY = FIVE.parse_history("silly.byygb")


@pytest.mark.parametrize(
    ("guess", "hidden", "pattern"),
    [
        ("silly", "hotel", "BBYBB"),  # one L in HOTEL: only the first L is yellow
        ("silly", "daily", "BYBGG"),  # the green L takes it, the first one stays grey
        ("trace", "creep", "BGBYY"),
        ("speed", "abide", "BBYBY"),
        ("eerie", "geese", "YGBBG"),
        ("allay", "llama", "YGYYB"),
        ("crane", "crane", "GGGGG"),
        ("crane", "moist", "BBBBB"),
        ("a", "b", "B"),
        ("ab", "ba", "YY"),
    ],
)
def test_score(guess: str, hidden: str, pattern: str) -> None:
    assert words.format_pattern(words.pattern_of(guess, hidden), len(guess)) == pattern


def test_score_counts_the_digits_from_the_left() -> None:
    assert words.pattern_of("ab", "ac") == 2
    assert words.pattern_of("ab", "cb") == 6
    assert words.pattern_of("abcde", "abcde") == words.all_green(5) == 242


def test_score_refuses_words_of_different_length() -> None:
    with pytest.raises(ValueError, match="zip"):
        words.pattern_of("abc", "abcd")


@pytest.mark.parametrize("text", ["", "bbbb", "bbbbbb", "bbbbx", "00000", "ßbbb", "ŉbbb", "b b b"])
def test_malformed_patterns_are_refused(text: str) -> None:
    with pytest.raises(HistoryError, match="expected 5 letters"):
        words.parse_pattern(text, 5)


@pytest.mark.parametrize("pattern", [-1, 243])
def test_numbers_that_are_no_pattern_are_refused(pattern: int) -> None:
    with pytest.raises(ValueError, match="not a pattern"):
        words.format_pattern(pattern, 5)


def test_history_is_read_in_either_case_and_written_in_one() -> None:
    history = FIVE.parse_history("SALET.bYbBB.handy.bygbb")
    assert history == (("salet", 3), ("handy", 3 + 18))
    assert words.format_history(history, 5) == "salet.BYBBB.handy.BYGBB"
    assert FIVE.parse_history("") == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("salet", "a response after each word"),
        ("salet.bybbb.", "a response after each word"),
        ("salet.bybbb.handy", "a response after each word"),
        ("sale.bybbb", "expected a word of 5 letters a to z"),
        ("salés.bybbb", "expected a word of 5 letters a to z"),
        ("sal3t.bybbb", "expected a word of 5 letters a to z"),
        ("salet.bybb", "expected 5 letters, each B"),
        ("..", "a response after each word"),
        (".", "expected a word of 5 letters a to z"),
        ("sa\nle.bbbbb", "expected a word of 5 letters a to z"),
    ],
)
def test_malformed_histories_are_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(HistoryError, match=message) as caught:
        FIVE.parse_history(text)
    assert "\n" not in str(caught.value)


def test_hard_mode_after_silly() -> None:
    """Published example: L stays in position 4, two Ls are needed, and SILLY itself is allowed again."""
    restriction = Restriction.of(SILLY, 5)
    assert restriction.greens == (None, None, None, "l", None)
    assert dict(restriction.counts) == {"i": 1, "l": 2}
    assert modes.is_allowed("silly", SILLY, Mode.HARD)
    assert not modes.is_allowed("silly", SILLY, Mode.ULTRAHARD)
    assert modes.is_allowed("islly", SILLY, Mode.HARD)
    assert not modes.is_allowed("isley", SILLY, Mode.HARD)


def test_counts_are_of_one_guess_and_never_summed() -> None:
    history = FIVE.parse_history("hello.bbygb.label.ybbbb")
    assert dict(Restriction.of(history, 5).counts) == {"l": 2}
    assert modes.is_allowed("zllly", history, Mode.HARD)


def test_greys_restrict_nothing_in_hard_mode() -> None:
    history = FIVE.parse_history("crate.bbbbb")
    assert modes.is_allowed("crate", history, Mode.HARD)
    assert not modes.is_allowed("crate", history, Mode.ULTRAHARD)


def test_yellow_may_stay_in_its_place_in_hard_mode_only() -> None:
    history = FIVE.parse_history("crate.bybbb")
    assert modes.is_allowed("grind", history, Mode.HARD)
    assert not modes.is_allowed("grind", history, Mode.ULTRAHARD)


def test_normal_mode_allows_everything() -> None:
    assert modes.is_allowed("zzzzz", SILLY, Mode.NORMAL)
    assert modes.explain_not_allowed("zzzzz", SILLY, Mode.NORMAL) is None


def test_contradictory_greens_are_an_error() -> None:
    history = FIVE.parse_history("crate.gbbbb.brick.gbbbb")
    with pytest.raises(HistoryError, match="two different green letters in position 1"):
        Restriction.of(history, 5)
    assert not modes.is_allowed("crate", history, Mode.HARD)


@pytest.mark.parametrize(
    ("guess", "history", "mode", "sentence"),
    [
        ("pagle", "crate.bbbbg", Mode.HARD, None),
        ("paglo", "crate.bbbbg", Mode.HARD, "PAGLO: the green E of CRATE must stay in position 5"),
        ("moist", "crate.bybbb", Mode.HARD, "MOIST: the yellow R of CRATE must be used again"),
        (
            "limbs",
            "silly.bbyyb",
            Mode.HARD,
            "LIMBS: the two Ls that SILLY shows must be used again, here is one L",
        ),
        (
            "moist",
            "silly.bbyyb",
            Mode.HARD,
            "MOIST: the two Ls that SILLY shows must be used again, here is no Ls",
        ),
        (
            "grind",
            "crate.bybbb",
            Mode.ULTRAHARD,
            "GRIND: the yellow R of CRATE says that there is no R in position 2",
        ),
        ("moist", "salet.bbbbb", Mode.ULTRAHARD, "MOIST: the grey S of SALET says that there is no S"),
        (
            "llama",
            "silly.bbybb",
            Mode.ULTRAHARD,
            "LLAMA: the grey L of SILLY says that there is at most one L",
        ),
        ("drill", "silly.bbybb", Mode.ULTRAHARD, "DRILL: the grey I of SILLY says that there is no I"),
        (
            "amble",
            "silly.bbybb",
            Mode.ULTRAHARD,
            "AMBLE: the grey L of SILLY says that there is no L in position 4",
        ),
        (
            "pagle",
            "silly.bbbyb",
            Mode.ULTRAHARD,
            "PAGLE: the yellow L of SILLY says that there is no L in position 4",
        ),
        ("lemon", "silly.bbbyb", Mode.ULTRAHARD, "LEMON: no word gives SILLY the pattern BBBYB"),
        (
            "pagle",
            "salet.bybbb.crate.bbgbb.moist.ybbbb",
            Mode.HARD,
            "PAGLE: the green A of CRATE must stay in position 3",
        ),
    ],
)
def test_explanations_name_the_letter_and_the_past_guess(
    guess: str, history: str, mode: Mode, sentence: str | None
) -> None:
    assert modes.explain_not_allowed(guess, FIVE.parse_history(history), mode) == sentence
