"""Claims about the least total of guesses: how much it is, or between which numbers it lies.

docs/certificates/ ('Claim "total least"', 'Claim "total between"') has the grammar, examples, and the proof
of each rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from wordle_cp.certificate.base.claim import Claim, Collect, Proof, Shown, Slot, where
from wordle_cp.certificate.base.field_texts import MAX_LEMMAS, among_lines, claim_history, openers_among
from wordle_cp.certificate.base.records import MAX_DEPTH, MAX_NUMBER, MAX_WORDS, GameRecord
from wordle_cp.certificate.parts.sets_and_lemmas import LEMMAS, MAX_SETS, SETS, FactSet, Lemma
from wordle_cp.certificate.parts.steps import STEPS
from wordle_cp.errors import brief, counted
from wordle_cp.rules.letters import written
from wordle_cp.rules.symmetry import kinds_weigh_alike

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from wordle_cp.certificate.base.fields import Field, Records
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History


@dataclass(frozen=True, slots=True)
class OpenerTotal:
    """`total` is the least cost of a strategy that begins with `opener`; one of `steps` guesses has it."""

    opener: str
    total: int
    steps: int


@dataclass(frozen=True, slots=True)
class TotalClaim(Claim):
    """What claims about the least total have in common: strategies of `openers`, and a lower bound, `others`.

    Guesses are summed over the hidden words that agree with `history`. Spoken of are openers that the mode
    allows, or if there are any those of `among`, and strategies "in time": within `within` guesses, whatever
    hidden word it is, or in however many if that is None. All guesses count from the start of the game, those
    of `history` included. `weights` are pairs of a hidden word that agrees with `history` and the weight by
    which each guess for it counts; without pairs it is 1. `hidden_count` is the number of hidden words
    that agree with `history`; `sets` and `lemmas` are numbers of parts of the proof.
    """

    history: History
    within: int | None
    among: tuple[str, ...]
    openers: tuple[OpenerTotal, ...]
    others: int
    hidden_count: int
    sets: int
    lemmas: int
    weights: tuple[tuple[str, int], ...] = ()

    @property
    def reached(self) -> int:
        """The total of the first strategy, the best one."""
        return self.openers[0].total

    @property
    def exact(self) -> Mapping[str, int]:
        """The cost of each opener whose cost is claimed; every other one costs `others` or more."""
        raise NotImplementedError

    def _first_lines(self) -> Iterator[str]:
        """Yield the lines that say what is spoken of."""
        if self.within is not None:
            yield f"within {self.within}"
        yield from among_lines(self.among)
        if self.weights:
            yield f"weights {len(self.weights)}"
            yield from (f"{written(word)} {weight}" for word, weight in self.weights)

    def _last_lines(self) -> Iterator[str]:
        """Yield the lines that say how long the proof is."""
        yield f"sets {self.sets}"
        yield f"lemmas {self.lemmas}"

    @property
    def parts(self) -> tuple[Slot, ...]:
        """A strategy for each opener that is listed, sets, and lemmas."""
        strategies = (Slot("strategies", STEPS, listed.steps, Collect.EACH) for listed in self.openers)
        return *strategies, Slot("sets", SETS, self.sets), Slot("lemmas", LEMMAS, self.lemmas)

    def fields(self) -> dict[str, object]:
        """Return the JSON fields that no other kind has."""
        return {
            "within": self.within,
            "among": list(self.among) or None,
            "openers": [
                {"opener": listed.opener, "total": listed.total, "steps": listed.steps}
                for listed in self.openers
            ],
            **self._others(),
            **({"weights": dict(self.weights)} if self.weights else {}),
            "sets": self.sets,
            "lemmas": self.lemmas,
        }

    def _others(self) -> dict[str, object]:
        return {}

    @property
    def listed(self) -> tuple[str, ...]:
        """The openers."""
        return tuple(each.opener for each in self.openers)

    @property
    def limit(self) -> int | None:
        """Within how many guesses strategies are in time."""
        return self.within

    @property
    def size(self) -> str:
        """What the proof is made of, for people."""
        return f"{counted(self.lemmas, 'lemma', 'lemmas')}, {counted(self.sets, 'set', 'sets')}"

    def to_check(self, guesses: int) -> int:
        """Return how many sets, lemmas and openers there are."""
        return self.sets + self.lemmas + (len(self.among) or guesses)

    @property
    def _in_time(self) -> str:
        return "" if self.within is None else f" within {counted(self.within, 'guess', 'guesses')}"

    def _scope(self, shown: Shown) -> str:
        """Return of which openers the claim speaks, if it isn't about all."""
        meant = [opener.upper() for opener in self.among]
        return (
            f"of {counted(len(meant), 'opener', 'openers')} listed ({shown.words(meant)}): " if meant else ""
        )

    def by_class(self, game: GameRecord) -> bool:
        """Tell whether an opener stands for those that are equivalent."""
        return game.codes is not None and kinds_weigh_alike(self.weights)

    def _of_weight(self, shown: Shown) -> str:
        """Return what the hidden words weigh, each one's by a digest of lines `word,weight`."""
        weight = sum(weight for _, weight in self.weights)
        return f" of weight {weight} ({shown.digest([f'{word},{each}' for word, each in self.weights])})"


@dataclass(frozen=True, slots=True)
class TotalLeast(TotalClaim):
    """Claim: the least total of guesses, by opener.

    Each of `openers`, the best first, has its exact total; every other opener spoken of costs `others` or
    more, or has no strategy in time; if there is no other, `others` is the last total.
    """

    __repr__ = brief()

    @property
    def least(self) -> int:
        """The least total."""
        return self.reached

    @property
    def exact(self) -> Mapping[str, int]:
        """The totals of the openers that are listed."""
        return {listed.opener: listed.total for listed in self.openers}

    words: ClassVar = ("total", "least")

    @classmethod
    def parse(cls, records: Records, game: GameRecord, number: Field) -> TotalLeast:
        """Return the claim; see `Claim`."""
        scoring = game.scoring
        least = records.number(number, 1, MAX_NUMBER)
        scope = _parse_scope(records, scoring)
        openers: list[OpenerTotal] = []
        for _ in range(records.number(records.record("openers"), 1, MAX_WORDS)):
            openers.append(_parse_opener(records, scoring, openers[-1].total if openers else least))
        if openers[0].total != least:
            raise records.field_error(number, f"{openers[0].total}, the total of the first opener")
        return cls(
            history=scope.history,
            within=scope.within,
            among=scope.among,
            openers=tuple(openers),
            others=records.number(records.record("others"), openers[-1].total, MAX_NUMBER),
            hidden_count=records.number(records.record("covered"), 1, MAX_WORDS),
            sets=_parse_sets(records, scoring),
            lemmas=records.number(records.record("lemmas"), 0, MAX_LEMMAS),
            weights=scope.weights,
        )

    @property
    def answer(self) -> dict[str, int | list[int]]:
        """The least total."""
        return {"total": self.least}

    def lines(self) -> Iterator[str]:
        """Yield the lines that follow the history."""
        yield from self._first_lines()
        yield f"openers {len(self.openers)}"
        for listed in self.openers:
            yield f"{written(listed.opener)} {listed.total} {listed.steps}"
        yield f"others {self.others}"
        yield f"covered {self.hidden_count}"
        yield from self._last_lines()

    def _others(self) -> dict[str, object]:
        return {"others": self.others}

    def sentence(self, game: GameRecord, hidden: str, shown: Shown) -> str:
        """Return the claim as a sentence.

        Where it is about some openers only, that comes first. In a game of codes each opener stands for those
        that are as good for a reason of symmetry.
        """
        openers = shown.words(
            [
                listed.opener.upper() + (f" ({listed.total})" if listed.total != self.least else "")
                for listed in self.openers
            ]
        )
        meant, within = self.among, self._in_time
        least = f"least {'weighted ' if self.weights else ''}total"
        if self.weights:
            hidden += self._of_weight(shown)
        others = self._of_others(within, game.scoring.noun)
        if self.by_class(game) and self.others == self.least and self._all_equivalent(game):
            openers, others = f"{openers} and, by symmetry, with every other opener", ""
        elif self.by_class(game):
            openers += " and equivalent codes"
        return (
            f"{self._scope(shown)}the {least} of {hidden}{within} "
            f"is {counted(self.least, 'guess', 'guesses')}, with {openers}"
            f"{others if len(meant) != len(self.openers) else ''}"
            f"{'; nothing is said of openers that are not listed' if meant else ''}"
        )

    def _of_others(self, within: str, noun: str) -> str:
        """Return what is claimed of the openers that aren't listed."""
        other = f"other {'one of these' if self.among else 'opener'}"
        if self.others == self.least:
            return f"; no {other} takes fewer"
        fail = f", or doesn't find every {noun} in time" if within else ""
        return f"; every {other} takes {self.others} or more{fail}"

    def _all_equivalent(self, game: GameRecord) -> bool:
        """Tell whether an exchange of pegs and colours makes each opener of each other (`rules.symmetry`)."""
        codes = game.codes
        return codes is not None and not (self.history or self.among or (codes.length > 1 and codes.repeats))


@dataclass(frozen=True, slots=True)
class TotalBetween(TotalClaim):
    """Claim: the least total lies between two numbers.

    One strategy, that of the one opener in `openers`, has the larger one; every opener spoken of costs
    `others` or more, the smaller one, or has no strategy in time.
    """

    __repr__ = brief()

    @property
    def exact(self) -> Mapping[str, int]:
        """None: the strategy need not be the best one of its opener."""
        return {}

    words: ClassVar = ("total", "between")

    @classmethod
    def parse(cls, records: Records, game: GameRecord, number: Field) -> TotalBetween:
        """Return the claim; see `Claim`."""
        scoring = game.scoring
        lower, upper = records.split(number, 2, "two numbers")
        low = records.number(lower, 1, MAX_NUMBER)
        high = records.number(upper, low, MAX_NUMBER)
        scope = _parse_scope(records, scoring)
        opener = records.word_of(records.record("opener"), scoring)
        hidden_count = records.number(records.record("covered"), 1, MAX_WORDS)
        steps = records.number(records.record("steps"), 0, MAX_NUMBER)
        return cls(
            history=scope.history,
            within=scope.within,
            among=scope.among,
            openers=(OpenerTotal(opener, high, steps),),
            others=low,
            hidden_count=hidden_count,
            sets=_parse_sets(records, scoring),
            lemmas=records.number(records.record("lemmas"), 0, MAX_LEMMAS),
            weights=scope.weights,
        )

    @property
    def answer(self) -> dict[str, int | list[int]]:
        """Both ends."""
        return {"totals": [self.others, self.reached]}

    def lines(self) -> Iterator[str]:
        """Yield the lines that follow the history."""
        yield from self._first_lines()
        (listed,) = self.openers
        yield f"opener {written(listed.opener)}"
        yield f"covered {self.hidden_count}"
        yield f"steps {listed.steps}"
        yield from self._last_lines()

    def sentence(self, game: GameRecord, hidden: str, shown: Shown) -> str:
        """Return the claim as a sentence; in a game of codes the opener stands for those that are as good."""
        low, high = self.others, self.reached
        size, unit = self.hidden_count, "guesses"
        if self.weights:
            size = sum(weight for _, weight in self.weights)
            hidden, unit = f"{hidden}{self._of_weight(shown)}", "guesses by weight"
        opener = (
            f"{self.openers[0].opener.upper()}{' (or an equivalent code)' if self.by_class(game) else ''}"
        )
        fail = f", or doesn't find every {game.scoring.noun} in time" if self.within is not None else ""
        return (
            f"{self._scope(shown)}the least total of {hidden}{self._in_time} "
            f"{where(low, high, unit, size)}: "
            f"{opener} takes {high}, "
            f"and {'each one listed' if self.among else 'every opener'} takes {low} or more{fail}"
            f"{'; nothing is said of openers that are not listed' if self.among else ''}"
        )


@dataclass(frozen=True, slots=True)
class Optimality(Proof[TotalClaim]):
    """A certificate about a least total whose proof is in memory.

    `strategies` has one strategy for each opener of the claim, in the preorder of `DepthPossible`.
    """

    strategies: tuple[tuple[str, ...], ...] = ()
    sets: tuple[FactSet, ...] = ()
    lemmas: tuple[Lemma, ...] = ()

    __repr__ = brief("claim")


TotalClaim.proof = Optimality


@dataclass(frozen=True, slots=True)
class _Scope:
    """What a claim about totals speaks of; see `TotalClaim`."""

    history: History
    within: int | None
    among: tuple[str, ...]
    weights: tuple[tuple[str, int], ...]


def _parse_scope(records: Records, scoring: Scoring) -> _Scope:
    """Return what the claim speaks of."""
    history = claim_history(records, scoring)
    within = records.optional("within")
    limit = None if within is None else records.number(within, 1, MAX_DEPTH)
    openers = openers_among(records, scoring)
    return _Scope(history, limit, openers, _parse_weights(records, scoring))


def _parse_sets(records: Records, scoring: Scoring) -> int:
    """Return the number of sets; without tiles there are none, as a set is about letters and tiles."""
    return records.number(records.record("sets"), 0, MAX_SETS if scoring.feedback.shows_facts else 0)


def _parse_weights(records: Records, scoring: Scoring) -> tuple[tuple[str, int], ...]:
    """Return words with their weights, if there are any."""
    field = records.optional("weights")
    if field is None:
        return ()
    weights: list[tuple[str, int]] = []
    for _ in range(records.number(field, 1, MAX_WORDS)):
        word, weight = records.split(records.line("a weight"), 2, "a word and its weight")
        weights.append((records.word_of(word, scoring), records.number(weight, 0, MAX_NUMBER)))
    return tuple(weights)


def _parse_opener(records: Records, scoring: Scoring, least: int) -> OpenerTotal:
    """Return the opener on the next line, whose total isn't below `least`."""
    line = records.line("an opener")
    word, total, steps = records.split(line, 3, "an opener, its total, and a number of steps")
    return OpenerTotal(
        records.word_of(word, scoring),
        records.number(total, least, MAX_NUMBER),
        records.number(steps, 0, MAX_NUMBER),
    )
