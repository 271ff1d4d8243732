"""The generated parts of the documents are those that the code makes today."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from generated import DOCS, DRAWINGS, PARTS, current, pages
from generated.drawing import BOXES, SIZE

if TYPE_CHECKING:
    from pathlib import Path


def test_each_part_stands_somewhere() -> None:
    assert sorted(name for names in pages().values() for name in names) == sorted(PARTS)


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(DOCS).as_posix())
def test_a_page_is_current(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert current(text) == text, "make pages"


@pytest.mark.parametrize("picture", DRAWINGS, ids=lambda picture: picture.name)
def test_a_drawing_is_current(picture: Path) -> None:
    assert picture.read_text(encoding="utf-8") == DRAWINGS[picture], "make pages"


def test_a_drawing_differs_in_its_colours_alone() -> None:
    light, dark = (re.sub("#[0-9a-f]{6}", "colour", text) for text in DRAWINGS.values())
    assert light == dark
    assert len(set(DRAWINGS.values())) == 2


def test_what_a_drawing_says_lies_inside_its_box() -> None:
    """A letter takes some 7 pixels on average."""
    assert all(7 * len(line) <= box.width for box in BOXES for line in box.lines)
    assert all(17 * len(box.lines) <= box.height for box in BOXES)
    assert all(box.x + box.width < SIZE[0] and box.y + box.height < SIZE[1] for box in BOXES)
