"""What goes over the wire: a question by its content, and what a worker found, as plain values.

A worker has wordle-cp installed, the same version, and nothing else of the coordinator's: no variant files
and no folders. So the question goes with its word lists, and with their digests, which the worker computes
anew.
"""

from __future__ import annotations

import hashlib
import pickle
from dataclasses import dataclass
from importlib import metadata
from typing import TYPE_CHECKING, Final, Protocol

from wordle_cp.data import hash_words
from wordle_cp.errors import WordleCpError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wordle_cp.engine import OpenerResult
    from wordle_cp.games.variant import Variant

WIRE_FORMAT: Final = 2
MOST_COST: Final = 2**63 - 1
MOST_SECONDS: Final = 1e12
"""No unit takes longer; larger numbers aren't all floats."""
"""What a ledger has room for."""
Row = tuple[str, str, int | None, bool, float, tuple[str, ...]]
"""Opener, what is known of it, cost, whether cells were searched, seconds of a processor, strategy."""


class JobError(WordleCpError):
    """A worker that can't work on the question: another version, or lists that aren't what they should be."""


class MalformedRowsError(WordleCpError):
    """What a worker sent isn't the result of its unit."""


class Subject(Protocol):
    """What workers are given: the question of a ranking, or that of a census with what is known of it."""

    @property
    def variant(self) -> Variant:
        """The game."""


@dataclass(frozen=True, slots=True)
class Job:
    """A question on its way to workers. `question` is pickled, so that the scheduler needn't know it."""

    version: str
    guesses_sha256: str
    hidden_sha256: str
    question: bytes

    @classmethod
    def of(cls, question: Subject) -> Job:
        """Return the job for `question`."""
        variant = question.variant
        return cls(own_version(), variant.guesses_hash, variant.hidden_hash, pickle.dumps(question))

    @property
    def digest(self) -> str:
        """Return what tells this job from others."""
        return hashlib.sha256(self.version.encode() + self.question).hexdigest()

    def open(self) -> Subject:
        """Return the question, on a worker.

        Raises:
            JobError: the coordinator has another version, or a list isn't the one that it should be.
        """
        if self.version != own_version():
            message = f"the worker has wordle-cp {own_version()}, and the question is from {self.version}"
            raise JobError(message)
        question: Subject = pickle.loads(self.question)  # noqa: S301  the cluster runs what it is sent
        variant = question.variant
        for name, words, sha256 in (
            ("guess", variant.guesses, self.guesses_sha256),
            ("hidden", variant.hidden, self.hidden_sha256),
        ):
            if hash_words(words) != sha256:  # computed from the words, not taken from the variant
                message = f"the {name} list that arrived hasn't the SHA-256 {sha256:.12}..."
                raise JobError(message)
        return question


def own_version() -> str:
    """Return what workers and coordinator must have in common."""
    return f"{metadata.version('wordle-cp')}/{WIRE_FORMAT}"


def rows_of(results: Sequence[OpenerResult]) -> list[Row]:
    """Return `results` as plain values."""
    from wordle_cp.engine import plain_fields  # noqa: PLC0415  the scheduler, too, imports this module

    return [
        (
            str(result.opener),
            *plain_fields(result.settled),
            result.searched,
            result.seconds,
            tuple(map(str, result.strategy)),
        )
        for result in results
    ]


def results_of(rows: object, words: Mapping[str, str], unit: Sequence[str]) -> list[OpenerResult]:
    """Return what the `rows` of a worker say about the openers of its `unit`; `words` has all guesses.

    Raises:
        MalformedRowsError: they are something else.
    """
    if not isinstance(rows, list):
        message = f"expected a list of results, found {type(rows).__name__}"
        raise MalformedRowsError(message)
    results = [_result(row, words) for row in rows]
    if sorted(result.opener for result in results) != sorted(unit):
        message = "expected one result for each opener of the unit"
        raise MalformedRowsError(message)
    return results


def _result(row: object, words: Mapping[str, str]) -> OpenerResult:
    from wordle_cp.engine import ExactCost, OpenerResult, settled_of  # noqa: PLC0415  see `rows_of`

    match row:
        case (
            str(opener),
            str(kind),
            int() | None as cost,
            bool(searched),
            int() | float() as seconds,
            tuple(steps),
        ):
            known = words.get(opener)
            strategy = tuple(words.get(step, "") if isinstance(step, str) else "" for step in steps)
            sane = cost is None or (cost <= MOST_COST and not isinstance(cost, bool))
            if known is not None and all(strategy) and sane and 0 <= seconds < MOST_SECONDS:
                settled = settled_of(known, kind, cost)
                if settled is not None and (not strategy or isinstance(settled, ExactCost)):
                    return OpenerResult(settled, searched, float(seconds), strategy)
    message = f"expected a result, found {row!r:.60}"
    raise MalformedRowsError(message)
