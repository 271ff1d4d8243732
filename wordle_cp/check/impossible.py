"""The checker of impossibilities: by the nodes of a refutation, or in games of codes by lemmas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wordle_cp.check.common.kind import CheckRun, Kind

if TYPE_CHECKING:
    from wordle_cp.certificate.claims.impossible import DepthImpossible
    from wordle_cp.certificate.read import CertificateReader
    from wordle_cp.check.common.lists import Lists


def check_impossible(
    reader: CertificateReader, lists: Lists, hidden_set: tuple[str, ...], run: CheckRun
) -> None:
    """Check the whole proof, or a share of its nodes; see `check_refutation` and `check_all_miss`."""
    claim: DepthImpossible = reader.head.claim
    if claim.lemmas is None:
        from wordle_cp.check.refutation import check_refutation  # noqa: PLC0415  each way loads what it needs

        check_refutation(reader, claim, lists, hidden_set, run.progress, run.share)
    else:
        from wordle_cp.check.missed.least import check_all_miss  # noqa: PLC0415

        check_all_miss(reader, claim, lists, hidden_set, run.progress)


KIND: Final = Kind(
    check_impossible,
    None,
    "this certificate proves an impossibility, so it has no strategy",
    has_shares=lambda claim: claim.lemmas is None,
)
