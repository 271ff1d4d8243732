r"""Weights: integers that prove that g guesses are too few for a set of hidden words.

A linear program, and in hard mode, where guesses exclude each other, several: cases, called chain-weights.

    python models/weights.py 'sha?e' wordlists/original-guesses.txt 2
    python models/weights.py 'co?ed' wordlists/original-guesses.txt 4 --hard

Sets        L, the hidden words; T, the allowed guesses (more than are allowed do no harm)
Data        the pattern of every pair; cells(t), the sets of words in L that give t one pattern;
            c(t), one of cells(t) for each guess t, by which the guess is answered;
            D(t) = L \ c(t), what the answer takes away
Variables   w[h] in [0, 1] for h in L: the weight of word h
            z in [0, |L|]: the most that an answer takes away
Constraints weigh[t], t in T:  sum(w[h] : h in D(t)) <= z
Objective   maximise sum(w) - (g - 1) * z
Claim       for the weights, made whole:  sum(w) - (g - 1) * max(loss(t) : t in T) > max(w)
            with loss(t) = sum(w) - max(w(c) : c in cells(t)), what the heaviest cell lacks
Source      Selby, part 2 (2022), "Endgame analysis", where all weights are 1; the weights are an optimal
            solution of the dual of the fractional cover (`families`). The cases are this project's: branching
            on its types.

Why the claim refutes g guesses. Answer every guess t with the heaviest of its cells on the whole of L. If L'
is live before it, the words of L' outside that cell weigh loss(t) at most, so g-1 guesses take away at most
(g-1) * max(loss) in all. What stays weighs more than the heaviest word: that is two words at least, and one
guess isn't both. In hard mode later guesses are fewer, never others, so the proof holds for every restriction
in force when T is what it allows; and for every larger set of hidden words.

How weights are found. "loss(t) <= z" isn't convex: the heaviest cell depends on w. With one cell c(t) fixed
for each guess it becomes linear, and stronger than needed, as w(D(t)) >= loss(t): the linear program above.
Weights prove the claim if its optimum is above 1. Of the sets D(t) only the maximal ones count. At first c(t)
is a cell of most words, which for a family is its rest cell (`family`); then the heaviest under the w found,
until the optimum is above 1 or stands still: it never falls, since the old w stays feasible. The optimum is
rounded to the smallest multiple that is still good enough. None of this has to be trusted: what is returned
has passed `verify_weights`, which is the claim in integers.

Cases. Let c(t) be the largest cell of L under t, that of the lowest pattern among equals. Let B be the pieces
(a green letter, or at least k of a letter) that every word of L has, and type(t) those that guess t has. A
split by two pieces b, c makes two cases: the one keeps the guesses that have c if they have b, the other one
those that have b if they have c. At a leaf stand integers w_h >= 0 with

    sum(w) - (g - 1) * max(w(D(t)) : t in S) > max(w),  S the guesses of that case.

Why a tree of cases refutes g guesses in hard mode. Answer each guess t with c(t), as long as a live word is
in it. Whatever the answer, all pieces of type(t) have been shown then, so every later guess has them: the
types of the guesses played are nested. Hence not both: some guess has b without c, some guess c without b;
and so, split after split, all guesses played lie in the set S of one leaf. By its weights, g-1 guesses take
away at most (g-1) * max(w(D)); what stays is live, and weighs more than the heaviest word. So two words are
live, and one guess isn't both.

How the cases are found: the linear program over S. If its value isn't above 1, its prices are a fractional
cover; the split is by the two pieces between whose sides most of the cover clashes. Where nothing clashes,
the guesses of the fractional cover form a chain, and nothing is found. What is returned has passed `proves`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import gcd
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wordle_cp.modelling.family import Columns, distinct_columns
from wordle_cp.modelling.program import listed, run
from wordle_cp.modelling.solver import Optimum, linear_program, optimum

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from wordle_cp.modelling.rows import Rows

MAX_MEMBERS: Final = 64
"""Larger sets are not tried: a set of words is a 64-bit mask here."""

_MAX_SCALE: Final = 60
_ROUNDS: Final = 4
_FIRST_ROWS: Final = 24
_MAX_SPLITS: Final = 12  # one below the other
_TOLERANCE: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Split:
    """Two cases: guesses with piece `first` have `second` too, or guesses with `second` have `first` too."""

    first: int
    second: int
    first_needs_second: Cases
    second_needs_first: Cases

    @property
    def leaves(self) -> int:
        """How many cases there are."""
        below = (self.first_needs_second, self.second_needs_first)
        return sum(one.leaves if isinstance(one, Split) else 1 for one in below)


Cases = tuple[int, ...] | Split
"""Weights, one a word of the set, or a split; pieces are given by number."""


def largest_cells(patterns: NDArray[np.uint8], types: NDArray[np.uint64]) -> Columns:
    """Return what guesses do that are answered by largest cells, each once, if it is anything.

    `patterns` has shape (words, guesses), `types` (guesses,): pieces, as bits.
    """
    return distinct_columns(taken_away(patterns), types, len(patterns))


def taken_away(patterns: NDArray[np.unsignedinteger[Any]], weights: Sequence[int] = ()) -> NDArray[np.uint64]:
    """Return what the answer to each guess takes away, as masks: all but a heaviest cell, of lowest pattern.

    `patterns` has shape (words, guesses); without `weights` each word weighs 1.
    """
    heaviest = _cell_weights(patterns, weights or [1] * len(patterns)).astype(np.int64)
    rank = heaviest * (int(np.iinfo(patterns.dtype).max) + 1) - patterns
    shown = patterns[rank.argmax(axis=0), np.arange(patterns.shape[1])]
    masks = np.zeros(patterns.shape[1], np.uint64)
    for member, row in enumerate(patterns):
        masks |= (row != shown).astype(np.uint64) << np.uint64(member)
    return masks


# ---------- the model
def weight_program(lost: NDArray[np.int64], guesses_left: int, words: Sequence[str] = ()) -> Rows:
    """Return the program whose variables are the weights and z, where guesses lose the sets `lost` at most.

    `lost` has a row of 0 and 1 a set, shape (sets, members). With `words`, one a member, it has names.
    """
    members = lost.shape[1]
    return linear_program(
        "weights",
        objective=np.array([1.0] * members + [1.0 - guesses_left]),
        upper=np.array([1.0] * members + [float(members)]),
        matrix=np.hstack([lost, np.full((len(lost), 1), -1)]).astype(np.float64),
        at_most=np.zeros(len(lost)),
        variables=[*(f"w[{word}]" for word in words), "z"] if words else (),
        names="weigh",
    )


def lost_sets(masks: NDArray[np.uint64], members: int) -> NDArray[np.int64]:
    """Return those of the `masks` that are part of no other one, as rows of 0 and 1, largest first.

    Each comes once; 0 is left out.
    """
    return indicators(maximal_sets(masks), members)


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


# ---------- its solution
def _optimum(lost: NDArray[np.int64], guesses_left: int) -> Optimum | None:
    """Solve the program of the sets `lost`: its x is weights from 0 to 1, and each set has a price.

    Rows are added as they are violated, as few of them matter.
    """
    used = np.arange(min(_FIRST_ROWS, len(lost)))
    while True:
        found = optimum(weight_program(lost[used], guesses_left))
        if found is None:
            return None
        *weights, most = found.x
        shares = np.array(weights)
        losses = lost @ shares
        value = float(shares.sum() - (guesses_left - 1) * losses.max(initial=0))
        bound = float(shares.sum() - (guesses_left - 1) * most)
        violated = np.flatnonzero(losses > most + _TOLERANCE)
        if bound <= 1 + _TOLERANCE or not len(violated):
            prices = np.zeros(len(lost))
            prices[used] = found.prices
            return Optimum(value, tuple(weights), tuple(prices.tolist()))
        worst = violated[np.argsort(-losses[violated], kind="stable")[:_FIRST_ROWS]]
        used = np.concatenate([used, worst])


def rounded_weights(
    shares: NDArray[np.float64], lost: NDArray[np.int64], guesses_left: int
) -> tuple[int, ...] | None:
    """Return the smallest multiple of `shares`, rounded to integers, that meets the claim; None if none does.

    `shares` are from 0 to 1; no guess does more than one of the sets `lost`, a row of 0 and 1 each.
    """
    candidates = np.rint(np.outer(np.arange(1, _MAX_SCALE + 1), shares)).astype(np.int64)
    proven = candidates[_proven(candidates, lost, guesses_left)]
    return tuple(proven[0].tolist()) if len(proven) else None


def _proven(candidates: NDArray[np.int64], lost: NDArray[np.int64], guesses_left: int) -> NDArray[np.bool_]:
    """Tell which of the weights (a row each) meet the claim if no guess does more than one of `lost`."""
    worst = (candidates @ lost.T).max(axis=1, initial=0)
    return np.asarray(candidates.sum(axis=1) - (guesses_left - 1) * worst > candidates.max(axis=1))


def cases_against(
    columns: Columns, guesses_left: int, heed: Callable[[], None] = lambda: None, splits: int = _MAX_SPLITS
) -> Cases | None:
    """Return cases which prove that `guesses_left` guesses of `columns` are too few for its words, or None.

    None says nothing, and is all for more than `MAX_MEMBERS` words. Where all types are nothing, or without
    `splits`, cases are weights. `heed` is called before each linear program, and what it raises ends the
    search.
    """
    if not 1 < columns.size <= MAX_MEMBERS:
        return None
    cases = _searched(columns, guesses_left, splits, heed)
    assert cases is None or proves(columns, cases, guesses_left), "the cases found don't prove the claim"
    return cases


def _searched(columns: Columns, guesses_left: int, splits: int, heed: Callable[[], None]) -> Cases | None:
    heed()
    sets = maximal_sets(columns.masks)
    lost = indicators(sets, columns.size)
    found = _optimum(lost, guesses_left)
    if found is None:
        return None
    weights = rounded_weights(np.array(found.x), lost, guesses_left)
    if weights is not None or not splits:
        return weights
    pieces = _clash(columns, sets, found.prices)
    if pieces is None:
        return None
    one = _searched(columns.keeping(*pieces), guesses_left, splits - 1, heed)
    if one is None:
        return None
    other = _searched(columns.keeping(*reversed(pieces)), guesses_left, splits - 1, heed)
    return None if other is None else Split(*pieces, one, other)


def _clash(columns: Columns, lost: NDArray[np.uint64], prices: Sequence[float]) -> tuple[int, int] | None:
    """Return the two pieces between which most of the fractional cover `prices` of the sets `lost` clashes.

    A set that guesses of several types have counts for each in equal parts.
    """
    shares: dict[int, float] = {}  # by type
    for mask, price in zip(lost, prices, strict=True):
        if price > _TOLERANCE:
            having = columns.types[columns.masks == mask].tolist()
            for kind in having:
                shares[kind] = shares.get(kind, 0.0) + price / len(having)
    best: tuple[float, float] = (0.0, 0.0)
    clash: tuple[int, int] | None = None
    bits = [bit for bit in range(64) if any(kind >> bit & 1 for kind in shares)]
    for first, second in combinations(bits, 2):
        one = sum(s for t, s in shares.items() if t >> first & 1 and not t >> second & 1)
        two = sum(s for t, s in shares.items() if t >> second & 1 and not t >> first & 1)
        if (min(one, two), one + two) > best and min(one, two) > _TOLERANCE:
            best, clash = (min(one, two), one + two), (first, second)
    return clash


# ---------- the proof: whole weights, added up
def proves(columns: Columns, cases: Cases, guesses_left: int) -> bool:
    """Tell whether `cases` prove that `guesses_left` guesses are too few; exact, and without a solver."""
    if isinstance(cases, Split):
        one, other = cases.first, cases.second
        return proves(columns.keeping(one, other), cases.first_needs_second, guesses_left) and proves(
            columns.keeping(other, one), cases.second_needs_first, guesses_left
        )
    lost = indicators(columns.masks, columns.size)
    return min(cases) >= 0 and bool(_proven(np.array([cases]), lost, guesses_left)[0])


def verify_weights(patterns: NDArray[np.uint8], weights: Sequence[int], guesses_left: int) -> bool:
    """Tell whether `weights`, one a member, prove that `guesses_left` guesses are too few; by the claim."""
    meaningful = min(weights) >= 0 and sum(weights) > max(weights)
    return meaningful and not taking_too_much(patterns, weights, guesses_left).any()


def taking_too_much(
    patterns: NDArray[np.uint8], weights: Sequence[int], guesses_left: int
) -> NDArray[np.bool_]:
    """Tell which guesses lose so much that `weights`, one a member, prove nothing where they are allowed."""
    heavy = [member for member, weight in enumerate(weights) if weight]
    heaviest = _cell_weights(patterns[heavy], [weights[member] for member in heavy]).max(axis=0, initial=0)
    losses = sum(weights) - heaviest.astype(np.int64)
    return np.asarray(sum(weights) - (guesses_left - 1) * losses <= max(weights))


def _cell_weights(
    patterns: NDArray[np.unsignedinteger[Any]], weights: Sequence[int]
) -> NDArray[np.unsignedinteger[Any]]:
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


# ---------- of any set of words
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
    found = _alternated(patterns, guesses_left)
    if found is None:
        return None
    divisor = gcd(*found)
    weights = tuple(weight // divisor for weight in found)
    assert verify_weights(patterns, weights, guesses_left), "the reduced claim is not the claim"
    return weights


def _alternated(patterns: NDArray[np.uint8], guesses_left: int) -> Sequence[int] | None:
    """Look for weights that meet the claim, first all ones, then what the linear programs say."""
    weights, best = [1] * len(patterns), 0.0
    for _ in range(_ROUNDS):
        lost = lost_sets(taken_away(patterns, weights), len(patterns))
        if _proven(np.array([weights]), lost, guesses_left)[0]:
            return weights
        found = _optimum(lost, guesses_left)
        if found is None or found.value < best + _TOLERANCE:
            return None
        best = found.value
        if best > 1 + _TOLERANCE:
            return rounded_weights(np.array(found.x), lost, guesses_left)
        weights = np.rint(np.array(found.x) * _MAX_SCALE).astype(np.int64).tolist()
    return None


def main(pattern: str, path: str, guesses_left: int, *, hard: bool = False) -> None:
    """Print weights for the words that match a pattern, or cases with --hard."""
    given = listed(path, pattern)
    words, patterns = given.words, given.patterns()
    cases: Cases | None = weight_certificate(patterns, guesses_left)
    if cases is None and hard:
        cases = cases_against(largest_cells(patterns, given.types()), guesses_left)
    told = (
        "no weights found, which proves nothing"
        if cases is None
        else f"too few, by {told_cases(words, cases)}"
    )
    print(f"{pattern}, {len(words)} words, {guesses_left} guesses: {told}")


def told_cases(words: Sequence[str], cases: Cases) -> str:
    """Return the weights of `words` as people read them, or how many cases there are."""
    if isinstance(cases, Split):
        return f"weights in {cases.leaves} cases"
    heavy = (f"{word.upper()}*{weight}" for word, weight in zip(words, cases, strict=True) if weight)
    return f"weights {' '.join(heavy)}"


if __name__ == "__main__":
    run(main)
