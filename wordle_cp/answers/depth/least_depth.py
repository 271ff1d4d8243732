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
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.answers.answer import Answer, Engine, Rows, plain
from wordle_cp.answers.depth.answer import made
from wordle_cp.answers.depth.prove import prove_depth
from wordle_cp.answers.families import TABLE_SETTINGS, family_table
from wordle_cp.answers.places import certificate_name
from wordle_cp.answers.telling import effort_line, model_line, position_fields, position_words
from wordle_cp.engine import Verdict, is_wide
from wordle_cp.errors import counted, file_errors
from wordle_cp.rules.words import MAX_GUESSES_LEFT
from wordle_cp.runs.ledgers import make_folder
from wordle_cp.search.depth import count_bound
from wordle_cp.work import UNLIMITED, About, Work

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from wordle_cp.answers.depth.answer import DepthAnswer
    from wordle_cp.games.question import Question
    from wordle_cp.games.variant import Variant

_SMALLEST_FAMILY: Final = 6
"""Smaller families seldom take as many guesses as all words do."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class LeastDepthAnswer(Answer):
    """What `prove_least_depth` found out. Rows: the depths that were asked about.

    `possible` is the answer about the least depth with a strategy, `impossible` that about one guess less;
    the question is settled when both are there. (Where nothing is left to refute, as no game ends before its
    first guess, `impossible` is None and `trivial` says so.) Otherwise `undecided` is the answer that a limit
    cut short. The depth is at least `lower` in any case. `stopped_by` says why the question isn't settled, or
    the refutation has no certificate.
    """

    question: Question
    lower: int
    possible: DepthAnswer | None
    impossible: DepthAnswer | None
    undecided: DepthAnswer | None
    trivial: bool

    @property
    def depth(self) -> int | None:
        """The least depth, or None if the question isn't settled."""
        settled = self.possible is not None and (self.trivial or self.impossible is not None)
        return self.possible.depth if settled and self.possible is not None else None

    @property
    def certified(self) -> bool:
        """Whether the checker has accepted a certificate of both sides."""
        return self.depth is not None and all(
            part.certified for part in (self.possible, self.impossible) if part
        )

    @property
    def verdict(self) -> Verdict:
        """Proven, exact (where a refutation of ultrahard mode has no certificate) or undecided."""
        if self.depth is None:
            return Verdict.UNDECIDED
        return Verdict.PROVEN if self.certified else Verdict.EXACT

    @property
    def uncertified(self) -> str | None:
        """What is said of the lower bound without a certificate: it was on the way when a limit struck."""
        known = len(self.question.history) + 1  # any word takes a guess
        if self.depth is not None or self.impossible is not None or self.lower <= known:
            return None
        return f"that {counted(self.lower - 1, 'guess is', 'guesses are')} too few, by counting or by CP-SAT"

    @property
    def finished(self) -> bool:
        """Whether the least depth is known, and nothing stopped the writing of a certificate."""
        return self.depth is not None and self.stopped_by is None

    def told(self, struck: str) -> Iterator[str]:
        """Yield the lines of `prove --least-depth`."""
        question, most = self.question, self.possible and self.possible.depth
        known = f"{self.lower} or more" if most is None else f"{self.lower} to {most}"
        asked = position_words(question.variant, question.history, question.asked)
        yield f"least depth {self.depth or known}: {asked}"
        if self.uncertified is not None:
            yield f"uncertified  {self.uncertified}"
        for part, verdict in ((self.possible, "enough"), (self.impossible, "not enough")):
            if part is not None:
                yield f"{counted(part.depth, 'guess', 'guesses')}{made(question.history)}: {verdict}"
                yield from part.strategy_told() if part is self.possible else part.refutation_told(struck)
                if part.model is not None:
                    yield model_line(part.model)
        if self.undecided is not None:
            guesses = counted(self.undecided.depth, "guess", "guesses")
            stopped = "" if self.stopped_by is None else f", stopped by {struck}"
            yield f"{guesses}{made(question.history)}: undecided{stopped}"
        yield effort_line(self.seconds)

    def _json(self) -> dict[str, Any]:
        question = self.question
        parts = {"possible": self.possible, "impossible": self.impossible}
        return {
            "question": "least-depth",
            "verdict": self.verdict,
            "certified": self.certified,
            "depth": self.depth,
            "at_least": self.lower,
            "certificates": {verdict: part and part.certificate for verdict, part in parts.items()},
            "checked": self.certified,
            "uncertified": self.uncertified,
            **position_fields(question.variant, question.history),
            "openers": question.asked or None,
            "nodes": sum(part.result.nodes for part in self._asked),
            **parts,
        }

    @property
    def _asked(self) -> list[DepthAnswer]:
        return [part for part in (self.impossible, self.possible, self.undecided) if part is not None]

    def _rows(self) -> Rows:
        return [
            {
                "depth": part.depth,
                "verdict": part.verdict.value,
                "opener": part.result.opener,
                "certificate": plain(part.certificate),
            }
            for part in self._asked
        ]


def prove_least_depth(
    question: Question,
    folder: Path,
    *,
    label: str | None = None,
    fresh: bool = False,
    by: Engine = Engine.SEARCH,
    work: Work = UNLIMITED,
) -> LeastDepthAnswer:
    """Find the least number of guesses; see `commands.prove.prove_least_depth`.

    Certificates that a stronger one makes superfluous, such as of smaller depths refuted on the way, are
    removed again, unless a file of that name was there before. Where a limit strikes, those of the bounds
    that were reached stay. Limits hold for all questions together.
    """
    started = time.monotonic()
    variant, history = question.variant, question.history
    past = len(history)

    new: set[Path] = set()  # where there was no file before

    def ask(depth: int) -> DepthAnswer:
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
    reports: dict[Verdict, DepthAnswer] = {}
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
    possible, impossible, undecided = (
        reports.get(verdict) for verdict in (Verdict.POSSIBLE, Verdict.IMPOSSIBLE, Verdict.UNDECIDED)
    )
    cut = undecided or impossible
    return LeastDepthAnswer(
        question=question,
        lower=lower,
        possible=possible,
        impossible=impossible,
        undecided=undecided,
        trivial=trivial,
        stopped_by=cut.stopped_by if cut else None,
        seconds=time.monotonic() - started,
    )


def _lower_bound(variant: Variant, hidden: Sequence[str], work: Work) -> int:
    """Return a number of guesses that finding every word of `hidden` takes at least."""
    bound = count_bound(len(hidden), variant.scoring)
    if not variant.scoring.feedback.shows_facts or is_wide(variant.guesses):
        return bound
    table = family_table(
        variant.guesses,
        hidden,
        variant.mode,
        min_size=_SMALLEST_FAMILY,
        settings=replace(TABLE_SETTINGS, work=work),
    )
    return max([bound, *(family.lower for family in table)])
