"""Certificates on their way to disk: compressed, judged by the checker, and only then named."""

from __future__ import annotations

import gzip
import lzma
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.render import AnyCertificate, render
from wordle_cp.certify.asked import judging_own
from wordle_cp.certify.jointly.run import check_jointly
from wordle_cp.certify.replacing import claims_no_more
from wordle_cp.data import word_list_by_hash
from wordle_cp.errors import UsageError, WordleCpError
from wordle_cp.files.outputs import put, rename, reserve, run
from wordle_cp.files.write import GZIP_SUFFIX, XZ_SUFFIX, temporary_file
from wordle_cp.work import UNLIMITED, Work

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from wordle_cp.certify.asked import Asked
    from wordle_cp.check import Accepted, Progress
    from wordle_cp.files.outputs import Ours


_CHECKING: Final = "checking the certificate"
_XZ_PRESET: Final = 6
"""9 takes 7 times the memory and saves next to nothing: 8 of 1,794,804 bytes for a text of 9.5 MiB."""
_XZ_BLOCK_BYTES: Final = 65_536


def write_certificate(path: Path, certificate: AnyCertificate) -> None:
    """Write `certificate` to `path`: with gzip if it ends in ``.gz``, xz if in ``.xz``, otherwise plain.

    The bytes depend on the certificate and the compression library alone. See `put` for how they get there.

    Raises:
        UsageError: a file is there that isn't to be replaced (`claims_no_more`).
        FileError: the file can't be written.
    """
    put(path, _contents(path, certificate), claims_no_more(certificate.head))


def write_checked(
    path: Path,
    certificate: AnyCertificate,
    asked: Asked,
    work: Work = UNLIMITED,
    ours: Ours | None = None,
) -> Accepted:
    """Write `certificate` as `write_certificate` does, but name it `path` only once the checker accepts it.

    What is accepted must answer what was `asked`. It replaces a file that is `ours`, by default one that
    claims no more. One that claims more, and is an answer, too, stays, and is what is accepted. A long proof
    is checked by several processes. While xz is at work, which takes time, nothing is checked yet, and that
    is shown.

    Raises:
        StoppedError: there was reason to stop; `path` is left as it was.
        UsageError: a file is there that isn't to be replaced. FileError: the file can't be written.
        CertificateRejected: the checker rejects the file or can't read it, or it answers something else, see
            `judging_own`; `path` is left as it was.
        CheckerEndedError: a process that checks it has ended by itself; `path` is left as it was.
    """
    ours = ours or claims_no_more(certificate.head)
    work.stage(_CHECKING)
    progress = work.heeding(_CHECKING)
    with run():
        try:
            reserve(path, ours)
        except UsageError:
            with suppress(WordleCpError):
                there = check_jointly(path, word_list_by_hash, work.processes, progress)
                asked.demand_answer(there)
                return there
            raise
        with temporary_file(path, _contents(path, certificate, progress)) as temporary:
            with judging_own():
                accepted = check_jointly(temporary, word_list_by_hash, work.processes, progress)
                asked.demand_answer(accepted)
            rename(temporary, path, ours)
    return accepted


def _contents(path: Path, certificate: AnyCertificate, progress: Progress | None = None) -> bytes:
    """Return what to write to `path`; for `progress` see `write_checked`."""
    text = "".join(f"{line}\n" for line in render(certificate)).encode()
    if path.suffix.lower() == XZ_SUFFIX:
        to_check = certificate.claim.to_check(certificate.head.game.guesses.count)
        return _xz(text, None if progress is None else partial(progress, 0, to_check))
    # A fixed time in the header, so that equal certificates are equal files.
    return gzip.compress(text, mtime=0) if path.suffix.lower() == GZIP_SUFFIX else text


def _xz(text: bytes, before_block: Callable[[], None] | None) -> bytes:
    """Return `text` as one xz stream. It takes a second a megabyte, so Ctrl-C must get in between blocks."""
    compressor = lzma.LZMACompressor(lzma.FORMAT_XZ, lzma.CHECK_CRC64, preset=_XZ_PRESET)
    parts = []
    for start in range(0, len(text), _XZ_BLOCK_BYTES):
        if before_block is not None:
            before_block()
        parts.append(compressor.compress(text[start : start + _XZ_BLOCK_BYTES]))
    return b"".join([*parts, compressor.flush()])
