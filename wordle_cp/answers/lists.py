"""Lists of words as people have them: what was understood of them."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Self

from wordle_cp.answers.answer import Told
from wordle_cp.answers.telling import may_be_guessed
from wordle_cp.answers.variants import ShownVariant, signs_line
from wordle_cp.data import word_list_name
from wordle_cp.errors import abridged, argument, counted, one_line
from wordle_cp.games.found.imports import Imported

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.games.found.imports import Happened


@dataclass(frozen=True, slots=True, repr=False)
class ImportAnswer(Told, Imported):
    """What `import_words` has read: a `variant`, what was understood, and the `files` written, if any."""

    @classmethod
    def of(cls, found: Imported) -> Self:
        """Return what was `found`, to be told."""
        return cls(**{one.name: getattr(found, one.name) for one in fields(found)})

    def told(self, struck: str) -> Iterator[str]:  # noqa: ARG002  nothing takes long
        """Yield what was read, changed and left out, the game, and where it is."""
        variant = self.variant
        yield f"read         {'; '.join(map(one_line, self.read))}"
        yield f"changed      {_listed(self.changed)}"
        yield f"left out     {_listed(self.left_out)}"
        guesses = may_be_guessed(variant) + _as_shipped(variant.guesses_hash)
        hidden = f"{len(variant.hidden)} may be hidden{_as_shipped(variant.hidden_hash)}: "
        yield (
            f"game         {guesses}, {counted(variant.length, 'letter', 'letters')} each"
            f"; {hidden if variant.hidden != variant.guesses else ''}{one_line(self.roles)}"
        )
        signs = signs_line(variant)
        if signs is not None:
            yield f"letters      {signs}"
        if self.accented:
            words = counted(self.accented, "word has", "words have")
            plain = f"{argument('equal')} accents takes each letter for the plain one"
            yield f"accents      {words} accents; {plain}"
        if self.files:
            yield f"wrote        {', '.join(map(str, reversed(self.files)))}"
            yield f"next: wordle-cp solve --variant {shlex.quote(str(self.files[-1]))}"

    def _json(self) -> dict[str, Any]:
        return {
            "variant": ShownVariant(self.variant),
            "read": self.read,
            "changed": self.changed,
            "left_out": self.left_out,
            "hidden": self.roles,
            "files": self.files,
        }


def _as_shipped(sha256: str) -> str:
    name = word_list_name(sha256)
    return f" (the list {name}, which ships)" if name else ""


def _listed(happened: Sequence[Happened]) -> str:
    """Return what happened, counted, with the first three texts."""
    return "; ".join(f"{one.what}: {one.count} ({_first(one)})" for one in happened) or "nothing"


def _first(one: Happened) -> str:
    shown = ", ".join(abridged(text, 20).strip("'") for text in one.first)
    return f"{shown} ..." if one.count > len(one.first) else shown
