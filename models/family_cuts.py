"""The subproblems of `whole_list`: what guesses leave of a family, who decides if it is lost, and the cuts.

The mathematics is that of `whole_list`. What is found or lost closes all subproblems that it covers at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, reduce
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.modelling.family import distinct_columns, pieces_of, undominated
from wordle_cp.modelling.family_bounds import beam_cover
from wordle_cp.modelling.solver import Feasible, Infeasible
from wordle_cp.models.families import solve_family
from wordle_cp.models.weights import Chain, Effects, cases_against, indicators
from wordle_cp.rules.words import Restriction

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from wordle_cp.modelling.family import Columns, Family, Types
    from wordle_cp.modelling.solver import SolverSettings
    from wordle_cp.models.whole_list import ListState, Tally

_BEAM: Final = 4


class Decider(StrEnum):
    """Who decided a subproblem; or, of what several families refute, the answers to guesses that survive."""

    GREED = "greed"
    COUNTING = "counting"
    WEIGHTS = "weights"
    CP_SAT = "cp-sat"
    ANSWERS = "answers"


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """`words` can't all be found within `left` guesses where `binding` is fixed, as `by` proves.

    `by` are weights, one a word; a chain of cases; or a rule, whose cuts together have the `words`.
    """

    words: tuple[str, ...]
    left: int
    binding: Restriction
    by: tuple[int, ...] | Chain | CutRule
    decider: Decider


@dataclass(frozen=True, slots=True, eq=False)
class CutRule:
    """Each guess that splits the words leaves those of one of these `cuts` together."""

    cuts: tuple[Cut, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The words of all cuts."""
        return tuple(sorted({word for cut in self.cuts for word in cut.words}))


class FamilyAt:
    """A family at a state, and what each guess does to it."""

    def __init__(
        self, family: Family, state: ListState, types: Types, settings: SolverSettings, tally: Tally
    ) -> None:
        """Take the `types` of the state's guesses."""
        self.family, self.state, self.settings, self.tally = family, state, settings, tally
        self.distinct = types.distinct(family)
        """D(t) of each guess."""
        self.types = types.of(family.pattern) if state.hard else np.zeros(len(self.distinct), np.uint32)
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
        including: NDArray[np.bool_] = (np.uint32(kind) & ~self.columns.types) == 0
        return including

    def cuts(self, guesses: NDArray[np.intp]) -> FamilyCuts:
        """Return the subproblems of these guesses, by place."""
        rests = self.distinct[guesses] ^ np.uint64((1 << len(self.family.words)) - 1)
        return FamilyCuts(self, self.state.left - 1, guesses, self.types[guesses], rests)

    def cut(
        self, kind: int, live: int, left: int, by: tuple[int, ...] | Chain | CutRule, decider: Decider
    ) -> Cut:
        """Return the cut (`kind`, `live`), which is lost with `left` guesses, as `by` proves."""
        fixed = (piece for bit, piece in enumerate(pieces_of(self.family.pattern)) if kind >> bit & 1)
        words = tuple(word for member, word in enumerate(self.family.words) if live >> member & 1)
        if isinstance(by, CutRule):
            words = by.words
        return Cut(words, left, reduce(Restriction.joined_with, fixed, self.state.binding), by, decider)


class FamilyCuts:
    """The subproblems of a family with `left` guesses, one for each type and members left, and its cuts.

    `open` tells which aren't decided; what `left` guesses find one after the other isn't even asked.
    """

    def __init__(
        self,
        at: FamilyAt,
        left: int,
        guesses: NDArray[np.intp],
        types: NDArray[np.uint32],
        rests: NDArray[np.uint64],
    ) -> None:
        """Take what each of some guesses does: its type, and the members that it leaves together."""
        self._at, self.left, self._guesses = at, left, guesses
        size = np.uint64(len(at.family.words))
        _, first, self._of = np.unique(
            (types.astype(np.uint64) << size) | rests, return_index=True, return_inverse=True
        )
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
                weights = cases_against(columns.size, _effects(columns), self.left, splits=0)
                if weights is not None:
                    self._weighed(kind, live, np.array(weights), Decider.WEIGHTS)

    def ask(self) -> None:
        """Let CP-SAT decide the others."""
        at = self._at
        for kind, live in self._in_turn():
            columns = at.columns.take(at.under(kind)).restricted_to(live)
            fewer = undominated(columns)
            outcome = solve_family(fewer, self.left, at.settings)
            if isinstance(outcome, Feasible):
                self._found(fewer.guesses[list(outcome.witness)], Decider.CP_SAT)
            elif isinstance(outcome, Infeasible):
                by = self._chain(columns) or self._rule(kind, live)
                at.tally.decided[Decider.CP_SAT] += 1
                if by is None:
                    at.tally.without_cut += 1
                else:
                    self._add(kind, live, by, Decider.CP_SAT)
            else:
                at.settings.work.demand_time()

    def _in_turn(self) -> Iterator[tuple[int, int]]:
        """Yield what is open, by halves: a yes closes what is smaller, a no what is larger."""
        order = np.lexsort((np.bitwise_count(self._types), np.bitwise_count(self._rests)))
        while len(order := order[self.open[order]]):
            self._at.settings.work.demand_time()
            place = order[len(order) // 2]
            order = order[order != place]
            yield int(self._types[place]), int(self._rests[place])

    def _found(self, guesses: NDArray[np.int64], decider: Decider) -> None:
        """Close what is found by these guesses, whose types are a chain."""
        covered = np.bitwise_or.reduce(self._at.distinct[guesses])
        least = np.bitwise_and.reduce(self._at.types[guesses])
        self.open &= ((self._types & ~least) != 0) | (np.bitwise_count(self._rests & ~covered) > 1)
        self._at.tally.decided[decider] += 1

    def _add(self, kind: int, live: int, by: tuple[int, ...] | Chain | CutRule, decider: Decider) -> None:
        """Close what a cut forbids."""
        lost = self.open & ((np.uint32(kind) & ~self._types) == 0) & ((np.uint64(live) & ~self._rests) == 0)
        self._cut[lost] = len(self.cuts)
        self.cuts.append(self._at.cut(kind, live, self.left, by, decider))
        self.open &= ~lost

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
            if ((np.uint32(kind & ~(1 << bit)) & ~heavy) != 0).all():
                kind &= ~(1 << bit)
        kept = np.flatnonzero(full).tolist()
        at.tally.decided[decider] += 1
        self._add(kind, sum(1 << member for member in kept), tuple(full[kept].tolist()), decider)

    def _chain(self, columns: Columns) -> Chain | None:
        """Return cases of weights that prove that the members of these columns are lost; None if none do."""
        if not self._at.state.hard:
            return None
        heed = self._at.settings.work.demand_time
        cases = cases_against(columns.size, _effects(columns), self.left, heed)
        return None if cases is None else Chain(cases, pieces_of(self._at.family.pattern))

    def _rule(self, kind: int, live: int) -> CutRule | None:
        """Return cuts for what each guess leaves of the members; None if it isn't proven for one."""
        columns = self._at.columns.take(self._at.under(kind))
        splitting = np.flatnonzero(columns.masks & np.uint64(live))
        rests = np.uint64(live) & ~columns.masks[splitting]
        below = FamilyCuts(self._at, self.left - 1, splitting, columns.types[splitting], rests)
        below.settle()
        below.ask()
        return CutRule(tuple(below.cuts)) if (below._cut >= 0).all() else None


def _effects(columns: Columns) -> Effects:
    return Effects(columns.masks, columns.types.astype(np.uint64))
