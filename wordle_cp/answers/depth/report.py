"""What `prove --depth` found out, by the search or by CP-SAT."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordle_cp.answers.answering import Engine
from wordle_cp.errors import brief

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.answers.replies import Replies
    from wordle_cp.check import Accepted
    from wordle_cp.engine import Verdict
    from wordle_cp.games.question import Question
    from wordle_cp.models.strategy_graph import GraphSize
    from wordle_cp.search.depth import DepthResult


@dataclass(frozen=True, slots=True)
class FormulaSize:
    """How large the formula was that a SAT solver decided.

    Where it has no solution, the proof has so many `lemmas`, and both are kept: `formula` in DIMACS CNF,
    `proof` in DRAT.
    """

    variables: int = 0
    clauses: int = 0
    lemmas: int | None = None
    formula: Path | None = None
    proof: Path | None = None


@dataclass(frozen=True, slots=True)
class DepthReport:
    """What `prove_depth` found out.

    `lemmas` counts the family lemmas given to the search; `hinted` are the openers that shipped certificates
    named and that were tried first; `accepted` is the checker's verdict on `certificate`; both are None if
    the verdict is undecided, or the proof of what ultrahard mode alone makes impossible was given up.
    `replies` are the second guesses of the strategy in the largest cells. `by_lemmas` is whether lemmas of
    words missed decided, and not the search. `model` is how large the model was where CP-SAT or SAT decided.
    """

    question: Question
    depth: int
    result: DepthResult
    lemmas: int
    hinted: tuple[str, ...]
    certificate: Path | None
    accepted: Accepted | None
    replies: Replies
    seconds: float
    by_lemmas: bool = False
    model: GraphSize | FormulaSize | None = None

    __repr__ = brief("question", "depth", "verdict", "certificate")

    @property
    def by(self) -> Engine:
        """What decided."""
        if self.model is None:
            return Engine.SEARCH
        return Engine.SAT if isinstance(self.model, FormulaSize) else Engine.CP_SAT

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that were written: the certificate, and what a SAT solver was asked and proved."""
        kept = (self.model.formula, self.model.proof) if isinstance(self.model, FormulaSize) else ()
        return tuple(path for path in (self.certificate, *kept) if path is not None)

    @property
    def verdict(self) -> Verdict:
        """The verdict; it has been checked if there is a certificate."""
        return self.result.verdict
