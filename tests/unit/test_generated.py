"""The generated parts of the documents are those that the code makes today."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from generated import DOCS, DRAWINGS, PARTS, current, lists, pages
from generated.drawing import BOXES, SIZE
from generated.number_games import equations, primes

if TYPE_CHECKING:
    from pathlib import Path


def test_each_part_stands_somewhere() -> None:
    assert sorted(name for names in pages().values() for name in names) == sorted(PARTS)


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(DOCS).as_posix())
def test_a_page_is_current(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert current(text) == text, "make pages"


def test_drawings_and_lists_of_numbers_are_current() -> None:
    written = {**DRAWINGS, **lists()}
    assert {file: file.read_text(encoding="utf-8") for file in written} == written, "make pages"


def test_lists_of_numbers_follow_their_rules() -> None:
    sieve = bytearray([1]) * 100_000
    for number in range(2, 317):
        sieve[number * number :: number] = bytes(len(range(number * number, 100_000, number)))
    assert primes(5) == [str(number) for number in range(10_000, 100_000) if sieve[number]]
    every = set(equations(6))
    some = {"12/3=4", "10-9=1", "0*99=0", "3*4=12", "2-9+7=0"}
    none = {"6/4=1.", "1+2=03", "01+2=3", "6/0*0=", "1-9=-8", "-1+3=2", "12/5=2", "10=5+5"}
    assert every & (some | none) == {one for one in some if len(one) == 6}
    for one in every:
        left, _, right = one.partition("=")
        assert eval(re.sub(r"\d+", r"Fraction(\g<0>)", left), {"Fraction": Fraction}) == int(right)  # noqa: S307
    assert len(every) == 476


def test_a_drawing_differs_in_its_colours_alone() -> None:
    light, dark = (re.sub("#[0-9a-f]{6}", "colour", text) for text in DRAWINGS.values())
    assert light == dark
    assert len(set(DRAWINGS.values())) == 2


def test_what_a_drawing_says_lies_inside_its_box() -> None:
    """A letter takes some 7 pixels on average."""
    assert all(7 * len(line) <= box.width for box in BOXES for line in box.lines)
    assert all(17 * len(box.lines) <= box.height for box in BOXES)
    assert all(box.x + box.width < SIZE[0] and box.y + box.height < SIZE[1] for box in BOXES)
