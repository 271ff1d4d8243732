"""The fewest hidden words of a question that are too many for so many guesses: exact, or bounds.

`small_lost_set` makes bounds of any number of words, and the model `smallest_witness` is exact where the
words are few. The words that are found get a certificate; that fewer are never too many has none.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.answering import Answering, Report
from wordle_cp.answers.models.solve import accepted_claim
from wordle_cp.answers.shipped_answers import checked_answer
from wordle_cp.answers.shipped_claims import shipped_lost
from wordle_cp.certify.replacing import is_certificate
from wordle_cp.engine import is_wide
from wordle_cp.errors import UsageError, brief
from wordle_cp.files.outputs import reserve
from wordle_cp.games.needs import Needs
from wordle_cp.games.question import Position
from wordle_cp.models.formulation import WordsLost
from wordle_cp.models.partitions import MAX_MEMBERS
from wordle_cp.models.registry import formulation
from wordle_cp.models.small_lost_set import lost_bounds, never_lost
from wordle_cp.models.solver import Feasible, Infeasible, SolverSettings, Unknown
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.check import Accepted
    from wordle_cp.models.formulation import ModelQuestion

NEEDS: Final = Needs("a witness", tiles=True, only_facts=True)
_EXACT: Final = formulation("smallest-witness")
_BOUNDS_SHARE: Final = 0.4
_EXACT_SHARE: Final = 0.8
"""Shares of the time that is left; bounds of many words, which nothing comes after, have the second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WitnessReport(Report):
    """How few of the hidden words of `question` can't all be found within the guesses left.

    `words` can't, None where no such words are known; any `low` - 1 words can. If all hidden words can be
    found, `solvable` is true, and there is no witness. `accepted` is the checker's verdict on the certificate
    of the words, kept as `certificate` if that isn't None. `shipped` is the certificate that ships and is
    about these words, None if they were found.
    """

    __repr__ = brief("question", "low", "words", "solvable", "stopped_by")

    question: ModelQuestion
    low: int
    words: tuple[str, ...] | None = None
    solvable: bool = False
    accepted: Accepted | None = None
    certificate: Path | None = None
    shipped: Path | None = None

    @property
    def exact(self) -> bool:
        """Whether no fewer words will do."""
        return self.words is not None and self.low == len(self.words)


def find_witness(
    question: ModelQuestion, work: Work = UNLIMITED, *, out: Path | None = None
) -> WitnessReport:
    """Find as few hidden words as possible that can't all be found within the guesses left.

    The certificate is kept as `out` if the checker accepts it. Words that a certificate which ships is about
    are known at once, and fewer are looked for.

    Raises:
        UsageError: no number of guesses is given, or there is no witness in this game or mode.
        FileError: `out` can't be written.
    """
    NEEDS.demand(question.position.variant)
    if question.guesses_left is None:
        message = "a witness needs a number of guesses: give --depth G"
        raise UsageError(message)
    if is_wide(question.guesses):
        message = "a witness is for words of at most five letters a to z; ask prove --depth instead"
        raise UsageError(message)
    if out is not None:
        reserve(out, is_certificate)
    low = 1 + never_lost(question.left, triples_told=False)
    answering = _Witness(WitnessReport(question=question, low=low), work)
    return answering.answered(lambda: answering.steps(out))


class _Witness(Answering[WitnessReport]):
    """A witness on its way."""

    def __init__(self, report: WitnessReport, work: Work) -> None:
        """Begin with what is known."""
        super().__init__(report, work)
        self._small: Final = len(report.question.words) <= MAX_MEMBERS
        self._cut = False  # whether a step had too little of the time

    def steps(self, out: Path | None) -> StopReason | None:
        """Find bounds, then the exact answer where the words are few, and certify what was found."""
        self._take_shipped(out)
        self._bounds()
        open_yet = not (self.report.solvable or self.report.exact)
        if open_yet and self._small:
            self._exact()
        self._certify(out)
        done = self.report.solvable or self.report.exact
        if done:
            return None
        cut = self._cut and self.work.limits.seconds is not None
        return self.work.reason_to_stop() or (StopReason.TIME if cut else None)

    def _take_shipped(self, out: Path | None) -> None:
        """Take the fewest words that ship, once the checker has accepted that they are too many."""
        question = self.report.question
        variant = question.position.variant
        lost = shipped_lost(variant, question.words, question.left) if not question.position.history else None
        if lost is None:
            return
        game = variant.model_copy(update={"hidden": lost.words, "hidden_name": "lost", "mode": lost.mode})
        answer = checked_answer(lost.shipped, Position.of(game), self.work, out)
        if answer is not None:
            self.report = replace(
                self.report,
                words=lost.words,
                accepted=answer.accepted,
                certificate=out,
                shipped=answer.path,
            )

    def _bounds(self) -> None:
        self.work.stage("leaving words out")
        settings = SolverSettings.of(self.work.share(_BOUNDS_SHARE if self._small else _EXACT_SHARE))
        found = lost_bounds(self.report.question, settings)
        if isinstance(found, Infeasible):
            self.report = replace(self.report, solvable=True)
        elif isinstance(found, Feasible):
            self._learn(*found.witness)
        else:
            self._cut = True

    def _exact(self) -> None:
        self.work.stage("the smallest witness")
        settings = SolverSettings.of(self.work.share(_EXACT_SHARE))
        try:
            exact = _EXACT.solve(self.report.question, settings)
        except StoppedError:  # in the middle of a question to the search
            self._cut = True
            return
        if isinstance(exact, Feasible):
            assert isinstance(exact.witness.follows, WordsLost), "as the model says"
            words = exact.witness.follows.words
            self._learn(words, len(words))
        elif isinstance(exact, Unknown):
            self._cut = True
            if exact.best is not None:
                self._learn(self.report.words, exact.best.bound)

    def _learn(self, words: tuple[str, ...] | None, low: int) -> None:
        known = self.report.words
        if words is not None and (known is None or len(words) < len(known)):
            self.report = replace(self.report, words=words, accepted=None, certificate=None, shipped=None)
        self.report = replace(self.report, low=max(low, self.report.low))

    def _certify(self, out: Path | None) -> None:
        words, question = self.report.words, self.report.question
        if words is not None and self.report.accepted is None:
            accepted = accepted_claim(question, WordsLost(words, question.left), self.work, out)
            self.report = replace(self.report, accepted=accepted, certificate=out)
