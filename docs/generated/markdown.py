"""Small pieces of Markdown, and what modules say about their own constants."""

from __future__ import annotations

import ast
import inspect
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from types import ModuleType

GENERATED: Final = "<!-- generated -->"
"""Stands above a block whose commands the tests of documents don't run."""


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(_cell(cell) for cell in line)} |\n" for line in lines) + "\n"


def _cell(text: str) -> str:
    return " ".join(text.replace("|", r"\|").split())


def code(text: object) -> str:
    """Return `text` as code inside a line."""
    return f"`{text}`"


def described(module: ModuleType, name: str = "") -> Iterator[tuple[str, str]]:
    """Yield the names that the module, or its class `name`, gives values to, each with the text below it."""
    body = ast.parse(inspect.getsource(module)).body
    if name:
        body = next(node.body for node in body if isinstance(node, ast.ClassDef) and node.name == name)
    for place, node in enumerate(body):
        targets = [node.target] if isinstance(node, ast.AnnAssign) else getattr(node, "targets", [])
        for target in targets:
            if isinstance(target, ast.Name):
                yield target.id, _text(body[place + 1 : place + 2])


def _text(following: Sequence[ast.stmt]) -> str:
    """Return the string that stands behind an assignment; nothing if there is none."""
    for node in following:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return " ".join(str(node.value.value).split())
    return ""
