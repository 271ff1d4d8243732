"""What decides a guaranteed depth without a search: CP-SAT, with a graph of states, or SAT, with a formula.

Where this stands: below `by_model`, which asks one of them, and makes a certificate and a report of what it
says.
"""

from __future__ import annotations

import hashlib
import re
from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.depth.report import FormulaSize
from wordle_cp.answers.file_names import formula_paths
from wordle_cp.certificate.base.records import MAX_NODES
from wordle_cp.certify.graph import graph_refutation
from wordle_cp.certify.lost import search_refutation
from wordle_cp.engine import Verdict
from wordle_cp.errors import UsageError, counted, file_errors
from wordle_cp.files.read import open_regular
from wordle_cp.files.write import check_target, write_together
from wordle_cp.models import adaptive_tree, strategy_graph
from wordle_cp.models.endgame import Aim, demand_endgame
from wordle_cp.models.exchange.comments import question_comments
from wordle_cp.models.formulation import ModelQuestion
from wordle_cp.models.sat import SOLVER, decide_formula, demand_solver, formula_of
from wordle_cp.models.solver import Feasible, Infeasible, SolverSettings
from wordle_cp.models.strategy_graph import Graph, GraphSize
from wordle_cp.work import StoppedError, StopReason

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.certificate.claims.impossible import Refutation
    from wordle_cp.games.question import Question
    from wordle_cp.work import Work

_KEPT: Final = "status      infeasible, by the DRAT proof beside this file"
"""The comment of a formula that is kept; behind it stands which proof that is."""
_MARK: Final = re.compile(rb"\nc %b, SHA-256 ([0-9a-f]{64})\n" % re.escape(_KEPT.encode()))
"""By this an earlier run's formula is known, and its proof, which can't have a comment of its own."""
_HEADER_BYTES: Final = 2**14
"""The comments about the question are no longer."""


class Decider(ABC):
    """A question on its way to a verdict; `steps` are a strategy if there is one, in preorder.

    `vouched` is whether a refutation has been checked already, in another form than our certificate.
    """

    def __init__(self, question: Question, depth: int) -> None:
        """Take the question.

        Raises:
            UsageError: there is no such model.
        """
        self._question: Final = question
        self._depth: Final = depth
        self._left: Final = depth - len(question.history)
        self.verdict = Verdict.UNDECIDED
        self.steps: tuple[str, ...] = ()
        self.vouched = False

    @abstractmethod
    def decide(self, work: Work) -> None:
        """Build the model and solve it.

        Raises:
            StoppedError: a limit struck.
        """

    @abstractmethod
    def refutation(self, work: Work) -> Refutation | None:
        """Return the certificate that there is no strategy; None if it would be too long.

        Raises:
            StoppedError: a limit struck.
        """

    def tidy(self) -> None:  # noqa: B027  most keep nothing but the certificate
        """Remove what an earlier run kept beside the certificate, now that another one has its name."""


class GraphDecider(Decider):
    """CP-SAT decides, by the model of `strategy_graph`; its lost states are the refutation."""

    def __init__(self, question: Question, depth: int) -> None:
        """As `Decider`."""
        demand_endgame(question.position, strategy_graph.NEEDS, "cp-sat")
        super().__init__(question, depth)
        self._graph: Graph | None = None

    @property
    def size(self) -> GraphSize:
        """How large the model is."""
        return GraphSize(0, 0, 0, 0) if self._graph is None else self._graph.size

    def decide(self, work: Work) -> None:
        """As `Decider`."""
        question = self._question
        if self._left == 0:
            self.verdict = Verdict.IMPOSSIBLE
            return
        aim = Aim((1,) * len(question.hidden), self._left, None)
        self._graph = Graph(question.position, question.asked, aim, SolverSettings.of(work))
        outcome = self._graph.solve()
        if isinstance(outcome, Feasible):
            self.verdict, self.steps = Verdict.POSSIBLE, outcome.witness.steps
        elif isinstance(outcome, Infeasible):
            self.verdict = Verdict.IMPOSSIBLE
        else:
            raise StoppedError(work.reason_to_stop() or StopReason.INTERRUPTED)

    def refutation(self, work: Work) -> Refutation | None:
        """As `Decider`."""
        work.demand_time()
        states = None if self._graph is None else self._graph.states
        found = graph_refutation(self._question, self._depth, states)
        return None if len(found.nodes) > MAX_NODES else found


class FormulaDecider(Decider):
    """CaDiCaL decides, by the model of `adaptive_tree` as CNF; formula and proof of a refutation are kept.

    The nodes of our own refutation come from the search, after the verdict: the checker judges them, whoever
    found them.
    """

    def __init__(self, question: Question, depth: int, out: Path) -> None:
        """Take the question, and the file of the certificate, beside which formula and proof will be."""
        demand_endgame(question.position, adaptive_tree.FORMULATION.needs, "sat")
        if question.asked:
            message = "--by sat is about all openers: leave --opener out, or give --by cp-sat"
            raise UsageError(message)
        demand_solver()
        super().__init__(question, depth)
        self._files: Final = formula_paths(out)
        for path in self._files:
            check_target(path)
        self._stale: Final = _own(*self._files)
        self.size = FormulaSize()

    def decide(self, work: Work) -> None:
        """As `Decider`."""
        if self._left == 0:
            self.verdict = Verdict.IMPOSSIBLE
            return
        asked = ModelQuestion(self._question.position, self._left)
        try:
            tree = adaptive_tree.Tree(asked.guesses, asked.words, self._left, asked.mode, work.demand_time)
        except adaptive_tree.TooLargeError:
            words = counted(len(asked.words), "hidden word", "hidden words")
            left = counted(self._left, "guess", "guesses")
            message = (
                f"--by sat: the formula for {words} and {left} left would be too large; "
                f"give fewer with --after, a smaller depth, or leave --by out"
            )
            raise UsageError(message) from None
        comments = [*question_comments(adaptive_tree.FORMULATION, asked, (_KEPT,))]
        formula = formula_of(tree.model, comments, work)
        self.size = FormulaSize(formula.variables, formula.clauses)
        outcome = decide_formula(formula, work)
        if isinstance(outcome, Feasible):
            self.verdict, self.steps = Verdict.POSSIBLE, tree.strategy(outcome.witness)
            return
        cnf, drat = self._files
        kept = f"c {_KEPT}, SHA-256 {hashlib.sha256(outcome.proof).hexdigest()}\n"
        text = formula.text.replace(f"c {_KEPT}\n", kept, 1)
        write_together({cnf: text.encode(), drat: outcome.proof})
        self.verdict, self.vouched = Verdict.IMPOSSIBLE, True
        self.size = replace(self.size, lemmas=outcome.lemmas, formula=cnf, proof=drat)

    def refutation(self, work: Work) -> Refutation | None:
        """As `Decider`."""
        return search_refutation(self._question, self._depth, work, vouched_by=SOLVER)

    def tidy(self) -> None:
        """As `Decider`: formula and proof say that something else is impossible."""
        if self.size.formula is None:
            for path in self._stale:
                with file_errors(path):
                    path.unlink(missing_ok=True)


def _own(formula: Path, proof: Path) -> tuple[Path, ...]:
    """Return which of the two are there, as an earlier run kept them.

    Raises:
        UsageError: somebody else's file is there, and would be replaced.
        FileError: a file can't be read.
    """
    there = tuple(path for path in (formula, proof) if path.exists())
    mark = None
    if formula in there:
        with file_errors(formula), open_regular(formula) as file:
            mark = _MARK.search(file.read(_HEADER_BYTES))
    digest = b""
    if proof in there and mark is not None:
        with file_errors(proof), proof.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest().encode()
    for path, own in ((formula, mark is not None), (proof, mark is not None and mark[1] == digest)):
        if path in there and not own:
            message = f"{path} would be replaced, and prove --by sat didn't write it: give another --out"
            raise UsageError(message)
    return there
