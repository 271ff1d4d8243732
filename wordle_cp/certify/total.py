"""Certificates about a least total, or words missed: strategies, and what shows that nothing is better.

docs/certificates/ ('Claim "total least"', 'Claim "total between"', 'Claim "missed least"') says why that is a
proof. This module loads in a moment.

`graph_lemmas` are what a strategy graph proves of totals. The value of a state, which the dual of the model's
linear relaxation gives it, is a lemma where it is more than a count of patterns says. Guesses that the model
leaves out are looked at here once more, as the checker will.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.base.claim import Head
from wordle_cp.certificate.claims.missed import MissedLeast, MissedProof
from wordle_cp.certificate.claims.total import OpenerTotal, Optimality, TotalBetween, TotalLeast
from wordle_cp.certificate.parts.sets_and_lemmas import FactSet, Lemma, format_fact
from wordle_cp.certify.records import game_record

if TYPE_CHECKING:
    from wordle_cp.certificate.parts.missed_lemmas import MissedLemma
    from wordle_cp.engine import BoundParts
    from wordle_cp.games.goal import Missed
    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.search.least_cost import LeastCost, State


Listed = tuple[str, int, Sequence[str]]
"""An opener, what it costs, and its strategy."""


def total_certificate(
    verdict: str,
    question: TotalQuestion,
    listed: Sequence[Listed],
    others: int,
    parts: BoundParts,
    *,
    guesses_left: int | None,
) -> Optimality:
    """Return the certificate that the openers `listed` have these costs, and all others `others` or more.

    The best comes first. Where there is no other opener, `others` is the last cost. If the `verdict`
    is ``between``, and not ``least``, one opener is listed, with what its strategy costs, and every opener
    costs `others` or more.

    Costs count from the position of the `question` on, which leaves `guesses_left` guesses (None: however
    many), as in `others` and in the `parts` that prove these bounds.
    """
    before, history = question.spent, question.history
    weights = question.goal.weights_of(question.hidden) if question.goal.weights else ()
    proven, lemmas = parts
    kind = TotalBetween if verdict == "between" else TotalLeast
    claim = kind(
        openers=tuple(OpenerTotal(opener, before + cost, len(steps)) for opener, cost, steps in listed),
        others=before + others,
        history=history,
        within=None if guesses_left is None else len(history) + guesses_left,
        among=question.asked,
        weights=tuple(zip(question.hidden, weights, strict=bool(weights))),
        hidden_count=len(question.hidden),
        sets=len(proven),
        lemmas=len(lemmas),
    )
    # To count what a set says takes little longer than to check it; with weights it takes far longer.
    stated = [each if weights or each.found else FactSet(None, each.facts) for each in proven]
    return Optimality(
        Head(game_record(question.variant), claim),
        tuple(tuple(steps) for _, _, steps in listed),
        # In order, neighbours are alike, which makes the file smaller.
        tuple(sorted(stated, key=lambda each: [format_fact(fact) for fact in each.facts])),
        lemmas,
    )


def missed_certificate(
    question: TotalQuestion,
    steps: Sequence[str],
    missed: int,
    counted: Missed,
    proof: Sequence[MissedLemma],
) -> MissedProof:
    """Return the certificate that `missed` words are missed at least, as `steps` do, which are `counted`.

    Guesses count from the position of the `question` on, as in the `proof`.
    """
    played, most = len(question.history), counted.most
    claim = MissedLeast(
        missed=missed,
        history=question.history,
        within=played + counted.within,
        most=None if most is None else played + most,
        among=question.asked,
        hidden_count=len(question.hidden),
        steps=len(steps),
        lemmas=len(proof),
    )
    return MissedProof(Head(game_record(question.variant), claim), tuple(steps), tuple(proof))


_LAST: Final = 2
"""With this number of guesses left each guess of a lost state leaves two words together."""
_COUNTED: Final = 3
"""For this number of words, or fewer, a bound counts patterns of these words alone (bound 1 of the page)."""


def graph_lemmas(search: LeastCost) -> tuple[int, tuple[Lemma, ...]]:
    """Return what the position costs at least, as a `search` shows, and the lemmas that prove it."""
    writer = _Lemmas(search)
    value = search.root.bound
    writer.support_whole(value)
    writer.support(search.root, value, first=True)
    return value, tuple(writer.lemmas)


class _Lemmas:
    """The lemmas of a bound, each after those that it rests on."""

    def __init__(self, search: LeastCost) -> None:
        self.lemmas: list[Lemma] = []
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
            self.lemmas.append(Lemma(value, root.binding.facts, root.left, path))

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
        self.lemmas.append(Lemma(value, state.binding.facts, state.left, state.path))

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
