"""What is known of a game on several boards: exact values where it is small, proven bounds where it isn't."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, replace
from math import prod
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.answers.answering import Report
from wordle_cp.answers.boards.bounds import bound_boards, bound_left, refuted_in_normal_mode
from wordle_cp.answers.boards.exact import BoardsSearch, TooLargeError
from wordle_cp.answers.boards.history import open_boards
from wordle_cp.answers.boards.proof import asked_boards, bounds_proof, chains_proof, exact_proof
from wordle_cp.answers.shipped_answers import checked_answer
from wordle_cp.answers.shipped_claims import shipped_boards
from wordle_cp.certify.publish import write_checked
from wordle_cp.certify.unkept import check_unkept
from wordle_cp.errors import UsageError, brief
from wordle_cp.files.write import check_target
from wordle_cp.games.needs import Needs
from wordle_cp.games.question import Position
from wordle_cp.games.schema import MOST_BOARDS
from wordle_cp.work import UNLIMITED, StoppedError, Work

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.answers.boards.bounds import BoardsBounds
    from wordle_cp.answers.shipped_answers import ShippedAnswer
    from wordle_cp.certificate.claims.boards import BoardsProof, Played
    from wordle_cp.games.variant import Variant
    from wordle_cp.work import StopReason


NEEDS: Final = Needs("an answer about several boards", tiles=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardsReport(Report):
    """The least total over all deals that are left and the least worst case, each between two numbers.

    `openers` are first guesses that reach the total and the worst case, where both are exact by search.
    Otherwise `fixed` are the first guesses of the strategy behind the upper bound of the total, `by_chains`
    says that it is one of `boards.chains`, and `one_board` is the least total of one board, if it was found.
    `certified` is what the checker accepted, None if there was no time for a certificate or it would be too
    large. `played` is what came before, and isn't counted. `shipped` is the certificate that ships and claims
    what is `certified`, None if that was worked out.
    """

    variant: Variant
    boards: int
    deals: int
    total: tuple[int, int]
    worst: tuple[int, int]
    openers: tuple[str, str] | None = None
    fixed: tuple[str, ...] = ()
    one_board: int | None = None
    certified: Any = None
    """The claim that the checker has accepted, a `BoardsBetween`; None without one."""
    played: Played = ()
    by_chains: bool = False
    shipped: Path | None = None

    __repr__ = brief()

    @property
    def refutation(self) -> Path | None:
        """The certificate that ships and says that one board takes `worst[0]` guesses, if one does."""
        refuted = refuted_in_normal_mode(self.variant)
        return next((path for depth, path in refuted if depth + 1 == self.worst[0]), None)

    @property
    def exact(self) -> bool:
        """Whether both numbers are known."""
        return self.total[0] == self.total[1] and self.worst[0] == self.worst[1]

    @property
    def mean(self) -> tuple[float, float]:
        """Bounds of the expected number of guesses until all boards are solved."""
        return self.total[0] / self.deals, self.total[1] / self.deals


def solve_boards(
    variant: Variant,
    boards: int,
    work: Work = UNLIMITED,
    out: Path | None = None,
    played: Played = (),
) -> BoardsReport:
    """Return the least total and the least worst case of `boards` boards, or bounds of them, certified.

    `played` came before (`history.parse_played`); its guesses don't count, and the deals are those that agree
    with it. The limit of the game doesn't count. An exact answer is tried up to `exact.MOST_WORDS` words and
    `exact.MOST_OUTCOMES` outcomes. The certificate is kept as `out`, if that is given; then it also has the
    proof of what one board takes, where that makes the bounds better. Where a certificate ships that answers
    the question, it is checked instead.

    Raises:
        UsageError: a number of boards out of range, or a game of codes.
        FileError: `out` can't be written.
    """
    started = time.monotonic()
    NEEDS.demand(variant)
    if not 1 <= boards <= MOST_BOARDS:
        message = f"expected 1 to {MOST_BOARDS} boards, found {boards}"
        raise UsageError(message)
    if out is not None:
        check_target(out)
    shipped = None if played else _shipped(variant, boards, work, out)
    with_one = out is not None and shipped is None
    report, proof = _solved(variant, boards, work, played, with_one=with_one)
    certified: Any = None
    if shipped is not None:
        certified = shipped.accepted.claim
        report = _with_claim(report, certified, shipped.path)
    elif proof is not None:
        try:
            certified = _checked(proof, report, work, out)
        except StoppedError as error:
            report = replace(report, stopped_by=error.reason)
    return replace(report, certified=certified, seconds=time.monotonic() - started)


def _shipped(variant: Variant, boards: int, work: Work, out: Path | None) -> ShippedAnswer | None:
    """Return the certificate of these bounds that ships, if one does and is accepted in time."""
    known = shipped_boards(variant, boards)
    with suppress(StoppedError):  # the bounds will be stopped, too
        return None if known is None else checked_answer(known, Position.of(variant), work, out)
    return None


def _with_claim(report: BoardsReport, claim: Any, path: Path) -> BoardsReport:  # noqa: ANN401  a claim
    """Return the `report` with the bounds of the `claim`, where these are better."""
    (least, most), (fewest, worst) = claim.total, claim.worst
    better = most < report.total[1]
    return replace(
        report,
        total=(max(least, report.total[0]), min(most, report.total[1])),
        worst=(max(fewest, report.worst[0]), min(worst, report.worst[1])),
        fixed=(claim.openers or ()) if better else report.fixed,
        by_chains=report.by_chains and not better,
        shipped=path,
    )


def _checked(proof: BoardsProof, report: BoardsReport, work: Work, out: Path | None) -> Any:  # noqa: ANN401  a claim
    """Let the checker judge `proof`, and keep it as `out`; return what was accepted."""
    asked = asked_boards(report.variant, report.boards, report.played)
    accepted = check_unkept(proof, asked, work) if out is None else write_checked(out, proof, asked, work)
    return accepted.claim


def _solved(
    variant: Variant, boards: int, work: Work, played: Played, *, with_one: bool
) -> tuple[BoardsReport, BoardsProof | None]:
    """Return what is known, and its certificate, if there is one; it isn't checked yet."""
    left = open_boards(played, variant, boards)
    deals = prod(len(words) for words, _ in left)
    proof: BoardsProof | None = None
    try:
        some = {word for words, _ in left for word in words}
        search = BoardsSearch(
            variant.scoring,
            variant.guesses,
            [word for word in variant.hidden if word in some],
            work.demand_time,
            mode=variant.mode,
            histories=[history for _, history in left],
        )
        start = search.state_of(left)
        exact = search.values(start)
    except (TooLargeError, StoppedError):  # the bounds will be stopped, too
        bounds = bound_left(variant, left, work) if played else bound_boards(variant, boards, work)
        stopped_by = bounds.stopped_by
        chained = bounds.chained
        try:
            if played or variant.mode.binds:
                proof = chains_proof(variant, boards, bounds, played)
            else:
                proof = bounds_proof(variant, boards, bounds, work, with_one=with_one)
        except StoppedError as error:
            stopped_by = error.reason
        report = BoardsReport(
            variant=variant,
            boards=boards,
            deals=deals,
            total=bounds.total,
            worst=bounds.worst,
            fixed=_first_guesses(bounds),
            one_board=bounds.one_board,
            stopped_by=stopped_by,
            played=played,
            by_chains=chained is not None and chained.total == bounds.total[1],
        )
        return report, proof
    stopped: StopReason | None = None
    try:
        proof = exact_proof(variant, boards, search, start, exact, played)
    except TooLargeError:
        pass
    except StoppedError as error:
        stopped = error.reason
    report = BoardsReport(
        variant=variant,
        boards=boards,
        deals=deals,
        total=(exact.total, exact.total),
        worst=(exact.worst, exact.worst),
        openers=(exact.opener, exact.worst_opener),
        stopped_by=stopped,
        played=played,
    )
    return report, proof


def _first_guesses(bounds: BoardsBounds) -> tuple[str, ...]:
    """Return the first guesses of the strategy behind the upper bound of the total."""
    if bounds.in_turn is not None:
        return bounds.in_turn.openers
    chained = bounds.chained
    if chained is None or chained.opener is None or chained.total > bounds.total[1]:
        return ()
    return (chained.opener,)
