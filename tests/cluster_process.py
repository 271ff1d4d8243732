"""Processes of a Dask cluster for tests: `scheduler`, `worker ADDRESS`, or `liar ADDRESS`, which lies.

The first line of output is the address. No nanny looks after a worker: what is killed stays dead.
"""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Any, Final

from distributed import Scheduler, Worker

from wordle_cp.runs.cluster.worker import CensusUnits, TotalUnits

if TYPE_CHECKING:
    from wordle_cp.engine import Row
    from wordle_cp.runs.ledgers import NodeRow

TRUE_UNITS: Final = 1


def lie() -> None:
    """Have the units of a ranking in this process but the first come back with costs one too high."""
    honest = TotalUnits.settle
    units: list[int] = []

    def settle(self: TotalUnits, *arguments: Any) -> tuple[list[Row], int]:  # noqa: ANN401  handed on
        rows, work = honest(self, *arguments)
        units.append(len(rows))
        if len(units) <= TRUE_UNITS:
            return rows, work
        return [(*row[:2], row[2] + 1 if row[2] is not None else None, *row[3:]) for row in rows], work

    TotalUnits.settle = settle  # type: ignore[assignment,method-assign]


def lie_about_openers() -> None:
    """Have the units of a census but the first come back with false nodes, and half of each strategy."""
    honest = CensusUnits.settle
    units: list[int] = []

    def settle(self: CensusUnits, *arguments: Any) -> tuple[str, int, list[NodeRow], list[Row]]:  # noqa: ANN401
        search, first, nodes, rows = honest(self, *arguments)
        units.append(len(rows))
        if len(units) <= TRUE_UNITS:
            return search, first, nodes, rows
        false = [(row[0], row[1] + 1, *row[2:]) for row in nodes]
        half = [(*row[:5], row[5][: len(row[5]) // 2]) for row in rows]
        return search, first, false, half

    CensusUnits.settle = settle  # type: ignore[assignment,method-assign]


async def main(what: str, address: str = "") -> None:
    """Run until the process is ended."""
    if what == "liar":
        lie()
        lie_about_openers()
    process: Any
    if what == "scheduler":
        process = Scheduler(host="127.0.0.1", port=0, dashboard_address=None)
    else:
        process = Worker(address, host="127.0.0.1", nthreads=1, dashboard=False)
    async with process:
        sys.stdout.write(f"{process.address}\n")
        sys.stdout.flush()
        await process.finished()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
