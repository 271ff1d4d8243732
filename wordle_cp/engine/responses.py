"""The responses of many pairs of words, for those who count them with numpy: block by block, or a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wordle_cp.engine.game import Game, is_wide, score_matrix
from wordle_cp.engine.table import response_table
from wordle_cp.rules.feedback.registry import OF_CODES
from wordle_cp.work import UNLIMITED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.work import Work

    Responses = NDArray[np.unsignedinteger[Any]]

_PAIRS: Final = 2**22
"""Pairs of words that are scored at a time, which takes 24 MB meanwhile; more where many words are hidden."""
_GUESSES: Final = 256


def responses(
    guesses: Sequence[str],
    hidden: Sequence[str],
    scoring: Scoring,
    work: Work = UNLIMITED,
    game: Game | None = None,
) -> Iterator[tuple[slice, Responses]]:
    """Yield the responses to some of the `guesses` after the other: to which, and shape (guesses, hidden).

    A `game` of these hidden words that is at hand has them.

    Raises:
        StoppedError: there is reason to stop.
    """
    kind, together = np.min_scalar_type(scoring.win), max(_GUESSES, _PAIRS // len(hidden))
    if game is None and scoring.feedback == OF_CODES and not is_wide(guesses):
        listed = tuple(dict.fromkeys((*guesses, *hidden)))  # a game has every hidden word among its guesses
        game = Game(listed, hidden, scoring, work=work)
    for start in range(0, len(guesses), together):
        work.demand_time()
        block = slice(start, start + together)
        some = guesses[block]
        if game is not None:
            yield block, game.by_guess[[game.guess_id(guess) for guess in some]]
        elif scoring.feedback.shows_facts:
            yield block, score_matrix(some, hidden).astype(kind, copy=False)
        else:
            yield block, response_table(some, hidden, scoring, kind)


def responses_by_hidden(
    guesses: Sequence[str], hidden: Sequence[str], scoring: Scoring, work: Work = UNLIMITED
) -> Responses:
    """Return the responses to all `guesses`, shape (hidden, guesses).

    Raises:
        StoppedError: there is reason to stop, or no room for the table.
    """
    shape, kind = (len(hidden), len(guesses)), np.min_scalar_type(scoring.win)
    work.demand_room(shape[0] * shape[1] * kind.itemsize)
    table = np.empty(shape, kind)
    for block, some in responses(guesses, hidden, scoring, work):
        table[:, block] = some.T
    return table
