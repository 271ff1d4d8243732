"""Errors are one printable line each, whatever the input held, and survive pickling."""

from __future__ import annotations

import pickle

import pytest

from wordle_cp.errors import (
    CertificateParseError,
    CertificateRejected,
    HistoryError,
    OwnCertificateRejected,
    Rule,
    UsageError,
    VariantError,
    VariantProblem,
    WordleCpError,
    WordListError,
    abridged,
)

PROBLEM = VariantProblem("a\nb.yaml", 3, 7, "hidden[2]", "expected a word")
ERRORS: list[tuple[WordleCpError, str]] = [
    (UsageError("two\nlines \x1b[31m"), "two\\nlines \\x1b[31m"),
    (WordListError("list"), "list"),
    (HistoryError("history"), "history"),
    (VariantError([PROBLEM]), "a\\nb.yaml:3:7: hidden[2]: expected a word"),
    (VariantError([PROBLEM] * 3), "a\\nb.yaml:3:7: hidden[2]: expected a word (2 more problems)"),
    (CertificateParseError("f.cert", 2, 5, "expected\ta number"), "f.cert:2:5: expected\\ta number"),
    (CertificateRejected("salet.BYBBB", Rule.DEPTH, "5", "6"), "salet.BYBBB: depth: expected 5, found 6"),
    (OwnCertificateRejected("opener aa", Rule.OPENER, "5", "6"), "opener aa: opener: expected 5, found 6"),
]


@pytest.mark.parametrize(("error", "line"), ERRORS)
def test_an_error_is_one_line(error: WordleCpError, line: str) -> None:
    assert str(error) == line
    assert str(error).isprintable()


@pytest.mark.parametrize("error", [error for error, _ in ERRORS])
def test_an_error_survives_pickling(error: WordleCpError) -> None:
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301  our own bytes
    assert type(copy) is type(error)
    assert str(copy) == str(error)
    assert vars(copy) == vars(error)


def test_a_problem_of_the_whole_file_has_no_path() -> None:
    assert str(VariantProblem("f.yaml", 1, 1, "", "expected a mapping")) == "f.yaml:1:1: expected a mapping"


def test_quoted_input_is_short_and_printable() -> None:
    assert abridged("abc") == "'abc'"
    assert abridged("a\0b") == "'a\\x00b'"
    assert abridged("x" * 1000) == "'" + "x" * 40 + "...'"
