"""What is settled so far about the openers of a question, in one SQLite file of a run folder.

lock             held by the process that is at work in the folder
ledger.sqlite    the question, and what is known about each opener, with files of SQLite's own beside it

A unit of work (`units`) is an opener. A cost, a bound, or that an opener is refuted hold for the
question, whatever is asked: so a run for the best 10 serves one for the best 100, for all, or for `prove
--optimal`. The fragment of an exact cost is a strategy that costs just so much; the independent checker has
accepted it before it is stored (`judge_totals`). That nothing costs less, and every bound, rests on the
search, until a certificate says so. Each opener has one row at most, and a transaction stores some of them or
none: whatever kills the process, nothing is counted twice, and what is stored is whole.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from wordle_cp.engine import OpenerResult, plain_fields, settled_of
from wordle_cp.errors import WordleCpError
from wordle_cp.rules.letters import is_plain
from wordle_cp.runs.packed_numbers import pack_words, unpack_words
from wordle_cp.runs.units import UNITS_TABLE, DoneUnit, WorkLedger

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from wordle_cp.games.question import TotalQuestion

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
