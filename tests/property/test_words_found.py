"""Sets that state how many words three guesses find, and four: in games that take five guesses and more.

The rule is written down once more here, from the definition. Just the numbers that it allows are accepted, by
both checkers, and greater ones; none is less than what trying all strategies finds.
"""

from __future__ import annotations

import random
import tracemalloc
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pytest

from tests.effort import share
from tests.oracle.brute_bounds import BoundsProver, TotalQuestion, facts_of
from tests.oracle.brute_total import LeastCost, Play
from tests.oracle.games import SmallGame
from tests.oracle.mutants import with_claim
from tests.oracle.questions import variant_of
from tests.oracle.total_mutants import with_parts
from tests.oracle.total_truth import is_true_of
from tests.two_checkers import judged
from wordle_cp.certificate.base.claim import Head
from wordle_cp.certificate.claims.total import OpenerTotal, Optimality, TotalBetween
from wordle_cp.certificate.parts.sets_and_lemmas import FactSet, format_fact
from wordle_cp.certify.records import game_record
from wordle_cp.check.common.share import ALL_PARTS
from wordle_cp.check.counting.counts import PatternTable
from wordle_cp.check.counting.fact_words import FactWords
from wordle_cp.check.counting.patterns import GuessPatterns
from wordle_cp.check.totals import found as check_found
from wordle_cp.games.question import TotalQuestion as Question
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import Restriction, all_green, pattern_of
from wordle_cp.search.bounds import prove_counted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wordle_cp.certificate.parts.sets_and_lemmas import Fact

    Facts = frozenset[Fact]
    Words = frozenset[str]

LEVELS: Final = (3, 4, 5)


def long_game(rng: random.Random, most: int) -> SmallGame:
    """Draw at least half of `most` words, many of which differ in one place alone."""
    firsts, ends = (
        rng.sample("bcdfghjklmnoprsu", 14),
        rng.sample(["at", "an", "it", "tt"], rng.choice((2, 3))),
    )
    words = [first + end for first, end in product(firsts, ends)]
    hidden = rng.sample(words, min(rng.randint(most // 2, most), len(words)))
    return SmallGame((*hidden, *rng.sample(["tab", "tic", "nod", "aaa"], 2)), tuple(hidden))


class Found:
    """A game in which sets say what guesses find, by the rule and by trying everything."""

    def __init__(self, game: SmallGame, mode: Mode, rng: random.Random) -> None:
        """Choose sets at random, single facts first."""
        self.mode, self.play = mode, Play(game.guesses, mode)
        self.question = TotalQuestion(game, mode)
        self.prover = BoundsProver(self.question, rng)
        openers = rng.sample(game.guesses, 4)
        cells = [
            facts_of(opener, pattern)
            for opener in openers
            for pattern, _ in self.play.cells(opener, self.question.words)
        ]
        singles = sorted({frozenset([fact]) for told in cells for fact in told}, key=_texts)
        several = sorted(
            {frozenset(rng.sample(sorted(told, key=format_fact), 2)) for told in cells if len(told) > 1},
            key=_texts,
        )
        self.sets = [*rng.sample(singles, min(6, len(singles))), *rng.sample(several, min(8, len(several)))]
        self.by_rule, self.by_trying = cache(self._by_rule), cache(self._by_trying)

    def words(self, facts: Facts) -> Words:
        """Return the hidden words for which `facts` hold."""
        return frozenset(w for w in self.question.game.hidden if all(is_true_of(fact, w) for fact in facts))

    def most(self, facts: Facts) -> int:
        """Return MOST."""
        return max(1, int(self.prover.most_where(facts)))

    def _by_rule(self, facts: Facts, guesses: int) -> int:
        if guesses == 2:
            return self.most(facts)
        words = self.words(facts)
        allowed = self.prover.permitted(self.prover.restriction_of(facts)) if words else ()
        return max([1, *(self._finds(guess, facts, guesses - 1) for guess in allowed)])

    def _finds(self, guess: str, facts: Facts, rest: int) -> int:
        found = 0
        for pattern, cell in self.play.cells(guess, self.words(facts)):
            told = facts_of(guess, pattern)
            near = (
                self.by_rule(other, rest)
                for other in self.sets
                if other <= told or (other <= facts | told and len(other - facts) <= 1)
            )
            found += 1 if pattern == all_green(len(guess)) else min([len(cell), *near])
        return found

    def _by_trying(self, words: Words, allowed: Words, guesses: int) -> int:
        if guesses == 0 or not words:
            return 0
        if guesses == 1:
            return int(bool(words & allowed))
        best = 0
        for guess in allowed:
            found = 0
            for pattern, cell in self.play.cells(guess, words):
                if pattern == all_green(len(guess)) or (guesses == 2 and self.mode is Mode.NORMAL):
                    found += 1
                else:
                    found += self.by_trying(
                        cell, self.play.still_allowed(allowed, guess, pattern), guesses - 1
                    )
            best = max(best, found)
        return best

    def entry(self, facts: Facts) -> FactSet:
        """Return the set that states the least numbers that the rule allows."""
        return FactSet(
            self.most(facts),
            tuple(sorted(facts, key=format_fact)),
            tuple(self.by_rule(facts, d) for d in LEVELS),
        )

    def least(self) -> int:
        """Return what each opener costs at least, by the sets."""
        return min(self.least_by(opener) for opener in self.question.game.guesses)

    def least_by(self, opener: str) -> int:
        """Return what an opener costs at least, by the sets."""
        cost = len(self.question.words)
        for pattern, cell in self.play.cells(opener, self.question.words):
            told, n = facts_of(opener, pattern), len(cell)
            if pattern == all_green(len(opener)):
                continue
            bounds = [self.prover.bound(self.prover.fixed, cell, None, frozenset())]
            if n > 3:
                singles = [self.prover.most_where(frozenset([fact])) for fact in told]
                known = [facts for facts in self.sets if facts <= told]
                first = 3 * n - min([*singles, *(self.most(facts) for facts in known)])
                late = sum(n - min([n, *(self.by_rule(facts, d) for facts in known)]) for d in LEVELS)
                bounds.append(first + late)
            cost += int(max(bounds))
        return cost

    def proof(self) -> Optimality:
        """Return the proof of what the sets say, with a strategy that guesses hidden words alone."""
        steps = tuple(self._steps(self.question.words))
        cost = sum(self._costs(self.question.words))
        sets = tuple(map(self.entry, self.sets))
        claim = TotalBetween(
            openers=(OpenerTotal(steps[0], cost, len(steps)),),
            others=self.least(),
            history=(),
            within=None,
            among=(),
            hidden_count=len(self.question.words),
            sets=len(sets),
            lemmas=0,
        )
        head = Head(game_record(variant_of(self.question.game, self.mode)), claim)
        return Optimality(head, (steps,), sets, ())

    def _steps(self, words: Words) -> Iterator[str]:
        if len(words) == 1:
            return
        yield min(words)
        for pattern, cell in self.play.cells(min(words), words):
            if pattern != all_green(3):
                yield from self._steps(cell)

    def _costs(self, words: Words, made: int = 1) -> Iterator[int]:
        for pattern, cell in self.play.cells(min(words), words):
            if pattern == all_green(3):
                yield made
            else:
                yield from self._costs(cell, made + 1)


def _texts(facts: Facts) -> list[str]:
    return sorted(map(format_fact, facts))


def games(name: str, count: int, most: int = 40) -> Iterator[Found]:
    """Draw games, one after the other in each mode."""
    rng = random.Random(name)  # noqa: S311
    for number in range(count):
        yield Found(long_game(rng, most), (Mode.NORMAL, Mode.HARD)[number % 2], rng)


@pytest.mark.parametrize("blocks", ["whole", "small"])
def test_just_what_the_rule_allows_is_accepted(
    blocks: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if blocks == "small":
        monkeypatch.setattr(check_found, "_BLOCK", 100)
    rng, path = random.Random("found"), tmp_path / "found.cert"  # noqa: S311
    seen: Counter[tuple[int, int]] = Counter()
    for found in games(f"found {blocks}", share(2)):
        proof = found.proof()
        assert judged(path, proof)
        assert not judged(path, with_claim(proof, others=proof.claim.others + 1))
        held = [place for place, facts in enumerate(found.sets) if found.words(facts)]
        for level, step in product(range(len(LEVELS)), (-1, 1)):
            # What is said of more guesses rests on this: it is left out.
            sets = [replace(entry, found=entry.found[: level + 1]) for entry in proof.sets]
            place = rng.choice([place for place in held if sets[place].found[-1] > 1])
            changed = (*sets[place].found[:-1], sets[place].found[-1] + step)
            sets[place] = replace(sets[place], found=changed)
            assert judged(path, with_claim(with_parts(proof, tuple(sets), ()), others=1)) == (step > 0), sets
            seen[level, int(changed[-1] < len(found.words(found.sets[place])))] += 1
    assert all(seen[level, 1] for level in range(2)), seen


def test_sets_all_of_whose_facts_are_told_count(tmp_path: Path) -> None:
    """After BAT only the set of A and T in their places says how few of the words ?AT are found."""
    words = tuple(first + end for end in ("at", "it") for first in "bcdfghjklm")
    found = Found(SmallGame(words, words), Mode.NORMAL, random.Random(1))  # noqa: S311
    placed = [
        facts_of(word, pattern_of(word, "d" + word[1:])) - facts_of("bbb", 0) for word in ("bat", "bit")
    ]
    found.sets = [*placed, facts_of("zzz", 0)]
    sets = tuple(map(found.entry, found.sets))
    assert [found.by_rule(facts, 3) for facts in found.sets] == [4, 4, 10]
    proof = with_claim(found.proof(), others=1)
    assert judged(tmp_path / "found.cert", with_parts(proof, sets, ()))
    assert not judged(tmp_path / "found.cert", with_parts(proof, sets[1:], ()))


def test_a_guess_with_a_letter_twice_tells_what_its_response_says() -> None:
    """A grey letter isn't absent where another one is coloured."""
    words = ("att", "bat", "bbt", "tab", "tat", "ttb", "ttt")
    guesses = GuessPatterns(words)
    table = PatternTable(guesses, words)
    known = FactWords(table, guesses, Restriction((None,) * 3, ()), None, hard=False)
    block = check_found.FoundSets(table, guesses, known)._divided(np.arange(len(words)))  # noqa: SLF001  no set in between
    texts = [*known.facts]
    for guess, cells in zip(words, block.cell_of.tolist(), strict=True):
        for word, cell in zip(words, cells, strict=True):
            told = {texts[number] for number in block.told[cell] if number < len(texts)}
            assert told == {format_fact(fact) for fact in facts_of(guess, pattern_of(guess, word))}, (
                guess,
                word,
            )


def test_what_is_written_are_the_least_numbers() -> None:
    for found in games("written", 2, most=30):
        question = Question.of(variant_of(found.question.game, found.mode))
        low, _, (sets, _) = prove_counted(question, question.openers, guesses_left=None, sets=False)
        found.sets = [frozenset(entry.facts) for entry in sets if entry.found]
        assert len(found.sets) == len(sets) > 9
        for facts, entry in zip(found.sets, sets, strict=True):
            guesses = range(3, 3 + len(entry.found))
            assert entry.found == tuple(found.by_rule(facts, some) for some in guesses), (facts, entry)
            assert entry.most == found.most(facts)
        assert low is not None
        assert low >= found.least()


def test_sets_that_state_many_numbers_take_little_memory() -> None:
    words = ["".join(letters) for letters in product("abcdefghijkl", repeat=3)]
    guesses = GuessPatterns(words)
    table = PatternTable(guesses, words[::29])
    known = FactWords(table, guesses, Restriction((None,) * 3, ()), None, hard=False)
    found = check_found.FoundSets(table, guesses, known)
    found.add(check_found.Stated(0, ("a-",), (60,) * 254), doubtful=True)
    tracemalloc.start()
    found.check(lambda: None, ALL_PARTS)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2**24


def test_no_strategy_finds_more_words_than_the_rule_allows() -> None:
    for found in games("tried", share(2)):
        for facts in found.sets[::3]:
            allowed = found.prover.permitted(found.prover.restriction_of(facts)) if found.words(facts) else ()
            for guesses in (3, 4):
                finds = found.by_trying(found.words(facts), frozenset(allowed), guesses)
                assert finds <= found.by_rule(facts, guesses), (facts, guesses)


def test_the_least_cost_is_no_less_than_the_sets_say() -> None:
    for found in games("least", share(2), most=11):
        least: Any = LeastCost(found.play).value(found.question.words, frozenset(found.play.guesses))
        assert found.least() <= least


def test_numbers_of_words_found_are_refused_where_words_have_weights(tmp_path: Path) -> None:
    proof = next(games("weights", 1)).proof()
    weights = tuple((word, 1) for word in proof.head.game.hidden.words)
    weighed = with_claim(proof, weights=weights, others=1)
    assert not judged(tmp_path / "found.cert", weighed)
    without = tuple(replace(entry, found=()) for entry in proof.sets if len(entry.facts) > 1)
    assert judged(tmp_path / "found.cert", with_parts(weighed, without, ()))
