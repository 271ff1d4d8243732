"""Reading the claims and the proofs about a least total; the grammar is in docs/certificates.md."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from wordle_cp.certificate.base.parts import claim_history, history_of, restriction_of
from wordle_cp.certificate.base.records import MAX_DEPTH, MAX_NUMBER, MAX_WORDS
from wordle_cp.certificate.claims.total_records import (
    LOST,
    MAX_LEMMA_PAIRS,
    MAX_LEMMAS,
    MAX_MOST,
    MAX_SETS,
    UNLIMITED,
    Fact,
    FactKind,
    FactSet,
    Lemma,
    OpenerTotal,
    TotalBetween,
    TotalLeast,
)
from wordle_cp.rules.letters import PLAIN
from wordle_cp.rules.scoring import CodeScoring, WordScoring

if TYPE_CHECKING:
    from wordle_cp.certificate.base.fields import Field, Records
    from wordle_cp.rules.letters import Alphabet
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History


def parse_total_least(records: Records, scoring: Scoring, total: Field) -> TotalLeast:
    """Return the claim, from its history on; `total` is the number that its own record has."""
    least = records.number(total, 1, MAX_NUMBER)
    scope = _parse_scope(records, scoring)
    openers: list[OpenerTotal] = []
    for _ in range(records.number(records.record("openers"), 1, MAX_WORDS)):
        openers.append(_parse_opener(records, scoring, openers[-1].total if openers else least))
    if openers[0].total != least:
        raise records.field_error(total, f"{openers[0].total}, the total of the first opener")
    return TotalLeast(
        history=scope.history,
        within=scope.within,
        among=scope.among,
        openers=tuple(openers),
        others=records.number(records.record("others"), openers[-1].total, MAX_NUMBER),
        hidden_count=records.number(records.record("covered"), 1, MAX_WORDS),
        sets=_parse_sets(records, scoring),
        lemmas=records.number(records.record("lemmas"), 0, MAX_LEMMAS),
        weights=scope.weights,
    )


def parse_total_between(records: Records, scoring: Scoring, totals: Field) -> TotalBetween:
    """Return the claim, from its history on; `totals` are the two numbers that its own record has."""
    lower, upper = records.split(totals, 2, "two numbers")
    low = records.number(lower, 1, MAX_NUMBER)
    high = records.number(upper, low, MAX_NUMBER)
    scope = _parse_scope(records, scoring)
    opener = records.word_of(records.record("opener"), scoring)
    hidden_count = records.number(records.record("covered"), 1, MAX_WORDS)
    steps = records.number(records.record("steps"), 0, MAX_NUMBER)
    return TotalBetween(
        history=scope.history,
        within=scope.within,
        among=scope.among,
        openers=(OpenerTotal(opener, high, steps),),
        others=low,
        hidden_count=hidden_count,
        sets=_parse_sets(records, scoring),
        lemmas=records.number(records.record("lemmas"), 0, MAX_LEMMAS),
        weights=scope.weights,
    )


@dataclass(frozen=True, slots=True)
class _Scope:
    """What a claim about totals speaks of; see `TotalClaim`."""

    history: History
    within: int | None
    among: tuple[str, ...]
    weights: tuple[tuple[str, int], ...]


def _parse_scope(records: Records, scoring: Scoring) -> _Scope:
    """Return what the claim speaks of."""
    history = claim_history(records, scoring)
    within = records.optional("within")
    among = records.optional("among")
    limit = None if within is None else records.number(within, 1, MAX_DEPTH)
    count = 0 if among is None else records.number(among, 1, MAX_WORDS)
    openers = tuple(records.word(scoring) for _ in range(count))
    weights = () if isinstance(scoring, CodeScoring) else _parse_weights(records, scoring)
    return _Scope(history, limit, openers, weights)


def _parse_sets(records: Records, scoring: Scoring) -> int:
    """Return the number of sets; codes have none, as a set is about letters and tiles."""
    return records.number(records.record("sets"), 0, 0 if isinstance(scoring, CodeScoring) else MAX_SETS)


def _parse_weights(records: Records, scoring: Scoring) -> tuple[tuple[str, int], ...]:
    """Return words with their weights, if there are any."""
    field = records.optional("weights")
    if field is None:
        return ()
    weights: list[tuple[str, int]] = []
    for _ in range(records.number(field, 1, MAX_WORDS)):
        word, weight = records.split(records.line("a weight"), 2, "a word and its weight")
        weights.append((records.word_of(word, scoring), records.number(weight, 0, MAX_NUMBER)))
    return tuple(weights)


def _parse_opener(records: Records, scoring: Scoring, least: int) -> OpenerTotal:
    """Return the opener on the next line, whose total isn't below `least`."""
    line = records.line("an opener")
    word, total, steps = records.split(line, 3, "an opener, its total, and a number of steps")
    return OpenerTotal(
        records.word_of(word, scoring),
        records.number(total, least, MAX_NUMBER),
        records.number(steps, 0, MAX_NUMBER),
    )


def parse_fact_set(records: Records, scoring: Scoring) -> FactSet:
    """Return the set on the next line."""
    length = scoring.length
    alphabet = scoring.alphabet if isinstance(scoring, WordScoring) else PLAIN
    expected = "a line 'set ...': two facts or more, or a number and these"
    keyword, rest = records.split(records.line(expected), 2, expected)
    if keyword.text != "set":
        raise records.field_error(keyword, expected)
    fields = records.split_all(rest)
    most = records.number(fields.pop(0), 1, MAX_MOST) if fields[0].text[:1].isdecimal() else None
    if not 2 <= len(fields) <= length:  # noqa: PLR2004  single facts need no line
        raise records.field_error(rest, f"from 2 to {length} facts")
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
    return FactSet(most, tuple(facts))


@lru_cache(maxsize=1 << 12)  # there are fewer; so sets share their facts
def _fact(text: str, length: int, alphabet: Alphabet) -> Fact | None:
    """Return the fact that `text` is, or None if it is none."""
    several = text.startswith("(")
    letter, _, rest = text[1:].partition(")") if several else (text[:1], "", text[1:])
    kind, position = rest[:1], rest[1:]
    if letter not in alphabet.letters or several != (len(letter) > 1):
        return None
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
    keyword, bound, restriction, guesses, rest = records.split(records.line(expected), 5, expected)
    if keyword.text != "lemma":
        raise records.field_error(keyword, expected)
    history = history_of(records, rest, scoring)
    if len(history) > MAX_LEMMA_PAIRS:
        raise records.field_error(rest, f"at most {MAX_LEMMA_PAIRS} words with patterns")
    return Lemma(
        bound=None if bound.text == LOST else records.number(bound, 1, MAX_NUMBER),
        restriction=restriction_of(records, restriction, scoring),
        guesses=None if guesses.text == UNLIMITED else records.number(guesses, 1, MAX_DEPTH),
        history=history,
    )
