"""Links of the Markdown files as they have to be on the site.

On a code host all files of the project can be reached; the site has the pages of docs/, and those files of
other folders that a page of docs/project/ stands for. Such a page says which file that is, in a comment
``<!-- page of: ../../README.md -->``.
"""

from __future__ import annotations

import os
import re
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

_PAGE_OF: Final = re.compile(r"<!-- page of: (\S+) -->\n")
_LINK: Final = re.compile(r"(?<=\]\()([\w./-]+)(#[\w-]+)?(?=\))")
_HEADING: Final = re.compile(r"(?m)^(#+) ")
_PICTURE: Final = re.compile(
    r'<picture>\s*<source [^>]*srcset="([^"]+)">\s*<img alt="([^"]+)"\s+src="([^"]+)">\s*</picture>'
)
_FENCE: Final = re.compile(r"(?ms)^```.*?^```$")


def on_the_site(docs: Path, root: Path, name: str, text: str) -> str:
    """Return the text of the page `name` of the folder `docs`, with links that work on the site.

    A link to a file of the project that isn't on the site becomes the name of the file. A picture that has
    one file for light pages and one for dark ones becomes two, of which the theme shows one.
    """
    page = docs / f"{name}.md"
    original = page
    found = _PAGE_OF.match(text)
    if found:
        original = (page.parent / found[1]).resolve()
        text = original.read_text(encoding="utf-8")
    text = _PICTURE.sub(r"![\2](\3){.only-light}\n![\2](\1){.only-dark}", text)
    return _linked(_one_title(text), original, page, _pages(docs, root))


@cache
def _pages(docs: Path, root: Path) -> dict[Path, Path]:
    """Return the page of each file that has one outside docs/."""
    found = {}
    for page in docs.rglob("*.md"):
        marked = _PAGE_OF.match(page.read_text(encoding="utf-8"))
        if marked:
            found[(page.parent / marked[1]).resolve()] = page
    assert all(root in original.parents for original in found), "only the project's own files have pages"
    return found


def _linked(text: str, original: Path, page: Path, pages: dict[Path, Path]) -> str:
    """Return `text`, which stands in the file `original`, with its links as the `page` needs them."""

    def link(match: re.Match[str]) -> str:
        target = (original.parent / match[1]).resolve()
        if target.is_dir():
            target /= "README.md"
        target = pages.get(target, target)
        return os.path.relpath(target, page.parent) + (match[2] or "")

    return _LINK.sub(link, text)


def _one_title(text: str) -> str:
    """Return `text` with one heading of the first level: others, and what is below them, go down by one."""
    code = [(match.start(), match.end()) for match in _FENCE.finditer(text)]
    headings = [
        match for match in _HEADING.finditer(text) if not any(a <= match.start() < b for a, b in code)
    ]
    if sum(len(match[1]) == 1 for match in headings) <= 1:
        return text
    for match in reversed(headings[1:]):
        text = f"{text[: match.start()]}#{text[match.start() :]}"
    return text
