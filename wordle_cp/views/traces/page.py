"""A page that steps through a trace: one HTML file with everything in it, which loads nothing.

`solve --trace`, the page and the notebooks show what it returns. The script and the style are files of the
folder viewer/. The trace is data in the page, never part of a script; all that it says is put on the page as
text. The page's policy forbids any other script or style than these two, and every request.
"""

from __future__ import annotations

from dataclasses import fields
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from wordle_cp.rules.letters import capital
from wordle_cp.views.traces.events import Guess, Node
from wordle_cp.views.traces.techniques import WHY_RIGHT
from wordle_cp.views.whole_pages import data, fill, source

if TYPE_CHECKING:
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.views.traces.events import Event, Trace

_VIEWER: Final = files("wordle_cp.views.traces") / "viewer"


def trace_page(trace: Trace) -> str:
    """Return a whole HTML page that steps through `trace`."""
    style, script = _part("style.css"), _part("steps.js")
    parts = {
        "policy": f"default-src 'none'; script-src {source(script)}; style-src {source(style)}",
        "title": escape(f"Search trace: {trace.claim.variant}, {trace.claim.mode.value} mode"),
        "style": style,
        "script": script,
        "data": data(_content(trace)),
    }
    return fill(_part("page.html"), parts)


def trace_frame(trace: Trace, height: int = 900) -> str:
    """Return the page as an HTML frame of a height in pixels, to stand in a notebook or another page."""
    return (
        f'<iframe title="Search trace" width="100%" height="{height}" sandbox="allow-scripts" '
        f'srcdoc="{escape(trace_page(trace))}"></iframe>'
    )


def _content(trace: Trace) -> dict[str, object]:
    """Return what the script reads."""
    claim = trace.claim
    tried = {event.guess for event in trace.events if isinstance(event, Guess)}
    return {
        "claim": {
            "variant": claim.variant,
            "mode": claim.mode.value,
            "after": claim.after,
            "guesses_left": claim.guesses_left,
            "techniques": [technique.value for technique in claim.techniques],
            "left_out": claim.left_out,
        },
        "events": [_event(event, claim.scoring) for event in trace.events],
        "total": trace.total,
        "best": None if trace.best_word is None else trace.best_word.upper(),
        "names": {
            "hidden": [word.upper() for word in claim.hidden],
            "guesses": [guess.upper() for guess in claim.guesses],
        },
        "tiles": {guess: _signs(claim.guesses[guess]) for guess in sorted(tried)},
        "patterns": {
            guess: [
                claim.scoring.format_pattern(claim.scoring.score(claim.guesses[guess], word))
                for word in claim.hidden
            ]
            for guess in sorted(tried)
        },
        "win": claim.scoring.format_pattern(claim.scoring.win),
        "coloured": claim.scoring.feedback.tiled,
        "why": {technique.value: text for technique, text in WHY_RIGHT.items()},
    }


def _event(event: Event, scoring: Scoring) -> dict[str, object]:
    """Return the fields of an event, its kind among them; a pattern is written as `scoring` has it."""
    found = {field.name: getattr(event, field.name) for field in fields(event)}
    if isinstance(event, Node) and event.pattern is not None:
        found["pattern"] = scoring.format_pattern(event.pattern)
    return {"event": type(event).__name__.lower(), **found}


def _signs(word: str) -> list[str]:
    """Return the letters of `word`, or the colours of a code, as they are shown."""
    return [capital(letter) for letter in word]


def _part(name: str) -> str:
    return (_VIEWER / name).read_text(encoding="utf-8")
