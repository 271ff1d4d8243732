"""Refutations of random small games, found by trying everything: what the checkers are fed with.

`BruteForce` says which states are lost; a refutation only has to say why. The reasons are drawn at random
among those that hold, and words and restrictions that aren't needed are dropped at random, so that the nodes
are as varied as those of a clever prover. Nothing here is fast.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tests.oracle.brute_depth import BruteForce
from tests.oracle.games import game_of_modes, random_game, random_history, words_after
from tests.oracle.questions import variant_of
from wordle_cp.certificate.base.claim import Head
from wordle_cp.certificate.claims.impossible import DepthImpossible, OpenerScope, Refutation
from wordle_cp.certificate.parts.nodes import ChainSplit, NodeKind, RefutationNode
from wordle_cp.certify.records import game_record
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import Restriction, all_green, pattern_of

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from tests.oracle.games import Size, SmallGame
    from wordle_cp.certificate.parts.nodes import ChainCases
    from wordle_cp.rules.words import History

Words = frozenset[str]


@dataclass(frozen=True, slots=True)
class Fixed:
    """What binds guesses: the facts, and in ultrahard mode conditions that reveal them, or none."""

    facts: Restriction
    conditions: frozenset[tuple[str, int]] = frozenset()


@dataclass(frozen=True, slots=True)
class Impossibility:
    """A claim: in `game` after `history` no opener of the scope leads to every hidden word in time."""

    game: SmallGame
    mode: Mode
    depth: int
    history: History
    scope: OpenerScope
    openers: tuple[str, ...]

    def __str__(self) -> str:
        """Return all that is needed to ask the question again."""
        return (
            f"{self.mode} {self.game} after {self.history}: not within {self.depth}, "
            f"openers {self.scope} {self.openers}"
        )

    def is_true(self, oracle: BruteForce) -> bool:
        """Tell whether the claim holds; `oracle` knows the game and the mode."""
        left = self.depth - len(self.history)
        words = words_after(self.game, self.history)
        allowed = oracle.allowed_after(self.history)
        if not words or left < 0 or not allowed.issuperset(self.openers):
            return False
        return left == 0 or not any(
            oracle.solvable_by(guess, words, allowed, left) for guess in self.spoken_of(oracle)
        )

    def spoken_of(self, oracle: BruteForce) -> list[str]:
        """Return the openers of the scope, in the order of the guess list."""
        allowed = oracle.allowed_after(self.history)
        wanted = self.scope is OpenerScope.ONLY
        return [guess for guess in oracle.guesses if guess in allowed and (guess in self.openers) is wanted]


def random_claim(
    rng: random.Random, size: Size, modes: Sequence[Mode] = tuple(Mode)
) -> tuple[Impossibility, BruteForce]:
    """Draw a claim, true where the game permits, and the oracle of its game and mode."""
    game = random_game(rng, size) if len(modes) > 1 else game_of_modes(rng, size)
    mode = rng.choice(modes)
    history = random_history(rng, game, mode, rng.choice((0, 0, 1, 2)))
    oracle = BruteForce(game.guesses, mode)
    words, allowed = words_after(game, history), oracle.allowed_after(history)
    if not words:  # the random history has won
        history, words, allowed = (), frozenset(game.hidden), frozenset(game.guesses)
    left = oracle.least_depth(words, history) - len(history) - rng.choice((0, 0, 1, 1, 1, 2))
    left = max(left, 0 if history else 1)
    winners = {guess for guess in allowed if left and oracle.solvable_by(guess, words, allowed, left)}
    losers = [guess for guess in game.guesses if guess in allowed and guess not in winners]
    scope = OpenerScope.ALL
    openers: tuple[str, ...] = ()
    if winners or rng.random() < 0.3:
        some = rng.sample(losers, rng.randint(0, len(losers)))
        if some and rng.random() < 0.5:
            scope, openers = OpenerScope.ONLY, tuple(some)
        elif winners:
            scope, openers = OpenerScope.EXCEPT, tuple(guess for guess in game.guesses if guess in winners)
    return Impossibility(game, mode, len(history) + left, history, scope, openers), oracle


def refute(claim: Impossibility, oracle: BruteForce, rng: random.Random) -> Refutation | None:
    """Return a proof of `claim`, or None if it is false."""
    if not claim.is_true(oracle):
        return None
    proof = _Proof(oracle, rng)
    words = words_after(claim.game, claim.history)
    left = claim.depth - len(claim.history)
    length = len(claim.game.guesses[0])
    fixed = Fixed(
        Restriction.of(() if claim.mode is Mode.NORMAL else claim.history, length),
        frozenset(claim.history if claim.mode is Mode.ULTRAHARD else ()),
    )
    whole = len(words) > 1 and left > 0 and proof.is_lost(fixed, words, left)
    root: set[int] = set()
    if whole and rng.random() < 0.5:
        root.add(proof.node(fixed, words, left))
    elif left > 1:
        for guess in claim.spoken_of(oracle):
            child = proof.child(guess, fixed, words, left)
            assert child is not None, "the opener loses"
            root.add(child)
    head = Head(
        game_record(variant_of(claim.game, claim.mode)),
        DepthImpossible(claim.depth, claim.history, claim.scope, claim.openers, len(words), len(proof.nodes)),
    )
    return Refutation(head, tuple(proof.nodes), tuple(sorted(root)))


class _Proof:
    """The nodes of a proof that grows, in the order of the file."""

    def __init__(self, rules: BruteForce, rng: random.Random) -> None:
        self.nodes: list[RefutationNode] = []
        self._rules = rules
        self._rng = rng
        self._known: dict[tuple[Fixed, Words, int], int] = {}

    def is_lost(self, fixed: Fixed, words: Words, left: int) -> bool:
        """Tell whether `words` can't be found in `left` guesses under `fixed`."""
        return not self._rules.solvable(words, self._allowed(fixed), left)

    def _allowed(self, fixed: Fixed) -> Words:
        if fixed.conditions:
            return self._rules.allowed_after(tuple(fixed.conditions))
        return self._rules.allowed_under(fixed.facts)

    def child(self, guess: str, fixed: Fixed, words: Words, left: int) -> int | None:
        """Return a node that refutes `guess`, or None if there is none."""
        cells = [(pattern, cell) for pattern, cell in self._rules.cells(guess, words) if len(cell) > 1]
        for pattern, cell in self._rng.sample(sorted(cells), len(cells)):
            after = self._after(fixed, guess, pattern)
            if self._rng.random() < 0.3 and self.is_lost(after, cell, left):
                return self.node(after, cell, left)
            if self.is_lost(after, cell, left - 1):
                return self.node(after, cell, left - 1)
        return None

    def node(self, fixed: Fixed, words: Words, left: int) -> int:
        """Return the node of a lost state that is no worse than this lost one."""
        state = self._smaller(fixed, words, left)
        if state not in self._known:
            self._known[state] = self._reason(*state)
        return self._known[state]

    def _smaller(self, fixed: Fixed, words: Words, left: int) -> tuple[Fixed, Words, int]:
        """Drop words and parts of what is fixed at random as long as the state stays lost."""
        for word in self._rng.sample(sorted(words), self._rng.randint(0, len(words) - 2)):
            if self.is_lost(fixed, words - {word}, left) and len(words) > 2:
                words -= {word}
        for less in self._less(fixed):
            if self._rng.random() < 0.5 and self.is_lost(less, words, left):
                return self._smaller(less, words, left)
        return fixed, words, left

    @staticmethod
    def _less(fixed: Fixed) -> list[Fixed]:
        """Return what fixes a little less: the facts for the conditions, or one of either."""
        if fixed.conditions:
            length = len(fixed.facts.greens)
            some = [fixed.conditions - {condition} for condition in sorted(fixed.conditions)]
            fewer = [Fixed(Restriction.of(tuple(left), length), left) for left in some]
            return [Fixed(fixed.facts), *fewer]
        greens, counts = fixed.facts.greens, fixed.facts.counts
        less = [
            Restriction((*greens[:place], None, *greens[place + 1 :]), counts)
            for place, green in enumerate(greens)
            if green
        ]
        less += [Restriction(greens, tuple(o for o in counts if o != letter)) for letter in counts]
        return [Fixed(facts) for facts in less]

    def _reason(self, fixed: Fixed, words: Words, left: int) -> int:
        """Add a node for exactly this lost state, and the nodes that it needs; return its number."""
        may = self._allowed(fixed)
        allowed = [guess for guess in self._rules.guesses if guess in may]
        nothing = Restriction((None,) * len(fixed.facts.greens), ())
        bound: Final = nothing if fixed.conditions else fixed.facts
        conditions: Final = tuple(sorted(fixed.conditions))
        in_order = tuple(self._rng.sample(sorted(words), len(words)))
        if left > 1 and self._rng.random() < 0.3:
            weights = tuple(self._rng.choice((1, 1, 2)) for _ in in_order)
            for chosen in (weights, (1,) * len(in_order)):
                if self._outweighs(allowed, in_order, chosen, left):
                    return self._add(
                        RefutationNode(NodeKind.WEIGHTS, left, bound, in_order, chosen, (), (), conditions)
                    )
        if left > 1 and self._rules.mode is not Mode.NORMAL and not conditions and self._rng.random() < 0.5:
            cases = self._cases(allowed, in_order, left, 3)
            if cases is not None:
                return self._add(RefutationNode(NodeKind.CHAIN, left, bound, in_order, (), (), cases))
        tells_all = any(len(dict(self._rules.cells(guess, words))) == len(words) for guess in allowed)
        if left == 1 or (left == 2 and not tells_all):
            return self._add(RefutationNode(NodeKind.PAIR, left, bound, in_order, (), (), (), conditions))
        children: set[int] = set()
        for guess in allowed:
            if len(dict(self._rules.cells(guess, words))) > 1:
                child = self.child(guess, fixed, words, left)
                assert child is not None, "the state is lost"
                children.add(child)
        return self._add(
            RefutationNode(NodeKind.RULE, left, bound, (), (), tuple(sorted(children)), (), conditions)
        )

    def _outweighs(
        self, allowed: Sequence[str], words: Sequence[str], weights: Sequence[int], left: int
    ) -> bool:
        """Tell whether the weights prove that `words` can't be found in `left` guesses."""
        most_lost = 0
        for guess in allowed:
            cells: dict[int, int] = {}
            for word, weight in zip(words, weights, strict=True):
                pattern = pattern_of(guess, word)
                cells[pattern] = cells.get(pattern, 0) + weight
            most_lost = max(most_lost, sum(weights) - max(cells.values()))
        return sum(weights) - (left - 1) * most_lost > max(weights)

    def _cases(
        self, allowed: Sequence[str], words: Sequence[str], left: int, splits: int
    ) -> ChainCases | None:
        """Look for weights, or for at most `splits` splits one below the other, of a chain."""
        if self._rng.random() < 0.5:
            return self._weights(allowed, words, left) or self._split(allowed, words, left, splits)
        return self._split(allowed, words, left, splits) or self._weights(allowed, words, left)

    def _weights(self, allowed: Sequence[str], words: Sequence[str], left: int) -> tuple[int, ...] | None:
        answers = [max(_cells(guess, words), key=len) for guess in allowed]  # the first one among the largest
        for _ in range(3):
            weights = tuple(self._rng.choice((1, 1, 1, 2)) for _ in words)
            of = dict(zip(words, weights, strict=True))
            kept = min((sum(of[word] for word in answer) for answer in answers), default=sum(weights))
            if sum(weights) - (left - 1) * (sum(weights) - kept) > max(weights):
                return weights
        return None

    def _split(
        self, allowed: Sequence[str], words: Sequence[str], left: int, splits: int
    ) -> ChainSplit | None:
        pieces = _common_pieces(words)
        if not splits or len(pieces) < 2:
            return None
        first, second = self._rng.sample(pieces, 2)
        one = [guess for guess in allowed if second.permits(guess) or not first.permits(guess)]
        other = [guess for guess in allowed if first.permits(guess) or not second.permits(guess)]
        if max(len(one), len(other)) == len(allowed):
            return None
        first_case = self._cases(one, words, left, splits - 1)
        second_case = self._cases(other, words, left, splits - 1)
        if first_case is None or second_case is None:
            return None
        return ChainSplit(first, second, first_case, second_case)

    def _add(self, node: RefutationNode) -> int:
        self.nodes.append(node)
        return len(self.nodes) - 1

    def _after(self, fixed: Fixed, guess: str, pattern: int) -> Fixed:
        """Return what is fixed after this response; a win is no response to ask about."""
        assert pattern != all_green(len(guess)), "the game is over"
        if self._rules.mode is Mode.NORMAL:
            return fixed
        fresh = Restriction.of(((guess, pattern),), len(guess))
        facts = fixed.facts
        counts = dict(facts.counts)
        for letter, least in fresh.counts:
            counts[letter] = max(least, counts.get(letter, 0))
        greens = tuple(old or new for old, new in zip(facts.greens, fresh.greens, strict=True))
        conditions = fixed.conditions
        if self._rules.mode is Mode.ULTRAHARD:
            conditions |= {(guess, pattern)}
        return Fixed(Restriction(greens, tuple(sorted(counts.items()))), conditions)


def _cells(guess: str, words: Sequence[str]) -> list[list[str]]:
    """Return the cells of `words` under `guess`, by ascending pattern."""
    patterns = {word: pattern_of(guess, word) for word in words}
    return [
        [word for word in words if patterns[word] == pattern] for pattern in sorted(set(patterns.values()))
    ]


def _common_pieces(words: Sequence[str]) -> list[Restriction]:
    """Return what all `words` have: each green letter, and each letter as often as all have it."""
    length = len(words[0])
    pieces: list[Restriction] = []
    for place in range(length):
        if len({word[place] for word in words}) == 1:
            greens = tuple(words[0][place] if other == place else None for other in range(length))
            pieces.append(Restriction(greens, ()))
    for letter in sorted(set(words[0])):
        least = min(word.count(letter) for word in words)
        pieces += [Restriction((None,) * length, ((letter, number),)) for number in range(1, least + 1)]
    return pieces
