"""Certificates that are judged and not kept."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from wordle_cp.certificate.render import render
from wordle_cp.certify.asked import judging_own
from wordle_cp.check import check_file
from wordle_cp.data import word_list_by_hash
from wordle_cp.errors import file_errors
from wordle_cp.work import UNLIMITED, Work

if TYPE_CHECKING:
    from wordle_cp.certificate.render import AnyCertificate
    from wordle_cp.certify.asked import Asked
    from wordle_cp.check import Accepted


def check_unkept(certificate: AnyCertificate, asked: Asked, work: Work = UNLIMITED) -> Accepted:
    """Let the checker judge `certificate`, of which no file is kept.

    It reads a temporary file that has no name: so nothing of it is left, even where the process is killed.

    Raises:
        StoppedError: there was reason to stop.
        FileError: there is no place for temporary files.
        CertificateRejected: the checker rejects it or can't read it, or it answers something else than was
            `asked`; see `judging_own`.
    """
    with file_errors(Path(tempfile.gettempdir())), tempfile.TemporaryFile() as file:
        file.writelines(f"{line}\n".encode() for line in render(certificate))
        file.seek(0)
        with judging_own():
            accepted = check_file(Path(f"/dev/fd/{file.fileno()}"), word_list_by_hash, work.heeding())
            asked.demand_answer(accepted)
    return accepted
