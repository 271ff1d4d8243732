"""The table of responses of a feedback that no native kernel knows, made with numpy.

The native game takes it as it is (native/game/game.hpp). A test compares it with `Feedback.score`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordle_cp.rules.feedback.base import Counting
from wordle_cp.rules.letters import numbered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import DTypeLike, NDArray

    from wordle_cp.rules.scoring import Scoring


def response_table(
    guesses: Sequence[str], hidden: Sequence[str], scoring: Scoring, dtype: DTypeLike
) -> NDArray[np.unsignedinteger]:
    """Return the responses to `guesses` for `hidden` words, shape (guesses, hidden), of the type `dtype`."""
    feedback = scoring.feedback
    if not isinstance(feedback, Counting):
        rows = [[feedback.score(guess, word) for word in hidden] for guess in guesses]
        return np.array(rows, dtype).reshape(len(guesses), len(hidden))
    length = scoring.length
    responses = np.array(
        [
            [feedback.of_counts(in_place, shared, length) for shared in range(length + 1)]
            for in_place in range(length + 1)
        ],
        dtype,
    )
    numbers, flat = numbered(hidden)
    letters = np.array(flat, np.intp).reshape(len(hidden), length).T
    counts = np.array([(letters == number).sum(axis=0) for number in range(len(numbers))], np.uint8)
    table = np.empty((len(guesses), len(hidden)), dtype)
    for row, guess in zip(table, guesses, strict=True):
        in_place, shared = np.zeros((2, len(hidden)), np.uint8)
        for place, letter in enumerate(guess):
            if letter in numbers:
                in_place += letters[place] == numbers[letter]
        for letter in set(guess):
            if letter in numbers:
                shared += np.minimum(counts[numbers[letter]], guess.count(letter))
        row[:] = responses[in_place, shared]
    return table
