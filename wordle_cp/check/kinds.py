"""The checkers of the kinds of claims, each imported when it is first asked for; see `certificate.kinds`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from wordle_cp.certificate.base.claim import Claim
    from wordle_cp.check.common.kind import Kind

_CHECK: Final = "wordle_cp.check"
CHECKERS: Final = {
    ("depth", "possible"): f"{_CHECK}.possible",
    ("depth", "impossible"): f"{_CHECK}.impossible",
    ("total", "least"): f"{_CHECK}.totals.claim",
    ("total", "between"): f"{_CHECK}.totals.claim",
    ("missed", "least"): f"{_CHECK}.missed.least",
    ("missed", "between"): f"{_CHECK}.missed.between",
    ("absurdle", "least"): f"{_CHECK}.absurdle",
    ("fixed", "possible"): f"{_CHECK}.fixed",
    ("fixed", "impossible"): f"{_CHECK}.fixed",
}
"""The module that has the `KIND` of each."""


def checker_of(claim: Claim) -> Kind:
    """Return the checker of the kind of `claim`."""
    kind: Kind = import_module(CHECKERS[claim.words]).KIND
    return kind
