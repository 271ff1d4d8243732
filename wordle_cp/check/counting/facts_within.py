"""The checker of lemmas about many words: what facts say about parts of these words, for all guesses at once.

A fact, such as "no a", holds for some of the words of a lemma. A cell of theirs whose response reveals the
fact lies among these, so no guess shows more on the cell than on them. As a response reveals several facts,
the least of what it shows where each of them holds counts: the proof of bound 6 in docs/certificates/, with
the words of the lemma in place of all words. So the tables that are counted here, once a lemma, bound all
cells of all guesses by rule L1 or less, and cells whose bound is wanted exactly are counted with few guesses.
Every bound here follows from rule L1; so this is a faster way to find what the rules say, and no rule.

In hard mode a guess shows nothing where a fact holds under which it isn't allowed. For words without weights.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wordle_cp.check.counting.cell_counts import MostPatterns
from wordle_cp.check.counting.cells import SMALL, one_of_each
from wordle_cp.check.counting.columns import different, most_exceeding
from wordle_cp.check.counting.counts import shown
from wordle_cp.check.counting.patterns import Memory

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from wordle_cp.check.counting.cells import Cell
    from wordle_cp.check.counting.patterns import GuessPatterns, Places
    from wordle_cp.check.totals.bounds import Bounds
    from wordle_cp.rules.words import Restriction

    Counts = NDArray[np.integer[Any]]
    Numbers = NDArray[np.int64]
    _Key = tuple[bytes, Restriction | None]

_TOGETHER: Final = 256  # guesses, or responses, that are looked at together
_MAX_KEPT: Final = 2**15  # cells whose counts are kept, or rows of facts
_MAX_KEPT_WORDS: Final = 256  # of a cell whose count is kept
_MAX_COUNTS: Final = 2**24  # of facts and guesses
_MAX_PATTERNS: Final = 2**10  # of a guess
_COLOURS: Final = 3
_GREY, _GREEN = 0, 2


class Kept(Memory["_Key", MostPatterns]):
    """By the words of cells, and what hard mode fixes: what any guess shows there at most, for all lemmas."""

    def __init__(self) -> None:
        """Keep nothing yet."""
        super().__init__(_MAX_KEPT)


def have_room(guesses: GuessPatterns) -> bool:
    """Tell whether tables for these guesses are of a moderate size."""
    facts = len(guesses.alphabet) * (1 + 2 * len(guesses.letters))
    return guesses.win < _MAX_PATTERNS and facts * len(guesses.words) <= _MAX_COUNTS


def holding(spelled: Counts, letters: int) -> NDArray[np.bool_]:
    """Tell where each fact holds, [fact][word], for words ``spelled[position][word]``; `letters` are counted.

    Facts have numbers: first the letters that are absent, then by position those that stand there, and those
    that occur elsewhere.
    """
    placed = spelled[:, np.newaxis, :] == np.arange(letters)[np.newaxis, :, np.newaxis]
    occurs = placed.any(axis=0)
    elsewhere = occurs[np.newaxis] & ~placed
    return np.concatenate([~occurs, *placed, *elsewhere])


class FactsWithin:
    """What guesses show on the words of a lemma for which a fact holds, for each fact."""

    def __init__(self, bounds: Bounds, words: Places, fixed: Restriction, kept: Kept) -> None:
        """Count on `words` what the guesses show that are allowed under `fixed`."""
        self._bounds = bounds
        self._table = bounds.table
        self._words = words
        self._kept = kept
        letters = bounds.guesses.letters
        self._letters = int(letters.max()) + 1
        allowed = np.flatnonzero(bounds.guesses.permitted(fixed))
        self._guesses = one_of_each(bounds.guesses, allowed, [self._table.words[place] for place in words])
        self._patterns = self._table.patterns[self._guesses].take(words, axis=1)
        """[guess][word]"""
        self._by_word = np.ascontiguousarray(self._patterns.T)
        place = np.full(len(bounds.guesses.words), -1)
        place[self._guesses] = np.arange(len(self._guesses))
        self._place = place[self._table.guess_of[words]]
        """Of each word, its row in `_patterns`: it agrees with no other guess. -1 if it isn't allowed."""
        inside = holding(letters[:, self._table.guess_of[words]], self._letters)
        many = np.flatnonzero(inside.sum(axis=1) > SMALL)  # no cell with another fact has more words
        counts: Counts = np.zeros((len(self._guesses), 0), np.uint8)
        if len(many):
            counts = shown(self._table, words, inside[many], self._guesses)
        self._shown = np.ascontiguousarray(counts.T)
        """[fact][guess], and where there is no fact the most that there can be"""
        if bounds.hard:
            self._shown *= self._allowed_by_facts()[many]
        no_fact = np.full((1, len(self._guesses)), np.iinfo(self._shown.dtype).max, self._shown.dtype)
        self._shown = np.concatenate([self._shown, no_fact])
        self._row = np.full(len(inside) + 1, len(many), np.intp)  # of each fact in `_shown`
        self._row[many] = np.arange(len(many))
        self._most = self._shown.max(axis=1).astype(np.int64)
        self._least: Memory[bytes, int] = Memory(
            _MAX_KEPT
        )  # by rows of facts: what a guess shows at most where all hold

    def _allowed_by_facts(self) -> NDArray[np.bool_]:
        """Tell which guesses hard mode allows where a fact holds, [fact][guess]: those with its letter."""
        number, length = self._letters, len(self._bounds.guesses.letters)
        held = holding(self._bounds.guesses.letters[:, self._guesses], number)
        absent, placed = held[:number], held[number : number * (1 + length)]
        return np.concatenate([np.ones_like(absent), placed, *[~absent] * length])

    def _facts(self, guesses: Places, patterns: Numbers) -> Places:
        """Return the rows in `_shown` of the facts that patterns tell as responses: [response][position].

        Facts have numbers: first the letters that are absent, then by position those that stand there, and
        those that occur elsewhere; see `holding`.
        """
        letters = self._bounds.guesses.letters[:, guesses].astype(np.intp)
        length = len(letters)
        tiles = np.stack([patterns // _COLOURS**position % _COLOURS for position in range(length)])
        facts = np.empty((len(guesses), length), np.intp)
        for position in range(length):
            letter, tile = letters[position], tiles[position]
            coloured = ((letters == letter) & (tiles != _GREY)).any(axis=0)
            place = np.where(tile == _GREEN, 1 + position, 1 + length + position)
            fact = np.where(tile == _GREY, letter, place * self._letters + letter)
            facts[:, position] = np.where((tile == _GREY) & coloured, len(self._row) - 1, fact)
        return self._row[facts]

    def open(self, guesses: Places, wanted: float) -> Iterator[tuple[int, ByFactsWithin]]:
        """Yield the `guesses` whose cells aren't seen at once to cost `wanted`, with bounds of these."""
        for start in range(0, len(guesses), _TOGETHER):
            yield from self._open(guesses[start : start + _TOGETHER], wanted)

    def _open(self, guesses: Places, wanted: float) -> Iterator[tuple[int, ByFactsWithin]]:
        patterns = self._table.patterns[guesses].take(self._words, axis=1)
        count = self._bounds.guesses.win + 1
        keys = np.arange(len(guesses))[:, np.newaxis] * count + patterns
        sizes = np.bincount(keys.ravel(), minlength=len(guesses) * count).reshape(len(guesses), count)
        others = sizes[:, :-1]  # of the cells but the all-green one
        plain = len(self._words) + (2 * others - (others > 0)).sum(axis=1)
        number, pattern = np.nonzero(others > SMALL)
        size = others[number, pattern]
        facts = self._facts(guesses[number], pattern)
        # First what any guess shows where one fact holds, then what it shows where all of them do.
        gains = np.maximum(size + 1 - self._most[facts].min(axis=1), 0)
        left = plain + np.bincount(number, gains, len(guesses)) < wanted
        kept = left[number]
        number, pattern, size, facts = number[kept], pattern[kept], size[kept], facts[kept]
        most = self._at_most(facts)
        gains = np.maximum(size + 1 - most, 0)
        left &= plain + np.bincount(number, gains, len(guesses)) < wanted
        ends = np.searchsorted(number, np.arange(len(guesses) + 1))
        for place in np.flatnonzero(left).tolist():
            mine = slice(ends[place], ends[place + 1])
            cells = zip(pattern[mine].tolist(), facts[mine], most[mine].tolist(), strict=True)
            known = {response: (revealed, shows) for response, revealed, shows in cells}
            yield int(guesses[place]), ByFactsWithin(self, known)

    def _at_most(self, facts: Places) -> Numbers:
        """Return what a guess shows at most where all facts of a row of `facts` hold."""
        if not len(facts):
            return np.zeros(0, np.int64)
        different, place = np.unique(np.sort(facts, axis=1), axis=0, return_inverse=True)
        most: list[int] = []
        for row in different:
            key = row.tobytes()
            known = self._least.get(key)
            if known is None:
                known = self._least.add(key, int(self._where_all(row).max()))
            most.append(known)
        result: Numbers = np.array(most, np.int64)[place.ravel()]
        return result

    def _where_all(self, facts: Places) -> Counts:
        """Return what each guess shows at most where all of the `facts` hold."""
        least: Counts = self._shown[facts[0]]
        for fact in facts[1:]:
            least = np.minimum(least, self._shown[fact])
        return least

    def known(self, cell: Cell) -> int | None:
        """Return what any guess shows at most on `cell`, if it was counted for another guess or lemma.

        Not in hard mode, where it takes longer to say what is fixed at a cell than this saves.
        """
        kept = None if self._bounds.hard else self._kept.get(self._key(cell))
        return None if kept is None else kept.number

    def most(self, cell: Cell, facts: Places, least: int) -> int:
        """Return what any guess shows at most on `cell`, or no more than `least` if it isn't more.

        All of the `facts` hold for its words.
        """
        key = self._key(cell)
        kept = self._kept.get(key)
        if kept is None or not kept.answers(least):
            kept = MostPatterns(self._most_on(cell, facts, least), least)
            if cell.n <= _MAX_KEPT_WORDS:
                self._kept.add(key, kept)
        return kept.number

    def _key(self, cell: Cell) -> _Key:
        """Return what tells for `cell` what a guess shows."""
        return cell.key, cell.fixed if self._bounds.hard else None

    def _most_on(self, cell: Cell, facts: Places, least: int) -> int:
        """Return the most that a guess shows on `cell`, for whose words all `facts` hold, or `least`.

        First what the words themselves show. Another guess never shows more than there are words: where one
        of these shows as much, no other guess is counted.
        """
        columns = np.searchsorted(self._words, cell.words)
        own = self._place[columns]
        own = own[own >= 0]
        if len(own):
            least = max(least, 1 + int(different(self._patterns[own[:, np.newaxis], columns]).max()))
        if least >= cell.n:
            return least
        promising = np.flatnonzero(self._where_all(facts) > least)
        if self._bounds.hard:
            promising = promising[self._bounds.guesses.permitted(cell.fixed)[self._guesses[promising]]]
        return most_exceeding(self._by_word, least, columns, promising)


class ByFactsWithin:
    """Bounds of the cells of one guess."""

    def __init__(self, facts: FactsWithin, known: dict[int, tuple[Places, int]]) -> None:
        """Take for each response with many words its facts, and what a guess shows where they hold."""
        self._facts = facts
        self._known = known

    def quick(self, cell: Cell) -> float:
        """Return a lower bound of what `cell` costs: that of rule L1 if it is known already."""
        most = self._facts.known(cell)
        return 3 * cell.n - (self._known[cell.pattern][1] if most is None else most)

    def thorough(self, cell: Cell, enough: float) -> float:
        """Return the bound of rule L1, or one that is `enough`."""
        least = 0 if enough == math.inf else max(0, 3 * cell.n - math.ceil(enough))
        return 3 * cell.n - self._facts.most(cell, self._known[cell.pattern][0], least)
