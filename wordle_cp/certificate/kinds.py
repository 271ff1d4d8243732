"""The kinds of claims, by the two words that follow ``claim`` in a file.

Each is imported when it is first asked for: what a certificate of one kind makes a checker load, and a reader
trust, is that kind's alone.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from wordle_cp.certificate.base.claim import Claim

_CLAIMS: Final = "wordle_cp.certificate.claims"
KINDS: Final = {
    ("depth", "possible"): f"{_CLAIMS}.possible:DepthPossible",
    ("depth", "impossible"): f"{_CLAIMS}.impossible:DepthImpossible",
    ("total", "least"): f"{_CLAIMS}.total:TotalLeast",
    ("total", "between"): f"{_CLAIMS}.total:TotalBetween",
    ("missed", "least"): f"{_CLAIMS}.missed:MissedLeast",
    ("missed", "between"): f"{_CLAIMS}.missed_between:MissedBetween",
    ("absurdle", "least"): f"{_CLAIMS}.absurdle:AbsurdleLeast",
    ("fixed", "possible"): f"{_CLAIMS}.fixed:FixedPossible",
    ("fixed", "impossible"): f"{_CLAIMS}.fixed:FixedImpossible",
}
"""Where each is defined: a module, and the class in it."""
RETIRED: Final = {"boards": "claims about several boards were read up to version 0.1.0"}
"""What to say of questions that certificates answered once."""


def kind_of(question: str, verdict: str) -> type[Claim]:
    """Return the kind of claims that these words name; raise KeyError for others."""
    module, _, name = KINDS[question, verdict].partition(":")
    kind: type[Claim] = getattr(import_module(module), name)
    return kind


def verdicts(question: str) -> tuple[str, ...]:
    """Return which verdicts there are on a `question`."""
    return tuple(verdict for asked, verdict in KINDS if asked == question)
