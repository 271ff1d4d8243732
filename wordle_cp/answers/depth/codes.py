"""Codes that can't all be found in time, where the depth search takes long: by counting words missed.

Where this stands: below `prove`, which asks here about games of codes; above `search.bounds`, which proves
that each strategy misses a code, and `certify.missed`, which makes a certificate of that.

Neither way is the faster one in every game: the depth search looks for a strategy, or for sets of words that
refute every opener, which for codes are many; lemmas of words missed only refute, and each of them is about
all codes that agree with a history. So the two take turns, for longer each time, until one of them decides.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from wordle_cp.certificate.claims.total_records import MAX_LEMMAS
from wordle_cp.certify.missed import all_miss_certificate
from wordle_cp.engine import FalseBoundError, Verdict
from wordle_cp.errors import ProofTooLongError
from wordle_cp.games.objective import TOTAL_GUESSES
from wordle_cp.rules.symmetry import representatives
from wordle_cp.search.bounds import prove_missed
from wordle_cp.search.total import TotalQuestion
from wordle_cp.work import Limits, StoppedError, StopReason

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordle_cp.certificate.claims.depth_records import Refutation
    from wordle_cp.engine import BoundProgress
    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.words import History
    from wordle_cp.search.depth import DepthResult

FIRST_TURN: Final = 10.0
"""Seconds of the first turn of the depth search."""
_LONGER: Final = 4
"""A turn of the lemmas is so many times as long as that of the search before, and its next one as long."""
_SETTLED: Final = 2
"""Guesses left with which the depth search is done at once."""


class LostCodes(NamedTuple):
    """What is asked: can all codes after the history be found within `depth` guesses?

    The next guess is one of the `openers`; without any, whatever it is.
    """

    variant: Variant
    depth: int
    history: History
    hidden: tuple[str, ...]
    openers: tuple[str, ...]

    @property
    def may_take_long(self) -> bool:
        """Whether this is a game of codes, and the depth search may take long."""
        return self.variant.codes is not None and self.depth - len(self.history) > _SETTLED

    def refutation(
        self,
        limits: Limits,
        progress: Callable[[BoundProgress], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Refutation | None:
        """Return the certificate that they can't, or None where they can, or the proof is too long.

        Openers that are equally good for a reason of symmetry are looked at once. The certificate isn't
        checked yet.

        Raises:
            StoppedError: there was reason to stop.
        """
        wanted = set(self.openers)
        meant = [guess for guess in self.variant.guesses if not wanted or guess in wanted]
        first = representatives([guess for guess, _ in self.history], meant)
        try:
            proof = prove_missed(
                TotalQuestion(self.variant, self.history, self.hidden, None, TOTAL_GUESSES, None),
                [opener for opener in meant if first[opener] == opener],
                1,
                every=bool(wanted) or len(self.hidden) == 1,
                guesses=self.depth - len(self.history),
                most=None,
                limits=limits,
                progress=progress,
                cancelled=cancelled,
            )
        except (FalseBoundError, ProofTooLongError):
            return None
        if len(proof) > MAX_LEMMAS:
            return None
        return all_miss_certificate(self.variant, self.depth, self.history, self.openers, self.hidden, proof)

    def decide(
        self,
        search: Callable[[Limits], DepthResult],
        limits: Limits,
        started: float,
        *,
        searching: Callable[[], None],
        counting: Callable[[], None],
        progress: Callable[[BoundProgress], None],
        cancelled: Callable[[], bool],
    ) -> tuple[DepthResult, Refutation | None]:
        """Return what the depth `search` says, or lemmas; with these a certificate that isn't checked yet.

        The `limits` count from `started` on, for all turns together. `searching` and `counting` are called at
        the beginning of each turn of the search and of the lemmas.
        """
        turn = FIRST_TURN
        while True:
            searching()
            result = search(_at_most(limits.after(started), turn))
            stopped = result.stopped_by is not StopReason.TIME or limits.struck(started) is not None
            if result.verdict is not Verdict.UNDECIDED or stopped:
                return result, None
            counting()
            turn *= _LONGER
            try:
                refutation = self.refutation(_at_most(limits.after(started), turn), progress, cancelled)
            except StoppedError as error:
                if error.reason is not StopReason.TIME or limits.struck(started) is not None:
                    return replace(result, stopped_by=error.reason), None
                continue
            if refutation is None:
                searching()
                return search(limits.after(started)), None
            outcome = replace(result.outcome, verdict=Verdict.IMPOSSIBLE, left=(), kids=())
            return replace(result, outcome=outcome, stopped_by=None), refutation


def _at_most(limits: Limits, seconds: float) -> Limits:
    """Return `limits` that let something take so many seconds at most."""
    return replace(limits, seconds=seconds if limits.seconds is None else min(seconds, limits.seconds))
