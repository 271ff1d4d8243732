"""Lists as people have them become clean words, and a variant: `import_words`, and what was understood.

`import_lists` reads sources, says which list is which, and brings the words into lower case and the normal
form NFC, freed of the signs around them. It writes nothing.
"""

from __future__ import annotations

import errno
import re
import unicodedata
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import FileError, UsageError, abridged, argument, file_errors
from wordle_cp.files.outputs import put_together
from wordle_cp.games.found.lists import found_in
from wordle_cp.games.found.sources import STANDARD_INPUT
from wordle_cp.games.found.table import AROUND, bare, is_number, is_word, seen, usual
from wordle_cp.games.schema import EXPECTED, GameKind
from wordle_cp.games.starter import DEFAULT_GUESSES, HIDDEN_BIG, file_text
from wordle_cp.games.typed import NO_EQUAL, Equal
from wordle_cp.games.variant import Variant
from wordle_cp.games.words import MAX_LETTERS, NAME_PATTERN, clusters, equal_given, letters_given
from wordle_cp.games.yaml_text import MOST_WORDS, exists
from wordle_cp.rules.letters import Alphabet, is_letter, normal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from wordle_cp.games.found.lists import FoundList

    _Read = tuple[str, str, tuple[str, ...]]

_NO_NAME: Final = "words"
_TITLE: Final = 200
_TURKISH: Final = str.maketrans({"I": "ı", "İ": "i"})  # noqa: RUF001  they are letters of their own there
_OF_TABLES: Final = frozenset('#;,|"')
"""Signs that can't be letters where a list may be a table, or have comments."""
_FEW_TEXTS: Final = 20
_PAIR: Final = 2
"""Cells of an object of one name and value, as at the ends of words that are written letter by letter."""
_NEARLY_ALL: Final = 0.9
_SHOWN: Final = 3
_SHOWN_LISTS: Final = 5
_CAPITALS: Final = "capitals into lower case"
_TURKISH_CAPITALS: Final = "capitals into Turkish lower case, I into ı"  # noqa: RUF001
_COMPOSED: Final = "marks joined to letters (NFC)"
_BARED: Final = "signs around words away"
_USUAL: Final = "letters into their usual forms"
_EQUAL: Final = "letters into those that they are equal to"
_CHANGES: Final = (_CAPITALS, _TURKISH_CAPITALS, _COMPOSED, _BARED, _USUAL, _EQUAL)
"""What can happen to words that are kept."""
_TWICE: Final = "duplicates"
_LENGTHS: Final = "words of other lengths"
_NO_WORDS: Final = "texts that are no words"
_READINGS: Final = "words with several readings"
_SCRIPTS: Final = "words with Latin and Cyrillic letters"
_MERGED: Final = "words equal to others"
_REASONS: Final = (_TWICE, _MERGED, _LENGTHS, _NO_WORDS, _READINGS, _SCRIPTS)
"""Why texts are left out."""
_is_letter: Final = lru_cache(maxsize=4096)(is_letter)


@dataclass(frozen=True, slots=True)
class Happened:
    """What happened to `count` texts, with the first three of them."""

    what: str
    count: int
    first: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Imported:
    """A `variant` of words as they were found, what was understood and changed, and the `files` written.

    `read` says what each source was, `roles` which words may be hidden and why, `changed` and `left_out` what
    happened to its texts. `accented` words have accents, if nothing was said about these.
    """

    variant: Variant
    read: tuple[str, ...]
    roles: str
    changed: tuple[Happened, ...]
    left_out: tuple[Happened, ...]
    accented: int
    files: tuple[Path, ...] = ()


def import_words(
    places: Sequence[str],
    *,
    name: str | None = None,
    hidden: str | None = None,
    length: int | None = None,
    letters: str | None = None,
    encoding: str | None = None,
    column: str | None = None,
    equal: str | None = None,
    out: Path | None = None,
) -> Imported:
    """Return the variant of the words in the files, folders and archives at `places`; ``-``: standard input.

    It is called `name`, or as the first source. `hidden` says which words may be hidden: a list by its name
    there, a file, or ``big`` for every guess. Without it a list that is called so (answers, solutions ...) is
    taken, or of two lists the smaller one, or with a single list every word. They may be guessed, too.
    Without `length` it is the most frequent one of the list in which one length prevails most. `letters` are
    those of the words, with blanks between them; `column` is the number or the name of that with the words.
    Letters that are `equal` are one letter.

    With `out`, a folder, its files are written there, all or none: name.yaml, name-guesses.txt and, unless
    every guess may be hidden, name-hidden.txt. A run with `force` alone replaces files that are there.

    Raises:
        UsageError: there are no words, or it isn't clear what is meant, or a file is there already.
        VariantError: the words make no game. FileError: a file can't be read or written.
    """
    if name is not None and not re.fullmatch(NAME_PATTERN, name):
        message = f"{argument('name')}: expected {EXPECTED['name']}, found {abridged(name)}"
        raise UsageError(message)
    alphabet = None if letters is None else _alphabet(letters)
    read: list[str] = []
    signs = alphabet.characters if alphabet else frozenset()
    found = found_in(places, encoding, column, read, signs)
    apart, roles = [], f"every guess may be hidden, as {argument('hidden')} says"
    if hidden is not None and hidden != HIDDEN_BIG:
        roles, apart = f"as {argument('hidden')} says", [one for one in found if one.is_called(hidden)]
        if not apart:
            apart = found_in([_existing(hidden, found)], encoding, column, read, signs)
            found += apart
    one_letter = NO_EQUAL if equal is None else equal_given(equal, alphabet)
    cleaner = Cleaner(alphabet, (cell for one in found for cell in one.cells), one_letter)
    words = [(one, cleaner.words(one.cells)) for one in found]
    right = length or _length_of([said for one, said in words if not apart or one in apart])
    clean = [(one, cleaner.kept(said, right)) for one, said in words] if right else []
    if hidden is None and right:
        apart, roles = _roles(clean)
    guesses = tuple(sorted({word for _, kept in clean for word in kept}))
    may_hide = tuple(sorted({word for one, kept in clean if one in apart for word in kept}))
    if not guesses or (apart and not may_hide):
        raise _none(apart or found, right)
    _demand_list(found, guesses, cleaner, length)
    if apart and may_hide != guesses:
        roles = f"{' and '.join(one.label for one in apart)}, {roles}"
    own = (
        alphabet.letters if alphabet else tuple(sorted({x for word in guesses for x in cleaner.split(word)}))
    )
    stem = found[0].source.stem
    variant = Variant.from_words(
        guesses,
        may_hide if apart and may_hide != guesses else None,
        name=name or (stem if re.fullmatch(NAME_PATTERN, stem) else _NO_NAME),
        letters=own if alphabet or any(len(letter) > 1 for letter in own) else None,
        max_guesses=DEFAULT_GUESSES,
        equal=equal,
    )
    contents = {} if out is None else _contents(variant, read, out, alphabet)
    if out is not None:
        _write(out, contents)
    return Imported(
        variant,
        tuple(read),
        roles,
        cleaner.happened(_CHANGES),
        cleaner.happened(_REASONS),
        sum(map(_has_accents, guesses)) if equal is None and alphabet is None else 0,
        tuple(contents),
    )


def _advice() -> str:
    return f"name the column with {argument('column')}, or write the words into a text file, one a line"


def _alphabet(letters: str) -> Alphabet:
    alphabet = letters_given(letters)
    unclear = sorted(_OF_TABLES & alphabet.characters)
    if unclear:
        message = (
            f"{argument('letters')}: {unclear[0]} begins a comment or ends a cell in lists as they are "
            "found; write a file with one word a line, and a variant with letters, by hand"
        )
        raise UsageError(message)
    return alphabet


def _existing(hidden: str, found: Sequence[FoundList]) -> str:
    """Return the path `hidden`; UsageError if there is no file, as nor is there a list of that name."""
    if hidden != STANDARD_INPUT and not exists(Path(hidden)):
        names = ", ".join(dict.fromkeys(one.name or one.source.name for one in found))
        expected = f"big, a file, or one of the lists {names}"
        message = f"{argument('hidden')}: expected {expected}, found {abridged(hidden)}"
        raise UsageError(message)
    return hidden


class Cleaner:
    """Makes words of cells, all in one way, and counts what happens to them."""

    def __init__(self, alphabet: Alphabet | None, cells: Iterable[str], equal: Equal = NO_EQUAL) -> None:
        """Read words of `alphabet`, or of any letters; `cells` are all that there will be."""
        self._alphabet, self._equal = alphabet, equal
        self._turkish = any("ı" in cell or "İ" in cell for cell in cells)  # noqa: RUF001
        self._is_usual = not self._turkish and equal == NO_EQUAL
        self._happened: dict[str, list[str]] = {}

    def words(self, cells: Iterable[str]) -> list[_Read]:
        """Return for each cell that isn't empty the cell, what it means in lower case, and its letters.

        Without letters it is no word.
        """
        return [read for cell in cells if (read := self._read(cell))[1]]

    def _read(self, cell: str) -> _Read:
        if cell.isascii() and cell.isalpha() and self._alphabet is None and self._is_usual:
            lower = cell.lower()  # most cells: the same as below, and quicker
            return cell, lower, tuple(lower)
        whole = self._equal.folded(self._lower(cell.strip()))
        if self._alphabet is not None and (letters := self._alphabet.split(whole)):
            return cell, whole, letters  # signs around it may be letters
        lower = self._equal.folded(self._lower(bare(cell)))
        return cell, lower, self.split(lower)

    def _lower(self, text: str) -> str:
        return normal(text.translate(_TURKISH) if self._turkish else text)

    def split(self, text: str) -> tuple[str, ...]:
        """Return the letters of `text`, which is in lower case; none if it is no word."""
        if self._alphabet is not None:
            return self._alphabet.split(text) or ()
        return () if not is_word(text) else tuple(text if text.isalpha() else clusters(text))

    def kept(self, words: Iterable[_Read], length: int) -> dict[str, str]:
        """Return the words of that length, each once, and what each was before letters were equal."""
        kept: dict[str, str] = {}
        for cell, lower, said in words:
            letters, word = said, lower
            if self._alphabet is not None and self._alphabet.has_long_letters and letters:
                ways = self._alphabet.readings(lower, length)
                if len(ways) > 1:
                    self._note(_READINGS, lower)
                    continue
                if ways:
                    letters = self._alphabet.split(ways[0]) or letters
                    word = self._alphabet.join(letters)
            if not letters or not all(map(_is_letter, letters)):
                self._note(_NO_WORDS, cell)
            elif (
                self._alphabet is None
                and not word.isascii()
                and {*map(_script, word)} >= {"LATIN", "CYRILLIC"}
            ):
                self._note(_SCRIPTS, word)
            elif len(letters) != length:
                self._note(_LENGTHS, lower)
            elif word in kept:
                is_same = self._equal == NO_EQUAL or self._lower(bare(cell)) == kept[word]
                self._note(_TWICE if is_same else _MERGED, word if is_same else cell)
            else:
                kept[word] = word if self._equal == NO_EQUAL else self._lower(bare(cell))
                if cell != lower:
                    self._note_changes(cell, lower)
        return kept

    def _note_changes(self, cell: str, lower: str) -> None:
        """Count what has made the word `lower` of `cell`."""
        said = cell.strip()
        steps: list[tuple[str, Callable[[str], str]]] = [
            (_BARED, lambda text: seen(text).strip(AROUND)),
            (_USUAL, usual),
            (_COMPOSED, lambda text: unicodedata.normalize("NFC", text)),
            (_TURKISH_CAPITALS if self._turkish else _CAPITALS, self._lower),
            (_EQUAL, lambda _: lower),
        ]
        for what, step in steps[2 * (self._equal.folded(said) == lower) :]:
            before, said = said, step(said)
            if before != said:
                self._note(what, unicodedata.normalize("NFC", before))

    def _note(self, what: str, text: str) -> None:
        self._happened.setdefault(what, []).append(text)

    def count(self, what: str) -> int:
        """Return how often that happened."""
        return len(self._happened.get(what, ()))

    def happened(self, kinds: Iterable[str]) -> tuple[Happened, ...]:
        """Return what has happened, of these `kinds`, with the first texts of each."""
        return tuple(
            Happened(what, len(texts), tuple(dict.fromkeys(texts))[:_SHOWN])
            for what in kinds
            if (texts := self._happened.get(what, ()))
        )


def _has_accents(word: str) -> bool:
    """Tell whether `word` has Latin or Greek letters with accents."""
    return not word.isascii() and any(
        _script(letter) in {"LATIN", "GREEK"} and len(unicodedata.normalize("NFD", letter)) > 1
        for letter in word
    )


@lru_cache(maxsize=4096)
def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


def _length_of(lists: Iterable[Sequence[_Read]]) -> int:
    """Return the most frequent length of the list in which one prevails most; 0 if there are no words."""
    best = (0.0, 0, 0)
    for words in lists:
        counts = Counter(len(letters) for _, _, letters in words if 0 < len(letters) <= MAX_LETTERS)
        for length, count in counts.most_common(1):
            best = max(best, (round(count / counts.total(), 2), count, length))
    return best[2]


def _roles(clean: Sequence[tuple[FoundList, Mapping[str, str]]]) -> tuple[list[FoundList], str]:
    """Return the lists of hidden words, none if every guess may be hidden, and why.

    Raises:
        UsageError: it isn't clear which these are.
    """
    if len(clean) == 1 or all(kept.keys() == clean[0][1].keys() for _, kept in clean):
        return [], "every guess may be hidden, as there is one list"
    named = [one for one, _ in clean if one.role]
    if named and len(named) < len(clean):
        return named, "by the name"
    others = [one for one, _ in clean if one.role is None]
    if len(others) == 1 and len(named) + 1 < len(clean):
        return others, "as the others are called guesses"
    by_size = sorted(clean, key=lambda pair: len(pair[1]))
    if len(clean) == 2 and len(by_size[0][1]) < len(by_size[1][1]):  # noqa: PLR2004
        return [by_size[0][0]], "the smaller list"
    shown = ", ".join(
        f"{one.name or one.source.name} ({len(kept)} words)" for one, kept in clean[:_SHOWN_LISTS]
    )
    more = f" and {len(clean) - _SHOWN_LISTS} more" if len(clean) > _SHOWN_LISTS else ""
    message = (
        f"expected to see which words may be hidden, found {len(clean)} lists: {shown}{more}; "
        f"say {argument('hidden')} with one of them, or {argument('hidden')} big to join them all"
    )
    raise UsageError(message)


def _where(found: Sequence[FoundList]) -> str:
    """Return what messages call lists."""
    return " and ".join(one.label for one in found[:_SHOWN])


def _none(found: Sequence[FoundList], length: int) -> UsageError:
    """Return the error that there are no words in `found`, or none of that `length`, if it isn't 0."""
    where = _where(found)
    cells = [text for one in found for cell in one.cells if (text := bare(cell))]
    if length and any(map(is_word, cells)):
        lengths = Counter(len(text) for text in cells if is_word(text)).most_common(_SHOWN)
        shown = ", ".join(f"{count} of {size} letters" for size, count in lengths)
        return UsageError(f"{where}: expected words of {length} letters, found other lengths: {shown}")
    what = "numbers" if cells and all(map(is_number, cells)) else "texts" if cells else "nothing"
    such = f", such as {', '.join(abridged(text, 20) for text in cells[:_SHOWN])}" if cells else ""
    letters = f"if such signs are letters, name all letters: {argument('letters')} '0 1 2'"
    advice = f"; {_advice()}; {letters}" if cells else ""
    return UsageError(f"{where}: expected words of letters, found {what}{such}{advice}")


def _demand_list(
    found: Sequence[FoundList], words: Sequence[str], cleaner: Cleaner, length: int | None
) -> None:
    """Demand that the words aren't too many and, without a `length`, that they look like a list."""
    if len(words) > MOST_WORDS:
        words_found = (
            f"{len(words):,} of {len(words[0])} letters; another {argument('length')} may have fewer"
        )
        message = f"expected at most {MOST_WORDS:,} words, found {words_found}"
        raise UsageError(message)
    if length is not None:
        return
    wrong = cleaner.count(_NO_WORDS)
    twice = cleaner.count(_TWICE)
    texts = sum(map(cleaner.count, _REASONS)) - twice + len(words)
    if len(words) == 1 < texts and (len(found) == 1 or all(len(one.cells) <= _PAIR for one in found)):
        message = f"found {texts} texts, of which {words[0]!r} alone would be a word of the game"
    elif all(len(word) == 1 for word in words):
        shown = ", ".join(words[:_SHOWN])
        message = f"found single letters, such as {shown} ({argument('length')} 1 takes them for words)"
    elif len(found) == len(words) == 1 < len(found[0].source.text.split()) - twice:
        message = f"found the word {words[0]!r} alone"
    elif wrong > max(_FEW_TEXTS, _NEARLY_ALL * texts):
        [happened] = cleaner.happened([_NO_WORDS])
        shown = ", ".join(abridged(text, 20) for text in happened.first)
        message = f"found {wrong} texts of {texts} that are no words, such as {shown}"
    else:
        return
    message = f"{_where(found)}: expected a list of words, {message}; {_advice()}"
    raise UsageError(message)


def _contents(
    variant: Variant, read: Sequence[str], out: Path, alphabet: Alphabet | None
) -> dict[Path, bytes]:
    """Return what each file has; the variant comes last. It has letters if they were given, or are long."""
    path, guesses, hidden = out / f"{variant.name}.yaml", f"{variant.name}-guesses.txt", HIDDEN_BIG
    files = {out / guesses: _lines(variant.guesses)}
    if variant.hidden != variant.guesses:
        hidden = f"{variant.name}-hidden.txt"
        files[out / hidden] = _lines(variant.hidden)
    words = f"Words of {variant.length} letters from {', '.join(part.partition(':')[0] for part in read)}"
    title = "".join(character if character.isprintable() else "?" for character in words)[:_TITLE]
    values: dict[str, object] = {"name": variant.name, "title": title, "guesses": guesses, "hidden": hidden}
    if alphabet or variant.alphabet.has_long_letters:
        values["letters"] = " ".join((alphabet or variant.alphabet).letters)
    values |= {"equal": str(variant.equal).split(", ")} if variant.equal != NO_EQUAL else {}
    values["max_guesses"] = DEFAULT_GUESSES
    return files | {path: file_text(path, GameKind.WORDLE, values).encode()}


def _lines(words: Sequence[str]) -> bytes:
    return "".join(f"{word}\n" for word in words).encode()


def _write(out: Path, contents: dict[Path, bytes]) -> None:
    """Write the files, into a new folder if there is none; which is gone again if they can't be written."""
    with file_errors(out):
        if out.exists() and not out.is_dir():
            raise FileError(errno.ENOTDIR, "is a file, not a folder", str(out))
        is_new = not out.exists()
        out.mkdir(exist_ok=True)
    try:
        put_together(contents)
    except BaseException:
        if is_new:
            with suppress(OSError):
                out.rmdir()
        raise
