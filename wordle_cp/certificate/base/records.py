"""What a certificate says, as plain records: the game, the claim, and the steps of its proof.

`certificate.read` reads them from a file, `certificate.render` renders them, `wordle_cp.check` judges them.
docs/certificates/ has the grammar, examples, and the proof of each rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import UsageError, brief
from wordle_cp.rules.feedback.registry import OF_WORDS
from wordle_cp.rules.letters import PLAIN, Alphabet, letter_text
from wordle_cp.rules.scoring import CodeScoring, Scoring, WordScoring

if TYPE_CHECKING:
    from wordle_cp.rules.feedback.base import Feedback
    from wordle_cp.rules.modes import Mode
    from wordle_cp.rules.words import History, Restriction

FORMAT_VERSION: Final = 1
PROGRAM: Final = "wordle-cp"
KIND: Final = f"certificate {FORMAT_VERSION}"
"""What follows `PROGRAM` on the first line."""
END: Final = "end of certificate"
"""The last line; the spaces keep it apart from any word."""
NO_RESTRICTION: Final = "-"
"""How a node says that nothing is fixed."""
CODE_GAME: Final = "mastermind"
"""The one kind of game beside that of words, which isn't named."""
FREE: Final = "."
"""A position without a green letter, in the text of a restriction."""
MAX_DEPTH: Final = 255
"""Greatest number of guesses that a claim may speak of."""
MAX_WORDS: Final = 1_000_000
"""Longest word list that a certificate may embed or refer to."""
MAX_WORD_LENGTH: Final = 16
MAX_NUMBER: Final = 10**12
"""Greatest number that a record may hold."""
MAX_NODES: Final = 1_000_000
"""Most nodes of a refutation."""
MAX_WEIGHT: Final = 1_000_000
"""Greatest weight of a word; with it, sums over a whole list stay far below 2**63."""
MAX_CONDITIONS: Final = MAX_DEPTH
"""Most conditions of a node."""
MAX_SPLITS: Final = 32
"""Most splits of a chain, one below the other."""


class Origin(StrEnum):
    """Where the words of a list are to be had."""

    SHIPPED = "shipped"
    """The checker has them: a list of the project, found by its SHA-256."""
    EMBEDDED = "embedded"
    """They follow, one a line."""
    GUESSES = "guesses"
    """They are the guesses of the same certificate; for the hidden list only."""
    GENERATED = "generated"
    """They are all codes of the game; for the guesses of a game of codes, and nothing else."""


class Repeats(StrEnum):
    """Whether a code may have a colour more than once."""

    REPEATS = "repeats"
    DISTINCT = "distinct"


@dataclass(frozen=True, slots=True)
class WordListRecord:
    """One word list.

    `name` is a label; `count` and `sha256` (of the words joined by newlines) say which list is meant.
    `words` holds the words, in order, of an embedded list; it is empty for the other origins.
    """

    name: str
    count: int
    sha256: str
    origin: Origin
    words: tuple[str, ...] = ()

    __repr__ = brief("name", "count", "origin")


@dataclass(frozen=True, slots=True)
class GameRecord:
    """The variant in full. `name` and `title` are labels; the rest is the game that the claim is about.

    `max_guesses` is the game's own limit, or None. A claim about depth brings its own limit and doesn't
    depend on it. `codes` is None where words are guessed, and says which codes otherwise, with their
    feedback; `alphabet` has the letters of the words, and `feedback` how they are answered.
    """

    name: str
    title: str
    mode: Mode
    word_length: int
    max_guesses: int | None
    guesses: WordListRecord
    hidden: WordListRecord
    codes: CodeScoring | None = None
    alphabet: Alphabet = PLAIN
    feedback: Feedback = OF_WORDS

    __repr__ = brief("name", "mode", "guesses", "hidden", "max_guesses")

    @property
    def scoring(self) -> Scoring:
        """What a response is."""
        return self.codes or WordScoring(self.word_length, self.alphabet, self.feedback)

    def demand_words(self, source: object, what: str) -> None:
        """Raise UsageError unless words are guessed; `what` of `source` is for these alone."""
        if self.codes is not None:
            message = f"{source}: {what} are for games of words so far; this certificate is about codes"
            raise UsageError(message)

    def demand_tiles(self, source: object, what: str) -> None:
        """Raise UsageError unless words are answered with tiles; `what` of `source` is for these alone."""
        self.demand_words(source, what)
        if not self.feedback.shows_facts:
            message = f"{source}: {what} are for coloured tiles so far; this certificate has {self.feedback}"
            raise UsageError(message)


def format_restriction(restriction: Restriction) -> str:
    """Return `restriction` as a node writes it: ``-``, or greens and sorted least letters, ``..a.e/aee``."""
    if not restriction.counts and not any(restriction.greens):
        return NO_RESTRICTION
    greens = "".join(FREE if green is None else letter_text(green) for green in restriction.greens)
    return f"{greens}/{''.join(letter_text(letter) * least for letter, least in restriction.counts)}"


def node_name(history: History, scoring: Scoring) -> str:
    """Return what messages call the node that `history` leads to, such as ``after salet BYBBB``."""
    if not history:
        return "start"
    return "after " + " ".join(f"{guess} {scoring.format_pattern(pattern)}" for guess, pattern in history)
