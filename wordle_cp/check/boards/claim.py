"""The checker of several boards: what they take at least, and what a strategy of the file takes.

Nothing that the writer of the file has computed is used. The rules are those of docs/certificates/, 'Claim
"boards between"'.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.claims.boards import PLAYS, POSITIONS, Side
from wordle_cp.check.boards.chains import Chains
from wordle_cp.check.boards.counting import found_within, least_total, least_worst
from wordle_cp.check.boards.played import boards_left
from wordle_cp.check.boards.positions import Known, Positions, plain_total, plain_worst
from wordle_cp.check.boards.turns import Turns
from wordle_cp.check.common.kind import Kind, Run
from wordle_cp.check.common.lists import WHOLE, demand_tiles
from wordle_cp.check.counting.counts import Table, demand_table_room
from wordle_cp.check.counting.patterns import Guesses
from wordle_cp.check.totals.claim import check_bounds
from wordle_cp.errors import CertificateRejected, counted
from wordle_cp.rules.modes import Mode

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordle_cp.certificate.base.records import GameRecord
    from wordle_cp.certificate.claims.boards import BoardsBetween
    from wordle_cp.certificate.read import CertificateReader
    from wordle_cp.check.common.lists import Lists, Progress


def check_boards(
    reader: CertificateReader, claim: BoardsBetween, lists: Lists, progress: Progress | None
) -> None:
    """Check the whole proof.

    Raises:
        CertificateParseError: a part of the proof is malformed.
        CertificateRejected: a part isn't true, or the claim doesn't follow.
    """
    _demand_sense(reader.head.game, claim, lists)
    parts = claim.plays + claim.positions

    def tell(done: int = 0) -> None:
        if progress is not None:
            progress(done, parts)

    words, boards = len(lists.hidden), claim.boards
    reached: list[Known] = []
    if claim.openers is not None:
        turns = Turns(reader.head.game, lists, tell)
        turns.add(reader.read(PLAYS, claim.plays))
        reached.append(Known(*turns.cost(claim.openers, boards)))
    left = boards_left(reader.head.game, claim, lists)
    if claim.chains is not None:
        reached.append(Known(*Chains(reader.head.game, lists, left, tell).cost(*claim.chains)))
    positions = Positions(lists, reader.head.game, left)
    for number, position in enumerate(reader.read(POSITIONS, claim.positions)):
        tell(claim.plays + number)
        positions.add(f"position {number}", position)
    reached.append(positions.whole(Side.MOST))
    known = positions.whole(Side.LEAST)
    if claim.played:
        others = reader.head.game.scoring.response_count - 1
        total, worst = plain_total(positions.start, others), plain_worst(positions.start, others)
    else:
        found, one_board = _of_one_board(reader, claim, lists, progress, tell)
        total = least_total(words, boards, found, one_board)
        worst = max(least_worst(words, boards, found), min(boards, words))
    total = max(total, known.total or 0)
    deals = prod(len(each.words) for each in left)
    worst = max(worst, -(-total // deals), known.worst or 0)
    _conclude("total", claim.total, total, [each.total for each in reached])
    _conclude("worst", claim.worst, worst, [each.worst for each in reached])


def _demand_sense(game: GameRecord, claim: BoardsBetween, lists: Lists) -> None:
    """Reject games that aren't spoken of, rules that don't hold for them, and those that are too large."""
    demand_tiles(game, "boards")
    if game.mode.binds and (claim.openers is not None or claim.one is not None):
        expected = f"{Mode.NORMAL} mode where there are boards in turn, or a total of one board"
        raise CertificateRejected(WHOLE, "mode", expected, f"{game.mode} mode")
    if claim.played and (claim.openers is not None or claim.one is not None or claim.counted):
        expected = "boards in turn, a total of one board and counts from the start of the game only"
        raise CertificateRejected(WHOLE, "played", expected, counted(len(claim.played), "guess", "guesses"))
    if claim.chains is not None and not game.mode.allows_candidates:
        expected = "a mode that allows each word that can be hidden, where there are chains"
        raise CertificateRejected(WHOLE, "mode", expected, f"{game.mode} mode")
    demand_table_room(game, lists, lists.hidden)


def _of_one_board(
    reader: CertificateReader,
    claim: BoardsBetween,
    lists: Lists,
    progress: Progress | None,
    tell: Callable[[], None],
) -> tuple[tuple[int, ...], int]:
    """Return as many of the F_j as the claim takes, and a total of one board, 0 if none is proven."""
    table = Table(Guesses(lists.guesses), lists.hidden)
    found = found_within(table, claim.counted, reader.head.game.scoring.win, tell)
    if claim.one is None:
        return found, 0
    check_bounds(reader, claim.one, lists, lists.hidden, list(lists.guesses), Run(progress))
    return found, claim.one.others


def _conclude(rule: str, claimed: tuple[int, int], proven: int, reached: Sequence[int | None]) -> None:
    """Reject unless the claim is no better than what is proven, and what some strategy reaches."""
    least, most = claimed
    if proven < least:
        raise CertificateRejected(WHOLE, rule, f"at least {least}, as claimed", str(proven))
    best = min((value for value in reached if value is not None), default=None)
    if best is None or best > most:
        shown = "no strategy" if best is None else str(best)
        raise CertificateRejected(WHOLE, rule, f"at most {most}, as claimed", shown)


def _check(reader: CertificateReader, lists: Lists, _hidden_set: tuple[str, ...], run: Run) -> None:
    check_boards(reader, reader.head.claim, lists, run.progress)


KIND: Final = Kind(_check, None, "this certificate is about several boards, so it has no strategy of one")
