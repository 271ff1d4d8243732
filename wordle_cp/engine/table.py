"""The table of responses of a feedback that no native kernel knows, made with numpy.

The native game takes it as it is (native/game/game.hpp). A test compares it with `Feedback.score`. A feedback
that neither counts letters nor judges each by itself is asked pair by pair.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from wordle_cp.rules.feedback.base import Counting, LetterByLetter
from wordle_cp.rules.letters import numbered

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import DTypeLike, NDArray

    from wordle_cp.rules.scoring import Scoring

    _Letters = NDArray[np.intp]
    """Numbers of the letters of hidden words, [position][word]."""
    _Table = NDArray[np.unsignedinteger[Any]]


def response_table(
    guesses: Sequence[str], hidden: Sequence[str], scoring: Scoring, dtype: DTypeLike
) -> NDArray[np.unsignedinteger]:
    """Return the responses to `guesses` for `hidden` words, shape (guesses, hidden), of the type `dtype`."""
    feedback, length = scoring.feedback, scoring.length
    numbers, flat = numbered(hidden)
    letters = np.array(flat, np.intp).reshape(len(hidden), length).T
    table = np.empty((len(guesses), len(hidden)), dtype)
    if isinstance(feedback, Counting):
        _count(feedback, guesses, letters, numbers, table)
    elif isinstance(feedback, LetterByLetter):
        _add_letters(feedback, guesses, letters, numbers, table)
    else:
        table[:] = [[feedback.score(guess, word) for word in hidden] for guess in guesses]
    return table


def _count(
    feedback: Counting, guesses: Sequence[str], letters: _Letters, numbers: Mapping[str, int], table: _Table
) -> None:
    """Fill `table` for a feedback by letters in place and letters shared."""
    length, words = letters.shape
    responses = np.array(
        [
            [feedback.of_counts(in_place, shared, length) for shared in range(length + 1)]
            for in_place in range(length + 1)
        ],
        table.dtype,
    )
    counts = np.array([(letters == number).sum(axis=0) for number in range(len(numbers))], np.uint8)
    for row, guess in zip(table, guesses, strict=True):
        in_place, shared = np.zeros((2, words), np.uint8)
        for place, letter in enumerate(guess):
            if letter in numbers:
                in_place += letters[place] == numbers[letter]
        for letter in set(guess):
            if letter in numbers:
                shared += np.minimum(counts[numbers[letter]], guess.count(letter))
        row[:] = responses[in_place, shared]


def _add_letters(
    feedback: LetterByLetter,
    guesses: Sequence[str],
    letters: _Letters,
    numbers: Mapping[str, int],
    table: _Table,
) -> None:
    """Fill `table` for a feedback that judges each letter by itself."""
    places = range(len(letters))
    added = np.empty((len(places), len(numbers) + 1, letters.shape[1]), table.dtype)
    for number in range(len(numbers) + 1):  # the last one is any letter that no hidden word has
        here = letters == number
        anywhere = here.any(axis=0)
        for place in places:
            here_there = ((False, False), (False, True), (True, True))
            grey, elsewhere, in_place = (
                feedback.of_letter(place, in_place=is_in_place, anywhere=is_anywhere)
                for is_in_place, is_anywhere in here_there
            )
            added[place, number] = np.where(here[place], in_place, np.where(anywhere, elsewhere, grey))
    for row, guess in zip(table, guesses, strict=True):
        of_letters = [added[place, numbers.get(letter, len(numbers))] for place, letter in enumerate(guess)]
        np.sum(of_letters, axis=0, dtype=table.dtype, out=row)
