"""Word lists of a variant: where the words come from, and everything that can be wrong with them."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar
from unicodedata import category, normalize

from wordle_cp import data
from wordle_cp.errors import UsageError, VariantError, WordListError, abridged, argument
from wordle_cp.games.typed import NO_EQUAL, Equal
from wordle_cp.games.yaml_text import MOST_WORDS, Item, Place, exists, read_text
from wordle_cp.rules.letters import MOST_LETTERS, PLAIN, Alphabet, is_letter, is_sign, normal
from wordle_cp.values import instance, items_of, meant

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from wordle_cp.errors import VariantProblem

Found = TypeVar("Found")

_NO_HYPHEN: Final = (
    "expected no hyphen among letters of several characters, as it says where one ends; "
    "take \N{MINUS SIGN} for a minus sign"
)
MAX_LETTERS: Final = 12
"""Longest word, in letters."""


NAME_PATTERN: Final = "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"
"""Names of variants and of word lists: safe on a command line, in a certificate and in a file name."""
_WITHIN: Final = re.compile("(?<=\\w)['\u2019\u00b7](?=\\w)")
"""What stands between letters of a word in some languages."""
NO_GUESS: Final = "no guess"
"""The kind of problem that a hidden word has if the guesses lack it."""
ADD_HIDDEN: Final = "add_hidden: true lets it be guessed, too"
"""What mends that."""
ACCENTS: Final = "accents"
"""What the key `equal` calls all letters with marks, each equal to the one without."""
_COMMENT: Final = "#"
"""Begins a line of a list that isn't a word, unless the game has this letter."""
_PATH: Final = re.compile(r"\.{0,2}/.*|.*\.[A-Za-z][A-Za-z0-9]*")
"""What names a file among the items of a list: it begins as a path, or ends as the name of a file."""


@dataclass(frozen=True, slots=True)
class WordSource:
    """Words as given, not yet checked, each with its place; `name` is what a certificate calls the list.

    A shipped list is `trusted`: its SHA-256 has been verified, so its words, of letters a to z, need no check
    of their own. Texts are in the normal form NFC, but for words of the letters given: see `formed`.
    """

    key: str
    name: str
    items: tuple[Item, ...]
    start: Place
    trusted: bool = False

    def words(self, alphabet: Alphabet) -> tuple[str, ...]:
        """Return the words in the order of the source; they must have been checked against `alphabet`."""
        words = (item.text if alphabet.plain else alphabet.word(item.text) for item in self.items)
        return tuple(word for word in words if word is not None)

    def problem(self, expected: str) -> VariantProblem:
        """Return a problem of the list as a whole."""
        return self.start.problem(self.key, expected)


@dataclass(frozen=True, slots=True)
class Reading:
    """How lists are read: the name of the variant, for lists without one, and which letters are meant.

    Letters are those of the words unless some are given; those that are `equal` are one. With `confined` a
    list is a file beside the YAML file, and has a plain name. With `add_hidden` hidden words that the guesses
    lack are guesses, too.
    """

    name: str
    letters: Alphabet | None = None
    equal: Equal = NO_EQUAL
    confined: bool = False
    add_hidden: bool = False

    def given(self, key: str, words: object) -> WordSource:
        """Return the words that a caller gives as `key`; UsageError for what is no list of texts."""
        expected, found = f"{key}, a list of words", f"{key} of {self.name}"
        items = tuple(
            Item(formed(instance(str, word, expected), self.letters), Place(found, number))
            for number, word in enumerate(items_of(words, expected), 1)
        )
        return WordSource(key, f"{self.name}-{key}", items, Place(found))

    def source(self, key: str, value: str | list[Item], place: Place) -> WordSource:
        """Find the words that `key` of a variant names: a shipped list, a text file, or a list in the YAML.

        A list in the YAML has words, shipped lists and text files, which are joined: a word of several of
        them counts once, where it comes first. A text file has one word a line; blank lines and lines that
        start with # don't count, unless they are words of the letters given.

        Raises:
            VariantError: there is no such list or file, or it can't be read; it names every problem.
        """
        if isinstance(value, str):
            return self._named(key, value, place)
        words: list[Item] = []
        parts: list[Sequence[Item]] = [words]
        problems: list[VariantProblem] = []
        shipped = data.word_list_names()
        for item in value:
            if item.text not in shipped and (not _PATH.fullmatch(item.text) or self._is_word(item.text)):
                words.append(Item(formed(item.text, self.letters), item.place))
                continue
            try:
                parts.append(self._named(key, item.text, item.place).items)
            except VariantError as error:
                problems += error.problems
        if problems:
            raise VariantError(problems)
        return WordSource(key, f"{self.name}-{key}", _joined(parts), place)

    def fields(
        self, guesses: WordSource | None, hidden: WordSource | None
    ) -> tuple[dict[str, Any], list[VariantProblem]]:
        """Return the fields of the variant that say its words; or none, and what is wrong with these.

        Without `hidden` words every guess may be hidden; `guesses` may be None where they weren't found.
        """
        merged = [0, 0]
        if self.equal != NO_EQUAL:
            guesses, merged[0] = self._folded(guesses)
            hidden, merged[1] = self._folded(hidden)
        alphabet, problems = check_words(guesses, hidden, self.letters, add_hidden=self.add_hidden)
        if problems or guesses is None:
            return {}, problems
        if self.add_hidden and hidden is not None:
            items = _joined([guesses.items, hidden.items])
            if len(items) > len(guesses.items):
                guesses = replace(guesses, name=f"{self.name}-guesses", items=items, trusted=False)
            if len(items) > MOST_WORDS:
                return {}, [guesses.problem(f"expected at most {MOST_WORDS:,} words")]
        chosen = guesses if hidden is None else hidden
        return {
            "guesses": guesses.words(alphabet),
            "hidden": chosen.words(alphabet),
            "guesses_name": guesses.name,
            "hidden_name": chosen.name,
            "alphabet": alphabet,
            "equal": replace(self.equal, merged=max(merged)),
        }, []

    def _is_word(self, text: str) -> bool:
        """Tell whether `text` must be a word, as it is one of the letters given."""
        return self.letters is not None and self.letters.word(formed(text, self.letters)) is not None

    def _named(self, key: str, value: str, place: Place) -> WordSource:
        """Return the words of a shipped list or of a text file; the rest is as for `source`."""
        if value in data.word_list_names():
            try:
                words = data.word_list(value)
            except WordListError as error:
                raise VariantError([place.problem(key, str(error))]) from error
            return WordSource(key, value, tuple(Item(word, place) for word in words), place, trusted=True)
        if self.confined and not _is_name(value):
            expected = "the name of a shipped list or of a file beside this one, or a list of words"
            raise VariantError([place.problem(key, f"expected {expected}, found {abridged(value)}")])
        piped = place.file.startswith(("/dev/", "/proc/"))  # what comes out of a pipe is in no folder
        path = (Path() if piped else Path(place.file).parent) / value
        if "/" not in value and not Path(value).suffix and not exists(path):
            expected = f"the name of a shipped list, a file or a list of words, found {abridged(value)}"
            hint = meant(value, data.word_list_names())
            raise VariantError([place.problem(key, f"expected {expected}{hint}")])
        try:
            text = read_text(path)
        except VariantError as error:
            expected = "; ".join(str(problem) for problem in error.problems)
            hint = "" if self.confined or not path.is_file() else import_hint(str(path))
            raise VariantError([place.problem(key, with_hint(f"word list {expected}", hint))]) from error
        lines = enumerate(StringIO(text, newline="\n"), start=1)
        stripped = ((formed(line.strip(), self.letters), number) for number, line in lines)
        kept = (
            Item(word, Place(str(path), number))
            for word, number in stripped
            if word and (not word.startswith(_COMMENT) or self._is_word(word))
        )
        name = path.stem if _is_name(path.stem) else f"{self.name}-{key}"
        return WordSource(key, name, tuple(islice(kept, MOST_WORDS + 1)), Place(str(path)))

    def _folded(self, source: WordSource | None) -> tuple[WordSource | None, int]:
        """Return the words in the first letters of their classes, and how many are equal to others.

        A shipped list that is another one then has the name of the variant. A word that comes twice does so
        still.
        """
        first: dict[str, str] = {}
        items = []
        for item in source.items if source else ():
            text = self.equal.folded(item.text) if normal(item.text) == item.text else item.text
            if first.setdefault(text, item.text) == item.text:
                items.append(Item(text, item.place, item.text))
        if source is None or [one.text for one in items] == [one.text for one in source.items]:
            return source, 0
        called = f"{self.name}-{source.key}" if source.trusted else source.name
        changed = replace(source, name=called, items=tuple(items), trusted=False)
        return changed, len(source.items) - len(items)


def formed(text: str, letters: Alphabet | None) -> str:
    """Return `text` in the normal form NFC, or as it stands if so it is a word of the `letters` given.

    NFC would compose two of them to another, as with letters of Hangul.
    """
    return text if letters is not None and letters.word(text) is not None else normalize("NFC", text)


def _joined(parts: Iterable[Sequence[Item]]) -> tuple[Item, ...]:
    """Return the items of all `parts` but those whose text an earlier part has."""
    met: set[str] = set()
    items: list[Item] = []
    for part in parts:
        items += [item for item in part if item.text not in met]
        met.update(item.text for item in part)
    return tuple(items)


def import_hint(file: str) -> str:
    """Return which command reads a list of words as it was found, for the end of a message."""
    return f"to make a clean list of it: wordle-cp variants import {shlex.quote(file)}"


def with_hint(message: str, hint: str) -> str:
    """Return `message` with the `hint` behind it, if there is one."""
    if not hint:
        return message
    return f"{message} {hint[0].upper()}{hint[1:]}" if message.endswith("?") else f"{message}; {hint}"


def letters_of(value: str | list[Item], place: Place) -> Alphabet:
    """Return the alphabet that the key `letters` says: a list, or letters with spaces between them.

    Raises:
        VariantError: a letter is none or comes twice, or there are none or too many.
    """
    items = [Item(text, place) for text in value.split()] if isinstance(value, str) else value
    problems: list[VariantProblem] = []
    if len(items) == 1 and len(clusters(items[0].text)) > 1:
        expected = (
            f"expected letters with spaces between them, such as a b c, found {abridged(items[0].text)}"
        )
        problems.append(place.problem("letters", expected))
        items = []
    met: set[str] = set()
    for index, item in enumerate(items):
        letter, path = normalize("NFC", item.text), f"letters[{index}]"
        if not is_letter(letter):
            hint = f"; did you mean {normal(letter)}?" if is_letter(normal(letter)) else ""
            expected = (
                f"expected a lower-case letter or a sign, or several that are one, "
                f"found {abridged(item.text)}{hint}"
            )
            problems.append(item.place.problem(path, expected))
        elif letter in met:
            problems.append(item.place.problem(path, f"expected each letter once, found {letter} again"))
        met.add(letter)
    if not problems and not 1 <= len(items) <= MOST_LETTERS:
        problems.append(place.problem("letters", f"expected 1 to {MOST_LETTERS} letters, found {len(items)}"))
    if problems:
        raise VariantError(problems)
    alphabet = Alphabet(tuple(sorted(met)))
    if alphabet.confuses_hyphens:
        raise VariantError([place.problem("letters", _NO_HYPHEN)])
    return alphabet


def equal_of(value: str | list[Item], place: Place, letters: Alphabet | None = None) -> Equal:
    """Return which letters the key `equal` makes one: ``accents``, and classes such as ``aáàâ`` or ``ss ß``.

    The `letters` given stay letters of their own where accents are left out.

    Raises:
        VariantError: a class has no two letters, or shares one with another, or two are among the `letters`.
    """
    items = [Item(text, place) for text in value.split(",")] if isinstance(value, str) else value
    problems: list[VariantProblem] = []
    classes: list[tuple[str, ...]] = []
    met: set[str] = set()
    for index, item in enumerate(one for one in items if one.text.strip() != ACCENTS):
        text = normalize("NFC", item.text.strip())
        signs = text.split() if len(text.split()) > 1 else clusters(text)
        own = [letter for letter in signs if letters is not None and letter in letters.letters]
        expected, hint = "", meant(text, [ACCENTS])
        if hint or len(set(signs)) < len(signs) or len(signs) <= 1 or not all(map(is_letter, signs)):
            expected = (
                f"expected accents, or several lower-case letters that are one, found {abridged(text)}{hint}"
            )
        elif met & {*signs}:
            expected = f"expected no letter in two classes, found {min(met & {*signs})} again"
        elif own and own != signs[:1]:
            expected = f"expected {signs[0]} alone of these among the letters, found {' '.join(own)}"
        if expected:
            problems.append(item.place.problem(f"equal[{index}]", expected))
        met.update(signs)
        classes.append(tuple(signs))
    if problems:
        raise VariantError(problems)
    accents = any(one.text.strip() == ACCENTS for one in items)
    return Equal(tuple(classes), accents, frozenset(letters.letters if letters else ()))


def _of_argument(keyword: str, read: Callable[[str, Place], Found], value: str) -> Found:
    """Return what `read` makes of the `value` of an argument; UsageError if that makes no sense."""
    try:
        return read(value, Place(argument(keyword)))
    except VariantError as error:
        message = f"{argument(keyword)}: {error.problems[0].expected}"
        raise UsageError(message) from error


def letters_given(letters: str) -> Alphabet:
    """Return the alphabet that the argument `letters` says."""
    return _of_argument("letters", letters_of, letters)


def equal_given(equal: str, letters: Alphabet | None = None) -> Equal:
    """Return what the argument `equal` says."""
    return _of_argument("equal", partial(equal_of, letters=letters), equal)


def check_words(
    guesses: WordSource | None,
    hidden: WordSource | None,
    given: Alphabet | None = None,
    *,
    add_hidden: bool = False,
) -> tuple[Alphabet, list[VariantProblem]]:
    """Return the alphabet of the two lists, and all problems of their words; None: a list that wasn't found.

    Words have 1 to `MAX_LETTERS` letters, of the alphabet `given` or else any Unicode letters in lower case,
    all of the same length, none twice in a list, and each hidden word is a guess unless those that aren't
    are to be added (`add_hidden`). Of words of several lengths the most frequent one counts as the right one.
    The alphabet is a to z where that is enough.
    """
    sources = [source for source in (guesses, hidden) if source is not None]
    alphabet = given or _letters_met(sources)
    texts = [item.text for source in sources for item in source.items]
    words = {text: word for text in texts if (word := alphabet.word(text)) is not None}
    most = Counter(len(word) for text in texts if (word := words.get(text, "")) and len(word) <= MAX_LETTERS)
    length = most.most_common(1)[0][0] if most else None
    problems: list[VariantProblem] = []
    for source in sources:
        if not source.items:
            problems.append(source.problem("expected at least one word, found none"))
        if len(source.items) > MOST_WORDS:
            problems.append(source.problem(f"expected at most {MOST_WORDS:,} words"))
        right = length is None or all(len(item.text) == length for item in source.items)
        if not (source.trusted and right and alphabet is PLAIN):
            problems += _check_list(source, words, length, alphabet, free=given is None)
    if sources and given is None and alphabet.confuses_hyphens:
        problems.append(sources[0].problem(_NO_HYPHEN))
    if sources and given is None and _COMMENT in alphabet.characters:
        expected = f"expected a key letters, as {_COMMENT} is a letter here and elsewhere begins a comment"
        problems.append(sources[0].problem(expected))
    if sources and len(alphabet.letters) > MOST_LETTERS:
        expected = f"expected at most {MOST_LETTERS} different letters, found {len(alphabet.letters)}"
        problems.append(sources[0].problem(expected))
    if guesses is not None and hidden is not None and not add_hidden:
        problems += _check_subset(guesses, hidden, words, length)
    return PLAIN if alphabet.plain else alphabet, problems


def _letters_met(sources: list[WordSource]) -> Alphabet:
    """Return the letters of all texts, in lower case, that are words.

    Words are those of Unicode letters with their marks, an apostrophe or a middle dot between them. Where a
    list has no such word, all that can be seen is a letter: digits, signs, emoji.
    """
    met: set[str] = set()
    signs: set[str] = set()
    for source in sources:
        for item in () if source.trusted else source.items:
            if normal(item.text) != item.text:
                continue
            if item.text.isalpha():
                met.update(item.text)
            elif _WITHIN.sub("", item.text).isalpha() or is_marked(item.text):
                met.update(clusters(item.text))
            else:
                signs.update(clusters(item.text))
    letters = {letter for letter in met or signs if is_letter(letter)}
    if letters <= set(PLAIN.letters):
        return PLAIN
    plain = {letter for source in sources for item in source.items for letter in item.text}
    return Alphabet(tuple(sorted(letters | (plain & set(PLAIN.letters)))))


def is_marked(text: str) -> bool:
    """Tell whether `text` is of Unicode letters and marks on them, an apostrophe or middle dot inside."""
    kinds = [category(character)[0] for character in _WITHIN.sub("", text)]
    return kinds[:1] == ["L"] and set(kinds) <= {"L", "M"}


def clusters(text: str) -> list[str]:
    """Return the grapheme clusters of `text`: what people take for its letters (Unicode's annex 29)."""
    if text.isascii():
        return list(text)
    import regex  # noqa: PLC0415  few lists need it

    found: list[str] = regex.findall(r"\X", text)
    return found


def _check_list(
    source: WordSource, words: dict[str, str], length: int | None, alphabet: Alphabet, *, free: bool
) -> list[VariantProblem]:
    """Problems of the words of one list; `words` has the word of each text that says one.

    `free`: the letters are those of the words, not given.
    """
    problems: list[VariantProblem] = []
    first: dict[str, int] = {}
    for index, item in enumerate(source.items):
        path = f"{source.key}[{index}]"
        text = item.text
        word = words.get(text, text)
        if word in first:
            earlier = source.items[first[word]].place
            expected = f"expected each word once, {item.shown} is also in line {earlier.line}"
            problems.append(item.place.problem(path, expected, "twice"))
            continue
        first[word] = index
        if text not in words:
            lower = normal(text)
            kind = "letters" if lower == text else "capitals"
            hint = f"; did you mean {lower}?" if lower != text and alphabet.word(lower) is not None else ""
            hint = hint or (_with_letters(text, alphabet) if free else "")
            expected = f"expected lower-case letters {alphabet.described}, found {item.shown}{hint}"
        elif len(word) > MAX_LETTERS:
            expected = f"expected at most {MAX_LETTERS} letters, found {len(word)} in {item.shown}"
            kind = "length"
        elif len(word) != length:
            hint = _other_reading(text, length, alphabet)
            expected = f"expected {length} letters as in the other words, found {item.shown}{hint}"
            kind = "length"
        elif alphabet.has_long_letters and len(ways := alphabet.readings(text, length)) > 1:
            expected = (
                f"expected a word that can be read in one way as {length} letters, found {item.shown}; "
                f"write {ways[0]} or {ways[1]}"
            )
            kind = "readings"
        else:
            continue
        problems.append(item.place.problem(path, expected, kind))
    return problems


def _with_letters(text: str, alphabet: Alphabet) -> str:
    """Return the hint which key makes letters of the signs that `text` has, if it is normal but for them."""
    others = [letter for letter in clusters(text) if letter not in alphabet.letters]
    fit = normal(text) == text and all(is_letter(letter) and is_sign(letter) for letter in others)
    if not others or not fit:
        return ""
    return f"; if {others[0]} is a letter of this game, list all its letters under the key letters"


def _other_reading(text: str, length: int | None, alphabet: Alphabet) -> str:
    """Return the hint that `text` can have `length` letters with hyphens, if so in one way."""
    if length is None or not alphabet.has_long_letters:
        return ""
    ways = alphabet.readings(text, length)
    return f"; did you mean {ways[0]}?" if len(ways) == 1 else ""


def _check_subset(
    guesses: WordSource, hidden: WordSource, words: dict[str, str], length: int | None
) -> list[VariantProblem]:
    """Problems of hidden words, those of the right length, that are no guesses."""
    known = {words.get(item.text, item.text) for item in guesses.items}
    return [
        item.place.problem(
            f"hidden[{index}]",
            f"expected a word of the guesses, {item.shown} is missing there",
            NO_GUESS,
        )
        for index, item in enumerate(hidden.items)
        if (word := words.get(item.text)) is not None and word not in known and len(word) == length
    ]


def _is_name(text: str) -> bool:
    return re.fullmatch(NAME_PATTERN, text) is not None
