"""What the ledgers of long runs share: an SQLite file that belongs to one question, in a folder of its own.

A ledger keeps the question it is about, so that another question finds that the file isn't its own. A
transaction is stored whole or not at all, and write-ahead logging keeps the file whole whenever the process
is killed. `synchronous=NORMAL` is enough: what a kill leaves behind the kernel still writes, and after a
power cut the last transactions may be missing, in order.
"""

from __future__ import annotations

import errno
import fcntl
import sqlite3
from abc import ABC, abstractmethod
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, ClassVar, Final, NoReturn, Self

from wordle_cp.errors import FileError, UsageError, WordleCpError, file_errors
from wordle_cp.files.read import open_regular

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path
    from types import TracebackType


_HEADER_BYTES: Final = 100
_MAGIC: Final = b"SQLite format 3\0"
_APPLICATION_ID: Final = slice(68, 72)
"""Of an SQLite file: its header, how it begins, and where the application id is, the high byte first
(https://www.sqlite.org/fileformat2.html#the_database_header)."""

_OF_FILES: Final = frozenset(
    (".cert", ".gz", ".xz", ".json", ".csv", ".txt", ".yaml", ".proto", ".mps", ".lp", ".opb", ".mzn", ".cnf")
)
"""How names of files end."""
_ANEW: Final = "to begin anew, take another folder"
_UNREADABLE: Final = "it isn't as this program wrote it"
_DAMAGE: Final = frozenset((sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB))
"""Codes of errors that the file is to blame for; the others are the file system's."""
_PRIMARY: Final = 0xFF
"""Which bits of an error's code are those of its kind."""


def make_folder(folder: Path) -> None:
    """Make `folder` unless it is there.

    Raises:
        UsageError: it would have a name that promises a file.
        FileError: it can't be made, or is a file.
    """
    with file_errors(folder):
        if folder.suffix.lower() in _OF_FILES and not folder.exists():
            message = (
                f"{folder}: expected the name of a folder, and {folder.suffix} is the end of a file's name"
            )
            raise UsageError(message)
        if folder.exists() and not folder.is_dir():
            raise FileError(errno.ENOTDIR, "is a file, not a folder", str(folder))
        folder.mkdir(exist_ok=True)


@contextmanager
def held(folder: Path, run: str) -> Iterator[None]:
    """Make `folder` if need be, and keep other processes out of it meanwhile, by the file `lock` in it.

    `run` says what is at work, for the message. The kernel lets go of the lock when the process ends, however
    it ends.

    Raises:
        UsageError: another process is at work in the folder.
        FileError: it can't be made or written to.
    """
    with ExitStack() as stack:
        make_folder(folder)
        with file_errors(folder):
            lock = stack.enter_context((folder / "lock").open("a", encoding="ascii"))
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            message = f"{folder}: another {run} is at work in this folder"
            raise UsageError(message) from None
        yield


class LedgerFile(ABC):
    """A ledger at a path, open; a context manager. Only one process may have it open (`held`).

    A subclass says whose ledger it is, and raises `error` for one that can't be used: not one of ours,
    damaged, or the file system refuses.
    """

    run: ClassVar[str]
    """What the ledger is of, such as "census"."""
    application_id: ClassVar[int]
    """Marks the file, for this program and for file(1)."""
    error: ClassVar[type[WordleCpError]]

    def __init__(self, path: Path) -> None:
        """Open the file at `path`."""
        self.path: Final = path
        with self._reported():
            self._connection = sqlite3.connect(path, isolation_level=None)

    @classmethod
    def demand_own(cls, path: Path) -> None:
        """Look whether the file at `path`, if it is there, may be one of ours, before anything is made.

        A look at its first bytes; a file that is being made may have no application id yet, and passes.

        Raises:
            FileError: it can't be read. The subclass's error: it is none of ours.
        """
        with file_errors(path):
            if not path.exists():
                return
            with open_regular(path) as file:
                header = file.read(_HEADER_BYTES)
        if header and not header.startswith(_MAGIC):
            message = f"{path}: no usable ledger of a {cls.run}: it is no database; {_ANEW}"
            raise cls.error(message)
        if int.from_bytes(header[_APPLICATION_ID]) not in {0, cls.application_id}:
            raise cls._foreign(path)

    @classmethod
    def _foreign(cls, path: Path) -> WordleCpError:
        """Return the error that the database at `path` is none of ours."""
        message = f"{path}: a database, but not the ledger of a {cls.run}; {_ANEW}"
        return cls.error(message)

    def __enter__(self) -> Self:
        """Return the ledger."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close the file; what is stored stays."""
        self._connection.close()

    @property
    def seconds(self) -> float:
        """Seconds that all runs have taken so far."""
        with self._reported():
            seconds = self._fact("seconds")
        return seconds if isinstance(seconds, float) else 0.0

    @abstractmethod
    def _fields(self) -> Mapping[str, str]:
        """Return the question as the ledger holds it; digests stand for what is long."""

    @abstractmethod
    def _difference(self, key: str, found: str, wanted: str) -> str:
        """Return words for that `key` of the question is `found` where it should be `wanted`."""

    def _version(self, known: int) -> int:
        """Return the format of the file, which is sound and the one `known`; 0 if it is new.

        Raises:
            The subclass's error: it is none of ours, of another format, or damaged.
        """
        execute = self._connection.execute
        kind = execute("PRAGMA application_id").fetchone()[0]
        version = int(execute("PRAGMA user_version").fetchone()[0])
        tables = execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if (kind, version, tables) == (0, 0, 0):
            return 0
        if kind != self.application_id:
            raise self._foreign(self.path)
        if version != known:
            message = f"{self.path}: a ledger of format {version}, this program knows {known}; {_ANEW}"
            raise self.error(message)
        if execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            self._damaged(_UNREADABLE)
        return version

    def _log_ahead(self) -> None:
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = NORMAL")

    def _create(self, schema: str, version: int, facts: Mapping[str, object]) -> None:
        """Make the tables, `question` and `facts` among them, and fill these two."""
        execute = self._connection.execute
        with self._transaction():
            for statement in schema.split(";"):
                execute(statement)
            execute(f"PRAGMA application_id = {self.application_id}")
            execute(f"PRAGMA user_version = {version}")
            self._connection.executemany("INSERT INTO question VALUES (?, ?)", self._fields().items())
            self._connection.executemany("INSERT INTO facts VALUES (?, ?)", facts.items())

    def _demand_question(self) -> None:
        """Raise unless the ledger is that of the question."""
        stored = dict(self._connection.execute("SELECT key, value FROM question"))
        for key, wanted in self._fields().items():
            found = stored.get(key)
            if found is None:
                self._damaged("its question is incomplete")
            if found != wanted:
                difference = self._difference(key, found, wanted)
                message = f"{self.path}: the ledger of another question: {difference}"
                raise UsageError(message)

    def _fact(self, key: str) -> object:
        row = self._connection.execute("SELECT value FROM facts WHERE key = ?", (key,)).fetchone()
        return None if row is None else row[0]

    def _add_seconds(self, seconds: float) -> None:
        self._connection.execute("UPDATE facts SET value = value + ? WHERE key = 'seconds'", (seconds,))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Store everything that is executed inside, or nothing."""
        with self._reported():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    @contextmanager
    def _reported(self) -> Iterator[None]:
        """Raise what SQLite finds wrong as the ledger's own error."""
        try:
            yield
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) & _PRIMARY in _DAMAGE:
                self._damaged(_UNREADABLE)
            message = f"{self.path}: no usable ledger of a {self.run}: {error}"
            raise self.error(message) from error

    def _damaged(self, how: str) -> NoReturn:
        message = f"{self.path}: the ledger is damaged: {how}; {_ANEW}"
        raise self.error(message)
