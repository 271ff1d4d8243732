"""From a record to a file that the checker has accepted.

The parts, in their order:

Whether a certificate may take the place of a file that is there already.

That must be a certificate about the same game and question which claims no more: it may have taken longer.

Certificates on their way to disk: compressed, judged by the checker, and only then named.

Certificates that are judged and not kept.
"""

from __future__ import annotations

import gzip
import lzma
import tempfile
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.certificate.read import open_certificate
from wordle_cp.certificate.render import AnyCertificate, render
from wordle_cp.certify.jointly import check_jointly
from wordle_cp.certify.records import game_record, judging_own
from wordle_cp.check import check_file
from wordle_cp.data import word_list_by_hash
from wordle_cp.errors import UsageError, WordleCpError, file_errors
from wordle_cp.files.outputs import put, rename, reserve, run
from wordle_cp.files.write import GZIP_SUFFIX, XZ_SUFFIX, temporary_file
from wordle_cp.work import UNLIMITED, Work

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordle_cp.certificate.base.claim import Head
    from wordle_cp.certify.records import Asked
    from wordle_cp.check import Accepted, Progress
    from wordle_cp.files.outputs import Ours
    from wordle_cp.games.question import Position


_SCOPE: Final = ("history", "within", "most", "among", "weights", "leave", "start")
"""Fields of claims that say what is asked; not every claim has each."""


def about(position: Position, *words: str, depth: int | None = None) -> Ours:
    """Return what tells whether a file is a certificate that an answer about `position` may replace.

    The words of its claim begin with some of these `words`, and if a `depth` is asked about, it doesn't say
    more than any answer would. `claims_no_more` judges the answer itself.
    """

    def ours(path: Path) -> bool:
        there = _head(path)
        claim = there.claim
        if (there.game, claim.history) != (game_record(position.variant), position.history):
            return False
        if not " ".join(claim.words).startswith(words):
            return False
        return depth is None or (claim.depth <= depth if claim.is_refutation else claim.depth >= depth)

    return ours


def is_certificate(path: Path) -> bool:
    """Tell whether the file at `path` is a certificate; a WordleCpError if it isn't."""
    return bool(_head(path))


def claims_no_more(than: Head[Any]) -> Ours:
    """Return what tells whether a file is a certificate about the same that claims no more `than` this."""

    def ours(path: Path) -> bool:
        there = _head(path)
        return _asked(there) == _asked(than) and _follows(there.claim, than.claim)

    return ours


def _head(path: Path) -> Head[Any]:
    with open_certificate(path) as reader:
        return reader.head


def _asked(head: Head[Any]) -> tuple[object, ...]:
    return head.game, *(getattr(head.claim, name, None) for name in _SCOPE)


def _follows(there: Any, new: Any) -> bool:  # noqa: ANN401  claims of any kind
    """Tell whether `there` claims no more than `new`, both about the same."""
    question, verdict = there.words
    if new.words != there.words and (verdict, *new.words) != ("between", question, "least"):
        return False
    match there.words:
        case ("depth", "possible"):
            numbers = ("depth", "total_guesses", "max_guesses")
            no_less = all(getattr(new, name) <= getattr(there, name) for name in numbers)
            return no_less and there.opener in {None, new.opener}
        case ("depth", "impossible"):
            mine, theirs = set(new.openers), set(there.openers)
            if there.scope == "only":
                refuted = theirs <= mine if new.scope == "only" else not theirs & mine
            else:
                refuted = new.scope != "only" and mine <= theirs
            return new.depth >= there.depth and refuted
        case ("fixed", _):
            return bool(new.count <= there.count if there.enough else new.count >= there.count)
    (low, high), (new_low, new_high) = _ends(there), _ends(new)
    exact = getattr(there, "exact", {}).items() <= getattr(new, "exact", {}).items()
    return (
        exact
        and low <= new_low
        and new_high <= high
        and getattr(there, "others", 0) <= getattr(new, "others", 0)
    )


def _ends(claim: Any) -> tuple[int, int]:  # noqa: ANN401  see `_follows`
    """Return between what numbers the one lies that is claimed."""
    (number,) = claim.answer.values()
    return tuple(number) if isinstance(number, list) else (number, number)


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
    path: Path | None,
    certificate: AnyCertificate,
    asked: Asked,
    work: Work = UNLIMITED,
    ours: Ours | None = None,
) -> Accepted:
    """Write `certificate` as `write_certificate` does, but name it `path` only once the checker accepts it.

    What is accepted must answer what was `asked`. It replaces a file that is `ours`, by default one that
    claims no more. One that claims more, and is an answer, too, stays, and is what is accepted. Without a
    `path` no file is kept (`_check_unkept`). A long proof is checked by several processes. While xz is at
    work, which takes time, nothing is checked yet, and that is shown.

    Raises:
        StoppedError: there was reason to stop; `path` is left as it was.
        UsageError: a file is there that isn't to be replaced. FileError: the file can't be written.
        CertificateRejected: the checker rejects the file or can't read it, or it answers something else, see
            `judging_own`; `path` is left as it was.
        CheckerEndedError: a process that checks it has ended by itself; `path` is left as it was.
    """
    work.stage(_CHECKING)
    if path is None:
        return _check_unkept(certificate, asked, work)
    ours = ours or claims_no_more(certificate.head)
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


def _check_unkept(certificate: AnyCertificate, asked: Asked, work: Work) -> Accepted:
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
