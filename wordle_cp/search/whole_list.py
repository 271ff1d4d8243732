r"""Whole list: which next guesses do the endgame families of a list of any length leave?

Logic-based Benders decomposition. The master chooses a guess. The subproblems are the families of the hidden
words: can what the guess leaves of a family still be found? Each no is a cut, which forbids all guesses that
do as little, or less: thousands at once.

Sets        H, the hidden words left; T, the guesses allowed; g, the guesses left, 2 or more
            F, the families of H of g members or more (symbols: `family`)
            K, the cuts: (k, M), a type and some members of one f in F
Data        rest(t) = L \ D(t), the members of f that get one response from t
Variables   choose[t] in {0, 1} for t in T: t is the next guess
Constraints one:            sum(choose) = 1
            cut[t, k, M]:   choose[t] = 0 for t in T with k <= type(t), M <= rest(t); for (k, M) in K
Claim       (k, M) is a cut if M can't be found within g - 1 guesses of types that include k. Where the cuts
            forbid all of T, g guesses don't find H.
Source      Hooker and Ottosson, "Logic-based Benders decomposition" (2003): a cut is what the proof of the
            subproblem says of other choices of the master. The subproblems are Selby's (`families`).

Subproblem. For a chosen t and f: can g - 1 guesses, whose types include type(t), find the members rest(t)?
That is the model of `families`; where guesses don't bind all types are nothing. Greed says
yes to most, and weights from the linear relaxation say no (`weights`; where all are 1, *counting* does).
CP-SAT decides what they don't, and is asked only for guesses that no cut of another family forbids.

Why a cut forbids more than its own guess. Let M be lost under k, and t a guess with k <= type(t) and M part
of rest(t). What t reveals to M fixes type(t), so it fixes k; and M is part of what may be hidden then. More
words and more that is fixed never help (Theorem 2 of docs/certificates/depth-impossible.md). So rest(t) is
lost, too, with g - 1 guesses; and t, which may be answered by rest(t), doesn't win (Theorem 3). In the same
way a cover of U by g - 2 distinct sets, whose types are a chain and include k, shows for every t with type(t)
<= k that leaves one member at most outside U that its subproblem has a solution.

The master needs no solver: what the cuts leave may be chosen. Such a guess *survives*, which proves nothing:
all families together may be too many, where each one isn't. Where few survive, each is answered by one of its
largest cells, in which the same is asked with a guess less (`refute`). If nothing survives there, the guess
doesn't win; the cuts of that cell make one of its words, by the rule "rule".

Where many survive, as with three or four guesses left in normal mode, the and-or search is asked (`and_or`).

No cut rests on a solver's word. Its proof is whole weights, cases of weights, or cuts for
what each guess leaves of its members; if none is found, there is no cut, whatever CP-SAT says. What is found
or lost closes all subproblems that it covers at once.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.engine import score_matrix
from wordle_cp.modelling.cuts import Chain, Cut, Decider, words_of
from wordle_cp.modelling.family import Types, distinct_columns, find_families, pieces_of
from wordle_cp.modelling.family_bounds import beam_cover
from wordle_cp.modelling.solver import Feasible, Infeasible, SolverSettings
from wordle_cp.models.families import solve_family
from wordle_cp.models.weights import cases_against, indicators
from wordle_cp.rules.bindings import Binding
from wordle_cp.rules.words import Restriction

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from wordle_cp.games.question import Position
    from wordle_cp.modelling.family import Columns, Family

MOST_FOLLOWED: Final = 30
"""Where no more guesses survive, each is looked at once more: what may be answered."""
_MOST_CELLS: Final = 4
_BEAM: Final = 4
_LAST: Final = 2
"""With this number of guesses left a guess has to give all words different responses."""


# ---------- a state
@dataclass(frozen=True, slots=True, eq=False)
class ListState:
    """A game on its way: the words that may be hidden, the guesses that `binding` allows, how many are left.

    Only facts bind, in ultrahard mode as in hard mode.
    """

    hidden: tuple[str, ...]
    guesses: tuple[str, ...]
    binding: Binding
    left: int

    @classmethod
    def of(cls, position: Position, left: int) -> ListState:
        """Return `position` with `left` guesses left."""
        variant = position.variant
        binding = replace(Binding.after(position.history, variant.mode, variant.scoring), responses=())
        allowed = tuple(filter(binding.facts.permits, variant.guesses))
        return cls(position.hidden, allowed, binding, left)

    def answers(self, guess: str) -> Iterator[ListState]:
        """Yield what the answers to `guess` leave, most hidden words first; not where it is right."""
        cells: defaultdict[int, list[str]] = defaultdict(list)
        for word, pattern in zip(self.hidden, score_matrix([guess], self.hidden)[0].tolist(), strict=True):
            cells[pattern].append(word)
        cells.pop(self.binding.scoring.win, None)
        for pattern, words in sorted(cells.items(), key=lambda cell: -len(cell[1])):
            binding = replace(self.binding.add(guess, pattern), responses=())
            allowed = tuple(filter(binding.facts.permits, self.guesses))
            yield ListState(tuple(words), allowed, binding, self.left - 1)


# ---------- the subproblems
class FamilyAt:
    """A family at a state, and what each guess does to it."""

    def __init__(self, family: Family, state: ListState, types: Types, search: WholeList) -> None:
        """Take the `types` of the state's guesses."""
        self.family, self.state, self.search = family, state, search
        self.hard = state.binding.mode.facts
        self.distinct = types.distinct(family)
        """D(t) of each guess."""
        self.types = types.of(family.pattern) if self.hard else np.zeros(len(self.distinct), np.uint64)
        """type(t) of each guess: nothing where guesses don't bind."""

    @cached_property
    def columns(self) -> Columns:
        """What guesses do, each once."""
        return distinct_columns(self.distinct, self.types, len(self.family.words))

    @cached_property
    def rows(self) -> NDArray[np.int64]:
        """The distinct sets of the columns, as rows of 0 and 1."""
        return indicators(self.columns.masks, len(self.family.words))

    def under(self, kind: int) -> NDArray[np.bool_]:
        """Tell which columns have types that include `kind`."""
        including: NDArray[np.bool_] = (np.uint64(kind) & ~self.columns.types) == 0
        return including

    def cuts(self, guesses: NDArray[np.intp]) -> FamilyCuts:
        """Return the subproblems of these guesses, by place."""
        rests = self.distinct[guesses] ^ np.uint64((1 << len(self.family.words)) - 1)
        return FamilyCuts(self, self.state.left - 1, guesses, self.types[guesses], rests)


class FamilyCuts:
    """The subproblems of a family with `left` guesses, one for each type and members left, and its cuts.

    `open` tells which aren't decided; what `left` guesses find one after the other isn't even asked.
    """

    def __init__(
        self,
        at: FamilyAt,
        left: int,
        guesses: NDArray[np.intp],
        types: NDArray[np.uint64],
        rests: NDArray[np.uint64],
    ) -> None:
        """Take what each of some guesses does: its type, and the members that it leaves together."""
        self._at, self.left, self._guesses = at, left, guesses
        size = np.uint64(len(at.family.words))
        _, first, self._of = np.unique((types << size) | rests, return_index=True, return_inverse=True)
        self._types, self._rests = types[first], rests[first]
        self.open = np.bitwise_count(self._rests) > left
        self.cuts: list[Cut] = []
        self._cut = np.full(len(first), -1)

    def forbidden(self) -> Iterator[tuple[int, Cut]]:
        """Yield each guess that a cut forbids, with the cut."""
        number = self._cut[self._of]
        for place in np.flatnonzero(number >= 0).tolist():
            yield int(self._guesses[place]), self.cuts[number[place]]

    def only(self, alive: NDArray[np.bool_]) -> None:
        """Don't ask any more about guesses that aren't `alive`."""
        wanted = np.zeros_like(self.open)
        wanted[self._of[alive[self._guesses]]] = True
        self.open &= wanted

    def settle(self) -> None:
        """Decide what counting, greed and the linear relaxation decide."""
        for kind, live in self._in_turn():
            columns = self._at.columns.take(self._at.under(kind)).restricted_to(live)
            most = int(np.bitwise_count(columns.masks).max(initial=0))
            if columns.size - (self.left - 1) * most > 1:
                self._weighed(kind, live, np.ones(columns.size, np.int64), Decider.COUNTING)
            elif (chosen := beam_cover(columns, at_most=self.left - 1, width=_BEAM)) is not None:
                self._found(columns.guesses[list(chosen)], Decider.GREED)
            else:
                weights = cases_against(columns, self.left, splits=0)
                if weights is not None:
                    self._weighed(kind, live, np.array(weights), Decider.WEIGHTS)

    def ask(self) -> None:
        """Let CP-SAT decide the others."""
        at, search = self._at, self._at.search
        for kind, live in self._in_turn():
            columns = at.columns.take(at.under(kind)).restricted_to(live)
            fewer = columns.undominated()
            outcome = solve_family(fewer, self.left, search.settings)
            if isinstance(outcome, Feasible):
                self._found(fewer.guesses[list(outcome.witness)], Decider.CP_SAT)
            elif isinstance(outcome, Infeasible):
                search.decided[Decider.CP_SAT] += 1
                if (chain := self._chain(columns)) is not None:
                    self._add(kind, live, Decider.CP_SAT, chain=chain)
                elif below := self._below(kind, live):
                    self._add(kind, live, Decider.CP_SAT, below=below)
                else:
                    search.without_cut += 1
            else:
                search.settings.work.demand_time()

    def _in_turn(self) -> Iterator[tuple[int, int]]:
        """Yield what is open, by halves: a yes closes what is smaller, a no what is larger."""
        order = np.lexsort((np.bitwise_count(self._types), np.bitwise_count(self._rests)))
        while len(order := order[self.open[order]]):
            self._at.search.settings.work.demand_time()
            place = order[len(order) // 2]
            order = order[order != place]
            yield int(self._types[place]), int(self._rests[place])

    def _found(self, guesses: NDArray[np.int64], decider: Decider) -> None:
        """Close what is found by these guesses, whose types are a chain."""
        covered = np.bitwise_or.reduce(self._at.distinct[guesses])
        least = np.bitwise_and.reduce(self._at.types[guesses])
        self.open &= ((self._types & ~least) != 0) | (np.bitwise_count(self._rests & ~covered) > 1)
        self._at.search.decided[decider] += 1

    def _add(
        self,
        kind: int,
        live: int,
        decider: Decider,
        *,
        weights: tuple[int, ...] = (),
        chain: Chain | None = None,
        below: tuple[Cut, ...] = (),
    ) -> None:
        """Add a cut, and close what it forbids."""
        family, binding = self._at.family, self._at.state.binding
        lost = self.open & ((np.uint64(kind) & ~self._types) == 0) & ((np.uint64(live) & ~self._rests) == 0)
        self._cut[lost] = len(self.cuts)
        self.open &= ~lost
        fixed = (piece for bit, piece in enumerate(pieces_of(family.pattern)) if kind >> bit & 1)
        binding = replace(binding, facts=reduce(Restriction.joined_with, fixed, binding.facts))
        words = tuple(word for member, word in enumerate(family.words) if live >> member & 1)
        self.cuts.append(
            Cut(words_of(below) or words, self.left, binding, weights, chain, below, decider=decider)
        )

    def _weighed(self, kind: int, live: int, weights: NDArray[np.int64], decider: Decider) -> None:
        """Add a cut by weights, one a member of `live`, without words and facts that the proof can spare."""
        at, less = self._at, self.left - 1
        full = np.zeros(len(at.family.words), np.int64)
        full[indicators(np.array([live], np.uint64), len(full))[0] == 1] = weights
        rows = at.rows[at.under(kind)]
        losses = rows @ full
        for member in np.argsort(full, kind="stable").tolist():
            weight, full[member] = int(full[member]), 0
            fewer = losses - weight * rows[:, member]
            if weight and full.sum() - less * fewer.max(initial=0) > full.max():
                losses = fewer
            else:
                full[member] = weight
        heavy = at.columns.types[full.sum() - less * (at.rows @ full) <= full.max()]
        for bit in range(kind.bit_length()):
            if ((np.uint64(kind & ~(1 << bit)) & ~heavy) != 0).all():
                kind &= ~(1 << bit)
        kept = np.flatnonzero(full).tolist()
        at.search.decided[decider] += 1
        self._add(kind, sum(1 << member for member in kept), decider, weights=tuple(full[kept].tolist()))

    def _chain(self, columns: Columns) -> Chain | None:
        """Return cases of weights that prove that the members of these columns are lost; None if none do."""
        if not self._at.hard:
            return None
        heed = self._at.search.settings.work.demand_time
        cases = cases_against(columns, self.left, heed)
        return None if cases is None else Chain(cases, pieces_of(self._at.family.pattern))

    def _below(self, kind: int, live: int) -> tuple[Cut, ...]:
        """Return cuts for what each guess leaves of the members; none if it isn't proven for one."""
        columns = self._at.columns.take(self._at.under(kind))
        splitting = np.flatnonzero(columns.masks & np.uint64(live))
        rests = np.uint64(live) & ~columns.masks[splitting]
        below = FamilyCuts(self._at, self.left - 1, splitting, columns.types[splitting], rests)
        below.settle()
        below.ask()
        return tuple(below.cuts) if (below._cut >= 0).all() else ()


# ---------- what was found
class Survivors:
    """What the cuts leave of the guesses that are asked about, and the cut that forbids each other one."""

    def __init__(self, asked: Sequence[str]) -> None:
        """Begin without cuts."""
        self._alive: Final = dict.fromkeys(asked)
        self.forbidden: Final[dict[str, Cut]] = {}

    @property
    def guesses(self) -> tuple[str, ...]:
        """What survives, by now."""
        return tuple(self._alive)

    @property
    def cuts(self) -> tuple[Cut, ...]:
        """The cuts, each once."""
        return tuple(dict.fromkeys(self.forbidden.values()))

    def among(self, guesses: Sequence[str]) -> NDArray[np.bool_]:
        """Tell which of the `guesses` survive."""
        return np.array([guess in self._alive for guess in guesses])

    def forbid(self, guess: str, cut: Cut) -> None:
        """Take a cut that forbids a guess, if the guess survives."""
        if guess in self._alive:
            del self._alive[guess]
            self.forbidden[guess] = cut


@dataclass(frozen=True, slots=True)
class WholeListSize:
    """Who decided: `subproblems`, the `openers` that cuts of each forbid, and the `cuts` of the refutation.

    Of `without_cut` subproblems CP-SAT says that they have no solution, and no proof was found.
    """

    states: int
    subproblems: dict[str, int]
    without_cut: int
    openers: dict[str, int]
    cuts: dict[str, int]


def _by_name(deciders: Iterable[Decider | None]) -> dict[str, int]:
    count = Counter(deciders)
    return {str(decider): count[decider] for decider in Decider if count[decider]}


# ---------- the master
class WholeList:
    """A question on its way: what `found` says of the guesses asked about, at any time."""

    def __init__(self, state: ListState, asked: Sequence[str], settings: SolverSettings) -> None:
        """Ask which of the guesses `asked`, which are allowed, may be the first."""
        self.state, self.found, self.settings = state, Survivors(asked), settings
        self.states = 0
        self.decided: Counter[Decider] = Counter()
        """How many subproblems each decided."""
        self.without_cut = 0

    @property
    def size(self) -> WholeListSize:
        """Who decided what, by now."""
        cuts = dict.fromkeys(self.found.cuts)
        for cut in (todo := [*cuts]):
            todo += [below for below in cut.below if below not in cuts]
            cuts |= dict.fromkeys(cut.below)
        openers = self.found.forbidden.values()
        return WholeListSize(
            self.states,
            _by_name(self.decided.elements()),
            self.without_cut,
            _by_name(cut.decider for cut in openers),
            _by_name(cut.decider for cut in cuts),
        )

    def refute(self, plies: int = 2) -> Survivors:
        """Return which guesses neither families nor `plies` answers forbid. Two guesses or more are left.

        Raises:
            StoppedError: there was reason to stop.
        """
        self._refute(self.state, self.found, plies)
        return self.found

    def _refute(self, state: ListState, found: Survivors, plies: int) -> None:
        self._by_families(state, found)
        few = len(found.guesses) <= MOST_FOLLOWED
        if state.left == _LAST or (plies and few):  # with two guesses left two words of a cell do
            for guess in found.guesses:
                cut = self._lost_answer(state, guess, plies)
                if cut is not None:
                    found.forbid(guess, cut)

    def _by_families(self, state: ListState, found: Survivors) -> None:
        """Forbid what the families of a state forbid."""
        types = Types(state.guesses)
        self.states += 1

        def forbid(cuts: FamilyCuts) -> None:
            for place, cut in cuts.forbidden():
                found.forbid(state.guesses[place], cut)

        doubtful: list[FamilyCuts] = []
        for family in sorted(find_families(state.hidden, state.left), key=lambda one: -len(one.words)):
            self._heed()
            if not found.guesses:
                break
            cuts = FamilyAt(family, state, types, self).cuts(np.flatnonzero(found.among(state.guesses)))
            cuts.settle()
            forbid(cuts)
            if cuts.open.any():
                doubtful.append(cuts)
        for cuts in doubtful:
            cuts.only(found.among(state.guesses))
            cuts.ask()
            forbid(cuts)

    def _lost_answer(self, state: ListState, guess: str, plies: int) -> Cut | None:
        """Return the cut of an answer to `guess` after which nothing is left to choose, if there is one."""
        for _, after in zip(range(_MOST_CELLS), state.answers(guess), strict=False):
            self._heed()
            if after.left == 1 < len(after.hidden):
                return Cut(after.hidden[:2], 1, after.binding, decider=Decider.COUNTING)
            if after.left > 1:
                found = Survivors(after.guesses)
                self._refute(after, found, plies - 1)
                if not found.guesses:
                    words = words_of(found.cuts)
                    return Cut(words, after.left, after.binding, below=found.cuts, decider=Decider.ANSWERS)
        return None

    def _heed(self) -> None:
        """Tell how many guesses are refuted; StoppedError if there is reason to stop."""
        refuted = len(self.found.forbidden)
        self.settings.work.heeding("openers refuted")(refuted, refuted + len(self.found.guesses))
