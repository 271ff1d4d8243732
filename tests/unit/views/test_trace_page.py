"""Pages of traces: what they have of a search, and that it is text and nothing else."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import pytest

from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.views.traces.game import Technique
from wordle_cp.views.traces.page import trace_page
from wordle_cp.views.traces.record import trace_of

if TYPE_CHECKING:
    from wordle_cp.views.traces.page import Trace

SOME: Final = frozenset({Technique.L1, Technique.SUMS, Technique.T, Technique.EQUAL})


def toy_trace(mode: Mode = Mode.NORMAL) -> Trace:
    return trace_of(TotalQuestion.of(Variant.load("toy", mode=mode)), techniques=SOME)


def shown(trace: Trace) -> dict[str, Any]:
    """Return what the script of a trace's page reads."""
    found = re.search(r'id="data">(.*?)</script>', trace_page(trace))
    assert found is not None
    return dict(json.loads(found[1]))


@pytest.mark.parametrize("mode", Mode)
def test_what_the_script_reads(mode: Mode) -> None:
    trace = toy_trace(mode)
    read = shown(trace)
    assert read["claim"] == {
        "variant": "toy",
        "mode": mode.value,
        "after": "",
        "guesses_left": 6,
        "techniques": ["sums", "T", "L1", "equal"],
        "left_out": 0,
    }
    assert (read["total"], read["best"]) == (trace.total, str(trace.best_word).upper())
    assert len(read["events"]) == len(trace.events)
    assert read["events"][:2] == [
        {
            "event": "node",
            "id": 0,
            "parent": None,
            "pattern": None,
            "words": list(range(8)),
            "guesses_left": 6,
            "beta": None,
        },
        {"event": "bound", "of": 0, "name": "T", "value": 15},
    ]


def test_the_page_takes_nothing_from_the_trace_but_text() -> None:
    """Names that look like markup stay names; the policy names the script and the style by their hashes."""
    odd = "</script><script>alert(1)</script>{{script}}&<!--"
    trace = toy_trace()
    trace = replace(trace, claim=replace(trace.claim, variant=odd))
    page = trace_page(trace)
    assert odd not in page
    assert "<script>alert" not in page
    assert page.count("<script") == 2
    assert "{{" not in page.replace(r"{{script}}\u0026", "").replace("{{script}}&amp;", "")
    assert re.search(r"default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'\">", page)
    assert not re.search(r"(src|href)=", page)
    assert shown(trace)["claim"]["variant"] == odd
