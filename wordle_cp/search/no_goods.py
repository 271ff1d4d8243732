"""No-goods of the and-or search: words that are lost wherever as much is fixed, made as small as is cheap.

A no-good (R, L, g) says that the words L can't all be found within g guesses that the binding R allows. It
refutes each state with more words and more fixed, and each guess that keeps L together and fixes R (Theorems
2 and 3 of docs/certificates/depth-impossible.md). So the fewer words and facts it has, the more it refutes.

Each proof of one has guesses that would *spoil* it, if they were allowed: by pairs, those that give all words
different responses; by weights, those that take too much away; by rule, those that split the words, and are
refuted by no no-good below. A fact is needed as long as it alone forbids such a guess. Past responses, which
ultrahard mode has, all stay.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.modelling.cuts import Cut
from wordle_cp.modelling.facts import pieces
from wordle_cp.models.weights import taking_too_much, weight_certificate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from wordle_cp.rules.bindings import Binding
    from wordle_cp.rules.words import Restriction
    from wordle_cp.search.endgame import Guesses

    Mask = NDArray[np.bool_]
    Places = NDArray[np.intp]

_WORTH: Final = 0.7
"""To refute n guesses is worth n to the power of this, so that no-goods of few words have a chance."""


@dataclass(frozen=True, eq=False, slots=True)
class NoGood(Cut):
    """A cut whose words are also given by their `places`, and as bits of `mask`.

    `refutes` has a bit for each guess: whether it gives all words one response, and has all facts that bind.
    """

    places: tuple[int, ...] = ()
    mask: int = 0
    refutes: bytes = b""


def inseparable(patterns: NDArray[np.uint8], words: Places, guesses: Places) -> Places | int:
    """Return few of the `words`, each of them needed, that none of the `guesses` separates; or one that does.

    Words are taken as long as a guess separates them. The last one is needed, given the others: it comes
    first from then on, until that holds for each. `patterns` has a row a word.
    """
    kept, shown = guesses, patterns[:0, guesses]  # what separates the words needed, and these words' rows
    for needed in range(len(words)):
        places, rows = kept, shown
        for count in range(needed, len(words)):
            places, rows = _separating(patterns[words[count]], places, rows)
            if not len(places):
                break
        else:
            return int(places[0])
        kept, shown = _separating(patterns[words[count]], kept, shown)
        words = words[[count, *range(count)]]
        if not len(kept):
            break
    return words[: needed + 1]


def _separating(
    word: NDArray[np.uint8], places: Places, rows: NDArray[np.uint8]
) -> tuple[Places, NDArray[np.uint8]]:
    """Return at which `places` the patterns of a word differ from all `rows`, and the rows there with it."""
    shown = word.take(places)
    apart = np.logical_and.reduce(rows != shown).nonzero()[0]
    return places.take(apart), np.concatenate([rows.take(apart, axis=1), shown.take(apart)[None]])


def covering(forbidden: NDArray[np.bool_], words: NDArray[np.bool_]) -> list[int]:
    """Return few rows of `forbidden` that together forbid all guesses, and have few `words`; by greed."""
    gains, words = forbidden.sum(axis=1), words[:, words.any(axis=0)]
    left, chosen = np.ones(forbidden.shape[1], np.bool_), list[int]()
    while left.any():
        best = int(np.argmax(gains**_WORTH / (1 + words.sum(axis=1))))
        chosen.append(best)
        words &= ~words[best]
        gains -= forbidden[:, forbidden[best] & left].sum(axis=1)
        left &= ~forbidden[best]
    times = forbidden[chosen].sum(axis=0)
    for place in chosen[::-1]:
        if (times[forbidden[place]] > 1).all():
            times -= forbidden[place]
            chosen.remove(place)
    return chosen


class NoGoods:
    """The no-goods of a question, to be asked which lie inside a set of words."""

    def __init__(self, guesses: Guesses, fixed: Restriction) -> None:
        """Begin with none. What is `fixed` at first stays in all: `guesses` are those that it allows."""
        self._fixed: Final = fixed
        self._guesses: Final = guesses
        self._filed: Final[defaultdict[int, defaultdict[int, list[NoGood]]]] = defaultdict(
            lambda: defaultdict(list)
        )
        self.count = 0

    def within(self, words: Sequence[int], mask: int, left: int) -> Iterator[NoGood]:
        """Yield the no-goods among `words`, which are also given as bits, with `left` guesses or more."""
        filed = self._filed[left]
        for word in [*filed] if len(filed) < len(words) else words:
            if mask >> word & 1 and word in filed:
                for no_good in filed[word]:
                    if not no_good.mask & ~mask:
                        yield no_good

    def keeping(self, words: Sequence[int]) -> Mask:
        """Tell which guesses give all `words` one response."""
        first, *others = (self._guesses.patterns[word] for word in words)
        places = np.arange(len(first))
        for row in others:
            places = places[row.take(places) == first.take(places)]
        keeping = np.zeros(len(first), np.bool_)
        keeping[places] = True
        return keeping

    def _add(
        self,
        words: Sequence[int],
        binding: Binding,
        left: int,
        spoiling: Mask,
        *,
        weights: tuple[int, ...] = (),
        below: tuple[NoGood, ...] = (),
    ) -> NoGood:
        """File a no-good under the word that has fewest, for each number of guesses.

        What binds only has to forbid the guesses that are `spoiling`.
        """
        binding = self._loosened(binding, spoiling)
        refutes = self.keeping(words)
        for fact in self._guesses.facts(binding.facts):
            refutes &= fact
        no_good = NoGood(
            tuple(self._guesses.words[word] for word in words),
            left,
            binding,
            weights,
            below=below,
            places=tuple(words),
            mask=sum(1 << word for word in words),
            refutes=np.packbits(refutes).tobytes(),
        )
        self.count += 1
        for fewer in range(1, left + 1):
            filed = self._filed[fewer]
            filed[min(words, key=lambda word: len(filed[word]))].append(no_good)
        return no_good

    def _loosened(self, binding: Binding, spoiling: Mask) -> Binding:
        """Return `binding` without facts that aren't needed to forbid the guesses that are `spoiling`."""
        facts = pieces(binding.facts)
        if binding.responses or not facts:
            return binding
        forbid = np.array([~fact[spoiling] for fact in self._guesses.facts(binding.facts)])
        times = forbid.sum(axis=0)
        kept = self._fixed
        for fact, row in zip(facts, forbid, strict=True):
            if (times[row] > 1).all():
                times -= row
            else:
                kept = kept.joined_with(fact)
        return replace(binding, facts=kept)

    def of_pairs(self, words: Sequence[int], binding: Binding, left: int) -> NoGood:
        """Add that each guess that is allowed gives two of `words` one response; `left` is 2 or less.

        With one guess left, two words.
        """
        spoiling = np.full(len(self._guesses.names), left > 1)
        for word, other in combinations(words if left > 1 else (), 2):
            spoiling &= self._guesses.patterns[word] != self._guesses.patterns[other]
        return self._add(sorted(words), binding, left, spoiling)

    def by_weights(self, words: Sequence[int], binding: Binding, left: int) -> NoGood | None:
        """Add that `words` are lost, if weights prove it; words that the proof can spare are left out."""
        shown = self._guesses.shown(words, self._guesses.allowed(binding))
        found = weight_certificate(shown, left)
        if found is None:
            return None
        weights = list(found)
        for place in sorted(range(len(words)), key=weights.__getitem__):
            fewer = [*weights[:place], 0, *weights[place + 1 :]]
            if not taking_too_much(shown, fewer, left).any():
                weights = fewer
        heavy = [word for word, weight in zip(words, weights, strict=True) if weight]
        weights = [weight for weight in weights if weight]
        spoiling = taking_too_much(self._guesses.patterns[heavy], weights, left)
        return self._add(heavy, binding, left, spoiling, weights=tuple(weights))

    def by_rule(self, words: Sequence[int], binding: Binding, left: int, below: Sequence[NoGood]) -> NoGood:
        """Add that `words` are lost, as those `below` refute each guess that is allowed and splits them.

        Few of those below are chosen, by what they refute against the words that they add.
        """
        guesses = self._guesses
        splitting = np.zeros(len(guesses.names), np.bool_)
        splitting[guesses.allowed(binding)] = True
        splitting &= ~self.keeping(words)
        has = np.zeros((len(below), len(guesses.words)), np.bool_)
        for number, each in enumerate(below):
            has[number, list(each.places)] = True
        refuted = np.array([self.refuted(each, binding) for each in below])
        chosen = covering(refuted[:, splitting], has)
        core = np.flatnonzero(has[chosen].any(axis=0)).tolist()
        spoiling = ~refuted[chosen].any(axis=0) & ~self.keeping(core)
        return self._add(core, binding, left, spoiling, below=tuple(below[place] for place in chosen))

    def refuted(self, no_good: NoGood, binding: Binding) -> Mask:
        """Tell which of the guesses that `binding` allows a no-good refutes in a state with its words."""
        packed = np.frombuffer(no_good.refutes, np.uint8)
        refuted = np.unpackbits(packed, count=len(self._guesses.names)).view(np.bool_)
        more = set(no_good.binding.responses).difference(binding.responses)
        if more:  # only a guess that gets the very same response fixes it
            (guess, pattern), *others = more
            fixes = not others and binding.add(guess, pattern).includes(no_good.binding)
            names, shown = np.array(self._guesses.names), self._guesses.patterns[no_good.places[0]]
            refuted &= fixes & (names == guess) & (shown == pattern)
        return refuted
