"""What long work keeps: files of SQLite, and the units in them.

The parts, in their order:

What the ledgers of long runs share: an SQLite file that belongs to one question, in a folder of its own.

A ledger keeps the question it is about, so that another question finds that the file isn't its own. A
transaction is stored whole or not at all, and write-ahead logging keeps the file whole whenever the process
is killed. `synchronous=NORMAL` is enough: what a kill leaves behind the kernel still writes, and after a
power cut the last transactions may be missing, in order.

How ledgers hold numbers and strategies; reading is wary, as a file may hold anything.

Units of work in a ledger: which are claimed, by whom and since when, and what came out of those done.

A unit is what one worker does in one go, such as an opener that is to be settled. It is open while the ledger
knows nothing about it. Whoever begins with it claims it; a claim holds as long as the run that made it: the
next run finds that nobody is at work, and gives all claims back (`release`). What is done stays. A unit that
is done may be claimed again, where more is to be found out about it; what is known about it stays known.

A result has two fields, what it is and its number; the certificate fragment is whatever bytes the
ledger's subject makes of it, and seconds are those that it took a processor. Nothing here knows games.

Proof nodes of depth searches as plain values, for ledgers and for the wire; reading is wary.

What is read is checked as far as a mistake could mislead a search or end in a traceback. Whether nodes prove
anything is for the checker.

What is settled so far about the openers of a question, in one SQLite file of a run folder.

lock             held by the process that is at work in the folder
ledger.sqlite    the question, and what is known about each opener, with files of SQLite's own beside it

A unit of work is an opener. A cost, a bound, or that an opener is refuted hold for the
question, whatever is asked: so a run for the best 10 serves one for the best 100, for all, or for `prove
--optimal`. The fragment of an exact cost is a strategy that costs just so much; the independent checker has
accepted it before it is stored (`judges`). That nothing costs less, and every bound, rests on the
search, until a certificate says so. Each opener has one row at most, and a transaction stores some of them or
none: whatever kills the process, nothing is counted twice, and what is stored is whole.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import sqlite3
import sys
import zlib
from abc import ABC, abstractmethod
from array import array
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, Final, NoReturn, Self

from wordle_cp.certificate.base.records import format_restriction
from wordle_cp.certificate.base.restrictions import MalformedRestrictionError, parse_restriction
from wordle_cp.engine import OpenerResult, ProofNode, plain_fields, settled_of
from wordle_cp.errors import FileError, UsageError, WordleCpError, file_errors
from wordle_cp.files.read import open_regular
from wordle_cp.rules.letters import MOST_CHARACTERS, is_plain
from wordle_cp.rules.words import MAX_GUESSES_LEFT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path
    from types import TracebackType

    from wordle_cp.games.question import TotalQuestion
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


UNITS_TABLE: Final = """
CREATE TABLE units (
    unit TEXT PRIMARY KEY, state TEXT NOT NULL, worker TEXT, claimed_at TEXT, done_at TEXT,
    result TEXT, number INTEGER, searched INTEGER, fragment BLOB, seconds REAL
) STRICT, WITHOUT ROWID
"""
"""`result` is null for a unit that was never done; `searched` is 0 where a bound by counting was enough."""
CLAIMED: Final = "claimed"
DONE: Final = "done"


@dataclass(frozen=True, slots=True)
class DoneUnit:
    """A unit that is done: a row of the table."""

    unit: str
    result: str
    number: int | None
    searched: bool
    fragment: bytes | None
    seconds: float
    worker: str


@dataclass(frozen=True, slots=True)
class TakenUnit:
    """A unit that a worker is at, since when (ISO 8601, UTC)."""

    unit: str
    worker: str
    since: str


class WorkLedger(LedgerFile):
    """A ledger with a table of units (`UNITS_TABLE`), which the subclass makes."""

    def claim(self, units: Sequence[str], worker: str) -> None:
        """Note that `worker` has begun with `units`; who had them before has them no more."""
        now = _now()
        with self._transaction():
            self._connection.executemany(
                "INSERT INTO units (unit, state, worker, claimed_at) VALUES (?, ?, ?, ?) ON CONFLICT (unit) "
                "DO UPDATE SET state = excluded.state, worker = excluded.worker, "
                "claimed_at = excluded.claimed_at",
                ((unit, CLAIMED, worker, now) for unit in units),
            )

    def release(self, units: Iterable[str] | None = None) -> None:
        """Give back the claims on `units`, by default all that there are."""
        chosen = None if units is None else [(unit,) for unit in units]
        with self._transaction():
            for statement in (
                "DELETE FROM units WHERE state = 'claimed' AND result IS NULL",
                "UPDATE units SET state = 'done' WHERE state = 'claimed'",
            ):
                if chosen is None:
                    self._connection.execute(statement)
                else:
                    self._connection.executemany(f"{statement} AND unit = ?", chosen)

    def claims(self) -> list[TakenUnit]:
        """Return the units that are claimed."""
        with self._reported():
            rows = self._connection.execute(
                "SELECT unit, worker, claimed_at FROM units WHERE state = 'claimed' ORDER BY claimed_at, unit"
            ).fetchall()
        return [TakenUnit(*row) for row in rows]

    def _store(self, units: Sequence[DoneUnit]) -> None:
        """Store `units` in place of what was known about them, inside a transaction."""
        now = _now()
        self._connection.executemany(
            "INSERT OR REPLACE INTO units VALUES (?, ?, ?, (SELECT claimed_at FROM units WHERE unit = ?), "
            "?, ?, ?, ?, ?, ?)",
            (
                (
                    one.unit,
                    DONE,
                    one.worker,
                    one.unit,
                    now,
                    one.result,
                    one.number,
                    int(one.searched),
                    one.fragment,
                    one.seconds,
                )
                for one in units
            ),
        )

    def _done(self) -> list[DoneUnit]:
        """Return all units of which something is known, without their fragments."""
        with self._reported():
            rows = self._connection.execute(
                "SELECT unit, result, number, searched, seconds, worker FROM units WHERE result IS NOT NULL"
            ).fetchall()
        return [
            DoneUnit(unit, result, number, bool(searched), None, seconds or 0.0, worker or "")
            for unit, result, number, searched, seconds, worker in rows
        ]

    @property
    def latest(self) -> str | None:
        """The day, UTC, of the latest result, as the ledger has it; None if it has none."""
        with self._reported():
            (latest,) = self._connection.execute("SELECT max(done_at) FROM units").fetchone()
        return None if latest is None else str(latest)[:10]

    def _fragment(self, unit: str) -> bytes | None:
        """Return the fragment of `unit`, if it has one."""
        with self._reported():
            row = self._connection.execute("SELECT fragment FROM units WHERE unit = ?", (unit,)).fetchone()
        return None if row is None else row[0]


def _now() -> str:
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


APPLICATION_ID: Final = 0x57435052
"""Marks the file as ours ("WCPR"), for this module and for file(1)."""
LEDGER_FORMAT: Final = 2

_SCHEMA: Final = f"""
CREATE TABLE question (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE facts (key TEXT PRIMARY KEY, value REAL NOT NULL) STRICT, WITHOUT ROWID;
{UNITS_TABLE}
"""


class RankLedgerError(WordleCpError):
    """A ledger that can't be used: not one of ours, damaged, or the file system refuses."""


class RankLedger(WorkLedger):
    """The ledger at a path, open; a context manager. Only one process may have it open (`held`)."""

    run = "ranking"
    application_id = APPLICATION_ID
    error = RankLedgerError

    def __init__(self, path: Path, question: TotalQuestion) -> None:
        """Open the ledger of `question`, or begin it.

        Raises:
            UsageError: it is the ledger of another question.
            RankLedgerError: the file is none of ours, is damaged, or can't be read or written.
        """
        self._question = question
        super().__init__(path)
        try:
            with self._reported():
                self._prepare()
        except BaseException:
            self._connection.close()
            raise

    def settled(self) -> dict[str, OpenerResult]:
        """Return what is known, by opener, without the strategies.

        Raises:
            RankLedgerError: the ledger is damaged.
        """
        openers = frozenset(self._question.position.allowed)
        known: dict[str, OpenerResult] = {}
        for done in self._done():
            settled = settled_of(done.unit, done.result, done.number)
            if done.unit not in openers:
                self._damaged("it knows an opener that is none")
            if settled is None:
                self._damaged(f"what it knows about {done.unit!r} makes no sense")
            known[done.unit] = OpenerResult(settled, done.searched, done.seconds)
        return known

    def strategy(self, opener: str) -> tuple[str, ...]:
        """Return the strategy that shows that the cost of `opener` can be reached; empty if there is none.

        Raises:
            RankLedgerError: the ledger is damaged.
        """
        packed = self._fragment(opener)
        if packed is None:
            return ()
        variant = self._question.variant
        most = len(self._question.hidden) ** 2  # a level of the tree has no word twice, and each splits
        steps = unpack_words(packed, variant.length, most, plain=is_plain(variant.guesses))
        known = {str(word): word for word in variant.guesses}
        if not steps or not known.keys() >= set(steps):
            self._damaged(f"the strategy of {opener!r} is none")
        return tuple(known[step] for step in steps)

    def record(self, results: Sequence[OpenerResult], seconds: float, worker: str = "") -> None:
        """Store what `worker` found, in place of what was known about the same openers, and more `seconds`.

        All of it or none. The strategies are to have been accepted by the checker.

        Raises:
            RankLedgerError: the file can't be written.
        """
        with self._transaction():
            self._store([_unit(result, worker) for result in results])
            self._add_seconds(seconds)

    def take_back(self, openers: Sequence[str], earlier: Sequence[OpenerResult]) -> None:
        """Forget all about `openers`, but for what was known `earlier` of some of them; all of it or none.

        Raises:
            RankLedgerError: the file can't be written.
        """
        with self._transaction():
            self._connection.executemany("DELETE FROM units WHERE unit = ?", ((one,) for one in openers))
            self._store([_unit(result, "") for result in earlier])

    def _prepare(self) -> None:
        """Make sure that the file is a sound ledger, or make it one, and that nobody seems to be at work."""
        version = self._version(LEDGER_FORMAT)
        if version:
            self._demand_question()  # before anything is changed
        self._log_ahead()
        if not version:
            self._create(_SCHEMA, LEDGER_FORMAT, {"seconds": 0.0})
        self.release()

    def _fields(self) -> dict[str, str]:
        """Return the question as the ledger holds it; digests stand for word lists and weights."""
        question = self._question
        goal = question.goal
        weights = "".join(
            f"{word},{weight}\n"
            for word, weight in zip(question.hidden, goal.weights_of(question.hidden), strict=True)
        )
        return {
            "mode": question.variant.rules_text,
            "after": question.variant.scoring.format_history(question.history) or "nothing",
            "guess list": question.variant.guesses_hash,
            "hidden list": question.variant.hidden_hash,
            "guesses left": "any number" if question.guesses_left is None else str(question.guesses_left),
            "costs": " ".join(map(str, goal.costs)) or "guesses",
            "loss": "none" if goal.loss is None else str(goal.loss),
            "weights": hashlib.sha256(weights.encode()).hexdigest() if goal.weights else "equal",
        }

    def _difference(self, key: str, found: str, wanted: str) -> str:
        return f"{key} {found:.20}, and not {wanted:.20}"


def _unit(result: OpenerResult, worker: str) -> DoneUnit:
    """Return the unit that holds `result`."""
    kind, cost = plain_fields(result.settled)
    fragment = pack_words(result.strategy) if result.strategy else None
    return DoneUnit(result.opener, kind, cost, result.searched, fragment, result.seconds, worker)
