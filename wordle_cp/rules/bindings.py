"""What binds the next guesses: nothing, facts as in hard mode, or past responses as in ultrahard mode.

Standard library only; it stands above `scoring`. Faster implementations take a `Binding` and must allow the
same guesses.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from wordle_cp.rules.words import Restriction

if TYPE_CHECKING:
    from wordle_cp.rules.modes import Mode
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History


@dataclass(frozen=True, slots=True)
class Binding:
    """What a `mode` has fixed: `facts`, and the past `responses` where facts don't say all.

    Those of one game are equal where they fix the same. `responses` are ascending, each once; the facts that
    they reveal are among `facts`.
    """

    mode: Mode = field(compare=False)
    scoring: Scoring = field(compare=False)
    facts: Restriction
    responses: History = ()

    @classmethod
    def after(cls, history: History, mode: Mode, scoring: Scoring) -> Binding:
        """Return what binds the guesses of `mode` after `history`.

        Raises:
            HistoryError: two green letters in one position contradict each other; no word explains that.
        """
        facts = scoring.facts(history) if mode.facts else None
        silent = not mode.binds or (facts is not None and mode.only_facts)
        return cls(
            mode,
            scoring,
            Restriction.of((), scoring.length) if facts is None else facts,
            () if silent else tuple(sorted(set(history))),
        )

    def add(self, guess: str, pattern: int) -> Binding:
        """Return what binds once `guess` got `pattern`, too."""
        new = Binding.after(((guess, pattern),), self.mode, self.scoring)
        return replace(
            self,
            facts=self.facts.joined_with(new.facts),
            responses=tuple(sorted({*self.responses, *new.responses})),
        )

    def allows(self, word: str) -> bool:
        """Tell whether the mode allows `word` as the next guess."""
        return self.facts.permits(word) and self.scoring.is_allowed(word, self.responses, self.mode)

    def includes(self, other: Binding) -> bool:
        """Tell whether this fixes all that `other` fixes: its facts, and its responses."""
        return set(self.responses).issuperset(other.responses) and self.facts.includes(other.facts)
