"""The least depth of a question, settled whole: a strategy within g guesses, and a refutation of g - 1.

`prove` answers each of the questions asked here, with a certificate. A strategy within g guesses is one
within g + 1; so the depths that have one are all those from some g on, and a checked strategy at g with a
checked refutation at g - 1 says which g it is, however the two were found. (In ultrahard mode a refutation
may lack a certificate, see `prove`: then it is the search that says so.)

Any order of questions ends there; this one asks little that isn't needed. It begins at the greatest lower
bound that is cheap: the least depths of the endgame families (a strategy for all words is one for those of a
family), and how many words so many responses can tell apart. From there it goes up while the verdict is
impossible. Below the least depth a verdict is the cheaper the fewer guesses there are, and the bound is
seldom more than one below; if it is the least depth itself, one question more goes down, and a family's lemma
answers it.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.answering import Engine
from wordle_cp.answers.depth.prove import prove_depth
from wordle_cp.answers.file_names import certificate_name
from wordle_cp.engine import Verdict, is_wide
from wordle_cp.errors import brief, file_errors
from wordle_cp.models.family_table import TABLE_SETTINGS, family_table
from wordle_cp.rules.words import MAX_GUESSES_LEFT
from wordle_cp.runs.ledger_file import make_folder
from wordle_cp.search.depth import count_bound
from wordle_cp.work import UNLIMITED, About, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from wordle_cp.answers.depth.report import DepthReport
    from wordle_cp.games.question import Question
    from wordle_cp.games.variant import Variant

_SMALLEST_FAMILY: Final = 6
"""Smaller families seldom take as many guesses as all words do."""


@dataclass(frozen=True, slots=True)
class LeastDepthReport:
    """What `prove_least_depth` found out.

    `possible` is the report on the least depth with a strategy, `impossible` that on one guess less; the
    question is settled when both are there. (Where nothing is left to refute, as no game ends before its
    first guess, `impossible` is None and `trivial` says so.) Otherwise `undecided` is the report that a limit
    cut short. The depth is at least `lower` in any case.
    """

    question: Question
    lower: int
    possible: DepthReport | None
    impossible: DepthReport | None
    undecided: DepthReport | None
    trivial: bool
    seconds: float

    __repr__ = brief("question", "depth", "lower")

    @property
    def depth(self) -> int | None:
        """The least depth, or None if the question isn't settled."""
        settled = self.possible is not None and (self.trivial or self.impossible is not None)
        return self.possible.depth if settled and self.possible is not None else None

    @property
    def stopped_by(self) -> StopReason | None:
        """Why the question isn't settled, or the refutation has no certificate."""
        cut = self.undecided or self.impossible
        return None if cut is None else cut.result.stopped_by


def prove_least_depth(
    question: Question,
    folder: Path,
    *,
    label: str | None = None,
    fresh: bool = False,
    by: Engine = Engine.SEARCH,
    work: Work = UNLIMITED,
) -> LeastDepthReport:
    """Find the least number of guesses, those of the history included, that finds every hidden word.

    Certificates go to `folder`, which is made if need be, under the names of `certificate_name` with `label`.
    Those that a stronger one makes superfluous, such as of smaller depths refuted on the way, are removed
    again, unless a file of that name was there before: then it stays, replaced by the new one. Where a limit
    strikes, those of the bounds that were reached stay, as the report says. The rest is as for `prove_depth`;
    limits hold for all questions together.

    Raises:
        As `prove_depth`.
    """
    started = time.monotonic()
    variant, history = question.variant, question.history
    past = len(history)

    new: set[Path] = set()  # where there was no file before

    def ask(depth: int) -> DepthReport:
        work.show(About(f"depth {depth}"))
        out = folder / certificate_name(variant, depth, history, label)
        with file_errors(out):
            if not out.exists():
                new.add(out)
        return prove_depth(question, depth, out, fresh=fresh, by=by, work=work)

    make_folder(folder)
    work.stage("families")
    lower = past + _lower_bound(variant, question.hidden, work)
    depth = min(lower, past + MAX_GUESSES_LEFT)
    reports: dict[Verdict, DepthReport] = {}
    trivial = False
    while True:
        report = ask(depth)
        weaker = reports.get(report.verdict)
        if weaker is not None and weaker.certificate in new:
            with suppress(OSError):  # superfluous, no more
                weaker.certificate.unlink()
        reports[report.verdict] = report
        if report.verdict is Verdict.POSSIBLE:
            depth -= 1
            trivial = depth == past
        elif report.verdict is Verdict.IMPOSSIBLE:
            depth += 1
            lower = max(lower, depth)
        if trivial or len(reports) > 1 or Verdict.UNDECIDED in reports or depth > past + MAX_GUESSES_LEFT:
            break
    return LeastDepthReport(
        question=question,
        lower=lower,
        possible=reports.get(Verdict.POSSIBLE),
        impossible=reports.get(Verdict.IMPOSSIBLE),
        undecided=reports.get(Verdict.UNDECIDED),
        trivial=trivial,
        seconds=time.monotonic() - started,
    )


def _lower_bound(variant: Variant, hidden: Sequence[str], work: Work) -> int:
    """Return a number of guesses that finding every word of `hidden` takes at least."""
    counted = count_bound(len(hidden), variant.scoring)
    if not variant.scoring.feedback.shows_facts or is_wide(variant.guesses):
        return counted
    table = family_table(
        variant.guesses,
        hidden,
        variant.mode,
        min_size=_SMALLEST_FAMILY,
        settings=replace(TABLE_SETTINGS, work=work),
    )
    return max([counted, *(family.lower for family in table)])
