"""A search step by step.

The parts, in their order:

Where the traced search writes what it does: events, numbered, as many as a trace may have.

The least total of a small game by branch and bound, written to be read, with every step written down.

`record` runs it and sets its answer against that of the native search. It is the recursion of
docs/average-search.md,

    m(H)  =  n + min over guesses w of the sum over cells C of H under w, the winning one left out, of m(C)

for n words H, where one word costs 1, and two or more with one guess left have no value. Without any
technique it tries every guess at every set of words: brute force. Only guesses that divide nothing are
never tried, which is no technique but makes the recursion end: they tell nothing, and a strategy without
them is no dearer (section 2 there). Openers that were asked for are tried whatever they do.

Each technique (`Technique`) takes something away, and none changes the answer. What each of them can be
relied on for is said at `_Search`.

A trace of a question that the native search has answered, and the two answers are the same.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final, NamedTuple

from wordle_cp.errors import UsageError
from wordle_cp.rules.symmetry import representatives
from wordle_cp.views.traces import page
from wordle_cp.views.traces.game import ALL_TECHNIQUES, BLANK, SmallGame, Technique, blanked, members
from wordle_cp.work import UNLIMITED, Work

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from wordle_cp.answers.totals.answer import SolveAnswer
    from wordle_cp.games.question import TotalQuestion
    from wordle_cp.views.traces.game import Allowed, Words
    from wordle_cp.views.traces.page import Event


MOST_EVENTS: Final = 100_000
"""A trace has no more than this many events."""
MOST_NUMBERS: Final = 1_000_000
"""And they list no more than this many words and guesses in all."""
_HEED_EVERY: Final = 64


class TraceRecorder:
    """Collects the events of one search; costs come as numbers or `inf`, and go as numbers or None."""

    def __init__(self, heed: Callable[[], None], most: int = MOST_EVENTS) -> None:
        """Call `heed` now and then: what it raises ends the search."""
        self.events: list[Event] = []
        self._heed = heed
        self._most = most
        self._next = 0
        self._numbers = 0  # words and guesses listed so far
        self._run: tuple[int, page.CutReason, int | None] | None = None
        self._dropped: list[int] = []
        self._least: float = inf

    def node(
        self, parent: int | None, pattern: int | None, words: Words, left: int | None, beta: float
    ) -> int:
        """Begin a node, and return its number."""
        number = self._number()
        self._add(page.Node(number, parent, pattern, words, left, _finite(beta)), len(words))
        return number

    def guess(self, node: int, guess: int, beta: float) -> int:
        """Begin a guess, and return its number."""
        number = self._number()
        self._add(page.Guess(number, node, guess, _finite(beta)))
        return number

    def bound(self, node: int, name: page.CutReason, value: float) -> None:
        """Record what a node costs at least; there is no bound where no guess is left."""
        if value < inf:
            self._add(page.Bound(node, name, int(value)))

    def cut(self, of: int, why: page.CutReason, bound: float, beta: float) -> None:
        """Drop a node, or what is left of a guess, and end it with its bound."""
        self._add(page.Cutoff(of, why, (), _finite(bound), _finite(beta)))
        self.value(of, bound, exact=bound == inf)

    def skip(
        self, node: int, why: page.CutReason, guesses: Sequence[int], bound: float | None, beta: float
    ) -> None:
        """Drop guesses of a node that weren't tried; those dropped in a row for one reason are one event.

        `bound` None is that they are no better than a guess before.
        """
        run = (node, why, _finite(beta))
        if run != self._run:
            self._end_run()
            self._run = run
        self._dropped += guesses
        if bound is not None:
            self._least = min(self._least, bound)

    def leaf(self, node: int, why: page.LeafReason, value: float, *, exact: bool = True) -> None:
        """End a node without a guess."""
        self._add(page.Leaf(node, why, _finite(value), exact))

    def value(self, of: int, value: float, *, exact: bool, guess: int | None = None) -> None:
        """End a node or a guess."""
        self._add(page.Value(of, _finite(value), exact, guess))

    def _number(self) -> int:
        self._next += 1
        return self._next - 1

    def _end_run(self) -> None:
        """Write down the guesses dropped in a row, if there are any."""
        if self._run is not None:
            (node, why, beta), dropped, least = self._run, tuple(self._dropped), self._least
            self._run, self._dropped, self._least = None, [], inf
            self._add(page.Cutoff(node, why, dropped, _finite(least), beta), len(dropped))

    def _add(self, event: Event, numbers: int = 0) -> None:
        self._end_run()
        self._numbers += numbers
        if len(self.events) >= self._most or self._numbers > MOST_NUMBERS:
            message = (
                f"a trace has at most {self._most:,} events with {MOST_NUMBERS:,} words, and this search "
                f"has more: use more techniques, or fewer words"
            )
            raise UsageError(message)
        if len(self.events) % _HEED_EVERY == 0:
            self._heed()
        self.events.append(event)


def _finite(cost: float) -> int | None:
    return None if cost == inf else int(cost)


Cost = float
"""A total: a whole number, or `inf` where no strategy finds every word in time."""

_ONE: Final = 1
_TWO_GUESSES: Final = 2


class _Open(NamedTuple):
    """A node at work: its number and words, the guesses allowed and left, and those to begin with."""

    id: int
    words: Words
    allowed: Allowed
    left: int | None
    openers: Sequence[int] = ()


class _Search:
    """A search for the least total of all words of `game`; `_solve` is the recursion.

    The number of nodes never grows when a technique is added, in two cases; for then a node ends with the
    same best guess so far at every point, or doesn't begin.

    - Without MEMO and without a change of ORDER. Values are those of the definition, so after each guess
      the best one so far is the same, or beta was less from the start; and with less beta, or greater bounds,
      each guess ends at the same cell or an earlier one.
    - With MEMO and without SUMS, again with ORDER as it is: a set of words is searched once, for its value.

    With MEMO and SUMS together it may: a search for values below a small beta leaves only a lower bound
    behind, and the same words have to be searched again for a larger one. A better order may be worse, too.
    """

    def __init__(self, game: SmallGame, techniques: frozenset[Technique], recorder: TraceRecorder) -> None:
        self._game = game
        self._use = techniques
        self._recorder = recorder
        self._table: dict[tuple[Words, Allowed, int | None], tuple[Cost, bool]] = {}

    def run(self, left: int | None) -> tuple[Cost, int | None]:
        """Return the least total, and the first best guess found; None if there is none."""
        game, words = self._game, tuple(range(len(self._game.hidden)))
        node = self._recorder.node(None, None, words, left, inf)
        if len(words) == _ONE:
            self._recorder.leaf(node, page.LeafReason.ONE_WORD, 1)
            return 1, game.guesses.index(game.hidden[0])
        return self._solve(_Open(node, words, game.everything, left, game.openers), inf)

    def _solve(self, node: _Open, beta: Cost) -> tuple[Cost, int | None]:
        """Return the least total of the node's words, two or more, if it is below `beta`, and a best guess.

        Otherwise a lower bound of at least `beta`, and None; `inf` always means that there is no strategy.
        """
        if node.left is not None and node.left < _TWO_GUESSES:
            self._recorder.leaf(node.id, page.LeafReason.LIMIT, inf)
            return inf, None
        if Technique.MEMO not in self._use or node.openers:
            return self._branch(node, beta)
        # With n guesses left there is no limit to speak of.
        left = None if node.left is None else min(node.left, len(node.words))
        state = (node.words, node.allowed, left)
        if state in self._table:
            value, exact = self._table[state]
            if exact or value >= beta:
                self._recorder.leaf(node.id, page.LeafReason.MEMO, value, exact=exact)
                return value, None
        best, found = self._branch(node, beta)
        self._table[state] = (best, found is not None or best == inf)
        return best, found

    def _branch(self, node: _Open, beta: Cost) -> tuple[Cost, int | None]:
        """Return the same by bounds, or else by trying guesses; two guesses are left at least."""
        recorder, use, words, n = self._recorder, self._use, node.words, len(node.words)
        bound: Cost = self._trivial_or_t(n)
        if Technique.T in use:
            recorder.bound(node.id, page.CutReason.T, bound)
            if bound >= beta:
                recorder.cut(node.id, page.CutReason.T, bound, beta)
                return bound, None
        counts = {guess: self._game.count(guess, words) for guess in node.openers or members(node.allowed)}
        choice = node.openers or [guess for guess in counts if counts[guess] > 1]
        separating = self._separating(words, counts) if Technique.SEPARATED in use else None
        if separating is not None:
            value = 2 * n - 1 if self._game.wins(separating, words) else 2 * n
            recorder.leaf(node.id, page.LeafReason.SEPARATED, value)
            return value, separating
        l1 = {guess: 3 * n - counts[guess] - self._game.wins(guess, words) for guess in choice}
        if Technique.L1 in use:
            bound = max(bound, min(l1.values(), default=inf))
            recorder.bound(node.id, page.CutReason.L1, bound)
            if bound >= beta:
                recorder.cut(node.id, page.CutReason.L1, bound, beta)
                return bound, None
        if Technique.ORDER in use:
            choice = sorted(choice, key=l1.__getitem__)
        best, found = self._try_all(node, beta, bound, choice, l1)
        recorder.value(node.id, best, exact=found is not None or best == inf, guess=found)
        return best, found

    def _try_all(
        self, node: _Open, beta: Cost, bound: Cost, choice: Sequence[int], l1: dict[int, int]
    ) -> tuple[Cost, int | None]:
        """Return the least total over the guesses `choice`, or `beta` if none is below it, as `_solve`."""
        best, found = beta, None
        repetitions = _Repetitions(self._game, node.words, self._use)
        for place, guess in enumerate(choice):
            if bound >= best:
                self._recorder.skip(node.id, page.CutReason.MET, choice[place:], bound, best)
                break
            why = repetitions.reason(guess)
            if why is not None:
                self._recorder.skip(node.id, why, (guess,), None, best)
                continue
            if Technique.L1 in self._use and l1[guess] >= best:
                self._recorder.skip(node.id, page.CutReason.L1, (guess,), l1[guess], best)
                continue
            total = self._try(node, best, guess)
            if total < best:
                best, found = total, guess
        return best, found

    def _try(self, node: _Open, best: Cost, guess: int) -> Cost:
        """Return what the words cost if `guess` is made: exact below `best`, otherwise `best` or more."""
        recorder, use, game = self._recorder, self._use, self._game
        cells = game.cells(guess, node.words)
        alone = sum(len(cell) == _ONE for cell in cells.values())
        several = sorted(
            ((pattern, cell) for pattern, cell in cells.items() if len(cell) > _ONE),
            key=lambda one: (len(one[1]), one[0]),
        )
        after = [game.after(node.allowed, guess, pattern) for pattern, _ in several]
        known = len(node.words) + alone
        if Technique.SECOND_PLY in use:
            ply = known + sum(
                self._least_l1(cell, then) for (_, cell), then in zip(several, after, strict=True)
            )
            if ply >= best:
                recorder.skip(node.id, page.CutReason.SECOND_PLY, (guess,), ply, best)
                return ply
        lower = [self._trivial_or_t(len(cell)) for _, cell in several]
        total: Cost = known + sum(lower)
        if Technique.SUMS in use and total >= best:
            recorder.skip(node.id, page.CutReason.SUMS, (guess,), total, best)
            return total
        number = recorder.guess(node.id, guess, best)
        left = None if node.left is None else node.left - 1
        for (pattern, cell), then, least in zip(several, after, lower, strict=True):
            room = best - (total - least) if Technique.SUMS in use else inf
            child = recorder.node(number, pattern, cell, left, room)
            value, _ = self._solve(_Open(child, cell, then, left), room)
            total += value - least
            if total == inf:
                recorder.cut(number, page.CutReason.LIMIT, inf, best)
                break
            if Technique.SUMS in use and total >= best:
                recorder.cut(number, page.CutReason.SUMS, total, best)
                break
        else:
            recorder.value(number, total, exact=True)
        return total

    def _separating(self, words: Words, counts: Mapping[int, int]) -> int | None:
        """Return a guess that tells all of `words` apart, one that can win if possible; None if none does."""
        apart = [guess for guess, count in counts.items() if count == len(words)]
        return next((guess for guess in apart if self._game.wins(guess, words)), next(iter(apart), None))

    def _trivial_or_t(self, words: int) -> int:
        """Return what a number of words costs at least: one guess each, or what T says."""
        return 2 * words - 1 if Technique.T in self._use else words

    def _least_l1(self, words: Words, allowed: Allowed) -> Cost:
        """Return what `words` cost at least with the guesses `allowed`."""
        most = max(
            (self._game.count(guess, words) + self._game.wins(guess, words) for guess in members(allowed)),
            default=0,
        )
        return 3 * len(words) - most if most else inf


class _Repetitions:
    """Which guesses of a node can be left out because of one before."""

    def __init__(self, game: SmallGame, words: Words, use: frozenset[Technique]) -> None:
        self._game = game
        self._words = words
        self._letters = game.letters(words)
        self._equal = Technique.EQUAL in use and game.mode.only_facts
        finer = game.scoring.feedback.tiled  # with a letter more; a count may be the same again
        self._dominated = Technique.DOMINATED in use and not game.mode.binds and finer
        self._seen: set[tuple[str, ...]] = set()
        self._coarser: set[tuple[str, ...]] = set()

    def reason(self, guess: int) -> page.CutReason | None:
        """Return why `guess`, the next of the node in its order, can be left out; None if it can't."""
        if not (self._equal or self._dominated):
            return None
        form = blanked(self._game.guesses[guess], self._letters)
        why: page.CutReason | None = None
        if not self._game.wins(guess, self._words):  # a word that can be hidden is never left out
            if self._equal and form in self._seen:
                why = page.CutReason.EQUAL
            elif self._dominated and form in self._coarser:
                why = page.CutReason.DOMINATED
        self._seen.add(form)
        if self._dominated:
            shorter = {(*form[:place], BLANK, *form[place + 1 :]) for place in range(len(form))}
            self._coarser |= shorter - {form}
        return why


def check_traceable(question: TotalQuestion, openers: Sequence[str] = ()) -> None:
    """Make sure that a trace of `question` can be tried, before the work for its answer.

    Raises:
        UsageError: see `SmallGame`.
    """
    SmallGame(question, openers)


def trace_of(
    question: TotalQuestion,
    *,
    openers: Sequence[str] = (),
    guesses_left: int | None = None,
    techniques: frozenset[Technique] = ALL_TECHNIQUES,
    most_events: int = MOST_EVENTS,
    work: Work = UNLIMITED,
) -> page.Trace:
    """Search for the least total of `question` with some techniques, and return what happened.

    The first guess is one of `openers` (none: any). `guesses_left` is another limit than the question's.

    Raises:
        UsageError: the game is too large (see `SmallGame`), or the trace (more than `most_events`).
        StoppedError: there was reason to stop first.
    """
    game = SmallGame(question, openers)
    recorder = TraceRecorder(work.demand_time, most_events)
    left = question.guesses_left if guesses_left is None else guesses_left
    total, best = _Search(game, techniques, recorder).run(left)
    claim = page.TraceClaim(
        variant=question.variant.name,
        mode=game.mode,
        scoring=question.variant.scoring,
        after=question.variant.scoring.format_history(question.history),
        guesses_left=left,
        techniques=tuple(technique for technique in Technique if technique in techniques),
        hidden=game.hidden,
        guesses=game.guesses,
        left_out=game.left_out,
    )
    return page.Trace(claim, tuple(recorder.events), None if total == inf else int(total), best)


def trace_of_report(
    report: SolveAnswer,
    techniques: frozenset[Technique] = ALL_TECHNIQUES,
    work: Work = UNLIMITED,
    most_events: int = MOST_EVENTS,
) -> page.Trace:
    """Return a trace of the question that `report` answers; it must come to the same answer.

    For the lexicographic goals it is the search for the least total under the limit that they lead to.

    Raises:
        UsageError: the question isn't answered, or as `trace_of`.
        StoppedError: there was reason to stop first.
        AssertionError: the two searches differ: a bug.
    """
    if not report.exact:
        message = "there is no trace of a question that isn't answered"
        raise UsageError(message)
    trace = trace_of(
        report.question,
        openers=report.question.asked,
        guesses_left=report.guesses_left,
        techniques=techniques,
        most_events=most_events,
        work=work,
    )
    best = trace.best_word
    if trace.total != report.cost or (best is not None and not _is_named(best, report)):
        message = (
            f"the traced search finds {trace.total} with {best}, "
            f"the native one {report.cost} with {', '.join(report.best) or 'nothing'}"
        )
        raise AssertionError(message)
    return trace


def _is_named(best: str, report: SolveAnswer) -> bool:
    """Tell whether `report` names `best` as one of the best; of equivalent codes it names one."""
    if report.question.variant.codes is None or best in report.best:
        return best in report.best
    made = [guess for guess, _ in report.question.history]
    return representatives(made, [*report.best, best])[best] != best
