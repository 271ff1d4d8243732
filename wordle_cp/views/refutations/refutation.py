"""A refutation told one step at a time: any guess is answered with the response that refutes it, and why.

What is said of a step is worked out here from the rules of docs/certificates/, and a node is judged by the
checker before its argument is reported. What a step rests on are the nodes behind it; they are judged when
somebody steps into them. So nothing here says that a certificate as a whole is accepted, unless it is one
that ships: that is for `check.check_file`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NoReturn

import numpy as np

from wordle_cp.certificate.base.lines import read_lines
from wordle_cp.certificate.base.records import format_restriction
from wordle_cp.certificate.claims.impossible import DepthImpossible, OpenerScope
from wordle_cp.certificate.parts.nodes import NodeKind
from wordle_cp.certificate.read import CertificateReader
from wordle_cp.check.common.binding import among
from wordle_cp.check.common.lists import Lists, hidden_words_left
from wordle_cp.check.counting.patterns import Guesses
from wordle_cp.check.refutation import Infeasible, NodeChecker
from wordle_cp.data import is_as_shipped, word_list_by_hash
from wordle_cp.errors import CertificateRejected, Rule, UsageError, abridged, counted
from wordle_cp.games.strategy_tree import partition
from wordle_cp.games.typed import word_or_text
from wordle_cp.rules.bindings import Binding
from wordle_cp.values import meant
from wordle_cp.views.refutations.arguments import (
    Argument,
    BySums,
    argument_left,
    leaf_argument,
    refuted_by,
    rule_argument,
    weights_of,
)
from wordle_cp.views.refutations.node_index import NodeIndex
from wordle_cp.views.refutations.positions import CLAIM, Place, Reason, Reply

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from types import TracebackType
    from typing import Self

    from wordle_cp.certificate.base.claim import Claim, Head
    from wordle_cp.certificate.parts.nodes import RefutationNode
    from wordle_cp.check.common.lists import Progress
    from wordle_cp.rules.words import (
        History,
    )


class AnotherClaimError(UsageError):
    """A certificate makes another claim than that something is impossible."""

    def __init__(self, message: str, claim: Claim) -> None:
        """Take the message, and the claim that it makes."""
        super().__init__(message)
        self.claim: Final = claim


class Explanation:
    """A refutation, open; a context manager, as its nodes are on disk meanwhile."""

    def __init__(self, path: Path, progress: Progress | None = None, *, accepted: bool = False) -> None:
        """Open the certificate at `path`, and read all of it; `progress` as for `NodeIndex`.

        `accepted` says that the checker has accepted all of it; of what ships this is known.

        Raises:
            FileError: the file can't be read.
            AnotherClaimError: it makes another claim.
            UsageError: it is about codes.
            CertificateParseError: it is malformed.
            CertificateRejected: its lists, its history or its openers aren't what it says.
        """
        self.shown: Final = accepted or is_as_shipped(path)
        """Whether the checker has accepted all of it: what ships was checked when it was added."""
        lines = read_lines(path)
        try:
            reader = CertificateReader(path, lines)
            self.head: Final[Head[Any]] = reader.head
            claim = reader.head.claim
            if not isinstance(claim, DepthImpossible):
                message = (
                    f"{path}: expected a claim that something is impossible; this one has a strategy to walk"
                )
                if claim.about:
                    message = f"{path}: there are no explanations of claims about {claim.about}"
                raise AnotherClaimError(message, claim)
            self.claim: Final = claim
            game = reader.head.game
            game.demand_words(path, "explanations")
            self.lists: Final = Lists.of(game, word_list_by_hash)
            self.hidden_set: Final = hidden_words_left(game, claim, self.lists)
            self._checker: Final = NodeChecker(game, self.lists)
            self._checker.openers(claim)
            self._nodes: Final = NodeIndex(path, reader.head, lines, self.lists.hidden, progress)
        finally:
            lines.close()
        self._scoring: Final = game.scoring
        self._mode: Final = game.mode
        self._guesses: Final = Guesses(self.lists.guesses, scoring=game.scoring)
        self._hidden: Final = Guesses(self.lists.hidden, scoring=game.scoring)
        left = frozenset(self.hidden_set)
        self._inside: Final = np.array([word in left for word in self.lists.hidden])
        self._start: Final = Place(
            node=None,
            kind=CLAIM,
            words=self.hidden_set,
            guesses_left=claim.depth - len(claim.history),
            binding=Binding.after(claim.history, game.mode, game.scoring),
            moves=(),
        )
        try:
            self.covering: Final = self._covering()
            """A node from which the claim follows by itself, whatever the opener; None if there is none."""
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        """Return this."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Give the space on disk back."""
        self.close()

    def close(self) -> None:
        """Give the space on disk back."""
        self._nodes.close()

    @property
    def root(self) -> tuple[int, ...]:
        """The nodes that refute the claim's openers."""
        return self._nodes.root

    def start(self, node: int | None = None) -> Place:
        """Return the place of the claim, or of a node by itself.

        Raises:
            UsageError: there is no such node.
            CertificateParseError: its line is malformed.
        """
        if node is None:
            return self._start
        if not 0 <= node < self._nodes.count:
            message = (
                f"there is no node {node}; the certificate has {counted(self._nodes.count, 'node', 'nodes')}"
            )
            raise UsageError(message)
        stated = self._nodes.node(node)
        return replace(self._at(node, stated.guesses, self._binding(stated), ()), alone=True)

    def allowed(self, position: Place, prefix: str = "") -> tuple[str, ...]:
        """Return the guesses that may be asked at `position`, those that begin with `prefix`."""
        if position.guesses_left == 0:
            return ()
        found = (guess for guess in self._allowed_at(position).words if guess.startswith(prefix))
        if position.node is None:
            listed = frozenset(self.claim.openers)
            wanted = self.claim.scope is OpenerScope.ONLY
            found = (guess for guess in found if (guess in listed) is wanted)
        return tuple(found)

    def _allowed_at(self, position: Place) -> Guesses:
        """Return the guesses that the mode allows at `position`."""
        guesses = self._guesses.under(position.binding.facts)
        if not position.binding.responses:
            return guesses
        allowed = [place for place, word in enumerate(guesses.words) if position.binding.allows(word)]
        return Guesses([guesses.words[place] for place in allowed], (guesses, np.array(allowed, np.intp)))

    def openers(self) -> tuple[tuple[int, History], ...]:
        """Return the nodes of the root, each with the openers that it refutes and the responses to them.

        An opener stands at the first node that refutes it. There are none where one node has the claim by
        itself, whatever the opener (`covering`).
        """
        if self.covering is not None:
            return ()
        lost = [(number, self._lost(number)) for number in self.root]
        least, inside = self._start.guesses_left - 1, self._inside
        strong = [(number, one) for number, one in lost if one.guesses >= least and inside[one.words].all()]
        asked = frozenset(self.allowed(self._start))
        allowed = [place for place, word in enumerate(self._guesses.words) if word in asked]
        words = [self._guesses.words[place] for place in allowed]
        part = Guesses(words, (self._guesses, np.array(allowed, np.intp)))
        return tuple(
            (number, tuple((words[place], int(pattern[place])) for place in places.tolist()))
            for number, pattern, _, places in refuted_by(strong, self._start.binding, part, self.lists.hidden)
        )

    def argument(self, position: Place) -> Argument | None:
        """Return why `position` is lost, after the checker's judgement of its node; None for the claim.

        Raises:
            CertificateRejected: the node isn't lost for the reason that it gives.
            CertificateParseError: its line, or that of a child, is malformed.
        """
        if position.node is None:
            return None
        name, node = f"node {position.node}", self._nodes.node(position.node)
        children = [(number, self._lost(number)) for number in node.children]
        lost = self._checker.judge(name, node, [child for _, child in children])
        if node.kind is not NodeKind.RULE:
            argument = leaf_argument(node, among(lost.binding, self._guesses), name)
            return argument_left(argument, node, position) if isinstance(argument, BySums) else argument
        strong = [(number, child) for number, child in children if child.guesses >= position.guesses_left - 1]
        return rule_argument(strong, position.binding, self._allowed_at(position), self.lists.hidden)

    def replies(self, moves: History, node: int | None = None) -> tuple[Reply, ...]:
        """Return the replies to the guesses of `moves`, one after the other, from the claim or from `node`.

        Raises:
            UsageError: see `start` and `reply`; or a response isn't one that refutes its guess.
            CertificateRejected: a guess isn't refuted.
        """
        position: Place | None = self.start(node)
        found: list[Reply] = []
        for guess, pattern in moves:
            if position is None:
                message = f"{guess}: the guess before it was the last one"
                raise UsageError(message)
            found.append(self.reply(position, guess, pattern))
            position = found[-1].after
        return tuple(found)

    def reply(self, position: Place, guess: str, pattern: int | None = None) -> Reply:
        """Return the response that refutes `guess` at `position`, and where the proof goes on.

        Where several do, that of a leaf comes first, then that of the fewest words; with `pattern` it must be
        this one.

        Raises:
            UsageError: the mode doesn't allow the guess there, the claim doesn't speak of it, or `pattern`
                doesn't refute it.
            CertificateRejected: nothing in the certificate refutes it.
            CertificateParseError: the line of a node is malformed.
        """
        guess = word_or_text(guess, self._scoring)
        self._demand_asked_for(position, guess)
        found = self._reply(position, guess, pattern)
        after = None if found.after is None else replace(found.after, alone=position.alone)
        moves = (*position.moves, (guess, found.pattern))
        return replace(found, after=after, possible=None if position.alone else self._agreeing(moves))

    def _reply(self, position: Place, guess: str, pattern: int | None) -> Reply:
        if position.guesses_left == 1:
            return self._last(position, guess, pattern)
        if position.node is not None:
            return self._at_node(position, guess, pattern)
        if self.covering is None:
            return self._by_children(position, guess, self.root, pattern)
        covered = self._at(self.covering, position.guesses_left, position.binding, ())
        return self._at_node(covered, guess, pattern)

    def possible(self, position: Place) -> int | None:
        """Return how many hidden words agree with all that was played; None if that isn't known."""
        return None if position.alone else self._agreeing(position.moves)

    def _agreeing(self, moves: History) -> int:
        """Return how many hidden words agree with the claim's history and with `moves`."""
        left = self._inside
        for guess, pattern in moves:
            left = left & (self._hidden.responses(guess) == pattern)
        return int(np.count_nonzero(left))

    def _binding(self, node: RefutationNode) -> Binding:
        game = self.head.game
        bound = Binding.after(node.conditions, game.mode, game.scoring)
        return bound if node.conditions else replace(bound, facts=node.restriction)

    def _lost(self, number: int) -> Infeasible:
        node = self._nodes.node(number)
        return Infeasible(node.guesses, self._binding(node), self._nodes.places(number))

    def _at(self, number: int, left: int, binding: Binding, moves: History) -> Place:
        kind = self._nodes.node(number).kind
        return Place(number, str(kind), self._nodes.words(number), left, binding, moves)

    def _covering(self) -> int | None:
        """Return a node of the root from which the claim follows by monotony."""
        for number in self.root:
            node = self._nodes.node(number)
            if (
                node.guesses >= self._start.guesses_left
                and self._start.binding.includes(self._binding(node))
                and self._inside[self._nodes.places(number)].all()
            ):
                return number
        return None

    def _demand_asked_for(self, position: Place, guess: str) -> None:
        """Raise a UsageError unless `guess` may be asked at `position`."""
        if position.guesses_left == 0:
            message = "no guess is left, so none is refuted"
            raise UsageError(message)
        if guess not in self.lists.guess_set:
            hint = meant(guess, self.lists.guesses)
            message = f"{abridged(guess)}: not in the list of guesses{hint}"
            raise UsageError(message)
        bound = position.binding
        if not bound.allows(guess):
            history = (*self.claim.history, *position.moves)
            reason = self._scoring.explain_not_allowed(guess, history, self._mode)
            fixed = self._scoring.format_history(bound.responses) or format_restriction(bound.facts)
            raise UsageError(reason or f"{guess.upper()}: not allowed where {fixed} is fixed")
        only = self.claim.scope is OpenerScope.ONLY
        if position.node is None and (guess in self.claim.openers) is not only:
            message = f"{guess}: the claim doesn't speak of this opener"
            raise UsageError(message)

    def _last(self, position: Place, guess: str, pattern: int | None) -> Reply:
        """Return the reply to the last guess: a word of the position that it doesn't find."""
        green = self._scoring.win
        cells = {response: cell for response, cell in partition(guess, position.words) if response != green}
        response = self._chosen(guess, list(cells), pattern)
        if response is None:
            self._not_refuted(position, guess, "another word than the guess")
        return Reply(guess, response, Reason.LAST, cells[response], None)

    def _at_node(self, position: Place, guess: str, pattern: int | None) -> Reply:
        """Return the reply to `guess`, not the last one, at a node."""
        assert position.node is not None, "the claim is no node"
        node = self._nodes.node(position.node)
        cells = dict(partition(guess, self._nodes.words(position.node)))
        if node.kind is NodeKind.RULE:
            if len(cells) == 1 and pattern in {None, *cells}:
                return self._stay(position, guess, next(iter(cells)), Reason.NOTHING)
            return self._by_children(position, guess, node.children, pattern)
        if node.kind is NodeKind.PAIR:
            sizes = {response: len(cell) for response, cell in cells.items() if len(cell) > 1}
            reason = Reason.PAIR
        elif node.kind is NodeKind.WEIGHTS:
            weights = dict(zip(node.words, node.weights, strict=True))
            sizes = {response: sum(map(weights.__getitem__, cell)) for response, cell in cells.items()}
            reason = Reason.HEAVIEST
        else:
            sizes = {response: len(cell) for response, cell in cells.items()}
            reason = Reason.LARGEST
        largest = [response for response in sizes if sizes[response] == max(sizes.values())]
        response = self._chosen(guess, largest[:1], pattern)
        if response is None:
            self._not_refuted(position, guess, "two words with one pattern")
        return self._stay(position, guess, response, reason)

    def _stay(self, position: Place, guess: str, pattern: int, reason: Reason) -> Reply:
        """Return the reply that leaves some words of the same node."""
        words = tuple(word for word in position.words if self._scoring.score(guess, word) == pattern)
        if len(words) < 2:  # noqa: PLR2004  one word can be found with the next guess
            self._not_refuted(position, guess, "two words that are left")
        move = (guess, pattern)
        after = replace(
            position,
            words=words,
            guesses_left=position.guesses_left - 1,
            binding=position.binding.add(guess, pattern),
            moves=(*position.moves, move),
            answered=position.answered + 1,
        )
        return Reply(guess, pattern, reason, words, after, self._weighed(after))

    def _weighed(self, position: Place) -> tuple[int, ...]:
        """Return what the words of `position` weigh by each of the sums of its node."""
        assert position.node is not None, "the claim has no weights"
        node = self._nodes.node(position.node)
        left = frozenset(position.words)
        return tuple(
            sum(weight for word, weight in zip(node.words, weights, strict=True) if word in left)
            for weights in weights_of(node)
        )

    def _by_children(self, position: Place, guess: str, numbers: Sequence[int], pattern: int | None) -> Reply:
        """Return the reply by one of the nodes `numbers`, all of whose words `guess` makes alike."""
        responses = self._hidden.responses(guess)
        left = position.guesses_left - 1
        found: dict[int, list[int]] = {}
        for number in self._nodes.with_one_response(numbers, responses):
            places = self._nodes.places(number)
            response = int(responses[places[0]])
            node = self._nodes.node(number)
            if (
                node.guesses >= left
                and (position.node is not None or self._inside[places].all())
                and position.binding.add(guess, response).includes(self._binding(node))
            ):
                found.setdefault(response, []).append(number)
        best = {response: min(some, key=self._simplicity) for response, some in found.items()}
        chosen = self._chosen(guess, sorted(best, key=lambda one: self._simplicity(best[one])), pattern)
        if chosen is None:
            self._not_refuted(position, guess, f"one of {counted(len(numbers), 'node', 'nodes')}")
        assert all(self._scoring.score(guess, word) == chosen for word in self._nodes.words(best[chosen]))
        after = self._at(
            best[chosen], left, position.binding.add(guess, chosen), (*position.moves, (guess, chosen))
        )
        return Reply(guess, chosen, Reason.CHILD, after.words, after)

    def _simplicity(self, number: int) -> tuple[bool, int, int]:
        """Return what nodes are chosen by: leaves first, then few words, then their order."""
        return (self._nodes.node(number).kind is NodeKind.RULE, len(self._nodes.places(number)), number)

    def _chosen(self, guess: str, responses: Sequence[int], pattern: int | None) -> int | None:
        """Return the first of `responses`, or `pattern`, which must be one of them; None if there is none."""
        if not responses or pattern in {None, *responses}:
            return pattern if responses and pattern is not None else next(iter(responses), None)
        given = self._scoring.format_pattern(pattern or 0)
        shown = " or ".join(self._scoring.format_pattern(response) for response in responses[:3])
        message = f"{guess} {given}: not the response that refutes this guess here; that is {shown}"
        raise UsageError(message)

    def _not_refuted(self, position: Place, guess: str, expected: str) -> NoReturn:
        """Raise that nothing refutes `guess` at `position`."""
        place = "conclusion" if position.node is None else f"node {position.node}"
        rule = Rule.ROOT if position.node is None else Rule(position.kind)
        left = counted(position.guesses_left, "guess", "guesses")
        raise CertificateRejected(place, rule, f"{expected}, to refute {guess} with {left} left", "none")
