"""The text of a new variant file, with comments: something that works at once, for a user to change.

Above `schema`, whose keys it writes. What it writes is YAML that `variant.Variant.load` accepts, but
for words that only the user knows.
"""

from __future__ import annotations

import json
import os
import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wordle_cp import data
from wordle_cp.errors import UsageError, abridged, argument, counted
from wordle_cp.games.schema import EXPECTED, KEYS, GameKind, codes_of, read_key
from wordle_cp.games.words import NAME_PATTERN, equal_given, letters_given
from wordle_cp.games.yaml_text import exists
from wordle_cp.rules.letters import PLAIN
from wordle_cp.rules.modes import Mode
from wordle_cp.values import meant

DEFAULT_LENGTH: Final = 5
"""Letters of the words of an example."""
DEFAULT_GUESSES: Final = 6
"""Guesses of a new game of words. One of codes has no limit: how many it takes depends on its codes."""

_EXAMPLES: Final = {
    len(words[0]): words
    for words in (
        text.split()
        for text in (
            "a e i o u y s t",
            "am an as at it or in me",
            "bat cat hat mat rat mac bah orb",
            "ball call fall hall tall chef both clot",
            "light might night right sight tramp sling major",
            "battle bottle kettle rattle settle racket scribe basket",
            "battery lottery mystery pottery scenery compact climber plaster",
            "captains curtains fountain maintain mountain document function practice",
            "adventure furniture procedure sculpture signature direction education important",
            "decoration foundation generation reputation suggestion basketball friendship perfection",
            "combination competition composition declaration destination countryside imagination photography",
            "contribution conversation distribution introduction constitution championship intelligence applications",  # noqa: E501
        )
    )
}
"""Eight words of each length, of which the first five may be hidden."""
_HIDDEN: Final = 5
HIDDEN_BIG: Final = "big"
"""What a file says if every guess may be hidden."""

_OPTIONS: Final = (
    *("guesses", "hidden", "add_hidden", "letters", "equal", "length", "mode"),
    *("pegs", "colours", "repeats"),
)
"""What a file says of some kinds of games only; a length is that of the example words."""
SHORTEST: Final = min(_EXAMPLES)
LONGEST: Final = max(_EXAMPLES)

_FIRST = """\
# A variant for wordle-cp. Look at it with `wordle-cp variants check {file}`, and
# give it to any command as --variant {file}. Keys that begin with # are not set.
# For help in an editor: wordle-cp variants schema > variant.schema.json
# yaml-language-server: $schema=variant.schema.json

# Short name, which begins the names of files that are written; and one line for people.
name: {name}
title: {title}
"""
_WORDS = """
# The words that may be guessed. Ways to give them:
#   guesses: [bat, cat, hat]           the words themselves
#   guesses: words/guesses.txt         a text file, one word a line, its path relative to this file
#   guesses: [a.txt, b.txt, cat]       several files and words, joined
#   guesses: original-guesses          a list that ships; there are
#     {lists}
# Words are in lower case, all of one length, 1 to 12 letters.
guesses: {guesses}

# The words that may be hidden, in the same ways. big: every guess may be.
hidden: {hidden}
# Each must be among the guesses, unless add_hidden lets the others be guessed, too.
{add_hidden}

# The letters of the words, with spaces between them. Needed where a letter has several characters, such as
# ch; without it each Unicode letter is one.
{letters}

# Letters that are one letter for the game, written as the first one: accents, so that an accented letter is
# the one without, but for those under letters; or classes such as [aáàâ, cç].
{equal}

# Which guesses are allowed after the first one: normal (all), hard (green letters stay, yellow ones are used
# again) or ultrahard (only words that can still be the hidden one).
mode: {mode}
"""
_MASTERMIND = """
# Codes of pegs, such as 1122. A response is two digits: black pegs (right colour and place), then white ones
# (right colour, other place).
game: mastermind
# Pegs of a code, 1 to 9, and colours that a peg may have, 1 to 26; in all at most 65,535 codes.
pegs: {pegs}
colours: {colours}
# Whether a code may have a colour twice.
repeats: {repeats}
"""
_BULLS_AND_COWS = """
# Codes of different digits, such as 0123. A response is two digits: bulls (right digit and place), then cows
# (right digit, other place).
game: bulls-and-cows
# Digits of a code, 1 to 9.
pegs: {pegs}
"""
_LAST = """
# Guesses in a game, 1 to 255; null for no limit.
max_guesses: {max_guesses}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Starter:
    """What a new variant shall be; None stands for a default, which may depend on the rest."""

    file: Path
    game: GameKind = GameKind.WORDLE
    name: str | None = None
    title: str | None = None
    guesses: str | None = None
    hidden: str | None = None
    add_hidden: bool = False
    letters: str | None = None
    equal: str | None = None
    length: int | None = None
    mode: Mode | None = None
    max_guesses: int | None = None
    pegs: int | None = None
    colours: int | None = None
    repeats: bool | None = None


def starter_text(wanted: Starter) -> str:
    """Return the YAML that says what is `wanted`.

    Paths of lists are written relative to the file that is to have the text.

    Raises:
        UsageError: a value is none that the key can have, or an option is for another kind of game.
    """
    _demand_options_of(wanted)
    name = wanted.name or (wanted.file.stem if re.fullmatch(NAME_PATTERN, wanted.file.stem) else "mine")
    for key, value in (("name", name), ("title", wanted.title)):
        try:
            _ = value is None or read_key(KEYS[wanted.game][key], value)
        except ValueError as error:
            message = f"--{key}: expected {EXPECTED[key]}, found {abridged(str(value))}"
            raise UsageError(message) from error
    title, middle = _words(wanted) if wanted.game is GameKind.WORDLE else _codes(wanted)
    words = wanted.game is GameKind.WORDLE
    most = wanted.max_guesses or (DEFAULT_GUESSES if words else "null")
    return _whole(wanted.file, name, wanted.title or title, middle, most)


def _whole(file: Path, name: str, title: str, middle: str, most: int | str) -> str:
    first = _FIRST.format(file=_shown(file), name=name, title=quoted(title))
    return first + middle + _LAST.format(max_guesses=most)


def words_text(
    file: Path, name: str, title: str, guesses: str, hidden: str, letters: str | None, equal: str | None
) -> str:
    """Return the text of `file`, a variant with the lists `guesses` and `hidden` as it names them."""
    return _whole(file, name, title, _of_words(guesses, hidden, letters, equal), DEFAULT_GUESSES)


def _demand_options_of(wanted: Starter) -> None:
    """Raise a UsageError if an option is given that the kind of game doesn't have."""
    known = KEYS[wanted.game].keys() | ({"length"} if wanted.game is GameKind.WORDLE else set())
    given = {key: getattr(wanted, key) for key in _OPTIONS} | {"add_hidden": wanted.add_hidden or None}
    if wanted.mode is not None and wanted.mode.binds and wanted.game is not GameKind.WORDLE:
        known -= {"mode"}
    for key, value in given.items():
        if value is not None and key not in known:
            message = f"{argument(key)} is for another kind of game than {wanted.game}"
            raise UsageError(message)
    guesses, hidden = argument("guesses"), argument("hidden")
    if wanted.guesses is None and (wanted.hidden or HIDDEN_BIG).lower() != HIDDEN_BIG:
        message = (
            f"{hidden} {abridged(str(wanted.hidden))} needs {guesses}, a list that has these words: "
            f"{guesses} original-guesses, or if nothing else may be guessed {guesses} FILE {hidden} big"
        )
        raise UsageError(message)
    if wanted.length is not None and wanted.guesses is not None:
        length = argument("length")
        message = f"{length} is for a file with example words; the words of {guesses} have their own length"
        raise UsageError(message)


def _words(wanted: Starter) -> tuple[str, str]:
    """Return a title and the keys of a game of words."""
    letters = None if wanted.letters is None else " ".join(wanted.letters.split())
    alphabet = PLAIN if letters is None else letters_given(letters)
    if wanted.equal is not None:
        equal_given(wanted.equal, None if letters is None else alphabet)
    length = wanted.length or DEFAULT_LENGTH
    examples = _EXAMPLES[length]
    if any(alphabet.word(word) is None for word in examples):
        examples = []  # there are no words that we know in these letters
    if wanted.guesses is not None:
        guesses = _list_value(argument("guesses"), wanted.guesses, wanted.file)
        title, hidden = "A game of words", HIDDEN_BIG
    else:
        guesses = f"[{', '.join(examples)}]"
        if not examples:
            guesses += f"  # fill in: words of these letters{_of_length(wanted.length)}"
        title, hidden = f"A game of {length}-letter words", f"[{', '.join(examples[:_HIDDEN])}]"
        hidden = hidden if examples else HIDDEN_BIG
    if wanted.hidden is not None:
        big = wanted.hidden.lower() == HIDDEN_BIG
        hidden = HIDDEN_BIG if big else _list_value(argument("hidden"), wanted.hidden, wanted.file)
    return title, _of_words(
        guesses, hidden, letters, wanted.equal, wanted.mode or Mode.NORMAL, add_hidden=wanted.add_hidden
    )


def _of_words(
    guesses: str,
    hidden: str,
    letters: str | None,
    equal: str | None,
    mode: Mode = Mode.NORMAL,
    *,
    add_hidden: bool = False,
) -> str:
    """Return the keys of a game of words."""
    return _WORDS.format(
        lists="\n#     ".join(data.word_list_names()),
        guesses=guesses,
        hidden=hidden,
        add_hidden=f"{'' if add_hidden else '# '}add_hidden: true",
        letters="# letters: a b c ch d" if letters is None else f"letters: {_bare(letters)}",
        equal="# equal: accents" if equal is None else f"equal: [{', '.join(map(_bare, _classes(equal)))}]",
        mode=mode,
    )


def _classes(equal: str) -> list[str]:
    return [" ".join(one.split()) for one in equal.split(",")]


def _bare(letters: str) -> str:
    """Return `letters` as a value in YAML, in quotes if there are signs among them."""
    return letters if letters.replace(" ", "").isalpha() else quoted(letters)


def _of_length(length: int | None) -> str:
    return ", all of one length" if length is None else f", {length} letters each"


def _list_value(option: str, value: str, file: Path) -> str:
    """Return how `file` names the list that `value` does: one that ships, or a text file, from here."""
    if value in data.word_list_names():
        return value
    if not exists(Path(value)) or Path(value).is_dir():
        found = f"the folder {abridged(value)}" if exists(Path(value)) else abridged(value)
        message = f"{option}: expected the name of a shipped list or a file, found {found}"
        raise UsageError(message + meant(value, data.word_list_names()))
    path = value if Path(value).is_absolute() else os.path.relpath(value, file.parent)
    if any(0xD800 <= ord(character) < 0xE000 for character in path):  # noqa: PLR2004  the surrogates
        message = f"{option}: expected a path that is Unicode text, as in the file, found {abridged(path)}"
        raise UsageError(message)
    bare = "/" not in path and not Path(path).suffix
    return quoted(f"./{path}" if bare else path)


def _codes(wanted: Starter) -> tuple[str, str]:
    """Return a title and the keys of a game of codes."""
    pegs = wanted.pegs or 4
    if wanted.game is GameKind.BULLS_AND_COWS:
        title = f"Bulls and Cows, {counted(pegs, 'digit', 'digits')}"
        return title, _BULLS_AND_COWS.format(pegs=pegs)
    colours, repeats = wanted.colours or 6, wanted.repeats is not False
    try:
        codes_of(pegs, colours, repeats=repeats)
    except ValueError as error:
        message = f"{argument('pegs')} {pegs} and {argument('colours')} {colours}: {error}"
        raise UsageError(message) from error
    title = f"Mastermind, {counted(pegs, 'peg', 'pegs')} in {counted(colours, 'colour', 'colours')}"
    return title, _MASTERMIND.format(pegs=pegs, colours=colours, repeats=str(repeats).lower())


def quoted(text: str) -> str:
    """Return `text` as YAML: as it stands if that is plain, otherwise in double quotes, as JSON has it."""
    plain = re.fullmatch(r"[\w./][\w./ ,()-]*", text) and not text.endswith(" ") and "," not in text[:1]
    return text if plain else json.dumps(text, ensure_ascii=False)


def _shown(path: Path) -> str:
    """Return a path for a comment: a line of its own, whatever its name."""
    return shlex.quote(abridged(str(path), 200).strip("'"))
