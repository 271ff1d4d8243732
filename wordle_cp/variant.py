"""A variant: which words may be guessed and which may be hidden, the mode, and the number of guesses.

It comes from a small YAML file, one of those that ship with the project or the user's own. Everything that is
wrong with a file is reported at once, each problem with its file, line and column.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, partial
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from wordle_cp import resources
from wordle_cp.errors import UsageError, VariantError, VariantProblem, abridged
from wordle_cp.rules import Mode
from wordle_cp.variant_words import MAX_LETTERS, NAME_PATTERN, WordSource, check_words, source_of
from wordle_cp.variant_yaml import Document, exists, read_document

MAX_GUESSES = 255
"""Largest number of guesses that a variant or an option may name."""


class HiddenKind(StrEnum):
    """Which words may be hidden: the variant's own hidden list, or every guess."""

    LIST = "list"
    BIG = "big"


def _number_or_none(value: object) -> object:
    """Turn the text of a YAML file into the number or None that it means; leave the rest to pydantic."""
    if not isinstance(value, str):
        return value
    if value in {"", "~", "null", "none"}:
        return None
    if not re.fullmatch(r"[0-9]{1,9}", value):
        message = "not a whole number"
        raise ValueError(message)
    return value


def _printable(text: str) -> str:
    if not text.isprintable():
        message = "not one line of printable characters"
        raise ValueError(message)
    return text


# YAML editors read a bare `false` or `null` as no text, though here it is a word: the schema must not reject
# it.
_Word = Annotated[
    str,
    Field(
        json_schema_extra={"type": ["string", "boolean", "null"], "pattern": f"^[a-z]{{1,{MAX_LETTERS}}}$"}
    ),
]
_Words = Annotated[list[_Word], Field(json_schema_extra={"minItems": 1, "uniqueItems": True})]


class VariantFile(BaseModel):
    """The keys of a variant file; the source of its JSON Schema."""

    model_config = ConfigDict(extra="forbid", title="wordle-cp variant")

    name: Annotated[
        str,
        Field(pattern=NAME_PATTERN, description="Short name, as after --variant."),
    ]
    title: Annotated[
        str,
        AfterValidator(_printable),
        Field(min_length=1, max_length=200, description="One line for people. Default: the name."),
    ] = ""
    guesses: Annotated[
        str | _Words,
        Field(
            description="Words that may be guessed: the name of a shipped word list, a text file with one "
            "word a line (its path relative to this file), or the words themselves."
        ),
    ]
    hidden: Annotated[
        str | _Words,
        Field(description="Words that may be hidden, given like guesses; big stands for all the guesses."),
    ]
    mode: Annotated[Mode, Field(description="Which guesses the game allows after the first one.")] = (
        Mode.NORMAL
    )
    max_guesses: Annotated[
        Annotated[int, Field(ge=1, le=MAX_GUESSES)] | None,
        BeforeValidator(_number_or_none),
        Field(description="Guesses in a game; null for no limit."),
    ] = None


_EXPECTED = {
    "name": "a name of letters, digits, dots, dashes and underscores",
    "title": "one line of 1 to 200 printable characters",
    "guesses": "the name of a word list, a file or a list of words",
    "hidden": "big, the name of a word list, a file or a list of words",
    "mode": "normal, hard or ultrahard",
    "max_guesses": f"a whole number from 1 to {MAX_GUESSES}, or null for no limit",
}


class Variant(BaseModel):
    """A variant, valid and complete; the words are in the order of their lists.

    `guesses_name` and `hidden_name` say what to call the lists: the name of a shipped list, the stem of a
    text file, or the variant's name with ``-guesses`` or ``-hidden`` for words in the YAML. With every guess
    hidden the two are equal.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    title: str
    guesses: tuple[str, ...]
    hidden: tuple[str, ...]
    mode: Mode
    max_guesses: int | None
    guesses_name: str
    hidden_name: str

    @property
    def length(self) -> int:
        """Number of letters of every word."""
        return len(self.guesses[0])

    @cached_property
    def guesses_hash(self) -> str:
        """SHA-256 of the guesses; see `resources.hash_words`."""
        return resources.hash_words(self.guesses)

    @cached_property
    def hidden_hash(self) -> str:
        """SHA-256 of the hidden words; see `resources.hash_words`."""
        return resources.hash_words(self.hidden)

    @classmethod
    def load(
        cls,
        name_or_path: str | Path,
        *,
        mode: Mode | None = None,
        hidden: HiddenKind | None = None,
        max_guesses: int | None = None,
        confined: bool = False,
    ) -> Self:
        """Return a shipped variant by its name, or that of a YAML file by its path.

        `mode`, `hidden` and `max_guesses` override what the file says unless they are None. With `confined`
        the file is somebody else's: what it names is read only if it stands beside it.

        Raises:
            VariantError: the file is missing or wrong; it names every problem.
            UsageError: no shipped variant has the name, or an override makes no sense.
        """
        if max_guesses is not None and not 1 <= max_guesses <= MAX_GUESSES:
            message = f"expected a number of guesses from 1 to {MAX_GUESSES}, found {max_guesses}"
            raise UsageError(message)
        parsed = _parse(find_variant(name_or_path), confined=confined)
        own = parsed.hidden
        if hidden is HiddenKind.LIST and own is None:
            message = (
                f"variant {parsed.file.name} has no hidden list of its own: there every guess may be hidden"
            )
            raise UsageError(message)
        chosen = parsed.guesses if own is None or hidden is HiddenKind.BIG else own
        return cls(
            name=parsed.file.name,
            title=parsed.file.title or parsed.file.name,
            guesses=parsed.guesses.words,
            hidden=chosen.words,
            mode=mode or parsed.file.mode,
            max_guesses=max_guesses or parsed.file.max_guesses,
            guesses_name=parsed.guesses.name,
            hidden_name=chosen.name,
        )


def find_variant(name_or_path: str | Path) -> Path:
    """Return the YAML file that is meant: a shipped variant's name comes first, anything else is a path.

    Raises:
        UsageError: it looks like a name (no slash, no suffix), but neither a shipped variant nor a file has
        it.
    """
    text = str(name_or_path)
    if isinstance(name_or_path, str) and text in resources.variant_names():
        return resources.variant_path(text)
    path = Path(name_or_path)
    looks_like_name = path.suffix not in {".yaml", ".yml"} and "/" not in text
    if looks_like_name and not (text and exists(path)):
        names = resources.variant_names()
        close = difflib.get_close_matches(text, names, n=1)
        hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(names)}"
        message = f"no variant and no file is called {abridged(text)}; {hint}"
        raise UsageError(message)
    return path


def variant_schema() -> dict[str, Any]:
    """Return the JSON Schema of a variant file, which editors use to help to write one."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **VariantFile.model_json_schema()}


@dataclass(frozen=True, slots=True)
class _Parsed:
    """A variant file without problems; `hidden` is None where every guess may be hidden."""

    file: VariantFile
    guesses: WordSource
    hidden: WordSource | None


def _parse(path: Path, *, confined: bool) -> _Parsed:
    """Read and check the YAML file of a variant; raises a VariantError with all its problems."""
    document = read_document(path)
    problems = list(document.problems)
    file, key_problems = _check_keys(document)
    problems += key_problems
    name = file.name if file else path.stem
    big = document.values.get("hidden") == HiddenKind.BIG.value
    find = partial(_find_words, document, name=name, problems=problems, confined=confined)
    guesses = find("guesses")
    hidden = None if big else find("hidden")
    problems += check_words(guesses, hidden)
    if problems or file is None or guesses is None:
        here = document.start.file
        raise VariantError(sorted(problems, key=lambda p: (p.file != here, p.file, p.line, p.column)))
    return _Parsed(file, guesses, hidden)


def _check_keys(document: Document) -> tuple[VariantFile | None, list[VariantProblem]]:
    """Validate everything but the words; None if a key that must be there is missing or has a wrong value."""
    known = tuple(VariantFile.model_fields)
    problems = [_unknown_key(document, key, known) for key in document.keys if key not in known]
    values = {
        key: value if isinstance(value, str) else [item.text for item in value]
        for key, value in document.values.items()
        if key in known
    }
    try:
        return VariantFile.model_validate(values), problems
    except ValidationError as error:
        for detail in error.errors(include_url=False, include_context=False):
            key = str(detail["loc"][0])
            if key in values:
                value = document.values[key]
                found = abridged(value) if isinstance(value, str) else "a list"
                expected = f"expected {_EXPECTED[key]}, found {found}"
                problems.append(document.places[key].problem(key, expected))
            elif key not in document.keys:  # otherwise it is there, but malformed, which has been reported
                expected = f"expected this key with {_EXPECTED[key]}; it is missing"
                problems.append(document.start.problem(key, expected))
        return None, problems


def _unknown_key(document: Document, key: str, known: tuple[str, ...]) -> VariantProblem:
    close = difflib.get_close_matches(key, known, n=1)
    hint = f"; did you mean {close[0]}?" if close else ""
    return document.keys[key].problem(abridged(key), f"expected one of the keys {', '.join(known)}{hint}")


def _find_words(
    document: Document, key: str, *, name: str, problems: list[VariantProblem], confined: bool
) -> WordSource | None:
    """Return the words that `key` names; None, and a problem more, if there are none to be found."""
    value = document.values.get(key)
    if value is None:
        return None
    try:
        return source_of(key, value, document.places[key], default_name=f"{name}-{key}", confined=confined)
    except VariantError as error:
        problems += error.problems
        return None
