"""Small changes to any certificate: of its game, its history, and its count of words.

Whether they matter is for the caller to find out. `refutation_mutants` and `total_mutants` have those that
belong to a kind of claim.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from wordle_cp.certificate.base.claim import Proof
from wordle_cp.certificate.base.records import Origin, WordListRecord
from wordle_cp.certificate.claims.impossible import Refutation
from wordle_cp.certificate.claims.missed import MissedProof
from wordle_cp.data import hash_words
from wordle_cp.games.strategy_tree import consistent_words
from wordle_cp.rules.modes import Mode

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from wordle_cp.certificate.parts.missed_lemmas import MissedLemma

Whole = TypeVar("Whole", bound=Proof[Any])
OfMissed = TypeVar("OfMissed", Refutation, MissedProof)


def with_claim(proof: Whole, **fields: object) -> Whole:
    """Return `proof` with other `fields` of its claim."""
    return replace(proof, head=replace(proof.head, claim=replace(proof.claim, **fields)))


def with_game(proof: Whole, **fields: Any) -> Whole:  # noqa: ANN401  as `replace` has it
    """Return `proof` with other `fields` of its game."""
    return replace(proof, head=replace(proof.head, game=replace(proof.head.game, **fields)))


def changed_lemmas(proof: OfMissed, rng: random.Random) -> Iterator[tuple[str, OfMissed]]:
    """Yield changes of a proof by lemmas about words missed, to one lemma each, with their names."""

    def with_lemmas(*lemmas: MissedLemma) -> OfMissed:
        return replace(with_claim(proof, lemmas=len(lemmas)), lemmas=lemmas)

    if not proof.lemmas:
        return
    place = rng.randrange(len(proof.lemmas))
    before, lemma, after = proof.lemmas[:place], proof.lemmas[place], proof.lemmas[place + 1 :]
    yield "lemma dropped", with_lemmas(*before, *after)
    yield "lemma last", with_lemmas(*before, *after, lemma)
    for name, other in (
        ("higher bound", replace(lemma, bound=None if lemma.bound is None else lemma.bound + 1)),
        ("lower bound", replace(lemma, bound=max(1, (lemma.bound or 2) - 1))),
        ("lost", replace(lemma, bound=None)),
        ("more guesses", replace(lemma, guesses=lemma.guesses + 1)),
        ("fewer guesses", replace(lemma, guesses=max(0, lemma.guesses - 1))),
        ("more in all", replace(lemma, most=None if lemma.most is None else lemma.most + 1)),
        ("limited", replace(lemma, most=lemma.guesses + 1)),
    ):
        if other != lemma:
            yield name, with_lemmas(*before, other, *after)


def another_history(proof: Whole, rng: random.Random) -> Whole | None:
    """Forget the last guess of the history, or change its pattern; the words covered are counted again."""
    claim = proof.claim
    if not claim.history:
        return None
    guess, _ = claim.history[-1]
    last = ((guess, rng.randrange(3 ** len(guess))),) if rng.random() < 0.5 else ()
    return _counted_again(with_claim(proof, history=(*claim.history[:-1], *last)))


def another_count(proof: Whole, rng: random.Random) -> Whole | None:
    """Claim another number of hidden words covered."""
    count = proof.claim.hidden_count + rng.choice((-1, 1))
    return with_claim(proof, hidden_count=count) if count else None


def another_mode(proof: Whole, rng: random.Random) -> Whole | None:
    """Claim the same in another mode."""
    return with_game(proof, mode=rng.choice(tuple(Mode)))


def another_hidden_list(proof: Whole, rng: random.Random) -> Whole | None:
    """Claim the same of another hidden list, correctly counted: a word fewer, or a word more."""
    game = proof.head.game
    hidden = set(game.hidden.words or game.guesses.words) ^ {rng.choice(game.guesses.words)}
    if not hidden:
        return None
    words = tuple(word for word in game.guesses.words if word in hidden)
    record = WordListRecord("another", len(words), hash_words(words), Origin.EMBEDDED, words)
    return _counted_again(with_game(proof, hidden=record))


def another_guess_list(proof: Whole, rng: random.Random) -> Whole | None:
    """Claim the same with one guess fewer, one more, or one that differs in a letter."""
    game = proof.head.game
    if game.hidden.origin is not Origin.EMBEDDED:
        return None
    removed = rng.choice(game.guesses.words)
    place = rng.randrange(len(removed))
    other = removed[:place] + rng.choice("abcxyz") + removed[place + 1 :]
    exchanged = tuple(other if word == removed else word for word in game.guesses.words)
    less = tuple(word for word in game.guesses.words if word != removed)
    words = rng.choice((exchanged, less, (*game.guesses.words, other)))
    if not words:
        return None
    record = WordListRecord("another", len(words), hash_words(words), Origin.EMBEDDED, words)
    return with_game(proof, guesses=record)


def _counted_again(proof: Whole) -> Whole | None:
    hidden = proof.head.game.hidden.words or proof.head.game.guesses.words
    count = len(consistent_words(hidden, proof.claim.history))
    return with_claim(proof, hidden_count=count) if count else None


CHANGES: tuple[Any, ...] = (
    another_history,
    another_count,
    another_mode,
    another_hidden_list,
    another_guess_list,
)
"""All changes here: each returns a changed certificate, or None where there is nothing to change so."""
