"""Questions about lists for which the tables of a game would take gigabytes.

Nothing is searched here: `depth` and `parted` ask such questions.

An opener divides the hidden words into cells, and what a strategy does in one cell has no bearing on the
others. So a question about one opener falls apart: *parts* of the hidden words, each of some whole cells, are
games of their own, with all guesses, and with tables that are small. What is found of the parts is put
together: if the words of each part can be found in time, all can; costs add up; and the preorder of a
strategy has the opener, then what follows it in the strategy of each part, as parts come in the order of
their patterns.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeVar

from wordle_cp.engine import score_matrix, table_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.engine import Game
    from wordle_cp.games.question import Question
    from wordle_cp.games.variant import Variant
    from wordle_cp.work import Work

    _Asked = TypeVar("_Asked", bound=Question)

MOST_BYTES: Final = 2**29
"""What the tables of a game may take: those of 11,585 words of six letters that may all be hidden do."""
CHECKER_BYTES: Final = 300_000_000
"""What the table of the checker may take (`MAX_TABLE_BYTES`); larger games get no lemmas."""
PART_BYTES: Final = 2**28
"""What the tables of a part take, and more if one cell has more words."""
_SAMPLE: Final = 2000  # hidden words that tell promising openers from others


def is_large(question: Question) -> bool:
    """Tell whether the tables for the words of `question` would be too large, and it falls into parts."""
    variant = question.variant
    if not variant.mode.only_facts or not variant.scoring.feedback.shows_facts:
        return False
    return len(question.hidden) > max(1, words_with_room(variant))


def has_checker_room(question: Question) -> bool:
    """Tell whether the checker has room for the patterns of all guesses against the words of `question`."""
    return len(question.hidden) <= _words_with_checker_room(question.variant)


def _words_with_checker_room(variant: Variant) -> int:
    patterns = variant.scoring.win + 1
    size = 1 if patterns <= 2**8 else 2 if patterns <= 2**16 else 4
    return CHECKER_BYTES // (size * len(variant.guesses))


def words_with_room(variant: Variant) -> int:
    """Return how many hidden words a game may have that isn't large."""
    return min(MOST_BYTES // table_bytes(variant.guesses, 1), _words_with_checker_room(variant))


def hard_words(question: Question, openers: Sequence[str], number: int, work: Work) -> set[str]:
    """Return `number` hidden words or some more, those of the largest cells of the first `openers`.

    There are fewer if all openers leave no more.

    Raises:
        StoppedError: there was reason to stop.
    """
    import numpy as np  # noqa: PLC0415  it takes a tenth of a second to load, and few questions are large

    hidden, found = question.hidden, set[str]()
    for opener in openers:
        work.demand_time()
        patterns = score_matrix((opener,), hidden)[0]
        largest = np.bincount(patterns)[: question.variant.scoring.win].argmax()
        found.update(hidden[place] for place in np.flatnonzero(patterns == largest).tolist())
        if len(found) >= number:
            break
    return found


def parts_of(question: _Asked, opener: str) -> Iterator[_Asked]:
    """Yield the question about `opener` and some of the hidden words, in the order of the parts.

    Two hidden words at least are left. Each part has as many, and whole cells of the opener.
    """
    import numpy as np  # noqa: PLC0415  it takes a tenth of a second to load, and few questions are large

    hidden = question.hidden
    most = max(2, PART_BYTES // table_bytes(question.variant.guesses, 1))
    patterns = score_matrix((opener,), hidden)[0]
    order = np.argsort(patterns, kind="stable")
    ends = np.append(np.flatnonzero(np.diff(patterns[order])) + 1, len(order)).tolist()
    start = 0
    for end in ends:
        left = len(order) - end
        if left and (end - start < most or left == 1):
            continue
        words = tuple(hidden[number] for number in sorted(order[start:end].tolist()))
        yield replace(question.about((opener,)), position=replace(question.position, hidden=words))
        start = end


def promising(question: Question, openers: Sequence[str], work: Work) -> tuple[str, ...]:
    """Return `openers`, those first that divide a sample of the hidden words into most cells.

    Raises:
        StoppedError: there was reason to stop.
    """
    import numpy as np  # noqa: PLC0415  it takes a tenth of a second to load, and few questions are large

    from wordle_cp.engine.responses import responses  # noqa: PLC0415

    hidden = question.hidden
    sample = hidden[:: -(-len(hidden) // _SAMPLE)]
    blocks = responses(openers, sample, question.variant.scoring, work)
    cells = np.array([np.count_nonzero(np.bincount(row)) for _, table in blocks for row in table], np.intp)
    return tuple(openers[place] for place in np.argsort(-cells, kind="stable").tolist())


def least_by_cells(
    question: Question, openers: Sequence[str], work: Work, game: Game | None = None
) -> tuple[int, str]:
    """Return the least of the lower bounds of the `openers`, in guesses, and the first opener that has it.

    Of a cell one word is found by the next guess, as many as there are responses by the one after it, and so
    on (docs/certificates/, bound "levels"). With tiles there may be a response for each word, so that n words
    take 2 n - 1. Without tiles the `game` of the question is needed. Weights aren't minded.

    Raises:
        StoppedError: there was reason to stop.
    """
    import numpy as np  # noqa: PLC0415  it takes a tenth of a second to load, and few questions are large

    from wordle_cp.engine.responses import responses  # noqa: PLC0415

    hidden, scoring = question.hidden, question.variant.scoring
    costs = np.array(_costs_of_cells(question))
    table_of = None if scoring.feedback.shows_facts else game
    totals = [
        len(hidden) + int(costs[np.bincount(row)[: scoring.win]].sum())
        for _, table in responses(openers, hidden, scoring, work, table_of)
        for row in table
    ]
    weakest = int(np.argmin(totals))
    return totals[weakest], openers[weakest]


def least_by_number(question: Question) -> int:
    """Return how many guesses any opener takes at least, were its cells as equal as they can be.

    That needs no response, and is at most what `least_by_cells` returns.
    """
    words, cells = len(question.hidden), question.variant.scoring.response_count - 1
    costs = _costs_of_cells(question)
    size, larger = divmod(words - 1, cells)  # the opener itself is hidden
    return words + larger * costs[size + 1] + (cells - larger) * costs[size]


def _costs_of_cells(question: Question) -> list[int]:
    """Return how many guesses a cell of 0, 1, ... words takes at least, as `least_by_cells` says."""
    words, scoring = len(question.hidden), question.variant.scoring
    costs, guess, room = [0], 1, 1
    while len(costs) <= words:
        last, more = costs[-1], min(room, words + 1 - len(costs))
        costs += range(last + guess, last + guess * more + 1, guess)
        guess += 1
        room *= words if scoring.feedback.shows_facts else scoring.response_count - 1
    return costs
