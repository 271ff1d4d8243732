"""The keys of a variant file, for each kind of game, as JSON Schema: what files are checked with.

Below `variant`, which reads a file and tells what is wrong with it. Editors use the same schema.
"""

from __future__ import annotations

import re
from contextlib import suppress
from enum import StrEnum
from typing import Any, Final, NoReturn

from wordle_cp.games.words import NAME_PATTERN
from wordle_cp.rules.feedback.registry import FEEDBACKS, OF_CODES, OF_WORDS
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.scoring import MAX_PEGS, CodeScoring

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


def _either(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"


def _key(about: str, **schema: object) -> dict[str, Any]:
    """Return the schema of a key; without a default it is needed."""
    return {"description": about, **schema}


def _titled(key: str, schema: dict[str, Any]) -> dict[str, Any]:
    """Return the `schema` of a key as editors get it."""
    title = {} if "$ref" in schema else {"title": key.replace("_", " ").title()}
    return dict(sorted((schema | title).items()))


def _number(most: int) -> dict[str, Any]:
    return {"maximum": most, "minimum": 1, "type": "integer"}


# YAML editors read a bare `false` or `null` as no text, though here it is a word: the schema must not reject
# it.
_WORD: Final = {"pattern": r"^\S+$", "type": ["string", "boolean", "null"]}
_WORDS: Final = [
    {"type": "string"},
    {"items": _WORD, "minItems": 1, "type": "array", "uniqueItems": True},
]
_LETTERS: Final = [{"type": "string"}, {"items": {"type": "string"}, "type": "array"}, {"type": "null"}]
_ANY_FILE: Final = {
    "name": _key("Short name, by which commands ask for it.", type="string", pattern=NAME_PATTERN),
    "title": _key(
        "One line for people. Default: the name.", type="string", minLength=1, maxLength=200, default=""
    ),
    "max_guesses": _key(
        "Guesses in a game; null for no limit.",
        anyOf=[_number(MAX_GUESSES), {"type": "null"}],
        default=None,
    ),
}
_ANSWERED: Final = "How a guess is answered."
_CODES_FILE: Final = {
    "feedback": _key(_ANSWERED, type="string", enum=_OF_CODES, default=OF_CODES.name),
    "mode": _key(
        "Which guesses the game allows: all of them.", type="string", const="normal", default="normal"
    ),
}
KEYS: Final[dict[GameKind, dict[str, dict[str, Any]]]] = {
    GameKind.WORDLE: {
        **_ANY_FILE,
        "game": _key(
            "What is guessed: words, by default with a coloured tile a letter.",
            type="string",
            const=GameKind.WORDLE.value,
            default=GameKind.WORDLE.value,
        ),
        "guesses": _key(
            "Words that may be guessed: the name of a shipped word list, a text file with one word a line "
            "(its path relative to this file), or a list of words, of such names and files.",
            anyOf=_WORDS,
        ),
        "hidden": _key(
            "Words that may be hidden, given like guesses; big stands for all the guesses.", anyOf=_WORDS
        ),
        "add_hidden": _key(
            "Whether hidden words that aren't among the guesses may be guessed, too.",
            type="boolean",
            default=False,
        ),
        "letters": _key(
            "The letters of the words, of one or more characters each: a list, or with spaces between them. "
            "Default: the Unicode letters that occur in the words.",
            anyOf=_LETTERS,
            default=None,
        ),
        "equal": _key(
            "Letters that are one letter for the game: accents, where each letter with an accent is the one "
            "without, or classes of letters, each written as its first one.",
            anyOf=_LETTERS,
            default=None,
        ),
        "feedback": _key(_ANSWERED, type="string", enum=[*FEEDBACKS], default=OF_WORDS.name),
        "mode": {
            "$ref": "#/$defs/Mode",
            "default": "normal",
            "description": "Which guesses the game allows after the first one.",
        },
    },
    GameKind.MASTERMIND: {
        **_ANY_FILE,
        "game": _key("Codes, with black and white pegs.", type="string", const=GameKind.MASTERMIND.value),
        "pegs": _key("Pegs of a code.", **_number(MOST_PEGS)),
        "colours": _key("Colours that a peg may have.", **_number(MOST_COLOURS)),
        "repeats": _key("Whether a code may have a colour twice.", type="boolean", default=True),
        **_CODES_FILE,
    },
    GameKind.BULLS_AND_COWS: {
        **_ANY_FILE,
        "game": _key(
            "Codes of different digits, with bulls and cows.",
            type="string",
            const=GameKind.BULLS_AND_COWS.value,
        ),
        "pegs": _key("Digits of a code.", **_number(MOST_PEGS), default=4),
        **_CODES_FILE,
    },
}
"""The keys of each kind of game; words come first."""
EXPECTED: Final = {
    "name": "a name of at most 64 letters, digits, dots, dashes and underscores",
    "title": "one line of 1 to 200 printable characters",
    "game": _either([*GameKind]),
    "pegs": f"a whole number from 1 to {MOST_PEGS}",
    "colours": f"a whole number from 1 to {MOST_COLOURS}",
    "repeats": "true or false",
    "guesses": "the name of a word list, a file or a list of words",
    "hidden": "big, the name of a word list, a file or a list of words",
    "add_hidden": "true or false",
    "letters": "letters with spaces between them, or a list of letters",
    "equal": "accents, or a list of classes of letters",
    "feedback": _either([*FEEDBACKS]),
    "mode": _either([*Mode]),
    "max_guesses": f"a whole number from 1 to {MAX_GUESSES}, or null for no limit",
}
"""What each key must be, in the order in which files have them."""
EXPECTED_OF_CODES: Final = EXPECTED | {
    "mode": "normal, as codes have no other",
    "feedback": f"{_either(_OF_CODES)}, as codes have no other",
}
"""The same for codes."""
RETIRED: Final = {"boards": "several boards were read up to version 0.1.0; leave this key out"}
"""What to say of keys that files had once."""
_TRUTHS: Final = {
    **dict.fromkeys(("true", "yes", "on", "t", "y", "1"), True),
    **dict.fromkeys(("false", "no", "off", "f", "n", "0"), False),
}
"""How YAML says yes and no, in either case."""
CHOICES: Final = {
    "game": [*GameKind],
    "add_hidden": ["true", "false"],
    "feedback": [*FEEDBACKS],
    "mode": [*Mode],
}
"""The words that a key of a game of words may have, where it may have no others."""
_TITLES: Final = {
    "VariantFile": "words",
    "MastermindFile": "Mastermind",
    "BullsAndCowsFile": "Bulls and Cows",
}
"""What the schema calls the kinds of games, and what people do."""


def read_key(schema: dict[str, Any], value: str | list[str]) -> object:
    """Return what the text, or the texts, that a YAML file has for a key mean.

    Raises:
        ValueError: they aren't what `schema` says.
    """
    for one in schema.get("anyOf", ()):
        with suppress(ValueError):
            return read_key(one, value)
    kind = schema.get("type")
    if isinstance(value, list):
        fits = kind == "array"
    elif kind == "boolean":
        return _TRUTHS[value.lower()] if value.lower() in _TRUTHS else _refused()
    elif kind == "null":
        return None if value in {"", "~", "null", "none"} else _refused()
    elif kind == "integer":
        number = int(value) if re.fullmatch(r"[0-9]{1,9}", value) else 0
        return number if schema["minimum"] <= number <= schema["maximum"] else _refused()
    elif "$ref" in schema:
        return Mode(value.lower())
    else:
        fits = (
            kind == "string"
            and value in schema.get("enum", [schema.get("const", value)])
            and re.fullmatch(schema.get("pattern", "(?s:.*)"), value) is not None
            and ("maxLength" not in schema or (0 < len(value) <= schema["maxLength"] and value.isprintable()))
        )
    return value if fits else _refused()


def _refused() -> NoReturn:
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
    files = dict(zip(_TITLES, KEYS.values(), strict=True))
    modes = {
        "description": "Which guesses the game allows after a history; see `is_allowed`.",
        "enum": [*Mode],
        "title": "Mode",
        "type": "string",
    }
    definitions = {
        name: {
            "additionalProperties": False,
            "description": f"The keys of a variant file of {_TITLES[name]}; a source of the JSON Schema.",
            "properties": {key: _titled(key, schema) for key, schema in keys.items()},
            "required": [key for key, schema in keys.items() if "default" not in schema],
            "title": _TITLES[name],
            "type": "object",
        }
        for name, keys in files.items()
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "wordle-cp variant",
        "$defs": dict(sorted([*definitions.items(), ("Mode", modes)])),
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in files],
    }
