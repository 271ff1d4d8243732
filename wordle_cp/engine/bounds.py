"""Proofs of what openers cost at least, put to the compiled prover."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.parts.missed_lemmas import MissedLemma
from wordle_cp.certificate.parts.sets_and_lemmas import FactSet, Lemma, format_fact
from wordle_cp.engine.depth import restriction_of
from wordle_cp.engine.game import NativeSearch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.engine.game import Game
    from wordle_cp.rules.modes import Mode
    from wordle_cp.rules.words import History

_NO_LIMIT: Final = 0  # as the compiled part says it
_LOST: Final = -1
MISSED_WORK: Final = 2**38
"""Patterns that a proof of words missed may count: some minutes of work, and hours of the checker."""
MISSED_WORK_OF_CODES: Final = 2**40
"""The same for codes, whose few patterns the checker counts faster than the prover does."""


BoundParts = tuple[tuple[FactSet, ...], tuple[Lemma, ...]]
"""Sets, each with its number, and lemmas; each lemma comes after those it rests on."""


@dataclass(frozen=True, slots=True)
class BoundProgress:
    """A snapshot: `openers` of the targets done, `sets` and `lemmas` found so far, not all of them needed.

    Where lemmas are chosen for all openers together, that takes most of the time: `cells` of `all_cells` are
    looked at.
    """

    openers: int
    sets: int
    lemmas: int
    cells: int = 0
    all_cells: int = 0


class FalseBoundError(Exception):
    """A bound that was to be proven isn't true."""


class BoundProver(NativeSearch):
    """Proves lower bounds of openers, in normal or hard mode: one call at a time, watched meanwhile."""

    def __init__(self, game: Game, mode: Mode, *, jobs: int, weights: Sequence[int] = ()) -> None:
        """Take the `weights` of the hidden words; without any each weighs 1.

        If codes of one kind differ in weight the `game` must be without symmetry.

        Raises:
            ValueError: the mode is ultrahard, `jobs` is out of range, the weights are too large, or one is
                negative.
        """
        game.demand(mode)
        super().__init__(game, game.library.BoundProof(game.native, mode.value, list(weights), jobs))

    def prove(
        self, targets: Sequence[tuple[str, int]], *, history: History, guesses_left: int | None
    ) -> BoundParts:
        """Prove that each opener of `targets` costs its number of guesses, or more, from the position on.

        The bounds must be true. Each lemma comes after those it rests on. Blocks, without the interpreter
        lock.

        Raises:
            SearchStoppedError: `stop` was called.
            FalseBoundError: a bound isn't true.
            ValueError: an opener isn't allowed after `history`.
        """
        try:
            sets, lemmas = self._ask(
                "prove",
                self._past(history),
                self._past(targets),
                _NO_LIMIT if guesses_left is None else guesses_left,
            )
        except RuntimeError as error:
            raise FalseBoundError(str(error)) from error
        return self._proof(sets, lemmas)

    def prove_counted(
        self, openers: Sequence[str], *, history: History, guesses_left: int | None, sets: bool = True
    ) -> tuple[int | None, str, BoundParts]:
        """Prove as much as counting patterns proves of each of the `openers`; one or more.

        Without `sets` it is what single facts prove, or of codes the sizes of cells, and takes less time.
        Return how many guesses each costs at least from the position on (None: none has a strategy in time),
        the first of which no more is proven, and the proof. Blocks, without the interpreter lock.

        Raises:
            SearchStoppedError: `stop` was called.
            ValueError: an opener isn't allowed after `history`.
        """
        bound, opener, (proven, lemmas) = self._ask(
            "prove_counted",
            self._past(history),
            self._ids(openers),
            _NO_LIMIT if guesses_left is None else guesses_left,
            sets,
        )
        return None if bound == _LOST else bound, self._game.guesses[opener], self._proof(proven, lemmas)

    def _proof(
        self,
        sets: Sequence[tuple[int, Sequence[int], Sequence[int]]],
        lemmas: Sequence[tuple[int, Sequence[int], int, Sequence[tuple[int, int]]]],
    ) -> BoundParts:
        """Return the parts of a proof with words for numbers."""
        game = self._game
        word = game.guesses.__getitem__
        return (
            tuple(
                FactSet(most, tuple(sorted(map(game.letters.fact, facts), key=format_fact)), tuple(found))
                for most, facts, found in sets
            ),
            tuple(
                Lemma(
                    None if bound == _LOST else bound,
                    restriction_of(game, bits),
                    None if guesses == _NO_LIMIT else guesses,
                    tuple((word(guess), pattern) for guess, pattern in path),
                )
                for bound, bits, guesses, path in lemmas
            ),
        )

    def progress(self) -> BoundProgress:
        """Return a snapshot; from any thread."""
        return BoundProgress(*self._native.progress())


class MissedProver(NativeSearch):
    """Proves how many words are missed at least, in normal mode: one call at a time, watched meanwhile."""

    def __init__(self, game: Game) -> None:
        """Take the game; where codes are guessed, the hidden words are all that agree with some history."""
        most = MISSED_WORK if game.scoring.feedback.shows_facts else MISSED_WORK_OF_CODES
        super().__init__(game, game.library.MissedProof(game.native, most))

    def prove(
        self,
        openers: Sequence[str],
        missed: int,
        *,
        every: bool,
        history: History,
        guesses: int,
        most: int | None,
    ) -> tuple[MissedLemma, ...]:
        """Prove that each of the `openers` misses `missed` words or more, with `guesses` guesses left.

        For `guesses` and `most` see `MissedLemma`. The bound must be true. Openers that split nothing are
        passed over, except where `every` one is to be proven. Each lemma comes after those it rests on.
        Blocks, without the interpreter lock.

        Raises:
            SearchStoppedError: `stop` was called.
            ProofTooLongError: it would take more work than is allowed; this is reported early.
            FalseBoundError: the bound isn't true.
        """
        try:
            lemmas = self._ask(
                "prove",
                self._past(history),
                self._ids(openers),
                every,
                guesses,
                _NO_LIMIT if most is None else most,
                missed,
            )
        except RuntimeError as error:
            raise FalseBoundError(str(error)) from error
        word = self._game.guesses.__getitem__
        return tuple(
            MissedLemma(
                None if bound == _LOST else bound,
                left,
                None if limit == _NO_LIMIT else limit,
                tuple((word(guess), pattern) for guess, pattern in path),
            )
            for bound, left, limit, path in lemmas
        )

    def progress(self) -> BoundProgress:
        """Return a snapshot; from any thread."""
        openers, lemmas = self._native.progress()
        return BoundProgress(openers, 0, lemmas)
