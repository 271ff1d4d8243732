"""The lower bound of one opener in a certificate of a least total: what each of its cells costs, and why.

The bounds are those of docs/certificates/, "Bounds of cells" and "The conclusion of a least total". All are
worked out here from the rules, and a set that is used is judged, or counted, by the checker; only lemmas are
taken at their word, as each rests on others. So nothing here says that the certificate is accepted: that is
for `check.check_file`.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wordle_cp.certificate.claims.total import TotalClaim
from wordle_cp.certificate.parts.sets_and_lemmas import LEMMAS, SETS, format_fact
from wordle_cp.certificate.parts.steps import STEPS
from wordle_cp.certificate.read import open_certificate
from wordle_cp.check.common.lists import Lists, hidden_words_left
from wordle_cp.check.counting.cell_counts import CellCounts
from wordle_cp.check.counting.cells import SMALL, Cell, enough
from wordle_cp.check.counting.counts import MAX_TABLE_BYTES, PatternTable, pattern_type
from wordle_cp.check.counting.patterns import GuessPatterns
from wordle_cp.check.totals.bounds import Bounds
from wordle_cp.check.totals.sets import FactSets, facts_of
from wordle_cp.data import word_list_by_hash
from wordle_cp.errors import CertificateRejected, Rule, UsageError, abridged
from wordle_cp.games.typed import word_or_text
from wordle_cp.rules.bindings import Binding
from wordle_cp.values import meant

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from wordle_cp.certificate.base.claim import Head
    from wordle_cp.certificate.parts.sets_and_lemmas import FactSet, Lemma
    from wordle_cp.certificate.read import CertificateReader
    from wordle_cp.check.common.lists import Progress
    from wordle_cp.check.counting.patterns import Places
    from wordle_cp.rules.modes import Mode
    from wordle_cp.rules.words import History

_PROGRESS: Final = 256  # sets and lemmas from one report of progress to the next


class BoundReason(StrEnum):
    """Why the bound of a cell holds, what it costs at least; the rules are those of docs/certificates/."""

    FEW = "few"
    """It has three words or fewer: 1, 3, and 5 or 6."""
    LIMIT = "limit"
    """Two words or more and one guess, or no guess at all: no strategy is in time."""
    T = "T"
    """Of n words one at most is found by the next guess, every other later: 2n - 1."""
    SET = "set"
    """Where some facts hold, no guess has more than `most` different responses: 3n - `most`."""
    SEPARATE = "separate"
    """Two guesses are left, and none tells all words apart: no strategy is in time."""
    LEMMA = "lemma"
    """A lemma about exactly these words says so."""


@dataclass(frozen=True, slots=True)
class CellBound:
    """What the `words` that give the opener the response `pattern` cost at least, from there on.

    `bound` is a number of guesses, summed over the words; None: no strategy finds all in time. A set has
    `most` and `facts`, in the writing of certificates, and its `number` unless it is one of a single fact,
    which files don't list; `late` are the words that three guesses leave, four, and so on, added up. A lemma
    has its number.
    """

    pattern: int
    words: tuple[str, ...]
    bound: int | None
    reason: BoundReason
    number: int | None = None
    most: int | None = None
    facts: tuple[str, ...] = ()
    late: int = 0


@dataclass(frozen=True, slots=True)
class OpenerBound:
    """Why `opener` costs `claimed` guesses or more over all `words` words.

    Each word takes the `made` guesses of the history and the opener; `cells` have the rest, the largest
    first, without that of the opener itself. `listed` says whether the certificate has a strategy that begins
    with the opener and takes just as many.
    """

    opener: str
    claimed: int
    listed: bool
    words: int
    made: int
    cells: tuple[CellBound, ...]

    @property
    def total(self) -> int | None:
        """What it costs at least; None: no strategy that begins so finds all words in time."""
        total = self.words * (self.made + 1)
        for cell in self.cells:
            if cell.bound is None:
                return None
            total += cell.bound
        return total


def explain_opener(
    path: Path, opener: str | None, progress: Progress | None = None
) -> tuple[Head[Any], OpenerBound]:
    """Return the head of the certificate at `path`, and its bound of `opener`, None: its first one.

    `progress` gets the sets and lemmas read, and all of them.

    Raises:
        FileError: the file can't be read.
        UsageError: it makes another claim, or none about this opener.
        CertificateParseError: it is malformed.
        CertificateRejected: its lists or its history aren't what it says; the bound is less than it
            claims, or more than what its strategy takes; or a set that is used is false.
    """
    with open_certificate(path) as reader:
        claim = reader.head.claim
        if not isinstance(claim, TotalClaim):
            message = f"{path}: expected a claim about a least total"
            raise UsageError(message)
        reader.head.game.demand_tiles(path, "explanations")
        if claim.weights:
            message = (
                f"{path}: explanations are of totals in which every word counts once; here words have weights"
            )
            raise UsageError(message)
        wanted = claim.openers[0].opener if opener is None else opener
        work = _Opener(reader, claim, word_or_text(wanted, reader.head.game.scoring))
        for listed in claim.openers:
            deque(reader.read(STEPS, listed.steps), maxlen=0)  # read; `check` plays them
        found = work.bound(progress)
        reader.end()
    name = f"opener {found.opener}"
    if found.total is not None and found.total < found.claimed:
        expected = f"a cost of {found.claimed} or more"
        raise CertificateRejected(name, Rule.OPENER, expected, str(found.total))
    if found.listed and found.total != found.claimed:  # so either the strategy or a lemma is false
        expected = f"a bound of {found.claimed}, which its strategy takes"
        raise CertificateRejected(
            name, Rule.OPENER, expected, "none" if found.total is None else str(found.total)
        )
    return reader.head, found


class _Opener:
    """The cells of an opener, and what is known of them."""

    def __init__(self, reader: CertificateReader, claim: TotalClaim, opener: str) -> None:
        game = reader.head.game
        self._reader = reader
        self._claim = claim
        self._opener = opener
        lists = Lists.of(game, word_list_by_hash)
        words = hidden_words_left(game, claim, lists)
        self._scoring = game.scoring
        self._demand_spoken_of(lists, game.mode)
        self._hard = game.mode.facts
        self._length = game.word_length
        size = len(lists.guesses) * len(words) * pattern_type(self._length).itemsize
        if size > MAX_TABLE_BYTES:
            message = f"the patterns of all guesses would take {size:,} bytes, more than {MAX_TABLE_BYTES:,}"
            raise UsageError(message)
        self._guesses = GuessPatterns(lists.guesses)
        self._table = PatternTable(self._guesses, words)
        self._place = {guess: place for place, guess in enumerate(lists.guesses)}
        self._fixed = Binding.after(claim.history, game.mode, game.scoring).facts
        self._left = None if claim.within is None else claim.within - len(claim.history) - 1
        self._cells = list(self._split())
        self._best = [self._by_size(cell) for cell in self._cells]
        self._late = [0] * len(self._cells)

    def _demand_spoken_of(self, lists: Lists, mode: Mode) -> None:
        """Raise a UsageError unless the claim speaks of the opener."""
        opener, claim = self._opener, self._claim
        if opener not in lists.guess_set:
            message = f"{abridged(opener)}: not in the list of guesses{meant(opener, lists.guesses)}"
            raise UsageError(message)
        reason = self._scoring.explain_not_allowed(opener, claim.history, mode)
        if reason is None and claim.among and opener not in claim.among:
            reason = f"{opener}: the claim doesn't speak of this opener"
        if reason is not None:
            raise UsageError(reason)

    def _split(self) -> list[Cell]:
        """Return the cells but the one that is found at once, the largest first."""
        row = self._table.patterns[self._place[self._opener]]
        patterns, counts = np.unique(row, return_counts=True)
        order = sorted(zip((-counts).tolist(), patterns.tolist(), strict=True))
        revealing = self._opener if self._hard else None
        return [
            Cell(np.flatnonzero(row == pattern), pattern, self._left, self._fixed, revealing)
            for _, pattern in order
            if pattern != self._scoring.win
        ]

    def _named(self, cell: Cell) -> tuple[str, ...]:
        return tuple(self._table.words[place] for place in cell.words.tolist())

    def _by_size(self, cell: Cell) -> CellBound:
        """Return what `cell` costs by the number of its words."""
        words, n = self._named(cell), cell.n
        if self._left is not None and self._left < min(n, 2):
            return CellBound(cell.pattern, words, None, BoundReason.LIMIT)
        if n > SMALL:
            return CellBound(cell.pattern, words, 2 * n - 1, BoundReason.T)
        told = n < SMALL or any(len({self._scoring.score(one, word) for word in words}) == n for one in words)
        return CellBound(cell.pattern, words, 2 * n - 1 if told else 2 * n, BoundReason.FEW)

    def bound(self, progress: Progress | None) -> OpenerBound:
        """Read all sets and lemmas, and return the best bound of each cell."""
        self._use_sets(progress)
        self._use_separation()
        self._use_lemmas(progress)
        exact = self._claim.exact
        return OpenerBound(
            opener=self._opener,
            claimed=exact.get(self._opener, self._claim.others),
            listed=self._opener in exact,
            words=len(self._table.words),
            made=len(self._claim.history),
            cells=tuple(self._best),
        )

    def _tell(self, progress: Progress | None, done: int) -> None:
        total = self._claim.sets + self._claim.lemmas
        if progress is not None and (done % _PROGRESS == 0 or done == total):
            progress(done, total)

    def _use_sets(self, progress: Progress | None) -> None:
        """Take the least that a set of one fact, or of the file, says of each cell.

        Sets that speak of a cell are counted if they state no number; of the others those used are judged.
        """
        tick = partial(self._tell, progress, 0)
        counted = FactSets(self._table, self._guesses, self._fixed, hard=self._hard, tick=tick)
        facts = [frozenset(facts_of(self._opener, cell.pattern)) for cell in self._cells]
        sets = list(self._reader.read(SETS, self._claim.sets))
        for number, fact_set in enumerate(sets):
            if fact_set.found:  # each rests on all others
                counted.add(number, fact_set, doubtful=True)
        for place, cell in enumerate(self._cells):
            self._late[place] = counted.late(cell.n, sorted(facts[place]))
        for place, known in enumerate(facts):
            for fact in sorted(known):
                self._improve(place, counted.most([fact]), None, (fact,))
        self._use_sets_of_file(sets, counted, facts, progress)

    def _use_sets_of_file(
        self,
        sets: Sequence[FactSet],
        counted: FactSets,
        facts: Sequence[frozenset[str]],
        progress: Progress | None,
    ) -> None:
        """Take what sets of the file say of cells, with these `facts`, in the order of the file."""
        large = [known for known, cell in zip(facts, self._cells, strict=True) if cell.n > SMALL]
        kept = dict(self._sets_within(sets, large, progress))
        for number, fact_set in kept.items():
            if fact_set.most is None:
                counted.add(number, fact_set, doubtful=False)
        counted.count(lambda _done: self._tell(progress, 0))
        for number, fact_set in kept.items():
            names = tuple(map(format_fact, fact_set.facts))
            # With more facts guesses never show more: of all sets within this one its own number is least.
            most = counted.most(names) if fact_set.most is None else fact_set.most
            for place, known in enumerate(facts):
                if known.issuperset(names):
                    self._improve(place, most, number, names)
        for number in sorted({best.number for best in self._best if best.number is not None}):
            if kept[number].most is not None and not kept[number].found:
                counted.add(number, kept[number], doubtful=True)
        counted.check(lambda _done: self._tell(progress, 0))

    def _sets_within(
        self, sets: Sequence[FactSet], cells: Iterable[frozenset[str]], progress: Progress | None
    ) -> Iterator[tuple[int, FactSet]]:
        """Yield number and set where the facts are all among those of one of the `cells`."""
        letters = frozenset(self._opener)
        for number, fact_set in enumerate(sets):
            self._tell(progress, number + 1)
            if letters.issuperset(fact.letter for fact in fact_set.facts):
                texts = frozenset(map(format_fact, fact_set.facts))
                if any(known.issuperset(texts) for known in cells):
                    yield number, fact_set

    def _improve(self, place: int, most: int, number: int | None, facts: tuple[str, ...]) -> None:
        """Use that no guess has more than `most` responses where `facts` hold, if that is better."""
        cell, best = self._cells[place], self._best[place]
        bound = 3 * cell.n - most + self._late[place]
        if cell.n <= SMALL or best.bound is None or bound <= best.bound:
            return
        self._best[place] = CellBound(
            best.pattern, best.words, bound, BoundReason.SET, number, most, facts, self._late[place]
        )

    def _use_separation(self) -> None:
        """Look where two guesses are left whether one tells all words of a cell apart."""
        counts = CellCounts(Bounds(self._table, self._guesses, hard=self._hard))
        for place, cell in enumerate(self._cells):
            if cell.n <= SMALL or cell.left != 2:  # noqa: PLR2004  rule "separate"
                continue
            if counts.of(cell.words, cell.fixed).thorough(cell) == math.inf:
                best = self._best[place]
                self._best[place] = CellBound(best.pattern, best.words, None, BoundReason.SEPARATE)

    def _use_lemmas(self, progress: Progress | None) -> None:
        """Take the best that a lemma about exactly the words of a cell says."""
        of_words = {cell.key: place for place, cell in enumerate(self._cells) if cell.n > 1}
        for number, lemma in enumerate(self._reader.read(LEMMAS, self._claim.lemmas)):
            self._tell(progress, self._claim.sets + number + 1)
            place = of_words.get(self._about(lemma.history).tobytes())
            if place is None or not self._holds_at(lemma, self._cells[place]):
                continue
            best = self._best[place]
            if best.bound is not None and (lemma.bound is None or lemma.bound > best.bound):
                self._best[place] = CellBound(
                    best.pattern, best.words, lemma.bound, BoundReason.LEMMA, number
                )

    def _about(self, history: History) -> Places:
        """Return the words that agree with `history`."""
        agree = np.ones(len(self._table.words), np.bool_)
        for word, pattern in history:
            place = self._place.get(word)
            if place is None:
                score = self._scoring.score
                agree &= np.array([score(word, hidden) == pattern for hidden in self._table.words])
            else:
                agree &= self._table.patterns[place] == pattern
        return np.flatnonzero(agree)

    @staticmethod
    def _holds_at(lemma: Lemma, cell: Cell) -> bool:
        """Tell whether `lemma`, about the words of `cell`, allows what is possible there, or more."""
        left = enough(lemma.guesses, cell.n)
        in_time = left is None or (cell.left is not None and left >= cell.left)
        return in_time and cell.fixed.includes(lemma.restriction)
