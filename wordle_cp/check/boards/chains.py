"""What a strategy takes at most that guesses, on one board at a time, words that agree with everything.

Rule "chains" of docs/certificates/, which has the proof. Sets of words are their places in the hidden list,
ascending.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Final

from wordle_cp.check.common.lists import WHOLE
from wordle_cp.errors import CertificateRejected

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wordle_cp.certificate.base.records import GameRecord
    from wordle_cp.check.boards.played import BoardLeft
    from wordle_cp.check.common.lists import Lists

    _Places = tuple[int, ...]

MAX_CHAIN: Final = 256
"""Words in a chain that is looked at."""
MAX_SCORED: Final = 2**25
"""Responses that are worked out."""


class Chains:
    """The strategy by chains, for the boards that are left."""

    def __init__(
        self, game: GameRecord, lists: Lists, left: Sequence[BoardLeft], tell: Callable[[], None]
    ) -> None:
        """`tell` is called now and then; what it raises ends the work."""
        self._game = game
        self._lists = lists
        self._tell = tell
        place = {word: number for number, word in enumerate(lists.hidden)}
        self._histories = [each.history for each in left]
        self._boards = sorted(tuple(place[word] for word in each.words) for each in left)
        self._longest: dict[_Places, tuple[int, ...]] = {}
        self._scored = 0

    def cost(self, opener: str | None = None) -> tuple[int, int]:
        """Return a total over all deals and a number of guesses that the strategy doesn't exceed.

        Raises:
            CertificateRejected: `opener` isn't allowed, or it would take too long.
        """
        if opener is not None:
            allowed = self._game.scoring.is_allowed
            if opener not in self._lists.guess_set:
                raise CertificateRejected(WHOLE, "guess list", "a word of the guess list", opener)
            if not any(allowed(opener, history, self._game.mode) for history in self._histories):
                expected = f"an opener that {self._game.mode} mode allows on one of the boards"
                raise CertificateRejected(WHOLE, "chains", expected, opener)
        deals = prod(len(words) for words in self._boards)
        total, worst = (0, 0) if opener is None else (deals, 1)
        known: dict[_Places, list[int]] = {}
        for number, words in enumerate(self._boards):
            if number == 0:
                taken = [n for cell in self._cells(opener, words) for n in self._alone(cell)]
            else:
                if words not in known:
                    known[words] = [n for cell in self._cells(opener, words) for n in self.longest(cell)]
                taken = known[words]
            total += deals // len(words) * sum(taken)
            worst += max(taken, default=0)
        return total, worst

    def _cells(self, opener: str | None, words: _Places) -> list[_Places]:
        return [words] if opener is None else list(self._divided(opener, words))

    def _alone(self, words: _Places) -> Iterator[int]:
        """Yield the guesses that each of `words` takes, the first word that agrees being the next guess."""
        now = [words]
        guess = 0
        while now:
            guess += 1
            yield from [guess] * len(now)
            now = [
                part for cell in now for part in self._divided(self._lists.hidden[cell[0]], cell[1:]) if part
            ]

    def longest(self, words: _Places, before: int = 0) -> tuple[int, ...]:
        """Return the length of the longest chain to each of `words`, `before` words being in it already."""
        if before >= MAX_CHAIN:
            raise CertificateRejected(WHOLE, "size", f"chains of {MAX_CHAIN} words at most", "a longer one")
        if words not in self._longest:
            self._tell()
            found = dict.fromkeys(words, 1)
            for number in range(len(words) - 1):
                for part in self._divided(self._lists.hidden[words[number]], words[number + 1 :]):
                    for word, length in zip(part, self.longest(part, before + 1), strict=True):
                        found[word] = max(found[word], length + 1)
            self._longest[words] = tuple(found.values())
        return self._longest[words]

    def _divided(self, guess: str, words: _Places) -> Iterator[_Places]:
        """Yield the cells of `words` under `guess`, but its own."""
        self._scored += len(words)
        if self._scored > MAX_SCORED:
            raise CertificateRejected(WHOLE, "size", f"{MAX_SCORED} responses at most for chains", "more")
        cells: dict[int, list[int]] = {}
        for word in words:
            cells.setdefault(self._game.scoring.score(guess, self._lists.hidden[word]), []).append(word)
        for pattern, cell in cells.items():
            if pattern != self._game.scoring.win:
                yield tuple(cell)
