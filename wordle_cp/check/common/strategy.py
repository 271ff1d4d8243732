"""The checker's replay of a strategy: rule "strategy" of docs/certificates/."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from wordle_cp.certificate.base.records import GameRecord, node_name
from wordle_cp.check.common.lists import Lists, Progress, demand_allowed
from wordle_cp.errors import CertificateRejected, Rule, counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from wordle_cp.certificate.claims.possible import DepthPossible
    from wordle_cp.rules.words import History


def check_strategy(
    game: GameRecord,
    claim: DepthPossible,
    lists: Lists,
    hidden_set: tuple[str, ...],
    steps: Iterator[str],
    progress: Progress | None,
) -> None:
    """Check the strategy of `claim` for `hidden_set`, the words left after its history.

    Raises:
        CertificateParseError: a step is malformed.
        CertificateRejected: the steps are no strategy, or not one of which all that is claimed is true.
    """
    replay = Replay(game, claim.history, claim.depth, lists, progress)
    first = replay.run(hidden_set, steps)
    start = node_name(claim.history, game.scoring)
    if claim.opener not in (None, first):
        raise CertificateRejected(start, Rule.OPENER, f"{claim.opener}, as claimed", first)
    for rule, claimed, found in (
        (Rule.COVERAGE, claim.hidden_count, replay.found),
        (Rule.TOTAL, claim.total_guesses, replay.total),
        (Rule.MOST, claim.max_guesses, len(replay.distribution)),
        (Rule.DISTRIBUTION, _numbers(claim.distribution), _numbers(replay.distribution)),
    ):
        if claimed != found:
            raise CertificateRejected(start, rule, f"{claimed}, as claimed", str(found))


class Replay:
    """A strategy, replayed for all hidden words at once: rule "strategy" of docs/certificates/."""

    def __init__(
        self,
        game: GameRecord,
        history: History,
        depth: int,
        lists: Lists,
        progress: Progress | None = None,
        weights: Mapping[str, int] | None = None,
    ) -> None:
        """Take the game, its history and how many guesses there may be in all; `run` does the work.

        Each hidden word has one of the `weights`, or weighs 1.
        """
        self._game = game
        self._scoring = game.scoring
        self._history = history
        self._depth = depth
        self._lists = lists
        self._progress = progress
        self._found_after: dict[int, int] = {}  # number of guesses -> hidden words that take as many
        self._weights = weights
        self._weight_after: dict[int, int] = {}  # number of guesses -> what those words weigh
        self.found = 0
        """Hidden words that have been found."""

    @property
    def total(self) -> int:
        """The guesses of all hidden words, those of the history included."""
        return sum(guesses * words for guesses, words in self._found_after.items())

    @property
    def distribution(self) -> tuple[int, ...]:
        """How many hidden words take 1, 2, ... guesses, those of the history included."""
        return tuple(self._found_after.get(guesses, 0) for guesses in range(1, max(self._found_after) + 1))

    @property
    def weighed(self) -> tuple[int, ...]:
        """What the hidden words weigh that take 1, 2, ... guesses, those of the history included."""
        return tuple(self._weight_after.get(guesses, 0) for guesses in range(1, max(self._found_after) + 1))

    @property
    def cost(self) -> int:
        """The guesses of all hidden words, those of the history included, times their weights."""
        return sum(guesses * weight for guesses, weight in self._weight_after.items())

    def run(self, hidden_set: tuple[str, ...], steps: Iterator[str]) -> str:
        """Walk through the whole tree of `hidden_set`, the words left after the history; return its opener.

        Raises:
            CertificateParseError: a step is malformed.
            CertificateRejected: the steps are no strategy that finds all these words in time.
        """
        first = self._walk(self._history, hidden_set, steps)
        extra = next(steps, None)
        if extra is not None:
            self._reject(self._history, Rule.STRATEGY, "no guess after the last hidden word is found", extra)
        return first

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
                self._reject(past, Rule.STRATEGY, f"a guess for the {len(words)} words left", "the end")
            first = first or guess
            demand_allowed(guess, past, self._game, self._lists)
            stack.extend(reversed(self._divide(past, guess, words)))
            if self._progress is not None:
                self._progress(self.found, len(hidden_set))
        assert first is not None, "the claim covers a word at least"
        return first

    def _divide(
        self, past: History, guess: str, words: Sequence[str]
    ) -> list[tuple[History, tuple[str, ...]]]:
        """Return the cells of `words` under `guess` that have two or more words; finish the others."""
        cells: dict[int, list[str]] = {}
        for word in words:
            cells.setdefault(self._scoring.score(guess, word), []).append(word)
        larger: list[tuple[History, tuple[str, ...]]] = []
        for pattern in sorted(cells):
            cell = cells[pattern]
            if pattern == self._scoring.win:
                self._count(len(past) + 1, guess)
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
        self._count(len(past) + 1, word)

    def _count(self, guesses: int, word: str) -> None:
        """Count the hidden word `word`, which is found with guess number `guesses`."""
        weight = 1 if self._weights is None else self._weights[word]
        self.found += 1
        self._found_after[guesses] = self._found_after.get(guesses, 0) + 1
        self._weight_after[guesses] = self._weight_after.get(guesses, 0) + weight

    def _demand_guess_left(self, past: History, words: Sequence[str]) -> None:
        """Reject if `words` are still to be found after all guesses have been made."""
        if len(past) >= self._depth:
            expected = f"no word left after {counted(self._depth, 'guess', 'guesses')}"
            found = words[0] if len(words) == 1 else f"{len(words)} words"
            self._reject(past, Rule.DEPTH, expected, found)

    def _reject(self, past: History, rule: Rule, expected: str, found: str) -> NoReturn:
        """Reject at the node that `past` leads to."""
        raise CertificateRejected(node_name(past, self._scoring), rule, expected, found)


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join(str(number) for number in numbers)
