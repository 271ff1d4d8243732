"""The family models against exhaustive search by the rules, on random games and cuts of real families."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING

import pytest

from tests.effort import share
from tests.oracle import games as games_after
from tests.oracle.brute_depth import BruteForce
from wordle_cp import data
from wordle_cp.answers.families import family_table
from wordle_cp.modelling.family import Columns, Types, find_families
from wordle_cp.modelling.family_bounds import beam_cover, count_bound
from wordle_cp.modelling.solver import Feasible, Infeasible, SolverSettings
from wordle_cp.models.families import solve_family
from wordle_cp.rules.modes import Mode, is_allowed
from wordle_cp.rules.words import all_green, pattern_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Game = tuple[tuple[str, ...], tuple[str, ...]]
"""Guesses, and hidden words that are one family."""

SETTINGS = SolverSettings()
SEEDS = range(share(18))
GAMES_PER_SEED = 16


@cache
def solvable(hidden: frozenset[str], allowed: tuple[str, ...], guesses_left: int, mode: Mode) -> bool:
    """Some allowed guess leaves, for every response, something solvable: the definition, spelled out."""
    if guesses_left == 0:
        return False
    return any(
        all(
            solvable(cell, still_allowed(allowed, guess, pattern, mode), guesses_left - 1, mode)
            for pattern, cell in cells(guess, hidden)
            if pattern != all_green(len(guess))
        )
        for guess in allowed
    )


@cache
def still_allowed(allowed: tuple[str, ...], guess: str, pattern: int, mode: Mode) -> tuple[str, ...]:
    return tuple(word for word in allowed if is_allowed(word, ((guess, pattern),), mode))


pattern_of = cache(pattern_of)


def cells(guess: str, hidden: Iterable[str]) -> Iterator[tuple[int, frozenset[str]]]:
    by_pattern: dict[int, set[str]] = {}
    for word in hidden:
        by_pattern.setdefault(pattern_of(guess, word), set()).add(word)
    return ((pattern, frozenset(cell)) for pattern, cell in by_pattern.items())


@cache
def least_depth(hidden: tuple[str, ...], guesses: tuple[str, ...], mode: Mode) -> int:
    solvable.cache_clear()
    still_allowed.cache_clear()
    words = frozenset(hidden)
    return next(depth for depth in range(1, len(words) + 1) if solvable(words, guesses, depth, mode))


def random_game(rng: random.Random) -> Game:
    """A family over few letters, so that letters repeat and fixed letters also fill the open position."""
    length = rng.randint(2, 5)
    fixed = [rng.choice("abcd") for _ in range(length)]
    position = rng.randrange(length)
    letters = rng.sample("abcdefgh", rng.randint(2, 7))
    hidden = ["".join([*fixed[:position], letter, *fixed[position + 1 :]]) for letter in letters]
    guesses = set(hidden)
    for _ in range(rng.randint(0, 14)):
        keep = rng.random()
        guesses.add("".join(f if rng.random() < keep else rng.choice("abcdefgh") for f in fixed))
    return shuffled(rng, guesses), tuple(hidden)


def real_cut(rng: random.Random) -> Game:
    """Up to 7 members of a real family, and some real guesses, half of them much like the pattern."""
    guesses = data.word_list("nyt-2022-02-15-guesses")
    pattern = rng.choice(["?ills", "?ight", "co?ed", "?ines", "?oose", "sha?e", "?eeds", "s?ore"])
    members, similar = around(pattern)
    hidden = tuple(rng.sample(members, min(len(members), rng.randint(4, 7))))
    sample = [word for word in rng.sample(guesses, 100) if len(list(cells(word, hidden))) > 1]
    return shuffled(rng, {*hidden, *sample[:8], *rng.sample(similar, 8)}), hidden


@cache
def around(pattern: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The real words that match `pattern`, and those that have at least two of its letters in place."""
    guesses = data.word_list("nyt-2022-02-15-guesses")
    agreeing = {word: sum(c == p for c, p in zip(word, pattern, strict=True)) for word in guesses}
    members = tuple(word for word, count in agreeing.items() if count == len(pattern) - 1)
    return members, tuple(word for word, count in agreeing.items() if count >= 2)


def shuffled(rng: random.Random, words: set[str]) -> tuple[str, ...]:
    return tuple(rng.sample(sorted(words), len(words)))


@cache
def games(seed: int) -> list[Game]:
    rng = random.Random(seed)  # noqa: S311
    return [random_game(rng) for _ in range(GAMES_PER_SEED)] + [real_cut(rng) for _ in range(GAMES_PER_SEED)]


def columns_of(game: Game) -> Columns:
    guesses, hidden = game
    (family,) = find_families(hidden)
    return Types(guesses).columns(family)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mode", [Mode.NORMAL, Mode.HARD])
def test_table_equals_exhaustive_search(seed: int, mode: Mode) -> None:
    for guesses, hidden in games(seed):
        (lemma,) = family_table(guesses, hidden, mode, min_size=2)
        expected = least_depth(hidden, guesses, mode)
        assert (lemma.lower, lemma.upper) == (expected, expected), (guesses, hidden)


@pytest.mark.parametrize("seed", SEEDS)
def test_ultrahard_bounds_hold(seed: int) -> None:
    for guesses, hidden in games(seed):
        (bound,) = family_table(guesses, hidden, Mode.ULTRAHARD, min_size=2)
        assert bound.lower <= least_depth(hidden, guesses, Mode.ULTRAHARD) <= bound.upper, (guesses, hidden)


@pytest.mark.parametrize("mode", list(Mode))
def test_tables_after_a_history_equal_exhaustive_search(mode: Mode) -> None:
    restricted = 0
    for number in range(150):
        rng = random.Random(f"history/{number}")  # noqa: S311
        game = games_after.random_game(rng, games_after.Size(8, 14))
        history = games_after.random_history(rng, game, mode, rng.randint(1, 2))
        brute = BruteForce(game.guesses, mode)
        live = games_after.words_after(game, history)
        allowed = brute.allowed_after(history)
        table = family_table(game.guesses, game.hidden, mode, history=history, min_size=2)
        expected = find_families([word for word in game.hidden if word in live])
        assert [(family.pattern, family.words) for family in table] == [
            (family.pattern, family.words) for family in expected
        ]
        for family in table:
            words = frozenset(family.words)
            least = brute.least_depth(words, history) - len(history)
            assert family.lower <= least <= family.upper, (game, history)
            assert mode is Mode.ULTRAHARD or family.lower == family.upper
            restricted += len(allowed) < len(game.guesses)
    assert mode is Mode.NORMAL or restricted > 20


@pytest.mark.parametrize("seed", range(20, 20 + share(9)))
def test_models_alone_equal_exhaustive_search_on_live_subsets(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311
    for guesses, hidden in games(seed):
        live = rng.randrange(1, 1 << len(hidden))
        words = tuple(word for bit, word in enumerate(hidden) if live >> bit & 1)
        columns = columns_of((guesses, hidden)).restricted_to(live)
        for mode in (Mode.NORMAL, Mode.HARD):
            expected = least_depth(words, guesses, mode)
            given = columns.without_types() if mode is Mode.NORMAL else columns
            for candidates in (given, given.undominated()):
                for depth in range(1, len(words) + 1):
                    kind = Feasible if depth >= expected else Infeasible
                    outcome = solve_family(candidates, depth, SETTINGS)
                    assert isinstance(outcome, kind), (guesses, words, mode, depth)


@pytest.mark.parametrize("seed", range(30, 30 + share(9)))
def test_witnesses_win_every_game(seed: int) -> None:
    for guesses, hidden in games(seed):
        columns = columns_of((guesses, hidden))
        for mode in (Mode.NORMAL, Mode.HARD):
            given = columns.without_types() if mode is Mode.NORMAL else columns
            depth = least_depth(hidden, guesses, mode)
            outcome = solve_family(given, depth, SETTINGS)
            assert isinstance(outcome, Feasible)
            beam = beam_cover(given, at_most=len(hidden) - 1, width=2)
            assert beam is not None
            for chosen in (outcome.witness, beam):
                plan = [guesses[given.guesses[column]] for column in chosen]
                assert max(play(plan, hidden, word, mode) for word in hidden) <= len(plan) + 1
            assert len(outcome.witness) < depth
            assert count_bound(given) <= depth <= len(beam) + 1


def play(plan: list[str], hidden: tuple[str, ...], word: str, mode: Mode) -> int:
    """Guesses until `word` is found: follow `plan` until one candidate is left, then guess that."""
    live = list(hidden)
    history: tuple[tuple[str, int], ...] = ()
    while True:
        guess = live[0] if len(live) == 1 else plan[len(history)]
        assert is_allowed(guess, history, mode), (guess, history)
        pattern = pattern_of(guess, word)
        history = (*history, (guess, pattern))
        if guess == word:
            return len(history)
        live = [candidate for candidate in live if pattern_of(guess, candidate) == pattern]


def test_the_games_tell_the_modes_apart() -> None:
    """Otherwise the tests above would not notice a model of the wrong mode."""
    depths = [
        tuple(least_depth(hidden, guesses, mode) for mode in Mode)
        for seed in SEEDS
        for guesses, hidden in games(seed)
    ]
    assert sum(normal < hard for normal, hard, _ in depths) >= share(15)
    assert sum(hard < ultrahard for _, hard, ultrahard in depths) >= share(9)
    assert {hard for _, hard, _ in depths} >= {2, 3, 4, 5}


def test_types_say_what_hard_mode_allows_after_a_rest_response() -> None:
    rng = random.Random(7)  # noqa: S311
    for _ in range(60):
        guesses, hidden = random_game(rng)
        (family,) = find_families(hidden)
        types = {guess: type_by_definition(family.pattern, guess) for guess in guesses}
        columns = columns_of((guesses, hidden))
        assert columns.types.tolist() == [types[guesses[guess]] for guess in columns.guesses]
        for first in guesses:
            for pattern, cell in cells(first, hidden):
                for second in guesses if len(cell) > 1 else ():
                    allowed = is_allowed(second, ((first, pattern),), Mode.HARD)
                    assert allowed == (types[first] & ~types[second] == 0)


def type_by_definition(pattern: str, guess: str) -> int:
    fixed = [position for position, letter in enumerate(pattern) if letter != "?"]
    bits = [guess[position] == pattern[position] for position in fixed]
    for letter in sorted(set(pattern) - {"?"}):
        bits += [guess.count(letter) >= least for least in range(1, pattern.count(letter) + 1)]
    return sum(bit << index for index, bit in enumerate(bits))
