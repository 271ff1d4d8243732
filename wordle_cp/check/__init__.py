"""The independent checker: is what a certificate claims true?

It knows the rules of the game (`wordle_cp.rules.words`), the grammar of the file
(`wordle_cp.certificate.read`) and nothing else of this project; it never searches, but for positions of
Absurdle, within bounds. Everything that a file says about itself is computed afresh and compared: the word
lists and the hidden words left (`lists`), the partitions and the legality of every guess of a strategy
(`check.common.strategy`), the reason of every node of a refutation (`depth`), and every set, lemma and opener
of a proof that a total is least (`check.totals.claim`) or that so many words are missed at the least
(`check.missed.least`, and `check.missed.between` for intervals); what several boards take (`boards`); and how
few guesses beat Absurdle (`absurdle`). docs/certificates.md argues why acceptance implies the claim.

The file is streamed, and no recursion follows it, so that neither its size nor its depth can hurt.
What a part of a later kind needs of the parts before it is kept, within bounds.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.base.records import GameRecord, Head
from wordle_cp.certificate.claims.absurdle_records import AbsurdleLeast
from wordle_cp.certificate.claims.boards_records import BoardsBetween
from wordle_cp.certificate.claims.depth_records import Certificate, DepthImpossible, DepthPossible
from wordle_cp.certificate.claims.missed_records import MissedLeast
from wordle_cp.certificate.claims.packing_records import MissedBetween
from wordle_cp.certificate.claims.total_records import TotalClaim
from wordle_cp.certificate.read import open_certificate
from wordle_cp.check.absurdle import check_absurdle
from wordle_cp.check.boards.claim import check_boards
from wordle_cp.check.common.lists import Lists, Progress, WordListFinder, hidden_words_left
from wordle_cp.check.common.share import Exchange, Share
from wordle_cp.check.common.strategy import check_strategy
from wordle_cp.check.depth import check_refutation
from wordle_cp.check.missed.between import check_missed_between
from wordle_cp.check.missed.least import check_all_miss, check_missed, check_missed_strategy
from wordle_cp.check.totals.claim import Checked, Sample, check_listed_strategy, check_total
from wordle_cp.errors import UsageError, abridged

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from wordle_cp.certificate.claims.kinds import Claim
    from wordle_cp.certificate.read import CertificateReader

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
    claim: Claim
    hidden_set: tuple[str, ...]
    """The hidden words that the claim is about, in the order of their list."""

    @property
    def head(self) -> Head:
        """Game and claim together."""
        return Head(self.game, self.claim)


@dataclass(frozen=True, slots=True)
class Sampled:
    """What is known of a certificate of which a random part was checked: no fault was found, no more.

    The strategies were checked, so the totals of the claim can be reached; that they are least wasn't.
    """

    game: GameRecord
    claim: TotalClaim
    checked: Checked


@dataclass(frozen=True, slots=True)
class AcceptedStrategy:
    """One strategy of a certificate, of which all that `certificate` claims is true: it finds these words.

    That claim is its file's own only where the file claims a possibility. A proof that a total is least says
    more: of what it says about other guesses, nothing was checked, and nothing is kept here.
    """

    certificate: Certificate
    hidden_set: tuple[str, ...]
    """The hidden words that the claim is about, in the order of their list."""


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
        if isinstance(claim, DepthPossible):
            check_strategy(game, claim, lists, hidden_set, reader.steps(), progress)
        elif isinstance(claim, TotalClaim):
            check_total(reader, claim, lists, hidden_set, progress)
        elif isinstance(claim, MissedLeast):
            check_missed(reader, claim, lists, hidden_set, progress)
        elif isinstance(claim, MissedBetween):
            check_missed_between(reader, claim, lists, hidden_set, progress)
        elif isinstance(claim, BoardsBetween):
            check_boards(reader, claim, lists, progress)
        elif isinstance(claim, AbsurdleLeast):
            check_absurdle(reader, claim, lists, hidden_set, progress)
        elif claim.lemmas is not None:
            check_all_miss(reader, claim, lists, hidden_set, progress)
        else:
            check_refutation(reader, claim, lists, hidden_set, progress)
        return Accepted(game, claim, hidden_set)


@dataclass(frozen=True, slots=True)
class Shared:
    """The verdict on one share of the parts of a certificate: they are true if the parts before them are.

    If all shares of a text with this SHA-256 are judged so, the certificate is `accepted` (`share`).
    """

    accepted: Accepted
    sha256: str


def check_share(
    path: Path,
    find_list: WordListFinder,
    share: Share,
    progress: Progress | None = None,
    exchange: Exchange | None = None,
) -> Shared:
    """Check a share of a proof that a total is least, or in an interval, or of a refutation.

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
        if isinstance(claim, TotalClaim):
            check_total(reader, claim, lists, hidden_set, progress, share=share, exchange=exchange)
        elif isinstance(claim, DepthImpossible):
            check_refutation(reader, claim, lists, hidden_set, progress, share)
    return Shared(Accepted(game, claim, hidden_set), text.hexdigest())


def has_shares(claim: Claim) -> bool:
    """Tell whether `check_share` is for certificates with this claim."""
    return isinstance(claim, TotalClaim) or (isinstance(claim, DepthImpossible) and claim.lemmas is None)


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
        if not isinstance(claim, TotalClaim):
            message = "a sample is for certificates of least totals; this one is checked as a whole"
            raise UsageError(message)
        lists = Lists.of(game, find_list)
        hidden_set = hidden_words_left(game, claim, lists)
        return Sampled(game, claim, check_total(reader, claim, lists, hidden_set, progress, sample))


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
        if isinstance(claim, DepthImpossible):
            message = f"{path}: this certificate proves an impossibility, so it has no strategy"
            raise UsageError(message)
        if isinstance(claim, BoardsBetween):
            message = f"{path}: this certificate is about several boards, so it has no strategy of one"
            raise UsageError(message)
        if isinstance(claim, AbsurdleLeast):
            message = f"{path}: this certificate is about Absurdle, so it has guesses and no strategy"
            raise UsageError(message)
        lists = Lists.of(reader.head.game, find_list)
        hidden_set = hidden_words_left(reader.head.game, claim, lists)
        if isinstance(claim, TotalClaim):
            openers = [listed.opener for listed in claim.openers]
            found = _listed_strategy(
                reader, claim, lists, hidden_set, openers[0] if opener is None else opener
            )
        else:
            head, steps = reader.head, list[str]()
            if isinstance(claim, MissedLeast | MissedBetween):
                kept = _kept(reader.missed_steps(), steps)
                head = Head(head.game, check_missed_strategy(head.game, claim, lists, hidden_set, kept))
            else:
                kept = _kept(reader.steps(), steps)
                check_strategy(head.game, claim, lists, hidden_set, kept, progress=None)
            openers = [steps[0] if steps else hidden_set[0]]
            certificate = Certificate(head, tuple(steps))
            found = AcceptedStrategy(certificate, hidden_set) if opener in {None, *openers} else None
        if found is None:
            raise _no_such_opener(path, str(opener), openers)
        return found


def _listed_strategy(
    reader: CertificateReader, claim: TotalClaim, lists: Lists, hidden_set: tuple[str, ...], opener: str
) -> AcceptedStrategy | None:
    """Check all strategies of a proof that a total is least; return that of `opener`, None without one."""
    game = reader.head.game
    found: AcceptedStrategy | None = None
    for listed, steps in zip(claim.openers, reader.strategies(), strict=True):
        if listed.opener != opener or found is not None:
            check_listed_strategy(game, claim, listed, lists, hidden_set, steps)
            continue
        kept: list[str] = []
        proven = check_listed_strategy(game, claim, listed, lists, hidden_set, _kept(steps, kept))
        found = AcceptedStrategy(Certificate(Head(game, proven), tuple(kept)), hidden_set)
    return found


def _kept(steps: Iterator[str], kept: list[str]) -> Iterator[str]:
    """Yield `steps`, and put them into `kept`."""
    for step in steps:
        kept.append(step)
        yield step


def _no_such_opener(path: Path, opener: str, openers: Sequence[str]) -> UsageError:
    more = f" and {len(openers) - _SHOWN} more" if len(openers) > _SHOWN else ""
    there = ", ".join(openers[:_SHOWN]) + more
    return UsageError(f"{path}: no strategy begins with {abridged(opener)}; there is one for {there}")
