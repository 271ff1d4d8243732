"""Reading a certificate: a stream of records, bounded, of the right form.

The reader knows the grammar and nothing of the game: it tells a malformed file (`CertificateParseError`) from
a well-formed one, never a false claim from a true one. docs/certificates/ has the grammar, an example and the
soundness argument.

A file is a head (`Head`: the game in full, then the claim with its numbers), the parts of the proof, and a
last line. The first words of the claim's record choose the kind of claim (`certificate.kinds`), and with it
the records of the rest.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, TypeVar

from wordle_cp.certificate.base.claim import Collect, Head, Proof, ProofPart
from wordle_cp.certificate.base.fields import Records
from wordle_cp.certificate.base.game_text import parse_game
from wordle_cp.certificate.base.lines import Line, read_lines
from wordle_cp.certificate.base.records import FORMAT_VERSION, KIND, PROGRAM
from wordle_cp.certificate.kinds import KINDS, RETIRED, kind_of, verdicts
from wordle_cp.errors import CertificateParseError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

R = TypeVar("R")
P = TypeVar("P", bound=Proof[Any])
_VERSION: Final = re.compile(r"certificate ([1-9][0-9]{0,3})")


class CertificateReader:
    """A certificate that is being read: `head` at once, the parts of the proof one by one."""

    def __init__(self, path: Path, lines: Iterator[Line]) -> None:
        """Read the head from `lines`, the lines of the file `path`; see `open_certificate`."""
        self._records = Records(path, lines)
        self.head: Final[Head[Any]] = _parse_head(self._records)
        self._ended = False

    def read(self, part: ProofPart[R], count: int, *, last: bool = False) -> Iterator[R]:
        """Yield the next `count` records, which are of this `part`; to be read to the end before others.

        The parts come in the order that the claim's `parts` say; then comes the `end`. Where this is the
        `last` part, the end is demanded as soon as somebody asks for one record too many.

        Raises:
            CertificateParseError: a line is not of the right form, there are fewer, or the compressed data
                are damaged.
        """
        for number in range(count):
            yield part.read(self._records, self.head, number)
        if last:
            self.end()

    def end(self) -> None:
        """Demand the last line, and nothing after it; once is enough.

        Raises:
            CertificateParseError: it is missing, or something follows it.
        """
        if not self._ended:
            self._records.end()
        self._ended = True


@contextmanager
def open_certificate(
    path: Path, heard: Callable[[bytes], object] | None = None
) -> Iterator[CertificateReader]:
    """Open the certificate at `path`, plain, gzipped or xz-compressed text, and read its head.

    `heard` is called with each block of the text that is read.

    Raises:
        FileError: the file can't be read.
        CertificateParseError: the head is malformed.
    """
    lines = read_lines(path, heard)
    try:
        yield CertificateReader(path, lines)
    finally:
        lines.close()


def read_whole(path: Path) -> Proof[Any]:
    """Return the whole certificate at `path`. All is kept, so give it only what `check` has accepted.

    Raises:
        FileError: the file can't be read.
        CertificateParseError: it is malformed.
    """
    with open_certificate(path) as reader:
        claim = reader.head.claim
        values: dict[str, Any] = {}
        for slot in claim.parts:
            records = tuple(reader.read(slot.part, slot.count))
            match slot.collect:
                case Collect.ALL:
                    values[slot.field] = records
                case Collect.EACH:
                    values[slot.field] = (*values.get(slot.field, ()), records)
                case Collect.ONE:
                    (values[slot.field],) = records
        reader.end()
        whole: Proof[Any] = claim.proof(reader.head, **values)
        return whole


def read_proof(path: Path, kind: type[P]) -> P:
    """Return the whole certificate of this `kind` at `path`; errors as for `read_whole`, another kind's."""
    whole = read_whole(path)
    if not isinstance(whole, kind):
        line = 2  # that of the claim
        message = f"expected a claim of another kind, found '{' '.join(whole.claim.words)}'"
        raise CertificateParseError(str(path), line, 1, message)
    return whole


def _parse_head(records: Records) -> Head[Any]:
    first = records.record(PROGRAM)
    version = _VERSION.fullmatch(first.text)
    if version is not None and int(version[1]) > FORMAT_VERSION:
        expected = f"'{KIND}', the newest format that this version of wordle-cp reads: take a newer wordle-cp"
        raise records.field_error(first, expected)
    if first.text != KIND:
        raise records.field_error(first, f"'{KIND}', the format that this version reads")
    claim = records.record("claim")
    question, verdict, number = records.split(claim, 3, "a question, a verdict and a number")
    if question.text in RETIRED:
        raise records.error(question.column, RETIRED[question.text])
    asked = records.one_of(question, tuple(dict.fromkeys(asked for asked, _ in KINDS)))
    kind = kind_of(asked, records.one_of(verdict, verdicts(asked)))
    game = parse_game(records)
    return Head(game, kind.parse(records, game, number))
