"""Rankings: openers of least cost or of greatest, and pairs of fixed opening words; the best K, none missing.

**The best openers** are settled one after the other. With a run folder everything that is settled goes to a
ledger (`runs.ledgers`) as it comes, and another run begins with it; `runs.ranking_state` says what it may
take over.

**The worst openers.** An opener's total is that of the best strategy that begins with it: a bad opener, and
then the best play. That no other opener belongs among the worst is shown by strategies: each of the others
has one that costs less than the last of those ranked. Openers that can't keep the limit have no total; they
stand apart. Normal mode and totals of guesses only.

**Pairs.** Both words are played whatever the responses, the second unless the first wins; what follows is the
best strategy there is. A pair is two different words. Its two orders cost the same, unless one of the words
may be hidden and the other not: then it takes one guess less to begin with the former. For with N hidden
words, the total of the words a, b in this order is 2N - [a may be hidden] + what the combined cells cost, the
sets of words that show the same responses to both; and these are the same in either order. So a pair is
ranked once, in its better order, and the total of the other order stands beside it. Where they tie, the word
comes first that leaves fewer hidden words on average. Normal mode only: in hard mode a second word would have
to be allowed after every response to the first, and hardly any is.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from contextlib import ExitStack
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from wordle_cp import engine
from wordle_cp.answers import telling
from wordle_cp.answers.answer import Answer, Answering, Rows, csv_text
from wordle_cp.answers.totals.narrowing import none_keeps_the_limit, settle
from wordle_cp.certify.publish import about
from wordle_cp.errors import UsageError, argument, counted
from wordle_cp.files.outputs import prepare
from wordle_cp.games.goal import places
from wordle_cp.games.needs import Needs
from wordle_cp.rules.modes import Mode
from wordle_cp.runs.ranking_state import UNKEPT, Keeping, KnownOpeners, held_for_ranking, known_openers
from wordle_cp.search.parted import session_of
from wordle_cp.search.watch import watched
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from wordle_cp.check import Accepted
    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.games.variant import Variant


CSV_BEGINS: Final = "rank,opener,mean_"
"""How the CSV of a ranking begins."""
_SHOWN_ROWS: Final = 40
Ranked = TypeVar("Ranked", bound="Ranking")


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Ranking(Answer):
    """The ranking, as far as it is known. Rows: what is ranked, with its place.

    `top` rows were asked for, None for all. `ranked` are these, all that tie with the last of them included,
    by cost and then in the order of the guess list. While some are `left`, which aren't settled, others may
    belong to `ranked`. `refuted` ones can't keep the limit. The search examined `work` guesses. `table` is
    the file that the ranking is written to once it is complete.
    """

    question: TotalQuestion
    top: int | None
    ranked: tuple[engine.ExactCost | engine.PairCost, ...] = ()
    left: tuple[str, ...] | int
    refuted: tuple[str, ...] | int = ()
    work: int = 0
    table: Path | None = None

    nouns: ClassVar[tuple[str, str]] = ("opener", "openers")
    """What is ranked: one, and many."""
    heading: ClassVar[str] = "opener"
    """What stands above it in a table."""
    end: ClassVar[str] = "best"
    """Which of them are asked for."""
    kind: ClassVar[str] = ""
    """Of what kind they are, to stand behind their number."""
    more: ClassVar[Mapping[str, str]] = {}
    """More numbers of a row: the name of each, and its attribute."""

    @property
    def complete(self) -> bool:
        """Whether it is certain that none is missing in `ranked`."""
        return not self.left

    @property
    def finished(self) -> bool:
        """Whether the ranking is complete, and nothing stopped the writing of its certificate."""
        return self.complete and self.stopped_by is None

    @property
    def certified(self) -> bool:
        """Whether the checker has accepted a certificate of the ranking."""
        return False

    @property
    def verdict(self) -> engine.Verdict:
        """Proven, exact, undecided, or impossible: nothing keeps the limit."""
        if not self.complete:
            return engine.Verdict.UNDECIDED
        if not self.ranked:
            return engine.Verdict.IMPOSSIBLE
        return engine.Verdict.PROVEN if self.certified else engine.Verdict.EXACT

    def mean(self, found: engine.ExactCost | engine.PairCost) -> Fraction:
        """Return the cost of a hidden word on average."""
        return Fraction(found.cost, self.question.total_weight)

    def places(self) -> tuple[int, ...]:
        """Return the place of each of `ranked`: equal costs share the first one's."""
        return places([found.cost for found in self.ranked])

    @property
    def number(self) -> int:
        """Among how many they are ranked."""
        return len(self.question.openers)

    @abstractmethod
    def _others(self) -> str:
        """Return in words what is known of those that aren't ranked, but for what can't keep the limit."""

    def _run_told(self) -> Iterator[str]:
        """Yield the lines on the folder of the run, if there is one."""
        yield from ()

    def _unranked(self) -> Iterable[str]:
        """Return those that come last in the table, without numbers."""
        return ()

    def told(self, struck: str) -> Iterator[str]:
        """Yield the lines of `rank`."""
        question, among = self.question, counted(self.number, *self.nouns) + self.kind
        asked = telling.position_words(question.variant, question.history)
        asked += telling.within_left(question, question.guesses_left)
        words = telling.words_of(question.variant, len(question.hidden))
        hopeless = self.verdict is engine.Verdict.IMPOSSIBLE
        whole = self.top is None or self.top >= self.number
        wanted = f"all {among}" if whole else f"the {self.end} {self.top} of {among}"
        found = f"none of {among} finds every one of {words} in time"
        yield f"{self.verdict}: {asked}: {found if hopeless else f'{wanted} over {words}'}"
        yield from telling.weights_lines(question)
        yield from self._ranked_told()
        refuted = _number(self.refuted)
        lost = f"{counted(refuted, *self.nouns)} can't keep the limit" if refuted else ""
        others = "; ".join(filter(None, (self._others(), lost)))
        if others and not hopeless:
            yield f"others       {others}"
        run = list(self._run_told())
        if not self.complete:
            left = self.left
            yield f"stopped by   {struck}{'; the same command goes on from here' if run else ''}"
            if isinstance(left, int):
                yield f"left         {counted(left, *self.nouns)}"
            else:
                yield telling.left_line(left, question)
        yield from run
        if self.table is not None:
            none = f"none: the ranking is unfinished; {self.table} is left as it is"
            yield f"table        {self.table if self.complete else none}"
        yield telling.effort_line(self.seconds, telling.some(self.work, "guess examined", "guesses examined"))

    def _ranked_told(self) -> Iterator[str]:
        """Yield a heading, and a line for each opener that is ranked, up to the number that is shown."""
        headings = [name.partition("_")[0] for name in self.more]
        heading, *names = telling.column(self.heading, (found.opener.upper() for found in self.ranked))
        if self.ranked:
            unit = "total" if self.question.goal.counts_guesses else "cost"
            yield "  ".join((f"{'rank':>6}", heading, f"{unit:>8}", "  mean", *headings))
        rows = []
        for name, found in zip(names, self.ranked, strict=True):
            more = [f"{getattr(found, number):>8}" for number in self.more.values()]
            rows.append("  ".join((name, f"{found.cost:>8}", f"{float(self.mean(found)):.4f}", *more)))
        yield from shown_rows(rows, self.places(), self.top, complete=self.complete)

    def _json(self) -> dict[str, Any]:
        return {
            "question": "rank",
            **self._asked(),
            "verdict": self.verdict,
            "certified": self.certified,
            "openers": self._rows(),
            "complete": self.complete,
            "possible": True if self.ranked else False if self.complete else None,
            **self._found(),
            **telling.question_fields(self.question),
            "table": self.table if self.complete else None,
            "work": self.work,
        }

    def _asked(self) -> dict[str, Any]:
        """Return the JSON fields that say what is asked for."""
        return {"top": self.top}

    @abstractmethod
    def _found(self) -> dict[str, Any]:
        """Return the JSON fields that this kind of ranking has beside those of all."""

    def _numbers(self) -> tuple[str, str]:
        """Return the names of a cost and of its mean."""
        guesses = self.question.goal.counts_guesses
        return ("total_guesses", "mean_guesses") if guesses else ("cost", "mean_cost")

    def _rows(self) -> Rows:
        total, mean = self._numbers()
        return [
            {
                "rank": place,
                "opener": found.opener,
                total: found.cost,
                mean: float(self.mean(found)),
                **{name: getattr(found, number) for name, number in self.more.items()},
            }
            for place, found in zip(self.places(), self.ranked, strict=True)
        ]

    def to_csv(self) -> str:
        """Return the ranking as CSV, with four digits of the means."""
        total, mean = self._numbers()
        rows = [row | {mean: f"{row[mean]:.4f}"} for row in self._rows()]
        last: Rows = [{"opener": name} for name in self._unranked()]
        return csv_text(("rank", "opener", mean, total, *self.more), rows + last)


def _number(some_of: tuple[str, ...] | int) -> int:
    return some_of if isinstance(some_of, int) else len(some_of)


def shown_at_most(wanted: int | None) -> int:
    """Return how many rows are shown to people at most, of the number `wanted` (None: all)."""
    return max(wanted or 0, _SHOWN_ROWS)


def shown_rows(
    rows: Sequence[str], places: Sequence[int], wanted: int | None, *, complete: bool
) -> Iterator[str]:
    """Yield the first `rows`, each with its place: those that are `wanted` (None: all), and some that tie."""
    shown = shown_at_most(wanted)
    for place, row in zip(places[:shown], rows[:shown], strict=True):
        yield f"{place:>6}  {row}"
    if len(rows) > shown:
        json = argument("to_json")
        where = f"{argument('to_csv')} and {json} have" if complete else f"{json} has"
        yield f"        ... and {len(rows) - shown} more ({len(rows)} in all): {where} them all"


def demand_some(top: int | None, what: str = "openers") -> None:
    """Raise UsageError if fewer than one are asked for."""
    if top is not None and top < 1:
        message = f"expected a number of {what} of 1 or more, found {top}"
        raise UsageError(message)


def searched(about: Ranked, search_of: Callable[[engine.Game], Any], work: Work) -> Ranked:
    """Return the answer that is `about` a ranking, with what the search found: fields of the same names.

    The hidden words are those that agree with the history, and normal mode asks for nothing else.
    """
    question = about.question
    answering = Answering(about, work)

    def steps() -> StopReason | None:
        work.demand_time()
        search = search_of(engine.Game(question.variant.guesses, question.hidden, work=work))
        outcome, stopped_by = watched(
            lambda: search.rank(top=about.top, guesses_left=question.guesses_left),
            search.stop,
            poll=lambda: work.show(search.progress()),
            work=work,
        )
        known = {field.name for field in fields(about)}
        found = {one.name: getattr(outcome, one.name) for one in fields(outcome) if one.name in known}
        answering.report = replace(about, **found)
        return stopped_by if outcome.left else None

    return answering.answered(steps)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RankAnswer(Ranking):
    """The best openers, as far as they are known.

    `others` cost more than all of those `ranked`, each with its exact cost or a lower bound. While the
    ranking isn't `complete`, `left` are the openers that may still belong to `ranked`, or whose cost isn't
    known. `before` were settled in earlier runs. With a run folder the checker has replayed strategies of
    these costs of `replayed` of those of `ranked` that are shown. `accepted` is the checker's verdict on the
    `certificate` of a complete ranking, if one was wanted.
    """

    ranked: tuple[engine.ExactCost, ...] = ()
    left: tuple[str, ...]
    others: tuple[engine.ExactCost | engine.AtLeast, ...]
    refuted: tuple[str, ...]
    before: int
    keeping: Keeping
    seconds_of_all_runs: float
    replayed: int
    certificate: Path | None = None
    accepted: Accepted | None = None

    @property
    def certified(self) -> bool:
        """Whether the checker has accepted the certificate of the ranking."""
        return self.accepted is not None

    def told(self, struck: str) -> Iterator[str]:
        """Yield the lines of `rank`, and what became of the certificate."""
        yield from Ranking.told(self, struck)
        stopped = self.complete and self.stopped_by is not None
        yield from telling.certificate_lines(self.certificate, self.accepted, struck if stopped else None)

    def _others(self) -> str:
        if not self.others:
            return ""
        exact = sum(isinstance(found, engine.ExactCost) for found in self.others)
        known = f", {exact} of them by a known amount" if exact else ""
        return f"{counted(len(self.others), 'opener costs', 'openers cost')} more{known}"

    def _run_told(self) -> Iterator[str]:
        if self.keeping.folder is None:
            return
        before = telling.some(self.before, "opener settled before", "openers settled before")
        yield f"run          {self.keeping.folder}{before and f'; {before}'}"
        yield (
            f"checked      {counted(self.replayed, 'strategy', 'strategies')} that reach these totals; "
            "that none is less, and what is said of other openers, rests on the search and on this folder"
        )

    def _unranked(self) -> tuple[str, ...]:
        return self.refuted if self.top is None else ()

    def _found(self) -> dict[str, Any]:
        return {
            "others": len(self.others),
            "openers_hopeless": len(self.refuted),
            "left": self.left,
            "total_weight": self.question.total_weight,
            "asked": self.question.asked or None,
            "settled_before": self.before,
            "replayed": self.replayed,
            "run": self.keeping.folder,
            "seconds_of_all_runs": round(self.seconds_of_all_runs, 3),
            **telling.certificate_fields(self.certificate, self.accepted),
        }


def rank(
    question: TotalQuestion,
    top: int | None,
    *,
    certificate: Path | None = None,
    keeping: Keeping = UNKEPT,
    work: Work = UNLIMITED,
) -> RankAnswer:
    """Find the `top` openers of least cost (None: the cost of every opener); see `commands.searches.rank`.

    Raises:
        LedgerError: the ledger of the run's folder can't be used, or is wrong.
        ClusterError: the scheduler can't be reached, or its workers are of no use.
    """
    demand_some(top)
    if certificate is not None:
        from wordle_cp.answers.totals.lower_bounds import demand_lower_bounds  # noqa: PLC0415

        if top is None:
            message = "a certificate is about the best openers; give top, a number"
            raise UsageError(message)
        demand_lower_bounds(question)
        prepare(certificate, about(question.position, "total"))
    with ExitStack() as stack:
        if keeping.folder is not None:
            stack.enter_context(held_for_ranking(keeping.folder))
        known = stack.enter_context(known_openers(keeping.folder, question, top))
        found = _ranked(known, keeping, work)
    if certificate is None or not found.complete or not found.ranked:
        return found
    try:
        return replace(found, certificate=certificate, accepted=certify(found, certificate, work))
    except StoppedError as stopped:
        return replace(found, certificate=certificate, stopped_by=stopped.reason)


def _ranked(known: KnownOpeners, keeping: Keeping, work: Work) -> RankAnswer:
    """Settle what isn't `known`; return what is known then."""
    started = time.monotonic()
    question, left = known.question, known.left
    before = len(question.openers) - len(left)
    stopped_by: StopReason | None = None
    examined, begun = 0, left

    def seen(progress: engine.TotalProgress) -> engine.TotalProgress:
        settled = before + sum(opener in known for opener in begun)
        return replace(progress, before=max(settled - progress.done, 0))

    known.seen = seen
    try:
        if left and known.top is not None:
            from wordle_cp.answers.shipped import name_answer, shipped_least  # noqa: PLC0415

            name_answer(shipped_least(question, known.top), work)
        if left and none_keeps_the_limit(question, work):
            known.take([engine.OpenerResult(engine.RefutedOpener(opener)) for opener in left])
        examined, stopped_by = settle(known, keeping.cluster, work)
    except StoppedError as stopped:
        stopped_by = stopped.reason
    replayed = 0
    if keeping.folder is not None:
        for found in known.ranked[: shown_at_most(known.top)]:
            if work.must_stop():
                break
            replayed += known.replay(found.opener)
    left = known.left
    rest = [found.settled for found in known.rest(left)]
    seconds = time.monotonic() - started
    return RankAnswer(
        question=question,
        top=known.top,
        before=before,
        keeping=keeping,
        stopped_by=stopped_by if left else None,
        work=examined,
        seconds=seconds,
        seconds_of_all_runs=seconds if known.seconds is None else known.seconds,
        replayed=replayed,
        ranked=known.ranked,
        others=tuple(found for found in rest if not isinstance(found, engine.RefutedOpener)),
        refuted=tuple(found.opener for found in rest if isinstance(found, engine.RefutedOpener)),
        left=left,
    )


def certify(report: RankAnswer, out: Path, work: Work = UNLIMITED) -> Accepted:
    """Write to `out` a certificate of a complete ranking of the best openers, once the checker accepts it.

    It says that the openers ranked have these totals, and that every other one costs more or can't keep the
    limit.

    Raises:
        UsageError: the ranking isn't complete or ranks no opener, or there are no proofs of such bounds.
        FileError: `out` can't be written. StoppedError: there was reason to stop; `out` is left as it was.
        CertificateRejected: our own certificate failed the check: a bug; `out` is left as it was.
    """
    from wordle_cp.answers.totals.lower_bounds import demand_lower_bounds, total_proof  # noqa: PLC0415
    from wordle_cp.certify.publish import write_checked  # noqa: PLC0415  they take a moment to load

    question = report.question
    if not report.complete or not report.ranked:
        message = "only a complete ranking that ranks an opener has a certificate"
        raise UsageError(message)
    demand_lower_bounds(question)
    work.stage("proving the lower bounds")
    session = session_of(question, work)
    with report.keeping.doubted():
        proof = total_proof(session, question, report.ranked, guesses_left=question.guesses_left, work=work)
    return write_checked(out, *proof, work)


WORST_NEEDS: Final = Needs("a ranking of the worst openers", tiles=True, unbound=True)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class WorstAnswer(Ranking):
    """The worst openers, the greatest cost first, as far as they are known.

    `others` openers have strategies that cost less.
    """

    left: tuple[str, ...]
    others: tuple[engine.AtMost, ...] = ()
    refuted: tuple[str, ...] = ()

    end: ClassVar[str] = "worst"

    def _others(self) -> str:
        costs = counted(len(self.others), "opener costs", "openers cost")
        return f"{costs} less: each has a strategy that does" if self.others else ""

    def _unranked(self) -> tuple[str, ...]:
        return self.refuted

    def _asked(self) -> dict[str, Any]:
        return {"worst": self.top}

    def _found(self) -> dict[str, Any]:
        return {"others": len(self.others), "openers_hopeless": self.refuted, "left": self.left}


def rank_worst(question: TotalQuestion, top: int, work: Work = UNLIMITED) -> WorstAnswer:
    """Find the `top` openers of the greatest least total of the `question`, from its position on."""
    variant = question.variant
    demand_some(top)
    WORST_NEEDS.demand(variant)
    about = WorstAnswer(question=question, top=top, left=question.openers)
    return searched(
        about, lambda game: engine.TotalSearch(game, Mode.NORMAL, jobs=work.jobs, worst=True), work
    )


PAIRS_NEEDS: Final = Needs(
    "a ranking of pairs",
    tiles=True,
    unbound=True,
    because="others hardly ever allow a second word after every response to the first",
)
WORDS: Final = 2
"""Words in a pair."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PairAnswer(Ranking):
    """The best pairs, as far as they are known.

    `others` pairs cost more; of these `by_counts` were settled by counting combined cells, without a look at
    any of these.
    """

    ranked: tuple[engine.PairCost, ...] = ()
    left: int
    others: int = 0
    by_counts: int = 0
    refuted: int = 0

    nouns: ClassVar[tuple[str, str]] = ("pair", "pairs")
    heading: ClassVar[str] = "words"
    kind: ClassVar[str] = " of fixed words"
    more: ClassVar[Mapping[str, str]] = {"reversed_total_guesses": "reversed_cost"}

    @property
    def number(self) -> int:
        """Among how many they are ranked."""
        return number_of_pairs(self.question.variant)

    def _others(self) -> str:
        if not self.others:
            return ""
        by_search = telling.some(self.others - self.by_counts, "by search")
        how = telling.together(telling.some(self.by_counts, "by counting"), by_search)
        return f"{counted(self.others, 'pair costs', 'pairs cost')} more: {how}"

    def _asked(self) -> dict[str, Any]:
        return {"words": WORDS, "top": self.top}

    def _found(self) -> dict[str, Any]:
        return {
            "pairs": self.number,
            "others": self.others,
            "bounded_by_counts": self.by_counts,
            "pairs_hopeless": self.refuted,
            "pairs_left": self.left,
        }


def number_of_pairs(variant: Variant) -> int:
    """Return how many pairs of different guesses there are."""
    words = len(variant.guesses)
    return words * (words - 1) // 2


def rank_pairs(question: TotalQuestion, top: int, work: Work = UNLIMITED) -> PairAnswer:
    """Find the `top` pairs of fixed opening words of the `question`; costs count from its position on."""
    variant = question.variant
    demand_some(top, "pairs")
    PAIRS_NEEDS.demand(variant)
    if question.guesses_left is not None and question.guesses_left < WORDS:
        left = counted(question.guesses_left, "guess", "guesses")
        message = f"expected a limit that leaves both words, found {left} left"
        raise UsageError(message)
    about = PairAnswer(question=question, top=top, left=number_of_pairs(variant))
    return searched(about, lambda game: engine.PairSearch(game, jobs=work.jobs), work)
