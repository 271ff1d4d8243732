"""Small changes to refutations, by kind of change; whether they matter is for the caller to find out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tests.oracle import mutants
from tests.oracle.mutants import with_claim
from wordle_cp.certificate.claims.impossible import OpenerScope, Refutation
from wordle_cp.certificate.parts.nodes import ChainSplit, NodeKind, RefutationNode
from wordle_cp.errors import HistoryError
from wordle_cp.rules.words import Restriction, pattern_of

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

    from wordle_cp.certificate.parts.nodes import ChainCases

    Change = Callable[[Refutation, random.Random], Refutation | None]
    """Returns a changed refutation, or None where there is nothing to change in this way."""


def _with_node(proof: Refutation, number: int, node: RefutationNode) -> Refutation:
    return replace(proof, nodes=(*proof.nodes[:number], node, *proof.nodes[number + 1 :]))


def _some_node(proof: Refutation, rng: random.Random, *kinds: NodeKind) -> int | None:
    numbers = [number for number, node in enumerate(proof.nodes) if not kinds or node.kind in kinds]
    return rng.choice(numbers) if numbers else None


def _without(numbers: Sequence[int], dropped: int, *, shift: bool) -> tuple[int, ...]:
    kept = (number for number in numbers if number != dropped)
    return tuple(number - (shift and number > dropped) for number in kept)


def drop_node(proof: Refutation, rng: random.Random) -> Refutation | None:
    """Drop a node and all mention of it; rules that are left without children go too."""
    number = _some_node(proof, rng)
    if number is None:
        return None
    nodes = [
        replace(node, children=_without(node.children, number, shift=True))
        for place, node in enumerate(proof.nodes)
        if place != number
    ]
    if any(node.kind is NodeKind.RULE and not node.children for node in nodes):
        return None
    root = _without(proof.root, number, shift=True)
    return with_claim(replace(proof, nodes=tuple(nodes), root=root), nodes=len(nodes))


def drop_line(proof: Refutation, rng: random.Random) -> Refutation | None:
    """Drop a node, and let the numbers mean the next one."""
    number = _some_node(proof, rng)
    if number is None:
        return None
    return replace(proof, nodes=(*proof.nodes[:number], *proof.nodes[number + 1 :]))


def stronger_restriction(proof: Refutation, rng: random.Random) -> Refutation | None:
    """Fix one thing more at a node."""
    number = _some_node(proof, rng)
    if number is None:
        return None
    node = proof.nodes[number]
    if node.conditions:
        return None
    word = rng.choice(proof.head.game.guesses.words)
    greens, counts = list(node.restriction.greens), dict(node.restriction.counts)
    place = rng.randrange(len(word))
    if rng.random() < 0.5:
        greens[place] = word[place]
    else:
        counts[word[place]] = counts.get(word[place], 0) + 1
    if sum(counts.values()) > len(word):
        return None
    return _with_node(
        proof, number, replace(node, restriction=Restriction(tuple(greens), tuple(sorted(counts.items()))))
    )


def weaker_restriction(proof: Refutation, rng: random.Random) -> Refutation | None:
    """Fix one thing less at a node."""
    number = _some_node(proof, rng)
    if number is None:
        return None
    node = proof.nodes[number]
    greens, counts = list(node.restriction.greens), dict(node.restriction.counts)
    fixed: list[int | str] = [place for place, green in enumerate(greens) if green]
    fixed += list(counts)
    if not fixed:
        return None
    gone = rng.choice(fixed)
    if isinstance(gone, int):
        greens[gone] = None
    else:
        counts[gone] -= 1
    left = tuple((letter, least) for letter, least in sorted(counts.items()) if least)
    return _with_node(proof, number, replace(node, restriction=Restriction(tuple(greens), left)))


def _some_conditions(proof: Refutation, rng: random.Random) -> int | None:
    numbers = [number for number, node in enumerate(proof.nodes) if node.conditions]
    return rng.choice(numbers) if numbers else None


def fewer_conditions(proof: Refutation, rng: random.Random) -> Refutation | None:
    """Drop a condition of a node."""
    number = _some_conditions(proof, rng)
    if number is None:
        return None
    conditions = proof.nodes[number].conditions
    place = rng.randrange(len(conditions))
    left = (*conditions[:place], *conditions[place + 1 :])
    return _with_node(proof, number, replace(proof.nodes[number], conditions=left))


def facts_for_conditions(proof: Refutation, rng: random.Random) -> Refutation | None:
    """Let a node be bound by what its conditions reveal only."""
    number = _some_conditions(proof, rng)
    if number is None:
        return None
    node = proof.nodes[number]
    try:
        facts = Restriction.of(node.conditions, proof.head.game.word_length)
    except HistoryError:  # conditions that contradict each other, from another change
        return None
    return _with_node(proof, number, replace(node, restriction=facts, conditions=()))


def another_condition(proof: Refutation, rng: random.Random) -> Refutation | None:
    """Change a condition of a node, or add one: a word, with the response of a word of the node or any."""
    number = rng.choice((_some_conditions(proof, rng), _some_node(proof, rng)))
    if number is None:
        return None
    node, length = proof.nodes[number], proof.head.game.word_length
    conditions = dict(node.conditions)
    if conditions and rng.random() < 0.7:
        word = rng.choice(tuple(conditions))
        if rng.random() < 0.5:
            del conditions[word]
            word = rng.choice(proof.head.game.guesses.words)
    else:
        word = rng.choice(proof.head.game.guesses.words)
    hidden = rng.choice(node.words or proof.head.game.guesses.words)
    conditions[word] = pattern_of(word, hidden) if rng.random() < 0.7 else rng.randrange(3**length)
    nothing = Restriction((None,) * length, ())
    changed = replace(node, restriction=nothing, conditions=tuple(sorted(conditions.items())))
    return _with_node(proof, number, changed)


def swap_word(proof: Refutation, rng: random.Random) -> Refutation | None:
    """Put another guess, perhaps no hidden word, in the place of a word of a node."""
    number = _some_node(proof, rng, NodeKind.PAIR, NodeKind.WEIGHTS, NodeKind.CHAIN)
    if number is None:
        return None
    words = list(proof.nodes[number].words)
    words[rng.randrange(len(words))] = rng.choice(proof.head.game.guesses.words)
    return _with_node(proof, number, replace(proof.nodes[number], words=tuple(words)))


def drop_word(proof: Refutation, rng: random.Random) -> Refutation | None:
    """Drop a word of a pair or of weights."""
    number = _some_node(proof, rng, NodeKind.PAIR, NodeKind.WEIGHTS)
    if number is None or len(proof.nodes[number].words) == 1:
        return None
    node = proof.nodes[number]
    place = rng.randrange(len(node.words))
    words = (*node.words[:place], *node.words[place + 1 :])
    weights = (*node.weights[:place], *node.weights[place + 1 :])
    return _with_node(proof, number, replace(node, words=words, weights=weights))


def more_guesses(proof: Refutation, rng: random.Random) -> Refutation | None:
    """Let a node claim that one guess more doesn't help."""
    number = _some_node(proof, rng)
    if number is None:
        return None
    node = proof.nodes[number]
    return _with_node(proof, number, replace(node, guesses=node.guesses + 1))


def fewer_guesses(proof: Refutation, rng: random.Random) -> Refutation | None:
    """Let a node claim less: that one guess fewer isn't enough."""
    number = _some_node(proof, rng)
    if number is None or proof.nodes[number].guesses == 1:
        return None
    node = proof.nodes[number]
    return _with_node(proof, number, replace(node, guesses=node.guesses - 1))


def another_weight(proof: Refutation, rng: random.Random) -> Refutation | None:
    """Change one weight of weights, or of a case of a chain."""
    number = _some_node(proof, rng, NodeKind.WEIGHTS, NodeKind.CHAIN)
    if number is None:
        return None

    def changed(weights: tuple[int, ...]) -> tuple[int, ...]:
        place = rng.randrange(len(weights))
        return (*weights[:place], rng.choice((0, 1, 2, 3, 7)), *weights[place + 1 :])

    def changed_case(cases: ChainCases) -> ChainCases:
        if not isinstance(cases, ChainSplit):
            return changed(cases)
        if rng.random() < 0.5:
            return replace(cases, first_needs_second=changed_case(cases.first_needs_second))
        return replace(cases, second_needs_first=changed_case(cases.second_needs_first))

    node = proof.nodes[number]
    if node.kind is NodeKind.WEIGHTS:
        return _with_node(proof, number, replace(node, weights=changed(node.weights)))
    return _with_node(proof, number, replace(node, cases=changed_case(node.cases)))


def another_split(proof: Refutation, rng: random.Random) -> Refutation | None:
    """Take one case of a split for the whole, exchange the two, or split by another piece."""
    number = _some_node(proof, rng, NodeKind.CHAIN)
    if number is None:
        return None
    node = proof.nodes[number]
    cases = node.cases
    if not isinstance(cases, ChainSplit):
        return None
    word = rng.choice(proof.head.game.guesses.words)
    choices: list[ChainCases] = [
        cases.first_needs_second,
        cases.second_needs_first,
        replace(cases, first=cases.second, second=cases.first),
        replace(cases, first=Restriction((None,) * len(word), ((rng.choice(word), 1),))),
    ]
    return _with_node(proof, number, replace(node, cases=rng.choice(choices)))


def another_child(proof: Refutation, rng: random.Random) -> Refutation | None:
    """Drop a child of a rule, or exchange it for another node."""
    number = _some_node(proof, rng, NodeKind.RULE)
    if number is None:
        return None
    node = proof.nodes[number]
    children = set(node.children) - {rng.choice(node.children)}
    if not children or rng.random() < 0.5:
        children.add(rng.randrange(number))
    return _with_node(proof, number, replace(node, children=tuple(sorted(children))))


def another_root(proof: Refutation, rng: random.Random) -> Refutation | None:
    """Drop a node of the root, or exchange it for another."""
    if not proof.root:
        return None
    root = set(proof.root) - {rng.choice(proof.root)}
    if proof.nodes and rng.random() < 0.5:
        root.add(rng.randrange(len(proof.nodes)))
    return replace(proof, root=tuple(sorted(root)))


def another_depth(proof: Refutation, rng: random.Random) -> Refutation | None:
    """Claim one guess more or fewer."""
    depth = proof.claim.depth + rng.choice((-1, 1, 1))
    return with_claim(proof, depth=depth) if depth else None


def another_scope(proof: Refutation, rng: random.Random) -> Refutation | None:
    """Speak of other openers."""
    claim = proof.claim
    guesses = proof.head.game.guesses.words
    openers = set(claim.openers) ^ set(rng.sample(guesses, rng.randint(0, min(2, len(guesses)))))
    scope = rng.choice(tuple(OpenerScope)) if openers else OpenerScope.ALL
    listed = () if scope is OpenerScope.ALL else tuple(sorted(openers))
    return with_claim(proof, scope=scope, openers=listed)


NODE_CHANGES: tuple[Change, ...] = (
    drop_node,
    stronger_restriction,
    weaker_restriction,
    fewer_conditions,
    facts_for_conditions,
    another_condition,
    swap_word,
    drop_word,
    more_guesses,
    fewer_guesses,
    another_weight,
    another_split,
    another_child,
)
"""Changes of what nodes say."""
CHANGES: tuple[Change, ...] = (
    *NODE_CHANGES,
    drop_line,
    another_root,
    another_depth,
    another_scope,
    *mutants.CHANGES,
)
"""All changes."""
