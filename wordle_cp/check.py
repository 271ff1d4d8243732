"""The independent checker: is what a certificate claims true?

It knows the rules of the game (`wordle_cp.rules`), the grammar of the file (`wordle_cp.certificate.format`)
and nothing else of this project; it never searches. Everything that a file says about itself is computed
afresh and compared: the word lists and the hidden words left (`check_lists`), the partitions and the legality
of every guess of a strategy (`check_strategy`), and the reason of every node of a refutation
(`check_refutation`). docs/certificates.md argues why acceptance implies the claim.

The file is streamed, and no recursion follows it, so that neither its size nor its depth can hurt.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordle_cp.certificate.format import Claim, DepthPossible, GameRecord, open_certificate
from wordle_cp.check_lists import Lists, Progress, WordListFinder, hidden_words_left
from wordle_cp.check_refutation import check_refutation
from wordle_cp.check_strategy import Replay

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Accepted", "Progress", "WordListFinder", "check_file"]


@dataclass(frozen=True, slots=True)
class Accepted:
    """The verdict on a certificate that proves its claim."""

    game: GameRecord
    claim: Claim
    hidden_set: tuple[str, ...]
    """The hidden words that the claim is about, in the order of their list."""


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
            Replay(game, claim, lists, progress).run(hidden_set, reader.steps())
        else:
            check_refutation(reader, claim, lists, hidden_set, progress)
        return Accepted(game, claim, hidden_set)
