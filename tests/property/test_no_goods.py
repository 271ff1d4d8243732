"""Refutation cores: what the search has learned is true, and follows by native/depth/no_good_pool.hpp."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.effort import share
from tests.oracle.brute_depth import BruteForce
from tests.oracle.games import Size, random_game
from tests.oracle.questions import Question, check_strategy, facts_of, search
from wordle_cp.engine import CoreRecord, Verdict
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import Restriction, score

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from pathlib import Path

    from tests.oracle.games import SmallGame

SIZE = Size(most_hidden=20, most_guesses=30)
LEAST_HIDDEN = 10
MODES = (Mode.NORMAL, Mode.HARD, Mode.HARD)  # the search of ultrahard mode keeps no cores
SEEDS = range(share(4))
GAMES_PER_SEED = 60

Key = tuple[int, int]
"""Searcher and number: which core."""


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


def restriction_of(core: CoreRecord, length: int) -> Restriction:
    """Return the core's restriction as the rules know it."""
    greens: list[str | None] = [None] * length
    for position, letter in core.greens:
        greens[position] = letter
    return Restriction(tuple(greens), core.counts)


def shows_one_pattern(guess: str, words: Collection[str]) -> bool:
    """Tell whether `guess` gets one and the same response from all of `words`."""
    return len({score(guess, word) for word in words}) == 1


def is_implied(core: CoreRecord, before: Restriction, guess: str, word: str, mode: Mode) -> bool:
    """Tell whether hard mode fixes what `core` asks for once `word` has answered `guess` under `before`."""
    if mode is Mode.NORMAL:
        return not (core.greens or core.counts)
    shown = Restriction.of(((guess, score(guess, word)),), len(guess))
    fixed = dict(shown.counts)
    for letter, least in before.counts:
        fixed[letter] = max(fixed.get(letter, 0), least)
    for green in before.greens:
        if green is not None:
            fixed[green] = max(fixed.get(green, 0), before.greens.count(green))
    return all(
        letter in {before.greens[position], shown.greens[position]} for position, letter in core.greens
    ) and all(fixed.get(letter, 0) >= least for letter, least in core.counts)


def is_hopeless(guess: str, by: CoreRecord, before: Restriction, words: Collection[str], mode: Mode) -> bool:
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
    core: CoreRecord, allowed: Collection[str], _cores: object, _game: object, _mode: Mode
) -> bool:
    """One guess finds no two words; two guesses no words of which each first guess leaves two together."""
    if core.guesses == 1:
        return len(core.words) > 1
    return core.guesses == 2 and all(
        len({score(guess, word) for word in core.words}) < len(core.words) for guess in allowed
    )


def follows_as_cover(
    core: CoreRecord, allowed: Collection[str], cores: dict[Key, CoreRecord], game: SmallGame, mode: Mode
) -> bool:
    """Every allowed guess tells the words nothing, or is hopeless by a child with one guess less."""
    children = [cores[core.searcher, number] for number in core.children]
    before = restriction_of(core, len(game.guesses[0]))
    return all(child.guesses >= core.guesses - 1 for child in children) and all(
        shows_one_pattern(guess, core.words)
        or any(is_hopeless(guess, child, before, core.words, mode) for child in children)
        for guess in allowed
    )


def follows_as_family(core: CoreRecord, _allowed: object, _cores: object, _game: object, _mode: Mode) -> bool:
    """All words agree in all positions but one; that they can't be found is for the oracle to say."""
    return sum(len(set(letters)) > 1 for letters in zip(*core.words, strict=True)) == 1 and not core.children


def follows_as_borrowed(
    core: CoreRecord, _allowed: object, cores: dict[Key, CoreRecord], _game: object, _mode: Mode
) -> bool:
    """The core that is named says the same, and isn't borrowed itself."""
    searcher, number = core.children
    source = cores[searcher, number]
    return source.kind != "borrowed" and (
        set(source.words),
        source.greens,
        source.counts,
        source.guesses,
    ) == (
        set(core.words),
        core.greens,
        core.counts,
        core.guesses,
    )


RULES: dict[str, Callable[[CoreRecord, Collection[str], dict[Key, CoreRecord], SmallGame, Mode], bool]] = {
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
        facts = facts_of(question) if rng.random() < 0.3 else ()
        jobs = rng.choice((1, 1, 2, 3))
        native, outcome = search(question, jobs=jobs, min_family=rng.choice((2, 4, 99, 99)), facts=facts)
        assert outcome.verdict is question.truth(brute), question
        verdicts[outcome.verdict] += 1
        if outcome.verdict is Verdict.POSSIBLE:
            check_strategy(question, outcome, tmp_path)

        cores = {(core.searcher, core.number): core for core in native.cores()}
        for core in cores.values():
            allowed = allowed_under(game, restriction_of(core, len(game.guesses[0])))
            assert mode is Mode.HARD or len(allowed) == len(game.guesses)
            assert RULES[core.kind](core, allowed, cores, game, mode), (question, core)
            solvable = brute.solvable(frozenset(core.words), frozenset(allowed), core.guesses)
            assert not solvable, (question, core)
            if jobs == 1:  # with more, what is learned depends on the threads
                kinds[core.kind] += 1
                deepest = max(deepest, core.guesses)
                restricted += bool(core.greens or core.counts)
    assert all(kinds[kind] > 5 for kind in ("pair", "cover", "family"))
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
        strong = [core for core in native.cores() if core.guesses >= depth - 1]
        if any(core.guesses >= depth and not (core.greens or core.counts) for core in strong):
            continue  # it refutes the whole question
        for guess in game.guesses if opener is None else (opener,):
            assert any(is_hopeless(guess, core, nothing, game.hidden, mode) for core in strong), (
                question,
                guess,
            )
            refuted += 1
    assert refuted > 300
