"""What `variants` shows, and what was understood of a list of words as people have them."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final, Self

from wordle_cp.answers.answer import Rows, Told
from wordle_cp.answers.telling import may_be_guessed, words_of
from wordle_cp.certificate.describe import code_game_to_json
from wordle_cp.data import word_list_name
from wordle_cp.errors import VariantError, abridged, argument, counted, one_line
from wordle_cp.games.found.imports import Imported
from wordle_cp.games.typed import NO_EQUAL
from wordle_cp.games.variant import Variant
from wordle_cp.rules.letters import PLAIN, is_sign

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from wordle_cp.errors import ProblemsError
    from wordle_cp.games.found.imports import Happened


_SHOWN_SIGNS: Final = 8
SHOWN_PROBLEMS: Final = 200
"""Lines of problems of one variant that are shown to people; scripts get all problems."""


def problem_fields(error: ProblemsError) -> list[dict[str, object]]:
    """Return all problems of a file as JSON fields."""
    return [
        {
            "file": problem.file,
            "line": problem.line or None,
            "column": problem.column or None,
            "path": problem.path,
            "expected": problem.expected,
        }
        for problem in error.problems
    ]


@dataclass(frozen=True, slots=True, repr=False)
class ShownVariant(Told):
    """A variant, as `variants show` tells it."""

    variant: Variant

    def told(self, struck: str) -> Iterator[str]:  # noqa: ARG002  nothing takes long
        """Yield the lines of `variants show`."""
        variant = self.variant
        yield f"name         {variant.name}"
        yield f"title        {variant.title}"
        guesses, words = (words_of(variant, len(part), "") for part in (variant.guesses, variant.hidden))
        yield f"guesses      {variant.guesses_name}, {guesses}, SHA-256 {variant.guesses_hash}"
        yield f"hidden       {variant.hidden_name}, {words}, SHA-256 {variant.hidden_hash}"
        if variant.codes is None:
            yield f"letters      {variant.length}"
            if variant.alphabet != PLAIN:
                yield f"alphabet     {' '.join(variant.alphabet.letters)}"
        else:
            yield f"game         {variant.codes.described}"
        if variant.equal != NO_EQUAL:
            yield f"equal        {variant.equal}"
        named = variant.scoring.named_feedback
        if named is not None:
            yield f"feedback     {named}: {named.title}"
        yield f"mode         {variant.mode}"
        yield f"max_guesses  {'none' if variant.max_guesses is None else variant.max_guesses}"

    def _json(self) -> dict[str, Any]:
        variant = self.variant
        named = variant.scoring.named_feedback
        return {
            "name": variant.name,
            "title": variant.title,
            "mode": variant.mode,
            "max_guesses": variant.max_guesses,
            "length": variant.length,
            **({} if variant.alphabet == PLAIN else {"letters": variant.alphabet.letters}),
            **({} if variant.equal == NO_EQUAL else {"equal": str(variant.equal)}),
            **({} if variant.codes is None else {"game": code_game_to_json(variant.codes)}),
            **({} if named is None else {"feedback": named.name}),
            "guesses": len(variant.guesses),
            "guesses_name": variant.guesses_name,
            "guesses_sha256": variant.guesses_hash,
            "hidden": len(variant.hidden),
            "hidden_name": variant.hidden_name,
            "hidden_sha256": variant.hidden_hash,
        }


@dataclass(frozen=True, slots=True, repr=False)
class VariantList(Told):
    """Several variants. Rows: what `variants show` says of each."""

    variants: tuple[Variant, ...]

    def told(self, struck: str) -> Iterator[str]:  # noqa: ARG002  nothing takes long
        """Yield a line for each variant, and one above them."""
        yield f"{'name':<16}{'guesses':>9}{'hidden':>9}  {'mode':<10}{'max':<5}title"
        for variant in self.variants:
            yield (
                f"{variant.name:<16}{len(variant.guesses):>9}{len(variant.hidden):>9}  {variant.mode:<10}"
                f"{variant.max_guesses or '-':<5}{variant.title}"
            )

    def _json(self) -> dict[str, Any]:
        return {"variants": self._rows()}

    def _rows(self) -> Rows:
        return [ShownVariant(variant).to_json() for variant in self.variants]


def signs_line(variant: Variant) -> str | None:
    """Return the line that names signs among letters of words, which may not be meant; None without any.

    In ``don't`` the apostrophe is a letter. Where all letters are signs, as in equations, nobody wonders.
    """
    alphabet = variant.alphabet
    signs = [letter for letter in alphabet.letters if is_sign(letter)]
    if variant.codes is not None or len(signs) in {0, len(alphabet.letters)}:
        return None
    shown = next(word for word in variant.guesses if any(sign in word for sign in signs))
    listed = f"{' '.join(signs[:_SHOWN_SIGNS])}{' ...' if len(signs) > _SHOWN_SIGNS else ''}"
    verb = "is a letter" if len(signs) == 1 else "are letters"
    return f"{listed} {verb} of these words, as in {shown.upper()}; leave such words out if that isn't meant"


def sizes_line(source: str | Path, variant: Variant) -> str:
    """Return the line that says how long the lists of the variant in `source` are."""
    merged = counted(variant.equal.merged, "word is", "words are")
    equal = f"; {merged} equal to others (equal: {variant.equal})" if variant.equal.merged else ""
    return f"{source}: {may_be_guessed(variant)}, {len(variant.hidden)} may be hidden{equal}"


@dataclass(frozen=True, slots=True, repr=False)
class NewVariant(Told):
    """A variant file that was written, and what is to be filled in or put right in it; None if nothing is."""

    file: Path
    variant: Variant | None
    left: ProblemsError | None = None

    @classmethod
    def of(cls, file: Path) -> Self:
        """Return what is to be said of `file`."""
        try:
            return cls(file, Variant.load(file))
        except VariantError as error:
            return cls(file, None, error)

    def told(self, struck: str) -> Iterator[str]:  # noqa: ARG002  nothing takes long
        """Yield how long the lists are, or what is left to do."""
        if self.variant is not None:
            yield sizes_line(self.file, self.variant)
            yield f"next: wordle-cp solve --variant {shlex.quote(str(self.file))}"
        if self.left is not None:
            yield f"{self.file}: written; to fill in or put right before it can be used:"
            yield from (f"  {line}" for line in self.left.lines()[:SHOWN_PROBLEMS])

    def _json(self) -> dict[str, Any]:
        problems = [] if self.left is None else problem_fields(self.left)
        return {"file": self.file, "valid": self.left is None, "problems": problems}


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
    shown = ", ".join(abridged(text, 30).strip("'") for text in one.first)
    return f"{shown} ..." if one.count > len(one.first) else shown
