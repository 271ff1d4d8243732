"""The ledger of a census: what has been decided so far, and the proof of it, in one SQLite file.

A transaction stores some decisions together with the proof nodes they rest on, so that at any moment the
file holds decisions with their whole proof, and nothing twice. A strategy that the checker hasn't seen yet is
no decision, but stored too (`pending`): no other run has to find it again. Openers whose transactions a power
cut took (`ledger_file`) are decided again. What is in the write-ahead log goes into the file itself now and
then and at an orderly end, lest much is lost where only that file is copied.

What is read is checked as far as a mistake could mislead the search or
end in a traceback. Whether the proof is sound is for the checker to say, of the certificates.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import suppress
from datetime import UTC, datetime
from importlib import metadata
from typing import TYPE_CHECKING, Final

from wordle_cp.census.decisions import Decision, Pending, Possible, RefutationState, Refuted
from wordle_cp.certificate.records import format_restriction
from wordle_cp.certificate.restrictions import MalformedRestrictionError, parse_restriction
from wordle_cp.engine import MAX_GUESSES_LEFT, ProofNode
from wordle_cp.errors import WordleCpError
from wordle_cp.ledger_file import LedgerFile
from wordle_cp.letters import is_plain
from wordle_cp.packing import pack, pack_words, unpack, unpack_words
from wordle_cp.rules import format_history

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path
    from types import TracebackType

    from wordle_cp.search.census import CensusQuestion

LEDGER_FORMAT: Final = 2
_WITHOUT_PENDING: Final = 1
"""The format that lacked the table `pending`; such a ledger gets it."""
APPLICATION_ID: Final = 0x57435043
"""Marks the file as ours ("WCPC"), for this module and for file(1)."""

_PENDING: Final = """
CREATE TABLE pending (
    opener TEXT NOT NULL UNIQUE, strategy BLOB NOT NULL, work INTEGER NOT NULL, number INTEGER PRIMARY KEY
) STRICT
"""
_SCHEMA: Final = f"""
CREATE TABLE question (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE facts (key TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE nodes (
    number INTEGER PRIMARY KEY, kind TEXT NOT NULL, guesses INTEGER NOT NULL, restriction TEXT NOT NULL,
    words BLOB NOT NULL, children BLOB NOT NULL
) STRICT;
CREATE TABLE possible (
    opener TEXT PRIMARY KEY, sha256 TEXT NOT NULL, total_guesses INTEGER NOT NULL,
    max_guesses INTEGER NOT NULL, work INTEGER NOT NULL, decided_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE refuted (
    opener TEXT PRIMARY KEY, node INTEGER NOT NULL, work INTEGER NOT NULL, decided_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
{_PENDING};
"""
"""Words are 2 bytes each, positions among the hidden words of the question; children 4 bytes each.
A strategy is a preorder of guesses (`packing.pack_words`); the first has the least number."""
_NODE_KINDS: Final = frozenset({"pair", "family", "cover"})
_LABELS: Final = {
    "mode": "{} mode",
    "depth": "depth {}",
    "after": "after {}",
    "guesses": "the guess list with SHA-256 {:.12}...",
    "hidden": "the hidden list with SHA-256 {:.12}...",
}
"""How a message calls each part of a question."""
_WORD_BYTES: Final = 2
_NODE_BYTES: Final = 4
_CHECKPOINT_COMMITS: Final = 256
_CHECKPOINT_SECONDS: Final = 60.0
"""After so much the write-ahead log is emptied into the file."""


class LedgerError(WordleCpError):
    """A ledger that can't be used: not one of ours, damaged, or the file system refuses."""


class Ledger(LedgerFile):
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
        self._hidden_id = {word: index for index, word in enumerate(question.hidden)}
        self._commits = 0
        self._checkpoint_at = time.monotonic()
        super().__init__(path)
        try:
            with self._reported():
                self._prepare(begun=begun)
                self._demand_question()
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
        """Return what is decided, by opener.

        Raises:
            LedgerError: the ledger is damaged.
        """
        with self._reported():
            possible = self._connection.execute(
                "SELECT opener, sha256, total_guesses, max_guesses, work FROM possible"
            ).fetchall()
            refuted = self._connection.execute("SELECT opener, node, work FROM refuted").fetchall()
        known = self._openers
        openers = [row[0] for row in (*possible, *refuted)]
        if len(set(openers)) != len(openers) or not known.keys() >= set(openers):
            self._damaged("openers decided twice, or that are none")
        decisions: list[Decision] = [Possible(known[opener], *row) for opener, *row in possible]
        decisions += [Refuted(known[opener], *row) for opener, *row in refuted]
        found = {decision.opener: decision for decision in decisions}
        count = self.node_count
        if any(not 0 <= row[1] < count for row in refuted):
            self._damaged("a decision without its proof")
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
            return [self._node(*row) for row in rows]

    def pending(self) -> tuple[str, ...]:
        """Return the openers with a strategy that is still to be checked, the first found first.

        Raises:
            LedgerError: the ledger is damaged.
        """
        with self._reported():
            rows = self._connection.execute("SELECT opener FROM pending ORDER BY number").fetchall()
        if not self._openers.keys() >= {opener for (opener,) in rows}:
            self._damaged("a strategy of an opener that is none")
        return tuple(self._openers[opener] for (opener,) in rows)

    def strategy(self, opener: str) -> Pending:
        """Return the strategy of an opener that is pending.

        Raises:
            LedgerError: the ledger is damaged.
        """
        question = self._question
        with self._reported():
            row = self._connection.execute(
                "SELECT strategy, work FROM pending WHERE opener = ?", (opener,)
            ).fetchone()
        most = len(question.hidden) * question.guesses_left  # a level of the tree has no word twice
        length, plain = question.variant.length, is_plain(question.variant.guesses)
        steps = unpack_words(row[0], length, most, plain=plain) if row is not None else None
        if not steps or steps[0] != opener or not self._guesses.keys() >= set(steps):
            self._damaged(f"the strategy of {opener!r} is none")
        return Pending(self._guesses[opener], tuple(self._guesses[step] for step in steps), row[1])

    def record(
        self,
        decisions: Sequence[Decision],
        nodes: Sequence[ProofNode],
        seconds: float,
        pending: Sequence[Pending] = (),
    ) -> None:
        """Store `decisions`, the `nodes` that follow those stored so far, `pending`, and more `seconds`.

        All of it or none. What is possible is pending no more.

        Raises:
            LedgerError: the file can't be written, or something is decided already.
        """
        now = datetime.now(UTC).isoformat(timespec="seconds")
        possible = [d for d in decisions if isinstance(d, Possible)]
        refuted = [d for d in decisions if isinstance(d, Refuted)]
        with self._transaction():
            self._connection.executemany(
                "INSERT INTO nodes VALUES (?, ?, ?, ?, ?, ?)",
                (self._row(number, node) for number, node in enumerate(nodes, self.node_count)),
            )
            self._connection.executemany(
                "INSERT INTO possible VALUES (?, ?, ?, ?, ?, ?)",
                ((d.opener, d.sha256, d.total_guesses, d.max_guesses, d.work, now) for d in possible),
            )
            self._connection.executemany(
                "DELETE FROM pending WHERE opener = ?", ((d.opener,) for d in possible)
            )
            self._connection.executemany(
                "INSERT INTO pending (opener, strategy, work) VALUES (?, ?, ?)",
                ((p.opener, pack_words(p.strategy), p.work) for p in pending),
            )
            self._connection.executemany(
                "INSERT INTO refuted VALUES (?, ?, ?, ?)", ((d.opener, d.node, d.work, now) for d in refuted)
            )
            self._add_seconds(seconds)
        self._commits += 1
        due = self._checkpoint_at + _CHECKPOINT_SECONDS
        if self._commits >= _CHECKPOINT_COMMITS or time.monotonic() > due:
            with self._reported():
                self._checkpoint()

    def forget(self, openers: Iterable[str]) -> None:
        """Take back that `openers` are possible: their certificates are gone."""
        with self._transaction():
            self._connection.executemany(
                "DELETE FROM possible WHERE opener = ?", ((opener,) for opener in openers)
            )

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
        """Make sure that the file is a sound ledger, new or old."""
        version = self._version(LEDGER_FORMAT, _WITHOUT_PENDING)
        if not version and begun:
            message = (
                f"{self.path}: the ledger is empty, though a run has begun (was {self.path.name}-wal left "
                "behind when the folder was copied?); to begin anew, take another folder"
            )
            raise LedgerError(message)
        self._log_ahead()
        if not version:
            program = f"wordle-cp {metadata.version('wordle-cp')}"
            self._create(_SCHEMA, LEDGER_FORMAT, {"begun_by": program, "seconds": 0.0})
        elif version == _WITHOUT_PENDING:
            with self._transaction():
                self._connection.execute(_PENDING)
                self._connection.execute(f"PRAGMA user_version = {LEDGER_FORMAT}")

    def _fields(self) -> dict[str, str]:
        """Return the question as the ledger holds it; the digests stand for the word lists."""
        question = self._question
        return {
            "mode": question.variant.mode.value,
            "depth": str(question.depth),
            "after": format_history(question.history, question.variant.length) or "nothing",
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

    def _row(self, number: int, node: ProofNode) -> tuple[int, str, int, str, bytes, bytes]:
        """Return the row of `node`."""
        return (
            number,
            node.kind,
            node.guesses,
            format_restriction(node.restriction),
            pack("H", (self._hidden_id[word] for word in node.words)),
            pack("I", node.children),
        )

    def _node(
        self, number: int, kind: str, guesses: int, restriction: str, words: bytes, children: bytes
    ) -> ProofNode:
        """Return the node that a row holds, or raise."""
        hidden = self._question.hidden
        length = self._question.variant.length
        if kind not in _NODE_KINDS or len(words) % _WORD_BYTES or len(children) % _NODE_BYTES:
            self._damaged(f"proof node {number} is none")
        ids, numbers = unpack("H", words), unpack("I", children)
        if max(ids, default=0) >= len(hidden) or max(numbers, default=-1) >= number:
            self._damaged(f"proof node {number} rests on what isn't there")
        try:
            fixed = parse_restriction(restriction, length, self._question.variant.alphabet)
        except MalformedRestrictionError:
            self._damaged(f"proof node {number} has no restriction")
        if not 0 <= guesses <= MAX_GUESSES_LEFT:
            self._damaged(f"proof node {number} has no guesses")
        return ProofNode(kind, guesses, fixed, tuple(hidden[index] for index in ids), tuple(numbers))
