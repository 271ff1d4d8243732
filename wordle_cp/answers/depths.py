"""How many guesses always do: a question about a depth, by the search or by models, and the least depth.

The parts, in their order:

What `prove --depth` found out.

Codes that can't all be found in time, where the depth search takes long: by counting words missed.

`search.bounds` proves that each strategy misses a code, and `certify.depth` makes a certificate of that.

Neither way is the faster one in every game: the depth search looks for a strategy, or for sets of words that
refute every opener, which for codes are many; lemmas of words missed only refute, and each of them is about
all codes that agree with a history. So the two take turns, for longer each time, until one of them decides.

From a question to a checked answer: search, certificate, check.

The order is always the same:

1. `search` decides the question.
2. The strategy, or the proof that there is none, is written as a certificate under a temporary name, the
   independent checker judges the file, and only an accepted file gets its name.

In games of codes a proof by lemmas of words missed may come before the end of the search (`CodeLemmas`).

In ultrahard mode the search of hard mode comes first, and what it makes impossible has its proof. For what
only ultrahard mode makes impossible one is written from the verdict (`certify.ultrahard`). The one
exception: if that proof is given up, or has too many nodes, the search's verdict is reported without a
certificate.

A guaranteed depth decided by models alone: `whole_list` for many words, then `and_or`, and the check.

Of a whole list the cuts of its families are a refutation, if they forbid each next guess. Otherwise it is
split by responses, down to endgames. What is won has a strategy, and what is lost a refutation.

The least depth of a question, settled whole: a strategy within g guesses, and a refutation of g - 1.

`prove_depth` answers each of the questions asked here, with a certificate. A strategy within g guesses is one
within g + 1; so the depths that have one are all those from some g on, and a checked strategy at g with a
checked refutation at g - 1 says which g it is, however the two were found. (In ultrahard mode a refutation
may lack a certificate: then it is the search that says so.)

Any order of questions ends there; this one asks little that isn't needed. It begins at the greatest lower
bound that is cheap: the least depths of the endgame families (a strategy for all words is one for those of a
family), and the least number of guesses whose responses can tell all words apart. From there it goes up
while the verdict is impossible. Below the least depth a verdict is the cheaper the fewer guesses there are,
and the bound is seldom more than one below; if it is the least depth itself, one question more goes down,
and a family's lemma answers it.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from wordle_cp.answers import telling
from wordle_cp.answers.answer import Answer, Engine, Rows, distribution_rows, plain
from wordle_cp.answers.families import TABLE_SETTINGS, family_table
from wordle_cp.answers.places import question_name
from wordle_cp.answers.shipped import hinted_openers, name_answer, shipped_decision
from wordle_cp.certificate.base.field_texts import MAX_LEMMAS
from wordle_cp.certificate.base.records import MAX_NODES
from wordle_cp.certify.depth import all_miss_certificate, lost_certificate, refutation_certificate
from wordle_cp.certify.publish import about, write_checked
from wordle_cp.certify.records import asked_depth, depth_certificate
from wordle_cp.certify.ultrahard import ProofTooLargeError, ultrahard_certificate
from wordle_cp.engine import DepthOutcome, FalseBoundError, Verdict, is_wide
from wordle_cp.errors import ProofTooLongError, UsageError, argument, counted, file_errors
from wordle_cp.files.outputs import prepare
from wordle_cp.games.goal import Missed
from wordle_cp.games.question import TotalQuestion, checked_depth
from wordle_cp.games.strategy_tree import walk
from wordle_cp.modelling.partitions import MAX_MEMBERS
from wordle_cp.modelling.solver import SolverSettings
from wordle_cp.rules.symmetry import representatives
from wordle_cp.rules.words import MAX_GUESSES_LEFT
from wordle_cp.runs.ledgers import make_folder
from wordle_cp.search.and_or import AndOr
from wordle_cp.search.bounds import prove_missed
from wordle_cp.search.depth import check_lone_word, count_bound, decide_depth
from wordle_cp.search.endgame import GraphSize, demand_endgame
from wordle_cp.search.parts import has_checker_room
from wordle_cp.search.whole_list import ListState, WholeList, WholeListSize
from wordle_cp.values import listed
from wordle_cp.work import UNLIMITED, About, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    import networkx as nx

    from wordle_cp.certificate.claims.impossible import Refutation
    from wordle_cp.certificate.claims.possible import Certificate
    from wordle_cp.check import Accepted
    from wordle_cp.games.question import Question
    from wordle_cp.games.strategy_tree import StrategyNode
    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.modes import Mode
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
        return telling.second_guesses(nodes, question.history)

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
        return f"that there is no strategy{telling.with_these(self.question.asked)}, by {by}"

    @property
    def finished(self) -> bool:
        """Whether the question is decided, and nothing stopped the writing of its certificate."""
        return self.verdict is not Verdict.UNDECIDED and self.stopped_by is None

    def told(self, struck: str) -> Iterator[str]:
        """Yield the lines of `prove --depth`."""
        question, outcome = self.question, self.result
        yield (
            f"{self.verdict}: {telling.position_words(question.variant, question.history, question.asked)}: "
            f"every one of {telling.words_of(question.variant, len(self.question.hidden))} "
            f"within {counted(self.depth, 'guess', 'guesses')}{made(question.history)}"
        )
        if self.verdict is Verdict.POSSIBLE:
            yield from self.strategy_told()
        elif self.verdict is Verdict.IMPOSSIBLE:
            yield from self.refutation_told(struck)
        elif isinstance(self.model, GraphSize):
            yield f"stopped by   {struck}"
            if 0 < len(outcome.left) < len(self.question.openers):
                yield telling.left_line(outcome.left, self.question)
        else:
            yield f"stopped by   {struck}; refuted {self._refuted()}"
            unwritten = "left         to write and check the certificate"
            yield telling.left_line(outcome.left, self.question) if outcome.left else unwritten
        if self.model is not None:
            yield telling.model_line(self.model)
            yield telling.effort_line(self.seconds)
            return
        states = telling.together(
            telling.some(outcome.states.by_families, "by endgame families"),
            telling.some(outcome.states.by_pairs, "by pairs of words"),
            telling.some(outcome.states.by_guesses, "guess by guess"),
        )
        if states:
            yield f"states       refuted {states}"
        yield telling.effort_line(self.seconds, telling.some(outcome.nodes, "node", "nodes"))

    def strategy_told(self) -> Iterator[str]:
        """Yield the lines on the strategy, where the verdict is possible."""
        outcome, history = self.result, self.question.history
        assert self.accepted is not None, "a possible verdict has been checked"
        claim = self.accepted.claim
        first = (outcome.opener or "the one word left").upper()
        words = claim.hidden_count
        total = claim.total_guesses - words * len(history)
        yield (
            f"strategy     {first}, {telling.from_here(total, history, words)} "
            f"over {telling.words_of(self.question.variant, words, '')} ({total / words:.4f} on average)"
        )
        if outcome.opener is not None and outcome.opener in self.hinted:
            without = f"{argument('fresh')} searches without that hint"
            yield f"             (opener named by a shipped certificate; {without})"
        yield from telling.reply_lines(self.replies, self.question.variant.scoring)
        yield telling.distribution_line(claim.distribution[len(history) :])
        yield from telling.certificate_lines(self.certificate, self.accepted)

    def refutation_told(self, struck: str) -> Iterator[str]:
        """Yield the lines on the refutation and its certificate, where the verdict is impossible."""
        if not isinstance(self.model, GraphSize):
            yield f"refuted      {self._refuted()}"
        yield from telling.certificate_lines(self.certificate, self.accepted)
        if not self.certified:
            stopped = self.stopped_by is not None
            yield f"certificate  none: {f'stopped by {struck}' if stopped else 'the proof would be too long'}"
            yield f"uncertified  {self.uncertified}"

    def _refuted(self) -> str:
        outcome = self.result
        if isinstance(self.model, WholeListSize):
            openers = self.model.openers
            return telling.by_deciders(openers, "opener", "openers") if openers else "no opener"
        left = self.depth - len(self.question.history)
        if self.verdict is Verdict.IMPOSSIBLE and left <= 1:
            words = telling.words_of(self.question.variant, len(self.question.hidden))
            return f"{words} and {counted(left, 'guess', 'guesses')} left"
        if self.by_lemmas:
            return "whatever the opener, a word or more isn't found in time"
        families, search = outcome.refuted_by_families, outcome.refuted_by_search
        if not families:
            return f"{counted(search, 'opener', 'openers')} by search" if search else "no opener"
        return telling.together(
            f"{counted(families, 'opener', 'openers')} by endgame families", telling.some(search, "by search")
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
            **telling.certificate_fields(self.certificate, self.accepted),
            "uncertified": self.uncertified,
            **telling.position_fields(question.variant, question.history),
            "openers": question.asked or None,
            "hidden": len(self.question.hidden),
            "total_guesses": strategy.get("total_guesses"),
            "max_guesses": strategy.get("max_guesses"),
            "distribution": strategy.get("distribution"),
            "replies": telling.reply_fields(self.replies, question.variant.scoring),
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


FIRST_TURN: Final = 10.0
"""Seconds of the first turn of the depth search."""
_LONGER: Final = 4
"""A turn of the lemmas is this many times as long as the search's turn before it; so is the search's next."""
_SETTLED: Final = 2
"""Guesses left with which the depth search is done at once."""


class CodeLemmas(NamedTuple):
    """What is asked: can all codes of the `question` be found within `depth` guesses?"""

    question: Question
    depth: int

    @property
    def may_take_long(self) -> bool:
        """Whether this is a game of codes, small enough for lemmas, and the depth search may take long."""
        left = self.depth - len(self.question.history)
        codes = self.question.variant.codes is not None
        return codes and left > _SETTLED and has_checker_room(self.question)

    def refutation(self, work: Work = UNLIMITED) -> Refutation | None:
        """Return the certificate that they can't, or None where they can, or the proof is too long.

        Openers that are equally good for a reason of symmetry are looked at once. The certificate isn't
        checked yet.

        Raises:
            StoppedError: there was reason to stop.
        """
        asked, history = self.question, self.question.history
        wanted = set(asked.asked)
        meant = [guess for guess in asked.variant.guesses if not wanted or guess in wanted]
        first = representatives([guess for guess, _ in history], meant)
        try:
            proof = prove_missed(
                TotalQuestion(asked.position),
                [opener for opener in meant if first[opener] == opener],
                1,
                every=bool(wanted) or len(asked.hidden) == 1,
                missed=Missed(self.depth - len(history), None),
                work=work,
            )
        except (FalseBoundError, ProofTooLongError):
            return None
        if len(proof) > MAX_LEMMAS:
            return None
        return all_miss_certificate(asked, self.depth, proof)

    def decide(
        self,
        search: Callable[[Work], DepthOutcome],
        work: Work,
    ) -> tuple[DepthOutcome, Refutation | None]:
        """Return what the depth `search` says, or lemmas; with these a certificate that isn't checked yet.

        The limits of the `work` hold for all turns together.
        """
        turn = FIRST_TURN
        while True:
            result = search(work.at_most(turn))
            stopped = result.stopped_by is not StopReason.TIME or work.must_stop()
            if result.verdict is not Verdict.UNDECIDED or stopped:
                return result, None
            work.stage("counting words missed")
            turn *= _LONGER
            try:
                refutation = self.refutation(work.at_most(turn))
            except StoppedError as error:
                if error.reason is not StopReason.TIME or work.must_stop():
                    return replace(result, stopped_by=error.reason), None
                continue
            if refutation is None:
                return search(work), None
            lost = replace(result, verdict=Verdict.IMPOSSIBLE, left=(), refuting=(), stopped_by=None)
            return lost, refutation


def prove_depth(
    question: Question,
    depth: int,
    out: Path,
    *,
    fresh: bool = False,
    by: Engine = Engine.SEARCH,
    work: Work = UNLIMITED,
) -> DepthAnswer:
    """Decide whether `depth` guesses in all are enough, with a certificate; see `commands.searches.prove`.

    Temporary files that killed runs left at `out` are removed.
    """
    if by is not Engine.SEARCH:
        return prove_by_model(question, depth, out, work)
    started = time.monotonic()
    variant, history = question.variant, question.history
    checked_depth(depth, history)
    prepare(out, about(question.position, "depth", depth=depth))
    if not fresh:
        name_answer(shipped_decision(question, depth), work)
    hinted = () if fresh or question.asked or history else tuple(hinted_openers(variant, depth))

    def search(work: Work) -> tuple[DepthOutcome, Mode]:
        work.stage("search")
        return decide_depth(question, depth, first=hinted, work=work)

    codes = CodeLemmas(question, depth)
    refutation: Refutation | None = None
    if work.symmetry and codes.may_take_long:  # such lemmas rest on symmetry
        result, refutation = codes.decide(lambda work: search(work)[0], work)
        mode = variant.mode
    else:
        result, mode = search(work)
    accepted: Accepted | None = None
    try:
        proving = work.going_on()  # what asked to stop while the search could still decide was served by that
        certificate = refutation or _certificate(question, depth, result, mode, proving)
        if certificate is not None:
            possible = result.verdict is Verdict.POSSIBLE
            asked = asked_depth(question, depth, result.opener, possible=possible)
            accepted = write_checked(out, certificate, asked, proving)
    except StoppedError as stopped:  # a verdict that nobody has checked isn't reported
        if result.verdict is Verdict.POSSIBLE or mode.only_facts:
            result = replace(result, verdict=Verdict.UNDECIDED)
        result = replace(result, stopped_by=stopped.reason)
    return DepthAnswer(
        question=question,
        depth=depth,
        result=result,
        hinted=hinted,
        certificate=out if accepted else None,
        accepted=accepted,
        stopped_by=result.stopped_by,
        seconds=time.monotonic() - started,
        by_lemmas=refutation is not None,
    )


def _certificate(
    question: Question, depth: int, result: DepthOutcome, mode: Mode, work: Work
) -> Certificate | Refutation | None:
    """Return the certificate of what the search found, if it found anything that it can prove."""
    if result.verdict is Verdict.POSSIBLE:
        opener = result.opener if question.asked else None
        return depth_certificate(question.position, depth, result.strategy, opener)
    if result.verdict is not Verdict.IMPOSSIBLE:
        return None
    work.stage("writing the proof")
    if mode.only_facts:
        return refutation_certificate(question, depth, result.proof, result.refuting, work=work)
    with suppress(ProofTooLargeError):
        return ultrahard_certificate(question, depth, work)
    return None


_FAMILY_WORK: Final = 20.0
"""The deterministic time after which CP-SAT gives a family up; the guesses asked about survive then."""


def prove_by_model(question: Question, depth: int, out: Path, work: Work) -> DepthAnswer:
    """Decide what `prove_depth` decides, by models; UsageError also for games that they don't know."""
    started = time.monotonic()
    checked_depth(depth, question.history)
    check_lone_word(question)
    demand_endgame(question.position, most_words=None)
    prepare(out, about(question.position, "depth", depth=depth))
    accepted, stopped_by = None, None
    decision = _Decision(question, depth, work)
    try:
        verdict = decision.verdict()
        if (found := decision.certificate()) is not None:
            possible = verdict is Verdict.POSSIBLE
            asked = asked_depth(question, depth, (decision.steps or question.hidden)[0], possible=possible)
            accepted = write_checked(out, found, asked, work.going_on())
    except StoppedError as stopped:  # a verdict that nobody has checked isn't reported
        verdict, stopped_by = Verdict.UNDECIDED, stopped.reason
    steps = decision.steps if verdict is Verdict.POSSIBLE else ()
    return DepthAnswer(
        question=question,
        depth=depth,
        result=DepthOutcome(
            verdict,
            opener=(steps or question.hidden)[0] if verdict is Verdict.POSSIBLE else None,
            strategy=steps,
            left=decision.left if verdict is Verdict.UNDECIDED else (),
            stopped_by=stopped_by,
        ),
        hinted=(),
        certificate=out if accepted else None,
        accepted=accepted,
        stopped_by=stopped_by,
        seconds=time.monotonic() - started,
        model=decision.size,
    )


class _Decision:
    """A question on its way."""

    def __init__(self, question: Question, depth: int, work: Work) -> None:
        self._question, self._depth, self._work = question, depth, work
        self._whole: WholeList | None = None
        self._search: AndOr | None = None
        self.steps: tuple[str, ...] = ()
        """The strategy, if there is one; of one word alone it has no steps."""

    def verdict(self) -> Verdict:
        """Return the verdict; StoppedError if a limit strikes before."""
        question, left = self._question, self._depth - len(self._question.history)
        if len(question.hidden) > MAX_MEMBERS and left > 1:
            self._work.stage("families")
            settings = SolverSettings(work=self._work, work_limit=_FAMILY_WORK)
            self._whole = WholeList(ListState.of(question.position, left), question.openers, settings)
            self._whole.refute()
        if not left or not self.left:
            return Verdict.IMPOSSIBLE
        self._work.stage("splitting by responses")
        # One word left is simply guessed. To choose few no-goods for the root of a whole list takes long.
        asked = () if len(question.hidden) == 1 else question.openers if self._whole else question.asked
        heed = self._work.heeding("openers refuted" if len(question.openers) > 1 else "")
        self._search = AndOr(question.position, asked, left, heed, self.left)
        if not self._search.decide():
            return Verdict.IMPOSSIBLE
        self.steps = tuple(self._search.steps())
        return Verdict.POSSIBLE

    def certificate(self) -> Certificate | Refutation | None:
        """Return the certificate of the verdict; None if it would be too long."""
        question, depth, search = self._question, self._depth, self._search
        if search is not None and search.root.lost is None:
            opener = search.opener if question.asked else None
            return depth_certificate(question.position, depth, self.steps, opener)
        cuts = search.cuts if search else self._whole.found.cuts if self._whole else ()
        refutation = lost_certificate(question, depth, cuts, self._work.going_on().demand_time)
        return None if len(refutation.nodes) > MAX_NODES else refutation

    @property
    def left(self) -> tuple[str, ...]:
        """The openers that nothing refutes."""
        if self._search is not None:
            return self._search.openers
        return self._question.openers if self._whole is None else self._whole.found.guesses

    @property
    def size(self) -> GraphSize | WholeListSize:
        """Who decided what."""
        decided = self._search or self._whole
        return GraphSize(0, 0, 0, 0, 0) if decided is None else decided.size


_SMALLEST_FAMILY: Final = 6
"""Smaller families seldom take as many guesses as all words do."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class LeastDepthAnswer(Answer):
    """What `prove_least_depth` found out. Rows: the depths that were asked about.

    `possible` is the answer about the least depth with a strategy, `impossible` that about one guess less;
    the question is settled when both are there. (Where nothing is left to refute, as no game ends before its
    first guess, `impossible` is None and `trivial` says so.) Otherwise `undecided` is the answer that a limit
    cut short. The depth is at least `lower` in any case. `stopped_by` says why the question isn't settled, or
    the refutation has no certificate.
    """

    question: Question
    lower: int
    possible: DepthAnswer | None
    impossible: DepthAnswer | None
    undecided: DepthAnswer | None
    trivial: bool

    @property
    def depth(self) -> int | None:
        """The least depth, or None if the question isn't settled."""
        settled = self.possible is not None and (self.trivial or self.impossible is not None)
        return self.possible.depth if settled and self.possible is not None else None

    @property
    def certified(self) -> bool:
        """Whether the checker has accepted a certificate of both sides."""
        return self.depth is not None and all(
            part.certified for part in (self.possible, self.impossible) if part
        )

    @property
    def verdict(self) -> Verdict:
        """Proven, exact (where a refutation of ultrahard mode has no certificate) or undecided."""
        if self.depth is None:
            return Verdict.UNDECIDED
        return Verdict.PROVEN if self.certified else Verdict.EXACT

    @property
    def uncertified(self) -> str | None:
        """What is said of the lower bound without a certificate: it was on the way when a limit struck."""
        known = len(self.question.history) + 1  # any word takes a guess
        if self.depth is not None or self.impossible is not None or self.lower <= known:
            return None
        return f"that {counted(self.lower - 1, 'guess is', 'guesses are')} too few, by counting or by CP-SAT"

    @property
    def finished(self) -> bool:
        """Whether the least depth is known, and nothing stopped the writing of a certificate."""
        return self.depth is not None and self.stopped_by is None

    def told(self, struck: str) -> Iterator[str]:
        """Yield the lines of `prove --least-depth`."""
        question, most = self.question, self.possible and self.possible.depth
        known = f"{self.lower} or more" if most is None else f"{self.lower} to {most}"
        asked = telling.position_words(question.variant, question.history, question.asked)
        yield f"least depth {self.depth or known}: {asked}"
        if self.uncertified is not None:
            yield f"uncertified  {self.uncertified}"
        for part, verdict in ((self.possible, "enough"), (self.impossible, "not enough")):
            if part is not None:
                yield f"{counted(part.depth, 'guess', 'guesses')}{made(question.history)}: {verdict}"
                yield from part.strategy_told() if part is self.possible else part.refutation_told(struck)
                if part.model is not None:
                    yield telling.model_line(part.model)
        if self.undecided is not None:
            guesses = counted(self.undecided.depth, "guess", "guesses")
            stopped = "" if self.stopped_by is None else f", stopped by {struck}"
            yield f"{guesses}{made(question.history)}: undecided{stopped}"
        yield telling.effort_line(self.seconds)

    def _json(self) -> dict[str, Any]:
        question = self.question
        parts = {"possible": self.possible, "impossible": self.impossible}
        return {
            "question": "least-depth",
            "verdict": self.verdict,
            "certified": self.certified,
            "depth": self.depth,
            "at_least": self.lower,
            "certificates": {verdict: part and part.certificate for verdict, part in parts.items()},
            "checked": self.certified,
            "uncertified": self.uncertified,
            **telling.position_fields(question.variant, question.history),
            "openers": question.asked or None,
            "nodes": sum(part.result.nodes for part in self._asked),
            **parts,
        }

    @property
    def _asked(self) -> list[DepthAnswer]:
        return [part for part in (self.impossible, self.possible, self.undecided) if part is not None]

    def _rows(self) -> Rows:
        return [
            {
                "depth": part.depth,
                "verdict": part.verdict.value,
                "opener": part.result.opener,
                "certificate": plain(part.certificate),
            }
            for part in self._asked
        ]


def prove_least_depth(
    question: Question,
    folder: Path,
    *,
    label: str | None = None,
    fresh: bool = False,
    by: Engine = Engine.SEARCH,
    work: Work = UNLIMITED,
) -> LeastDepthAnswer:
    """Find the least number of guesses; see `commands.searches.prove_least_depth`.

    Certificates that a stronger one makes superfluous, such as of smaller depths refuted on the way, are
    removed again, unless a file of that name was there before. Where a limit strikes, those of the bounds
    that were reached stay. Limits hold for all questions together.
    """
    started = time.monotonic()
    variant, history = question.variant, question.history
    past = len(history)

    new: set[Path] = set()  # where there was no file before

    def ask(depth: int) -> DepthAnswer:
        work.show(About(f"depth {depth}"))
        out = folder / question_name(question, f"depth-{depth}", label)
        with file_errors(out):
            if not out.exists():
                new.add(out)
        return prove_depth(question, depth, out, fresh=fresh, by=by, work=work)

    make_folder(folder)
    work.stage("families")
    lower = past + _lower_bound(variant, question.hidden, work)
    depth = min(lower, past + MAX_GUESSES_LEFT)
    reports: dict[Verdict, DepthAnswer] = {}
    trivial = False
    while True:
        report = ask(depth)
        weaker = reports.get(report.verdict)
        if weaker is not None and weaker.certificate in new:
            with suppress(OSError):  # superfluous, no more
                weaker.certificate.unlink()
        reports[report.verdict] = report
        if report.verdict is Verdict.POSSIBLE:
            depth -= 1
            trivial = depth == past
        elif report.verdict is Verdict.IMPOSSIBLE:
            depth += 1
            lower = max(lower, depth)
        if trivial or len(reports) > 1 or Verdict.UNDECIDED in reports or depth > past + MAX_GUESSES_LEFT:
            break
    possible, impossible, undecided = (
        reports.get(verdict) for verdict in (Verdict.POSSIBLE, Verdict.IMPOSSIBLE, Verdict.UNDECIDED)
    )
    cut = undecided or impossible
    return LeastDepthAnswer(
        question=question,
        lower=lower,
        possible=possible,
        impossible=impossible,
        undecided=undecided,
        trivial=trivial,
        stopped_by=cut.stopped_by if cut else None,
        seconds=time.monotonic() - started,
    )


def _lower_bound(variant: Variant, hidden: Sequence[str], work: Work) -> int:
    """Return a number of guesses that finding every word of `hidden` takes at least."""
    bound = count_bound(len(hidden), variant.scoring)
    if not variant.scoring.feedback.shows_facts or is_wide(variant.guesses):
        return bound
    table = family_table(
        variant.guesses,
        hidden,
        variant.mode,
        min_size=_SMALLEST_FAMILY,
        settings=replace(TABLE_SETTINGS, work=work),
    )
    return max([bound, *(family.lower for family in table)])
