"""Whether what the checker has accepted answers the question that was asked.

A certificate can be true and answer another question: about another mode, another list, another limit. So
whoever publishes one says what was asked, in terms of the question and not of the writer; and what was
accepted is compared with that, field by field, before anybody hears of it.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.claims.impossible import DepthImpossible, OpenerScope
from wordle_cp.certificate.claims.possible import DepthPossible
from wordle_cp.errors import (
    CertificateParseError,
    CertificateRejected,
    OwnCertificateRejected,
    Rule,
    abridged,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.certificate.base.claim import Claim
    from wordle_cp.certificate.base.records import GameRecord
    from wordle_cp.check import Accepted
    from wordle_cp.games.question import Position, Question
    from wordle_cp.games.variant import Variant

_NO_FAULT: Final = frozenset({Rule.SIZE, Rule.TEXT})
"""Rules that a true certificate breaks, too: it is too long to be checked, or its file has changed."""


@contextmanager
def judging_own() -> Iterator[None]:
    """Say of a rejection that the certificate is our own, so that nobody takes it for bad input.

    Raises:
        OwnCertificateRejected: the checker rejects, or can't read, what was written here just now: a bug.
    """
    try:
        yield
    except CertificateRejected as error:
        if error.rule in _NO_FAULT:
            raise
        raise OwnCertificateRejected(error.node, error.rule, error.expected, error.found) from error
    except CertificateParseError as error:
        place, expected = f"line {error.line}", "a certificate that can be read"
        raise OwnCertificateRejected(place, Rule.FORM, expected, error.message) from error


class Asked:
    """What a certificate is to claim: about a position, and the fields of the claim that answer.

    `fields` are those of `kind` that belong to the question or its answer, by name. The others say how long
    the proof is, and are the writer's.
    """

    def __init__(self, position: Position, kind: type[Claim], **fields: object) -> None:
        """Ask about `position`."""
        self._position = position
        self._kind = kind
        self._fields = fields

    def demand_answer(self, accepted: Accepted) -> None:
        """Raise unless what was `accepted` is what was asked.

        Raises:
            CertificateRejected: it is about something else, which the error names: a bug of the writer.
        """
        claim = accepted.claim
        if type(claim) is not self._kind:
            place = "claim"
            raise CertificateRejected(place, Rule.QUESTION, self._kind.__name__, type(claim).__name__)
        variant, history = self._position.variant, self._position.history
        hidden = tuple(word for word in variant.hidden if variant.scoring.is_consistent(word, history))
        for name, expected, found in (
            *_game_fields(variant, accepted.game),
            ("after", history, claim.history),
            ("hidden words left", hidden, accepted.hidden_set),
            *((name, expected, getattr(claim, name)) for name, expected in self._fields.items()),
        ):
            if expected != found:
                raise CertificateRejected(name, Rule.QUESTION, abridged(str(expected)), abridged(str(found)))


def _game_fields(variant: Variant, game: GameRecord) -> Iterator[tuple[str, object, object]]:
    """Yield name, what is expected and what was found of what makes a game, labels left out."""
    yield "mode", variant.mode, game.mode
    yield "word length", variant.length, game.word_length
    yield "letters", variant.alphabet, game.alphabet
    yield "codes", variant.codes, game.codes
    yield "feedback", variant.scoring.feedback, game.scoring.feedback
    yield "guesses", (variant.guesses_hash, len(variant.guesses)), (game.guesses.sha256, game.guesses.count)
    yield "hidden words", (variant.hidden_hash, len(variant.hidden)), (game.hidden.sha256, game.hidden.count)


def asked_impossible(question: Question, depth: int, scope: OpenerScope | None = None) -> Asked:
    """Return the claim that `depth` guesses aren't enough, whichever opener of the `question` is taken.

    With another `scope` it is about all openers but those that the question names.
    """
    scope = scope or (OpenerScope.ONLY if question.asked else OpenerScope.ALL)
    return Asked(question.position, DepthImpossible, depth=depth, scope=scope, openers=question.asked)


def asked_possible(position: Position, depth: int, opener: str | None, **numbers: object) -> Asked:
    """Return the claim that `depth` guesses are enough, with that `opener` if the claim is to name one.

    `numbers` are others of the claim that are known: of the strategy, by their names there.
    """
    return Asked(position, DepthPossible, depth=depth, opener=opener, **numbers)
