"""What every kind of claim is made of: head, parts of its proof, and what may be asked of it.

A kind is one file in `certificate.claims`. Reader, writer, `check --json` and the sentence for people see
nothing of a kind but this.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from wordle_cp.errors import brief

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Self

    from wordle_cp.certificate.base.fields import Field, Records
    from wordle_cp.certificate.base.records import GameRecord
    from wordle_cp.rules.words import History

_SHOWN_OPENERS: Final = 10
_SHOWN_DIGITS: Final = 16


class Claim(ABC):
    """What a certificate claims; a frozen record that also has its `history` and `hidden_count`.

    A subclass is a kind of claim, which `words` tell from others: the two that follow ``claim`` in a file.
    """

    __slots__ = ()

    words: ClassVar[tuple[str, str]]
    """The question and the verdict."""
    proof: ClassVar[type[Any]]
    """What holds a certificate of this kind in memory: a `Proof`, with a field for each of `parts`."""
    about: ClassVar[str] = ""
    """What it is about, if that isn't how many guesses words take."""
    is_refutation: ClassVar[bool] = False
    """Whether it says that something is impossible: then it has nodes, or lemmas, and no strategy."""
    counts_all: ClassVar[bool] = True
    """Whether guesses count from the start of the game, and not from the end of the history."""
    history: History
    """What was played before."""
    hidden_count: int
    """How many hidden words agree with the history."""

    @classmethod
    @abstractmethod
    def parse(cls, records: Records, game: GameRecord, number: Field) -> Self:
        """Return the claim about `game`, from its history on; `number` is the rest of the claim's own line.

        Raises:
            CertificateParseError: a line isn't of the right form.
        """

    @property
    @abstractmethod
    def answer(self) -> dict[str, int | list[int]]:
        """The numbers on the claim's own line, by their names in JSON."""

    @abstractmethod
    def lines(self) -> Iterator[str]:
        """Yield the lines that follow the history, as `parse` reads them."""

    @property
    @abstractmethod
    def parts(self) -> tuple[Slot, ...]:
        """What the proof is made of, in the order of the file."""

    @abstractmethod
    def fields(self) -> dict[str, object]:
        """Return the JSON fields beside `answer` and those of every claim."""

    @abstractmethod
    def sentence(self, game: GameRecord, hidden: str, shown: Shown) -> str:
        """Return the theorem for people: what is claimed of the `hidden` words, without game and history."""

    @property
    def noun(self) -> tuple[str, str]:
        """What the parts that are checked one by one are called: one, several."""
        return "part", "parts"

    @property
    def listed(self) -> tuple[str, ...]:
        """The openers of which each has a strategy of its own; none where there is one strategy, or none."""
        return ()

    @property
    def limit(self) -> int | None:
        """Guesses in all that a strategy may take; None for no limit."""
        return None

    @property
    def size(self) -> str:
        """What the proof is made of, ``3 nodes``, or nothing if that is just a strategy."""
        return ""

    def to_check(self, guesses: int) -> int:
        """Return how many parts are to be checked, as progress counts; the list has `guesses`."""
        del guesses
        return self.hidden_count


C_co = TypeVar("C_co", bound=Claim, covariant=True)
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Head(Generic[C_co]):
    """What a certificate says before its proof."""

    game: GameRecord
    claim: C_co

    __repr__ = brief("claim", "game")


@dataclass(frozen=True, slots=True)
class Proof(Generic[C_co]):
    """A certificate in memory; a subclass has the parts."""

    head: Head[C_co]

    __repr__ = brief("claim")

    @property
    def claim(self) -> C_co:
        """The claim of the head."""
        return self.head.claim


@dataclass(frozen=True, slots=True)
class ProofPart(Generic[R]):
    """Lines of one form in a proof, which several kinds of claims may have: a grammar, in and out."""

    read: Callable[[Records, Head[Any], int], R]
    """Reads the record of so high a number, from 0; raises CertificateParseError."""
    line: Callable[[R, GameRecord], str]
    """The line of a record."""


class Collect(Enum):
    """How the records of a part stand in a `Proof`."""

    ALL = auto()
    """The field has all of them."""
    EACH = auto()
    """The field has a tuple of them, beside those of other slots."""
    ONE = auto()
    """The field is the one record."""


@dataclass(frozen=True, slots=True)
class Slot:
    """Records of a `part`, `count` of them, which stand in the `field` of a `Proof`."""

    field: str
    part: ProofPart[Any]
    count: int
    collect: Collect = Collect.ALL


def where(low: int, high: int, unit: str = "", over: int = 0) -> str:
    """Return where a number is: ``is 3``, ``lies between 3 and 5``; and means of a total `over` words."""
    alone = low == high
    ends = f"is {low}" if alone else f"lies between {low} and {high}"
    means = f"{low / over:.4f}{'' if alone else f' to {high / over:.4f}'}" if over else ""
    return ends + (f" {unit}" if unit else "") + (f" ({means} on average)" if means else "")


@dataclass(frozen=True, slots=True)
class Shown:
    """How a sentence says what is too long for it: by a SHA-256, all of it if `whole`."""

    whole: bool = False

    def words(self, words: Sequence[str]) -> str:
        """Return the first ones of `words`, how many more there are, and a digest of all."""
        more = len(words) - _SHOWN_OPENERS
        rest = f" and {more} more ({self.digest(words)})" if more > 0 else ""
        return ", ".join(words[:_SHOWN_OPENERS]) + rest

    def openers(self, among: Sequence[str]) -> str:
        """Return the openers of which a claim speaks, one at least: ``ZOO``, or ``one of ZOO, BAT``."""
        one_of = "one of " if len(among) > 1 else ""
        return one_of + self.words([opener.upper() for opener in among])

    def digest(self, lines: Sequence[str]) -> str:
        """Return the SHA-256 of `lines` joined by newlines."""
        return self.sha256(hashlib.sha256("\n".join(lines).encode()).hexdigest())

    def sha256(self, sha256: str) -> str:
        """Return the SHA-256, or its beginning."""
        return f"SHA-256 {sha256 if self.whole else sha256[:_SHOWN_DIGITS] + '...'}"
