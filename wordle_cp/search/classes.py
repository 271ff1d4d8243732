"""Classes of openers that symmetry makes equally good: one is asked about, all get the answer."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Self

from wordle_cp.engine import AtLeast, ExactCost, OpenerResult, RefutedOpener, TotalOutcome
from wordle_cp.rules.symmetry import representatives

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.words import History


@dataclass(frozen=True, slots=True)
class OpenerClasses:
    """The openers that a search is `asked` about, each with those that it stands for, itself included.

    Without any, each opener is a class of its own.
    """

    members: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, history: Sequence[str], openers: Sequence[str]) -> Self:
        """Return the classes of `openers` after the guesses `history`."""
        members: defaultdict[str, list[str]] = defaultdict(list)
        for opener, first in representatives(history, openers).items():
            members[first].append(opener)
        return cls({first: tuple(equivalent) for first, equivalent in members.items()})

    @classmethod
    def of_game(
        cls, variant: Variant, history: History, hidden: Sequence[str], openers: Sequence[str]
    ) -> Self:
        """Return the classes of `openers` (none: all) after `history`, where the game is one of codes.

        There are none otherwise, or where one hidden code is left: it is simply guessed.
        """
        if variant.codes is None or len(hidden) == 1:
            return cls({})
        return cls.of([guess for guess, _ in history], tuple(dict.fromkeys(openers)) or variant.guesses)

    @classmethod
    def of_question(cls, question: TotalQuestion, openers: Sequence[str]) -> Self:
        """Return the same from the position of the `question` on; none where equivalent codes weigh apart."""
        if not question.symmetric:
            return cls({})
        return cls.of_game(question.variant, question.history, question.hidden, openers)

    @property
    def asked(self) -> tuple[str, ...]:
        """The first opener of each class."""
        return tuple(self.members)

    def all_of(self, openers: Iterable[str]) -> tuple[str, ...]:
        """Return all that the `openers` stand for."""
        return tuple(one for opener in openers for one in self.members.get(opener, (opener,)))

    def settled(self, found: Iterable[OpenerResult]) -> list[OpenerResult]:
        """Return what was `found` for all openers that it is true of; the first has the work."""
        return [
            one if opener == one.opener else OpenerResult(replace(one.settled, opener=opener), one.searched)
            for one in found
            for opener in self.all_of((one.opener,))
        ]

    def outcome(self, outcome: TotalOutcome, top: int, counted: Collection[str] = ()) -> TotalOutcome:
        """Return the outcome of a search for the `top` openers (0: all) for all openers that it is true of.

        The search found as many classes: their members are the best openers, and then some that are none.
        Counting patterns settled the openers of `counted`; what holds of one holds of its class.
        """
        if not self.members:
            return outcome
        found = [OpenerResult(one) for one in outcome.ranked]
        found += [
            OpenerResult(AtLeast(one.opener, one.cost), one.opener not in counted) for one in outcome.others
        ]
        found += [OpenerResult(RefutedOpener(opener)) for opener in outcome.refuted]
        results = sorted(self.settled(found), key=lambda one: one.opener)
        costs = sorted(one.settled.cost for one in results if isinstance(one.settled, ExactCost))
        last = costs[top - 1] if 0 < top <= len(costs) else None
        return TotalOutcome.of(results, last, self.all_of(outcome.left), outcome.work)


NO_CLASSES: Final = OpenerClasses({})
