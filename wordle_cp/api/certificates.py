"""Certificates: `check_certificate`, `load_certificate` and `checked_strategy`, and what they return."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from pathlib import Path  # noqa: TC003  as dataclasses name it
from typing import TYPE_CHECKING, Any

from wordle_cp.api.result import Result
from wordle_cp.certificate.base.records import MAX_DEPTH
from wordle_cp.certificate.read import read_whole
from wordle_cp.certify import checked
from wordle_cp.certify.checked import CheckedStrategy
from wordle_cp.check import Accepted, check_file
from wordle_cp.data import certificate_path, word_list_by_hash
from wordle_cp.errors import UsageError, file_errors
from wordle_cp.values import path_of, text, whole_number
from wordle_cp.views.reports.check import CheckReport, check_fields, check_line
from wordle_cp.views.reports.strategies import table_fields, table_lines
from wordle_cp.views.strategies.branches import branches_of
from wordle_cp.views.strategies.table import strategy_table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike

    import networkx as nx

    from wordle_cp.answers.answer import Rows


class StrategyResult(CheckedStrategy, Result):
    """A strategy that the checker has accepted. Rows: each hidden word, and which guess finds it."""

    __slots__ = ()
    __repr__ = Result.__repr__

    def to_json(self) -> dict[str, Any]:
        """Return the fields of ``tree table --json``."""
        return table_fields(strategy_table(self))

    def _lines(self) -> Iterator[str]:
        return table_lines(strategy_table(self))

    def _rows(self) -> Rows:
        found = branches_of(self).guesses()
        return [{"word": word, "guesses": found[word]} for word in self.hidden_set]

    def to_networkx(self, levels: int | None = None) -> nx.DiGraph[int]:
        """Return the tree as a directed graph, or its first `levels` guesses; see `strategy_graph`."""
        from wordle_cp.views.formats.graph import strategy_graph  # noqa: PLC0415  networkx takes 0.2 s to load

        most = None if levels is None else whole_number(levels, "a number of guesses", 1, MAX_DEPTH)
        return strategy_graph(self, most)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CertificateResult(Accepted, Result):
    """What the certificate at `path` proves, which the checker accepted in so many `seconds`.

    `proof` has all of its records if it was loaded, and is None if it was checked alone.
    """

    path: Path
    seconds: float
    proof: Any = None

    __repr__ = Result.__repr__

    def to_json(self) -> dict[str, Any]:
        """Return the fields of ``check --json``."""
        return check_fields(self._report, None, None)

    def _lines(self) -> Iterator[str]:
        yield check_line(self._report, "", "")

    @property
    def _report(self) -> CheckReport:
        return CheckReport(head=self.head, seconds=self.seconds)

    def strategy(self, opener: str | None = None) -> StrategyResult:
        """Return the strategy that begins with `opener`, by default the first; it is read again and checked.

        Raises:
            UsageError, FileError, CertificateParseError, CertificateRejected: see `checked_strategy`.
        """
        return _strategy(self.path, opener)

    def to_networkx(self) -> nx.DiGraph[int]:
        """Return the first strategy, or the refutation, as a graph; errors as for `certificate_graph`."""
        from wordle_cp.views.formats.graph import certificate_graph  # noqa: PLC0415  networkx takes 0.2 s

        return certificate_graph(self.path)


def check_certificate(path: str | PathLike[str]) -> CertificateResult:
    """Check the certificate at `path`, of whatever kind, and return what it proves.

    A proof that ships is there by its name, too.

    Raises:
        FileError: the file can't be read. UsageError: no proof that ships has that name.
        CertificateParseError: it is malformed.
        CertificateRejected: it is well-formed, and what it claims isn't proven.
    """
    file, started = _certificate_path(path), time.monotonic()
    accepted = check_file(file, word_list_by_hash)
    return CertificateResult.of(accepted, path=file, seconds=time.monotonic() - started)


def load_certificate(path: str | PathLike[str]) -> CertificateResult:
    """Check the certificate at `path`, and return what it proves with all records of its `proof`.

    Raises:
        UsageError: the file changed while it was read.
        FileError, CertificateParseError, CertificateRejected: see `check_certificate`.
    """
    file, started = _certificate_path(path), time.monotonic()
    before = _digest(file)
    accepted = check_file(file, word_list_by_hash)
    proof = read_whole(file)
    if _digest(file) != before:
        message = f"{file}: it changed while it was read; load it again"
        raise UsageError(message)
    return CertificateResult.of(accepted, path=file, seconds=time.monotonic() - started, proof=proof)


def checked_strategy(path: str | PathLike[str], opener: str | None = None) -> StrategyResult:
    """Return the strategy of the certificate at `path` that begins with `opener`, after checking it.

    A certificate of a least total has one for each opener that it lists; without `opener` it is the first.

    Raises:
        UsageError: it has no strategy, or none that begins with `opener`.
        FileError, CertificateParseError, CertificateRejected: see `check_certificate`.
    """
    return _strategy(_certificate_path(path), opener)


def _strategy(file: Path, opener: str | None) -> StrategyResult:
    word = None if opener is None else text(opener, "an opener")
    return StrategyResult.of(checked.checked_strategy(file, word))


def _certificate_path(path: object) -> Path:
    """Return the path of a certificate, or of a proof that ships, if `path` is a text and names one.

    Raises:
        UsageError: it is neither a text nor a path.
    """
    file = path_of(path, "the path of a certificate, or the name of a proof that ships")
    if not isinstance(path, str):
        return file
    with file_errors(file):
        return certificate_path(path)


def _digest(path: Path) -> bytes:
    """Return the SHA-256 of the file at `path`."""
    with file_errors(path), path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()
