"""What is known about the openers of a question while they are settled, here and in a run's ledger.

**What a later run may take over.** A cost is a fact, and so is that an opener is refuted. A lower bound
settles an opener as long as it exceeds the K-th least of the costs that are known: as more become known,
that can only fall, so such an opener is never among the best K. The search hears of the best K known by
asking about them again; they cost little, and their costs must come out the same.

`Keeping` says where an answer is kept, and blames that where results turned out false. Results are what
`rank` and `solve` take over from there without searching again: costs, bounds, that openers are refuted. A
proof that contradicts one is an error of theirs, reported in a line.
"""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from wordle_cp.engine import AtLeast, ExactCost, FalseBoundError, TotalOutcome
from wordle_cp.errors import CertificateRejected, WordleCpError, brief
from wordle_cp.search.total import Collector

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from wordle_cp.engine import OpenerResult, Settled
    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.runs.judges import Judge
    from wordle_cp.runs.ledgers import LedgerError, RankLedger


class FalseResultsError(WordleCpError):
    """What a ledger or a worker said about openers isn't true."""


@dataclass(frozen=True, slots=True)
class LesserNames:
    """Names of files beside the certificate of an optimum, for what is claimed where a limit strikes."""

    between: str
    """Both ends."""
    strategy: str
    """A strategy alone, where lower bounds have no proofs."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """Where an answer is kept: its certificate as the file `out`, and what is settled in a run's `folder`.

    `cluster` is the address of a Dask scheduler whose workers settle openers. Each may be None: then there is
    no such thing. Where a limit strikes, what is claimed gets one of these `names` in place of that of `out`.
    """

    out: Path | None = None
    folder: Path | None = None
    cluster: str | None = None
    names: LesserNames | None = None

    __repr__ = brief()

    @contextmanager
    def doubted(self) -> Iterator[None]:
        """Raise FalseResultsError where a proof shows that results are false that came from there.

        Without a folder and a cluster all results are this process's own: then it is a bug, raised as it is.
        """
        try:
            yield
        except (FalseBoundError, AssertionError) as error:
            if self.folder is None and self.cluster is None:
                raise
            sources = [str(source) for source in (self.folder, self.cluster) if source is not None]
            message = (
                f"{' and '.join(sources)}: what was settled there about openers can't all be true: {error}; "
                "to begin anew, take another folder"
            )
            raise FalseResultsError(message) from error


UNKEPT: Final = Keeping()
"""Nothing is kept."""


_LEDGER: Final = "ledger.sqlite"


@contextmanager
def held_for_ranking(folder: Path) -> Iterator[None]:
    """Keep `folder`, which is made if need be, for this process alone.

    Raises:
        UsageError: the folder is in use. LedgerError: it is that of another kind of run. FileError: it
            can't be made or written to.
    """
    from wordle_cp.runs.ledgers import RankLedger, held  # noqa: PLC0415  nothing is kept without a folder

    RankLedger.demand_own(folder / _LEDGER)
    with held(folder, RankLedger.run):
        yield


@contextmanager
def known_openers(folder: Path | None, question: TotalQuestion, top: int | None) -> Iterator[KnownOpeners]:
    """Provide what the ledger of `question` in `folder`, which is held, knows; nothing without a folder.

    The `top` best of its openers are asked for (None: all).

    Raises:
        UsageError: the folder belongs to another question. LedgerError: its ledger can't be used.
    """
    with ExitStack() as stack:
        ledger = None
        if folder is not None:
            from wordle_cp.runs.ledgers import RankLedger  # noqa: PLC0415  as above

            ledger = stack.enter_context(RankLedger(folder / _LEDGER, question))
        yield KnownOpeners(question, top, ledger)


class KnownOpeners(Collector):
    """Takes what comes out about the openers of a question; the `top` best are asked for (None: all)."""

    def __init__(self, question: TotalQuestion, top: int | None, ledger: RankLedger | None) -> None:
        """Begin with what `ledger`, if any, knows."""
        self.question = question
        self.top = top
        self._order = {word: index for index, word in enumerate(question.variant.guesses)}
        self._wanted = sorted(question.openers, key=self._order.__getitem__)
        self._ledger = ledger
        self._results = {} if ledger is None else ledger.settled()
        self._demand_possible()
        self._before = dict(self._results)
        self.strategies = ledger is not None
        self._judge: Judge | None = None
        if ledger is not None:
            from wordle_cp.runs.judges import Judge  # noqa: PLC0415  the checker takes a moment to load

            self._judge = Judge(question)

    def __contains__(self, opener: object) -> bool:
        """Tell whether something is known about `opener`."""
        return opener in self._results

    def get(self, opener: str) -> Settled | None:
        """Return what is known about `opener`."""
        found = self._results.get(opener)
        return None if found is None else found.settled

    def collect(self, results: Sequence[OpenerResult]) -> None:
        """Take over what threads here found, first into the ledger; strategies have to be accepted first."""
        for result in results:
            if self._judge is not None and result.strategy and self._is_new(result.settled):
                self._judge.judge(result)
        self.take(results)

    def take(self, results: Sequence[OpenerResult], worker: str = "") -> None:
        """Take over what `worker`, by default this process, found, first into the ledger.

        The strategies have been judged.
        """
        news = [found for found in results if self._is_new(found.settled)]
        if self._ledger is not None and news:
            self._ledger.record(news, worker)
        self._results.update((found.opener, found) for found in news)

    def take_back(self, openers: Sequence[str]) -> None:
        """Forget what this run took over about `openers`, here and in the ledger; earlier results stand."""
        doubtful = [one for one in openers if self._results.get(one) is not self._before.get(one)]
        for opener in doubtful:
            del self._results[opener]
        earlier = [self._before[opener] for opener in doubtful if opener in self._before]
        self._results.update((found.opener, found) for found in earlier)
        if self._ledger is not None and doubtful:
            self._ledger.take_back(doubtful, earlier)

    def replay(self, opener: str) -> bool:
        """Have the checker replay the strategy that an earlier run left for `opener`, whose cost is known.

        What this run found has been judged. Return False where there is no strategy.

        Raises:
            LedgerError: it isn't a strategy of that cost.
        """
        found = self._results[opener]
        strategy = () if self._ledger is None else self._ledger.strategy(opener)
        if self._judge is None or not strategy or self._before.get(opener) is not found:
            return bool(strategy)
        try:
            self._judge.judge(replace(found, strategy=strategy))
        except CertificateRejected as error:
            raise self._damaged(opener, str(error)) from error
        return True

    @property
    def seconds(self) -> float | None:
        """What all runs have taken so far; None without a ledger."""
        return None if self._ledger is None else self._ledger.seconds

    def _demand_possible(self) -> None:
        """Raise LedgerError if a cost is known that is below what counting words and responses allows."""
        least = self.question.least_by_levels(self.question.guesses_left)
        for found in self._results.values():
            if isinstance(found.settled, ExactCost) and (least is None or found.settled.cost < least):
                expected = "no strategy in time" if least is None else f"a cost of {least} or more"
                reason = f"expected {expected}, found {found.settled.cost}"
                raise self._damaged(found.opener, reason)

    def _damaged(self, opener: str, reason: str) -> LedgerError:
        from wordle_cp.runs.ledgers import LedgerError  # noqa: PLC0415  as above

        assert self._ledger is not None, "what this process found is sound"
        return LedgerError(f"{self._ledger.path}: {opener!r}: {reason}; to begin anew, take another folder")

    def results(self) -> list[OpenerResult]:
        """Return what is known, of openers in the order of the guess list."""
        return [self._results[word] for word in self._wanted if word in self._results]

    def open(self, most: int | None) -> list[str]:
        """Return the openers that may cost `most` or less (None: however much), and aren't settled."""
        return [word for word in self._wanted if not _is_settled(self.get(word), most)]

    def threshold(self, most: int | None = None) -> int | None:
        """Return the cost that the others must be proven to exceed; None if each must be exact.

        It is no more than `most`, the cost of a strategy that is known from elsewhere, if there is one.
        """
        if self.top is None:
            return None
        exact = self._exact()
        last = exact[self.top - 1].cost if len(exact) >= self.top else None
        return min((cost for cost in (last, most) if cost is not None), default=None)

    @property
    def left(self) -> tuple[str, ...]:
        """The openers that aren't settled."""
        return tuple(self.open(self.threshold()))

    @property
    def ranked(self) -> tuple[ExactCost, ...]:
        """The best of those whose costs are known, the least first, then in the order of the guess list."""
        threshold = self.threshold()
        return tuple(found for found in self._exact() if threshold is None or found.cost <= threshold)

    @property
    def asked(self) -> list[str]:
        """The openers to ask about: those that are left and, if not all are exact, the best known again."""
        again = {found.opener for found in self.ranked} if self.top is not None else set()
        left = frozenset(self.left)
        return [word for word in self._wanted if word in left or word in again]

    def rest(self, left: Sequence[str]) -> list[OpenerResult]:
        """Return what is known about the openers that are neither `left` nor among the best."""
        listed = {found.opener for found in self.ranked}.union(left)
        return [found for found in self.results() if found.opener not in listed]

    def outcome(self, work: int, most: int | None = None) -> TotalOutcome:
        """Return all that is known, as a search tells it, which took `work`; `most` is as for `threshold`."""
        left = frozenset(self.open(self.threshold(most)))
        known = [one for one in self.results() if one.opener not in left]
        return TotalOutcome.of(known, self.threshold(), filter(left.__contains__, self._wanted), work)

    def _is_new(self, found: Settled) -> bool:
        """Tell whether `found` says more than what is known.

        Raises:
            LedgerError: it contradicts what an earlier run left.
        """
        known = self.get(found.opener)
        if known is None or known == found:
            return known is None
        if isinstance(found, AtLeast):
            if isinstance(known, ExactCost) and known.cost < found.cost:
                raise self._contradiction(found.opener)
            return isinstance(known, AtLeast) and known.cost < found.cost
        if not isinstance(known, AtLeast) or (isinstance(found, ExactCost) and found.cost < known.cost):
            raise self._contradiction(found.opener)
        return True

    def _contradiction(self, opener: str) -> Exception:
        message = "two searches disagree about it"
        if self._ledger is None:
            return AssertionError(f"{opener!r}: {message}")
        return self._damaged(opener, message)

    def _exact(self) -> list[ExactCost]:
        """Return the openers asked for whose costs are known, the least first."""
        exact = (found.settled for found in self.results())
        return sorted((one for one in exact if isinstance(one, ExactCost)), key=lambda one: one.cost)


def _is_settled(known: Settled | None, threshold: int | None) -> bool:
    """Tell whether nothing more need be known about an opener; see `KnownOpeners.threshold`."""
    if isinstance(known, AtLeast):
        return threshold is not None and known.cost > threshold
    return known is not None
