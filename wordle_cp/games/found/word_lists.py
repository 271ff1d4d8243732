"""Clean lists of words, made of what people hold; and an account of all that was understood and changed.

`import_lists` reads sources, chooses columns and arrays that have words, says which list is which, and brings
the words into lower case and the normal form NFC. It writes nothing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import UsageError, VariantError, abridged
from wordle_cp.games.found import cleaning
from wordle_cp.games.found.cleaning import Account, Cleaner, kept_words
from wordle_cp.games.found.lists import found_in
from wordle_cp.games.found.sources import STANDARD_INPUT
from wordle_cp.games.found.table import bare, is_number, is_word, role
from wordle_cp.games.words import MAX_LETTERS, letters_of
from wordle_cp.games.yaml_text import MOST_WORDS, Place, exists
from wordle_cp.rules.letters import MOST_LETTERS, Alphabet

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wordle_cp.games.found.cleaning import Happened, Read
    from wordle_cp.games.found.lists import FoundList

BIG: Final = "big"
"""What stands for every guess where hidden words are named."""
_OF_TABLES: Final = frozenset('#;,|"')
"""Signs that can't be letters where a list may be a table, or have comments."""
_FEW_TEXTS: Final = 20
_NEARLY_ALL: Final = 0.9
_ADVICE: Final = "name the column with --column, or write the words into a text file, one a line"
_SHOWN: Final = 3
_SHOWN_LISTS: Final = 5


@dataclass(frozen=True, slots=True)
class ImportedLists:
    """Sorted lists of words of one `length`, and what was understood and changed.

    `hidden` is None where every guess may be hidden. `letters` are those that a word can't be split into
    without being told, else None. `read` says what each source was, `roles` which words may be hidden and
    why, `changed` and `left_out` what happened to its texts. `stem` is the name of the first source.
    """

    guesses: tuple[str, ...]
    hidden: tuple[str, ...] | None
    letters: tuple[str, ...] | None
    length: int
    read: tuple[str, ...]
    roles: str
    changed: tuple[Happened, ...]
    left_out: tuple[Happened, ...]
    stem: str


def import_lists(
    places: Sequence[str],
    *,
    hidden: str | None = None,
    length: int | None = None,
    letters: str | None = None,
    encoding: str | None = None,
    column: str | None = None,
) -> ImportedLists:
    """Return the clean lists in the files, folders and archives at `places`; ``-`` is standard input.

    `hidden` says which words may be hidden: a list by its name there, a file, or ``big`` for every guess.
    Without it a list that is called so (answers, solutions ...) is taken, or of two lists the smaller one, or
    with a single list every word. Hidden words may be guessed, too. Without `length` it is the most frequent
    one of the list in which one length prevails most. `letters` are those of the words, with blanks between
    them; `column` is the number or the name of that with the words.

    Raises:
        UsageError: there are no words, or it isn't clear which may be hidden, or an option makes no sense.
        FileError: a file can't be read.
    """
    alphabet = None if letters is None else _alphabet(letters)
    read: list[str] = []
    signs = alphabet.characters if alphabet else frozenset()
    found = found_in(places, encoding, column, read, signs)
    chosen = None
    if hidden is not None and hidden != BIG:
        chosen = [one for one in found if one.is_called(hidden)]
        if not chosen:
            chosen = found_in([_existing(hidden, found)], encoding, column, read, signs)
            found += chosen
    cleaner = Cleaner(alphabet, chain.from_iterable(one.cells for one in found))
    words = {id(one): cleaner.words(one.cells) for one in found}
    right = length or _length_of([words[id(one)] for one in chosen or found], found)
    account = Account()
    clean = [(one, kept_words(words[id(one)], right, cleaner, account)) for one in found]
    if chosen is not None:
        apart = list(chosen)
        roles = "as --hidden says"
    elif hidden == BIG:
        apart, roles = [], "every guess may be hidden, as --hidden says"
    else:
        apart, roles = _roles(clean)
    guesses = tuple(sorted({word for _, kept in clean for word in kept}))
    may_hide = tuple(sorted({word for one, kept in clean if one in apart for word in kept}))
    if not guesses or (apart and not may_hide):
        raise _none(apart or found, right)
    if length is None:
        _demand_list(found, guesses, account)
    if len(guesses) > MOST_WORDS:
        found_words = f"{len(guesses):,} of {right} letters"
        message = (
            f"expected at most {MOST_WORDS:,} words, found {found_words}; another --length may have fewer"
        )
        raise UsageError(message)
    if apart and may_hide != guesses:
        roles = f"{' and '.join(one.label for one in apart)}, {roles}"
    needed = _needed_letters(_where(found), guesses, alphabet, cleaner)
    return ImportedLists(
        guesses=guesses,
        hidden=may_hide if apart and may_hide != guesses else None,
        letters=needed,
        length=right,
        read=tuple(read),
        roles=roles,
        changed=account.happened(*cleaning.CHANGES),
        left_out=account.happened(*cleaning.REASONS),
        stem=found[0].source.stem,
    )


def _alphabet(letters: str) -> Alphabet:
    try:
        alphabet = letters_of(letters, Place("--letters"))
    except VariantError as error:
        message = f"--letters: {error.problems[0].expected}"
        raise UsageError(message) from error
    unclear = sorted(_OF_TABLES & alphabet.characters)
    if unclear:
        message = (
            f"--letters: {unclear[0]} begins a comment or ends a cell in lists as they are found; "
            f"write a file with one word a line, and a variant with letters, by hand"
        )
        raise UsageError(message)
    return alphabet


def _existing(hidden: str, found: Sequence[FoundList]) -> str:
    """Return the path `hidden`; UsageError if there is no file, as nor is there a list of that name."""
    if hidden != STANDARD_INPUT and not exists(Path(hidden)):
        names = ", ".join(dict.fromkeys(one.name or one.source.name for one in found))
        message = f"--hidden: expected big, a file, or one of the lists {names}, found {abridged(hidden)}"
        raise UsageError(message)
    return hidden


def _length_of(lists: Sequence[Sequence[Read]], found: Sequence[FoundList]) -> int:
    """Return the most frequent length of the list in which one prevails most."""
    best = (0.0, 0, 0)
    for words in lists:
        counts = Counter(len(letters) for _, _, letters in words if 0 < len(letters) <= MAX_LETTERS)
        if counts:
            [(length, count)] = counts.most_common(1)
            best = max(best, (round(count / counts.total(), 2), count, length))
    if not best[2]:
        raise _none(found, None)
    return best[2]


def _roles(clean: Sequence[tuple[FoundList, Mapping[str, None]]]) -> tuple[list[FoundList], str]:
    """Return the lists of hidden words, none if every guess may be hidden, and why.

    Raises:
        UsageError: it isn't clear which these are.
    """
    if len(clean) == 1 or all(kept == clean[0][1] for _, kept in clean):
        return [], "every guess may be hidden, as there is one list"
    named_roles = [(role(one.name), role(one.source.stem)) for one, _ in clean]
    roles = [of_file if of_list is None else of_list for of_list, of_file in named_roles]
    named = [one for (one, _), role in zip(clean, roles, strict=True) if role]
    if named and len(named) < len(clean):
        return named, "by the name"
    others = [one for (one, _), role in zip(clean, roles, strict=True) if role is None]
    if len(others) == 1 and False in roles:
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
        f"say --hidden with one of them, or --hidden big to join them all"
    )
    raise UsageError(message)


def _where(found: Sequence[FoundList]) -> str:
    """Return what messages call lists."""
    return " and ".join(one.label for one in found[:_SHOWN])


def _none(found: Sequence[FoundList], length: int | None) -> UsageError:
    """Return the error that there are no words in `found`, or none of that `length`."""
    where = _where(found)
    cells = [text for one in found for cell in one.cells if (text := bare(cell))]
    if length is not None and any(map(is_word, cells)):
        lengths = Counter(len(text) for text in cells if is_word(text)).most_common(_SHOWN)
        shown = ", ".join(f"{count} of {size} letters" for size, count in lengths)
        return UsageError(f"{where}: expected words of {length} letters, found other lengths: {shown}")
    what = "numbers" if cells and all(map(is_number, cells)) else "texts" if cells else "nothing"
    such = f", such as {', '.join(abridged(text, 20) for text in cells[:_SHOWN])}" if cells else ""
    advice = f"; {_ADVICE}; if such signs are letters, name all letters: --letters '0 1 2'" if cells else ""
    return UsageError(f"{where}: expected words of letters, found {what}{such}{advice}")


def _demand_list(found: Sequence[FoundList], words: Sequence[str], account: Account) -> None:
    """Demand that not nearly all texts are no words, and that there is more than one word."""
    wrong = account.counts[cleaning.NO_WORDS]
    texts = sum(account.counts[reason] for reason in cleaning.REASONS) + len(words)
    if len(found) == len(words) == 1 < texts:
        message = f"found {texts} texts, of which {words[0]!r} alone would be a word of the game"
    elif all(len(word) == 1 for word in words):
        shown = ", ".join(words[:_SHOWN])
        message = f"found single letters, such as {shown} (--length 1 takes them for words)"
    elif len(found) == len(words) == 1 < len(found[0].source.data.split()):
        message = f"found the word {words[0]!r} alone"
    elif wrong > max(_FEW_TEXTS, _NEARLY_ALL * texts):
        shown = ", ".join(abridged(text, 20) for text in account.first[cleaning.NO_WORDS])
        message = f"found {wrong} texts of {texts} that are no words, such as {shown}"
    else:
        return
    message = f"{_where(found)}: expected a list of words, {message}; {_ADVICE}"
    raise UsageError(message)


def _needed_letters(
    where: str, words: Sequence[str], alphabet: Alphabet | None, cleaner: Cleaner
) -> tuple[str, ...] | None:
    """Return the letters that a variant must name for `words` of `where`; None if each character is one.

    Raises:
        UsageError: there are too many.
    """
    letters = (
        alphabet.letters if alphabet else tuple(sorted({x for word in words for x in cleaner.split(word)}))
    )
    if len(letters) > MOST_LETTERS:
        message = f"{where}: expected words of at most {MOST_LETTERS} different letters, found {len(letters)}"
        raise UsageError(message)
    return letters if alphabet or any(len(letter) > 1 for letter in letters) else None
