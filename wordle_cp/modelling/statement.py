"""The mathematics of a model, as the docstring of its module states it: read once, shown by `model show`.

A docstring has this form. Its first line is the title, with the question or the claim behind a colon. Then
come *sections*: a label in the first column, what it says from column 12 on; and what isn't a section is
prose, such as the proof that a solution answers the question. Under ``Variables`` and ``Constraints`` each
entry begins in column 12 with its name, and the places that it is indexed by in brackets: the variables and
constraints of an instance have the same names.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import brief

if TYPE_CHECKING:
    from collections.abc import Iterator

LABELS: Final = ("Sets", "Data", "Variables", "Constraints", "Objective", "Claim", "Source")
"""What sections are called."""

_COLUMN: Final = 12
"""Where the text of a section begins."""
_ENTRY: Final = re.compile(r"([a-z]\w*)(?:\[[^\]]*\])?(?=[ :,]|$)")
_TITLE: Final = re.compile(r"([^:]+): +(.+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class StatementSection:
    """A label, and the lines under it, which keep their indentation."""

    label: str
    lines: tuple[str, ...]

    __repr__ = brief()

    @property
    def text(self) -> str:
        """The lines as one text."""
        return "\n".join(self.lines)

    @property
    def names(self) -> tuple[str, ...]:
        """The names that its entries begin with."""
        found = (_ENTRY.match(line) for line in self.lines)
        return tuple(match[1] for match in found if match is not None)


@dataclass(frozen=True, slots=True)
class Statement:
    """What the docstring of a model says.

    `title` is the model's name in words and `question` the sentence behind it; `text` is all that follows.
    """

    title: str
    question: str
    text: str

    __repr__ = brief()

    @classmethod
    def parse(cls, docstring: str | None) -> Statement:
        """Return what `docstring` says.

        Raises:
            ValueError: there is none, or its first paragraph isn't a title, a colon and a sentence.
        """
        head, _, body = (docstring or "").strip().partition("\n\n")
        found = _TITLE.fullmatch(head)
        if found is None:
            message = f"expected a title, a colon and a sentence, found {head[:60]!r}"
            raise ValueError(message)
        return cls(found[1], " ".join(found[2].split()), body.strip("\n"))

    @property
    def parts(self) -> tuple[StatementSection | str, ...]:
        """Sections and paragraphs of prose, in their order."""
        return tuple(_parts(self.text))

    def sections(self, *labels: str) -> tuple[StatementSection, ...]:
        """Return the sections of these `labels`, in their order."""
        return tuple(
            part for part in self.parts if isinstance(part, StatementSection) and part.label in labels
        )

    @property
    def prose(self) -> tuple[str, ...]:
        """The paragraphs that aren't sections."""
        return tuple(part for part in self.parts if isinstance(part, str))


def _parts(body: str) -> Iterator[StatementSection | str]:
    """Yield the sections and paragraphs of a docstring without its head."""
    for block in re.split(r"\n\s*\n", body):
        label: str | None = None
        lines: list[str] = []
        for line in block.split("\n"):
            begins = line[:_COLUMN].rstrip()
            if begins in LABELS:
                if lines:
                    yield _part(label, lines)
                label, lines = begins, []
            lines.append(line if label is None else line[_COLUMN:])
        yield _part(label, lines)


def _part(label: str | None, lines: list[str]) -> StatementSection | str:
    return "\n".join(lines) if label is None else StatementSection(label, tuple(lines))
