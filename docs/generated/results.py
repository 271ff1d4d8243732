"""The fields of the JSON objects: each command is run on small games, and what it prints is listed."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from generated.markdown import GENERATED, code, table
from wordle_cp.cli.app import PROGRAM, main

if TYPE_CHECKING:
    from collections.abc import Iterator

_TOY: Final = "--variant toy"
EXAMPLES: Final[dict[str, tuple[str, ...]]] = {
    "solve": (
        f"solve {_TOY}",
        f"solve {_TOY} --costs 0,0 --loss 1",
        f"solve {_TOY} --opener credo --tree a.cert.gz --techniques L1 --trace j.html",
    ),
    "prove --depth": (f"prove --depth 3 {_TOY} --out b.cert.gz", f"prove --depth 1 {_TOY} --out c.cert.gz"),
    "prove --least-depth": (f"prove --least-depth {_TOY} --out d",),
    "prove --optimal": (f"prove --optimal {_TOY} --out e.cert.gz",),
    "prove --between": (f"prove --between {_TOY} --out m.cert.gz",),
    "rank": (f"rank --top 3 {_TOY}", f"rank --top 3 {_TOY} --certificate f.cert.gz"),
    "rank --words 2": (f"rank --words 2 --top 3 {_TOY}",),
    "rank --worst": (f"rank --worst 3 {_TOY}",),
    "guess": (f"guess crate {_TOY}", f"guess crate creek {_TOY}"),
    "guess --all": (f"guess --all {_TOY}",),
    "census": (f"census --depth 2 {_TOY} --run g",),
    "analyse": (f"analyse crate slate cruel {_TOY}", f"analyse crate slate creep --max-guesses none {_TOY}"),
    "analyse, of rows without words": (f"analyse 22220.22222 {_TOY}",),
    "play": (f"play --word cruel {_TOY}",),
    "assist": (f"assist {_TOY}",),
    "absurdle": (f"absurdle {_TOY}", f"absurdle --after crate.ggbby {_TOY}"),
    "proofs list": ("proofs list",),
    "check": (
        "check b.cert.gz",
        "check c.cert.gz",
        "check e.cert.gz",
        "check e.cert.gz --sample 50%",
        "check m.cert.gz",
    ),
    "explain": ("explain c.cert.gz", "explain c.cert.gz --node 0", "explain c.cert.gz --guess crate"),
    "explain, of a least total": ("explain e.cert.gz",),
    "tree import": (f"tree import k.json --out l.cert.gz {_TOY}",),
    "tree table": ("tree table b.cert.gz",),
    "tree sheet": ("tree sheet b.cert.gz --out h.html",),
    "tree draw": ("tree draw b.cert.gz --out i.svg",),
    "site": ("site b.cert.gz c.cert.gz --out n",),
    "compare": (f"compare --policy knuth --policy kooi --opener crate {_TOY}",),
    "stats": (f"stats {_TOY}",),
    "noise": (f"noise {_TOY} --runs 2 --opener crate",),
    "families": (f"families --depth 1 --min-size 2 {_TOY}",),
    "model list": ("model list",),
    "model show": (f"model show separating-set {_TOY}",),
    "model solve": (
        f"model solve adaptive-tree --depth 2 {_TOY} --out n.cert",
        f"model solve adaptive-tree --depth 1 {_TOY}",
        f"model solve separating-set {_TOY}",
    ),
    "witness": (f"witness --depth 1 {_TOY} --out o.cert", f"witness --depth 2 {_TOY}"),
    "fixed": (f"fixed {_TOY} --out p", f"fixed {_TOY} --count 0 --out q.cert", "fixed --count 4"),
    "variants new": ("variants new starter.yaml",),
    "variants import": ("variants import found.csv",),
    "variants list": ("variants list",),
    "variants show": ("variants show toy",),
    "variants check": ("variants check toy", "variants check wrong.yaml"),
}
"""The questions of each object; files that one writes others read."""
_WRONG: Final = "name: wrong\nguesses: [abc, ab]\n"
"""The file wrong.yaml."""
_FOUND: Final = "CIGAR,1\nrebut,2\nsissy,3\nrebut,4\n"
"""The file found.csv."""
_BEFORE: Final = {
    "tree import": "tree export b.cert.gz --format json --out k.json",
}
"""Commands that write what others read, and whose own objects stand elsewhere."""
_OTHER_OBJECTS: Final = {"variants schema"}
"""Commands whose object isn't one of ours."""
_TYPED: Final = {"play": "plied\ncruel\n", "assist": "plied\nbbyyb\n\nggggg\n"}
_KINDS: Final = {str: "text", bool: "true or false", int: "number", float: "number", type(None): "null"}
_LONGEST_EXAMPLE: Final = 60
_VARYING: Final = re.compile(
    "seconds|work|nodes|states|rounds|refuted_by|bounded_by|by_counts|settled_before"
)
"""Fields whose values vary from run to run, with the number of threads and what each was at."""


def all_results() -> str:
    """Return a section for each object, with its fields."""
    left_out = [name for name in _with_json() if name not in _OTHER_OBJECTS and not any(_asks(name))]
    assert not left_out, f"docs/generated/results.py: EXAMPLES lacks {', '.join(left_out)}"
    sections = []
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), _one_thread():
        Path("wrong.yaml").write_text(_WRONG, encoding="utf-8")
        Path("found.csv").write_text(_FOUND, encoding="utf-8")
        for name, questions in EXAMPLES.items():
            found: dict[str, dict[str, str]] = {}
            if name in _BEFORE:
                _printed(_BEFORE[name])
            for question in questions:
                for field, value in _fields(_object(question), ""):
                    example = "" if _VARYING.search(field) else _example(value)
                    found.setdefault(field, {}).setdefault(_kind(value), example)
            rows = [
                [
                    code(field),
                    " or ".join(kinds),
                    code(next((one for one in kinds.values() if one), "")) if any(kinds.values()) else "",
                ]
                for field, kinds in found.items()
            ]
            shown = "\n".join(f"wordle-cp {question} --json" for question in questions)
            fields = table(["field", "value", "example"], rows)
            sections.append(f"## {name}\n\n{GENERATED}\n```text\n{shown}\n```\n\n{fields}")
    return "\n".join(sections)


@contextlib.contextmanager
def _one_thread() -> Iterator[None]:
    """Have searches run with one thread, so that of equally good openers the same one is named each time."""
    get, put = getattr(os, "sched_getaffinity", None), getattr(os, "sched_setaffinity", None)
    if get is None or put is None:
        yield
        return
    processors = get(0)
    put(0, {min(processors)})
    try:
        yield
    finally:
        put(0, processors)


def _with_json() -> Iterator[str]:
    """Yield the names of the commands that print an object."""
    for command in PROGRAM.every():
        if any("--json" in option.names for option in command.parameters):
            yield command.path.partition(" ")[2]


def _asks(name: str) -> Iterator[bool]:
    """Yield for each question whether it is one of the command `name`."""
    for questions in EXAMPLES.values():
        yield from (f"{question} ".startswith(f"{name} ") for question in questions)


def _object(question: str) -> dict[str, object]:
    """Return the object that a command prints."""
    found = json.loads(_printed(f"{question} --json"))
    assert isinstance(found, dict)
    assert "error" not in found, found
    return found


def _printed(question: str) -> str:
    """Return what a command prints on standard output."""
    printed = io.StringIO()
    keyboard, sys.stdin = sys.stdin, io.StringIO(_TYPED.get(question.partition(" ")[0], ""))
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
            main(shlex.split(question))
    finally:
        sys.stdin = keyboard
    return printed.getvalue()


def _fields(value: object, path: str) -> Iterator[tuple[str, object]]:
    """Yield the fields of an object and of what it contains, each with a value; ``[]`` is any of a list.

    Weights have words for names, so WORD stands for any.
    """
    if isinstance(value, dict):
        if path.endswith("weights"):
            value = dict.fromkeys(["WORD"], next(iter(value.values())))
        for name, inner in value.items():
            place = f"{path}.{name}" if path else name
            yield place, inner
            yield from _fields(inner, place)
    elif isinstance(value, list):
        for inner in value:
            if isinstance(inner, dict):
                yield from _fields(inner, f"{path}[]")


def _kind(value: object) -> str:
    if isinstance(value, dict):
        return "object"
    if isinstance(value, list):
        inner = sorted({_kind(one) for one in value})
        return f"list of {' or '.join(inner)}s" if inner else "empty list"
    return _KINDS[type(value)]


def _example(value: object) -> str:
    """Return a short value as it stands in the JSON; nothing for one that isn't short."""
    text = json.dumps(value)
    hides = isinstance(value, str) and (os.sep in value or str(Path.cwd()) in value)
    return "" if value is None or isinstance(value, dict) or len(text) > _LONGEST_EXAMPLE or hides else text
