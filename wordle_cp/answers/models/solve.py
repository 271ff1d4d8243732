"""What a model says of a question, how large its instance is, and what it proves.

The parts, in their order:

A model looked at: its mathematics, and how large it is for a question.

Nothing is solved here.

From a question to what one model says of it, and what the checker accepts of that.

A solver's word is never enough: what no certificate claims is reported as not certified.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.answers import telling
from wordle_cp.answers.answer import Answer, Answering, Rows, Told
from wordle_cp.answers.models.formulations import FORMULATIONS
from wordle_cp.answers.models.refuter import Refuter, TooFewGuesses, TooLongError
from wordle_cp.certificate.base.records import MAX_NODES
from wordle_cp.certificate.claims.fixed import FixedImpossible
from wordle_cp.certify.depth import lost_certificate, search_refutation
from wordle_cp.certify.publish import is_certificate, write_checked
from wordle_cp.certify.records import (
    Asked,
    asked_impossible,
    asked_possible,
    depth_certificate,
    refuted_certificate,
)
from wordle_cp.errors import UsageError, WrongAnswerError, brief, counted
from wordle_cp.files.outputs import reserve
from wordle_cp.games.question import Question
from wordle_cp.modelling.formulation import Depth, ModelQuestion, NoSolution, StrategyFound, WordsLost
from wordle_cp.modelling.partitions import Groups
from wordle_cp.modelling.rows import by_name
from wordle_cp.modelling.solver import Feasible, Infeasible, SolverSettings, Unknown, relaxed
from wordle_cp.modelling.statement import StatementSection
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from wordle_cp.certificate.render import AnyCertificate
    from wordle_cp.check import Accepted
    from wordle_cp.modelling.formulation import FixedTooFew, Formulation, Found
    from wordle_cp.modelling.solver import Incumbent, Outcome


_RELAXING_SECONDS: Final = 5.0
"""After this time the linear relaxation is given up, and beside an answer the building of it, too."""
_MOST_MOVES: Final = 10_000
"""The most moves of a proof that fixed guesses are too few."""
_UNSOLVED: Final = Unknown()


@dataclass(frozen=True, slots=True)
class ModelSize:
    """How large a model is: variables and constraints by their names, and coefficients that aren't 0.

    `reduced` says in words what was left out or merged, and `relaxation` is as `modelling.solver` has it.
    """

    variables: dict[str, int]
    constraints: dict[str, int]
    nonzeros: int
    reduced: tuple[str, ...]
    relaxation: float | str | None

    __repr__ = brief()


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ShownModel(Answer):
    """A model, and for a `question` the `size` of its instance, None where a limit struck first."""

    formulation: Formulation
    question: ModelQuestion | None = None
    size: ModelSize | None = None

    def told(self, struck: str) -> Iterator[str]:
        """Yield what the docstring of the model says, and below it the size of the instance."""
        statement = self.formulation.statement
        yield f"{self.formulation.name}: {statement.question}"
        yield ""
        yield from statement.text.split("\n")
        if self.question is None:
            return
        yield ""
        yield f"instance     {asked_words(self.question)}"
        if self.size is None:
            yield f"stopped by   {struck}, while the model was being built"
            return
        if self.size.reduced:
            yield f"reduced      {'; '.join(self.size.reduced)}"
        yield f"variables    {_families(self.size.variables)}"
        yield f"constraints  {_families(self.size.constraints)}"
        yield f"non-zeros    {self.size.nonzeros}"
        yield _relaxation_line(self.size.relaxation)
        yield telling.effort_line(self.seconds)

    def _json(self) -> dict[str, Any]:
        statement, size = self.formulation.statement, self.size
        return {
            **_model_fields(self.formulation),
            "sections": [
                {"label": part.label, "text": part.text}
                for part in statement.parts
                if isinstance(part, StatementSection)
            ],
            "prose": statement.prose,
            **({} if self.question is None else asked_fields(self.question)),
            "size": None
            if size is None
            else {
                "variables": sum(size.variables.values()),
                "constraints": sum(size.constraints.values()),
                "nonzeros": size.nonzeros,
                "variables_of": size.variables,
                "constraints_of": size.constraints,
                "reduced": size.reduced,
                "relaxation": size.relaxation,
            },
        }


class ModelList(Told):
    """All models. Rows: the same fields as in JSON."""

    def told(self, struck: str) -> Iterator[str]:  # noqa: ARG002  nothing takes long
        """Yield a line for each model, and one above them."""
        yield f"{'name':<18}{'words':<7}{'modes':<24}what it asks"
        for one in FORMULATIONS.values():
            words = "any" if one.most_words is None else f"{one.most_words}"
            asks = one.statement.question.removesuffix(".")
            yield f"{one.name:<18}{words:<7}{', '.join(one.modes):<24}{asks}"

    def _json(self) -> dict[str, Any]:
        return {"models": self._rows()}

    def _rows(self) -> Rows:
        return [_model_fields(one) for one in FORMULATIONS.values()]


def _model_fields(formulation: Formulation) -> dict[str, object]:
    return {
        "name": formulation.name,
        "asks": formulation.statement.question,
        "needs_depth": formulation.depth is Depth.NEEDED,
        "most_words": formulation.most_words,
        "modes": formulation.modes,
    }


def asked_fields(question: ModelQuestion) -> dict[str, object]:
    """Return the JSON fields that tell the question."""
    position = question.position
    return {
        **telling.position_fields(position.variant, position.history),
        "hidden": len(question.words),
        "guesses_left": question.guesses_left,
        "count": question.count,
    }


def asked_words(question: ModelQuestion) -> str:
    """Return the question in words."""
    position = question.position
    words = counted(len(question.words), "hidden word", "hidden words")
    left = question.guesses_left
    within = "" if left is None else f", {counted(left, 'guess', 'guesses')} left"
    if question.count is not None:
        within = f", {counted(question.count, 'fixed guess', 'fixed guesses')}"
    return f"{telling.position_words(position.variant, position.history)}: {words}{within}"


def _families(families: Mapping[str, int]) -> str:
    """Return how many there are in all, and of each name."""
    listed = ", ".join(f"{name} {count}" for name, count in families.items())
    return f"{sum(families.values())}" + (f": {listed}" if listed else "")


def show_model(
    formulation: Formulation, question: ModelQuestion | None = None, work: Work = UNLIMITED
) -> ShownModel:
    """Return what `formulation` says, and how large its instance of `question` is."""
    if question is None:
        return ShownModel(formulation=formulation)
    formulation.demand(question)
    answering = Answering(ShownModel(formulation=formulation, question=question), work)

    def steps() -> None:
        answering.report = replace(answering.report, size=_size(formulation, question, work))

    return answering.answered(steps)


def _size(formulation: Formulation, question: ModelQuestion, work: Work) -> ModelSize:
    work.stage("building the model")
    instance = formulation.build(question, work)
    work.demand_time()
    rows = instance.rows(work.demand_time)
    return ModelSize(
        by_name(rows.columns),
        by_name(rows.rows),
        rows.nonzeros,
        instance.reduced,
        relaxed(rows, _RELAXING_SECONDS),
    )


def _relaxed(formulation: Formulation, question: ModelQuestion, work: Work) -> float | str | None:
    """Return the relaxation of the whole model; None if there is no such model, or it takes too long."""
    soon = work.going_on().at_most(_RELAXING_SECONDS)
    try:
        return _size(formulation, question, soon).relaxation
    except (StoppedError, UsageError):
        return None


def _relaxation_line(relaxation: float | str | None) -> str:
    if relaxation is None:
        said = f"takes more than {_RELAXING_SECONDS:g} s"
    else:
        said = relaxation if isinstance(relaxation, str) else f"{relaxation:.4f}"
    return f"relaxation   {said}"


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
    `fewer` is its verdict on the one that fewer fixed guesses don't do, which `fixed --out` keeps.
    `relaxation` is as `modelling.solver` has it, None also where there is no model of the whole question.
    """

    formulation: Formulation
    question: ModelQuestion
    outcome: Outcome[Found] = _UNSOLVED
    accepted: Accepted | None = None
    certificate: Path | None = None
    fewer: Accepted | None = None
    relaxation: float | str | None = None

    @property
    def status(self) -> Status:
        """What the solver says."""
        if isinstance(self.outcome, Feasible):
            return Status.FEASIBLE
        return Status.INFEASIBLE if isinstance(self.outcome, Infeasible) else Status.UNKNOWN

    @property
    def found(self) -> Found | None:
        """The solution."""
        return self.outcome.witness if isinstance(self.outcome, Feasible) else None

    @property
    def best(self) -> Incumbent | None:
        """How far the solver had come where a limit struck."""
        return self.outcome.best if isinstance(self.outcome, Unknown) else None

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
        beyond = "" if self.fewer is not None else self.found.beyond
        return "all of it" if self.accepted is None else beyond or None

    @property
    def certified(self) -> bool:
        """Whether the checker has accepted a certificate of the whole answer."""
        return self.accepted is not None and self.uncertified is None

    def told(self, struck: str) -> Iterator[str]:
        """Yield the lines of `model solve`."""
        yield f"{self.status}: {self.formulation.name}, {asked_words(self.question)}"
        if self.meaning:
            yield f"answer       {self.meaning}"
        if self.relaxation is not None:
            yield _relaxation_line(self.relaxation)
        if self.stopped_by is not None:
            unknown = self.status is Status.UNKNOWN
            missing = "there was an answer" if unknown else "a certificate was accepted"
            yield f"stopped by   {struck}, before {missing}"
        if self.best is not None:
            yield f"so far       {self.best}"
        if self.accepted is not None:
            yield telling.certified_line(self.accepted, self.certificate)
        if self.fewer is not None:
            yield telling.certified_line(self.fewer, None)
        if self.uncertified is not None:
            yield f"uncertified  {self.uncertified}, by {self.formulation.by}"
        yield telling.effort_line(self.seconds)

    def _json(self) -> dict[str, Any]:
        return {
            "model": self.formulation.name,
            **asked_fields(self.question),
            "status": self.status,
            "certified": self.certified,
            "answer": self.meaning,
            **({} if self.found is None else {"solution": dict(self.found.values)}),
            "relaxation": self.relaxation,
            "incumbent": self.best and self.best.value,
            "bound": self.best and self.best.bound,
            **telling.certificate_fields(self.certificate, self.accepted),
            "uncertified": self.uncertified,
        }


def solve_model(
    formulation: Formulation,
    question: ModelQuestion,
    work: Work = UNLIMITED,
    *,
    seed: int = 0,
    log: Callable[[str], None] | None = None,
    out: Path | None = None,
) -> ModelAnswer:
    """Solve the instance of `question`, and let the checker judge what follows; see `commands.models`.

    Raises:
        CertificateRejected: the checker rejects what follows: the model, or the solver, is wrong.
    """
    formulation.demand(question)
    if out is not None:
        reserve(out, is_certificate)
    answering = Answering(ModelAnswer(formulation=formulation, question=question), work)

    def steps() -> StopReason | None:
        work.stage(f"{formulation.name}: building and solving")
        outcome = formulation.solve(question, SolverSettings.of(work, seed=seed, log=log))
        answering.report = replace(answering.report, outcome=outcome)
        found = answering.report.found
        if isinstance(outcome, Unknown) and (reason := work.reason_to_stop()) is not None:
            return reason
        follows = outcome.follows if isinstance(outcome, NoSolution) else found and found.follows
        if follows:
            accepted = accepted_claim(question, follows, work.going_on(), out)
            answering.report = replace(
                answering.report, accepted=accepted, certificate=out if accepted else None
            )
        if found is not None and found.fewer is not None:
            fewer = accepted_claim(question, found.fewer, work.going_on(), None)
            answering.report = replace(answering.report, fewer=fewer)
        answering.report = replace(answering.report, relaxation=_relaxed(formulation, question, work))
        return None

    return answering.answered(steps)


def accepted_claim(
    question: ModelQuestion, follows: StrategyFound | WordsLost | FixedTooFew, work: Work, out: Path | None
) -> Accepted | None:
    """Let the checker judge the certificate of what `follows`, and keep it as `out` if there is such a name.

    None if no proof was found that fixed guesses are too few.

    Raises:
        StoppedError: there was reason to stop.
        CertificateRejected: what is said to follow does not.
    """
    if isinstance(follows, StrategyFound):
        certificate, asked = _of_strategy(question, follows)
    elif isinstance(follows, WordsLost):
        certificate, asked = _of_lost_words(question, follows, work)
    else:
        work.stage("looking for a refutation")
        known = Groups(question.patterns(), 1, work.demand_time)
        try:
            found = Refuter(
                known, question.guesses, follows.count, (), work.heeding(), most=_MOST_MOVES
            ).answer()
        except TooLongError:
            return None
        if not isinstance(found, TooFewGuesses):
            message = (
                f"the model says that {follows.count} fixed guesses don't do, and some were found that do"
            )
            raise WrongAnswerError(message)
        certificate = refuted_certificate(
            question.position, follows.count, found.groups, found.moves, leave=1
        )
        asked = Asked(question.position, FixedImpossible, count=follows.count, leave=1, start=())
    return write_checked(out, certificate, asked, work)


def _of_strategy(question: ModelQuestion, found: StrategyFound) -> tuple[AnyCertificate, Asked]:
    position = question.position
    depth = len(position.history) + found.guesses_left
    return depth_certificate(position, depth, found.steps), asked_possible(position, depth, None)


def _of_lost_words(question: ModelQuestion, lost: WordsLost, work: Work) -> tuple[AnyCertificate, Asked]:
    """Return the refutation of a game that has no other hidden words; a search looks for it if need be."""
    history, variant = question.position.history, question.position.variant
    depth = len(history) + lost.guesses_left
    if len(lost.words) < len(question.words):
        variant = variant.model_copy(update={"hidden": lost.words, "hidden_name": "lost"})
    alone = Question.of(variant, history=history)
    if not lost.cuts:
        return search_refutation(alone, depth, work), asked_impossible(alone, depth)
    refutation = lost_certificate(alone, depth, lost.cuts, work.demand_time)
    if len(refutation.nodes) > MAX_NODES:
        raise StoppedError(StopReason.SIZE)
    return refutation, asked_impossible(alone, depth)
