"""What a certificate of an interval of words missed says, as plain records; see `certificate.base.records`.

docs/certificates.md ('Claim "missed between"') has the grammar, an example, and the proof of the rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wordle_cp.certificate.base.records import Head
    from wordle_cp.certificate.claims.depth_records import RefutationNode
    from wordle_cp.rules.words import History


@dataclass(frozen=True, slots=True)
class MissedBetween:
    """Claim: of the hidden words that agree with `history` the least number missed is `low` to `high`.

    A word is missed that isn't found within `within` guesses, those of `history` included. All strategies are
    spoken of that find every word in the end. `hidden_count` is the number of hidden words that agree with
    `history`; `steps` are those of a strategy that misses `high`, `nodes` and `sets` are the parts of the
    proof that none misses fewer than `low`.
    """

    low: int
    high: int
    history: History
    within: int
    hidden_count: int
    steps: int
    nodes: int
    sets: int


@dataclass(frozen=True, slots=True)
class Packing:
    """A certificate of an interval of words missed whose proof is in memory; its claim is a `MissedBetween`.

    `steps` is the strategy, in the preorder of `DepthPossible`. `sets` are numbers of `nodes`, each once, in
    the order in which they are packed: each opener takes each set that makes it hopeless and that has no word
    of those that it took before.
    """

    head: Head
    steps: tuple[str, ...]
    nodes: tuple[RefutationNode, ...]
    sets: tuple[int, ...]

    @property
    def claim(self) -> MissedBetween:
        """The claim of the head, which is of this kind."""
        assert isinstance(self.head.claim, MissedBetween), "a packing is about words missed"
        return self.head.claim
