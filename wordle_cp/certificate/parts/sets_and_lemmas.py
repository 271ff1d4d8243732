"""Parts of proofs of lower bounds: sets, about letters, and lemmas, about the words that histories leave.

docs/certificates/ ('Claim "total least"') has the grammar, examples, and the proof of each rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.base.claim import ProofPart
from wordle_cp.certificate.base.field_texts import (
    LOST,
    UNLIMITED,
    lemma_fields,
    number_or_none,
    restriction_of,
    text_or,
)
from wordle_cp.certificate.base.records import MAX_DEPTH, MAX_NUMBER, format_restriction
from wordle_cp.errors import brief
from wordle_cp.rules.letters import PLAIN, letter_text, letters_written
from wordle_cp.rules.scoring import WordScoring

if TYPE_CHECKING:
    from wordle_cp.certificate.base.fields import Records
    from wordle_cp.rules.letters import Alphabet
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History, Restriction

MAX_MOST: Final = 10**12
"""Greatest number that a set may claim."""
MAX_SETS: Final = 262_144


class FactKind(StrEnum):
    """What a fact says about a letter."""

    ABSENT = "-"
    """It doesn't occur."""
    ELSEWHERE = "?"
    """It occurs, but not at this position."""
    PLACED = "!"
    """It stands at this position."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact about a hidden word; `position` counts from 1 and is 0 for `FactKind.ABSENT`."""

    letter: str
    kind: FactKind
    position: int


@dataclass(frozen=True, slots=True)
class FactSet:
    """No guess has more than `most` patterns on the words for which all `facts`, two or more, hold.

    A guess that is one of these words counts one more than its patterns; where words have weights, see
    docs/certificates/. `most` is None where the file leaves it to the reader to count the least such
    number. `facts` are in the order of their texts, none twice.

    `found` are the most of these words that three, four, ... guesses find. With it there is `most`, and one
    fact is enough.
    """

    most: int | None
    facts: tuple[Fact, ...]
    found: tuple[int, ...] = ()

    __repr__ = brief()


@dataclass(frozen=True, slots=True)
class Lemma:
    """No strategy finds certain words with fewer than `bound` guesses in all, counted from their state on.

    The state: the hidden words that agree with the claim's history and with `history`, whose words needn't
    be legal to play; `restriction` is fixed, and `guesses` are left (None: however many). `bound` is None if
    no strategy is in time.
    """

    bound: int | None
    restriction: Restriction
    guesses: int | None
    history: History

    __repr__ = brief()


def format_fact(fact: Fact) -> str:
    """Return `fact` as a set writes it: ``a-``, ``r?2`` or ``s!5``."""
    return f"{letter_text(fact.letter)}{fact.kind}{fact.position or ''}"


def parse_fact_set(records: Records, scoring: Scoring) -> FactSet:
    """Return the set on the next line."""
    length = scoring.length
    alphabet = scoring.alphabet if isinstance(scoring, WordScoring) else PLAIN
    expected = "a line 'set ...': facts, or numbers and these"
    keyword, rest = records.split(records.line(expected), 2, expected)
    if keyword.text != "set":
        raise records.field_error(keyword, expected)
    fields = records.split_all(rest)
    numbers: list[int] = []
    while fields and fields[0].text[:1].isdecimal() and len(numbers) < MAX_DEPTH - 1:
        numbers.append(records.number(fields.pop(0), 1, MAX_MOST))
    least = 1 if len(numbers) > 1 else 2  # single facts without `found` need no line
    if not least <= len(fields) <= length:
        raise records.field_error(rest, f"from {least} to {length} facts")
    facts: list[Fact] = []
    last = ""
    for field in fields:
        fact = _fact(field.text, length, alphabet)
        if fact is None:
            expected = f"a letter and '-', or '?' or '!' and a position from 1 to {length}"
            raise records.field_error(field, expected)
        if field.text <= last:
            raise records.field_error(field, f"a fact that comes after {last}")
        facts.append(fact)
        last = field.text
    return FactSet(numbers[0] if numbers else None, tuple(facts), tuple(numbers[1:]))


@lru_cache(maxsize=1 << 12)  # there are fewer; so sets share their facts
def _fact(text: str, length: int, alphabet: Alphabet) -> Fact | None:
    """Return the fact that `text` is, or None if it is none."""
    size = text.find(")") + 1 if text.startswith("(") else 1
    found = letters_written(text[:size])
    kind, position = text[size : size + 1], text[size + 1 :]
    if found is None or len(found) != 1 or found[0] not in alphabet.letters:
        return None
    (letter,) = found
    if kind == FactKind.ABSENT:
        return None if position else Fact(letter, FactKind.ABSENT, 0)
    if kind not in {FactKind.ELSEWHERE.value, FactKind.PLACED.value}:
        return None
    if position not in {str(number) for number in range(1, length + 1)}:
        return None
    return Fact(letter, FactKind(kind), int(position))


def parse_lemma(records: Records, scoring: Scoring) -> Lemma:
    """Return the lemma on the next line."""
    expected = "a line 'lemma ...': a bound, a restriction, a number of guesses and a history"
    bound, restriction, guesses, history = lemma_fields(records, "lemma", expected, scoring)
    return Lemma(
        bound=number_or_none(records, bound, LOST, MAX_NUMBER),
        restriction=restriction_of(records, restriction, scoring),
        guesses=number_or_none(records, guesses, UNLIMITED, MAX_DEPTH),
        history=history,
    )


def _set_line(fact_set: FactSet) -> str:
    stated = () if fact_set.most is None else (str(fact_set.most),)
    return " ".join(("set", *stated, *map(str, fact_set.found), *map(format_fact, fact_set.facts)))


def _lemma_line(lemma: Lemma, scoring: Scoring) -> str:
    bound, guesses = text_or(lemma.bound, LOST), text_or(lemma.guesses, UNLIMITED)
    history = scoring.write_history(lemma.history)
    return f"lemma {bound} {format_restriction(lemma.restriction)} {guesses} {history}"


SETS: Final[ProofPart[FactSet]] = ProofPart(
    lambda records, head, _number: parse_fact_set(records, head.game.scoring),
    lambda fact_set, _game: _set_line(fact_set),
)
LEMMAS: Final[ProofPart[Lemma]] = ProofPart(
    lambda records, head, _number: parse_lemma(records, head.game.scoring),
    lambda lemma, game: _lemma_line(lemma, game.scoring),
)
