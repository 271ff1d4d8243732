"""The claim and the proof of an interval of words missed as text, read and written.

The grammar is in docs/certificates.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.certificate.base.parts import claim_history
from wordle_cp.certificate.base.records import MAX_DEPTH, MAX_NODES, MAX_NUMBER, MAX_WORDS
from wordle_cp.certificate.claims.packing_records import MissedBetween

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.certificate.base.fields import Field, Records
    from wordle_cp.rules.scoring import Scoring


def parse_missed_between(records: Records, scoring: Scoring, numbers: Field) -> MissedBetween:
    """Return the claim, from its history on; `numbers` are the two that its own record has."""
    lower, upper = records.split(numbers, 2, "two numbers")
    low = records.number(lower, 0, MAX_WORDS)
    high = records.number(upper, low, MAX_WORDS)
    history = claim_history(records, scoring)
    within = records.number(records.record("within"), 1, MAX_DEPTH)
    hidden_count = records.number(records.record("covered"), 1, MAX_WORDS)
    steps = records.number(records.record("steps"), 0, MAX_NUMBER)
    nodes = records.number(records.record("nodes"), 0, MAX_NODES)
    return MissedBetween(
        low=low,
        high=high,
        history=history,
        within=within,
        hidden_count=hidden_count,
        steps=steps,
        nodes=nodes,
        sets=records.number(records.record("sets"), 0, nodes),
    )


def parse_set(records: Records, nodes: int) -> int:
    """Return the number of a node, of which there are so many, on the next line."""
    return records.number(records.record("set"), 0, nodes - 1)


def between_claim_lines(claim: MissedBetween) -> Iterator[str]:
    """Yield the lines of `claim` that follow its history."""
    yield f"within {claim.within}"
    yield f"covered {claim.hidden_count}"
    yield f"steps {claim.steps}"
    yield f"nodes {claim.nodes}"
    yield f"sets {claim.sets}"
