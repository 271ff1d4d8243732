"""The best strategies with few second guesses: what these cost by the native search, the choice by CP-SAT.

What a cell costs with a second guess is counted at first, which is a lower bound (`models.few_words`). A
choice of words makes the costs exact that it uses, and so becomes a strategy. Prices say which pairs of a
cell and a guess a better strategy may still use; of these the most promising are made exact, and so on. Where
all of them are exact, CP-SAT chooses among them. One second guess needs no solver: it has the least sum.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.answers.answer import Answering
from wordle_cp.answers.totals.answer import FewWords, SolveAnswer
from wordle_cp.answers.totals.certificates import proof_of_strategy
from wordle_cp.answers.totals.replay import replay
from wordle_cp.answers.totals.solve import solve
from wordle_cp.certify.publish import about, write_checked
from wordle_cp.engine import TotalOutcome
from wordle_cp.errors import UsageError, WrongAnswerError, argument
from wordle_cp.files.outputs import prepare
from wordle_cp.games.goal import First
from wordle_cp.games.needs import Needs
from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.strategy_tree import partition, walk
from wordle_cp.modelling.solver import Feasible, Incumbent, SolverSettings, Unknown
from wordle_cp.models.few_words import (
    NEVER,
    SCALE,
    better_prices,
    chosen_words,
    counted_costs,
    priced,
    solve_few_words,
)
from wordle_cp.search.total import TotalSession
from wordle_cp.work import StoppedError

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from wordle_cp.models.few_words import Costs
    from wordle_cp.work import StopReason, Work

NEEDS: Final = Needs(
    "a strategy of few second guesses",
    tiles=True,
    unbound=True,
    counts_guesses=True,
    equal_weights=True,
    because="others hardly ever allow a guess after each of several responses",
)
_AT_ONCE: Final = 100
"""The most costs of a cell that are made exact before prices are asked again."""


def solve_with_few_words(
    question: TotalQuestion, second_guesses: int, tree: Path | None, work: Work
) -> SolveAnswer:
    """Find the best strategy of the `question`, about one opener, with at most `second_guesses` of these."""
    NEEDS.demand(question.variant, question.goal)
    option = argument("second_guesses")
    if len(question.asked) != 1:
        message = f"{option} is about one opener: give {argument('opener')}"
        raise UsageError(message)
    if question.goal.first is not First.TOTAL:
        message = f"{option} finds the least total; for the goal {question.goal.first} leave {option} out"
        raise UsageError(message)
    if tree is not None:
        prepare(tree, about(question.position, "depth possible"))
    if question.guesses_left == 1 and len(question.hidden) > 1:  # then no guess is a second one
        return replace(solve(question, work=work), few=FewWords(second_guesses))
    solving = _Solving(question, second_guesses, tree, work)
    return solving.answered(solving.steps)


class _Solving(Answering[SolveAnswer]):
    """The question on its way.

    Each cell of several words has a row of costs, with each guess: `_cost` is that or less, and `_known` the
    same, or NEVER where it isn't known.
    """

    def __init__(self, question: TotalQuestion, second_guesses: int, tree: Path | None, work: Work) -> None:
        super().__init__(
            SolveAnswer(
                question=question,
                outcome=TotalOutcome(),
                guesses_left=question.guesses_left,
                few=FewWords(second_guesses),
            ),
            work,
        )
        variant, opener = question.variant, question.asked[0]
        cells = [
            TotalQuestion.of(
                variant, history=(*question.history, (opener, response)), max_guesses=question.limit
            )
            for response, _ in partition(opener, question.hidden, variant.scoring)
            if response != variant.scoring.win
        ]
        self._question, self._few, self._tree = question, FewWords(second_guesses), tree
        self._guesses, self._cells = variant.guesses, [cell for cell in cells if len(cell.hidden) > 1]
        self._rest = len(question.hidden) + len(cells) - len(self._cells)
        self._cost = np.zeros((len(self._cells), len(self._guesses)), np.int64)
        self._known = np.full(self._cost.shape, NEVER)
        self._words: list[int] = []
        self._upper = NEVER

    def steps(self) -> StopReason | None:
        """Narrow both ends until they meet, and let the checker judge the strategy; return what struck.

        Raises:
            StoppedError: a limit struck before there was a strategy.
        """
        stopped_by = None
        self.work.stage("costs of second guesses")
        session = TotalSession(self._question, self.work.showing(lambda _event: None))
        try:
            self._narrow(session)
        except StoppedError as stopped:
            stopped_by, self.work = stopped.reason, self.work.ending()
            session.go_on(self.work)
        costs = int((self._cost == self._known).sum())
        self.report = replace(self.report, few=replace(self._few, costs=costs))
        if self._words:
            self._note(self._words)  # they may be better by what was searched since
            self._certify(session)
        cost = self._rest + self._upper if self._words else None
        if stopped_by is None:
            self.report = replace(self.report, exact=True, cost=cost, low=cost, best=self._question.asked)
        return stopped_by

    def _narrow(self, session: TotalSession) -> None:
        """Make costs exact until a better strategy has none but such, and choose the words."""
        game, cost = session.game, self._cost
        assert game is not None, "it is set up as a whole"
        for row, cell in zip(cost, self._cells, strict=True):
            self.work.demand_time()
            patterns = game.by_guess[:, [game.hidden_id(word) for word in cell.hidden]]
            row[:] = counted_costs(patterns, [game.guess_id(word) for word in cell.hidden])
        most = max(min(self._few.most, *cost.shape), 1)
        prices = SCALE * cost.min(axis=1)
        while True:
            self.work.demand_time()
            words = np.array(chosen_words(cost, most))
            chosen = np.zeros(cost.shape, np.bool_)
            chosen[np.arange(len(cost)), words[cost[:, words].argmin(axis=1)]] = True
            self._settle(session, chosen, cost)
            self._note(words.tolist())
            if most == 1:
                sums = cost.sum(axis=0)
                low, using = int(sums.min()), np.broadcast_to(sums, cost.shape)
            else:
                prices = better_prices(cost, most, self._upper, prices)
                low, using = priced(cost, most, prices)
            wanted = (using < self._upper) & (cost < NEVER)
            self._note_low(low if wanted.any() else self._upper)
            if not (wanted & (cost != self._known)).any():
                break
            self._settle(session, wanted, using)
        if wanted.any():
            self._choose(np.where(wanted, cost, NEVER), most)

    def _settle(self, session: TotalSession, wanted: NDArray[np.bool_], order: Costs) -> None:
        """Find costs that are `wanted`, of each cell the first ones in this order."""
        for number, cell in enumerate(self._cells):
            cost, known = self._cost[number], self._known[number]
            some = np.flatnonzero(wanted[number] & (cost != known))
            some = some[np.argsort(order[number, some], kind="stable")[:_AT_ONCE]]
            if some.size:
                names = {self._guesses[guess]: guess for guess in some.tolist()}
                outcome, stopped_by = session.about(cell).rank(openers=tuple(names), top=0)
                if stopped_by is not None:
                    raise StoppedError(stopped_by)
                cost[some] = NEVER
                for found in outcome.ranked:
                    cost[names[found.opener]] = known[names[found.opener]] = found.cost

    def _choose(self, cost: Costs, most: int) -> None:
        """Let CP-SAT choose, where costs are exact, and NEVER where no better strategy has them."""
        self._few = replace(self._few, candidates=int((cost < NEVER).any(axis=0).sum()))
        outcome = solve_few_words(cost, most, SolverSettings.of(self.work))
        if isinstance(outcome, Feasible):
            self._note(outcome.witness)
            self._note_low(self._upper)
        elif isinstance(outcome, Unknown):
            if outcome.best is not None:
                self._note_low(min(outcome.best.bound, self._upper))
            self.work.demand_time()

    def _note(self, words: list[int]) -> None:
        """Note these words if they are better than those before."""
        upper = int(self._known[:, words].min(axis=1).sum())
        if upper < self._upper:
            self._words, self._upper = words, upper

    def _note_low(self, low: int) -> None:
        """Note that cells of several words take `low` guesses in all, or more."""
        assert low <= self._upper, "a strategy can't do with fewer guesses than any"
        known = max(self.report.low or 0, self._rest + low)
        self.report = replace(self.report, low=known)
        self.work.show(Incumbent(self._rest + self._upper if self._words else None, known))

    def _certify(self, session: TotalSession) -> None:
        """Let the checker judge the strategy, which has to cost what was found."""
        question = self._question
        steps = list(question.asked if len(question.hidden) > 1 else ())
        for cell, choice in zip(self._cells, self._known[:, self._words].argmin(axis=1), strict=True):
            steps += session.about(cell).strategy(self._guesses[self._words[choice]])
        strategy = replay(question, steps)
        nodes = walk(steps, question.hidden, question.history, leaves=False)
        second = {node.guess for node in nodes if len(node.history) == len(question.history) + 1}
        if strategy.cost != self._rest + self._upper or len(second) > self._few.most:
            message = f"the strategy costs {strategy.cost} with {len(second)} second guesses"
            raise WrongAnswerError(message)
        few = self.report.few and replace(self.report.few, words=tuple(sorted(second)))
        certificate, asked = proof_of_strategy(question, strategy, question.guesses_left)
        accepted = write_checked(self._tree, certificate, asked, self.work)
        self.report = replace(self.report, strategy=strategy, few=few, tree=self._tree, accepted=accepted)
