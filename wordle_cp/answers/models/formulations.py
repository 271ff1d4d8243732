"""All models that can be asked, by name: `wordle-cp model` knows those here and nothing else.

Each says which questions it takes, how it is built and solved, and what follows from its answer; the models
themselves stand in `models`.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.models.lost_sets import native_oracle
from wordle_cp.errors import UsageError, abridged, argument, counted
from wordle_cp.games.goal import TOTAL_GUESSES
from wordle_cp.games.needs import Needs
from wordle_cp.games.strategy_tree import figures, in_turn
from wordle_cp.modelling.cuts import Chain, Cut
from wordle_cp.modelling.facts import FactTable, common_pieces
from wordle_cp.modelling.family import MOST_MEMBERS, columns_of_words
from wordle_cp.modelling.formulation import (
    Depth,
    FixedTooFew,
    Formulation,
    Found,
    Instance,
    NoSolution,
    StrategyFound,
    WordsLost,
    all_words,
    refuted,
    shown_words,
)
from wordle_cp.modelling.partitions import MAX_MEMBERS, partitions_of
from wordle_cp.modelling.solver import Feasible, Infeasible, Unknown
from wordle_cp.modelling.statement import Statement
from wordle_cp.models import (
    families,
    separating,
    states,
    tree,
    weights,
    witness,
)
from wordle_cp.rules.bindings import Binding
from wordle_cp.rules.words import Restriction
from wordle_cp.search.and_or import AndOr
from wordle_cp.search.endgame import Aim
from wordle_cp.search.least_cost import LeastCost
from wordle_cp.values import meant

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray
    from ortools.sat.python import cp_model

    from wordle_cp.modelling.family import Columns
    from wordle_cp.modelling.formulation import ModelQuestion
    from wordle_cp.modelling.solver import Outcome, SolverSettings
    from wordle_cp.work import Work


def _reduced(question: ModelQuestion, number: int, what: str) -> str:
    guesses = counted(len(question.guesses), "guess", "guesses")
    return f"{guesses} allowed, in {counted(number, what, f'{what}s')}"


# ---------- states
def total_model(search: LeastCost) -> cp_model.CpModel:
    """Return the model of the states that a search has solved, and of the guesses tried there."""
    choices: states.Choices = {}
    queue = [search.root]
    for state in queue:
        if state.number in choices:
            continue
        choices[state.number] = some = []
        if state.closed:  # the root, if it is one word
            some.append(states.Choice(search.words[0], state.bound, ()))
        for column in state.columns.values():
            below = [cell for cell in column.cells if not cell.closed]
            if column.lost is None and all(cell.solved for cell in below):
                cost = column.bound - sum(cell.bound for cell in below)
                name = search.guesses.names[column.guess]
                some.append(states.Choice(name, cost, tuple(cell.number for cell in below)))
                queue += below
    return states.state_model(choices, search.heed)


def depth_model(search: AndOr, heed: Callable[[], None] = lambda: None) -> cp_model.CpModel:
    """Return the model of the states that a search has decided, and of the guesses tried there."""
    number = {search.root: 0}
    choices: states.Choices = {}
    queue = [search.root]
    for state in queue:
        tried = dict(state.tried)
        if state.lost is None:
            tried.setdefault(search.first_guess(state), ())
        choices[number[state]] = some = []
        for guess, cells in tried.items():
            open_cells = [cell for cell in cells if cell.lost or (cell.guess is not None and cell.tried)]
            for cell in open_cells:
                if cell not in number:
                    number[cell] = len(number)
                    queue.append(cell)
            name = search.guesses.names[guess]
            some.append(states.Choice(name, 0, tuple(number[cell] for cell in open_cells)))
    return states.state_model(choices, heed)


def _and_or(question: ModelQuestion, work: Work) -> AndOr:
    return AndOr(question.position, (), question.left, work.heeding())


def _least_cost(question: ModelQuestion, work: Work) -> LeastCost:
    aim = Aim((1,) * len(question.words), None, TOTAL_GUESSES)
    return LeastCost(question.position, (), aim, work.demand_time)


def _states(question: ModelQuestion, work: Work) -> Instance:
    """Return the model of the states that have the answer."""
    if question.guesses_left is None:
        least = _least_cost(question, work)
        least.solve()
        model, size = total_model(least), least.size
    else:
        search = _and_or(question, work)
        search.decide()
        model, size = depth_model(search, work.demand_time), search.size
    restricted = "has only those states and guesses that a search came to"
    if question.guesses_left is not None and _TREE.needs.supports(question.mode):
        restricted += ": export adaptive-tree for all of them"
    return Instance(model, (f"{counted(size.states, 'state', 'states')} looked at",), restricted)


def _states_found(question: ModelQuestion, settings: SolverSettings) -> Outcome[Found]:
    if question.guesses_left is not None:
        search = _and_or(question, settings.work)
        if not search.decide():
            return refuted(question, Infeasible(), search.cuts)
        return Feasible(_strategy(question, tuple(search.steps()), search.opener))
    best = _least_cost(question, settings.work).solve()
    assert best is not None, "with any number of guesses all words are found"
    deepest = len(figures(best.steps, question.words, question.position.history).distribution)
    answer = (
        f"a strategy finds {all_words(len(question.words))} with "
        f"{counted(best.cost, 'guess', 'guesses')} in all"
    )
    follows = StrategyFound(best.steps, deepest - len(question.position.history))
    return Feasible(Found(answer, {"guess": best.opener}, follows, "that no strategy takes fewer", best.cost))


def _strategy(question: ModelQuestion, steps: tuple[str, ...], opener: str) -> Found:
    within = counted(question.left, "guess", "guesses")
    answer = f"a strategy finds {all_words(len(question.words))} within {within}"
    return Found(answer, {"guess": opener}, StrategyFound(steps, question.left))


def _no_strategy(question: ModelQuestion) -> str:
    within = counted(question.left, "guess", "guesses")
    return f"no strategy finds {all_words(len(question.words))} within {within}"


_STRATEGY_GRAPH: Final = Formulation(
    name="strategy-graph",
    statement=Statement.parse(states.__doc__),
    needs=Needs("the model strategy-graph", tiles=True),
    depth=Depth.OPTIONAL,
    most_words=MAX_MEMBERS,
    instead="prove or solve",
    build=_states,
    solve=_states_found,
    by="the recursion",
    none=_no_strategy,
)


# ---------- tree
def _tree_of(question: ModelQuestion, work: Work) -> tree.Tree:
    guesses, words, left = question.guesses, question.words, question.left
    return tree.Tree(guesses, words, question.patterns(), question.facts(), left, work.demand_time)


def _tree(question: ModelQuestion, work: Work) -> Instance:
    built = _tree_of(question, work)
    nodes = counted(built.nodes, "node", "nodes")
    return Instance(built.model, (_reduced(question, len(built.guesses), "column"), nodes))


def _tree_found(question: ModelQuestion, settings: SolverSettings) -> Outcome[Found]:
    outcome = _tree_of(question, settings.work).solve(settings)
    if not isinstance(outcome, Feasible):
        return refuted(question, outcome)
    steps = outcome.witness
    return Feasible(_strategy(question, steps, steps[0] if steps else question.words[0]))


_TREE: Final = Formulation(
    name="adaptive-tree",
    statement=Statement.parse(tree.__doc__),
    needs=Needs("the model adaptive-tree", tiles=True, only_facts=True),
    depth=Depth.NEEDED,
    most_words=MAX_MEMBERS,
    instead="prove",
    build=_tree,
    solve=_tree_found,
    none=_no_strategy,
)


# ---------- witness
def _witness(question: ModelQuestion, work: Work) -> Instance:
    if question.left != witness.PAIRS_LEFT:
        message = (
            f"smallest-witness has a model where {witness.PAIRS_LEFT} guesses are left; with {question.left} "
            f"it gets its constraints while it is solved: ask model solve, or another {argument('depth')}"
        )
        raise UsageError(message)
    return Instance(witness.pair_model(question.patterns(), work.demand_time)[0])


def _witness_found(question: ModelQuestion, settings: SolverSettings) -> Outcome[Found]:
    left, words, position = question.left, question.words, question.position
    if left == witness.PAIRS_LEFT:
        outcome = witness.smallest_pair_witness(question.patterns(), settings)
    else:
        oracle = native_oracle(
            position.variant.guesses, words, left, question.mode, position.history, settings.work
        )
        outcome = witness.smallest_witness(len(words), oracle, settings)
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


_WITNESS: Final = Formulation(
    name="smallest-witness",
    statement=Statement.parse(witness.__doc__),
    needs=Needs("the model smallest-witness", tiles=True, only_facts=True),
    depth=Depth.NEEDED,
    most_words=MAX_MEMBERS,
    instead="the command witness",
    build=_witness,
    solve=_witness_found,
    none=lambda question: (
        f"{all_words(len(question.words))} can be found within {counted(question.left, 'guess', 'guesses')}, "
        f"so there is no witness"
    ),
)


# ---------- separating
def _separating(question: ModelQuestion, work: Work) -> Instance:
    """Return the model with all pairs."""
    heed = work.demand_time
    partitions = partitions_of(question.patterns(), heed=heed).finest(heed=heed)
    pairs = (
        (pair, ~partitions.leaves_together(*pair)) for pair in combinations(range(len(question.words)), 2)
    )
    model, _ = separating.separating_model(pairs, len(partitions), question.count)
    return Instance(model, (_reduced(question, len(partitions), "column"),))


def _separating_found(question: ModelQuestion, settings: SolverSettings) -> Outcome[Found]:
    outcome = separating.solve_separating(question.patterns(), question.count, settings)
    if isinstance(outcome, Infeasible) and question.count is not None:
        return NoSolution(FixedTooFew(question.count))
    if not isinstance(outcome, Feasible):
        return outcome
    guesses = [question.guesses[place] for place in outcome.witness]
    number = counted(len(guesses), "fixed guess tells", "fixed guesses tell")
    least = question.count is None
    return Feasible(
        Found(
            f"{number} all {len(question.words)} words apart: {shown_words(guesses)}"
            if len(question.words) > 1
            else "no guess is needed: there is one word",
            {"guesses": guesses},
            StrategyFound(in_turn(guesses, question.words), len(guesses) + 1),
            "that no fewer do" if least and guesses else "",
            len(guesses) if least else None,
            FixedTooFew(len(guesses) - 1) if least and guesses else None,
        )
    )


_SEPARATING: Final = Formulation(
    name="separating-set",
    statement=Statement.parse(separating.__doc__),
    needs=Needs(
        "the model separating-set",
        tiles=True,
        unbound=True,
        because="elsewhere a response may forbid the next of the guesses",
    ),
    depth=Depth.FIXED,
    most_words=MAX_MEMBERS,
    instead="fixed",
    build=_separating,
    solve=_separating_found,
    none=lambda question: (
        "some two words get the same response from every guess"
        if question.count is None
        else f"{counted(question.count, 'fixed guess', 'fixed guesses')} can't tell "
        f"all {len(question.words)} words apart"
    ),
)


# ---------- families
def _columns(question: ModelQuestion) -> Columns:
    columns = columns_of_words(question.guesses, question.words)
    return (columns if question.mode.facts else columns.without_types()).undominated()


def _family(question: ModelQuestion, work: Work) -> Instance:
    del work  # building takes a moment
    columns = _columns(question)
    reduced = _reduced(question, len(columns.masks), "column")
    return Instance(families.family_model(columns, question.left)[0], (reduced,))


def _family_found(question: ModelQuestion, settings: SolverSettings) -> Outcome[Found]:
    """Return what the columns chosen say: play their guesses in turn, whatever the responses."""
    columns = _columns(question)
    outcome = families.solve_family(columns, question.left, settings)
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


def _of_families(name: str, needs: Needs) -> Formulation:
    statement = Statement.parse(families.__doc__)
    mode = "hard" if needs.facts else "normal"
    return Formulation(
        name=name,
        statement=replace(statement, question=statement.question.replace("?", f" in {mode} mode?")),
        needs=needs,
        depth=Depth.NEEDED,
        most_words=MOST_MEMBERS,
        instead="the command families",
        build=_family,
        solve=_family_found,
        none=lambda question: _lost(question, ""),
    )


# ---------- weights
def _facts(question: ModelQuestion) -> tuple[tuple[Restriction, ...], NDArray[np.uint64]]:
    """Return the facts that all words of a question have, and which of them each allowed guess has."""
    guesses, words = question.guesses, question.words
    pieces = common_pieces(words, Restriction.of(question.position.history, len(words[0])))
    return pieces, FactTable(guesses).types(pieces)


def _weights(question: ModelQuestion, work: Work) -> Instance:
    """Return the first of the linear programs, where c(t) is a cell of most words."""
    work.demand_time()
    words = question.words
    lost = weights.lost_sets(weights.taken_away(question.patterns()), len(words))
    program = weights.weight_program(lost, question.left, words)
    return Instance(program, (_reduced(question, len(lost), "maximal set"),))


def _weights_found(question: ModelQuestion, settings: SolverSettings) -> Outcome[Found]:
    settings.work.demand_time()
    found = weights.weight_certificate(question.patterns(), question.left)
    if found is None:
        return Unknown()
    heavy = {word: weight for word, weight in zip(question.words, found, strict=True) if weight}
    listed = shown_words([f"{word}*{weight}" for word, weight in heavy.items()])
    follows = WordsLost(question.words, question.left, (_cut(question, found),))
    return Feasible(Found(_lost(question, f": {listed}"), {"weights": heavy}, follows))


def _cases_found(question: ModelQuestion, settings: SolverSettings) -> Outcome[Found]:
    pieces, types = _facts(question)
    columns = weights.largest_cells(question.patterns(), types)
    cases = weights.cases_against(columns, question.left, settings.work.demand_time)
    if cases is None:
        return Unknown()
    number = cases.leaves if isinstance(cases, weights.Split) else 1
    answer = _lost(question, f": weights in {counted(number, 'case', 'cases')}")
    follows = WordsLost(question.words, question.left, (_cut(question, (), Chain(cases, pieces)),))
    return Feasible(Found(answer, {"cases": number}, follows))


def _cut(question: ModelQuestion, weights: tuple[int, ...], chain: Chain | None = None) -> Cut:
    position = question.position
    binding = Binding.after(position.history, question.mode, position.variant.scoring)
    return Cut(question.words, question.left, binding, weights, chain)


def _lost(question: ModelQuestion, why: str) -> str:
    within = counted(question.left, "guess", "guesses")
    return f"the {len(question.words)} words can't all be found within {within}{why}"


_WEIGHTS: Final = Formulation(
    name="weights",
    statement=Statement.parse(weights.__doc__),
    needs=Needs("the model weights", tiles=True),
    depth=Depth.NEEDED,
    most_words=weights.MAX_MEMBERS,
    instead="prove",
    build=_weights,
    solve=_weights_found,
    none=lambda question: f"nothing refutes {counted(question.left, 'guess', 'guesses')}",
    unknown="no weights found, which proves nothing: there may be a strategy, or another refutation",
)


_BY_CASES: Final = "weights by cases, where hard mode makes guesses exclude each other."


# ---------- all
FORMULATIONS: Final[dict[str, Formulation]] = {
    one.name: one
    for one in (
        _TREE,
        _STRATEGY_GRAPH,
        _SEPARATING,
        _WITNESS,
        _of_families(
            "family-cover",
            Needs(
                "the model family-cover",
                tiles=True,
                unbound=True,
                because="the model family-chain is for hard mode",
            ),
        ),
        _of_families(
            "family-chain",
            Needs(
                "the model family-chain",
                tiles=True,
                only_facts=True,
                facts=True,
                because="the model family-cover is for normal mode",
            ),
        ),
        _WEIGHTS,
        replace(
            _WEIGHTS,
            name="chain-weights",
            statement=replace(_WEIGHTS.statement, question=_BY_CASES),
            needs=Needs(
                "the model chain-weights",
                tiles=True,
                facts=True,
                only_facts=True,
                because="the model weights is for every mode",
            ),
            solve=_cases_found,
            unknown="no cases found, which proves nothing: there may be a strategy, or another refutation",
        ),
    )
}
"""By name, in the order in which they are listed."""


def formulation(name: str) -> Formulation:
    """Return the model of that name, in any case, with hyphens or underscores.

    Raises:
        UsageError: there is none; it says which one may be meant.
    """
    asked = name.lower().replace("_", "-")
    if asked not in FORMULATIONS:
        hint = meant(asked, FORMULATIONS) or f"; there are {', '.join(FORMULATIONS)}"
        message = f"no model is called {abridged(name)}{hint}"
        raise UsageError(message)
    return FORMULATIONS[asked]
