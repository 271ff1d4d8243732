"""The checker of Absurdle: some guesses win, and fewer never do. The file has nothing but these guesses.

The rules are those of docs/certificates/, 'Claim "absurdle least"'. The guesses are replayed with the plain
rules, on each word. That fewer don't win is worked out here, position by position: all first guesses that
could leave few enough words, all second ones after them, and so on, as far as there is no closed form.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from wordle_cp.certificate.parts.steps import STEPS
from wordle_cp.check.common.kind import CheckRun, Kind
from wordle_cp.check.common.lists import WHOLE, demand_allowed, demand_tiles
from wordle_cp.check.counting.counts import MAX_TABLE_BYTES, pattern_type
from wordle_cp.check.counting.patterns import GuessPatterns
from wordle_cp.errors import CertificateRejected, Rule, counted
from wordle_cp.rules.bindings import Binding
from wordle_cp.rules.words import GREEN, YELLOW, colours

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from wordle_cp.certificate.base.records import GameRecord
    from wordle_cp.certificate.claims.absurdle import AbsurdleLeast
    from wordle_cp.certificate.read import CertificateReader
    from wordle_cp.check.common.lists import Lists, Progress
    from wordle_cp.check.counting.patterns import Patterns, Places
    from wordle_cp.rules.words import History

MAX_COMPARED: Final = 2**37
"""Patterns that are counted or compared in the whole file, and what takes as long as that."""
MAX_KEPT_BYTES: Final = 2**28
"""Memory for positions known not to be won in time, which is kept only to be faster."""
_POSITION: Final = 2**14  # patterns compared in the time that a position takes beside them, met before or not
_ENTRY_BYTES: Final = 400  # what a position takes in memory, beside its words and rules
_RULE_BYTES: Final = 128  # what a letter of a restriction takes there, or a guess with its response
_GUESS_BYTES: Final = 128  # what is known of a guess in each position on the way to the one in question
_BLOCK: Final = 2**16  # counts of cells at a time
_TOGETHER: Final = 512  # guesses, of those with the most cells
_TWO: Final = 2
_THREE: Final = 3


def check_absurdle(
    reader: CertificateReader,
    claim: AbsurdleLeast,
    lists: Lists,
    hidden_set: tuple[str, ...],
    progress: Progress | None,
) -> None:
    """Check the claim; `hidden_set` are the hidden words left after its history.

    Raises:
        CertificateParseError: the guesses are malformed.
        CertificateRejected: they don't win, or fewer do.
    """
    game = reader.head.game
    demand_tiles(game, Rule.ABSURDLE)
    a_guess = len(hidden_set) * pattern_type(game.scoring.win).itemsize
    a_guess = max(a_guess, min(claim.fewest, len(hidden_set)) * _GUESS_BYTES)
    if len(lists.guesses) * a_guess > MAX_TABLE_BYTES:
        expected = f"{MAX_TABLE_BYTES} bytes at most for what is known of all guesses"
        raise CertificateRejected(WHOLE, Rule.SIZE, expected, str(len(lists.guesses) * a_guess))
    _demand_win(reader.read(STEPS, claim.fewest, last=True), claim, game, lists, hidden_set)

    def tell(done: int, of: int) -> None:
        if progress is not None:
            progress(done, of)

    fewer = claim.fewest - 1
    found: tuple[str, ...] | None
    if fewer == 0 or len(hidden_set) == 1:
        found = () if fewer else None
    else:
        found = Positions(game, lists, hidden_set, claim.history, tell).win(fewer)
    if found is not None:
        expected = f"no win in {counted(fewer, 'guess', 'guesses')}, as claimed"
        raise CertificateRejected(WHOLE, Rule.FEWER, expected, ", ".join([*found, "the word that is left"]))


def _demand_win(
    guesses: Iterator[str],
    claim: AbsurdleLeast,
    game: GameRecord,
    lists: Lists,
    words: tuple[str, ...],
) -> None:
    """Reject unless Absurdle, with `words` left, gives all green to the last of the `guesses`."""
    past, scoring, over = claim.history, game.scoring, False
    for guess in guesses:
        if over:
            raise CertificateRejected(WHOLE, Rule.GUESSES, "a win with the last guess", "one before it")
        demand_allowed(guess, past, game, lists)
        patterns = [scoring.score(guess, word) for word in words]
        sizes = Counter(patterns)
        given = min(sizes, key=lambda pattern: (-sizes[pattern], _rank(pattern, len(guess))))
        words = tuple(word for word, pattern in zip(words, patterns, strict=True) if pattern == given)
        past = (*past, (guess, given))
        over = given == scoring.win
    if not over:
        found = f"{counted(len(words), 'word', 'words')} left, and not guessed"
        raise CertificateRejected(WHOLE, Rule.GUESSES, "a win with the last guess", found)


def _rank(pattern: int, length: int) -> tuple[int, int, tuple[int, ...]]:
    """Return what decides between responses that leave equally many words: the least is given."""
    tiles = tuple(colours(pattern, length))
    return tiles.count(GREEN), tiles.count(YELLOW), tiles


class Answers(NamedTuple):
    """What Absurdle answers to each of some guesses: a response, and how many words that leaves.

    `cells` says how many cells the guess makes of the words.
    """

    patterns: NDArray[np.intp]
    left: NDArray[np.intp]
    cells: NDArray[np.intp]


class Start(NamedTuple):
    """What the first position says of each guess in all later ones, where there are fewer words.

    It makes `cells` cells at most, and the words of `kept`, 64 to a number, are one cell if any is left.
    """

    cells: NDArray[np.intp]
    kept: NDArray[np.uint64]


class Positions:
    """What is known of positions of one game: the places of the words left, and the guesses so far."""

    def __init__(
        self,
        game: GameRecord,
        lists: Lists,
        hidden_set: tuple[str, ...],
        history: History,
        tell: Callable[[int, int], None],
    ) -> None:
        """Score all guesses against `hidden_set`, the words left after `history`."""
        self._mode = game.mode
        self._scoring = game.scoring
        self._length = game.scoring.length
        self._history = history
        self._tell = tell
        self._done = 0, 1
        self._guesses = GuessPatterns(lists.guesses)
        self._all = np.arange(len(lists.guesses))
        self._compared = 0
        self._lost: dict[tuple[bytes, Binding], int] = {}
        """Of positions, how many guesses don't win from there."""
        self._kept_bytes = 0
        self._start: Start | None = None
        patterns: Patterns = np.empty((len(hidden_set), len(lists.guesses)), pattern_type(game.scoring.win))
        met = np.zeros(int(game.scoring.win) + 1, np.bool_)
        for place, word in enumerate(hidden_set):
            patterns[place] = self._guesses.scored(word)
            met[patterns[place]] = True
            tell(*self._done)
        occurring: list[int] = np.flatnonzero(met).tolist()
        self._by_rank = np.array(sorted(occurring, key=lambda pattern: _rank(pattern, self._length)))
        """Patterns, those first that are preferred."""
        self._rank_of = np.zeros(len(met), np.min_scalar_type(len(occurring)))
        self._rank_of[self._by_rank] = np.arange(len(occurring))
        for row in patterns:
            row[:] = self._rank_of[row]
        self._ranks = patterns
        """The place of a pattern in `_by_rank`: [word][guess]."""
        self._of_guess = np.ascontiguousarray(patterns.T)
        """The same, [guess][word]."""

    def win(self, guesses_left: int) -> tuple[str, ...] | None:
        """Return guesses that, with that of the word left then, win from the start; None if none do.

        With it these are `guesses_left` or fewer. There are two words at least.
        """
        return self._win(np.arange(len(self._ranks)), self._history, guesses_left)

    def _win(self, words: Places, past: History, guesses_left: int) -> tuple[str, ...] | None:
        """Return what `win` does after `past`, where two `words` or more are left."""
        if guesses_left < _TWO:
            return None
        guided = len(past) if self._mode.binds else 0
        self._count(_POSITION * (1 + guided))
        binding = Binding.after(past, self._mode, self._scoring)
        key = words.astype(np.uint16).tobytes(), binding
        if self._lost.get(key, 0) >= guesses_left:
            return None
        allowed = self._allowed(binding)
        found = (
            self._separating(words, allowed)
            if guesses_left == _TWO
            else self._win_by_guess(words, past, allowed, guesses_left)
        )
        if found is None and self._kept_bytes <= MAX_KEPT_BYTES:
            self._lost[key] = guesses_left
            rules = min(guided, 1) * self._length if self._mode.only_facts else guided
            self._kept_bytes += _ENTRY_BYTES + len(key[0]) + _RULE_BYTES * rules
        return found

    def _win_by_guess(
        self, words: Places, past: History, allowed: Places, guesses_left: int
    ) -> tuple[str, ...] | None:
        """Return what `_win` does: with three guesses left or more."""
        for number, (guess, pattern, left) in enumerate(self.promising(words, allowed, guesses_left)):
            if past == self._history:
                self._done = number, len(allowed)
            self._tell(*self._done)
            word = self._guesses.words[guess]
            if left == 1:
                return (word,)
            rest = words[self._of_guess[guess, words] == self._rank_of[pattern]]
            after = (*past, (word, pattern))
            found = self._win(rest, after, guesses_left - 1)
            if found is not None:
                return word, *found
        return None

    def promising(self, words: Places, allowed: Places, guesses_left: int) -> Iterator[tuple[int, int, int]]:
        """Yield the guesses that no rule leaves out, with Absurdle's response, and how many words it leaves.

        Those that leave the fewest words come first.
        """
        start = self._start
        if start is None or len(words) < 2 * start.kept.shape[1]:
            answers = self.answers(words, allowed)
            if start is None and guesses_left > _THREE:
                self._start = self._first(allowed, answers)
            most = _most(answers.cells, words, guesses_left)
        else:
            allowed = allowed[np.argsort(-start.cells[allowed], kind="stable")]
            counted_first = self._with_most_cells(words, allowed, start)
            most = _most(counted_first.cells, words, guesses_left)
            first = len(counted_first.left)
            rest = allowed[first:]
            rest = rest[self._common(words, rest, start) <= most]
            answers = _joined(counted_first, self.answers(words, rest))
            allowed = np.concatenate([allowed[:first], rest])
        few = np.flatnonzero(answers.left <= most)
        few = few[np.argsort(answers.left[few], kind="stable")]
        yield from zip(
            map(int, allowed[few]), map(int, answers.patterns[few]), map(int, answers.left[few]), strict=True
        )

    def _first(self, allowed: Places, answers: Answers) -> Start:
        """Return what the first position says, of which these are all answers."""
        count = len(self._all)
        cells = np.zeros(count, np.intp)
        cells[allowed] = answers.cells
        kept = np.zeros((count, -(-len(self._ranks) // 64) * 8), np.uint8)
        for guess, pattern in zip(allowed.tolist(), answers.patterns.tolist(), strict=True):
            bits = np.packbits(self._of_guess[guess] == self._rank_of[pattern])
            kept[guess, : len(bits)] = bits
        return Start(cells, kept.view(np.uint64))

    def _with_most_cells(self, words: Places, guesses: Places, start: Start) -> Answers:
        """Return the answers to the first ones of the `guesses`: none of the others makes more cells.

        The `guesses` come in the order of their numbers of cells at the start, the largest first.
        """
        answers = self.answers(words, guesses[:_TOGETHER])
        while (done := len(answers.left)) < len(guesses) and answers.cells.max() < start.cells[guesses[done]]:
            answers = _joined(answers, self.answers(words, guesses[done : done + _TOGETHER]))
        return answers

    def _common(self, words: Places, guesses: Places, start: Start) -> NDArray[np.intp]:
        """Return of each guess how many of the `words` it keeps at the start."""
        self._count(len(guesses) * start.kept.shape[1])
        mask = np.zeros(start.kept.shape[1] * 64, np.bool_)
        mask[words] = True
        bits = np.packbits(mask).view(np.uint64)
        common = np.empty(len(guesses), np.intp)
        together = max(1, _BLOCK // len(bits))
        for first in range(0, len(guesses), together):
            block = slice(first, first + together)
            common[block] = np.bitwise_count(start.kept[guesses[block]] & bits).sum(axis=1, dtype=np.intp)
        return common

    def _allowed(self, binding: Binding) -> Places:
        """Return the guesses that the mode allows."""
        if not self._mode.binds:
            return self._all
        self._count(len(self._all) * self._length * (1 + len(binding.responses)))
        allowed = self._guesses.permitted(binding.facts)
        if self._mode.responses:
            for guess, pattern in binding.responses:
                allowed = allowed & (self._guesses.responses(guess) == pattern)
        elif binding.responses:
            allowed = allowed & [binding.allows(word) for word in self._guesses.words]
        return np.flatnonzero(allowed)

    def _count(self, compared: int) -> None:
        self._compared += compared
        if self._compared > MAX_COMPARED:
            raise CertificateRejected(WHOLE, Rule.SIZE, f"{MAX_COMPARED} patterns compared at most", "more")

    def answers(self, words: Places, guesses: Places) -> Answers:
        """Return what Absurdle answers to `guesses` where `words` are left."""
        kinds, count = len(self._by_rank), len(guesses)
        self._count(max(len(words), kinds) * count)
        ranks, left, cells = (np.empty(count, np.intp) for _ in range(3))
        together = max(1, _BLOCK // max(len(words), kinds))
        for start in range(0, count, together):
            self._tell(*self._done)
            block = slice(start, start + together)
            chosen = self._of_guess[guesses[block]][:, words]
            height = len(chosen)
            keys = chosen + np.arange(0, height * kinds, kinds)[:, np.newaxis]
            sizes = np.bincount(keys.ravel(), minlength=height * kinds).reshape(height, kinds)
            ranks[block] = sizes.argmax(axis=1)  # of equal ones the first: the preferred one
            left[block] = sizes[np.arange(height), ranks[block]]
            cells[block] = np.count_nonzero(sizes, axis=1)
        return Answers(self._by_rank[ranks], left, cells)

    def _separating(self, words: Places, guesses: Places) -> tuple[str, ...] | None:
        """Return one of the `guesses` that gives no two of the `words` one pattern, or None.

        Word by word those are left out that give it the pattern of an earlier one.
        """
        for number, word in enumerate(words[1:], 1):
            self._count(number * len(guesses))
            before = self._ranks[words[:number, np.newaxis], guesses]
            guesses = guesses[(before != self._ranks[word, guesses]).all(axis=0)]
            if not len(guesses):
                return None
        return (self._guesses.words[int(guesses[0])],)


def _most(cells: NDArray[np.intp], words: Places, guesses_left: int) -> int:
    """Return how many of the `words` a guess may leave, where none makes more than one of these `cells`."""
    return int(min(int(cells.max()) ** (guesses_left - _TWO), len(words) - 1))


def _joined(one: Answers, other: Answers) -> Answers:
    return Answers(*map(np.concatenate, zip(one, other, strict=True)))


def _check(reader: CertificateReader, lists: Lists, hidden_set: tuple[str, ...], run: CheckRun) -> None:
    check_absurdle(reader, reader.head.claim, lists, hidden_set, run.progress)


KIND: Final = Kind(_check, None, "this certificate is about Absurdle, so it has guesses and no strategy")
