"""Lists as people have them become clean words, and a variant: `import_words`, and what was understood.

`found_in` says which tables and columns are lists. `import_words` says which list is which, and brings the
words into lower case and the normal form NFC, freed of the signs around them.
"""

from __future__ import annotations

import errno
import re
from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from unicodedata import normalize

from wordle_cp.errors import FileError, UsageError, abridged, argument, counted, file_errors, one_line
from wordle_cp.files.outputs import put_together
from wordle_cp.games.found.sources import STANDARD_INPUT, read_sources
from wordle_cp.games.found.tables import (
    bare,
    is_number,
    is_word,
    names_words,
    plain,
    role,
    tables_of,
)
from wordle_cp.games.schema import GameKind
from wordle_cp.games.starter import DEFAULT_GUESSES, HIDDEN_BIG, file_text
from wordle_cp.games.typed import NO_EQUAL, Equal
from wordle_cp.games.variant import Variant
from wordle_cp.games.words import MAX_LETTERS, NAME_PATTERN, clusters, equal_given, letters_given
from wordle_cp.games.yaml_text import MOST_WORDS, exists
from wordle_cp.rules.letters import Alphabet, is_letter, normal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from wordle_cp.games.found.sources import Source
    from wordle_cp.games.found.tables import Table

    _Read = tuple[str, str, tuple[str, ...]]

_NO_NAME: Final = "words"
_TITLE: Final = 200
_TURKISH: Final = str.maketrans({"I": "ı", "İ": "i"})  # noqa: RUF001  they are letters of their own there
_OF_TABLES: Final = frozenset('#;,|"')
"""Signs that can't be letters where a list may be a table, or have comments."""
_FEW: Final = 2
_MOST: Final = 0.5
_SOME: Final = 0.1
_SMALL: Final = 0.02
"""Least share of the words of the largest array that another list of a file has."""
_SHOWN: Final = 3
_SHOWN_LISTS: Final = 5
_MOST_DIGITS: Final = 3
_FLAGS: Final = frozenset(("", *"01tfynx✓", "true", "false", "yes", "no"))
"""How a column says yes or no."""
_MOST_KINDS: Final = 4
"""Most kinds of words that a column tells apart."""
_ACCENTED: Final = re.compile(r"[a-z\u03b1-\u03c9][\u0300-\u036f]")
"""A Latin or Greek letter with an accent, apart."""
_is_letter: Final = lru_cache(maxsize=4096)(is_letter)


_CHANGED: Final = "words"
_TWICE: Final = "duplicates"
_LENGTHS: Final = "words of other lengths"
_NO_WORDS: Final = "texts that are no words"
_READINGS: Final = "words with several readings"


@dataclass(frozen=True, slots=True)
class FoundList:
    """A list in a source, not yet clean: its `name` there, if it has one, its cells, and the `form` of it."""

    source: Source
    name: str
    cells: tuple[str, ...]
    form: str

    @property
    def label(self) -> str:
        """What messages call it."""
        return f"{self.name} in {self.source.name}" if self.name else self.source.name

    @property
    def role(self) -> bool | None:
        """Whether its name, or else that of its file, says that it has hidden words, or guesses."""
        of_list = role(self.name)
        return role(self.source.stem) if of_list is None else of_list

    def is_called(self, name: str) -> bool:
        """Tell whether `name` may mean this list."""
        return name in {self.name, self.source.name, Path(self.source.name).name, self.source.stem}


def found_in(
    places: Sequence[str],
    encoding: str | None = None,
    column: str | None = None,
    letters: frozenset[str] = frozenset(),
    *,
    can_name: bool = True,
) -> tuple[list[FoundList], list[str]]:
    """Return the lists at `places`, and what each source was; `letters` part no words.

    `can_name`: see `read_sources`.
    """
    if not places:
        message = f"{argument('sources')}: expected a file or more, found none"
        raise UsageError(message)
    found: list[FoundList] = []
    read: list[str] = []
    columns: dict[str, None] = {}
    for source in read_sources(places, encoding, can_name=can_name):
        tables = [one if column is None else one.with_header(column) for one in tables_of(source, letters)]
        columns |= dict.fromkeys(name for table in tables for name in table.header)
        picked = [
            FoundList(source, name, tuple(cells), f"{table.form}{', ' * bool(note)}{note}")
            for table in tables
            for name, indexes, note in _columns(table, column, source.name)
            for cells in [[cell for row in table.rows for cell in _cells(row, indexes)]]
        ]
        kept = _largest(picked)
        found += kept
        read += [f"{source.name}: {_said(kept, len(picked) - len(kept))}"] if kept else []
    if not found:
        known = f"; there are {', '.join(columns)}" if columns else ""
        expected = f"a number or a name of a column, found {abridged(str(column))}{known}"
        message = f"{argument('column')}: expected {expected}"
        raise UsageError(message)
    return found, read


def _cells(row: Sequence[str], indexes: Sequence[int]) -> list[str]:
    """Return the cells of `row` in the columns of words; of one column, the last one of a row too short."""
    found = [row[index] for index in indexes if index < len(row)]
    return found or list(row[-1:] if len(indexes) == 1 else ())


def _said(kept: Sequence[FoundList], others: int) -> str:
    """Return what people read of a source: its encoding, its form, and what was left out of it."""
    named = any(one.name for one in kept)
    names = f": {', '.join(one.name or 'a list without a name' for one in kept)}" if named else ""
    more = [f"{counted(others, 'other list', 'other lists')} left out"] if others else []
    return ", ".join([kept[0].source.encoding, kept[0].form + names, *more])


def _demand_no_kinds(table: Table, file: str) -> None:
    """Demand that no column of `table` says which of its words are answers."""
    for index in range(table.width):
        cells = [bare(row[index]).lower() if index < len(row) else "" for row in table.rows]
        header, *flags = (table.header[index], *cells) if index < len(table.header) else cells
        says = (role(header) and {*flags} <= _FLAGS) or {*map(role, cells)} >= {True, False}
        if says and 1 < len({*flags}) <= min(_MOST_KINDS, len(flags) - 1):
            message = (
                f"{file}: expected hidden words and guesses as two lists, found that column {index + 1} says "
                f"which words are which; write each of the lists into a file"
            )
            raise UsageError(message)


def _columns(table: Table, wanted: str | None, file: str) -> list[tuple[str, tuple[int, ...], str]]:
    """Return the lists in `table`: a name, its columns, and a note on which they are.

    Raises:
        UsageError: several columns have words, and no header says which of them is meant; or a column says
            which words may be hidden.
    """
    if wanted is None:
        _demand_no_kinds(table, file)
    header = [plain(name) for name in table.header]
    if wanted is not None:
        said = wanted.strip().lower()
        is_index = said.isascii() and said.isdecimal() and len(said) <= _MOST_DIGITS
        index = header.index(said) if said in header else int(said) - 1 if is_index else -1
        note = f"words in column {index + 1}, as {argument('column')} says"
        return [(table.name, (index,), note)] if 0 <= index < table.width else []
    if table.width <= 1:
        return [(table.name, (0,), f"header {abridged(table.header[0])}" if header else "")]
    shapes = [_shape(table.column(index)) for index in range(table.width)]
    worded = sorted(range(table.width), key=lambda index: -shapes[index].words)
    best = shapes[worded[0]]
    worded = [index for index in worded if shapes[index].share >= _MOST] or worded[:1]
    roles = {index: role(header[index]) for index in worded if index < len(header)}
    if {*roles.values()} >= {True, False}:
        return [(table.header[index], (index,), "") for index, one in roles.items() if one is not None]
    rivals = sorted(
        index
        for index in worded
        if shapes[index].words >= _MOST * best.words
        or (shapes[index].length == best.length and len(table.column(index)) >= _SOME * len(table.rows))
    )
    if len(rivals) > 1 and not header:
        if len(table.rows) == 1:  # what is no word in a line of words is said to be left out
            return [(table.name, tuple(range(table.width)), "all in one line")]
        if len({shapes[index].length for index in rivals}) > 1 and len(table.rows) >= table.width:
            shown = " and ".join(str(index + 1) for index in rivals)
            say = f"say {argument('column')} {rivals[0] + 1}"
            message = f"{file}: expected one column of words, found {shown}; {say}"
            raise UsageError(message)
        return [(table.name, tuple(rivals), f"words in {len(rivals)} columns")]
    index = next((index for index in roles if names_words(header[index])), worded[0])
    name = f" ({one_line(table.header[index])})" if index < len(header) else ""
    return [(table.name, (index,), f"words in column {index + 1}{name}")]


class _Shape(NamedTuple):
    """Which share of some cells are different words, the most frequent length, and the words that have it."""

    share: float
    length: int
    words: int


def _shape(cells: Sequence[str]) -> _Shape:
    texts = [text for cell in cells if (text := bare(cell))]
    words = dict.fromkeys(text for text in texts if is_word(text))
    [(length, count)] = Counter(map(len, words)).most_common(1) or [(0, 0)]
    return _Shape(len(words) / max(1, len(texts)), length, count)


def _largest(found: Sequence[FoundList]) -> list[FoundList]:
    """Return those of `found`, all of one file, that are lists of words; others are texts of a program."""
    shapes = [_shape(one.cells) for one in found]
    most = max(shapes, key=lambda shape: shape.words, default=_Shape(0, 0, 0))
    return [
        one
        for one, shape in zip(found, shapes, strict=True)
        if shape is most
        or (shape.words and role(one.name) is not None)
        or (shape.length == most.length and shape.words >= max(_SMALL * most.words, _MOST * len(one.cells)))
    ]


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
    """Return the variant of the words at `places`, and what was understood: `wordle_cp.import_words`.

    Without `length` it is the most frequent one of the list in which one length prevails most.

    Raises:
        UsageError: there are no words, or it isn't clear what is meant, or a file is there already.
        VariantError: the words make no game. FileError: a file can't be read or written.
    """
    alphabet = None if letters is None else _alphabet(letters)
    signs = alphabet.characters if alphabet else frozenset()
    found, read = found_in(places, encoding, column, signs)
    apart, roles = [], f"every guess may be hidden, as {argument('hidden')} says"
    if hidden is not None and hidden != HIDDEN_BIG:
        roles, apart = f"as {argument('hidden')} says", [one for one in found if one.is_called(hidden)]
        if not (apart or hidden == STANDARD_INPUT or exists(Path(hidden))):
            names = ", ".join(dict.fromkeys(one.name or one.source.name for one in found))
            expected = f"big, a file, or one of the lists {names}"
            message = f"{argument('hidden')}: expected {expected}, found {abridged(hidden)}"
            raise UsageError(message)
        if not apart:
            apart, more = found_in([hidden], encoding, column, signs)
            found, read = found + apart, read + more
    one_letter = NO_EQUAL if equal is None else equal_given(equal, alphabet)
    cleaner = _Cleaner(alphabet, (cell for one in found for cell in one.cells), one_letter)
    words = [(one, cleaner.words(one.cells)) for one in found]
    of_game = [said for one, said in words if not apart or one in apart]
    right = length or _length_of(of_game)
    clean = [(one, cleaner.kept(said, right)) for one, said in words]

    def joined(lists: Sequence[FoundList]) -> tuple[str, ...]:
        """Return the words of some lists, one at least, or those of all, which must look like lists."""
        chosen = tuple(sorted({word for one, kept in clean if one in lists or not lists for word in kept}))
        _demand_few(chosen, right)
        _demand_list(lists or found, chosen, cleaner, right if lists else length)
        return chosen

    joined(apart)
    if hidden is None:
        apart, roles = _roles(clean)
    guesses, may_hide = joined([]), joined(apart)
    if may_hide != guesses:
        roles = f"{' and '.join(one.label for one in apart)}, {roles}"
    stem = found[0].source.stem
    variant = Variant.from_words(
        guesses,
        may_hide if may_hide != guesses else None,
        name=name or (stem if re.fullmatch(NAME_PATTERN, stem) else _NO_NAME),
        letters=alphabet.letters if alphabet else None,
        max_guesses=DEFAULT_GUESSES,
        equal=equal,
    )
    contents = {} if out is None else _contents(variant, read, out, alphabet)
    if out is not None:
        _write(out, contents)
    are_known = equal is not None or alphabet is not None
    accented = 0 if are_known else sum(bool(_ACCENTED.search(normalize("NFD", word))) for word in guesses)
    changed, left_out = (
        tuple(
            Happened(what, len(texts), tuple(dict.fromkeys(texts))[:_SHOWN])
            for what in kinds
            if (texts := cleaner.happened[what])
        )
        for kinds in ((_CHANGED,), (_TWICE, _LENGTHS, _NO_WORDS, _READINGS))
    )
    return Imported(variant, tuple(read), roles, changed, left_out, accented, tuple(contents))


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


class _Cleaner:
    """Makes words of cells, all in one way, and counts what happens to them."""

    def __init__(self, alphabet: Alphabet | None, cells: Iterable[str], equal: Equal) -> None:
        """Read words of `alphabet`, or of any letters; `cells` are all that there will be."""
        self._alphabet, self._equal = alphabet, equal
        self._turkish = any("ı" in cell or "İ" in cell for cell in cells)  # noqa: RUF001
        self.happened: dict[str, list[str]] = defaultdict(list)
        self.lengths = Counter[int]()
        """Numbers of letters of the words that have another length."""

    def words(self, cells: Iterable[str]) -> list[_Read]:
        """Return for each cell that isn't empty the cell, what it means in lower case, and its letters.

        Without letters it is no word.
        """
        return [read for cell in cells if (read := self._read(cell))[1]]

    def _read(self, cell: str) -> _Read:
        if self._alphabet is not None:
            whole = self._equal.folded(self._lower(cell.strip()))
            if letters := self._alphabet.split(whole):
                return cell, whole, letters  # signs around it may be letters
        lower = self._equal.folded(self._lower(bare(cell)))
        return cell, lower, self._split(lower)

    def _lower(self, text: str) -> str:
        return normal(text.translate(_TURKISH) if self._turkish else text)

    def _split(self, text: str) -> tuple[str, ...]:
        """Return the letters of `text`, which is in lower case; none if it is no word."""
        if self._alphabet is not None:
            return self._alphabet.split(text) or ()
        return () if not is_word(text) else tuple(text if text.isalpha() else clusters(text))

    def kept(self, words: Iterable[_Read], length: int) -> dict[str, None]:
        """Return the words of that length, each once."""
        kept: dict[str, None] = {}
        for cell, lower, said in words:
            ways = self._readings(lower, length) if said else []
            if len(ways) > 1:
                self.happened[_READINGS].append(lower)
                continue
            letters = ways[0] if ways else said
            word = self._alphabet.join(letters) if self._alphabet and ways else lower
            if not letters or not all(map(_is_letter, letters)):
                self.happened[_NO_WORDS].append(cell)
            elif len(letters) != length:
                self.happened[_LENGTHS].append(lower)
                self.lengths[len(letters)] += 1
            elif word in kept:
                self.happened[_TWICE].append(word)
            else:
                kept[word] = None
                if (said_so := cell.strip()) != lower:
                    self.happened[_CHANGED].append(f"{said_so} to {word}")
        return kept

    def _readings(self, text: str, length: int) -> list[tuple[str, ...]]:
        """Return what `text` can be with `length` letters, where letters have several characters."""
        if self._alphabet is None or not self._alphabet.has_long_letters:
            return []
        return [self._alphabet.split(way) or () for way in self._alphabet.readings(text, length)]


def _length_of(lists: Iterable[Sequence[_Read]]) -> int:
    """Return the most frequent length of the list in which one prevails most; 0 if there are no words."""
    counts = [
        Counter(len(letters) for *_, letters in words if 0 < len(letters) <= MAX_LETTERS) for words in lists
    ]
    most = [(one.total(), *one.most_common(1)[0]) for one in counts if one]
    return max(
        ((round(count / total, 2), count, length) for total, length, count in most), default=(0, 0, 0)
    )[2]


def _roles(clean: Sequence[tuple[FoundList, Mapping[str, None]]]) -> tuple[list[FoundList], str]:
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
        f"{one.name or one.source.name} ({counted(len(kept), 'word', 'words')})"
        for one, kept in clean[:_SHOWN_LISTS]
    )
    more = f" and {len(clean) - _SHOWN_LISTS} more" if len(clean) > _SHOWN_LISTS else ""
    message = (
        f"expected to see which words may be hidden, found {len(clean)} lists: {shown}{more}; "
        f"say {argument('hidden')} with one of them, or {argument('hidden')} big to join them all"
    )
    raise UsageError(message)


def _demand_few(words: Sequence[str], length: int) -> None:
    """Demand that a game may have this number of `words`, of that `length`."""
    if len(words) > MOST_WORDS:
        shown = f"{len(words):,} of {length} letters; another {argument('length')} may have fewer"
        message = f"expected at most {MOST_WORDS:,} words, found {shown}"
        raise UsageError(message)


def _demand_list(
    found: Sequence[FoundList], words: Sequence[str], cleaner: _Cleaner, length: int | None
) -> None:
    """Demand that lists have `words` and, if no `length` was given, that they look like lists of words."""
    happened, problem = cleaner.happened, ""
    wrong, lengths = happened[_NO_WORDS], happened[_LENGTHS]
    texts = ", ".join(abridged(text, 20) for text in [*dict.fromkeys(wrong or lengths)][:_SHOWN])
    others = {*wrong, *lengths}
    is_text = len(found) == 1 and len(found[0].source.text.split()) > 1 + len(happened[_TWICE])
    is_alone = len(words) == 1 and (others or is_text)
    flagged = sum("/" in text or "_" in text for text in wrong)  # as in dictionaries
    if not words and lengths:
        sizes = cleaner.lengths.most_common(_SHOWN)
        problem = f"other lengths: {', '.join(f'{count} of {size} letters' for size, count in sizes)}"
    elif not words:
        kind = "numbers" if all(map(is_number, wrong)) else "texts"
        letters = f"if such signs are letters, name all letters: {argument('letters')} '0 1 2'"
        problem = f"{kind}, such as {texts}; {letters}" if wrong else "nothing"
    elif length is not None:
        return
    elif len(words[0]) == 1:
        shown = ", ".join(words[:_SHOWN])
        problem = f"single letters, such as {shown} ({argument('length')} 1 takes them for words)"
    elif is_alone and (len(found) == 1 or all(len(one.cells) <= _FEW for one in found)):
        problem = f"texts, of which {words[0]!r} alone would be a word of the game"
    elif len(wrong) > max(_FEW, len(words), len(others) - len(wrong)) or flagged > _SOME * len(words):
        problem = f"{len(wrong)} texts that are no words, such as {texts}"
    if problem:
        where = " and ".join(one.label for one in found[:_SHOWN])
        advice = f"name the column with {argument('column')}, or write the words into a text file, one a line"
        message = f"{where}: expected a list of words, found {problem}; {advice}"
        raise UsageError(message)


def _contents(
    variant: Variant, read: Sequence[str], out: Path, alphabet: Alphabet | None
) -> dict[Path, bytes]:
    """Return what each file has; the variant comes last. It has letters if they were given, or are long."""
    path, guesses, hidden = out / f"{variant.name}.yaml", f"{variant.name}-guesses.txt", HIDDEN_BIG
    files = {out / guesses: "\n".join([*variant.guesses, ""]).encode()}
    if variant.hidden != variant.guesses:
        hidden = f"{variant.name}-hidden.txt"
        files[out / hidden] = "\n".join([*variant.hidden, ""]).encode()
    words = f"Words of {variant.length} letters from {', '.join(part.partition(':')[0] for part in read)}"
    title = "".join(character if character.isprintable() else "?" for character in words)[:_TITLE]
    values: dict[str, object] = {"name": variant.name, "title": title, "guesses": guesses, "hidden": hidden}
    if alphabet or variant.alphabet.has_long_letters:
        values["letters"] = " ".join((alphabet or variant.alphabet).letters)
    values |= {"equal": str(variant.equal).split(", ")} if variant.equal != NO_EQUAL else {}
    values["max_guesses"] = DEFAULT_GUESSES
    return files | {path: file_text(path, GameKind.WORDLE, values).encode()}
