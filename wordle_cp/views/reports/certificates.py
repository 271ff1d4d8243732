"""What reports say about a certificate that was written: made of the claim that the checker accepted, alone.

What makes the sentences is loaded when there is a certificate: an answer without one shouldn't wait for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wordle_cp.check import Accepted


def certificate_fields(path: Path | None, accepted: Accepted | None) -> dict[str, object]:
    """Return the JSON fields of a report about the certificate at `path`, if one was `accepted`.

    The path is None where the file isn't kept.
    `proves` is the claim in a sentence, the game included, with digests in full.
    """
    if accepted is None:
        return {"certificate": None, "checked": False, "proves": None}
    from wordle_cp.certify.describe import describe_claim  # noqa: PLC0415  see above

    sentence = describe_claim(accepted.head, whole=True)
    return {"certificate": None if path is None else str(path), "checked": True, "proves": sentence}


def certified_line(accepted: Accepted, path: Path | None = None, size: str = "") -> str:
    """Return the line of a report about what is certified, of the file at `path` if it is kept."""
    from wordle_cp.certificate.describe import claim_sentence  # noqa: PLC0415  see above

    kept = "" if path is None else f"; {path}"
    return f"certified    {claim_sentence(accepted.head)}{f' ({size})' if size else ''}{kept}"


def kept_line(path: Path) -> str:
    """Return the line of a report about a file that was left as it is, as it may claim more."""
    return f"certificate  none: {path} is there already, and may claim more"


def certificate_lines(
    path: Path | None, accepted: Accepted | None, struck: str | None = None
) -> Iterator[str]:
    """Yield the lines of a report about the certificate at `path`: how large its proof is, what it proves.

    If none was `accepted` there is a line at most, about what `struck` before it was.

    Its game, mode and history are those of the question, or it wouldn't have been published; so the first
    line of the report has them, and these lines don't.
    """
    if struck is not None:
        yield f"certificate  none: stopped by {struck}"
    if path is None or accepted is None:
        return
    from wordle_cp.certificate.describe import claim_sentence  # noqa: PLC0415  see above

    size = accepted.head.claim.size
    yield f"certificate  {path}, {size}{', ' if size else ''}checked"
    yield f"proves       {claim_sentence(accepted.head)}"


def shipped_fields(path: Path | None) -> dict[str, object]:
    """Return the JSON field that names the shipped certificate that has the answer, if one has."""
    return {"shipped": None if path is None else path.name}


def shipped_lines(path: Path | None, *, fresh: bool = False) -> Iterator[str]:
    """Yield the line of a report that names the shipped certificate that has the answer, if one has.

    `fresh` tells whether the command has the option to search without it.
    """
    if path is not None:
        search = "; --fresh searches without it" if fresh else ""
        yield f"             (from the shipped certificate {path.name}{search})"
