"""No-goods: what the search has learned is true, and follows by native/depth/no_good_pool.hpp."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.effort import FEW, MORE, share
from tests.native_depth import WordNoGood
from tests.native_depth import no_goods as learned
from tests.oracle.brute_depth import BruteForce
from tests.oracle.games import Size, random_game
from tests.oracle.questions import Question, check_strategy, search
from wordle_cp.engine import Verdict
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import Restriction, pattern_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from pathlib import Path

    from tests.oracle.games import SmallGame

SIZE = Size(most_hidden=20, most_guesses=30)
LEAST_HIDDEN = 10
MODES = (Mode.NORMAL, Mode.HARD, Mode.HARD)  # the search of ultrahard mode keeps no no-goods
SEEDS = range(4 if MORE else 1)
GAMES_PER_SEED = share(180)

Key = tuple[int, int]
"""Searcher and number: which no-good."""


def larger_games(seed: int, count: int) -> Iterator[tuple[random.Random, SmallGame]]:
    """Yield games with more hidden words than there are guesses."""
    for number in range(count):
        rng = random.Random(f"cores/{seed}/{number}")  # noqa: S311
        game = random_game(rng, SIZE)
        while len(game.hidden) < LEAST_HIDDEN:
            game = random_game(rng, SIZE)
        yield rng, game


def tight_questions(game: SmallGame, mode: Mode, brute: BruteForce) -> tuple[Question, ...]:
    """Return the most guesses, up to 5, that are too few, twice, and the least that are enough."""
    truths = [Question(game, mode, depth).truth(brute) for depth in range(6)]
    most = truths.count(Verdict.IMPOSSIBLE) - 1
    return Question(game, mode, most), Question(game, mode, most), Question(game, mode, min(most + 1, 5))


def shows_one_pattern(guess: str, words: Collection[str]) -> bool:
    """Tell whether `guess` gets one and the same response from all of `words`."""
    return len({pattern_of(guess, word) for word in words}) == 1


def is_restricted(no_good: WordNoGood) -> bool:
    """Tell whether the no-good holds under a restriction alone."""
    return any((*no_good.restriction.greens, *no_good.restriction.counts))


def is_implied(no_good: WordNoGood, before: Restriction, guess: str, word: str, mode: Mode) -> bool:
    """Tell whether hard mode fixes what `no_good` asks for once `word` answers `guess` under `before`."""
    if mode is Mode.NORMAL:
        return not is_restricted(no_good)
    shown = Restriction.of(((guess, pattern_of(guess, word)),), len(guess))
    fixed = dict(shown.counts)
    for letter, least in before.counts:
        fixed[letter] = max(fixed.get(letter, 0), least)
    for green in before.greens:
        if green is not None:
            fixed[green] = max(fixed.get(green, 0), before.greens.count(green))
    return all(
        letter in {None, before.greens[position], shown.greens[position]}
        for position, letter in enumerate(no_good.restriction.greens)
    ) and all(fixed.get(letter, 0) >= least for letter, least in no_good.restriction.counts)


def is_refuted(guess: str, by: WordNoGood, before: Restriction, words: Collection[str], mode: Mode) -> bool:
    """Tell whether `by` refutes `guess`: one response leaves all its words and fixes what it asks for."""
    return (
        set(by.words) <= set(words)
        and shows_one_pattern(guess, by.words)
        and is_implied(by, before, guess, by.words[0], mode)
    )


def allowed_under(game: SmallGame, restriction: Restriction) -> list[str]:
    """Return the guesses that the restriction permits; all in normal mode, where it is empty."""
    return [guess for guess in game.guesses if restriction.permits(guess)]


def follows_as_pair(
    no_good: WordNoGood, allowed: Collection[str], _no_goods: object, _game: object, _mode: Mode
) -> bool:
    """One guess finds no two words; two guesses no words of which each first guess leaves two together."""
    if no_good.guesses == 1:
        return len(no_good.words) > 1
    return no_good.guesses == 2 and all(
        len({pattern_of(guess, word) for word in no_good.words}) < len(no_good.words) for guess in allowed
    )


def follows_as_cover(
    no_good: WordNoGood,
    allowed: Collection[str],
    no_goods: dict[Key, WordNoGood],
    _game: object,
    mode: Mode,
) -> bool:
    """Every allowed guess tells the words nothing, or is refuted by a child with one guess less."""
    children = [no_goods[no_good.searcher, number] for number in no_good.children]
    before = no_good.restriction
    return all(child.guesses >= no_good.guesses - 1 for child in children) and all(
        shows_one_pattern(guess, no_good.words)
        or any(is_refuted(guess, child, before, no_good.words, mode) for child in children)
        for guess in allowed
    )


def follows_as_family(
    no_good: WordNoGood, _allowed: object, _no_goods: object, _game: object, _mode: Mode
) -> bool:
    """All words agree in all positions but one; that they can't be found is for the oracle to say."""
    return (
        sum(len(set(letters)) > 1 for letters in zip(*no_good.words, strict=True)) == 1
        and not no_good.children
    )


def follows_as_borrowed(
    no_good: WordNoGood, _allowed: object, no_goods: dict[Key, WordNoGood], _game: object, _mode: Mode
) -> bool:
    """The no-good that is named says the same, and isn't borrowed itself."""
    searcher, number = no_good.children
    source = no_goods[searcher, number]
    said, known = ((set(one.words), one.restriction, one.guesses) for one in (no_good, source))
    return source.kind != "borrowed" and said == known


RULES: dict[str, Callable[[WordNoGood, Collection[str], dict[Key, WordNoGood], SmallGame, Mode], bool]] = {
    "pair": follows_as_pair,
    "cover": follows_as_cover,
    "family": follows_as_family,
    "borrowed": follows_as_borrowed,
}


@pytest.mark.parametrize("seed", SEEDS)
def test_cores_are_true_and_follow(seed: int, tmp_path: Path) -> None:
    kinds: Counter[str] = Counter()
    deepest = 0
    verdicts: Counter[Verdict] = Counter()
    restricted = 0
    for rng, game in larger_games(seed, GAMES_PER_SEED):
        mode = rng.choice(MODES)
        brute = BruteForce(game.guesses, mode)
        question = rng.choice(tight_questions(game, mode, brute))
        jobs = rng.choice((1, 1, 2, 3))
        native, outcome = search(question, jobs=jobs, min_family=rng.choice((2, 4, 99, 99)))
        assert outcome.verdict is question.truth(brute), question
        verdicts[outcome.verdict] += 1
        if outcome.verdict is Verdict.POSSIBLE:
            check_strategy(question, outcome, tmp_path)

        no_goods = {(no_good.searcher, no_good.number): no_good for no_good in learned(native)}
        for no_good in no_goods.values():
            allowed = allowed_under(game, no_good.restriction)
            assert mode is Mode.HARD or len(allowed) == len(game.guesses)
            assert RULES[no_good.kind](no_good, allowed, no_goods, game, mode), (question, no_good)
            solvable = brute.solvable(frozenset(no_good.words), frozenset(allowed), no_good.guesses)
            assert not solvable, (question, no_good)
            if jobs == 1:  # with more, what is learned depends on the threads
                kinds[no_good.kind] += 1
                deepest = max(deepest, no_good.guesses)
                restricted += is_restricted(no_good)
    assert all(kinds[kind] > 5 * (not FEW) for kind in ("pair", "cover", "family"))
    assert deepest >= 4
    assert restricted > 10
    assert min(verdicts[Verdict.POSSIBLE], verdicts[Verdict.IMPOSSIBLE]) > GAMES_PER_SEED / 5


def test_the_cores_of_an_impossible_question_refute_every_opener() -> None:
    refuted = 0
    for rng, game in larger_games(-1, 60):
        mode = rng.choice(MODES)
        depth = rng.choice((2, 3, 4))
        opener = rng.choice((None, None, rng.choice(game.guesses)))
        question = Question(game, mode, depth, opener=opener)
        native, outcome = search(question, jobs=rng.choice((1, 2)))
        if outcome.verdict is Verdict.POSSIBLE:
            continue
        nothing = Restriction.of((), len(game.guesses[0]))
        strong = [no_good for no_good in learned(native) if no_good.guesses >= depth - 1]
        if any(no_good.guesses >= depth and not is_restricted(no_good) for no_good in strong):
            continue  # it refutes the whole question
        for guess in game.guesses if opener is None else (opener,):
            assert any(is_refuted(guess, no_good, nothing, game.hidden, mode) for no_good in strong), (
                question,
                guess,
            )
            refuted += 1
    assert refuted > 300
