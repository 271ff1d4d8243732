"""Strategies out of certificates, checked with the shipped word lists.

Every view of a strategy begins here, so none shows what the checker hasn't accepted. The file is read once:
what is shown is the text that was checked, even if another file takes its place meanwhile.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordle_cp.certificate.read import open_certificate
from wordle_cp.check import check_strategies
from wordle_cp.data import word_list_by_hash
from wordle_cp.errors import brief
from wordle_cp.games.typed import word_or_text

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.certificate.claims.possible import Certificate, DepthPossible
    from wordle_cp.rules.scoring import Scoring


@dataclass(frozen=True, slots=True)
class CheckedStrategy:
    """A strategy that the checker has accepted, as a claim of its own: that the hidden words can be found.

    `hidden_set` are the hidden words left after the history of the claim, in the order of their list.
    """

    certificate: Certificate
    hidden_set: tuple[str, ...]

    __repr__ = brief("opener", "claim")

    @property
    def claim(self) -> DepthPossible:
        """What is claimed of the strategy."""
        return self.certificate.claim

    @property
    def scoring(self) -> Scoring:
        """What a response is."""
        return self.certificate.head.game.scoring

    @property
    def word_length(self) -> int:
        """Letters of every word."""
        return self.certificate.head.game.word_length

    @property
    def opener(self) -> str:
        """The first guess after the claim's history."""
        steps = self.certificate.steps
        return steps[0] if steps else self.hidden_set[0]


def checked_strategy(path: Path, opener: str | None = None) -> CheckedStrategy:
    """Return the strategy of the certificate at `path`, checked.

    A certificate of a least total has a strategy for each opener that it lists: that of `opener`, or the
    first one. Its strategies are checked, not that nothing is better: nothing here says so.

    Raises:
        FileError: the file can't be read.
        UsageError: it has no strategy, or none that begins with `opener`.
        CertificateParseError: it is malformed.
        CertificateRejected: a strategy isn't what it claims.
    """
    if opener is not None:
        with open_certificate(path) as reader:
            opener = word_or_text(opener, reader.head.game.scoring)
    accepted = check_strategies(path, word_list_by_hash, opener)
    return CheckedStrategy(accepted.certificate, accepted.hidden_set)
