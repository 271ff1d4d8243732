"""Records of certificates, made of what a search found, and what they are to claim.

The parts, in their order:

Whether what the checker has accepted answers the question that was asked.

A certificate can be true and answer another question: about another mode, another list, another limit. So
whoever publishes one says what was asked, in terms of the question and not of the writer; and what was
accepted is compared with that, field by field, before anybody hears of it.

Records of certificates, made from a variant and a strategy.

Certificates of the fewest guesses that beat Absurdle.

Certificates of guesses that are fixed in advance: that they are enough, or too few.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wordle_cp.certificate.base.claim import Head
from wordle_cp.certificate.base.records import GameRecord, Origin, WordListRecord
from wordle_cp.certificate.claims.absurdle import AbsurdleLeast, AbsurdleProof
from wordle_cp.certificate.claims.fixed import FixedGuesses, FixedImpossible, FixedPossible, FixedRefutation
from wordle_cp.certificate.claims.impossible import DepthImpossible, OpenerScope
from wordle_cp.certificate.claims.possible import Certificate, DepthPossible
from wordle_cp.certificate.kinds import kind_of
from wordle_cp.data import word_list_by_hash
from wordle_cp.errors import (
    CertificateParseError,
    CertificateRejected,
    OwnCertificateRejected,
    Rule,
    abridged,
    one_line,
)
from wordle_cp.games.strategy_tree import figures

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wordle_cp.certificate.base.claim import Claim
    from wordle_cp.certificate.claims.fixed import Move
    from wordle_cp.certificate.render import AnyCertificate
    from wordle_cp.check import Accepted
    from wordle_cp.games.question import Position, Question, TotalQuestion
    from wordle_cp.games.strategy_tree import Figures
    from wordle_cp.games.variant import Variant

    Proof = tuple[AnyCertificate, "Asked"]
    """A certificate that isn't checked yet, and what it is to claim."""


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


def asked_cost(question: TotalQuestion, verdict: str, guesses_left: int | None, **found: object) -> Asked:
    """Return the claim about what the `question` costs, with the numbers that were `found`.

    The `verdict` is ``least`` or ``between``: one number is claimed, or both ends.

    Its openers, limits and weights are derived from the question here, apart from those who write such
    claims. After the history `guesses_left` guesses are left (None: however many); the numbers count from the
    start of the game.
    """
    played, goal = len(question.history), question.goal
    missed = goal.missed(guesses_left)
    within = guesses_left if missed is None else missed.within
    scope: dict[str, object] = {
        "within": None if within is None else played + within,
        "among": question.asked,
    }
    if missed is None:
        words = question.hidden
        scope["weights"] = tuple(zip(words, goal.weights_of(words), strict=True)) if goal.weights else ()
    elif verdict == "least":
        scope["most"] = None if missed.most is None else played + missed.most
    kind = kind_of("total" if missed is None else "missed", verdict)
    return Asked(question.position, kind, **scope, **found)


def asked_depth(question: Question, depth: int, opener: str | None, *, possible: bool) -> Asked:
    """Return the claim that `depth` guesses are enough for the `question`, or that they aren't.

    Where the question names openers, a claim that they are names the `opener` that was found.
    """
    if not possible:
        return asked_impossible(question, depth)
    return asked_possible(question.position, depth, opener if question.asked else None)


def asked_possible(position: Position, depth: int, opener: str | None, **numbers: object) -> Asked:
    """Return the claim that `depth` guesses are enough, with that `opener` if the claim is to name one.

    `numbers` are others of the claim that are known: of the strategy, by their names there.
    """
    return Asked(position, DepthPossible, depth=depth, opener=opener, **numbers)


def depth_certificate(
    position: Position,
    depth: int,
    steps: Sequence[str],
    opener: str | None = None,
    numbers: Figures | None = None,
) -> Certificate:
    """Return the certificate that `depth` guesses, those of the history included, are enough.

    `steps` is the strategy after the history, in the preorder of `DepthPossible`; its `numbers` are computed
    here, unless they are there already. `opener` is its first guess, given if the claim is to name it.

    Raises:
        ValueError: `steps` is not a strategy of the hidden words of the position.
    """
    variant, history = position.variant, position.history
    numbers = numbers or figures(steps, position.hidden, history, variant.scoring)
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


def absurdle_certificate(position: Position, guesses: Iterable[str]) -> AbsurdleProof:
    """Return the certificate that `guesses` win after the history, and no fewer."""
    winning = tuple(guesses)
    claim = AbsurdleLeast(len(winning), position.history, len(position.hidden))
    return AbsurdleProof(Head(game_record(position.variant), claim), winning)


def fixed_certificate(
    position: Position, guesses: Sequence[str], *, leave: int, start: tuple[str, ...] = ()
) -> FixedGuesses:
    """Return the certificate that these `guesses` always leave at most `leave` words."""
    chosen = tuple(guesses)
    claim = FixedPossible(len(chosen), position.history, leave, start, len(position.hidden))
    return FixedGuesses(Head(game_record(position.variant), claim), chosen)


def refuted_certificate(
    position: Position,
    count: int,
    groups: Iterable[Sequence[int]],
    moves: tuple[Move, ...],
    *,
    leave: int,
    start: tuple[str, ...] = (),
) -> FixedRefutation:
    """Return the certificate that no `count` guesses do, by `groups` of places of hidden words, and moves."""
    words = position.hidden
    named = tuple(tuple(words[place] for place in group) for group in groups)
    claim = FixedImpossible(
        count, position.history, leave, start, len(words), groups=len(named), moves=len(moves)
    )
    return FixedRefutation(Head(game_record(position.variant), claim), named, moves)
