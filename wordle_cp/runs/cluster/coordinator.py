"""What a coordinator of a cluster does: it hands units out, takes results, and minds the workers.

**Units** are one opener, or as many as take about a second together; the fewer are left, the smaller. Each is
for one worker, so that who found a result is known. Two units a thread are under way, so that a worker
needn't wait for the next one.

**Results** count once the subclass has judged them. A unit whose result is refused is given to others; its
worker is named, and gets no more units.

**Workers that are gone.** Their units are given to others, and so is a unit whose result is lost. A worker
that comes is given the question first.

Calls that ask the scheduler wait a few seconds at most, so that a scheduler that is gone is noticed.

A ranking stands in for `TotalSession.rank`, but for threads of other processes.

**Order.** Where every cost is to be exact, the openers that are expected to take longest come first (those
with the fewest cells), lest one of them is begun last; where the best are asked for, the most promising ones
come first, as their costs are the bound above which the others are given up.

**The newest bound** goes with each unit, and to every worker at once when it falls, also to those at work.

**Results** count once the checker has accepted the strategy of each exact cost. What a worker said before one
was refused, of which a strategy shows one half only, is taken back and asked of others. A bound or a refuted
opener has no fragment, and rests on its worker's search, as does that an exact cost is the least one;
`prove --optimal` and `rank --certificate` prove all that here, afterwards.

A census stands in for `search.census.search_census`. Workers learn nothing from each other, but
what the run folder had when the run began; so the same work may be done twice, and the proof has each node
once all the same.

**Results** count once the checker has accepted them (`runs.judges`): each strategy, and each node of
each refutation. So what a worker said before one was refused stands.

**Order.** Openers with the most cells come first: where any are possible these are, and what refutes them
refutes others.
"""

from __future__ import annotations

import logging
import math
import pickle
import queue
import re
import time
import uuid
from abc import ABC, abstractmethod
from collections import Counter, deque
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any, Final, Self

import numpy as np

from wordle_cp import engine
from wordle_cp.engine.responses import responses
from wordle_cp.errors import (
    CertificateRejected,
    Rule,
    UsageError,
    WordleCpError,
    argument,
    install_hint,
    one_line,
)
from wordle_cp.runs.cluster import worker as at_work
from wordle_cp.runs.judges import CensusJudge, Judge
from wordle_cp.runs.ledgers import MalformedNodeError, NodeRows
from wordle_cp.search.census import KnownNodesError
from wordle_cp.search.classes import NO_CLASSES, OpenerClasses
from wordle_cp.search.parted import snapshot
from wordle_cp.search.total import TotalSession
from wordle_cp.work import Note, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence
    from types import TracebackType

    from wordle_cp.engine import Row, Settled
    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.runs.ledgers import NodeRow
    from wordle_cp.runs.ranking_state import KnownOpeners
    from wordle_cp.search.census import CensusQuestion


_ADDRESS: Final = re.compile(r"(?:tcp|tls)://(?:[^\s/:]+|\[[0-9a-fA-F:]+\]):(\d{1,5})")
_MOST_PORT: Final = 65535
_CONNECT_SECONDS: Final = 10
_LEAST_SECONDS: Final = 0.1
_ANSWER_SECONDS: Final = 10
_FETCH_SECONDS: Final = 2
_POLL_SECONDS: Final = 0.05
_LOOK_SECONDS: Final = 0.5
"""How often the scheduler is asked for its workers."""
_UNIT_SECONDS: Final = 1.0
_MOST_OPENERS: Final = 256
_UNITS_A_THREAD: Final = 2
_MOST_FAILURES: Final = 3
_PATIENCE_SECONDS: Final = 20.0
"""How long to wait for a first worker."""
_MOST_NUMBER: Final = 2**63 - 1
"""What a ledger has room for."""
_MOST_SECONDS: Final = 1e12
"""No unit takes longer; larger numbers aren't all floats."""


class ClusterError(WordleCpError):
    """A cluster that can't be reached, or that can't work on the question."""


class MalformedRowsError(WordleCpError):
    """What a worker sent isn't the result of its unit."""


@dataclass(frozen=True, slots=True)
class _Unit:
    """A unit under way: Dask's future, and the worker that it is for."""

    openers: tuple[str, ...]
    worker: str
    future: Any


def connected(address: str, seconds: float | None) -> Any:  # noqa: ANN401  a class of distributed
    """Return a client of the scheduler at `address`, which has to answer within `seconds`, if given.

    Raises:
        UsageError: distributed isn't installed, or that is no address.
        ClusterError: the scheduler can't be reached.
    """
    try:
        import distributed  # noqa: PLC0415  an extra
    except ImportError:
        message = f"{argument('cluster')} needs the extra cluster: {install_hint('cluster')}"
        raise UsageError(message) from None
    read = _ADDRESS.fullmatch(address)
    if read is None or not 1 <= int(read[1]) <= _MOST_PORT:
        message = f"{argument('cluster')}: expected an address such as tcp://host:8786, found {address!r:.60}"
        raise UsageError(message)
    for name in ("distributed", "distributed.client", "distributed.core", "distributed.comm"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what is wrong is reported in one line
    client: Any = distributed.Client.__new__(distributed.Client)
    patience = _CONNECT_SECONDS if seconds is None else max(_LEAST_SECONDS, min(_CONNECT_SECONDS, seconds))
    try:
        client.__init__(address, timeout=patience, set_as_default=False)
    except Exception as error:  # noqa: BLE001  what isn't a scheduler may answer anything
        client.status = "closed"  # else it waits for an answer once more, when it is collected
        why = one_line(str(error)) or type(error).__name__
        message = f"{argument('cluster')}: no scheduler answers at {address}: {why:.160}"
        raise ClusterError(message) from None
    return client


class Coordinator(ABC):
    """A question made ready on a cluster; a context manager. What is known is for the subclass."""

    def __init__(
        self,
        address: str,
        question: TotalQuestion | CensusQuestion,
        openers: Sequence[str],
        work: Work,
        known: Sequence[NodeRow] = (),
    ) -> None:
        """Connect to the scheduler at `address`, to settle `openers` in their order.

        Notes are shown of what the user should know of, such as a worker whose result was refused.

        Raises:
            UsageError, ClusterError: see `connected`.
        """
        self._started = time.monotonic()
        self._address = address
        self._work = work
        self._words = {str(word): word for word in question.variant.guesses}
        self._job = pickle.dumps((question, tuple(known)))
        self._client = connected(address, work.seconds_left)
        self._run = uuid.uuid4().hex[:12]
        self._numbers = count()
        self._asked = len(openers)
        self._queue = deque(openers)
        self._units: dict[str, _Unit] = {}
        self._ended: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._found: dict[str, str] = {}
        """Who settled an opener."""
        self._threads: dict[str, int] = {}
        self._ready: set[str] = set()
        self._refused: set[str] = set()
        self._fault = ""
        self._failures: Counter[str] = Counter()
        self._seconds = _UNIT_SECONDS
        """What an opener takes, of the last ones more than of the first."""

    def __enter__(self) -> Self:
        """Return the coordinator."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Let workers end soon what is under way, and disconnect."""
        self._give_up(list(self._units))
        with suppress(Exception):
            self._client.close(timeout=_FETCH_SECONDS)

    @abstractmethod
    def _given(self, worker: str) -> object:
        """Return what a unit of `worker` is given, beside the openers; see `worker.settle`."""

    @abstractmethod
    def _accept(self, openers: Sequence[str], result: object, worker: str) -> float:
        """Judge what `worker` returned of a unit, and take it over; return the seconds that it took.

        Raises:
            CertificateRejected, MalformedRowsError: it isn't true, or no answer to what was asked.
        """

    @abstractmethod
    def _show(self) -> None:
        """Tell how far the run is; called every 50 ms."""

    def _doubt(self, openers: Sequence[str]) -> Sequence[str]:
        """Take back what isn't proven of what a worker said about `openers`; return which of them."""
        return openers[:0]

    @property
    def _current(self) -> str | None:
        """An opener that is under way."""
        return next((unit.openers[0] for unit in self._units.values()), None)

    def settle(self) -> StopReason | None:
        """Hand out units and take results until nothing is left, or there is reason to stop.

        Raises:
            ClusterError: the scheduler is gone, no worker is left that can be trusted, or a unit fails again
                and again.
        """
        looked = -math.inf
        try:
            while len(self._found) < self._asked:
                reason = self._work.reason_to_stop()
                if reason is not None:
                    self._take(0)
                    return reason if len(self._found) < self._asked else None
                if time.monotonic() - looked > _LOOK_SECONDS:
                    looked = time.monotonic()
                    self._look()
                self._hand_out()
                self._take(_POLL_SECONDS)
                self._show()
        except KeyboardInterrupt:
            return StopReason.INTERRUPTED
        with suppress(ClusterError):  # everything is settled: this is for the notes alone
            self._look()
        return None

    def _look(self) -> None:
        """See which workers there are, and give the question to new ones."""
        threads = self._ask(self._client.scheduler.ncores)
        for gone in self._threads.keys() - threads.keys():
            what = "; its units are taken up again" if self._drop(gone, failed=True) else ""
            self._work.show(Note(f"worker {gone} is gone{what}"))
            self._ready.discard(gone)
        if not threads and not self._ready and time.monotonic() - self._started > _PATIENCE_SECONDS:
            message = f"{argument('cluster')}: the scheduler at {self._address} has no workers"
            raise ClusterError(message)
        self._prepare(threads.keys() - self._ready - self._refused)
        self._threads = threads
        if threads and self._refused >= threads.keys():
            message = f"{argument('cluster')}: no worker is left that can be used: {self._fault}"
            raise ClusterError(message)

    def _prepare(self, workers: Collection[str]) -> None:
        """Give the question to new workers."""
        if not workers:
            return
        job = (self._run, at_work.own_version(), self._job)
        try:
            answers = self._client.run(at_work.take, *job, workers=list(workers), on_error="return")
        except Exception as error:  # noqa: BLE001  a worker that is gone, or has no wordle-cp
            answers = dict.fromkeys(workers, error)
        self._ready |= set(workers)
        for worker, answer in answers.items():
            if answer is not None and not isinstance(answer, OSError):  # that one is gone
                fault = f"{type(answer).__name__}: {one_line(str(answer)):.160}"
                self._distrust(worker, f"worker {worker} can't work on the question: {fault}")

    def _hand_out(self) -> None:
        """Keep two units a thread under way, and one where few openers are left."""
        trusted = {worker: number for worker, number in self._threads.items() if worker not in self._refused}
        under_way = Counter(unit.worker for unit in self._units.values())
        room = _UNITS_A_THREAD * sum(trusted.values())
        while self._queue and trusted:
            worker = min(trusted, key=lambda one: under_way[one] / trusted[one])
            units = _UNITS_A_THREAD if 2 * len(self._queue) > room else 1
            if under_way[worker] >= units * trusted[worker]:
                return
            under_way[worker] += 1
            fair = math.ceil(len(self._queue) / room)
            size = max(1, min(int(_UNIT_SECONDS / max(self._seconds, 1e-6)), fair, _MOST_OPENERS))
            openers = tuple(self._queue.popleft() for _ in range(min(size, len(self._queue))))
            key = f"wordle-cp-{self._run}-{next(self._numbers)}"
            future = self._client.submit(
                at_work.settle,
                key,
                self._run,
                openers,
                self._given(worker),
                key=key,
                pure=False,
                workers=[worker],
            )
            self._units[key] = _Unit(openers, worker, future)
            future.add_done_callback(lambda done: self._ended.put(done.key))

    def _take(self, seconds: float) -> None:
        """Take the results of units that have come to an end, waiting `seconds` for the first one."""
        with suppress(queue.Empty):
            key = self._ended.get(timeout=seconds)
            while True:
                unit = self._units.pop(key, None)
                if unit is not None:
                    self._take_unit(unit)
                key = self._ended.get_nowait()

    def _take_unit(self, unit: _Unit) -> None:
        """Take the result of a unit; it is handed out again if there is none that can be used."""
        worker = unit.worker
        try:
            result = unit.future.result(timeout=_FETCH_SECONDS)
        except at_work.UnknownRunError:  # others kept it busy
            self._queue.extendleft(reversed(unit.openers))
            self._ready.discard(worker)
            return
        except Exception as error:  # noqa: BLE001  whatever a worker raises, or that its result is lost
            self._fail(unit, error)
            return
        finally:
            with suppress(Exception):
                unit.future.release()
        try:
            taken = self._accept(unit.openers, result, worker)
        except (CertificateRejected, MalformedRowsError) as error:
            self._queue.extendleft(reversed(unit.openers))
            again = self._doubt([one for one, found_by in self._found.items() if found_by == worker])
            for opener in again:
                del self._found[opener]
            self._queue.extendleft(reversed(again))
            more = f", {len(again)} of its results are taken back" if again else ""
            self._distrust(
                worker, f"worker {worker}: its result is refused, it gets no more units{more}: {error}"
            )
            self._drop(worker, failed=False)
        except WordleCpError:  # of what judges here
            raise
        except Exception as error:  # noqa: BLE001  a result that nobody foresaw
            self._fail(unit, error)
        else:
            self._found.update(dict.fromkeys(unit.openers, worker))
            self._seconds = 0.5 * self._seconds + 0.5 * taken / len(unit.openers)

    def _fail(self, unit: _Unit, error: Exception) -> None:
        """Hand a unit out again, unless it has failed too often."""
        self._queue.extendleft(reversed(unit.openers))
        self._failures[unit.openers[0]] += 1
        if self._failures[unit.openers[0]] >= _MOST_FAILURES:
            message = (
                f"{argument('cluster')}: the unit of {unit.openers[0]!r} fails again and again: "
                f"{type(error).__name__}: {one_line(str(error)):.200}"
            )
            raise ClusterError(message) from None

    def _drop(self, worker: str, *, failed: bool) -> int:
        """Take back the units of `worker` that are under way; return how many these are."""
        units = {key: unit for key, unit in self._units.items() if unit.worker == worker}
        self._give_up(units)
        for unit in units.values():
            if failed:
                self._fail(unit, ConnectionError(f"worker {worker} is gone"))
            else:
                self._queue.extendleft(reversed(unit.openers))
        return len(units)

    def _distrust(self, worker: str, fault: str) -> None:
        """Give `worker` no more units, and say why."""
        self._fault = fault
        self._refused.add(worker)
        self._work.show(Note(fault))

    def _give_up(self, keys: Iterable[str]) -> None:
        """Let workers end the units with these `keys` soon."""
        futures = [self._units.pop(key).future for key in list(keys)]
        if futures:
            with suppress(Exception):
                self._client.cancel(futures, force=True)

    def _tell(self, most: int) -> None:
        """Let every worker know the newest bound."""
        with suppress(Exception):
            self._client.run(at_work.lower, self._run, most, wait=False, on_error="ignore")

    def _ask(self, question: Callable[..., Any]) -> dict[str, int]:
        try:
            return dict(self._client.sync(question, callback_timeout=_ANSWER_SECONDS))
        except (OSError, TimeoutError, RuntimeError, ValueError) as error:
            message = (
                f"{argument('cluster')}: the scheduler at {self._address} is gone ({type(error).__name__}); "
                "with a run folder, the same command goes on from here"
            )
            raise ClusterError(message) from None

    def _read(self, rows: object, openers: Sequence[str]) -> list[Row]:
        """Return the `rows` that a worker sent of a unit, with the words of the game.

        Raises:
            MalformedRowsError: they are something else.
        """
        if not isinstance(rows, list):
            message = f"expected a list of results, found {type(rows).__name__}"
            raise MalformedRowsError(message)
        read = [self._row(row) for row in rows]
        if sorted(row[0] for row in read) != sorted(openers):
            message = "expected one result for each opener of the unit"
            raise MalformedRowsError(message)
        return read

    def _row(self, row: object) -> Row:
        words = self._words
        match row:
            case (
                str(opener),
                str(kind),
                int() | None as number,
                int(effort),
                int() | float() as seconds,
                tuple(steps),
            ) if (
                opener in words
                and (number is None or (0 <= number <= _MOST_NUMBER and not isinstance(number, bool)))
                and 0 <= effort <= _MOST_NUMBER
                and 0 <= seconds < _MOST_SECONDS
                and all(isinstance(step, str) and step in words for step in steps)
            ):
                strategy = tuple(words[step] for step in steps)
                return words[opener], kind, number, effort, float(seconds), strategy
        message = f"expected a result, found {row!r:.60}"
        raise MalformedRowsError(message)


class RankingCoordinator(Coordinator):
    """A ranking on its way."""

    def __init__(
        self, address: str, known: KnownOpeners, openers: Sequence[str], top: int, work: Work
    ) -> None:
        """Settle `openers` (none: all), the `top` best exactly (0: all), for `known`, which takes them.

        Raises:
            UsageError, ClusterError: see `Coordinator`.
        """
        question = known.question
        self._classes = OpenerClasses.of_question(question, openers) if work.symmetry else NO_CLASSES
        asked = self._classes.asked or tuple(dict.fromkeys(openers)) or question.openers
        order = TotalSession(question).by_promise(asked)
        super().__init__(address, question, order if top else order[::-1], work)
        self._known = known
        self._top = top
        self._judge = Judge(question)
        self._settled: dict[str, Settled] = {}
        self._most: int | None = None
        """Openers that cost more needn't be exact. It never rises, also where the results behind it are taken
        back: strategies have shown that it can be reached."""
        self.examined = 0
        """How many guesses were looked at."""

    def _given(self, worker: str) -> tuple[int, int | None]:
        del worker
        return self._top, self._most

    def _accept(self, openers: Sequence[str], result: object, worker: str) -> float:
        rows, work = result if isinstance(result, tuple) and len(result) == 2 else (None, 0)  # noqa: PLR2004  both
        results = list(map(_result, self._read(rows, openers)))
        for one in results:
            if isinstance(one.settled, engine.ExactCost) and len(self._known.question.hidden) > 1:
                self._judge.judge(one)
        most = self._most_with(one.settled for one in results)
        for one in results:
            if isinstance(one.settled, engine.AtLeast) and (most is None or one.settled.cost <= most):
                expected = "an exact cost" if most is None else f"a bound above {most}"
                raise CertificateRejected(one.opener, Rule.BOUND, expected, str(one.settled.cost))
        self._settled.update((one.opener, one.settled) for one in results)
        self._known.take(self._classes.settled(results), worker)
        self.examined += work if isinstance(work, int) else 0
        if most is not None and most != self._most:
            self._most = most
            self._tell(most)
        return sum(one.seconds for one in results)

    def _most_with(self, results: Iterable[Settled]) -> int | None:
        """Return the least bound that the worker of `results` can have had; None if it had none."""
        known = (*self._settled.values(), *results)
        costs = sorted(one.cost for one in known if isinstance(one, engine.ExactCost))
        now = costs[self._top - 1 : self._top] if self._top else []
        return min((one for one in (*now, self._most) if one is not None), default=None)

    def _doubt(self, openers: Sequence[str]) -> Sequence[str]:
        for opener in openers:
            del self._settled[opener]
        self._known.take_back(self._classes.all_of(openers))
        return openers

    def _show(self) -> None:
        done = list(self._settled.values())
        self._work.show(self._known.seen(snapshot(done, self._asked, self._current, self.examined)))


def _result(row: Row) -> engine.OpenerResult:
    opener, kind, cost, effort, seconds, strategy = row
    settled = engine.settled_of(opener, kind, cost)
    if settled is None or (strategy and not isinstance(settled, engine.ExactCost)):
        message = f"expected a result, found {row!r:.60}"
        raise MalformedRowsError(message)
    return engine.OpenerResult(settled, bool(effort), seconds, strategy)


_MALFORMED: Final = (ValueError, LookupError, OverflowError, MalformedNodeError)
"""What may come of judging values that make no sense."""


class CensusCoordinator(Coordinator):
    """A census on its way: what decides openers, as a search of this process does."""

    def __init__(
        self,
        address: str,
        question: CensusQuestion,
        openers: Sequence[str],
        collect: Callable[[CensusCoordinator], object],
        known: Sequence[engine.ProofNode],
        work: Work,
    ) -> None:
        """Decide each of `openers`; `known` are the proof nodes of the run folder.

        `collect` takes what there is.

        Raises:
            UsageError, ClusterError: see `Coordinator`.
        """
        self._rows = NodeRows(question.variant, question.hidden)
        order = _by_promise(question, openers)
        rows = tuple(map(self._rows.row, known))
        super().__init__(address, question, order, work, rows)
        self._collect = collect
        self._judge = CensusJudge(question)
        self._proof = list(known)
        self._number_of = {node: number for number, node in enumerate(known)}
        self._known = len(known)
        self._here: dict[str, dict[str, list[int]]] = {}
        """Of each search of each worker, the number here of each of its nodes."""
        self._fresh: list[engine.OpenerDecision] = []
        self._possible = self._refuted = self._nodes = 0

    def take_decisions(self) -> list[engine.OpenerDecision]:
        """Return the decisions that nobody has taken yet."""
        fresh, self._fresh = self._fresh, []
        return fresh

    def proof_nodes(self, since: int = 0) -> list[engine.ProofNode]:
        """Return the nodes of the proof from number `since` on."""
        return self._proof[since:]

    def progress(self) -> engine.DepthProgress:
        """Return a snapshot."""
        return engine.DepthProgress(
            openers=self._asked,
            refuted=self._refuted,
            possible=self._possible,
            tried=self._asked - len(self._queue),
            current=self._current,
            nodes=self._nodes,
            no_goods=len(self._proof),
        )

    def _given(self, worker: str) -> dict[str, int]:
        return {search: len(numbers) for search, numbers in self._here.get(worker, {}).items()}

    def _show(self) -> None:
        self._collect(self)

    def _accept(self, openers: Sequence[str], result: object, worker: str) -> float:
        match result:
            case (str(search), int(first), list(nodes), list(rows)):
                pass
            case _:
                message = f"expected the decisions of a census, found {result!r:.60}"
                raise MalformedRowsError(message)
        numbers = self._here.setdefault(worker, {}).setdefault(search, list(range(self._known)))
        if not 0 <= first <= len(numbers):
            message = f"expected nodes from number {len(numbers)} on at most, found {first}"
            raise MalformedRowsError(message)
        del numbers[first:]
        before = len(self._proof)
        try:
            decisions = self._judged(self._read(rows, openers), nodes, numbers, worker)
        except (CertificateRejected, KnownNodesError, MalformedRowsError, *_MALFORMED) as error:
            for node in self._proof[before:]:
                del self._number_of[node]
            del self._proof[before:]
            self._judge.forget(before)
            if isinstance(error, _MALFORMED):
                message = f"expected decisions that can be judged: {error}"
                raise MalformedRowsError(message) from None
            raise
        self._fresh += decisions
        self._possible += sum(one.node is None for one in decisions)
        self._refuted += sum(one.node is not None for one in decisions)
        self._nodes += sum(one.nodes_searched for one in decisions)
        return sum(one.seconds for one in decisions)

    def _judged(
        self, rows: Sequence[Row], nodes: Sequence[object], numbers: list[int], worker: str
    ) -> list[engine.OpenerDecision]:
        """Take nodes into the proof, add their `numbers` here, and return the decisions in the `rows`.

        Raises:
            CertificateRejected, KnownNodesError, MalformedRowsError: see `_accept`; the proof has nodes then
                that nobody judged.
        """
        before = len(self._proof)
        for row in nodes:
            node = self._rows.node(row, len(numbers))
            if not self._judge.can_be_kept(node):
                message = f"expected a proof node that a search can go on with, found {row!r:.60}"
                raise MalformedRowsError(message)
            numbers.append(self._add(node, numbers))
        decisions = [_decision(row, numbers, worker) for row in rows]
        refuting = {one.opener: one.node for one in decisions if one.node is not None}
        named = set(refuting.values()).union(*(node.children for node in self._proof[before:]))
        self._judge_known(sorted(number for number in named if number < self._known))
        self._judge.judge_nodes(range(before, len(self._proof)), self._proof)
        if refuting:
            self._judge.judge_refuted(tuple(refuting), sorted(set(refuting.values())), self._proof)
        for one in decisions:
            if one.node is None:
                self._judge.judge_strategy(one.opener, one.strategy)
        return decisions

    def _judge_known(self, numbers: Sequence[int]) -> None:
        """Judge nodes that the run folder had at the start, before what a worker made to rest on them.

        Raises:
            KnownNodesError: one isn't lost; that is no fault of the worker.
        """
        try:
            self._judge.judge_nodes(numbers, self._proof)
        except CertificateRejected as error:
            if error.rule is Rule.SIZE:
                raise
            raise KnownNodesError(str(error)) from error

    def _add(self, node: engine.ProofNode, numbers: Sequence[int]) -> int:
        """Return the number here of a worker's `node`, whose nodes have these `numbers` here."""
        children = tuple(sorted({numbers[child] for child in node.children}))
        own = engine.ProofNode(node.kind, node.guesses, node.restriction, node.words, children)
        if own not in self._number_of:
            self._number_of[own] = len(self._proof)
            self._proof.append(own)
        return self._number_of[own]


def _decision(row: Row, numbers: Sequence[int], worker: str) -> engine.OpenerDecision:
    """Return the decision in a `row`, whose search's nodes have these `numbers` here."""
    opener, kind, number, effort, seconds, strategy = row
    if kind == (engine.FOUND if number is None else engine.IMPOSSIBLE) and bool(strategy) == (number is None):
        node = None if number is None else numbers[number]
        return engine.OpenerDecision(opener, strategy, node, effort, seconds, worker)
    message = f"expected a decision, found {row!r:.60}"
    raise MalformedRowsError(message)


def _by_promise(question: CensusQuestion, openers: Sequence[str]) -> list[str]:
    """Return `openers`, those with the most cells first."""
    cells = (
        np.count_nonzero(np.bincount(row))
        for _, rows in responses(openers, question.hidden, question.variant.scoring)
        for row in rows
    )
    return [opener for _, opener in sorted(zip(cells, openers, strict=True), key=lambda one: -one[0])]
