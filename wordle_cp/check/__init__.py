"""The independent checker: is what a certificate claims true?

It knows the rules of the game (`wordle_cp.rules`), the grammar of the file (`wordle_cp.certificate.format`)
and nothing else of this project; it never searches. Everything that a file says about itself is computed
afresh and compared: the word lists and the hidden words left (`lists`), the partitions and the legality
of every guess of a strategy (`strategy`), the reason of every node of a refutation
(`refutation`), and every set, lemma and opener of a proof that a total is least (`total`).
docs/certificates.md argues why acceptance implies the claim.

The file is streamed, and no recursion follows it, so that neither its size nor its depth can hurt.
What a part of a later kind needs of the parts before it is kept, within bounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordle_cp.certificate.format import (
    Claim,
    DepthImpossible,
    DepthPossible,
    GameRecord,
    TotalLeast,
    open_certificate,
)
from wordle_cp.check.lists import Lists, Progress, WordListFinder, hidden_words_left
from wordle_cp.check.refutation import check_refutation
from wordle_cp.check.strategy import check_strategy
from wordle_cp.check.total import Checked, Sample, check_total, check_total_strategies
from wordle_cp.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = [
    "Accepted",
    "Progress",
    "Sample",
    "Sampled",
    "WordListFinder",
    "check_file",
    "check_strategies",
    "sample_file",
]


@dataclass(frozen=True, slots=True)
class Accepted:
    """The verdict on a certificate that proves its claim."""

    game: GameRecord
    claim: Claim
    hidden_set: tuple[str, ...]
    """The hidden words that the claim is about, in the order of their list."""


@dataclass(frozen=True, slots=True)
class Sampled:
    """What is known of a certificate of which a random part was checked: no fault was found, no more.

    The strategies were checked, so the totals of the claim can be reached; that they are least wasn't.
    """

    game: GameRecord
    claim: TotalLeast
    checked: Checked


def check_file(path: Path, find_list: WordListFinder, progress: Progress | None = None) -> Accepted:
    """Check the certificate at `path`, plain, gzipped or xz-compressed text, and return what it proves.

    `find_list` provides the lists that the certificate refers to without embedding them. What it returns
    isn't trusted either: it must have the SHA-256 in question.

    Raises:
        OSError: the file can't be read.
        CertificateParseError: the file is malformed, so it claims nothing.
        CertificateRejected: the file is well formed and doesn't prove what it claims.
    """
    with open_certificate(path) as reader:
        game, claim = reader.head.game, reader.head.claim
        lists = Lists.of(game, find_list)
        hidden_set = hidden_words_left(game, claim, lists)
        if isinstance(claim, DepthPossible):
            check_strategy(game, claim, lists, hidden_set, reader.steps(), progress)
        elif isinstance(claim, TotalLeast):
            check_total(reader, claim, lists, hidden_set, progress)
        else:
            check_refutation(reader, claim, lists, hidden_set, progress)
        return Accepted(game, claim, hidden_set)


def sample_file(
    path: Path, find_list: WordListFinder, sample: Sample, progress: Progress | None = None
) -> Sampled:
    """Check the strategies and a random part of the rest of a proof that a total is least.

    Raises:
        OSError: the file can't be read.
        UsageError: it makes another claim, of which there are no samples.
        CertificateParseError: the file is malformed.
        CertificateRejected: it is well formed, and what was checked doesn't prove what it should.
    """
    with open_certificate(path) as reader:
        game, claim = reader.head.game, reader.head.claim
        if not isinstance(claim, TotalLeast):
            message = "a sample is for certificates of least totals; this one is checked as a whole"
            raise UsageError(message)
        lists = Lists.of(game, find_list)
        hidden_set = hidden_words_left(game, claim, lists)
        return Sampled(game, claim, check_total(reader, claim, lists, hidden_set, progress, sample))


def check_strategies(path: Path, find_list: WordListFinder) -> Accepted:
    """Check the strategies of the certificate at `path`, on which nothing rests but that they work.

    A claim of a possibility is checked whole. Of a least total it is checked that each listed opener reaches
    its total; that nothing is better takes minutes, and is for `check_file`.

    Raises:
        OSError: the file can't be read.
        UsageError: it proves an impossibility, so it has no strategy.
        CertificateParseError: what was read of the file is malformed.
        CertificateRejected: a strategy isn't what the file claims.
    """
    with open_certificate(path) as reader:
        game, claim = reader.head.game, reader.head.claim
        if isinstance(claim, DepthImpossible):
            message = f"{path}: this certificate proves an impossibility, so it has no strategy"
            raise UsageError(message)
        lists = Lists.of(game, find_list)
        hidden_set = hidden_words_left(game, claim, lists)
        if isinstance(claim, TotalLeast):
            check_total_strategies(reader, claim, lists, hidden_set)
        else:
            check_strategy(game, claim, lists, hidden_set, reader.steps(), None)
        return Accepted(game, claim, hidden_set)
