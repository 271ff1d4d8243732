"""The shortest game against Absurdle, and its certificate.

The parts, in their order:

Absurdle by its own rule: how few guesses beat it, and which.

Absurdle (Sam Hughes, 2021) hides no word. It answers each guess with a response that as many as possible of
the words left give, and keeps these. So its answer depends on the words left and the guess alone, and the
fewest guesses are a shortest path: there is no chance in it, and nobody to reckon with.
(`play.adversary.Adversary` is another host: it keeps the words that are worst for the player. The number of
guesses that beat every host is the least depth, which `prove` finds.)

The rule: https://qntm.org/absurdle says that the largest cell is kept, and gives no rule for ties there. Ties
go as in three programs that play like the page and were written independently (L0C4RD/Pyrdle,
CarlosNZ/absurdle-solver, which refers to the author's comments on that page, and m1el/absurdle-solver, which
has the first two steps): to the response with the fewest greens, then the fewest yellows, then the one that
comes first, read from left to right, with grey before yellow before green. All green has the most greens,
so a game ends only with a guess that is the one word left.

Why the number is the least is said in `search.absurdle`.

The certificate of the fewest guesses that beat Absurdle: written, and judged by the checker.

The file has the guesses that win and nothing more (docs/certificates/, 'Claim "absurdle least"'): that fewer
don't win is worked out by the checker, within bounds.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wordle_cp.answers.answer import Answer, Answering, Rows
from wordle_cp.answers.telling import position_fields, position_words
from wordle_cp.certificate.claims.absurdle import AbsurdleLeast
from wordle_cp.certify.publish import write_checked
from wordle_cp.certify.records import Asked, absurdle_certificate
from wordle_cp.errors import CertificateRejected, Rule, counted
from wordle_cp.games.needs import Needs
from wordle_cp.games.question import Position
from wordle_cp.search.absurdle import Search, preference
from wordle_cp.search.positions import PatternBoard, PlayedState
from wordle_cp.work import UNLIMITED, StoppedError, Work

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History


NEEDS: Final = Needs("a win against Absurdle", tiles=True)


@dataclass(frozen=True, slots=True)
class AbsurdleMove:
    """A guess, Absurdle's response to it, and how many words that leaves."""

    guess: str
    pattern: int
    words_left: int


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class AbsurdleAnswer(Answer):
    """How few guesses beat Absurdle after `history`, the guesses of which aren't counted. Rows: `moves`.

    `moves` win, and were checked by `replay`; there are none where the search ended before it knew any. No
    fewer than `lower` guesses win; `most_cells` is the greatest number of cells that a guess has at the
    start. `positions` were searched. `certified` says whether the checker has accepted that the moves win and
    that fewer don't (`proof`); then the certificate is at `out`, if that isn't None.
    """

    variant: Variant
    history: History
    hidden_count: int
    lower: int
    moves: tuple[AbsurdleMove, ...] = ()
    most_cells: int = 0
    positions: int = 0
    certified: bool = False
    out: Path | None = None

    @property
    def fewest(self) -> int | None:
        """The fewest guesses, None where the search was stopped before they were known."""
        return self.lower if self.lower == len(self.moves) else None

    def told(self, struck: str) -> Iterator[str]:
        """Yield the lines of `absurdle`."""
        upper = len(self.moves)
        more = "more " if self.history else ""
        names = f"{more}guess", f"{more}guesses"
        if not self.moves:
            found = (
                f"at least {counted(self.lower, *names)}; {struck} struck before a game that wins was known"
            )
        elif self.fewest is None:
            found = f"between {self.lower} and {upper} {more}guesses; {struck} struck"
        else:
            found = f"{counted(upper, *names)}, and no fewer"
        yield f"{position_words(self.variant, self.history)}: Absurdle is beaten in {found}"
        for number, move in enumerate(self.moves, 1):
            left = "found" if number == upper else f"{counted(move.words_left, 'word', 'words')} left"
            pattern = self.variant.scoring.format_pattern(move.pattern)
            yield f"{len(self.history) + number:>5}  {move.guess.upper()} {pattern}  {left}"
        if not self.moves:
            return
        positions = counted(self.positions, "position", "positions")
        by_search = f"{positions}, {counted(self.most_cells, 'cell', 'cells')} of a guess at most"
        if self.certified:
            kept = "" if self.out is None else f"; {self.out}"
            yield f"certified    all of it, by the independent checker{kept}"
            yield f"searched     {by_search}"
            return
        yield "checked      the guesses, by playing them again with the plain rules"
        yield f"by search    that fewer than {self.lower} won't do: {by_search}"
        if self.fewest is not None:
            too_much = "the checker would have too much to look at"
            yield f"certified    nothing: {too_much if self.stopped_by is None else f'{struck} struck'}"
        if self.out is not None:
            yield f"not written  {self.out}"

    def _json(self) -> dict[str, Any]:
        return {
            **position_fields(self.variant, self.history),
            "hidden": self.hidden_count,
            "fewest": self.fewest,
            "lower": self.lower,
            "upper": len(self.moves) or None,
            "moves": self._rows(),
            "checked": bool(self.moves),
            "lower_by": "certificate" if self.certified else "search",
            "certificate": self.out if self.certified else None,
            "most_cells": self.most_cells,
            "positions": self.positions,
        }

    def _rows(self) -> Rows:
        show = self.variant.scoring.format_pattern
        return [
            {"guess": move.guess, "pattern": show(move.pattern), "words_left": move.words_left}
            for move in self.moves
        ]


def absurdle_response(scoring: Scoring, words: Iterable[str], guess: str) -> int:
    """Return Absurdle's response to `guess` where `words`, one at least, are left."""
    sizes = Counter(scoring.score(guess, word) for word in words)
    return min(sizes, key=lambda pattern: (-sizes[pattern], preference(scoring.tiles(pattern))))


def replay(variant: Variant, history: History, guesses: Iterable[str]) -> tuple[AbsurdleMove, ...]:
    """Play `guesses` after `history` by the rules alone, and return what happens.

    Raises:
        ValueError: a guess isn't allowed, or comes after the end.
    """
    words, scoring = Position.of(variant, history).hidden, variant.scoring
    moves: list[AbsurdleMove] = []
    for guess in guesses:
        over = bool(moves) and moves[-1].pattern == scoring.win
        allowed = guess in variant.guesses and scoring.is_allowed(guess, history, variant.mode)
        if over or not allowed:
            message = f"{guess} can't be guessed here"
            raise ValueError(message)
        pattern = absurdle_response(scoring, words, guess)
        words = tuple(word for word in words if scoring.score(guess, word) == pattern)
        history = (*history, (guess, pattern))
        moves.append(AbsurdleMove(guess, pattern, len(words)))
    return tuple(moves)


def beat_absurdle(variant: Variant, history: History = (), work: Work = UNLIMITED) -> AbsurdleAnswer:
    """Find the fewest guesses that beat Absurdle after `history`, whose responses need not be its own.

    The limit of the game doesn't count. Where there is reason to stop, the answer says what is known.
    """
    NEEDS.demand(variant)
    hidden = frozenset(Position.of(variant, history).hidden)
    lower = min(len(hidden), 2)  # the last guess is the one word left
    about = AbsurdleAnswer(variant=variant, history=history, hidden_count=len(hidden), lower=lower)
    answering = Answering(about, work)

    def show(guesses: int, positions: int) -> None:
        work.stage(f"{counted(guesses, 'guess', 'guesses')}? {positions} positions")

    def steps() -> None:
        board = PatternBoard(variant, work)
        ids = np.array([place for place, word in enumerate(variant.hidden) if word in hidden], np.intp)
        start = PlayedState(history, ids)
        search = Search(board, work.demand_time, show)
        guesses = search.greedy(start)
        most_cells = search.moves_of(start).most_cells
        lower = 1
        while most_cells ** (lower - 1) < len(ids):
            lower += 1
        try:
            for shorter in search.promising(start, len(guesses), lower):
                guesses = shorter
            while lower < len(guesses):
                found = search.within(start, lower)
                if found is not None:
                    guesses = found
                    break
                lower += 1
        finally:
            moves = replay(variant, history, guesses)
            assert moves[-1].pattern == variant.scoring.win, "the search wins"
            answering.report = replace(
                about, lower=lower, moves=moves, most_cells=most_cells, positions=search.positions
            )

    return answering.answered(steps)


def certify(report: AbsurdleAnswer, work: Work, out: Path | None = None) -> AbsurdleAnswer:
    """Let the checker judge what `report` says, and keep the certificate as `out` if it is accepted.

    Nothing is written where the fewest guesses aren't known, where the checker would have too much to look
    at, or where there was reason to stop: the report returned says which.
    """
    report = replace(report, out=out)
    if report.fewest is None:
        return report
    started = time.monotonic()
    position = Position.of(report.variant, report.history)
    proof = absurdle_certificate(position, (move.guess for move in report.moves))
    asked = Asked(position, AbsurdleLeast, fewest=report.fewest)
    stopped_by = None
    certified = False
    try:
        write_checked(out, proof, asked, work)
        certified = True
    except StoppedError as error:
        stopped_by = error.reason
    except CertificateRejected as error:
        if error.rule is not Rule.SIZE:
            raise
    seconds = report.seconds + time.monotonic() - started
    return replace(report, certified=certified, stopped_by=stopped_by, seconds=seconds)
