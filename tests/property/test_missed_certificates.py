"""Words missed, proven: certificates of random small games of words and codes against brute force.

Whatever the checker accepts, changed proofs included, must be true: brute force decides it from the
definition. Whether it accepts or not, the second checker must see it likewise.
"""

from __future__ import annotations

import random
from math import inf
from typing import TYPE_CHECKING

import pytest

from tests.effort import MORE
from tests.oracle.brute_codes import response
from tests.oracle.brute_missed import BruteMissed
from tests.oracle.games import Size, random_game, random_history, words_after
from tests.oracle.mutants import changed_lemmas, with_claim
from tests.oracle.questions import variant_of
from tests.property.test_free_colours import hidden_after, some_history
from tests.two_checkers import Changes, judged
from tests.unit.test_codes import codes_of
from wordle_cp.answers.totals.solve import prove_optimal
from wordle_cp.certificate.claims.missed import MissedProof
from wordle_cp.certificate.read import read_whole
from wordle_cp.check import check_strategies
from wordle_cp.data import word_list_by_hash
from wordle_cp.games.goal import Goal
from wordle_cp.games.question import TotalQuestion
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import pattern_of
from wordle_cp.runs.ranking_state import Keeping

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.words import History

GAMES = (
    "1 7 true",
    *3 * ("1 8 true",),
    "1 9 true",
    "2 3 true",
    "2 4 true",
    "3 2 true",
    "3 3 true",
    "2 5 true",
    "2 6 true",
    "3 4 false",
    "3 5 false",
)
"""Pegs, colours, and whether colours may repeat. With one peg words are missed after many guesses."""
SMALL = Size(most_hidden=9, most_guesses=14)
MOST_TRIED = 1000
"""Words that are left, times guesses, that brute force is tried on."""


class Question:
    """A random game, and which words of it count as missed."""

    def __init__(self, rng: random.Random, folder: Path) -> None:
        """Draw one of words or of codes."""
        self.variant: Variant
        self.history: History = ()
        while True:
            if rng.random() < 0.4:
                game = random_game(rng, SMALL)
                self.variant = variant_of(game, Mode.NORMAL)
                self.history = random_history(rng, game, Mode.NORMAL, rng.choice((0, 0, 1)))
                words = tuple(words_after(game, self.history))
                self.brute = BruteMissed(game.guesses, pattern_of)
            else:
                self.variant = codes_of(folder, rng.choice(GAMES))
                assert self.variant.codes is not None
                self.history = some_history(rng, self.variant.codes, rng.choice((0, 0, 1, 1, 2)))
                words = hidden_after(self.variant.codes, self.history)
                self.brute = BruteMissed(self.variant.guesses, response)
            if words and len(words) * len(self.variant.guesses) <= MOST_TRIED:
                break
        self.words = frozenset(words)
        self.within = rng.choice((1, 2, 3, 4, 5))
        self.most = rng.choice((None, None, self.within, self.within + 1, self.within + 2))
        self.openers = tuple(sorted(rng.sample(self.variant.guesses, 2))) if rng.random() < 0.2 else ()
        if len(words) == 1:
            self.openers = ()

    @property
    def objective(self) -> Goal:
        """What the search is asked."""
        costs = (0,) * self.within
        if self.most is None:
            return Goal(costs=costs, loss=1)
        return Goal(costs=costs + (1,) * (self.most - self.within))

    def is_true(self, proof: MissedProof) -> bool:
        """Tell whether what `proof` claims of these words is true."""
        claim = proof.claim
        played = len(claim.history)
        within = claim.within - played
        most = inf if claim.most is None else claim.most - played
        if within < 1 or most < within:
            return False
        openers = claim.among or self.variant.guesses
        return claim.missed == min(self.brute.missed_with(t, self.words, within, most) for t in openers)


def changed(proof: MissedProof, rng: random.Random) -> Iterator[tuple[str, MissedProof]]:
    """Yield changed proofs with the names of the changes."""
    claim = proof.claim

    yield "more missed", with_claim(proof, missed=claim.missed + 1)
    if claim.missed:
        yield "fewer missed", with_claim(proof, missed=claim.missed - 1)
    yield (
        "more within",
        with_claim(proof, within=claim.within + 1, most=claim.most and max(claim.most, claim.within + 1)),
    )
    if claim.within > 1:
        yield "fewer within", with_claim(proof, within=claim.within - 1)
    yield "no most", with_claim(proof, most=None)
    yield "another most", with_claim(proof, most=claim.within + rng.randrange(3))
    yield "another count", with_claim(proof, hidden_count=claim.hidden_count + 1)
    yield from changed_lemmas(proof, rng)


@pytest.mark.parametrize("seed", range(9 if MORE else 1))
def test_random_games(seed: int, tmp_path: Path) -> None:
    rng = random.Random(f"missed/{seed}")  # noqa: S311  no secret
    changes = Changes(tmp_path)
    for number in range(12):
        question = Question(rng, tmp_path)
        case = (seed, number, question.variant.title, question.history, question.within, question.most)
        out = tmp_path / f"{number}.cert"
        report = prove_optimal(
            TotalQuestion.of(
                question.variant,
                history=question.history,
                openers=question.openers or None,
                goal=question.objective,
            ),
            Keeping(out=out),
        )
        openers = question.openers or question.variant.guesses
        most = inf if question.most is None else question.most
        least = min(question.brute.missed_with(t, question.words, question.within, most) for t in openers)
        assert report.cost == (None if least == inf else least), case
        if report.cost is None:
            continue
        proof = read_whole(out)
        assert isinstance(proof, MissedProof), case
        assert (proof.claim.missed, proof.claim.among) == (least, question.openers), case
        assert report.lower_bound_checked
        assert judged(out, proof), case
        assert check_strategies(out, word_list_by_hash).certificate.steps == proof.steps
        changes.judge(changed(proof, rng), question.is_true)
    assert not changes.malformed
    assert changes.refused["more missed"] >= 6
    assert not {"more missed", "fewer missed", "another count"} & changes.accepted.keys()
