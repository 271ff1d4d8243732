"""Random small games for the oracle: few letters, so that letters repeat, families grow and hard mode bites.

Everything is drawn from a `random.Random` that the caller has seeded, so each test sees the same games in
every run, in every process.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from wordle_cp import data
from wordle_cp.rules.modes import is_allowed
from wordle_cp.rules.words import History, all_green, is_consistent, pattern_of

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from wordle_cp.rules.modes import Mode

_REAL_LIST = "nyt-2022-02-15-guesses"
_REAL_PATTERNS = (
    "?ills",
    "?ight",
    "co?ed",
    "?ines",
    "?oose",
    "sha?e",
    "?eeds",
    "s?ore",
    "?atch",
    "ma?es",
    "?ound",
)


@dataclass(frozen=True, slots=True)
class SmallGame:
    """A game; `hidden` is part of `guesses`, and neither is sorted."""

    guesses: tuple[str, ...]
    hidden: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Size:
    """How large games may be."""

    most_hidden: int
    most_guesses: int


def random_game(rng: random.Random, size: Size) -> SmallGame:
    """Draw a game of one of six kinds, those that tell the modes apart more often."""
    kinds: tuple[Callable[[random.Random, Size], SmallGame], ...] = (
        _family_with_probes,
        _family_with_probes,
        _family_with_probes,
        _family,
        _real_family,
        _grid,
        _any_words,
        _anagrams,
    )
    return rng.choice(kinds)(rng, size)


def game_of_modes(rng: random.Random, size: Size) -> SmallGame:
    """Draw a game of the kinds in which hard mode and ultrahard mode differ most often."""
    return rng.choice((_family_with_probes, _family_with_probes, _real_family))(rng, size)


def random_history(rng: random.Random, game: SmallGame, mode: Mode, guesses: int) -> History:
    """Play up to `guesses` random allowed guesses that don't win, against one of the hidden words."""
    word = rng.choice(game.hidden)
    history: History = ()
    for _ in range(guesses):
        allowed = [guess for guess in game.guesses if guess != word and is_allowed(guess, history, mode)]
        if allowed:
            guess = rng.choice(allowed)
            history = (*history, (guess, pattern_of(guess, word)))
    return history


def words_after(game: SmallGame, history: History) -> frozenset[str]:
    """Return the hidden words that agree with `history`, none if it is a win."""
    if any(pattern == all_green(len(guess)) for guess, pattern in history):
        return frozenset()
    return frozenset(word for word in game.hidden if is_consistent(word, history))


def shuffled(rng: random.Random, game: SmallGame) -> SmallGame:
    """Return the same game with both lists in another order."""
    return SmallGame(
        tuple(rng.sample(game.guesses, len(game.guesses))), tuple(rng.sample(game.hidden, len(game.hidden)))
    )


def _family(rng: random.Random, size: Size) -> SmallGame:
    """Words that agree in all positions but one, sometimes one or two others, and guesses much like them."""
    length = rng.randint(2, 5)
    alphabet = "abcdefghijklm"[: rng.randint(4, 13)]
    fixed = [rng.choice(alphabet[:4]) for _ in range(length)]
    position = rng.randrange(length)
    members = rng.sample(alphabet, min(len(alphabet), rng.randint(3, size.most_hidden)))
    hidden = ["".join([*fixed[:position], letter, *fixed[position + 1 :]]) for letter in members]
    guesses = set(hidden)
    for _ in range(rng.randint(0, max(0, size.most_guesses - len(guesses)))):
        keep = rng.random()
        guesses.add("".join(letter if rng.random() < keep else rng.choice(alphabet) for letter in fixed))
    return _with_some_more_hidden(rng, size, hidden, guesses)


def _family_with_probes(rng: random.Random, size: Size) -> SmallGame:
    """A family, and guesses that test several members at once but fix different letters, or share grey ones.

    Two such guesses may be a plan in normal mode, while in hard or ultrahard mode one forbids the other.
    """
    length = rng.randint(4, 5)
    fixed = rng.sample("abcd", length - 1) if rng.random() < 0.7 else rng.choices("abc", k=length - 1)
    position = rng.randrange(length)
    letters = rng.sample("efghijkl", rng.randint(5, 8))[: size.most_hidden]
    hidden = ["".join([*fixed[:position], letter, *fixed[position:]]) for letter in letters]
    guesses = set(hidden)
    untested: list[str] = []
    for _ in range(rng.randint(2, max(2, size.most_guesses - len(guesses)))):
        kept = rng.choices(range(length - 1), k=rng.choice((0, 1, 1, 1, 2)))
        probe = rng.sample([fixed[place] for place in kept], len(kept))
        while len(probe) < length:
            untested = untested or rng.sample(letters, len(letters))
            probe.append(untested.pop())
        if kept and rng.random() < 0.7:  # one green, if it isn't at the open position
            probe.remove(fixed[kept[0]])
            probe.insert(kept[0] + (kept[0] >= position), fixed[kept[0]])
        guesses.add("".join(probe))
    return _with_some_more_hidden(rng, size, hidden, guesses)


def _grid(rng: random.Random, size: Size) -> SmallGame:
    """Words that differ in two positions: families that cross."""
    length = rng.randint(2, 5)
    alphabet = "abcdefgh"[: rng.randint(3, 8)]
    fixed = [rng.choice(alphabet) for _ in range(length)]
    first, second = rng.sample(range(length), 2)
    words: set[str] = set()
    for one in alphabet:
        for other in alphabet:
            word = fixed.copy()
            word[first], word[second] = one, other
            words.add("".join(word))
    guesses = set(rng.sample(sorted(words), min(len(words), rng.randint(4, size.most_guesses))))
    hidden = rng.sample(sorted(guesses), min(len(guesses), rng.randint(3, size.most_hidden)))
    return _in_any_order(rng, guesses, hidden)


def _any_words(rng: random.Random, size: Size) -> SmallGame:
    """Words of 1 to 5 letters over 2 to 6 letters."""
    length = rng.randint(1, 5)
    alphabet = "abcdef"[: rng.randint(2, 6)]
    guesses = {"".join(rng.choices(alphabet, k=length)) for _ in range(rng.randint(1, size.most_guesses))}
    hidden = rng.sample(sorted(guesses), min(len(guesses), rng.randint(1, size.most_hidden)))
    return _in_any_order(rng, guesses, hidden)


def _anagrams(rng: random.Random, size: Size) -> SmallGame:
    """Words of the same few letters, with repetitions: all yellows and counts."""
    letters = [rng.choice("abc") for _ in range(rng.randint(3, 5))]
    guesses = {"".join(rng.sample(letters, len(letters))) for _ in range(size.most_guesses)}
    hidden = rng.sample(sorted(guesses), min(len(guesses), rng.randint(1, size.most_hidden)))
    return _in_any_order(rng, guesses, hidden)


def _real_family(rng: random.Random, size: Size) -> SmallGame:
    """Members of a real family with real guesses, half of which share letters in place with it."""
    members, similar, others = _around(rng.choice(_REAL_PATTERNS))
    hidden = rng.sample(members, min(len(members), rng.randint(4, size.most_hidden)))
    room = size.most_guesses - len(hidden)
    guesses = {
        *hidden,
        *rng.sample(similar, rng.randint(0, room // 2)),
        *rng.sample(others, rng.randint(0, room // 2)),
    }
    return _with_some_more_hidden(rng, size, hidden, guesses)


@cache
def _around(pattern: str) -> tuple[list[str], list[str], list[str]]:
    """The real words that match `pattern`, those with two or three letters of it in place, and the rest."""
    members: list[str] = []
    similar: list[str] = []
    others: list[str] = []
    for word in data.word_list(_REAL_LIST):
        agreeing = sum(letter == fixed for letter, fixed in zip(word, pattern, strict=True))
        (members if agreeing == 4 else similar if agreeing >= 2 else others).append(word)
    return members, similar, others


def _with_some_more_hidden(rng: random.Random, size: Size, hidden: list[str], guesses: set[str]) -> SmallGame:
    """Let up to two more guesses be hidden words."""
    strangers = sorted(guesses.difference(hidden))
    room = min(2, size.most_hidden - len(hidden), len(strangers))
    return _in_any_order(rng, guesses, hidden + rng.sample(strangers, rng.randint(0, room)))


def _in_any_order(rng: random.Random, guesses: set[str], hidden: list[str]) -> SmallGame:
    # Sorted first: the order of a set of strings differs from process to process.
    return SmallGame(tuple(rng.sample(sorted(guesses), len(guesses))), tuple(rng.sample(hidden, len(hidden))))
