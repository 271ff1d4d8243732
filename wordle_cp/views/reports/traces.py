"""What `solve --trace` shows of a trace: the JSON fields, and the line for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.errors import counted

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.views.traces.events import Trace


def written_line(file: Path, trace: Trace) -> str:
    """Return what people hear of a trace that was written to `file`."""
    return (
        f"trace        {file}: {counted(trace.nodes, 'node', 'nodes')}, "
        f"{counted(trace.guesses, 'guess tried', 'guesses tried')}, "
        f"{counted(len(trace.events), 'event', 'events')}"
    )


def written_fields(file: Path, trace: Trace) -> dict[str, object]:
    """Return the JSON fields of a trace that was written to `file`."""
    return {
        "file": str(file),
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
