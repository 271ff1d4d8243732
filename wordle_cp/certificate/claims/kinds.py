"""All kinds of claims."""

from __future__ import annotations

from wordle_cp.certificate.claims.absurdle_records import AbsurdleLeast
from wordle_cp.certificate.claims.boards_records import BoardsBetween
from wordle_cp.certificate.claims.depth_records import DepthImpossible, DepthPossible
from wordle_cp.certificate.claims.missed_records import MissedLeast
from wordle_cp.certificate.claims.packing_records import MissedBetween
from wordle_cp.certificate.claims.total_records import TotalBetween, TotalLeast

Claim = (
    DepthPossible
    | DepthImpossible
    | TotalLeast
    | TotalBetween
    | MissedLeast
    | MissedBetween
    | BoardsBetween
    | AbsurdleLeast
)
"""Any claim."""
