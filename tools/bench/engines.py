"""Thirty endgames of the original lists by the native search, the models' recursion, CP-SAT and two MIPs.

The endgames are drawn by a fixed seed: 40 to 70 hidden words after a first guess, half of them in hard mode.
Each engine finds the least total, and decides whether three guesses more are enough. The recursion makes the
states of the strategy graph that it needs; CP-SAT, HiGHS and SCIP (by OR-Tools' MathOpt) get the model of
these states, and what they take is added to what it took. All answers must agree. No certificate is written.
"""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from typing import TYPE_CHECKING

from ortools.math_opt.python import mathopt
from ortools.sat.python import cp_model

from tools.bench.measure import say
from wordle_cp.answers.models.formulations import depth_model, total_model
from wordle_cp.engine import score_matrix
from wordle_cp.games.goal import TOTAL_GUESSES
from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.modelling.rows import rows_of_model
from wordle_cp.rules.modes import Mode
from wordle_cp.search.and_or import AndOr
from wordle_cp.search.depth import search_depth
from wordle_cp.search.endgame import Aim
from wordle_cp.search.least_cost import LeastCost
from wordle_cp.search.total import TotalSession

if TYPE_CHECKING:
    from collections.abc import Callable

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


def _mip(solver: mathopt.SolverType) -> Callable[[cp_model.CpModel], int | None]:
    def solve(model: cp_model.CpModel) -> int | None:
        rows = rows_of_model(model)
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
        result = mathopt.solve(mip, solver)  # HiGHS takes no number of threads from here
        return round(result.objective_value()) if result.has_primal_feasible_solution() else None

    return solve


def _cp_sat(model: cp_model.CpModel) -> int | None:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    found = solver.solve(model) in {cp_model.OPTIMAL, cp_model.FEASIBLE}
    return round(solver.objective_value) if found else None


def _by_search(question: TotalQuestion) -> Answer:
    ranked = TotalSession(question).rank(top=1, guesses_left=question.guesses_left)[0].ranked
    verdict = search_depth(question, len(question.history) + _GUESSES_LEFT).verdict
    return ranked[0].cost if ranked else None, verdict == "possible"


def _by_models(solve: Callable[[cp_model.CpModel], int | None] | None) -> Callable[[TotalQuestion], Answer]:
    def answer(question: TotalQuestion) -> Answer:
        aim = Aim((1,) * len(question.hidden), question.guesses_left, TOTAL_GUESSES)
        least, search = LeastCost(question.position, (), aim), AndOr(question.position, (), _GUESSES_LEFT)
        best, enough = least.solve(), search.decide()
        if solve is None:
            return None if best is None else best.cost, enough
        return solve(total_model(least)), solve(depth_model(search)) is not None

    return answer


_ENGINES: dict[str, Callable[[TotalQuestion], Answer]] = {
    "search": _by_search,
    "recursion": _by_models(None),
    "CP-SAT": _by_models(_cp_sat),
    "HiGHS": _by_models(_mip(mathopt.SolverType.HIGHS)),
    "SCIP": _by_models(_mip(mathopt.SolverType.GSCIP)),
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
