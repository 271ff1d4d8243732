"""A question about a depth, from the search to the checked answer.

The parts, in their order:

Codes that can't all be found in time, where the depth search takes long: by counting words missed.

`search.bounds` proves that each strategy misses a code, and `certify.depth` makes a certificate of that.

Neither way is the faster one in every game: the depth search looks for a strategy, or for sets of words that
refute every opener, which for codes are many; lemmas of words missed only refute, and each of them is about
all codes that agree with a history. So the two take turns, for longer each time, until one of them decides.

From a question to a checked answer: search, certificate, check.

The order is always the same:

1. `search` decides the question.
2. The strategy, or the proof that there is none, is written as a certificate under a temporary name, the
   independent checker judges the file, and only an accepted file gets its name.

In games of codes a proof by lemmas of words missed may come before the end of the search (`CodeLemmas`).

In ultrahard mode the search of hard mode comes first, and what it makes impossible has its proof. For what
only ultrahard mode makes impossible one is written from the verdict (`certify.ultrahard`). The one
exception: if that proof is given up, or has too many nodes, the search's verdict is reported without a
certificate.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from wordle_cp.answers.answer import Engine
from wordle_cp.answers.depth.answer import DepthAnswer
from wordle_cp.answers.shipped import hinted_openers, name_answer, shipped_decision
from wordle_cp.certificate.base.field_texts import MAX_LEMMAS
from wordle_cp.certify.depth import all_miss_certificate, refutation_certificate
from wordle_cp.certify.publish import about, write_checked
from wordle_cp.certify.records import asked_depth, depth_certificate
from wordle_cp.certify.ultrahard import ProofTooLargeError, ultrahard_certificate
from wordle_cp.engine import DepthOutcome, FalseBoundError, Verdict
from wordle_cp.errors import ProofTooLongError
from wordle_cp.files.outputs import prepare
from wordle_cp.games.goal import Missed
from wordle_cp.games.question import TotalQuestion, checked_depth
from wordle_cp.rules.symmetry import representatives
from wordle_cp.search.bounds import prove_missed
from wordle_cp.search.depth import decide_depth
from wordle_cp.search.parts import has_checker_room
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from wordle_cp.certificate.claims.impossible import Refutation
    from wordle_cp.certificate.claims.possible import Certificate
    from wordle_cp.check import Accepted
    from wordle_cp.games.question import Question
    from wordle_cp.rules.modes import Mode


FIRST_TURN: Final = 10.0
"""Seconds of the first turn of the depth search."""
_LONGER: Final = 4
"""A turn of the lemmas is so many times as long as that of the search before, and its next one as long."""
_SETTLED: Final = 2
"""Guesses left with which the depth search is done at once."""


class CodeLemmas(NamedTuple):
    """What is asked: can all codes of the `question` be found within `depth` guesses?"""

    question: Question
    depth: int

    @property
    def may_take_long(self) -> bool:
        """Whether this is a game of codes, small enough for lemmas, and the depth search may take long."""
        left = self.depth - len(self.question.history)
        codes = self.question.variant.codes is not None
        return codes and left > _SETTLED and has_checker_room(self.question)

    def refutation(self, work: Work = UNLIMITED) -> Refutation | None:
        """Return the certificate that they can't, or None where they can, or the proof is too long.

        Openers that are equally good for a reason of symmetry are looked at once. The certificate isn't
        checked yet.

        Raises:
            StoppedError: there was reason to stop.
        """
        asked, history = self.question, self.question.history
        wanted = set(asked.asked)
        meant = [guess for guess in asked.variant.guesses if not wanted or guess in wanted]
        first = representatives([guess for guess, _ in history], meant)
        try:
            proof = prove_missed(
                TotalQuestion(asked.position),
                [opener for opener in meant if first[opener] == opener],
                1,
                every=bool(wanted) or len(asked.hidden) == 1,
                missed=Missed(self.depth - len(history), None),
                work=work,
            )
        except (FalseBoundError, ProofTooLongError):
            return None
        if len(proof) > MAX_LEMMAS:
            return None
        return all_miss_certificate(asked, self.depth, proof)

    def decide(
        self,
        search: Callable[[Work], DepthOutcome],
        work: Work,
    ) -> tuple[DepthOutcome, Refutation | None]:
        """Return what the depth `search` says, or lemmas; with these a certificate that isn't checked yet.

        The limits of the `work` hold for all turns together.
        """
        turn = FIRST_TURN
        while True:
            result = search(work.at_most(turn))
            stopped = result.stopped_by is not StopReason.TIME or work.must_stop()
            if result.verdict is not Verdict.UNDECIDED or stopped:
                return result, None
            work.stage("counting words missed")
            turn *= _LONGER
            try:
                refutation = self.refutation(work.at_most(turn))
            except StoppedError as error:
                if error.reason is not StopReason.TIME or work.must_stop():
                    return replace(result, stopped_by=error.reason), None
                continue
            if refutation is None:
                return search(work), None
            lost = replace(result, verdict=Verdict.IMPOSSIBLE, left=(), refuting=(), stopped_by=None)
            return lost, refutation


def prove_depth(
    question: Question,
    depth: int,
    out: Path,
    *,
    fresh: bool = False,
    by: Engine = Engine.SEARCH,
    work: Work = UNLIMITED,
) -> DepthAnswer:
    """Decide whether `depth` guesses in all are enough, with a certificate; see `commands.prove.prove`.

    Temporary files that killed runs left at `out` are removed.
    """
    if by is not Engine.SEARCH:
        from wordle_cp.answers.depth.by_model import prove_by_model  # noqa: PLC0415  not needed for the search

        return prove_by_model(question, depth, out, work)
    started = time.monotonic()
    variant, history = question.variant, question.history
    checked_depth(depth, history)
    prepare(out, about(question.position, "depth", depth=depth))
    if not fresh:
        name_answer(shipped_decision(question, depth), work)
    hinted = () if fresh or question.asked or history else tuple(hinted_openers(variant, depth))

    def search(work: Work) -> tuple[DepthOutcome, Mode]:
        work.stage("search")
        return decide_depth(question, depth, first=hinted, work=work)

    codes = CodeLemmas(question, depth)
    refutation: Refutation | None = None
    if work.symmetry and codes.may_take_long:  # such lemmas rest on symmetry
        result, refutation = codes.decide(lambda work: search(work)[0], work)
        mode = variant.mode
    else:
        result, mode = search(work)
    accepted: Accepted | None = None
    try:
        proving = work.going_on()  # what asked to stop while the search could still decide was served by that
        certificate = refutation or _certificate(question, depth, result, mode, proving)
        if certificate is not None:
            possible = result.verdict is Verdict.POSSIBLE
            asked = asked_depth(question, depth, result.opener, possible=possible)
            accepted = write_checked(out, certificate, asked, proving)
    except StoppedError as stopped:  # a verdict that nobody has checked isn't reported
        if result.verdict is Verdict.POSSIBLE or mode.only_facts:
            result = replace(result, verdict=Verdict.UNDECIDED)
        result = replace(result, stopped_by=stopped.reason)
    return DepthAnswer(
        question=question,
        depth=depth,
        result=result,
        hinted=hinted,
        certificate=out if accepted else None,
        accepted=accepted,
        stopped_by=result.stopped_by,
        seconds=time.monotonic() - started,
        by_lemmas=refutation is not None,
    )


def _certificate(
    question: Question, depth: int, result: DepthOutcome, mode: Mode, work: Work
) -> Certificate | Refutation | None:
    """Return the certificate of what the search found, if it found anything that it can prove."""
    if result.verdict is Verdict.POSSIBLE:
        opener = result.opener if question.asked else None
        return depth_certificate(question.position, depth, result.strategy, opener)
    if result.verdict is not Verdict.IMPOSSIBLE:
        return None
    work.stage("writing the proof")
    if mode.only_facts:
        return refutation_certificate(question, depth, result.proof, result.refuting, work=work)
    with suppress(ProofTooLargeError):
        return ultrahard_certificate(question, depth, work)
    return None
