"""What arrives of a census is judged: what is true is accepted, whatever was refused before; no lie is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from wordle_cp.check import refutation as checker
from wordle_cp.engine import DepthSearch, Game
from wordle_cp.errors import CertificateRejected
from wordle_cp.games.question import Position
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.runs.judges import CensusJudge
from wordle_cp.search.census import CensusQuestion, decide_more

if TYPE_CHECKING:
    from wordle_cp.engine import OpenerDecision, ProofNode

QUESTION = CensusQuestion(Position.of(Variant.load("toy", mode=Mode.HARD)), depth=3)


@pytest.fixture(scope="module")
def found() -> tuple[list[OpenerDecision], list[ProofNode]]:
    """Provide the decisions about all openers of the question, and the proof; found in two goes."""
    search = DepthSearch(Game(QUESTION.variant.guesses, QUESTION.hidden), Mode.HARD, jobs=1)
    half = len(QUESTION.openers) // 2
    assert decide_more(QUESTION, QUESTION.openers[:half], search, (), lambda: False)
    decisions = search.take_decisions()
    before = search.proof_nodes()
    assert decide_more(QUESTION, QUESTION.openers[half:], search, (), lambda: False)
    decisions += search.take_decisions()
    proof = search.proof_nodes()
    assert proof[: len(before)] == before
    assert sorted(one.opener for one in decisions) == sorted(QUESTION.openers)
    return decisions, proof


def refuting_of(decisions: list[OpenerDecision]) -> dict[str, int]:
    """Return the nodes that refute openers."""
    return {one.opener: one.node for one in decisions if one.node is not None}


def judge_all(judge: CensusJudge, decisions: list[OpenerDecision], proof: list[ProofNode]) -> None:
    """Judge everything."""
    judge.judge_nodes(range(len(proof)), proof)
    refuting = refuting_of(decisions)
    judge.judge_refuted(tuple(refuting), sorted(set(refuting.values())), proof)
    for one in decisions:
        if one.node is None:
            judge.judge_strategy(one.opener, one.strategy)


def test_lies_are_refused_and_the_truth_is_accepted_after_them(
    found: tuple[list[OpenerDecision], list[ProofNode]],
) -> None:
    decisions, proof = found
    judge = CensusJudge(QUESTION)
    refused = 0
    for number, node in enumerate(proof):
        for lie in (
            replace(node, guesses=node.guesses + 1),
            replace(node, words=node.words[:1]),
            replace(node, kind="family", words=QUESTION.hidden[:2], children=()),
        ):
            if lie == node:
                continue
            try:
                judge.judge_nodes([number], [*proof[:number], lie])
            except CertificateRejected:
                refused += 1
            judge.forget(number)  # it may be true all the same, such as with a guess more
    assert refused > len(proof)
    judge_all(judge, decisions, proof)
    possible = next(one for one in decisions if one.node is None)
    refuting = next(iter(refuting_of(decisions).values()))
    with pytest.raises(CertificateRejected, match=f"refutes {possible.opener} "):
        judge.judge_refuted((possible.opener,), [refuting], proof)
    other = next(one.opener for one in decisions if one is not possible)
    with pytest.raises(CertificateRejected, match="as claimed"):
        judge.judge_strategy(other, possible.strategy)
    with pytest.raises(CertificateRejected):
        judge.judge_strategy(possible.opener, (*possible.strategy[:1], *QUESTION.hidden))


def test_a_judge_that_has_kept_too_much_begins_anew(
    found: tuple[list[OpenerDecision], list[ProofNode]], monkeypatch: pytest.MonkeyPatch
) -> None:
    decisions, proof = found
    refuting = refuting_of(decisions)
    judge = CensusJudge(QUESTION)
    judge.judge_nodes(range(len(proof)), proof)
    kept = judge._checker._kept  # noqa: SLF001  what all nodes take
    monkeypatch.setattr(checker, "MAX_KEPT_WORDS", kept - 1)
    with pytest.raises(CertificateRejected, match="size"):
        CensusJudge(QUESTION).judge_nodes(range(len(proof)), proof)
    judge = CensusJudge(QUESTION)
    for opener, node in refuting.items():
        judge.judge_nodes([node], proof)
        judge.judge_refuted((opener,), [node], proof)
    for number in range(len(proof)):
        judge.judge_nodes([number], proof)
    assert judge._checker._kept < kept - 1  # noqa: SLF001  it has begun anew
