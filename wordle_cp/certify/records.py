"""Records of certificates, made from a variant and a strategy."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wordle_cp.certificate.base.claim import Head
from wordle_cp.certificate.base.records import GameRecord, Origin, WordListRecord
from wordle_cp.certificate.claims.possible import Certificate, DepthPossible
from wordle_cp.data import word_list_by_hash
from wordle_cp.errors import one_line
from wordle_cp.games.strategy_tree import Figures, consistent_words, figures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.words import History


def depth_certificate(
    variant: Variant,
    depth: int,
    steps: Sequence[str],
    *,
    history: History = (),
    opener: str | None = None,
) -> Certificate:
    """Return the certificate that `variant` can be won within `depth` guesses, those of `history` included.

    `steps` is the strategy after `history`, in the preorder of `DepthPossible`; its numbers are computed
    here. `opener` is its first guess, given if the claim is to name it.

    Raises:
        ValueError: `steps` is not a strategy of the hidden words that agree with `history`.
    """
    return certificate_of(
        variant,
        depth,
        steps,
        figures(
            steps,
            consistent_words(variant.hidden, history, variant.scoring),
            history,
            variant.scoring,
        ),
        history=history,
        opener=opener,
    )


def certificate_of(
    variant: Variant,
    depth: int,
    steps: Sequence[str],
    numbers: Figures,
    *,
    history: History = (),
    opener: str | None = None,
) -> Certificate:
    """Return the certificate that claims `numbers` for the strategy `steps`, right or wrong."""
    claim = DepthPossible(
        depth=depth,
        history=history,
        opener=opener,
        hidden_count=numbers.hidden_count,
        total_guesses=numbers.total_guesses,
        max_guesses=len(numbers.distribution),
        distribution=numbers.distribution,
        steps=len(steps),
    )
    return Certificate(Head(game_record(variant), claim), tuple(steps))


def game_record(variant: Variant) -> GameRecord:
    """Return `variant` in full; lists that ship are referred to by SHA-256, others are embedded."""
    guesses = _list_record(variant.guesses_name, variant.guesses, variant.guesses_hash)
    if variant.codes is not None:
        guesses = replace(guesses, origin=Origin.GENERATED, words=())
    hidden = _list_record(variant.hidden_name, variant.hidden, variant.hidden_hash)
    if hidden.origin is Origin.EMBEDDED and hidden.sha256 == guesses.sha256:
        hidden = WordListRecord(hidden.name, hidden.count, hidden.sha256, Origin.GUESSES)
    return GameRecord(
        name=one_line(variant.name),
        title=one_line(variant.title),
        mode=variant.mode,
        word_length=variant.length,
        alphabet=variant.alphabet,
        max_guesses=variant.max_guesses,
        guesses=guesses,
        hidden=hidden,
        codes=variant.codes,
        feedback=variant.feedback,
    )


def _list_record(name: str, words: tuple[str, ...], sha256: str) -> WordListRecord:
    name = one_line(name)
    if word_list_by_hash(sha256) is not None:
        return WordListRecord(name, len(words), sha256, Origin.SHIPPED)
    return WordListRecord(name, len(words), sha256, Origin.EMBEDDED, words)
