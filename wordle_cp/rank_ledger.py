"""What a ranking has settled so far, in one SQLite file of its run folder, so that another run goes on.

lock             held by the process that is at work in the folder
ledger.sqlite    the question, and what is known about each opener, with files of SQLite's own beside it

A cost, a bound, or that an opener is hopeless are facts about the question, whatever the number of openers
asked for: so a run for the best 10 serves one for the best 100, or for all. Each opener has one row at
most, and a transaction stores some of them or none: whatever kills the process, nothing is counted twice,
and what is stored is whole.
"""

from __future__ import annotations

import fcntl
import hashlib
import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NoReturn, Self

from wordle_cp.engine import AtLeast, ExactCost, Hopeless, Settled
from wordle_cp.errors import UsageError, WordleCpError
from wordle_cp.rules import format_history

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from types import TracebackType

    from wordle_cp.search.total import TotalQuestion

APPLICATION_ID: Final = 0x57435052
"""Marks the file as ours ("WCPR"), for this module and for file(1)."""
LEDGER_FORMAT: Final = 1

_SCHEMA: Final = """
CREATE TABLE question (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE facts (key TEXT PRIMARY KEY, value REAL NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE settled (opener TEXT PRIMARY KEY, kind TEXT NOT NULL, cost INTEGER) STRICT, WITHOUT ROWID;
"""
_EXACT: Final = "exact"
_BOUND: Final = "at least"
_HOPELESS: Final = "hopeless"


class RankLedgerError(WordleCpError):
    """A ledger that can't be used: not one of ours, damaged, or the file system refuses."""


@contextmanager
def held(folder: Path) -> Iterator[Path]:
    """Make `folder` if need be, keep other processes out of it, and provide the path of its ledger.

    The kernel lets go of the lock when the process ends, however it ends.

    Raises:
        UsageError: another process is at work in the folder.
        OSError: it can't be made or written to.
    """
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("a", encoding="ascii") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            message = f"{folder}: another ranking is at work in this folder"
            raise UsageError(message) from None
        yield folder / "ledger.sqlite"


class RankLedger:
    """The ledger at a path, open; a context manager. Only one process may have it open (`held`)."""

    def __init__(self, path: Path, question: TotalQuestion) -> None:
        """Open the ledger of `question`, or begin it.

        Raises:
            UsageError: it is the ledger of another question.
            RankLedgerError: the file is none of ours, is damaged, or can't be read or written.
        """
        self.path: Final = path
        self._question = question
        with self._reported():
            self._connection = sqlite3.connect(path, isolation_level=None)
        try:
            with self._reported():
                self._prepare()
                self._demand_question()
        except BaseException:
            self._connection.close()
            raise

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
            row = self._connection.execute("SELECT value FROM facts WHERE key = 'seconds'").fetchone()
        return float(row[0]) if row is not None else 0.0

    def settled(self) -> dict[str, Settled]:
        """Return what is known, by opener.

        Raises:
            RankLedgerError: the ledger is damaged.
        """
        openers = frozenset(self._question.openers)
        with self._reported():
            rows = self._connection.execute("SELECT opener, kind, cost FROM settled").fetchall()
        known: dict[str, Settled] = {}
        for opener, kind, cost in rows:
            if opener not in openers:
                self._damaged("it knows an opener that is none")
            if kind == _HOPELESS and cost is None:
                known[opener] = Hopeless(opener)
            elif kind in {_EXACT, _BOUND} and cost is not None and cost >= 0:
                known[opener] = ExactCost(opener, cost) if kind == _EXACT else AtLeast(opener, cost)
            else:
                self._damaged(f"what it knows about {opener!r} makes no sense")
        return known

    def record(self, settled: Sequence[Settled], seconds: float) -> None:
        """Store `settled`, in place of what was known about the same openers, and more `seconds`.

        All of it or none.

        Raises:
            RankLedgerError: the file can't be written.
        """
        with self._transaction():
            self._connection.executemany(
                "INSERT OR REPLACE INTO settled VALUES (?, ?, ?)", map(_row, settled)
            )
            self._connection.execute("UPDATE facts SET value = value + ? WHERE key = 'seconds'", (seconds,))

    def _prepare(self) -> None:
        """Make sure that the file is a sound ledger, new or old."""
        execute = self._connection.execute
        kind = execute("PRAGMA application_id").fetchone()[0]
        version = execute("PRAGMA user_version").fetchone()[0]
        tables = execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if (kind, version, tables) != (0, 0, 0):
            if kind != APPLICATION_ID:
                message = f"{self.path}: a database, but not the ledger of a ranking"
                raise RankLedgerError(message)
            if version != LEDGER_FORMAT:
                message = f"{self.path}: a ledger of format {version}, this program knows {LEDGER_FORMAT}"
                raise RankLedgerError(message)
            problem = execute("PRAGMA quick_check(1)").fetchone()[0]
            if problem != "ok":
                self._damaged(str(problem))
        execute("PRAGMA journal_mode = WAL")
        execute("PRAGMA synchronous = NORMAL")
        if tables == 0:
            with self._transaction():
                for statement in _SCHEMA.split(";"):
                    execute(statement)
                execute(f"PRAGMA application_id = {APPLICATION_ID}")
                execute(f"PRAGMA user_version = {LEDGER_FORMAT}")
                self._connection.executemany("INSERT INTO question VALUES (?, ?)", self._fields().items())
                execute("INSERT INTO facts VALUES ('seconds', 0.0)")

    def _fields(self) -> dict[str, str]:
        """Return the question as the ledger holds it; digests stand for word lists and weights."""
        question = self._question
        objective = question.objective
        weights = "".join(
            f"{word},{weight}\n"
            for word, weight in zip(question.hidden, objective.weights_of(question.hidden), strict=True)
        )
        return {
            "mode": question.variant.mode.value,
            "after": format_history(question.history, question.variant.length) or "nothing",
            "guess list": question.variant.guesses_hash,
            "hidden list": question.variant.hidden_hash,
            "guesses left": "any number" if question.guesses_left is None else str(question.guesses_left),
            "costs": " ".join(map(str, objective.costs)) or "guesses",
            "loss": "none" if objective.loss is None else str(objective.loss),
            "weights": hashlib.sha256(weights.encode()).hexdigest() if objective.weights else "equal",
        }

    def _demand_question(self) -> None:
        """Raise unless the ledger is that of the question."""
        stored = dict(self._connection.execute("SELECT key, value FROM question"))
        for key, wanted in self._fields().items():
            found = stored.get(key)
            if found is None:
                self._damaged("its question is incomplete")
            if found != wanted:
                message = (
                    f"{self.path}: the ledger of another question: {key} {found:.20}, and not {wanted:.20}"
                )
                raise UsageError(message)

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
        """Raise what SQLite finds wrong as a RankLedgerError."""
        try:
            yield
        except sqlite3.Error as error:
            message = f"{self.path}: no usable ledger of a ranking: {error}"
            raise RankLedgerError(message) from error

    def _damaged(self, how: str) -> NoReturn:
        message = f"{self.path}: the ledger is damaged: {how}; to begin anew, take another folder"
        raise RankLedgerError(message)


def _row(settled: Settled) -> tuple[str, str, int | None]:
    """Return the row that holds `settled`."""
    if isinstance(settled, Hopeless):
        return settled.opener, _HOPELESS, None
    return settled.opener, _EXACT if isinstance(settled, ExactCost) else _BOUND, settled.cost
