"""Answers that ship: a certificate of proofs/ that answers the question asked, checked here and now.

The certificate is checked anew, as each one is that an answer rests on. Where there is no time for that, a
note says so, and the answer is looked for as if nothing shipped.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.read import read_whole
from wordle_cp.certify.asked import Asked, judging_own
from wordle_cp.certify.jointly.run import check_jointly
from wordle_cp.certify.publish import write_checked
from wordle_cp.check.plain.effort import in_words
from wordle_cp.data import demand_as_shipped, proof_name, word_list_by_hash
from wordle_cp.errors import brief
from wordle_cp.work import Counted, Hint, Note, StoppedError, StopReason

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from wordle_cp.answers.shipped_claims import Shipped
    from wordle_cp.check import Accepted
    from wordle_cp.games.question import Position
    from wordle_cp.work import Work

_SHARE: Final = 0.5
"""Share of the time that is left which a check may take."""
_TELLING: Final = 4
"""Once one part in so many is done, that tells how long all of it takes."""


class _Pace:
    """Hears how far a check is, and tells how long all of it takes."""

    def __init__(self, show: Callable[[object], None]) -> None:
        self._show = show
        self._began = time.monotonic()
        self._whole = 0.0  # seconds; 0 while that isn't known

    def __call__(self, event: object) -> None:
        """Hear of an event, and pass it on."""
        if isinstance(event, Counted) and 0 < event.of <= _TELLING * event.done:
            self._whole = (time.monotonic() - self._began) * event.of / event.done
        self._show(event)

    @property
    def text(self) -> str:
        """How long the check takes, which had half of the time that was left."""
        known = f"{in_words(max(1, self._whole))}, " if self._whole else ""
        return f"{known}more than half of the time limit"


@dataclass(frozen=True, slots=True)
class ShippedAnswer:
    """The shipped certificate at `path`, which the checker has accepted."""

    path: Path
    accepted: Accepted

    __repr__ = brief()


def name_answer(path: Path | None, work: Work) -> None:
    """Name the certificate at `path`, which answers what is to be searched for, if there is one."""
    if path is not None:
        name = proof_name(path)
        work.show(Hint(f"{name} ships and answers this; to check it: wordle-cp check {name}"))


def checked_answer(
    shipped: Shipped, position: Position, work: Work, out: Path | None = None
) -> ShippedAnswer | None:
    """Let the checker judge the certificate that ships; it must answer what was asked about the `position`.

    The same text is written to `out`, if that is given. None, and a note, if that takes longer than half of
    the time left.

    Raises:
        StoppedError: there was reason to stop; `out` is left as it was.
        ShippedProofError: it isn't the file that was checked when it was added.
        FileError: `out` can't be written.
    """
    path, asked = shipped.path, Asked(position, type(shipped.claim), **shipped.asked)
    demand_as_shipped(path)
    doing = f"checking {proof_name(path)}"
    pace = _Pace(work.show)
    checking = work.share(_SHARE).showing(pace)
    with suppress(StoppedError):
        if out is not None:
            return ShippedAnswer(path, write_checked(out, read_whole(path), asked, checking))
        checking.stage(doing)
        with judging_own():
            accepted = check_jointly(path, word_list_by_hash, work.processes, checking.heeding(doing))
            asked.demand_answer(accepted)
        return ShippedAnswer(path, accepted)
    if work.reason_to_stop() in {None, StopReason.TIME}:
        name = proof_name(path)
        work.show(Note(f"{name} ships and answers this, but its check takes {pace.text}"))
    work.demand_time()
    return None
