"""Sets of facts that state no number: the checker counts it, and it is what trying everything finds."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from tests.effort import FEW, every_other, share
from tests.oracle.games import Size, SmallGame, random_game, random_history, words_after
from tests.oracle.real_cuts import real_cut
from wordle_cp.certificate.parts.sets_and_lemmas import Fact, FactKind, FactSet, format_fact
from wordle_cp.check.common.share import Share
from wordle_cp.check.counting import counts as check_counts
from wordle_cp.check.counting import fact_words
from wordle_cp.check.counting.counts import PatternTable
from wordle_cp.check.counting.patterns import GuessPatterns
from wordle_cp.check.counting.weights import TableWeights
from wordle_cp.check.totals.sets import FactSets, facts_of
from wordle_cp.errors import CertificateRejected
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import Restriction, pattern_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

KINDS = [(mode, weighed) for mode in (Mode.NORMAL, Mode.HARD) for weighed in (False, True)]
WEIGHTS = ((1, 2), (0, 1, 10, 40), (10**9, 10**9 + 1, 2 * 10**9))
ALL, NONE = 10**6, 0  # sets of so many words are counted one by one


@dataclass(frozen=True)
class Position:
    """A game after a few guesses, in which words may have weights."""

    game: SmallGame
    words: tuple[str, ...]
    fixed: Restriction
    hard: bool
    weights: tuple[int, ...]

    def fact_sets(self) -> FactSets:
        """Return what the checker knows before it reads a set."""
        guesses = GuessPatterns(self.game.guesses)
        table = PatternTable(guesses, self.words)
        weights = (
            TableWeights(table, list(zip(self.words, self.weights, strict=True))) if self.weights else None
        )
        return FactSets(table, guesses, self.fixed, hard=self.hard, tick=lambda: None, weights=weights)

    def counted(self, sets: Iterable[FactSet]) -> FactSets:
        """Let the checker count all of `sets`."""
        found = self.fact_sets()
        for number, entry in enumerate(sets):
            found.add(number, entry, doubtful=True)
        found.check(lambda _: None)
        found.count(lambda _: None)
        return found

    def holding(self, facts: Iterable[Fact]) -> list[str]:
        """Return the words for which `facts` hold."""
        return [word for word in self.words if all(holds(fact, word) for fact in facts)]

    def most(self, facts: Sequence[Fact]) -> int:
        """Return the most that a guess shows where `facts` hold."""
        return most_shown(self, tuple(facts))


scored = cache(pattern_of)


@cache
def most_shown(position: Position, facts: tuple[Fact, ...]) -> int:
    """Return the most that a guess shows where `facts` hold: the definition, spelled out."""
    weight = dict(zip(position.words, position.weights or [1] * len(position.words), strict=True))
    words = position.holding(facts)
    most = 0
    for guess in position.game.guesses:
        if position.hard and not (
            position.fixed.permits(guess) and all(keeps(guess, fact) for fact in facts)
        ):
            continue
        cells: dict[int, int] = {}
        for word in words:
            pattern = scored(guess, word)
            cells[pattern] = max(cells.get(pattern, 0), weight[word])
        most = max(most, sum(cells.values()) + (weight[guess] if guess in words else 0))
    return most


def holds(fact: Fact, word: str) -> bool:
    there = word[fact.position - 1] == fact.letter
    if fact.kind is FactKind.ABSENT:
        return fact.letter not in word
    return there if fact.kind is FactKind.PLACED else fact.letter in word and not there


def keeps(guess: str, fact: Fact) -> bool:
    """Tell whether hard mode allows `guess` as far as `fact` is concerned."""
    if fact.kind is FactKind.PLACED:
        return guess[fact.position - 1] == fact.letter
    return fact.kind is FactKind.ABSENT or fact.letter in guess


def fact_of(text: str) -> Fact:
    return Fact(text[0], FactKind(text[1]), int(text[2:] or 0))


def texts(facts: Iterable[Fact]) -> tuple[str, ...]:
    return tuple(map(format_fact, facts))


@cache
def told(position: Position) -> list[tuple[Fact, ...]]:
    """Return what the cells of all guesses tell, in the order of the texts."""
    found = {tuple(facts_of(t, scored(t, word))) for t in position.game.guesses for word in position.words}
    return [tuple(map(fact_of, each)) for each in sorted(found)]


def some_sets(position: Position, rng: random.Random, count: int) -> list[FactSet]:
    """Return sets of facts of cells, and some of facts that no cell has, or no word, none twice."""
    length = len(position.words[0])
    found: dict[tuple[str, ...], FactSet] = {}
    cells = [facts for facts in told(position) if len(facts) > 1]
    letters = sorted({letter for guess in position.game.guesses for letter in guess})
    for _ in range(count):
        facts = list(rng.choice(cells))
        if rng.random() < 0.2:
            kind, letter = rng.choice(tuple(FactKind)), rng.choice(letters)
            facts.append(Fact(letter, kind, 0 if kind is FactKind.ABSENT else rng.randint(1, length)))
        if len(set(facts)) > 1:
            some = rng.sample(
                sorted(set(facts), key=format_fact), rng.randint(2, min(length, len(set(facts))))
            )
            entry = FactSet(None, tuple(sorted(some, key=format_fact)))
            found[texts(entry.facts)] = entry
    return list(found.values())


def positions(mode: Mode, *, weighed: bool) -> Iterable[tuple[Position, random.Random]]:
    """Yield positions of small games, and of some on real words."""
    for seed in range(max(3, share(18))):
        rng = random.Random(f"{mode} {weighed} {seed}")  # noqa: S311  reproducible, not secret
        game = random_game(rng, Size(12, 24)) if seed % 3 else real_cut(rng, *((60, 20) if FEW else (60, 50)))
        history = random_history(rng, game, mode, seed % 2)
        words = tuple(word for word in game.hidden if word in words_after(game, history))
        if not words or len(words[0]) < 2 or all(len(facts) < 2 for facts in told(_plain(game, words))):
            continue
        fixed = Restriction.of(history if mode is Mode.HARD else (), len(words[0]))
        range_ = rng.choice(WEIGHTS)
        weights = tuple(rng.choice(range_) for _ in words) if weighed else ()
        yield Position(game, words, fixed, mode is Mode.HARD, weights), rng


def _plain(game: SmallGame, words: tuple[str, ...]) -> Position:
    return Position(game, words, Restriction((None,) * len(words[0]), ()), hard=False, weights=())


@pytest.fixture(params=every_other(["in small blocks", "as ever", "one by one", "together"]))
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the checker count in one of its ways."""
    few = {"one by one": ALL, "together": NONE}.get(request.param)
    if few is not None:
        monkeypatch.setattr(fact_words, "_FEW_WORDS", few)
    if request.param == "in small blocks":
        few_together(monkeypatch)
        monkeypatch.setattr(check_counts, "_BLOCK_BYTES", 2**9)


def few_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the checker count a few sets at a time, so that small games have several parts."""
    monkeypatch.setattr(fact_words, "_FEW_WORDS", 3)
    monkeypatch.setattr(fact_words, "_TOGETHER", 3)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize(("mode", "weighed"), KINDS)
def test_what_is_counted_is_the_most_that_a_guess_shows(mode: Mode, *, weighed: bool) -> None:
    seen: Counter[str] = Counter()
    for position, rng in positions(mode, weighed=weighed):
        sets = some_sets(position, rng, 30)
        found = position.counted(sets)
        for entry in sets:
            assert found.most(texts(entry.facts)) == position.most(entry.facts), texts(entry.facts)
            words = len(position.holding(entry.facts))
            seen["none" if not words else "few" if words <= 24 else "many"] += 1
        # Of a cell that is known which its facts say: single ones, and those of the sets within them.
        numbers = {entry.facts: position.most(entry.facts) for entry in sets}
        cells = told(position)
        for facts in rng.sample(cells, min(len(cells), 20)):
            within = [number for some, number in numbers.items() if set(some) <= set(facts)]
            singles = [position.most([fact]) for fact in facts]
            assert found.most(texts(facts)) == min(singles + within), facts
    assert min(seen["none"], seen["few"], seen["many"] or FEW) > 0, seen


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize(("mode", "weighed"), KINDS)
def test_all_sets_of_facts_of_a_cell(mode: Mode, *, weighed: bool) -> None:
    for position, rng in positions(mode, weighed=weighed):
        cells = [facts for facts in told(position) if len(facts) > 1]
        facts = rng.choice(cells)
        some = [each for size in range(2, len(facts) + 1) for each in combinations(facts, size)]
        found = position.counted(FactSet(None, each) for each in some)
        for each in some:
            assert found.most(texts(each)) == position.most(each), each


@pytest.mark.parametrize(("mode", "weighed"), KINDS)
def test_sets_that_state_a_number_beside_those_that_do_not(mode: Mode, *, weighed: bool) -> None:
    rejected = 0
    for position, rng in positions(mode, weighed=weighed):
        sets = some_sets(position, rng, 20)
        stated: list[FactSet] = []
        for entry in sets:
            most = position.most(entry.facts)
            # The same facts once with a number, and once or twice without.
            stated += [replace(entry, most=most + rng.choice((0, 1, 5))), *[entry] * rng.choice((0, 1, 2))]
        rng.shuffle(stated)
        found = position.counted(stated)
        for entry in sets:
            least = min(
                position.most(other.facts) if other.most is None else other.most
                for other in stated
                if set(other.facts) <= set(entry.facts)
            )
            singles = min(position.most([fact]) for fact in entry.facts)
            assert found.most(texts(entry.facts)) == min(least, singles)
        for entry in rng.sample(sets, min(len(sets), 3)):
            most = position.most(entry.facts)
            if most:
                rejected += 1
                with pytest.raises(CertificateRejected, match=f"found {most} with"):
                    position.counted([*sets, replace(entry, most=most - 1)])
    assert rejected > 3


class _RecordedError(Exception):
    """What was counted for a share is known."""


def counted_by(
    share: Share, position: Position, sets: list[FactSet], all_counted: list[list[int]] | None
) -> tuple[FactSets, list[int]]:
    """Count a share, and return its own numbers, too; with None for what all shares count it ends there."""
    mine: list[int] = []

    def exchange(numbers: list[int]) -> list[list[int]]:
        mine.extend(numbers)
        if all_counted is None:
            raise _RecordedError
        return all_counted

    found = position.fact_sets()
    for number, entry in enumerate(sets):
        found.add(number, entry, doubtful=True)
    reached: list[int] = []
    if all_counted is None:
        with pytest.raises(_RecordedError):
            found.count(reached.append, share, exchange)
    else:
        assert found.count(reached.append, share, exchange) == len(sets)
    assert reached == sorted(reached)
    assert reached[-1] == len(sets)
    return found, mine


@pytest.mark.parametrize("blocks", ["small", "as ever"])
@pytest.mark.parametrize(("mode", "weighed"), KINDS)
def test_shares_that_tell_each_other_what_they_count(
    mode: Mode, blocks: str, monkeypatch: pytest.MonkeyPatch, *, weighed: bool
) -> None:
    if blocks == "small":
        few_together(monkeypatch)
    dealt: Counter[bool] = Counter()
    for position, rng in positions(mode, weighed=weighed):
        sets = some_sets(position, rng, 15)
        shares = rng.choice((2, 3))
        counted = [counted_by(Share(number, shares), position, sets, None)[1] for number in range(shares)]
        assert sum(map(len, counted)) == len(sets)
        dealt[all(counted)] += 1
        for number in range(shares):
            found, mine = counted_by(Share(number, shares), position, sets, counted)
            assert mine == counted[number]
            for entry in sets:
                assert found.most(texts(entry.facts)) == position.most(entry.facts)
    assert dealt[True] or blocks != "small", "a share has nothing, always"


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize(("mode", "weighed"), KINDS)
def test_wanted_sets_are_counted_and_no_other(mode: Mode, *, weighed: bool) -> None:
    fewer = 0
    for position, rng in positions(mode, weighed=weighed):
        sets = some_sets(position, rng, 30)
        cells = [facts for facts in told(position) if len(facts) > 1]
        wanted = rng.sample(cells, min(len(cells), 3))
        within = [entry for entry in sets if any(set(entry.facts) <= set(facts) for facts in wanted)]
        found = position.fact_sets()
        for number, entry in enumerate(sets):
            found.add(number, entry, doubtful=True)
        for facts in wanted:
            found.want(texts(facts))
        assert found.count(lambda _: None) == len(within)
        fewer += len(within) < len(sets)
        for facts in wanted:
            numbers = [position.most(entry.facts) for entry in within if set(entry.facts) <= set(facts)]
            singles = [position.most([fact]) for fact in facts]
            assert found.most(texts(facts)) == min(singles + numbers)
        for entry in sets:
            if entry not in within:  # only what is wanted, and single facts, is known of it
                known = [each for each in within if set(each.facts) <= set(entry.facts)]
                numbers = [position.most(each.facts) for each in known]
                singles = [position.most([fact]) for fact in entry.facts]
                assert found.most(texts(entry.facts)) == min(singles + numbers)
    assert fewer, "all sets are wanted"


@pytest.mark.parametrize("mode", [Mode.NORMAL, Mode.HARD])
@pytest.mark.parametrize("weighed", [False, True])
def test_nothing_is_to_be_counted(mode: Mode, *, weighed: bool) -> None:
    """There is no set, or each states a number, or none is wanted."""
    for position, rng in positions(mode, weighed=weighed):
        sets = some_sets(position, rng, 5)
        cell = rng.choice(told(position))
        for entries in ([], [replace(entry, most=position.most(entry.facts) + 1) for entry in sets], sets):
            found = position.fact_sets()
            for number, entry in enumerate(entries):
                found.add(number, entry, doubtful=True)
            found.check(lambda _: None)
            if entries is sets:
                found.want(texts(cell[:1]))
            assert found.count(lambda _: None) == 0
            assert found.most(texts(cell[:1])) == position.most(cell[:1])
