"""The run folder of a census: who may use it, and the certificates in it.

lock                    held by the process that is at work here
ledger.sqlite           what is decided (`ledger`), with files of SQLite's own beside it
possible/OPENER.cert.gz a strategy for each opener that has one
refuted.cert.xz         one refutation certificate for all the others that are decided
"""

from __future__ import annotations

import hashlib
import os
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import UsageError, file_errors
from wordle_cp.files.write import TEMPORARY_PREFIX
from wordle_cp.runs.ledger_file import held, make_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_MOST_BYTES: Final = 200
"""Longest name of an opener that file systems take with what comes behind it."""
_BEGUN: Final = b"begun\n"


@dataclass(frozen=True, slots=True)
class RunFolder:
    """The folder at `path`."""

    path: Path

    @property
    def ledger(self) -> Path:
        """The ledger's file."""
        return self.path / "ledger.sqlite"

    @property
    def possible(self) -> Path:
        """The folder of the strategies."""
        return self.path / "possible"

    @property
    def refuted(self) -> Path:
        """The refutation certificate: the one large file, hence xz."""
        return self.path / "refuted.cert.xz"

    def strategy(self, opener: str) -> Path:
        """Return the certificate of the strategy that begins with `opener`, or its digest if that is long."""
        name = str(opener)
        if len(os.fsencode(name)) > _MOST_BYTES:
            name = hashlib.sha256(name.encode()).hexdigest()
        return self.possible / f"{name}.cert.gz"

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Make the folder if it isn't there, and keep every other process out of it meanwhile.

        The kernel lets go of the lock when the process ends, however it ends. What a killed run left half
        written is removed at the end.

        Raises:
            UsageError: another process is at work in the folder.
            FileError: it can't be made or written to.
        """
        with held(self.path, "census"):
            try:
                yield
            finally:
                self._clean()

    def begin(self) -> None:
        """Make what the run writes to, once the folder is known to belong to it; remove what a kill left.

        Raises:
            FileError: it can't be made.
        """
        make_folder(self.possible)
        self._clean()

    @property
    def begun(self) -> bool:
        """Whether there has been a ledger (`note_ledger`)."""
        with file_errors(self._lock):
            return self._lock.read_bytes() == _BEGUN

    def lost_ledger(self) -> bool:
        """Tell whether there has been a ledger and is none, or an empty file."""
        with file_errors(self.ledger):
            there = self.ledger.exists() and self.ledger.stat().st_size > 0
        return self.begun and not there

    def demand_own(self) -> None:
        """Raise UsageError if a file is there that has a name of ours, and no run has written it."""
        if not self.begun:
            with file_errors(self.path):
                found = [self._lock] * (self._lock.stat().st_size > 0)
                if not self.ledger.exists():
                    found += [path for path in (self.refuted, *self.possible.glob("*")) if path.exists()]
            if found:
                message = f"{found[0]}: is there already, and no census wrote it; take another folder"
                raise UsageError(message)

    def note_ledger(self) -> None:
        """Remember that there is a ledger; what says so already is left alone, lest a kill empties it."""
        if not self.begun:
            with file_errors(self._lock):
                self._lock.write_bytes(_BEGUN)

    @property
    def _lock(self) -> Path:
        return self.path / "lock"

    def _clean(self) -> None:
        """Remove temporary files."""
        for folder in (self.path, self.possible):
            with file_errors(folder):
                for left_over in folder.glob(f"{TEMPORARY_PREFIX}*"):
                    left_over.unlink()


def file_sha256(path: Path) -> str | None:
    """Return the SHA-256 of the file at `path` in hexadecimal, or None if there is no such file."""
    with file_errors(path):
        try:
            with path.open("rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest()
        except FileNotFoundError:
            return None
