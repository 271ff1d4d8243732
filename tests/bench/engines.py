"""Thirty endgames of the original lists by four engines in one run: the native search, CP-SAT and two MIPs.

The endgames are drawn by a fixed seed: 40 to 70 hidden words after a first guess, half of them in hard mode.
Each engine finds the least total, and decides whether three guesses more are enough. CP-SAT has one worker
or two; HiGHS and SCIP (by OR-Tools' MathOpt) solve the models of the strategy graph that CP-SAT solves, round
after round, as linear constraints. All answers must agree. No certificate is written.
"""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ortools.math_opt.python import mathopt
from ortools.sat.python import cp_model

from tests.bench.measure import say
from wordle_cp.engine import score_matrix
from wordle_cp.games.goal import TOTAL_GUESSES
from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.models.endgame import Aim
from wordle_cp.models.rows import rows_of_model
from wordle_cp.models.solver import Feasible, Infeasible, SolverSettings
from wordle_cp.models.strategy_graph import Graph, Model
from wordle_cp.rules.modes import Mode
from wordle_cp.search.depth import search_depth
from wordle_cp.search.total import TotalSession

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordle_cp.models.solver import Outcome
    from wordle_cp.models.states import Column, State

_NAME = "thirty endgames"
_ENDGAMES = 30
_SIZES = range(40, 71)
_GUESSES_LEFT = 3

Answer = tuple[int | None, bool]
"""The least total, and whether so few guesses are enough."""


def _endgames() -> list[TotalQuestion]:
    """Draw the endgames."""
    draw = random.Random(_NAME)  # noqa: S311  a seed
    found: list[TotalQuestion] = []
    while len(found) < _ENDGAMES:
        variant = Variant.load("original", mode=(Mode.NORMAL, Mode.HARD)[len(found) % 2])
        guess = draw.choice(variant.guesses)
        sizes = Counter(score_matrix([guess], variant.hidden)[0].tolist())
        cells = sorted(pattern for pattern, size in sizes.items() if size in _SIZES)
        if cells:
            history = ((guess, draw.choice(cells)),)
            found.append(TotalQuestion.of(variant, history=history))
    return found


class _MipGraph(Graph):
    """A strategy graph whose models a MIP solver solves."""

    solver: mathopt.SolverType

    def _solved(self, model: Model) -> Outcome[tuple[dict[int, Column], list[State]]]:
        rows = rows_of_model(model.model)
        mip = mathopt.Model()
        variables = [
            mip.add_variable(lb=column.lower, ub=column.upper, is_integer=column.whole)
            for column in rows.columns
        ]
        for row in rows.rows:
            mip.add_linear_constraint(
                lb=-float("inf") if row.least is None else row.least,
                ub=float("inf") if row.most is None else row.most,
                expr=mathopt.fast_sum(factor * variables[place] for factor, place in row.terms),
            )
        if rows.objective is not None:
            mip.minimize(
                mathopt.fast_sum(factor * variables[place] for factor, place in rows.objective.terms)
            )
        result = mathopt.solve(mip, self.solver)  # HiGHS takes no number of threads from here
        if not result.has_primal_feasible_solution():
            return Infeasible()
        values = result.variable_values(variables)
        return Feasible(model.read(_Solution([value > 1 / 2 for value in values])))


@dataclass(frozen=True, slots=True)
class _Solution:
    """The values of a solution, as a model reads them."""

    values: list[bool]

    def boolean_value(self, expression: cp_model.LiteralT) -> bool:
        assert isinstance(expression, cp_model.IntVar)
        return self.values[expression.index]


def _by_search(question: TotalQuestion) -> Answer:
    ranked = TotalSession(question).rank(top=1, guesses_left=question.guesses_left)[0].ranked
    verdict = search_depth(question, len(question.history) + _GUESSES_LEFT).verdict
    return ranked[0].cost if ranked else None, verdict == "possible"


def _by_models(question: TotalQuestion, graph: Callable[[TotalQuestion, Aim], Graph]) -> Answer:
    ones = (1,) * len(question.hidden)
    total = graph(question, Aim(ones, question.guesses_left, TOTAL_GUESSES)).solve()
    depth = graph(question, Aim(ones, _GUESSES_LEFT, None)).solve()
    return total.witness.cost if isinstance(total, Feasible) else None, isinstance(depth, Feasible)


def _cp_sat(workers: int) -> Callable[[TotalQuestion], Answer]:
    settings = SolverSettings(workers=workers)
    return lambda question: _by_models(question, lambda asked, aim: Graph(asked.position, (), aim, settings))


def _mip(solver: mathopt.SolverType) -> Callable[[TotalQuestion], Answer]:
    def graph(asked: TotalQuestion, aim: Aim) -> Graph:
        made = _MipGraph(asked.position, (), aim, SolverSettings())
        made.solver = solver
        return made

    return lambda question: _by_models(question, graph)


_ENGINES: dict[str, Callable[[TotalQuestion], Answer]] = {
    "search": _by_search,
    "CP-SAT, 1 worker": _cp_sat(1),
    "CP-SAT, 2 workers": _cp_sat(2),
    "HiGHS": _mip(mathopt.SolverType.HIGHS),
    "SCIP": _mip(mathopt.SolverType.GSCIP),
}


def engines_table(only: str) -> int:
    """Measure and print what each engine takes, if `only` is part of the name; return how many are wrong."""
    if only not in _NAME:
        return 0
    questions = _endgames()
    say("")
    say(f"{_NAME}, least total and depth, one thread but where said, no certificates")
    say(f"{'engine':<20}{'seconds':>9}{'/ search':>10}{'slowest':>9}{'load':>6}")
    base, wrong = 0.0, 0
    truth: list[Answer] = []
    for name, answer in _ENGINES.items():
        seconds, answers = [], []
        for question in questions:
            started = time.monotonic()
            answers.append(answer(question))
            seconds.append(time.monotonic() - started)
        base, truth = base or sum(seconds), truth or answers
        wrong += answers != truth
        mark = "!" if answers != truth else ""
        say(
            f"{name + mark:<20}{sum(seconds):>9.1f}{sum(seconds) / base:>10.1f}{max(seconds):>9.1f}"
            f"{os.getloadavg()[0]:>6.1f}"
        )
    return wrong
