"""Word lists of a variant: where the words come from, and everything that can be wrong with them."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from dataclasses import dataclass
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wordle_cp import resources
from wordle_cp.errors import VariantError, WordListError, abridged
from wordle_cp.variant_yaml import MOST_WORDS, Item, Place, exists, read_text

if TYPE_CHECKING:
    from wordle_cp.errors import VariantProblem

MAX_LETTERS: Final = 5
"""Longest word: a pattern of five letters is the last that fits the engine's byte (3**5 = 243)."""


NAME_PATTERN: Final = "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"
"""Names of variants and of word lists: safe on a command line, in a certificate and in a file name."""


@dataclass(frozen=True, slots=True)
class WordSource:
    """Words as given, not yet checked, each with its place; `name` is what a certificate calls the list.

    A shipped list is `trusted`: its SHA-256 has been verified, so its words need no check of their own.
    """

    key: str
    name: str
    items: tuple[Item, ...]
    start: Place
    trusted: bool

    @property
    def words(self) -> tuple[str, ...]:
        """The words in the order of the source."""
        return tuple(item.text for item in self.items)


def source_of(
    key: str, value: str | list[Item], place: Place, *, default_name: str, confined: bool = False
) -> WordSource:
    """Find the words that `key` of a variant names: a shipped list, a text file, or a list in the YAML.

    A text file has one word a line; blank lines and lines that start with # don't count. With `confined` it
    stands beside the YAML file, and has a plain name.

    Raises:
        VariantError: there is no such list or file, or it can't be read.
    """
    if isinstance(value, list):
        return WordSource(key, default_name, tuple(value), place, trusted=False)
    if value in resources.word_list_names():
        try:
            words = resources.word_list(value)
        except WordListError as error:
            raise VariantError([place.problem(key, str(error))]) from error
        items = tuple(Item(word, place) for word in words)
        return WordSource(key, value, items, place, trusted=True)
    if confined and not _is_name(value):
        expected = (
            f"expected the name of a shipped list or of a file beside this one, or a list of words, "
            f"found {abridged(value)}"
        )
        raise VariantError([place.problem(key, expected)])
    path = Path(place.file).parent / value
    if "/" not in value and not Path(value).suffix and not exists(path):
        close = difflib.get_close_matches(value, resources.word_list_names(), n=1)
        hint = f"; did you mean {close[0]}?" if close else ""
        expected = (
            f"expected the name of a shipped list, a file or a list of words, found {abridged(value)}{hint}"
        )
        raise VariantError([place.problem(key, expected)])
    try:
        text = read_text(path)
    except VariantError as error:
        expected = "; ".join(str(problem) for problem in error.problems)
        raise VariantError([place.problem(key, f"word list {expected}")]) from error
    lines = enumerate(StringIO(text, newline="\n"), start=1)
    stripped = ((line.strip(), number) for number, line in lines)
    kept = ((word, number) for word, number in stripped if word and not word.startswith("#"))
    items = tuple(Item(word, Place(str(path), number)) for word, number in islice(kept, MOST_WORDS + 1))
    name = path.stem if _is_name(path.stem) else default_name
    return WordSource(key, name, items, Place(str(path)), trusted=False)


def check_words(guesses: WordSource | None, hidden: WordSource | None) -> list[VariantProblem]:
    """Return all problems of the words of the two lists; None stands for a list that could not be found.

    Words are 1 to `MAX_LETTERS` lower-case letters a to z, all of the same length, none twice in a list, and
    each hidden word is a guess. Of words of several lengths the most frequent one counts as the right one.
    """
    sources = [source for source in (guesses, hidden) if source is not None]
    lengths = Counter(len(item.text) for source in sources for item in source.items if _is_word(item.text))
    length = lengths.most_common(1)[0][0] if lengths else None
    problems: list[VariantProblem] = []
    for source in sources:
        if not source.items:
            problems.append(source.start.problem(source.key, "expected at least one word, found none"))
        if len(source.items) > MOST_WORDS:
            problems.append(source.start.problem(source.key, f"expected at most {MOST_WORDS:,} words"))
        right = length is None or all(len(item.text) == length for item in source.items)
        if not (source.trusted and right):
            problems += _check_list(source, length)
    if guesses is not None and hidden is not None:
        problems += _check_subset(guesses, hidden, length)
    return problems


def _check_list(source: WordSource, length: int | None) -> list[VariantProblem]:
    problems: list[VariantProblem] = []
    first: dict[str, int] = {}
    for index, item in enumerate(source.items):
        path = f"{source.key}[{index}]"
        word = item.text
        if word in first:
            earlier = source.items[first[word]].place
            expected = f"expected each word once, {abridged(word)} is also in line {earlier.line}"
            problems.append(item.place.problem(path, expected))
            continue
        first[word] = index
        if not word or not (word.isascii() and word.isalpha() and word.islower()):
            expected = f"expected lower-case letters a to z, found {abridged(word)}"
        elif len(word) > MAX_LETTERS:
            expected = f"expected at most {MAX_LETTERS} letters, found {len(word)} in {abridged(word)}"
        elif len(word) != length:
            expected = f"expected {length} letters as in the other words, found {abridged(word)}"
        else:
            continue
        problems.append(item.place.problem(path, expected))
    return problems


def _check_subset(guesses: WordSource, hidden: WordSource, length: int | None) -> list[VariantProblem]:
    """Problems of hidden words that are no guesses; malformed ones are reported as such already."""
    known = {item.text for item in guesses.items}
    return [
        item.place.problem(
            f"hidden[{index}]", f"expected a word of the guesses, {abridged(item.text)} is missing there"
        )
        for index, item in enumerate(hidden.items)
        if item.text not in known and len(item.text) == length and _is_word(item.text)
    ]


def _is_name(text: str) -> bool:
    return re.fullmatch(NAME_PATTERN, text) is not None


def _is_word(text: str) -> bool:
    return 0 < len(text) <= MAX_LETTERS and text.isascii() and text.isalpha() and text.islower()
