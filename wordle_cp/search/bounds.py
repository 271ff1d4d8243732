"""Lower bounds of openers with their proofs, within limits; `search.total` finds what the bounds are.

Where this stands: `solve` and `rank` ask it, once they know what every opener costs at least.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from wordle_cp.background import Run
from wordle_cp.engine import BoundProver, Game, SearchStoppedError
from wordle_cp.search.watch import NO_LIMITS, Limits, StoppedError, watch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordle_cp.engine import BoundProgress, ProvenLemma, ProvenSet
    from wordle_cp.search.total import TotalQuestion


def prove_bounds(
    question: TotalQuestion,
    targets: Sequence[tuple[str, int]],
    *,
    guesses_left: int | None,
    jobs: int = 1,
    limits: Limits = NO_LIMITS,
    progress: Callable[[BoundProgress], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> tuple[tuple[ProvenSet, ...], tuple[ProvenLemma, ...]]:
    """Prove that each opener of `targets` costs its number of guesses or more, from the position on.

    The bounds must be true, in normal or hard mode, with `guesses_left`. The limits hold from now on;
    `progress` is called every 50 ms.

    Raises:
        StoppedError: there was reason to stop.
    """
    prover = BoundProver(
        Game(question.variant.guesses, question.hidden, question.variant.codes),
        question.variant.mode,
        jobs=jobs,
    )
    run = Run(lambda: _proof_or_none(prover, question, targets, guesses_left))
    stopped_by = watch(
        run,
        prover.stop,
        poll=lambda: None if progress is None else progress(prover.progress()),
        limits=limits,
        started=time.monotonic(),
        cancelled=cancelled,
    )
    proof = run.result()
    if proof is None:
        assert stopped_by is not None, "the prover stopped, and nobody told it to"
        raise StoppedError(stopped_by)
    return proof


def _proof_or_none(
    prover: BoundProver, question: TotalQuestion, targets: Sequence[tuple[str, int]], guesses_left: int | None
) -> tuple[tuple[ProvenSet, ...], tuple[ProvenLemma, ...]] | None:
    try:
        return prover.prove(targets, history=question.history, guesses_left=guesses_left)
    except SearchStoppedError:
        return None
