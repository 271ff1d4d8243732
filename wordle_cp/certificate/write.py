"""Certificates on their way to disk: built from a variant and a strategy, put in place whole or never."""

from __future__ import annotations

import gzip
import lzma
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.absurdle_format import absurdle_claim_lines
from wordle_cp.certificate.boards_format import boards_claim_lines, boards_proof_lines
from wordle_cp.certificate.format import (
    CODE_GAME,
    END,
    KIND,
    PROGRAM,
    AbsurdleLeast,
    AbsurdleProof,
    BoardsBetween,
    BoardsProof,
    Certificate,
    ChainCases,
    ChainSplit,
    Claim,
    ClaimVerdict,
    DepthImpossible,
    DepthPossible,
    GameRecord,
    Head,
    MissedBetween,
    MissedLeast,
    NodeKind,
    OpenerScope,
    Optimality,
    Origin,
    Packing,
    Question,
    Refutation,
    RefutationNode,
    Repeats,
    Shortfall,
    TotalBetween,
    TotalClaim,
    TotalLeast,
    WordListRecord,
    format_binding,
    format_restriction,
)
from wordle_cp.certificate.missed_format import missed_claim_lines, missed_lemma_lines, missed_proof_lines
from wordle_cp.certificate.packing_format import between_claim_lines
from wordle_cp.certificate.strategy import Figures, consistent_words, figures
from wordle_cp.certificate.total_write import bound_lines, total_claim_lines, total_proof_lines
from wordle_cp.errors import file_errors, one_line
from wordle_cp.files.write import GZIP_SUFFIX, XZ_SUFFIX, _temporary_file, check_target, write_whole
from wordle_cp.joint_check import check_jointly
from wordle_cp.letters import PLAIN
from wordle_cp.resources import word_list_by_hash

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from wordle_cp.certificate.asked import Asked
    from wordle_cp.check import Accepted, Progress
    from wordle_cp.rules import History
    from wordle_cp.variant import Variant

AnyCertificate = Certificate | Refutation | Optimality | Shortfall | Packing | BoardsProof | AbsurdleProof
"""A certificate of any kind of claim, its proof in memory."""

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


def render(certificate: AnyCertificate) -> Iterator[str]:
    """Yield the lines of `certificate`, without newlines; `format` reads them back to an equal record."""
    game, claim = certificate.head.game, certificate.head.claim
    yield f"{PROGRAM} {KIND}"
    yield f"claim {_claimed(claim)}"
    yield f"variant {game.name}"
    yield f"title {game.title}"
    if game.codes is not None:
        repeats = Repeats.REPEATS if game.codes.repeats else Repeats.DISTINCT
        yield f"game {CODE_GAME} {game.codes.colours} {repeats}"
    yield f"mode {game.mode}"
    yield f"length {game.word_length}"
    if game.alphabet != PLAIN:
        yield f"letters {' '.join(game.alphabet.letters)}"
    if game.max_guesses is not None:
        yield f"limit {game.max_guesses}"
    for keyword, words in (("guesses", game.guesses), ("hidden", game.hidden)):
        yield f"{keyword} {words.count} {words.sha256} {words.origin} {words.name}"
        yield from words.words
    if claim.history:
        yield f"after {game.scoring.format_history(claim.history)}"
    yield from _claim_lines(claim)
    yield from _proof_lines(certificate)
    yield END


def _claim_lines(claim: Claim) -> Iterator[str]:
    """Yield the lines of `claim` that follow its history."""
    if isinstance(claim, TotalClaim):
        yield from total_claim_lines(claim)
    elif isinstance(claim, MissedLeast):
        yield from missed_claim_lines(claim)
    elif isinstance(claim, MissedBetween):
        yield from between_claim_lines(claim)
    elif isinstance(claim, BoardsBetween):
        yield from boards_claim_lines(claim)
    elif isinstance(claim, AbsurdleLeast):
        yield from absurdle_claim_lines(claim)
    elif isinstance(claim, DepthPossible):
        yield from _strategy_claim(claim)
    else:
        yield from _refutation_claim(claim)


def _proof_lines(certificate: AnyCertificate) -> Iterator[str]:
    """Yield the lines of the proof."""
    if isinstance(certificate, Optimality):
        yield from total_proof_lines(certificate)
    elif isinstance(certificate, Shortfall):
        yield from missed_proof_lines(certificate)
    elif isinstance(certificate, Packing):
        yield from certificate.steps
        yield from (_node_line(node) for node in certificate.nodes)
        yield from (f"set {number}" for number in certificate.sets)
    elif isinstance(certificate, BoardsProof):
        yield from boards_proof_lines(certificate)
        yield from bound_lines(certificate.sets, certificate.lemmas, certificate.head.game.scoring)
    elif isinstance(certificate, AbsurdleProof):
        yield from certificate.guesses
    elif isinstance(certificate, Certificate):
        yield from certificate.steps
    elif certificate.claim.lemmas is not None:
        yield from missed_lemma_lines(certificate.lemmas, certificate.head.game.scoring)
    else:
        yield from (_node_line(node) for node in certificate.nodes)
        yield " ".join(["root", *map(str, certificate.root)])


def _claimed(claim: Claim) -> str:  # noqa: PLR0911  one a kind of claim
    """Return the fields of the claim's own line."""
    if isinstance(claim, TotalLeast):
        return f"{Question.TOTAL} {ClaimVerdict.LEAST} {claim.least}"
    if isinstance(claim, TotalBetween):
        return f"{Question.TOTAL} {ClaimVerdict.BETWEEN} {claim.others} {claim.reached}"
    if isinstance(claim, MissedLeast):
        return f"{Question.MISSED} {ClaimVerdict.LEAST} {claim.missed}"
    if isinstance(claim, MissedBetween):
        return f"{Question.MISSED} {ClaimVerdict.BETWEEN} {claim.low} {claim.high}"
    if isinstance(claim, BoardsBetween):
        return f"{Question.BOARDS} {ClaimVerdict.BETWEEN} {claim.boards}"
    if isinstance(claim, AbsurdleLeast):
        return f"{Question.ABSURDLE} {ClaimVerdict.LEAST} {claim.fewest}"
    verdict = ClaimVerdict.POSSIBLE if isinstance(claim, DepthPossible) else ClaimVerdict.IMPOSSIBLE
    return f"{Question.DEPTH} {verdict} {claim.depth}"


def _strategy_claim(claim: DepthPossible) -> Iterator[str]:
    if claim.opener is not None:
        yield f"opener {claim.opener}"
    yield f"covered {claim.hidden_count}"
    yield f"total {claim.total_guesses}"
    yield f"most {claim.max_guesses}"
    yield "distribution " + " ".join(str(count) for count in claim.distribution)
    yield f"steps {claim.steps}"


def _refutation_claim(claim: DepthImpossible) -> Iterator[str]:
    yield f"openers {claim.scope}" + ("" if claim.scope is OpenerScope.ALL else f" {len(claim.openers)}")
    yield from claim.openers
    yield f"covered {claim.hidden_count}"
    yield f"nodes {claim.nodes}" if claim.lemmas is None else f"lemmas {claim.lemmas}"


def _node_line(node: RefutationNode) -> str:
    parts: Iterable[str] = node.words
    if node.kind is NodeKind.WEIGHTS:
        parts = (f"{word}*{weight}" for word, weight in zip(node.words, node.weights, strict=True))
    elif node.kind is NodeKind.CHAIN:
        parts = (*node.words, ":", *_cases(node.cases))
    elif node.kind is NodeKind.RULE:
        parts = map(str, node.children)
    return f"{node.kind} {node.guesses} {format_binding(node)} {' '.join(parts)}"


def _cases(cases: ChainCases) -> Iterator[str]:
    """Yield the parts of a line that are `cases`, in preorder."""
    if isinstance(cases, ChainSplit):
        yield from ("split", format_restriction(cases.first), format_restriction(cases.second))
        yield from _cases(cases.first_needs_second)
        yield from _cases(cases.second_needs_first)
    else:
        yield from ("by", ",".join(map(str, cases)))


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
