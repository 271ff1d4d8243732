"""Codes that can't all be found in time, where the depth search takes long: by counting words missed.

`search.bounds` proves that each strategy misses a code, and `certify.missed` makes a certificate of that.

Neither way is the faster one in every game: the depth search looks for a strategy, or for sets of words that
refute every opener, which for codes are many; lemmas of words missed only refute, and each of them is about
all codes that agree with a history. So the two take turns, for longer each time, until one of them decides.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from wordle_cp.certificate.base.field_texts import MAX_LEMMAS
from wordle_cp.certify.missed import all_miss_certificate
from wordle_cp.engine import FalseBoundError, Verdict
from wordle_cp.errors import ProofTooLongError
from wordle_cp.games.goal import Missed
from wordle_cp.games.question import TotalQuestion
from wordle_cp.rules.symmetry import representatives
from wordle_cp.search.bounds import prove_missed
from wordle_cp.search.parts import has_checker_room
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordle_cp.certificate.claims.impossible import Refutation
    from wordle_cp.games.question import Question
    from wordle_cp.search.depth import DepthResult

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
        search: Callable[[Work], DepthResult],
        work: Work,
    ) -> tuple[DepthResult, Refutation | None]:
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
            outcome = replace(result.outcome, verdict=Verdict.IMPOSSIBLE, left=(), refuting=())
            return replace(result, outcome=outcome, stopped_by=None), refutation
