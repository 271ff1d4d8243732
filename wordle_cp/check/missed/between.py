"""The checker of intervals of words missed: a strategy from above, and from below lost sets and lemmas.

The nodes are those of a refutation, and judged as there (`check.refutation`). That words of a node can't all
be found after an opener means that one of them is missed; disjoint nodes mean as many words. The lemmas are
those of `check.missed.least`: a cell misses as many words as any lemma says about some of its words. The
rules, with their proofs, are in docs/certificates/, 'Claim "missed between"'.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.certificate.claims.missed_between import PACKED
from wordle_cp.certificate.parts.missed_lemmas import MISSED_LEMMAS
from wordle_cp.certificate.parts.nodes import NODES
from wordle_cp.certificate.parts.steps import STEPS
from wordle_cp.check.common.kind import CheckRun, Kind
from wordle_cp.check.common.lists import WHOLE
from wordle_cp.check.common.openers import demand_a_guess, demand_openers
from wordle_cp.check.common.share import ALL_PARTS
from wordle_cp.check.counting.counts import MAX_TABLE_BYTES, PatternTable, demand_table_room
from wordle_cp.check.counting.missed_counting import Left
from wordle_cp.check.counting.patterns import GuessPatterns
from wordle_cp.check.missed.least import KnownMissed, check_missed_strategy, missed_strategy_of
from wordle_cp.check.refutation import NodeChecker
from wordle_cp.errors import CertificateRejected, Rule, counted
from wordle_cp.rules.modes import Mode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from wordle_cp.certificate.base.records import GameRecord
    from wordle_cp.certificate.claims.missed_between import MissedBetween
    from wordle_cp.certificate.parts.missed_lemmas import MissedLemma
    from wordle_cp.certificate.read import CertificateReader
    from wordle_cp.check.common.lists import Lists, Progress
    from wordle_cp.check.common.share import Share
    from wordle_cp.check.counting.patterns import Mask, Places

    Counts = NDArray[np.int64]
    """A number for each guess."""

_PROGRESS: Final = 64  # nodes or sets from one report of progress to the next
_COUNTED: Final = 2  # guesses left where counting cells bounds what is missed


def check_missed_between(
    reader: CertificateReader,
    claim: MissedBetween,
    lists: Lists,
    hidden_set: tuple[str, ...],
    progress: Progress | None,
    share: Share = ALL_PARTS,
) -> None:
    """Check the whole proof, or a `share` of its nodes and lemmas, and the conclusion.

    `hidden_set` are the hidden words left after the claim's history.

    Raises:
        CertificateParseError: a part of the proof is malformed.
        CertificateRejected: a part isn't true, or the claim doesn't follow.
    """
    game = reader.head.game
    if not game.mode.only_facts:
        expected = " or ".join(mode for mode in Mode if mode.only_facts)
        raise CertificateRejected(WHOLE, Rule.MODE, f"{expected} mode", f"{game.mode} mode")
    demand_a_guess(claim.history, claim.within)
    demand_openers(claim.among, claim.history, game, lists)
    size = len(lists.guesses) * len(lists.hidden)
    if size > MAX_TABLE_BYTES:
        expected = f"{MAX_TABLE_BYTES} bytes at most for the words that openers have taken"
        raise CertificateRejected(WHOLE, Rule.SIZE, expected, str(size))
    check_missed_strategy(game, claim, lists, hidden_set, reader.read(STEPS, claim.steps))
    parts = claim.nodes + claim.sets + claim.lemmas

    def tell(done: int) -> None:
        if progress is not None and (done % _PROGRESS == 0 or done == parts):
            progress(done, parts)

    checker, chosen = NodeChecker(game, lists), share.of(claim.nodes)
    for number, node in enumerate(reader.read(NODES, claim.nodes)):
        checker.add(number, node, doubtful=number in chosen)
        tell(number + 1)
    packed = _Packed(claim, lists, hidden_set)
    for number, place in enumerate(reader.read(PACKED, claim.sets), start=1):
        packed.take(f"set {place}", place, checker)
        tell(claim.nodes + number)
    guesses = GuessPatterns(lists.guesses, scoring=game.scoring)
    left = claim.within - len(claim.history)
    missed = np.maximum(packed.missed, _counted(guesses, hidden_set, left))
    if claim.lemmas:
        demand_table_room(game, lists, hidden_set)
        cells = _Cells(claim, PatternTable(guesses, hidden_set), guesses, progress)
        chosen = share.of(claim.lemmas)
        for number, lemma in enumerate(reader.read(MISSED_LEMMAS, claim.lemmas)):
            cells.add(number, lemma, doubtful=number in chosen)
        missed = np.maximum(missed, cells.missed(np.flatnonzero(missed < claim.low)))
    few = _meant(claim, game, lists, guesses, hidden_set) & (missed < claim.low)
    if few.any():
        place = int(few.argmax())
        expected = f"at least {counted(claim.low, 'word', 'words')} missed"
        name = f"opener {lists.guesses[place]}"
        raise CertificateRejected(name, Rule.SETS, expected, str(missed[place]))


class _Packed:
    """How many disjoint sets each opener has taken, and the words of these."""

    def __init__(self, claim: MissedBetween, lists: Lists, hidden_set: Sequence[str]) -> None:
        self._claim = claim
        self._left = claim.within - len(claim.history)
        place = {word: number for number, word in enumerate(lists.hidden)}
        self._inside = np.zeros(len(lists.hidden), np.bool_)
        self._inside[[place[word] for word in hidden_set]] = True
        self._taken = np.zeros((len(lists.hidden), len(lists.guesses)), np.bool_)
        self._seen: set[int] = set()
        self.missed: Counts = np.zeros(len(lists.guesses), np.int64)

    def take(self, name: str, number: int, checker: NodeChecker) -> None:
        """Let each opener that the node `number` refutes take it, unless it has a word of the node."""
        if number in self._seen:
            raise CertificateRejected(name, Rule.SETS, "different nodes", "one that occurs twice")
        self._seen.add(number)
        node = checker.stated(number)
        if not self._inside[node.words].all():
            raise CertificateRejected(name, Rule.SETS, "words that agree with the history", "others, too")
        openers = np.flatnonzero(checker.refuted_by(node, self._claim.history, self._left))
        free = openers[~self._taken[np.ix_(node.words, openers)].any(axis=0)]
        self._taken[np.ix_(node.words, free)] = True
        self.missed[free] += 1


class _Cells:
    """Lemmas, and how many words each opener misses as they say it of words that are all in one cell."""

    def __init__(
        self, claim: MissedBetween, table: PatternTable, guesses: GuessPatterns, progress: Progress | None
    ) -> None:
        self._claim = claim
        self._table = table
        self._done = 0
        self._progress = progress
        self._lemmas = KnownMissed(claim.history, table, guesses, self._tell)
        self._left = Left(claim.within - len(claim.history), None).after_one()
        # For each guess and word the most that a lemma says whose first word this is, and LOW if it is more.
        self._said = np.zeros(table.patterns.shape, np.min_scalar_type(claim.low))

    def add(self, number: int, lemma: MissedLemma, *, doubtful: bool) -> None:
        """Reject unless `lemma` is true; then it counts for each guess that gives its words one pattern.

        Whether it is true isn't looked at unless it is `doubtful`.
        """
        words = self._lemmas.add(f"lemma {number}", lemma, doubtful=doubtful)
        if lemma.bound is not None and Left(lemma.guesses, lemma.most).includes(self._left):
            rows = self._table.patterns[:, words]
            alike = np.flatnonzero((rows == rows[:, :1]).all(axis=1))
            bound = min(lemma.bound, self._claim.low)
            self._said[alike, words[0]] = np.maximum(self._said[alike, words[0]], bound)
        self._done += 1
        self._tell()

    def missed(self, openers: Places) -> Counts:
        """Return how many words the `openers` miss at least: of each cell the most that a lemma says."""
        missed = np.zeros(len(self._said), np.int64)
        for opener in openers.tolist():
            words = np.flatnonzero(self._said[opener])
            cells, cell = np.unique(self._table.patterns[opener][words], return_inverse=True)
            most = np.zeros(len(cells), np.int64)
            np.maximum.at(most, cell, self._said[opener][words])
            missed[opener] = most.sum()
        return missed

    def _tell(self) -> None:
        if self._progress is not None:
            claim = self._claim
            before = claim.nodes + claim.sets
            self._progress(before + self._done, before + claim.lemmas)


def _meant(
    claim: MissedBetween, game: GameRecord, lists: Lists, guesses: GuessPatterns, hidden_set: Sequence[str]
) -> Mask:
    """Tell which guesses are openers that are to be looked at: those that the claim lists, or all.

    Of all those that tell no two words apart begin no best strategy, if there are two words.
    """
    if claim.among:
        return np.isin(np.array(lists.guesses), np.array(claim.among))
    allowed = game.scoring.is_allowed
    openers = np.array([allowed(word, claim.history, game.mode) for word in lists.guesses], np.bool_)
    if len(hidden_set) == 1:
        return openers
    splitting = np.zeros(len(lists.guesses), np.bool_)
    first = guesses.patterns(hidden_set[0])
    for word in hidden_set[1:]:
        splitting |= guesses.patterns(word) != first
    return openers & splitting


def _counted(guesses: GuessPatterns, hidden_set: Sequence[str], left: int) -> Counts:
    """Return how many words each opener misses at least because each further guess finds one of a cell.

    With one guess `left` it is the only one; with two there is one for each cell. With more it is 0 here.
    """
    if left > _COUNTED:
        return np.zeros(len(guesses.words), np.int64)
    own = np.isin(np.array(guesses.words), np.array(hidden_set)).astype(np.int64)
    missed = len(hidden_set) - own
    if left == 1:
        return missed
    cells = np.zeros(len(guesses.words), np.int64)
    together = max(1, MAX_TABLE_BYTES // 2**6 // len(hidden_set))
    patterns = [guesses.patterns(word) for word in hidden_set]
    for start in range(0, len(guesses.words), together):
        block = np.sort(np.stack([row[start : start + together] for row in patterns]), axis=0)
        cells[start : start + together] = 1 + (block[1:] != block[:-1]).sum(axis=0)
    return missed - (cells - own)


def _check(reader: CertificateReader, lists: Lists, hidden_set: tuple[str, ...], run: CheckRun) -> None:
    check_missed_between(reader, reader.head.claim, lists, hidden_set, run.progress, run.share)


KIND: Final = Kind(_check, missed_strategy_of, has_shares=lambda _claim: True)
