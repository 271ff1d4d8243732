"""What all kinds of proof begin with: the word lists, verified, and the hidden words that are left."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from wordle_cp.certificate.format import (
    MAX_DEPTH,
    Claim,
    GameRecord,
    Origin,
    TotalLeast,
    WordListRecord,
    node_name,
)
from wordle_cp.errors import CertificateRejected, abridged, counted
from wordle_cp.rules import History, all_green, explain_not_allowed, is_consistent

WordListFinder = Callable[[str], Sequence[str] | None]
"""Returns the words of the list with the given SHA-256, or None if it isn't known."""
Progress = Callable[[int, int], None]
"""Called now and then with what is done so far and all that there is: hidden words, nodes, or
sets, lemmas and openers."""

_WORD: Final = re.compile(r"[a-z]+")

WHOLE: Final = "certificate"
"""The node of a rejection that concerns no place in the proof."""


@dataclass(frozen=True, slots=True)
class Lists:
    """The two word lists of a game, verified."""

    guesses: tuple[str, ...]
    guess_set: frozenset[str]
    hidden: tuple[str, ...]

    @classmethod
    def of(cls, game: GameRecord, find_list: WordListFinder) -> Lists:
        """Get the lists and reject those that are not what the certificate says, or that make no game."""
        guesses = _verified("guesses", game.guesses, game.guesses.words, game.word_length, find_list)
        shared = guesses if game.hidden.origin is Origin.GUESSES else game.hidden.words
        hidden = _verified("hidden", game.hidden, shared, game.word_length, find_list)
        permitted = frozenset(guesses)
        for word in hidden:
            if word not in permitted:
                raise CertificateRejected(WHOLE, "word lists", "every hidden word among the guesses", word)
        return cls(guesses, permitted, hidden)


def _verified(
    keyword: str, record: WordListRecord, words: Sequence[str], length: int, find_list: WordListFinder
) -> tuple[str, ...]:
    """Return the words of `record`: those it embeds or shares, `words`, or those that `find_list` knows."""
    rule = f"{keyword} list"
    if record.origin is Origin.SHIPPED:
        found = find_list(record.sha256)
        if found is None:
            expected = f"a list known here with SHA-256 {record.sha256}"
            raise CertificateRejected(WHOLE, rule, expected, f"none (it is called {abridged(record.name)})")
        words = found
    if len(words) != record.count:
        raise CertificateRejected(
            WHOLE, rule, f"{counted(record.count, 'word', 'words')}, as claimed", str(len(words))
        )
    sha256 = hashlib.sha256("\n".join(words).encode()).hexdigest()
    if sha256 != record.sha256:
        raise CertificateRejected(WHOLE, rule, f"SHA-256 {record.sha256}, as claimed", sha256)
    if len(set(words)) != len(words):
        raise CertificateRejected(WHOLE, rule, "different words", "one that occurs twice")
    for word in words:
        if len(word) != length or not _WORD.fullmatch(word):
            raise CertificateRejected(
                WHOLE, rule, f"words of {counted(length, 'letter', 'letters')}, as claimed", word
            )
    return tuple(words)


def limit_of(claim: Claim) -> int:
    """Return how many guesses there may be in all; a claim without a limit has one all the same."""
    if isinstance(claim, TotalLeast):
        return MAX_DEPTH if claim.within is None else claim.within
    return claim.depth


def hidden_words_left(game: GameRecord, claim: Claim, lists: Lists) -> tuple[str, ...]:
    """Return the hidden words that agree with the claim's history, which must have been allowed."""
    history = claim.history
    depth = limit_of(claim)
    if len(history) > depth:  # first of all: what follows takes time by the square of this length
        expected = f"a history within the depth of {depth}"
        raise CertificateRejected(WHOLE, "depth", expected, counted(len(history), "guess", "guesses"))
    place = node_name(history, game.word_length)
    for index, (guess, pattern) in enumerate(history):
        demand_allowed(guess, history[:index], game, lists)
        if pattern == all_green(game.word_length):
            raise CertificateRejected(
                place, "history", "a game that is not over", f"{guess} was the hidden word"
            )
    left = tuple(word for word in lists.hidden if is_consistent(word, history))
    if len(left) != claim.hidden_count:
        expected = f"{counted(claim.hidden_count, 'hidden word', 'hidden words')}, as claimed"
        raise CertificateRejected(place, "coverage", expected, str(len(left)))
    return left


def demand_allowed(guess: str, past: History, game: GameRecord, lists: Lists) -> None:
    """Reject unless the game allows `guess` after `past`."""
    if guess not in lists.guess_set:
        place = node_name(past, game.word_length)
        raise CertificateRejected(place, "guess list", "a word of the guess list", guess)
    reason = explain_not_allowed(guess, past, game.mode)
    if reason is not None:
        place = node_name(past, game.word_length)
        raise CertificateRejected(place, f"{game.mode} mode", "an allowed guess", reason)
