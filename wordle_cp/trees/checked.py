"""A strategy out of a certificate: checked, and in memory.

Every view of a strategy begins here, so none shows what the checker hasn't accepted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordle_cp.certificate.format import (
    Certificate,
    DepthPossible,
    Head,
    TotalLeast,
    open_certificate,
    read_certificate,
)
from wordle_cp.certificate.strategy import figures
from wordle_cp.check import Accepted, check_strategies
from wordle_cp.errors import UsageError, abridged
from wordle_cp.resources import word_list_by_hash

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class CheckedStrategy:
    """A strategy that the checker has accepted, as a claim of its own: that the hidden words can be found.

    `hidden_set` are the hidden words left after the history of the claim, in the order of their list.
    """

    certificate: Certificate
    hidden_set: tuple[str, ...]

    @property
    def claim(self) -> DepthPossible:
        """What is claimed of the strategy."""
        return self.certificate.claim

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
    """Return the strategy of the certificate at `path`, after checking it.

    A certificate of a least total has a strategy for each opener that it lists: that of `opener`, or the
    first one. Its strategies are checked, not that nothing is better: nothing here says so.

    Raises:
        OSError: the file can't be read.
        UsageError: it has no strategy, or none that begins with `opener`.
        CertificateParseError: it is malformed.
        CertificateRejected: a strategy isn't what it claims.
    """
    accepted = check_strategies(path, word_list_by_hash)
    if isinstance(accepted.claim, TotalLeast):
        return _one_of(path, accepted, accepted.claim, opener)
    strategy = CheckedStrategy(read_certificate(path), accepted.hidden_set)
    if opener not in {None, strategy.opener}:
        raise _no_such_opener(path, str(opener), [strategy.opener])
    return strategy


def _one_of(path: Path, accepted: Accepted, claim: TotalLeast, opener: str | None) -> CheckedStrategy:
    """Return the strategy that begins with `opener` (None: the first one) of a proof of a least total."""
    openers = [listed.opener for listed in claim.openers]
    if opener not in {None, *openers}:
        raise _no_such_opener(path, str(opener), openers)
    place = 0 if opener is None else openers.index(opener)
    with open_certificate(path) as reader:
        steps = [tuple(each) for each in reader.strategies()][place]
    numbers = figures(steps, accepted.hidden_set, claim.history)
    most = len(numbers.distribution)
    derived = DepthPossible(
        depth=most if claim.within is None else claim.within,
        history=claim.history,
        opener=openers[place],
        hidden_count=numbers.hidden_count,
        total_guesses=numbers.total_guesses,
        max_guesses=most,
        distribution=numbers.distribution,
        steps=len(steps),
    )
    return CheckedStrategy(Certificate(Head(accepted.game, derived), steps), accepted.hidden_set)


_SHOWN = 10


def _no_such_opener(path: Path, opener: str, openers: list[str]) -> UsageError:
    more = f" and {len(openers) - _SHOWN} more" if len(openers) > _SHOWN else ""
    there = ", ".join(openers[:_SHOWN]) + more
    return UsageError(f"{path}: no strategy begins with {abridged(opener)}; there is one for {there}")
