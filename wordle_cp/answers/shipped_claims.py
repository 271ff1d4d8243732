"""What the certificates that ship with the project say about a game, by their claims alone.

Where this stands: above `certificate.read` and `data`; `prove` takes hints from it, `answers.position.value`
totals that need no search. The certificates are checked when they are added to proofs/, not here: whoever
takes a number from one makes sure that it is still that file. A hint needs no such care.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordle_cp.certificate.claims.impossible import DepthImpossible, OpenerScope
from wordle_cp.certificate.claims.possible import DepthPossible
from wordle_cp.certificate.claims.total import TotalLeast
from wordle_cp.certificate.parts.steps import STEPS
from wordle_cp.certificate.read import open_certificate
from wordle_cp.data import demand_as_shipped, proof_paths
from wordle_cp.errors import brief
from wordle_cp.rules.symmetry import representatives

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wordle_cp.certificate.read import CertificateReader
    from wordle_cp.games.variant import Variant


@dataclass(frozen=True, slots=True)
class ShippedTotal:
    """The least total of guesses of a game, all openers that reach it, and the proof.

    `exact` are the openers whose least totals ship, in this proof or another; every other one takes `others`
    guesses or more.
    """

    total: int
    best: tuple[str, ...]
    path: Path
    exact: tuple[tuple[str, int], ...]
    others: int

    __repr__ = brief()


def shipped_certificates(variant: Variant) -> Iterator[tuple[Path, CertificateReader]]:
    """Yield the shipped certificates about the words and the mode of `variant`, each open until the next."""
    for path in proof_paths():
        with open_certificate(path) as reader:
            game = reader.head.game
            if (game.guesses.sha256, game.hidden.sha256, game.mode, game.codes) == (
                variant.guesses_hash,
                variant.hidden_hash,
                variant.mode,
                variant.codes,
            ):
                yield path, reader


def shipped_total(variant: Variant, limit: int | None) -> ShippedTotal | None:
    """Return what a shipped certificate proves about the openers of `variant` within `limit` guesses.

    None if none is about all openers of this very game under this very limit, or tells all the best ones.

    Raises:
        ShippedProofError: it isn't the file that was checked when it was added.
    """
    found: list[tuple[Path, TotalLeast]] = []
    for path, reader in shipped_certificates(variant):
        claim = reader.head.claim
        if not isinstance(claim, TotalLeast) or claim.weights:
            continue
        if claim.history or claim.among or claim.within != limit:
            continue
        if claim.others > claim.least and claim.hidden_count == len(variant.hidden):
            demand_as_shipped(path)
            found.append((path, claim))
    if not found:
        return None
    path, claim = found[0]
    best = tuple(listed.opener for listed in claim.openers if listed.total == claim.least)
    exact = {opener: total for _, each in found for opener, total in each.exact.items()}
    others = max(each.others for _, each in found)
    return ShippedTotal(claim.least, _with_equivalent(best, variant), path, tuple(exact.items()), others)


def shipped_depth(variant: Variant) -> tuple[int, Path] | None:
    """Return the greatest number of guesses that a shipped proof calls too few, whatever the opener.

    None if no shipped proof is about all openers of `variant`.

    Raises:
        ShippedProofError: it isn't the file that was checked when it was added.
    """
    found: list[tuple[int, Path]] = []
    for path, reader in shipped_certificates(variant):
        claim = reader.head.claim
        if isinstance(claim, DepthImpossible) and claim.scope is OpenerScope.ALL and not claim.history:
            demand_as_shipped(path)
            found.append((claim.depth, path))
    return max(found, default=None)


def _with_equivalent(openers: tuple[str, ...], variant: Variant) -> tuple[str, ...]:
    """Return the `openers`, and in a game of codes all that are equivalent to one of them, in their order."""
    if variant.codes is None:
        return openers
    first = representatives((), variant.guesses)
    meant = {first[opener] for opener in openers}
    return tuple(guess for guess in variant.guesses if first[guess] in meant)


def hinted_openers(variant: Variant, depth: int) -> Iterator[str]:
    """Yield the first guesses of shipped certificates of this game whose claim is as strong or stronger."""
    seen: set[str] = set()
    for _, reader in shipped_certificates(variant):
        claim = reader.head.claim
        if not isinstance(claim, DepthPossible) or claim.history or claim.depth > depth:
            continue
        opener = next(reader.read(STEPS, claim.steps), None)
        if opener is not None and opener not in seen:
            seen.add(opener)
            yield opener


def refuted_depths(variant: Variant) -> Iterator[tuple[int, Path]]:
    """Yield what number of guesses isn't enough from the start, whatever the opener, and the certificate.

    Raises:
        ShippedProofError: one isn't the file that was checked when it was added.
    """
    for path, reader in shipped_certificates(variant):
        claim = reader.head.claim
        if isinstance(claim, DepthImpossible) and not claim.history and claim.scope is OpenerScope.ALL:
            demand_as_shipped(path)
            yield claim.depth, path
