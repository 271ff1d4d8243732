"""Endgame families: hidden words that agree in all positions but one, and what every guess does to them.

Sets and symbols, used by all family models
-------------------------------------------
- P, the pattern: a word with one open position q, written ``?ills``; its other positions are *fixed*.
- c_w(a), how often letter a occurs in word w; c_P(a), how often among the fixed letters of P.
- L, the members: the hidden words that match P. Member x is named by its letter at q; so there are at most 26
  with the letters a to z, and a set of up to 64 members is a 64-bit mask. (Larger families, which alphabets
  of more letters can have, get no columns.)
- D(w), the *distinct set* of guess w: the members that w tells apart from all other members.
- type(w), the fixed greens and fixed letters that w has: for each fixed position whether w has its letter
  there; for each fixed letter a the number min(c_w(a), c_P(a)). Written in unary it is a set of 2(l-1) bits
  for words of l letters, ordered by inclusion.

Star. Every guess splits a family into singletons and one *rest cell*: D(w) = {x : w_q = x or c_w(x) >
c_P(x)}.
Proof. A response shows a green where the letters agree, and colours min(c_w(a), c_h(a)) tiles of letter a,
leftmost first; these numbers and the greens determine it. Here c_h(a) = c_P(a) + [a = x]. If w_q != x and
c_w(x) <= c_P(x), they don't depend on x: such members share the rest response. If w_q = x, position q is
green for x alone. Otherwise c_w(x) > c_P(x), and c_P(x) + 1 tiles of letter x are coloured under x, at most
c_P(x) under any other member. So no response of a member outside the rest cell is shared.
(If all members get different responses, the one in the rest cell isn't in D(w), although it is told apart,
too: models that ask for all members but one aren't changed by that.)

Type. The rest response to w fixes exactly type(w), if two members or more share it: the greens it shows are
those at fixed positions (q is green for a single member only), and of letter a it colours min(c_w(a), c_P(a))
tiles, by the proof above. After it hard mode allows w' iff w' has those greens and at least these counts,
that is iff type(w) <= type(w'), since min(c_w(a), c_P(a)) <= c_w'(a) iff it is <= min(c_w'(a), c_P(a)).

Source: Selby, "The best strategies for Wordle, part 2" (2022), section "Endgame analysis".
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wordle_cp.errors import UsageError, argument, brief, counted
from wordle_cp.modelling.facts import FactTable, pieces
from wordle_cp.rules.letters import Word, letter_text
from wordle_cp.rules.words import Restriction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

OPEN: Final = "?"
_NO_LETTER: Final = ""
"""Stands in the open position of a `Word`: there a question mark may be a letter."""
MOST_MEMBERS: Final = 64
"""Larger families get no columns."""


@dataclass(frozen=True, slots=True)
class Family:
    """A pattern with one open position, and all hidden words that match it, in the order of their list."""

    pattern: str
    words: tuple[str, ...]

    __repr__ = brief()


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """What guesses do to a family of `size` members: one column an available (type, distinct set), k columns.

    `masks` (uint64, shape (k,)): bit i is set iff member i is told apart; never 0. `types` (uint64, shape
    (k,)): the type as a set of bits, all 0 where the mode ignores types. `guesses` (int64, shape (k,)): the
    index in the guess list of one guess that does it.
    """

    size: int
    masks: NDArray[np.uint64]
    types: NDArray[np.uint64]
    guesses: NDArray[np.int64]

    def take(self, chosen: NDArray[np.intp] | NDArray[np.bool_]) -> Columns:
        """Return the columns that an index array or a boolean mask chooses."""
        return Columns(self.size, self.masks[chosen], self.types[chosen], self.guesses[chosen])

    def keeping(self, first: int, second: int) -> Columns:
        """Return the columns of types that have piece `second` if they have `first`."""
        one = np.uint64(1)
        return self.take(((self.types >> np.uint64(first)) & ~(self.types >> np.uint64(second)) & one) == 0)

    def without_types(self) -> Columns:
        """Return the columns of normal mode: types set to 0, each distinct set once."""
        masks, first = np.unique(self.masks, return_index=True)
        return Columns(self.size, masks, np.zeros(len(masks), np.uint64), self.guesses[first])

    def restricted_to(self, live: int) -> Columns:
        """Return the columns for the members in the mask `live` alone, renumbered from 0 in the same order.

        Sets without a live member are dropped, equal ones merged. A guess tells apart, of the live members,
        those of its distinct set, and the one in the rest cell if there is just one; leaving that one out
        changes nothing in models that ask for all members but one.

        Raises:
            ValueError: `live` names no member, or something that isn't one.
        """
        if not 0 < live < 1 << self.size:
            message = f"{live:#b} is not a set of some of {self.size} members"
            raise ValueError(message)
        members = [member for member in range(self.size) if live >> member & 1]
        masks = np.zeros_like(self.masks)
        for bit, member in enumerate(members):
            masks |= ((self.masks >> np.uint64(member)) & np.uint64(1)) << np.uint64(bit)
        first = _first_of_each(self.types, masks)
        first = first[masks[first] != 0]
        return Columns(len(members), masks[first], self.types[first], self.guesses[first])

    def kinds(self) -> tuple[NDArray[np.uint64], NDArray[np.intp], NDArray[np.bool_]]:
        """Return the t distinct types, each column's place among them, and which pairs are comparable.

        Types are comparable if one includes the other; the last has shape (t, t).
        """
        types, kind = np.unique(self.types, return_inverse=True)
        below: NDArray[np.bool_] = (types[:, None] & ~types[None, :]) == 0
        return types, kind, below | below.T

    def in_type_order(self, chosen: tuple[int, ...]) -> tuple[int, ...]:
        """Sort pairwise comparable columns so that each type includes the ones before: the order of play."""
        return tuple(sorted(chosen, key=lambda column: int(self.types[column]).bit_count()))

    def undominated(self) -> Columns:
        """Drop each column that another can replace in every set of columns with pairwise comparable types.

        Column (t, D) is replaceable by (t', D') if D is part of D' and every type comparable with t is
        comparable with t': put one for the other, then the types stay pairwise comparable and the sets cover
        no less. If all types are equal, what remains are the maximal distinct sets. A weaker type alone would
        not do: something below t need not be comparable with it.
        """
        _, kind, comparable = self.kinds()
        # freer[i, j]: every type comparable with type j is comparable with type i too.
        freer: NDArray[np.bool_] = ~np.any(comparable[None, :, :] & ~comparable[:, None, :], axis=2)
        sizes = np.bitwise_count(self.masks)
        # Whatever replaces a column stands before it in this order.
        order = np.lexsort((-comparable.sum(axis=1)[kind], self.masks, -sizes.astype(np.int64)))
        kept = order[:0]
        for size in np.unique(sizes)[::-1]:
            level = order[sizes[order] == size]
            level = level[~_replaceable(self.masks, kind, freer, level, kept).any(axis=1)]
            among = np.tril(_replaceable(self.masks, kind, freer, level, level), -1)
            kept = np.concatenate([kept, level[~among.any(axis=1)]])
        return self.take(kept)


def find_families(hidden: Sequence[str], min_size: int = 2) -> tuple[Family, ...]:
    """Return all families of at least `min_size` of the `hidden` words, ordered by pattern.

    Raises:
        ValueError: a word occurs twice, or `min_size` is below 2.
    """
    if len(set(hidden)) != len(hidden):
        message = "a hidden word occurs twice"
        raise ValueError(message)
    if min_size < 2:  # noqa: PLR2004  one word agrees with itself under each pattern, which says nothing
        message = f"a family has two words or more, not {min_size}"
        raise ValueError(message)
    matching: defaultdict[str, list[str]] = defaultdict(list)
    for word in hidden:
        for position in range(len(word)):
            matching[_pattern(word, position)].append(word)
    return tuple(
        Family(pattern, tuple(words)) for pattern, words in sorted(matching.items()) if len(words) >= min_size
    )


def _pattern(word: str, position: int) -> str:
    """Return `word` with the letter at `position` open; letters of several characters stand in brackets."""
    if not isinstance(word, Word):
        return word[:position] + OPEN + word[position + 1 :]
    letters = (*word.letters[:position], _NO_LETTER, *word.letters[position + 1 :])
    return Word(letters, "".join(letter_text(letter) if letter else OPEN for letter in letters))


def open_position(pattern: str) -> int:
    """Return the one open position of the pattern of a family, from 0."""
    return pattern.index(_NO_LETTER if isinstance(pattern, Word) else OPEN)


def columns_of_words(guesses: Sequence[str], words: Sequence[str]) -> Columns:
    """Return the columns of all `guesses` for `words` that are a family, two or more.

    Raises:
        UsageError: they are none.
    """
    family = next((one for one in find_families(words) if len(one.words) == len(words)), None)
    if family is None:
        message = (
            f"expected a family, two or more words that agree in all positions but one, found "
            f"{counted(len(words), 'word', 'words')}: give a pattern, such as {argument('words')} '?ills'"
        )
        raise UsageError(message)
    return Types(guesses).columns(family)


def pieces_of(pattern: str) -> tuple[Restriction, ...]:
    """Return what each bit of a type stands for: the fixed greens, then the fixed letters in unary."""
    opened = open_position(pattern)
    greens = tuple(letter if position != opened else None for position, letter in enumerate(pattern))
    fixed = sorted({letter for letter in greens if letter is not None})
    return pieces(Restriction(greens, tuple((letter, pattern.count(letter)) for letter in fixed)))


class Types(FactTable):
    """Computes type(w) and D(w) of all guesses, for one family after the other."""

    def of(self, pattern: str) -> NDArray[np.uint64]:
        """Return type(w) of every guess, shape (guesses,): a bit for each of `pieces_of`."""
        return self.types(pieces_of(pattern))

    def columns(self, family: Family) -> Columns:
        """Return what the guesses do to a family: each type and distinct set once, but for empty sets.

        A restriction in force is expressed by the guesses it allows: give those only. Raises as `distinct`.
        """
        return distinct_columns(self.distinct(family), self.of(family.pattern), len(family.words))

    def distinct(self, family: Family) -> NDArray[np.uint64]:
        """Return D(w) of every guess as a mask, shape (guesses,), by the theorem on stars.

        Raises:
            ValueError: the family has more than 64 members.
        """
        if len(family.words) > MOST_MEMBERS:
            message = f"{len(family.words)} members of {family.pattern}; a mask takes {MOST_MEMBERS}"
            raise ValueError(message)
        opened = open_position(family.pattern)
        masks: list[NDArray[np.uint64]] = []
        for member, word in enumerate(family.words):
            letter = word[opened]
            own = self.in_place(opened, letter) | (self.count_of(letter) > family.pattern.count(letter))
            masks.append(own.astype(np.uint64) << np.uint64(member))
        return np.asarray(np.bitwise_or.reduce(masks))


def distinct_columns(masks: NDArray[np.uint64], types: NDArray[np.uint64], size: int) -> Columns:
    """Return one column each (type, distinct set) that isn't empty, with the first guess that has it.

    `masks` and `types` are those of all guesses, shape (guesses,); the family has `size` members.
    """
    used = np.flatnonzero(masks)
    first = used[_first_of_each(types[used], masks[used])]
    return Columns(size, masks[first], types[first], first.astype(np.int64))


def _first_of_each(types: NDArray[np.uint64], masks: NDArray[np.uint64]) -> NDArray[np.intp]:
    """Return the first place of each pair (type, mask), in order of types, then of masks."""
    mask_bits, type_bits, place_bits = (
        int(number).bit_length() for number in (masks.max(initial=0), types.max(initial=0), len(types))
    )
    if mask_bits + type_bits + place_bits > MOST_MEMBERS:
        order = np.lexsort((masks, types))  # stable: of equal pairs the first place comes first
        return order[_differs_from_the_last(types[order]) | _differs_from_the_last(masks[order])]
    shift = np.uint64(place_bits)  # all three in one number sort several times as fast
    effects = (types << np.uint64(mask_bits)) | masks
    keys = np.sort((effects << shift) | np.arange(len(types), dtype=np.uint64))
    chosen = keys[_differs_from_the_last(keys >> shift)]
    return (chosen & np.uint64((1 << place_bits) - 1)).astype(np.intp)


def _differs_from_the_last(numbers: NDArray[np.unsignedinteger[Any]]) -> NDArray[np.bool_]:
    """Tell for each number whether it differs from the one before; the first one does."""
    found = np.ones(len(numbers), np.bool_)
    found[1:] = numbers[1:] != numbers[:-1]
    return found


def _replaceable(
    masks: NDArray[np.uint64],
    kind: NDArray[np.intp],
    freer: NDArray[np.bool_],
    column: NDArray[np.intp],
    other: NDArray[np.intp],
) -> NDArray[np.bool_]:
    """Tell for each index in `column` (shape (c,)) whether each in `other` (o,) can replace it: (c, o)."""
    inside: NDArray[np.bool_] = (masks[column][:, None] & ~masks[other][None, :]) == 0
    return inside & freer[kind[other][None, :], kind[column][:, None]]
