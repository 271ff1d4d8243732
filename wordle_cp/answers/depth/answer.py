"""What `prove --depth` found out, by the native search or by the models."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wordle_cp.answers.answer import Answer, Engine, Rows, distribution_rows
from wordle_cp.answers.telling import (
    by_deciders,
    certificate_fields,
    certificate_lines,
    distribution_line,
    effort_line,
    from_here,
    left_line,
    model_line,
    position_fields,
    position_words,
    reply_fields,
    reply_lines,
    second_guesses,
    some,
    together,
    with_these,
    words_of,
)
from wordle_cp.engine import Verdict
from wordle_cp.errors import UsageError, argument, counted
from wordle_cp.games.strategy_tree import walk
from wordle_cp.search.endgame import GraphSize
from wordle_cp.search.whole_list import WholeListSize
from wordle_cp.values import listed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import networkx as nx

    from wordle_cp.check import Accepted
    from wordle_cp.engine import DepthOutcome
    from wordle_cp.games.question import Question
    from wordle_cp.games.strategy_tree import StrategyNode
    from wordle_cp.rules.words import History


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class DepthAnswer(Answer):
    """What `prove_depth` found out. Rows: how many words the strategy finds with which guess.

    `hinted` are the openers that shipped certificates named and that were tried first. `accepted` is the
    checker's verdict on `certificate`; both are None if the verdict is undecided, or the proof of what
    ultrahard mode alone makes impossible was given up. `by_lemmas` is whether lemmas of words missed decided,
    and not the search. `model` is what the models looked at where they decided.
    """

    question: Question
    depth: int
    result: DepthOutcome
    hinted: tuple[str, ...]
    certificate: Path | None
    accepted: Accepted | None
    by_lemmas: bool = False
    model: GraphSize | WholeListSize | None = None

    @property
    def by(self) -> Engine:
        """What decided."""
        return Engine.SEARCH if self.model is None else Engine.CP_SAT

    @property
    def replies(self) -> tuple[StrategyNode, ...]:
        """The second guesses of the strategy, those in the largest cells first."""
        question, steps = self.question, self.result.strategy
        if self.verdict is not Verdict.POSSIBLE:
            return ()
        nodes = walk(steps, question.hidden, question.history, scoring=question.variant.scoring)
        return second_guesses(nodes, question.history)

    @property
    def verdict(self) -> Verdict:
        """Possible, impossible or undecided."""
        return self.result.verdict

    @property
    def certified(self) -> bool:
        """Whether the checker has accepted the certificate of the verdict."""
        return self.accepted is not None

    @property
    def uncertified(self) -> str | None:
        """What of the answer has no certificate, and who vouches for it; None if all of it has one."""
        if self.verdict is not Verdict.IMPOSSIBLE or self.certified:
            return None
        by = "the search" if self.by is Engine.SEARCH else "the and-or search"
        return f"that there is no strategy{with_these(self.question.asked)}, by {by}"

    @property
    def finished(self) -> bool:
        """Whether the question is decided, and nothing stopped the writing of its certificate."""
        return self.verdict is not Verdict.UNDECIDED and self.stopped_by is None

    def told(self, struck: str) -> Iterator[str]:
        """Yield the lines of `prove --depth`."""
        question, outcome = self.question, self.result
        yield (
            f"{self.verdict}: {position_words(question.variant, question.history, question.asked)}: "
            f"every one of {words_of(question.variant, len(self.question.hidden))} "
            f"within {counted(self.depth, 'guess', 'guesses')}{made(question.history)}"
        )
        if self.verdict is Verdict.POSSIBLE:
            yield from self.strategy_told()
        elif self.verdict is Verdict.IMPOSSIBLE:
            yield from self.refutation_told(struck)
        elif isinstance(self.model, GraphSize):
            yield f"stopped by   {struck}"
            if 0 < len(outcome.left) < len(self.question.openers):
                yield left_line(outcome.left, self.question)
        else:
            yield f"stopped by   {struck}; refuted {self._refuted()}"
            unwritten = "left         to write and check the certificate"
            yield left_line(outcome.left, self.question) if outcome.left else unwritten
        if self.model is not None:
            yield model_line(self.model)
            yield effort_line(self.seconds)
            return
        states = together(
            some(outcome.states.by_families, "by endgame families"),
            some(outcome.states.by_pairs, "by pairs of words"),
            some(outcome.states.by_guesses, "guess by guess"),
        )
        if states:
            yield f"states       refuted {states}"
        yield effort_line(self.seconds, some(outcome.nodes, "node", "nodes"))

    def strategy_told(self) -> Iterator[str]:
        """Yield the lines on the strategy, where the verdict is possible."""
        outcome, history = self.result, self.question.history
        assert self.accepted is not None, "a possible verdict has been checked"
        claim = self.accepted.claim
        first = (outcome.opener or "the one word left").upper()
        words = claim.hidden_count
        total = claim.total_guesses - words * len(history)
        yield (
            f"strategy     {first}, {from_here(total, history, words)} "
            f"over {words_of(self.question.variant, words, '')} ({total / words:.4f} on average)"
        )
        if outcome.opener is not None and outcome.opener in self.hinted:
            without = f"{argument('fresh')} searches without that hint"
            yield f"             (opener named by a shipped certificate; {without})"
        yield from reply_lines(self.replies, self.question.variant.scoring)
        yield distribution_line(claim.distribution[len(history) :])
        yield from certificate_lines(self.certificate, self.accepted)

    def refutation_told(self, struck: str) -> Iterator[str]:
        """Yield the lines on the refutation and its certificate, where the verdict is impossible."""
        if not isinstance(self.model, GraphSize):
            yield f"refuted      {self._refuted()}"
        yield from certificate_lines(self.certificate, self.accepted)
        if not self.certified:
            stopped = self.stopped_by is not None
            yield f"certificate  none: {f'stopped by {struck}' if stopped else 'the proof would be too long'}"
            yield f"uncertified  {self.uncertified}"

    def _refuted(self) -> str:
        outcome = self.result
        if isinstance(self.model, WholeListSize):
            openers = self.model.openers
            return by_deciders(openers, "opener", "openers") if openers else "no opener"
        left = self.depth - len(self.question.history)
        if self.verdict is Verdict.IMPOSSIBLE and left <= 1:
            words = words_of(self.question.variant, len(self.question.hidden))
            return f"{words} and {counted(left, 'guess', 'guesses')} left"
        if self.by_lemmas:
            return "whatever the opener, a word or more isn't found in time"
        families, search = outcome.refuted_by_families, outcome.refuted_by_search
        if not families:
            return f"{counted(search, 'opener', 'openers')} by search" if search else "no opener"
        return together(
            f"{counted(families, 'opener', 'openers')} by endgame families", some(search, "by search")
        )

    def _json(self) -> dict[str, Any]:
        question, outcome = self.question, self.result
        claim = {} if self.accepted is None else self.accepted.claim.fields()
        strategy = claim if self.verdict is Verdict.POSSIBLE else {}
        return {
            "question": "depth",
            "depth": self.depth,
            "verdict": self.verdict,
            "certified": self.certified,
            "opener": outcome.opener,
            **certificate_fields(self.certificate, self.accepted),
            "uncertified": self.uncertified,
            **position_fields(question.variant, question.history),
            "openers": question.asked or None,
            "hidden": len(self.question.hidden),
            "total_guesses": strategy.get("total_guesses"),
            "max_guesses": strategy.get("max_guesses"),
            "distribution": strategy.get("distribution"),
            "replies": reply_fields(self.replies, question.variant.scoring),
            "proof_nodes": claim.get("nodes"),
            "proof_lemmas": claim.get("lemmas"),
            "hinted": self.hinted,
            "refuted_by_families": outcome.refuted_by_families,
            "refuted_by_search": outcome.refuted_by_search,
            "refuted_states": outcome.states,
            "left": outcome.left,
            "nodes": outcome.nodes,
            "by": self.by,
            "model": self.model,
        }

    def _rows(self) -> Rows:
        return distribution_rows(getattr(self.accepted and self.accepted.claim, "distribution", ()))

    def to_networkx(self) -> nx.DiGraph[int]:
        """Return the strategy or the refutation of the certificate, which is read again and checked.

        Raises:
            UsageError: there is no certificate.
            FileError, CertificateParseError, CertificateRejected: see `load_certificate`.
        """
        if self.certificate is None:
            message = "there is no certificate"
            raise UsageError(message)
        from wordle_cp.views.formats.graph import certificate_graph  # noqa: PLC0415  networkx takes 0.2 s

        return certificate_graph(self.certificate)


def made(history: History) -> str:
    """Return which guesses of those that are allowed have been made, to stand behind their number."""
    if not history:
        return ""
    if len(history) == 1:
        return f", of which {history[0][0].upper()} is the first"
    return f", of which {listed([guess.upper() for guess, _ in history], 'and')} are the first {len(history)}"
