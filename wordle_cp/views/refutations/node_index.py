"""The nodes of a refutation on disk, by number: what an explanation looks up, in bounded memory.

The file is read once. Its text and the words of all nodes (those of a rule are its children's) go to two
files without a name, which are gone with this process; in memory are two numbers a node. Lines are taken
apart quickly here, and strictly (`certificate.parts.nodes`) when a node is asked for; whether a node is true
is for the checker to say.
"""

from __future__ import annotations

import re
import tempfile
from array import array
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wordle_cp.certificate.base.fields import Records
from wordle_cp.certificate.base.lines import Line
from wordle_cp.certificate.parts.nodes import NodeKind, parse_node, parse_root
from wordle_cp.check.refutation import MAX_KEPT_WORDS
from wordle_cp.errors import CertificateRejected, Rule
from wordle_cp.rules.letters import written

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from wordle_cp.certificate.base.claim import Head
    from wordle_cp.certificate.parts.nodes import RefutationNode
    from wordle_cp.check.common.lists import Progress
    from wordle_cp.check.counting.patterns import Patterns

    Words = NDArray[np.int32]
    """Hidden words by their places in the hidden list."""

_WEIGHT: Final = re.compile(r"\*[0-9]+")
_PROGRESS: Final = 2048  # nodes from one report of progress to the next
_PARSED: Final = 8192  # nodes that stay taken apart


class NodeIndex:
    """All nodes of one refutation, and its `root`."""

    def __init__(
        self,
        path: Path,
        head: Head[Any],
        lines: Iterator[Line],
        hidden: Sequence[str],
        progress: Progress | None = None,
    ) -> None:
        """Read the rest of the certificate at `path`, of which `head` has been read, from `lines`.

        `hidden` is its hidden list. `progress` hears of nodes read, and all nodes; what it raises ends this.

        Raises:
            CertificateParseError: the file is malformed.
            CertificateRejected: a node names a word that isn't hidden, or all of them have too many words.
        """
        self._path: Final = path
        self._scoring: Final = head.game.scoring
        self._hidden: Final = hidden
        self._place: Final = {written(word): place for place, word in enumerate(hidden)}
        self._text = tempfile.TemporaryFile()  # noqa: SIM115  closed by `close`
        self._words = tempfile.TemporaryFile()  # noqa: SIM115  the same
        self._kept: Words = _empty()
        self.count: Final = head.claim.nodes
        """How many nodes there are."""
        self._line_starts = array("q", [0])
        self._word_starts = array("q", [0])
        self._first_line = 0
        try:
            self._read(lines, progress)
            records = Records(path, lines)
            self.root: Final = parse_root(records, self.count)
            """The nodes from which the claim follows, ascending."""
            records.end()
        except BaseException:
            self.close()
            raise
        self.node: Final = lru_cache(_PARSED)(self._node)
        """Return a node by its number; CertificateParseError: its line is malformed."""

    def close(self) -> None:
        """Give the space on disk back."""
        self._kept = _empty()
        self._text.close()
        self._words.close()

    def places(self, number: int) -> Words:
        """Return the words of a node by their places, those of a rule ascending, others as it has them."""
        return self._kept[self._word_starts[number] : self._word_starts[number + 1]]

    def words(self, number: int) -> tuple[str, ...]:
        """Return the words of a node."""
        return tuple(self._hidden[place] for place in self.places(number).tolist())

    def with_one_response(self, numbers: Sequence[int], responses: Patterns) -> list[int]:
        """Return those of `numbers` all of whose words have one and the same of `responses`, one a word."""
        return [number for number in numbers if np.ptp(responses[self.places(number)]) == 0]

    def _read(self, lines: Iterator[Line], progress: Progress | None) -> None:
        """Read all nodes."""
        self._words.truncate(MAX_KEPT_WORDS * 4)  # a file with a hole takes what is written to it
        self._kept = np.memmap(self._words, np.int32, "r+", shape=(MAX_KEPT_WORDS,)).view(np.ndarray)
        inside = np.zeros(len(self._hidden), np.bool_)
        end = offset = 0
        for number in range(self.count):
            line = next(lines, None)
            if line is None or not line.terminated:
                parse_node(Records(self._path, iter(() if line is None else (line,))), self._scoring, number)
            assert line is not None, "no line is no node"
            self._first_line = self._first_line or line.number
            raw = line.text.encode()
            self._text.write(raw + b"\n")
            offset += len(raw) + 1
            self._line_starts.append(offset)
            places = self._places_on(line, number, inside)
            if end + len(places) > MAX_KEPT_WORDS:
                name, expected = f"node {number}", f"{MAX_KEPT_WORDS} words at most in the nodes up to here"
                raise CertificateRejected(name, Rule.SIZE, expected, str(end + len(places)))
            self._kept[end : end + len(places)] = places
            end += len(places)
            self._word_starts.append(end)
            if progress is not None and ((number + 1) % _PROGRESS == 0 or number + 1 == self.count):
                progress(number + 1, self.count)

    def _places_on(self, line: Line, number: int, inside: NDArray[np.bool_]) -> Words:
        """Return the words of the node on `line`; `inside` is a mask of all words, none set."""
        try:
            kind, _guesses, _bound, rest = line.text.split(" ", 3)
            if NodeKind(kind) is not NodeKind.RULE:
                words = _WEIGHT.sub("", rest) if kind == NodeKind.WEIGHTS else rest.partition(" :")[0]
                return np.array([self._place[word] for word in words.split(" ")], np.int32)
            children = [int(child) for child in rest.split(" ")]
        except (ValueError, KeyError):
            raise self._wrong(line, number) from None
        if min(children) < 0 or max(children) >= number or len(set(children)) != len(children):
            raise self._wrong(line, number)
        inside[np.concatenate([self.places(child) for child in children])] = True
        places: Words = np.flatnonzero(inside).astype(np.int32)
        inside[places] = False
        return places

    def _wrong(self, line: Line, number: int) -> CertificateRejected:
        """Return what is wrong with the node on `line`, or raise the error of a malformed one."""
        node = parse_node(Records(self._path, iter((line,))), self._scoring, number)
        words = map(written, node.words)
        word = next((word for word in words if word not in self._place), "another")
        return CertificateRejected(f"node {number}", Rule(node.kind), "words of the hidden list", word)

    def _node(self, number: int) -> RefutationNode:
        start, end = self._line_starts[number : number + 2]
        self._text.seek(start)
        text = self._text.read(end - start - 1).decode()
        line = Line(self._first_line + number, text, terminated=True)
        return parse_node(Records(self._path, iter((line,))), self._scoring, number)


def _empty() -> Words:
    return np.zeros(0, np.int32)
