"""The text of a new variant file, with comments: something that works at once, for a user to change.

It is made of `schema`: a key and its comment are what files are read with. `variant.Variant.load` accepts it,
but for words that only the user knows.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from wordle_cp import data
from wordle_cp.errors import UsageError, abridged, argument, counted
from wordle_cp.games.schema import KEYS, GameKind
from wordle_cp.games.words import NAME_PATTERN
from wordle_cp.games.yaml_text import exists
from wordle_cp.rules.letters import PLAIN

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULT_LENGTH: Final = 5
"""Letters of the words of an example."""
DEFAULT_GUESSES: Final = 6
"""Guesses of a new game of words. One of codes has no limit: how many it takes depends on its codes."""
HIDDEN_BIG: Final = "big"
"""What a file says if every guess may be hidden."""
_EXAMPLES: Final = {
    len(text.split()[0]): text.split()
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
}
"""Eight words of each length, of which the first five may be hidden."""
_HIDDEN: Final = 5
SHORTEST: Final = min(_EXAMPLES)
LONGEST: Final = max(_EXAMPLES)
_NOT_SET: Final = {"add_hidden": "true", "letters": "a b c ch d", "equal": "accents", "feedback": None}
"""What keys may be that a new file doesn't set; None for their default."""
_WIDTH: Final = 108
_HEAD: Final = """\
# A variant for wordle-cp. Look at it with `wordle-cp variants check {file}`, and
# give it to any command as --variant {file}. Keys that begin with # are not set.
# For help in an editor: wordle-cp variants schema > variant.schema.json
# yaml-language-server: $schema=variant.schema.json
"""


def file_text(file: Path, game: GameKind, values: Mapping[str, object]) -> str:
    """Return the text of `file`, a variant of that kind, with these `values` of its keys.

    A value is a text, a number, a truth, None, or a list of texts.
    """
    text = _HEAD.format(file=shlex.quote(abridged(str(file), 200).strip("'")))
    for name, key in KEYS[game].items():
        if name == "game" and game is GameKind.WORDLE:
            continue
        about = key.about
        if name == "guesses":
            about += f" Lists that ship: {', '.join(data.word_list_names())}."
        elif {"minimum", "enum", "pattern"} & key.schema.keys():
            about += f" It is {key.expected}."
        text += "".join(f"\n# {line}" for line in textwrap.wrap(about, _WIDTH))
        usual = _NOT_SET.get(name) or _yaml(key.schema.get("default"))
        text += f"\n{name}: {_yaml(values[name])}\n" if name in values else f"\n# {name}: {usual}\n"
    return text


def _yaml(value: object) -> str:
    """Return a value as YAML: a text as it stands if it is plain, else in double quotes, as JSON has it."""
    if isinstance(value, list):
        return f"[{', '.join(map(_yaml, value))}]"
    plain = isinstance(value, str) and re.fullmatch(r"[\w./][\w./ ,()-]*(?<! )", value)
    return str(value) if plain else json.dumps(value, ensure_ascii=False)


def starter_text(file: Path, game: GameKind, options: Mapping[str, Any]) -> str:
    """Return the text of a new variant `file`; `options` has values of its keys, None where none is given.

    The `length` is that of example words. Paths of lists are written relative to the file. Whether a key can
    have its value is left to who reads the file.

    Raises:
        UsageError: an option is for another kind of game, or lacks another one.
    """
    not_given = ("game", game), ("add_hidden", False)
    given = {key: one for key, one in options.items() if one is not None and (key, one) not in not_given}
    words = game is GameKind.WORDLE
    for key, value in given.items():
        binds = key == "mode" and value.binds and not words
        if binds or key not in KEYS[game].keys() | ({"length"} if words else set()):
            message = f"{argument(key)} is for another kind of game than {game}"
            raise UsageError(message)
    length, every, some = given.pop("length", None), argument("guesses"), argument("hidden")
    if "guesses" not in given and given.get("hidden", HIDDEN_BIG).lower() != HIDDEN_BIG:
        message = (
            f"{some} {abridged(given['hidden'])} needs {every}, a list that has these words: "
            f"{every} original-guesses, or if nothing else may be guessed {every} FILE {some} big"
        )
        raise UsageError(message)
    if length is not None and "guesses" in given:
        what = "is for a file with example words"
        message = f"{argument('length')} {what}; the words of {every} have their own length"
        raise UsageError(message)
    values = {"game": str(game), "name": file.stem if re.fullmatch(NAME_PATTERN, file.stem) else "mine"}
    values |= _words(given, length or DEFAULT_LENGTH, file) if words else _codes(game, given)
    return file_text(file, game, values | given)


def _words(given: dict[str, Any], length: int, file: Path) -> dict[str, Any]:
    """Return what a game of words has where nothing is `given`; lists in that get the names of `file`."""
    examples = _EXAMPLES[length]
    for key in {"guesses", "hidden"} & given.keys():
        given[key] = _list_value(given[key], file)
    if "equal" in given:
        given["equal"] = [one.strip() for one in given["equal"].split(",")]
    letters = given["letters"].split() if "letters" in given else PLAIN.letters
    if "guesses" in given or not {*"".join(examples)}.issubset(letters):
        examples = []  # there are no words that we know in these letters
    title = "A game of words" if "guesses" in given else f"A game of {length}-letter words"
    hidden = examples[:_HIDDEN] or HIDDEN_BIG
    return {"title": title, "guesses": examples, "hidden": hidden, "max_guesses": DEFAULT_GUESSES}


def _list_value(value: str, file: Path) -> str:
    """Return how `file` names the list that `value` does: all guesses, one that ships, or a text file."""
    if value.lower() == HIDDEN_BIG:
        return HIDDEN_BIG
    if value in data.word_list_names() or not exists(Path(value)):
        return value
    path = value if Path(value).is_absolute() else os.path.relpath(value, file.parent)
    return f"./{path}" if "/" not in path and not Path(path).suffix else path


def _codes(game: GameKind, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a game of codes has where nothing is `given`."""
    pegs, colours = given.get("pegs", 4), given.get("colours", 6)
    if game is GameKind.BULLS_AND_COWS:
        title = f"Bulls and Cows, {counted(pegs, 'digit', 'digits')}"
        return {"title": title, "pegs": pegs, "max_guesses": None}
    title = f"Mastermind, {counted(pegs, 'peg', 'pegs')} in {counted(colours, 'colour', 'colours')}"
    return {"title": title, "pegs": pegs, "colours": colours, "repeats": True, "max_guesses": None}
