"""The lines of a certificate: `read` reads them back to an equal record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.certificate.base.records import (
    CODE_GAME,
    END,
    KIND,
    PROGRAM,
    ClaimVerdict,
    Question,
    Repeats,
    format_restriction,
)
from wordle_cp.certificate.claims.absurdle_records import AbsurdleLeast, AbsurdleProof
from wordle_cp.certificate.claims.absurdle_text import absurdle_claim_lines
from wordle_cp.certificate.claims.boards_records import BoardsBetween, BoardsProof
from wordle_cp.certificate.claims.boards_text import boards_claim_lines, boards_proof_lines
from wordle_cp.certificate.claims.depth_records import (
    Certificate,
    ChainCases,
    ChainSplit,
    DepthImpossible,
    DepthPossible,
    NodeKind,
    OpenerScope,
    Refutation,
    RefutationNode,
    format_binding,
)
from wordle_cp.certificate.claims.missed_records import MissedLeast, Shortfall
from wordle_cp.certificate.claims.missed_text import (
    missed_claim_lines,
    missed_lemma_lines,
    missed_proof_lines,
)
from wordle_cp.certificate.claims.packing_records import MissedBetween, Packing
from wordle_cp.certificate.claims.packing_text import between_claim_lines
from wordle_cp.certificate.claims.total_records import Optimality, TotalBetween, TotalClaim, TotalLeast
from wordle_cp.certificate.claims.total_write import bound_lines, total_claim_lines, total_proof_lines
from wordle_cp.rules.letters import PLAIN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wordle_cp.certificate.claims.kinds import Claim


AnyCertificate = Certificate | Refutation | Optimality | Shortfall | Packing | BoardsProof | AbsurdleProof
"""A certificate of any kind of claim, its proof in memory."""


def render(certificate: AnyCertificate) -> Iterator[str]:
    """Yield the lines of `certificate`, without newlines; `read` reads them back to an equal record."""
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
