"""What a certificate of a least total says, as plain records.

`certificate.base.records` has what all claims share.

docs/certificates.md ('Claim "total least"', 'Claim "total between"') has the grammar, examples, and the proof
of each rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from wordle_cp.rules.letters import letter_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordle_cp.certificate.base.records import Head
    from wordle_cp.rules.words import History, Restriction

LOST: Final = "lost"
"""How a lemma says that no strategy is in time."""
UNLIMITED: Final = "-"
"""How a lemma says that there may be any number of guesses."""
MAX_MOST: Final = 10**12
"""Greatest number that a set may claim."""
MAX_SETS: Final = 262_144
MAX_LEMMAS: Final = 262_144
MAX_LEMMA_PAIRS: Final = 16
"""Most words and patterns that name the words of a lemma."""


class FactKind(StrEnum):
    """What a fact says about a letter."""

    ABSENT = "-"
    """It doesn't occur."""
    ELSEWHERE = "?"
    """It occurs, but not at this position."""
    PLACED = "!"
    """It stands at this position."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact about a hidden word; `position` counts from 1 and is 0 for `FactKind.ABSENT`."""

    letter: str
    kind: FactKind
    position: int


@dataclass(frozen=True, slots=True)
class FactSet:
    """No guess has more than `most` patterns on the words for which all `facts`, two or more, hold.

    A guess that is one of these words counts one more than its patterns; where words have weights, see
    docs/certificates.md. `most` is None where the file leaves it to the reader to count the least such
    number. `facts` are in the order of their texts, none twice.
    """

    most: int | None
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Lemma:
    """No strategy finds certain words with fewer than `bound` guesses in all, counted from their state on.

    The state: the hidden words that agree with the claim's history and with `history`, whose words needn't
    be legal to play; `restriction` is fixed, and `guesses` are left (None: however many). `bound` is None if
    no strategy is in time.
    """

    bound: int | None
    restriction: Restriction
    guesses: int | None
    history: History


@dataclass(frozen=True, slots=True)
class OpenerTotal:
    """`total` is the least cost of a strategy that begins with `opener`; one of `steps` guesses has it."""

    opener: str
    total: int
    steps: int


@dataclass(frozen=True, slots=True)
class _AboutTotals:
    """What claims about the least total have in common: strategies of `openers`, and a lower bound, `others`.

    Guesses are summed over the hidden words that agree with `history`. Spoken of are openers that the mode
    allows, or if there are any those of `among`, and strategies "in time": within `within` guesses, whatever
    hidden word it is, or in however many if that is None. All guesses count from the start of the game, those
    of `history` included. `weights` are pairs of a hidden word that agrees with `history` and what it weighs:
    so much a guess for it counts, and 1 where there are none. `hidden_count` is the number of hidden words
    that agree with `history`; `sets` and `lemmas` are numbers of parts of the proof.
    """

    history: History
    within: int | None
    among: tuple[str, ...]
    openers: tuple[OpenerTotal, ...]
    others: int
    hidden_count: int
    sets: int
    lemmas: int
    weights: tuple[tuple[str, int], ...] = ()

    @property
    def reached(self) -> int:
        """The total of the first strategy, the best one."""
        return self.openers[0].total

    @property
    def exact(self) -> Mapping[str, int]:
        """What openers cost just so much; every other one costs `others` or more."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class TotalLeast(_AboutTotals):
    """Claim: so many guesses are least, by opener.

    Each of `openers`, the best first, has its exact total; every other opener spoken of costs `others` or
    more, or has no strategy in time; if there is no other, `others` is the last total.
    """

    @property
    def least(self) -> int:
        """The least total."""
        return self.reached

    @property
    def exact(self) -> Mapping[str, int]:
        """The totals of the openers that are listed."""
        return {listed.opener: listed.total for listed in self.openers}


@dataclass(frozen=True, slots=True)
class TotalBetween(_AboutTotals):
    """Claim: the least total lies between two numbers.

    One strategy, that of the one opener in `openers`, has the larger one; every opener spoken of costs
    `others` or more, the smaller one, or has no strategy in time.
    """

    @property
    def exact(self) -> Mapping[str, int]:
        """None: the strategy need not be the best one of its opener."""
        return {}


TotalClaim = TotalLeast | TotalBetween
"""A claim about the least total."""


@dataclass(frozen=True, slots=True)
class Optimality:
    """A certificate about a least total whose proof is in memory; its claim is a `TotalClaim`.

    `strategies` has one strategy for each opener of the claim, in the preorder of `DepthPossible`.
    """

    head: Head
    strategies: tuple[tuple[str, ...], ...]
    sets: tuple[FactSet, ...]
    lemmas: tuple[Lemma, ...]

    @property
    def claim(self) -> TotalClaim:
        """The claim of the head, which is of this kind."""
        assert isinstance(self.head.claim, TotalClaim), "an optimality proof is about a least total"
        return self.head.claim


def format_fact(fact: Fact) -> str:
    """Return `fact` as a set writes it: ``a-``, ``r?2`` or ``s!5``."""
    return f"{letter_text(fact.letter)}{fact.kind}{fact.position or ''}"
