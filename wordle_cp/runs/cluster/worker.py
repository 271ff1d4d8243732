"""What runs on the workers: units of a question are settled, by searches that keep what they learn.

A worker process keeps what it was given for the last runs: the question, and one search for each of its
threads. It has wordle-cp installed, the same version, and nothing else of the coordinator's: no variant files
and no folders. A unit is given up when nobody wants its result any more, because the coordinator said so or
is gone: the scheduler tells the worker, and the search looks every 50 ms.

A search of a census begins with the proof nodes that the run folder had when the run began, and numbers its
own behind them. A unit's answer has those that its coordinator didn't have when it asked.
"""

from __future__ import annotations

import pickle
import threading
import uuid
from collections import OrderedDict
from importlib import metadata
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.engine import DepthSearch, Game
from wordle_cp.errors import WordleCpError
from wordle_cp.runs.ledgers import NodeRows
from wordle_cp.search.census import CensusQuestion, decide_more
from wordle_cp.search.total import Keeper, TotalSession
from wordle_cp.work import Work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from wordle_cp.engine import OpenerDecision, OpenerResult, Row
    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.runs.ledgers import NodeRow

_WIRE_FORMAT: Final = 4
_ALIVE: Final = frozenset({"executing", "long-running"})
"""States of a task whose result somebody waits for."""
_MOST_RUNS: Final = 4
"""Coordinators that may use a worker at once."""


class UnknownRunError(Exception):
    """A unit of a run that this worker wasn't told of, or not lately."""


class UnwantedError(Exception):
    """Nobody waits for the result of a unit any more."""


class OtherVersionError(WordleCpError):
    """The coordinator has another version of wordle-cp."""


class TotalUnits:
    """A search that settles units of a ranking, one after the other."""

    def __init__(self, run: _Run, question: TotalQuestion) -> None:
        """Make the `question` of the `run` ready."""
        self._run = run
        self._unwanted: Callable[[], bool] = lambda: False
        self._words = {str(word): word for word in question.variant.guesses}
        self._session = TotalSession(question, Work(cancelled=self._look))

    def settle(
        self, openers: Sequence[str], given: tuple[int, int | None], unwanted: Callable[[], bool]
    ) -> tuple[list[Row], int]:
        """Return rows and work; `given` are top and most, as for `TotalSearch.rank`."""
        self._unwanted, kept = unwanted, Keeper()
        self._run.lower(given[1])
        outcome, stopped_by = self._session.rank(
            openers=[self._words[opener] for opener in openers],
            top=given[0],
            collector=kept,
            most=self._run.most,
            keep=True,
        )
        if stopped_by is not None:
            raise UnwantedError
        return _sent(kept.results), outcome.work

    def _look(self) -> bool:
        """Take over the newest bound, and tell whether the unit is unwanted."""
        if self._run.most is not None:
            self._session.lower_most(self._run.most)
        return self._unwanted()


class CensusUnits:
    """A search that settles units of a census, one after the other."""

    def __init__(self, question: CensusQuestion, known: Sequence[NodeRow]) -> None:
        """Make the `question` ready, of which the proof nodes in the rows `known` are known."""
        self._name = uuid.uuid4().hex
        self._question = question
        self._words = {str(word): word for word in question.variant.guesses}
        self._rows = NodeRows(question.variant, question.hidden)
        self._count = len(known)
        self._known = [self._rows.node(row, number) for number, row in enumerate(known)]
        """Not given to the search yet."""
        game = Game(question.variant.guesses, question.hidden)
        self._search = DepthSearch(game, question.variant.mode, jobs=1)

    def settle(
        self, openers: Sequence[str], given: Mapping[str, int], unwanted: Callable[[], bool]
    ) -> tuple[str, int, list[NodeRow], list[Row]]:
        """Return which search this is, the number of the first node, nodes, and rows.

        `given` are the searches of which the coordinator has nodes, and how many.
        """
        search, wanted = self._search, [self._words[opener] for opener in openers]
        if not decide_more(self._question, wanted, search, self._known, unwanted):
            raise UnwantedError
        self._known = []
        first = given.get(self._name, self._count)
        rows = _sent(search.take_decisions())
        return self._name, first, [self._rows.row(node) for node in search.proof_nodes(first)], rows


def _sent(found: Iterable[OpenerResult | OpenerDecision]) -> list[Row]:
    """Return what was `found` as plain values, texts for words."""
    rows = (one.row for one in found)
    return [
        (str(opener), kind, number, effort, seconds, tuple(map(str, steps)))
        for opener, kind, number, effort, seconds, steps in rows
    ]


class _Run:
    """A run of a coordinator: its question, its newest bound, and the search of each thread."""

    def __init__(self, question: TotalQuestion | CensusQuestion, known: Sequence[NodeRow]) -> None:
        self.question = question
        self.known = known
        self.most: int | None = None
        self.own = threading.local()

    def lower(self, most: int | None) -> None:
        """Take over a bound, if it is one."""
        if most is not None and (self.most is None or most < self.most):
            self.most = most

    def search(self) -> TotalUnits | CensusUnits:
        """Return the search of this thread, which has none until it is given back."""
        search: TotalUnits | CensusUnits | None = self.own.__dict__.pop("search", None)
        if search is not None:
            return search
        if isinstance(self.question, CensusQuestion):
            return CensusUnits(self.question, self.known)
        return TotalUnits(self, self.question)


_runs: OrderedDict[str, _Run] = OrderedDict()


def own_version() -> str:
    """Return what workers and coordinator must have in common."""
    return f"{metadata.version('wordle-cp')}/{_WIRE_FORMAT}"


def take(run: str, version: str, job: bytes) -> None:
    """Get ready for the units of `run`; called on every worker before it gets any.

    `job`, pickled, is the question, and the rows of the proof nodes that are known.

    Raises:
        OtherVersionError: the coordinator's `version` is another one.
    """
    if version != own_version():
        message = f"the worker has wordle-cp {own_version()}, and the question is from {version}"
        raise OtherVersionError(message)
    question, known = pickle.loads(job)  # noqa: S301  the cluster runs what it is sent
    _runs[run] = _Run(question, known)
    while len(_runs) > _MOST_RUNS:
        _runs.popitem(last=False)


def settle(key: str, run: str, openers: Sequence[str], given: Any) -> object:  # noqa: ANN401  of its kind
    """Settle `openers` of a run, with what the coordinator has `given`; `key` is that of the task.

    Raises:
        UnknownRunError: the question isn't here. UnwantedError: nobody waits for the result; the search is of
            no more use.
    """
    at = _runs.get(run)
    if at is None:
        raise UnknownRunError
    search = at.search()
    found = search.settle(openers, given, _unwanted(key))
    at.own.search = search
    return found


def lower(run: str, most: int) -> None:
    """Take over a bound of a run; called on every worker when there is a new one."""
    at = _runs.get(run)
    if at is not None:
        at.lower(most)


def _unwanted(key: str) -> Callable[[], bool]:
    """Return what tells that nobody waits any more for the result of the task with this `key`."""
    from distributed import get_worker  # noqa: PLC0415  an extra

    worker = get_worker()

    def unwanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is None or task.state not in _ALIVE

    return unwanted
