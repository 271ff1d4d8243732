"""A game that is shared as rows of squares alone: which guesses fit each row, and how much each row says.

Without the words nobody knows which position a row was played in. So each row is looked at by itself: a guess
*fits* it if one of the hidden words that explain all rows gives it that response. What the row would leave of
all hidden words, if this guess were the first, says how lucky it was: the fewer, the luckier.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.answering import Report
from wordle_cp.errors import HistoryError, brief, counted
from wordle_cp.work import UNLIMITED, Work

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.games.variant import Variant

_GREY: Final = "B"
_GREEN: Final = "G"


@dataclass(frozen=True, slots=True)
class Row:
    """A response, the `guesses` that fit it, and how many hidden words it leaves, at least and at most.

    Guesses that may be hidden come first: people make them most.
    """

    pattern: int
    guesses: tuple[str, ...]
    fewest_left: int
    most_left: int

    __repr__ = brief("pattern", "fewest_left", "most_left")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows(Report):
    """What rows without words say: the hidden words that explain all of them, and each row."""

    variant: Variant
    hidden: tuple[str, ...]
    rows: tuple[Row, ...]

    __repr__ = brief("variant", "rows")


def explain_rows(
    variant: Variant, patterns: Sequence[int], hidden: str | None = None, work: Work = UNLIMITED
) -> Rows:
    """Return what the responses `patterns` of one game say; `hidden` is the hidden word, if it is known.

    Raises:
        HistoryError: no hidden word, or not this one, explains each row; or no game has these rows in this
            order.
        StoppedError: there was reason to stop.
    """
    import numpy as np  # noqa: PLC0415  loads the search, which help texts don't need

    from wordle_cp.engine import Game  # noqa: PLC0415

    started = time.monotonic()
    _demand_order(variant, patterns)
    game = Game(variant.guesses, variant.hidden, variant.scoring, heed=work.demand_time)
    responses = game.by_guess
    words = np.arange(len(variant.hidden)) if hidden is None else np.array([game.hidden_id(hidden)])
    for number, pattern in enumerate(patterns, 1):
        words = words[(responses[:, words] == pattern).any(axis=0)]
        if not words.size:
            row = f"row {number}, {variant.scoring.format_pattern(pattern)}"
            if hidden is not None:
                message = f"{row}: no guess gets this response if {hidden.upper()} is hidden"
            else:
                before = "" if number == 1 else " if those before it are right"
                message = f"{row}: no guess gets this response{before}, whatever word is hidden"
            raise HistoryError(message)
    rows = []
    may_hide = frozenset(variant.hidden)
    for pattern in patterns:
        gets = responses == pattern
        fitting = np.flatnonzero(gets[:, words].any(axis=1))
        left = gets[fitting].sum(axis=1)
        known: list[str] = []
        strange: list[str] = []
        for guess in fitting:
            word = variant.guesses[guess]
            (known if word in may_hide else strange).append(word)
        rows.append(Row(pattern, (*known, *strange), int(left.min()), int(left.max())))
    return Rows(
        variant=variant,
        hidden=tuple(variant.hidden[word] for word in words),
        rows=tuple(rows),
        stopped_by=None,
        seconds=time.monotonic() - started,
    )


def _demand_order(variant: Variant, patterns: Sequence[int]) -> None:
    """Demand what holds of every game, whatever its words: it ends with its last row, and heeds hard mode."""
    limit, mode, shown = variant.max_guesses, variant.mode, variant.scoring.format_pattern
    for number, (before, pattern) in enumerate(pairwise(patterns), 2):
        reason = ""
        if before == variant.scoring.win:
            reason = f"the game is over: row {number - 1} found the hidden word"
        elif limit is not None and number > limit:
            reason = f"the game is over: it has {counted(limit, 'guess', 'guesses')}"
        elif mode.facts and (kept := _not_kept(shown(before), shown(pattern))):
            reason = f"{mode.value} mode forbids this: row {number - 1} has {kept}"
        if reason:
            message = f"row {number}, {shown(pattern)}: {reason}"
            raise HistoryError(message)


def _not_kept(before: str, after: str) -> str:
    """Return what a guess that heeds the tiles `before` gets, whatever the words, and `after` lacks.

    It has their greens, and each of their coloured letters as often or more often; so it gets these greens,
    and so many coloured tiles.
    """
    for place, tiles in enumerate(zip(before, after, strict=True), 1):
        if tiles[0] == _GREEN != tiles[1]:
            return f"a green tile in place {place}, which stays green"
    many, left = (len(tiles) - tiles.count(_GREY) for tiles in (before, after))
    if left >= many:
        return ""
    return f"{counted(many, 'coloured tile', 'coloured tiles')}, and the next one has no fewer"
