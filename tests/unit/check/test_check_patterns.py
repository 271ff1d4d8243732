"""The checker's arithmetic on all guesses at once says what the readable rules say one by one."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tests.each import each
from tests.oracle.games import Size, random_game
from wordle_cp import data
from wordle_cp.check.counting import patterns as check_patterns
from wordle_cp.check.counting.patterns import GuessPatterns
from wordle_cp.rules.words import Restriction, is_consistent, pattern_of

NOTHING = Restriction((None,) * 5, ())


def seeded(seed: int | str) -> random.Random:
    """Return the same random numbers in every run."""
    return random.Random(seed)  # noqa: S311


def restriction_of(rng: random.Random, guess: str, hidden: str) -> Restriction:
    """Return what the response to `guess` fixes, with some of it left out at random."""
    whole = Restriction.of(((guess, pattern_of(guess, hidden)),), len(guess))
    return Restriction(
        tuple(green if rng.random() < 0.7 else None for green in whole.greens),
        tuple(count for count in whole.counts if rng.random() < 0.7),
    )


@pytest.mark.parametrize("name", ["original-guesses", "nyt-2022-08-30-guesses"])
def test_patterns_of_real_lists(name: str) -> None:
    words = data.word_list(name)
    rng = seeded(name)
    guesses = GuessPatterns(words)
    for hidden in [*rng.sample(words, 8), "mamma", "eerie", "sassy"]:
        column = guesses.patterns(hidden)
        assert column.dtype == np.uint8
        assert column.tolist() == [pattern_of(guess, hidden) for guess in words]
        assert guesses.patterns(hidden) is column


@each("seed", range(60))
def test_patterns_of_small_games(seed: int) -> None:
    game = random_game(seeded(seed), Size(9, 40))
    guesses = GuessPatterns(game.guesses)
    for hidden in game.hidden:
        assert guesses.patterns(hidden).tolist() == [pattern_of(guess, hidden) for guess in game.guesses]


@pytest.mark.parametrize(("length", "dtype"), [(1, np.uint8), (5, np.uint8), (6, np.uint16), (16, np.uint32)])
def test_patterns_of_words_of_any_length(length: int, dtype: type[np.unsignedinteger]) -> None:
    rng = seeded(length)
    words = sorted({"".join(rng.choices("abc", k=length)) for _ in range(50)})
    column = GuessPatterns(words).patterns(words[0])
    assert column.dtype == dtype
    assert column.tolist() == [pattern_of(guess, words[0]) for guess in words]


def test_columns_are_forgotten_where_memory_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    words = data.word_list("original-hidden")[:50]
    monkeypatch.setattr(check_patterns, "MAX_CACHE_BYTES", 150)
    guesses = GuessPatterns(words)
    first = guesses.patterns(words[0])
    for word in (words[1], words[2], words[0]):
        guesses.patterns(word)
    assert guesses.patterns(words[0]) is first
    for word in words[3:6]:
        guesses.patterns(word)
    assert guesses.patterns(words[0]) is not first
    assert guesses.patterns(words[0]).tolist() == first.tolist()


@each("seed", range(20))
def test_permitted_guesses(seed: int) -> None:
    rng = seeded(seed)
    words = data.word_list("original-hidden")
    restriction = restriction_of(rng, *rng.sample(words, 2))
    permitted = GuessPatterns(words).permitted(restriction)
    assert permitted.tolist() == [restriction.permits(word) for word in words]


@each("seed", range(20))
def test_guesses_that_fix_what_is_wanted(seed: int) -> None:
    rng = seeded(seed)
    words = data.word_list("original-hidden")
    hidden = rng.choice(words)
    wanted, before = (restriction_of(rng, rng.choice(words), hidden) for _ in range(2))
    allowed = [word for word in words if before.permits(word)]
    fixing = GuessPatterns(allowed).fixing(wanted, before, hidden)
    after = [
        before.joined_with(Restriction.of(((guess, pattern_of(guess, hidden)),), len(hidden)))
        for guess in allowed
    ]
    expected = [fixed.includes(wanted) for fixed in after]
    assert (fixing is None and all(expected)) or (fixing is not None and fixing.tolist() == expected)


@each("seed", range(20))
def test_a_part_of_the_guesses(seed: int) -> None:
    rng = seeded(f"part {seed}")
    words = data.word_list("original-hidden")
    restriction = restriction_of(rng, *rng.sample(words, 2))
    whole = GuessPatterns(words)
    part = whole.under(restriction)
    assert list(part.words) == [word for word in words if restriction.permits(word)]
    hidden = rng.choice(words)
    assert part.patterns(hidden).tolist() == [pattern_of(guess, hidden) for guess in part.words]
    further = restriction_of(rng, *rng.sample(words, 2))
    assert part.permitted(further).tolist() == [further.permits(word) for word in part.words]
    assert whole.under(restriction) is part


def test_the_part_that_is_the_whole_and_the_part_that_is_empty() -> None:
    whole = GuessPatterns(["crane", "slate"])
    assert whole.under(NOTHING) is whole
    empty = whole.under(Restriction(("z", None, None, None, None), ()))
    assert (list(empty.words), len(empty.patterns("crane"))) == ([], 0)


def test_nothing_wanted_is_fixed_by_all() -> None:
    assert GuessPatterns(["crane", "slate"]).fixing(NOTHING, NOTHING, "crane") is None


@each("seed", range(30))
def test_responses_and_the_guesses_that_explain_them(seed: int) -> None:
    rng = seeded(f"responses {seed}")
    words = random_game(rng, Size(9, 40)).guesses
    whole = GuessPatterns(words)
    hidden = rng.choice(words)
    conditions = tuple(
        (guess, pattern_of(guess, hidden)) for guess in sorted(rng.sample(words, min(2, len(words))))
    )
    for guess, _ in conditions:
        assert whole.responses(guess).tolist() == [pattern_of(guess, word) for word in words]
        assert whole.responses(guess) is whole.responses(guess)
    part = whole.explaining(conditions)
    assert list(part.words) == [word for word in words if is_consistent(word, conditions)]
    assert whole.explaining(conditions) is part
    for guesses in (whole, part):
        assert guesses.only(hidden).tolist() == [word == hidden for word in guesses.words]
        assert not guesses.only(None).any()


def test_responses_on_a_real_list() -> None:
    words = data.word_list("original-guesses")
    guesses = GuessPatterns(words)
    for guess in ("mamma", "eerie", "sassy", "crane"):
        assert guesses.responses(guess).tolist() == [pattern_of(guess, word) for word in words]
