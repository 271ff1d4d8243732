"""Every command, option and piece of Python code that the documents show works, and prints what is shown."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import typer

from tests.conftest import ROOT
from tests.shown.blocks import code_spans
from tests.shown.commands import check_syntax, words_of
from tests.shown.session import Session, documents
from wordle_cp import threads
from wordle_cp.cli.app import build_app

if TYPE_CHECKING:
    from collections.abc import Iterator

    from typer.core import TyperCommand, TyperGroup

DOCUMENTS = [path.relative_to(ROOT) for path in documents(ROOT)]
OPTION = re.compile(r"(?<!\S)--[a-z][a-z-]*")
OTHER_PROGRAMS = re.compile(r"(?:make|pip|sphinx-build|pytest|git|xz|marimo|dask)\b.*|--import-mode.*")


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_what_a_document_shows(
    document: Path, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(threads, "processors", lambda: 1)  # the same output each time
    Session(root, tmp_path).run(root / document)


@pytest.fixture(scope="module")
def commands() -> dict[str, set[str]]:
    """Return the options of each command, and of all."""
    found = dict(_options(typer.main.get_command(build_app()), "wordle-cp"))  # type: ignore[arg-type]
    return {**found, "": set().union(*found.values())}


def _options(command: TyperCommand | TyperGroup, name: str) -> Iterator[tuple[str, set[str]]]:
    yield (
        name,
        {
            "--help",
            *(
                option
                for parameter in command.params
                for option in [*parameter.opts, *parameter.secondary_opts]
            ),
        },
    )
    for child, found in getattr(command, "commands", {}).items():
        yield from _options(found, f"{name} {child}")


def test_examples_in_help_texts_have_options_that_exist() -> None:
    examples = list(_examples(typer.main.get_command(build_app())))
    assert len(examples) > 10
    for example in examples:
        check_syntax(words_of(example)[1:])


def _examples(command: Any) -> Iterator[str]:  # noqa: ANN401
    """Yield the commands that the help texts show."""
    yield from re.findall(r"(?m)(?:^|Example: )(wordle-cp .*)", command.help or "")
    for child in getattr(command, "commands", {}).values():
        yield from _examples(child)


@pytest.mark.parametrize("document", [*DOCUMENTS, Path("ARCHITECTURE.md"), Path("CHANGELOG.md")], ids=str)
def test_options_named_in_text_exist(document: Path, root: Path, commands: dict[str, set[str]]) -> None:
    wrong = []
    for line, span in code_spans(root / document):
        if OTHER_PROGRAMS.fullmatch(span):
            continue
        text = span if span.startswith("wordle-cp ") else f"wordle-cp {span}"
        called = max((name for name in commands if f"{text} ".startswith(f"{name} ")), key=len)
        known = commands["" if called == "wordle-cp" else called]
        wrong += [
            f"{document}:{line}: {option} in `{span}`"
            for option in OPTION.findall(span)
            if option not in known
        ]
    assert not wrong
