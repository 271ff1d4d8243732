r"""Weights: integers that prove that g guesses are too few for a set of hidden words.

Sets        L, the hidden words; T, the allowed guesses (more than are allowed do no harm)
Data        the pattern of every pair; cells(t), the sets of words in L that give t one pattern;
            c(t), one of cells(t) for each guess t, by which the guess is answered
Variables   w[h] in [0, 1] for h in L: the weight of word h
            z in [0, |L|]: the most that an answer takes away
Constraints weigh[t], t in T:  sum(w[h] : h in L, h not in c(t)) <= z
Objective   maximise sum(w) - (g - 1) * z
Claim       for the weights, made whole:  sum(w) - (g - 1) * max(loss(t) : t in T) > max(w)
            with loss(t) = sum(w) - max(w(c) : c in cells(t)), what the heaviest cell lacks
Source      Selby, part 2 (2022), "Endgame analysis", where all weights are 1; the weights are the dual of the
            fractional cover (`family_cover`).

Why the claim refutes g guesses. Answer every guess t with the heaviest of its cells on the whole of L. If L'
is live before it, the words of L' outside that cell weigh loss(t) at most, so g-1 guesses take away at most
(g-1) * max(loss) in all. What stays weighs more than the heaviest word: that is two words at least, and one
guess isn't both. In hard mode later guesses are fewer, never others, so the proof holds for every restriction
in force when T is what it allows; and for every larger set of hidden words.

How weights are found. "loss(t) <= z" isn't convex: the heaviest cell depends on w. With one cell c(t) fixed
for each guess it becomes linear, and stronger than needed, as sum(w) - w(c(t)) >= loss(t): the linear program
above. Weights prove the claim if its optimum is above 1. Of the sets L \ c(t) only the maximal ones count. At
first c(t) is a cell of most words, which for a family is its rest cell (`family`); then the heaviest under
the w found, until the optimum is above 1 or stands still: it never falls, since the old w stays feasible. The
optimum is rounded to the smallest multiple that is still good enough. None of this has to be trusted: what is
returned has passed `verify_weights`, which is the claim in integers.
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wordle_cp.errors import counted
from wordle_cp.games.needs import Needs
from wordle_cp.modelling.formulation import (
    Depth,
    Formulation,
    Found,
    Instance,
    WordsLost,
    shown_words,
)
from wordle_cp.modelling.linear import LinearProgram, optimum
from wordle_cp.modelling.solver import Feasible, Unknown
from wordle_cp.modelling.statement import Statement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from wordle_cp.modelling.formulation import ModelQuestion
    from wordle_cp.modelling.solver import Outcome, SolverSettings
    from wordle_cp.work import Work

MAX_MEMBERS: Final = 64
"""Larger sets are not tried: a set of words is a 64-bit mask here."""

_MAX_SCALE: Final = 60
_ROUNDS: Final = 4
_FIRST_ROWS: Final = 24
_TOLERANCE: Final = 1e-6


def weight_certificate(patterns: NDArray[np.uint8], guesses_left: int) -> tuple[int, ...] | None:
    """Return weights, one a member, which prove that `guesses_left` guesses are too few; None if none found.

    `patterns` has shape (members, allowed guesses): a row a word of the set. None says nothing: there may be
    other weights, other proofs, or a strategy. Sets of more than `MAX_MEMBERS` words get None. The weights
    have no common divisor, and are small where small ones do.

    Raises:
        ValueError: `guesses_left` is not positive.
    """
    members = len(patterns)
    if guesses_left < 1:
        message = f"expected a positive number of guesses, not {guesses_left}"
        raise ValueError(message)
    if not 1 < members <= MAX_MEMBERS:
        return None
    patterns = np.ascontiguousarray(patterns)
    found = _search(patterns, guesses_left)
    if found is None:
        return None
    divisor = gcd(*found.tolist())
    weights = tuple(weight // divisor for weight in found.tolist())
    assert verify_weights(patterns, weights, guesses_left), "the reduced claim is not the claim"
    return weights


def verify_weights(patterns: NDArray[np.uint8], weights: Sequence[int], guesses_left: int) -> bool:
    """Tell whether `weights` prove that `guesses_left` guesses are too few; exact, by the definition.

    `patterns` is as for `weight_certificate`, of any size; `weights` are one a member.

    Raises:
        ValueError: the numbers of weights and members differ, or `guesses_left` is not positive.
    """
    if len(weights) != len(patterns) or guesses_left < 1:
        message = f"{len(weights)} weights, {len(patterns)} members, {guesses_left} guesses"
        raise ValueError(message)
    if not weights or min(weights) < 0 or sum(weights) >= 1 << 31:
        return False
    return not taking_too_much(patterns, weights, guesses_left).any() and sum(weights) > max(weights)


def taking_too_much(
    patterns: NDArray[np.uint8], weights: Sequence[int], guesses_left: int
) -> NDArray[np.bool_]:
    """Tell which guesses lose so much that `weights`, one a member, prove nothing where they are allowed."""
    heavy = [member for member, weight in enumerate(weights) if weight]
    heaviest = _cell_weights(patterns[heavy], [weights[member] for member in heavy]).max(axis=0, initial=0)
    losses = sum(weights) - heaviest.astype(np.int64)
    return np.asarray(sum(weights) - (guesses_left - 1) * losses <= max(weights))


def _search(patterns: NDArray[np.uint8], guesses_left: int) -> NDArray[np.int64] | None:
    """Look for weights that meet the claim, first all ones, then what the linear programs say."""
    weights = np.ones(len(patterns), np.int64)
    best = 0.0
    for _ in range(_ROUNDS):
        lost = _lost_sets(patterns, weights)
        if _proves(weights[None, :], lost, guesses_left)[0]:
            return weights
        optimum = _optimum(lost, guesses_left)
        if optimum is None or optimum[1] < best + _TOLERANCE:
            return None
        shares, best = optimum
        if best > 1 + _TOLERANCE:
            return rounded_weights(shares, lost, guesses_left)
        weights = np.rint(shares * _MAX_SCALE).astype(np.int64)
    return None


def _cell_weights(patterns: NDArray[np.uint8], weights: Sequence[int]) -> NDArray[np.unsignedinteger[Any]]:
    """Return what the cell of each member under each guess weighs, in the shape of `patterns`."""
    small = np.min_scalar_type(sum(weights)).type  # a whole cell fits, and little memory is touched
    scaled = [small(weight) for weight in weights]
    result = np.empty(patterns.shape, small)
    for member, weight in enumerate(scaled):
        result[member] = weight
    for one in range(len(patterns)):
        for other in range(one + 1, len(patterns)):
            equal = (patterns[one] == patterns[other]).view(np.uint8)
            result[one] += equal * scaled[other]
            result[other] += equal * scaled[one]
    return result


def _lost_sets(patterns: NDArray[np.uint8], weights: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the maximal sets that a guess's heaviest cell lacks, largest first, as rows of 0 and 1."""
    heaviest = _cell_weights(patterns, weights.tolist()).argmax(axis=0)
    shown = patterns[heaviest, np.arange(patterns.shape[1])]
    masks = np.zeros(patterns.shape[1], np.uint64)
    for member, row in enumerate(patterns):
        masks |= (row != shown).astype(np.uint64) << np.uint64(member)
    return indicators(maximal_sets(masks), len(patterns))


def indicators(masks: NDArray[np.uint64], members: int) -> NDArray[np.int64]:
    """Return sets of `members`, given as masks, as rows of 0 and 1."""
    places = np.arange(members, dtype=np.uint64)
    return ((masks[:, None] >> places) & np.uint64(1)).astype(np.int64)


def maximal_sets(masks: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the `masks` that are part of no other one, each once, largest first; 0 is left out."""
    masks = np.unique(masks)
    left = masks[np.argsort(-np.bitwise_count(masks).astype(np.int64), kind="stable")]
    kept: list[np.uint64] = []
    while len(left) and left[0]:
        kept.append(left[0])
        left = left[(left & ~left[0]) != 0]
    return np.array(kept, np.uint64)


def _proves(candidates: NDArray[np.int64], lost: NDArray[np.int64], guesses_left: int) -> NDArray[np.bool_]:
    """Tell which of the weights (a row each) meet the claim if no guess does more than one of `lost`."""
    worst = (candidates @ lost.T).max(axis=1, initial=0)
    proven: NDArray[np.bool_] = candidates.sum(axis=1) - (guesses_left - 1) * worst > candidates.max(axis=1)
    return proven


def weight_program(lost: NDArray[np.int64], guesses_left: int, words: Sequence[str] = ()) -> LinearProgram:
    """Return the program whose variables are the weights and z, where guesses lose the sets `lost` at most.

    `lost` has a row of 0 and 1 a set, shape (sets, members). With `words`, one a member, it has names.
    """
    members = lost.shape[1]
    return LinearProgram(
        objective=np.array([1.0] * members + [1.0 - guesses_left]),
        upper=np.array([1.0] * members + [float(members)]),
        rows=np.hstack([lost, np.full((len(lost), 1), -1)]).astype(np.float64),
        at_most=np.zeros(len(lost)),
        name="weights",
        variables=(*(f"w[{word}]" for word in words), "z"),
        names=tuple(f"weigh[{place}]" for place in range(len(lost))),
    )


def _optimum(lost: NDArray[np.int64], guesses_left: int) -> tuple[NDArray[np.float64], float] | None:
    """Return the best weights from 0 to 1 and their value; `lost` has a row of 0 and 1 a set.

    Rows are added as they are violated: few of them matter.
    """
    used = np.arange(min(_FIRST_ROWS, len(lost)))
    while True:
        found = optimum(weight_program(lost[used], guesses_left))
        if found is None:
            return None
        solution = found.x
        shares = np.array(solution[:-1])
        losses = lost @ shares
        value = float(shares.sum() - (guesses_left - 1) * losses.max())
        bound = float(shares.sum() - (guesses_left - 1) * solution[-1])
        if bound <= 1 + _TOLERANCE or losses.max() <= solution[-1] + _TOLERANCE:
            return shares, value
        violated = np.flatnonzero(losses > solution[-1] + _TOLERANCE)
        worst = violated[np.argsort(-losses[violated], kind="stable")[:_FIRST_ROWS]]
        used = np.concatenate([used, worst])


def weights_against(lost: NDArray[np.int64], guesses_left: int) -> NDArray[np.int64] | None:
    """Return weights that prove `guesses_left` guesses too few where no guess takes more than one of `lost`.

    `lost` has a row of 0 and 1 for each maximal set, largest first: shape (sets, members). None says nothing.
    """
    found = _optimum(lost, guesses_left)
    if found is None or found[1] <= 1 + _TOLERANCE:
        return None
    return rounded_weights(found[0], lost, guesses_left)


def rounded_weights(
    shares: NDArray[np.float64], lost: NDArray[np.int64], guesses_left: int
) -> NDArray[np.int64] | None:
    """Return the smallest multiple of `shares`, rounded to integers, that meets the claim; None if none does.

    `shares` are from 0 to 1; no guess does more than one of the sets `lost`, a row of 0 and 1 each.
    """
    candidates = np.rint(np.outer(np.arange(1, _MAX_SCALE + 1), shares)).astype(np.int64)
    proven: NDArray[np.int64] = candidates[_proves(candidates, lost, guesses_left)]
    return proven[0] if len(proven) else None


def program_of(question: ModelQuestion, lost: NDArray[np.int64]) -> Instance:
    """Return the linear program of a question, whose guesses lose the sets `lost` at most."""
    allowed = counted(len(question.guesses), "guess", "guesses")
    program = weight_program(lost, question.left, question.words)
    return Instance(program, (f"{allowed} allowed, in {counted(len(lost), 'maximal set', 'maximal sets')}",))


def _instance(question: ModelQuestion, work: Work) -> Instance:
    """Return the first of the linear programs, where c(t) is a cell of most words."""
    work.demand_time()
    return program_of(question, _lost_sets(question.patterns(), np.ones(len(question.words), np.int64)))


def _found(question: ModelQuestion, settings: SolverSettings) -> Outcome[Found]:
    settings.work.demand_time()
    weights = weight_certificate(question.patterns(), question.left)
    if weights is None:
        return Unknown(0.0)
    heavy = {word: weight for word, weight in zip(question.words, weights, strict=True) if weight}
    return Feasible(
        Found(
            f"the {len(question.words)} words can't all be found within "
            f"{counted(question.left, 'guess', 'guesses')}: "
            f"{shown_words([f'{word}*{weight}' for word, weight in heavy.items()])}",
            {"weights": heavy},
            WordsLost(question.words, question.left, weights),
        )
    )


def refutes(question: ModelQuestion) -> str:
    """Return what it means that there are no weights; `Unknown` is all that models of weights return then."""
    return f"nothing refutes {counted(question.left, 'guess', 'guesses')}"


FORMULATION: Final = Formulation(
    name="weights",
    statement=Statement.parse(__doc__),
    needs=Needs("the model weights", tiles=True),
    depth=Depth.NEEDED,
    most_words=MAX_MEMBERS,
    instead="prove",
    build=_instance,
    solve=_found,
    none=refutes,
    unknown="no weights found, which proves nothing: there may be a strategy, or another refutation",
)
