"""What a strategy graph proves, as the parts of certificates: the nodes of a refutation, or lemmas of bounds.

A no-good is a node: by weights, by pairs of words, or by those that refute its guesses. The value of a state,
which the dual of the model's linear relaxation gives it, is a lemma where it is more than a count of patterns
says. Guesses that the model leaves out are looked at here once more, as the checker will.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.base.claim import Head
from wordle_cp.certificate.claims.impossible import Refutation
from wordle_cp.certificate.parts.nodes import NodeKind, RefutationNode
from wordle_cp.certify.depth import impossible_claim, in_order
from wordle_cp.certify.records import game_record
from wordle_cp.engine import ProvenLemma
from wordle_cp.errors import WrongAnswerError
from wordle_cp.rules.words import Restriction

if TYPE_CHECKING:
    from wordle_cp.games.question import Question
    from wordle_cp.search.and_or import AndOr
    from wordle_cp.search.least_cost import LeastCost, State
    from wordle_cp.search.no_goods import NoGood

_LAST: Final = 2
"""With so many guesses left each guess of a lost state leaves two words together."""
_COUNTED: Final = 3
"""Of so many words, or fewer, each bound counts patterns of these words alone (bound 1 of the page)."""


def graph_refutation(question: Question, depth: int, search: AndOr | None) -> Refutation:
    """Return the certificate that `depth` guesses aren't enough, whose position is lost by `search`.

    Without a `search` no guess is left. Where one is left, no node is needed.
    """
    nodes: tuple[RefutationNode, ...] = ()
    root: tuple[int, ...] = ()
    if search is not None and search.root.left > 1:
        writer = _Nodes(search)
        lost = search.root.lost
        if question.asked and lost is not None and lost.refuting:  # of these openers, and not of the position
            refuting = writer.refuting(lost)
        else:
            refuting = [writer.node(lost)]
        nodes, numbers = in_order(writer.nodes)
        root = tuple(sorted({numbers[node] for node in refuting}))
    claim = impossible_claim(question, depth, len(nodes))
    return Refutation(Head(game_record(question.variant), claim), nodes, root)


class _Nodes:
    """The nodes of a refutation, each after those that it rests on."""

    def __init__(self, search: AndOr) -> None:
        self.nodes: list[RefutationNode] = []
        self._search = search
        self._known: dict[NoGood, int] = {}

    def node(self, lost: NoGood | None) -> int:
        """Add the node of a no-good, and what it rests on; return its number."""
        self._search.heed()
        if lost is None:
            message = "a state is to be lost, and nothing refutes it"
            raise WrongAnswerError(message)
        if lost not in self._known:
            children = tuple(sorted(self.refuting(lost)))
            kind = NodeKind.RULE if children else NodeKind.WEIGHTS if lost.weights else NodeKind.PAIR
            words = () if children else tuple(self._search.words[place] for place in lost.words)
            nothing = Restriction.of((), self._search.scoring.length)
            responses = lost.binding.responses
            bound = nothing if responses else lost.binding.facts
            self._known[lost] = len(self.nodes)
            self.nodes.append(
                RefutationNode(kind, lost.left, bound, words, lost.weights, children, conditions=responses)
            )
        return self._known[lost]

    def refuting(self, lost: NoGood) -> list[int]:
        """Return the nodes that refute the guesses of a no-good by rule."""
        return [self.node(below) for below in lost.refuting]


def graph_lemmas(search: LeastCost) -> tuple[int, tuple[ProvenLemma, ...]]:
    """Return what the position costs at least, as a `search` shows, and the lemmas that prove it."""
    writer = _Lemmas(search)
    value = search.root.bound
    writer.support_whole(value)
    writer.support(search.root, value, first=True)
    return value, tuple(writer.lemmas)


class _Lemmas:
    """The lemmas of a bound, each after those that it rests on."""

    def __init__(self, search: LeastCost) -> None:
        self.lemmas: list[ProvenLemma] = []
        self._search = search
        self._written: set[int] = set()

    def support_whole(self, value: int) -> None:
        """Write the lemma that all words together cost `value`, if an opener that splits nothing needs it.

        A lemma passes over guesses that split nothing (Theorem 6), and what is concluded of openers doesn't.
        An opener that was asked about is one of the root's choices, and `support` looks at its cell.
        """
        root, guesses = self._search.root, self._search.guesses
        if guesses.asked or guesses.idle is None or len(root.words) == 1:
            return
        total = guesses.weight(root.words)
        if total + self._closed_form(root) < value:
            self.support(root, value, first=False)
            path = (*root.path, guesses.idle)
            self.lemmas.append(ProvenLemma(value, root.binding.facts, root.left, path))

    def support(self, state: State, value: int | None, *, first: bool) -> None:
        """Write the lemmas that prove that a state costs `value`; the `first` one is the position itself."""
        self._search.heed()
        for guess in self._search.choices(state, value):
            column = self._search.column(state, guess)
            for cell in column.cells if column.lost is None else (column.lost,):
                known = self._counted(cell, first=first)
                here = None if cell.lost else cell.bound
                if known is not None and (here is None or here > known):
                    self._write(cell, here)

    def _write(self, state: State, value: int | None) -> None:
        if state.number in self._written:
            return
        self._written.add(state.number)
        self.support(state, value, first=False)
        self.lemmas.append(ProvenLemma(value, state.binding.facts, state.left, state.path))

    def _counted(self, state: State, *, first: bool) -> int | None:
        """Return what the checker sees at once that a state costs; None if it is lost.

        With one guess left that is for all states, and with two for a lost one: each guess leaves two of its
        words together. Of few words the patterns that they show each other are counted (bound 1 of the page);
        of more the patterns of all guesses (bound 3), but not for cells of the `first` guess. Otherwise there
        is the closed form.
        """
        size, left = len(state.words), state.left
        if left == 1 and size > 1:
            return None
        if size <= _COUNTED:
            return self._search.guesses.own_count(state.words)
        if state.lost:
            return None if left == _LAST else self._closed_form(state)
        if first:
            return self._closed_form(state)
        if (
            left == _LAST
        ):  # the bound of the state is about guesses that separate its words, bound 3 about all
            _, prices, _ = self._search.guesses.priced(state.words, state.binding, None)
            return int(prices.min())
        return state.counted

    def _closed_form(self, state: State) -> int:
        """Return what a state costs if one word takes one guess, and each other one two (T of the page)."""
        weights = [self._search.aim.weights[word] for word in state.words]
        return 2 * sum(weights) - max(weights)
