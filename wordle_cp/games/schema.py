"""The keys of a variant file, for each kind of game; the source of the JSON Schema that editors use.

Below `variant`, which reads a file and tells what is wrong with it.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter

from wordle_cp.games.words import NAME_PATTERN
from wordle_cp.rules.feedback.registry import FEEDBACKS, OF_CODES, OF_WORDS
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.scoring import CodeScoring

MAX_GUESSES = 255
"""Largest number of guesses that a variant or an option may name."""
MOST_COLOURS: Final = 26
"""Most colours of a code that is searched."""
MOST_PEGS: Final = 5
"""Most pegs of a code that is searched."""
MOST_CODES: Final = 65_535
"""Most codes of a game that is searched, as for words."""


class GameKind(StrEnum):
    """What is guessed: words, or codes of coloured pegs; Bulls and Cows is a kind of Mastermind."""

    WORDLE = "wordle"
    MASTERMIND = "mastermind"
    BULLS_AND_COWS = "bulls-and-cows"


def _number_or_none(value: object) -> object:
    """Turn the text of a YAML file into the number or None that it means; leave the rest to pydantic."""
    if not isinstance(value, str):
        return value
    if value in {"", "~", "null", "none"}:
        return None
    if not re.fullmatch(r"[0-9]{1,9}", value):
        message = "not a whole number"
        raise ValueError(message)
    return value


def _yes_or_no(value: object) -> object:
    """Turn the text of a YAML file into the truth value that it means; leave the rest to pydantic."""
    return {"true": True, "false": False}.get(value, value) if isinstance(value, str) else value


def _printable(text: str) -> str:
    if not text.isprintable():
        message = "not one line of printable characters"
        raise ValueError(message)
    return text


_OF_CODES: Final = [name for name, one in FEEDBACKS.items() if one.symmetric]
"""Feedbacks that codes may have: equivalent codes are looked at once, so the places must be alike."""


def _either(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"


def _feedback(names: list[str]) -> tuple[AfterValidator, Any]:
    """Return what makes a text the name of a feedback, one of `names`."""

    def known(name: str) -> str:
        if name not in names:
            message = "not a feedback"
            raise ValueError(message)
        return name

    about = "How a guess is answered."
    return AfterValidator(known), Field(description=about, json_schema_extra={"enum": [*names]})


# YAML editors read a bare `false` or `null` as no text, though here it is a word: the schema must not reject
# it.
_Word = Annotated[
    str,
    Field(json_schema_extra={"type": ["string", "boolean", "null"], "pattern": r"^\S+$"}),
]
_Words = Annotated[list[_Word], Field(json_schema_extra={"minItems": 1, "uniqueItems": True})]


class _AnyFile(BaseModel):
    """The keys that every variant file may have."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[
        str,
        Field(pattern=NAME_PATTERN, description="Short name, as after --variant."),
    ]
    title: Annotated[
        str,
        AfterValidator(_printable),
        Field(min_length=1, max_length=200, description="One line for people. Default: the name."),
    ] = ""
    max_guesses: Annotated[
        Annotated[int, Field(ge=1, le=MAX_GUESSES)] | None,
        BeforeValidator(_number_or_none),
        Field(description="Guesses in a game; null for no limit."),
    ] = None


class VariantFile(_AnyFile):
    """The keys of a variant file of words; a source of the JSON Schema."""

    model_config = ConfigDict(extra="forbid", title="words")

    game: Annotated[
        Literal[GameKind.WORDLE],
        Field(description="What is guessed: words, by default with a coloured tile a letter."),
    ] = GameKind.WORDLE
    guesses: Annotated[
        str | _Words,
        Field(
            description="Words that may be guessed: the name of a shipped word list, a text file with one "
            "word a line (its path relative to this file), or a list of words, of such names and files."
        ),
    ]
    hidden: Annotated[
        str | _Words,
        Field(description="Words that may be hidden, given like guesses; big stands for all the guesses."),
    ]
    add_hidden: Annotated[
        bool,
        BeforeValidator(_yes_or_no),
        Field(description="Whether hidden words that aren't among the guesses may be guessed, too."),
    ] = False
    letters: Annotated[
        str | list[str] | None,
        Field(
            description="The letters of the words, of one or more characters each: a list, or with "
            "spaces between them. Default: the Unicode letters that occur in the words."
        ),
    ] = None
    feedback: Annotated[str, *_feedback([*FEEDBACKS])] = OF_WORDS.name
    mode: Annotated[
        Mode,
        BeforeValidator(lambda text: text.lower() if isinstance(text, str) else text),
        Field(description="Which guesses the game allows after the first one."),
    ] = Mode.NORMAL


class MastermindFile(_AnyFile):
    """The keys of a variant file of Mastermind; a source of the JSON Schema."""

    model_config = ConfigDict(extra="forbid", title="Mastermind")

    game: Annotated[Literal[GameKind.MASTERMIND], Field(description="Codes, with black and white pegs.")]
    pegs: Annotated[
        Annotated[int, Field(ge=1, le=MOST_PEGS)],
        BeforeValidator(_number_or_none),
        Field(description="Pegs of a code."),
    ]
    colours: Annotated[
        Annotated[int, Field(ge=1, le=MOST_COLOURS)],
        BeforeValidator(_number_or_none),
        Field(description="Colours that a peg may have."),
    ]
    repeats: Annotated[
        bool, BeforeValidator(_yes_or_no), Field(description="Whether a code may have a colour twice.")
    ] = True
    feedback: Annotated[str, *_feedback(_OF_CODES)] = OF_CODES.name
    mode: Annotated[
        Literal[Mode.NORMAL], Field(description="Which guesses the game allows: all of them.")
    ] = Mode.NORMAL

    @property
    def codes(self) -> CodeScoring:
        """The codes; ValueError if there are none, or too many to be searched."""
        return _codes(CodeScoring(self.pegs, self.colours, self.repeats, FEEDBACKS[self.feedback]))


class BullsAndCowsFile(_AnyFile):
    """The keys of a variant file of Bulls and Cows; a source of the JSON Schema."""

    model_config = ConfigDict(extra="forbid", title="Bulls and Cows")

    game: Annotated[
        Literal[GameKind.BULLS_AND_COWS], Field(description="Codes of different digits, with bulls and cows.")
    ]
    pegs: Annotated[
        Annotated[int, Field(ge=1, le=MOST_PEGS)],
        BeforeValidator(_number_or_none),
        Field(description="Digits of a code."),
    ] = 4
    feedback: Annotated[str, *_feedback(_OF_CODES)] = OF_CODES.name
    mode: Annotated[
        Literal[Mode.NORMAL], Field(description="Which guesses the game allows: all of them.")
    ] = Mode.NORMAL

    @property
    def codes(self) -> CodeScoring:
        """The codes; ValueError if there are too many to be searched."""
        return _codes(CodeScoring(self.pegs, 10, repeats=False, feedback=FEEDBACKS[self.feedback]))


AnyVariantFile = VariantFile | MastermindFile | BullsAndCowsFile
FILES: Final[dict[str, type[AnyVariantFile]]] = {
    GameKind.WORDLE: VariantFile,
    GameKind.MASTERMIND: MastermindFile,
    GameKind.BULLS_AND_COWS: BullsAndCowsFile,
}


def _codes(codes: CodeScoring) -> CodeScoring:
    """Return the `codes`; raise a ValueError where there are too many."""
    if codes.code_count > MOST_CODES:
        message = f"expected a game of at most {MOST_CODES:,} codes, found {codes.code_count:,}"
        raise ValueError(message)
    return codes


EXPECTED: Final = {
    "name": "a name of at most 64 letters, digits, dots, dashes and underscores",
    "title": "one line of 1 to 200 printable characters",
    "game": "wordle, mastermind or bulls-and-cows",
    "pegs": f"a whole number from 1 to {MOST_PEGS}",
    "colours": f"a whole number from 1 to {MOST_COLOURS}",
    "repeats": "true or false",
    "guesses": "the name of a word list, a file or a list of words",
    "hidden": "big, the name of a word list, a file or a list of words",
    "add_hidden": "true or false",
    "letters": "letters with spaces between them, or a list of letters",
    "feedback": _either([*FEEDBACKS]),
    "mode": "normal, hard or ultrahard",
    "max_guesses": f"a whole number from 1 to {MAX_GUESSES}, or null for no limit",
}
"""What each key must be, in the order in which files have them."""
RETIRED: Final = {"boards": "several boards were read up to version 0.1.0; leave this key out"}
"""What to say of keys that files had once."""
_TRUTHS: Final = ["true", "false"]
CHOICES: Final[dict[str, list[str]]] = {
    "game": [*GameKind],
    "repeats": _TRUTHS,
    "add_hidden": _TRUTHS,
    "feedback": [*FEEDBACKS],
    "mode": [*Mode],
}
"""The words that a key may have, where it may have no others."""
EXPECTED_OF_CODES: Final = {
    "mode": "normal, as codes have no other",
    "feedback": f"{_either(_OF_CODES)}, as codes have no other",
}
"""The same where it differs for codes."""


def variant_schema() -> dict[str, Any]:
    """Return the JSON Schema of a variant file, which editors use to help to write one."""
    files: TypeAdapter[AnyVariantFile] = TypeAdapter(AnyVariantFile)
    schema = {"title": "wordle-cp variant", **files.json_schema()}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
