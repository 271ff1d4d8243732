"""Models taken to other solvers: the same verdict as ours, by the names that the mathematics gives."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import sys
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, Final

import highspy
import pytest

from tests.effort import FEW, MORE
from tests.program import EVER
from tests.unit.models.test_models_asked import BIG, TOY, ills
from wordle_cp.answers.models.formulations import formulation
from wordle_cp.answers.models.solve import ModelAnswer, Status, solve_model
from wordle_cp.errors import UsageError
from wordle_cp.games.variant import HiddenKind, Variant
from wordle_cp.modelling.exchange.clauses import cnf_lines
from wordle_cp.modelling.exchange.formats import ModelFormat
from wordle_cp.modelling.formulation import ModelQuestion
from wordle_cp.modelling.rows import Constraint, Rows, Variable, by_name
from wordle_cp.modelling.solver import legal, new_model, optimum
from wordle_cp.rules.modes import Mode
from wordle_cp.views.formats.models import export_model
from wordle_cp.work import UNLIMITED

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Solve = Callable[[Path], tuple[bool, float | None]]
    """Whether the model in a file has a solution, and the value of its objective if it has one."""

HARD_BIG: Final = Variant.load("nyt-2022-02-15", mode=Mode.HARD, hidden=HiddenKind.BIG)
HARD_TOY: Final = Variant.load("toy", mode=Mode.HARD)
SHORT: Final = tuple(word for word in BIG.hidden if word[1:] == "ills")[:9]
QUESTIONS: Final = [
    ("adaptive-tree", ModelQuestion.of(TOY, depth=1)),
    ("adaptive-tree", ModelQuestion.of(TOY, depth=2)),
    ("adaptive-tree", ModelQuestion.of(TOY, depth=8)),
    ("adaptive-tree", ModelQuestion.of(HARD_TOY, depth=3)),
    ("adaptive-tree", ModelQuestion.of("nyt-2022-02-15", history="salet.gyybb", depth=3)),
    ("adaptive-tree", ModelQuestion.of("nyt-2022-02-15", history="salet.gyybb", depth=4)),
    ("separating-set", ModelQuestion.of(TOY)),
    ("separating-set", ModelQuestion.of("nyt-2022-02-15", history="salet.gyybb", count=1)),
    ("separating-set", ModelQuestion.of(BIG, words=SHORT)),
    ("smallest-witness", ModelQuestion.of("nyt-2022-02-15", history="salet.gyybb", depth=3)),
    ("family-cover", ModelQuestion.of(BIG, words=SHORT, depth=3)),
    ("family-cover", ModelQuestion.of(BIG, words=SHORT, depth=4)),
    ("family-chain", ModelQuestion.of(HARD_BIG, words=SHORT[:6], depth=2)),
    ("family-chain", ModelQuestion.of(HARD_BIG, words=SHORT[:6], depth=3)),
]


def read_by_highs(path: Path) -> Any:  # noqa: ANN401  its stubs are partial
    made: Any = highspy.Highs
    solver = made()
    solver.setOptionValue("output_flag", False)  # noqa: FBT003  its own interface
    assert solver.readModel(str(path)) == highspy.HighsStatus.kOk
    return solver


def by_highs(path: Path) -> tuple[bool, float | None]:
    solver = read_by_highs(path)
    solver.run()
    status = solver.getModelStatus()
    if status == highspy.HighsModelStatus.kInfeasible:
        return False, None
    assert status == highspy.HighsModelStatus.kOptimal
    return True, solver.getInfo().objective_function_value


def by_clasp(path: Path) -> tuple[bool, float | None]:
    """Let clasp read OPB or DIMACS."""
    command = [sys.executable, "-m", "clingo", "--mode=clasp", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=EVER)
    status = re.findall(r"^s (.*)$", done.stdout, re.MULTILINE)
    values = re.findall(r"^o (-?\d+)$", done.stdout, re.MULTILINE)
    assert status in (["SATISFIABLE"], ["UNSATISFIABLE"], ["OPTIMUM FOUND"]), done.stdout + done.stderr
    return status != ["UNSATISFIABLE"], float(values[-1]) if values else None


def by_minizinc(path: Path) -> tuple[bool, float | None]:
    program = shutil.which("minizinc")
    if program is None:
        pytest.skip("MiniZinc isn't there")
    command = [program, "--solver", "gecode", "--output-mode", "json", "--output-objective", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=EVER)
    assert done.returncode == 0, done.stderr
    if "UNSATISFIABLE" in done.stdout:
        return False, None
    values = re.findall(r'"_objective" : (-?[0-9.]+)', done.stdout)
    return True, float(values[-1]) if values else None


def by_cp_sat(path: Path) -> tuple[bool, float | None]:
    from ortools.sat.python import cp_model  # noqa: PLC0415

    model = new_model("read")
    assert model.proto.parse_text_format(path.read_text())
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = 2
    status = solver.solve(model)
    assert status in {cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE}
    has = model.has_objective() and status != cp_model.INFEASIBLE
    return status != cp_model.INFEASIBLE, solver.objective_value if has else None


SOLVERS: Final[dict[ModelFormat, Solve]] = {
    ModelFormat.PROTO: by_cp_sat,
    ModelFormat.MPS: by_highs,
    ModelFormat.LP: by_highs,
    ModelFormat.OPB: by_clasp,
    ModelFormat.MZN: by_minizinc,
    ModelFormat.CNF: by_clasp,
}


@cache
def solved(name: str, question: ModelQuestion) -> ModelAnswer:
    """Return what our own solver says."""
    return solve_model(formulation(name), question)


@pytest.mark.parametrize(
    ("name", "question", "as_format"),
    [
        pytest.param(*asked, as_format, id=f"{asked[0]}-{number}-{as_format}")
        for number, asked in enumerate(QUESTIONS)
        for place, as_format in enumerate(ModelFormat)
        if MORE or (number % 2 == 0 and (not FEW or (number // 2 + place) % 2))
    ],
)
def test_another_solver_says_the_same(
    name: str, question: ModelQuestion, as_format: ModelFormat, tmp_path: Path
) -> None:
    """Of the question in one format after the other: ours is solved once."""
    model, ours = formulation(name), solved(name, question)
    objective = ours.found.objective if ours.found is not None else None
    if as_format is ModelFormat.CNF and (objective is not None or name == "smallest-witness"):
        with pytest.raises(UsageError, match="cnf has no objective"):
            export_model(model, question, as_format)
        return
    file = tmp_path / f"model.{as_format}"
    file.write_text(export_model(model, question, as_format, known=ours))
    feasible, value = SOLVERS[as_format](file)
    assert feasible == (ours.status is Status.FEASIBLE)
    if objective is not None:
        assert value == pytest.approx(objective)


@pytest.mark.parametrize("as_format", [ModelFormat.MPS, ModelFormat.LP])
def test_a_linear_program_has_the_same_optimum(as_format: ModelFormat, tmp_path: Path) -> None:
    question = ills(Mode.NORMAL, 5)
    program = formulation("weights").build(question, UNLIMITED).model
    assert isinstance(program, Rows)
    found = optimum(program)
    assert found is not None
    file = tmp_path / f"weights.{as_format}"
    file.write_text(export_model(formulation("weights"), question, as_format))
    _, value = by_highs(file)
    assert value == pytest.approx(found.value)


@pytest.mark.parametrize("as_format", [ModelFormat.MPS, ModelFormat.LP])
def test_linear_files_keep_names(as_format: ModelFormat, tmp_path: Path) -> None:
    question = ModelQuestion.of(HARD_TOY, depth=3)
    file = tmp_path / f"tree.{as_format}"
    file.write_text(export_model(formulation("adaptive-tree"), question, as_format))
    program = read_by_highs(file).getLp()
    rows = formulation("adaptive-tree").build(question, UNLIMITED).rows()
    wanted = {column.name.replace("[", "(").replace("]", ")") for column in rows.columns}
    assert set(program.col_names_) == wanted
    assert {name.partition("(")[0] for name in program.row_names_} == set(by_name(rows.rows))


@pytest.mark.parametrize("as_format", [ModelFormat.OPB, ModelFormat.MZN, ModelFormat.CNF, ModelFormat.PROTO])
def test_other_files_have_all_names_and_the_question(as_format: ModelFormat) -> None:
    question = ModelQuestion.of(HARD_TOY, depth=3)
    text = export_model(formulation("adaptive-tree"), question, as_format)
    rows = formulation("adaptive-tree").build(question, UNLIMITED).rows()
    assert all(column.name in text for column in rows.columns)
    assert all(row.name in text for row in rows.rows)
    assert HARD_TOY.guesses_hash in text
    assert HARD_TOY.hidden_hash in text
    assert "toy, hard mode, 3 guesses left" in text


@pytest.mark.parametrize("as_format", [ModelFormat.OPB, ModelFormat.CNF, ModelFormat.PROTO])
def test_weights_need_a_format_with_fractions(as_format: ModelFormat) -> None:
    with pytest.raises(UsageError, match="give as_format mps"):
        export_model(formulation("weights"), ills(Mode.NORMAL, 5), as_format)


def satisfied(clauses: list[list[int]], values: tuple[bool, ...]) -> bool:
    return all(any(values[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in clauses)


@pytest.mark.parametrize("count", range(1, 7))
def test_counters_count(count: int) -> None:
    """Every bound of every number of literals, against all values of them."""
    columns = tuple(Variable(f"x[{place}]", 0, 1, whole=True) for place in range(count))
    rng = random.Random(count)  # noqa: S311
    terms = tuple((rng.choice((1, -1)), place) for place in range(count))
    negated = sum(factor < 0 for factor, _ in terms)
    for least, most in (
        [(None, most) for most in range(-1, count + 1)]
        + [(least, None) for least in range(count + 2)]
        + list(combinations(range(count + 1), 2))
        + [(exact, exact) for exact in range(count + 1)]
    ):
        row = Constraint(
            "row",
            terms,
            None if least is None else least - negated,
            None if most is None else most - negated,
        )
        lines = list(cnf_lines(Rows("rows", columns, (row,)), ()))
        (head,) = (line for line in lines if line.startswith("p cnf"))
        variables, stated = map(int, head.split()[2:])
        clauses = [list(map(int, line.split()[:-1])) for line in lines if line[0] not in "cp"]
        assert stated == len(clauses)
        possible = _projections(clauses, count, variables)
        for values in product((False, True), repeat=count):
            true = sum(values[place] == (factor > 0) for factor, place in terms)
            wanted = (least is None or true >= least) and (most is None or true <= most)
            assert (values in possible) == wanted, (terms, least, most, values)


def _projections(clauses: list[list[int]], count: int, variables: int) -> set[tuple[bool, ...]]:
    """Return which values of the first `count` variables some values of the others complete."""
    found: set[tuple[bool, ...]] = set()
    for values in product((False, True), repeat=count):
        known = {place + 1: value for place, value in enumerate(values)}
        if _complete(clauses, known, variables):
            found.add(values)
    return found


def _complete(clauses: list[list[int]], known: dict[int, bool], variables: int) -> bool:
    """Tell whether the clauses can be satisfied, by trying all values of what isn't known, units first."""
    while True:
        unit: int | None = None
        for clause in clauses:
            if any(known.get(abs(one)) == (one > 0) for one in clause if abs(one) in known):
                continue
            left = [one for one in clause if abs(one) not in known]
            if not left:
                return False
            if len(left) == 1:
                unit = left[0]
        if unit is None:
            break
        known = {**known, abs(unit): unit > 0}
    free = next((number for number in range(1, variables + 1) if number not in known), None)
    if free is None:
        return True
    return any(_complete(clauses, {**known, free: value}, variables) for value in (False, True))


def test_names_of_linear_files_are_legal_and_different() -> None:
    assert list(legal(["a[1,b]", "a(1,b)", "a b", "über"])) == ["a(1,b)", "a(1,b).2", "a_b", "_ber"]


def test_a_restricted_model_is_not_written_as_if_it_were_the_whole() -> None:
    """A strategy graph has the states and guesses that a search came to, and no others."""
    message = "strategy-graph has only those states and guesses that a search came to"
    for mode, depth, advice in (
        (Mode.HARD, 2, ": export adaptive-tree for all of them"),
        (Mode.HARD, None, ""),  # adaptive-tree needs a depth
        (Mode.ULTRAHARD, 2, ""),  # and has no such mode
    ):
        question = ModelQuestion.of(Variant.load("toy", mode=mode), depth=depth)
        with pytest.raises(UsageError, match=f"^{message}{advice}$"):
            export_model(formulation("strategy-graph"), question, ModelFormat.LP)
