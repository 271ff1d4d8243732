"""A census on a worker: searches that keep what they learn from one unit to the next.

A search begins with the proof nodes that the run knew when it began, and numbers its own behind them. A
unit's answer has those that its coordinator hasn't been sent yet, so that each goes over the wire once.
"""

from __future__ import annotations

import threading
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordle_cp.engine import DepthSearch, Game
from wordle_cp.runs.ledgers import NodeRows
from wordle_cp.search.census import decide_more

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from wordle_cp.games.variant import Variant
    from wordle_cp.runs.ledgers import NodeRow
    from wordle_cp.search.census import CensusQuestion

DecisionRow = tuple[str, tuple[str, ...], int | None, int, float]
"""Opener, strategy (empty: refuted), number of the node that refutes it, guesses tried at nodes, and
seconds of a processor."""
CensusAnswer = tuple[str, int, list["NodeRow"], list[DecisionRow]]
"""Which search, the number of the first node in the answer, nodes, and decisions."""


@dataclass(frozen=True, slots=True)
class CensusWork:
    """The question of a census, with what is known when it begins."""

    question: CensusQuestion
    known: tuple[NodeRow, ...]

    @property
    def variant(self) -> Variant:
        """The game."""
        return self.question.variant


class _Seat:
    """One search, for one thread at a time."""

    def __init__(self, work: CensusWork, game: Game) -> None:
        self.name = uuid.uuid4().hex
        question = work.question
        self.search = DepthSearch(game, question.variant.mode, jobs=1)
        rows = NodeRows(question.variant, question.hidden)
        self.known = [rows.node(row, number) for number, row in enumerate(work.known)]
        """Not given to the search yet."""
        self.sent: dict[str, int] = {}
        """How many nodes each run has been sent, or knew."""


class CensusReady:
    """A census that this process is at: its searches, those that are idle."""

    def __init__(self, work: CensusWork) -> None:
        """Take the `work`."""
        self._lock = threading.Lock()
        self._work = work
        self._idle: list[_Seat] = []
        self._game: Game | None = None
        self._rows = NodeRows(work.variant, work.question.hidden)
        self._words = {str(word): word for word in work.variant.guesses}

    def decide(
        self, run: str, openers: Sequence[str], whole: Collection[str], unwanted: Callable[[], bool]
    ) -> CensusAnswer | None:
        """Decide `openers` for the coordinator's `run`; return the answer, or None if it got `unwanted`.

        To the searches named in `whole` the run wants all nodes again: an answer of theirs got lost.
        """
        seat = self._seat()
        work = self._work
        wanted = [self._words[opener] for opener in openers]
        if not decide_more(work.question, wanted, seat.search, seat.known, unwanted):
            return None  # a search that was stopped is of no more use
        seat.known = []
        decisions = seat.search.take_decisions()
        first = len(work.known) if seat.name in whole else seat.sent.get(run, len(work.known))
        nodes = [self._rows.row(node) for node in seat.search.proof_nodes(first)]
        seat.sent[run] = first + len(nodes)
        with self._lock:
            self._idle.append(seat)
        return (
            seat.name,
            first,
            nodes,
            [
                (
                    str(found.opener),
                    tuple(map(str, found.strategy)),
                    found.node,
                    found.nodes_searched,
                    found.seconds,
                )
                for found in decisions
            ],
        )

    def _seat(self) -> _Seat:
        with self._lock:
            if self._idle:
                return self._idle.pop()
            if self._game is None:
                self._game = Game(self._work.variant.guesses, self._work.question.hidden)
            return _Seat(self._work, self._game)
