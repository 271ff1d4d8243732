"""Parts of proofs: nodes of a refutation, and their root; docs/certificates/ has grammar and rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.base.claim import ProofPart
from wordle_cp.certificate.base.field_texts import conditions_of, restriction_of
from wordle_cp.certificate.base.records import MAX_DEPTH, MAX_SPLITS, MAX_WEIGHT, format_restriction
from wordle_cp.errors import brief, counted
from wordle_cp.rules.letters import written
from wordle_cp.rules.scoring import WordScoring
from wordle_cp.rules.words import Restriction

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wordle_cp.certificate.base.fields import Field, Records
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History


class NodeKind(StrEnum):
    """Why a node of a refutation is lost; see `RefutationNode`."""

    PAIR = "pair"
    WEIGHTS = "weights"
    CHAIN = "chain"
    RULE = "rule"


class CaseKind(StrEnum):
    """What a case of a chain is; see `ChainCases`."""

    SPLIT = "split"
    BY = "by"


@dataclass(frozen=True, slots=True)
class ChainSplit:
    """Two cases of a chain: guesses that have `first` have `second` too, or the other way round."""

    first: Restriction
    second: Restriction
    first_needs_second: ChainCases
    second_needs_first: ChainCases

    __repr__ = brief()


ChainCases = tuple[int, ...] | ChainSplit
"""Weights, one a word of the node, or a split; see `RefutationNode`."""


@dataclass(frozen=True, slots=True)
class RefutationNode:
    """One node: under `restriction`, its words can't all be found within `guesses` guesses.

    The rules, whose proofs are in docs/certificates/ ("The rules for nodes"):

    - ``pair``: one guess is left; or two are, and each guess allowed gives two of the words one pattern.
    - ``weights``: whatever is guessed, its heaviest cell keeps so much of the weight that before the last
      guess more is left than any one word weighs.
    - ``chain``, hard mode: the same by `cases`. No guess that has one piece alone can be played together with
      one that has the other piece alone, so each case has weights for fewer guesses.
    - ``rule``: the words are those of `children`, which are earlier nodes. Each guess allowed that tells two
      words apart is refuted: its response may leave all words of a child, with no more guesses than that.

    In ultrahard mode there may be `conditions` instead of a restriction, which fixes nothing then: words with
    patterns, by the words, which each guess must explain.

    `words` belongs to all but rules, `weights` (one a word) to weights, `cases` to chains, `children`
    (numbers of nodes, counted from 0, ascending) to rules; they are empty elsewhere.
    """

    kind: NodeKind
    guesses: int
    restriction: Restriction
    words: tuple[str, ...]
    weights: tuple[int, ...]
    children: tuple[int, ...]
    cases: ChainCases = ()
    conditions: History = ()

    __repr__ = brief()


def format_binding(node: RefutationNode) -> str:
    """Return what binds the guesses of `node`, as it is written: its restriction, or its conditions."""
    if node.conditions:
        return WordScoring(len(node.restriction.greens)).write_history(node.conditions)
    return format_restriction(node.restriction)


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
        and (scoring.read_word(first) is not None or (len(first) == length and first.isalpha()))
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


def _node_line(node: RefutationNode) -> str:
    words = [*map(written, node.words)]
    parts: Iterable[str] = words
    if node.kind is NodeKind.WEIGHTS:
        parts = (f"{word}*{weight}" for word, weight in zip(words, node.weights, strict=True))
    elif node.kind is NodeKind.CHAIN:
        parts = (*words, ":", *_cases(node.cases))
    elif node.kind is NodeKind.RULE:
        parts = map(str, node.children)
    return f"{node.kind} {node.guesses} {format_binding(node)} {' '.join(parts)}"


def _cases(cases: ChainCases) -> Iterator[str]:
    """Yield the parts of a line that are `cases`, in preorder."""
    if isinstance(cases, ChainSplit):
        yield from ("split", format_restriction(cases.first), format_restriction(cases.second))
        yield from _cases(cases.first_needs_second)
        yield from _cases(cases.second_needs_first)
    else:
        yield from ("by", ",".join(map(str, cases)))


def _root_line(root: tuple[int, ...]) -> str:
    return " ".join(["root", *map(str, root)])


NODES: Final[ProofPart[RefutationNode]] = ProofPart(
    lambda records, head, number: parse_node(records, head.game.scoring, number),
    lambda node, _game: _node_line(node),
)
ROOT: Final[ProofPart[tuple[int, ...]]] = ProofPart(
    lambda records, head, _number: parse_root(records, head.claim.nodes), lambda root, _game: _root_line(root)
)
