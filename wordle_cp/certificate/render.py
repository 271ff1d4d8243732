"""The lines of a certificate: `read` reads them back to an equal record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wordle_cp.certificate.base.claim import Claim, Collect, Proof
from wordle_cp.certificate.base.game_text import format_letters
from wordle_cp.certificate.base.records import CODE_GAME, END, KIND, PROGRAM, Repeats
from wordle_cp.rules.letters import PLAIN, written

if TYPE_CHECKING:
    from collections.abc import Iterator

AnyCertificate = Proof[Claim]
"""A certificate of any kind of claim, its proof in memory."""


def render(certificate: Proof[Any]) -> Iterator[str]:
    """Yield the lines of `certificate`, without newlines; `read` reads them back to an equal record."""
    game, claim = certificate.head.game, certificate.head.claim
    yield f"{PROGRAM} {KIND}"
    yield " ".join(("claim", *claim.words, *map(str, _numbers(claim))))
    yield f"variant {game.name}"
    yield f"title {game.title}"
    if game.codes is not None:
        repeats = Repeats.REPEATS if game.codes.repeats else Repeats.DISTINCT
        yield f"game {CODE_GAME} {game.codes.colours} {repeats}"
    if game.scoring.named_feedback is not None:
        yield f"feedback {game.scoring.named_feedback}"
    yield f"mode {game.mode}"
    yield f"length {game.word_length}"
    if game.alphabet != PLAIN:
        yield f"letters {format_letters(game.alphabet)}"
    if game.max_guesses is not None:
        yield f"limit {game.max_guesses}"
    for keyword, words in (("guesses", game.guesses), ("hidden", game.hidden)):
        yield f"{keyword} {words.count} {words.sha256} {words.origin} {words.name}"
        yield from map(written, words.words)
    if claim.history:
        yield f"after {game.scoring.write_history(claim.history)}"
    yield from claim.lines()
    done: dict[str, int] = {}
    for slot in claim.parts:
        records = getattr(certificate, slot.field)
        if slot.collect is Collect.EACH:
            place = done.setdefault(slot.field, 0)
            done[slot.field] += 1
            records = records[place]
        for record in (records,) if slot.collect is Collect.ONE else records:
            yield slot.part.line(record, game)
    yield END


def _numbers(claim: Claim) -> Iterator[int]:
    """Yield the numbers on the claim's own line."""
    for value in claim.answer.values():
        yield from value if isinstance(value, list) else [value]
