"""Certificates of answers to the average question: that of a strategy, or of the whole answer.

This module takes a moment to load, so `solve` imports it where a file is wanted.

**The second proof of the goal total-then-worst.** With one guess less no strategy reaches the least total.
The first certificate says which openers reach it, and a strategy in it keeps to the least worst case. A
strategy of the least total begins with one of them: so it is enough to prove that each of these costs more
within one guess less, or that one guess less isn't enough for any of them. (A smaller limit leaves fewer
strategies, so no other opener gets better.)

**The least worst case** is the fewest guesses within which every hidden word can be found. The depth search
is asked for one guess, two, three and so on; what is refuted it sees at once, but for the last number before
the answer.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.totals.lower_bounds import counts_missed, has_lower_bounds, missed_proof, total_proof
from wordle_cp.certify.depth import refutation_certificate
from wordle_cp.certify.publish import write_checked
from wordle_cp.certify.records import asked_impossible, asked_possible, depth_certificate
from wordle_cp.engine import Verdict
from wordle_cp.errors import ProofTooLongError, UsageError
from wordle_cp.games.goal import First
from wordle_cp.rules.words import MAX_GUESSES_LEFT
from wordle_cp.search.depth import search_depth
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from wordle_cp.answers.answer import Answering
    from wordle_cp.answers.totals.answer import SolveAnswer
    from wordle_cp.answers.totals.replay import Strategy
    from wordle_cp.certificate.claims.impossible import Refutation
    from wordle_cp.certificate.claims.possible import Certificate
    from wordle_cp.certify.records import Asked, Proof
    from wordle_cp.engine import DepthOutcome, ExactCost
    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.runs.ranking_state import Keeping
    from wordle_cp.search.total import TotalSession


_REFUTING: Final = "refuting one guess less"
_BOUNDING: Final = "proving the lower bounds"


@dataclass(frozen=True, slots=True)
class Certifying:
    """The certificates of an answer on their way, which the `session` found; its report says what is written.

    `worst` is the least worst case where that was settled first. Facts may come from where it is `keeping`.
    """

    answering: Answering[SolveAnswer]
    session: TotalSession
    worst: LeastWorst | None
    keeping: Keeping

    @property
    def _found(self) -> SolveAnswer:
        return self.answering.report

    def certify(self, tree: Path, *, bounds: bool) -> None:
        """Write the answer to `tree`, once it is checked; raise StoppedError if there is reason to stop.

        With `bounds` all of it is proven, if there are such proofs, and they aren't too long; otherwise the
        strategy.
        """
        question = self.session.question
        first = question.goal.first
        if bounds and self.worst is not None:
            self._refute_fewer(tree, self.worst)
        proof: Proof | None = None
        strategy, cost = self._found.strategy, self._found.cost
        assert strategy is not None and cost is not None, "it was found"  # noqa: PT018
        try:
            if bounds and has_lower_bounds(question):
                proof = self._optimality()
                if first is First.TOTAL_THEN_WORST:
                    with suppress(ProofTooLongError), self.keeping.doubted():
                        self._certify_fewer(tree)
            elif bounds and first is First.TOTAL and counts_missed(question):
                self.answering.work.stage(_BOUNDING)
                proof = missed_proof(question, strategy.steps, cost, self.answering.work)
        except ProofTooLongError:  # the answer stands, and its strategy is checked
            self.answering.report = replace(self._found, too_long=True)
        written = proof or proof_of_strategy(question, strategy, self._found.guesses_left)
        accepted = write_checked(tree, *written, self.answering.work)
        # Nothing costs less than 0: a strategy that does is all of the proof, where it says when each word is
        # found. It doesn't say which words weigh nothing.
        whole = proof is not None or (bounds and cost == 0 and not question.goal.weights)
        self.answering.report = replace(
            self._found,
            tree=tree,
            accepted=accepted,
            lower_bound_checked=whole,
            proven_ends=(cost, cost) if whole else None,
        )

    def _refute_fewer(self, tree: Path, worst: LeastWorst) -> None:
        """Write, once it is checked, that one guess less than the least worst case isn't enough."""
        self.answering.work.stage(_REFUTING)
        refutation = refutation_of(self.session.question, worst, self.answering.work)
        if refutation is not None:
            depth = self._one_less()
            self._write_second(worst_case_path(tree, depth), refutation)

    def _certify_fewer(self, tree: Path) -> None:
        """Write, once it is checked, that one guess less than the least worst case costs more."""
        found = self._found
        if found.guesses_left == 1:
            return
        assert found.guesses_left is not None, "the least worst case is the limit"
        assert found.cost is not None, "there is a strategy"
        self.answering.work.stage(_REFUTING)
        openers = [one.opener for one in self._least()]
        proof, cost = proof_of_fewer(
            self.session,
            openers,
            guesses_left=found.guesses_left - 1,
            least=found.cost,
            work=self.answering.work,
        )
        out = worst_case_path(tree, self._one_less(), "impossible" if cost is None else "total")
        self._write_second(out, proof)
        self.answering.report = replace(self._found, worst_case_cost=cost)

    def _write_second(self, out: Path, proof: Proof) -> None:
        accepted = write_checked(out, *proof, self.answering.work)
        self.answering.report = replace(self._found, worst_case=out, worst_case_accepted=accepted)

    def _one_less(self) -> int:
        """Return one guess less than the least worst case, from the start of the game."""
        assert self._found.guesses_left is not None, "the least worst case is the limit"
        return len(self.session.question.history) + self._found.guesses_left - 1

    def _least(self) -> list[ExactCost]:
        """Return all openers that reach the least cost, those that keep the least worst case first."""
        least = [one for one in self._found.outcome.ranked if one.cost == self._found.cost]
        return sorted(least, key=lambda one: one.opener not in self._found.best)

    def _optimality(self) -> Proof:
        """Return the certificate of the cost of the best openers, and that all others cost more.

        It is about the limit of the question, or for the goal worst-then-total about the least worst case.
        That the worst case is least is for another certificate. For the goal total-then-worst the strategies
        of the best openers keep to it.
        """
        self.answering.work.stage(_BOUNDING)
        question, limit = self.session.question, self._found.guesses_left
        first = question.goal.first
        left = limit if first is First.WORST_THEN_TOTAL else question.guesses_left
        worst: dict[str, int] = {}
        if first is First.TOTAL_THEN_WORST and limit is not None:
            worst = dict.fromkeys(self._found.best, limit)
        with self.keeping.doubted():
            return total_proof(
                self.session,
                question,
                self._least(),
                guesses_left=left,
                work=self.answering.work,
                worst=worst,
            )


def proof_of_strategy(
    question: TotalQuestion, strategy: Strategy, left: int | None
) -> tuple[Certificate, Asked]:
    """Return the certificate of a strategy within `left` guesses after the history (None: however many)."""
    numbers = strategy.figures
    depth = len(numbers.distribution)
    if left is not None and question.goal.loss is None:
        depth = len(question.history) + left
    opener = strategy.opener if question.asked else None
    asked = asked_possible(question.position, depth, opener, distribution=numbers.distribution)
    return depth_certificate(question.position, depth, strategy.steps, opener, numbers), asked


def proof_of_fewer(
    session: TotalSession, openers: Sequence[str], *, guesses_left: int, least: int, work: Work
) -> tuple[Proof, int | None]:
    """Prove that `openers` cost more than `least` within `guesses_left` guesses, or can't keep that limit.

    This must be so, in normal or hard mode. Return also what they cost then; None if some word isn't found in
    time.

    Raises:
        StoppedError: there was reason to stop. ProofTooLongError: the proof is too long for a certificate.
    """
    question: TotalQuestion = session.question.about(openers)
    outcome, stopped_by = session.rank(openers=openers, guesses_left=guesses_left)
    if stopped_by is not None:
        raise StoppedError(stopped_by)
    if outcome.ranked:
        cost = outcome.ranked[0].cost
        assert cost > least, "one guess less doesn't do for the least cost"
        best = [found for found in outcome.ranked if found.cost == cost]
        return total_proof(session, question, best, guesses_left=guesses_left, work=work), cost
    refuted = refuted_within(question, guesses_left, work)
    refutation = refutation_of(question, LeastWorst(guesses_left + 1, refuted), work)
    assert refutation is not None, "the search has just shown it, and it isn't ultrahard mode"
    return refutation, None


def worst_case_path(tree: Path, depth: int, kind: str = "impossible") -> Path:
    """Return where the proof about `depth` guesses that goes with `tree` is put, of this `kind`."""
    name = tree.name
    for ending in (".gz", ".xz"):
        name = name.removesuffix(ending)
    name = name.removesuffix(".cert") or name
    return tree.with_name(f"{name}-{kind}-within-{depth}{tree.name.removeprefix(name)}")


@dataclass(frozen=True, slots=True)
class LeastWorst:
    """The least number of `guesses` after the history; None if what the question leaves isn't enough.

    `refuted` is what the search found out about one guess less than that, or about all that there are; None
    if there is no guess less.
    """

    guesses: int | None
    refuted: DepthOutcome | None


def least_worst_case(
    question: TotalQuestion,
    work: Work = UNLIMITED,
    asking: Callable[[int], None] = lambda _guesses: None,
) -> LeastWorst:
    """Find the least number of guesses after the history that finds every hidden word of `question`.

    `asking` hears of each number before the search asks about it: that many are needed, or more.

    Raises:
        UsageError: it has no limit, and 31 guesses, the most that are tried, aren't enough.
        StoppedError: there was reason to stop.
    """
    most = MAX_GUESSES_LEFT
    if question.guesses_left is not None:
        most = min(most, question.guesses_left)
    refuted: DepthOutcome | None = None
    for left in range(1, most + 1):
        asking(left)
        result = refuted_within(question, left, work)
        if result is None:
            return LeastWorst(left, refuted)
        refuted = result
    if question.guesses_left is None:
        message = f"the least worst case is more than {MAX_GUESSES_LEFT} guesses, the most that are tried"
        raise UsageError(message)
    return LeastWorst(None, refuted)


def refuted_within(
    question: TotalQuestion,
    guesses: int,
    work: Work = UNLIMITED,
) -> DepthOutcome | None:
    """Return what refutes that `guesses` after the history are enough; None if they are.

    For the rest see `least_worst_case`.
    """
    result = search_depth(
        question,
        len(question.history) + guesses,
        work=work,
    )
    if result.verdict is Verdict.UNDECIDED:
        raise StoppedError(result.stopped_by or StopReason.INTERRUPTED)
    return None if result.verdict is Verdict.POSSIBLE else result


def refutation_of(
    question: TotalQuestion,
    worst: LeastWorst,
    work: Work = UNLIMITED,
) -> tuple[Refutation, Asked] | None:
    """Return the certificate that fewer guesses than those of `worst` aren't enough.

    None where no guess is less, and in ultrahard mode, where the search keeps no proof.

    Raises:
        StoppedError: there was reason to stop.
    """
    if worst.refuted is None or worst.guesses is None or not question.variant.mode.only_facts:
        return None
    depth, refuted = len(question.history) + worst.guesses - 1, worst.refuted
    certificate = refutation_certificate(question, depth, refuted.proof, refuted.refuting, work=work)
    return certificate, asked_impossible(question, depth)
