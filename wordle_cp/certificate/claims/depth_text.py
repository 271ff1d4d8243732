"""Reading the nodes of a refutation and its root; the grammar is in docs/certificates.md."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wordle_cp.certificate.base.parts import conditions_of, restriction_of
from wordle_cp.certificate.base.records import MAX_DEPTH, MAX_SPLITS, MAX_WEIGHT
from wordle_cp.certificate.claims.depth_records import (
    CaseKind,
    ChainCases,
    ChainSplit,
    NodeKind,
    RefutationNode,
)
from wordle_cp.errors import counted
from wordle_cp.rules.words import Restriction

if TYPE_CHECKING:
    from wordle_cp.certificate.base.fields import Field, Records
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History


def parse_node(records: Records, scoring: Scoring, number: int) -> RefutationNode:
    """Return the node on the next line, which has `number`."""
    expected = "a kind of node, a number of guesses, a restriction, and words or nodes"
    line = records.line(f"node {number}")
    kind_field, guesses_field, restriction, rest = records.split(line, 4, expected)
    kind = records.choice(kind_field, NodeKind)
    guesses = records.number(guesses_field, 1, MAX_DEPTH)
    conditions: History = ()
    length = scoring.length
    first, dot, _ = restriction.text.partition(".")
    if (
        dot
        and "/" not in first
        and (scoring.word(first) is not None or (len(first) == length and first.isalpha()))
    ):
        conditions = conditions_of(records, restriction, scoring)
        fixed = Restriction((None,) * length, ())
    else:
        fixed = restriction_of(records, restriction, scoring)
    parts = records.split_all(rest)
    node = RefutationNode(kind, guesses, fixed, (), (), (), (), conditions)
    if kind is NodeKind.RULE:
        return replace(node, children=_ascending(records, parts, number))
    if kind is NodeKind.PAIR:
        return replace(node, words=tuple(records.word_of(part, scoring) for part in parts))
    if kind is NodeKind.CHAIN:
        return _parse_chain(records, scoring, node, parts)
    pairs = [records.pair(part, "*", "a word, '*' and its weight") for part in parts]
    words = tuple(records.word_of(word, scoring) for word, _ in pairs)
    weights = tuple(records.number(weight, 0, MAX_WEIGHT) for _, weight in pairs)
    return replace(node, words=words, weights=weights)


def _parse_chain(
    records: Records, scoring: Scoring, node: RefutationNode, parts: list[Field]
) -> RefutationNode:
    """Return the chain `node` whose words and cases are `parts`: words, ':', and the cases in preorder."""
    end = next((place for place, part in enumerate(parts) if part.text == ":"), len(parts))
    words = tuple(records.word_of(part, scoring) for part in parts[:end])
    left = iter(parts[end + 1 :])
    last = parts[-1]

    def field() -> Field:
        found = next(left, None)
        if found is None:
            raise records.field_error(last, "':' and all cases after the words")
        return found

    def cases(splits: int) -> ChainCases:
        if records.choice(field(), CaseKind) is CaseKind.BY:
            listed = field()
            weights = tuple(
                records.number(weight, 0, MAX_WEIGHT) for weight in records.split_all(listed, ",")
            )
            if len(weights) != len(words):
                raise records.field_error(listed, f"{counted(len(words), 'weight', 'weights')}, one a word")
            return weights
        if splits == 0:
            raise records.field_error(last, f"at most {MAX_SPLITS} splits one below the other")
        first, second = (restriction_of(records, field(), scoring) for _ in range(2))
        return ChainSplit(first, second, cases(splits - 1), cases(splits - 1))

    tree = cases(MAX_SPLITS)
    extra = next(left, None)
    if extra is not None:
        raise records.field_error(extra, "nothing after the last case")
    return replace(node, words=words, cases=tree)


def parse_root(records: Records, nodes: int) -> tuple[int, ...]:
    """Return the root on the next line: numbers of some of the `nodes` nodes, ascending, perhaps none."""
    line = records.line("a line 'root ...'")
    if line.text == "root":
        return ()
    keyword, rest = records.split(line, 2, "a line 'root ...'")
    if keyword.text != "root":
        raise records.field_error(line, "a line 'root ...'")
    return _ascending(records, records.split_all(rest), nodes)


def _ascending(records: Records, fields: list[Field], end: int) -> tuple[int, ...]:
    """Return the numbers of nodes that `fields` are: below `end`, each greater than the one before."""
    numbers: list[int] = []
    for field in fields:
        number = records.number(field, 0, end - 1) if end else None
        if number is None or (numbers and number <= numbers[-1]):
            raise records.field_error(field, "an earlier node, in ascending order")
        numbers.append(number)
    return tuple(numbers)
