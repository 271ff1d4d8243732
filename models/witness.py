"""Smallest witness: the fewest hidden words of a set that already can't all be found in g guesses.

A set is *lost* if its words can't all be found in g guesses. What contains a lost set is lost, as a strategy
serves every part of the words it serves. A smallest witness is a lost set of fewest words: a no-good.

    python models/witness.py 'sha?e' wordlists/original-guesses.txt

Two guesses: one CP-SAT model
-----------------------------
Sets        H, the hidden words; C, the finest partitions that the allowed guesses make of H (`partitions`)
Variables   keep[h] in {0, 1} for h in H: word h is in the witness
            both[a, b] in {0, 1} for a < b in H: words a and b are
Constraints pair_one[a, b]:    both[a, b] => keep[a]
            pair_other[a, b]:  both[a, b] => keep[b]
            spoiled[P], P in C:  OR(both[a, b] : P has a and b in one cell)
            two:               sum(keep) >= 2
Objective   minimise sum(keep)
Source      this project; the cuts below are the implicit hitting set of Ignatiev, Previti, Liffiton and
            Marques-Silva, "Smallest MUS Extraction with Minimal Hitting Set Dualization" (CP 2015).

A set of two words or more is lost with two guesses iff every allowed guess gives two of its words the same
pattern: if one gives all different patterns, the second guess is the word itself, which every mode allows;
otherwise some response leaves two words and one guess. A set of one word or none is not lost. A coarser
partition has all pairs of a finer one, so C is enough; a guess that leaves all words together is spoiled by
any pair, hence `two`.

Any number of guesses: cuts
---------------------------
Variables   keep[h], as above
Constraints outside[S], S a set known not to be lost:  OR(keep[h] : h not in S)
Objective   minimise sum(keep)

A lost set isn't part of one that is not lost, so it meets all these constraints, whichever S are known: no
lost set is smaller than the optimum. If the optimum itself is lost, it is a smallest witness. If not, it is
enlarged, word by word, to a set S that is not lost but would be with any word more, and S gives a constraint
that the optimum violates. Each S comes once, so this ends; and if S is all of H, there is no witness, and the
model has an empty clause: infeasible. What is asked whether a set is lost is exact, so the result is exact.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from wordle_cp.modelling.partitions import MAX_MEMBERS, pair_bit, partitions_of
from wordle_cp.modelling.program import listed, run
from wordle_cp.modelling.solver import (
    Feasible,
    Incumbent,
    Outcome,
    SolverSettings,
    Unknown,
    chosen,
    decide,
    new_model,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray
    from ortools.sat.python import cp_model

PAIRS_LEFT: Final = 2
"""With this number of guesses left there is one model for the whole question."""

Words = frozenset[int]
"""Hidden words, as numbers from 0."""


def smallest_pair_witness(patterns: NDArray[np.uint8], settings: SolverSettings) -> Outcome[tuple[int, ...]]:
    """Return fewest of the words that can't all be found in two guesses; Infeasible if all of them can.

    `patterns` has shape (words, allowed guesses): a row a word. The witness is rows, ascending.

    Raises:
        ValueError: there are too many words (`partitions`).
    """
    model, keep = pair_model(patterns, settings.work.demand_time)
    return decide(model, lambda solver: chosen(solver, keep), settings)


def smallest_witness(
    size: int, solvable: Callable[[Words], bool], settings: SolverSettings
) -> Outcome[tuple[int, ...]]:
    """Return fewest of the words 0 to `size` - 1 that are not `solvable`; Infeasible if all of them are.

    `solvable` tells whether words can all be found in the guesses in question; it has to be exact, and true
    of every part of words of which it is true. No call of it is interrupted; a work limit is for each model.
    Of `settings.work` each lower bound is shown.
    """
    model = new_model("smallest_witness")
    keep = [model.new_bool_var(f"keep[{word}]") for word in range(size)]
    model.minimize(sum(keep))
    times_inside = [0] * size
    best = Incumbent(None, 0)
    while not settings.work.must_stop():
        outcome = decide(model, lambda solver: chosen(solver, keep), settings)
        if not isinstance(outcome, Feasible):
            return Unknown(best) if isinstance(outcome, Unknown) else outcome
        best = Incumbent(None, len(outcome.witness))
        settings.work.show(best)
        if not solvable(frozenset(outcome.witness)):
            return outcome
        # Words that few sets have come first: sets that differ much leave less to choose from.
        order = sorted(range(size), key=lambda word: (times_inside[word], word))
        largest = _enlarged(frozenset(outcome.witness), order, solvable)
        for word in largest:
            times_inside[word] += 1
        outside = [variable for word, variable in enumerate(keep) if word not in largest]
        model.add_bool_or(outside).with_name(f"outside[{','.join(map(str, sorted(largest)))}]")
    return Unknown(best)


def pair_model(
    patterns: NDArray[np.uint8], heed: Callable[[], None] = lambda: None
) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """Return the model for two guesses, and its variables `keep`, one a word.

    `heed` is called meanwhile, and what it raises ends that.

    Raises:
        ValueError: there are too many words (`partitions`).
    """
    partitions = partitions_of(patterns, heed=heed).finest(heed=heed)
    words = range(len(patterns))
    model = new_model("smallest_pair_witness")
    keep = [model.new_bool_var(f"keep[{word}]") for word in words]
    both: dict[int, cp_model.IntVar] = {}
    for one, other in combinations(words, 2):
        pair = model.new_bool_var(f"both[{one},{other}]")
        model.add_implication(pair, keep[one]).with_name(f"pair_one[{one},{other}]")
        model.add_implication(pair, keep[other]).with_name(f"pair_other[{one},{other}]")
        both[pair_bit(one, other)] = pair
    for place, together in enumerate(partitions.pairs()):
        heed()
        model.add_bool_or([both[bit] for bit in together]).with_name(f"spoiled[{place}]")
    model.add(sum(keep) >= 2).with_name("two")  # noqa: PLR2004  as the docstring says
    model.minimize(sum(keep))
    return model, keep


def _enlarged(words: Words, candidates: Sequence[int], solvable: Callable[[Words], bool]) -> Words:
    """Add candidates to solvable `words`, one after the other, as long as they stay solvable."""
    for word in candidates:
        if word not in words and solvable(words | {word}):
            words |= {word}
    return words


def main(pattern: str, path: str) -> None:
    """Print the fewest of the words that match a pattern that are too many for two guesses."""
    given = listed(path, pattern, MAX_MEMBERS)
    outcome = smallest_pair_witness(given.patterns(), SolverSettings())
    told = "two guesses are enough"
    if isinstance(outcome, Feasible):
        chosen = " ".join(given.words[place] for place in outcome.witness).upper()
        told = f"{chosen} are too many for two guesses, and no fewer are"
    print(f"{pattern}: {told}, as CP-SAT says")


if __name__ == "__main__":
    run(main)
