"""What long work keeps: files of SQLite, and the units in them.

The parts, in their order:

The folder of a run, and the file in it that one process at a time works with.

Ledgers. A ledger is an SQLite file that belongs to one question. It keeps the question it is about, so that
another question finds that the file isn't its own. A transaction is stored whole or not at all, and
write-ahead logging keeps the file whole whenever the process is killed. `synchronous=NORMAL` is enough: what
a kill leaves behind the kernel still writes, and after a power cut the last transactions may be missing, in
order. What is in the write-ahead log goes into the file itself now and then and at an orderly end, lest much
is lost where only that file is copied.

A unit is what one worker does in one go: an opener that is to be settled. The ledger has a row of it once
something is known about it. A result has two fields, what it is and its number; the certificate fragment is a
strategy, and seconds are those that it took a processor.

Proof nodes of depth searches as plain values, for ledgers and for the wire.

The ledger of a ranking, ledger.sqlite in its folder. A cost, a bound, or that an opener is refuted hold for
the question, whatever is asked: so a run for the best 10 serves one for the best 100, for all, or for `prove
--optimal`. The fragment of an exact cost is a strategy that has this cost; the independent checker has
accepted it before it is stored (`judges`). That nothing costs less, and every bound, rests on the search,
until a certificate says so.

What is read is checked as far as a mistake could mislead a search or end in a traceback. Whether it proves
anything is for the checker.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import os
import socket
import sqlite3
import sys
import time
import zlib
from array import array
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Final, NoReturn, Self

from wordle_cp.certificate.base.records import format_restriction
from wordle_cp.certificate.base.restrictions import MalformedRestrictionError, parse_restriction
from wordle_cp.engine import OpenerResult, ProofNode, settled_of
from wordle_cp.errors import FileError, UsageError, WordleCpError, file_errors
from wordle_cp.files.read import open_regular
from wordle_cp.rules.letters import MOST_CHARACTERS, is_plain
from wordle_cp.rules.words import MAX_GUESSES_LEFT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path
    from types import TracebackType

    from wordle_cp.engine import Row
    from wordle_cp.games.question import Position, TotalQuestion
    from wordle_cp.games.variant import Variant


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


_BETWEEN: Final = "\n"
_MOST_BYTES: Final = 4 * MOST_CHARACTERS
"""Most bytes of a letter."""


def pack(kind: str, numbers: Iterable[int]) -> bytes:
    """Return `numbers` as little-endian numbers of 2 bytes (`kind` H) or 4 (I)."""
    packed = array(kind, numbers)
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tobytes()


def unpack(kind: str, packed: bytes) -> array[int]:
    """Return what `pack` packed."""
    numbers = array(kind, packed)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def pack_words(words: Sequence[str]) -> bytes:
    """Return `words`, all of one length, joined and compressed; a line each unless they are plain texts."""
    between = "" if is_plain(words) else _BETWEEN
    return zlib.compress(between.join(words).encode())


def unpack_words(packed: bytes, length: int, most: int, *, plain: bool) -> tuple[str, ...] | None:
    """Return the texts that `pack_words` packed, words of `length` letters, or None if it can't be that.

    More than `most` words are none of ours, and aren't unpacked.
    """
    reader = zlib.decompressobj()
    longest = length if plain else length * (_MOST_BYTES + 1) + 1  # a hyphen each, a line end
    try:
        text = reader.decompress(packed, most * longest + 1).decode()
    except (zlib.error, UnicodeDecodeError):
        return None
    if not reader.eof or reader.unused_data:
        return None
    if not plain:
        return tuple(text.split(_BETWEEN))
    if len(text) % length:
        return None
    return tuple(text[start : start + length] for start in range(0, len(text), length))


class LedgerError(WordleCpError):
    """A ledger that can't be used: not one of ours, damaged, or the file system refuses."""


_TABLES: Final = """
CREATE TABLE question (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE facts (key TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE units (
    unit TEXT PRIMARY KEY, worker TEXT, done_at TEXT,
    result TEXT, number INTEGER, searched INTEGER, fragment BLOB, seconds REAL
) STRICT, WITHOUT ROWID
"""
"""`searched` is 0 where a bound by counting was enough."""
_FROM_THE_FORMAT_BEFORE: Final = """
DELETE FROM units WHERE result IS NULL;
ALTER TABLE units DROP COLUMN state;
ALTER TABLE units DROP COLUMN claimed_at
"""
"""It noted who was at work on what, too."""
_CHECKPOINT_COMMITS: Final = 256
_CHECKPOINT_SECONDS: Final = 60.0
"""After this number of commits, or this time, the write-ahead log is emptied into the file."""


class Ledger:
    """A ledger at a path, open; a context manager. Only one process may have it open (`held`)."""

    run: ClassVar[str]
    """What the ledger is of, such as "census"."""
    application_id: ClassVar[int]
    """Marks the file, for this program and for file(1)."""
    version: ClassVar[int]
    more_tables: ClassVar[str] = ""

    def __init__(
        self,
        path: Path,
        question: Mapping[str, str],
        position: Position,
        *,
        most_steps: int,
        found: Path | None = None,
    ) -> None:
        """Open the ledger of a `question` about a `position`; begin it, unless a file of a run was `found`.

        Digests stand for what is long in the question. A strategy has `most_steps` guesses at most.

        Raises:
            UsageError: it is the ledger of another question.
            LedgerError: the file is none of ours, is damaged, is empty though a file was found, or can't be
                read or written.
        """
        self.path: Final = path
        self._question = question
        self._variant = position.variant
        self._openers = {str(word): word for word in position.allowed}
        self._most_steps = most_steps
        self._commits = 0
        self._checkpoint_at = self._accounted = time.monotonic()
        self._worker = f"{socket.gethostname()}:{os.getpid()}"
        with self._reported():
            self._connection = sqlite3.connect(path, isolation_level=None)
        try:
            with self._reported():
                self._prepare(found)
        except BaseException:
            self._connection.close()
            raise

    @classmethod
    def demand_own(cls, path: Path) -> None:
        """Look whether the file at `path`, if it is there, may be one of ours, before anything is made.

        A look at its first bytes; a file that is being made may have no application id yet, and passes.

        Raises:
            FileError: it can't be read. LedgerError: it is none of ours.
        """
        with file_errors(path):
            if not path.exists():
                return
            with open_regular(path) as file:
                header = file.read(_HEADER_BYTES)
        if header and not header.startswith(_MAGIC):
            message = f"{path}: no usable ledger of a {cls.run}: it is no database; {_ANEW}"
            raise LedgerError(message)
        if int.from_bytes(header[_APPLICATION_ID]) not in {0, cls.application_id}:
            raise cls._foreign(path)

    @classmethod
    def _foreign(cls, path: Path) -> LedgerError:
        """Return the error that the database at `path` is none of ours."""
        return LedgerError(f"{path}: a database, but not the ledger of a {cls.run}; {_ANEW}")

    @staticmethod
    def lost(path: Path, found: Path) -> LedgerError:
        """Return the error that there is no ledger at `path`, and what was `found` is no use without."""
        message = (
            f"{path}: the ledger is gone or empty, and {found} is there already (was {path.name}-wal left "
            f"behind when the folder was copied?); {_ANEW}"
        )
        return LedgerError(message)

    def __enter__(self) -> Self:
        """Return the ledger."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Account for the time since the last result, and close the file.

        What is stored stays; what can't be moved into the file stays in the write-ahead log.
        """
        with suppress(sqlite3.Error, LedgerError):
            with self._transaction():
                self._store(())
            self._checkpoint()
        self._connection.close()

    @property
    def seconds(self) -> float:
        """Seconds that all runs have taken so far, this one included."""
        seconds = self._fact("seconds")
        now = time.monotonic() - self._accounted
        return now + (seconds if isinstance(seconds, float) else 0.0)

    @property
    def latest(self) -> str | None:
        """The day, UTC, of the latest result, as the ledger has it; None if it has none."""
        ((latest,),) = self._rows("SELECT max(done_at) FROM units")
        return None if latest is None else str(latest)[:10]

    def strategy(self, opener: str) -> tuple[str, ...]:
        """Return the strategy that is stored of `opener`, in preorder; empty if there is none.

        Raises:
            LedgerError: the ledger is damaged.
        """
        found = self._rows("SELECT fragment FROM units WHERE unit = ?", opener)
        if not found or found[0][0] is None:
            return ()
        plain = is_plain(self._variant.guesses)
        steps = unpack_words(found[0][0], self._variant.length, self._most_steps, plain=plain)
        known = {str(word): word for word in self._variant.guesses}
        if not steps or steps[0] != opener or not known.keys() >= set(steps):
            self._damaged(f"the strategy of {opener!r} is none")
        return tuple(known[step] for step in steps)

    def _prepare(self, found: Path | None) -> None:
        """Make sure that the file is a sound ledger, or make it one."""
        execute = self._connection.execute
        kind = execute("PRAGMA application_id").fetchone()[0]
        version = int(execute("PRAGMA user_version").fetchone()[0])
        tables = execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        new = (kind, version, tables) == (0, 0, 0)
        if new and found is not None:
            raise self.lost(self.path, found)
        if not new:
            if kind != self.application_id:
                raise self._foreign(self.path)
            if version not in {self.version - 1, self.version}:
                known = f"this program knows {self.version}"
                message = f"{self.path}: a ledger of format {version}, {known}; {_ANEW}"
                raise LedgerError(message)
            if execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                self._damaged(_UNREADABLE)
            self._demand_question()  # before anything is changed
        execute("PRAGMA journal_mode = WAL")
        execute("PRAGMA synchronous = NORMAL")
        if version != self.version:
            with self._transaction():
                tables = f"{_TABLES};{self.more_tables}" if new else _FROM_THE_FORMAT_BEFORE
                for statement in tables.split(";"):
                    execute(statement)
                execute(f"PRAGMA user_version = {self.version}")
                if new:
                    execute(f"PRAGMA application_id = {self.application_id}")
                    self._connection.executemany("INSERT INTO question VALUES (?, ?)", self._question.items())
                    execute("INSERT INTO facts VALUES ('seconds', 0.0)")

    def _demand_question(self) -> None:
        """Raise unless the ledger is that of the question."""
        stored = dict(self._connection.execute("SELECT key, value FROM question"))
        for key, wanted in self._question.items():
            found = stored.get(key)
            if found is None:
                self._damaged("its question is incomplete")
            if found != wanted:
                difference = f"{key} {found:.20}, and not {wanted:.20}"
                message = f"{self.path}: the ledger of another question: {difference}"
                raise UsageError(message)

    def _fact(self, key: str) -> object:
        found = self._rows("SELECT value FROM facts WHERE key = ?", key)
        return found[0][0] if found else None

    def _rows(self, query: str, *values: str) -> list[tuple[Any, ...]]:
        with self._reported():
            return self._connection.execute(query, values).fetchall()

    def _done(self) -> list[tuple[Row, str]]:
        """Return all units of which something is known, without their strategies, and who found them."""
        rows = self._rows(
            "SELECT unit, result, number, searched, seconds, worker FROM units ORDER BY done_at, unit"
        )
        if not self._openers.keys() >= {row[0] for row in rows}:
            self._damaged("it knows an opener that is none")
        return [
            ((self._openers[unit], result, number, searched or 0, seconds or 0.0, ()), worker or "")
            for unit, result, number, searched, seconds, worker in rows
        ]

    def _store(self, found: Iterable[tuple[Row, str]]) -> None:
        """Store what was `found` in place of what was known, and the time since; inside a transaction.

        Behind each row stands who found it: this process, if nothing is said.
        """
        now, before = utc_now(), self._accounted
        self._accounted = time.monotonic()
        self._connection.executemany(
            "INSERT OR REPLACE INTO units VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (
                    unit,
                    worker or self._worker,
                    now,
                    result,
                    number,
                    int(effort > 0),
                    pack_words(strategy) if strategy else None,
                    seconds,
                )
                for (unit, result, number, effort, seconds, strategy), worker in found
            ),
        )
        spent = self._accounted - before
        self._connection.execute("UPDATE facts SET value = value + ? WHERE key = 'seconds'", (spent,))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Store everything that is executed inside, or nothing; empty the write-ahead log now and then."""
        with self._reported():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")
            self._commits += 1
            due = self._checkpoint_at + _CHECKPOINT_SECONDS
            if self._commits >= _CHECKPOINT_COMMITS or time.monotonic() > due:
                self._checkpoint()

    def _checkpoint(self) -> None:
        """Empty the write-ahead log into the file."""
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        self._commits = 0
        self._checkpoint_at = time.monotonic()

    @contextmanager
    def _reported(self) -> Iterator[None]:
        """Raise what SQLite finds wrong as an error of the ledger."""
        try:
            yield
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) & _PRIMARY in _DAMAGE:
                self._damaged(_UNREADABLE)
            message = f"{self.path}: no usable ledger of a {self.run}: {error}"
            raise LedgerError(message) from error

    def _damaged(self, how: str) -> NoReturn:
        message = f"{self.path}: the ledger is damaged: {how}; {_ANEW}"
        raise LedgerError(message)


def utc_now() -> str:
    """Return the time now, in UTC, as ledgers store it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


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


class RankLedger(Ledger):
    """The ledger of a ranking."""

    run = "ranking"
    application_id = 0x57435052  # "WCPR"
    version = 3

    def __init__(self, path: Path, question: TotalQuestion) -> None:
        """Open the ledger of `question`, or begin it; errors as for `Ledger`."""
        goal, variant = question.goal, question.variant
        weights = "".join(
            f"{word},{weight}\n"
            for word, weight in zip(question.hidden, goal.weights_of(question.hidden), strict=True)
        )
        fields = {
            "mode": variant.rules_text,
            "after": variant.scoring.format_history(question.history) or "nothing",
            "guess list": variant.guesses_hash,
            "hidden list": variant.hidden_hash,
            "guesses left": "any number" if question.guesses_left is None else str(question.guesses_left),
            "costs": " ".join(map(str, goal.costs)) or "guesses",
            "loss": "none" if goal.loss is None else str(goal.loss),
            "weights": hashlib.sha256(weights.encode()).hexdigest() if goal.weights else "equal",
        }
        most = len(question.hidden) ** 2  # a level of the tree has no word twice, and each splits
        super().__init__(path, fields, question.position, most_steps=most)

    def settled(self) -> dict[str, OpenerResult]:
        """Return what is known, by opener, without the strategies.

        Raises:
            LedgerError: the ledger is damaged.
        """
        known: dict[str, OpenerResult] = {}
        for (unit, kind, cost, searched, seconds, _), _ in self._done():
            settled = settled_of(unit, kind, cost)
            if settled is None:
                self._damaged(f"what it knows about {unit!r} makes no sense")
            known[unit] = OpenerResult(settled, searched > 0, seconds)
        return known

    def record(self, results: Sequence[OpenerResult], worker: str = "") -> None:
        """Store what `worker`, by default this process, found, in place of what was known of these openers.

        All of it or none. The strategies are to have been accepted by the checker.

        Raises:
            LedgerError: the file can't be written.
        """
        with self._transaction():
            self._store((result.row, worker) for result in results)

    def take_back(self, openers: Sequence[str], earlier: Sequence[OpenerResult]) -> None:
        """Forget all about `openers`, but for what was known `earlier` of some of them; all of it or none.

        Raises:
            LedgerError: the file can't be written.
        """
        with self._transaction():
            self._connection.executemany("DELETE FROM units WHERE unit = ?", ((one,) for one in openers))
            self._store((result.row, "") for result in earlier)
