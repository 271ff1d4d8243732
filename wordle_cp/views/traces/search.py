"""The least total of a small game by branch and bound, written to be read, with every step written down.

`record` runs it and sets its answer against that of the native search. It is the recursion of
docs/average-search.md,

    m(H)  =  n + min over guesses w of the sum over cells C of H under w, the winning one left out, of m(C)

for n words H, where one word costs 1, and two or more with one guess left have no value. Without any
technique it tries every guess at every set of words: brute force. Only guesses that divide nothing are
never tried, which is no technique but makes the recursion end: they tell nothing, and a strategy without
them is no dearer (section 2 there). Openers that were asked for are tried whatever they do.

Each technique (`Technique`) takes something away, and none changes the answer. What each of them can be
relied on for is said at `search`.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

from wordle_cp.views.traces.events import CutReason, LeafReason
from wordle_cp.views.traces.game import BLANK, blanked, members
from wordle_cp.views.traces.techniques import Technique

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wordle_cp.views.traces.game import Allowed, SmallGame, Words
    from wordle_cp.views.traces.recorder import Recorder

Cost = float
"""A total: a whole number, or `inf` where no strategy finds every word in time."""

_ONE: Final = 1
_TWO_GUESSES: Final = 2


def search(
    game: SmallGame, guesses_left: int | None, techniques: frozenset[Technique], recorder: Recorder
) -> tuple[Cost, int | None]:
    """Return the least total of all words of `game`, and the first best guess found; None if there is none.

    The number of nodes never grows when a technique is added, in two cases; for then a node ends with the
    same best guess so far at every point, or doesn't begin.

    - Without MEMO and without a change of ORDER. Values are those of the definition, so after each guess
      the best
      one so far is the same, or beta was less from the start; and with less beta, or greater bounds, each
      guess ends at the same cell or an earlier one.
    - With MEMO and without SUMS, again with ORDER as it is: a set of words is searched once, for its value.

    With MEMO and SUMS together it may: a search for values below a small beta leaves only a lower bound
    behind, and the same words have to be searched again for a larger one. A better order may be worse, too.
    """
    return _Search(game, techniques, recorder).run(guesses_left)


class _Search:
    """One search; `_solve` is the recursion."""

    def __init__(self, game: SmallGame, techniques: frozenset[Technique], recorder: Recorder) -> None:
        self._game = game
        self._use = techniques
        self._recorder = recorder
        self._table: dict[tuple[Words, Allowed, int | None], tuple[Cost, bool]] = {}

    def run(self, left: int | None) -> tuple[Cost, int | None]:
        words = tuple(range(len(self._game.hidden)))
        node = self._recorder.node(None, None, words, left, inf)
        if len(words) == _ONE:
            self._recorder.leaf(node, LeafReason.ONE_WORD, 1)
            return 1, self._game.guesses.index(self._game.hidden[0])
        return self._solve(node, words, self._game.everything, left, inf, self._game.openers)

    def _solve(
        self,
        node: int,
        words: Words,
        allowed: Allowed,
        left: int | None,
        beta: Cost,
        openers: Sequence[int] = (),
    ) -> tuple[Cost, int | None]:
        """Return the least total of `words`, two or more, if it is below `beta`, and a best guess.

        Otherwise a lower bound of at least `beta`, and None; `inf` always means that there is no strategy.
        """
        if left is not None and left < _TWO_GUESSES:
            self._recorder.leaf(node, LeafReason.LIMIT, inf)
            return inf, None
        if Technique.MEMO not in self._use or openers:
            return self._branch(node, words, allowed, left, beta, openers)
        # With n guesses left there is no limit to speak of.
        state = (words, allowed, None if left is None else min(left, len(words)))
        if state in self._table:
            value, exact = self._table[state]
            if exact or value >= beta:
                self._recorder.leaf(node, LeafReason.MEMO, value, exact=exact)
                return value, None
        best, found = self._branch(node, words, allowed, left, beta)
        self._table[state] = (best, found is not None or best == inf)
        return best, found

    def _branch(
        self,
        node: int,
        words: Words,
        allowed: Allowed,
        left: int | None,
        beta: Cost,
        openers: Sequence[int] = (),
    ) -> tuple[Cost, int | None]:
        """Return the same by bounds, or else by trying guesses; two guesses are left at least."""
        recorder, use, n = self._recorder, self._use, len(words)
        bound: Cost = self._trivial_or_t(n)
        if Technique.T in use:
            recorder.bound(node, CutReason.T, bound)
            if bound >= beta:
                recorder.cut_node(node, CutReason.T, bound, beta)
                return bound, None
        counts = {guess: self._game.count(guess, words) for guess in openers or members(allowed)}
        choice = openers or [guess for guess in counts if counts[guess] > 1]
        separating = self._separating(words, counts) if Technique.SEPARATED in use else None
        if separating is not None:
            value = 2 * n - 1 if self._game.wins(separating, words) else 2 * n
            recorder.leaf(node, LeafReason.SEPARATED, value)
            return value, separating
        l1 = {guess: 3 * n - counts[guess] - self._game.wins(guess, words) for guess in choice}
        if Technique.L1 in use:
            bound = max(bound, min(l1.values(), default=inf))
            recorder.bound(node, CutReason.L1, bound)
            if bound >= beta:
                recorder.cut_node(node, CutReason.L1, bound, beta)
                return bound, None
        if Technique.ORDER in use:
            choice = sorted(choice, key=l1.__getitem__)
        best, found = self._try_all(node, words, allowed, left, beta, bound, choice, l1)
        recorder.value(node, best, exact=found is not None or best == inf, guess=found)
        return best, found

    def _try_all(
        self,
        node: int,
        words: Words,
        allowed: Allowed,
        left: int | None,
        beta: Cost,
        bound: Cost,
        choice: Sequence[int],
        l1: dict[int, int],
    ) -> tuple[Cost, int | None]:
        """Return the least total over the guesses `choice`, or `beta` if none is below it, as `_solve`."""
        best, found = beta, None
        repetitions = _Repetitions(self._game, words, self._use)
        for place, guess in enumerate(choice):
            if bound >= best:
                self._recorder.skip(node, CutReason.MET, choice[place:], bound, best)
                break
            why = repetitions.reason(guess)
            if why is not None:
                self._recorder.skip(node, why, (guess,), None, best)
                continue
            if Technique.L1 in self._use and l1[guess] >= best:
                self._recorder.skip(node, CutReason.L1, (guess,), l1[guess], best)
                continue
            total = self._try(node, words, allowed, left, best, guess)
            if total < best:
                best, found = total, guess
        return best, found

    def _try(
        self, node: int, words: Words, allowed: Allowed, left: int | None, best: Cost, guess: int
    ) -> Cost:
        """Return what `words` cost if `guess` is made: exact below `best`, otherwise `best` or more."""
        recorder, use, game = self._recorder, self._use, self._game
        cells = game.cells(guess, words)
        alone = sum(len(cell) == _ONE for cell in cells.values())
        several = sorted(
            ((pattern, cell) for pattern, cell in cells.items() if len(cell) > _ONE),
            key=lambda one: (len(one[1]), one[0]),
        )
        after = [game.after(allowed, guess, pattern) for pattern, _ in several]
        if Technique.SECOND_PLY in use:
            ply = (
                len(words)
                + alone
                + sum(self._least_l1(cell, then) for (_, cell), then in zip(several, after, strict=True))
            )
            if ply >= best:
                recorder.skip(node, CutReason.SECOND_PLY, (guess,), ply, best)
                return ply
        lower = [self._trivial_or_t(len(cell)) for _, cell in several]
        total: Cost = len(words) + alone + sum(lower)
        if Technique.SUMS in use and total >= best:
            recorder.skip(node, CutReason.SUMS, (guess,), total, best)
            return total
        number = recorder.guess(node, guess, best)
        for (pattern, cell), then, least in zip(several, after, lower, strict=True):
            room = best - (total - least) if Technique.SUMS in use else inf
            child = recorder.node(number, pattern, cell, None if left is None else left - 1, room)
            value, _ = self._solve(child, cell, then, None if left is None else left - 1, room)
            total += value - least
            if total == inf:
                recorder.cut_guess(number, CutReason.LIMIT, inf, best)
                break
            if Technique.SUMS in use and total >= best:
                recorder.cut_guess(number, CutReason.SUMS, total, best)
                break
        else:
            recorder.value(number, total, exact=True)
        return total

    def _separating(self, words: Words, counts: Mapping[int, int]) -> int | None:
        """Return a guess that tells all of `words` apart, one that can win if possible; None if none does."""
        apart = [guess for guess, count in counts.items() if count == len(words)]
        return next((guess for guess in apart if self._game.wins(guess, words)), next(iter(apart), None))

    def _trivial_or_t(self, words: int) -> int:
        """Return what a number of words costs at least: one guess each, or what T says."""
        return 2 * words - 1 if Technique.T in self._use else words

    def _least_l1(self, words: Words, allowed: Allowed) -> Cost:
        """Return what `words` cost at least with the guesses `allowed`."""
        most = max(
            (self._game.count(guess, words) + self._game.wins(guess, words) for guess in members(allowed)),
            default=0,
        )
        return 3 * len(words) - most if most else inf


class _Repetitions:
    """Which guesses of a node can be left out because of one before."""

    def __init__(self, game: SmallGame, words: Words, use: frozenset[Technique]) -> None:
        self._game = game
        self._words = words
        self._letters = game.letters(words)
        self._equal = Technique.EQUAL in use and game.mode.only_facts
        finer = game.scoring.feedback.tiled  # with a letter more; a count may be the same again
        self._dominated = Technique.DOMINATED in use and not game.mode.binds and finer
        self._seen: set[tuple[str, ...]] = set()
        self._coarser: set[tuple[str, ...]] = set()

    def reason(self, guess: int) -> CutReason | None:
        """Return why `guess`, the next of the node in its order, can be left out; None if it can't."""
        if not (self._equal or self._dominated):
            return None
        form = blanked(self._game.guesses[guess], self._letters)
        why: CutReason | None = None
        if not self._game.wins(guess, self._words):  # a word that can be hidden is never left out
            if self._equal and form in self._seen:
                why = CutReason.EQUAL
            elif self._dominated and form in self._coarser:
                why = CutReason.DOMINATED
        self._seen.add(form)
        if self._dominated:
            shorter = {(*form[:place], BLANK, *form[place + 1 :]) for place in range(len(form))}
            self._coarser |= shorter - {form}
        return why
