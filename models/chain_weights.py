r"""Chain weights: weights by cases, where hard mode makes guesses exclude each other.

Sets        L, the hidden words; T, the guesses allowed now
Data        c(t): the answer to guess t, the largest cell of L under t, that of the lowest pattern among
            equals;
            D(t) = L \ c(t), what the answer takes away
            B, the pieces (a green letter, or at least k of a letter) that every word of L has
            type(t): the pieces of B that guess t has
Variables   those of `weights`, for the guesses S of one case
Constraints those of `weights`, for t in S and with this c(t)
Objective   that of `weights`
Claim       a tree of cases. At a leaf, integers w_h >= 0 with
            sum(w) - (g - 1) * max(w(D(t)) : t in S) > max(w), S the guesses of that case.
            At a split by two pieces b, c: the one case keeps the guesses of S that have c if they have b, the
            other one those that have b if they have c. S = T at the top.
Source      the type order of `family_chain`; the cases are branch and bound on it.

Why the claim refutes g guesses in hard mode. Answer each guess t with c(t), as long as a live word is in it.
Whatever the answer, all pieces of type(t) have been shown then, so every later guess has them: the types of
the guesses played are nested. Hence not both: some guess has b without c, some guess c without b; and so,
split after split, all guesses played lie in the set S of one leaf. By its weights, g-1 guesses take away at
most (g-1) * max(w(D)); what stays is live, and weighs more than the heaviest word. So two words are live,
and one guess isn't both.

How the cases are found: the linear program of `weights` over S. If its value isn't above 1, its prices are a
fractional cover; the split is by the two pieces between whose sides most of the cover clashes. Where nothing
clashes, the cover is a fraction of a chain, and nothing is found. What is returned has passed `verify_cases`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.errors import counted
from wordle_cp.games.needs import Needs
from wordle_cp.modelling.family import pieces
from wordle_cp.modelling.formulation import (
    Cases,
    Chain,
    Depth,
    Formulation,
    Found,
    Split,
    WordsLost,
)
from wordle_cp.modelling.linear import optimum
from wordle_cp.modelling.solver import Feasible, Unknown
from wordle_cp.modelling.statement import Statement
from wordle_cp.models.weights import (
    MAX_MEMBERS,
    indicators,
    maximal_sets,
    program_of,
    refutes,
    rounded_weights,
    weight_program,
)
from wordle_cp.rules.words import Restriction

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from wordle_cp.modelling.formulation import Instance, ModelQuestion
    from wordle_cp.modelling.solver import Outcome, SolverSettings
    from wordle_cp.work import Work

_MAX_SPLITS: Final = 12  # one below the other
_TOLERANCE: Final = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class Effects:
    """What guesses do: `lost` (uint64, shape (e,)), D(t) as a mask of words; `types` (uint64), of pieces."""

    lost: NDArray[np.uint64]
    types: NDArray[np.uint64]

    def keeping(self, first: int, second: int) -> Effects:
        """Return the effects of the guesses that have piece `second` if they have `first`."""
        one = np.uint64(1)
        kept = ((self.types >> np.uint64(first)) & ~(self.types >> np.uint64(second)) & one) == 0
        return Effects(self.lost[kept], self.types[kept])


def chain_certificate(
    patterns: NDArray[np.uint8],
    types: NDArray[np.uint64],
    guesses_left: int,
    heed: Callable[[], None] = lambda: None,
) -> Cases | None:
    """Return cases which prove that `guesses_left` guesses are too few; None if none were found.

    `patterns` has shape (words, allowed guesses), `types` (allowed guesses,): bit i of a type says that the
    guess has piece i, one of at most 64 pieces that every word of the set has. None says nothing. `heed` is
    called before each linear program, and what it raises ends the search.
    """
    if not 1 < len(patterns) <= MAX_MEMBERS:
        return None
    return chain_cases(len(patterns), _effects(patterns, types), guesses_left, heed)


def chain_cases(
    members: int, effects: Effects, guesses_left: int, heed: Callable[[], None] = lambda: None
) -> Cases | None:
    """Return cases as `chain_certificate` does, for so many `members`, by the `effects` of the guesses."""
    cases = _search(members, effects, guesses_left, _MAX_SPLITS, heed)
    if cases is not None and not verify_cases(members, effects, cases, guesses_left):
        message = "the cases found don't prove the claim"
        raise ArithmeticError(message)
    return cases


def verify_cases(members: int, effects: Effects, cases: Cases, guesses_left: int) -> bool:
    """Tell whether `cases` prove that `guesses_left` guesses are too few for `members` words; exact."""
    if isinstance(cases, Split):
        return verify_cases(
            members, effects.keeping(cases.first, cases.second), cases.first_needs_second, guesses_left
        ) and verify_cases(
            members, effects.keeping(cases.second, cases.first), cases.second_needs_first, guesses_left
        )
    if len(cases) != members or min(cases) < 0:
        return False
    worst = max(
        (
            sum(weight for place, weight in enumerate(cases) if lost >> place & 1)
            for lost in effects.lost.tolist()
        ),
        default=0,
    )
    return sum(cases) - (guesses_left - 1) * worst > max(cases)


def common_pieces(words: Sequence[str], restriction: Restriction) -> tuple[Restriction, ...]:
    """Return the pieces that each word has and that `restriction` doesn't fix: a green, or a least count."""
    greens = [letters[0] if len(set(letters)) == 1 else None for letters in zip(*words, strict=True)]
    counts = {letter: min(word.count(letter) for word in words) for letter in words[0]}
    return tuple(piece for piece in pieces(greens, counts) if not restriction.includes(piece))


def _effects(patterns: NDArray[np.uint8], types: NDArray[np.uint64]) -> Effects:
    """Return the distinct effects of the guesses, those with nothing to take away left out."""
    members, guesses = patterns.shape
    sizes = np.ones((members, guesses), np.uint8)
    for one, other in combinations(range(members), 2):
        equal = (patterns[one] == patterns[other]).view(np.uint8)
        sizes[one] += equal
        sizes[other] += equal
    # The cell of most words; among equals that of the lowest pattern.
    rank = (sizes.astype(np.int16) << 8) - patterns
    shown = np.take_along_axis(patterns, rank.argmax(axis=0)[None, :], axis=0)[0]
    lost = np.zeros(guesses, np.uint64)
    for member in range(members):
        lost |= (patterns[member] != shown).astype(np.uint64) << np.uint64(member)
    some = lost != 0
    pairs = np.unique(np.stack([lost[some], types[some]]), axis=1)
    return Effects(pairs[0], pairs[1])


def _search(
    members: int, effects: Effects, guesses_left: int, splits: int, heed: Callable[[], None]
) -> Cases | None:
    heed()
    lost = maximal_sets(effects.lost)
    rows = indicators(lost, members)
    found = optimum(weight_program(rows, guesses_left))
    if found is None:
        return None
    weights = rounded_weights(np.array(found.x[:-1]), rows, guesses_left)
    if weights is not None:
        return tuple(weights.tolist())
    if not splits:
        return None
    pieces = _clash(effects, lost, np.array(found.prices))
    if pieces is None:
        return None
    one = _search(members, effects.keeping(*pieces), guesses_left, splits - 1, heed)
    if one is None:
        return None
    other = _search(members, effects.keeping(*reversed(pieces)), guesses_left, splits - 1, heed)
    return None if other is None else Split(*pieces, one, other)


def _clash(effects: Effects, lost: NDArray[np.uint64], prices: NDArray[np.float64]) -> tuple[int, int] | None:
    """Return the two pieces between which most of the fractional cover `prices` of the sets `lost` clashes.

    A set that guesses of several types have counts for each in equal parts.
    """
    types: list[int] = []
    shares: list[float] = []
    for mask, price in zip(lost, prices.tolist(), strict=True):
        if price > _TOLERANCE:
            having = effects.types[effects.lost == mask].tolist()
            types += having
            shares += [price / len(having)] * len(having)
    every = 0
    for kind in types:
        every |= kind
    best: tuple[float, float] = (0.0, 0.0)
    clash: tuple[int, int] | None = None
    for first, second in combinations([bit for bit in range(64) if every >> bit & 1], 2):
        one = sum(s for t, s in zip(types, shares, strict=True) if t >> first & 1 and not t >> second & 1)
        two = sum(s for t, s in zip(types, shares, strict=True) if t >> second & 1 and not t >> first & 1)
        if (min(one, two), one + two) > best and min(one, two) > _TOLERANCE:
            best, clash = (min(one, two), one + two), (first, second)
    return clash


def _question_of(question: ModelQuestion) -> tuple[tuple[Restriction, ...], NDArray[np.uint64]]:
    """Return the pieces of a question, and the type of each allowed guess."""
    guesses, words = question.guesses, question.words
    pieces = common_pieces(words, Restriction.of(question.position.history, len(words[0])))
    types = np.zeros(len(guesses), np.uint64)
    for number, piece in enumerate(pieces):
        has = np.fromiter(map(piece.permits, guesses), np.bool_, len(guesses))
        types |= has.astype(np.uint64) << np.uint64(number)
    return pieces, types


def _instance(question: ModelQuestion, work: Work) -> Instance:
    """Return the linear program before the first split."""
    work.demand_time()
    effects = _effects(question.patterns(), _question_of(question)[1])
    return program_of(question, indicators(maximal_sets(effects.lost), len(question.words)))


def _found(question: ModelQuestion, settings: SolverSettings) -> Outcome[Found]:
    pieces, types = _question_of(question)
    cases = chain_certificate(question.patterns(), types, question.left, settings.work.demand_time)
    if cases is None:
        return Unknown(0.0)
    leaves = counted(_leaves(cases), "case", "cases")
    return Feasible(
        Found(
            f"the {len(question.words)} words can't all be found within "
            f"{counted(question.left, 'guess', 'guesses')}: weights in {leaves}",
            {"cases": _leaves(cases)},
            WordsLost(question.words, question.left, Chain(cases, pieces)),
        )
    )


def _leaves(cases: Cases) -> int:
    if isinstance(cases, Split):
        return _leaves(cases.first_needs_second) + _leaves(cases.second_needs_first)
    return 1


FORMULATION: Final = Formulation(
    name="chain-weights",
    statement=Statement.parse(__doc__),
    needs=Needs(
        "the model chain-weights",
        tiles=True,
        facts=True,
        only_facts=True,
        because="the model weights is for every mode",
    ),
    depth=Depth.NEEDED,
    most_words=MAX_MEMBERS,
    instead="prove",
    build=_instance,
    solve=_found,
    none=refutes,
    unknown="no cases found, which proves nothing: there may be a strategy, or another refutation",
)
