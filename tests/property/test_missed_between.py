"""Intervals of words missed: certificates of random small games in both modes against brute force.

Whatever the checker accepts, changed proofs included, must be true: brute force decides it from the
definition. Whether it accepts or not, the second checker must see it likewise.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.effort import MORE
from tests.oracle.games import Size, game_of_modes, random_game, random_history, words_after
from tests.oracle.mutants import with_claim
from tests.oracle.questions import variant_of
from tests.two_checkers import Changes, judged
from wordle_cp.answers.between import prove_missed_between
from wordle_cp.certificate.claims.missed_between import MissedBetween, Packing
from wordle_cp.certificate.parts.missed_lemmas import MissedLemma
from wordle_cp.certificate.read import read_whole
from wordle_cp.games.goal import Goal
from wordle_cp.games.question import TotalQuestion
from wordle_cp.rules.modes import Mode, is_allowed
from wordle_cp.rules.words import History, all_green, pattern_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from tests.oracle.games import SmallGame

SMALL = Size(most_hidden=10, most_guesses=13)
GAMES = 25 if MORE else 14
_AMONG = 0.3
"""Share of the games in which some openers are asked about."""


def missing(
    game: SmallGame, mode: Mode, within: int, *, history: History = (), openers: Sequence[str] | None = None
) -> TotalQuestion:
    """Return how many words aren't found within so many more guesses."""
    variant = variant_of(game, mode)
    return TotalQuestion.of(variant, history=history, openers=openers, goal=Goal.missing(within))


class Brute:
    """A game and its mode: the least number of words missed, from the definition."""

    def __init__(self, game: SmallGame, mode: Mode) -> None:
        """Take the game."""
        self._game = game
        self._mode = mode
        self._known: dict[tuple[frozenset[str], int, tuple[str, ...]], int] = {}

    def missed_of(self, claim: MissedBetween, words: frozenset[str]) -> int:
        """Return the truth of what is claimed of `words`."""
        left = claim.within - len(claim.history)
        if not claim.among:
            return self.missed(words, claim.history, left)
        return min(self._missed_with(t, words, claim.history, left) for t in claim.among)

    def missed(self, words: frozenset[str], history: History, within: int) -> int:
        """Return how many of `words` the best strategy after `history` doesn't find in so many guesses."""
        if not words or within == 0:
            return len(words)
        allowed = tuple(t for t in self._game.guesses if is_allowed(t, history, self._mode))
        key = words, within, allowed
        if key not in self._known:
            self._known[key] = min(self._missed_with(t, words, history, within) for t in allowed)
        return self._known[key]

    def _missed_with(self, guess: str, words: frozenset[str], history: History, within: int) -> int:
        cells: dict[int, set[str]] = {}
        for word in words:
            cells.setdefault(pattern_of(guess, word), set()).add(word)
        return sum(
            self.missed(frozenset(cell), (*history, (guess, pattern)), within - 1)
            for pattern, cell in cells.items()
            if pattern != all_green(len(guess))
        )


def changed(proof: Packing, rng: random.Random) -> Iterator[tuple[str, Packing]]:
    """Yield changed proofs with the names of the changes."""
    claim = proof.claim
    if claim.low < claim.high:
        yield "higher", with_claim(proof, low=claim.low + 1)
    else:
        yield "both higher", with_claim(proof, low=claim.low + 1, high=claim.high + 1)
    yield "more", with_claim(proof, high=claim.high + 1)
    yield "a guess more", with_claim(proof, within=claim.within + 1)
    if claim.within > len(claim.history) + 1:
        yield "a guess fewer", with_claim(proof, within=claim.within - 1)
    if claim.among:
        yield "all openers", with_claim(proof, among=())
    if not proof.sets:
        return
    place = rng.randrange(claim.sets)
    fewer = with_claim(proof, sets=claim.sets - 1)
    yield "set dropped", replace(fewer, sets=proof.sets[:place] + proof.sets[place + 1 :])
    order = list(proof.sets)
    rng.shuffle(order)
    yield "another order", replace(proof, sets=tuple(order))
    more = with_claim(proof, sets=claim.sets + 1, nodes=claim.nodes + 1)
    nodes, sets = (*proof.nodes, proof.nodes[0]), (*proof.sets, proof.sets[place])
    yield "set twice", replace(more, nodes=nodes, sets=sets)
    number = rng.randrange(claim.nodes)
    node = proof.nodes[number]
    for name, other in (
        ("more guesses", replace(node, guesses=node.guesses + 1)),
        ("a word fewer", replace(node, words=node.words[1:], weights=node.weights[1:], cases=())),
        ("a child fewer", replace(node, children=node.children[1:])),
    ):
        if other != node and (other.words or len(other.children) > 0) and not node.cases:
            yield name, replace(proof, nodes=(*proof.nodes[:number], other, *proof.nodes[number + 1 :]))


@pytest.mark.parametrize("seed", range(10 if MORE else 1))
def test_random_games(seed: int, tmp_path: Path) -> None:
    rng = random.Random(f"missed-between/{seed}")  # noqa: S311  no secret
    changes = Changes(tmp_path)
    packed = exact = 0
    for number in range(GAMES):
        mode = rng.choice((Mode.NORMAL, Mode.HARD))
        game = rng.choice((random_game, game_of_modes))(rng, SMALL)
        history = random_history(rng, game, mode, rng.choice((0, 0, 0, 1)))
        words = frozenset(words_after(game, history))
        within = rng.choice((1, 2, 3, 3, 3, 4))
        allowed = [guess for guess in game.guesses if is_allowed(guess, history, mode)]
        among = rng.sample(allowed, rng.randint(1, len(allowed))) if rng.random() < _AMONG else None
        case = (seed, number, game, mode, history, within, among)
        question = missing(game, mode, within, history=history, openers=among)
        brute = Brute(game, mode)
        out = tmp_path / f"{number}.cert"
        report = prove_missed_between(question, out)
        proof = read_whole(out)
        assert isinstance(proof, Packing), case
        assert proof.claim.among == tuple(among or ()), case
        truth = brute.missed_of(proof.claim, words)
        assert report.high == truth, case
        assert report.low is not None, case
        assert report.low <= truth, case
        assert report.settled
        assert report.low == truth or within > 2, case  # counting tells all of two guesses
        assert (report.low > 0) == (truth > 0), case
        packed += report.low > 1 and within > 2
        exact += report.low == truth > 0 and within > 2
        assert judged(out, proof), case

        def is_true(one: Packing, brute: Brute = brute, words: frozenset[str] = words) -> bool:
            return one.claim.low <= brute.missed_of(one.claim, words) <= one.claim.high

        changes.judge(changed(proof, rng), is_true)
    assert packed
    assert exact
    assert not changes.malformed
    assert changes.refused["more"] == GAMES
    assert {"set dropped", "set twice"} <= changes.refused.keys()


def test_lemmas_about_cells_and_parts_of_them(tmp_path: Path) -> None:
    """With a true lemma for each cell the lower end is that of the openers; a false lemma is refused."""
    rng = random.Random("missed-between/lemmas")  # noqa: S311  no secret
    raised = parts = 0
    for number in range(GAMES):
        mode = rng.choice((Mode.NORMAL, Mode.HARD))
        game = random_game(rng, SMALL)
        within = rng.choice((3, 4))
        brute, freely = Brute(game, mode), Brute(game, Mode.NORMAL)
        words = frozenset(game.hidden)
        out = tmp_path / f"{number}.cert"
        prove_missed_between(missing(game, mode, within), out)
        proof = read_whole(out)
        assert isinstance(proof, Packing)
        lemmas: list[MissedLemma] = []
        totals: list[int] = []
        for opener in game.guesses:
            cells = {pattern_of(opener, word) for word in words} - {all_green(len(opener))}
            totals.append(0)
            for pattern in sorted(cells):
                history: History = ((opener, pattern),)
                if rng.random() < 0.2:  # a part of the cell says no more, and is true of all of it
                    history = (
                        *history,
                        (other := rng.choice(game.guesses), pattern_of(other, game.hidden[0])),
                    )
                part = frozenset(words_after(game, history))
                missed = freely.missed(part, (), within - 1) if len(part) > 1 else 0
                totals[-1] += missed
                parts += len(history) > 1 and missed > 0
                lemmas += [MissedLemma(missed, within - 1, None, history)] * (missed > 0)
        truth = brute.missed(words, (), within)
        low = min(totals)
        assert low <= truth
        if not lemmas:
            continue

        def with_lemmas(low: int, lemmas: list[MissedLemma], proof: Packing = proof) -> Packing:
            other = with_claim(proof, low=low, nodes=0, sets=0, lemmas=len(lemmas))
            return replace(other, nodes=(), sets=(), lemmas=tuple(lemmas))

        case = (number, game, mode, within)
        assert judged(out, with_lemmas(low, lemmas)), case
        raised += low > 0
        place = rng.randrange(len(lemmas))
        one = lemmas[place]
        assert one.bound is not None
        false = [*lemmas[:place], replace(one, bound=one.bound + 1), *lemmas[place + 1 :]]
        assert not judged(out, with_lemmas(low, false)), case
    assert raised
    assert parts
