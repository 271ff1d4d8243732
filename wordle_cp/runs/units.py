"""Units of work in a ledger: which are claimed, by whom and since when, and what came out of those done.

A unit is what one worker does in one go, such as an opener that is to be settled. It is open while the ledger
knows nothing about it. Whoever begins with it claims it; a claim holds as long as the run that made it: the
next run finds that nobody is at work, and gives all claims back (`release`). What is done stays. A unit that
is done may be claimed again, where more is to be found out about it; what is known about it stays known.

A result has two fields, what it is and its number; the certificate fragment is whatever bytes the
ledger's subject makes of it, and seconds are those that it took a
processor. Nothing here knows games.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from wordle_cp.runs.ledger_file import LedgerFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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
