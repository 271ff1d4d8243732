"""Family chain: can the members of a family be found within g guesses in hard mode?

A CP-SAT feasibility problem.

Sets        L, the members; C, the pairs (t, D) of type and distinct set that guesses have; T, the types in C
            (symbols, and the two theorems used here: `family`)
Variables   those of `family_cover`, with use[t, D] for (t, D) in C
            has[t] in {0, 1} for t in T: a guess of type t is played
Constraints those of `family_cover`, and
            type_of[t, D]:            use[t, D] => has[t]
            incomparable[t, t']:      not has[t] or not has[t'], for t, t' of which neither includes the other
Source      as `family_cover`; the types are this project's.

Only comparable types can be played. The members are found within g guesses iff some g-1 guesses have pairwise
comparable types, and distinct sets that cover all of L but one member.
If: play them in the order of their types. While only rest responses came, and two words or more are left, all
responses so far were shared by two members; so what hard mode has fixed is the union of the types played, and
the next guess, whose type includes them all, is allowed. After any other response, and after the last of
them, one word at most is left; being consistent with every response, it is allowed, and it is guess g at the
latest.
Only if: as for the cover, answer with the rest response as long as two live members have it. Each of those
responses fixes exactly the type of its guess, so w_j allowed after w_i gives type(w_i) <= type(w_j) for i <
j: the types are pairwise comparable, and w_1..w_(i-1) cover L but one member with i-1 <= g-1.
The guess whose rest cell keeps less than two live members ends the argument: nothing is claimed about what
*its* response fixes, only that it was allowed itself, for which the earlier types count. A guess that is a
member has the greatest type and tells itself apart.
A restriction already in force is expressed by the guesses it allows: it stays in force, so they are allowed
later too as far as it goes. "Impossible" also holds in ultrahard mode, which allows fewer guesses than hard
mode; "possible" doesn't.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.games.needs import Needs
from wordle_cp.modelling.family import comparable_types
from wordle_cp.modelling.family_bounds import in_type_order
from wordle_cp.modelling.solver import Outcome, SolverSettings, decide
from wordle_cp.modelling.statement import Statement
from wordle_cp.models.family_cover import ColumnModel, cover_model

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    from wordle_cp.modelling.family import Columns


def solve_chain(columns: Columns, guesses: int, settings: SolverSettings) -> Outcome[tuple[int, ...]]:
    """Decide whether `guesses` guesses suffice for all members in hard mode.

    The witness is the columns played, as indices, in an order in which hard mode allows them. A live subset
    of a family is `Columns.restricted_to` it.

    Raises:
        ValueError: `guesses` is not positive.
    """
    model, use = chain_model(columns, guesses)

    def chain(solver: cp_model.CpSolver) -> tuple[int, ...]:
        return in_type_order(
            columns, tuple(column for column, used in enumerate(use) if solver.boolean_value(used))
        )

    return decide(model, chain, settings)


def chain_model(columns: Columns, guesses: int) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """Return the model and its variables `use`, one a column.

    Raises:
        ValueError: `guesses` is not positive.
    """
    model, use = cover_model(columns, guesses)
    model.name = "family_chain"
    types, kind = np.unique(columns.types, return_inverse=True)
    has = [model.new_bool_var(f"has[{fixed:b}]") for fixed in types.tolist()]
    for column, variable in enumerate(use):
        model.add_implication(variable, has[kind[column]]).with_name(f"type_of[{column}]")
    comparable = comparable_types(types)
    for one, other in combinations(range(len(types)), 2):
        if not comparable[one, other]:
            model.add_bool_or([~has[one], ~has[other]]).with_name(f"incomparable[{one},{other}]")
    return model, use


FORMULATION: Final = ColumnModel(lambda columns: columns, chain_model, solve_chain).formulation(
    "family-chain",
    Statement.parse(__doc__),
    Needs(
        "the model family-chain",
        tiles=True,
        only_facts=True,
        facts=True,
        because="the model family-cover is for normal mode",
    ),
)
