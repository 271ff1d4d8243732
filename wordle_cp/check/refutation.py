"""The checker of refutations: every node's reason, then the conclusion; rules of docs/certificates/.

Nodes are taken one by one, in the order of the file. Of an accepted node only its statement is kept: the
restriction, the words, and the guesses left. Nothing that the writer of the file has computed is used:
whatever patterns, cells and losses a reason rests on are computed here (`patterns`).

In ultrahard mode the rules of hard mode hold, as each ultrahard strategy is a hard one, and guesses may be
bound by conditions besides (`binding`). The openers are those that ultrahard mode allows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.certificate.base.records import format_restriction
from wordle_cp.certificate.parts.nodes import NODES, ROOT, ChainSplit, NodeKind, format_binding
from wordle_cp.check.common.binding import among, fixing
from wordle_cp.check.common.openers import openers_of
from wordle_cp.check.common.share import ALL_PARTS
from wordle_cp.check.counting.patterns import GuessPatterns
from wordle_cp.errors import CertificateRejected, Rule, counted
from wordle_cp.rules.bindings import Binding
from wordle_cp.rules.symmetry import representatives
from wordle_cp.rules.words import Restriction, format_history

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from wordle_cp.certificate.base.records import GameRecord
    from wordle_cp.certificate.claims.impossible import DepthImpossible
    from wordle_cp.certificate.parts.nodes import ChainCases, RefutationNode
    from wordle_cp.certificate.read import CertificateReader
    from wordle_cp.check.common.lists import Lists, Progress
    from wordle_cp.check.common.share import Share
    from wordle_cp.check.counting.patterns import Mask, Patterns
    from wordle_cp.rules.words import History

    Words = NDArray[np.int32]
    """Hidden words by their places in the hidden list."""
    Needs = tuple[tuple[Restriction, Restriction], ...]
    """See `cases_of`."""

MAX_KEPT_WORDS: Final = 2**26
"""Words of all nodes together: 256 MB. The words of a rule are those of its children, so a short file could
otherwise ask for any amount of memory."""
_CONDITION_COST: Final = 64
"""What a new condition counts as, in words; one that a node before has counts as `_MENTION_COST`."""
_MENTION_COST: Final = 2
_CONCLUSION: Final = "conclusion"  # the node of a rejection that concerns the last step
_BLOCK: Final = 2**22  # patterns looked at together
_RULE_BLOCK: Final = 2**25  # patterns kept for all children of a rule
_PROGRESS: Final = 64  # nodes from one report of progress to the next


@dataclass(frozen=True, slots=True)
class NodeClaim:
    """What a node states: `words` can't be found within `guesses` guesses if they are bound so."""

    guesses: int
    binding: Binding
    words: Words


def check_refutation(
    reader: CertificateReader,
    claim: DepthImpossible,
    lists: Lists,
    hidden_set: Sequence[str],
    progress: Progress | None,
    share: Share = ALL_PARTS,
) -> None:
    """Check all nodes, or a `share` of them, and the conclusion.

    `hidden_set` are the hidden words left after the claim's history.

    Raises:
        CertificateParseError: a node or the root is malformed.
        CertificateRejected: a node is not lost for the reason given, or the claim doesn't follow.
    """
    checker = NodeChecker(reader.head.game, lists)
    openers = checker.openers(claim)
    chosen = share.of(claim.nodes)
    for number, node in enumerate(reader.read(NODES, claim.nodes)):
        checker.add(number, node, doubtful=number in chosen)
        if progress is not None and ((number + 1) % _PROGRESS == 0 or number + 1 == claim.nodes):
            progress(number + 1, claim.nodes)
    (root,) = reader.read(ROOT, 1)
    checker.conclude(claim, openers, hidden_set, root)


class NodeChecker:
    """Judges nodes, and keeps those that are added for the nodes after them."""

    def __init__(self, game: GameRecord, lists: Lists) -> None:
        """Take the game and its lists, which are verified."""
        self._game = game
        self._lists = lists
        self._nothing = Binding.after((), game.mode, game.scoring)
        self._guesses = GuessPatterns(lists.guesses, scoring=game.scoring)
        self._place = {word: place for place, word in enumerate(lists.hidden)}
        places = {word: place for place, word in enumerate(lists.guesses)}
        self._as_guess: Words = np.array([places[word] for word in lists.hidden], np.int32)
        self._conditions: dict[tuple[str, int], tuple[str, int]] = {}
        self._nodes: list[NodeClaim] = []
        self._kept = 0

    def add(self, number: int, node: RefutationNode, *, doubtful: bool = True) -> None:
        """Accept `node`, which has `number`, or reject the certificate.

        Whether it is lost for its reason isn't looked at unless it is `doubtful`.
        """
        name = f"node {number}"
        children = [self._nodes[number] for number in node.children]
        lost = self.judge(name, node, children) if doubtful else self._statement(name, node, children)
        self._kept += len(lost.words)
        if self._kept > MAX_KEPT_WORDS:
            expected = f"{MAX_KEPT_WORDS} words at most in the nodes up to here"
            raise CertificateRejected(name, Rule.SIZE, expected, str(self._kept))
        self._nodes.append(lost)

    def stated(self, number: int) -> NodeClaim:
        """Return what the node with `number` states, which was added."""
        return self._nodes[number]

    def refuted_by(self, node: NodeClaim, history: History, guesses_left: int) -> Mask:
        """Tell which guesses `node` refutes after `history`, with `guesses_left`.

        Its words are among those left, which is for the caller to know. Where it refutes the position itself
        these are all guesses.
        """
        fixed = Binding.after(history, self._game.mode, self._game.scoring)
        if node.guesses >= guesses_left and fixed.includes(node.binding):
            return np.ones(len(self._lists.guesses), np.bool_)
        return self._refuted(self._guesses, fixed, guesses_left, [node])

    def judge(self, name: str, node: RefutationNode, children: Sequence[NodeClaim]) -> NodeClaim:
        """Return what `node` states, which is true if `children`, those of a rule, are.

        Raises:
            CertificateRejected: it isn't lost for the reason that it gives; `name` says which node it is.
        """
        lost = self._statement(name, node, children)
        guesses = among(lost.binding, self._guesses)
        if node.kind is NodeKind.RULE:
            self._check_rule(name, lost, guesses, children)
        elif node.kind is NodeKind.PAIR:
            self._check_pair(name, node, guesses)
        elif node.kind is NodeKind.WEIGHTS:
            self._check_weights(name, node, guesses)
        else:
            self._check_chain(name, node, guesses)
        return lost

    def _statement(self, name: str, node: RefutationNode, children: Sequence[NodeClaim]) -> NodeClaim:
        """Return what `node` states, true or not; reject it if it makes no sense."""
        bound = node.conditions or node.restriction != self._nothing.facts
        if bound and not self._game.mode.facts:
            expected = f"none in {self._game.mode} mode"
            raise CertificateRejected(name, Rule.RESTRICTION, expected, format_binding(node))
        words = _union(children) if node.kind is NodeKind.RULE else self._own_words(name, node)
        return NodeClaim(node.guesses, self._binding(name, node, words), words)

    def conclude(
        self, claim: DepthImpossible, openers: Mask, hidden_set: Sequence[str], root: Sequence[int]
    ) -> None:
        """Reject unless the nodes numbered `root` prove `claim`, about `hidden_set` and these `openers`."""
        left = claim.depth - len(claim.history)
        if left == 0:
            return  # there is a word to be found, and no guess
        fixed = Binding.after(claim.history, self._game.mode, self._game.scoring)
        inside = np.zeros(len(self._lists.hidden), np.bool_)
        inside[[self._place[word] for word in hidden_set]] = True
        useful = [node for node in map(self._nodes.__getitem__, root) if inside[node.words].all()]
        if any(node.guesses >= left and fixed.includes(node.binding) for node in useful):
            return
        refuted = self._refuted(self._guesses, fixed, left, useful)
        if self._game.codes is not None and (openers & ~refuted).any():
            refuted = self._with_equivalent(refuted, claim.history)
        openers = openers & ~refuted
        if left == 1:  # an opener is all there is: what it isn't stays unfound
            alone = hidden_set[0] if len(hidden_set) == 1 else None
            openers &= np.array([guess == alone for guess in self._lists.guesses])
        if openers.any():
            opener = self._guesses.words[int(openers.argmax())]
            expected = f"a node that refutes {opener} {_with_left(left)}"
            raise CertificateRejected(_CONCLUSION, Rule.ROOT, expected, f"none among {len(root)}")

    def _with_equivalent(self, refuted: Mask, history: History) -> Mask:
        """Return the openers that are `refuted`, and those that are alike after `history`: lemma 4."""
        first = representatives([guess for guess, _ in history], self._lists.guesses)
        lost = {first[self._lists.guesses[place]] for place in np.flatnonzero(refuted).tolist()}
        return np.array([first[guess] in lost for guess in self._lists.guesses])

    def openers(self, claim: DepthImpossible) -> Mask:
        """Return the openers that the claim speaks of; see `openers_of`."""
        return np.array(openers_of(claim, self._game, self._lists))

    def _binding(self, name: str, node: RefutationNode, words: Words) -> Binding:
        """Return what binds the guesses of `node`, whose words must explain its conditions."""
        if not node.conditions:
            return replace(self._nothing, facts=node.restriction)
        if not self._game.mode.responses:
            expected = "conditions in ultrahard mode only"
            raise CertificateRejected(name, Rule.RESTRICTION, expected, f"some in {self._game.mode} mode")
        if node.kind is NodeKind.CHAIN:
            raise CertificateRejected(name, Rule.CHAIN, "greens and letters", "conditions")
        for condition in node.conditions:
            guess, pattern = condition
            if guess not in self._lists.guess_set:
                raise CertificateRejected(
                    name, Rule.RESTRICTION, "conditions on words of the guess list", guess
                )
            other = np.flatnonzero(self._guesses.responses(guess)[self._as_guess[words]] != pattern)
            if len(other):
                expected = f"words that explain {format_history((condition,), len(guess))}"
                raise CertificateRejected(
                    name, Rule.RESTRICTION, expected, self._lists.hidden[int(words[other[0]])]
                )
        new = sum(condition not in self._conditions for condition in node.conditions)
        self._kept += _CONDITION_COST * new + _MENTION_COST * len(node.conditions)
        conditions = tuple(self._conditions.setdefault(condition, condition) for condition in node.conditions)
        return Binding.after(conditions, self._game.mode, self._game.scoring)

    def _own_words(self, name: str, node: RefutationNode) -> Words:
        """Return the words that a node other than a rule names, two or more different hidden words."""
        if len(node.words) < 2:  # noqa: PLR2004  the definition of a node
            raise CertificateRejected(name, Rule(node.kind), "two words or more", str(len(node.words)))
        if len(set(node.words)) != len(node.words):
            raise CertificateRejected(name, Rule(node.kind), "different words", "one that occurs twice")
        for word in node.words:
            if word not in self._place:
                raise CertificateRejected(name, Rule(node.kind), "words of the hidden list", word)
        return np.array([self._place[word] for word in node.words], np.int32)

    @staticmethod
    def _check_pair(name: str, node: RefutationNode, guesses: GuessPatterns) -> None:
        """Demand that one guess is left; or two, and that no guess separates all words."""
        if node.guesses > 2:  # noqa: PLR2004  what the rule is about
            raise CertificateRejected(name, Rule.PAIR, "one guess or two", str(node.guesses))
        if node.guesses == 1:
            return
        for start, block in blocks(guesses, node.words, _BLOCK):
            apart = np.ones(block.shape[1], np.bool_)
            for count in range(1, len(block)):
                apart &= (block[:count] != block[count]).all(axis=0)
                if not apart.any():
                    break
            else:
                expected = "two words with one pattern under each guess"
                found = f"none under {guesses.words[start + int(apart.argmax())]}"
                raise CertificateRejected(name, Rule.PAIR, expected, found)

    @staticmethod
    def _check_weights(name: str, node: RefutationNode, guesses: GuessPatterns) -> None:
        """Demand sum - (g - 1) * loss > largest weight for the loss of each guess."""
        if node.guesses < 2:  # noqa: PLR2004  what the rule is about
            raise CertificateRejected(name, Rule.WEIGHTS, "two guesses or more", str(node.guesses))
        total, largest = sum(node.weights), max(node.weights)
        most_lost = (total - largest - 1) // (node.guesses - 1)
        if most_lost < 0:
            expected = f"more than {largest}, the largest weight, in all"
            raise CertificateRejected(name, Rule.WEIGHTS, expected, str(total))
        scattering = _scattering(guesses, node.words, node.weights, total - most_lost)
        if scattering is not None:
            expected = f"a cell that weighs {total - most_lost} of {total} at least under each guess"
            raise CertificateRejected(name, Rule.WEIGHTS, expected, f"none under {scattering}")

    def _check_chain(self, name: str, node: RefutationNode, guesses: GuessPatterns) -> None:
        """Demand that the cases are exhaustive, and in each sum - (g - 1) * loss > largest weight."""
        if not self._game.mode.facts:
            expected = "hard mode, where guesses bind later ones"
            raise CertificateRejected(name, Rule.CHAIN, expected, f"{self._game.mode} mode")
        if node.guesses < 2:  # noqa: PLR2004  what the rule is about
            raise CertificateRejected(name, Rule.CHAIN, "two guesses or more", str(node.guesses))
        for weights, kept, _ in cases_of(name, node, guesses):
            total, largest = sum(weights), max(weights)
            most_lost, guess = most_outside_the_answer(guesses, node.words, weights, kept)
            if total - (node.guesses - 1) * most_lost <= largest:
                after = counted(node.guesses - 1, "guess", "guesses")
                expected = f"more than {largest} of {total} left after {after}"
                raise CertificateRejected(name, Rule.CHAIN, expected, f"{most_lost} taken away by {guess}")

    def _check_rule(
        self, name: str, state: NodeClaim, guesses: GuessPatterns, children: Sequence[NodeClaim]
    ) -> None:
        """Demand that each guess that splits the words of `state`, the children's, is refuted by one."""
        left = np.flatnonzero(~self._refuted(guesses, state.binding, state.guesses, children))
        pattern = guesses.patterns(self._lists.hidden[state.words[0]])
        splitting = np.zeros(len(left), np.bool_)
        for word in state.words.tolist() if len(left) else ():
            splitting |= guesses.patterns(self._lists.hidden[word])[left] != pattern[left]
        if splitting.any():
            opener = guesses.words[int(left[splitting.argmax()])]
            expected = f"a child that refutes {opener} {_with_left(state.guesses)}"
            raise CertificateRejected(name, Rule.RULE, expected, f"none among {len(children)}")

    def _refuted(
        self, guesses: GuessPatterns, fixed: Binding, guesses_left: int, nodes: Sequence[NodeClaim]
    ) -> Mask:
        """Tell which of `guesses` are refuted by one of `nodes`: lemma 3 of docs/certificates/.

        The state: `fixed` binds the guesses, `guesses_left` guesses are left, and the words to be found
        include those of all `nodes`; that they do is for the caller to know.
        """
        refuted = np.zeros(len(guesses.words), np.bool_)
        strong = [node for node in nodes if node.guesses >= guesses_left - 1]
        if not strong:
            return refuted
        words = _union(strong)
        hidden = [self._lists.hidden[word] for word in words.tolist()]
        for start, patterns in blocks(guesses, hidden, _RULE_BLOCK):
            block = slice(start, start + patterns.shape[1])
            left = np.ones(patterns.shape[1], np.bool_)
            for node in strong:
                rows = np.searchsorted(words, node.words).tolist()
                revealing = fixing(node.binding, fixed, guesses, hidden[rows[0]])
                candidates = left if revealing is None else left & revealing[block]
                left &= ~_not_splitting(patterns, rows, candidates)
            refuted[block] = ~left
        return refuted


def _union(nodes: Sequence[NodeClaim]) -> Words:
    """Return the words of all `nodes`, ascending."""
    union: Words = np.unique(np.concatenate([node.words for node in nodes]))
    return union


def _not_splitting(patterns: Patterns, rows: Sequence[int], candidates: Mask) -> Mask:
    """Tell which of the `candidates` give the words of all `rows`, two or more, one pattern."""
    first, second, *others = rows
    pattern = patterns[first]
    same: Mask = candidates & (pattern == patterns[second])
    for other in others:
        if not np.count_nonzero(same):
            break
        same &= pattern == patterns[other]
    return same


def blocks(guesses: GuessPatterns, words: Sequence[str], most: int) -> Iterator[tuple[int, Patterns]]:
    """Yield patterns [word][guess], `most` at a time, of one block of guesses after the other.

    With each comes the place of its first guess.
    """
    size = max(1, most // len(words))
    for start in range(0, len(guesses.words), size):
        yield start, np.stack([guesses.patterns(word)[start : start + size] for word in words])


def _scattering(
    guesses: GuessPatterns, words: Sequence[str], weighed: Sequence[int], enough: int
) -> str | None:
    """Return a guess under which no cell of the `weighed` words weighs `enough`, or None if all have one."""
    weights = np.array(weighed, np.int64)
    for start, patterns in blocks(guesses, words, _BLOCK):
        block = patterns
        left = np.arange(start, start + block.shape[1])
        # A guess that is left has no heavy cell with a word before the current one, so these can go.
        for current in range(len(words)):
            cell = weights[current:] @ (block[current:] == block[current])
            light = np.flatnonzero(cell < enough)
            left, block = left[light], block.take(light, axis=1)
            if not len(left):
                break
        else:
            return guesses.words[int(left[0])]
    return None


def cases_of(
    name: str, node: RefutationNode, guesses: GuessPatterns
) -> Iterator[tuple[tuple[int, ...], Mask, Needs]]:
    """Yield the weights of each case of the chain `node`, the guesses of the case, and what these need.

    They need the second of two restrictions if they have the first, one pair for each split above the case.
    """
    yield from _cases(name, node, node.cases, guesses, np.ones(len(guesses.words), np.bool_), ())


def _cases(
    name: str,
    node: RefutationNode,
    cases: ChainCases,
    guesses: GuessPatterns,
    kept: Mask,
    needs: Needs,
) -> Iterator[tuple[tuple[int, ...], Mask, Needs]]:
    if not isinstance(cases, ChainSplit):
        yield cases, kept, needs
        return
    for piece in (cases.first, cases.second):
        for word in node.words:
            if not piece.permits(word):
                expected = f"splits by what each word has, not {format_restriction(piece)}"
                raise CertificateRejected(name, Rule.CHAIN, expected, word)
    first, second = guesses.permitted(cases.first), guesses.permitted(cases.second)
    pair = (cases.first, cases.second)
    yield from _cases(name, node, cases.first_needs_second, guesses, kept & (~first | second), (*needs, pair))
    yield from _cases(
        name, node, cases.second_needs_first, guesses, kept & (~second | first), (*needs, pair[::-1])
    )


def most_outside_the_answer(
    guesses: GuessPatterns, words: Sequence[str], weights: Sequence[int], kept: Mask
) -> tuple[int, str]:
    """Return the most weight that lies outside the answer to one of the guesses `kept`, and that guess.

    The answer to a guess is its largest cell of `words`, that of the lowest pattern among equals.
    """
    most, worst = 0, "no guess"
    for start, block in blocks(guesses, words, _BLOCK):
        places = np.flatnonzero(kept[start : start + block.shape[1]])
        if not len(places):
            continue
        patterns = block.take(places, axis=1)
        sizes = np.stack([(patterns == row).sum(axis=0) for row in patterns])  # of the word's cell
        largest = np.where(sizes == sizes.max(axis=0), patterns, np.iinfo(patterns.dtype).max)
        lost = np.array(weights, np.int64) @ (patterns != largest.min(axis=0))
        if lost.max() > most:
            most, worst = int(lost.max()), guesses.words[start + int(places[lost.argmax()])]
    return most, worst


def _with_left(guesses: int) -> str:
    return f"with {guesses} {'guess' if guesses == 1 else 'guesses'} left"
