"""Fixed guesses, proven: certificates of random small games of words and codes against brute force.

Whatever the checker accepts, changed proofs included, must be true: brute force decides it from the
definition. Whether it accepts or not, the second checker must see it likewise.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tests.effort import FEW, share
from tests.oracle.brute_codes import response
from tests.oracle.brute_fixed import some_do
from tests.oracle.games import Size, random_game, random_history
from tests.oracle.mutants import CHANGES, with_claim
from tests.oracle.questions import variant_of
from tests.two_checkers import Changes, judged
from tests.unit.test_codes import codes_of
from wordle_cp.answers.models.fixed_search import find_guesses
from wordle_cp.answers.models.refuter import Refuter, TooFewGuesses
from wordle_cp.certificate.claims.fixed import (
    Fail,
    FixedClaim,
    FixedGuesses,
    FixedImpossible,
    FixedRefutation,
    Try,
    Weigh,
)
from wordle_cp.certify.records import fixed_certificate, refuted_certificate
from wordle_cp.engine import Game
from wordle_cp.games.question import Position
from wordle_cp.modelling.partitions import Groups
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import pattern_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from wordle_cp.certificate.claims.fixed import Move

SMALL = Size(most_hidden=9, most_guesses=13)
CODES = ("2 3 true", "2 4 true", "3 2 true", "3 3 false", "2 5 false")
"""Pegs, colours, and whether colours may repeat."""


class Asked:
    """A random question about fixed guesses, and the truth of claims about its game."""

    def __init__(self, rng: random.Random, folder: Path) -> None:
        """Draw one of words or of codes."""
        self.respond: Callable[[str, str], object]
        if rng.random() < 0.7:
            game = random_game(rng, SMALL)
            variant = variant_of(game, Mode.NORMAL)
            history = random_history(rng, game, Mode.NORMAL, rng.choice((0, 0, 1)))
            self.respond = pattern_of
        else:
            variant, history = codes_of(folder, rng.choice(CODES)), ()
            self.respond = response
        self.position = Position.of(variant, history)
        self.leave = rng.choice((1, 1, 1, 2, 3))
        self.start = tuple(
            rng.sample(variant.guesses, min(len(variant.guesses), rng.choice((0, 0, 0, 1, 2))))
        )
        scored = Game(variant.guesses, self.position.hidden, variant.scoring)
        self.groups = Groups(np.ascontiguousarray(scored.by_hidden), self.leave)
        place = {word: number for number, word in enumerate(variant.guesses)}
        self.places = tuple(place[word] for word in self.start)

    @property
    def guesses(self) -> tuple[str, ...]:
        """The guesses of the game."""
        return self.position.variant.guesses

    def certificates(self) -> Iterator[FixedGuesses | FixedRefutation]:
        """Yield a certificate for each number of guesses, up to the first one that does."""
        named: Any = {"leave": self.leave, "start": self.start}
        for count in range(len(self.start), 20):
            found = Refuter(self.groups, self.guesses, count, self.places).answer()
            if not isinstance(found, TooFewGuesses):
                assert (
                    find_guesses(self.groups, count, self.places, 200) is not None or len(self.guesses) > 40
                )
                chosen = [self.guesses[guess] for guess in found]
                yield fixed_certificate(self.position, chosen, **named)
                return
            yield refuted_certificate(self.position, count, found.groups, found.moves, **named)
        raise AssertionError

    def is_true(self, proof: Any) -> bool:  # noqa: ANN401  either of two
        """Tell whether what `proof` claims about its game is true."""
        claim: FixedClaim = proof.claim
        game = proof.head.game
        hidden = game.hidden.words or game.guesses.words or self.position.variant.hidden
        guesses = game.guesses.words or self.guesses
        if game.mode is not Mode.NORMAL or not {*claim.start} <= {*guesses}:
            return False
        words = [word for word in hidden if game.scoring.is_consistent(word, claim.history)]
        do = some_do(guesses, words, claim.count, claim.leave, claim.start, self.respond)
        return do != isinstance(claim, FixedImpossible)


def changed_move(move: Move, rng: random.Random, guesses: tuple[str, ...], groups: int) -> Move:
    """Return another move of the same kind."""
    match move:
        case Try():
            return Try(rng.choice(guesses))
        case Fail():
            return Fail(rng.randrange(groups))
        case Weigh(weights):
            place = rng.randrange(len(weights))
            group, weight = weights[place]
            other = (group, max(1, weight + rng.choice((-weight // 2, -1, 1, weight))))
            kept = weights[:place] + rng.choice(((other,), ())) + weights[place + 1 :]
            return Weigh(kept or ((rng.randrange(groups), 1),))


def changed(proof: Any, rng: random.Random, asked: Asked) -> Iterator[tuple[str, Any]]:  # noqa: ANN401
    """Yield changed proofs with the names of the changes; what they claim may still be true."""
    claim = proof.claim
    start = (*claim.start, rng.choice(asked.guesses))
    if len(start) <= claim.count:
        yield "another start", with_claim(proof, start=start)
    if claim.start:
        yield "a shorter start", with_claim(proof, start=claim.start[:-1])
    for change in CHANGES if proof.head.game.codes is None else CHANGES[1:2]:
        other = change(proof, rng)
        if other is not None:
            yield change.__name__, other
    yield from (_changed_guesses if isinstance(proof, FixedGuesses) else _changed_refutation)(
        proof, rng, asked
    )


def _changed_guesses(proof: FixedGuesses, rng: random.Random, asked: Asked) -> Iterator[tuple[str, Any]]:
    claim = proof.claim
    yield "more left", with_claim(proof, leave=claim.leave + 1)
    if claim.leave > 1:
        yield "fewer left", with_claim(proof, leave=claim.leave - 1)
    if proof.guesses:
        place = rng.randrange(len(proof.guesses))
        chosen = (*proof.guesses[:place], rng.choice(asked.guesses), *proof.guesses[place + 1 :])
        yield "another guess", replace(proof, guesses=chosen)
        if claim.count > len(claim.start):
            yield (
                "a guess less",
                replace(with_claim(proof, count=claim.count - 1), guesses=proof.guesses[:-1]),
            )


def _changed_refutation(
    proof: FixedRefutation, rng: random.Random, asked: Asked
) -> Iterator[tuple[str, Any]]:
    claim = proof.claim
    yield "more guesses", with_claim(proof, count=claim.count + 1)
    if claim.count > len(claim.start):
        yield "fewer guesses", with_claim(proof, count=claim.count - 1)
    for _ in range(3):
        moves = list(proof.moves)
        place = rng.randrange(len(moves))
        moves[place] = changed_move(moves[place], rng, asked.guesses, claim.groups)
        yield f"another {type(moves[place]).__name__}", replace(proof, moves=tuple(moves))
        kept = proof.moves[:place] + proof.moves[place + 1 :]
        if kept:
            yield "a move less", replace(with_claim(proof, moves=len(kept)), moves=kept)
        twice = proof.moves[: place + 1] + proof.moves[place:]
        yield "a move twice", replace(with_claim(proof, moves=len(twice)), moves=twice)
    place = rng.randrange(claim.groups)
    words = list(proof.groups[place])
    words[rng.randrange(len(words))] = rng.choice(asked.position.variant.hidden)
    yield (
        "another group",
        replace(proof, groups=(*proof.groups[:place], tuple(words), *proof.groups[place + 1 :])),
    )


def test_fixed_guesses_and_their_certificates(tmp_path: Path) -> None:
    rng = random.Random("fixed guesses")  # noqa: S311  a fixed sample
    changes = Changes(tmp_path)
    kinds: Counter[str] = Counter()
    out = tmp_path / "fixed.cert"
    for _ in range(share(120)):
        asked = Asked(rng, tmp_path)
        for proof in asked.certificates():
            assert asked.is_true(proof)
            assert judged(out, proof)
            if isinstance(proof, FixedRefutation):
                kinds.update(type(move).__name__ for move in proof.moves)
                kinds["without branching"] += not any(isinstance(move, Try) for move in proof.moves)
            changes.judge(changed(proof, rng, asked), asked.is_true)
    assert FEW or min(kinds[name] for name in ("Try", "Weigh", "Fail", "without branching")) > 10
    assert not changes.malformed
    refused = {"more guesses", "another_mode", "another Try", "another Weigh", "another Fail"}
    assert refused <= changes.refused.keys()
    assert {"fewer guesses", "another Weigh", "another guess"} <= changes.accepted.keys()
    assert "another_count" not in changes.accepted
