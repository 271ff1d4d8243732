"""The keys of a variant file, for each kind of game, as JSON Schema: what files are checked with.

Below `variant`, which reads a file and tells what is wrong with it. Editors use the same schema.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from wordle_cp.games.words import NAME_PATTERN
from wordle_cp.rules.feedback.registry import FEEDBACKS, OF_CODES, OF_WORDS
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.scoring import MAX_PEGS, CodeScoring
from wordle_cp.values import meant

MAX_GUESSES = 255
"""Largest number of guesses that a variant or an option may name."""
MOST_COLOURS: Final = 26
"""Most colours of a code that is searched."""
MOST_PEGS: Final = MAX_PEGS
"""Most pegs of a code that is searched."""
MOST_CODES: Final = 65_535
"""Most codes of a game that is searched, as for words."""
_DIGITS: Final = 10
"""Colours of Bulls and Cows."""


class GameKind(StrEnum):
    """What is guessed: words, or codes of coloured pegs; Bulls and Cows is a kind of Mastermind."""

    WORDLE = "wordle"
    MASTERMIND = "mastermind"
    BULLS_AND_COWS = "bulls-and-cows"


_OF_CODES: Final = [name for name, one in FEEDBACKS.items() if one.symmetric]
"""Feedbacks that codes may have: equivalent codes are looked at once, so the places must be alike."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a file: what it is `about`, what is `expected` of its value, in words, and its JSON `schema`.

    Without a default in the schema it is needed.
    """

    about: str
    expected: str
    schema: dict[str, Any]

    def meant(self, value: str) -> str:
        """Return the end of a message: which of the words that may stand there `value` may mean."""
        return meant(value, re.split(r", | or ", self.expected))


def _number(about: str, most: int, expected: str = "", **schema: object) -> Key:
    expected = f"a whole number from 1 to {most}{expected}"
    return Key(about, expected, {"maximum": most, "minimum": 1, "type": "integer", **schema})


def _truth(about: str, *, default: bool) -> Key:
    return Key(about, "true or false", {"type": "boolean", "default": default})


def _one_of(about: str, names: list[str], more: str = "", **schema: object) -> Key:
    expected = f"{', '.join(names[:-1])} or {names[-1]}" if len(names) > 1 else names[0]
    kind = {"const": names[0]} if len(names) == 1 else {"enum": names}
    return Key(about, expected + more, {"type": "string", **kind, **schema})


def _game(about: str, kind: GameKind, **schema: object) -> Key:
    return replace(_one_of(about, [*GameKind]), schema={"type": "string", "const": kind.value, **schema})


# YAML editors read a bare `false` or `null` as no text, though here it is a word: the schema must not reject
# it.
_WORD: Final = {"pattern": r"^\S+$", "type": ["string", "boolean", "null"]}
_WORDS: Final = {
    "anyOf": [{"type": "string"}, {"items": _WORD, "minItems": 1, "type": "array", "uniqueItems": True}]
}
_LETTERS: Final = {
    "anyOf": [{"type": "string"}, {"items": {"type": "string"}, "type": "array"}, {"type": "null"}],
    "default": None,
}
_FIRST: Final = {
    "name": Key(
        "Short name, by which commands ask for it.",
        "a name of at most 64 letters, digits, dots, dashes and underscores",
        {"type": "string", "pattern": NAME_PATTERN},
    ),
    "title": Key(
        "One line for people. Default: the name.",
        "one line of 1 to 200 printable characters",
        {"type": "string", "minLength": 1, "maxLength": 200, "default": ""},
    ),
}
_OF_CODES_ALONE: Final = ", as codes have no other"
_ANSWERED: Final = "How a guess is answered."
_LAST: Final = {
    "max_guesses": Key(
        "Guesses in a game; null for no limit.",
        f"a whole number from 1 to {MAX_GUESSES}, or null for no limit",
        {"anyOf": [_number("", MAX_GUESSES).schema, {"type": "null"}], "default": None},
    )
}
_LAST_OF_CODES: Final = {
    "feedback": _one_of(_ANSWERED, _OF_CODES, _OF_CODES_ALONE, default=OF_CODES.name),
    "mode": _one_of(
        "Which guesses the game allows: all of them.", ["normal"], _OF_CODES_ALONE, default="normal"
    ),
    **_LAST,
}
KEYS: Final[dict[GameKind, dict[str, Key]]] = {
    GameKind.WORDLE: {
        **_FIRST,
        "game": _game(
            "What is guessed: words, by default with a coloured tile a letter.",
            GameKind.WORDLE,
            default=GameKind.WORDLE.value,
        ),
        "guesses": Key(
            "Words that may be guessed: the name of a shipped word list, a text file with one word a line "
            "(its path relative to this file), or a list of words, of such names and files.",
            "the name of a word list, a file or a list of words",
            _WORDS,
        ),
        "hidden": Key(
            "Words that may be hidden, given like guesses; big stands for all the guesses.",
            "big, the name of a word list, a file or a list of words",
            _WORDS,
        ),
        "add_hidden": _truth(
            "Whether hidden words that aren't among the guesses may be guessed, too.", default=False
        ),
        "letters": Key(
            "The letters of the words, of one or more characters each: a list, or with spaces between them. "
            "Default: the Unicode letters that occur in the words.",
            "letters with spaces between them, or a list of letters",
            _LETTERS,
        ),
        "equal": Key(
            "Letters that are one letter for the game: accents, where each letter with an accent is the one "
            "without, or classes of letters, each written as its first one.",
            "accents, or a list of classes of letters",
            _LETTERS,
        ),
        "feedback": _one_of(_ANSWERED, [*FEEDBACKS], default=OF_WORDS.name),
        "mode": _one_of("Which guesses the game allows after the first one.", [*Mode], default="normal"),
        **_LAST,
    },
    GameKind.MASTERMIND: {
        **_FIRST,
        "game": _game("Codes, with black and white pegs.", GameKind.MASTERMIND),
        "pegs": _number("Pegs of a code.", MOST_PEGS),
        "colours": _number("Colours that a peg may have.", MOST_COLOURS),
        "repeats": _truth("Whether a code may have a colour twice.", default=True),
        **_LAST_OF_CODES,
    },
    GameKind.BULLS_AND_COWS: {
        **_FIRST,
        "game": _game("Codes of different digits, with bulls and cows.", GameKind.BULLS_AND_COWS),
        "pegs": _number("Digits of a code.", MOST_PEGS, default=4),
        **_LAST_OF_CODES,
    },
}
"""The keys of each kind of game, in the order in which files have them; words come first."""
RETIRED: Final = {"boards": "several boards were read up to version 0.1.0; leave this key out"}
"""What to say of keys that files had once."""
_TRUTHS: Final = {
    **dict.fromkeys(("true", "yes", "on", "t", "y", "1"), True),
    **dict.fromkeys(("false", "no", "off", "f", "n", "0"), False),
}
"""How YAML says yes and no, in either case."""


def read_value(schema: dict[str, Any], value: str | list[str]) -> object:
    """Return what the text, or the texts, of a YAML file mean; ValueError if it isn't what `schema` says.

    Names are in either case.
    """
    for one in schema.get("anyOf", ()):
        with suppress(ValueError):
            return read_value(one, value)
    kind = schema.get("type")
    if isinstance(value, list):
        if kind == "array":
            return value
    elif kind == "boolean" and value.lower() in _TRUTHS:
        return _TRUTHS[value.lower()]
    elif kind == "null" and value in {"", "~", "null", "none"}:
        return None
    elif kind == "integer" and re.fullmatch(r"[0-9]{1,9}", value):
        if schema["minimum"] <= int(value) <= schema["maximum"]:
            return int(value)
    elif kind == "string":
        names = [schema["const"]] if "const" in schema else schema.get("enum", [])
        said = value.lower() if names else value
        is_line = "maxLength" not in schema or (0 < len(said) <= schema["maxLength"] and said.isprintable())
        if is_line and said in (names or [said]) and re.fullmatch(schema.get("pattern", "(?s:.*)"), said):
            return said
    message = "it isn't what the schema says"
    raise ValueError(message)


def codes_of(
    pegs: int, colours: int = _DIGITS, *, repeats: bool = False, feedback: str = OF_CODES.name
) -> CodeScoring:
    """Return the codes of a game; ValueError if there are none, or too many to be searched."""
    codes = CodeScoring(pegs, colours, repeats, FEEDBACKS[feedback])
    if codes.code_count > MOST_CODES:
        message = f"expected a game of at most {MOST_CODES:,} codes, found {codes.code_count:,}"
        raise ValueError(message)
    return codes


def variant_schema() -> dict[str, Any]:
    """Return the JSON Schema of a variant file, which editors use to help to write one."""
    files = [
        {
            "title": kind.value,
            "description": f"The keys of a variant file where `game` is `{kind}`.",
            "type": "object",
            "additionalProperties": False,
            "properties": {name: {"description": key.about, **key.schema} for name, key in keys.items()},
            "required": [name for name, key in keys.items() if "default" not in key.schema],
        }
        for kind, keys in KEYS.items()
    ]
    schema = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": schema, "title": "wordle-cp variant", "anyOf": files}
