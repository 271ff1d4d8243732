"""Why a node of a refutation is lost, in numbers that a reader can add up by hand.

The arithmetic is the checker's. `refutation` judges a node by the checker's own rule first, so nothing is
shown of a node that doesn't hold. docs/certificates/ proves the rules.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.certificate.parts.nodes import ChainSplit, NodeKind
from wordle_cp.check.common.binding import fixing
from wordle_cp.check.refutation import blocks, cases_of, most_outside_the_answer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.certificate.parts.nodes import ChainCases, RefutationNode
    from wordle_cp.check.counting.patterns import Guesses, Mask, Patterns, Places
    from wordle_cp.check.refutation import Infeasible
    from wordle_cp.rules.bindings import Binding
    from wordle_cp.rules.words import Restriction
    from wordle_cp.views.refutations.positions import Place

_BLOCK: Final = 2**22  # patterns looked at together
_SHOWN: Final = 8


@dataclass(frozen=True, slots=True)
class Sum:
    """Weights of the words of a position, in their order, and what guesses take away from them.

    `total` is their sum and `largest` the largest one. No guess that the case allows takes away more than
    `most_lost`, the weight of the words of the node outside the answer to it; `costliest` takes so much
    (None: there is no guess, or some words of the node aren't left). After all but the last of the `guesses`
    still to come `left` is left at least, more than `largest`: two words or more. `needs` says which guesses
    the case is about: those that have the second facts if they have the first; it is empty where the case is
    about all. `excluded_by` is a guess that was made at the node and that the case isn't about: then it
    is another case that holds.
    """

    weights: tuple[int, ...]
    total: int
    largest: int
    guesses: int
    most_lost: int
    costliest: str | None
    needs: tuple[tuple[Restriction, Restriction], ...] = ()
    excluded_by: str | None = None

    @property
    def left(self) -> int:
        """What is left before the last guess, at least."""
        return self.total - (self.guesses - 1) * self.most_lost


@dataclass(frozen=True, slots=True)
class ByPair:
    """A leaf: one guess is left for two words or more; or two, and no guess tells all words apart."""


@dataclass(frozen=True, slots=True)
class BySums:
    """A leaf: weights, answered with heaviest cells; or a chain, with largest ones and a sum a case.

    The cells are those of all words of the node, `words` of them.
    """

    sums: tuple[Sum, ...]
    words: int


@dataclass(frozen=True, slots=True)
class Child:
    """A child of a rule: how many guesses it refutes, if true, and no child before it; some of these."""

    node: int
    refutes: int
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ByChildren:
    """A rule: each guess that tells words apart is refuted by a child; `telling_nothing` guesses tell none.

    The child that refutes the most comes first.
    """

    children: tuple[Child, ...]
    telling_nothing: int


Argument = ByPair | BySums | ByChildren
"""Why a node is lost."""


def leaf_argument(node: RefutationNode, guesses: Guesses, name: str) -> ByPair | BySums:
    """Return why `node`, no rule, called `name`, is lost; `guesses` are those that it allows."""
    if node.kind is NodeKind.PAIR:
        return ByPair()
    if node.kind is NodeKind.WEIGHTS:
        lost, guess = _most_outside_the_heaviest(guesses, node.words, node.weights)
        return BySums((_sum(node.weights, node.guesses, lost, guess),), len(node.words))
    sums: list[Sum] = []
    for weights, kept, needs in cases_of(name, node, guesses):
        lost, guess = most_outside_the_answer(guesses, node.words, weights, kept)
        sums.append(_sum(weights, node.guesses, lost, guess if kept.any() else None, needs))
    return BySums(tuple(sums), len(node.words))


def argument_left(argument: BySums, node: RefutationNode, position: Place) -> BySums:
    """Return the `argument` of `node` for what is left of it at `position`.

    Each guess made there has taken `most_lost` at most, so what is left is still enough; and guesses to come
    take no more from what is left than from all.
    """
    left = frozenset(position.words)
    made = [guess for guess, _ in position.moves[len(position.moves) - position.answered :]]
    sums: list[Sum] = []
    for each in argument.sums:
        pairs = zip(node.words, each.weights, strict=True)
        weights = tuple(weight for word, weight in pairs if word in left)
        guess = each.costliest if len(left) == len(node.words) else None
        others = (
            guess
            for guess in made
            if any(has.permits(guess) and not wants.permits(guess) for has, wants in each.needs)
        )
        told = _sum(weights, position.guesses_left, each.most_lost, guess, each.needs)
        sums.append(replace(told, excluded_by=next(others, None)))
    return BySums(tuple(sums), argument.words)


def weights_of(node: RefutationNode) -> tuple[tuple[int, ...], ...]:
    """Return the weights of each sum of `node`, one a word, in the order of `BySums`; none if it has none."""
    if node.kind is NodeKind.WEIGHTS:
        return (node.weights,)
    return tuple(_weights_of_cases(node.cases)) if node.kind is NodeKind.CHAIN else ()


def _weights_of_cases(cases: ChainCases) -> Iterator[tuple[int, ...]]:
    if not isinstance(cases, ChainSplit):
        yield cases
        return
    yield from _weights_of_cases(cases.first_needs_second)
    yield from _weights_of_cases(cases.second_needs_first)


def rule_argument(
    children: Sequence[tuple[int, Infeasible]], binding: Binding, guesses: Guesses, hidden: Sequence[str]
) -> ByChildren:
    """Return which of `guesses`, those allowed under `binding`, each of the `children` of a rule refutes.

    Children are numbers with what they state, about words of `hidden` by their places. Only a child with
    guesses enough for the rule is to be among them.
    """
    if not children:  # then the rule holds only where no guess tells anything
        return ByChildren((), len(guesses.words))
    first = guesses.patterns(hidden[int(children[0][1].words[0])])
    nothing = np.ones(len(guesses.words), np.bool_)
    answered: list[tuple[int, Places]] = []
    for number, pattern, alike, new in refuted_by(children, binding, guesses, hidden):
        nothing &= alike & (pattern == first)
        answered.append((number, new))
    told: list[Child] = []
    for number, places in answered:
        new = places[~nothing[places]]
        told.append(Child(number, len(new), tuple(guesses.words[place] for place in new[:_SHOWN].tolist())))
    told.sort(key=lambda child: -child.refutes)
    return ByChildren(tuple(told), int(nothing.sum()))


def refuted_by(
    children: Sequence[tuple[int, Infeasible]], binding: Binding, guesses: Guesses, hidden: Sequence[str]
) -> Iterator[tuple[int, Patterns, Mask, Places]]:
    """Yield for each of the `children`, as above, which guesses it refutes and none before it does.

    Before these places: its number, the patterns of its first word, and to which guesses all of its words
    give one response.
    """
    refuted = np.zeros(len(guesses.words), np.bool_)
    for number, lost in children:
        words = [hidden[place] for place in lost.words.tolist()]
        pattern = guesses.patterns(words[0])
        alike = np.ones(len(guesses.words), np.bool_)
        for word in words[1:]:
            alike &= guesses.patterns(word) == pattern
        revealing = fixing(lost.binding, binding, guesses, words[0])
        same = alike if revealing is None else alike & revealing
        yield number, pattern, alike, np.flatnonzero(same & ~refuted)
        refuted |= same


def _sum(
    weights: tuple[int, ...],
    guesses: int,
    lost: int,
    guess: str | None,
    needs: tuple[tuple[Restriction, Restriction], ...] = (),
) -> Sum:
    return Sum(weights, sum(weights), max(weights), guesses, lost, guess, needs)


def _most_outside_the_heaviest(
    guesses: Guesses, words: Sequence[str], weighed: Sequence[int]
) -> tuple[int, str | None]:
    """Return the most weight that lies outside the heaviest cell of a guess, and that guess, if any."""
    weights = np.array(weighed, np.int64)
    most, costliest = 0, guesses.words[0] if len(guesses.words) else None
    for start, block in blocks(guesses, words, _BLOCK):
        heaviest = np.zeros(block.shape[1], np.int64)
        for row in block:
            np.maximum(heaviest, weights @ (block == row), out=heaviest)
        place = int(heaviest.argmin())
        lost = int(weights.sum() - heaviest[place])
        if lost > most:
            most, costliest = lost, guesses.words[start + place]
    return most, costliest
