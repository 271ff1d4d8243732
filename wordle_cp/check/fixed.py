"""The checker of guesses that are fixed in advance: some always leave few words, or none of that number do.

The rules are those of docs/certificates/, 'Claim "fixed"'. That some do is counted. That none do is a search
tree that the file leads through: `_Refutation` keeps which guesses are still in question, and which groups of
words no guess on the way has split.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

import numpy as np

from wordle_cp.certificate.claims.fixed import (
    GROUPS,
    MAX_PAIRS,
    MAX_STEPS,
    MOVES,
    Fail,
    FixedPossible,
    Try,
    Weigh,
)
from wordle_cp.certificate.parts.steps import STEPS
from wordle_cp.check.common.kind import CheckRun, Kind
from wordle_cp.check.common.lists import WHOLE
from wordle_cp.check.counting.patterns import GuessPatterns
from wordle_cp.errors import CertificateRejected, Rule, counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from wordle_cp.certificate.claims.fixed import FixedClaim, FixedImpossible, Group, Move
    from wordle_cp.certificate.read import CertificateReader
    from wordle_cp.check.common.lists import Lists, Progress
    from wordle_cp.check.counting.patterns import Mask

_PROGRESS: Final = 64  # groups or moves from one report of progress to the next
_Line = TypeVar("_Line")


def check_fixed(
    reader: CertificateReader, lists: Lists, hidden_set: tuple[str, ...], progress: Progress | None
) -> None:
    """Check the claim; `hidden_set` are the hidden words left after its history.

    Raises:
        CertificateParseError: the proof is malformed.
        CertificateRejected: it doesn't prove the claim.
    """
    game, claim = reader.head.game, reader.head.claim
    if game.mode.binds:
        expected = "a mode in which no response forbids a guess"
        raise CertificateRejected(WHOLE, Rule.MODE, expected, f"{game.mode} mode")
    _demand_known(claim.start, lists)
    if isinstance(claim, FixedPossible):
        _check_guesses(reader, claim, lists, hidden_set)
    else:
        _check_refutation(reader, claim, lists, hidden_set, progress)


def _demand_known(words: Iterable[str], lists: Lists) -> None:
    for word in words:
        if word not in lists.guess_set:
            raise CertificateRejected(WHOLE, Rule.GUESS_LIST, "a word of the guess list", word)


def _check_guesses(
    reader: CertificateReader, claim: FixedClaim, lists: Lists, hidden_set: tuple[str, ...]
) -> None:
    """Reject unless the guesses begin with those of the claim and always leave as few words as claimed."""
    guesses = tuple(reader.read(STEPS, claim.count, last=True))
    _demand_known(guesses, lists)
    if guesses[: len(claim.start)] != claim.start:
        first = " ".join(guesses[: len(claim.start)])
        raise CertificateRejected(WHOLE, Rule.START, " ".join(claim.start), first)
    score = reader.head.game.scoring.score
    left = Counter(tuple(score(guess, word) for guess in guesses) for word in hidden_set)
    most = max(left.values())
    if most > claim.leave:
        expected = f"{counted(claim.leave, 'word', 'words')} left at most"
        raise CertificateRejected(WHOLE, Rule.LEAVE, expected, str(most))


def _check_refutation(
    reader: CertificateReader,
    claim: FixedImpossible,
    lists: Lists,
    hidden_set: tuple[str, ...],
    progress: Progress | None,
) -> None:
    size, steps = claim.pairs(len(lists.guesses)), claim.steps(len(lists.guesses))
    if size > MAX_PAIRS:
        expected = f"{MAX_PAIRS} bytes at most for which guesses split which groups"
        raise CertificateRejected(WHOLE, Rule.SIZE, expected, str(size))
    if steps > MAX_STEPS:
        expected = f"{MAX_STEPS} steps at most, one for each guess, group, and move or word of the group"
        raise CertificateRejected(WHOLE, Rule.STEPS, expected, str(steps))

    def heard(parts: Iterator[_Line], done: int) -> Iterator[tuple[int, _Line]]:
        for number, part in enumerate(parts):
            yield number, part
            if progress is not None and (done + number) % _PROGRESS == 0:
                progress(done + number, claim.groups + claim.moves)

    refutation = _Refutation(reader, claim, lists)
    left = frozenset(hidden_set)
    for number, group in heard(reader.read(GROUPS, claim.groups), 0):
        refutation.add(number, group, left)
    refutation.begin()
    for number, move in heard(reader.read(MOVES, claim.moves, last=True), claim.groups):
        refutation.follow(f"move {number}", move)
    if not refutation.ended:
        raise CertificateRejected(WHOLE, Rule.MOVES, "an end of each attempt", "one that goes on")


@dataclass(slots=True)
class _Attempt:
    """A part of the tree: what is left to do by `guesses` more guesses.

    `groups` are those that no guess on the way here has split; `allowed` are the guesses still in question:
    no others are among guesses that do. `tried` is the place of the guess that led here.
    """

    guesses: int
    groups: Mask
    allowed: Mask
    tried: int | None


class _Refutation:
    """The way through a tree of attempts, all of which must fail."""

    def __init__(self, reader: CertificateReader, claim: FixedImpossible, lists: Lists) -> None:
        self._claim = claim
        self._place = {word: place for place, word in enumerate(lists.guesses)}
        self._guesses = GuessPatterns(lists.guesses, scoring=reader.head.game.scoring)
        self._splits = np.zeros((claim.groups, len(lists.guesses)), np.bool_)
        """Which guesses give the words of a group more than one response: [group][guess]."""
        self._open: list[_Attempt] = []

    @property
    def ended(self) -> bool:
        """Whether all attempts have failed."""
        return not self._open

    def add(self, number: int, group: Group, left: frozenset[str]) -> None:
        """Take the next group, some of the words that are `left`."""
        name = f"group {number}"
        strange = next((word for word in group if word not in left), None)
        if strange is not None:
            raise CertificateRejected(name, Rule.GROUP, "hidden words that agree with the history", strange)
        if len(set(group)) != len(group):
            raise CertificateRejected(name, Rule.GROUP, "different words", "one that occurs twice")
        first = self._guesses.patterns(group[0])
        for word in group[1:]:
            self._splits[number] |= self._guesses.patterns(word) != first

    def begin(self) -> None:
        """Begin with the guesses that the claim starts with, after all groups are known."""
        groups = np.ones(self._claim.groups, np.bool_)
        for word in self._claim.start:
            groups &= ~self._splits[:, self._place[word]]
        allowed = np.ones(len(self._place), np.bool_)
        self._open = [_Attempt(self._claim.count - len(self._claim.start), groups, allowed, None)]

    def follow(self, name: str, move: Move) -> None:
        """Take the next move by its rule."""
        if not self._open:
            raise CertificateRejected(
                name, Rule.MOVES, "no move after all attempts have failed", "another one"
            )
        match move:
            case Try(guess):
                self._try(name, guess)
            case Weigh(weights):
                self._weigh(name, weights)
            case Fail(group):
                self._fail(name, group)

    def _try(self, name: str, guess: str) -> None:
        attempt, place = self._open[-1], self._place.get(guess)
        if place is None:
            raise CertificateRejected(name, Rule.TRY, "a word of the guess list", guess)
        self._demand_guess_left(name, Rule.TRY, attempt)
        groups = attempt.groups & ~self._splits[:, place]
        self._open.append(_Attempt(attempt.guesses - 1, groups, attempt.allowed.copy(), place))

    def _weigh(self, name: str, weights: tuple[tuple[int, int], ...]) -> None:
        attempt = self._open[-1]
        self._demand_guess_left(name, Rule.WEIGH, attempt)
        split: NDArray[np.int64] = np.zeros(len(self._place), np.int64)
        for number, weight in weights:
            self._demand_left(name, Rule.WEIGH, attempt, number)
            split += weight * self._splits[number].astype(np.int64)
        most = int(split[attempt.allowed].max(initial=0))
        total = sum(weight for _, weight in weights)
        attempt.allowed &= split >= total - (attempt.guesses - 1) * most

    def _fail(self, name: str, number: int) -> None:
        attempt = self._open[-1]
        self._demand_left(name, Rule.FAIL, attempt, number)
        if attempt.guesses and (self._splits[number] & attempt.allowed).any():
            one = self._guesses.words[int(np.argmax(self._splits[number] & attempt.allowed))]
            raise CertificateRejected(name, Rule.FAIL, "no guess that splits the group", one)
        self._open.pop()
        if attempt.tried is not None:
            above = self._open[-1]
            others = above.groups & ~self._splits[:, attempt.tried]
            above.allowed &= self._splits[others].any(axis=0)

    @staticmethod
    def _demand_guess_left(name: str, rule: Rule, attempt: _Attempt) -> None:
        if attempt.guesses == 0:
            raise CertificateRejected(name, rule, "a guess left", "none")

    @staticmethod
    def _demand_left(name: str, rule: Rule, attempt: _Attempt, number: int) -> None:
        if not attempt.groups[number]:
            raise CertificateRejected(name, rule, "a group that is not split", f"group {number}")


def _check(reader: CertificateReader, lists: Lists, hidden_set: tuple[str, ...], run: CheckRun) -> None:
    check_fixed(reader, lists, hidden_set, run.progress)


KIND: Final = Kind(_check, None, "this certificate is about fixed guesses, so it has no strategy")
