"""The page of a trace, beside the answer to its question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.answers.answer import Told
from wordle_cp.errors import UsageError, argument, counted
from wordle_cp.files.outputs import is_signed, put, reserve, signed
from wordle_cp.views.traces.page import Trace, trace_page
from wordle_cp.views.traces.record import check_traceable, trace_of_report

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wordle_cp.answers.totals.answer import SolveAnswer
    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.views.traces.game import Technique
    from wordle_cp.work import Work

_PAGE: Final = ".html"


@dataclass(frozen=True, slots=True)
class TracedPage(Told):
    """The page of a trace: its `file`, and what was traced."""

    file: Path
    trace: Trace

    @staticmethod
    def prepare(file: Path, question: TotalQuestion) -> None:
        """Make sure that there can be a page at `file`, before the work for it.

        Raises:
            UsageError: the file is no page, or the game is too large; or, and FileError, see `reserve`.
        """
        if file.suffix.lower() != _PAGE:
            message = (
                f"{argument('trace')} writes a page: name a file that ends in {_PAGE}; "
                ".trace was written up to version 0.1.0"
            )
            raise UsageError(message)
        reserve(file, is_signed)
        check_traceable(question, question.asked)

    @classmethod
    def write(
        cls, file: Path, report: SolveAnswer, techniques: frozenset[Technique], work: Work
    ) -> TracedPage:
        """Write the page of a trace of what `report` answers; errors as for `trace_of_report` and `put`."""
        trace = trace_of_report(report, techniques, work)
        put(file, signed(trace_page(trace).encode(), _PAGE), is_signed)
        return cls(file, trace)

    def told(self, struck: str) -> Iterator[str]:
        """Yield the line about it."""
        del struck
        trace = self.trace
        nodes, tried = counted(trace.nodes, "node", "nodes"), counted(trace.guesses, "guess", "guesses")
        events = counted(len(trace.events), "event", "events")
        yield f"trace        {self.file}: {nodes}, {tried} tried, {events}"

    def _json(self) -> dict[str, Any]:
        trace, claim = self.trace, self.trace.claim
        return {
            "file": self.file,
            "techniques": claim.techniques,
            "hidden": len(claim.hidden),
            "guesses_listed": len(claim.guesses),
            "guesses_left_out": claim.left_out,
            "total": trace.total,
            "best": trace.best_word,
            "nodes": trace.nodes,
            "guesses": trace.guesses,
            "events": len(trace.events),
            "cutoffs": {why.value: count for why, count in trace.cutoffs.items()},
        }
