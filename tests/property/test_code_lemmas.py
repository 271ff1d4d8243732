"""Codes that can't all be found in time, proven by lemmas: random small games against brute force.

Whatever the checker accepts, changed proofs included, must be true. Whether it accepts or not, the second
checker must see it likewise.
"""

from __future__ import annotations

import random
from collections import Counter
from math import inf
from typing import TYPE_CHECKING

import pytest

from tests.effort import MORE
from tests.events import into
from tests.oracle.brute_codes import response
from tests.oracle.brute_missed import BruteMissed
from tests.oracle.mutants import changed_lemmas, with_claim
from tests.property.test_free_colours import hidden_after, some_history
from tests.two_checkers import Changes, judged
from tests.unit.test_codes import codes_of
from wordle_cp.answers import depths
from wordle_cp.answers.depths import CodeLemmas, prove_depth
from wordle_cp.certificate.claims.impossible import DepthImpossible, OpenerScope, Refutation
from wordle_cp.certificate.read import read_proof
from wordle_cp.check.plain.game import text_of
from wordle_cp.check.plain.missed import PlainAllMiss
from wordle_cp.engine import Verdict
from wordle_cp.games.question import Question
from wordle_cp.search import parts
from wordle_cp.work import StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GAMES = ("1 7 true", "2 4 true", "2 5 true", "3 2 true", "3 3 true", "3 4 false")


def is_true(
    claim: DepthImpossible, brute: BruteMissed, guesses: tuple[str, ...], words: frozenset[str]
) -> bool:
    """Tell whether `claim`, about these `words`, is true."""
    listed = set(claim.openers)
    only = claim.scope is OpenerScope.ONLY
    left = claim.depth - len(claim.history)
    if left < 0:
        return False
    return not left or all(
        brute.missed_with(t, words, left, left) == inf for t in guesses if (t in listed) is only
    )


def changed(proof: Refutation, rng: random.Random) -> Iterator[tuple[str, Refutation]]:
    """Yield changed proofs with the names of the changes."""
    claim = proof.claim

    yield "deeper", with_claim(proof, depth=claim.depth + 1)
    yield "less deep", with_claim(proof, depth=max(1, claim.depth - 1))
    yield "another count", with_claim(proof, hidden_count=claim.hidden_count + 1)
    if claim.openers:
        yield "all openers", with_claim(proof, scope=OpenerScope.ALL, openers=())
        yield "all but these", with_claim(proof, scope=OpenerScope.EXCEPT)
    yield from changed_lemmas(proof, rng)


@pytest.mark.parametrize("seed", range(9 if MORE else 1))
def test_random_games(seed: int, tmp_path: Path) -> None:
    rng = random.Random(f"lost codes/{seed}")  # noqa: S311  no secret
    changes = Changes(tmp_path)
    found: Counter[bool] = Counter()
    for number in range(12):
        variant = codes_of(tmp_path, rng.choice(GAMES))
        assert variant.codes is not None
        history = some_history(rng, variant.codes, rng.choice((0, 0, 1, 2)))
        hidden = hidden_after(variant.codes, history)
        openers = tuple(rng.sample(variant.guesses, 2)) if rng.random() < 0.4 and len(hidden) > 1 else ()
        brute, words = BruteMissed(variant.guesses, response), frozenset(hidden)
        left = rng.choice((1, 2, 2, 3, 3, 4))
        case = (seed, number, variant.title, history, openers, left)
        asked = CodeLemmas(
            Question.of(variant, history=history, openers=openers or None), len(history) + left
        )
        made = asked.refutation()
        lost = all(brute.missed_with(t, words, left, left) == inf for t in openers or variant.guesses)
        assert (made is not None) is lost, case
        found[lost] += 1
        if made is None:
            continue
        proof = made
        assert isinstance(proof, Refutation)
        assert judged(tmp_path / f"{number}.cert", proof), case
        assert read_proof(tmp_path / f"{number}.cert", Refutation) == proof

        def holds(one: Refutation, brute: BruteMissed = brute, asked: CodeLemmas = asked) -> bool:
            guesses, left = asked.question.variant.guesses, frozenset(asked.question.hidden)
            return is_true(one.claim, brute, guesses, left)

        changes.judge(changed(proof, rng), holds)
    assert not changes.malformed
    assert found[True] >= 3
    assert found[False]
    assert changes.refused["another count"] == found[True]


def test_codes_without_room_in_the_checker_have_no_lemmas(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = CodeLemmas(Question.of(codes_of(tmp_path, GAMES[0])), 4)
    assert asked.may_take_long
    monkeypatch.setattr(parts, "CHECKER_BYTES", 1)
    assert not asked.may_take_long


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the first turn of the depth search no time."""
    monkeypatch.setattr(depths, "FIRST_TURN", 1e-6)
    monkeypatch.setattr(depths, "_LONGER", 1e7)


@pytest.mark.usefixtures("impatient")
def test_lemmas_decide_where_the_search_has_no_time(tmp_path: Path) -> None:
    variant = codes_of(tmp_path, "3 4 true")
    out = tmp_path / "out.cert"
    report = prove_depth(Question.of(variant), 3, out=out)
    assert (report.verdict, report.by_lemmas) == (Verdict.IMPOSSIBLE, True)
    assert report.accepted is not None
    claim = report.accepted.claim
    assert isinstance(claim, DepthImpossible)
    assert (claim.depth, claim.lemmas is None, claim.nodes) == (3, False, 0)
    PlainAllMiss(text_of(out), tmp_path)


@pytest.mark.usefixtures("impatient")
def test_the_search_has_its_turn_where_lemmas_refute_nothing(tmp_path: Path) -> None:
    report = prove_depth(Question.of(codes_of(tmp_path, "2 4 true")), 4, out=tmp_path / "out.cert")
    assert (report.verdict, report.by_lemmas) == (Verdict.POSSIBLE, False)


@pytest.mark.usefixtures("impatient")
def test_without_symmetry_there_are_no_lemmas(tmp_path: Path) -> None:
    report = prove_depth(
        Question.of(codes_of(tmp_path, "2 4 true")), 3, out=tmp_path / "out.cert", work=Work(symmetry=False)
    )
    assert (report.verdict, report.by_lemmas) == (Verdict.IMPOSSIBLE, False)


@pytest.mark.usefixtures("impatient")
def test_lemmas_are_stopped(tmp_path: Path) -> None:
    seen: list[str] = []
    work = Work(show=into(seen), cancelled=lambda: "counting words missed" in seen)
    out = tmp_path / "out.cert"
    report = prove_depth(Question.of(codes_of(tmp_path, "4 7 true")), 5, out=out, work=work)
    assert (report.verdict, report.by_lemmas) == (Verdict.UNDECIDED, False)
    assert report.result.stopped_by is StopReason.INTERRUPTED
    assert seen[-2:] == ["search", "counting words missed"]
    assert not out.exists()
