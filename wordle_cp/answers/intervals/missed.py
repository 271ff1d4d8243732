"""An interval in which the least number of words missed lies, where a proof of that number is too long.

1. The search finds how many words the best strategy of one opener misses: the upper end.
2. As long as there is time, lemmas about cells are found (`search.missed`), by which every opener misses
   four words, eight and so on: the lower end. They are those of normal mode, for three guesses or four. For
   more guesses, and where they don't reach the upper end in their part of the time or in hard mode, disjoint
   sets of words are found for every opener that can't all be found in time (`search.missed`). For one guess
   or two, counting tells it.
3. The proof of all sets that are needed is made smaller, and both ends are a certificate, 'Claim "missed
   between"' of docs/certificates/, which the independent checker has to accept.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from wordle_cp.answers.intervals.answer import TOGETHER, Interval, IntervalAnswer
from wordle_cp.answers.shipped import shipped_missed
from wordle_cp.certify.depth import PackedNodes, packed_nodes, packing_certificate
from wordle_cp.certify.records import asked_cost
from wordle_cp.errors import UsageError
from wordle_cp.games.needs import Needs
from wordle_cp.games.question import TotalQuestion
from wordle_cp.search.missed import CellLemma, CellLemmas, InfeasibleSet, Packer
from wordle_cp.search.watch import watched
from wordle_cp.work import UNLIMITED, StopReason, Work

if TYPE_CHECKING:
    from pathlib import Path

NEEDS: Final = Needs("an interval of words missed", tiles=True, only_facts=True)
_COUNTED_AHEAD: Final = 4
"""Guesses up to which counting proves lemmas about cells: two are left then after the next one."""
_FEW_PAIRS: Final = 2**14
"""Pairs of a guess and a hidden word up to which all openers are asked."""
_FIRST_LOW: Final = 4
"""What lemmas are to prove first; disjoint sets are quicker where it is less."""
_BY_LEMMAS: Final = 0.6
"""How much of the time for the lower end goes to lemmas, if it is limited; sets may prove more later."""
_SEARCHED: Final = 0.5
"""Share of the time after which no more sets are looked for."""
_REPAIRS: Final = 5
"""How often sets are added where a smaller proof has made some openers lack one."""


def prove_missed_between(
    question: TotalQuestion,
    out: Path,
    *,
    strategy: str | None = None,
    fresh: bool = False,
    work: Work = UNLIMITED,
) -> IntervalAnswer:
    """Prove an interval for the words that can't be found in time; write it to `out`.

    The goal of the `question` says with how many more guesses, or its limit if that leaves fewer. The lower
    end is raised until no more sets are found, a limit strikes, or half of the time is over. In the other
    half what is known is written and checked. If that isn't enough, there is no certificate, and the numbers
    rest on the search. The rest is as for `prove_between`.
    """
    variant, asked = question.variant, question.asked
    NEEDS.demand(variant)
    if strategy is not None and asked and strategy not in asked:
        message = f"expected a strategy that begins with one of the openers, found {strategy!r}"
        raise UsageError(message)
    within = question.guesses_left
    assert within is not None, "costs end"
    unlimited = TotalQuestion.of(
        variant.model_copy(update={"max_guesses": None}),
        history=question.history,
        openers=asked or (None if strategy is None else (strategy,)),
        goal=replace(question.goal, costs=question.goal.costs[:within]),
    ).about(asked)  # without openers, of all: the strategy alone begins with that one
    run = _MissedInterval(unlimited, out, work)
    return run.answered(lambda: run.find(strategy, fresh=fresh))


class _ByLemmas(NamedTuple):
    """A lower end and its lemmas; `exact` tells that nothing else would prove more."""

    low: int = 0
    lemmas: tuple[CellLemma, ...] = ()
    exact: bool = False


class _MissedInterval(Interval):
    """The interval on its way."""

    def find(self, opener: str | None, *, fresh: bool) -> StopReason | None:
        """Find both ends, and write the certificate; return why the lower one isn't raised any more."""
        known = None if fresh or opener is not None else shipped_missed(self.report.question)
        if self.take_shipped(known):
            return None
        searching = self.work.share(_SEARCHED)
        self.report = replace(self.report, low=0)
        question = self.report.question
        within = len(question.goal.costs)
        openers = question.openers if opener is None else (opener,)
        few = len(openers) * len(question.hidden) <= _FEW_PAIRS
        strategy = self.find_strategy(openers, together=len(openers) if few else TOGETHER)
        assert strategy is not None, "words may be missed"
        self.work.stage("proving the lower bounds")
        packer = Packer(question.position, within, question.asked)

        def poll() -> None:
            low = packer.least + 1
            text = f"{len(packer.sets)} sets; {packer.served(low)} openers miss {low}"
            self.work.stage(f"lower end: {text}")
            packer.hurry()

        found, stopped_by = self._by_lemmas(packer, within, strategy.cost, searching.share(_BY_LEMMAS))
        low, proof = found.low, PackedNodes((), ())
        if low < strategy.cost and not found.exact and not searching.must_stop():
            _, stopped = watched(
                lambda: _raise(packer, strategy.cost), packer.pause, poll=poll, work=searching
            )
            stopped_by = stopped or stopped_by
        self.report = replace(self.report, low=low, settled=stopped_by is None)
        if packer.least > low:
            found = _ByLemmas()
            low, proof = self._proof(packer, within, min(packer.least, strategy.cost))
        self.report = replace(self.report, low=low)
        ends, in_all = (low, strategy.cost), len(question.history) + within
        asked = asked_cost(question, "between", question.guesses_left, low=low, high=strategy.cost)
        packing = packing_certificate(question, ends, strategy.steps, proof, found.lemmas, within=in_all)
        self.certify((packing, asked))
        return stopped_by

    def _by_lemmas(
        self, packer: Packer, within: int, high: int, work: Work
    ) -> tuple[_ByLemmas, StopReason | None]:
        """Return the lower end that lemmas about cells prove, and why it isn't raised any more."""
        question = self.report.question
        if packer.by_counting or within > _COUNTED_AHEAD:
            return _ByLemmas(), None
        cells = CellLemmas(question.variant, question.hidden, packer.by_promise, within)

        def poll() -> None:
            low = cells.least + 1
            text = f"{len(cells.lemmas)} lemmas; {cells.served(low)} openers miss {low}"
            self.work.stage(f"lower end: {text}")

        reached, stopped_by = watched(lambda: _raise_cells(cells, high), cells.stop, poll=poll, work=work)
        low = min(cells.least, high)
        exact = stopped_by is None and (reached == high or not question.variant.mode.binds)
        return _ByLemmas(low, tuple(cells.needed(low)), exact), stopped_by

    def _proof(self, packer: Packer, within: int, low: int) -> tuple[int, PackedNodes]:
        """Return a small proof of the lower end `low`, which is lowered where it is none.

        Smaller sets are taken by more openers, and may keep others out; so an opener may lack one at last.
        More are added then, which take nothing from any opener.
        """
        if low == 0 or packer.by_counting:
            return low, PackedNodes((), ())
        self.work.stage("refuting one guess less")
        chosen = packer.needed(low)
        for repair in range(_REPAIRS + 1):
            sets = [lost.node for lost in chosen]
            nodes = packer.proof_nodes()
            proof = packed_nodes(self.report.question.position, within, nodes, sets, self.work)
            taken = packer.packed(InfeasibleSet(*stated) for stated in proof.stated())
            lacking = packer.lacking(taken, low)
            if not lacking or repair == _REPAIRS:
                break
            known = len(packer.sets)
            for opener in lacking:
                while taken.count[opener] < low and packer.add_for(opener, low, taken):
                    pass
            if len(packer.sets) == known:
                break
            chosen += packer.sets[known:]
        return packer.least_of(taken), proof


def _raise_cells(cells: CellLemmas, high: int) -> int:
    """Raise the lower end, to twice as much each time, as far as the upper end `high`; return it.

    Lemmas that suffice for a low end are of little use for higher ones, so the first one isn't 1.
    """
    low, reached = 0, 0
    while reached == low < high and not cells.stopped:
        low = min(high, max(_FIRST_LOW, 2 * low))
        reached = cells.raise_least(low)
    return reached


def _raise(packer: Packer, high: int) -> None:
    """Raise the lower end one by one, as far as the upper end `high`."""
    while (low := packer.least) < high and not packer.by_counting:
        if not packer.raise_least(low + 1):
            return
