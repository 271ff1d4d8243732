"""Lower bounds of openers, explained: each number against exhaustive search; their sum against the claim."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.effort import only_more, share
from tests.golden_files import GOLDEN
from tests.oracle.brute_bounds import TotalQuestion, prove, random_question
from tests.oracle.brute_total import LeastCost, Objective, Play
from tests.oracle.games import Size, SmallGame, random_game, random_history, words_after
from tests.oracle.questions import variant_of
from tests.oracle.real_cuts import real_cut
from tests.oracle.total_truth import Truth
from wordle_cp.answers.totals.solve import prove_optimal
from wordle_cp.certificate.claims.total import Optimality
from wordle_cp.certificate.parts.sets_and_lemmas import format_fact
from wordle_cp.certificate.read import read_proof
from wordle_cp.certificate.render import render
from wordle_cp.errors import CertificateParseError, CertificateRejected, UsageError
from wordle_cp.games import question as asked
from wordle_cp.games.notation import parse_history
from wordle_cp.rules.modes import Mode, is_allowed
from wordle_cp.rules.words import all_green, pattern_of
from wordle_cp.runs.ranking_state import Keeping
from wordle_cp.views.refutations.opener_bound import BoundReason, explain_opener
from wordle_cp.views.refutations.sentences import tell_cells, tell_opener

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.views.refutations.opener_bound import OpenerBound

SMALL = Size(most_hidden=9, most_guesses=18)


def totals(folder: str) -> list[Path]:
    """Return the golden certificates of least totals of words that count once each, in a folder."""
    return sorted(path for path in (GOLDEN / folder).glob("total-*.cert") if "weight" not in path.name)


class Truths:
    """What is true of the cells of openers, by exhaustive search."""

    def __init__(self, proof: Optimality) -> None:
        """Take `proof`, whose lists make a game."""
        self.truth = Truth(proof)
        self.proof = proof
        claim = proof.claim
        left = None if claim.within is None else claim.within - len(claim.history)
        if left is not None and left > len(self.truth.words):
            left = None  # more guesses than words are as good as any number
        self.left = left
        self.costs = LeastCost(Play(self.truth.guesses, self.truth.rules), Objective(limit=left))
        self.facts = {format_fact(fact): fact for entry in proof.sets for fact in entry.facts}

    def openers(self) -> list[str]:
        """Return the openers that the claim speaks of."""
        claim = self.proof.claim
        allowed = [word for word in self.truth.guesses if is_allowed(word, claim.history, self.truth.mode)]
        return list(claim.among) or allowed

    def demand(self, found: OpenerBound, *, lemmas: bool) -> None:
        """Demand that all numbers of `found` are lower bounds, those of lemmas only if `lemmas` are true."""
        words, history = self.truth.words, self.proof.claim.history
        cells: dict[int, set[str]] = {}
        for word in words:
            cells.setdefault(pattern_of(found.opener, word), set()).add(word)
        cells.pop(all_green(len(found.opener)), None)
        assert {cell.pattern: set(cell.words) for cell in found.cells} == cells
        assert (found.words, found.made) == (len(words), len(history))
        allowed = frozenset(guess for guess in self.truth.guesses if self.truth.fixed.permits(guess))
        for cell in found.cells:
            if cell.reason is BoundReason.SET:
                assert cell.bound == 3 * len(cell.words) - (cell.most or 0) + cell.late
                if cell.number is not None:
                    entry = self.proof.sets[cell.number]
                    assert tuple(map(format_fact, entry.facts)) == cell.facts
                    most = self.truth.most_of(entry.facts)
                    assert most <= (entry.most or most)
                    assert cell.most == (entry.most or most)
            if cell.reason is BoundReason.LEMMA:
                assert cell.number is not None
                assert self.proof.lemmas[cell.number].bound == cell.bound
                if not lemmas:
                    continue
            if self.left == 0:  # not even the opener is left
                assert cell.bound is None
                continue
            after = self.costs.play.still_allowed(allowed, found.opener, cell.pattern)
            cost = self.costs.value(frozenset(cell.words), after, 1)
            assert cost is None or (cell.bound is not None and cell.bound <= cost)
        total = found.total
        if total is not None:
            assert total == len(words) * (len(history) + 1) + sum(cell.bound or 0 for cell in found.cells)
            lines = list(tell_cells(found))
            numbers = [_last_number(line) for line in lines if not line.startswith(("(", "together"))]
            assert sum(numbers) == total
            assert f"together: {total}" in lines
        if lemmas:
            assert total is None or total >= found.claimed


def _last_number(line: str) -> int:
    """Return what a line of the sum comes to: the number behind its last sign of equality, or colon."""
    told = line.partition(": ")[2]
    return int(
        (told.rpartition(" = ")[2] if " = " in told else told).replace(",", " ").replace(";", " ").split()[0]
    )


def test_the_golden_certificates() -> None:
    reasons: Counter[BoundReason] = Counter()
    for path in totals("accept"):
        truths = Truths(read_proof(path, Optimality))
        for opener in truths.openers():
            _, found = explain_opener(path, opener)
            truths.demand(found, lemmas=True)
            reasons.update(cell.reason for cell in found.cells)
        assert explain_opener(path, None)[1].opener == truths.proof.claim.openers[0].opener
    assert set(reasons) >= {BoundReason.FEW, BoundReason.LEMMA}, reasons


def test_random_games(tmp_path: Path) -> None:
    rng = random.Random(20261122)  # noqa: S311  not for secrets
    reasons: Counter[BoundReason] = Counter()
    for number in range(share(72)):
        mode = rng.choice((Mode.NORMAL, Mode.HARD))
        game = random_game(rng, SMALL) if number % 4 else real_cut(rng, 11, 40)
        history = random_history(rng, game, mode, rng.choice((0, 0, 1)))
        limit = rng.choice((None, 2, 3, 3, 4, 6))
        if not words_after(game, history) or (limit is not None and limit <= len(history)):
            continue
        variant = variant_of(game, mode).model_copy(update={"max_guesses": limit})
        out = tmp_path / f"{number}.cert"
        if (
            prove_optimal(asked.TotalQuestion.of(variant, history=history), keeping=Keeping(out=out)).cost
            is None
        ):
            continue
        truths = Truths(read_proof(out, Optimality))
        openers = truths.openers()
        for opener in rng.sample(openers, min(6, len(openers))):
            found = explain_opener(out, opener)[1]
            truths.demand(found, lemmas=True)
            reasons.update(cell.reason for cell in found.cells)
    assert set(reasons) >= {BoundReason.FEW, BoundReason.T, BoundReason.SET, BoundReason.LEMMA}, reasons


@only_more
def test_sets_that_are_counted_and_sets_that_state_their_number(tmp_path: Path) -> None:
    """The openers of random proofs; those of a file with all numbers have the same bounds."""
    used: Counter[bool] = Counter()
    out, other = tmp_path / "some.cert", tmp_path / "all.cert"
    for seed in range(120):
        rng = random.Random(seed)  # noqa: S311  not for secrets
        game = real_cut(rng, 11, 20)
        among = tuple(rng.sample(game.guesses, 4))
        question = TotalQuestion(game, rng.choice((Mode.NORMAL, Mode.HARD)), among=among)
        proof = prove(question if seed % 3 else random_question(rng, SMALL), rng)
        if proof is None or not proof.sets:
            continue
        truths = Truths(proof)
        numbers = [max(1, truths.truth.most_of(entry.facts)) for entry in proof.sets]
        stated = tuple(replace(entry, most=most) for entry, most in zip(proof.sets, numbers, strict=True))
        write(out, proof)
        write(other, replace(proof, sets=stated))
        letters = [{fact.letter for fact in entry.facts} for entry in proof.sets]
        for opener in truths.openers():
            if not any(some <= set(opener) for some in letters):
                continue  # no set speaks of its cells
            found = explain_opener(out, opener)[1]
            truths.demand(found, lemmas=True)
            assert explain_opener(other, opener)[1] == found
            for cell in found.cells:
                if cell.reason is BoundReason.SET and cell.number is not None:
                    used[proof.sets[cell.number].most is None] += 1
    assert min(used[True], used[False]) > 3, used


def write(path: Path, proof: Optimality) -> None:
    path.write_text("".join(f"{line}\n" for line in render(proof)), encoding="utf-8")


def test_where_guesses_run_out(tmp_path: Path) -> None:
    game = SmallGame(
        ("bah", "bat", "cat", "hat", "mac", "mat", "orb", "rat"), ("bat", "cat", "hat", "mat", "rat")
    )
    variant = variant_of(game, Mode.HARD).model_copy(update={"max_guesses": 3})
    out = tmp_path / "rhymes.cert"
    for history, opener, reason, words in (
        ((), "cat", BoundReason.SEPARATE, ("bat", "hat", "mat", "rat")),
        (parse_history("mac.bgb", 3), "bat", BoundReason.LIMIT, ("hat", "rat")),
    ):
        prove_optimal(asked.TotalQuestion.of(variant, history=history), keeping=Keeping(out=out))
        found = explain_opener(out, opener)[1]
        Truths(read_proof(out, Optimality)).demand(found, lemmas=True)
        [cell] = [cell for cell in found.cells if cell.bound is None]
        assert (cell.reason, cell.words, found.total) == (reason, words, None)
        assert tell_opener(found) == f"{opener.upper()}: no strategy that begins so finds all words in time."
        assert any("no strategy finds all of them in time" in line for line in tell_cells(found))


def test_of_a_false_certificate_only_lemmas_may_be_false() -> None:
    told = rejected = 0
    for path in totals("reject"):
        with suppress(CertificateRejected, CertificateParseError, ValueError):
            truths = Truths(read_proof(path, Optimality))
            for opener in truths.openers():
                try:
                    found = explain_opener(path, opener)[1]
                except (CertificateRejected, UsageError):
                    rejected += 1
                    continue
                truths.demand(found, lemmas=False)
                told += 1
    assert told > 10
    assert rejected > 10


@pytest.mark.parametrize("name", ["total-set-too-low", "total-others-too-high", "total-covered-off-by-one"])
def test_what_is_false_is_rejected(name: str) -> None:
    path = GOLDEN / "reject" / f"{name}.cert"
    openers = Truths(read_proof(path, Optimality)).openers()
    caught = 0
    for opener in openers:
        try:
            explain_opener(path, opener)
        except CertificateRejected:
            caught += 1
    assert caught
