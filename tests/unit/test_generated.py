"""The generated parts of the documents are those that the code makes today."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from generated import DOCS, PARTS, current, pages

if TYPE_CHECKING:
    from pathlib import Path


def test_each_part_stands_somewhere() -> None:
    assert sorted(name for names in pages().values() for name in names) == sorted(PARTS)


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(DOCS).as_posix())
def test_a_page_is_current(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert current(text) == text, "make pages"
