"""Tables and lists of the documents that are made out of the code.

`python -m generated`, run in docs/, writes each between its marks, ``<!-- begin: NAME -->`` and
``<!-- end: NAME -->``, the drawings, and the lists of games of numbers; a test demands that they are current.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from generated.certificate import certificate_bounds, certificate_lines, rejections
from generated.commands import all_commands, exit_codes
from generated.drawing import drawing
from generated.number_games import number_lists
from generated.results import all_results
from generated.trusted import trusted_lines
from generated.variants import variant_keys

if TYPE_CHECKING:
    from collections.abc import Callable

DOCS: Final = Path(__file__).resolve().parents[1]
PARTS: Final[dict[str, Callable[[], str]]] = {
    "commands": all_commands,
    "exit codes": exit_codes,
    "results": all_results,
    "variant keys": variant_keys,
    "certificate lines": certificate_lines,
    "certificate bounds": certificate_bounds,
    "rejections": rejections,
    "trusted lines": trusted_lines,
}
"""Each returns Markdown; headings begin at the second level."""
DRAWINGS: Final[dict[Path, str]] = {
    DOCS / "pictures" / "models.svg": drawing(dark=False),
    DOCS / "pictures" / "models-dark.svg": drawing(dark=True),
}
"""Pictures that are drawn by code, each as it is today."""
_MARKED: Final = re.compile(r"(?ms)^(<!-- begin: (?P<name>[^>]*) -->\n).*?^(<!-- end: (?P=name) -->)$")


def lists() -> dict[Path, str]:
    """Return the lists of words that follow a rule, each as it must be."""
    folder = DOCS.parent / "variants"
    return {folder / name: "".join(f"{word}\n" for word in words) for name, words in number_lists().items()}


def pages() -> dict[Path, tuple[str, ...]]:
    """Return the pages that have generated parts, each with the names of these."""
    found = {page: page.read_text(encoding="utf-8") for page in sorted(DOCS.rglob("*.md"))}
    named = {page: tuple(part["name"] for part in _MARKED.finditer(text)) for page, text in found.items()}
    return {page: names for page, names in named.items() if names}


def current(text: str) -> str:
    """Return the text of a page with its generated parts as they are today."""
    return _MARKED.sub(lambda part: f"{part[1]}{PARTS[part['name']]().strip()}\n\n{part[3]}", text)
