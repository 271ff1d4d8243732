"""What the progress line of `prove` and `census` says."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.census.report import CensusStage, CensusStatus, CensusWatcher
from wordle_cp.answers.depth.prove import Stage, Watcher
from wordle_cp.cli.display import MINUTE, Display, Rate, clock
from wordle_cp.cli.output import note_warning
from wordle_cp.errors import counted

if TYPE_CHECKING:
    from wordle_cp.engine import DepthProgress


class ProveDisplay(Display):
    """Shows the stage of `prove`, what it has done and the branch it is in."""

    _question = ""

    def watcher(self) -> Watcher:
        """Return the callbacks that feed this display."""
        return Watcher(
            stage=self._stage,
            families=lambda done, total: self._tell(f"families {done} of {total}"),
            search=lambda progress: self._tell(describe(progress)),
            counting=lambda progress: self._tell(
                f"counting words missed: {counted(progress.lemmas, 'lemma', 'lemmas')}"
            ),
            proof=lambda done, total: self._tell(
                f"writing the proof: {done} of {counted(total, 'node', 'nodes')}"
            ),
            check=lambda done, total: self._tell(f"checking the certificate: {done} of {total}"),
            cancelled=self.interrupted,
        )

    def asking(self, depth: int) -> None:
        """Say from now on that this depth is asked about."""
        self._question = f"depth {depth}: "

    def _stage(self, stage: Stage) -> None:
        self._tell("checking the certificate" if stage is Stage.CHECK else stage.value)

    def _tell(self, text: str) -> None:
        self.say(self._question + text)


class CensusDisplay(Display):
    """Shows how many openers are decided, how fast it goes, and how long it may take."""

    def watcher(self) -> CensusWatcher:
        """Return the callbacks that feed this display."""
        rate = Rate()

        def search(status: CensusStatus) -> None:
            stays = " (what isn't checked now stays for the next run)"
            more = stays if status.unchecked and self.interrupted() else ""
            self.say(describe_census(status, rate.of(status.decided)) + more)

        def tell(what: str, done: int, total: int) -> None:
            patience = " (Ctrl-C again leaves them for the next run)" if self.interrupted() else ""
            self.say(f"{what} the refutations: {done} of {counted(total, 'node', 'nodes')}{patience}")

        return CensusWatcher(
            stage=lambda stage: self.say(_CENSUS_STAGES[stage]),
            families=lambda done, total: self.say(f"families {done} of {total}"),
            search=search,
            proof=partial(tell, "writing"),
            check=partial(tell, "checking"),
            note=note_warning,
            cancelled=self.interrupted,
        )


_CENSUS_STAGES: Final = {
    CensusStage.PENDING: "checking strategies of the last run",
    CensusStage.FAMILIES: "families",
    CensusStage.SEARCH: "search",
    CensusStage.REFUTATION: "writing the refutations (Ctrl-C leaves them for the next run)",
}


def describe(progress: DepthProgress) -> str:
    """Return a search snapshot as one line."""
    if progress.openers == 0:
        return "search: scoring all pairs and indexing the endgame families"
    current = (progress.current or "").upper()
    effort = f"{counted(progress.nodes, 'node', 'nodes')}, {counted(progress.cores, 'core', 'cores')}"
    if progress.cells:
        return f"search: {current}: {progress.solved_cells} of {progress.cells} open cells solved, {effort}"
    return (
        f"search: {counted(progress.openers, 'opener', 'openers')}, {progress.refuted} refuted "
        f"({progress.refuted_by_families} by families), {progress.tried} tried, "
        f"now {current or 'families'} in round {progress.round + 1}, {effort}"
    )


def describe_census(status: CensusStatus, rate: float) -> str:
    """Return a census snapshot as one line; `rate` is in openers a second."""
    if status.search is not None and status.search.openers == 0:
        return "scoring all pairs and indexing the endgame families"
    parts = [
        f"{status.decided} of {status.wanted}: {status.possible} possible",
        f"{status.refuted} refuted",
    ]
    if rate > 0:
        parts.append(f"{rate:.1f}/s" if rate >= 1 else f"{rate * MINUTE:.1f}/min")
        parts.append(f"about {clock((status.wanted - status.decided) / rate)} left")
    if status.search is not None and status.search.current is not None:
        parts.append(f"now {status.search.current.upper()}")
    if status.unchecked:
        parts.append(f"{counted(status.unchecked, 'strategy', 'strategies')} to check")
    return ", ".join(parts)
