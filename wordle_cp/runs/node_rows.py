"""Proof nodes of depth searches as plain values, for ledgers and for the wire; reading is wary.

What is read is checked as far as a mistake could mislead a search or end in a traceback. Whether nodes prove
anything is for the checker.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.base.records import format_restriction
from wordle_cp.certificate.base.restrictions import MalformedRestrictionError, parse_restriction
from wordle_cp.engine import ProofNode
from wordle_cp.errors import WordleCpError
from wordle_cp.rules.words import MAX_GUESSES_LEFT
from wordle_cp.runs.packed_numbers import pack, unpack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.games.variant import Variant

NodeRow = tuple[str, int, str, bytes, bytes]
"""Kind, guesses left, restriction, words (2 bytes each, positions among the hidden words of the question) and
children (4 bytes each)."""
_KINDS: Final = frozenset({"pair", "family", "cover"})
_WORD_BYTES: Final = 2
_NODE_BYTES: Final = 4
_FEWEST_WORDS: Final = 2
"""One word is found by the next guess; covers have the words of their children."""


class MalformedNodeError(WordleCpError):
    """A row that holds no proof node."""


class NodeRows:
    """To and from rows, for one question."""

    def __init__(self, variant: Variant, hidden: Sequence[str]) -> None:
        """Take the question's variant, and the `hidden` words that agree with its history."""
        self._variant = variant
        self._hidden = tuple(hidden)
        self._place = {word: index for index, word in enumerate(hidden)}

    def row(self, node: ProofNode) -> NodeRow:
        """Return the row of `node`."""
        return (
            node.kind,
            node.guesses,
            format_restriction(node.restriction),
            pack("H", (self._place[word] for word in node.words)),
            pack("I", node.children),
        )

    def node(self, row: object, number: int) -> ProofNode:
        """Return the node that `row` holds, which has `number`; equal nodes have equal rows.

        Raises:
            MalformedNodeError: it holds none, or one that rests on nodes that don't come before it.
        """
        match row:
            case (str(kind), int(guesses), str(restriction), bytes(words), bytes(children)):
                pass
            case _:
                raise _malformed(number, "is none")
        if kind not in _KINDS or len(words) % _WORD_BYTES or len(children) % _NODE_BYTES:
            raise _malformed(number, "is none")
        ids, numbers = unpack("H", words), unpack("I", children)
        if not _ascends(ids) or not _ascends(numbers) or (kind == "cover") != bool(numbers):
            raise _malformed(number, "is none")
        if kind != "cover" and len(ids) < _FEWEST_WORDS:
            raise _malformed(number, "is none")
        if max(ids, default=0) >= len(self._hidden) or max(numbers, default=-1) >= number:
            raise _malformed(number, "rests on what isn't there")
        try:
            fixed = parse_restriction(restriction, self._variant.length, self._variant.alphabet)
        except MalformedRestrictionError:
            raise _malformed(number, "has no restriction") from None
        if not 1 <= guesses <= MAX_GUESSES_LEFT:
            raise _malformed(number, "has no guesses")
        return ProofNode(kind, guesses, fixed, tuple(self._hidden[index] for index in ids), tuple(numbers))


def _ascends(numbers: Sequence[int]) -> bool:
    return all(one < next_ for one, next_ in pairwise(numbers))


def _malformed(number: int, how: str) -> MalformedNodeError:
    return MalformedNodeError(f"proof node {number} {how}")
