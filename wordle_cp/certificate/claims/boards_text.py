"""The claim and the proof of several boards as text, read and written.

The grammar is in docs/certificates.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.base.records import MAX_DEPTH, MAX_NUMBER, MAX_WORDS
from wordle_cp.certificate.claims.boards_records import (
    MAX_BOARDS,
    MAX_COUNTED,
    MAX_PLAYS,
    MAX_POSITIONS,
    BoardsBetween,
    BoardsPosition,
    Measure,
    Play,
    Side,
)
from wordle_cp.certificate.claims.total_records import MAX_LEMMAS, MAX_SETS, TotalLeast
from wordle_cp.errors import HistoryError
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import format_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.certificate.base.fields import Field, Records
    from wordle_cp.certificate.claims.boards_records import BoardsProof, Played
    from wordle_cp.rules.scoring import Scoring

_LEAST_OF_A_PLAY: Final = 3
_NONE: Final = "-"
"""No guess, or no response."""


def parse_boards_between(records: Records, scoring: Scoring, boards: Field) -> BoardsBetween:
    """Return the claim, from `covered` on; `boards` is the number that its own record has."""
    number = records.number(boards, 1, MAX_BOARDS)
    played = _parse_played(records, scoring, number)
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
    return BoardsBetween(
        boards=number,
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
    if mode is not Mode.NORMAL:
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


def boards_claim_lines(claim: BoardsBetween) -> Iterator[str]:
    """Yield the lines of `claim` that follow the game."""
    if claim.played:
        yield f"played {len(claim.played)}"
        for guess, told in claim.played:
            responses = [_NONE if one is None else format_pattern(one, len(guess)) for one in told]
            yield f"{guess} {' '.join(responses)}"
    yield f"covered {claim.hidden_count}"
    yield f"total {claim.total[0]} {claim.total[1]}"
    yield f"worst {claim.worst[0]} {claim.worst[1]}"
    yield f"counted {claim.counted}"
    if claim.one is not None:
        yield f"one {claim.one.others} {claim.one.sets} {claim.one.lemmas}"
    if claim.openers is not None:
        yield f"turns {len(claim.openers)} {claim.plays}"
        yield from claim.openers
    if claim.chains is not None:
        yield f"chains {claim.chains[0] if claim.chains else _NONE}"
    yield f"positions {claim.positions}"


def boards_proof_lines(certificate: BoardsProof) -> Iterator[str]:
    """Yield the lines of the plays and of the positions."""
    for play in certificate.plays:
        yield f"play {play.guess} {' '.join(play.words)}"
    normal = certificate.head.game.mode is Mode.NORMAL
    for position in certificate.positions:
        made = "" if normal else f"{','.join(position.made) or _NONE} "
        guess = "" if position.guess is None else f"{position.guess} "
        groups = " ".join(f"{boards}*{','.join(words)}" for boards, words in position.groups)
        yield f"{position.measure} {position.side} {position.bound} {guess}{made}{groups}"
