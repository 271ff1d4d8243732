"""Answers that ship: a certificate of proofs/ that answers the question asked, checked here and now.

Where this stands: above `shipped_claims`, which finds it by its claim, and `certify`; below the answers that
begin with it. It is checked anew, as each certificate is that an answer rests on. Where there is no time for
that, the answer is looked for as if nothing shipped.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.read import read_whole
from wordle_cp.certify.asked import Asked, judging_own
from wordle_cp.certify.jointly.run import check_jointly
from wordle_cp.certify.publish import write_checked
from wordle_cp.data import demand_as_shipped, proof_name, word_list_by_hash
from wordle_cp.errors import brief
from wordle_cp.work import StoppedError

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.answers.shipped_claims import Shipped
    from wordle_cp.check import Accepted
    from wordle_cp.games.question import Position
    from wordle_cp.work import Work

_SHARE: Final = 0.5
"""Share of the time that is left which a check may take."""


@dataclass(frozen=True, slots=True)
class ShippedAnswer:
    """The shipped certificate at `path`, which the checker has accepted."""

    path: Path
    accepted: Accepted

    __repr__ = brief()


def checked_answer(
    shipped: Shipped, position: Position, work: Work, out: Path | None = None
) -> ShippedAnswer | None:
    """Let the checker judge the certificate that ships; it must answer what was asked about the `position`.

    The same text is written to `out`, if that is given. None if that takes longer than half of the time left.

    Raises:
        StoppedError: there was reason to stop; `out` is left as it was.
        ShippedProofError: it isn't the file that was checked when it was added.
        FileError: `out` can't be written.
    """
    path, asked = shipped.path, Asked(position, type(shipped.claim), **shipped.asked)
    demand_as_shipped(path)
    doing = f"checking {proof_name(path)}"
    checking = work.share(_SHARE)
    with suppress(StoppedError):
        if out is not None:
            return ShippedAnswer(path, write_checked(out, read_whole(path), asked, checking))
        checking.stage(doing)
        with judging_own():
            accepted = check_jointly(path, word_list_by_hash, work.processes, checking.heeding(doing))
            asked.demand_answer(accepted)
        return ShippedAnswer(path, accepted)
    work.demand_time()
    return None
