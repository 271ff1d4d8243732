"""The checker of least totals: strategies, sets of facts, lemmas, then every opener of the claim.

Nothing that the writer of the file has computed is used: patterns, words and counts are computed here. The
rules are those of docs/certificates/, 'Claim "total least"' and 'Claim "total between"'.

Ultrahard mode is checked with the rules of hard mode: each ultrahard strategy is a hard one, so what costs so
much in hard mode costs as much in ultrahard mode. Only the openers and the strategies are those that
ultrahard mode allows.
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.certificate.base.claim import Head
from wordle_cp.certificate.claims.possible import Certificate, DepthPossible
from wordle_cp.certificate.claims.total import TotalLeast
from wordle_cp.certificate.parts.sets_and_lemmas import LEMMAS, SETS
from wordle_cp.certificate.parts.steps import STEPS
from wordle_cp.check.common.kind import CheckRun, Kind, kept
from wordle_cp.check.common.lists import WHOLE, limit_of
from wordle_cp.check.common.openers import demand_a_guess, demand_openers
from wordle_cp.check.common.share import ALL_PARTS, PartsChecked, Sample
from wordle_cp.check.common.strategy import Replay
from wordle_cp.check.counting.counts import PatternTable, demand_table_room, has_table_room
from wordle_cp.check.counting.patterns import GuessPatterns
from wordle_cp.check.counting.weights import TableWeights, counts_of
from wordle_cp.check.totals.bounds import Bounds
from wordle_cp.check.totals.cell_numbers import by_levels, check_cell_numbers
from wordle_cp.check.totals.lemmas import TotalLemmas
from wordle_cp.check.totals.sets import FactSets, facts_of
from wordle_cp.errors import CertificateRejected, Rule
from wordle_cp.rules.bindings import Binding
from wordle_cp.rules.symmetry import representatives

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator

    from wordle_cp.certificate.base.records import GameRecord
    from wordle_cp.certificate.claims.total import OpenerTotal, TotalClaim
    from wordle_cp.certificate.parts.sets_and_lemmas import FactSet
    from wordle_cp.certificate.read import CertificateReader
    from wordle_cp.check.common.lists import Lists
    from wordle_cp.check.common.share import Share
    from wordle_cp.check.counting.cell_counts import CellCounts, PartCounts
    from wordle_cp.check.counting.cells import Cell
    from wordle_cp.rules.words import Restriction

_PROGRESS: Final = 64  # openers from one report of progress to the next
_READ: Final = 1024  # and sets that are read


def check_total(
    reader: CertificateReader, claim: TotalClaim, lists: Lists, hidden_set: tuple[str, ...], run: CheckRun
) -> PartsChecked:
    """Check the whole proof, or the sample or the share of it that `run` asks for.

    `hidden_set` are the hidden words left after the claim's history.

    Raises:
        CertificateParseError: a part of the proof is malformed.
        CertificateRejected: a part that was checked is not true, or the claim doesn't follow.
    """
    game = reader.head.game
    openers = _one_of_each_class(_openers(claim, game, lists), claim, game)
    _demand_sense(claim, openers)
    for listed in claim.openers:
        check_listed_strategy(game, claim, listed, lists, hidden_set, reader.read(STEPS, listed.steps))
    return _check_bounds(reader, claim, lists, hidden_set, openers, run)


def _check_bounds(
    reader: CertificateReader,
    claim: TotalClaim,
    lists: Lists,
    hidden_set: tuple[str, ...],
    openers: list[str],
    run: CheckRun,
) -> PartsChecked:
    """Check the sets and the lemmas, and that each of the `openers` costs what the `claim` says.

    Or check the sample or the share of these parts that `run` asks for, with its exchange for a share. Where
    there are no sets and lemmas, and no room for a table of all patterns, the numbers of cells must do.

    Errors as for `check_total`.
    """
    game = reader.head.game
    if not (claim.sets or claim.lemmas or claim.weights or has_table_room(game, lists, hidden_set)):
        chosen = _chosen("openers", len(openers), run.sample, run.share)
        some = [openers[number] for number in sorted(chosen)]
        check_cell_numbers(game, claim, hidden_set, some, run.progress)
        return PartsChecked(0, 0, len(some))
    demand_table_room(game, lists, hidden_set)
    total = claim.sets + claim.lemmas + len(openers)
    before = 0

    def tell(done: int) -> None:
        if run.progress is not None:
            run.progress(before + done, total)

    tell(0)
    hard = game.mode.facts
    fixed = Binding.after(claim.history, game.mode, game.scoring).facts
    guesses = GuessPatterns(lists.guesses, scoring=game.scoring)
    table = PatternTable(guesses, hidden_set)
    weights = TableWeights(table, claim.weights) if claim.weights else None
    chosen_lemmas = _chosen("lemmas", claim.lemmas, run.sample, run.share)
    chosen_openers = _chosen("openers", len(openers), run.sample, run.share)
    sets: FactSets | None = None
    checked_sets = 0
    if game.scoring.feedback.shows_facts:
        sets = FactSets(table, guesses, fixed, hard=hard, tick=partial(tell, 0), weights=weights)
        # All are read first; of these a share is chosen.
        read, doubtful = reader.read(SETS, claim.sets), _chosen("sets", claim.sets, run.sample, ALL_PARTS)
        judged = _read_sets(sets, read, doubtful, partial(tell, 0))
        if run.sample is not None:
            for number in sorted(chosen_openers):
                _want_sets(sets, table, guesses, openers[number])
        sets.check(tell, run.share)
        checked_sets = judged + sets.count(lambda done: tell(judged + done), run.share, run.exchange)
    before += claim.sets
    bounds = Bounds(table, guesses, hard=hard, weights=weights)
    TotalLemmas(bounds, claim.history, by_class=claim.by_class(game)).check(
        reader.read(LEMMAS, claim.lemmas), chosen_lemmas, tell
    )
    before += claim.lemmas
    conclusion = _Conclusion(claim, bounds, sets, fixed)
    checked_openers = 0
    for number, opener in enumerate(openers):
        if number in chosen_openers:
            conclusion.check(opener)
            checked_openers += 1
        if (number + 1) % _PROGRESS == 0 or number + 1 == len(openers):
            tell(number + 1)
    return PartsChecked(checked_sets, len(chosen_lemmas), checked_openers)


def _chosen(kind: str, count: int, sample: Sample | None, share: Share) -> range | frozenset[int]:
    """Return the numbers, below `count`, of the parts of this kind to check."""
    return share.of(count) if sample is None else sample.of(kind, count)


def _read_sets(
    sets: FactSets, read: Iterable[FactSet], doubtful: Container[int], tick: Callable[[], None]
) -> int:
    """Put the sets that are `read` into `sets`, and return how many of the `doubtful` ones state a number."""
    judged = 0
    for number, fact_set in enumerate(read):
        sets.add(number, fact_set, doubtful=number in doubtful)
        judged += fact_set.most is not None and number in doubtful
        if number % _READ == 0:
            tick()
    return judged


def _want_sets(sets: FactSets, table: PatternTable, guesses: GuessPatterns, opener: str) -> None:
    """Have those of the `sets` counted that may say something of a cell of `opener`."""
    for pattern in np.unique(table.patterns[guesses.words.index(opener)]).tolist():
        sets.want(facts_of(opener, pattern))


def _demand_sense(claim: TotalClaim, openers: list[str]) -> None:
    """Reject a claim about `openers` that speaks of another opener or a guess, and none is left."""
    last = claim.openers[-1].total
    nobody_else = isinstance(claim, TotalLeast) and len(openers) == len(claim.openers)
    if nobody_else and claim.others != last:
        raise CertificateRejected(
            WHOLE, Rule.OTHERS, f"{last}, as no other opener is left", str(claim.others)
        )
    demand_a_guess(claim.history, claim.within)


def _demand_weights(claim: TotalClaim, hidden_set: tuple[str, ...]) -> None:
    """Reject unless the claim has no weights or one for each word of `hidden_set`, not all of them 0."""
    if not claim.weights:
        return
    if tuple(word for word, _ in claim.weights) != hidden_set:
        expected = "a weight for each hidden word that is left, in the order of their list"
        raise CertificateRejected(WHOLE, Rule.WEIGHTS, expected, "other words")
    if not any(weight for _, weight in claim.weights):
        raise CertificateRejected(WHOLE, Rule.WEIGHTS, "one that is more than 0", "none")


def _openers(claim: TotalClaim, game: GameRecord, lists: Lists) -> list[str]:
    """Return the openers that the claim speaks of; reject if a word that it lists is none."""
    listed = [opener.opener for opener in claim.openers]
    for words in (claim.among, listed):
        demand_openers(words, claim.history, game, lists)
    if not claim.among:
        allowed = game.scoring.is_allowed
        return [word for word in lists.guesses if allowed(word, claim.history, game.mode)]
    among = set(claim.among)
    for word in listed:
        if word not in among:
            raise CertificateRejected(WHOLE, Rule.OPENERS, "one of those that the claim is about", word)
    return list(claim.among)


def _one_of_each_class(openers: list[str], claim: TotalClaim, game: GameRecord) -> list[str]:
    """Return those of the `openers` that are to be looked at, as no other one is as good for sure: lemma 4.

    In a game of codes these are the ones listed, and the first of each class that has none of these.
    """
    if not claim.by_class(game):
        return openers
    first = representatives([guess for guess, _ in claim.history], openers)
    listed = {opener.opener for opener in claim.openers}
    known = {first[opener] for opener in listed}
    return [
        opener for opener in openers if opener in listed or (first[opener] == opener and opener not in known)
    ]


def check_listed_strategy(
    game: GameRecord,
    claim: TotalClaim,
    listed: OpenerTotal,
    lists: Lists,
    hidden_set: tuple[str, ...],
    steps: Iterator[str],
) -> DepthPossible:
    """Reject unless `steps` are a strategy with the opener and the total `listed`; return what it proves.

    Raises:
        CertificateParseError: a step is malformed.
        CertificateRejected: it doesn't find every hidden word in time, or not with the total claimed.
    """
    name = f"opener {listed.opener}"
    _demand_weights(claim, hidden_set)
    weights = dict(claim.weights) or None
    replay = Replay(game, claim.history, limit_of(claim), lists, weights=weights)
    first = replay.run(hidden_set, steps)
    if first != listed.opener:
        raise CertificateRejected(name, Rule.OPENER, f"{listed.opener}, as claimed", first)
    if replay.cost != listed.total:
        raise CertificateRejected(name, Rule.TOTAL, f"{listed.total}, as claimed", str(replay.cost))
    most = len(replay.distribution)
    return DepthPossible(
        depth=most if claim.within is None else claim.within,
        history=claim.history,
        opener=first,
        hidden_count=replay.found,
        total_guesses=replay.total,
        max_guesses=most,
        distribution=replay.distribution,
        steps=listed.steps,
    )


class _Conclusion:
    """What openers cost at least, by sets and lemmas."""

    def __init__(self, claim: TotalClaim, bounds: Bounds, sets: FactSets | None, fixed: Restriction) -> None:
        self._exact, self._others = claim.exact, claim.others
        self._bounds = bounds
        self._sets = sets
        self._fixed = fixed
        self._left = None if claim.within is None else claim.within - len(claim.history)
        self._place = {guess: place for place, guess in enumerate(bounds.guesses.words)}
        self._words = bounds.table.member[bounds.table.guess_of]  # all of them, ascending
        weights = bounds.weights
        self._played = len(claim.history) * (
            len(self._words) if weights is None else weights.sum(self._words)
        )
        self._counts = counts_of(bounds)
        self._by_counts = _ByCounts(self._counts.of(self._words, fixed), bounds.most_patterns, weights)

    def check(self, opener: str) -> None:
        """Reject unless `opener` costs as much as the claim says, or more."""
        total = self._exact.get(opener, self._others)
        guess, weights = self._place[opener], self._bounds.weights
        cost = self._played + self._bounds.cost(
            guess,
            self._words,
            self._fixed,
            self._left,
            total - self._played,
            self._by_counts if self._sets is None else _ByFacts(opener, self._sets, self._counts, weights),
            largest_first=True,
        )
        if cost < total:
            name, expected = f"opener {opener}", f"a cost of {total} or more"
            raise CertificateRejected(name, Rule.OPENER, expected, str(cost))


class _ByCounts:
    """Bounds of the cells of one opener: by the number of responses (rule levels), by what guesses show."""

    def __init__(self, counts: PartCounts, responses: int, weights: TableWeights | None) -> None:
        self._counts = counts
        self._responses = responses
        self._weights = weights

    def quick(self, cell: Cell) -> float:
        """Return what `cell` costs at least by rule levels."""
        if self._weights is None:
            return by_levels(cell.n, self._responses)
        return self._weights.by_levels(cell.words, self._responses)

    def thorough(self, cell: Cell, enough: float) -> float:
        """Return what `cell` costs at least by what guesses show, or a lower bound that is `enough`."""
        quick = self._counts.quick(cell)
        return quick if quick >= enough else self._counts.thorough(cell, enough)


class _ByFacts:
    """Bounds of the cells of one opener, by the facts that its patterns reveal, and by rule separate."""

    def __init__(self, opener: str, sets: FactSets, counts: CellCounts, weights: TableWeights | None) -> None:
        self._opener = opener
        self._sets = sets
        self._counts = counts
        self._weights = weights

    def quick(self, cell: Cell) -> float:
        """Return what `cell` costs at least by a set all of whose facts its pattern reveals."""
        weight = cell.n if self._weights is None else self._weights.sum(cell.words)
        facts = facts_of(self._opener, cell.pattern)
        return 3 * weight - self._sets.most(facts) + self._sets.late(cell.n, facts)

    def thorough(self, cell: Cell, enough: float) -> float:  # noqa: ARG002  there is no other bound
        """Return that `cell` is lost if two guesses are left for it and no guess separates all words."""
        if cell.left != 2:  # noqa: PLR2004  rule "separate"
            return 0
        bound = self._counts.of(cell.words, cell.fixed).thorough(cell)
        return bound if bound == math.inf else 0


def _strategy(
    reader: CertificateReader, lists: Lists, hidden_set: tuple[str, ...], opener: str | None
) -> Certificate | list[str]:
    """Check all strategies; return that of `opener`."""
    game, claim = reader.head.game, reader.head.claim
    openers = [listed.opener for listed in claim.openers]
    wanted = openers[0] if opener is None else opener
    found: Certificate | None = None
    for listed in claim.openers:
        steps = reader.read(STEPS, listed.steps)
        if listed.opener != wanted or found is not None:
            check_listed_strategy(game, claim, listed, lists, hidden_set, steps)
            continue
        own: list[str] = []
        proven = check_listed_strategy(game, claim, listed, lists, hidden_set, kept(steps, own))
        found = Certificate(Head(game, proven), tuple(own))
    return openers if found is None else found


def _check(
    reader: CertificateReader, lists: Lists, hidden_set: tuple[str, ...], run: CheckRun
) -> PartsChecked:
    return check_total(reader, reader.head.claim, lists, hidden_set, run)


KIND: Final = Kind(_check, _strategy, has_shares=lambda _claim: True, has_samples=True)
