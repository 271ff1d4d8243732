"""Guesses chosen by noisy values, in all runs at all levels at once: the sums behind `noise`.

Arrays have a column for each level and run. Sums are whole numbers: values with noise count in units of
2^-32, so totals below 2^29 guesses have room. Of equal noisy sums the one with the least true total counts;
then it doesn't matter which guess it was, nor in which order guesses were looked at.

Why few sets are valued, and the choices are exact nevertheless: a set c of words is worth 2|c| - 1 or more,
and noise at a level x takes x of a value at most, and adds x of it at most. So a guess whose sum of such
lower bounds, less x, is more than the noisy sum of another guess is never chosen. Guesses come in the order
of these sums, and only those are listed whose sum may be less than that of a best guess, with x more. Where
it is the guess after the next one that has the noise, words T cost a guess each without any: |T| + (V(T) -
|T|)(1 - x) or more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from wordle_cp.errors import UsageError, counted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from wordle_cp.engine import Game
    from wordle_cp.work import Work

    Ints = NDArray[np.int64]
    Keys = NDArray[np.uint64]
    Cell = tuple[int, Ints]
    """A set of hidden words, by its key and by their numbers, ascending."""
    Least = Callable[[Sequence[Ints], int], Sequence[int | None]]
    """The least totals of sets of words once a number of guesses has been made, None where there is none."""

NOISE_UNIT: Final = 2**32
"""A level of noise of 1."""
_INFINITE: Final = 2**29
_AT_FIRST: Final = 8  # guesses whose cells are valued together
_AT_ONCE: Final = 128  # later, when most aren't promising
_PATTERN_BYTES: Final = 8
_HELD_BYTES: Final = 26  # of each word of a guess that is kept: its place and its number, with copies
_OBVIOUS: Final = 3  # words whose least total takes no search
_GREATEST: Final = np.iinfo(np.int64).max


def _scattered(numbers: Keys) -> Keys:
    """Return numbers of 64 bits scattered as SplitMix64 does (Steele, Lea and Flood 2014)."""
    x = numbers + np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


class Chosen(NamedTuple):
    """The least noisy sum, and the true total of the guess that has it, by column."""

    noisy: Ints
    total: Ints


class SplittingGuesses(NamedTuple):
    """Guesses that divide a set in different ways, and their cells, the winning ones left out.

    They come by ascending `sums`, of 2|c| - 1 over the cells. The cells of one stand behind each other, from
    its place in `begins` on.
    """

    rows: Ints
    sums: Ints
    begins: Ints
    keys: Keys
    words: list[Ints]


class NoisyPlay:
    """Play after an opener, of one set of words that it leaves after the other."""

    done: int = 0
    """How many hidden words have been dealt with."""
    valued: int = 0
    """How many sets with noise have had their least totals searched for."""

    def __init__(
        self, game: Game, least: Least, *, made: int, levels: Sequence[int], runs: int, seed: int, work: Work
    ) -> None:
        """Take the game and the noise after `made` guesses: `levels` in units of 1 / `NOISE_UNIT`."""
        self._game, self._least, self._made, self._work = game, least, made, work
        self._room = 0  # the most bytes that arrays about a set have taken
        self._levels = np.repeat(np.array(levels, np.int64), runs)
        first = _scattered(np.array([seed % 2**64], np.uint64))
        self._runs = np.tile(_scattered(np.add(first, np.arange(runs, dtype=np.uint64))), len(levels))
        words = np.arange(len(game.hidden), dtype=np.uint64)
        self._word_keys = _scattered(_scattered(words) + np.uint64(0x5EED))

    def play(self, opener: str) -> tuple[int, Ints]:
        """Return the least total of all hidden words after `opener`, and what they cost by column.

        Raises:
            UsageError: no guess keeps the limit after one of the responses.
            StoppedError: there is reason to stop, or no room.
        """
        if self._game.letters.wide:  # then these are a table of their own
            self._demand_room(_PATTERN_BYTES * len(self._game.guesses) * len(self._game.hidden))
        responses = self._game.by_guess[self._game.guess_id(opener)]
        optimum, totals = len(responses), np.full_like(self._levels, len(responses))
        self.done = int((responses == self._game.scoring.win).sum())
        for response in sorted({*responses.tolist()} - {self._game.scoring.win}):
            words = np.flatnonzero(responses == response)
            [least] = self._least([words], 1)
            if least is None:
                left = counted(len(words), "word is", "words are")
                message = f"no guess after {opener} keeps the limit where {left} left"
                raise UsageError(message)
            self._totals: list[dict[int, int]] = [{} for _ in range(self._made + 1)]  # by guesses made
            self._values: dict[int, Chosen] = {}  # where the guess after the next one is chosen
            self._rows = self._game.by_guess
            if len(words) > 1:  # guesses that divide all words alike are as good as one of them
                self._rows = self._rows[self._guesses(words, 2 * len(words)).rows]
            optimum += least
            totals += self._chosen(words, 1, least).total
            self.done += len(words)
        return optimum, totals

    def _chosen(self, words: Ints, made: int, optimum: int) -> Chosen:
        """Return what comes of the next guess for `words`, of that least total, after `made` guesses."""
        columns, count = self._levels, len(words)
        if count == 1:
            return Chosen(np.full_like(columns, NOISE_UNIT), np.ones_like(columns))
        last = made + 1 == self._made
        free = 0 if last else count - 1  # guesses after the next one, without noise
        most = int(columns.max())
        bound = free + (optimum - count - free) * (NOISE_UNIT + most) // (NOISE_UNIT - most)
        best = Chosen(np.full_like(columns, _GREATEST), np.full_like(columns, _GREATEST))

        def is_too_much(total: int) -> bool:
            floor = free * NOISE_UNIT + (total - free) * (NOISE_UNIT - columns)
            return bool(total >= _INFINITE or (floor > best.noisy).all())

        guesses = self._guesses(words, bound)
        start, stop = 0, _AT_FIRST
        while start < len(guesses.sums) and not is_too_much(int(guesses.sums[start])):
            begins = guesses.begins[start : stop + 1]
            cells = slice(begins[0], begins[-1])
            keys, at, where = np.unique(guesses.keys[cells], return_index=True, return_inverse=True)
            sets = [(int(key), guesses.words[begins[0] + i]) for key, i in zip(keys, at, strict=True)]
            begins = begins - begins[0]
            if last:
                best = self._best_by_values(best, sets, keys, where, begins)
            else:
                totals = self._learned(sets, made + 1)
                by_guess = np.add.reduceat(totals[where], begins[:-1])
                for guess in np.argsort(by_guess, kind="stable"):
                    if is_too_much(int(by_guess[guess])):
                        break
                    mine = where[begins[guess] : begins[guess + 1]]
                    values = [self._value(sets[i], made + 1, int(totals[i])) for i in mine]
                    noisy, total = (np.sum(rows, axis=0) for rows in zip(*values, strict=True))
                    best = self._better(best, noisy[None], total[None])
            start, stop = stop, stop + _AT_ONCE
        return Chosen(best.noisy + count * NOISE_UNIT, best.total + count)

    def _best_by_values(
        self, best: Chosen, sets: Sequence[Cell], keys: Keys, where: Ints, begins: Ints
    ) -> Chosen:
        """Return the best of guesses whose cells' values have the noise; only the promising ones are valued.

        `where` are the places of the cells in `sets`, guess by guess, each from its place in `begins` on.
        """
        draws = (_scattered(self._runs ^ keys[:, None]) >> np.uint64(32)).astype(np.int32)
        factors = NOISE_UNIT + (self._levels * draws >> 31)
        known = self._totals[self._made]
        totals = np.array([known.get(key, 2 * len(words) - 1) for key, words in sets], np.int64)
        floors = np.add.reduceat((totals[:, None] * factors)[where], begins[:-1])
        promising = (floors <= best.noisy).any(axis=1)
        if not promising.any():
            return best
        used = np.unique(where[np.repeat(promising, np.diff(begins))])
        totals[used] = self._learned([sets[i] for i in used], self._made)
        sums = np.add.reduceat((totals[:, None] * factors)[where], begins[:-1])
        return self._better(
            best, sums[promising], np.add.reduceat(totals[where], begins[:-1])[promising, None]
        )

    @staticmethod
    def _better(best: Chosen, noisy: Ints, totals: Ints) -> Chosen:
        """Return the best of all guesses so far and of those of which rows are given."""
        noisy = np.vstack([best.noisy, np.where(totals < _INFINITE, noisy, _GREATEST)])
        totals = np.vstack([best.total, np.broadcast_to(totals, (len(noisy) - 1, len(best.total)))])
        least = noisy.min(axis=0)
        return Chosen(least, np.where(noisy == least, totals, _GREATEST).min(axis=0))

    def _value(self, cell: Cell, made: int, total: int) -> Chosen:
        """Return what a set with the least total `total` is worth once `made` guesses have been made."""
        key, words = cell
        if key not in self._values:
            self._values[key] = self._chosen(words, made, total)
        return self._values[key]

    def _learned(self, cells: Sequence[Cell], made: int) -> Ints:
        """Return the least totals of `cells`, or more than any where there is none."""
        known = self._totals[made]
        new = {key: words for key, words in cells if key not in known}
        least = self._least(list(new.values()), made)
        known.update(zip(new, (_INFINITE if total is None else total for total in least), strict=True))
        self.valued += sum(made == self._made and len(words) > _OBVIOUS for words in new.values())
        return np.array([known[key] for key, _ in cells], np.int64)

    def _demand_room(self, size: int) -> None:
        """Raise StoppedError if arrays of `size` bytes break the memory limit; the most before had room."""
        if size > self._room:
            self._work.demand_room(size - self._room)
            self._room = size

    def _guesses(self, words: Ints, bound: int) -> SplittingGuesses:
        """Return guesses that divide `words` in different ways, those with a sum over `bound` left out.

        Raises:
            StoppedError: there is reason to stop, or no room for arrays of guesses and words.
        """
        self._work.demand_time()
        self._demand_room(len(self._rows) * len(words) * (2 * self._rows.itemsize + 1))
        rows, count, win = self._rows[:, words], len(words), self._game.scoring.win
        ordered = np.sort(rows, axis=1)
        starts = np.ones(rows.shape, np.bool_)
        np.not_equal(ordered[:, 1:], ordered[:, :-1], out=starts[:, 1:])
        sums = (
            2 * count - np.count_nonzero(starts, axis=1) - (ordered[:, -1] == win)
        )  # the winning cell is last
        kept = np.flatnonzero(sums <= bound)
        self._demand_room(rows.nbytes * 2 + starts.nbytes + len(kept) * count * _HELD_BYTES)
        held = words[rows[kept].argsort(axis=1, kind="stable")].ravel()
        first = np.flatnonzero(starts[kept])
        ends = np.append(first[1:], len(held))
        keys = np.bitwise_xor.reduceat(self._word_keys[held], first)
        cells = np.flatnonzero(ordered[kept].ravel()[first] != win)
        begins = np.flatnonzero(np.diff(first[cells] // count, prepend=-1))
        _, once = np.unique(np.add.reduceat(_scattered(keys[cells]), begins), return_index=True)
        once = once[np.argsort(sums[kept[once]], kind="stable")]
        each = np.split(cells, begins[1:])
        mine = [each[i] for i in once]
        held_by = [held[first[c] : ends[c]] for c in np.concatenate(mine)]
        begins = np.cumsum([0, *map(len, mine)])
        return SplittingGuesses(kept[once], sums[kept[once]], begins, keys[np.concatenate(mine)], held_by)
