"""Certificates on their way to disk: built from a variant and a strategy, put in place whole or never."""

from __future__ import annotations

import gzip
import lzma
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.format import (
    AbsurdleLeast,
    BoardsBetween,
    Certificate,
    DepthImpossible,
    DepthPossible,
    GameRecord,
    Head,
    MissedBetween,
    Origin,
    TotalClaim,
    WordListRecord,
)
from wordle_cp.certificate.render import AnyCertificate, render
from wordle_cp.certificate.strategy import Figures, consistent_words, figures
from wordle_cp.errors import file_errors, one_line
from wordle_cp.files.write import GZIP_SUFFIX, XZ_SUFFIX, _temporary_file, check_target, write_whole
from wordle_cp.joint_check import check_jointly
from wordle_cp.resources import word_list_by_hash

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from wordle_cp.certificate.asked import Asked
    from wordle_cp.check import Accepted, Progress
    from wordle_cp.rules import History
    from wordle_cp.variant import Variant


_XZ_PRESET: Final = 6
"""9 takes 7 times the memory and saves next to nothing: 8 of 1,794,804 bytes for a text of 9.5 MiB."""
_XZ_BLOCK_BYTES: Final = 65_536


def depth_certificate(
    variant: Variant,
    depth: int,
    steps: Sequence[str],
    *,
    history: History = (),
    opener: str | None = None,
) -> Certificate:
    """Return the certificate that `variant` can be won within `depth` guesses, those of `history` included.

    `steps` is the strategy after `history`, in the preorder of `DepthPossible`; its numbers are computed
    here. `opener` is its first guess, given if the claim is to name it.

    Raises:
        ValueError: `steps` is not a strategy of the hidden words that agree with `history`.
    """
    return certificate_of(
        variant,
        depth,
        steps,
        figures(
            steps,
            consistent_words(variant.hidden, history, variant.scoring),
            history,
            variant.scoring,
        ),
        history=history,
        opener=opener,
    )


def certificate_of(
    variant: Variant,
    depth: int,
    steps: Sequence[str],
    numbers: Figures,
    *,
    history: History = (),
    opener: str | None = None,
) -> Certificate:
    """Return the certificate that claims `numbers` for the strategy `steps`, right or wrong."""
    claim = DepthPossible(
        depth=depth,
        history=history,
        opener=opener,
        hidden_count=numbers.hidden_count,
        total_guesses=numbers.total_guesses,
        max_guesses=len(numbers.distribution),
        distribution=numbers.distribution,
        steps=len(steps),
    )
    return Certificate(Head(game_record(variant), claim), tuple(steps))


def game_record(variant: Variant) -> GameRecord:
    """Return `variant` in full; lists that ship are referred to by SHA-256, others are embedded."""
    guesses = _list_record(variant.guesses_name, variant.guesses, variant.guesses_hash)
    if variant.codes is not None:
        guesses = replace(guesses, origin=Origin.GENERATED, words=())
    hidden = _list_record(variant.hidden_name, variant.hidden, variant.hidden_hash)
    if hidden.origin is Origin.EMBEDDED and hidden.sha256 == guesses.sha256:
        hidden = WordListRecord(hidden.name, hidden.count, hidden.sha256, Origin.GUESSES)
    return GameRecord(
        name=one_line(variant.name),
        title=one_line(variant.title),
        mode=variant.mode,
        word_length=variant.length,
        alphabet=variant.alphabet,
        max_guesses=variant.max_guesses,
        guesses=guesses,
        hidden=hidden,
        codes=variant.codes,
    )


def _list_record(name: str, words: tuple[str, ...], sha256: str) -> WordListRecord:
    name = one_line(name)
    if word_list_by_hash(sha256) is not None:
        return WordListRecord(name, len(words), sha256, Origin.SHIPPED)
    return WordListRecord(name, len(words), sha256, Origin.EMBEDDED, words)


def write_certificate(path: Path, certificate: AnyCertificate) -> None:
    """Write `certificate` to `path`: with gzip if it ends in ``.gz``, xz if in ``.xz``, otherwise plain.

    The bytes depend on the certificate and the compression library alone. See `write_whole` for how they get
    there.

    Raises:
        FileError: the file can't be written.
    """
    write_whole(path, _contents(path, certificate))


def write_checked(
    path: Path,
    certificate: AnyCertificate,
    asked: Asked,
    progress: Progress | None = None,
    jobs: int = 1,
) -> Accepted:
    """Write `certificate` as `write_certificate` does, but name it `path` only once the checker accepts it.

    What is accepted must answer what was `asked`. A long proof is checked by up to `jobs` processes.
    `progress` is that of the checker. It hears that nothing is checked yet while xz is at work, which takes
    time: so what it raises can stop that too.

    Raises:
        FileError: the file can't be written.
        CertificateParseError: the checker can't read the file; `path` is left as it was.
        CertificateRejected: the checker rejects the file, or it answers something else; `path` is left as it
            was.
        CheckerEndedError: a process that checks it has ended by itself; `path` is left as it was.
    """
    check_target(path)
    with _temporary_file(path, _contents(path, certificate, progress)) as temporary:
        accepted = check_jointly(temporary, word_list_by_hash, jobs, progress)
        asked.demand_answer(accepted)
        with file_errors(path):
            temporary.replace(path)
    return accepted


def _contents(path: Path, certificate: AnyCertificate, progress: Progress | None = None) -> bytes:
    """Return what to write to `path`; for `progress` see `write_checked`."""
    text = "".join(f"{line}\n" for line in render(certificate)).encode()
    if path.suffix.lower() == XZ_SUFFIX:
        return _xz(text, None if progress is None else partial(progress, 0, _parts(certificate.head)))
    # A fixed time in the header, so that equal certificates are equal files.
    return gzip.compress(text, mtime=0) if path.suffix.lower() == GZIP_SUFFIX else text


def _parts(head: Head) -> int:
    """Return how much there is to check, as `progress` counts; for openers that need no look, a bit more."""
    claim = head.claim
    if isinstance(claim, DepthImpossible):
        return claim.nodes if claim.lemmas is None else claim.lemmas
    if isinstance(claim, DepthPossible):
        return claim.hidden_count
    if isinstance(claim, AbsurdleLeast):
        return claim.fewest
    if isinstance(claim, MissedBetween):
        return claim.nodes + claim.sets
    if isinstance(claim, BoardsBetween):
        parts = claim.plays + claim.positions
        return parts if claim.one is None else parts + claim.one.sets + claim.one.lemmas
    sets = claim.sets if isinstance(claim, TotalClaim) else 0
    return sets + claim.lemmas + (len(claim.among) or head.game.guesses.count)


def _xz(text: bytes, before_block: Callable[[], None] | None) -> bytes:
    """Return `text` as one xz stream. It takes a second a megabyte, so Ctrl-C must get in between blocks."""
    compressor = lzma.LZMACompressor(lzma.FORMAT_XZ, lzma.CHECK_CRC64, preset=_XZ_PRESET)
    parts = []
    for start in range(0, len(text), _XZ_BLOCK_BYTES):
        if before_block is not None:
            before_block()
        parts.append(compressor.compress(text[start : start + _XZ_BLOCK_BYTES]))
    return b"".join([*parts, compressor.flush()])
