"""Symmetry of games of codes: classes by brute force, and the same answers with it and without."""

from __future__ import annotations

from itertools import islice, permutations
from typing import TYPE_CHECKING

import pytest

from tests.unit.test_codes import SMALL, codes_of
from wordle_cp.answers.depths import prove_depth, prove_least_depth
from wordle_cp.answers.rankings import rank
from wordle_cp.answers.totals.solve import prove_optimal, solve
from wordle_cp.certificate.claims.impossible import OpenerScope, Refutation
from wordle_cp.certificate.read import read_proof
from wordle_cp.certify.publish import write_certificate
from wordle_cp.check import check_file
from wordle_cp.check.plain.depth import PlainChecker
from wordle_cp.check.plain.game import text_of
from wordle_cp.data import word_list_by_hash
from wordle_cp.engine import ExactCost, OpenerResult
from wordle_cp.errors import CertificateRejected
from wordle_cp.games.goal import First, Goal
from wordle_cp.games.question import Question, TotalQuestion
from wordle_cp.rules.scoring import CodeScoring
from wordle_cp.rules.symmetry import representatives
from wordle_cp.runs.ranking_state import Keeping
from wordle_cp.search.classes import OpenerClasses
from wordle_cp.work import Limits, Work

if TYPE_CHECKING:
    from pathlib import Path


def classes_by_trying(game: CodeScoring, history: tuple[str, ...]) -> set[frozenset[str]]:
    """Return the classes of all codes: what all permutations that leave the history make of each."""
    codes = list(game.codes())
    maps = []
    for places in permutations(range(game.length)):
        for colours in permutations(game.signs):
            exchange = str.maketrans(game.signs, "".join(colours))
            image = {code: "".join(code[place] for place in places).translate(exchange) for code in codes}
            if all(image[guess] == guess for guess in history):
                maps.append(image)
    return {frozenset(image[code] for image in maps) for code in codes}


@pytest.mark.parametrize(
    ("game", "history"),
    [
        (CodeScoring(2, 3), ()),
        (CodeScoring(3, 3), ()),
        (CodeScoring(3, 4), ("112",)),
        (CodeScoring(3, 4), ("123",)),
        (CodeScoring(4, 3), ("1122",)),
        (CodeScoring(4, 3), ("1122", "1213")),
        (CodeScoring(3, 5, repeats=False), ("123",)),
        (CodeScoring(3, 4, repeats=False), ("123", "214")),
    ],
    ids=str,
)
def test_classes_are_those_of_the_permutations(game: CodeScoring, history: tuple[str, ...]) -> None:
    first = representatives(history, game.codes())
    found: dict[str, set[str]] = {}
    for code, representative in first.items():
        found.setdefault(representative, set()).add(code)
    assert {frozenset(alike) for alike in found.values()} == classes_by_trying(game, history)
    assert all(representative == min(alike) for representative, alike in found.items())


def test_mastermind_has_five_openers_and_bulls_and_cows_one() -> None:
    mastermind = representatives((), CodeScoring(4, 6).codes())
    assert set(mastermind.values()) == {"1111", "1112", "1122", "1123", "1234"}
    digits = CodeScoring(4, 10, repeats=False)
    assert set(representatives((), digits.codes()).values()) == {"0123"}


@pytest.mark.parametrize("game", SMALL)
def test_totals_are_the_same_without(game: str, tmp_path: Path) -> None:
    variant = codes_of(tmp_path, game)
    guess = variant.guesses[1]
    pattern = variant.scoring.score(guess, variant.guesses[-1])
    for history in ((), ((guess, pattern),)):
        with_it, without = (
            rank(TotalQuestion.of(variant, history=history), top=None, work=Work(symmetry=on))
            for on in (True, False)
        )
        assert with_it.ranked == without.ranked
        assert with_it.refuted == without.refuted
        one, other = (
            solve(TotalQuestion.of(variant, history=history), work=Work(symmetry=on)) for on in (True, False)
        )
        assert (one.cost, one.best) == (other.cost, other.best)
        assert len(one.best) + len(one.outcome.others) + len(one.outcome.refuted) == len(variant.guesses)
        folder = tmp_path / f"run-{len(history)}"
        kept = prove_optimal(
            TotalQuestion.of(variant, history=history),
            keeping=Keeping(out=tmp_path / f"{len(history)}.cert", folder=folder),
        )
        assert [one.outcome.by_counts + one.outcome.by_search, one.outcome.by_counts] == [
            len(one.outcome.others),
            kept.outcome.by_counts,
        ]
    for top in (1, 2, 5):
        few, all_of_them = (
            rank(TotalQuestion.of(variant), top=top, work=Work(symmetry=on)) for on in (True, False)
        )
        assert few.ranked == all_of_them.ranked
        assert {found.opener for found in few.others} == {found.opener for found in all_of_them.others}
    worst, its_twin = (
        solve(TotalQuestion.of(variant, goal=Goal(first=First.WORST_THEN_TOTAL)), work=Work(symmetry=on))
        for on in (True, False)
    )
    assert (worst.cost, worst.best, worst.guesses_left) == (
        its_twin.cost,
        its_twin.best,
        its_twin.guesses_left,
    )


def test_some_openers_alone_and_weights(tmp_path: Path) -> None:
    variant = codes_of(tmp_path, "3 3 true")
    openers = ("331", "112", "123", "213")
    one, other = (
        rank(TotalQuestion.of(variant, openers=openers), top=1, work=Work(symmetry=on))
        for on in (True, False)
    )
    assert one.ranked == other.ranked
    weights = Goal(weights=tuple((code, number) for number, code in enumerate(variant.hidden)))
    heavy, twin = (
        solve(TotalQuestion.of(variant, goal=weights), work=Work(symmetry=on)) for on in (True, False)
    )
    assert (heavy.cost, heavy.best) == (twin.cost, twin.best)


@pytest.mark.parametrize("game", SMALL)
def test_least_depths_are_the_same_without(game: str, tmp_path: Path) -> None:
    variant = codes_of(tmp_path, game)
    reports = [
        prove_least_depth(Question.of(variant), folder=tmp_path / str(on), work=Work(symmetry=on))
        for on in (True, False)
    ]
    assert reports[0].depth == reports[1].depth is not None
    for report in reports:
        assert report.impossible is not None
        assert report.impossible.certificate is not None
        PlainChecker(text_of(report.impossible.certificate), tmp_path)


def test_a_refutation_of_one_opener_serves_for_those_alike_and_no_others(tmp_path: Path) -> None:
    variant = codes_of(tmp_path, "3 3 true")
    out = tmp_path / "refuted.cert"
    report = prove_depth(Question.of(variant), 3, out=out)
    assert report.accepted is not None
    whole = read_proof(out, Refutation)
    assert whole.claim.scope is OpenerScope.ALL
    for node in whole.root:  # each is there for some class of openers
        without = tuple(other for other in whole.root if other != node)
        write_certificate(out, Refutation(whole.head, whole.nodes, without))
        with pytest.raises(CertificateRejected, match="conclusion: root"):
            check_file(out, word_list_by_hash)
        with pytest.raises(ValueError, match="refuted"):
            PlainChecker(text_of(out), tmp_path)


def test_the_best_of_classes_are_cut_where_they_end() -> None:
    classes = OpenerClasses.of((), list(CodeScoring(2, 3).codes()))
    assert classes.asked == ("11", "12")
    assert classes.all_of(["12"]) == ("12", "13", "21", "23", "31", "32")
    found = OpenerResult(ExactCost("11", 5), seconds=2.0, strategy=("11", "12"))
    alike = [OpenerResult(ExactCost(code, 5)) for code in ("22", "33")]
    assert classes.settled([found]) == [found, *alike]


def test_many_guesses_with_the_same_response_take_no_longer(tmp_path: Path) -> None:
    """A history has as many orders as its guesses with one response: not all of thirteen are looked at."""
    variant = codes_of(tmp_path, "2 26 true")
    double = (code for code in variant.guesses if code[0] == code[1])
    history = tuple((code, 0) for code in islice(double, 13))
    missed = Goal(costs=(0, 0), loss=1)
    one, other = (
        solve(
            TotalQuestion.of(variant, history=history, max_guesses=20, goal=missed),
            work=Work(symmetry=on, limits=Limits(seconds=60)),
        )
        for on in (True, False)
    )
    assert (one.exact, one.cost) == (True, other.cost)
