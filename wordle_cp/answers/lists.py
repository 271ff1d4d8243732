"""Lists of words as people have them: `import_words`, and what it understood."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from wordle_cp.answers.answer import Told
from wordle_cp.answers.telling import may_be_guessed
from wordle_cp.answers.variants import ShownVariant, signs_line
from wordle_cp.data import word_list_name
from wordle_cp.errors import abridged, counted, one_line
from wordle_cp.files.outputs import run
from wordle_cp.games.found import imports
from wordle_cp.games.found.imports import Imported
from wordle_cp.games.words import MAX_LETTERS
from wordle_cp.values import items_of, path_of, text, truth, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from os import PathLike

    from wordle_cp.games.found.imports import Happened

_SOURCES: Final = "files of words, as paths"


@dataclass(frozen=True, slots=True, repr=False)
class ImportAnswer(Told, Imported):
    """What `import_words` has read: a `variant`, what was understood, and the `files` written, if any."""

    @classmethod
    def of(cls, found: Imported) -> Self:
        """Return what was `found`, to be told."""
        return cls(found.variant, found.lists, found.files)

    def told(self, struck: str) -> Iterator[str]:  # noqa: ARG002  nothing takes long
        """Yield what was read, changed and left out, the game, and where it is."""
        lists, variant = self.lists, self.variant
        yield f"read         {'; '.join(map(one_line, lists.read))}"
        yield f"changed      {_listed(lists.changed)}"
        yield f"left out     {_listed(lists.left_out)}"
        guesses = may_be_guessed(variant) + _as_shipped(variant.guesses_hash)
        hidden = f"{len(variant.hidden)} may be hidden{_as_shipped(variant.hidden_hash)}: "
        yield (
            f"game         {guesses}, {counted(lists.length, 'letter', 'letters')} each"
            f"; {hidden if lists.hidden is not None else ''}{one_line(lists.roles)}"
        )
        signs = signs_line(variant)
        if signs is not None:
            yield f"letters      {signs}"
        if self.files:
            yield f"wrote        {', '.join(map(str, reversed(self.files)))}"

    def _json(self) -> dict[str, Any]:
        lists = self.lists
        return {
            "variant": ShownVariant(self.variant),
            "read": lists.read,
            "changed": lists.changed,
            "left_out": lists.left_out,
            "hidden": lists.roles,
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


def import_words(
    sources: str | PathLike[str] | Iterable[str | PathLike[str]],
    *,
    name: str | None = None,
    hidden: str | PathLike[str] | None = None,
    length: int | None = None,
    letters: str | Iterable[str] | None = None,
    encoding: str | None = None,
    column: int | str | None = None,
    out: str | PathLike[str] | None = None,
    force: bool = False,
) -> ImportAnswer:
    """Return the variant of lists of words as they were found, and what was understood and changed.

    `sources` are files (text, CSV, JSON, source code; also packed), folders and zip archives. Words get lower
    case; duplicates, words of other lengths and texts that are no words are left out, and counted. `hidden`
    says which words may be hidden: a list by its name in a source, a file, or ``big`` for every guess;
    without it a list that is called so is taken, or the smaller one of two, or every word of a single one.
    `length` is the most frequent number of letters unless it is given, and `letters` are needed where one
    has several characters. `column` is the number (from 1) or name of the column of words in a table.

    With `out`, a folder, a variant file and its lists are written there, called `name` or as the first
    source; files that are there already are replaced with `force` alone.

    Raises:
        UsageError: there are no words, or it isn't clear what is meant, or a file is there already.
        VariantError: the words make no game. FileError: a file can't be read or written.
    """
    one = isinstance(sources, str) or hasattr(sources, "__fspath__")
    places = (sources,) if one else items_of(sources, _SOURCES)
    given = {"name": name, "encoding": encoding}
    chosen = {what: None if value is None else text(value, what) for what, value in given.items()}
    with run(force=truth(force, "force")):
        report = imports.import_words(
            [str(path_of(place, _SOURCES)) for place in places],
            hidden=None if hidden is None else str(path_of(hidden, "big, the name of a list, or a file")),
            length=None if length is None else whole_number(length, "a number of letters", 1, MAX_LETTERS),
            letters=_letters(letters),
            column=_column(column),
            out=None if out is None else Path(path_of(out, "a folder")),
            **chosen,
        )
    return ImportAnswer.of(report)


def _letters(letters: str | Iterable[str] | None) -> str | None:
    if letters is None or isinstance(letters, str):
        return letters
    return " ".join(text(letter, "a letter") for letter in items_of(letters, "letters, texts one by one"))


def _column(column: int | str | None) -> str | None:
    if column is None or isinstance(column, str):
        return column
    return str(whole_number(column, "the number of a column", 1, 999))
