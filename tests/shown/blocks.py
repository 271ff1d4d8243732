"""The code blocks of a Markdown document, with the notes beside them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NoReturn

from markdown_it import MarkdownIt

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from markdown_it.token import Token

_COMMENT: Final = re.compile(r"<!--\s*(.*?)\s*-->", re.DOTALL)
KINDS: Final = ("run", "file", "input", "replace", "wrapped", "from", "form", "generated")
_NOTE: Final = re.compile(rf"({KINDS[0]}(?: \d+)?|{'|'.join(KINDS[1:])})(?:: (.+))?", re.DOTALL)


class DocumentError(Exception):
    """A document shows something in a way that can't be tested."""


@dataclass(frozen=True)
class Note:
    """An invisible comment above a block: what it is about (``run 2``), and its text."""

    about: str
    text: str


@dataclass(frozen=True)
class Block:
    """A code block; `language` is empty for an indented one."""

    document: Path
    line: int
    """Of the block's first line of code, from 1."""
    language: str
    text: str
    notes: tuple[Note, ...]

    def notes_about(self, *about: str) -> list[str]:
        """Return the texts of the notes about one of these."""
        return [note.text for note in self.notes if note.about in about]

    def fail(self, message: str, line: int | None = None) -> NoReturn:
        """Raise a DocumentError that says where it is."""
        place = f"{self.document}:{line or self.line}"
        message = f"{place}: {message}"
        raise DocumentError(message) from None


def code_blocks(document: Path) -> Iterator[Block]:
    """Yield the code blocks of the Markdown file `document`, in order.

    Raises:
        DocumentError: a comment above a block isn't a note, or a note isn't above a block, so that it would
            be overlooked.
    """
    tokens = MarkdownIt("commonmark").parse(document.read_text(encoding="utf-8"))
    pending: list[str] = []
    line = 0
    for token in tokens:
        line = token.map[0] + 1 if token.map else line
        if token.type == "html_block":
            pending += _COMMENT.findall(token.content)
        elif token.type in {"fence", "code_block"}:
            yield _block(document, token, pending)
            pending = []
        elif token.type not in {"paragraph_close", "list_item_open"}:
            inside = (child.content for child in token.children or () if child.type == "html_inline")
            _demand_no_notes(document, line, [*pending, *_COMMENT.findall("".join(inside))])
            pending = []
    _demand_no_notes(document, line, pending)


def _demand_no_notes(document: Path, line: int, comments: Iterable[str]) -> None:
    """Raise a DocumentError if one of `comments`, which stand above no block, is a note."""
    for comment in comments:
        if _NOTE.fullmatch(comment):
            message = f"{document}:{line}: no code block stands right below the note above: {comment}"
            raise DocumentError(message)


def code_spans(document: Path) -> Iterator[tuple[int, str]]:
    """Yield the code inside lines of text, each with the line that its paragraph begins with."""
    for token in MarkdownIt("commonmark").enable("table").parse(document.read_text(encoding="utf-8")):
        for child in token.children or ():
            if child.type == "code_inline":
                yield (token.map[0] + 1 if token.map else 0), " ".join(child.content.split())


def _block(document: Path, token: Token, comments: list[str]) -> Block:
    assert token.map is not None
    fenced = token.type == "fence"
    line = token.map[0] + 1 + fenced
    notes = []
    for comment in comments:
        found = _NOTE.fullmatch(comment)
        if not found:
            message = f"{document}:{line}: the comment above isn't one of {', '.join(KINDS)}: {comment}"
            raise DocumentError(message)
        notes.append(Note(found[1], " ".join((found[2] or "").split())))
    return Block(document, line, token.info.strip() if fenced else "", token.content, tuple(notes))


def sections(text: str, prompt: str) -> list[tuple[int, list[str]]]:
    """Return the parts of `text` that begin with lines that begin with `prompt`, each with its first line.

    Lines count from 0; what stands above the first prompt belongs to none, and is to be nothing.
    """
    lines = text.splitlines()
    starts = [number for number, line in enumerate(lines) if line.startswith(prompt)]
    if starts and starts[0]:
        message = f"lines above the first {prompt!r}"
        raise ValueError(message)
    return [(start, lines[start:end]) for start, end in pairwise([*starts, len(lines)])]
