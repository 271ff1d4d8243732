"""Errors are one printable line each, whatever the input held, and survive pickling."""

from __future__ import annotations

import ast
import pickle
import re
from typing import TYPE_CHECKING, Final

import pytest

from tests.conftest import ROOT
from wordle_cp.cli.app import main
from wordle_cp.commands.options import option_name
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
    argument,
    naming,
)
from wordle_cp.games.goal import Goal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

OPTION: Final = re.compile(r"(?<![\w-])--[a-z]")
COMMAND: Final = ("wordle-cp ", "python3 ")
OF_A_COMMAND: Final = (
    "cli/",
    "commands/",
    "check/plain/command.py",
    "web/",
    "views/colours.py",
)
"""What only a command runs, as the page does."""

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


def options_in(path: Path) -> Iterator[str]:
    """Yield the texts of a module that name an option, but for docstrings and whole commands."""
    source = path.read_text(encoding="utf-8")
    if not OPTION.search(source):
        return
    tree = ast.parse(source)
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and id(node) not in said else None
        if isinstance(text, str) and OPTION.search(text) and not any(one in text for one in COMMAND):
            yield text


def test_only_commands_name_options() -> None:
    found = {}
    package = ROOT / "wordle_cp"  # files of models/ are programs, with options of their own
    for path in package.rglob("*.py"):
        name = path.relative_to(package).as_posix()
        if not name.startswith(OF_A_COMMAND) and (texts := [*options_in(path)]):
            found[name] = texts
    assert not found


def test_an_argument_has_its_name_in_python_and_its_option_in_a_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(UsageError, match="past_answers and repeat_weight go together"):
        Goal.from_files(["crane"], past_answers=tmp_path)
    main(["solve", "--variant", "toy", "--past-answers", str(tmp_path)])
    assert "--past-answers and --repeat-weight go together" in capsys.readouterr().err
    assert argument("history") == "history"
    with naming(option_name):
        assert argument("history") == "--after"
