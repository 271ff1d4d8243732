"""What certificates say: whether one is right, what it claims, the strategies in it; and those that ship."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Self

from wordle_cp.answers.answer import Answer, Answering, Told, csv_text
from wordle_cp.answers.telling import column, how_far
from wordle_cp.certificate.base.claim import Head
from wordle_cp.certificate.base.lines import Line
from wordle_cp.certificate.base.records import MAX_DEPTH
from wordle_cp.certificate.describe import claim_to_json
from wordle_cp.certificate.read import CertificateReader, open_certificate, read_whole
from wordle_cp.certify.checked import CheckedStrategy, checked_strategy
from wordle_cp.certify.describe import describe_claim
from wordle_cp.certify.jointly import check_jointly
from wordle_cp.certify.verified import check_verified
from wordle_cp.check import has_shares, sample_file
from wordle_cp.check.plain.effort import estimate, in_words
from wordle_cp.check.plain.game import text_of
from wordle_cp.check.plain.kinds import check_plainly
from wordle_cp.check.plain.verdict import MalformedError, RejectedError
from wordle_cp.data import certificate_path, proof_name, proof_paths, word_list_by_hash
from wordle_cp.errors import (
    CertificateParseError,
    CertificateRejected,
    UsageError,
    abridged,
    argument,
    counted,
    file_errors,
)
from wordle_cp.values import meant, path_of, text, whole_number
from wordle_cp.views.strategies.walk import branches_of, order_of
from wordle_cp.work import Hint, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from os import PathLike
    from pathlib import Path

    import networkx as nx

    from wordle_cp.answers.answer import Rows
    from wordle_cp.certificate.base.records import GameRecord
    from wordle_cp.certificate.claims.possible import DepthPossible
    from wordle_cp.check import Sample, Sampled

TABLE_BEGINS: Final = "level,after,response,hidden_words,guess,max_guesses,total_guesses\n"
"""The heading of the table of a strategy as CSV."""
_TELLING: Final = 4
"""Once the first of this number of equal parts is done, its pace tells how long all of them take."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CheckAnswer(Answer):
    """What came of a check of the certificate at `path`; `head` is None until it has been read.

    `checker` is the one that has judged: fast, plain or verified, whose `theorem` then says what is proven.
    Where it was stopped it had come to `done` parts of `whole`, None where that isn't known. `proof` has all
    records of the file if they were loaded, and `hidden_set` the words of a claim accepted in Python.
    """

    path: Path
    checker: str = "fast"
    head: Head[Any] | None = None
    sampled: Sampled | None = None
    error: CertificateRejected | CertificateParseError | RejectedError | MalformedError | None = None
    theorem: str | None = None
    done: int | None = None
    whole: int | None = None
    proof: Any = None
    hidden_set: tuple[str, ...] = ()

    @property
    def game(self) -> GameRecord | None:
        """The game, None until it has been read."""
        return None if self.head is None else self.head.game

    @property
    def claim(self) -> Any:  # noqa: ANN401  each kind of claim is a class of its own
        """The claim, None until it has been read."""
        return None if self.head is None else self.head.claim

    @property
    def accepted(self) -> bool:
        """Whether the whole certificate was checked, and is right."""
        return self.error is None and self.stopped_by is None and self.sampled is None

    @property
    def finished(self) -> bool:
        """Whether there is a verdict: a sample without a fault is none."""
        return self.accepted or self.error is not None

    @property
    def fault(self) -> str:
        """Whether it was ``rejected``, or is ``malformed``; empty if neither."""
        if isinstance(self.error, CertificateRejected | RejectedError):
            return "rejected"
        return "" if self.error is None else "malformed"

    @property
    def rest(self) -> str:
        """How long a check that was stopped would take in all, or what to do where that isn't known yet.

        Parts differ, the first ones most: the pace of a quarter of them tells the time within a factor of 2.
        """
        done, whole = self.done, self.whole
        if self.stopped_by in {None, StopReason.MEMORY} or self.checker == "verified":
            return ""
        if done and whole and done * _TELLING >= whole:
            return f"at this pace it takes {in_words(self.seconds * whole / done)} in all"
        if self.stopped_by is not StopReason.TIME:
            return ""
        shared = self.checker == "fast" and self.head is not None and has_shares(self.head.claim)
        jobs = f"; with {argument('jobs')} several processes share it" if shared else ""
        return f"how long it takes isn't known yet, so give it more time{jobs}"

    def told(self, struck: str) -> Iterator[str]:
        """Yield what came of it, or what is wrong."""
        seconds, error = f"{self.seconds:.1f} s", self.error
        if isinstance(error, CertificateRejected | RejectedError):
            yield f"rejected: {error}"
        elif error is not None:
            yield f"{self.path}: {error}" if isinstance(error, MalformedError) else str(error)
        elif self.stopped_by is not None:
            nouns = ("part", "parts") if self.head is None else self.head.claim.noun
            nouns = nouns if self.checker == "fast" else ("line", "lines")
            known, rest = how_far(self.done, self.whole, *nouns), self.rest
            yield f"stopped by {struck} {known}: this is no verdict ({seconds}){rest and f'; {rest}'}"
        elif self.sampled is not None:
            yield f"sampled: {_sample(self.sampled)}: no fault found; this is no proof ({seconds})"
        elif self.theorem is not None:
            yield f"accepted: by the verified checker ({seconds})"
            yield self.theorem
        else:
            assert self.head is not None, "it was accepted"
            size = self.head.claim.size
            by = "by the plain checker: " if self.checker == "plain" else ""
            yield f"accepted: {by}{describe_claim(self.head)} ({size}{', ' if size else ''}{seconds})"

    def _json(self) -> dict[str, Any]:
        head, error, stopped = self.head, self.error, self.stopped_by is not None
        fields = {
            "accepted": self.accepted,
            "checker": self.checker,
            "claim": None if head is None else claim_to_json(head),
            "proves": describe_claim(head, whole=True) if self.accepted and head else self.theorem,
            "reason": None if error is None else str(error),
            "parts_done": self.done if stopped else None,
            "parts": self.whole if stopped else None,
        }
        if self.sampled is not None:
            fields["sampled"] = self.sampled.checked
        if isinstance(error, CertificateRejected):
            fields |= {name: getattr(error, name) for name in ("node", "rule", "expected", "found")}
        if isinstance(error, CertificateParseError):
            fields |= {name: getattr(error, name) for name in ("file", "line", "column")}
        return fields

    def strategy(self, opener: str | None = None) -> ShownStrategy:
        """Return the strategy that begins with `opener`, by default the first; it is read again and checked.

        Raises:
            UsageError, FileError, CertificateParseError, CertificateRejected: see `checked_strategy`.
        """
        word = None if opener is None else text(opener, "an opener")
        return ShownStrategy.of(checked_strategy(self.path, word))

    def to_networkx(self) -> nx.DiGraph[int]:
        """Return the first strategy, or the refutation, as a graph; errors as for `certificate_graph`."""
        from wordle_cp.views.formats.graph import certificate_graph  # noqa: PLC0415  networkx takes 0.2 s

        return certificate_graph(self.path)


def _sample(sampled: Sampled) -> str:
    """Return what was checked of a sampled proof."""
    claim, checked = sampled.claim, sampled.checked
    return (
        f"{counted(len(claim.openers), 'strategy', 'strategies')}, "
        f"{checked.lemmas} of {counted(claim.lemmas, 'lemma', 'lemmas')}, "
        f"{checked.sets} of {counted(claim.sets, 'set', 'sets')}, "
        f"{counted(checked.openers, 'opener', 'openers')}"
    )


@dataclass(frozen=True, slots=True, repr=False)
class ShownStrategy(Told, CheckedStrategy):
    """A strategy that the checker has accepted; its table has the guesses of `levels` turns.

    Rows: each hidden word, and which guess finds it.
    """

    levels: int = 2

    @classmethod
    def of(cls, strategy: CheckedStrategy, levels: int = 2) -> Self:
        """Return this `strategy`, to be shown."""
        return cls(strategy.certificate, strategy.hidden_set, levels)

    @property
    def table(self) -> list[dict[str, Any]]:
        """The next guess for every response (Bertsimas and Paskov's table 2), and so on down to `levels`.

        Each row is followed by those after the responses to its guess, in the order of `order_of`.
        """
        scoring, before = self.scoring, len(self.claim.history)
        return [
            {
                "level": row.number - before,
                "after": scoring.format_history(row.history),
                "response": scoring.format_pattern(row.pattern),
                "hidden_count": row.hidden_count,
                "guess": row.guess,
                "max_guesses": row.worst,
                "total_guesses": row.total,
            }
            for row in branches_of(self).preorder()
            if 1 < row.number - before <= self.levels
        ]

    @staticmethod
    def _levels(rows: list[dict[str, Any]], claim: DepthPossible) -> list[dict[str, Any]]:
        """Return the rows of each level together, and the words that were found before."""
        levels = []
        for level in sorted({row["level"] for row in rows}):
            here = [row for row in rows if row["level"] == level]
            words, total = (sum(row[name] for row in here) for name in ("hidden_count", "total_guesses"))
            levels.append(
                {
                    "level": level,
                    "responses": len(here),
                    "hidden_count": words,
                    "total_guesses": total,
                    "found_before": claim.hidden_count - words,
                    "guesses_of_found_before": claim.total_guesses - total,
                }
            )
        return levels

    def table_csv(self) -> str:
        """Return the table as CSV; a history is written as words and patterns joined by dots."""
        rows = [row | {"hidden_words": row.pop("hidden_count")} for row in self.table]
        return csv_text(TABLE_BEGINS.rstrip().split(","), rows)

    def told(self, struck: str) -> Iterator[str]:  # noqa: ARG002  it is all there
        """Yield the lines of `tree table`."""
        claim, scoring, rows = self.claim, self.scoring, self.table
        noun, length = scoring.noun, scoring.feedback.width(scoring.length) or len(str(scoring.length))
        after = f" after {scoring.format_history(claim.history)}" if claim.history else ""
        game, total = self.certificate.head.game, f"{claim.total_guesses} guesses"
        yield (
            f"{self.opener.upper()}, {game.name}, {game.mode} mode{after}: {total} over "
            f"{counted(claim.hidden_count, f'hidden {noun}', f'hidden {noun}s')}, {claim.max_guesses} at most"
        )
        yield f"responses in order, {order_of(scoring)}"
        levels = self._levels(rows, claim)
        width = max(length + 2 * max(len(levels) - 1, 0), len("response"))
        heading, *guesses = column("guess", (row["guess"].upper() for row in rows))
        yield f"{'response':<{width}}  {noun}s  {heading}  worst  total"
        for guess, row in zip(guesses, rows, strict=True):
            response = "  " * (row["level"] - 2) + row["response"]
            numbers = f"{guess}  {row['max_guesses']:>5}  {row['total_guesses']:>5}"
            yield f"{response:<{width}}  {row['hidden_count']:>5}  {numbers}"
        for level in levels:
            words = counted(level["found_before"], noun, f"{noun}s")
            before = f"; found before: {words}, {level['guesses_of_found_before']} guesses"
            yield (
                f"level {level['level']}: {counted(level['responses'], 'response', 'responses')}, "
                f"{counted(level['hidden_count'], noun, f'{noun}s')}, {level['total_guesses']} guesses"
                f"{before if level['found_before'] else ''}"
            )

    def _json(self) -> dict[str, Any]:
        claim, scoring, game, rows = self.claim, self.scoring, self.certificate.head.game, self.table
        return {
            "opener": self.opener,
            "after": scoring.format_history(claim.history),
            "variant": game.name,
            "mode": game.mode,
            "hidden_count": claim.hidden_count,
            "total_guesses": claim.total_guesses,
            "max_guesses": claim.max_guesses,
            "order": order_of(scoring),
            "levels": self._levels(rows, claim),
            "rows": rows,
        }

    def _rows(self) -> Rows:
        found = branches_of(self).guesses()
        return [{"word": word, "guesses": found[word]} for word in self.hidden_set]

    def to_networkx(self, levels: int | None = None) -> nx.DiGraph[int]:
        """Return the tree as a directed graph, or its first `levels` guesses; see `strategy_graph`."""
        from wordle_cp.views.formats.graph import strategy_graph  # noqa: PLC0415  networkx takes 0.2 s to load

        most = None if levels is None else whole_number(levels, "a number of guesses", 1, MAX_DEPTH)
        return strategy_graph(self, most)


def judge(
    file: Path, checker: str, work: Work, *, sample: Sample | None, jobs: int, lists: Path | None
) -> CheckAnswer:
    """Have a `checker` judge the certificate; what is wrong with it is in the answer."""
    answering = Answering(CheckAnswer(path=file, checker=checker), work)

    def steps() -> None:
        with work.alarmed() as alarmed:
            show = alarmed.heeding("checking")

            def tell(done: int, whole: int) -> None:
                answering.report = replace(answering.report, done=done, whole=whole)
                show(done, whole)

            if checker == "verified":
                answering.report = replace(answering.report, theorem=check_verified(file, lists))
                return
            if checker == "plain":
                answering.report = replace(answering.report, head=_judged_plainly(file, lists, alarmed, tell))
                return
            with open_certificate(file) as reader:
                answering.report = replace(answering.report, head=reader.head)
            if sample is not None:
                sampled = sample_file(file, word_list_by_hash, sample, tell)
                head = Head(sampled.game, sampled.claim)
                answering.report = replace(answering.report, head=head, sampled=sampled)
                return
            accepted = check_jointly(file, word_list_by_hash, jobs, tell)
            head = accepted.head  # should the file have changed
            answering.report = replace(answering.report, head=head, hidden_set=accepted.hidden_set)

    try:
        return answering.answered(steps)
    except (CertificateRejected, CertificateParseError, RejectedError, MalformedError) as error:
        return replace(answering.report, error=error, seconds=time.monotonic() - work.started)


def _judged_plainly(
    file: Path, lists: Path | None, work: Work, tell: Callable[[int, int], None]
) -> Head[Any]:
    """Have the plain checker check the certificate, and return its head, read from the same text."""
    with file_errors(file):
        lines = text_of(file)

    def begin() -> None:
        if (seconds := estimate(lines)) >= 1:
            limit = argument("time_limit")
            work.show(Hint(f"the plain checker takes {in_words(seconds)}; {limit} ends it"))

    with file_errors(file):
        check_plainly(lines, lists, tell, begin)
    numbered = (Line(number, text, terminated=True) for number, text in enumerate(lines, 1))
    return CertificateReader(file, numbered).head


def load_certificate(path: str | PathLike[str]) -> CheckAnswer:
    """Check the certificate at `path`, and return what it proves with all records of its `proof`.

    Raises:
        UsageError: the file changed while it was read.
        FileError, CertificateParseError, CertificateRejected: see `check_certificate`.
    """
    file = certificate_of(path)
    before = _digest(file)
    answer = judge(file, "fast", Work(), sample=None, jobs=1, lists=None)
    if answer.error is not None:
        raise answer.error
    answer = replace(answer, proof=read_whole(file))
    if _digest(file) != before:
        message = f"{file}: it changed while it was read; load it again"
        raise UsageError(message)
    return answer


def certificate_of(path: object) -> Path:
    """Return the path of a certificate, or of a proof that ships, if `path` is a text and names one.

    Raises:
        UsageError: it is neither a text nor a path.
    """
    file = path_of(path, "the path of a certificate, or the name of a proof that ships")
    if not isinstance(path, str):
        return file
    with file_errors(file):
        return certificate_path(path)


def _digest(path: Path) -> bytes:
    """Return the SHA-256 of the file at `path`."""
    with file_errors(path), path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()


@dataclass(frozen=True, slots=True)
class ListedProof:
    """A proof that ships, with the head of its file, which has its claim; the proof itself isn't read."""

    path: Path
    head: Head[Any]

    @property
    def name(self) -> str:
        """What it is called wherever a certificate is read."""
        return proof_name(self.path)


def listed_proofs(words: Sequence[str] = ()) -> ProofList:
    """Return the proofs that ship, by name: those whose name or claim has all of `words`, in either case."""
    wanted = [word.lower() for word in words]
    found = []
    for path in proof_paths():
        with open_certificate(path) as reader:
            proof = ListedProof(path, reader.head)
        told = f"{proof.name} {describe_claim(proof.head)}".lower()
        if all(word in told for word in wanted):
            found.append(proof)
    if not found:
        names = {part for path in proof_paths() for part in proof_name(path).split("-")}
        hint = "".join(meant(word, sorted(names)) for word in wanted[:1])
        message = f"no proof that ships has {abridged(' '.join(words))} in its name or claim{hint}"
        raise UsageError(message)
    return ProofList(tuple(found))


@dataclass(frozen=True, slots=True, repr=False)
class ProofList(Told):
    """Proofs that ship; nothing is checked. Rows: of each proof its name, its file, and what it claims."""

    proofs: tuple[ListedProof, ...]

    def told(self, struck: str) -> Iterator[str]:  # noqa: ARG002  nothing takes long
        """Yield the names, and what each proof claims."""
        yield (
            f"{counted(len(self.proofs), 'proof that ships', 'proofs that ship')}, with claims; "
            "nothing is checked here: wordle-cp check NAME"
        )
        for proof in self.proofs:
            yield proof.name
            yield f"    {describe_claim(proof.head)}"

    def _json(self) -> dict[str, Any]:
        return {"checked": False, "proofs": self._rows()}

    def _rows(self) -> Rows:
        return [
            {
                "name": proof.name,
                "file": str(proof.path),
                "bytes": proof.path.stat().st_size,
                "claims": describe_claim(proof.head, whole=True),
                "claim": claim_to_json(proof.head),
            }
            for proof in self.proofs
        ]
