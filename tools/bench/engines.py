"""Endgames of the original lists by the native search, the models' recursion, CP-SAT, MIPs and a SAT solver.

Thirty endgames are drawn by a fixed seed: 40 to 70 hidden words after a first guess, half of them hard mode.
Each engine finds the least total, and decides whether three guesses more are enough. The recursion makes the
states of the strategy graph that it needs; CP-SAT, HiGHS and SCIP (by OR-Tools' MathOpt) get the model of
these states, and what they take is added to what it took. All answers must agree. No certificate is written.

The ladder has smaller endgames, and each solver gets the whole model: adaptive-tree, with two guesses left
and with three. CaDiCaL reads its clauses by PySAT (`pip install python-sat`), and is left out without it.
"""

from __future__ import annotations

import os
import random
import time
from collections import Counter, defaultdict
from importlib import import_module, util
from typing import TYPE_CHECKING, TypeVar

from ortools.math_opt.python import mathopt
from ortools.sat.python import cp_model

from tools.bench.measure import say
from wordle_cp.answers.models.formulations import depth_model, formulation, total_model
from wordle_cp.engine import score_matrix
from wordle_cp.games.goal import TOTAL_GUESSES
from wordle_cp.games.question import Question, TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.modelling.exchange.clauses import cnf_lines
from wordle_cp.modelling.formulation import ModelQuestion
from wordle_cp.modelling.rows import rows_of_model
from wordle_cp.rules.modes import Mode
from wordle_cp.search.and_or import AndOr
from wordle_cp.search.depth import search_depth
from wordle_cp.search.endgame import Aim
from wordle_cp.search.least_cost import LeastCost
from wordle_cp.search.total import TotalSession
from wordle_cp.work import UNLIMITED

if TYPE_CHECKING:
    from collections.abc import Callable

_NAME = "thirty endgames"
_LADDER = "ladder"
_ENDGAMES = 30
_SIZES = range(40, 71)
_RUNGS = 12
_SMALL = range(8, 17)
_GUESSES_LEFT = 3

TREE = formulation("adaptive-tree")
T = TypeVar("T")
Answer = tuple[int | None, bool]
"""The least total, and whether so few guesses are enough."""


def _endgames(name: str, number: int, of: range) -> list[TotalQuestion]:
    """Draw so many endgames whose words are as many as `of` says."""
    draw = random.Random(name)  # noqa: S311  a seed
    found: list[TotalQuestion] = []
    while len(found) < number:
        variant = Variant.load("original", mode=(Mode.NORMAL, Mode.HARD)[len(found) % 2])
        guess = draw.choice(variant.guesses)
        sizes = Counter(score_matrix([guess], variant.hidden)[0].tolist())
        cells = sorted(pattern for pattern, size in sizes.items() if size in of)
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
    questions = _endgames(_NAME, _ENDGAMES, _SIZES)
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


def _cadical(model: cp_model.CpModel) -> int | None:
    with import_module("pysat.solvers").Solver("cadical195") as solver:
        for line in cnf_lines(rows_of_model(model), []):
            if line[0] not in "cp":
                solver.add_clause([int(literal) for literal in line.split()[:-1]])
        return 0 if solver.solve() else None


def ladder_table(only: str) -> int:
    """Measure and print what each solver takes for whole models; as `engines_table`."""
    if only not in _LADDER:
        return 0
    questions = [
        ModelQuestion(one.position, left) for one in _endgames(_LADDER, _RUNGS, _SMALL) for left in (2, 3)
    ]
    solvers = {"CP-SAT": _cp_sat, "HiGHS": _mip(mathopt.SolverType.HIGHS), "CaDiCaL": _cadical}
    if util.find_spec("pysat") is None:
        solvers.pop("CaDiCaL")
        say("CaDiCaL is left out: PySAT is missing")
    seconds, slowest, wrong = defaultdict[str, float](float), defaultdict[str, float](float), 0

    def timed(name: str, solve: Callable[[], T]) -> T:
        started = time.process_time()
        answer = solve()
        taken = time.process_time() - started
        seconds[name] += taken
        slowest[name] = max(slowest[name], taken)
        return answer

    possible = 0
    for question in questions:
        depth = len(question.position.history) + question.left
        verdict = timed("search", lambda: search_depth(Question(question.position), depth).verdict)  # noqa: B023  called at once
        enough = verdict == "possible"
        possible += enough
        model = timed("(making the model)", lambda: TREE.build(question, UNLIMITED).model)  # noqa: B023
        assert isinstance(model, cp_model.CpModel)
        for name, solve in solvers.items():
            wrong += (timed(name, lambda: solve(model)) is not None) != enough  # noqa: B023
    say("")
    say(f"{_LADDER}: {len(questions)} whole models, {possible} of them feasible")
    say(f"{'solver':<20}{'CPU s':>9}{'slowest':>9}")
    for name in seconds:
        say(f"{name:<20}{seconds[name]:>9.2f}{slowest[name]:>9.2f}")
    return wrong
