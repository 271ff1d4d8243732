"""The independent checker: is what a certificate claims true?

It knows the rules of the game (`wordle_cp.rules`), the grammar of the file (`wordle_cp.certificate.format`)
and nothing else of this project; it never searches. Everything that a file says about itself is computed
afresh and compared: the partitions, the legality of every guess, the numbers, the word lists.
docs/certificates.md argues why acceptance implies the claim.

The file is streamed and the tree is walked with a stack of our own, so that neither its size nor its depth
can hurt.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NoReturn

from wordle_cp.certificate.format import (
    Claim,
    DepthPossible,
    GameRecord,
    Head,
    Origin,
    WordListRecord,
    node_name,
    open_certificate,
)
from wordle_cp.errors import CertificateRejected, abridged
from wordle_cp.rules import History, all_green, explain_not_allowed, is_consistent, score

if TYPE_CHECKING:
    from pathlib import Path

WordListFinder = Callable[[str], Sequence[str] | None]
"""Returns the words of the list with the given SHA-256, or None if it isn't known."""
Progress = Callable[[int, int], None]
"""Called now and then with the number of hidden words replayed so far and of all of them."""

_WHOLE: Final = "certificate"  # the node of a rejection that concerns no place in the tree


@dataclass(frozen=True, slots=True)
class Accepted:
    """The verdict on a certificate that proves its claim."""

    game: GameRecord
    claim: Claim
    hidden_set: tuple[str, ...]
    """The hidden words that the claim is about, in the order of their list."""


def check_file(path: Path, find_list: WordListFinder, progress: Progress | None = None) -> Accepted:
    """Check the certificate at `path`, plain text or gzipped, and return what it proves.

    `find_list` provides the lists that the certificate refers to without embedding them. What it returns
    isn't trusted either: it must have the SHA-256 in question.

    Raises:
        OSError: the file can't be read.
        CertificateParseError: the file is malformed, so it claims nothing.
        CertificateRejected: the file is well formed and doesn't prove what it claims.
    """
    with open_certificate(path) as reader:
        lists = _Lists.of(reader.head, find_list)
        hidden_set = _Replay(reader.head, lists, progress).run(reader.steps())
        return Accepted(reader.head.game, reader.head.claim, hidden_set)


@dataclass(frozen=True, slots=True)
class _Lists:
    """The two word lists of a game, verified."""

    guesses: frozenset[str]
    hidden: tuple[str, ...]

    @classmethod
    def of(cls, head: Head, find_list: WordListFinder) -> _Lists:
        """Get the lists and reject those that are not what the certificate says, or that make no game."""
        game = head.game
        guesses = _verified("guesses", game.guesses, game.guesses.words, game.word_length, find_list)
        shared = guesses if game.hidden.origin is Origin.GUESSES else game.hidden.words
        hidden = _verified("hidden", game.hidden, shared, game.word_length, find_list)
        permitted = frozenset(guesses)
        for word in hidden:
            if word not in permitted:
                raise CertificateRejected(_WHOLE, "word lists", "every hidden word among the guesses", word)
        return cls(permitted, hidden)


def _verified(
    keyword: str, record: WordListRecord, words: Sequence[str], length: int, find_list: WordListFinder
) -> tuple[str, ...]:
    """Return the words of `record`: those it embeds or shares, `words`, or those that `find_list` knows."""
    rule = f"{keyword} list"
    if record.origin is Origin.SHIPPED:
        found = find_list(record.sha256)
        if found is None:
            expected = f"a list known here with SHA-256 {record.sha256}"
            raise CertificateRejected(_WHOLE, rule, expected, f"none (it is called {abridged(record.name)})")
        words = found
    if len(words) != record.count:
        raise CertificateRejected(_WHOLE, rule, f"{record.count} words, as claimed", str(len(words)))
    sha256 = hashlib.sha256("\n".join(words).encode()).hexdigest()
    if sha256 != record.sha256:
        raise CertificateRejected(_WHOLE, rule, f"SHA-256 {record.sha256}, as claimed", sha256)
    if len(set(words)) != len(words):
        raise CertificateRejected(_WHOLE, rule, "different words", "one that occurs twice")
    for word in words:
        if len(word) != length:
            raise CertificateRejected(_WHOLE, rule, f"words of {length} letters, as claimed", word)
    return tuple(words)


class _Replay:
    """A strategy, replayed for all hidden words at once: rule "strategy" of docs/certificates.md."""

    def __init__(self, head: Head, lists: _Lists, progress: Progress | None) -> None:
        self._mode = head.game.mode
        self._length = head.game.word_length
        self._green = all_green(head.game.word_length)
        self._claim: DepthPossible = head.claim
        self._lists = lists
        self._progress = progress
        self._found_after: dict[int, int] = {}  # number of guesses -> hidden words that take as many
        self._found = 0

    def run(self, steps: Iterator[str]) -> tuple[str, ...]:
        """Walk through the whole tree; return the hidden words it finds if everything is as claimed."""
        history = self._claim.history
        hidden_set = self._hidden_set()
        first = self._walk(history, hidden_set, steps)
        extra = next(steps, None)
        if extra is not None:
            self._reject(history, "strategy", "no guess after the last hidden word is found", extra)
        if self._claim.opener not in (None, first):
            self._reject(history, "opener", f"{self._claim.opener}, as claimed", first)
        self._compare_numbers()
        return hidden_set

    def _hidden_set(self) -> tuple[str, ...]:
        """Return the hidden words that agree with the claim's history, which must have been allowed."""
        history = self._claim.history
        for index, (guess, pattern) in enumerate(history):
            self._demand_allowed(guess, history[:index])
            if pattern == self._green:
                self._reject(history, "history", "a game that is not over", f"{guess} was the hidden word")
        hidden_set = tuple(word for word in self._lists.hidden if is_consistent(word, history))
        if len(hidden_set) != self._claim.hidden_count:
            expected = f"{self._claim.hidden_count} hidden words, as claimed"
            self._reject(history, "coverage", expected, str(len(hidden_set)))
        return hidden_set

    def _walk(self, history: History, hidden_set: tuple[str, ...], steps: Iterator[str]) -> str:
        """Walk through the tree of `hidden_set`, the words left after `history`; return its first guess."""
        if len(hidden_set) == 1:
            self._single(history, hidden_set[0])
            return hidden_set[0]
        first: str | None = None
        stack = [(history, hidden_set)]
        while stack:
            past, words = stack.pop()
            self._demand_guess_left(past, words)
            guess = next(steps, None)
            if guess is None:
                self._reject(past, "strategy", f"a guess for the {len(words)} words left", "the end")
            first = first or guess
            self._demand_allowed(guess, past)
            stack.extend(reversed(self._divide(past, guess, words)))
            if self._progress is not None:
                self._progress(self._found, self._claim.hidden_count)
        assert first is not None, "the claim covers a word at least"
        return first

    def _divide(
        self, past: History, guess: str, words: Sequence[str]
    ) -> list[tuple[History, tuple[str, ...]]]:
        """Return the cells of `words` under `guess` that have two or more words; finish the others."""
        cells: dict[int, list[str]] = {}
        for word in words:
            cells.setdefault(score(guess, word), []).append(word)
        larger: list[tuple[History, tuple[str, ...]]] = []
        for pattern in sorted(cells):
            cell = cells[pattern]
            if pattern == self._green:
                self._count(len(past) + 1)
            elif len(cell) == 1:
                self._single((*past, (guess, pattern)), cell[0])
            else:
                larger.append(((*past, (guess, pattern)), tuple(cell)))
        return larger

    def _single(self, past: History, word: str) -> None:
        """Guess `word`, the only one left after `past`."""
        self._demand_guess_left(past, (word,))
        self._demand_allowed(word, past)  # so it is in every mode, but a checker doesn't take it on trust
        self._count(len(past) + 1)

    def _count(self, guesses: int) -> None:
        """Count a hidden word that is found with guess number `guesses`."""
        self._found += 1
        self._found_after[guesses] = self._found_after.get(guesses, 0) + 1

    def _demand_guess_left(self, past: History, words: Sequence[str]) -> None:
        """Reject if `words` are still to be found after all guesses of the claim have been made."""
        if len(past) >= self._claim.depth:
            expected = f"no word left after {self._claim.depth} guesses"
            found = words[0] if len(words) == 1 else f"{len(words)} words"
            self._reject(past, "depth", expected, found)

    def _demand_allowed(self, guess: str, past: History) -> None:
        """Reject unless the game allows `guess` after `past`."""
        if guess not in self._lists.guesses:
            self._reject(past, "guess list", "a word of the guess list", guess)
        reason = explain_not_allowed(guess, past, self._mode)
        if reason is not None:
            self._reject(past, f"{self._mode} mode", "an allowed guess", reason)

    def _compare_numbers(self) -> None:
        """Compare the numbers of the claim with those of the replay."""
        claim = self._claim
        most = max(self._found_after)
        total = sum(guesses * words for guesses, words in self._found_after.items())
        distribution = tuple(self._found_after.get(guesses, 0) for guesses in range(1, most + 1))
        for rule, claimed, found in (
            ("coverage", claim.hidden_count, self._found),
            ("total", claim.total_guesses, total),
            ("most", claim.max_guesses, most),
            ("distribution", _numbers(claim.distribution), _numbers(distribution)),
        ):
            if claimed != found:
                self._reject(claim.history, rule, f"{claimed}, as claimed", str(found))

    def _reject(self, past: History, rule: str, expected: str, found: str) -> NoReturn:
        """Reject at the node that `past` leads to."""
        raise CertificateRejected(node_name(past, self._length), rule, expected, found)


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join(str(number) for number in numbers)
