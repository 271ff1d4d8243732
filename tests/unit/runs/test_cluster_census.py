"""What the coordinator of a census takes from a worker, without a cluster: all of it is judged."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pytest

from wordle_cp.engine import DepthSearch, Game, is_taken_as_it_stands
from wordle_cp.errors import CertificateRejected
from wordle_cp.games.question import Position
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.runs.cluster import coordinator
from wordle_cp.runs.cluster.census import _MOST_GAPS, _CensusCoordinator, _Run
from wordle_cp.runs.cluster.connection import Connection, LostResultError
from wordle_cp.runs.cluster.coordinator import Unit
from wordle_cp.runs.cluster.wire import MalformedRowsError
from wordle_cp.runs.ledgers import NodeRow, NodeRows
from wordle_cp.search.census import CensusQuestion, KnownNodesError, decide_more
from wordle_cp.work import UNLIMITED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.engine import OpenerDecision, ProofNode

QUESTION: Final = CensusQuestion.of(Position.of(Variant.load("toy", mode=Mode.HARD)), 3)
ROWS: Final = NodeRows(QUESTION.variant, QUESTION.hidden)
GAME: Final = Game(QUESTION.variant.guesses, QUESTION.hidden)
Row = tuple[object, ...]


class Nowhere:
    """Stands in for the connection to a scheduler."""

    def __init__(self, *_: object) -> None:
        """Take what a connection takes."""


class Collector:
    """Keeps nothing."""

    def claim(self, openers: Sequence[str]) -> None:
        """Take what is begun with."""

    def claim_for(self, openers: Sequence[str], worker: str) -> None:
        """Take what is begun with, and by whom."""

    def collect(self, search: object, *, ended: bool) -> bool:
        """Write nothing."""
        del search, ended
        return False

    def abandon(self, search: object) -> None:
        """Drop nothing."""


class Sent:
    """A coordinator, and what a worker that tells the truth would send it."""

    def __init__(self, known: Sequence[ProofNode] = ()) -> None:
        """Decide all openers here; `known` is what the coordinator's run folder has."""
        search = DepthSearch(GAME, Mode.HARD, jobs=1)
        assert decide_more(QUESTION, QUESTION.openers, search, (), lambda: False)
        self.decisions = search.take_decisions()
        self.proof = search.proof_nodes()
        self.rows: list[object] = [ROWS.row(node) for node in self.proof]
        self.refuted = next(one for one in self.decisions if one.node is not None)
        self.possible = next(one for one in self.decisions if one.node is None)
        self.run = _Run(QUESTION.openers, Collector())
        self.coordinator = _CensusCoordinator(
            "tcp://nowhere:1",
            QUESTION,
            known,
            Collector(),
            UNLIMITED,
        )

    def row(self, one: OpenerDecision) -> Row:
        """Return a decision as it is sent."""
        return (str(one.opener), tuple(map(str, one.strategy)), one.node, one.nodes_searched, one.seconds)

    def accept(self, rows: Sequence[object], found: Row, first: int = 0, search: str = "s") -> None:
        """Let the coordinator take one decision."""
        unit = Unit((str(found[0]),))
        self.coordinator._accept(self.run, unit, (search, first, list(rows), [found]), "w")  # noqa: SLF001

    def kept(self) -> list[ProofNode]:
        """Return the coordinator's proof."""
        return self.coordinator.proof_nodes()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """Provide a coordinator that knows nothing."""
    monkeypatch.setattr(coordinator, "Connection", Nowhere)
    return Sent()


def pair(sent: Sent) -> NodeRow:
    """Return a node that is true."""
    return ROWS.row(next(node for node in sent.proof if node.kind == "pair"))


def test_the_truth_is_kept_and_a_search_goes_on_with_it(sent: Sent) -> None:
    for one in sent.decisions:
        sent.accept(sent.rows, sent.row(one))
    assert sent.run.left == 0
    assert sent.kept() == sent.proof  # each node once, whoever sends it again
    again = DepthSearch(GAME, Mode.HARD, jobs=1)
    assert decide_more(QUESTION, QUESTION.openers, again, sent.kept(), lambda: False)


@pytest.mark.parametrize(
    "lie", ["guesses", "words", "hopeless", "strategy", "other strategy", "kind", "no words", "restriction"]
)
def test_lies_are_refused_and_leave_nothing_behind(lie: str, sent: Sent) -> None:
    true = pair(sent)
    rows = list(sent.rows)
    found = sent.row(sent.refuted)
    if lie == "guesses":
        rows.append((true[0], true[1] + 1, *true[2:]))
    elif lie == "words":
        rows.append((*true[:3], b"\0\0\1\0", true[4]))
    elif lie == "hopeless":
        found = (str(sent.possible.opener), (), sent.refuted.node, 0, 0.0)
    elif lie == "strategy":
        found = (str(sent.refuted.opener), tuple(map(str, sent.possible.strategy)), None, 0, 0.0)
    elif lie == "other strategy":
        found = (str(sent.refuted.opener), (str(sent.refuted.opener),), None, 0, 0.0)
    elif lie == "kind":
        rows.append(("cover", *true[1:]))
    elif lie == "no words":
        rows.append(("family", 2, "", b"", b""))
    elif lie == "restriction":
        rows.append((true[0], true[1], "c..../ccccc", *true[3:]))
    with pytest.raises((CertificateRejected, MalformedRowsError)):
        sent.accept(rows, found)
    assert sent.kept() == []
    assert sent.run.left == len(QUESTION.openers)
    sent.accept(sent.rows, sent.row(sent.refuted), search="another")
    assert sent.kept() == sent.proof


@pytest.mark.parametrize(
    "how", ["reversed", "no guesses", "twice the same word", "huge seconds", "negative place"]
)
def test_what_a_later_search_would_not_take_is_refused(how: str, sent: Sent) -> None:
    true = pair(sent)
    backwards = b"".join(true[3][place : place + 2] for place in range(len(true[3]) - 2, -1, -2))
    found, first = sent.row(sent.refuted), 0
    rows = list(sent.rows)
    if how == "reversed":
        rows.append((*true[:3], backwards, true[4]))
    elif how == "no guesses":
        rows.append((true[0], 0, *true[2:]))
    elif how == "twice the same word":
        rows.append((*true[:3], true[3][:2] * 2, true[4]))
    elif how == "huge seconds":
        found = (*found[:4], 10**400)
    else:
        first = -1
    with pytest.raises(MalformedRowsError):
        sent.accept(rows, found, first)
    assert sent.kept() == []


@pytest.mark.parametrize("rests", ["decision", "node"])
def test_a_run_folder_that_lies_is_to_blame_and_not_the_worker(
    rests: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coordinator, "Connection", Nowhere)
    true = next(node for node in Sent().proof if node.kind == "pair")
    sent = Sent([replace(true, guesses=true.guesses + 1)])
    opener = str(sent.refuted.opener)
    rows: list[object] = []
    if rests == "node":
        rows.append(ROWS.row(replace(true, kind="cover", children=(0,))))
    with pytest.raises(KnownNodesError):
        sent.accept(rows, (opener, (), len(rows), 0, 0.0) if rows else (opener, (), 0, 0, 0.0), first=1)
    assert len(sent.kept()) == 1


def test_who_found_a_result_is_who_was_at_work_on_it() -> None:
    connection = Connection.__new__(Connection)
    connection._at_work, connection._futures = {}, {}  # noqa: SLF001
    answers: dict[str, dict[str, list[str]]] = {
        "processing": {"b": ["key"]},
        "who_has": {"key": ["a", "b", "c"]},
    }

    class Future:
        status = "finished"

        def result(self, timeout: float) -> int:
            return 7 if timeout else 8

        def release(self) -> None:
            """Nothing is kept."""

    class Client:
        class scheduler:  # noqa: N801  as distributed calls it
            processing, who_has = "processing", "who_has"

        def sync(self, question: str, **_: object) -> dict[str, list[str]]:
            return answers[question]

    connection._client = Client()  # noqa: SLF001
    connection._futures["key"] = Future()  # noqa: SLF001
    assert connection.processing() == {"key": "b"}
    assert connection.fetch("key") == (7, "b")


def test_an_answer_that_got_lost_is_asked_for_again_but_not_for_ever(sent: Sent) -> None:
    found = sent.row(sent.refuted)
    for _ in range(_MOST_GAPS):
        with pytest.raises(LostResultError):
            sent.accept(sent.rows[1:], found, first=1)
    assert sent.coordinator._whole == {"s"}  # noqa: SLF001  the worker is asked for all of that search
    sent.accept(sent.rows, found)
    assert not sent.coordinator._whole  # noqa: SLF001
    for _ in range(_MOST_GAPS):
        with pytest.raises(LostResultError):
            sent.accept([], found, first=10**9)
    with pytest.raises(MalformedRowsError, match="again and again"):
        sent.accept([], found, first=10**9)


def test_what_the_compiled_part_takes_over(sent: Sent) -> None:
    assert all(is_taken_as_it_stands(GAME, node) for node in sent.proof)
