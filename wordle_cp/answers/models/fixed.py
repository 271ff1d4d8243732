"""Guesses that are fixed in advance: whether some K always leave few words, or how many it takes.

The model `fixed_guesses` proves so many too few, and `fixed_search` finds some that do. Both answers have a
certificate, which the checker has accepted before anybody hears of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.answering import Answering, Report
from wordle_cp.answers.file_names import fixed_name
from wordle_cp.answers.shipped_answers import checked_answer
from wordle_cp.answers.shipped_claims import shipped_fixed
from wordle_cp.certificate.base.records import MAX_DEPTH
from wordle_cp.certificate.claims.fixed import MAX_MOVES, MAX_PAIRS, MAX_STEPS, FixedGuesses
from wordle_cp.certificate.read import read_proof
from wordle_cp.certify.fixed import fixed_certificate, refuted_certificate
from wordle_cp.certify.publish import write_checked
from wordle_cp.certify.replacing import about
from wordle_cp.certify.unkept import check_unkept
from wordle_cp.engine.responses import responses_by_hidden
from wordle_cp.errors import UsageError, brief, counted
from wordle_cp.files.outputs import reserve
from wordle_cp.games.needs import Needs
from wordle_cp.models.fixed_guesses import Enough, Refuted, Refuter, TooLongError
from wordle_cp.models.fixed_search import find_guesses
from wordle_cp.models.groups import Groups
from wordle_cp.runs.ledger_file import make_folder
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.certificate.render import AnyCertificate
    from wordle_cp.certify.asked import Asked
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
"""So few guesses are decided by branching at once, as the last of them needs no linear program."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A claim that the checker has `accepted`, and the file of its certificate, if that is kept.

    `shipped` is the certificate that ships and makes this claim, None if it was worked out.
    """

    accepted: Accepted
    certificate: Path | None = None
    shipped: Path | None = None

    __repr__ = brief()


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedReport(Report):
    """How many guesses, fixed in advance and beginning with `start`, always leave `leave` words or fewer.

    At least `low` do; `guesses` are some that do, None if none were found. `count` is the number that was
    asked for, None for the least. `possible` is the claim about `guesses`, `impossible` that about the number
    before `low`, None where fewer than those of `start` would be meant.
    """

    __repr__ = brief("position", "low", "guesses", "stopped_by")

    position: Position
    leave: int = 1
    start: tuple[str, ...] = ()
    count: int | None = None
    low: int = 0
    guesses: tuple[str, ...] | None = None
    possible: Checked | None = None
    impossible: Checked | None = None

    @property
    def settled(self) -> bool:
        """Whether what was asked is known."""
        high = None if self.guesses is None else len(self.guesses)
        if self.count is None:
            return high == self.low
        return high is not None or self.low > self.count


def find_fixed(
    position: Position,
    count: int | None = None,
    *,
    leave: int = 1,
    start: tuple[str, ...] = (),
    out: Path | None = None,
    work: Work = UNLIMITED,
) -> FixedReport:
    """Find guesses that are fixed in advance and always leave `leave` words or fewer; and how many it takes.

    The guesses of the history aren't counted; those of `start` are, and come first. With a `count` it is
    decided whether so many do, and `out` is the certificate; without it `out` is a folder for two. What ships
    is checked first.

    Raises:
        UsageError: the mode forbids guesses, or `count` is less than the guesses of `start`.
        FileError: a certificate can't be written.
    """
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
    report = FixedReport(position=position, leave=leave, start=start, count=count, low=len(start))
    answering = _Fixed(report, work, out)
    return answering.answered(answering.steps)


class _Fixed(Answering[FixedReport]):
    """Fixed guesses on their way."""

    def __init__(self, report: FixedReport, work: Work, out: Path | None) -> None:
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
        while not self.report.settled:
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
        return self.report.settled

    def _take_shipped(self, *, enough: bool) -> None:
        """Take the claim that ships and answers the question, once it is checked."""
        report = self.report
        asked = shipped_fixed(
            report.position, report.count, leave=report.leave, start=report.start, enough=enough
        )
        if asked is None or report.settled:
            return
        count, path = asked.ends[0], asked.path
        out = self._place(count)
        answer = checked_answer(asked, report.position, self.work, out)
        if answer is None:
            return
        checked = Checked(accepted=answer.accepted, certificate=out, shipped=path)
        if enough:
            guesses = read_proof(path, FixedGuesses).guesses
            self.report = replace(report, guesses=guesses, possible=checked)
        else:
            self.report = replace(report, low=count + 1, impossible=checked)

    def _place(self, count: int) -> Path | None:
        """Return where the certificate about so many guesses is kept, None if it isn't."""
        report, out = self.report, self._out
        if out is None or report.count is not None:
            return out
        position = report.position
        return out / fixed_name(position.variant, count, position.history, report.leave, report.start)

    def _by_weights(self) -> None:
        """Raise the lower bound by one linear program for each number, and certify it."""
        count, refuted = self.report.low if self.report.count is None else self.report.count, None
        while count <= MAX_DEPTH:
            heed = self.work.heeding("fixed guesses: weights of groups")
            found = Refuter(self._groups, self._words, count, self._start, heed).by_weights()
            if found is None:
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
        """Decide the least number that is open, by so many moves at most."""
        number = self.report.low if self.report.count is None else self.report.count
        heed = self.work.heeding(f"refuting {counted(number, 'guess', 'guesses')}")
        if number - len(self._start) <= _QUICK:
            moves = MAX_MOVES
        refuter = Refuter(self._groups, self._words, number, self._start, heed, most=moves)
        try:
            found = refuter.answer()
        except TooLongError:
            return
        if isinstance(found, Enough):
            begin = len(self._start)
            self._enough(self._groups.filled(self._start, found.guesses[begin:], number))
        else:
            self._too_few(number, found)

    def _enough(self, places: tuple[int, ...]) -> None:
        guesses = tuple(self._words[place] for place in places)
        report = self.report
        named = fixed_certificate(report.position, guesses, leave=report.leave, start=report.start)
        checked = self._checked(len(guesses), *named, before=report.possible)
        self.report = replace(report, guesses=guesses, possible=checked)

    def _too_few(self, count: int, refuted: Refuted) -> None:
        """Certify a refutation.

        Raises:
            StoppedError: a checker would reject it, as the check would take too long.
        """
        report = self.report
        proof, asked = refuted_certificate(
            report.position, count, refuted, leave=report.leave, start=report.start
        )
        guesses = len(self._words)
        if proof.claim.steps(guesses) > MAX_STEPS or proof.claim.pairs(guesses) > MAX_PAIRS:
            raise StoppedError(StopReason.SIZE)
        checked = self._checked(count, proof, asked, before=report.impossible)
        self.report = replace(report, low=count + 1, impossible=checked)

    def _checked(
        self, count: int, certificate: AnyCertificate, asked: Asked, *, before: Checked | None
    ) -> Checked:
        """Let the checker judge the certificate; it takes the place of a weaker one, `before`."""
        out = self._place(count)
        if out is None:
            self.work.stage("checking the certificate")
            return Checked(accepted=check_unkept(certificate, asked, self.work))
        accepted = write_checked(out, certificate, asked, self.work)
        weaker = None if before is None else before.certificate
        if weaker is not None and weaker != out:
            weaker.unlink(missing_ok=True)
        return Checked(accepted=accepted, certificate=out)
