"""The checker of words missed: a strategy that misses some, and lemmas that show that none misses fewer.

In games of codes lemmas also show that no strategy finds all words in time: each misses one or more. Nothing
that the writer of the file has computed is used. The rules are those of docs/certificates/, 'Claim "missed
least"' and 'Lemmas instead of nodes'. A number of words is infinite where no strategy finds all in time.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from wordle_cp.certificate.base.claim import Head
from wordle_cp.certificate.claims.impossible import OpenerScope
from wordle_cp.certificate.claims.missed import MissedLeast
from wordle_cp.certificate.claims.possible import Certificate, DepthPossible
from wordle_cp.certificate.parts.missed_lemmas import MISSED_LEMMAS
from wordle_cp.certificate.parts.steps import STEPS
from wordle_cp.check.common.kind import CheckRun, Kind, kept
from wordle_cp.check.common.lists import WHOLE, limit_of
from wordle_cp.check.common.openers import demand_a_guess, demand_openers, openers_of
from wordle_cp.check.common.strategy import Replay
from wordle_cp.check.counting.cell_counts import CellCounts
from wordle_cp.check.counting.cells import Cell, one_of_each
from wordle_cp.check.counting.counts import PatternTable, demand_table_room
from wordle_cp.check.counting.equivalent import first_of_each_class
from wordle_cp.check.counting.missed_counting import TWO, Left, Shortage, undecided
from wordle_cp.check.counting.patterns import GuessPatterns
from wordle_cp.check.totals.bounds import MAX_ALIKE, Bounds
from wordle_cp.check.totals.lemmas import MAX_KEPT_WORDS
from wordle_cp.errors import CertificateRejected, Rule
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.symmetry import representatives
from wordle_cp.rules.words import Restriction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wordle_cp.certificate.base.records import GameRecord
    from wordle_cp.certificate.claims.impossible import DepthImpossible
    from wordle_cp.certificate.claims.missed_between import MissedBetween
    from wordle_cp.certificate.parts.missed_lemmas import MissedLemma
    from wordle_cp.certificate.read import CertificateReader
    from wordle_cp.check.common.lists import Lists, Progress
    from wordle_cp.check.counting.cell_counts import PartCounts
    from wordle_cp.check.counting.patterns import Places
    from wordle_cp.rules.words import History

_GUESSES: Final = 16  # that are looked at from one report of progress to the next
_FEW_PEGS: Final = 5  # which may be moved in so few ways that all codes are put into classes at once


def check_missed(
    reader: CertificateReader,
    claim: MissedLeast,
    lists: Lists,
    hidden_set: tuple[str, ...],
    progress: Progress | None,
) -> None:
    """Check the whole proof; `hidden_set` are the hidden words left after the claim's history.

    Raises:
        CertificateParseError: a part of the proof is malformed.
        CertificateRejected: a part isn't true, or the claim doesn't follow.
    """
    game = reader.head.game
    if game.mode.binds:
        raise CertificateRejected(WHOLE, Rule.MODE, f"{Mode.NORMAL} mode", f"{game.mode} mode")
    demand_a_guess(claim.history, claim.within)
    openers = _openers(claim, game, lists)
    check_missed_strategy(game, claim, lists, hidden_set, reader.read(STEPS, claim.steps))
    question = _Question(claim.history, claim.within, claim.most, claim.missed, every=bool(claim.among))
    _check_lemmas(reader, question, claim.lemmas, openers, lists, hidden_set, progress)


def check_all_miss(
    reader: CertificateReader,
    claim: DepthImpossible,
    lists: Lists,
    hidden_set: tuple[str, ...],
    progress: Progress | None,
) -> None:
    """Check a proof by lemmas that whatever the opener of the scope a word isn't found in time.

    Raises:
        As `check_missed`.
    """
    assert claim.lemmas is not None, "the proof is made of lemmas"
    game = reader.head.game
    assert game.codes is not None, "the reader takes lemmas for nodes in games of codes alone"
    meant = openers_of(claim, game, lists)
    openers = [opener for opener, is_meant in zip(lists.guesses, meant, strict=True) if is_meant]
    if claim.depth == len(claim.history):
        openers = []  # there is a word to be found, and no guess
    openers = _first_ones(openers, claim.history, game)
    every = claim.scope is not OpenerScope.ALL
    question = _Question(claim.history, claim.depth, None, 1, every=every)
    _check_lemmas(reader, question, claim.lemmas, openers, lists, hidden_set, progress)


class _Question(NamedTuple):
    """What lemmas are to show: that openers miss `missed` words at least."""

    history: History
    within: int
    """A word is missed that isn't found within this number of guesses, those of the history included."""
    most: int | None
    """All words are found within this number of guesses (None: in the end)."""
    missed: int
    every: bool
    """Whether it is asked of each opener, also of those that split nothing."""


def _check_lemmas(
    reader: CertificateReader,
    question: _Question,
    lemmas: int,
    openers: Sequence[str],
    lists: Lists,
    hidden_set: tuple[str, ...],
    progress: Progress | None,
) -> None:
    """Check the lemmas, and what follows of them about `openers`."""
    game = reader.head.game
    demand_table_room(game, lists, hidden_set)
    total = lemmas + len(openers)
    done = 0

    def tell() -> None:
        if progress is not None:
            progress(done, total)

    tell()
    guesses = GuessPatterns(lists.guesses, scoring=game.scoring)
    proof = KnownMissed(question.history, PatternTable(guesses, hidden_set), guesses, tell)
    for number, lemma in enumerate(reader.read(MISSED_LEMMAS, lemmas)):
        proof.add(f"lemma {number}", lemma)
        done += 1
        tell()
    for opener in openers:
        proof.conclude(opener, question)
        done += 1
        tell()


def check_missed_strategy(
    game: GameRecord,
    claim: MissedLeast | MissedBetween,
    lists: Lists,
    hidden_set: tuple[str, ...],
    steps: Iterator[str],
) -> DepthPossible:
    """Reject unless `steps` are a strategy that misses as many words as claimed; return what it proves.

    Raises:
        CertificateParseError: a step is malformed.
        CertificateRejected: it doesn't find every hidden word in time, or misses more words or fewer.
    """
    replay = Replay(game, claim.history, limit_of(claim), lists)
    first = replay.run(hidden_set, steps)
    if isinstance(claim, MissedLeast):
        most, wanted = claim.most, claim.missed
    else:
        most, wanted = None, claim.high
    if claim.among and first not in claim.among:
        raise CertificateRejected(WHOLE, Rule.OPENERS, "one of those that the claim is about", first)
    missed = sum(replay.distribution[claim.within :])
    if missed != wanted:
        raise CertificateRejected(WHOLE, Rule.MISSED, f"{wanted}, as claimed", str(missed))
    return DepthPossible(
        depth=len(replay.distribution) if most is None else most,
        history=claim.history,
        opener=first,
        hidden_count=replay.found,
        total_guesses=replay.total,
        max_guesses=len(replay.distribution),
        distribution=replay.distribution,
        steps=claim.steps,
    )


def _openers(claim: MissedLeast, game: GameRecord, lists: Lists) -> list[str]:
    """Return the openers that are to be looked at: of codes that are alike the first ones."""
    demand_openers(claim.among, claim.history, game, lists)
    return _first_ones(claim.among or lists.guesses, claim.history, game)


def _first_ones(openers: Sequence[str], history: History, game: GameRecord) -> list[str]:
    """Return the `openers`, and of codes that are alike after `history` the first ones."""
    if game.codes is None:
        return list(openers)
    first = representatives([guess for guess, _ in history], openers)
    return [opener for opener in openers if first[opener] == opener]


class KnownMissed:
    """What is known of sets of words, lemma by lemma."""

    def __init__(
        self, history: History, table: PatternTable, guesses: GuessPatterns, tell: Callable[[], None]
    ) -> None:
        """Begin with nothing; the words of `table` are those that agree with `history`, the claim's."""
        self._table = table
        self._guesses = guesses
        self._tell = tell
        self._place = {word: place for place, word in enumerate(guesses.words)}
        self._before = tuple(guess for guess, _ in history)
        self._counts = CellCounts(Bounds(table, guesses, hard=False))
        self._nothing = Restriction((None,) * len(guesses.words[0]), ())
        self._known: dict[bytes, list[tuple[Left, float]]] = {}
        self._sizes: set[int] = set()
        self._kept = 0
        self._words: Places = np.arange(len(table.words))
        self._all = self._counts.of(self._words, self._nothing)

    def add(self, name: str, lemma: MissedLemma, *, doubtful: bool = True) -> Places:
        """Reject unless `lemma` is true; then it is known. Return its words.

        Whether it is true isn't looked at unless it is `doubtful`.
        """
        words = self._named(name, lemma)
        if len(words) < TWO:
            raise CertificateRejected(name, Rule.WORDS, "two words or more", str(len(words)))
        self._kept += len(words)
        if self._kept > MAX_KEPT_WORDS:
            expected = f"{MAX_KEPT_WORDS} words at most in the lemmas up to here"
            raise CertificateRejected(name, Rule.SIZE, expected, str(self._kept))
        left = Left(lemma.guesses, lemma.most)
        bound = math.inf if lemma.bound is None else lemma.bound
        if doubtful:
            past = (*self._before, *(guess for guess, _ in lemma.history))
            self._judge(name, words, past, left, bound)
        alike = self._known.setdefault(words.tobytes(), [])
        if any(other.includes(left) and least >= bound for other, least in alike):
            return words
        alike[:] = [(other, least) for other, least in alike if not (left.includes(other) and bound >= least)]
        alike.append((left, bound))
        self._sizes.add(len(words))
        if len(alike) > MAX_ALIKE:
            expected = f"{MAX_ALIKE} lemmas at most about the same words, none of which says it all"
            raise CertificateRejected(name, Rule.SIZE, expected, str(len(alike)))
        return words

    def conclude(self, opener: str, asked: _Question) -> None:
        """Reject unless each strategy that begins with `opener` misses as many words as is `asked`."""
        guess = self._place[opener]
        played = len(asked.history)
        left = Left(asked.within - played, None if asked.most is None else asked.most - played)
        if not asked.every and len(self._words) >= TWO and not self._splits(guess, self._words):
            return
        found = self._missed(guess, self._words, left, asked.missed, self._all)
        if found < asked.missed:
            name, expected = f"opener {opener}", _words(asked.missed)
            raise CertificateRejected(name, Rule.OPENER, expected, str(found))

    def _judge(self, name: str, words: Places, past: Sequence[str], left: Left, bound: float) -> None:
        """Reject unless `bound` of `words` are missed whatever guess is next; `past` are those before it."""
        counts = self._counts.of(words, self._nothing)
        for number, guess in enumerate(self._to_look_at(words, past, left, bound), start=1):
            if number % _GUESSES == 0:
                self._tell()
            found = self._missed(guess, words, left, bound, counts)
            if found < bound:
                expected = f"{_words(bound)} with {self._guesses.words[guess]}"
                raise CertificateRejected(name, Rule.BOUND, expected, str(found))

    def _named(self, name: str, lemma: MissedLemma) -> Places:
        """Return the words in question that agree with the history of `lemma`."""
        agree = np.ones(len(self._table.words), np.bool_)
        for word, pattern in lemma.history:
            place = self._place.get(word)
            if place is None:
                raise CertificateRejected(name, Rule.WORDS, "patterns of guesses", word)
            agree &= self._table.patterns[place] == pattern
        return np.flatnonzero(agree)

    def _to_look_at(self, words: Places, past: Sequence[str], left: Left, wanted: float) -> list[int]:
        """Return which guesses split `words`, and of which counting doesn't show that `wanted` are missed.

        Of those that are alike after the guesses `past` there is one.
        """
        texts = [self._table.words[place] for place in words.tolist()]
        every = one_of_each(self._guesses, np.arange(len(self._guesses.words)), texts)
        asked = every if self._guesses.codes is None else self._one_of_each_class(every, past, texts)
        claimed = Shortage(words, left.after_one(), wanted)
        rest = undecided(self._table, self._guesses.win, claimed, asked, every, self._tell)
        return [place for place in rest.tolist() if self._splits(place, words)]

    def _one_of_each_class(self, places: Places, past: Sequence[str], words: Sequence[str]) -> Places:
        """Return the first of the codes at `places` of each class: Theorem 8.

        `words` are all codes that agree with what they respond to the guesses `past`.
        """
        present = set("".join(words))
        if len(self._guesses.words[0]) <= _FEW_PEGS:
            return first_of_each_class(self._guesses, places, past, present, self._tell)

        def codes() -> Iterator[str]:
            for place in places.tolist():
                self._tell()  # a code of nine pegs takes a second
                yield self._guesses.words[place]

        first = set(representatives(past, codes(), present=present).values())
        return np.array([place for place in places.tolist() if self._guesses.words[place] in first], np.intp)

    def _splits(self, guess: int, words: Places) -> bool:
        """Tell whether `guess` gives two of the `words` different patterns."""
        row = self._table.patterns[guess][words]
        return bool((row != row[0]).any())

    def _missed(self, guess: int, words: Places, left: Left, wanted: float, counts: PartCounts) -> float:
        """Return how many of `words` are missed at least if `guess` is made next.

        Once the bound reaches `wanted` nothing better is looked for. Where no guess finds a word in time, and
        `guess` is one of the words, one more is missed: rule "missed" doesn't count it.
        """
        row = self._table.patterns[guess][words]
        order = np.argsort(row, kind="stable")
        ends = [*(np.flatnonzero(np.diff(row[order])) + 1).tolist(), len(words)]
        rest = left.after_one()
        total: float = 0
        cells: list[Cell] = []
        start = 0
        for end in ends:
            pattern = int(row[order[start]])
            if pattern != self._guesses.win:
                cell = Cell(words[order[start:end]], pattern, None, self._nothing)
                total += cell.raised(self._plain(cell, rest))
                cells.append(cell)
            start = end
        if TWO in {rest.guesses, rest.most}:
            cells.sort(key=lambda cell: -cell.n)
            for cell in cells:
                if total >= wanted:
                    break
                total += cell.raised(_counted(cell, rest, counts))
        return total

    def _plain(self, cell: Cell, left: Left) -> float:
        """Return how many of the words of `cell` are missed by closed forms and by lemmas."""
        if left.most is not None and (left.most < 1 or (left.most == 1 and cell.n > 1)):
            return math.inf
        best: float = cell.n if left.guesses == 0 else cell.n - 1 if left.guesses == 1 else 0
        if cell.n in self._sizes:
            for other, least in self._known.get(cell.key, ()):
                if least > best and other.includes(left):
                    best = least
        return best


def _counted(cell: Cell, left: Left, counts: PartCounts) -> float:
    """Return how many words of `cell` are missed by counting: two guesses are left, in time or ever."""
    if cell.n < TWO:
        return 0
    if left.most != TWO:
        return cell.n - counts.most(cell)
    if counts.most(cell) < cell.n:
        return math.inf
    if left.guesses == 1:
        return cell.n - (counts.most_own(cell) == cell.n)
    return cell.n if left.guesses == 0 else 0


def _words(bound: float) -> str:
    return "no strategy in time" if bound == math.inf else f"{bound} words or more missed"


def missed_strategy_of(
    reader: CertificateReader, lists: Lists, hidden_set: tuple[str, ...], opener: str | None
) -> Certificate | list[str]:
    """Check the strategy of a claim about words missed; return it if it begins with `opener`."""
    game, claim = reader.head.game, reader.head.claim
    steps: list[str] = []
    own = kept(reader.read(STEPS, claim.steps), steps)
    proven = check_missed_strategy(game, claim, lists, hidden_set, own)
    first = steps[0] if steps else hidden_set[0]
    return Certificate(Head(game, proven), tuple(steps)) if opener in {None, first} else [first]


def _check(reader: CertificateReader, lists: Lists, hidden_set: tuple[str, ...], run: CheckRun) -> None:
    check_missed(reader, reader.head.claim, lists, hidden_set, run.progress)


KIND: Final = Kind(_check, missed_strategy_of)
