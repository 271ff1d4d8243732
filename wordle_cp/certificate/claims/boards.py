"""The claim about several boards: between which numbers their least total and their least worst case lie.

docs/certificates/ ('Claim "boards between"') has the grammar, an example, and the proof of each rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, Final

from wordle_cp.certificate.base.claim import Claim, Part, Proof, Shown, Slot, where
from wordle_cp.certificate.base.field_texts import MAX_LEMMAS
from wordle_cp.certificate.base.records import MAX_DEPTH, MAX_NUMBER, MAX_WORDS, GameRecord
from wordle_cp.certificate.claims.total import TotalClaim, TotalLeast
from wordle_cp.certificate.parts.sets_and_lemmas import LEMMAS, MAX_SETS, SETS, FactSet, Lemma
from wordle_cp.errors import HistoryError, brief, counted
from wordle_cp.rules.letters import written
from wordle_cp.rules.scoring import WordScoring

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.certificate.base.fields import Field, Records
    from wordle_cp.rules.modes import Mode
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History

MAX_BOARDS: Final = 8
MAX_COUNTED: Final = 3
"""Of so many F_j at most the checker works out what they are."""
MAX_PLAYS: Final = 262_144
"""Most sets of words with a guess each."""
MAX_POSITIONS: Final = 262_144
"""Most positions with a bound each."""
_LEAST_OF_A_PLAY: Final = 3
_NONE: Final = "-"
"""No guess, or no response."""


Played = tuple[tuple[str, tuple[int | None, ...]], ...]
"""What was played on several boards: each guess with its response on each board, None where it was solved."""


class Measure(StrEnum):
    """What a bound of a position is about."""

    TOTAL = "total"
    """The guesses until the last board is solved, summed over all deals."""
    WORST = "worst"
    """The most of them."""


class Side(StrEnum):
    """Which bound of it."""

    LEAST = "least"
    """From below: whatever the strategy."""
    MOST = "most"
    """From above: some strategy does as well."""


@dataclass(frozen=True, slots=True)
class Play:
    """The guess for a board of which just these three words or more are left, in the order of their list."""

    guess: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoardsPosition:
    """A bound of a position: `groups` are words, in the order of their list, and how many boards have them.

    The groups have no word in common. `guess` begins the strategy of an upper bound, None for a lower one.
    `made` are the guesses so far, whose responses the words of each group show; none in normal mode, where
    they don't matter.
    """

    measure: Measure
    side: Side
    bound: int
    guess: str | None
    groups: tuple[tuple[int, tuple[str, ...]], ...]
    made: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardsBetween(Claim):
    """Claim: on `boards` boards the least total over all deals, and the least worst case, are between these.

    From the start of the game, or after what was `played`, and without a limit of guesses. Each of `total`
    and `worst` is a lower bound and an upper bound. `counted` says how many of the numbers F_j the proof from
    below takes, `one` what a single board takes at least, if the proof uses it, with the numbers of its
    parts. `openers` are those of the strategy in turn, None without one; `plays` and `positions` are numbers
    of parts. `chains` says that the strategy by chains is used, and its opener if it has one.
    """

    boards: int
    hidden_count: int
    total: tuple[int, int]
    worst: tuple[int, int]
    counted: int
    one: TotalClaim | None
    openers: tuple[str, ...] | None
    plays: int
    positions: int
    chains: tuple[str, ...] | None = None
    played: Played = ()

    __repr__ = brief()

    words: ClassVar = ("boards", "between")
    about: ClassVar = "several boards"

    @property
    def history(self) -> History:  # type: ignore[override]
        """What was played before on a board of its own: nothing; see `played`."""
        return ()

    @classmethod
    def parse(cls, records: Records, game: GameRecord, number: Field) -> BoardsBetween:
        """Return the claim; see `Claim`."""
        scoring = game.scoring
        boards = records.number(number, 1, MAX_BOARDS)
        played = _parse_played(records, scoring, boards)
        hidden_count = records.number(records.record("covered"), 1, MAX_WORDS)
        total, worst = _between(records, "total"), _between(records, "worst")
        counted = records.number(records.record("counted"), 0, MAX_COUNTED)
        one_field = records.optional("one")
        one = None
        if one_field is not None:
            expected = "a total, a number of sets and one of lemmas"
            least, sets, lemmas = records.split(one_field, 3, expected)
            one = TotalLeast(
                history=(),
                within=None,
                among=(),
                openers=(),
                others=records.number(least, 1, MAX_NUMBER),
                hidden_count=hidden_count,
                sets=records.number(sets, 0, MAX_SETS),
                lemmas=records.number(lemmas, 0, MAX_LEMMAS),
            )
        turns = records.optional("turns")
        plays, openers = 0, None
        if turns is not None:
            first, more = records.split(turns, 2, "a number of openers and one of sets")
            plays = records.number(more, 0, MAX_PLAYS)
            openers = tuple(records.word(scoring) for _ in range(records.number(first, 0, MAX_DEPTH)))
        chained = records.optional("chains")
        chains = None
        if chained is not None:
            chains = () if chained.text == _NONE else (records.word_of(chained, scoring),)
        return cls(
            boards=boards,
            hidden_count=hidden_count,
            total=total,
            worst=worst,
            counted=counted,
            one=one,
            openers=openers,
            plays=plays,
            positions=records.number(records.record("positions"), 0, MAX_POSITIONS),
            chains=chains,
            played=played,
        )

    def lines(self) -> Iterator[str]:
        """Yield the lines that follow the game."""
        if self.played:
            yield f"played {len(self.played)}"
            for guess, told in self.played:
                yield f"{written(guess)} {' '.join(responses_told(guess, told))}"
        yield f"covered {self.hidden_count}"
        yield f"total {self.total[0]} {self.total[1]}"
        yield f"worst {self.worst[0]} {self.worst[1]}"
        yield f"counted {self.counted}"
        if self.one is not None:
            yield f"one {self.one.others} {self.one.sets} {self.one.lemmas}"
        if self.openers is not None:
            yield f"turns {len(self.openers)} {self.plays}"
            yield from map(written, self.openers)
        if self.chains is not None:
            yield f"chains {written(self.chains[0]) if self.chains else _NONE}"
        yield f"positions {self.positions}"

    @property
    def answer(self) -> dict[str, int | list[int]]:
        """How many boards."""
        return {"boards": self.boards}

    @property
    def parts(self) -> tuple[Slot, ...]:
        """Plays, positions, and what one board takes, if the proof uses that."""
        one = self.one
        return (
            Slot("plays", PLAYS, self.plays),
            Slot("positions", POSITIONS, self.positions),
            *(() if one is None else (Slot("sets", SETS, one.sets), Slot("lemmas", LEMMAS, one.lemmas))),
        )

    def sentence(self, game: GameRecord, hidden: str, shown: Shown) -> str:
        """Return the claim as a sentence."""
        del game, shown
        return self._after_that() if self.played else self._from_the_start(hidden)

    def to_check(self, guesses: int) -> int:
        """Return how many parts there are."""
        del guesses
        parts = self.plays + self.positions
        return parts if self.one is None else parts + self.one.sets + self.one.lemmas

    def fields(self) -> dict[str, object]:
        """Return the JSON fields that no other kind has."""
        return {
            "total": list(self.total),
            "worst": list(self.worst),
            "counted": self.counted,
            "one_board": None if self.one is None else self.one.others,
            "openers": None if self.openers is None else list(self.openers),
            "plays": self.plays,
            "positions": self.positions,
            "chains": None if self.chains is None else list(self.chains),
            "played": [[guess, responses_told(guess, told)] for guess, told in self.played],
            "sets": 0 if self.one is None else self.one.sets,
            "lemmas": 0 if self.one is None else self.one.lemmas,
        }

    def _from_the_start(self, hidden: str) -> str:
        """Return what the boards take on average and at the worst, with the `hidden` words."""
        deals = self.hidden_count**self.boards
        boards = counted(self.boards, "board", "boards")
        total = where(*self.total, "guesses", deals)
        return (
            f"{boards}, {hidden}: the least total over all {deals} deals {total}, "
            f"and the least worst case {where(*self.worst)}"
        )

    def _after_that(self) -> str:
        """Return how many more guesses boards take after what was played on them."""
        made = ".".join(f"{guess}.{'/'.join(responses_told(guess, told))}" for guess, told in self.played)
        boards = counted(self.boards, "board", "boards")
        return (
            f"{boards} after {made}: the least total over all deals left {where(*self.total)} more guesses, "
            f"and the least worst case {where(*self.worst)}"
        )


def responses_told(guess: str, responses: Sequence[int | None]) -> list[str]:
    """Return the responses to `guess` on each board as they are written, ``-`` on a solved one."""
    scoring = WordScoring(len(guess))
    return [_NONE if response is None else scoring.format_pattern(response) for response in responses]


def _parse_played(records: Records, scoring: Scoring, boards: int) -> Played:
    """Return the guesses played before, each with a response on each board or ``-``; there may be none."""
    field = records.optional("played")
    if field is None:
        return ()
    played: list[tuple[str, tuple[int | None, ...]]] = []
    for _ in range(records.number(field, 1, MAX_DEPTH)):
        expected = f"a guess and {boards} responses, '{_NONE}' on a solved board"
        guess, *told = records.split(records.line(expected), boards + 1, expected)
        word = records.word_of(guess, scoring)
        responses: list[int | None] = []
        for response in told:
            try:
                responses.append(None if response.text == _NONE else scoring.parse_pattern(response.text))
            except HistoryError:
                raise records.field_error(response, "a response in capital letters") from None
            if responses[-1] is not None and scoring.format_pattern(responses[-1]) != response.text:
                raise records.field_error(response, "a response in capital letters")
        played.append((word, tuple(responses)))
    return tuple(played)


def _between(records: Records, keyword: str) -> tuple[int, int]:
    """Return the two numbers of a record, the first of which isn't the greater one."""
    field = records.record(keyword)
    least, most = records.split(field, 2, "two numbers")
    bounds = records.large_number(least), records.large_number(most)
    if bounds[0] > bounds[1]:
        raise records.field_error(field, "two numbers, of which the first isn't the greater one")
    return bounds


def parse_play(records: Records, scoring: Scoring) -> Play:
    """Return the play on the next line."""
    expected = "a line 'play ...': a guess, and three words or more"
    line = records.line(expected)
    keyword, *rest = records.split_all(line)
    if keyword.text != "play" or len(rest) <= _LEAST_OF_A_PLAY:
        raise records.field_error(line, expected)
    guess, *words = [records.word_of(word, scoring) for word in rest]
    return Play(guess, tuple(words))


def parse_boards_position(records: Records, scoring: Scoring, mode: Mode) -> BoardsPosition:
    """Return the bound of a position on the next line; in other modes than normal it has the guesses made."""
    expected = "a line 'total ...' or 'worst ...': a bound of a position"
    measured, side, bound, *rest = records.split(records.line(expected), 4, expected)
    kind = records.choice(side, Side)
    guess = None
    (field,) = rest
    if kind is Side.MOST:
        first, field = records.split(field, 2, "a guess and a position")
        guess = records.word_of(first, scoring)
    made: tuple[str, ...] = ()
    if mode.binds:
        past, field = records.split(field, 2, f"guesses or '{_NONE}', and a position")
        if past.text != _NONE:
            made = tuple(records.word_of(word, scoring) for word in records.split_all(past, ","))
    groups: list[tuple[int, tuple[str, ...]]] = []
    for group in records.split_all(field):
        count, words = records.pair(group, "*", "a number of boards, '*' and words")
        names = records.split_all(words, ",")
        groups.append(
            (
                records.number(count, 1, MAX_BOARDS),
                tuple(records.word_of(name, scoring) for name in names),
            )
        )
    return BoardsPosition(
        records.choice(measured, Measure), kind, records.large_number(bound), guess, tuple(groups), made
    )


def _play_line(play: Play) -> str:
    return " ".join(["play", *map(written, (play.guess, *play.words))])


def _position_line(position: BoardsPosition, game: GameRecord) -> str:
    made = f"{','.join(map(written, position.made)) or _NONE} " if game.mode.binds else ""
    guess = "" if position.guess is None else f"{written(position.guess)} "
    groups = " ".join(f"{boards}*{','.join(map(written, words))}" for boards, words in position.groups)
    return f"{position.measure} {position.side} {position.bound} {guess}{made}{groups}"


PLAYS: Final[Part[Play]] = Part(
    lambda records, head, _number: parse_play(records, head.game.scoring),
    lambda play, _game: _play_line(play),
)
POSITIONS: Final[Part[BoardsPosition]] = Part(
    lambda records, head, _number: parse_boards_position(records, head.game.scoring, head.game.mode),
    _position_line,
)


@dataclass(frozen=True, slots=True)
class BoardsProof(Proof[BoardsBetween]):
    """A certificate of several boards whose proof is in memory."""

    plays: tuple[Play, ...] = ()
    positions: tuple[BoardsPosition, ...] = ()
    sets: tuple[FactSet, ...] = ()
    lemmas: tuple[Lemma, ...] = ()

    __repr__ = brief("claim")


BoardsBetween.proof = BoardsProof
