"""A guaranteed depth decided by models alone: `whole_list` for many words, then `and_or`, and the check.

Of a whole list the cuts of its families are a refutation, if they forbid each next guess. Otherwise it is
split by responses, down to endgames. What is won has a strategy, and what is lost a refutation.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.depth.answer import DepthAnswer
from wordle_cp.certificate.base.records import MAX_NODES
from wordle_cp.certify.depth import lost_certificate
from wordle_cp.certify.publish import about, write_checked
from wordle_cp.certify.records import asked_depth, depth_certificate
from wordle_cp.engine import DepthOutcome, Verdict
from wordle_cp.files.outputs import prepare
from wordle_cp.games.question import checked_depth
from wordle_cp.modelling.partitions import MAX_MEMBERS
from wordle_cp.modelling.solver import SolverSettings
from wordle_cp.search.and_or import AndOr
from wordle_cp.search.depth import check_lone_word
from wordle_cp.search.endgame import GraphSize, demand_endgame
from wordle_cp.search.whole_list import ListState, WholeList, WholeListSize
from wordle_cp.work import StoppedError

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.certificate.claims.impossible import Refutation
    from wordle_cp.certificate.claims.possible import Certificate
    from wordle_cp.games.question import Question
    from wordle_cp.work import Work

_FAMILY_WORK: Final = 20.0
"""CP-SAT gives a family up after so much of its deterministic time; the guesses asked about survive then."""


def prove_by_model(question: Question, depth: int, out: Path, work: Work) -> DepthAnswer:
    """Decide what `prove_depth` decides, by models; UsageError also for games that they don't know."""
    started = time.monotonic()
    checked_depth(depth, question.history)
    check_lone_word(question)
    demand_endgame(question.position, most_words=None)
    prepare(out, about(question.position, "depth", depth=depth))
    accepted, stopped_by = None, None
    decision = _Decision(question, depth, work)
    try:
        verdict = decision.verdict()
        if (found := decision.certificate()) is not None:
            possible = verdict is Verdict.POSSIBLE
            asked = asked_depth(question, depth, (decision.steps or question.hidden)[0], possible=possible)
            accepted = write_checked(out, found, asked, work.going_on())
    except StoppedError as stopped:  # a verdict that nobody has checked isn't reported
        verdict, stopped_by = Verdict.UNDECIDED, stopped.reason
    steps = decision.steps if verdict is Verdict.POSSIBLE else ()
    return DepthAnswer(
        question=question,
        depth=depth,
        result=DepthOutcome(
            verdict,
            opener=(steps or question.hidden)[0] if verdict is Verdict.POSSIBLE else None,
            strategy=steps,
            left=decision.left if verdict is Verdict.UNDECIDED else (),
            stopped_by=stopped_by,
        ),
        hinted=(),
        certificate=out if accepted else None,
        accepted=accepted,
        stopped_by=stopped_by,
        seconds=time.monotonic() - started,
        model=decision.size,
    )


class _Decision:
    """A question on its way."""

    def __init__(self, question: Question, depth: int, work: Work) -> None:
        self._question, self._depth, self._work = question, depth, work
        self._whole: WholeList | None = None
        self._search: AndOr | None = None
        self.steps: tuple[str, ...] = ()
        """The strategy, if there is one; of one word alone it has no steps."""

    def verdict(self) -> Verdict:
        """Return the verdict; StoppedError if a limit strikes before."""
        question, left = self._question, self._depth - len(self._question.history)
        if len(question.hidden) > MAX_MEMBERS and left > 1:
            self._work.stage("families")
            settings = SolverSettings(work=self._work, work_limit=_FAMILY_WORK)
            self._whole = WholeList(ListState.of(question.position, left), question.openers, settings)
            self._whole.refute()
        if not left or not self.left:
            return Verdict.IMPOSSIBLE
        self._work.stage("splitting by responses")
        # One word left is simply guessed. To choose few no-goods for the root of a whole list takes long.
        asked = () if len(question.hidden) == 1 else question.openers if self._whole else question.asked
        heed = self._work.heeding("openers refuted" if len(question.openers) > 1 else "")
        self._search = AndOr(question.position, asked, left, heed, self.left)
        if not self._search.decide():
            return Verdict.IMPOSSIBLE
        self.steps = tuple(self._search.steps())
        return Verdict.POSSIBLE

    def certificate(self) -> Certificate | Refutation | None:
        """Return the certificate of the verdict; None if it would be too long."""
        question, depth, search = self._question, self._depth, self._search
        if search is not None and search.root.lost is None:
            opener = search.opener if question.asked else None
            return depth_certificate(question.position, depth, self.steps, opener)
        cuts = search.cuts if search else self._whole.found.cuts if self._whole else ()
        refutation = lost_certificate(question, depth, cuts, self._work.going_on().demand_time)
        return None if len(refutation.nodes) > MAX_NODES else refutation

    @property
    def left(self) -> tuple[str, ...]:
        """The openers that nothing refutes."""
        if self._search is not None:
            return self._search.openers
        return self._question.openers if self._whole is None else self._whole.found.guesses

    @property
    def size(self) -> GraphSize | WholeListSize:
        """Who decided what."""
        decided = self._search or self._whole
        return GraphSize(0, 0, 0, 0, 0) if decided is None else decided.size
