"""Guesses that are fixed in advance: whether some K always leave few words, or how many it takes.

`refuter` proves that K are too few, by weights of the model `separating`, and `fixed_search` finds K that do.
Both answers have a certificate, which the checker has accepted before anybody hears of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.answers import telling
from wordle_cp.answers.answer import Answer, Answering
from wordle_cp.answers.models.fixed_search import find_guesses
from wordle_cp.answers.models.refuter import Refuter, TooFewGuesses, TooLongError
from wordle_cp.answers.places import question_name
from wordle_cp.answers.shipped import checked_answer, shipped_fixed
from wordle_cp.certificate.base.records import MAX_DEPTH
from wordle_cp.certificate.claims.fixed import (
    MAX_MOVES,
    MAX_PAIRS,
    MAX_STEPS,
    FixedGuesses,
    FixedImpossible,
    FixedPossible,
    are_enough,
    words_left,
)
from wordle_cp.certificate.read import read_proof
from wordle_cp.certify.publish import about, write_checked
from wordle_cp.certify.records import Asked, fixed_certificate, refuted_certificate
from wordle_cp.engine import Verdict
from wordle_cp.engine.responses import responses_by_hidden
from wordle_cp.errors import UsageError, brief, counted
from wordle_cp.files.outputs import reserve
from wordle_cp.games.needs import Needs
from wordle_cp.modelling.partitions import Groups
from wordle_cp.runs.ledgers import make_folder
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wordle_cp.certificate.base.claim import Claim
    from wordle_cp.certificate.render import AnyCertificate
    from wordle_cp.check import Accepted
    from wordle_cp.games.question import Position

NEEDS: Final = Needs(
    "an answer by fixed guesses",
    unbound=True,
    because="elsewhere a response may forbid the next one of the guesses",
)
_STEPS: Final = 100
"""Steps of the first local search. Each later one has twice as many."""
_MOVES: Final = 200
"""Moves of the first refutation by branching. Each later one has twice as many."""
_QUICK: Final = 2
"""This number of guesses, or fewer, is decided by branching at once: the last needs no linear program."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedClaim:
    """A claim that the checker has `accepted`, and the file of its certificate, if that is kept.

    `shipped` is the certificate that ships and makes this claim, None if it was worked out.
    """

    accepted: Accepted
    certificate: Path | None = None
    shipped: Path | None = None

    __repr__ = brief()


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class FixedAnswer(Answer):
    """How many guesses, fixed in advance and beginning with `start`, always leave `leave` words or fewer.

    At least `low` do; `guesses` are some that do, None if none were found. `count` is the number that was
    asked for, None for the least. `possible` is the claim about `guesses`, `impossible` that about the number
    before `low`, None where fewer than those of `start` would be meant.
    """

    position: Position
    leave: int = 1
    start: tuple[str, ...] = ()
    count: int | None = None
    low: int = 0
    guesses: tuple[str, ...] | None = None
    possible: CheckedClaim | None = None
    impossible: CheckedClaim | None = None

    @property
    def high(self) -> int | None:
        """How many guesses are known to do."""
        return None if self.guesses is None else len(self.guesses)

    @property
    def finished(self) -> bool:
        """Whether what was asked is known."""
        if self.count is None:
            return self.high == self.low
        return self.high is not None or self.low > self.count

    @property
    def verdict(self) -> Verdict:
        """Of the least number proven, exact or undecided; of a `count` possible, impossible or undecided."""
        if not self.finished:
            return Verdict.UNDECIDED
        if self.count is None:
            least = self.impossible is not None or self.guesses == self.start
            return Verdict.PROVEN if self.possible is not None and least else Verdict.EXACT
        return Verdict.IMPOSSIBLE if self.guesses is None else Verdict.POSSIBLE

    @property
    def certified(self) -> bool:
        """Whether the checker has accepted certificates of the whole answer."""
        claims = {Verdict.POSSIBLE: self.possible, Verdict.IMPOSSIBLE: self.impossible}
        return self.verdict is Verdict.PROVEN or claims.get(self.verdict) is not None

    def told(self, struck: str) -> Iterator[str]:
        """Yield the lines of `fixed`."""
        position = self.position
        yield f"{self.verdict}: {telling.position_words(position.variant, position.history)}: {self._found()}"
        if self.guesses:
            yield f"guesses      {' '.join(self.guesses).upper()}"
        for checked in (self.possible, self.impossible):
            if checked is not None:
                size = checked.accepted.head.claim.size
                yield telling.certified_line(checked.accepted, checked.certificate, size)
                yield from telling.shipped_lines(checked.shipped)
        if self.stopped_by is not None:
            yield f"stopped by   {struck}"
        yield telling.effort_line(self.seconds)

    def _found(self) -> str:
        """Return what is known, in words."""
        left = words_left(self.leave, self.position.variant.scoring.noun)
        further = "further " if self.position.history else ""
        names = f"{further}fixed guess", f"{further}fixed guesses"
        high = self.high
        if self.count is not None:
            number = counted(self.count, *names)
            if not self.finished:
                return f"it is open whether {number} {are_enough(self.count, enough=True)} to leave {left}"
            return f"{number} {are_enough(self.count, enough=high is not None)} to leave {left}"
        if high is None:
            return f"it takes {counted(self.low, *names)} or more to leave {left}"
        found = f"{counted(high, *names)} {are_enough(high, enough=True)} to leave {left}"
        if self.finished:
            return found if high == len(self.start) else f"{found}, and no fewer are"
        between = f"{self.low}" if self.low == high - 1 else f"{self.low} to {high - 1}"
        return f"{found}; whether {between} are enough is open"

    def _json(self) -> dict[str, Any]:
        position = self.position
        return {
            "verdict": self.verdict,
            "certified": self.certified,
            **telling.position_fields(position.variant, position.history),
            "hidden": len(position.hidden),
            "leave": self.leave,
            "start": self.start,
            "count": self.count,
            "low": self.low,
            "high": self.high,
            "guesses": self.guesses,
            "possible": _claim_fields(self.possible),
            "impossible": _claim_fields(self.impossible),
        }


def _claim_fields(claim: CheckedClaim | None) -> dict[str, object]:
    if claim is None:
        return {**telling.certificate_fields(None, None), **telling.shipped_fields(None)}
    return {
        **telling.certificate_fields(claim.certificate, claim.accepted),
        **telling.shipped_fields(claim.shipped),
    }


def find_fixed(
    position: Position,
    count: int | None = None,
    *,
    leave: int = 1,
    start: tuple[str, ...] = (),
    out: Path | None = None,
    work: Work = UNLIMITED,
) -> FixedAnswer:
    """Find guesses that are fixed in advance; see `commands.models.fixed`. What ships is checked first."""
    variant = position.variant
    NEEDS.demand(variant)
    for word in start:
        if word not in variant.guesses:
            raise UsageError(variant.no_guess(word))
    if count is None and len(start) > MAX_DEPTH:
        message = f"{len(start)} guesses to start with: expected {MAX_DEPTH} or fewer"
        raise UsageError(message)
    if count is not None and count < len(start):
        first = counted(len(start), "guess", "guesses")
        message = f"{first} to start with, and {count} in all: expected {len(start)} or more"
        raise UsageError(message)
    if out is not None:
        if count is None:
            make_folder(out)
        else:
            reserve(out, about(position, "fixed"))
    report = FixedAnswer(position=position, leave=leave, start=start, count=count, low=len(start))
    answering = _Fixed(report, work, out)
    return answering.answered(answering.steps)


class _Fixed(Answering[FixedAnswer]):
    """Fixed guesses on their way."""

    def __init__(self, report: FixedAnswer, work: Work, out: Path | None) -> None:
        """Begin."""
        super().__init__(report, work)
        self._out = out
        self._words = report.position.variant.guesses
        place = {word: number for number, word in enumerate(self._words)}
        self._start = tuple(place[word] for word in report.start)

    def steps(self) -> StopReason | None:
        """Find bounds: from below by weights, from above by local search, and then by branching."""
        position, work = self.report.position, self.work
        if self._ships():
            return None
        work.stage("comparing words")
        table = responses_by_hidden(self._words, position.hidden, position.variant.scoring, work)
        self._groups = Groups(table, self.report.leave, work.demand_time)
        self._by_weights()
        steps, moves = _STEPS, _MOVES
        while not self.report.finished:
            if moves >= 2 * MAX_MOVES or self.report.low > MAX_DEPTH:
                return StopReason.SIZE
            if self._search(steps):
                continue
            self._branch(moves)
            steps, moves = 2 * steps, 2 * moves
        return None

    def _ships(self) -> bool:
        """Take what ships, and tell whether that settles the question."""
        self._take_shipped(enough=False)
        self._take_shipped(enough=True)
        return self.report.finished

    def _take_shipped(self, *, enough: bool) -> None:
        """Take the claim that ships and answers the question, once it is checked."""
        report = self.report
        asked = shipped_fixed(
            report.position, report.count, leave=report.leave, start=report.start, enough=enough
        )
        if asked is None or report.finished:
            return
        count, path = asked.ends[0], asked.path
        out = self._place(count)
        accepted = checked_answer(asked, report.position, self.work, out)
        if accepted is None:
            return
        checked = CheckedClaim(accepted=accepted, certificate=out, shipped=path)
        if enough:
            guesses = read_proof(path, FixedGuesses).guesses
            self.report = replace(report, guesses=guesses, possible=checked)
        else:
            self.report = replace(report, low=count + 1, impossible=checked)

    def _place(self, count: int) -> Path | None:
        """Return where the certificate about `count` guesses is kept, None if it isn't."""
        report, out = self.report, self._out
        if out is None or report.count is not None:
            return out
        label = f"-leave-{report.leave}" * (report.leave > 1) + "".join(f"-{word}" for word in report.start)
        return out / question_name(report.position, f"fixed-{count}{label}")

    def _by_weights(self) -> None:
        """Raise the lower bound by one linear program for each number, and certify it."""
        count, refuted = self.report.low if self.report.count is None else self.report.count, None
        while count <= MAX_DEPTH:
            found = self._decided(count, 0, "fixed guesses: weights of groups")
            if not isinstance(found, TooFewGuesses):
                break
            refuted, count = found, count + 1
            if self.report.count is not None:
                break
        if refuted is not None:
            self._too_few(count - 1, refuted)

    def _search(self, steps: int) -> bool:
        """Look for guesses that do, fewer than those known; tell whether some were found."""
        report, count = self.report, self.report.count
        counts: range | list[int]
        if count is not None:
            counts = [count]
        elif report.guesses is None:
            counts = range(report.low, MAX_DEPTH + 1)
        else:
            counts = [len(report.guesses) - 1]
        for number in counts:
            heed = self.work.heeding(f"looking for {counted(number, 'guess', 'guesses')}")
            found = find_guesses(self._groups, number, self._start, steps, heed, seed=steps)
            if found is not None:
                self._enough(found)
                return True
        return False

    def _branch(self, moves: int) -> None:
        """Decide the least number of guesses that is open, by a refutation of at most `moves` moves."""
        number = self.report.low if self.report.count is None else self.report.count
        if number - len(self._start) <= _QUICK:
            moves = MAX_MOVES
        found = self._decided(number, moves, f"refuting {counted(number, 'guess', 'guesses')}")
        if isinstance(found, TooFewGuesses):
            self._too_few(number, found)
        elif found is not None:
            self._enough(self._groups.filled(self._start, found[len(self._start) :], number))

    def _decided(self, count: int, moves: int, stage: str) -> TooFewGuesses | tuple[int, ...] | None:
        """Return a refutation of at most `moves` moves, or guesses that do; None if neither was found."""
        heed = self.work.heeding(stage)
        try:
            return Refuter(self._groups, self._words, count, self._start, heed, most=moves).answer()
        except TooLongError:
            return None

    def _enough(self, places: tuple[int, ...]) -> None:
        guesses = tuple(self._words[place] for place in places)
        report = self.report
        proof = fixed_certificate(report.position, guesses, leave=report.leave, start=report.start)
        checked = self._checked(len(guesses), proof, FixedPossible, before=report.possible)
        self.report = replace(report, guesses=guesses, possible=checked)

    def _too_few(self, count: int, refuted: TooFewGuesses) -> None:
        """Certify a refutation.

        Raises:
            StoppedError: a checker would reject it, as the check would take too long.
        """
        report = self.report
        proof = refuted_certificate(
            report.position, count, refuted.groups, refuted.moves, leave=report.leave, start=report.start
        )
        guesses = len(self._words)
        if proof.claim.steps(guesses) > MAX_STEPS or proof.claim.pairs(guesses) > MAX_PAIRS:
            raise StoppedError(StopReason.SIZE)
        checked = self._checked(count, proof, FixedImpossible, before=report.impossible)
        self.report = replace(report, low=count + 1, impossible=checked)

    def _checked(
        self, count: int, certificate: AnyCertificate, kind: type[Claim], *, before: CheckedClaim | None
    ) -> CheckedClaim:
        """Let the checker judge the certificate; it takes the place of a weaker one, `before`.

        It is to make a claim of this `kind` about `count` guesses.
        """
        report, out = self.report, self._place(count)
        asked = Asked(report.position, kind, count=count, leave=report.leave, start=report.start)
        if out is None:
            self.work.stage("checking the certificate")
            return CheckedClaim(accepted=write_checked(None, certificate, asked, self.work))
        accepted = write_checked(out, certificate, asked, self.work)
        weaker = None if before is None else before.certificate
        if weaker is not None and weaker != out:
            weaker.unlink(missing_ok=True)
        return CheckedClaim(accepted=accepted, certificate=out)
