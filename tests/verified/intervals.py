"""Claims "total between" made of claims "total least": the strategies of the first opener are kept."""

from __future__ import annotations

import re

HEAD = re.compile(
    r"^openers \d+\n(?P<word>\S+) (?P<total>\d+) (?P<steps>\d+)\n(?:\S+ \d+ \d+\n)*?others \d+\n"
    r"(?P<covered>covered \d+\n)(?P<sets>sets \d+\nlemmas \d+\n)",
    re.MULTILINE,
)


def interval(text: str, low: int) -> str:
    """Return the claim that the least total is `low` or more, by the same sets and lemmas as in `text`."""
    found = HEAD.search(text)
    assert found is not None, text
    claim = f"claim total between {low} {found['total']}"
    listed = text[found.start() : found.end()].count("\n") - 5
    steps = [int(line.split()[2]) for line in text[found.start() :].splitlines()[1 : 1 + listed]]
    lines = text[found.end() :].splitlines(keepends=True)
    proof = "".join([*lines[: steps[0]], *lines[sum(steps) :]])
    head = f"opener {found['word']}\n{found['covered']}steps {found['steps']}\n{found['sets']}"
    return re.sub(r"^claim .*$", claim, text[: found.start()], count=1, flags=re.MULTILINE) + head + proof
