"""Traces as files: JSON lines, written whole, and read as what anybody may have written.

Where this stands: above `events`; the format is described in docs/trace.md. Reading checks that a file is a
trace of this form: events follow each other as a search makes them, and the words of each node are those
that give its response. It doesn't check that the search was right: a trace shows, a certificate proves.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from wordle_cp.files.write import write_whole
from wordle_cp.rules.letters import PLAIN
from wordle_cp.rules.scoring import CodeScoring, WordScoring
from wordle_cp.views.traces.events import Bound, Cutoff, Guess, Leaf, Node

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.views.traces.events import Event, Trace, TraceClaim

FORMAT: Final = "wordle-cp"
VERSION: Final = 1


def write_trace(path: Path, trace: Trace) -> None:
    """Write `trace` to `path`, whole or not at all.

    Raises:
        FileError: the file can't be written.
    """
    write_whole(path, "".join(f"{_compact(line)}\n" for line in trace_lines(trace)).encode())


def trace_lines(trace: Trace) -> Iterator[dict[str, object]]:
    """Yield the JSON objects of `trace`, one a line."""
    yield claim_fields(trace.claim)
    for event in trace.events:
        yield event_fields(event, trace.claim.scoring)
    yield {"event": "end", "total": trace.total, "best": trace.best, "events": len(trace.events)}


def claim_fields(claim: TraceClaim) -> dict[str, object]:
    """Return the first line."""
    return {
        "trace": FORMAT,
        "version": VERSION,
        "variant": claim.variant,
        "mode": claim.mode.value,
        "length": claim.length,
        **_kind_fields(claim.scoring),
        "after": claim.after,
        "guesses_left": claim.guesses_left,
        "techniques": [technique.value for technique in claim.techniques],
        "hidden": list(claim.hidden),
        "guesses": list(claim.guesses),
        "openers": list(claim.openers),
        "left_out": claim.left_out,
    }


def event_fields(event: Event, scoring: Scoring) -> dict[str, object]:
    """Return the line of an event; patterns are written as `scoring` has them."""
    if isinstance(event, Node):
        return {
            "event": "node",
            "id": event.id,
            "parent": event.parent,
            "pattern": None if event.pattern is None else scoring.format_pattern(event.pattern),
            "words": list(event.words),
            "guesses_left": event.guesses_left,
            "beta": event.beta,
        }
    if isinstance(event, Bound):
        return {"event": "bound", "of": event.of, "name": event.name.value, "value": event.value}
    if isinstance(event, Guess):
        return {"event": "guess", "id": event.id, "of": event.of, "guess": event.guess, "beta": event.beta}
    if isinstance(event, Cutoff):
        return {
            "event": "cutoff",
            "of": event.of,
            "why": event.why.value,
            "guesses": list(event.guesses),
            "bound": event.bound,
            "beta": event.beta,
        }
    if isinstance(event, Leaf):
        return {
            "event": "leaf",
            "of": event.of,
            "why": event.why.value,
            "value": event.value,
            "exact": event.exact,
        }
    return {
        "event": "value",
        "of": event.of,
        "value": event.value,
        "exact": event.exact,
        "guess": event.guess,
    }


def _kind_fields(scoring: Scoring) -> dict[str, object]:
    """Return what the claim says of other letters than a to z, of codes, and of other feedbacks."""
    named = scoring.named_feedback
    answered: dict[str, object] = {} if named is None else {"feedback": named.name}
    if isinstance(scoring, CodeScoring):
        return {"colours": scoring.colours, "repeats": scoring.repeats, **answered}
    if isinstance(scoring, WordScoring) and scoring.alphabet != PLAIN:
        return {"letters": list(scoring.alphabet.letters), **answered}
    return answered


def _compact(fields: Mapping[str, object]) -> str:
    return json.dumps(fields, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
