"""What `prove --depth` found out, by the native search or by the models."""

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
    from wordle_cp.models.and_or import GraphSize
    from wordle_cp.models.whole_list import WholeListSize
    from wordle_cp.search.depth import DepthResult


@dataclass(frozen=True, slots=True)
class DepthReport:
    """What `prove_depth` found out.

    `hinted` are the openers that shipped certificates named and that were tried first; `accepted` is the
    checker's verdict on `certificate`; both are None if the verdict is undecided, or the proof of what
    ultrahard mode alone makes impossible was given up. `replies` are the second guesses of the strategy
    in the largest cells. `by_lemmas` is whether lemmas of words missed decided, and not the search.
    `model` is what the models looked at where they decided.
    """

    question: Question
    depth: int
    result: DepthResult
    hinted: tuple[str, ...]
    certificate: Path | None
    accepted: Accepted | None
    replies: Replies
    seconds: float
    by_lemmas: bool = False
    model: GraphSize | WholeListSize | None = None

    __repr__ = brief("question", "depth", "verdict", "certificate")

    @property
    def by(self) -> Engine:
        """What decided."""
        return Engine.SEARCH if self.model is None else Engine.CP_SAT

    @property
    def verdict(self) -> Verdict:
        """The verdict; it has been checked if there is a certificate."""
        return self.result.verdict
