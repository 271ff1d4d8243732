"""Traces as files and pages: what is written is read again, and nothing else is."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

import pytest

from wordle_cp.errors import TraceError
from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.views.traces import read
from wordle_cp.views.traces.files import trace_lines, write_trace
from wordle_cp.views.traces.page import trace_frame, trace_page
from wordle_cp.views.traces.read import parse_trace, read_trace
from wordle_cp.views.traces.record import trace_of
from wordle_cp.views.traces.techniques import ALL_TECHNIQUES, Technique

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from wordle_cp.views.traces.events import Trace

Lines = list[dict[str, Any]]
SOME: Final = frozenset({Technique.L1, Technique.SUMS, Technique.T, Technique.EQUAL})


def toy_trace(mode: Mode = Mode.NORMAL, techniques: frozenset[Technique] = SOME) -> Trace:
    return trace_of(TotalQuestion.of(Variant.load("toy", mode=mode)), techniques=techniques)


def lines_of(trace: Trace) -> Lines:
    return [dict(line) for line in trace_lines(trace)]


def parsed(lines: Lines) -> Trace:
    return parse_trace("".join(json.dumps(line) + "\n" for line in lines).encode(), "t")


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("techniques", [SOME, ALL_TECHNIQUES, frozenset({Technique.MEMO})])
def test_what_is_written_is_read_again(tmp_path: Path, mode: Mode, techniques: frozenset[Technique]) -> None:
    trace = toy_trace(mode, techniques)
    write_trace(tmp_path / "toy.trace", trace)
    assert read_trace(tmp_path / "toy.trace") == trace
    assert [file.name for file in tmp_path.iterdir()] == ["toy.trace"]


def test_the_first_lines() -> None:
    """The format, as docs/trace.md has it."""
    lines = lines_of(toy_trace())
    assert lines[0].keys() == {
        *("trace", "version", "variant", "mode", "length", "after", "guesses_left"),
        *("techniques", "hidden", "guesses", "openers", "left_out"),
    }
    assert lines[1] == {
        "event": "node",
        "id": 0,
        "parent": None,
        "pattern": None,
        "words": list(range(8)),
        "guesses_left": 6,
        "beta": None,
    }
    assert lines[2] == {"event": "bound", "of": 0, "name": "T", "value": 15}
    assert lines[-1] == {"event": "end", "total": 16, "best": 19, "events": len(lines) - 2}


def first(lines: Lines, kind: str) -> dict[str, Any]:
    return next(line for line in lines if line.get("event") == kind and line.get("id") != 0)


def put(kind: str, name: str, value: object) -> Callable[[Lines], object]:
    """Return what puts a value into the first event of a kind (trace: the first line), but for the root."""

    def change(lines: Lines) -> None:
        line = lines[0] if kind == "trace" else first(lines, kind)
        assert name in line or name == "new"
        line[name] = value

    return change


NESTED: Final[list[object]] = []
for _ in range(400):
    NESTED[:] = [NESTED.copy()]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put("trace", "trace", "other"), r"t:1: trace: expected 'wordle-cp'"),
        (put("trace", "version", 2), r"t:1: version: expected 1"),
        (put("trace", "version", 1.0), r"t:1: version: expected a whole number"),
        (put("trace", "new", 1), r"t:1: there is no field 'new' here"),
        (put("trace", "mode", "soft"), r"t:1: mode: expected one of normal, hard, ultrahard, found 'soft'"),
        (put("trace", "techniques", "all"), r"t:1: techniques: expected a list"),
        (put("trace", "techniques", ["x"]), r"t:1: techniques: expected one of"),
        (put("trace", "hidden", []), r"t:1: hidden: expected a list of 1 to 60 words"),
        (put("trace", "hidden", ["zzzzz"]), r"t:1: hidden: expected words that are among the guesses"),
        (put("trace", "hidden", ["credo", "credo"]), r"t:1: hidden: expected each word once"),
        (
            put("trace", "hidden", ["cr<do"]),
            r"t:1: hidden: expected a word of 5 letters a to z, found 'cr<do'",
        ),
        (put("trace", "after", "salet"), r"t:1: after: history 'salet'"),
        (put("trace", "variant", "a\nb"), r"t:1: variant: expected at most 200 printable characters"),
        (put("trace", "guesses_left", 0.5), r"t:1: guesses_left: expected a whole number"),
        (put("node", "id", 7), r"t:\d+: id: expected 2, the next number"),
        (put("node", "parent", 0), r"t:\d+: parent: expected the last that has begun"),
        (put("node", "parent", None), r"t:\d+: parent: expected the number of a guess"),
        (put("node", "pattern", "GGXGG"), r"t:\d+: pattern 'GGXGG'"),
        (put("node", "words", [0, 1]), r"t:\d+: words, guesses_left: expected what the guess"),
        (put("node", "words", [6, 6]), r"t:\d+: words: expected each number once"),
        (put("node", "words", [99]), r"t:\d+: words: expected a whole number from 0 to 7, found '99'"),
        (put("node", "guesses_left", 6), r"t:\d+: words, guesses_left: expected"),
        (put("guess", "guess", 38), r"t:\d+: guess: expected a whole number from 0 to 37"),
        (put("guess", "of", 1), r"t:\d+: of: expected the last that has begun"),
        (put("cutoff", "why", "<b>"), r"t:\d+: why: expected one of .*found '<b>'"),
        (put("cutoff", "bound", -1), r"t:\d+: bound: expected a whole number"),
        (put("value", "exact", 1), r"t:\d+: exact: expected true or false"),
        (put("value", "event", []), r"t:\d+: event: expected one of node, .*found a list or an object$"),
        (put("trace", "mode", NESTED), r"t:1: mode: expected one of .*found a list or an object$"),
        (put("trace", "version", bool(1)), r"t:1: version: expected a whole number .*found 'True'"),
        (put("node", "pattern", NESTED), r"t:\d+: pattern: expected a text or null, found a list"),
        (put("node", "id", -0.0), r"t:\d+: id: expected a whole number .*found '-0.0'"),
        (put("node", "beta", float("nan")), r"t:\d+: expected a JSON object, each name once"),
        (put("value", "event", "stop"), r"t:\d+: event: expected one of node, .*end, found 'stop'"),
        (put("end", "total", 15), r"t:\d+: total: expected the value of the first node"),
        (put("end", "best", None), r"t:\d+: best: expected a guess"),
        (put("end", "events", 3), r"t:\d+: events: expected \d+, their number"),
        (lambda lines: lines.pop(), r"t:\d+: expected more: the trace has no end"),
        (lambda lines: lines.pop(-2), r"t:\d+: expected the end of every node first"),
        (lambda lines: lines.append(lines[-1]), r"t:\d+: expected nothing after the end"),
        (lambda lines: lines[2].pop("name"), r"t:3: expected a field 'name'"),
        (lambda lines: lines.clear(), r"t:1: expected more"),
    ],
)
def test_hostile_traces(change: Callable[[Lines], object], message: str) -> None:
    lines = lines_of(toy_trace())
    change(lines)
    with pytest.raises(TraceError, match=f"^{message}") as caught:
        parsed(lines)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    ("contents", "message"),
    [
        (b"", "t:1: expected more"),
        (b"{}", "t:1: expected a newline at the end"),
        (b"nonsense\n", "t:1: expected a JSON object"),
        (b"\x1f\x8b\n\x00", "t:1: expected a trace, as solve --trace writes it"),
        (b"[" * 60_000 + b"\n", "t:1: expected a JSON object"),
        (b"[]\n", "t:1: expected a JSON object"),
        (b'{"trace":"a","trace":"b"}\n', "t:1: expected a JSON object, each name once"),
        (b"\xff\n", "t:1: expected a JSON object"),
        (b'{"trace":' + b"9" * 5_000 + b"}\n", "t:1: "),
        (b" " * 70_000 + b"\n", "t:1: expected at most 65536 bytes"),
    ],
)
def test_files_that_are_no_traces(contents: bytes, message: str) -> None:
    with pytest.raises(TraceError, match=f"^{message}"):
        parse_trace(contents, "t")


def test_long_traces_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = lines_of(toy_trace())
    monkeypatch.setattr(read, "MOST_EVENTS", 10)
    with pytest.raises(TraceError, match="t:12: expected at most 10 events"):
        parsed(lines)
    monkeypatch.setattr(read, "MOST_BYTES", 2**20)
    with pytest.raises(TraceError, match="expected a trace of at most 1 MB"):
        parse_trace(b"\n" * (2**20 + 1), "t")


def test_the_page_takes_nothing_from_the_trace_but_text() -> None:
    """Names that look like markup stay names; the policy names the script and the style by their hashes."""
    odd = "</script><script>alert(1)</script>{{script}}&<!--"
    lines = lines_of(toy_trace())
    lines[0]["variant"] = odd
    page = trace_page(parsed(lines))
    assert odd not in page
    assert "<script>alert" not in page
    assert page.count("<script") == 2
    assert "{{" not in page.replace(r"{{script}}\u0026", "").replace("{{script}}&amp;", "")
    assert re.search(r"default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'\">", page)
    assert not re.search(r"(src|href)=", page)
    data = re.search(r'id="data">(.*?)</script>', page)
    assert data is not None
    assert json.loads(data[1])["claim"]["variant"] == odd
    frame = trace_frame(parsed(lines), 700)
    assert frame.count("<") == 2
    assert 'height="700" sandbox="allow-scripts" srcdoc="' in frame
