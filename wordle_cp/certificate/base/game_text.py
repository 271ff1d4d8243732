"""Reading the game of a certificate: mode, length, letters or colours, and the word lists.

docs/certificates/ has the grammar.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.base.records import (
    CODE_GAME,
    MAX_DEPTH,
    MAX_WORD_LENGTH,
    MAX_WORDS,
    GameRecord,
    Origin,
    Repeats,
    WordListRecord,
)
from wordle_cp.rules.feedback.registry import FEEDBACKS, OF_CODES, OF_WORDS
from wordle_cp.rules.letters import (
    MOST_LETTERS,
    PLAIN,
    Alphabet,
    is_letter,
    is_sign,
    letter_text,
    letters_written,
)
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.scoring import MAX_COLOURS, MAX_PEGS, CodeScoring, WordScoring

if TYPE_CHECKING:
    from wordle_cp.certificate.base.fields import Field, Records
    from wordle_cp.rules.feedback.base import Feedback
    from wordle_cp.rules.scoring import Scoring

_SHA256: Final = re.compile(r"[0-9a-f]{64}")
_ORIGINS: Final = (Origin.SHIPPED, Origin.EMBEDDED)


def parse_game(records: Records) -> GameRecord:
    """Return the game that a certificate is about, the first records of its head."""
    name = records.record("variant").text
    title = records.record("title").text
    codes_field = records.optional("game")
    default = OF_WORDS if codes_field is None else OF_CODES
    feedback_field = records.optional("feedback")
    feedback = default if feedback_field is None else _parse_feedback(records, feedback_field, default)
    mode_field = records.record("mode")
    mode = records.choice(mode_field, Mode)
    length_field = records.record("length")
    word_length = records.number(length_field, 1, MAX_WORD_LENGTH)
    codes = None if codes_field is None else _parse_codes(records, codes_field, length_field, feedback)
    if mode not in feedback.modes:
        what = f"the feedback {feedback} has" if codes is None else "codes have"
        raise records.field_error(mode_field, f"'{Mode.NORMAL}', as {what} no other")
    if word_length > feedback.longest:
        raise records.field_error(length_field, f"{feedback.longest} at most, as {feedback} is for these")
    alphabet = _parse_letters(records) if codes is None else PLAIN
    scoring = codes or WordScoring(word_length, alphabet, feedback)
    limit = records.optional("limit")
    return GameRecord(
        name=name,
        title=title,
        mode=mode,
        word_length=word_length,
        max_guesses=None if limit is None else records.number(limit, 1, MAX_DEPTH),
        guesses=_parse_list(records, "guesses", scoring, _ORIGINS if codes is None else (Origin.GENERATED,)),
        hidden=_parse_list(
            records, "hidden", scoring, (*_ORIGINS, Origin.GUESSES) if codes is None else (Origin.GUESSES,)
        ),
        codes=codes,
        alphabet=alphabet,
        feedback=feedback if codes is None else OF_WORDS,
    )


def _parse_feedback(records: Records, field: Field, default: Feedback) -> Feedback:
    """Return the feedback that `field` names, another than the `default`, which isn't named."""
    names = [
        name for name, one in FEEDBACKS.items() if one != default and (one.symmetric or default is OF_WORDS)
    ]
    if field.text not in names:
        raise records.field_error(field, f"one of {', '.join(names)}")
    return FEEDBACKS[field.text]


def _parse_letters(records: Records) -> Alphabet:
    """Return the letters of the game; without a line they are a to z."""
    field = records.optional("letters")
    if field is None:
        return PLAIN
    letters = [_letter(records, letter) for letter in records.split_all(field)]
    alphabet = Alphabet(tuple(letters))
    if letters != sorted(set(letters)) or len(letters) > MOST_LETTERS or alphabet.plain:
        expected = f"at most {MOST_LETTERS} letters in order, each once, not all of them among a to z"
        raise records.field_error(field, expected)
    if alphabet.confuses_hyphens:
        raise records.field_error(field, "no hyphen in a letter, or no letter of several characters")
    return alphabet


def _letter(records: Records, field: Field) -> str:
    """Return the letter that `field` is: bare, and in brackets if it is a sign."""
    found = letters_written(field.text) if field.text.startswith("(") else (field.text,)
    letter = found[0] if found is not None and len(found) == 1 else ""
    if not is_letter(letter) or field.text != _bare(letter):
        raise records.field_error(field, "a letter in lower case, or several that are one, signs in brackets")
    return letter


def _bare(letter: str) -> str:
    """Return how the line `letters` has `letter`."""
    return letter_text(letter) if is_sign(letter) else letter


def format_letters(alphabet: Alphabet) -> str:
    """Return `alphabet` as the line `letters` has it."""
    return " ".join(map(_bare, alphabet.letters))


def _parse_codes(records: Records, field: Field, length: Field, feedback: Feedback) -> CodeScoring:
    """Return which codes `field` and the number of pegs in `length` say."""
    name, colours, repeats = records.split(field, 3, f"'{CODE_GAME}', a number of colours, and a last word")
    if name.text != CODE_GAME:
        raise records.field_error(name, f"'{CODE_GAME}'")
    kind = records.choice(repeats, Repeats)
    number = records.number(colours, 1, MAX_COLOURS)
    pegs = records.number(length, 1, MAX_PEGS)
    if kind is Repeats.DISTINCT and number < pegs:
        raise records.field_error(colours, f"{pegs} colours or more, as none occurs twice")
    codes = CodeScoring(pegs, number, kind is Repeats.REPEATS, feedback)
    if codes.code_count > MAX_WORDS:
        raise records.field_error(colours, f"a game of at most {MAX_WORDS} codes")
    return codes


def _parse_list(
    records: Records, keyword: str, scoring: Scoring, origins: tuple[Origin, ...]
) -> WordListRecord:
    expected = "a number of words, a SHA-256, an origin and a name"
    count_field, sha256, origin_field, name = records.split(records.record(keyword), 4, expected)
    count = records.number(count_field, 1, MAX_WORDS)
    if not _SHA256.fullmatch(sha256.text):
        raise records.field_error(sha256, "a SHA-256 of 64 hexadecimal digits")
    origin = records.choice(origin_field, Origin, origins)
    embedded = count if origin is Origin.EMBEDDED else 0
    words = tuple(records.word(scoring) for _ in range(embedded))
    return WordListRecord(name.text, count, sha256.text, origin, words)
