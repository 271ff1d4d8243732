"""Guaranteed depth: is there a strategy that finds every hidden word within so many guesses?

Where this stands: `prove` asks it, with lemmas from `models` in hand; it sets up the native search
(`engine.DepthSearch`), watches it from the calling thread, and keeps limits. The search proves or refutes; a
strategy that it returns is for `check` to judge.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from wordle_cp.engine import DepthOutcome, DepthSearch, Game, RefutedStates, Verdict
from wordle_cp.errors import HistoryError, UsageError, abridged
from wordle_cp.games.variant import MAX_GUESSES
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import MAX_GUESSES_LEFT
from wordle_cp.search.classes import NO_CLASSES, OpenerClasses
from wordle_cp.search.watch import watched
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.engine import FamilyFact, ProofNode
    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.scoring import Scoring
    from wordle_cp.rules.words import History


@dataclass(frozen=True, slots=True)
class DepthResult:
    """The answer to a depth question.

    `opener` is the next guess of the strategy, None where one word is left and is simply guessed; `left` are
    the openers not decided, `stopped_by` says why. `proof` are the nodes that `outcome.kids` number, and
    what they rest on; empty unless the verdict is impossible.
    """

    outcome: DepthOutcome
    hidden_count: int
    seconds: float
    stopped_by: StopReason | None
    proof: tuple[ProofNode, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """The verdict on the question."""
        return self.outcome.verdict


def hidden_after(variant: Variant, history: History) -> tuple[str, ...]:
    """Return the hidden words that agree with `history`, once it is found to be one of the game.

    Raises:
        HistoryError: a guess is no guess of the variant or was not allowed, a response ended the game, or no
            hidden word agrees.
    """
    known = frozenset(variant.guesses)
    scoring, words = variant.scoring, variant.hidden
    for turn, (guess, pattern) in enumerate(history):
        past = history[:turn]
        if guess not in known:
            message = f"{guess!r} is not among the guesses of {variant.name}"
            raise HistoryError(message)
        reason = scoring.explain_not_allowed(guess, past, variant.mode)
        if reason is not None:
            message = f"{variant.mode.value} mode forbids guess {turn + 1} of the history: {reason}"
            raise HistoryError(message)
        words = tuple(word for word in words if scoring.is_consistent(word, ((guess, pattern),)))
        move = f"{guess.upper()} {scoring.format_pattern(pattern)}"
        if not words:
            message = f"guess {turn + 1}, {move}: no hidden word of {variant.name} agrees with this"
            raise HistoryError(message)
        if pattern == scoring.win:
            message = f"the history is over: {move} is a win"
            raise HistoryError(message)
    return words


def openers_asked(openers: Sequence[str] | None) -> tuple[str, ...]:
    """Return the openers that a caller asks about, each once; for None, which stands for all, none.

    Raises:
        UsageError: the caller lists no opener: all wouldn't be what was meant.
    """
    if openers is None:
        return ()
    if not openers:
        message = "expected at least one opener, found none; leave openers out to ask about all"
        raise UsageError(message)
    return tuple(dict.fromkeys(openers))


def check_depth(depth: int, history: History, least_left: int = 0) -> None:
    """Make sure that `depth` leaves from `least_left` to as many guesses after `history` as can be searched.

    Raises:
        UsageError: it doesn't.
    """
    past = len(history)
    least, most = past + least_left, min(past + MAX_GUESSES_LEFT, MAX_GUESSES)
    if not least <= depth <= most:
        known = f", the {past} of the history included" if past else ""
        message = f"expected a depth from {max(least, 1)} to {most} guesses{known}, found {depth}"
        raise UsageError(message)


def check_openers(variant: Variant, history: History, openers: Sequence[str]) -> None:
    """Raise UsageError for an opener that is no guess, or that the mode forbids after `history`."""
    known = frozenset(variant.guesses)
    for opener in openers:
        if opener not in known:
            message = f"opener {abridged(opener)} is not among the guesses of {variant.name}"
            raise UsageError(message)
        reason = variant.scoring.explain_not_allowed(opener, history, variant.mode)
        if reason is not None:
            message = f"{variant.mode.value} mode forbids the opener: {reason}"
            raise UsageError(message)


def count_bound(words: int, scoring: Scoring) -> int:
    """Return how many guesses `words` words take at least, as there are so few responses.

    A guess finds one word, and has some number r of other responses: with g guesses a strategy has at most
    1 + r + ... + r**(g-1) guesses in its tree, and each finds at most one word.
    """
    other = scoring.response_count - 1
    guesses, found, level = 1, 1, 1
    while found < words:
        level *= other
        found += level
        guesses += 1
    return guesses


def search_depth(
    variant: Variant,
    depth: int,
    *,
    history: History = (),
    openers: Sequence[str] = (),
    first: Sequence[str] = (),
    facts: Sequence[FamilyFact] = (),
    work: Work = UNLIMITED,
) -> DepthResult:
    """Decide whether every hidden word that agrees with `history` can be found within `depth` guesses in all.

    `depth` counts the guesses of `history` too. `openers` restricts the next guess (none: every allowed
    one); the first allowed one of `first` is decided before all others. `facts` speak of families of the
    words that agree with `history`. With symmetry, of openers of a game of codes that are equally good
    for that reason one is looked at, and the proof is about these. A snapshot is shown every 50 ms; when
    the `work` is cancelled, a limit strikes, or KeyboardInterrupt arrives, the result is what is known then.

    Raises:
        HistoryError, UsageError: see `hidden_after` and `check_openers`; also for a depth out of range.
    """
    started = time.monotonic()
    hidden = hidden_after(variant, history)
    check_openers(variant, history, openers)
    check_depth(depth, history)
    left = depth - len(history)
    if len(hidden) == 1 and openers and any(opener != hidden[0] for opener in openers):
        message = f"only {hidden[0]!r} agrees with the history, so an opener decides nothing"
        raise UsageError(message)
    ultrahard = variant.mode is Mode.ULTRAHARD
    try:
        work.demand_time()  # preparations may have taken it; setting up a large game takes a second
        # The search of ultrahard mode needs the patterns of guesses against guesses.
        columns = variant.guesses if ultrahard else hidden
        game = Game(variant.guesses, columns, variant.codes, heed=work.demand_time)
    except StoppedError as stopped:
        return _nothing_known(variant, history, openers, len(hidden), stopped.reason)
    keep = [game.guess_id(word) for word in hidden] if ultrahard else None
    search = DepthSearch(game, variant.mode, jobs=work.jobs, facts=facts)
    classes = OpenerClasses.of_game(variant, history, hidden, openers) if work.symmetry else NO_CLASSES
    asked = classes.asked or openers
    outcome, stopped_by = watched(
        lambda: search.run(left, history=history, openers=asked, first=first, hidden=keep),
        search.stop,
        poll=lambda: work.show(search.progress()),
        work=work,
    )
    outcome = replace(outcome, left=classes.all_of(outcome.left))
    decided = outcome.verdict is not Verdict.UNDECIDED
    proof = tuple(search.proof_nodes()) if outcome.kids else ()
    return DepthResult(
        outcome, len(hidden), time.monotonic() - started, None if decided else stopped_by, proof
    )


def _nothing_known(
    variant: Variant, history: History, openers: Sequence[str], hidden_count: int, stopped_by: StopReason
) -> DepthResult:
    """Return the result of a search that was stopped before it began."""
    left = openers or [
        guess for guess in variant.guesses if variant.scoring.is_allowed(guess, history, variant.mode)
    ]
    outcome = DepthOutcome(
        Verdict.UNDECIDED,
        opener=None,
        strategy=(),
        left=tuple(left),
        refuted_by_families=0,
        refuted_by_search=0,
        kids=(),
        states=RefutedStates(),
        nodes=0,
    )
    return DepthResult(outcome, hidden_count, 0.0, stopped_by)
