"""An and-or search: can all words of a position be found within the guesses left?

A *state* is as in docs/certificates/depth-impossible.md: words that may be hidden, what binds the next guess,
and the guesses left. It is won if some guess leaves won states alone, and lost if none does. This decides the
model of `models.states` for a depth, whose states these are. Nobody has to trust it: a won state is a
strategy, and a lost one a node of a refutation.

A lost state has a no-good (`no_goods`), which refutes more than the guess that led to it. It is lost

- by pairs: with two guesses left none gives all words different responses,
- by weights, numbers that `weights` finds for a few words,
- by rule, as each guess that splits its words is refuted,
- or by a no-good that is known: of a family of its words, or of a state that was met before.

Guesses that leave few words of a family together come first, then those that show many patterns. Where many
guesses are left, a cell gets a budget of guesses to try, and more of it later. Such choices decide how long
it takes, not what is found (docs/depth-search.md, 5 and 6, has the same for the native search).
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import compress
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.modelling.family import find_families
from wordle_cp.modelling.partitions import MAX_MEMBERS
from wordle_cp.rules.bindings import Binding
from wordle_cp.search.endgame import GraphSize, Guesses
from wordle_cp.search.no_goods import NoGood, NoGoods, inseparable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from wordle_cp.games.question import Position
    from wordle_cp.modelling.cuts import Cut

_PAIRS: Final = 2
"""With this number of guesses left pairs of words decide."""
_WEIGHED: Final = 24
"""Weights are looked for where there are this number of words, or fewer."""
_SAMPLE: Final = 48
"""Some of the words, about this number, tell how many patterns a guess shows."""
_FAMILY: Final = 4
"""Smaller families are left out."""
_DANGEROUS: Final = 6
"""Families from this size on decide which guess comes first: the largest, up to the following number."""
_FAMILIES: Final = 40
_FAMILY_BUDGET: Final = 100
_LEAST_BUDGETED: Final = 4
"""With fewer guesses left a cell has no budget."""
_BUDGETS: Final = {4: 60, 5: 150, 6: 600}
_MOST_BUDGET: Final = 600
"""What a cell has with more guesses left than these."""
_MORE: Final = 6
"""From round to round the budget grows by this factor."""
_PRICE: Final = 1.5
"""Of guesses the one comes first whose place times this number to the power of its round is least."""
_PRICE_OF_OPENERS: Final = 40
"""The same at the position itself: many openers have a turn before one has a second."""

Members = tuple[int, ...]
"""Words of a family, by place, ascending."""


@dataclass(eq=False, slots=True)
class DepthState:
    """A state; its words are places in ascending order, and bits of `mask`.

    Won, it has the `guess` that wins, or None if it has as many guesses left as words, which are guessed in
    turn. It is `lost` by a no-good. `families` are words of it that belong to one. Of a position of so few
    words that its model can be shown, `tried` has the cells of guesses that were tried.
    """

    words: NDArray[np.intp]
    binding: Binding
    left: int
    mask: int
    families: Sequence[Members]
    guess: int | None = None
    lost: NoGood | None = None
    tried: dict[int, Sequence[DepthState]] = field(default_factory=dict)
    weighed: bool = False
    given_up: bool = False

    @property
    def is_easy(self) -> bool:
        """Whether the words can be guessed one after the other."""
        return len(self.words) <= self.left

    @property
    def danger(self) -> int:
        """How likely it is lost; the unit is a word."""
        spare = self.left - 2
        return len(self.words) + 100 * sum(max(0, len(each) - spare) ** 2 for each in self.families)


class AndOr:
    """A question on its way: its states, and those that are lost."""

    def __init__(
        self,
        position: Position,
        asked: Sequence[str],
        left: int,
        heed: Callable[[int, int], None] = lambda _refuted, _of: None,
        first: Sequence[str] = (),
    ) -> None:
        """Ask whether `left` guesses are enough; the first is one of `asked`, if there are any.

        Openers that are among `first` are tried before others. `heed` hears how many openers are refuted,
        and of how many, and what it raises ends that.
        """
        self.position: Final = position
        self.words: Final = position.hidden
        self.scoring: Final = position.variant.scoring
        self.guesses: Final = Guesses(position, asked)
        self._heed: Final = heed
        self.first: Final = np.isin(np.array(self.guesses.names), np.array(first))
        """Which openers are tried first."""
        self._openers: Choice | None = None
        self._made = 0
        self._tried = 0
        self._spent = 0
        self._split: Final[set[DepthState]] = set()
        self._endgames: Final[set[DepthState]] = set()
        self._states: Final[dict[tuple[int, Binding, int], DepthState]] = {}
        place = {word: index for index, word in enumerate(self.words)}
        families = [tuple(place[word] for word in one.words) for one in find_families(self.words, _FAMILY)]
        binding = Binding.after(position.history, self.guesses.mode, self.scoring)
        self.no_goods: Final = NoGoods(self.guesses, binding.facts)
        self.root: Final = self._state(np.arange(len(self.words)), binding, left, families)

    @property
    def size(self) -> GraphSize:
        """What was looked at by now; states that include a lost one don't count as lost."""
        endgames = len(self._endgames) or int(len(self.words) <= MAX_MEMBERS)
        return GraphSize(len(self._split), endgames, self._made, self.no_goods.count, self._tried)

    @property
    def openers(self) -> tuple[str, ...]:
        """The first guesses that nothing refutes, as far as is known."""
        if self._openers is None:
            return tuple(self.guesses.names[place] for place in self.guesses.asked) or self.position.allowed
        return tuple(compress(self.guesses.names, self._openers.alive))

    @property
    def opener(self) -> str:
        """The first guess of the strategy of a position that is won."""
        return self.guesses.names[self.first_guess(self.root)]

    def decide(self) -> bool:
        """Tell whether there is a strategy."""
        return bool(self._won(self.root, None))

    def steps(self, state: DepthState | None = None) -> Iterator[str]:
        """Yield the strategy of a won state, by default the root, as `formulation.StrategyFound` has it."""
        state = state or self.root
        if state.guess is None and len(state.words) == 1:
            return
        guess = self.first_guess(state)
        yield self.guesses.names[guess]
        for cell in self._cells(state, guess):
            self._won(cell, None)  # a state that isn't kept is as new
            yield from self.steps(cell)

    def first_guess(self, state: DepthState) -> int:
        """Return the guess of a state that is won; of words that are guessed in turn the first one."""
        return int(self.guesses.of_word[state.words[0]]) if state.guess is None else state.guess

    @property
    def cuts(self) -> tuple[Cut, ...]:
        """What refutes each first guess of a position that is lost."""
        lost = self.root.lost
        if lost is None or self.root.left < _PAIRS:
            return ()
        return lost.below if self.guesses.asked and lost.below else (lost,)

    # ---------- states
    def _mask(self, words: NDArray[np.intp] | Sequence[int]) -> int:
        bits = np.zeros(len(self.words), np.bool_)
        bits[words] = True
        return int.from_bytes(np.packbits(bits, bitorder="little").tobytes(), "little")

    def _state(
        self, words: NDArray[np.intp], binding: Binding, left: int, families: Sequence[Members]
    ) -> DepthState:
        """Return the state; where pairs decide it isn't kept, as these are most states, and soon decided."""
        mask = self._mask(words)
        state = self._states.get((mask, binding, left))
        if state is None:
            self._made += 1
            state = DepthState(words, binding, left, mask, sorted(families, key=len, reverse=True))
            if left > _PAIRS:
                self._states[mask, binding, left] = state
        return state

    def _cells(self, state: DepthState, guess: int) -> list[DepthState]:
        """Return the states that a guess leads to, by ascending pattern."""
        shown = self.guesses.patterns[state.words, guess]
        order = np.argsort(shown, kind="stable")
        parts = np.split(state.words[order], np.flatnonzero(np.diff(shown[order])) + 1)
        families: defaultdict[int, list[Members]] = defaultdict(list)
        pattern_of = dict(zip(state.words.tolist(), shown.tolist(), strict=True)) if state.families else {}
        for family in state.families:
            together: defaultdict[int, list[int]] = defaultdict(list)
            for word in family:
                together[pattern_of[word]].append(word)
            for pattern, words in together.items():
                if len(words) >= _FAMILY:
                    families[pattern].append(tuple(words))
        cells: list[DepthState] = []
        for part in parts:
            pattern = int(self.guesses.patterns[part[0], guess])
            if pattern != self.scoring.win:
                binding = self.guesses.bound(state.binding, guess, pattern)
                cells.append(self._state(part, binding, state.left - 1, families[pattern]))
        return cells

    # ---------- what needs no guess to be tried
    def _won(self, state: DepthState, limit: int | None) -> bool | None:
        """Tell whether a state is won; None if more guesses than `limit` in all would have to be tried."""
        asked = self.guesses.asked if state is self.root else []
        if state.guess is not None or (state.is_easy and not asked):
            return True
        if state.lost is not None or self._includes_lost(state):
            return False
        if state.left <= _PAIRS and not (asked and state.left == _PAIRS):
            return self._separated(state)
        weighed = self._weighed(state)
        if not weighed and limit is not None and self._spent >= limit:
            return None
        if weighed or self._has_lost_family(state, _FAMILY_BUDGET):
            return False
        return self._searched(state, asked or None, limit)

    def no_goods_within(self, state: DepthState, left: int) -> Iterator[NoGood]:
        """Yield the no-goods among a state's words, with `left` guesses or more."""
        return self.no_goods.within(state.words.tolist(), state.mask, left)

    def _includes_lost(self, state: DepthState) -> bool:
        """Tell whether a state is lost as one is that it includes, which is noted then."""
        some = (
            lost for lost in self.no_goods_within(state, state.left) if state.binding.includes(lost.binding)
        )
        state.lost = next(some, None)
        return state.lost is not None

    def _separated(self, state: DepthState) -> bool:
        """Tell whether a state with two guesses left, or one, is won; if it isn't, few words show it."""
        if state.left < _PAIRS:
            state.lost = self.no_goods.of_pairs(state.words[:2].tolist(), state.binding, state.left)
            return False
        found = inseparable(self.guesses.patterns, state.words, self.guesses.allowed(state.binding))
        if isinstance(found, int):
            state.guess = found
            return True
        state.lost = self.no_goods.of_pairs(found.tolist(), state.binding, state.left)
        return False

    def _weighed(self, state: DepthState) -> bool:
        """Tell whether weights prove that a state of few words is lost, which is noted then."""
        if state.weighed or len(state.words) > _WEIGHED:
            return False
        state.weighed = True
        state.lost = self.no_goods.by_weights(state.words.tolist(), state.binding, state.left)
        return state.lost is not None

    def _has_lost_family(self, state: DepthState, budget: int) -> bool:
        """Tell whether the words of a family alone are lost, as far as a `budget` of guesses shows it."""
        for members in state.families:
            if state.left < len(members) < len(state.words):
                family = self._state(np.array(members), state.binding, state.left, [members])
                if not family.given_up:
                    family.given_up = self._won(family, self._spent + budget) is None and budget > 0
                if family.lost is not None:
                    state.lost = family.lost
                    return True
        return False

    # ---------- guesses
    def _searched(self, state: DepthState, asked: Sequence[int] | None, limit: int | None) -> bool | None:
        """Try guesses; see `_won`."""
        if len(state.words) > MAX_MEMBERS:
            self._split.add(state)
        choice = Choice(self, state, asked)
        if state is self.root:
            self._openers = choice
        for guess, budget in choice.in_turn():
            if limit is not None and self._spent >= limit:
                return None
            self._heed(*((0, 1) if self._openers is None else self._openers.progress))
            self._tried += 1
            self._spent += 1
            cells = self._cells(state, guess)
            if len(self.words) <= MAX_MEMBERS:
                state.tried[guess] = cells
            won = self._all_won(state, cells, budget, limit)
            if won:
                state.guess = guess
                return True
            if won is None:
                choice.put_off()
            else:
                choice.refute(next(cell.lost for cell in cells if cell.lost), guess)
        if asked is None:
            state.lost = self.no_goods.by_rule(
                state.words.tolist(), state.binding, state.left, choice.refuting
            )
        else:
            state.lost = NoGood((), state.left, state.binding, below=tuple(choice.refuting))
        return False

    def _all_won(
        self, state: DepthState, cells: Sequence[DepthState], budget: int, limit: int | None
    ) -> bool | None:
        """Tell whether all cells are won, the most dangerous first; None as in `_won`."""
        if any(cell.lost for cell in cells):
            return False
        cells = sorted(cells, key=lambda cell: -cell.danger)
        if state.left > _LEAST_BUDGETED and any(self._has_lost_family(cell, 0) for cell in cells):
            return False
        for cell in cells:
            most = limit
            if cell.left >= _LEAST_BUDGETED:
                most = self._spent + _BUDGETS.get(cell.left, _MOST_BUDGET) * budget
                most = most if limit is None else min(limit, most)
            won = self._won(cell, most)
            if len(cell.words) <= MAX_MEMBERS < len(state.words) and won is not None and not cell.is_easy:
                self._endgames.add(cell)
            if not won:
                return won
            if cell is cells[0] and state is self.root:
                budget *= _MORE
        return True


class Choice:
    """The guesses of a state that nothing refutes yet, and the no-goods that refute the others."""

    def __init__(self, search: AndOr, state: DepthState, asked: Sequence[int] | None) -> None:
        """Take the guesses of a state; those that split nothing are left out, but for those `asked` about."""
        self._search: Final = search
        self._state: Final = state
        self._guesses: Final = search.guesses
        self._put_off: Final[list[tuple[float, int, int, int]]] = []
        self._now = (0, 0, 0)
        """The rank, the round and the place of the guess that is being tried."""
        self.refuting: Final[list[NoGood]] = []
        self._seen: Final[set[NoGood]] = set()
        self.alive = np.zeros(len(self._guesses.names), np.bool_)
        self.alive[self._guesses.allowed(state.binding) if asked is None else asked] = True
        if asked is None:
            self.alive &= ~search.no_goods.keeping(state.words.tolist())
        self._count: Final = int(self.alive.sum())

    def in_turn(self) -> Iterator[tuple[int, int]]:
        """Yield guesses, one after the other, and by what the budgets of their cells are to be multiplied."""
        self._refute_by_known()
        order, rank = self._order().tolist(), 0
        while True:
            while rank < len(order) and not self.alive[order[rank]]:
                rank += 1
            first = self._put_off[0] if self._put_off else None
            if rank < len(order) and (first is None or rank + 1 <= first[0]):
                self._now = (rank, 0, order[rank])
                rank += 1
            elif first is not None:
                self._now = heapq.heappop(self._put_off)[1:]
                self._refute_by_known()
            else:
                return
            if self.alive[self._now[2]]:
                yield self._now[2], _MORE ** self._now[1]

    @property
    def progress(self) -> tuple[int, int]:
        """How many guesses are refuted, and of how many."""
        return self._count - int(self.alive.sum()), self._count

    def put_off(self) -> None:
        """Try the guess that is being tried again later."""
        rank, round_, place = self._now
        price = _PRICE_OF_OPENERS if self._state is self._search.root else _PRICE
        heapq.heappush(self._put_off, ((rank + 1) * price ** (round_ + 1), rank, round_ + 1, place))

    def refute(self, lost: NoGood, guess: int) -> None:
        """Cross out the guesses that a no-good refutes, of which the one being tried is one."""
        self._cross_out(lost)
        assert not self.alive[guess], "a lost cell refutes the guess that led to it"

    def _refute_by_known(self) -> None:
        for lost in self._search.no_goods_within(self._state, self._state.left - 1):
            if lost not in self._seen:
                self._cross_out(lost)

    def _cross_out(self, lost: NoGood) -> None:
        """Cross out what keeps the words of a no-good together and fixes what binds it."""
        self._seen.add(lost)
        refuted = self._search.no_goods.refuted(lost, self._state.binding)
        if (self.alive & refuted).any():
            self.alive &= ~refuted
            self.refuting.append(lost)

    def _patterns(self, words: NDArray[np.intp], places: NDArray[np.intp]) -> NDArray[np.int64]:
        """Return how many patterns the guesses at `places` show of `words`."""
        shown = np.sort(self._guesses.shown(words, places), axis=0)
        return 1 + np.asarray((shown[1:] != shown[:-1]).sum(axis=0))

    def _order(self) -> NDArray[np.intp]:
        """Return the places of the guesses, the most promising first."""
        words, left, places = self._state.words, self._state.left, np.flatnonzero(self.alive)
        patterns = self._patterns(words[:: -(-len(words) // _SAMPLE)], places)
        danger = np.zeros(len(patterns), np.int64)
        if left >= _LEAST_BUDGETED:
            for family in self._state.families[:_FAMILIES]:
                size = len(family)
                if size >= max(left, _DANGEROUS):
                    together = size - self._patterns(np.array(family), places) + 1
                    danger += np.maximum(0, together - (left - 2)) ** 2
        if self._state is self._search.root:
            return places[np.lexsort((-patterns, danger, ~self._search.first[places]))]
        return places[np.argsort(danger - patterns, kind="stable")]
