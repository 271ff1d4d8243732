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

from typing import TYPE_CHECKING

from wordle_cp.models.solver import Outcome, SolverSettings, decide, new_model

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    from wordle_cp.models.family import Columns


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
