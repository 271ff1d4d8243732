"""Steps of a refutation as sentences for people; the program and the page show the same ones.

A *step* is a node of the certificate. What was worked out here is said as it is: cells, sums, which guesses a
step answers. What rests on other steps they have `shown` in a certificate that the checker has accepted as
a whole; otherwise it is what they say: a certificate that is rejected says false things, too. Sums have the
signs of print; the terminal has `plain` ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.claims.impossible import OpenerScope
from wordle_cp.certificate.parts.nodes import NodeKind
from wordle_cp.errors import counted
from wordle_cp.rules.letters import capital
from wordle_cp.views.refutations.arguments import Argument, ByChildren, ByPair, Sum
from wordle_cp.views.refutations.positions import Place, Reason, Reply

if TYPE_CHECKING:
    from wordle_cp.rules.bindings import Binding
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import Restriction
    from wordle_cp.views.refutations.refutation import Explanation


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


def tell_position(position: Place, scope: OpenerScope) -> str:
    """Return what the node of `position` says, or the claim, which is about openers of that `scope`."""
    words = counted(len(position.words), "word", "words")
    family = f" of the family {position.frame.upper()}" if position.is_family else ""
    within = counted(position.guesses_left, "guess", "guesses")
    if position.node is None:
        return f"The claim: {words} can't all be found within {within}{_OPENERS[scope]}."
    more = "more " if position.moves else ""
    found = "be found" if len(position.words) == 1 else "all be found"
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
    left = told.start().guesses_left - 1
    if not told.root:  # then nothing needs to be shown
        return "One guess is left, and it doesn't find all of them." if left == 0 else "No guess is left."
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


def tell_argument(position: Place, argument: Argument, *, shown: bool = False) -> list[str]:
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


def tell_reply(reply: Reply, scoring: Scoring, *, shown: bool = False) -> str:
    """Return what the response is, and why it refutes the guess."""
    response = scoring.format_pattern(reply.pattern)
    return f"{reply.guess.upper()} {response}: {tell_why(reply, shown=shown)}"


def tell_why(reply: Reply, *, shown: bool = False) -> str:
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


def tell_words_left(reply: Reply) -> str:
    """Return how many of the words that are left then the proof speaks of: ``15 of the 17 words left``."""
    count = len(reply.words)
    if reply.possible is None:
        return f"{count} of the words left"
    of = "" if count == reply.possible else f"{count} of "
    return f"{of}the {counted(reply.possible, 'word', 'words')} left"
