"""Certificates of answers to the average question: that of a strategy, or of the whole answer.

Where this stands: below `solve`, which has found the answer, above `total_proof` and `smaller_worst`. What
writes and checks certificates is loaded when there is a file to be written: the answer of a question without
one shouldn't wait for it.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import ProofTooLongError
from wordle_cp.games.goal import First

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.answers.depth.minimax import LeastWorst
    from wordle_cp.answers.totals.replay import Strategy
    from wordle_cp.certificate.claims.missed import Shortfall
    from wordle_cp.certificate.claims.possible import Certificate
    from wordle_cp.certificate.claims.total import Optimality
    from wordle_cp.certificate.render import AnyCertificate
    from wordle_cp.certify.asked import Asked
    from wordle_cp.check import Accepted
    from wordle_cp.engine import ExactCost
    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.runs.provenance import Keeping
    from wordle_cp.search.total import TotalSession
    from wordle_cp.work import Work


_REFUTING: Final = "refuting one guess less"
_BOUNDING: Final = "proving the lower bounds"


@dataclass(frozen=True, slots=True)
class Answer:
    """What `solve` found, with the `session` that found it.

    `cost` is the least one, `best` are the openers that reach it, and for the goal total-then-worst the least
    worst case too; `ranked` are all whose costs are known. `limit` is the most guesses from the position on,
    and `worst` the least worst case where that was settled first.
    """

    question: TotalQuestion
    session: TotalSession
    strategy: Strategy
    cost: int
    best: tuple[str, ...]
    ranked: tuple[ExactCost, ...]
    limit: int | None
    worst: LeastWorst | None


class Certifying:
    """The certificates of an answer on their way; what is written so far survives being stopped."""

    def __init__(self, found: Answer, keeping: Keeping, work: Work) -> None:
        """Begin with none; what was `found` may rest on facts that came from where it is kept."""
        self.accepted: Accepted | None = None
        """What the checker says of the certificate; None if it isn't written."""
        self.lower_bound_accepted = False
        """Whether it says that no strategy costs less, too."""
        self.worst_accepted: Accepted | None = None
        """What the checker says of the second certificate."""
        self.worst_case: Path | None = None
        """The second certificate, about one guess less than the least worst case."""
        self.fewer_cost: int | None = None
        """What it says that the best openers cost then."""
        self.too_long = False
        """Whether the proof of the whole answer was too long, so that the strategy alone is certified."""
        self._found = found
        self._keeping = keeping
        self._work = work

    def certify(self, tree: Path, *, bounds: bool) -> None:
        """Write the answer to `tree`, once it is checked; raise StoppedError if there is reason to stop.

        With `bounds` all of it is proven, if there are such proofs, and they aren't too long; otherwise the
        strategy.
        """
        from wordle_cp.answers.totals.proof import counts_missed, has_lower_bounds  # noqa: PLC0415
        from wordle_cp.certify.publish import write_checked  # noqa: PLC0415  see above

        if bounds and self._found.worst is not None:
            from wordle_cp.answers.depth.minimax import refutation_of  # noqa: PLC0415
            from wordle_cp.certify.asked import asked_impossible  # noqa: PLC0415  see above

            self._work.stage(_REFUTING)
            refutation = refutation_of(self._found.question, self._found.worst, self._work)
            if refutation is not None:
                assert self._found.limit is not None, "the least worst case is the limit"
                question = self._found.question
                depth = len(question.history) + self._found.limit - 1
                out = worst_case_path(tree, depth)
                asked = asked_impossible(question, depth)
                self.worst_accepted = write_checked(out, refutation, asked, self._work)
                self.worst_case = out
        proof: tuple[AnyCertificate, Asked] | None = None
        try:
            if bounds and has_lower_bounds(self._found.question):
                proof = self._optimality()
                if self._found.question.goal.first is First.TOTAL_THEN_WORST:
                    with suppress(ProofTooLongError), self._keeping.doubted():
                        self._certify_fewer(tree)
            elif (
                bounds
                and self._found.question.goal.first is First.TOTAL
                and counts_missed(self._found.question)
            ):
                proof = self._shortfall()
        except ProofTooLongError:  # the answer stands, and its strategy is checked
            self.too_long = True
        certificate, asked = proof if proof is not None else self._possibility()
        self.accepted = write_checked(tree, certificate, asked, self._work)
        self.lower_bound_accepted = proof is not None

    def _certify_fewer(self, tree: Path) -> None:
        """Write, once it is checked, that one guess less than the least worst case costs more."""
        from wordle_cp.answers.totals.smaller_worst import proof_of_fewer  # noqa: PLC0415
        from wordle_cp.certify.publish import write_checked  # noqa: PLC0415  see above
        from wordle_cp.files.write import check_target  # noqa: PLC0415  see above

        found = self._found
        assert found.limit is not None, "the least worst case is the limit"
        if found.limit == 1:
            return
        self._work.stage(_REFUTING)
        fewer = proof_of_fewer(
            found.session,
            [one.opener for one in self._least()],
            guesses_left=found.limit - 1,
            least=found.cost,
            work=self._work,
        )
        kind = "impossible" if fewer.cost is None else "total"
        out = worst_case_path(tree, len(found.question.history) + found.limit - 1, kind)
        check_target(out)
        self.worst_accepted = write_checked(out, fewer.certificate, fewer.asked, self._work)
        self.worst_case, self.fewer_cost = out, fewer.cost

    def _least(self) -> list[ExactCost]:
        """Return all openers that reach the least cost, those that keep the least worst case first."""
        least = [one for one in self._found.ranked if one.cost == self._found.cost]
        return sorted(least, key=lambda one: one.opener not in self._found.best)

    def _possibility(self) -> tuple[Certificate, Asked]:
        """Return the certificate of the strategy, and what it is to claim."""
        from wordle_cp.certify.asked import asked_possible  # noqa: PLC0415  see above
        from wordle_cp.certify.records import certificate_of  # noqa: PLC0415

        question, strategy = self._found.question, self._found.strategy
        numbers = strategy.figures
        depth = len(numbers.distribution)
        if self._found.limit is not None and question.goal.loss is None:
            depth = len(question.history) + self._found.limit
        opener = strategy.opener if question.asked else None
        certificate = certificate_of(
            question.variant, depth, strategy.steps, numbers, history=question.history, opener=opener
        )
        return certificate, asked_possible(
            question.position,
            depth,
            opener,
            total_guesses=numbers.total_guesses,
            distribution=numbers.distribution,
        )

    def _shortfall(self) -> tuple[Shortfall, Asked]:
        """Return the certificate that no strategy misses fewer words than the one that was found."""
        from wordle_cp.answers.totals.proof import missed_proof  # noqa: PLC0415
        from wordle_cp.certify.missed import asked_missed  # noqa: PLC0415  see above

        self._work.stage(_BOUNDING)
        found = self._found
        proof = missed_proof(found.question, found.strategy.steps, found.cost, self._work)
        return proof, asked_missed(found.question, found.cost)

    def _optimality(self) -> tuple[Optimality, Asked]:
        """Return the certificate that the best openers cost just so much, and all others more.

        It is about the limit of the question, or for the goal worst-then-total about the least worst case.
        That the worst case is least is for another certificate. For the goal total-then-worst the strategies
        of the best openers keep to it.
        """
        from wordle_cp.answers.totals.proof import asked_least, total_proof  # noqa: PLC0415  see above

        self._work.stage(_BOUNDING)
        found = self._found
        left = (
            found.limit
            if found.question.goal.first is First.WORST_THEN_TOTAL
            else found.question.guesses_left
        )
        worst: dict[str, int] = {}
        if found.question.goal.first is First.TOTAL_THEN_WORST and found.limit is not None:
            worst = dict.fromkeys(found.best, found.limit)
        with self._keeping.doubted():
            proof = total_proof(
                found.session,
                found.question,
                self._least(),
                guesses_left=left,
                work=self._work,
                worst=worst,
            )
        return proof, asked_least(found.question, self._least(), left)


def worst_case_path(tree: Path, depth: int, kind: str = "impossible") -> Path:
    """Return where the proof about `depth` guesses that goes with `tree` is put, of this `kind`."""
    name = tree.name
    for ending in (".gz", ".xz"):
        name = name.removesuffix(ending)
    name = name.removesuffix(".cert") or name
    return tree.with_name(f"{name}-{kind}-within-{depth}{tree.name.removeprefix(name)}")


def prepare(tree: Path) -> None:
    """Make sure that `tree` can be written, before the work for it."""
    from wordle_cp.files.leftovers import remove_leftovers  # noqa: PLC0415
    from wordle_cp.files.write import check_target  # noqa: PLC0415

    remove_leftovers(tree.parent)
    check_target(tree)
