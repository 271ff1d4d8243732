"""Processes of a Dask cluster for tests: `scheduler`, `worker ADDRESS`, or `liar ADDRESS`, which lies.

The first line of output is the address. No nanny looks after a worker: what is killed stays dead.
"""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Any, Final

from distributed import Scheduler, Worker

from wordle_cp.runs.cluster import worker as at_work
from wordle_cp.runs.cluster.census_worker import CensusReady

if TYPE_CHECKING:
    from wordle_cp.runs.cluster.census_worker import CensusAnswer
    from wordle_cp.runs.cluster.wire import Row
    from wordle_cp.search.total import TotalSession

TRUE_UNITS: Final = 1


def lie() -> None:
    """Have the units of this process but the first come back with costs one too high."""
    honest = at_work.settle_with
    units: list[int] = []

    def settle_with(
        session: TotalSession, openers: list[str], top: int, most: int | None
    ) -> tuple[list[Row], int]:
        rows, work = honest(session, openers, top, most)
        units.append(len(rows))
        if len(units) <= TRUE_UNITS:
            return rows, work
        lies = [(row[0], row[1], row[2] + 1 if row[2] is not None else None, *row[3:]) for row in rows]
        return lies, work

    at_work.settle_with = settle_with  # type: ignore[assignment]


def lie_about_openers() -> None:
    """Have the units of a census but the first come back with false nodes, and half of each strategy."""
    honest = CensusReady.decide
    units: list[int] = []

    def decide(self: CensusReady, *arguments: Any) -> CensusAnswer | None:  # noqa: ANN401  handed on
        answer = honest(self, *arguments)
        if answer is None:
            return None
        search, first, nodes, decisions = answer
        units.append(len(decisions))
        if len(units) <= TRUE_UNITS:
            return answer
        false = [(row[0], row[1] + 1, *row[2:]) for row in nodes]
        half = [(row[0], row[1][: len(row[1]) // 2], *row[2:]) for row in decisions]
        return search, first, false, half

    CensusReady.decide = decide  # type: ignore[assignment,method-assign]


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
