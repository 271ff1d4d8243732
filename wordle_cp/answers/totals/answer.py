"""What `solve` and `prove --optimal` found out."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from wordle_cp.answers import telling
from wordle_cp.answers.answer import Answer, Engine, Rows, distribution_rows
from wordle_cp.engine import Verdict
from wordle_cp.errors import UsageError, argument, counted
from wordle_cp.games.goal import First

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import networkx as nx

    from wordle_cp.answers.certificates import ShownStrategy
    from wordle_cp.answers.totals.replay import Strategy
    from wordle_cp.answers.totals.traced import TracedPage
    from wordle_cp.check import Accepted
    from wordle_cp.engine import TotalOutcome
    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.search.endgame import GraphSize

_SHOWN_BEST: Final = 60


def gap_of(low: int | None, high: int | None) -> Fraction | None:
    """Return what part of `high` lies between `low` and `high`; None while one of them isn't known."""
    if low is None or high is None:
        return None
    return Fraction(high - low, high) if high else Fraction(0)


@dataclass(frozen=True, slots=True)
class FewWords:
    """Few second guesses: `most` different ones may be; `words` are those of the strategy.

    A guess at the only word that is left doesn't count. `costs` is how often the search found what a cell
    costs with a certain second guess; CP-SAT chose among `candidates`, 0 where it wasn't needed.
    """

    most: int
    words: tuple[str, ...] = ()
    costs: int = 0
    candidates: int = 0


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SolveAnswer(Answer):
    """What `solve` or `prove_optimal` found out. Rows: how many words the strategy finds with which guess.

    `cost` is the least cost, from the position of the question on, None if no strategy keeps the limit;
    `best` are all the openers that reach it, and `strategy` begins with the first of them. The `outcome` is
    the search's, about all openers. The limit is `guesses_left` (for the lexicographic goals the least worst
    case, if there is a strategy). Until the answer is `exact`, `cost` and `best` are the least found so far,
    if any; the least cost is at least `low` then, and the best strategy costs `high` at most: what `strategy`
    costs, or the best opener so far. Where both ends meet the answer is exact, too, though openers that are
    left may be as good. `proven_ends` are those that the file proves, which may lie further apart. For the
    goal worst-then-total the least worst case is `worst_low` or more while it isn't known.
    `accepted` is the checker's verdict on the file `tree`, if one was wanted; both are None if there was
    reason to stop before. `lower_bound_checked` is whether it has accepted that no strategy costs less, too.
    `worst_case` is another certificate, with its verdict, that `prove_optimal` has for the lexicographic
    goals: that one guess less than the least worst case isn't enough, or, for the goal total-then-worst, that
    all openers of the least cost then cost more, `worst_case_cost` or above. `too_long`: the lower bound has
    a proof, but one that is too long to be made or checked; so the file is a strategy. `model` is what
    the models looked at where they answered, which look for one best opener. `optimal` tells that all of the
    answer was to be proven.
    """

    question: TotalQuestion
    outcome: TotalOutcome
    guesses_left: int | None
    exact: bool = False
    cost: int | None = None
    low: int | None = None
    proven_ends: tuple[int, int] | None = None
    worst_low: int | None = None
    kept: Path | None = None
    """The file that was wanted and was there already; it may claim more than both ends."""
    best: tuple[str, ...] = ()
    strategy: Strategy | None = None
    tree: Path | None = None
    accepted: Accepted | None = None
    lower_bound_checked: bool = False
    worst_case: Path | None = None
    worst_case_accepted: Accepted | None = None
    worst_case_cost: int | None = None
    too_long: bool = False
    model: GraphSize | None = None
    optimal: bool = False
    trace: TracedPage | None = None
    """The page of a trace of the search, if one was wanted and there is one."""
    trace_wanted: bool = False
    few: FewWords | None = None
    """The second guesses, if few were asked for."""

    @property
    def by(self) -> Engine:
        """What answered."""
        return Engine.SEARCH if self.model is None else Engine.CP_SAT

    @property
    def verdict(self) -> Verdict:
        """Proven, exact, undecided, or impossible: the limit can't be kept; see `exact`, too."""
        if not self.exact:
            return Verdict.UNDECIDED
        if self.cost is None:
            return Verdict.IMPOSSIBLE
        # One guess is the least there is, which needs no proof.
        worst_case_checked = self.worst_case_accepted is not None or self.guesses_left == 1
        whole = self.lower_bound_checked and (self.question.goal.first is First.TOTAL or worst_case_checked)
        return Verdict.PROVEN if whole else Verdict.EXACT

    @property
    def certified(self) -> bool:
        """Whether the checker has accepted a certificate of the whole answer."""
        return self.verdict is Verdict.PROVEN

    @property
    def high(self) -> int | None:
        """What a strategy of this goal costs that is known to be there; None while none is."""
        if self.worst_low is not None and (
            self.strategy is None or self.strategy.max_guesses > self.worst_low
        ):
            return None
        costs = [None if self.strategy is None else self.strategy.cost, self.cost]
        return min((cost for cost in costs if cost is not None), default=None)

    @property
    def gap(self) -> Fraction | None:
        """What part of the upper end lies between both ends; None while one of them isn't known."""
        return gap_of(self.low, self.high)

    @property
    def mean(self) -> Fraction | None:
        """The cost of a hidden word on average, each counted by its weight."""
        return None if self.cost is None else Fraction(self.cost, self.question.total_weight)

    @property
    def total_guesses(self) -> int | None:
        """The cost, where it is a number of guesses."""
        return self.cost if self.question.goal.counts_guesses else None

    def told(self, struck: str) -> Iterator[str]:
        """Yield the lines of `solve`, or of `prove --optimal`."""
        yield from self._answer_lines()
        if not self.exact and (self.few is not None or self.model is not None):
            yield f"stopped by   {struck}"
        effort = telling.some(self.outcome.work, "guess examined", "guesses examined")
        if self.few is not None:
            yield from self._few_lines(self.few)
            effort = telling.some(self.few.costs, "cost searched", "costs searched")
        elif self.model is not None:
            yield from self._by_model_lines(struck)
            yield telling.model_line(self.model)
        else:
            yield from self._search_lines(struck)
        if self.exact or self.few is not None:
            yield telling.effort_line(self.seconds, effort)
        if self.trace is not None:
            yield from self.trace.told(struck)
        elif self.trace_wanted and self.exact and self.stopped_by is not None:
            yield f"trace        none, stopped by {struck}"

    def _answer_lines(self) -> Iterator[str]:
        """Yield the answer: the best strategy, both ends where it isn't known, or that there is none."""
        question = self.question
        what = telling.position_words(question.variant, question.history, question.asked)
        what += telling.within_left(question, self.guesses_left)
        what += f", {counted(self.few.most, 'second guess', 'second guesses')}" if self.few else ""
        words = telling.words_of(question.variant, len(question.hidden))
        if not self.exact:
            yield f"undecided: {what}: the least {_kind(question)} over {words}"
            yield from telling.weights_lines(question)
            if self.best and self.cost is not None:
                yield f"best so far  {self._names()}, {_cost(question, self.cost)}{self._mean()}"
            yield from self._ends_lines()
        elif self.cost is None:
            yield f"impossible: {what}: no strategy finds every one of {words} in time"
        else:
            yield f"{self.verdict}: {what}: {_cost(question, self.cost)} over {words}{self._mean()}"
            yield from telling.weights_lines(question)
            yield from self._strategy_lines()

    def _few_lines(self, few: FewWords) -> Iterator[str]:
        """Yield what follows where few second guesses were asked for."""
        if few.words:
            yield f"second       {telling.first_names(few.words)}"
        if self.accepted is not None and self.tree is None:
            yield telling.certified_line(self.accepted)
        yield from telling.certificate_lines(self.tree, self.accepted)
        if self.exact:
            rest = "that no other second guesses do" + (" better" if few.words else "")
            by = "sums" if few.most == 1 else "prices"
            by += (
                f" and, among {counted(few.candidates, 'guess', 'guesses')}, CP-SAT" if few.candidates else ""
            )
            yield f"uncertified  {rest}: costs by the search, the choice by {by}"

    def _search_lines(self, struck: str) -> Iterator[str]:
        """Yield what is known of openers but the first one of `best`, and of the certificate."""
        outcome = self.outcome
        if not self.exact:
            yield f"stopped by   {struck}; {self._refuted()}"
            yield telling.left_line(outcome.left, self.question)
            yield from telling.certificate_lines(self.tree, self.accepted)
        elif self.cost is None:
            if len(outcome.refuted) > 1:
                yield f"openers      none of {len(outcome.refuted)} keeps the limit"
            if self.optimal:
                yield f"certificate  none: this rests on the search; {_refutes()}"
            return
        else:
            if len(self.best) > 1:
                yield f"equally good {self._names()}"
            if outcome.others or outcome.refuted:
                yield f"others       {self._refuted()}"
            if outcome.left:
                yield f"stopped by   {struck}; that other openers are as good isn't ruled out"
                yield telling.left_line(outcome.left, self.question)
            yield from self._certificate_lines()
        if self.kept is not None:
            yield telling.kept_line(self.kept)
        elif self.exact and not self.finished and not outcome.left:
            yield from telling.certificate_lines(None, None, struck)

    def _ends_lines(self) -> Iterator[str]:
        """Yield what is known of a least cost that isn't known itself."""
        low, strategy = self.low, self.strategy
        if self.worst_low is not None:
            least = counted(self.worst_low, "guess", "guesses")
            yield f"worst case   {least} or more, which isn't settled yet"
        if low is not None:
            lesser = self.proven_ends is not None and self.proven_ends[0] < low
            rest = f"; certified: {self.proven_ends[0]} or more" if lesser and self.proven_ends else ""
            yield f"lower        {_cost(self.question, low)} or more{rest}"
        if strategy is None:
            yield from telling.no_upper_lines(self.question)
            return
        ends = strategy.cost == self.high and self.gap is not None
        gap = f"; gap {float(self.gap or 0):.2%}" if ends else ""
        name = "strategy    " if self.high is None else "upper       "
        yield from self._strategy_lines(name, f"{_cost(self.question, strategy.cost)}, ", gap)

    def _by_model_lines(self, struck: str) -> Iterator[str]:
        """Yield what follows the answer where the models were asked."""
        these = telling.with_these(self.question.asked)
        if not self.exact:
            return
        if self.cost is None:
            yield f"uncertified  that there is no strategy{these}, by the recursion; {_refutes()}"
            return
        if self.optimal:
            yield f"openers      {self._names()} is a best one; others may take as few guesses"
        if self.accepted is None:
            yield from telling.certificate_lines(None, None, struck)
        elif self.tree is not None:
            yield from telling.certificate_lines(self.tree, self.accepted)
        else:
            yield telling.certified_line(self.accepted)
        if not self.lower_bound_checked:
            rest = f"that no strategy{these} costs less, by the recursion"
            if self.accepted is None:
                rest += "; no checker has judged this strategy, either"
            elif not self.question.goal.is_plain:
                rest += ", and what this strategy costs"
            yield f"uncertified  {rest}"

    def _certificate_lines(self) -> Iterator[str]:
        """Yield what there is to say about the certificate of an answer by the search, if there is one."""
        if self.tree is None or self.accepted is None:
            return
        yield from telling.certificate_lines(self.tree, self.accepted)
        yield from telling.certificate_lines(self.worst_case, self.worst_case_accepted)
        whole = self.worst_case_accepted is not None
        if self.lower_bound_checked and not whole and self.verdict is Verdict.EXACT:
            yield "             (that the worst case is the least rests on the search)"
        if self.proven_ends is not None and not self.lower_bound_checked:
            yield "             (both ends, as far as they are proven; the search proves that they meet)"
        elif self.too_long or (self.optimal and not self.lower_bound_checked):
            why = "a proof of that is too long for a" if self.too_long else "that has no"
            yield (
                "             (a strategy: it shows that this can be reached. "
                f"Exhaustive search found that nothing less can be reached; {why} certificate)"
            )

    def _strategy_lines(self, name: str = "strategy    ", cost: str = "", gap: str = "") -> Iterator[str]:
        """Yield what to report about the strategy."""
        question, strategy = self.question, self.strategy
        assert strategy is not None, "an exact finite cost has a strategy"
        least = {
            First.TOTAL: "",
            First.WORST_THEN_TOTAL: ", the least worst case",
            First.TOTAL_THEN_WORST: ", the least for this total",
        }[question.goal.first]
        most = _most(question, strategy, least if self.exact else "")
        yield f"{name} {strategy.opener.upper()}, {cost}{most}{gap}"
        yield from telling.reply_lines(strategy.replies, question.variant.scoring)
        yield telling.distribution_line(strategy.distribution)

    def _mean(self) -> str:
        """Return what a hidden word costs on average; as a fraction, too, where words have weights."""
        if self.mean is None:
            return ""
        question = self.question
        fraction = f"{self.cost}/{question.total_weight} = " if question.goal.weights else ""
        return f" ({fraction}{float(self.mean):.4f} on average)"

    def _refuted(self) -> str:
        """Return what is known about the openers that aren't best."""
        outcome = self.outcome
        others = counted(len(outcome.others), "opener costs", "openers cost")
        parts = []
        if outcome.others:
            how = telling.together(
                telling.some(outcome.by_counts, "by counting patterns"),
                telling.some(outcome.by_search, "by search"),
            )
            parts.append(f"{others} more: {how}")
        if outcome.refuted:
            parts.append(f"{counted(len(outcome.refuted), 'opener', 'openers')} can't keep the limit")
        return "; ".join(parts) or "no opener is known to cost more"

    def _names(self) -> str:
        """Return the best openers, the first ones if there are many; of many codes one of each class."""
        many = len(self.best) > _SHOWN_BEST
        if many and self.question.symmetric:
            return telling.in_classes(self.best, self.question)
        dots = f" ... ({len(self.best)} in all)" if many else ""
        return " ".join(opener.upper() for opener in self.best[:_SHOWN_BEST]) + dots

    def _json(self) -> dict[str, Any]:
        question, outcome, strategy = self.question, self.outcome, self.strategy
        low, high = self.proven_ends or (None, None)
        figures = None if strategy is None or not question.history else strategy.figures
        asked = question.asked or None
        fields = {
            "question": "optimal" if self.optimal else "total",
            "verdict": self.verdict,
            "certified": self.certified,
            "objective": question.goal.first,
            "exact": self.exact,
            "possible": self.cost is not None if self.exact else None,
            "cost": self.cost,
            "total_guesses": self.total_guesses,
            "mean_guesses": self.mean if question.goal.counts_guesses else None,
            "mean_fraction": None if self.mean is None else f"{self.cost}/{question.total_weight}",
            "low": self.low,
            "high": self.high,
            "gap": self.gap,
            "certified_low": low,
            "certified_high": high,
            "worst_case_low": self.worst_low,
            "max_guesses": strategy and strategy.max_guesses,
            "best": self.best,
            "distribution": strategy and strategy.distribution,
            "replies": strategy and telling.reply_fields(strategy.replies, question.variant.scoring),
            "lost": strategy and strategy.missed,
            "opener": strategy and strategy.opener,
            **telling.certificate_fields(self.tree, self.accepted),
            "with_history": figures
            and {
                "total_guesses": figures.total_guesses,
                "max_guesses": len(figures.distribution),
                "distribution": figures.distribution,
            },
            "openers_bounded": len(outcome.others),
            "bounded_by_counts": outcome.by_counts,
            "bounded_by_search": outcome.by_search,
            "openers_hopeless": len(outcome.refuted),
            "left": outcome.left,
            **telling.question_fields(question),
            "guesses_left": self.guesses_left,
            "openers": self.best if self.optimal else asked,
            "by": self.by,
            "model": self.model,
            "work": outcome.work,
        }
        if self.few is not None:
            return fields | {"second_guesses": self.few}
        if not self.optimal:
            return fields | {"trace": self.trace}
        worst_case = telling.certificate_fields(self.worst_case, self.worst_case_accepted)
        return fields | {
            "asked": asked,
            "lower_bound_certificate": fields["certificate"] if self.lower_bound_checked else None,
            "worst_case_certificate": worst_case["certificate"],
            "worst_case_proves": worst_case["proves"],
            "worst_case_cost": self.worst_case_cost,
            "proof_too_long": self.too_long,
        }

    def _rows(self) -> Rows:
        return distribution_rows(() if self.strategy is None else self.strategy.distribution)

    def checked_strategy(self) -> ShownStrategy:
        """Return the strategy, once the checker has accepted it: that of the certificate, if there is one.

        Raises:
            UsageError: there is no strategy.
            CertificateRejected: see `checked_strategy`.
        """
        # What an answer for people doesn't need.
        from wordle_cp.answers.certificates import ShownStrategy  # noqa: PLC0415
        from wordle_cp.answers.totals.certificates import proof_of_strategy  # noqa: PLC0415
        from wordle_cp.certify.checked import checked_strategy  # noqa: PLC0415
        from wordle_cp.certify.publish import write_checked  # noqa: PLC0415

        if self.tree is not None:
            opener = self.best[0] if self.lower_bound_checked else None
            return ShownStrategy.of(checked_strategy(self.tree, opener))
        question, strategy = self.question, self.strategy
        if strategy is None:
            message = "there is no strategy"
            raise UsageError(message)
        certificate, asked = proof_of_strategy(question, strategy, None)
        return ShownStrategy(certificate, write_checked(None, certificate, asked).hidden_set)

    def to_networkx(self) -> nx.DiGraph[int]:
        """Return the strategy as a graph; errors as for `checked_strategy`."""
        return self.checked_strategy().to_networkx()


def _most(question: TotalQuestion, strategy: Strategy, least: str = "") -> str:
    """Return how many guesses the strategy takes at most, and how many words it loses if it may."""
    most = f"{telling.from_here(strategy.max_guesses, question.history)} at most{least}"
    if question.goal.loss is None:
        return most
    return f"{most}; {counted(strategy.missed, 'word', 'words')} not found in time"


def _refutes() -> str:
    """Return how to prove that the limit can't be kept."""
    return f"prove with {argument('depth')} writes a refutation"


def _kind(question: TotalQuestion) -> str:
    """Return what is added up."""
    if not question.goal.counts_guesses:
        return "cost"
    return "weighted number of guesses" if question.goal.weights else "number of guesses"


def _cost(question: TotalQuestion, cost: int) -> str:
    """Return a cost with what it counts."""
    if not question.goal.counts_guesses:
        return f"cost {cost}"
    if question.goal.weights:
        return f"weighted total {cost}"
    return telling.from_here(cost, question.history, len(question.hidden))
