"""What `check` found out: the JSON fields, and the lines for people."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.answers.telling import ending_fields
from wordle_cp.certificate.describe import claim_to_json
from wordle_cp.certify.describe import describe_claim
from wordle_cp.check import has_shares
from wordle_cp.check.plain.effort import in_words
from wordle_cp.errors import CertificateParseError, CertificateRejected, counted
from wordle_cp.work import StopReason

if TYPE_CHECKING:
    from wordle_cp.certificate.base.claim import Head
    from wordle_cp.check import Sampled
    from wordle_cp.check.plain.verdict import MalformedError, RejectedError


_TELLING: Final = 4
"""The pace of one part in so many tells how long all of them take."""


@dataclass(slots=True)
class CheckReport:
    """What came of a check that took `seconds`; `head` is None until it has been read.

    `checker` is the one that has judged: fast, plain or verified, whose `theorem` then says what is proven.
    """

    checker: str = "fast"
    head: Head[Any] | None = None
    sampled: Sampled | None = None
    error: CertificateRejected | CertificateParseError | RejectedError | MalformedError | None = None
    stopped_by: StopReason | None = None
    seconds: float = 0.0
    theorem: str | None = None

    @property
    def accepted(self) -> bool:
        """Whether the whole certificate was checked, and is right."""
        return self.error is None and self.stopped_by is None and self.sampled is None

    @property
    def noun(self) -> tuple[str, str]:
        """What the parts of such a proof are called, one and several."""
        if self.checker != "fast":
            return "line", "lines"
        return ("part", "parts") if self.head is None else self.head.claim.noun


def check_fields(report: CheckReport, done: int | None, whole: int | None) -> dict[str, object]:
    """Return the JSON fields of `check`, which came to `done` parts of `whole` if it was stopped."""
    head, error, stopped = report.head, report.error, report.stopped_by is not None
    fields: dict[str, object] = {
        "accepted": report.accepted,
        "checker": report.checker,
        "claim": None if head is None else claim_to_json(head),
        "proves": describe_claim(head, whole=True) if report.accepted and head else report.theorem,
        "reason": None if error is None else str(error),
        **ending_fields(report, parts_done=done if stopped else None, parts=whole if stopped else None),
    }
    if report.sampled is not None:
        fields["sampled"] = asdict(report.sampled.checked)
    if isinstance(error, CertificateRejected):
        fields |= {"node": error.node, "rule": error.rule, "expected": error.expected, "found": error.found}
    if isinstance(error, CertificateParseError):
        fields |= {"file": error.file, "line": error.line, "column": error.column}
    return fields


def check_line(report: CheckReport, reached: str, struck: str, rest: str = "") -> str:
    """Return what came of a check that found no fault.

    `reached` is how far it came if it was stopped, and `rest` what is known of the rest (`rest_of_check`).
    """
    seconds = f"{report.seconds:.1f} s"
    if report.stopped_by is not None:
        return f"stopped by {struck} {reached}: this is no verdict ({seconds}){rest and f'; {rest}'}"
    if report.sampled is not None:
        return f"sampled: {_sample(report.sampled)}: no fault found; this is no proof ({seconds})"
    if report.theorem is not None:
        return f"accepted: by the verified checker ({seconds})\n{report.theorem}"
    assert report.head is not None, "it was accepted"
    size = report.head.claim.size
    by = "by the plain checker: " if report.checker == "plain" else ""
    return f"accepted: {by}{describe_claim(report.head)} ({size}{', ' if size else ''}{seconds})"


def rest_of_check(report: CheckReport, done: int | None, whole: int | None) -> str:
    """Return how long a check that was stopped would take in all, or what to do where that isn't known yet.

    Parts differ, the first ones most: the pace of a quarter of them tells the time within a factor of two.
    """
    if report.stopped_by in {None, StopReason.MEMORY} or report.checker == "verified":
        return ""
    if done and whole and done * _TELLING >= whole:
        return f"at this pace it takes {in_words(report.seconds * whole / done)} in all"
    if report.stopped_by is not StopReason.TIME:
        return ""
    shared = report.checker == "fast" and report.head is not None and has_shares(report.head.claim)
    jobs = "; with --jobs several processes share it" if shared else ""
    return f"how long it takes isn't known yet, so give it more time{jobs}"


def _sample(sampled: Sampled) -> str:
    """Return what was checked of a sampled proof."""
    claim, checked = sampled.claim, sampled.checked
    return (
        f"{counted(len(claim.openers), 'strategy', 'strategies')}, "
        f"{checked.lemmas} of {counted(claim.lemmas, 'lemma', 'lemmas')}, "
        f"{checked.sets} of {counted(claim.sets, 'set', 'sets')}, "
        f"{counted(checked.openers, 'opener', 'openers')}"
    )
