"""Several processes check one certificate, a share each (`check.check_share`).

Accepted is what all of them have accepted, if they have read the same text: each tells the SHA-256 of what
it read. Of what has to be counted before the rest can be judged each counts a share, and is told what the
others have counted. Claims that have no shares, and small proofs, are checked by `check.check_file`.
"""

from __future__ import annotations

import pickle
import queue
import subprocess
import sys
import threading
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.claims.impossible import DepthImpossible
from wordle_cp.certificate.claims.missed_between import MissedBetween
from wordle_cp.certificate.claims.total import TotalClaim
from wordle_cp.certificate.read import open_certificate
from wordle_cp.certify.jointly import worker
from wordle_cp.certify.jointly.worker import Request, ShareCounted, ShareReached
from wordle_cp.check import Shared, check_file, has_shares
from wordle_cp.check.common.lists import WHOLE
from wordle_cp.check.common.share import Share
from wordle_cp.errors import CertificateRejected, CheckerEndedError, Rule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from wordle_cp.certificate.base.claim import Claim
    from wordle_cp.check import Accepted, Progress, WordListFinder

    _Answers = queue.SimpleQueue[tuple[int, object]]
    _Teller = Callable[[list[list[int]]], None]

MOST_PROCESSES: Final = 16
_PARTS: Final = 4000  # to check for each process; fewer don't pay for reading the file once more
_LONG_PART: Final = 100  # parts that take as long as a lemma about words missed, or less
_POLL_SECONDS: Final = 0.05
_ENDED: Final = "ended"  # in place of an answer
_PROGRAM: Final = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    f"from {worker.__name__} import main; main()"
)
"""It looks for this program where this process has found it: there may be another one elsewhere."""


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
    with open_certificate(path) as reader:
        parts = _parts(reader.head.claim)
        processes = min(jobs, MOST_PROCESSES, parts // _PARTS)
    if processes <= 1 or not sys.executable or hasattr(sys, "frozen"):  # then it is another program
        return check_file(path, find_list, progress)
    try:
        shared = _shared(path, find_list, processes, parts, progress)
    except OSError:  # they can't be started, or can't read it, such as /dev/stdin: this process may
        return check_file(path, find_list, progress)
    first = shared[0]
    changed = first.accepted.head != reader.head
    if changed or any(other != first for other in shared):
        raise CertificateRejected(WHOLE, Rule.TEXT, "one that doesn't change meanwhile", "another one")
    return first.accepted


def _shared(
    path: Path, find_list: WordListFinder, processes: int, parts: int, progress: Progress | None
) -> list[Shared]:
    """Return what the processes say of their shares, or raise what one of them raised."""
    answers: _Answers = queue.SimpleQueue()
    with ExitStack() as started:
        tellers = [
            started.enter_context(_process(Request(path, find_list, Share(number, processes)), answers))
            for number in range(processes)
        ]
        return _collected(answers, tellers, parts, progress)


def _parts(claim: Claim) -> int:
    """Return how many parts a proof has to be shared; 0 if it has no shares."""
    if not has_shares(claim):
        return 0
    if isinstance(claim, TotalClaim):
        return claim.sets + claim.lemmas
    if isinstance(claim, MissedBetween):
        return claim.nodes + _LONG_PART * claim.lemmas
    return claim.nodes if isinstance(claim, DepthImpossible) else 0


@contextmanager
def _process(request: Request, answers: _Answers) -> Iterator[_Teller]:
    """Have another process do what is asked, and put what it answers there; end it in the end.

    What is yielded tells it what all have counted.
    """
    asked = pickle.dumps(sys.path) + pickle.dumps(request)
    # A group of its own, as Ctrl-C goes to all of the terminal's group, but is ours to answer.
    command = [sys.executable, "-P", "-c", _PROGRAM]
    with subprocess.Popen(  # noqa: S603  this very program
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=0
    ) as process:
        known = (process, asked, request.share.number, answers)
        reader = threading.Thread(target=_listen, args=known, daemon=True)
        try:
            reader.start()
            yield partial(_tell, process)
        finally:
            process.kill()
            process.wait()
            if reader.ident is not None:
                reader.join()
            assert process.stdin is not None
            with suppress(OSError):  # what it didn't read
                process.stdin.close()


def _tell(process: subprocess.Popen[bytes], counted: list[list[int]]) -> None:
    """Tell a process what all have counted; it reads at once. If it has ended, that is reported elsewhere."""
    assert process.stdin is not None
    with suppress(OSError):
        pickle.dump(counted, process.stdin)
        process.stdin.flush()


def _listen(process: subprocess.Popen[bytes], asked: bytes, number: int, answers: _Answers) -> None:
    """Ask the process with this number, and put its answers there until it ends."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(asked)
        process.stdin.flush()
        while True:
            answers.put((number, pickle.load(process.stdout)))  # noqa: S301  our own program's
    except Exception:  # noqa: BLE001  it has ended, perhaps in the middle of an answer
        answers.put((number, _ENDED))


class _Heard:
    """What processes have said so far."""

    def __init__(self, tellers: list[_Teller]) -> None:
        self._tellers = tellers
        self.shared: dict[int, Shared] = {}
        self._counted: dict[int, list[int]] = {}
        self._reached = dict.fromkeys(range(len(tellers)), ShareReached(0, 0))

    def hear(self, number: int, answer: object) -> None:
        """Heed what the process with this `number` says, or raise what it has raised."""
        if isinstance(answer, ShareReached):
            self._reached[number] = answer
        elif isinstance(answer, ShareCounted):
            self._counted[number] = answer.numbers
            for tell in self._tellers if len(self._counted) == len(self._tellers) else ():
                tell([self._counted[share] for share in range(len(self._tellers))])
        elif isinstance(answer, Shared):
            self.shared[number] = answer
            total = self._reached[number].total
            self._reached[number] = ShareReached(total, total)
        elif isinstance(answer, BaseException):
            raise answer
        elif answer == _ENDED and number not in self.shared:
            message = "a process that checks certificates has ended early: it was killed, or memory was short"
            raise CheckerEndedError(message)
        # Those that have counted would wait for ever for one that had nothing to count.
        if self._counted and not self.shared.keys() <= self._counted.keys():
            raise CertificateRejected(WHOLE, Rule.TEXT, "one that doesn't change meanwhile", "another one")

    def tell(self, progress: Progress, parts: int) -> None:
        """Tell how far the processes are, of the number of `parts`, or a few more; they tell how many."""
        reached = self._reached.values()
        total = max(each.total for each in reached) or parts
        progress(sum(each.done for each in reached) // len(self._tellers), total)


def _collected(
    answers: _Answers, tellers: list[_Teller], parts: int, progress: Progress | None
) -> list[Shared]:
    """Return the verdicts of all processes, or raise what one of them raised.

    There are `parts` to check, or a few more. Once all have counted, the `tellers` tell each of them what.
    """
    heard = _Heard(tellers)
    while len(heard.shared) < len(tellers):
        with suppress(queue.Empty):
            heard.hear(*answers.get(timeout=_POLL_SECONDS))
        if progress is not None:
            heard.tell(progress, parts)
    return [heard.shared[number] for number in range(len(tellers))]
