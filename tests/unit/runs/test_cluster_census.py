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
from wordle_cp.runs.cluster.coordinator import CensusCoordinator, MalformedRowsError
from wordle_cp.runs.ledgers import NodeRow, NodeRows
from wordle_cp.search.census import CensusQuestion, KnownNodesError, decide_more
from wordle_cp.work import UNLIMITED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.engine import OpenerDecision, ProofNode

QUESTION: Final = CensusQuestion(Position.of(Variant.load("toy", mode=Mode.HARD)), depth=3)
ROWS: Final = NodeRows(QUESTION.variant, QUESTION.hidden)
GAME: Final = Game(QUESTION.variant.guesses, QUESTION.hidden)
Row = tuple[object, ...]


def ignore(*_heard: object) -> None:
    """Keep nothing of what there is."""


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
        self.coordinator = CensusCoordinator(
            "tcp://nowhere:1", QUESTION, QUESTION.openers, ignore, known, UNLIMITED
        )

    def row(self, one: OpenerDecision) -> Row:
        """Return a decision as it is sent."""
        return one.row

    def accept(self, rows: Sequence[object], found: Row, first: int = 0, search: str = "s") -> None:
        """Let the coordinator take one decision."""
        unit, result = (str(found[0]),), (search, first, list(rows), [found])
        self.coordinator._accept(unit, result, "w")  # noqa: SLF001

    def decided(self) -> int:
        """Return how many decisions were accepted."""
        progress = self.coordinator.progress()
        return progress.possible + progress.refuted

    def kept(self) -> list[ProofNode]:
        """Return the coordinator's proof."""
        return self.coordinator.proof_nodes()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """Provide a coordinator that knows nothing."""
    monkeypatch.setattr(coordinator, "connected", lambda *_: None)
    return Sent()


def pair(sent: Sent) -> NodeRow:
    """Return a node that is true."""
    return ROWS.row(next(node for node in sent.proof if node.kind == "pair"))


def test_the_truth_is_kept_and_a_search_goes_on_with_it(sent: Sent) -> None:
    for one in sent.decisions:
        sent.accept(sent.rows, sent.row(one))
    assert sent.decided() == len(QUESTION.openers)
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
        found = (str(sent.possible.opener), "impossible", sent.refuted.node, 0, 0.0, ())
    elif lie == "strategy":
        found = (str(sent.refuted.opener), "strategy", None, 0, 0.0, tuple(map(str, sent.possible.strategy)))
    elif lie == "other strategy":
        found = (str(sent.refuted.opener), "strategy", None, 0, 0.0, (str(sent.refuted.opener),))
    elif lie == "kind":
        rows.append(("cover", *true[1:]))
    elif lie == "no words":
        rows.append(("family", 2, "", b"", b""))
    elif lie == "restriction":
        rows.append((true[0], true[1], "c..../ccccc", *true[3:]))
    with pytest.raises((CertificateRejected, MalformedRowsError)):
        sent.accept(rows, found)
    assert sent.kept() == []
    assert sent.decided() == 0
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
        found = (*found[:4], 10**400, ())
    else:
        first = -1
    with pytest.raises(MalformedRowsError):
        sent.accept(rows, found, first)
    assert sent.kept() == []


@pytest.mark.parametrize("rests", ["decision", "node"])
def test_a_run_folder_that_lies_is_to_blame_and_not_the_worker(
    rests: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coordinator, "connected", lambda *_: None)
    true = next(node for node in Sent().proof if node.kind == "pair")
    sent = Sent([replace(true, guesses=true.guesses + 1)])
    opener = str(sent.refuted.opener)
    rows: list[object] = []
    if rests == "node":
        rows.append(ROWS.row(replace(true, kind="cover", children=(0,))))
    with pytest.raises(KnownNodesError):
        sent.accept(rows, (opener, "impossible", len(rows), 0, 0.0, ()), first=1)
    assert len(sent.kept()) == 1


def test_nodes_that_are_sent_again_are_known_and_none_may_be_left_out(sent: Sent) -> None:
    found = sent.row(sent.refuted)
    with pytest.raises(MalformedRowsError, match="number 0 on"):
        sent.accept(sent.rows[1:], found, first=1)
    sent.accept(sent.rows, found)
    assert sent.coordinator._given("w") == {"s": len(sent.rows)}  # noqa: SLF001
    sent.accept(sent.rows[1:], sent.row(sent.possible), first=1)
    assert sent.kept() == sent.proof


def test_what_the_compiled_part_takes_over(sent: Sent) -> None:
    assert all(is_taken_as_it_stands(GAME, node) for node in sent.proof)
