"""Restrictions as text: one way to write each, and where anything else goes wrong."""

from __future__ import annotations

import pytest

from wordle_cp.certificate.base.records import format_restriction
from wordle_cp.certificate.base.restrictions import MalformedRestrictionError, parse_restriction
from wordle_cp.rules.words import Restriction


@pytest.mark.parametrize("text", ["-", "..a.e/aee", "...../z", "salet/aelst"])
def test_what_is_written_is_read(text: str) -> None:
    assert format_restriction(parse_restriction(text, 5)) == text


def test_what_the_letters_mean() -> None:
    greens = (None, None, "a", None, "e")
    assert parse_restriction("..a.e/aee", 5) == Restriction(greens, (("a", 1), ("e", 2)))


@pytest.mark.parametrize(
    ("text", "expected", "part", "offset"),
    [
        ("", "'-', or green letters", "", 0),
        ("..a.e", "'-', or green letters", "..a.e", 0),
        ("..a.e/a/e", "'-', or green letters", "..a.e/a/e", 0),
        ("..a./a", "for each of 5 positions", "..a.", 0),
        ("..A../a", "for each of 5 positions", "..A..", 0),
        ("..a.e/ea", "in alphabetical order", "ea", 6),
        ("...../a1", "at most 5 letters", "a1", 6),
        ("...../aaaaaa", "at most 5 letters", "aaaaaa", 6),
        ("...../", "'-' where nothing is fixed", "...../", 0),
    ],
)
def test_anything_else_is_located(text: str, expected: str, part: str, offset: int) -> None:
    with pytest.raises(MalformedRestrictionError) as raised:
        parse_restriction(text, 5)
    assert expected in raised.value.expected
    assert (raised.value.part, raised.value.offset) == (part, offset)
