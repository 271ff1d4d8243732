"""The folder of a census and the ledger in it.

The parts, in their order:

The run folder of a census: who may use it, and the certificates in it.

lock                    held by the process that is at work here
ledger.sqlite           what is decided, with files of SQLite's own beside it
possible/OPENER.cert.gz a strategy for each opener that has one
refuted.cert.xz         one refutation certificate for all the others that are decided

The ledger of a census: what has been decided so far, and the proof of it, in one SQLite file.

A unit of work (`runs.ledgers`) is an opener. Its result is

- "strategy": one was found, the fragment, which the checker is still to judge (`pending`);
- "possible": the checker has accepted its certificate, a file of the run folder; the number is the total of
  guesses, and the table `certificates` has the file's digest;
- "impossible": the number is that of the proof node that refutes it. Its fragment is that node with
  all that it rests on, in the table `nodes`: openers share nodes, and each is stored once.

A transaction stores some units together with the proof nodes they rest on, so that at any moment the file
holds decisions with their whole proof, and nothing twice. Openers whose transactions a power cut took
(`runs.ledgers`) are decided again. What is in the write-ahead log goes into the file itself now and then
and at an orderly end, lest much is lost where only that file is copied.

What is read is checked as far as a mistake could mislead the search or
end in a traceback. Whether the proof is sound is for the checker to say, of the certificates.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import metadata
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.census.answer import Decision, ImpossibleOpener, Pending, Possible, RefutationState
from wordle_cp.errors import UsageError, WordleCpError, file_errors
from wordle_cp.files.write import TEMPORARY_PREFIX
from wordle_cp.rules.letters import is_plain
from wordle_cp.runs.ledgers import (
    UNITS_TABLE,
    DoneUnit,
    MalformedNodeError,
    NodeRows,
    WorkLedger,
    held,
    make_folder,
    pack_words,
    unpack_words,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path
    from types import TracebackType

    from wordle_cp.engine import ProofNode
    from wordle_cp.search.census import CensusQuestion


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


LEDGER_FORMAT: Final = 3
APPLICATION_ID: Final = 0x57435043
"""Marks the file as ours ("WCPC"), for this module and for file(1)."""

_SCHEMA: Final = f"""
CREATE TABLE question (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE facts (key TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE nodes (
    number INTEGER PRIMARY KEY, kind TEXT NOT NULL, guesses INTEGER NOT NULL, restriction TEXT NOT NULL,
    words BLOB NOT NULL, children BLOB NOT NULL
) STRICT;
{UNITS_TABLE};
CREATE TABLE certificates (
    unit TEXT PRIMARY KEY, sha256 TEXT NOT NULL, max_guesses INTEGER NOT NULL
) STRICT, WITHOUT ROWID
"""
"""For `nodes` see `runs.ledgers`."""
_FOUND: Final = "strategy"
_POSSIBLE: Final = "possible"
_IMPOSSIBLE: Final = "impossible"
_LABELS: Final = {
    "mode": "{} mode",
    "depth": "depth {}",
    "after": "after {}",
    "guesses": "the guess list with SHA-256 {:.12}...",
    "hidden": "the hidden list with SHA-256 {:.12}...",
}
"""How a message calls each part of a question."""
_CHECKPOINT_COMMITS: Final = 256
_CHECKPOINT_SECONDS: Final = 60.0
"""After so much the write-ahead log is emptied into the file."""


class LedgerError(WordleCpError):
    """A ledger that can't be used: not one of ours, damaged, or the file system refuses."""


class Ledger(WorkLedger):
    """The ledger at a path, open; a context manager. Only one process may have it open (`folder.hold`)."""

    run = "census"
    application_id = APPLICATION_ID
    error = LedgerError

    def __init__(self, path: Path, question: CensusQuestion, *, begun: bool = False) -> None:
        """Open the ledger of `question`, or begin it, unless it has been `begun` before.

        Raises:
            UsageError: it is the ledger of another question.
            LedgerError: the file is none of ours, is damaged, is empty though it was begun, or can't be read
                or written.
        """
        self._question = question
        self._guesses = {str(word): word for word in question.variant.guesses}
        self._openers = {str(word): word for word in question.openers}
        self._rows = NodeRows(question.variant, question.hidden)
        self._commits = 0
        self._checkpoint_at = time.monotonic()
        super().__init__(path)
        try:
            with self._reported():
                self._prepare(begun=begun)
            self._demand_all_nodes()
        except BaseException:
            self._connection.close()
            raise

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close the file; what is stored stays."""
        with suppress(sqlite3.Error):  # what can't be moved stays in the write-ahead log
            self._checkpoint()
        super().__exit__(kind, value, traceback)

    @property
    def node_count(self) -> int:
        """Proof nodes that are stored; read anew each time, as an interrupt can come right after a commit."""
        with self._reported():
            last = self._connection.execute("SELECT max(number) FROM nodes").fetchone()[0]
        return 0 if last is None else int(last) + 1

    @property
    def refutation(self) -> RefutationState | None:
        """What `note_refutation` stored last."""
        with self._reported():
            text = str(self._fact("refutation") or "")
        sha256, _, counts = text.partition(" ")
        refuted, _, undecided = counts.partition(" ")
        if not (refuted.isdecimal() and undecided.isdecimal()):
            return None
        return RefutationState(sha256, int(refuted), int(undecided))

    def decisions(self) -> dict[str, Decision]:
        """Return what is decided, by opener; without the time that it took, which lies behind the strategies.

        Raises:
            LedgerError: the ledger is damaged.
        """
        with self._reported():
            rows = self._connection.execute(
                "SELECT unit, result, number FROM units WHERE result IN ('possible', 'impossible')"
            ).fetchall()
            files = dict[str, tuple[str, int]](
                (unit, (sha256, most))
                for unit, sha256, most in self._connection.execute(
                    "SELECT unit, sha256, max_guesses FROM certificates"
                )
            )
            others = self._connection.execute(
                "SELECT count(*) FROM units WHERE result NOT IN ('possible', 'impossible', 'strategy')"
            ).fetchone()[0]
        known = self._openers
        count = self.node_count
        found: dict[str, Decision] = {}
        for opener, result, number in rows:
            if opener not in known or number is None:
                self._damaged("a decision about what is no opener, or without its proof")
            if result == _POSSIBLE and opener in files:
                sha256, most = files.pop(opener)
                found[known[opener]] = Possible(known[opener], sha256, number, most)
            elif result == _IMPOSSIBLE and 0 <= number < count:
                found[known[opener]] = ImpossibleOpener(known[opener], number)
            else:
                self._damaged("a decision without its proof")
        if files or others:
            self._damaged("certificates of openers that aren't decided" if files else "results that are none")
        return found

    def nodes(self) -> list[ProofNode]:
        """Return all proof nodes; each stands at its number.

        Raises:
            LedgerError: the ledger is damaged.
        """
        with self._reported():
            rows = self._connection.execute(
                "SELECT number, kind, guesses, restriction, words, children FROM nodes ORDER BY number"
            )
            try:
                return [self._rows.node(row, number) for number, *row in rows]
            except MalformedNodeError as error:
                self._damaged(str(error))

    def pending(self) -> tuple[str, ...]:
        """Return the openers with a strategy that is still to be checked, the first found first.

        Raises:
            LedgerError: the ledger is damaged.
        """
        with self._reported():
            rows = self._connection.execute(
                "SELECT unit FROM units WHERE result = 'strategy' ORDER BY done_at, unit"
            ).fetchall()
        if not self._openers.keys() >= {opener for (opener,) in rows}:
            self._damaged("a strategy of an opener that is none")
        return tuple(self._openers[opener] for (opener,) in rows)

    def strategy(self, opener: str) -> Pending:
        """Return the strategy of an opener that is pending.

        Raises:
            LedgerError: the ledger is damaged.
        """
        question = self._question
        packed = self._fragment(opener)
        most = len(question.hidden) * question.guesses_left  # a level of the tree has no word twice
        length, plain = question.variant.length, is_plain(question.variant.guesses)
        steps = unpack_words(packed, length, most, plain=plain) if packed is not None else None
        if not steps or steps[0] != opener or not self._guesses.keys() >= set(steps):
            self._damaged(f"the strategy of {opener!r} is none")
        return Pending(self._guesses[opener], tuple(self._guesses[step] for step in steps))

    def record(
        self,
        decisions: Sequence[Decision],
        nodes: Sequence[ProofNode],
        seconds: float,
        pending: Sequence[Pending] = (),
    ) -> None:
        """Store `decisions`, the `nodes` that follow those stored so far, `pending`, and more `seconds`.

        All of it or none. What is possible is pending no more, and keeps its strategy.

        Raises:
            LedgerError: the file can't be written, or something is decided already.
        """
        possible = [d for d in decisions if isinstance(d, Possible)]
        refuted = [d for d in decisions if isinstance(d, ImpossibleOpener)]
        with self._transaction():
            for one in (*decisions, *pending):
                self._demand_open(one.opener)
            self._connection.executemany(
                "INSERT INTO nodes VALUES (?, ?, ?, ?, ?, ?)",
                ((number, *self._rows.row(node)) for number, node in enumerate(nodes, self.node_count)),
            )
            self._store([*map(_unit, refuted), *map(_unit, pending)])
            self._connection.executemany(
                "INSERT INTO units (unit, state, result, number) VALUES (?, 'done', 'possible', ?) "
                "ON CONFLICT (unit) DO UPDATE "
                "SET state = excluded.state, result = excluded.result, number = excluded.number",
                ((d.opener, d.total_guesses) for d in possible),
            )
            self._connection.executemany(
                "INSERT INTO certificates VALUES (?, ?, ?)",
                ((d.opener, d.sha256, d.max_guesses) for d in possible),
            )
            self._add_seconds(seconds)
        self._commits += 1
        due = self._checkpoint_at + _CHECKPOINT_SECONDS
        if self._commits >= _CHECKPOINT_COMMITS or time.monotonic() > due:
            with self._reported():
                self._checkpoint()

    def forget(self, openers: Iterable[str], *, refutation: bool) -> None:
        """Take back that `openers` are possible: their certificates are gone; `refutation`: so is that one.

        A strategy that is here is pending again.
        """
        with self._transaction():
            chosen = [(opener,) for opener in openers]
            for statement in (
                "DELETE FROM certificates WHERE unit = ?",
                "DELETE FROM units WHERE unit = ? AND fragment IS NULL",
                "UPDATE units SET result = 'strategy', number = NULL WHERE unit = ?",
            ):
                self._connection.executemany(statement, chosen)
            if refutation:
                self._connection.execute("DELETE FROM facts WHERE key = 'refutation'")

    def note_refutation(self, state: RefutationState) -> None:
        """Store which refutation certificate the folder has."""
        with self._transaction():
            self._connection.execute(
                "INSERT OR REPLACE INTO facts VALUES ('refutation', ?)",
                (f"{state.sha256} {state.refuted} {state.undecided}",),
            )

    def _checkpoint(self) -> None:
        """Empty the write-ahead log into the file."""
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        self._commits = 0
        self._checkpoint_at = time.monotonic()

    def _prepare(self, *, begun: bool) -> None:
        """Make sure that the file is a sound ledger, or make it one."""
        version = self._version(LEDGER_FORMAT)
        if not version and begun:
            message = (
                f"{self.path}: the ledger is empty, though a run has begun (was {self.path.name}-wal left "
                "behind when the folder was copied?); to begin anew, take another folder"
            )
            raise LedgerError(message)
        if version:
            self._demand_question()  # before anything is changed
        self._log_ahead()
        if not version:
            program = f"wordle-cp {metadata.version('wordle-cp')}"
            self._create(_SCHEMA, LEDGER_FORMAT, {"begun_by": program, "seconds": 0.0})
        self.release()

    def _fields(self) -> dict[str, str]:
        """Return the question as the ledger holds it; the digests stand for the word lists."""
        question = self._question
        return {
            "mode": question.variant.rules_text,
            "depth": str(question.depth),
            "after": question.variant.scoring.format_history(question.history) or "nothing",
            "guesses": question.variant.guesses_hash,
            "hidden": question.variant.hidden_hash,
        }

    def _difference(self, key: str, found: str, wanted: str) -> str:
        label = _LABELS[key]
        return f"{label.format(found)}, not {label.format(wanted)}"

    def _demand_all_nodes(self) -> None:
        with self._reported():
            count, first = self._connection.execute("SELECT count(*), min(number) FROM nodes").fetchone()
        if count != self.node_count or first not in {None, 0}:
            self._damaged("proof nodes are missing")

    def _demand_open(self, opener: str) -> None:
        row = self._connection.execute(
            "SELECT 1 FROM units WHERE unit = ? AND result IN ('possible', 'impossible')", (opener,)
        ).fetchone()
        if row is not None:
            message = f"{self.path}: {opener!r} is decided already"
            raise LedgerError(message)


def _unit(one: ImpossibleOpener | Pending) -> DoneUnit:
    """Return the unit that holds what was found out about an opener."""
    fragment = pack_words(one.strategy) if isinstance(one, Pending) else None
    result, number = (_FOUND, None) if isinstance(one, Pending) else (_IMPOSSIBLE, one.node)
    return DoneUnit(one.opener, result, number, one.searched, fragment, one.seconds, one.worker)
