"""The claims about guesses that are fixed in advance: that a number of them is enough, or isn't.

docs/certificates/ ('Claim "fixed"') has the grammar, examples, and the proof of each rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from wordle_cp.certificate.base.claim import Claim, Proof, ProofPart, Shown, Slot
from wordle_cp.certificate.base.field_texts import claim_history
from wordle_cp.certificate.base.records import MAX_DEPTH, MAX_WEIGHT, MAX_WORDS, GameRecord
from wordle_cp.certificate.parts.steps import STEPS
from wordle_cp.errors import brief, counted
from wordle_cp.rules.letters import written

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self

    from wordle_cp.certificate.base.fields import Field, Records
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History

MAX_GROUPS: Final = 100_000
"""Most groups of words of a proof that fixed guesses don't do."""
MAX_MOVES: Final = 1_000_000
"""Most lines of such a proof after the groups."""

MAX_STEPS: Final = 2**40
"""Most steps to check such a proof: guesses times groups, times moves and words of a group."""
MAX_PAIRS: Final = 2**28
"""Most pairs of a guess and a group: a byte each."""

Group = tuple[str, ...]
"""Words that must not all give every fixed guess the same response: one more than may be left."""


@dataclass(frozen=True, slots=True)
class Try:
    """From here to the line that ends it: `guess` is one of the fixed guesses. Then it is none of them."""

    guess: str


@dataclass(frozen=True, slots=True)
class Weigh:
    """Weights of groups, each a number of a group and a weight: guesses that split too little are out."""

    weights: tuple[tuple[int, int], ...]

    __repr__ = brief()


@dataclass(frozen=True, slots=True)
class Fail:
    """No guess that is still in question splits the group of this number, so this attempt has failed."""

    group: int


Move = Try | Weigh | Fail
"""A line of a proof that a number of fixed guesses isn't enough; docs/certificates/ has the rule of each."""


def words_left(leave: int, noun: str) -> str:
    """Return in words what may be left; `noun` is what the game calls a word."""
    return f"only one {noun}" if leave == 1 else f"{leave} {noun}s at most"


def are_enough(count: int, enough: bool) -> str:  # noqa: FBT001  a verb and its form
    """Return in words that `count` guesses are enough, or aren't."""
    verb = "is" if count == 1 else "are"
    return f"{verb} enough" if enough else f"{verb}n't enough"


def parse_group(records: Records, scoring: Scoring, size: int) -> Group:
    """Return the words of the group on the next line, which are `size`."""
    field = records.record("group")
    parts = records.split_all(field)
    if len(parts) != size:
        raise records.field_error(field, counted(size, "word", "words"))
    return tuple(records.word_of(part, scoring) for part in parts)


def parse_move(records: Records, scoring: Scoring, groups: int) -> Move:
    """Return what the next line of the proof says, in which groups have numbers below `groups`."""
    expected = "a line 'try ...', 'weigh ...' or 'fail ...'"
    keyword, rest = records.split(records.line(expected), 2, expected)
    if records.one_of(keyword, ("try", "weigh", "fail")) == "try":
        return Try(records.word_of(rest, scoring))
    if keyword.text == "fail":
        return Fail(records.number(rest, 0, groups - 1))
    weights: list[tuple[int, int]] = []
    for part in records.split_all(rest):
        group, weight = records.pair(part, "*", "a number of a group, '*' and its weight")
        number = records.number(group, 0, groups - 1)
        if weights and number <= weights[-1][0]:
            raise records.field_error(group, "numbers of groups in ascending order")
        weights.append((number, records.number(weight, 1, MAX_WEIGHT)))
    return Weigh(tuple(weights))


def _move_line(move: Move) -> str:
    match move:
        case Try(guess):
            return f"try {written(guess)}"
        case Weigh(weights):
            return " ".join(["weigh", *(f"{group}*{weight}" for group, weight in weights)])
        case Fail(group):
            return f"fail {group}"


GROUPS: Final[ProofPart[Group]] = ProofPart(
    lambda records, head, _number: parse_group(records, head.game.scoring, head.claim.leave + 1),
    lambda group, _game: " ".join(["group", *map(written, group)]),
)
MOVES: Final[ProofPart[Move]] = ProofPart(
    lambda records, head, _number: parse_move(records, head.game.scoring, head.claim.groups),
    lambda move, _game: _move_line(move),
)


@dataclass(frozen=True, slots=True)
class FixedClaim(Claim):
    """What is claimed of `count` guesses, which are chosen before the first response and played regardless.

    They come after `history` and begin with those of `start`. The question is whether they always leave
    `leave` words at most, of the `hidden_count` that agree with the history.
    """

    count: int
    history: History
    leave: int
    start: tuple[str, ...]
    hidden_count: int

    about: ClassVar = "fixed guesses"
    enough: ClassVar = True
    """Whether the claim is that the guesses are enough."""
    counts_all: ClassVar = False

    @classmethod
    def parse(cls, records: Records, game: GameRecord, number: Field) -> Self:
        """Return the claim; see `Claim`."""
        history = claim_history(records, game.scoring)
        leave = records.number(records.record("leave"), 1, MAX_WORDS)
        start = records.optional("start")
        words = [] if start is None else records.split_all(start)
        return cls(
            count=records.number(number, len(words), MAX_DEPTH),
            history=history,
            leave=leave,
            start=tuple(records.word_of(word, game.scoring) for word in words),
            hidden_count=records.number(records.record("covered"), 1, MAX_WORDS),
            **cls._sizes(records),
        )

    @classmethod
    def _sizes(cls, records: Records) -> dict[str, int]:
        """Return how long the parts of the proof are, if lines say so."""
        del records
        return {}

    @property
    def answer(self) -> dict[str, int | list[int]]:
        """How many guesses."""
        return {"fixed": self.count}

    def lines(self) -> Iterator[str]:
        """Yield the lines that follow the history."""
        yield f"leave {self.leave}"
        if self.start:
            yield " ".join(["start", *map(written, self.start)])
        yield f"covered {self.hidden_count}"

    def fields(self) -> dict[str, object]:
        """Return the JSON fields that no other kind has."""
        return {"leave": self.leave, "start": list(self.start)}

    def sentence(self, game: GameRecord, hidden: str, shown: Shown) -> str:
        """Return the claim as a sentence."""
        start = f", beginning with {shown.words(self.start)}," if self.start else ""
        further = "further " if self.history else ""
        guesses = counted(self.count, f"{further}guess", f"{further}guesses")
        enough = are_enough(self.count, self.enough)
        left = words_left(self.leave, game.scoring.noun)
        return f"{hidden}: {guesses} fixed in advance{start} {enough} to leave {left}"


@dataclass(frozen=True, slots=True)
class FixedPossible(FixedClaim):
    """Claim: some `count` guesses always leave at most `leave` words."""

    __repr__ = brief()

    words: ClassVar = ("fixed", "possible")

    @property
    def parts(self) -> tuple[Slot, ...]:
        """The guesses."""
        return (Slot("guesses", STEPS, self.count),)

    def to_check(self, guesses: int) -> int:
        """Return how many guesses there are."""
        del guesses
        return self.count


@dataclass(frozen=True, slots=True)
class FixedImpossible(FixedClaim):
    """Claim: no `count` guesses always leave `leave` words or fewer. The proof has groups and moves."""

    groups: int
    moves: int

    __repr__ = brief()

    words: ClassVar = ("fixed", "impossible")
    enough: ClassVar = False

    @classmethod
    def _sizes(cls, records: Records) -> dict[str, int]:
        groups = records.number(records.record("groups"), 1, MAX_GROUPS)
        return {"groups": groups, "moves": records.number(records.record("moves"), 1, MAX_MOVES)}

    def lines(self) -> Iterator[str]:
        """Yield the lines that follow the history."""
        yield from FixedClaim.lines(self)
        yield f"groups {self.groups}"
        yield f"moves {self.moves}"

    @property
    def parts(self) -> tuple[Slot, ...]:
        """The groups and the moves."""
        return Slot("groups", GROUPS, self.groups), Slot("moves", MOVES, self.moves)

    def fields(self) -> dict[str, object]:
        """Return the JSON fields that no other kind has."""
        return {**FixedClaim.fields(self), "groups": self.groups, "moves": self.moves}

    @property
    def size(self) -> str:
        """What the proof is made of, for people."""
        return f"{counted(self.groups, 'group', 'groups')}, {counted(self.moves, 'move', 'moves')}"

    def to_check(self, guesses: int) -> int:
        """Return how many groups and moves there are."""
        del guesses
        return self.groups + self.moves

    def pairs(self, guesses: int) -> int:
        """Return how many pairs of a guess and a group there are, where the list has `guesses`."""
        return guesses * self.groups

    def steps(self, guesses: int) -> int:
        """Return how many steps a check takes at most: of each such pair one for each move and word."""
        return self.pairs(guesses) * (self.moves + self.leave + 1)


@dataclass(frozen=True, slots=True)
class FixedGuesses(Proof[FixedPossible]):
    """A certificate in memory that `guesses`, fixed in advance, are enough."""

    guesses: tuple[str, ...] = ()

    __repr__ = brief("claim")


@dataclass(frozen=True, slots=True)
class FixedRefutation(Proof[FixedImpossible]):
    """A certificate in memory that a number of fixed guesses isn't enough."""

    groups: tuple[Group, ...] = ()
    moves: tuple[Move, ...] = ()

    __repr__ = brief("claim")


FixedPossible.proof = FixedGuesses
FixedImpossible.proof = FixedRefutation
