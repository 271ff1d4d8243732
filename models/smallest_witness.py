"""Smallest witness: the fewest hidden words of a set that already can't all be found in g guesses.

A set is *lost* if its words can't all be found in g guesses. What contains a lost set is lost, as a strategy
serves every part of the words it serves. A smallest witness is a lost set of fewest words: a no-good.

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
model has an empty clause: infeasible. What is asked whether a set is lost is exact (`native_oracle`), so the
result is exact.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from wordle_cp.engine import DepthSearch, Game, Verdict
from wordle_cp.errors import UsageError, argument, counted
from wordle_cp.games.needs import Needs
from wordle_cp.modelling.formulation import (
    Depth,
    Formulation,
    Found,
    Instance,
    WordsLost,
    all_words,
    shown_words,
)
from wordle_cp.modelling.partitions import MAX_MEMBERS, pair_bit, partitions_of
from wordle_cp.modelling.solver import (
    Budget,
    Feasible,
    Incumbent,
    Outcome,
    SolverSettings,
    Unknown,
    new_model,
    optimize,
)
from wordle_cp.modelling.statement import Statement
from wordle_cp.threads import Run
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray
    from ortools.sat.python import cp_model

    from wordle_cp.modelling.formulation import ModelQuestion
    from wordle_cp.rules.modes import Mode
    from wordle_cp.rules.words import History

PAIRS_LEFT: Final = 2
"""With so many guesses left there is one model for the whole question."""

_POLL_SECONDS: Final = 0.05

Words = frozenset[int]
"""Hidden words, as numbers from 0."""


def smallest_pair_witness(patterns: NDArray[np.uint8], settings: SolverSettings) -> Outcome[tuple[int, ...]]:
    """Return fewest of the words that can't all be found in two guesses; Infeasible if all of them can.

    `patterns` has shape (words, allowed guesses): a row a word. The witness is rows, ascending.

    Raises:
        ValueError: there are too many words (`partitions`).
    """
    model, keep = pair_model(patterns, settings.work.demand_time)
    return optimize(model, lambda solver: _kept(solver, keep), settings)


def smallest_witness(
    size: int, solvable: Callable[[Words], bool], settings: SolverSettings
) -> Outcome[tuple[int, ...]]:
    """Return fewest of the words 0 to `size` - 1 that are not `solvable`; Infeasible if all of them are.

    `solvable` tells whether words can all be found in the guesses in question; it has to be exact, and true
    of every part of words of which it is true. A time limit is for everything together, but no call of
    `solvable` is interrupted; a work limit is for each model. Of `settings.work` each lower bound is shown.
    """
    budget = Budget(settings)
    model = new_model("smallest_witness")
    keep = [model.new_bool_var(f"keep[{word}]") for word in range(size)]
    model.minimize(sum(keep))
    times_inside = [0] * size
    best = Incumbent(None, 0)
    while (left := budget.left()) is not None:
        outcome = optimize(model, lambda solver: _kept(solver, keep), left)
        if not isinstance(outcome, Feasible):
            return Unknown(outcome.seconds, best) if isinstance(outcome, Unknown) else outcome
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
    return Unknown(budget.spent().seconds, best)


def native_oracle(
    guesses: Sequence[str],
    words: Sequence[str],
    guesses_left: int,
    mode: Mode,
    history: History = (),
    work: Work = UNLIMITED,
) -> Callable[[Words], bool]:
    """Return a function that asks the native search whether some of `words` can be found in `guesses_left`.

    It takes places in `words`. They are among the `guesses` and agree with `history`, which comes before. It
    raises StoppedError when there is reason for `work` to stop.

    Raises:
        ValueError: the mode is ultrahard, or as `engine.Game`.
    """
    if not mode.only_facts:
        message = f"there is no oracle for {mode} mode"
        raise ValueError(message)
    game = Game(guesses, words, work=work)
    known: dict[Words, bool] = {}

    def solvable(chosen: Words) -> bool:
        if chosen not in known:
            search = DepthSearch(game, mode, jobs=1)
            run = Run(lambda: search.run(guesses_left, history=history, hidden=sorted(chosen)))
            while not run.done.wait(_POLL_SECONDS):
                if work.must_stop():
                    search.stop()
            if run.result().verdict is Verdict.UNDECIDED:
                raise StoppedError(work.reason_to_stop() or StopReason.INTERRUPTED)
            known[chosen] = run.result().verdict is Verdict.POSSIBLE
        return known[chosen]

    return solvable


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


def _kept(solver: cp_model.CpSolver, keep: list[cp_model.IntVar]) -> tuple[int, ...]:
    return tuple(word for word, kept in enumerate(keep) if solver.boolean_value(kept))


def _enlarged(words: Words, candidates: Sequence[int], solvable: Callable[[Words], bool]) -> Words:
    """Add candidates to solvable `words`, one after the other, as long as they stay solvable."""
    for word in candidates:
        if word not in words and solvable(words | {word}):
            words |= {word}
    return words


def _instance(question: ModelQuestion, work: Work) -> Instance:
    if question.left != PAIRS_LEFT:
        message = (
            f"smallest-witness has a model where {PAIRS_LEFT} guesses are left; with {question.left} it gets "
            f"its constraints while it is solved: ask model solve, or give another {argument('depth')}"
        )
        raise UsageError(message)
    model, _ = pair_model(question.patterns(), work.demand_time)
    return Instance(model)


def _found(question: ModelQuestion, settings: SolverSettings) -> Outcome[Found]:
    left, words = question.left, question.words
    if left == PAIRS_LEFT:
        outcome = smallest_pair_witness(question.patterns(), settings)
    else:
        position = question.position
        oracle = native_oracle(
            position.variant.guesses, words, left, question.mode, position.history, settings.work
        )
        outcome = smallest_witness(len(words), oracle, settings)
    if not isinstance(outcome, Feasible):
        return outcome
    chosen = tuple(words[place] for place in outcome.witness)
    within = counted(left, "guess", "guesses")
    return Feasible(
        Found(
            f"{counted(len(chosen), 'word', 'words')} can't all be found within {within}: "
            f"{shown_words(chosen)}",
            {"witness": chosen},
            WordsLost(chosen, left),
            f"that fewer than {len(chosen)} always can",
            len(chosen),
        )
    )


FORMULATION: Final = Formulation(
    name="smallest-witness",
    statement=Statement.parse(__doc__),
    needs=Needs("the model smallest-witness", tiles=True, only_facts=True),
    depth=Depth.NEEDED,
    most_words=MAX_MEMBERS,
    instead="the command witness",
    anywhere=False,
    build=_instance,
    solve=_found,
    none=lambda question: (
        f"{all_words(len(question.words))} can be found within {counted(question.left, 'guess', 'guesses')}, "
        f"so there is no witness"
    ),
)
