"""Several processes check one certificate, a share each (`check.check_share`).

Accepted is what all of them have accepted, if they have read the same text: each tells the SHA-256 of what
it read. Of what has to be counted before the rest can be judged each counts a share, and is told what the
others have counted. Claims that have no shares, and small proofs, are checked by `check.check_file`.
"""

from __future__ import annotations

import queue
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.read import open_certificate
from wordle_cp.certify.processes import ENDED, HAS_ENDED, Processes, answer, has_processes, hear
from wordle_cp.check import Shared, check_file, check_share, has_shares
from wordle_cp.check.common.lists import WHOLE
from wordle_cp.check.common.share import Share
from wordle_cp.errors import CertificateRejected, CheckerEndedError, Rule

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.certificate.base.claim import Claim
    from wordle_cp.check import Accepted, Progress, WordListFinder

MOST_PROCESSES: Final = 16
_PARTS: Final = 4000  # to check for each process; fewer don't pay for reading the file once more
_LONG_PART: Final = 100  # parts that take as long as a lemma about words missed, or less
_POLL_SECONDS: Final = 0.05
_TOLD_SECONDS: Final = 0.1  # from one report of progress of a process to the next


@dataclass(frozen=True, slots=True)
class ShareCounted:
    """What was counted for a share; the process then hears what was counted for each share."""

    numbers: list[int]


@dataclass(frozen=True, slots=True)
class ShareReached:
    """How many parts of `total` are done."""

    done: int
    total: int


def check_jointly(
    path: Path, find_list: WordListFinder, jobs: int, progress: Progress | None = None
) -> Accepted:
    """Check the certificate at `path` as `check.check_file` does, on up to `jobs` processes.

    `find_list` is a function of a module, for the other processes to find. `progress` is called every 50 ms
    at least, and what it raises ends them.

    Raises:
        FileError: the file can't be read.
        CertificateParseError: the file is malformed, so it claims nothing.
        CertificateRejected: the file is well formed and doesn't prove what it claims.
        CheckerEndedError: a process has ended by itself.
    """
    if jobs == 1:
        return check_file(path, find_list, progress)
    with open_certificate(path) as reader:
        parts = _parts(reader.head.claim)
        shares = min(jobs, MOST_PROCESSES, parts // _PARTS)
    if shares <= 1 or not has_processes():
        return check_file(path, find_list, progress)
    try:
        with Processes() as processes:
            for number in range(shares):
                processes.ask(number, partial(_check_share, path, find_list, Share(number, shares)))
            shared = _collected(processes, parts, progress)
    except OSError:  # they can't be started, or can't read it, such as /dev/stdin: this process may
        return check_file(path, find_list, progress)
    first = shared[0]
    changed = first.accepted.head != reader.head
    if changed or any(other != first for other in shared):
        raise CertificateRejected(WHOLE, Rule.TEXT, "one that doesn't change meanwhile", "another one")
    return first.accepted


def _parts(claim: Claim) -> int:
    """Return how many parts a proof has to be shared; 0 if it has no shares."""
    from wordle_cp.certificate.claims.impossible import DepthImpossible  # noqa: PLC0415  one process needs one
    from wordle_cp.certificate.claims.missed_between import MissedBetween  # noqa: PLC0415
    from wordle_cp.certificate.claims.total import TotalClaim  # noqa: PLC0415

    if not has_shares(claim):
        return 0
    if isinstance(claim, TotalClaim):
        return claim.sets + claim.lemmas
    if isinstance(claim, MissedBetween):
        return claim.nodes + _LONG_PART * claim.lemmas
    return claim.nodes if isinstance(claim, DepthImpossible) else 0


def _check_share(path: Path, find_list: WordListFinder, share: Share) -> Shared:
    """Check one share, in a process of its own, and tell now and then how far that is."""
    told = 0.0

    def tell(done: int, total: int) -> None:
        nonlocal told
        if time.monotonic() - told >= _TOLD_SECONDS:
            told = time.monotonic()
            answer(ShareReached(done, total))

    def exchange(counted: list[int]) -> list[list[int]]:
        answer(ShareCounted(counted))
        others: list[list[int]] = hear()
        return others

    return check_share(path, find_list, share, tell, exchange)


def _collected(processes: Processes, parts: int, progress: Progress | None) -> list[Shared]:
    """Return the verdicts of all processes, or raise what one of them raised.

    There are `parts` to check, or a few more. Once all have counted, each of them is told what.
    """
    heard = _Heard(processes)
    while len(heard.shared) < len(processes):
        with suppress(queue.Empty):
            heard.hear(*processes.answers.get(timeout=_POLL_SECONDS))
        if progress is not None:
            reached = heard.reached.values()
            progress(
                sum(each.done for each in reached) // len(processes),
                max(each.total for each in reached) or parts,
            )
    return [heard.shared[number] for number in range(len(processes))]


class _Heard:
    """What processes have said so far."""

    def __init__(self, processes: Processes) -> None:
        self._processes = processes
        self._counted: dict[int, list[int]] = {}
        self.shared: dict[int, Shared] = {}
        self.reached = dict.fromkeys(range(len(processes)), ShareReached(0, 0))

    def hear(self, number: int, answered: object) -> None:
        """Heed what the process with this `number` says, or raise what it has raised."""
        counted, shared = self._counted, self.shared
        if isinstance(answered, ShareReached):
            self.reached[number] = answered
        elif isinstance(answered, ShareCounted):
            counted[number] = answered.numbers
            if counted.keys() == self.reached.keys():
                for other in counted:
                    self._processes.ask(other, [counted[share] for share in sorted(counted)])
        elif isinstance(answered, Shared):
            shared[number] = answered
            self.reached[number] = ShareReached(self.reached[number].total, self.reached[number].total)
        elif isinstance(answered, BaseException):
            raise answered
        elif answered == ENDED and number not in shared:
            raise CheckerEndedError(HAS_ENDED)
        # Those that have counted would wait for ever for one that had nothing to count.
        if counted and not shared.keys() <= counted.keys():
            raise CertificateRejected(WHOLE, Rule.TEXT, "one that doesn't change meanwhile", "another one")
