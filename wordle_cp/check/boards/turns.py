"""The total of boards played in turn: rule "turns" of docs/certificates/.

Sets of words are tuples of places in the hidden list, ascending.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.check.common.lists import WHOLE
from wordle_cp.check.counting.patterns import Guesses
from wordle_cp.errors import CertificateRejected, counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from wordle_cp.certificate.base.records import GameRecord
    from wordle_cp.certificate.claims.boards import Play
    from wordle_cp.check.common.lists import Lists
    from wordle_cp.check.counting.patterns import Patterns

    _Words = tuple[int, ...]

MAX_PLAYED: Final = 2**22
"""Words in all plays together."""
MAX_TABLE_BYTES: Final = 2**28
"""Memory for the patterns of the hidden words against each other: 168 MB for 12,947."""
MAX_HEARD: Final = 2**34
"""Pairs of patterns that are compared, for the parts that words heard make of sets."""
MAX_KEPT: Final = 2**21
"""Words in all parts of the sets that may be left of one cell, which are kept meanwhile: 260 MB."""
_BLOCK: Final = 2**22  # pairs of patterns compared at a time
_CLOSED: Final = 2  # words up to which no play is needed


class Turns:
    """Boards in turn: the plays, replayed for one board, and what they cost on several."""

    def __init__(self, game: GameRecord, lists: Lists, tell: Callable[[], None]) -> None:
        """`tell` is called now and then; what it raises ends the work."""
        self._scoring = game.scoring
        self._lists = lists
        self._tell = tell
        self._place = {word: place for place, word in enumerate(lists.hidden)}
        self._single: dict[_Words, tuple[int, int]] = {}
        self._most = 0
        self._compared = 0
        size = len(lists.hidden) ** 2 * Guesses(lists.hidden[:1]).patterns(lists.hidden[0]).itemsize
        if size > MAX_TABLE_BYTES:
            expected = f"{MAX_TABLE_BYTES} bytes at most for the patterns of the hidden words"
            raise CertificateRejected(WHOLE, "size", expected, str(size))
        own = Guesses(lists.hidden)
        self._patterns: Patterns = np.stack([own.scored(word) for word in lists.hidden], axis=1)
        """[heard][hidden]"""

    def add(self, plays: Iterable[Play]) -> None:
        """Take the plays, and work out what one board takes with each: those of small sets first."""
        guess_of: dict[_Words, str] = {}
        size = 0
        for number, play in enumerate(plays):
            name = f"play {number}"
            words = tuple(self._place.get(word, -1) for word in play.words)
            if any(before >= after for before, after in zip((-1, *words), words, strict=False)):
                expected = "hidden words in the order of their list"
                raise CertificateRejected(name, "play", expected, " ".join(play.words[:8]))
            if play.guess not in self._lists.guess_set:
                raise CertificateRejected(name, "guess list", "a word of the guess list", play.guess)
            if words in guess_of:
                raise CertificateRejected(name, "play", "another set in each play", "one that occurs twice")
            size += len(words)
            if size > MAX_PLAYED:
                raise CertificateRejected(WHOLE, "size", f"{MAX_PLAYED} words in plays at most", "more")
            guess_of[words] = play.guess
        for words in sorted(guess_of, key=len):
            self._tell()
            self._single[words] = self._replayed(words, guess_of[words])

    def _replayed(self, words: _Words, guess: str) -> tuple[int, int]:
        """Return the guesses over `words`, and the most of them, on one board that begins with `guess`."""
        hidden = self._lists.hidden
        parts: dict[int, list[int]] = {}
        for word in words:
            parts.setdefault(self._scoring.score(guess, hidden[word]), []).append(word)
        parts.pop(self._scoring.win, None)
        if any(len(part) == len(words) for part in parts.values()):
            name = f"play of {hidden[words[0]]} ..."
            raise CertificateRejected(name, "play", "a guess that finds or tells something", guess)
        after = [self.single(tuple(part)) for part in parts.values()]
        return len(words) + sum(total for total, _ in after), 1 + max([0, *(most for _, most in after)])

    def single(self, words: _Words) -> tuple[int, int]:
        """Return the guesses over `words`, and the most of them, on one board."""
        if len(words) <= _CLOSED:  # the one, then the other
            return 2 * len(words) - 1, len(words)
        if words not in self._single:
            shown = " ".join(self._lists.hidden[word] for word in words[:8])
            expected = f"a play for the {counted(len(words), 'word', 'words')} {shown} ..."
            raise CertificateRejected(WHOLE, "play", expected, "none")
        return self._single[words]

    def cost(self, openers: Sequence[str], boards: int) -> tuple[int, int]:
        """Return the total over all deals, and a number of guesses that no deal exceeds."""
        for opener in openers:
            if opener not in self._lists.guess_set:
                raise CertificateRejected(WHOLE, "guess list", "a word of the guess list", opener)
        hidden, score = self._lists.hidden, self._scoring.score
        cells: dict[tuple[int, ...], list[int]] = {}
        for place, word in enumerate(hidden):
            self._tell()
            responses = tuple(score(opener, word) for opener in openers)
            if self._scoring.win not in responses:
                cells.setdefault(responses, []).append(place)
        total, self._most = 0, 0
        heard: list[int] = []
        for cell in sorted(cells.values(), key=lambda cell: (len(cell), cell[0])):
            self._tell()
            total += _Cell(self, heard).worth(tuple(cell), boards - 1)
            heard += cell
        deals = len(hidden) ** boards
        return len(openers) * deals + boards * total, len(openers) + boards * self._most

    def seen(self, words: _Words) -> int:
        """Return the guesses over `words` on one board, and keep in mind that they may be left."""
        total, most = self.single(words)
        self._most = max(self._most, most)
        return total

    def parts(self, words: _Words, heard: Sequence[int], room: int) -> dict[tuple[_Words, ...], int]:
        """Return how many of the words `heard` divide `words` into which parts.

        Raises:
            CertificateRejected: that takes too long, or the parts have more than `room` words together.
        """
        found: dict[tuple[_Words, ...], int] = {}
        n = len(words)
        self._compared += len(heard) * n * n
        if self._compared > MAX_HEARD:
            expected = f"{MAX_HEARD} comparisons at most of words that are heard"
            raise CertificateRejected(WHOLE, "size", expected, "more")
        together = max(1, _BLOCK // (n * n))
        columns = self._patterns[:, list(words)]
        for start in range(0, len(heard), together):
            self._tell()
            rows = columns[heard[start : start + together]]
            first = (rows[:, :, np.newaxis] == rows[:, np.newaxis, :]).argmax(axis=2)
            kinds, counts = np.unique(first, axis=0, return_counts=True)
            for kind, count in zip(kinds.tolist(), counts.tolist(), strict=True):
                parts: dict[int, list[int]] = {}
                for word, label in zip(words, kind, strict=True):
                    parts.setdefault(label, []).append(word)
                key = tuple(map(tuple, parts.values()))
                found[key] = found.get(key, 0) + count
            if n * len(found) > room:  # lest there be far more of them than are kept
                expected = f"{MAX_KEPT} words at most in the parts that words heard make of one cell"
                raise CertificateRejected(WHOLE, "size", expected, "more")
        return found


class _Cell:
    """What the words of one cell cost, where those of the cells before it may be heard."""

    def __init__(self, turns: Turns, heard: Sequence[int]) -> None:
        self._turns = turns
        self._heard = heard
        self._words = len(turns._lists.hidden)  # noqa: SLF001  of the same module
        self._known: dict[tuple[_Words, int], int] = {}
        self._parts: dict[_Words, dict[tuple[_Words, ...], int]] = {}
        self._kept = 0

    def worth(self, words: _Words, others: int) -> int:
        """Return v(`words`, `others`): guesses over `words`, and all words of so many other boards."""
        alone = self._turns.seen(words)
        if others == 0 or len(words) == 1 or not self._heard:
            return int(alone * self._words**others)
        key = words, others
        if key not in self._known:
            if words not in self._parts:
                self._parts[words] = self._turns.parts(words, self._heard, MAX_KEPT - self._kept)
                self._kept += len(words) * len(self._parts[words])
            deaf = self._words - len(self._heard)
            self._known[key] = deaf * self.worth(words, others - 1) + sum(
                count * sum(self.worth(part, others - 1) for part in parts)
                for parts, count in self._parts[words].items()
            )
        return self._known[key]
