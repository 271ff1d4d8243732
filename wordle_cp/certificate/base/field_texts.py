"""Parts of lines that several kinds of claims share: histories, openers, restrictions, and lemmas."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.base.fields import Field
from wordle_cp.certificate.base.records import MAX_CONDITIONS, MAX_WORDS
from wordle_cp.certificate.base.restrictions import MalformedRestrictionError, parse_restriction
from wordle_cp.errors import HistoryError, counted
from wordle_cp.rules.letters import PLAIN, written
from wordle_cp.rules.scoring import WordScoring

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.certificate.base.fields import Records
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History, Restriction

LOST: Final = "lost"
"""How a lemma says that no strategy is in time."""
UNLIMITED: Final = "-"
"""How a lemma says that there may be any number of guesses."""
MAX_LEMMAS: Final = 1_048_576
MAX_LEMMA_PAIRS: Final = 16
"""Most words and patterns that name the words of a lemma."""


def claim_history(records: Records, scoring: Scoring) -> History:
    """Return the claim's history, whose line may be missing."""
    field = records.optional("after")
    return () if field is None else history_of(records, field, scoring)


def history_of(records: Records, field: Field, scoring: Scoring) -> History:
    """Return the history that `field` is, not empty, written in the one way that `write_history` does."""
    try:
        history = scoring.parse_history(field.text)
    except HistoryError as error:
        raise records.error(field.column, str(error), field.line) from None
    if not history or scoring.write_history(history) != field.text:
        raise records.field_error(
            field, "a history, words in lower case and patterns in upper case joined by dots"
        )
    return history


def openers_among(records: Records, scoring: Scoring) -> tuple[str, ...]:
    """Return the openers of which alone the claim speaks; none if it speaks of all."""
    field = records.optional("among")
    count = 0 if field is None else records.number(field, 1, MAX_WORDS)
    return tuple(records.word(scoring) for _ in range(count))


def among_lines(openers: Sequence[str]) -> Iterator[str]:
    """Yield the lines that `openers_among` reads."""
    if openers:
        yield f"among {len(openers)}"
        yield from map(written, openers)


def restriction_of(records: Records, field: Field, scoring: Scoring) -> Restriction:
    """Return the restriction that `field` is."""
    if not isinstance(scoring, WordScoring) and field.text != "-":
        raise records.field_error(field, "'-', as codes are guessed")
    alphabet = scoring.alphabet if isinstance(scoring, WordScoring) else PLAIN
    try:
        return parse_restriction(field.text, scoring.length, alphabet)
    except MalformedRestrictionError as problem:
        part = Field(problem.part, field.line, field.column + problem.offset)
        raise records.field_error(part, problem.expected) from None


def conditions_of(records: Records, field: Field, scoring: Scoring) -> History:
    """Return the conditions that `field` is: words with patterns, each word after the one before it."""
    if field.text.count(".") >= 2 * MAX_CONDITIONS:
        raise records.field_error(field, f"at most {counted(MAX_CONDITIONS, 'condition', 'conditions')}")
    conditions = history_of(records, field, scoring)
    words = [word for word, _ in conditions]
    if any(word >= following for word, following in pairwise(words)):
        raise records.field_error(field, "conditions in alphabetical order of their words, each word once")
    return conditions


def lemma_fields(
    records: Records, keyword: str, expected: str, scoring: Scoring
) -> tuple[Field, Field, Field, History]:
    """Return the three fields and the history of the lemma on the next line, which begins with `keyword`."""
    first, one, two, three, rest = records.split(records.line(expected), 5, expected)
    if first.text != keyword:
        raise records.field_error(first, expected)
    history = history_of(records, rest, scoring)
    if len(history) > MAX_LEMMA_PAIRS:
        raise records.field_error(rest, f"at most {MAX_LEMMA_PAIRS} words with patterns")
    return one, two, three, history


def number_or_none(records: Records, field: Field, none: str, most: int) -> int | None:
    """Return the number from 1 to `most` that `field` is, or None where it is the word `none`."""
    return None if field.text == none else records.number(field, 1, most)


def text_or(number: int | None, none: str) -> str:
    """Return how a lemma writes `number`, or the word `none`."""
    return none if number is None else str(number)
