"""What all kinds of proof begin with: the word lists, verified, and the hidden words that are left."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.base.records import MAX_DEPTH, GameRecord, Origin, WordListRecord, node_name
from wordle_cp.errors import CertificateRejected, Rule, abridged, counted

if TYPE_CHECKING:
    from wordle_cp.certificate.base.claim import Claim
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History

WordListFinder = Callable[[str], Sequence[str] | None]
"""Returns the words of the list with the given SHA-256, or None if it isn't known."""
Progress = Callable[[int, int], None]
"""Called now and then with what is done so far and all that there is: hidden words, nodes, or
sets, lemmas and openers."""

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
        own = tuple(game.codes.codes()) if game.codes is not None else game.guesses.words
        guesses = _verified("guesses", game.guesses, own, game.scoring, find_list)
        shared = guesses if game.hidden.origin is Origin.GUESSES else game.hidden.words
        hidden = _verified("hidden", game.hidden, shared, game.scoring, find_list)
        permitted = frozenset(guesses)
        for word in hidden:
            if word not in permitted:
                raise CertificateRejected(WHOLE, Rule.WORD_LISTS, "every hidden word among the guesses", word)
        return cls(guesses, permitted, hidden)


def demand_tiles(game: GameRecord, rule: Rule) -> None:
    """Reject unless words are guessed, and answered with coloured tiles, which `rule` is about."""
    if game.codes is not None:
        raise CertificateRejected(WHOLE, rule, "a game of words", "codes")
    if not game.feedback.shows_facts:
        raise CertificateRejected(WHOLE, rule, "coloured tiles", f"the feedback {game.feedback}")


def _verified(
    keyword: str, record: WordListRecord, words: Sequence[str], scoring: Scoring, find_list: WordListFinder
) -> tuple[str, ...]:
    """Return the words of `record`: `words`, which the game has itself, or those that `find_list` knows."""
    rule = Rule(f"{keyword} list")
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
    checked: list[str] = []
    for text in words:
        word = scoring.word(text)
        if word is None or word != text:  # it has one text, lest it occurs twice
            expected = f"words of {counted(scoring.length, 'letter', 'letters')}, as claimed"
            raise CertificateRejected(WHOLE, rule, expected, text)
        checked.append(word)
    return tuple(checked)


def limit_of(claim: Claim) -> int:
    """Return how many guesses there may be in all; a claim without a limit has one all the same."""
    return MAX_DEPTH if claim.limit is None else claim.limit


def hidden_words_left(game: GameRecord, claim: Claim, lists: Lists) -> tuple[str, ...]:
    """Return the hidden words that agree with the claim's history, which must have been allowed."""
    history = claim.history
    depth = limit_of(claim)
    if len(history) > depth:  # first of all: what follows takes time by the square of this length
        expected = f"a history within the depth of {depth}"
        raise CertificateRejected(WHOLE, Rule.DEPTH, expected, counted(len(history), "guess", "guesses"))
    place = node_name(history, game.scoring)
    for index, (guess, pattern) in enumerate(history):
        demand_allowed(guess, history[:index], game, lists)
        if pattern == game.scoring.win:
            raise CertificateRejected(
                place, Rule.HISTORY, "a game that is not over", f"{guess} was the hidden word"
            )
    left = tuple(word for word in lists.hidden if game.scoring.is_consistent(word, history))
    if len(left) != claim.hidden_count:
        expected = f"{counted(claim.hidden_count, 'hidden word', 'hidden words')}, as claimed"
        raise CertificateRejected(place, Rule.COVERAGE, expected, str(len(left)))
    return left


def demand_allowed(guess: str, past: History, game: GameRecord, lists: Lists) -> None:
    """Reject unless the game allows `guess` after `past`."""
    if guess not in lists.guess_set:
        place = node_name(past, game.scoring)
        raise CertificateRejected(place, Rule.GUESS_LIST, "a word of the guess list", guess)
    reason = game.scoring.explain_not_allowed(guess, past, game.mode)
    if reason is not None:
        place = node_name(past, game.scoring)
        raise CertificateRejected(place, Rule.GUESS, f"one that {game.mode} mode allows", reason)
