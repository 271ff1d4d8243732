"""Which certificates ship, and what they answer.

The parts, in their order:

What the certificates that ship with the project say about a game, by their claims alone.

The certificates are checked when they are added to proofs/, not here: whoever takes a number from one, as
`answers.position.value` does, makes sure that it is still that file. A hint, such as `prove` takes, needs no
such care.

Answers that ship: a certificate of proofs/ that answers the question asked, checked here and now.

The certificate is checked anew, as each one is that an answer rests on. Where there is no time for that, a
note says so, and the answer is looked for as if nothing shipped.
"""

from __future__ import annotations

import time
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

from wordle_cp.certificate.base.claim import Claim
from wordle_cp.certificate.base.lines import read_lines
from wordle_cp.certificate.claims.fixed import FixedImpossible, FixedPossible
from wordle_cp.certificate.claims.impossible import DepthImpossible, OpenerScope
from wordle_cp.certificate.claims.missed_between import MissedBetween
from wordle_cp.certificate.claims.possible import DepthPossible
from wordle_cp.certificate.claims.total import TotalBetween, TotalLeast
from wordle_cp.certificate.parts.steps import STEPS
from wordle_cp.certificate.read import open_certificate, read_whole
from wordle_cp.certify.jointly import check_jointly
from wordle_cp.certify.publish import write_checked
from wordle_cp.certify.records import Asked, judging_own
from wordle_cp.check.plain.effort import in_words
from wordle_cp.data import demand_as_shipped, proof_name, proof_paths, word_list_by_hash
from wordle_cp.errors import brief
from wordle_cp.games.goal import First
from wordle_cp.rules.symmetry import representatives
from wordle_cp.work import Counted, Hint, Note, StoppedError, StopReason

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from wordle_cp.certificate.base.claim import Head
    from wordle_cp.check import Accepted
    from wordle_cp.games.question import Position, Question, TotalQuestion
    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.modes import Mode
    from wordle_cp.rules.words import History
    from wordle_cp.work import Work


C = TypeVar("C", bound=Claim)


@dataclass(frozen=True, slots=True)
class ShippedTotal:
    """The least total of guesses of a game, all openers that reach it, and the proof.

    `exact` are the openers whose least totals ship, in this proof or another; every other one takes `others`
    guesses or more.
    """

    total: int
    best: tuple[str, ...]
    path: Path
    exact: tuple[tuple[str, int], ...]
    others: int

    __repr__ = brief()


@dataclass(frozen=True, slots=True)
class Shipped:
    """The `claim` of the certificate at `path`, and which of its fields a question `asked` for.

    `ends` are those of the number that it is about, counted from the position on.
    """

    path: Path
    claim: Any
    asked: Mapping[str, object]
    ends: tuple[int, int]

    __repr__ = brief()


@dataclass(frozen=True, slots=True)
class Lost:
    """Words for which, as a shipped certificate says, the guesses asked about are too few in this `mode`."""

    shipped: Shipped
    words: tuple[str, ...]
    mode: Mode

    __repr__ = brief()


def shipped_certificates(variant: Variant) -> Iterator[tuple[Path, Head[Any]]]:
    """Yield the shipped certificates about the words and the mode of `variant`, each with its head."""
    for path, head in _heads(variant):
        game = head.game
        if (game.hidden.sha256, game.mode) == (variant.hidden_hash, variant.mode):
            yield path, head


def _heads(variant: Variant) -> Iterator[tuple[Path, Head[Any]]]:
    """Yield the shipped certificates about the guesses and responses of `variant`, each with its head.

    Lines are read again only where a file has changed.
    """
    for path in proof_paths():
        found = path.stat()
        file = path, found.st_mtime_ns, found.st_size
        if _guesses_of(*file) == variant.guesses_hash:  # other games' lists aren't read
            head = _head_of(*file)
            if head.game.scoring == variant.scoring:
                yield path, head


@lru_cache(maxsize=1024)
def _guesses_of(path: Path, _changed: int, _size: int) -> str:
    """Return the SHA-256 of the guess list of a shipped certificate."""
    with closing(read_lines(path)) as lines:
        return next(line.text.split()[2] for line in lines if line.text.startswith("guesses "))


@lru_cache(maxsize=1024)
def _head_of(path: Path, _changed: int, _size: int) -> Head[Any]:
    with open_certificate(path) as reader:
        return reader.head


def shipped_claims(variant: Variant, kind: type[C], history: History = ()) -> Iterator[tuple[Path, C]]:
    """Yield the claims of this `kind` about the game and the `history`, each behind its certificate."""
    for path, head in shipped_certificates(variant):
        if isinstance(head.claim, kind) and head.claim.history == history:
            yield path, head.claim


def shipped_total(variant: Variant, limit: int | None) -> ShippedTotal | None:
    """Return what a shipped certificate proves about the openers of `variant` within `limit` guesses.

    None if none is about all openers of this very game under this very limit, or tells all the best ones.

    Raises:
        ShippedProofError: it isn't the file that was checked when it was added.
    """
    found: list[tuple[Path, TotalLeast]] = []
    for path, claim in shipped_claims(variant, TotalLeast):
        if claim.weights or claim.among or claim.within != limit:
            continue
        if claim.others > claim.least and claim.hidden_count == len(variant.hidden):
            demand_as_shipped(path)
            found.append((path, claim))
    if not found:
        return None
    path, claim = found[0]
    best = tuple(listed.opener for listed in claim.openers if listed.total == claim.least)
    exact = {opener: total for _, each in found for opener, total in each.exact.items()}
    others = max(each.others for _, each in found)
    return ShippedTotal(claim.least, _with_equivalent(best, variant), path, tuple(exact.items()), others)


def shipped_depth(variant: Variant) -> tuple[int, Path] | None:
    """Return the greatest number of guesses that a shipped proof calls too few, whatever the opener.

    None if no shipped proof is about all openers of `variant`.

    Raises:
        ShippedProofError: it isn't the file that was checked when it was added.
    """
    refuted: list[tuple[int, Path]] = []
    for path, claim in shipped_claims(variant, DepthImpossible):
        if claim.scope is OpenerScope.ALL:
            demand_as_shipped(path)
            refuted.append((claim.depth, path))
    return max(refuted, default=None)


def shipped_interval(question: TotalQuestion) -> Shipped | None:
    """Return the first of `shipped_intervals`."""
    return next(shipped_intervals(question), None)


def shipped_intervals(question: TotalQuestion) -> Iterator[Shipped]:
    """Yield the intervals of the least total of the `question` that ship, those of one number first.

    There are none for another cost than the number of guesses.
    """
    if not question.goal.is_plain:
        return
    total_claims: tuple[type[TotalLeast | TotalBetween], ...] = TotalLeast, TotalBetween
    for kind in total_claims:
        for path, claim in shipped_claims(question.variant, kind, question.history):
            same = claim.within == question.limit and set(claim.among) == set(question.asked)
            if same and not claim.weights:
                low = claim.others if isinstance(claim, TotalBetween) else claim.reached
                before = question.spent
                asked = {"within": claim.within, "among": claim.among}
                yield Shipped(path, claim, asked, (low - before, claim.reached - before))


def shipped_least(question: TotalQuestion, top: int = 1) -> Path | None:
    """Return a certificate that ships and proves the `top` least totals of the openers of `question`."""
    if question.goal.first is not First.TOTAL:
        return None
    wanted = min(top, len(question.openers))
    for found in shipped_intervals(question):
        openers = len(found.claim.openers) if isinstance(found.claim, TotalLeast) else 1
        if found.ends[0] == found.ends[1] and openers >= wanted:
            return found.path
    return None


def shipped_decision(question: Question, depth: int, *, each: bool = False) -> Path | None:
    """Return a certificate that ships and decides whether `depth` guesses are enough, as `question` asks.

    With `each` it decides so of every opener of the question.
    """
    asked = frozenset(question.asked)
    for path, head in shipped_certificates(question.variant):
        claim = head.claim
        if getattr(claim, "history", None) != question.history:
            continue
        if isinstance(claim, DepthPossible) and claim.depth <= depth:
            enough = asked == {claim.opener} if each else not asked or claim.opener in asked
            if enough:
                return path
        if isinstance(claim, DepthImpossible) and claim.depth >= depth:
            listed = asked & frozenset(claim.openers)
            spoken_of = {
                OpenerScope.ALL: True,
                OpenerScope.EXCEPT: bool(asked) and not listed,
                OpenerScope.ONLY: bool(asked) and listed == asked,
            }
            if spoken_of[claim.scope]:
                return path
    return None


def shipped_missed(question: TotalQuestion) -> Shipped | None:
    """Return an interval that ships, of the words missed that `question` asks about."""
    in_all = len(question.history) + len(question.goal.costs)
    for path, claim in shipped_claims(question.variant, MissedBetween, question.history):
        if claim.within == in_all and set(claim.among) == set(question.asked):
            asked = {"within": in_all, "among": claim.among}
            return Shipped(path, claim, asked, (claim.low, claim.high))
    return None


def shipped_fixed(
    position: Position, count: int | None, *, leave: int, start: tuple[str, ...], enough: bool
) -> Shipped | None:
    """Return what ships about `count` fixed guesses, that they are `enough`, or that they aren't.

    Without a `count` it is the strongest of these claims.
    """
    kind: type[FixedPossible | FixedImpossible] = FixedPossible if enough else FixedImpossible
    found: list[Shipped] = []
    for path, claim in shipped_claims(position.variant, kind, position.history):
        asked = {"count": claim.count, "leave": leave, "start": start}
        if (claim.leave, claim.start) == (leave, start) and count in {None, claim.count}:
            found.append(Shipped(path, claim, asked, (claim.count, claim.count)))
    return (min if enough else max)(found, key=lambda one: one.ends, default=None)


def shipped_lost(variant: Variant, words: Sequence[str], depth: int) -> Lost | None:
    """Return the fewest of `words` of which a shipped proof says that `depth` guesses are too few for them.

    None if no shipped proof is about some of them, whatever the opener, with the guesses of `variant`. It may
    be about a mode that demands less, as what is impossible there is impossible in each stricter mode.
    """
    found: list[Lost] = []
    hidden = frozenset(words)
    for path, head in _heads(variant):
        game, claim = head.game, head.claim
        if not isinstance(claim, DepthImpossible) or claim.history or claim.scope is not OpenerScope.ALL:
            continue
        lists = {variant.guesses_hash: variant.guesses, variant.hidden_hash: variant.hidden}
        lost = game.hidden.words or lists.get(game.hidden.sha256) or word_list_by_hash(game.hidden.sha256)
        enough = claim.depth >= depth and {*game.mode.demands} <= {*variant.mode.demands}
        if lost and enough and hidden.issuperset(lost):
            asked = {"depth": claim.depth, "scope": claim.scope}
            found.append(Lost(Shipped(path, claim, asked, (claim.depth, claim.depth)), lost, game.mode))
    return min(found, key=lambda one: len(one.words), default=None)


def _with_equivalent(openers: tuple[str, ...], variant: Variant) -> tuple[str, ...]:
    """Return the `openers`, and in a game of codes all that are equivalent to one of them, in their order."""
    if variant.codes is None:
        return openers
    first = representatives((), variant.guesses)
    meant = {first[opener] for opener in openers}
    return tuple(guess for guess in variant.guesses if first[guess] in meant)


def hinted_openers(variant: Variant, depth: int) -> Iterator[str]:
    """Yield the first guesses of shipped certificates of this game whose claim is as strong or stronger."""
    seen: set[str] = set()
    for path, head in shipped_certificates(variant):
        claim = head.claim
        if not isinstance(claim, DepthPossible) or claim.history or claim.depth > depth:
            continue
        with open_certificate(path) as reader:
            opener = next(reader.read(STEPS, claim.steps), None)
        if opener is not None and opener not in seen:
            seen.add(opener)
            yield opener


_SHARE: Final = 0.5
"""Share of the time that is left which a check may take."""
_TELLING: Final = 4
"""Once the first of this number of equal parts is done, its pace tells how long the check takes."""


class _Pace:
    """Hears how far a check is, and tells how long all of it takes."""

    def __init__(self, show: Callable[[object], None]) -> None:
        self._show = show
        self._began = time.monotonic()
        self._whole = 0.0  # seconds; 0 while that isn't known

    def __call__(self, event: object) -> None:
        """Hear of an event, and pass it on."""
        if isinstance(event, Counted) and 0 < event.of <= _TELLING * event.done:
            self._whole = (time.monotonic() - self._began) * event.of / event.done
        self._show(event)

    @property
    def text(self) -> str:
        """How long the check takes, which had half of the time that was left."""
        known = f"{in_words(max(1, self._whole))}, " if self._whole else ""
        return f"{known}more than half of the time limit"


def name_answer(path: Path | None, work: Work) -> None:
    """Name the certificate at `path`, which answers what is to be searched for, if there is one."""
    if path is not None:
        name = proof_name(path)
        work.show(Hint(f"{name} ships and answers this; to check it: wordle-cp check {name}"))


def checked_answer(
    shipped: Shipped, position: Position, work: Work, out: Path | None = None
) -> Accepted | None:
    """Let the checker judge the certificate that ships; it must answer what was asked about the `position`.

    The same text is written to `out`, if that is given. None, and a note, if that takes longer than half of
    the time left.

    Raises:
        StoppedError: there was reason to stop; `out` is left as it was.
        ShippedProofError: it isn't the file that was checked when it was added.
        FileError: `out` can't be written.
    """
    path, asked = shipped.path, Asked(position, type(shipped.claim), **shipped.asked)
    demand_as_shipped(path)
    doing = f"checking {proof_name(path)}"
    pace = _Pace(work.show)
    checking = work.share(_SHARE).showing(pace)
    with suppress(StoppedError):
        if out is not None:
            return write_checked(out, read_whole(path), asked, checking)
        checking.stage(doing)
        with judging_own():
            accepted = check_jointly(path, word_list_by_hash, work.processes, checking.heeding(doing))
            asked.demand_answer(accepted)
        return accepted
    if work.reason_to_stop() in {None, StopReason.TIME}:
        name = proof_name(path)
        work.show(Note(f"{name} ships and answers this, but its check takes {pace.text}"))
    work.demand_time()
    return None
