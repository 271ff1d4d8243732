"""Families: can the members of a family be found within g guesses?

A CP-SAT feasibility problem, called family-cover in normal mode and family-chain in hard mode. With an
objective it finds the fewest guesses. If whole weights are found, they prove that fewer won't do: multiples
of the prices of its linear relaxation, if these prove it, otherwise those of `weights`:

    python models/families.py '?ills' wordlists/original-guesses.txt
    python models/families.py 'co?ed' wordlists/original-guesses.txt --hard

Sets        L, the members still live; C, the pairs (t, D) of type and distinct set that guesses have, without
            those that others replace; T, the types in C (symbols, and the two theorems used here: `family`).
            In normal mode all types are nothing.
Variables   use[t, D] in {0, 1} for (t, D) in C: a guess of type t with distinct set D is played
            last[e] in {0, 1} for e in L: e is the member that needs no separating
            has[t] in {0, 1} for t in T: a guess of type t is played (hard mode)
Constraints separate[e], e in L:   OR(use[t, D] : e in D) or last[e]
            one_last:              at most one last[e]
            guesses:               sum(use) <= g - 1
            type_of[t, D]:         use[t, D] => has[t] (hard mode)
            incomparable[t, t']:   not has[t] or not has[t'], for t, t' of which neither includes the other
Objective   for the fewest guesses: minimise sum(use), which is one less than they are, without `guesses`
Source      Selby, part 2 (2022), "Endgame analysis", made exact: there the sets were only counted. The types
            are this project's.

Normal mode: adaptivity is useless. The members are found within g guesses iff g-1 distinct sets cover all of
L but one member.
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

Hard mode: only comparable types can be played. The members are found within g guesses iff some g-1 guesses
have pairwise comparable types, and distinct sets that cover all of L but one member.
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

In normal mode prices of `separate`, in the relaxation for the fewest guesses, are weights, and best ones
refute as many guesses as any weights do. In hard mode types have prices, too; so those of `separate` may
prove nothing by themselves, and `weights` is asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordle_cp.modelling.program import listed, run
from wordle_cp.modelling.solver import Feasible, Outcome, SolverSettings, chosen, decide, new_model, optimum
from wordle_cp.models.weights import (
    Cases,
    cases_against,
    lost_sets,
    proves,
    rounded_weights,
    told_cases,
)

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    from wordle_cp.modelling.family import Columns


# ---------- the model
def family_model(
    columns: Columns, guesses: int | None = None
) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """Return the model and its variables `use`, one a column; without a number of `guesses` for the fewest.

    Raises:
        ValueError: `guesses` is not positive.
    """
    if guesses is not None and guesses < 1:
        message = f"expected a positive number of guesses, not {guesses}"
        raise ValueError(message)
    model = new_model("families")
    masks, (types, kind, comparable) = columns.masks.tolist(), columns.kinds()
    use = [model.new_bool_var(f"use[{column}]") for column in range(len(masks))]
    last = [model.new_bool_var(f"last[{member}]") for member in range(columns.size)]
    for member in range(columns.size):
        separating = [variable for variable, mask in zip(use, masks, strict=True) if mask >> member & 1]
        model.add_bool_or([*separating, last[member]]).with_name(f"separate[{member}]")
    model.add_at_most_one(last).with_name("one_last")
    if guesses is None:
        model.minimize(sum(use))
    else:
        model.add(sum(use) <= guesses - 1).with_name("guesses")
    if len(types) > 1:
        has = [model.new_bool_var(f"has[{fixed:b}]") for fixed in types.tolist()]
        for column, variable in enumerate(use):
            model.add_implication(variable, has[kind[column]]).with_name(f"type_of[{column}]")
        for one, other in zip(*np.nonzero(np.triu(~comparable)), strict=True):
            model.add_bool_or([~has[one], ~has[other]]).with_name(f"incomparable[{one},{other}]")
    return model, use


# ---------- its solution
def solve_family(columns: Columns, guesses: int | None, settings: SolverSettings) -> Outcome[tuple[int, ...]]:
    """Decide whether `guesses` guesses suffice for all members; None asks for the fewest.

    The witness is the columns played, as indices, in an order in which hard mode allows them. In normal mode
    columns have no types (`Columns.without_types`). A live subset of a family is `Columns.restricted_to` it.

    Raises:
        ValueError: `guesses` is not positive.
    """
    model, use = family_model(columns, guesses)

    def played(solver: cp_model.CpSolver) -> tuple[int, ...]:
        return columns.in_type_order(chosen(solver, use))

    return decide(model, played, settings)


# ---------- the proof
def refutation(columns: Columns, guesses: int) -> Cases | None:
    """Return whole weights that prove `guesses` guesses too few, or in hard mode cases; None if none do.

    They are the prices of `separate`, made whole, if these prove it, otherwise those of `cases_against`.
    """
    cases: Cases | None = None
    relaxed = optimum(family_model(columns.undominated())[0])
    if relaxed is not None:
        prices = np.array(relaxed.prices[: columns.size])  # its first rows are `separate`
        cases = rounded_weights(prices, lost_sets(columns.masks, columns.size), guesses)
    cases = cases or cases_against(columns, guesses)
    return cases if cases is not None and proves(columns, cases, guesses) else None


def main(pattern: str, path: str, *, hard: bool = False) -> None:
    """Print the fewest guesses for the words that match a pattern, and a proof that fewer won't do."""
    given = listed(path, pattern)
    words, columns = given.words, given.columns(hard=hard)
    fewer = columns.undominated()
    found = solve_family(fewer, None, SolverSettings())
    assert isinstance(found, Feasible), "no limit is set, and the members are guesses"
    played = [given.guesses[fewer.guesses[column]] for column in found.witness]
    few, relaxed = len(played), optimum(family_model(fewer)[0])
    print(f"{pattern}: {len(words)} words, {len(fewer.masks)} columns of {len(set(fewer.types))} types")
    print(f"{few + 1} guesses are enough: {' '.join(played).upper()}, and the word that is left")
    assert relaxed is not None, "CP-SAT has a solution"
    print(f"relaxation {relaxed.value:.4f} guesses before the last one, which proves nothing by itself")
    cases = refutation(columns, few)
    why = "CP-SAT says; no weights prove it" if cases is None else f"{told_cases(words, cases)} prove"
    print(f"{few} are not, as {why}")


if __name__ == "__main__":
    run(main)
