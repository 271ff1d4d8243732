"""One test of many cases fails with each of them that fails."""

from __future__ import annotations

import inspect

import pytest

from tests.each import each


@each("word, number", [("a", 1), ("b", 3), ("c", 3)])
def lengths(word: str, number: int, offset: int) -> None:
    if word == "c":
        pytest.fail("c is none")
    assert len(word) == number + offset


def test_all_that_fail_are_told_and_no_others() -> None:
    assert [*inspect.signature(lengths).parameters] == ["offset"]
    with pytest.raises(BaseExceptionGroup, match="2 of 3 cases") as caught:
        lengths(offset=0)
    notes = [error.__notes__ for error in caught.value.exceptions]
    assert notes == [["where {'word': 'b', 'number': 3}"], ["where {'word': 'c', 'number': 3}"]]
    with pytest.raises(BaseExceptionGroup, match="3 of 3 cases"):
        lengths(offset=1)


def test_a_test_without_cases_is_refused() -> None:
    with pytest.raises(AssertionError, match="no case of word, number"):
        each("word, number", [])(lengths)
