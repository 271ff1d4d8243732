"""The certificate of the fewest guesses that beat Absurdle: written, and judged by the checker.

The file has the guesses that win and nothing more (docs/certificates/, 'Claim "absurdle least"'): that fewer
don't win is worked out by the checker, within bounds.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from wordle_cp.certify.absurdle import absurdle_certificate
from wordle_cp.certify.publish import write_checked
from wordle_cp.certify.unkept import check_unkept
from wordle_cp.errors import CertificateRejected, Rule
from wordle_cp.games.question import Position
from wordle_cp.work import StoppedError

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.answers.absurdle.run import AbsurdleAnswer
    from wordle_cp.work import Work


def certify(
    report: AbsurdleAnswer,
    work: Work,
    out: Path | None = None,
) -> AbsurdleAnswer:
    """Let the checker judge what `report` says, and keep the certificate as `out` if it is accepted.

    Nothing is written where the fewest guesses aren't known, where the checker would have too much to look
    at, or where there was reason to stop: the report returned says which.

    Raises:
        FileError: the file can't be written.
        CertificateRejected: the checker finds the result wrong.
    """
    report = replace(report, out=out)
    if report.fewest is None:
        return report
    started = time.monotonic()
    position = Position.of(report.variant, report.history)
    proof, asked = absurdle_certificate(position, (move.guess for move in report.moves))
    stopped_by = None
    certified = False
    try:
        if out is None:
            check_unkept(proof, asked, work)
        else:
            write_checked(out, proof, asked, work)
        certified = True
    except StoppedError as error:
        stopped_by = error.reason
    except CertificateRejected as error:
        if error.rule is not Rule.SIZE:
            raise
    seconds = report.seconds + time.monotonic() - started
    return replace(report, certified=certified, stopped_by=stopped_by, seconds=seconds)
