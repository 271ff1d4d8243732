"""Lower bounds of openers with their proofs, within limits; `search.total` finds what the bounds are."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from wordle_cp.engine import BoundProver, Game, MissedProver
from wordle_cp.search.parts import has_checker_room, is_large, least_by_cells
from wordle_cp.search.total import game_of_question
from wordle_cp.search.watch import watched
from wordle_cp.work import UNLIMITED, Work

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordle_cp.certificate.parts.missed_lemmas import MissedLemma
    from wordle_cp.engine import BoundParts
    from wordle_cp.games.goal import Missed
    from wordle_cp.games.question import TotalQuestion

_Proof = TypeVar("_Proof")


def prove_bounds(
    question: TotalQuestion,
    targets: Sequence[tuple[str, int]],
    *,
    guesses_left: int | None,
    work: Work = UNLIMITED,
) -> BoundParts:
    """Prove that each opener of `targets` costs its number of guesses or more, from the position on.

    Guesses count by the weights of the `question`. The bounds must be true, in normal or hard mode, with
    `guesses_left`. A snapshot is shown every 50 ms.

    Raises:
        StoppedError: there was reason to stop.
    """
    prover = _prover(question, work)
    return _watched(
        prover,
        lambda: prover.prove(targets, history=question.history, guesses_left=guesses_left),
        work,
    )


def prove_counted(
    question: TotalQuestion,
    openers: Sequence[str],
    *,
    guesses_left: int | None,
    work: Work = UNLIMITED,
    sets: bool = True,
    game: Game | None = None,
) -> tuple[int | None, str, BoundParts]:
    """Prove as much as counting patterns proves of each of the `openers`, from the position on.

    Return how many guesses each costs at least (None: none has a strategy in time), the first of which no
    more is proven, and the proof. Without `sets` it takes a moment, and proves less. Of a large game
    (`search.parts`), and where the checker has no room for more, only the sizes of cells are counted. The
    `game` is that of the question, if it is there already. For the rest see `prove_bounds`.
    """
    if is_large(question) and not question.goal.weights:
        low, weakest = least_by_cells(question, openers, work)
        return low, weakest, ((), ())
    counted = game or game_of_question(question, work)
    tiles = question.variant.scoring.feedback.shows_facts
    if not (tiles or has_checker_room(question)):
        return *least_by_cells(question, openers, work, counted), ((), ())
    prover = _prover(question, work, counted)
    found = _watched(
        prover,
        lambda: prover.prove_counted(openers, history=question.history, guesses_left=guesses_left, sets=sets),
        work,
    )
    if tiles or found[0] is None or question.goal.weights:
        return found
    low, weakest = least_by_cells(question, openers, work, counted)
    return found if low < found[0] else (low, weakest, found[2])


def _prover(question: TotalQuestion, work: Work, game: Game | None = None) -> BoundProver:
    return BoundProver(
        game or game_of_question(question, work),
        question.variant.mode,
        jobs=work.jobs,
        weights=question.goal.weights_of(question.hidden) if question.goal.weights else (),
    )


def prove_missed(
    question: TotalQuestion,
    openers: Sequence[str],
    least: int,
    *,
    every: bool,
    missed: Missed,
    work: Work = UNLIMITED,
) -> tuple[MissedLemma, ...]:
    """Prove that each of the `openers` misses `least` words or more, from the position on, in normal mode.

    `missed` says which words are. The bound must be true. Openers that split nothing are passed over,
    unless `every` one is to be proven. For the rest see `prove_bounds`.

    Raises:
        StoppedError: there was reason to stop.
        ProofTooLongError: the proof would take hours; this is reported early.
    """
    prover = MissedProver(game_of_question(question, work))
    return _watched(
        prover,
        lambda: prover.prove(
            openers,
            least,
            every=every,
            history=question.history,
            guesses=missed.within,
            most=missed.most,
        ),
        work,
    )


def _watched(
    prover: BoundProver | MissedProver,
    prove: Callable[[], _Proof],
    work: Work,
) -> _Proof:
    """Return what `prove` does, a call of the `prover`; raise StoppedError if there was reason to stop."""
    return watched(prove, prover.stop, poll=lambda: work.show(prover.progress()), work=work)[0]
