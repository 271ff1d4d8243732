"""The colours and sizes of page, site and traces: each name that a style uses is given a value somewhere."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import wordle_cp
from wordle_cp.views.colours import look

PACKAGE: Final = Path(wordle_cp.__file__).parent


def test_each_named_colour_and_size_has_a_value() -> None:
    kinds = ("*.css", "*.js", "*.html", "*.py")
    texts = [path.read_text(encoding="utf-8") for kind in kinds for path in PACKAGE.rglob(kind)]
    whole = "\n".join([*texts, look()])
    used = set(re.findall(r"var\((--[\w-]+)", whole))
    assert len(used) > 20
    assert used - set(re.findall(r"(--[a-z][\w-]*)[\"'`]?\s*[:,]", whole)) == set()
