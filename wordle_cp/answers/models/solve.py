"""From a question to what one model says of it, and what the checker accepts of that.

A solver's word is never enough: what no certificate claims is reported as not certified.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from wordle_cp.answers.answer import Answer
from wordle_cp.answers.models.show import asked_fields, asked_words
from wordle_cp.answers.telling import certificate_fields, certified_line, effort_line
from wordle_cp.certificate.base.records import MAX_NODES
from wordle_cp.certify.asked import asked_impossible, asked_possible
from wordle_cp.certify.fixed import refuted_certificate
from wordle_cp.certify.graph import graph_refutation
from wordle_cp.certify.lost import lost_certificate, search_refutation
from wordle_cp.certify.publish import write_checked
from wordle_cp.certify.records import depth_certificate
from wordle_cp.certify.replacing import is_certificate
from wordle_cp.certify.unkept import check_unkept
from wordle_cp.files.outputs import reserve
from wordle_cp.games.question import Question
from wordle_cp.models.and_or import AndOr
from wordle_cp.models.formulation import ModelQuestion, Refuted, StrategyFound, WordsLost
from wordle_cp.models.solver import Feasible, Infeasible, SolverSettings, Unknown
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from wordle_cp.certificate.render import AnyCertificate
    from wordle_cp.certify.asked import Asked
    from wordle_cp.check import Accepted
    from wordle_cp.models.formulation import FixedTooFew, Formulation, Found
    from wordle_cp.models.solver import Incumbent, Outcome


class Status(StrEnum):
    """What the solver says of a model."""

    FEASIBLE = "feasible"
    """There is a solution; where the model has an objective, it is a best one."""
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"
    """A limit struck first, or a method that may miss what is there found nothing."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ModelAnswer(Answer):
    """What a model says.

    `accepted` is the checker's verdict on the certificate of what follows from the solution `found`, or from
    its absence, None if nothing does or a limit struck; `certificate` is the file, None if it isn't kept.
    `best` is how far the solver had come where a limit struck.
    """

    formulation: Formulation
    question: ModelQuestion
    status: Status = Status.UNKNOWN
    found: Found | None = None
    best: Incumbent | None = None
    accepted: Accepted | None = None
    certificate: Path | None = None

    @property
    def finished(self) -> bool:
        """Whether the solver answered, and nothing stopped the writing of a certificate."""
        return self.status is not Status.UNKNOWN and self.stopped_by is None

    @property
    def meaning(self) -> str | None:
        """What the solver's status means, in one line."""
        if self.found is not None:
            return self.found.answer
        if self.status is Status.INFEASIBLE:
            return self.formulation.none(self.question)
        return self.formulation.unknown if self.stopped_by is None else None

    @property
    def uncertified(self) -> str | None:
        """What of the answer rests on the solver's word; None if nothing does."""
        if self.status is Status.INFEASIBLE:
            return "that there is no solution" if self.accepted is None else None
        if self.found is None:
            return None
        return "all of it" if self.accepted is None else self.found.beyond or None

    @property
    def certified(self) -> bool:
        """Whether the checker has accepted a certificate of the whole answer."""
        return self.accepted is not None and self.uncertified is None

    def told(self, struck: str) -> Iterator[str]:
        """Yield the lines of `model solve`."""
        yield f"{self.status}: {self.formulation.name}, {asked_words(self.question)}"
        if self.meaning:
            yield f"answer       {self.meaning}"
        if self.stopped_by is not None:
            unknown = self.status is Status.UNKNOWN
            missing = "there was an answer" if unknown else "a certificate was accepted"
            yield f"stopped by   {struck}, before {missing}"
        if self.best is not None:
            yield f"so far       {describe_incumbent(self.best)}"
        if self.accepted is not None:
            yield certified_line(self.accepted, self.certificate)
        if self.uncertified is not None:
            yield f"uncertified  {self.uncertified}, by {self.formulation.by}"
        yield effort_line(self.seconds)

    def _json(self) -> dict[str, Any]:
        return {
            "model": self.formulation.name,
            **asked_fields(self.question),
            "status": self.status,
            "certified": self.certified,
            "answer": self.meaning,
            **({} if self.found is None else {"solution": dict(self.found.values)}),
            "incumbent": self.best and self.best.value,
            "bound": self.best and self.best.bound,
            **certificate_fields(self.certificate, self.accepted),
            "uncertified": self.uncertified,
        }


def describe_incumbent(best: Incumbent) -> str:
    """Return how far a solver has come, in words."""
    incumbent = "no solution yet" if best.value is None else f"incumbent {best.value}"
    return f"{incumbent}, bound {best.bound}"


def solve_model(
    formulation: Formulation,
    question: ModelQuestion,
    work: Work = UNLIMITED,
    *,
    seed: int = 0,
    log: Callable[[str], None] | None = None,
    out: Path | None = None,
) -> ModelAnswer:
    """Solve the instance of `question`, and let the checker judge what follows from its solution.

    CP-SAT has a worker for each thread of the `work`; with one and a `seed` it finds the same solution in
    each run. `log` gets its own log, a line a call. The certificate is kept as `out` if it is accepted.

    Raises:
        UsageError: the model can't be asked the question.
        FileError: `out` can't be written.
        CertificateRejected: the checker rejects what follows: the model, or the solver, is wrong.
    """
    started = time.monotonic()
    formulation.demand(question)
    if out is not None:
        reserve(out, is_certificate)
    stopped_by: StopReason | None = None
    outcome: Outcome[Found] = Unknown(0.0)
    accepted: Accepted | None = None
    try:
        work.stage(f"{formulation.name}: building and solving")
        outcome = formulation.solve(question, SolverSettings.of(work, seed=seed, log=log))
        if isinstance(outcome, Unknown):
            stopped_by = work.reason_to_stop()
        elif (follows := _follows(outcome)) is not None:
            accepted = accepted_claim(question, follows, work.going_on(), out)
    except StoppedError as error:
        stopped_by = error.reason
    return ModelAnswer(
        formulation=formulation,
        question=question,
        status=_status(outcome),
        found=outcome.witness if isinstance(outcome, Feasible) else None,
        best=outcome.best if isinstance(outcome, Unknown) else None,
        accepted=accepted,
        certificate=out if accepted is not None else None,
        stopped_by=stopped_by,
        seconds=time.monotonic() - started,
    )


def _follows(outcome: Outcome[Found]) -> StrategyFound | WordsLost | FixedTooFew | None:
    """Return what a certificate can claim."""
    if isinstance(outcome, Feasible):
        return outcome.witness.follows
    return outcome.follows if isinstance(outcome, Refuted) else None


def _status(outcome: Outcome[Found]) -> Status:
    if isinstance(outcome, Feasible):
        return Status.FEASIBLE
    return Status.INFEASIBLE if isinstance(outcome, Infeasible) else Status.UNKNOWN


def accepted_claim(
    question: ModelQuestion, follows: StrategyFound | WordsLost | FixedTooFew, work: Work, out: Path | None
) -> Accepted:
    """Let the checker judge the certificate of what `follows`, and keep it as `out` if there is such a name.

    Raises:
        StoppedError: there was reason to stop.
        CertificateRejected: what is said to follow does not.
    """
    if isinstance(follows, StrategyFound):
        certificate, asked = _of_strategy(question, follows)
    elif isinstance(follows, WordsLost):
        certificate, asked = _of_lost_words(question, follows, work)
    else:
        certificate, asked = refuted_certificate(question.position, follows.count, follows.by, leave=1)
    if out is None:
        work.stage("checking the certificate")
        return check_unkept(certificate, asked, work)
    return write_checked(out, certificate, asked, work)


def _of_strategy(question: ModelQuestion, found: StrategyFound) -> tuple[AnyCertificate, Asked]:
    position = question.position
    depth = len(position.history) + found.guesses_left
    certificate = depth_certificate(position.variant, depth, found.steps, history=position.history)
    return certificate, asked_possible(position, depth, None)


def _of_lost_words(question: ModelQuestion, lost: WordsLost, work: Work) -> tuple[AnyCertificate, Asked]:
    """Return the refutation of a game that has no other hidden words; a search looks for it if need be."""
    history, variant = question.position.history, question.position.variant
    depth = len(history) + lost.guesses_left
    if len(lost.words) < len(question.words):
        variant = variant.model_copy(update={"hidden": lost.words, "hidden_name": "lost"})
    alone = Question.of(variant, history=history)
    asked = asked_impossible(alone, depth)
    if isinstance(lost.by, AndOr):
        refutation = graph_refutation(alone, depth, lost.by)
        if len(refutation.nodes) > MAX_NODES:
            raise StoppedError(StopReason.SIZE)
        return refutation, asked
    if lost.by is not None:
        return lost_certificate(alone, depth, lost.by), asked
    return search_refutation(alone, depth, work), asked
