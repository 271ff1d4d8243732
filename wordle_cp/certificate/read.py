"""Reading a certificate: a stream of records (`records`), bounded, of the right form.

Where this stands: `certificate.render` renders the records, `wordle_cp.check` judges them: both meet here
only. The reader knows the grammar and nothing of the game: it tells a malformed file
(`CertificateParseError`) from a well-formed one, never a false claim from a true one. docs/certificates.md
has the grammar, an example and the soundness argument.

A file is a head (`Head`: the game in full, then the claim with its numbers), the steps of the proof, and a
last line. The first words of the claim's record choose the kind of claim, and with it the records of the
rest: `certificate.claims.total_text` has those of a least total, `certificate.claims.missed_text` those of
words missed, `certificate.claims.packing_text` those of an interval of these,
`certificate.claims.boards_text` those of several boards, `certificate.claims.absurdle_text` those of
Absurdle, and a later kind is one more dataclass beside theirs, and one more parser.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from wordle_cp.certificate.base.fields import Records
from wordle_cp.certificate.base.game_text import parse_game
from wordle_cp.certificate.base.lines import Line, read_lines
from wordle_cp.certificate.base.parts import claim_history
from wordle_cp.certificate.base.records import (
    KIND,
    MAX_DEPTH,
    MAX_NODES,
    MAX_NUMBER,
    MAX_WORDS,
    PROGRAM,
    ClaimVerdict,
    Head,
    Question,
)
from wordle_cp.certificate.claims.absurdle_records import AbsurdleLeast, AbsurdleProof
from wordle_cp.certificate.claims.absurdle_text import parse_absurdle_least
from wordle_cp.certificate.claims.boards_records import BoardsBetween, BoardsPosition, BoardsProof, Play
from wordle_cp.certificate.claims.boards_text import parse_boards_between, parse_boards_position, parse_play
from wordle_cp.certificate.claims.depth_records import (
    Certificate,
    DepthImpossible,
    DepthPossible,
    OpenerScope,
    Refutation,
    RefutationNode,
)
from wordle_cp.certificate.claims.depth_text import parse_node, parse_root
from wordle_cp.certificate.claims.missed_records import MissedLeast, MissedLemma, Shortfall
from wordle_cp.certificate.claims.missed_text import parse_missed_least, parse_missed_lemma
from wordle_cp.certificate.claims.packing_records import MissedBetween, Packing
from wordle_cp.certificate.claims.packing_text import parse_missed_between, parse_set
from wordle_cp.certificate.claims.total_records import MAX_LEMMAS, FactSet, Lemma, Optimality, TotalClaim
from wordle_cp.certificate.claims.total_text import (
    parse_fact_set,
    parse_lemma,
    parse_total_between,
    parse_total_least,
)
from wordle_cp.errors import CertificateParseError
from wordle_cp.rules.scoring import CodeScoring

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from wordle_cp.rules.scoring import Scoring


class CertificateReader:
    """A certificate that is being read: `head` at once, the steps one by one."""

    def __init__(self, path: Path, lines: Iterator[Line]) -> None:
        """Read the head from `lines`, the lines of the file `path`; see `open_certificate`."""
        self._records = Records(path, lines)
        self.head = _parse_head(self._records)

    def steps(self) -> Iterator[str]:
        """Yield the guesses of the strategy in preorder, as many as the claim says; to be called once.

        The claim is a `DepthPossible`; for another one that has steps see `missed_steps`.

        Raises:
            CertificateParseError: a line is not a word of the game's length, there are fewer or more lines
                than the claim says, the last line is missing, something follows it, or the compressed data
                are damaged.
        """
        claim = self.head.claim
        assert isinstance(claim, DepthPossible), "only a strategy has steps"
        yield from self._words(claim.steps)
        self._records.end()

    def _words(self, count: int) -> Iterator[str]:
        """Yield the words on the next `count` lines."""
        for _ in range(count):
            yield self._records.word(self.head.game.scoring)

    def nodes(self) -> Iterator[RefutationNode]:
        """Yield the nodes of the refutation in order, as many as the claim says; then ask for `root`.

        The claim is a `DepthImpossible`, or a `MissedBetween`, where `sets` follow; to be called once.

        Raises:
            CertificateParseError: a line is not a node of the right form, there are fewer or more than the
                claim says, or the compressed data are damaged.
        """
        claim = self.head.claim
        assert isinstance(claim, DepthImpossible | MissedBetween), "only a refutation has nodes"
        for number in range(claim.nodes):
            yield parse_node(self._records, self.head.game.scoring, number)

    def root(self) -> tuple[int, ...]:
        """Return the numbers of the nodes that refute the claim's openers; to be called after all `nodes`.

        Raises:
            CertificateParseError: the line is not of the right form, the last line is missing, something
                follows it, or the compressed data are damaged.
        """
        claim = self.head.claim
        assert isinstance(claim, DepthImpossible), "only a refutation has a root"
        root = parse_root(self._records, claim.nodes)
        self._records.end()
        return root

    def sets(self) -> Iterator[int]:
        """Yield the numbers of nodes that are packed, as many as the claim, a `MissedBetween`, says.

        To be called once, after all `missed_steps` and `nodes`; errors like `steps`.
        """
        claim = self.head.claim
        assert isinstance(claim, MissedBetween), "only an interval of words missed has sets to pack"
        for _ in range(claim.sets):
            yield parse_set(self._records, claim.nodes)
        self._records.end()

    def strategies(self) -> Iterator[Iterator[str]]:
        """Yield the strategy of each opener: its guesses in preorder, as many as the claim says.

        The claim is a `TotalClaim`. To be called once, and each strategy is to be read to its end before the
        next one is asked for; then ask for `fact_sets`, for `lemmas`, and for the `finish`.

        Raises:
            CertificateParseError: a line is not a word of the game's length, there are fewer than the claim
                says, or the compressed data are damaged.
        """
        for listed in self._total().openers:
            yield self._words(listed.steps)

    def fact_sets(self) -> Iterator[FactSet]:
        """Yield the sets, as many as the claim says; see `strategies`."""
        for _ in range(self._total().sets):
            yield parse_fact_set(self._records, self.head.game.scoring)

    def lemmas(self) -> Iterator[Lemma]:
        """Yield the lemmas, as many as the claim says; see `strategies`."""
        for _ in range(self._total().lemmas):
            yield parse_lemma(self._records, self.head.game.scoring)

    def missed_steps(self) -> Iterator[str]:
        """Yield the guesses of the strategy in preorder, as many as the claim says.

        The claim is a `MissedLeast`, or a `MissedBetween`. To be called once, and read to its end before
        `missed_lemmas`, or `nodes`, are asked for; after the lemmas ask for the `finish`. Errors as for
        `strategies`.
        """
        claim = self.head.claim
        yield from self._words(claim.steps if isinstance(claim, MissedBetween) else self._missed().steps)

    def missed_lemmas(self) -> Iterator[MissedLemma]:
        """Yield the lemmas, as many as the claim says; see `missed_steps`.

        The claim may also be a `DepthImpossible` that is proven by lemmas.
        """
        claim = self.head.claim
        count = claim.lemmas if isinstance(claim, DepthImpossible) else self._missed().lemmas
        assert count is not None, "a refutation by nodes has no lemmas"
        for _ in range(count):
            yield parse_missed_lemma(self._records, self.head.game.scoring)

    def plays(self) -> Iterator[Play]:
        """Yield the plays, as many as the claim says.

        The claim is a `BoardsBetween`. To be called once, before `boards_positions`, and after these come the
        `fact_sets` and `lemmas` if the claim has a total of one board; then ask for the `finish`.
        """
        for _ in range(self._boards().plays):
            yield parse_play(self._records, self.head.game.scoring)

    def boards_positions(self) -> Iterator[BoardsPosition]:
        """Yield the positions, as many as the claim says; see `plays`."""
        for _ in range(self._boards().positions):
            yield parse_boards_position(self._records, self.head.game.scoring, self.head.game.mode)

    def absurdle_guesses(self) -> Iterator[str]:
        """Yield the guesses that win, as many as the claim, an `AbsurdleLeast`, says; errors like `steps`."""
        claim = self.head.claim
        assert isinstance(claim, AbsurdleLeast), "only a proof about Absurdle has these guesses"
        yield from self._words(claim.fewest)
        self._records.end()

    def finish(self) -> None:
        """Demand the last line, and nothing after it; see `strategies`."""
        self._records.end()

    def _total(self) -> TotalClaim:
        head = self.head.claim
        claim = head.one if isinstance(head, BoardsBetween) else head
        assert isinstance(claim, TotalClaim), "only the proof of a least total has these parts"
        return claim

    def _boards(self) -> BoardsBetween:
        claim = self.head.claim
        assert isinstance(claim, BoardsBetween), "only a proof about several boards has these parts"
        return claim

    def _missed(self) -> MissedLeast:
        claim = self.head.claim
        assert isinstance(claim, MissedLeast), "only a proof of words missed has these parts"
        return claim


@contextmanager
def open_certificate(
    path: Path, heard: Callable[[bytes], object] | None = None
) -> Iterator[CertificateReader]:
    """Open the certificate at `path`, plain, gzipped or xz-compressed text, and read its head.

    `heard` is called with each block of the text that is read.

    Raises:
        FileError: the file can't be read.
        CertificateParseError: the head is malformed.
    """
    lines = read_lines(path, heard)
    try:
        yield CertificateReader(path, lines)
    finally:
        lines.close()


def read_whole(  # noqa: PLR0911  one a kind of claim
    path: Path,
) -> Certificate | Refutation | Optimality | Shortfall | Packing | BoardsProof | AbsurdleProof:
    """Return the whole certificate at `path`. All is kept, so give it only what `check` has accepted.

    Raises:
        FileError: the file can't be read.
        CertificateParseError: it is malformed.
    """
    with open_certificate(path) as reader:
        if isinstance(reader.head.claim, DepthPossible):
            return Certificate(reader.head, tuple(reader.steps()))
        if isinstance(reader.head.claim, TotalClaim):
            strategies = tuple(tuple(steps) for steps in reader.strategies())
            sets, lemmas = tuple(reader.fact_sets()), tuple(reader.lemmas())
            reader.finish()
            return Optimality(reader.head, strategies, sets, lemmas)
        if isinstance(reader.head.claim, MissedLeast):
            steps, missed = tuple(reader.missed_steps()), tuple(reader.missed_lemmas())
            reader.finish()
            return Shortfall(reader.head, steps, missed)
        if isinstance(reader.head.claim, MissedBetween):
            steps, nodes = tuple(reader.missed_steps()), tuple(reader.nodes())
            return Packing(reader.head, steps, nodes, tuple(reader.sets()))
        if isinstance(reader.head.claim, BoardsBetween):
            plays, positions = tuple(reader.plays()), tuple(reader.boards_positions())
            has_one = reader.head.claim.one is not None
            sets = tuple(reader.fact_sets()) if has_one else ()
            lemmas = tuple(reader.lemmas()) if has_one else ()
            reader.finish()
            return BoardsProof(reader.head, plays, positions, sets, lemmas)
        if isinstance(reader.head.claim, AbsurdleLeast):
            return AbsurdleProof(reader.head, tuple(reader.absurdle_guesses()))
        return _refutation(reader)


def _refutation(reader: CertificateReader) -> Refutation:
    """Return the rest of a refutation, in nodes or in lemmas."""
    claim = reader.head.claim
    assert isinstance(claim, DepthImpossible), "only a refutation has nodes"
    if claim.lemmas is None:
        return Refutation(reader.head, tuple(reader.nodes()), reader.root())
    lemmas = tuple(reader.missed_lemmas())
    reader.finish()
    return Refutation(reader.head, (), (), lemmas)


def read_certificate(path: Path) -> Certificate:
    """Return the whole strategy certificate at `path`; errors as for `read_whole`, another claim included."""
    whole = read_whole(path)
    if not isinstance(whole, Certificate):
        raise _another_verdict(path, ClaimVerdict.POSSIBLE)
    return whole


def read_refutation(path: Path) -> Refutation:
    """Return the whole refutation at `path`; errors as for `read_whole`, another claim included."""
    whole = read_whole(path)
    if not isinstance(whole, Refutation):
        raise _another_verdict(path, ClaimVerdict.IMPOSSIBLE)
    return whole


def read_optimality(path: Path) -> Optimality:
    """Return the whole proof of a least total at `path`; errors as for `read_whole`, another claim's too."""
    whole = read_whole(path)
    if not isinstance(whole, Optimality):
        raise _another_verdict(path, ClaimVerdict.LEAST)
    return whole


def _another_verdict(path: Path, expected: ClaimVerdict) -> CertificateParseError:
    line = 2  # that of the claim
    return CertificateParseError(str(path), line, 1, f"expected a claim that something is {expected}")


def _parse_head(records: Records) -> Head:
    kind = records.record(PROGRAM)
    if kind.text != KIND:
        raise records.field_error(kind, f"'{KIND}', the format that this version reads")
    claim = records.record("claim")
    question, verdict, number = records.split(claim, 3, "a question, a verdict and a number")
    asked = records.choice(question, Question)
    if asked is Question.BOARDS:
        records.choice(verdict, ClaimVerdict, (ClaimVerdict.BETWEEN,))
        game = parse_game(records)
        return Head(game, parse_boards_between(records, game.scoring, number))
    if asked is Question.TOTAL:
        verdicts = (ClaimVerdict.LEAST, ClaimVerdict.BETWEEN)
        least = records.choice(verdict, ClaimVerdict, verdicts) is ClaimVerdict.LEAST
        game = parse_game(records)
        return Head(
            game, (parse_total_least if least else parse_total_between)(records, game.scoring, number)
        )
    if asked is not Question.DEPTH:
        permitted = (ClaimVerdict.LEAST, ClaimVerdict.BETWEEN)[: 1 + (asked is Question.MISSED)]
        least = records.choice(verdict, ClaimVerdict, permitted) is ClaimVerdict.LEAST
        game = parse_game(records)
        if asked is Question.MISSED and not least:
            return Head(game, parse_missed_between(records, game.scoring, number))
        parse_least = parse_missed_least if asked is Question.MISSED else parse_absurdle_least
        return Head(game, parse_least(records, game.scoring, number))
    depth_verdicts = (ClaimVerdict.POSSIBLE, ClaimVerdict.IMPOSSIBLE)
    possible = records.choice(verdict, ClaimVerdict, depth_verdicts) is ClaimVerdict.POSSIBLE
    limit = records.number(number, 1, MAX_DEPTH)
    game = parse_game(records)
    parse = _parse_depth_possible if possible else _parse_depth_impossible
    return Head(game, parse(records, game.scoring, limit))


def _parse_depth_possible(records: Records, scoring: Scoring, depth: int) -> DepthPossible:
    history = claim_history(records, scoring)
    opener = records.optional("opener")
    hidden_count = records.number(records.record("covered"), 1, MAX_WORDS)
    total = records.number(records.record("total"), 1, MAX_NUMBER)
    most = records.number(records.record("most"), 1, MAX_DEPTH)
    distribution = records.split(records.record("distribution"), most, f"{most} numbers")
    return DepthPossible(
        depth=depth,
        history=history,
        opener=None if opener is None else records.word_of(opener, scoring),
        hidden_count=hidden_count,
        total_guesses=total,
        max_guesses=most,
        distribution=tuple(records.number(field, 0, MAX_WORDS) for field in distribution),
        steps=records.number(records.record("steps"), 0, MAX_NUMBER),
    )


def _parse_depth_impossible(records: Records, scoring: Scoring, depth: int) -> DepthImpossible:
    history = claim_history(records, scoring)
    openers = records.record("openers")
    scope, count = OpenerScope.ALL, 0
    if openers.text != OpenerScope.ALL:
        scope_field, count_field = records.split(openers, 2, "'all', or 'except' or 'only' and a number")
        scope = records.choice(scope_field, OpenerScope, (OpenerScope.EXCEPT, OpenerScope.ONLY))
        count = records.number(count_field, 1, MAX_WORDS)
    listed = tuple(records.word(scoring) for _ in range(count))
    hidden_count = records.number(records.record("covered"), 1, MAX_WORDS)
    by_lemmas = records.optional("lemmas") if isinstance(scoring, CodeScoring) else None
    return DepthImpossible(
        depth=depth,
        history=history,
        scope=scope,
        openers=listed,
        hidden_count=hidden_count,
        nodes=records.number(records.record("nodes"), 0, MAX_NODES) if by_lemmas is None else 0,
        lemmas=None if by_lemmas is None else records.number(by_lemmas, 0, MAX_LEMMAS),
    )
