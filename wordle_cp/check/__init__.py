"""The independent checker: is what a certificate claims true?

It knows the rules of the game (`wordle_cp.rules.words`), the grammar of the file
(`wordle_cp.certificate.read`) and nothing else of this project; it never searches, but for positions of
Absurdle, within bounds. Everything that a file says about itself is computed afresh and compared: the word
lists and the hidden words left (`lists`), the partitions and the legality of every guess of a strategy
(`check.common.strategy`), the reason of every node of a refutation (`refutation`), and every set, lemma and
opener of a proof that a total is least (`check.totals.claim`) or how many words are missed at least
(`check.missed.least`, and `check.missed.between` for intervals); how few guesses beat Absurdle (`absurdle`);
and what fixed guesses do (`fixed`). docs/certificates/ argues why acceptance implies the claim.

The file is streamed, and no recursion follows it, so that neither its size nor its depth can hurt.
What a part of a later kind needs of the parts before it is kept, within bounds.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.certificate.base.claim import Claim, Head
from wordle_cp.certificate.read import open_certificate
from wordle_cp.check.common.kind import CheckRun
from wordle_cp.check.common.lists import Lists, Progress, WordListFinder, hidden_words_left
from wordle_cp.check.common.share import Exchange, Sample, Share
from wordle_cp.check.kinds import checker_of
from wordle_cp.errors import UsageError, abridged, brief

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from wordle_cp.certificate.base.records import GameRecord
    from wordle_cp.certificate.claims.possible import Certificate
    from wordle_cp.check.common.share import PartsChecked

__all__ = [
    "Accepted",
    "AcceptedStrategy",
    "Progress",
    "Sample",
    "Sampled",
    "Share",
    "Shared",
    "WordListFinder",
    "check_file",
    "check_share",
    "check_strategies",
    "has_shares",
    "sample_file",
]

_SHOWN: Final = 10


@dataclass(frozen=True, slots=True)
class Accepted:
    """The verdict on a certificate that proves its claim."""

    game: GameRecord
    claim: Any
    hidden_set: tuple[str, ...]
    """The hidden words that the claim is about, in the order of their list."""

    __repr__ = brief("claim", "game")

    @property
    def head(self) -> Head[Any]:
        """Game and claim together."""
        return Head(self.game, self.claim)


@dataclass(frozen=True, slots=True)
class Sampled:
    """What is known of a certificate of which a random part was checked: no fault was found, no more.

    The strategies were checked, so the totals of the claim can be reached; that they are least wasn't.
    """

    game: GameRecord
    claim: Any
    checked: PartsChecked

    __repr__ = brief("claim", "checked")


@dataclass(frozen=True, slots=True)
class AcceptedStrategy:
    """One strategy of a certificate, of which all that `certificate` claims is true: it finds these words.

    That claim is its file's own only where the file claims a possibility. A proof that a total is least says
    more: of what it says about other guesses, nothing was checked, and nothing is kept here.
    """

    certificate: Certificate
    hidden_set: tuple[str, ...]
    """The hidden words that the claim is about, in the order of their list."""

    __repr__ = brief("certificate")


def check_file(path: Path, find_list: WordListFinder, progress: Progress | None = None) -> Accepted:
    """Check the certificate at `path`, plain, gzipped or xz-compressed text, and return what it proves.

    `find_list` provides the lists that the certificate refers to without embedding them. What it returns
    isn't trusted either: it must have the SHA-256 in question.

    Raises:
        FileError: the file can't be read.
        CertificateParseError: the file is malformed, so it claims nothing.
        CertificateRejected: the file is well formed and doesn't prove what it claims.
    """
    with open_certificate(path) as reader:
        game, claim = reader.head.game, reader.head.claim
        lists = Lists.of(game, find_list)
        hidden_set = hidden_words_left(game, claim, lists)
        checker_of(claim).check(reader, lists, hidden_set, CheckRun(progress))
        reader.end()
        return Accepted(game, claim, hidden_set)


@dataclass(frozen=True, slots=True)
class Shared:
    """The verdict on one share of the parts of a certificate: they are true if the parts before them are.

    If all shares of a text with this SHA-256 are judged so, the certificate is `accepted` (`share`).
    """

    accepted: Accepted
    sha256: str

    __repr__ = brief()


def check_share(
    path: Path,
    find_list: WordListFinder,
    share: Share,
    progress: Progress | None = None,
    exchange: Exchange | None = None,
) -> Shared:
    """Check a share of a proof: of a least total, an interval (of a total, of words missed), a refutation.

    Of totals, `exchange` is called with what was counted for this share, and must return what was counted
    for each; without it all is counted here.

    Raises:
        FileError: the file can't be read.
        UsageError: it makes another claim, which has no shares.
        CertificateParseError: the file is malformed.
        CertificateRejected: it is well formed, and what was checked doesn't prove what it should.
    """
    text = hashlib.sha256()
    with open_certificate(path, text.update) as reader:
        game, claim = reader.head.game, reader.head.claim
        if not has_shares(claim):
            message = f"{path}: a certificate with this claim has no shares; it is checked as a whole"
            raise UsageError(message)
        lists = Lists.of(game, find_list)
        hidden_set = hidden_words_left(game, claim, lists)
        checker_of(claim).check(reader, lists, hidden_set, CheckRun(progress, share, exchange))
        reader.end()
    return Shared(Accepted(game, claim, hidden_set), text.hexdigest())


def has_shares(claim: Claim) -> bool:
    """Tell whether `check_share` is for certificates with this claim."""
    return checker_of(claim).has_shares(claim)


def sample_file(
    path: Path, find_list: WordListFinder, sample: Sample, progress: Progress | None = None
) -> Sampled:
    """Check the strategies and a random part of the rest of a proof that a total is least.

    Raises:
        FileError: the file can't be read.
        UsageError: it makes another claim, of which there are no samples.
        CertificateParseError: the file is malformed.
        CertificateRejected: it is well formed, and what was checked doesn't prove what it should.
    """
    with open_certificate(path) as reader:
        game, claim = reader.head.game, reader.head.claim
        if not checker_of(claim).has_samples:
            message = "a sample is for certificates of least totals; this one is checked as a whole"
            raise UsageError(message)
        lists = Lists.of(game, find_list)
        hidden_set = hidden_words_left(game, claim, lists)
        checked = checker_of(claim).check(reader, lists, hidden_set, CheckRun(progress, sample=sample))
        reader.end()
        return Sampled(game, claim, checked)


def check_strategies(path: Path, find_list: WordListFinder, opener: str | None = None) -> AcceptedStrategy:
    """Check the strategies of the certificate at `path`, and return that of `opener`, by default its first.

    A claim of a possibility is checked whole. Of a least total, and of words missed, it is checked that each
    listed opener, or the strategy, reaches its number; neither that nothing is better, which may take minutes
    and is for `check_file`, nor which other openers the claim speaks of. The file is read once: the strategy
    returned is the one that was checked.

    Raises:
        FileError: the file can't be read.
        UsageError: it proves an impossibility, so it has no strategy; or none begins with `opener`.
        CertificateParseError: what was read of the file is malformed.
        CertificateRejected: a strategy isn't what the file claims.
    """
    with open_certificate(path) as reader:
        claim = reader.head.claim
        kind = checker_of(claim)
        if kind.strategy is None:
            message = f"{path}: {kind.instead}"
            raise UsageError(message)
        lists = Lists.of(reader.head.game, find_list)
        hidden_set = hidden_words_left(reader.head.game, claim, lists)
        found = kind.strategy(reader, lists, hidden_set, opener)
        if isinstance(found, list):
            raise _no_such_opener(path, str(opener), found)
        return AcceptedStrategy(found, hidden_set)


def _no_such_opener(path: Path, opener: str, openers: Sequence[str]) -> UsageError:
    more = f" and {len(openers) - _SHOWN} more" if len(openers) > _SHOWN else ""
    there = ", ".join(openers[:_SHOWN]) + more
    return UsageError(f"{path}: no strategy begins with {abridged(opener)}; there is one for {there}")
