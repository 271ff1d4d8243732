"""What a ranking has settled so far, in one SQLite file of its run folder, so that another run goes on.

lock             held by the process that is at work in the folder
ledger.sqlite    the question, and what is known about each opener, with files of SQLite's own beside it

A cost, a bound, or that an opener is hopeless are facts about the question, whatever the number of openers
asked for: so a run for the best 10 serves one for the best 100, or for all. Each opener has one row at
most, and a transaction stores some of them or none: whatever kills the process, nothing is counted twice,
and what is stored is whole.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from wordle_cp.engine import AtLeast, ExactCost, Hopeless, Settled
from wordle_cp.errors import WordleCpError
from wordle_cp.ledger_file import LedgerFile

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

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


class RankLedger(LedgerFile):
    """The ledger at a path, open; a context manager. Only one process may have it open (`held`)."""

    run = "ranking"
    application_id = APPLICATION_ID
    error = RankLedgerError
    remedy = "; to begin anew, take another folder"

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
                self._demand_question()
        except BaseException:
            self._connection.close()
            raise

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
            self._add_seconds(seconds)

    def _prepare(self) -> None:
        """Make sure that the file is a sound ledger, new or old."""
        version = self._version(LEDGER_FORMAT)
        self._log_ahead()
        if not version:
            self._create(_SCHEMA, LEDGER_FORMAT, {"seconds": 0.0})

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
            "after": question.variant.scoring.format_history(question.history) or "nothing",
            "guess list": question.variant.guesses_hash,
            "hidden list": question.variant.hidden_hash,
            "guesses left": "any number" if question.guesses_left is None else str(question.guesses_left),
            "costs": " ".join(map(str, objective.costs)) or "guesses",
            "loss": "none" if objective.loss is None else str(objective.loss),
            "weights": hashlib.sha256(weights.encode()).hexdigest() if objective.weights else "equal",
        }

    def _difference(self, key: str, found: str, wanted: str) -> str:
        return f"{key} {found:.20}, and not {wanted:.20}"


def _row(settled: Settled) -> tuple[str, str, int | None]:
    """Return the row that holds `settled`."""
    if isinstance(settled, Hopeless):
        return settled.opener, _HOPELESS, None
    return settled.opener, _EXACT if isinstance(settled, ExactCost) else _BOUND, settled.cost
