"""What a certificate of several boards says, as plain records.

`certificate.base.records` has what all claims share.

docs/certificates.md ('Claim "boards between"') has the grammar, an example, and the proof of each rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from wordle_cp.certificate.base.records import Head
    from wordle_cp.certificate.claims.total_records import FactSet, Lemma, TotalLeast
    from wordle_cp.rules.words import History

MAX_BOARDS: Final = 8
MAX_COUNTED: Final = 3
"""Of so many F_j at most the checker works out what they are."""
MAX_PLAYS: Final = 262_144
"""Most sets of words with a guess each."""
MAX_POSITIONS: Final = 262_144
"""Most positions with a bound each."""


Played = tuple[tuple[str, tuple[int | None, ...]], ...]
"""What was played on several boards: each guess with its response on each board, None where it was solved."""


class Measure(StrEnum):
    """What a bound of a position is about."""

    TOTAL = "total"
    """The guesses until the last board is solved, summed over all deals."""
    WORST = "worst"
    """The most of them."""


class Side(StrEnum):
    """Which bound of it."""

    LEAST = "least"
    """From below: whatever the strategy."""
    MOST = "most"
    """From above: some strategy does as well."""


@dataclass(frozen=True, slots=True)
class Play:
    """The guess for a board of which just these three words or more are left, in the order of their list."""

    guess: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoardsPosition:
    """A bound of a position: `groups` are words, in the order of their list, and how many boards have them.

    The groups have no word in common. `guess` begins the strategy of an upper bound, None for a lower one.
    `made` are the guesses so far, whose responses the words of each group show; none in normal mode, where
    they don't matter.
    """

    measure: Measure
    side: Side
    bound: int
    guess: str | None
    groups: tuple[tuple[int, tuple[str, ...]], ...]
    made: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardsBetween:
    """Claim: on `boards` boards the least total over all deals, and the least worst case, are between these.

    From the start of the game, or after what was `played`, and without a limit of guesses. Each of `total`
    and `worst` is a lower bound and an upper bound. `counted` says how many of the numbers F_j the proof from
    below takes, `one` what a single board takes at least, if the proof uses it, with the numbers of its
    parts. `openers` are those of the strategy in turn, None without one; `plays` and `positions` are numbers
    of parts. `chains` says that the strategy by chains is used, and its opener if it has one.
    """

    boards: int
    hidden_count: int
    total: tuple[int, int]
    worst: tuple[int, int]
    counted: int
    one: TotalLeast | None
    openers: tuple[str, ...] | None
    plays: int
    positions: int
    chains: tuple[str, ...] | None = None
    played: Played = ()

    @property
    def history(self) -> History:
        """What was played before on a board of its own: nothing; see `played`."""
        return ()


@dataclass(frozen=True, slots=True)
class BoardsProof:
    """A certificate of several boards whose proof is in memory; its claim is a `BoardsBetween`."""

    head: Head
    plays: tuple[Play, ...]
    positions: tuple[BoardsPosition, ...]
    sets: tuple[FactSet, ...]
    lemmas: tuple[Lemma, ...]

    @property
    def claim(self) -> BoardsBetween:
        """The claim of the head, which is of this kind."""
        assert isinstance(self.head.claim, BoardsBetween), "a proof about several boards"
        return self.head.claim
