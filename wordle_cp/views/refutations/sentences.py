"""The arguments of a refutation in sentences.

The parts, in their order:

Where one is in a refutation, and what comes of a guess there: plain records.

Why a node of a refutation is lost, in numbers that a reader can add up by hand.

The arithmetic is the checker's. `refutation` judges a node by the checker's own rule first, so nothing is
shown of a node that doesn't hold. docs/certificates/ proves the rules.

Steps of a refutation as sentences for people; the program and the page show the same ones.

A *step* is a node of the certificate. What was worked out here is said as it is: cells, sums, which guesses a
step answers. What rests on other steps they have `shown` in a certificate that the checker has accepted as
a whole; otherwise it is what they say: a certificate that is rejected says false things, too. Sums have the
signs of print; the terminal has `plain` ones.

The lower bound of an opener as sentences for people, with all numbers that add up to it.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.certificate.claims.impossible import OpenerScope
from wordle_cp.certificate.parts.nodes import ChainSplit, NodeKind
from wordle_cp.certificate.parts.sets_and_lemmas import FactKind
from wordle_cp.check.common.binding import fixing
from wordle_cp.check.refutation import blocks, cases_of, most_outside_the_answer
from wordle_cp.errors import counted
from wordle_cp.rules.letters import capital
from wordle_cp.rules.scoring import WordScoring
from wordle_cp.views.refutations.opener_bound import BoundReason, CellBound, OpenerBound

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.certificate.parts.nodes import ChainCases, RefutationNode
    from wordle_cp.check.counting.patterns import GuessPatterns, Mask, Patterns, Places
    from wordle_cp.check.refutation import NodeClaim
    from wordle_cp.rules.bindings import Binding
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History, Restriction
    from wordle_cp.views.refutations.refutation import Explanation


CLAIM: Final = "claim"
"""What the claim itself is called, beside the kinds of nodes."""


@dataclass(frozen=True, slots=True)
class ProofPlace:
    """A place in the proof: `words` can't all be found with `guesses_left` guesses, so it says.

    `node` says so, None: the claim itself. `kind` is that of the node, or `CLAIM`. Before it the claim's
    history was played, and `moves` since; `binding` binds the next guess, all that was played included. The
    node has given the answers to the last `answered` of the moves; in a leaf the words are those that these
    have left. The way began at a node by itself if `alone`: what was played before isn't known.
    """

    node: int | None
    kind: str
    words: tuple[str, ...]
    guesses_left: int
    binding: Binding
    moves: History
    answered: int = 0
    alone: bool = False

    @property
    def frame(self) -> str:
        """The letters that all words have in one place, ``?`` elsewhere: ``?ills`` for a family."""
        return "".join(
            letters[0] if len(set(letters)) == 1 else "?" for letters in zip(*self.words, strict=True)
        )

    @property
    def is_family(self) -> bool:
        """Whether the words, two or more, differ in one position only."""
        return len(self.words) > 1 and self.frame.count("?") == 1


class Reason(StrEnum):
    """Why the response to a guess refutes it."""

    CHILD = "child"
    """All words of a child give that response, and the child says that they can't all be found in time."""
    NOTHING = "nothing"
    """All words of the position give it: the guess told nothing, and one guess fewer is left."""
    PAIR = "pair"
    """Two words or more give it, and one guess is left."""
    HEAVIEST = "heaviest"
    """The heaviest cell of the words gives it."""
    LARGEST = "largest"
    """The largest cell of the words gives it."""
    LAST = "last"
    """It was the last guess, and some word isn't found."""


@dataclass(frozen=True, slots=True)
class RefutingReply:
    """The response that refutes `guess`.

    `words` are those of the proof that give it and are still to be found, and `after` is where the proof goes
    on; None if that was the last guess. For leaves with weights `left` is what `words` weigh, by the sums of
    the argument: a guess takes no more from each than its `most_lost`, if the case is about the guess.
    `possible` is how many hidden words agree with all that was played, `words` among them; None where that
    isn't known. `alike` is the code that was asked about, where `guess` stands for it.
    """

    guess: str
    pattern: int
    reason: Reason
    words: tuple[str, ...]
    after: ProofPlace | None
    left: tuple[int, ...] = ()
    possible: int | None = None
    alike: str = ""


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


def leaf_argument(node: RefutationNode, guesses: GuessPatterns, name: str) -> ByPair | BySums:
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


def argument_left(argument: BySums, node: RefutationNode, position: ProofPlace) -> BySums:
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
    children: Sequence[tuple[int, NodeClaim]], binding: Binding, guesses: GuessPatterns, hidden: Sequence[str]
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
    children: Sequence[tuple[int, NodeClaim]], binding: Binding, guesses: GuessPatterns, hidden: Sequence[str]
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
    guesses: GuessPatterns, words: Sequence[str], weighed: Sequence[int]
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


MINUS: Final = "\N{MINUS SIGN}"
TIMES: Final = "\N{MULTIPLICATION SIGN}"
_OPENERS: Final = {
    OpenerScope.ALL: "",
    OpenerScope.ONLY: " with one of the openers listed",
    OpenerScope.EXCEPT: " with an opener that isn't listed",
}
_WHATEVER: Final = {
    OpenerScope.ALL: "Whatever you guess first",
    OpenerScope.ONLY: "Whichever of the openers listed you choose",
    OpenerScope.EXCEPT: "Whichever opener you choose that isn't listed",
}


def tell_position(position: ProofPlace, scope: OpenerScope) -> str:
    """Return what the node of `position` says, or the claim, which is about openers of that `scope`."""
    words = counted(len(position.words), "word", "words")
    family = f" of the family {position.frame.upper()}" if position.is_family else ""
    within = counted(position.guesses_left, "guess", "guesses")
    found = "be found" if len(position.words) == 1 else "all be found"
    if position.node is None:
        return f"The claim: {words} can't {found} within {within}{_OPENERS[scope]}."
    more = "more " if position.moves else ""
    within = counted(position.guesses_left, f"{more}guess", f"{more}guesses")
    said = f"{words}{family} can't {found} within {within}."
    if position.answered:  # it has answered guesses at its own words, of which these are left
        return f"From step {position.node} it follows that {said}"
    return f"Step {position.node}: {said}"


def tell_claim(told: Explanation) -> str:
    """Return what the claim of a refutation rests on."""
    if told.covering is not None:
        verb = "has already shown" if told.shown else "says"
        return f"Step {told.covering} {verb} it: its words are among these."
    start = told.start()
    left = start.guesses_left - 1
    if not told.root:  # then nothing needs to be shown
        found = "the word" if len(start.words) == 1 else "all of them"
        return f"One guess is left, and it doesn't find {found}." if left == 0 else "No guess is left."
    why = _too_many(_WHATEVER[told.claim.scope], len(told.root), told.root[0], left, shown=told.shown)
    return why if told.shown else f"The certificate says: {why[0].lower()}{why[1:]}"


def _too_many(guess: str, steps: int, first: int, left: int, *, shown: bool) -> str:
    """Return that any `guess` leads to one of the `steps`, the `first` if there is one only."""
    which = f"step {first}" if steps == 1 else f"one of {steps} earlier steps"
    verb = "has already shown to be" if shown else "says are"
    guesses = counted(left, "guess", "guesses")
    return f"{guess}, one response leaves words that {which} {verb} too many for {guesses}."


def tell_binding(binding: Binding) -> str | None:
    """Return what binds the guesses, None if nothing does."""
    if binding.responses:
        history = binding.scoring.format_history(binding.responses)
        must = "explain" if binding.mode.responses else f"be allowed in {binding.mode} mode after"
        return f"Each guess must {must} {history}."
    facts = tell_restriction(binding.facts)
    return f"Each guess must have {facts}." if facts else None


def tell_restriction(fixed: Restriction) -> str:
    """Return what guesses have: ``A in place 2, at least 1 T``; empty if nothing is fixed."""
    placed = [letter for letter in fixed.greens if letter]
    told = [f"{capital(letter)} in place {place}" for place, letter in enumerate(fixed.greens, 1) if letter]
    told += [
        f"at least {least} {capital(letter)}"
        for letter, least in fixed.counts
        if least > placed.count(letter)
    ]
    return ", ".join(told)


def tell_argument(position: ProofPlace, argument: Argument, *, shown: bool = False) -> list[str]:
    """Return why `position` is lost; `argument` is that of `Explanation.argument`."""
    if position.guesses_left == 1 and not isinstance(argument, ByChildren):
        return ["One guess finds one word at most."]
    if isinstance(argument, ByPair):
        return ["Whatever you guess, two of these words give one response, and one guess is left for both."]
    if isinstance(argument, ByChildren):
        told = []
        children, nothing = argument.children, argument.telling_nothing
        if children:
            left = position.guesses_left - 1
            first = children[0].node
            told.append(_too_many("Whatever you guess next", len(children), first, left, shown=shown))
        if nothing:
            which = f"With {counted(nothing, 'guess', 'guesses')}"
            told.append(f"{which} all words give the same response: that tells nothing, and a guess is gone.")
        return told
    answer = "heaviest" if position.kind == NodeKind.WEIGHTS else "largest"
    start = f"Whatever you guess, the proof answers with its {answer} cell of these words."
    if len(position.words) < argument.words:  # some guesses have been answered by the node
        of = f"all {argument.words} words of the step"
        start = f"Whatever you guess, the proof answers with its {answer} cell of {of}."
    cases = len(argument.sums)
    if cases == 1:
        return [start, tell_sum(argument.sums[0], position.words)]
    return [
        f"{start} Guesses that exclude each other can't both be played: one of {cases} cases holds.",
        *(f"Case {number}: {tell_sum(each, position.words)}" for number, each in enumerate(argument.sums, 1)),
    ]


def tell_sum(weighed: Sum, words: tuple[str, ...]) -> str:
    """Return the sum over `words`, those that are left, so that it can be added up by hand."""
    needs = "".join(
        f"Guesses with {tell_restriction(first)} have {tell_restriction(second)}, too. "
        for first, second in weighed.needs
    )
    if weighed.excluded_by is not None:
        return f"{needs}Not so here: {weighed.excluded_by.upper()} was played."
    pairs = zip(words, weighed.weights, strict=True)
    weights = ", ".join(f"{word.upper()} {weight}" for word, weight in pairs)
    most, rounds = weighed.most_lost, weighed.guesses - 1
    by = f", which is what {weighed.costliest.upper()} takes" if weighed.costliest and most else ""
    guesses = counted(weighed.guesses, "guess", "guesses")
    difference = f"{weighed.total} {MINUS} {rounds} {TIMES} {most} = {weighed.left}"
    return (
        f"{needs}The words weigh {weights}: {weighed.total} together, {weighed.largest} at most. "
        f"No guess takes away more than {most}{by}. So of {guesses} all but the last leave "
        f"{difference} at least. That is more than one word weighs: two words are left for the last guess."
    )


def plain(sentence: str) -> str:
    """Return `sentence` with the signs of a sum that every terminal has."""
    return sentence.replace(MINUS, "-").replace(TIMES, "*")


def in_noun(sentence: str, noun: str) -> str:
    """Return a `sentence` about words as one about what is guessed, codes maybe."""
    return sentence.replace("word", noun)


def tell_reply(reply: RefutingReply, scoring: Scoring, *, shown: bool = False) -> str:
    """Return what the response is, and why it refutes the guess."""
    response = scoring.format_pattern(reply.pattern)
    why = in_noun(tell_why(reply, shown=shown), scoring.noun)
    return f"{tell_alike(reply)}{reply.guess.upper()} {response}: {why}"


def tell_alike(reply: RefutingReply) -> str:
    """Return that the guess stands for another code, which was asked about; nothing if it doesn't."""
    return reply.alike and f"But for the names of colours and places {reply.alike} is {reply.guess}. "


def tell_why(reply: RefutingReply, *, shown: bool = False) -> str:
    """Return why the response refutes the guess."""
    words = tell_words_left(reply)
    after = reply.after
    if after is None:
        return f"no guess is left, and {reply.words[0].upper()} isn't found."
    left = counted(after.guesses_left, "guess", "guesses")
    if reply.reason is Reason.CHILD:
        family = f", the family {after.frame.upper()}" if after.is_family else ""
        verb = "has already shown" if shown else "says"
        return f"{words}{family}; step {after.node} {verb} that they are too many for {left}."
    left = f"{left} {'is' if after.guesses_left == 1 else 'are'} left"
    if reply.reason is Reason.NOTHING:
        return f"{words}, as before: that tells nothing; {left}."
    if reply.reason is Reason.PAIR:
        return f"{words}; {left}."
    weight = f", which weigh {' or '.join(map(str, reply.left))}" if reply.left else ""
    cell = "heaviest" if reply.reason is Reason.HEAVIEST else "largest"
    return f"the {cell} cell, {words}{weight}; {left}."


def tell_words_left(reply: RefutingReply) -> str:
    """Return how many of the words that are left then the proof speaks of: ``15 of the 17 words left``."""
    count = len(reply.words)
    if reply.possible is None:
        return f"{count} of the words left"
    of = "" if count == reply.possible else f"{count} of "
    return f"{of}the {counted(reply.possible, 'word', 'words')} left"


_LOST: Final = "no strategy finds all of them in time"


def tell_opener(found: OpenerBound) -> str:
    """Return what the opener costs at least, and what the certificate claims."""
    name = found.opener.upper()
    trusting = any(cell.reason is BoundReason.LEMMA for cell in found.cells)
    proviso = " if the lemmas below are true, which a check of the file tells" if trusting else ""
    if found.total is None:
        return f"{name}: no strategy that begins so finds all words in time{proviso}."
    claimed = "just that, with a strategy" if found.listed else "that or more"
    if found.total != found.claimed:
        claimed = f"{found.claimed}{', with a strategy' if found.listed else ' or more'}"
    return f"{name}: {found.total} guesses at least{proviso}; the certificate claims {claimed}."


def tell_cells(found: OpenerBound) -> Iterator[str]:
    """Yield the numbers that add up to the bound: large cells one by one, small ones by their size."""
    made = found.made + 1
    words = counted(found.words, "word", "words")
    yield f"{counted(made, 'guess', 'guesses')} for each of {words} up to here: {found.words * made}"
    alone = [cell for cell in found.cells if cell.reason not in {BoundReason.FEW, BoundReason.T}]
    for cell in alone:
        yield _tell_cell(found, cell)
    sizes = Counter(
        (len(cell.words), cell.bound)
        for cell in found.cells
        if cell.reason in {BoundReason.FEW, BoundReason.T} and cell.bound is not None
    )
    for (size, bound), count in sorted(sizes.items(), reverse=True):
        cells = f"{counted(count, 'cell', 'cells')} of {counted(size, 'word', 'words')}"
        yield f"{cells}: {count} {TIMES} {bound} = {count * bound}{_why(size, bound)}"
    if found.total is not None:
        yield f"together: {found.total}"
    if any(cell.reason is BoundReason.SET for cell in found.cells):
        yield (
            f"(n words take 3n {MINUS} k guesses at least if no guess gets more than k different responses, "
            "where one that can be right counts as one more.)"
        )


def _why(size: int, bound: int) -> str:
    """Return why a number of words, few or bounded by rule T, costs what it does."""
    if size == 3:  # noqa: PLR2004
        one = "one" if bound == 2 * size - 1 else "none"
        return f" ({one} of them tells the other two apart)"
    return f" (2n {MINUS} 1: one at most is found by the next guess)" if size > 3 else ""  # noqa: PLR2004


def _tell_cell(found: OpenerBound, cell: CellBound) -> str:
    """Return what a cell costs, with the calculation."""
    n = len(cell.words)
    start = f"{WordScoring(len(found.opener)).format_pattern(cell.pattern)} {counted(n, 'word', 'words')}: "
    if cell.reason is BoundReason.SET:
        number = "" if cell.number is None else f" (set {cell.number})"
        facts = "; ".join(map(_tell_fact, cell.facts))
        late = f" + {cell.late}, left by later guesses," if cell.late else ""
        cost = f"3 {TIMES} {n} {MINUS} {cell.most}{late} = {cell.bound}"
        return f"{start}{cost}; k is {cell.most} for {facts}{number}"
    if cell.reason is BoundReason.LEMMA:
        return f"{start}{_LOST if cell.bound is None else cell.bound}, says lemma {cell.number}"
    if cell.reason is BoundReason.SEPARATE:
        return f"{start}{_LOST}: two guesses are left, and none tells all words apart"
    return f"{start}{_LOST}: not enough guesses are left"


def _tell_fact(fact: str) -> str:
    """Return a fact, in the writing of certificates, in words."""
    text, kind, place = re.split(r"([-?!])", fact, maxsplit=1)
    letter = capital(text.strip("()"))
    if kind == FactKind.ABSENT:
        return f"no {letter}"
    return f"{letter} in place {place}" if kind == FactKind.PLACED else f"{letter}, not in place {place}"
