"""The folder of a census and the ledger in it.

lock                    held by the process that is at work here
ledger.sqlite           what is decided, with files of SQLite's own beside it
possible/OPENER.cert.gz a strategy for each opener that has one
refuted.cert.xz         one refutation certificate for all the others that are decided

A unit of the ledger (`runs.ledgers`) is an opener. Its result is

- "strategy": one was found, the fragment, which the checker is still to judge (`pending`);
- "possible": the checker has accepted its certificate, a file of the run folder; the number is the total of
  guesses, and the table `certificates` has the file's digest;
- "impossible": the number is that of the proof node that refutes it. Its fragment is that node with
  all that it rests on, in the table `nodes`: openers share nodes, and each is stored once.

A transaction stores some units together with the proof nodes they rest on, so that at any moment the file
holds decisions with their whole proof, and nothing twice. Openers whose transactions a power cut took are
decided again.

`Writers` are processes that write certificates of strategies, and have the checker replay them. A replay of
12,947 hidden words takes most of a second, and a census may find thousands of strategies: in processes of
their own they hold up neither the search nor Ctrl-C.
"""

from __future__ import annotations

import hashlib
import os
import queue
import uuid
from collections import deque
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from wordle_cp.certify.processes import ENDED, HAS_ENDED, Processes, has_processes
from wordle_cp.certify.publish import write_checked
from wordle_cp.certify.records import asked_possible, depth_certificate
from wordle_cp.engine import FOUND, IMPOSSIBLE
from wordle_cp.errors import CheckerEndedError, file_errors
from wordle_cp.files.write import TEMPORARY_PREFIX
from wordle_cp.games.strategy_tree import figures
from wordle_cp.runs.ledgers import (
    Ledger,
    LedgerError,
    MalformedNodeError,
    NodeRows,
    held,
    make_folder,
    utc_now,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from wordle_cp.engine import OpenerDecision, ProofNode
    from wordle_cp.search.census import CensusQuestion


_MOST_BYTES: Final = 200
"""Longest name of an opener that file systems take with what comes behind it."""
_BEGUN: Final = b"begun\n"


@dataclass(frozen=True, slots=True)
class Possible:
    """An opener with a strategy; `sha256` is that of its certificate, as a file."""

    opener: str
    sha256: str
    total_guesses: int
    max_guesses: int


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
    def opened(self, question: CensusQuestion) -> Iterator[CensusLedger]:
        """Provide the ledger of `question`; the folder is made if it isn't there, and nobody else may use it.

        What a killed run left half written is removed at the beginning and at the end.

        Raises:
            UsageError: another process is at work in the folder, or it is that of another question.
            LedgerError: the ledger can't be used, or is gone.
            FileError: something can't be made, read or written.
        """
        CensusLedger.demand_own(self.ledger)
        lock = self.path / "lock"
        with held(self.path, CensusLedger.run):
            with file_errors(self.path):
                others = [path for path in (self.refuted, *self.possible.glob("*")) if path.exists()]
                found = next(iter([lock] * (lock.stat().st_size > 0) + others), None)
            if found is not None and not self.ledger.exists():
                raise CensusLedger.lost(self.ledger, found)
            with CensusLedger(self.ledger, question, found) as ledger:
                make_folder(self.possible)
                self._clean()
                if found is None:  # what says so already is left alone, lest a kill empties it
                    with file_errors(lock):
                        lock.write_bytes(_BEGUN)
                try:
                    yield ledger
                finally:
                    self._clean()

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


_POSSIBLE: Final = "possible"

Decision = Possible | int
"""What is decided of an opener: its certificate, or the number of the proof node that refutes it."""


class CensusLedger(Ledger):
    """The ledger of a census."""

    run = "census"
    application_id = 0x57435043  # "WCPC"
    version = 4
    more_tables = """
CREATE TABLE nodes (
    number INTEGER PRIMARY KEY, kind TEXT NOT NULL, guesses INTEGER NOT NULL, restriction TEXT NOT NULL,
    words BLOB NOT NULL, children BLOB NOT NULL
) STRICT;
CREATE TABLE certificates (
    unit TEXT PRIMARY KEY, sha256 TEXT NOT NULL, max_guesses INTEGER NOT NULL
) STRICT, WITHOUT ROWID
"""

    def __init__(self, path: Path, question: CensusQuestion, found: Path | None = None) -> None:
        """Open the ledger of `question`, or begin it; errors, and what was `found`, as for `Ledger`."""
        variant = question.variant
        self._nodes = NodeRows(variant, question.hidden)
        fields = {
            "mode": variant.rules_text,
            "depth": str(question.depth),
            "after": variant.scoring.format_history(question.history) or "nothing",
            "guesses": variant.guesses_hash,
            "hidden": variant.hidden_hash,
        }
        most = len(question.hidden) * question.guesses_left  # a level of the tree has no word twice
        super().__init__(path, fields, question.position, most_steps=most, found=found)

    @property
    def node_count(self) -> int:
        """Proof nodes that are stored; read anew each time, as an interrupt can come right after a commit."""
        ((last,),) = self._rows("SELECT max(number) FROM nodes")
        return 0 if last is None else int(last) + 1

    @property
    def refutation(self) -> str:
        """What `note_refutation` stored last, or nothing."""
        return str(self._fact("refutation") or "")

    def decisions(self) -> dict[str, Decision]:
        """Return what is decided, by opener.

        Raises:
            LedgerError: the ledger is damaged.
        """
        files = {
            unit: (sha256, most)
            for unit, sha256, most in self._rows("SELECT unit, sha256, max_guesses FROM certificates")
        }
        count = self.node_count
        found: dict[str, Decision] = {}
        for (opener, result, number, *_), _ in self._done():
            if result == _POSSIBLE and opener in files and number is not None:
                sha256, most = files.pop(opener)
                found[opener] = Possible(opener, sha256, number, most)
            elif result == IMPOSSIBLE and number is not None and 0 <= number < count:
                found[opener] = number
            elif result != FOUND:
                self._damaged("a decision without its proof")
        if files:
            self._damaged("certificates of openers that aren't decided")
        return found

    def nodes(self) -> list[ProofNode]:
        """Return all proof nodes; each stands at its number.

        Raises:
            LedgerError: the ledger is damaged.
        """
        rows = self._rows(
            "SELECT number, kind, guesses, restriction, words, children FROM nodes ORDER BY number"
        )
        try:
            return [self._nodes.node(row, number) for number, *row in rows]
        except MalformedNodeError as error:
            self._damaged(str(error))

    def pending(self) -> tuple[str, ...]:
        """Return the openers with a strategy that is still to be checked, the first found first.

        Raises:
            LedgerError: the ledger is damaged.
        """
        return tuple(opener for (opener, result, *_), _ in self._done() if result == FOUND)

    def strategy(self, opener: str) -> tuple[str, ...]:
        """Return the strategy of an opener that is pending, in preorder.

        Raises:
            LedgerError: the ledger is damaged.
        """
        return super().strategy(opener) or self._damaged(f"the strategy of {opener!r} is none")

    def record(
        self,
        possible: Sequence[Possible],
        found: Sequence[OpenerDecision],
        nodes: Sequence[ProofNode] = (),
    ) -> None:
        """Store what is `possible`, what was `found`, and the `nodes` behind those stored.

        All of it or none. Strategies that were found are pending; what is possible is pending no more, and
        keeps its strategy.

        Raises:
            LedgerError: the file can't be written, or something is decided already.
        """
        with self._transaction():
            for opener in (*(one.opener for one in possible), *(one.opener for one in found)):
                self._demand_open(opener)
            self._connection.executemany(
                "INSERT INTO nodes VALUES (?, ?, ?, ?, ?, ?)",
                ((number, *self._nodes.row(node)) for number, node in enumerate(nodes, self.node_count)),
            )
            self._store((one.row, one.worker) for one in found)
            self._connection.executemany(
                "INSERT INTO units (unit, done_at, result, number) VALUES (?, ?, 'possible', ?) "
                "ON CONFLICT (unit) DO UPDATE "
                "SET done_at = excluded.done_at, result = excluded.result, number = excluded.number",
                ((one.opener, utc_now(), one.total_guesses) for one in possible),
            )
            self._connection.executemany(
                "INSERT INTO certificates VALUES (?, ?, ?)",
                ((one.opener, one.sha256, one.max_guesses) for one in possible),
            )

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

    def note_refutation(self, state: str) -> None:
        """Store what the refutation certificate in the folder is: its SHA-256, and of how many openers."""
        with self._transaction():
            self._connection.execute("INSERT OR REPLACE INTO facts VALUES ('refutation', ?)", (state,))

    def _prepare(self, found: Path | None) -> None:
        super()._prepare(found)
        ((count, first),) = self._rows("SELECT count(*), min(number) FROM nodes")
        if count != self.node_count or first not in {None, 0}:
            self._damaged("proof nodes are missing")

    def _demand_open(self, opener: str) -> None:
        if self._rows(
            "SELECT 1 FROM units WHERE unit = ? AND result IN ('possible', 'impossible')", str(opener)
        ):
            message = f"{self.path}: {opener!r} is decided already"
            raise LedgerError(message)


_TASKS_PER_WRITER: Final = 4
"""For each writer at most this number of strategies waits here; others wait where they take less memory."""
_WAIT_SECONDS: Final = 0.05


@dataclass(frozen=True, slots=True)
class WrittenStrategy:
    """The certificate of what is `possible`, which the checker has accepted, under a temporary name."""

    possible: Possible
    temporary: Path


class Writers(Processes):
    """At most `most` writing processes, started when there is work for them; a context manager."""

    def __init__(self, question: CensusQuestion, folder: Path, most: int) -> None:
        """Prepare up to `most` writers that put certificates for `question` into `folder`."""
        super().__init__()
        self._begin = partial(_begin, question, folder.absolute())
        self._most = most
        self._free: list[int] = []
        self._writing: set[int] = set()
        self._waiting: deque[partial[WrittenStrategy]] = deque()

    @property
    def backlog(self) -> int:
        """Strategies that are not done."""
        return len(self._waiting) + len(self._writing)

    @property
    def hungry(self) -> bool:
        """Whether more strategies are welcome."""
        return self.backlog < self._most * _TASKS_PER_WRITER

    def submit(self, opener: str, strategy: tuple[str, ...]) -> None:
        """Have a strategy that begins with `opener`, in preorder, written and checked."""
        self._waiting.append(partial(_write, opener, strategy))
        self._hand_out()
        if self._waiting and len(self) < self._most and has_processes():
            self.ask(len(self), self._begin)

    def drop_queue(self) -> None:
        """Forget the strategies that no process has begun with."""
        self._waiting.clear()

    def take(self, *, patiently: bool = False) -> list[WrittenStrategy]:
        """Return what has been done since the last time; `patiently` waits a moment for something.

        Raises:
            FileError: a file can't be written. CheckerEndedError: a process has ended by itself.
            CertificateRejected, CertificateParseError, ValueError: a strategy is none: a bug of the search.
        """
        if self._waiting and not has_processes():
            self._begin()
            return [self._waiting.popleft()()]
        written: list[WrittenStrategy] = []
        with suppress(queue.Empty):
            number, done = self.answers.get(timeout=_WAIT_SECONDS if patiently and self.backlog else 0)
            while True:
                if isinstance(done, BaseException):
                    raise done
                if done == ENDED:
                    raise CheckerEndedError(HAS_ENDED)
                self._writing.discard(number)
                self._free.append(number)
                written += [done] if isinstance(done, WrittenStrategy) else []  # or it has begun
                number, done = self.answers.get_nowait()
        self._hand_out()
        return written

    def _hand_out(self) -> None:
        while self._waiting and self._free:
            number = self._free.pop()
            self._writing.add(number)
            self.ask(number, self._waiting.popleft())


_jobs: list[tuple[CensusQuestion, Path]] = []
"""In a writing process: the question, and the folder of its certificates."""


def _begin(question: CensusQuestion, folder: Path) -> None:
    """Take what all strategies of a census have in common."""
    _jobs.append((question, folder))


def _write(opener: str, strategy: tuple[str, ...]) -> WrittenStrategy:
    """Write the certificate of a strategy under a temporary name, and have it checked."""
    question, folder = _jobs[-1]
    numbers = figures(strategy, question.hidden, question.history)
    certificate = depth_certificate(question.position, question.depth, strategy, opener, numbers)
    asked = asked_possible(question.position, question.depth, opener, distribution=numbers.distribution)
    temporary = folder / f"{TEMPORARY_PREFIX}{uuid.uuid4().hex}.cert.gz"
    write_checked(temporary, certificate, asked)
    sha256 = file_sha256(temporary)
    assert sha256 is not None, "written a moment ago"
    return WrittenStrategy(
        Possible(opener, sha256, numbers.total_guesses, len(numbers.distribution)), temporary
    )
