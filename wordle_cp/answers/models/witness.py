"""The fewest hidden words of a question that the guesses left can't all find: exact, or bounds.

`lost_sets` makes bounds of any number of words, and the model `models.witness` is exact where the
words are few. The words of an answer get a certificate; that any smaller set can be found has none.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.answers import telling
from wordle_cp.answers.answer import Answer, Answering
from wordle_cp.answers.models.formulations import formulation
from wordle_cp.answers.models.lost_sets import lost_bounds, never_lost
from wordle_cp.answers.models.solve import accepted_claim
from wordle_cp.answers.shipped import checked_answer, shipped_lost
from wordle_cp.certify.publish import is_certificate
from wordle_cp.engine import Verdict, is_wide
from wordle_cp.errors import UsageError, argument, counted
from wordle_cp.files.outputs import reserve
from wordle_cp.games.needs import Needs
from wordle_cp.games.question import Position
from wordle_cp.modelling.formulation import WordsLost
from wordle_cp.modelling.partitions import MAX_MEMBERS
from wordle_cp.modelling.solver import Feasible, Infeasible, SolverSettings, Unknown
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wordle_cp.check import Accepted
    from wordle_cp.modelling.formulation import ModelQuestion

NEEDS: Final = Needs("a witness", tiles=True, only_facts=True)
_EXACT: Final = formulation("smallest-witness")
_BOUNDS_SHARE: Final = 0.4
_EXACT_SHARE: Final = 0.8
"""Shares of the time that is left; bounds of many words, which nothing comes after, have the second."""
_SHOWN: Final = 40
"""Most words of a witness that people see."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class WitnessAnswer(Answer):
    """How few of the hidden words of `question` can't all be found within the guesses left.

    `words` can't, None where no such words are known; any `low` - 1 words can. If all hidden words can be
    found, `solvable` is true, and there is no witness. `accepted` is the checker's verdict on the certificate
    of the words, kept as `certificate` if that isn't None. `shipped` is the certificate that ships and is
    about these words, None if they were found.
    """

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

    @property
    def finished(self) -> bool:
        """Whether the fewest words are known, or that there are none."""
        return self.exact or self.solvable

    @property
    def verdict(self) -> Verdict:
        """Possible where all words can be found; otherwise exact or undecided."""
        if self.solvable:
            return Verdict.POSSIBLE
        return Verdict.EXACT if self.exact else Verdict.UNDECIDED

    @property
    def uncertified(self) -> str:
        """What of the answer has no certificate: that fewer words can be found never has one."""
        it = "it" if len(self.question.words) == 1 else "they"
        rest = f"that {it} can" if self.solvable else f"that any {self.low - 1} can"
        if self.words is not None and self.accepted is None:
            return f"that the witness can't, and {rest}"
        return rest

    def told(self, struck: str) -> Iterator[str]:
        """Yield the lines of `witness`."""
        position, words = self.question.position, self.words
        yield f"{self.verdict}: {telling.position_words(position.variant, position.history)}: {self._found()}"
        if words is not None:
            more = (
                f" and {len(words) - _SHOWN} more ({argument('to_json')} has them)"
                if len(words) > _SHOWN
                else ""
            )
            yield f"witness      {' '.join(words[:_SHOWN]).upper()}{more}"
        if self.accepted is not None:
            yield telling.certified_line(self.accepted, self.certificate)
            yield from telling.shipped_lines(self.shipped)
        if self.stopped_by is not None:
            yield f"stopped by   {struck}"
        yield f"uncertified  {self.uncertified}, by the native search and CP-SAT"
        yield telling.effort_line(self.seconds)

    def _found(self) -> str:
        """Return what is known, in words."""
        words = len(self.question.words)
        more = "more " if self.question.position.history else ""
        within = f"within {counted(self.question.left, f'{more}guess', f'{more}guesses')}"
        if self.solvable:
            every = "the one hidden word" if words == 1 else f"all {words} hidden words"
            return f"{every} can be found {within}"
        if self.words is None:
            fewer = f"any {self.low - 1} of {words} hidden words can all be found {within}"
            return f"{fewer}; this run found no words that can't"
        lost = len(self.words)
        known = f"{lost} of {words} hidden words can't all be found {within}; any {self.low - 1} can"
        return known if self.exact else f"{known}, and this run leaves open {self.low} to {lost - 1}"

    def _json(self) -> dict[str, Any]:
        question = self.question
        return {
            "verdict": self.verdict,
            "certified": False,
            **telling.position_fields(question.position.variant, question.position.history),
            "hidden": len(question.words),
            "guesses_left": question.guesses_left,
            "low": None if self.solvable else self.low,
            "high": None if self.words is None else len(self.words),
            "witness": self.words,
            **telling.certificate_fields(self.certificate, self.accepted),
            **telling.shipped_fields(self.shipped),
        }


def find_witness(
    question: ModelQuestion, work: Work = UNLIMITED, *, out: Path | None = None
) -> WitnessAnswer:
    """Find as few hidden words as possible that can't all be found within the guesses left.

    Words that a certificate which ships is about are known at once, and fewer are looked for.
    """
    NEEDS.demand(question.position.variant)
    if question.guesses_left is None:
        message = f"a witness needs a number of guesses: give {argument('depth')}"
        raise UsageError(message)
    if is_wide(question.guesses):
        message = "a witness is for words of at most five letters a to z; ask prove instead"
        raise UsageError(message)
    if out is not None:
        reserve(out, is_certificate)
    low = 1 + never_lost(question.left, triples_told=False)
    answering = _Witness(WitnessAnswer(question=question, low=low), work)
    return answering.answered(lambda: answering.steps(out))


class _Witness(Answering[WitnessAnswer]):
    """A witness on its way."""

    def __init__(self, report: WitnessAnswer, work: Work) -> None:
        """Begin with what is known."""
        super().__init__(report, work)
        self._small: Final = len(report.question.words) <= MAX_MEMBERS
        self._cut = False  # whether a step had too little of the time

    def steps(self, out: Path | None) -> StopReason | None:
        """Find bounds, then the exact answer where the words are few, and certify what was found."""
        self._take_shipped(out)
        self._bounds()
        if self._small and not self.report.finished:
            self._exact()
        self._certify(out)
        if self.report.finished:
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
        accepted = checked_answer(lost.shipped, Position.of(game), self.work, out)
        if accepted is not None:
            self.report = replace(
                self.report,
                words=lost.words,
                accepted=accepted,
                certificate=out,
                shipped=lost.shipped.path,
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
