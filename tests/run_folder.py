"""What tests read out of the run folder of a ranking, also while another process is at work in it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def stored(folder: Path) -> dict[str, tuple[str, int | None]]:
    """Return what the ledger in `folder` has as done: of each opener what is known, and the cost."""
    ledger = folder / "ledger.sqlite"
    if not ledger.exists():
        return {}
    with closing(sqlite3.connect(ledger)) as connection:
        if not connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
            return {}
        rows = connection.execute("SELECT unit, result, number FROM units").fetchall()
    return {opener: (kind, cost) for opener, kind, cost in rows}
