"""What `trace` and `solve --trace` show: the JSON fields, and the lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.errors import counted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wordle_cp.views.traces.events import Trace


def trace_lines(trace: Trace, out: Path | None) -> Iterator[str]:
    """Yield the report of `trace` for people; its page is written to `out`."""
    claim = trace.claim
    after = f" after {claim.after}" if claim.after else ""
    limit = "without a limit"
    if claim.guesses_left is not None:
        made = claim.after.count(".") // 2 + 1 if claim.after else 0
        limit = f"within {counted(made + claim.guesses_left, 'guess', 'guesses')}"
    found = (
        "no strategy" if trace.best_word is None else f"{trace.total} guesses with {trace.best_word.upper()}"
    )
    yield (
        f"{claim.variant}, {claim.mode.value} mode{after}, {limit}: {found}, "
        f"{counted(len(claim.hidden), 'hidden word', 'hidden words')}, "
        f"{counted(len(claim.guesses), 'guess that differs', 'guesses that differ')}"
    )
    yield f"techniques   {', '.join(claim.techniques) or 'none: brute force'}"
    yield f"search       {_sizes(trace)}"
    for why, count in trace.cutoffs.items():
        yield f"cut          {count} by {why.value}"
    if out is not None:
        yield f"page         {out}"


def written_line(file: Path, trace: Trace) -> str:
    """Return what people hear of a trace that was written."""
    return f"trace        {file}: {_sizes(trace)}"


def _sizes(trace: Trace) -> str:
    """Return how long a trace is."""
    return (
        f"{counted(trace.nodes, 'node', 'nodes')}, "
        f"{counted(trace.guesses, 'guess tried', 'guesses tried')}, "
        f"{counted(len(trace.events), 'event', 'events')}"
    )


def written_fields(file: Path, trace: Trace) -> dict[str, object]:
    """Return the JSON fields of a trace that was written."""
    return {"file": str(file), **_summary_fields(trace)}


def trace_fields(trace: Trace, out: Path | None) -> dict[str, object]:
    """Return the JSON fields of `trace`; its page is written to `out`."""
    claim = trace.claim
    return {
        "variant": claim.variant,
        "mode": claim.mode.value,
        "after": claim.after or None,
        "guesses_left": claim.guesses_left,
        **_summary_fields(trace),
        "page": None if out is None else str(out),
    }


def _summary_fields(trace: Trace) -> dict[str, object]:
    """Return the numbers of a trace."""
    return {
        "techniques": [technique.value for technique in trace.claim.techniques],
        "hidden": len(trace.claim.hidden),
        "guesses_listed": len(trace.claim.guesses),
        "guesses_left_out": trace.claim.left_out,
        "total": trace.total,
        "best": trace.best_word,
        "nodes": trace.nodes,
        "guesses": trace.guesses,
        "events": len(trace.events),
        "cutoffs": {why.value: count for why, count in trace.cutoffs.items()},
    }
