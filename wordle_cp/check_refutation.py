"""The checker of refutations: every node's reason, then the conclusion; rules of docs/certificates.md.

Nodes are taken one by one, in the order of the file. Of an accepted node only its statement is kept: the
restriction, the words, and the guesses left. Patterns are computed here (`check_patterns`), and nothing in
the file but the statements and the choice of children is used; in particular no partition and no maximum.

Ultrahard mode is checked with the rules of hard mode: each ultrahard strategy is a hard one, so what is
impossible in hard mode is so in ultrahard mode too. Only the openers are those that ultrahard mode allows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.certificate.format import ChainSplit, NodeKind, OpenerScope, format_restriction
from wordle_cp.check_lists import WHOLE, demand_allowed
from wordle_cp.check_patterns import Guesses
from wordle_cp.errors import CertificateRejected
from wordle_cp.rules import Mode, Restriction, is_allowed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from wordle_cp.certificate.format import (
        CertificateReader,
        ChainCases,
        DepthImpossible,
        GameRecord,
        RefutationNode,
    )
    from wordle_cp.check_lists import Lists, Progress
    from wordle_cp.check_patterns import Mask

    Words = NDArray[np.int32]
    """Hidden words by their places in the hidden list."""

MAX_KEPT_WORDS: Final = 2**26
"""Words of all nodes together: 256 MB. The words of a rule are those of its children, so a short file could
otherwise ask for any amount of memory."""
_CONCLUSION: Final = "conclusion"  # the node of a rejection that concerns the last step
_BLOCK: Final = 2**22  # patterns looked at together


@dataclass(frozen=True, slots=True)
class _Lost:
    """What an accepted node states: `words` can't be found within `guesses` guesses under `restriction`."""

    guesses: int
    restriction: Restriction
    words: Words


def check_refutation(
    reader: CertificateReader,
    claim: DepthImpossible,
    lists: Lists,
    hidden_set: Sequence[str],
    progress: Progress | None,
) -> None:
    """Check all nodes and the conclusion; `hidden_set` are the hidden words left after the claim's history.

    Raises:
        CertificateParseError: a node or the root is malformed.
        CertificateRejected: a node is not lost for the reason given, or the claim doesn't follow.
    """
    checker = _Checker(reader.head.game, lists)
    for number, node in enumerate(reader.nodes()):
        checker.add(number, node)
        if progress is not None:
            progress(number + 1, claim.nodes)
    checker.conclude(claim, hidden_set, reader.root())


class _Checker:
    """The nodes accepted so far."""

    def __init__(self, game: GameRecord, lists: Lists) -> None:
        self._game = game
        self._lists = lists
        self._nothing = Restriction((None,) * game.word_length, ())
        self._guesses = Guesses(lists.guesses)
        self._place = {word: place for place, word in enumerate(lists.hidden)}
        self._nodes: list[_Lost] = []
        self._kept = 0

    def add(self, number: int, node: RefutationNode) -> None:
        """Accept `node`, which has `number`, or reject the certificate."""
        name = f"node {number}"
        if self._game.mode is Mode.NORMAL and node.restriction != self._nothing:
            found = format_restriction(node.restriction)
            raise CertificateRejected(name, "restriction", "none in normal mode", found)
        if node.kind is NodeKind.RULE:
            words = self._check_rule(name, node)
        else:
            words = self._own_words(name, node)
            if node.kind is NodeKind.PAIR:
                self._check_pair(name, node)
            elif node.kind is NodeKind.WEIGHTS:
                self._check_weights(name, node, words)
            else:
                self._check_chain(name, node)
        self._kept += len(words)
        if self._kept > MAX_KEPT_WORDS:
            expected = f"{MAX_KEPT_WORDS} words at most in the nodes up to here"
            raise CertificateRejected(name, "size", expected, str(self._kept))
        self._nodes.append(_Lost(node.guesses, node.restriction, words))

    def conclude(self, claim: DepthImpossible, hidden_set: Sequence[str], root: Sequence[int]) -> None:
        """Reject unless the nodes numbered `root` prove `claim`, which is about `hidden_set`."""
        left = claim.depth - len(claim.history)
        openers = self._openers(claim)
        if left < 0:
            found = f"{len(claim.history)} guesses"
            raise CertificateRejected(WHOLE, "depth", f"a history of {claim.depth} guesses at most", found)
        if left == 0:
            return  # there is a word to be found, and no guess
        fixed = self._nothing
        if self._game.mode is not Mode.NORMAL:
            fixed = Restriction.of(claim.history, self._game.word_length)
        inside = np.zeros(len(self._lists.hidden), np.bool_)
        inside[[self._place[word] for word in hidden_set]] = True
        for number in root:
            node = self._nodes[number]
            if not inside[node.words].all():
                continue
            if node.guesses >= left and fixed.includes(node.restriction):
                return
            self._strike_hopeless(openers, fixed, left, node)
        if left == 1:  # an opener is all there is: what it isn't stays unfound
            alone = hidden_set[0] if len(hidden_set) == 1 else None
            openers &= np.array([guess == alone for guess in self._lists.guesses])
        if openers.any():
            expected = f"a node that makes {self._first(openers)} hopeless {_with_left(left)}"
            raise CertificateRejected(_CONCLUSION, "root", expected, f"none among {len(root)}")

    def _openers(self, claim: DepthImpossible) -> Mask:
        """Return the openers that the claim speaks of; reject a list with words that are no openers."""
        listed = set(claim.openers)
        if len(listed) != len(claim.openers):
            raise CertificateRejected(WHOLE, "openers", "different words", "one that occurs twice")
        for word in claim.openers:
            demand_allowed(word, claim.history, self._game, self._lists)
        wanted = claim.scope is OpenerScope.ONLY
        return np.array(
            [
                (word in listed) is wanted and is_allowed(word, claim.history, self._game.mode)
                for word in self._lists.guesses
            ]
        )

    def _own_words(self, name: str, node: RefutationNode) -> Words:
        """Return the words that a node other than a rule names, two or more different hidden words."""
        if len(node.words) < 2:  # noqa: PLR2004  the definition of a node
            raise CertificateRejected(name, str(node.kind), "two words or more", str(len(node.words)))
        if len(set(node.words)) != len(node.words):
            raise CertificateRejected(name, str(node.kind), "different words", "one that occurs twice")
        for word in node.words:
            if word not in self._place:
                raise CertificateRejected(name, str(node.kind), "words of the hidden list", word)
        return np.array([self._place[word] for word in node.words], np.int32)

    def _check_pair(self, name: str, node: RefutationNode) -> None:
        """Demand that one guess is left; or two, and that no guess tells all words apart."""
        if node.guesses > 2:  # noqa: PLR2004  what the rule is about
            raise CertificateRejected(name, "pair", "one guess or two", str(node.guesses))
        if node.guesses == 1:
            return
        apart = self._guesses.permitted(node.restriction)
        for count, word in enumerate(node.words):
            pattern = self._guesses.patterns(word)
            for other in node.words[:count]:
                apart &= pattern != self._guesses.patterns(other)
            if not apart.any():
                return
        expected = "two words with one pattern under each guess"
        raise CertificateRejected(name, "pair", expected, f"none under {self._first(apart)}")

    def _check_weights(self, name: str, node: RefutationNode, words: Words) -> None:
        """Demand sum - (g - 1) * loss > largest weight for the loss of each guess."""
        if node.guesses < 2:  # noqa: PLR2004  what the rule is about
            raise CertificateRejected(name, "weights", "two guesses or more", str(node.guesses))
        total, largest = sum(node.weights), max(node.weights)
        most_lost = (total - largest - 1) // (node.guesses - 1)
        if most_lost < 0:
            expected = f"more than {largest}, the largest weight, in all"
            raise CertificateRejected(name, "weights", expected, str(total))
        weights = np.array(node.weights, np.int64)
        scattering = self._scattering(node.restriction, words, weights, total - most_lost)
        if scattering is not None:
            expected = f"a cell that weighs {total - most_lost} of {total} at least under each guess"
            raise CertificateRejected(name, "weights", expected, f"none under {scattering}")

    def _scattering(
        self, restriction: Restriction, words: Words, weights: NDArray[np.int64], enough: int
    ) -> str | None:
        """Return an allowed guess under which no cell of `words` weighs `enough`, or None if all have one."""
        allowed = np.flatnonzero(self._guesses.permitted(restriction))
        hidden = self._lists.hidden
        rows = max(1, _BLOCK // len(words))
        for start in range(0, len(allowed), rows):
            left = allowed[start : start + rows]
            block = np.stack([self._guesses.patterns(hidden[word])[left] for word in words.tolist()])
            # A guess that is left has no heavy cell with a word before the current one, so these can go.
            for current in range(len(words)):
                cell = weights[current:] @ (block[current:] == block[current])
                light = cell < enough
                left, block = left[light], block[:, light]
                if not len(left):
                    break
            else:
                return self._lists.guesses[int(left[0])]
        return None

    def _check_chain(self, name: str, node: RefutationNode) -> None:
        """Demand that the cases are exhaustive, and in each sum - (g - 1) * loss > largest weight."""
        if self._game.mode is Mode.NORMAL:
            raise CertificateRejected(
                name, "chain", "hard mode, where guesses bind later ones", "normal mode"
            )
        if node.guesses < 2:  # noqa: PLR2004  what the rule is about
            raise CertificateRejected(name, "chain", "two guesses or more", str(node.guesses))
        for weights, kept in self._cases(name, node, node.cases, self._guesses.permitted(node.restriction)):
            total, largest = sum(weights), max(weights)
            most_lost, guess = self._most_outside_the_answer(node.words, weights, kept)
            if total - (node.guesses - 1) * most_lost <= largest:
                expected = f"more than {largest} of {total} left after {node.guesses - 1} guesses"
                raise CertificateRejected(name, "chain", expected, f"{most_lost} taken away by {guess}")

    def _cases(
        self, name: str, node: RefutationNode, cases: ChainCases, kept: Mask
    ) -> Iterator[tuple[tuple[int, ...], Mask]]:
        """Yield the weights of all cases of the guesses `kept`, and the guesses of each case."""
        if not isinstance(cases, ChainSplit):
            yield cases, kept
            return
        for piece in (cases.first, cases.second):
            for word in node.words:
                if not piece.permits(word):
                    expected = f"splits by what each word has, not {format_restriction(piece)}"
                    raise CertificateRejected(name, "chain", expected, word)
        first, second = self._guesses.permitted(cases.first), self._guesses.permitted(cases.second)
        yield from self._cases(name, node, cases.first_needs_second, kept & (~first | second))
        yield from self._cases(name, node, cases.second_needs_first, kept & (~second | first))

    def _most_outside_the_answer(
        self, words: Sequence[str], weights: Sequence[int], kept: Mask
    ) -> tuple[int, str]:
        """Return the most weight that lies outside the answer to one of the guesses `kept`, and that guess.

        The answer to a guess is its largest cell of `words`, that of the lowest pattern among equals.
        """
        most, worst = 0, "no guess"
        guesses = np.flatnonzero(kept)
        rows = max(1, _BLOCK // len(words))
        for start in range(0, len(guesses), rows):
            block = guesses[start : start + rows]
            patterns = np.stack([self._guesses.patterns(word)[block] for word in words])
            sizes = np.stack([(patterns == row).sum(axis=0) for row in patterns])  # of the word's cell
            largest = np.where(sizes == sizes.max(axis=0), patterns, np.iinfo(patterns.dtype).max)
            lost = np.array(weights, np.int64) @ (patterns != largest.min(axis=0))
            if lost.max() > most:
                most, worst = int(lost.max()), self._lists.guesses[int(block[lost.argmax()])]
        return most, worst

    def _check_rule(self, name: str, node: RefutationNode) -> Words:
        """Demand that each guess that splits the children's words is hopeless by one; return the words."""
        children = [self._nodes[number] for number in node.children]
        words: Words = np.unique(np.concatenate([child.words for child in children]))
        guesses = self._guesses.permitted(node.restriction)
        for child in children:
            self._strike_hopeless(guesses, node.restriction, node.guesses, child)
        guesses &= ~self._not_splitting(guesses, words)
        if guesses.any():
            expected = f"a child that makes {self._first(guesses)} hopeless {_with_left(node.guesses)}"
            raise CertificateRejected(name, "rule", expected, f"none among {len(children)}")
        return words

    def _strike_hopeless(self, guesses: Mask, fixed: Restriction, left: int, node: _Lost) -> None:
        """Strike from `guesses` those hopeless by `node` where `fixed` is fixed and `left` guesses are left.

        That all words of `node` are among those to be found is for the caller to know.
        """
        if node.guesses < left - 1:
            return
        hopeless = self._not_splitting(guesses, node.words)
        fixing = self._guesses.fixing(node.restriction, fixed, self._lists.hidden[node.words[0]])
        if fixing is not None:
            hopeless &= fixing
        guesses &= ~hopeless

    def _not_splitting(self, guesses: Mask, words: Words) -> Mask:
        """Tell which of `guesses` give all `words` one pattern."""
        first, *others = (self._lists.hidden[word] for word in words.tolist())
        pattern = self._guesses.patterns(first)
        same = guesses.copy()
        for word in others:
            same &= pattern == self._guesses.patterns(word)
            if not same.any():
                break
        return same

    def _first(self, guesses: Mask) -> str:
        return self._lists.guesses[int(np.argmax(guesses))]


def _with_left(guesses: int) -> str:
    return f"with {guesses} {'guess' if guesses == 1 else 'guesses'} left"
