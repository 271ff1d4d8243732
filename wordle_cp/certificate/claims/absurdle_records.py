"""What a certificate about Absurdle says, as plain records.

`certificate.base.records` has what all claims share.

docs/certificates.md ('Claim "absurdle least"') has the grammar, an example, and the proof of each rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wordle_cp.certificate.base.records import Head
    from wordle_cp.rules.words import History


@dataclass(frozen=True, slots=True)
class AbsurdleLeast:
    """Claim: Absurdle is beaten by `fewest` guesses after `history`, and by no fewer.

    The guesses of `history` aren't counted; its responses need not be Absurdle's. `hidden_count` is the
    number of the hidden words that agree with it.
    """

    fewest: int
    history: History
    hidden_count: int


@dataclass(frozen=True, slots=True)
class AbsurdleProof:
    """A certificate about Absurdle in memory; its claim is an `AbsurdleLeast`. `guesses` are those that win.

    That fewer guesses don't win needs nothing in the file.
    """

    head: Head
    guesses: tuple[str, ...]

    @property
    def claim(self) -> AbsurdleLeast:
        """The claim of the head, which is of this kind."""
        assert isinstance(self.head.claim, AbsurdleLeast), "a proof about Absurdle"
        return self.head.claim
