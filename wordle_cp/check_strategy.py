"""The checker's replay of a strategy: rule "strategy" of docs/certificates.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from wordle_cp.certificate.format import DepthPossible, GameRecord, node_name
from wordle_cp.check_lists import Lists, Progress, demand_allowed
from wordle_cp.errors import CertificateRejected, counted
from wordle_cp.rules import History, all_green, score

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Replay:
    """A strategy, replayed for all hidden words at once: rule "strategy" of docs/certificates.md."""

    def __init__(
        self, game: GameRecord, claim: DepthPossible, lists: Lists, progress: Progress | None
    ) -> None:
        """Take the game, the claim and the lists; `run` does the work."""
        self._game = game
        self._length = game.word_length
        self._green = all_green(game.word_length)
        self._claim = claim
        self._lists = lists
        self._progress = progress
        self._found_after: dict[int, int] = {}  # number of guesses -> hidden words that take as many
        self._found = 0

    def run(self, hidden_set: tuple[str, ...], steps: Iterator[str]) -> None:
        """Walk through the whole tree of `hidden_set`, the words left after the claim's history.

        Raises:
            CertificateParseError: a step is malformed.
            CertificateRejected: the steps are no strategy, or not one of which all that is claimed is true.
        """
        history = self._claim.history
        first = self._walk(history, hidden_set, steps)
        extra = next(steps, None)
        if extra is not None:
            self._reject(history, "strategy", "no guess after the last hidden word is found", extra)
        if self._claim.opener not in (None, first):
            self._reject(history, "opener", f"{self._claim.opener}, as claimed", first)
        self._compare_numbers()

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
            demand_allowed(guess, past, self._game, self._lists)
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
        demand_allowed(
            word, past, self._game, self._lists
        )  # so it is in every mode, but a checker doesn't take it on trust
        self._count(len(past) + 1)

    def _count(self, guesses: int) -> None:
        """Count a hidden word that is found with guess number `guesses`."""
        self._found += 1
        self._found_after[guesses] = self._found_after.get(guesses, 0) + 1

    def _demand_guess_left(self, past: History, words: Sequence[str]) -> None:
        """Reject if `words` are still to be found after all guesses of the claim have been made."""
        if len(past) >= self._claim.depth:
            expected = f"no word left after {counted(self._claim.depth, 'guess', 'guesses')}"
            found = words[0] if len(words) == 1 else f"{len(words)} words"
            self._reject(past, "depth", expected, found)

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
