"""Family cover: can the members of a family be found within g guesses in normal mode?

A CP-SAT feasibility problem.

Sets        L, the members still live; C, the maximal distinct sets of the guesses (symbols: `family`)
Variables   use[D] in {0, 1} for D in C: a guess with distinct set D is played
            last[e] in {0, 1} for e in L: e is the member that needs no separating
Constraints separate[e], e in L:   OR(use[D] : e in D) or last[e]
            one_last:              at most one last[e]
            guesses:               sum(use) <= g - 1
Source      Selby, part 2 (2022), "Endgame analysis", made exact: there the sets were only counted.

Adaptivity is useless. The members are found within g guesses iff g-1 distinct sets cover all of L but one
member.
If: play the g-1 guesses in any order. The first that tells the hidden word apart (or is it) leaves one word;
if none does, one word is left at most. In either case the next guess, at the latest guess g, is the hidden
word: members are in the guess list.
Only if: take any strategy and answer w_1, w_2, ... with the rest response as long as two live members have
it. When that ends, before guess i say, all live members but one at most have been told apart: w_1..w_(i-1)
cover L but one member. If i-1 >= g, then two members were still live before guess g, and no guess is both. So
i-1 <= g-1.
A guess that is a member is nothing special: it tells itself apart (green at the open position). An empty or
one-word rest cell ends the argument at that step. Guesses left over do no harm. By monotonicity "impossible"
holds for every set of hidden words that includes L, and in every mode.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import counted
from wordle_cp.games.needs import Needs
from wordle_cp.games.strategy_tree import in_turn
from wordle_cp.modelling.family import MOST_MEMBERS, Columns, columns_of_words, undominated
from wordle_cp.modelling.formulation import Depth, Formulation, Found, Instance, StrategyFound, refuted
from wordle_cp.modelling.solver import Feasible, Outcome, SolverSettings, decide, new_model
from wordle_cp.modelling.statement import Statement

if TYPE_CHECKING:
    from collections.abc import Callable

    from ortools.sat.python import cp_model

    from wordle_cp.modelling.formulation import ModelQuestion
    from wordle_cp.work import Work


def solve_cover(columns: Columns, guesses: int, settings: SolverSettings) -> Outcome[tuple[int, ...]]:
    """Decide whether `guesses` guesses suffice for all members, with `columns` as they are in normal mode.

    The types of the columns are ignored. The witness is the columns played, as indices. A live subset of a
    family is `Columns.restricted_to` it.

    Raises:
        ValueError: `guesses` is not positive.
    """
    model, use = cover_model(columns, guesses)
    return decide(
        model,
        lambda solver: tuple(column for column, used in enumerate(use) if solver.boolean_value(used)),
        settings,
    )


def cover_model(columns: Columns, guesses: int) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """Return the model and its variables `use`, one a column.

    Raises:
        ValueError: `guesses` is not positive.
    """
    if guesses < 1:
        message = f"expected a positive number of guesses, not {guesses}"
        raise ValueError(message)
    members = range(columns.size)
    masks = columns.masks.tolist()
    model = new_model("family_cover")
    use = [model.new_bool_var(f"use[{column}]") for column in range(len(masks))]
    last = [model.new_bool_var(f"last[{member}]") for member in members]
    for member in members:
        separating = [variable for variable, mask in zip(use, masks, strict=True) if mask >> member & 1]
        model.add_bool_or([*separating, last[member]]).with_name(f"separate[{member}]")
    model.add_at_most_one(last).with_name("one_last")
    model.add(sum(use) <= guesses - 1).with_name("guesses")
    return model, use


@dataclass(frozen=True, slots=True)
class ColumnModel:
    """A model about the columns of a family: which columns it takes, how it is built, how it is solved."""

    columns: Callable[[Columns], Columns]
    build: Callable[[Columns, int], tuple[cp_model.CpModel, list[cp_model.IntVar]]]
    solve: Callable[[Columns, int, SolverSettings], Outcome[tuple[int, ...]]]

    def formulation(self, name: str, statement: Statement, needs: Needs) -> Formulation:
        """Return what the model is to whoever asks it."""
        return Formulation(
            name=name,
            statement=statement,
            needs=needs,
            depth=Depth.NEEDED,
            most_words=MOST_MEMBERS,
            instead="the command families",
            anywhere=False,
            build=self._instance,
            solve=self._found,
            none=_cannot,
        )

    def _columns(self, question: ModelQuestion) -> Columns:
        return undominated(self.columns(columns_of_words(question.guesses, question.words)))

    def _instance(self, question: ModelQuestion, work: Work) -> Instance:
        del work  # building takes a moment
        columns = self._columns(question)
        allowed = counted(len(question.guesses), "guess", "guesses")
        reduced = f"{allowed} allowed, in {counted(len(columns.masks), 'column', 'columns')}"
        return Instance(self.build(columns, question.left)[0], (reduced,))

    def _found(self, question: ModelQuestion, settings: SolverSettings) -> Outcome[Found]:
        columns = self._columns(question)
        return _played_in_turn(question, columns, self.solve(columns, question.left, settings))


def _played_in_turn(
    question: ModelQuestion, columns: Columns, outcome: Outcome[tuple[int, ...]]
) -> Outcome[Found]:
    """Return what the columns chosen say: play their guesses in turn, whatever the responses."""
    if not isinstance(outcome, Feasible):
        return refuted(question, outcome)
    guesses = [question.guesses[place] for place in columns.guesses[list(outcome.witness)].tolist()]
    words, left = question.words, question.left
    return Feasible(
        Found(
            f"all {len(words)} words are found within {counted(left, 'guess', 'guesses')}, by guessing "
            f"{' '.join(guesses).upper() or 'them'} in turn",
            {"guesses": guesses},
            StrategyFound(in_turn(guesses, words), left),
        )
    )


def _cannot(question: ModelQuestion) -> str:
    """Return what it means that there is no solution."""
    within = counted(question.left, "guess", "guesses")
    return f"the {len(question.words)} words can't all be found within {within}"


FORMULATION: Final = ColumnModel(Columns.without_types, cover_model, solve_cover).formulation(
    "family-cover",
    Statement.parse(__doc__),
    Needs(
        "the model family-cover", tiles=True, unbound=True, because="the model family-chain is for hard mode"
    ),
)
