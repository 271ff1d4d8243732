"""The claim about Absurdle as text, read and written; the guesses that win follow it, one a line.

The grammar is in docs/certificates.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.certificate.base.parts import claim_history
from wordle_cp.certificate.base.records import MAX_DEPTH, MAX_WORDS
from wordle_cp.certificate.claims.absurdle_records import AbsurdleLeast

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.certificate.base.fields import Field, Records
    from wordle_cp.rules.scoring import Scoring


def parse_absurdle_least(records: Records, scoring: Scoring, fewest: Field) -> AbsurdleLeast:
    """Return the claim, from its history on; `fewest` is the number that its own record has."""
    return AbsurdleLeast(
        fewest=records.number(fewest, 1, MAX_DEPTH),
        history=claim_history(records, scoring),
        hidden_count=records.number(records.record("covered"), 1, MAX_WORDS),
    )


def absurdle_claim_lines(claim: AbsurdleLeast) -> Iterator[str]:
    """Yield the line of `claim` that follows its history."""
    yield f"covered {claim.hidden_count}"
