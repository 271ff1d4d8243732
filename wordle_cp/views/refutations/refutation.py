"""A refutation from position to position.

The parts, in their order:

The nodes of a refutation on disk, by number: what an explanation looks up, in bounded memory.

The file is read once. Its text and the words of all nodes (those of a rule are its children's) go to two
files without a name, which are gone with this process; in memory are two numbers a node. Lines are taken
apart quickly here, and strictly (`certificate.parts.nodes`) when a node is asked for; whether a node is true
is for the checker to say.

A refutation told one step at a time: any guess is answered with the response that refutes it, and why.

What is said of a step is worked out here from the rules of docs/certificates/, and a node is judged by the
checker before its argument is reported. What a step rests on are the nodes behind it; they are judged when
somebody steps into them. So nothing here says that a certificate as a whole is accepted, unless it is one
that ships: that is for `check.check_file`.
"""

from __future__ import annotations

import re
import tempfile
from array import array
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NoReturn

import numpy as np

from wordle_cp.certificate.base.fields import Records
from wordle_cp.certificate.base.lines import Line, read_lines
from wordle_cp.certificate.base.records import format_restriction
from wordle_cp.certificate.claims.impossible import DepthImpossible, OpenerScope
from wordle_cp.certificate.parts.nodes import NodeKind, parse_node, parse_root
from wordle_cp.certificate.read import CertificateReader
from wordle_cp.check.common.binding import among
from wordle_cp.check.common.lists import Lists, hidden_words_left
from wordle_cp.check.counting.patterns import GuessPatterns
from wordle_cp.check.refutation import MAX_KEPT_WORDS, NodeChecker, NodeClaim
from wordle_cp.data import is_as_shipped, word_list_by_hash
from wordle_cp.errors import CertificateRejected, Rule, UsageError, abridged, counted
from wordle_cp.games.strategy_tree import partition
from wordle_cp.games.typed import word_or_text
from wordle_cp.rules.bindings import Binding
from wordle_cp.rules.letters import written
from wordle_cp.rules.symmetry import representatives
from wordle_cp.values import meant
from wordle_cp.views.refutations.sentences import (
    CLAIM,
    Argument,
    BySums,
    ProofPlace,
    Reason,
    RefutingReply,
    argument_left,
    leaf_argument,
    refuted_by,
    rule_argument,
    weights_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from types import TracebackType
    from typing import Self

    from numpy.typing import NDArray

    from wordle_cp.certificate.base.claim import Claim, Head
    from wordle_cp.certificate.parts.nodes import RefutationNode
    from wordle_cp.check.common.lists import Progress
    from wordle_cp.check.counting.patterns import Patterns
    from wordle_cp.rules.words import History

    Words = NDArray[np.int32]
    """Hidden words by their places in the hidden list."""


_WEIGHT: Final = re.compile(r"\*[0-9]+")
_PROGRESS: Final = 2048  # nodes from one report of progress to the next
_PARSED: Final = 8192  # nodes that stay taken apart


class NodeIndex:
    """All nodes of one refutation, and its `root`."""

    def __init__(
        self,
        path: Path,
        head: Head[Any],
        lines: Iterator[Line],
        hidden: Sequence[str],
        progress: Progress | None = None,
    ) -> None:
        """Read the rest of the certificate at `path`, of which `head` has been read, from `lines`.

        `hidden` is its hidden list. `progress` hears of nodes read, and all nodes; what it raises ends this.

        Raises:
            CertificateParseError: the file is malformed.
            CertificateRejected: a node names a word that isn't hidden, or all of them have too many words.
        """
        self._path: Final = path
        self._scoring: Final = head.game.scoring
        self._hidden: Final = hidden
        self._place: Final = {written(word): place for place, word in enumerate(hidden)}
        self._text = tempfile.TemporaryFile()  # noqa: SIM115  closed by `close`
        self._words = tempfile.TemporaryFile()  # noqa: SIM115  the same
        self._kept: Words = _empty()
        self.count: Final = head.claim.nodes
        """How many nodes there are."""
        self.guesses: Final = array("q")
        """How many guesses are left at each node."""
        self._line_starts = array("q", [0])
        self._word_starts = array("q", [0])
        self._first_line = 0
        try:
            self._read(lines, progress)
            records = Records(path, lines)
            self.root: Final = parse_root(records, self.count)
            """The nodes from which the claim follows, ascending."""
            records.end()
        except BaseException:
            self.close()
            raise
        self.node: Final = lru_cache(_PARSED)(self._node)
        """Return a node by its number; CertificateParseError: its line is malformed."""

    def close(self) -> None:
        """Give the space on disk back."""
        self._kept = _empty()
        self._text.close()
        self._words.close()

    def places(self, number: int) -> Words:
        """Return the words of a node by their places, those of a rule ascending, others as it has them."""
        return self._kept[self._word_starts[number] : self._word_starts[number + 1]]

    def words(self, number: int) -> tuple[str, ...]:
        """Return the words of a node."""
        return tuple(self._hidden[place] for place in self.places(number).tolist())

    def with_one_response(self, numbers: Sequence[int], responses: Patterns) -> list[int]:
        """Return those of `numbers` all of whose words have one and the same of `responses`, one a word."""
        return [number for number in numbers if np.ptp(responses[self.places(number)]) == 0]

    def _read(self, lines: Iterator[Line], progress: Progress | None) -> None:
        """Read all nodes."""
        self._words.truncate(MAX_KEPT_WORDS * 4)  # a file with a hole takes what is written to it
        self._kept = np.memmap(self._words, np.int32, "r+", shape=(MAX_KEPT_WORDS,)).view(np.ndarray)
        inside = np.zeros(len(self._hidden), np.bool_)
        end = offset = 0
        for number in range(self.count):
            line = next(lines, None)
            if line is None or not line.terminated:
                parse_node(Records(self._path, iter(() if line is None else (line,))), self._scoring, number)
            assert line is not None, "no line is no node"
            self._first_line = self._first_line or line.number
            raw = line.text.encode()
            self._text.write(raw + b"\n")
            offset += len(raw) + 1
            self._line_starts.append(offset)
            places = self._places_on(line, number, inside)
            if end + len(places) > MAX_KEPT_WORDS:
                name, expected = f"node {number}", f"{MAX_KEPT_WORDS} words at most in the nodes up to here"
                raise CertificateRejected(name, Rule.SIZE, expected, str(end + len(places)))
            self._kept[end : end + len(places)] = places
            end += len(places)
            self._word_starts.append(end)
            if progress is not None and ((number + 1) % _PROGRESS == 0 or number + 1 == self.count):
                progress(number + 1, self.count)

    def _places_on(self, line: Line, number: int, inside: NDArray[np.bool_]) -> Words:
        """Return the words of the node on `line`; `inside` is a mask of all words, none set."""
        try:
            kind, guesses, _bound, rest = line.text.split(" ", 3)
            self.guesses.append(int(guesses))
            if NodeKind(kind) is not NodeKind.RULE:
                words = _WEIGHT.sub("", rest) if kind == NodeKind.WEIGHTS else rest.partition(" :")[0]
                return np.array([self._place[word] for word in words.split(" ")], np.int32)
            children = [int(child) for child in rest.split(" ")]
        except (ValueError, KeyError, OverflowError):
            raise self._wrong(line, number) from None
        if min(children) < 0 or max(children) >= number or len(set(children)) != len(children):
            raise self._wrong(line, number)
        inside[np.concatenate([self.places(child) for child in children])] = True
        places: Words = np.flatnonzero(inside).astype(np.int32)
        inside[places] = False
        return places

    def _wrong(self, line: Line, number: int) -> CertificateRejected:
        """Return what is wrong with the node on `line`, or raise the error of a malformed one."""
        node = parse_node(Records(self._path, iter((line,))), self._scoring, number)
        words = map(written, node.words)
        word = next((word for word in words if word not in self._place), "another")
        return CertificateRejected(f"node {number}", Rule(node.kind), "words of the hidden list", word)

    def _node(self, number: int) -> RefutationNode:
        start, end = self._line_starts[number : number + 2]
        self._text.seek(start)
        text = self._text.read(end - start - 1).decode()
        line = Line(self._first_line + number, text, terminated=True)
        return parse_node(Records(self._path, iter((line,))), self._scoring, number)


def _empty() -> Words:
    return np.zeros(0, np.int32)


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
            if not claim.nodes:  # of codes there are refutations in another form
                game.demand_words(path, "explanations of such proofs")
            self.lists: Final = Lists.of(game, word_list_by_hash)
            self.hidden_set: Final = hidden_words_left(game, claim, self.lists)
            self._checker: Final = NodeChecker(game, self.lists)
            self._checker.openers(claim)
            self._nodes: Final = NodeIndex(path, reader.head, lines, self.lists.hidden, progress)
        finally:
            lines.close()
        self._scoring: Final = game.scoring
        self._mode: Final = game.mode
        self._guesses: Final = GuessPatterns(self.lists.guesses, scoring=game.scoring)
        self._hidden: Final = GuessPatterns(self.lists.hidden, scoring=game.scoring)
        left = frozenset(self.hidden_set)
        self._inside: Final = np.array([word in left for word in self.lists.hidden])
        played = [guess for guess, _ in claim.history]
        codes = game.codes is not None
        firsts = representatives(played, self.lists.guesses) if codes else {}
        listed = self.claim.openers if codes and self.claim.scope is OpenerScope.ONLY else ()
        alike = {firsts.get(opener, opener): opener for opener in reversed(listed)}
        stands = {code: alike.get(first, first) for code, first in firsts.items()}
        self._stands: Final[dict[str, str]] = stands | dict(zip(listed, listed, strict=True))
        """Of codes the opener that stands for each one: a listed one alike where only these are spoken of."""
        self._start: Final = ProofPlace(
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

    def start(self, node: int | None = None) -> ProofPlace:
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

    def allowed(self, position: ProofPlace, prefix: str = "") -> tuple[str, ...]:
        """Return the guesses that may be asked at `position`, those that begin with `prefix`."""
        if position.guesses_left == 0:
            return ()
        found = (guess for guess in self._allowed_at(position).words if guess.startswith(prefix))
        if position.node is None:
            listed = frozenset(self.claim.openers)
            wanted = self.claim.scope is OpenerScope.ONLY
            found = (guess for guess in found if (guess in listed) is wanted and self._first(guess) == guess)
        return tuple(found)

    def _first(self, opener: str) -> str:
        """Return the opener that stands for `opener`: of codes alike but for names, one of them."""
        return self._stands.get(opener, opener)

    def _allowed_at(self, position: ProofPlace) -> GuessPatterns:
        """Return the guesses that the mode allows at `position`."""
        guesses = self._guesses.under(position.binding.facts)
        if not position.binding.responses:
            return guesses
        allowed = [place for place, word in enumerate(guesses.words) if position.binding.allows(word)]
        return GuessPatterns(
            [guesses.words[place] for place in allowed], (guesses, np.array(allowed, np.intp))
        )

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
        part = GuessPatterns(words, (self._guesses, np.array(allowed, np.intp)))
        return tuple(
            (number, tuple((words[place], int(pattern[place])) for place in places.tolist()))
            for number, pattern, _, places in refuted_by(strong, self._start.binding, part, self.lists.hidden)
        )

    def argument(self, position: ProofPlace) -> Argument | None:
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

    def replies(self, moves: History, node: int | None = None) -> tuple[RefutingReply, ...]:
        """Return the replies to the guesses of `moves`, one after the other, from the claim or from `node`.

        Raises:
            UsageError: see `start` and `reply`; or a response isn't one that refutes its guess.
            CertificateRejected: a guess isn't refuted.
        """
        position: ProofPlace | None = self.start(node)
        found: list[RefutingReply] = []
        for guess, pattern in moves:
            if position is None:
                message = f"{guess}: the guess before it was the last one"
                raise UsageError(message)
            found.append(self.reply(position, guess, pattern))
            position = found[-1].after
        return tuple(found)

    def reply(self, position: ProofPlace, guess: str, pattern: int | None = None) -> RefutingReply:
        """Return the response that refutes `guess` at `position`, and where the proof goes on.

        Where several do, that of a leaf comes first, then that of the fewest words; with `pattern` it must be
        this one. An opener is answered by the one that stands for it.

        Raises:
            UsageError: the mode doesn't allow the guess there, the claim doesn't speak of it, or `pattern`
                doesn't refute it.
            CertificateRejected: nothing in the certificate refutes it.
            CertificateParseError: the line of a node is malformed.
        """
        asked = guess = word_or_text(guess, self._scoring)
        if position.node is None:
            guess = self._first(guess)
        self._demand_asked_for(position, guess)
        found = self._reply(position, guess, pattern)
        after = None if found.after is None else replace(found.after, alone=position.alone)
        moves = (*position.moves, (guess, found.pattern))
        possible = None if position.alone else self._agreeing(moves)
        return replace(found, after=after, possible=possible, alike="" if asked == guess else asked)

    def _reply(self, position: ProofPlace, guess: str, pattern: int | None) -> RefutingReply:
        if position.guesses_left == 1:
            return self._last(position, guess, pattern)
        if position.node is not None:
            return self._at_node(position, guess, pattern)
        if self.covering is None:
            return self._by_children(position, guess, self.root, pattern)
        covered = self._at(self.covering, position.guesses_left, position.binding, ())
        return self._at_node(covered, guess, pattern)

    def possible(self, position: ProofPlace) -> int | None:
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

    def _lost(self, number: int) -> NodeClaim:
        node = self._nodes.node(number)
        return NodeClaim(node.guesses, self._binding(node), self._nodes.places(number))

    def _at(self, number: int, left: int, binding: Binding, moves: History) -> ProofPlace:
        kind = self._nodes.node(number).kind
        return ProofPlace(number, str(kind), self._nodes.words(number), left, binding, moves)

    def _covering(self) -> int | None:
        """Return a node of the root from which the claim follows by monotony."""
        for number in self.root:
            if (
                self._nodes.guesses[number] >= self._start.guesses_left
                and self._start.binding.includes(self._binding(self._nodes.node(number)))
                and self._inside[self._nodes.places(number)].all()
            ):
                return number
        return None

    def _demand_asked_for(self, position: ProofPlace, guess: str) -> None:
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

    def _last(self, position: ProofPlace, guess: str, pattern: int | None) -> RefutingReply:
        """Return the reply to the last guess: a word of the position that it doesn't find."""
        green = self._scoring.win
        cells = {
            response: cell
            for response, cell in partition(guess, position.words, self._scoring)
            if response != green
        }
        response = self._chosen(guess, list(cells), pattern)
        if response is None:
            self._not_refuted(position, guess, "another word than the guess")
        return RefutingReply(guess, response, Reason.LAST, cells[response], None)

    def _at_node(self, position: ProofPlace, guess: str, pattern: int | None) -> RefutingReply:
        """Return the reply to `guess`, not the last one, at a node."""
        assert position.node is not None, "the claim is no node"
        node = self._nodes.node(position.node)
        cells = dict(partition(guess, self._nodes.words(position.node), self._scoring))
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

    def _stay(self, position: ProofPlace, guess: str, pattern: int, reason: Reason) -> RefutingReply:
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
        return RefutingReply(guess, pattern, reason, words, after, self._weighed(after))

    def _weighed(self, position: ProofPlace) -> tuple[int, ...]:
        """Return what the words of `position` weigh by each of the sums of its node."""
        assert position.node is not None, "the claim has no weights"
        node = self._nodes.node(position.node)
        left = frozenset(position.words)
        return tuple(
            sum(weight for word, weight in zip(node.words, weights, strict=True) if word in left)
            for weights in weights_of(node)
        )

    def _by_children(
        self, position: ProofPlace, guess: str, numbers: Sequence[int], pattern: int | None
    ) -> RefutingReply:
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
        return RefutingReply(guess, chosen, Reason.CHILD, after.words, after)

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

    def _not_refuted(self, position: ProofPlace, guess: str, expected: str) -> NoReturn:
        """Raise that nothing refutes `guess` at `position`."""
        place = "conclusion" if position.node is None else f"node {position.node}"
        rule = Rule.ROOT if position.node is None else Rule(position.kind)
        left = counted(position.guesses_left, "guess", "guesses")
        raise CertificateRejected(place, rule, f"{expected}, to refute {guess} with {left} left", "none")
