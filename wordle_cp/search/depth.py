"""Guaranteed depths: the native search on a thread of its own, and in ultrahard mode two of them.

The parts, in their order:

Guaranteed depth: is there a strategy that finds every hidden word within a number of guesses?

The native search (`engine.DepthSearch`) is set up here, watched from the calling thread, and stopped at
limits. It proves or refutes; a strategy that it returns is for `check` to judge.

Guaranteed depth in ultrahard mode: what hard mode makes impossible is impossible there too.

Each ultrahard strategy is a hard one, and the search of hard mode has no-goods and a proof to show.
So it is asked first. Where it finds nothing impossible the plain search of ultrahard mode decides.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wordle_cp.engine import DepthOutcome, DepthSearch, Game, Verdict
from wordle_cp.errors import UsageError
from wordle_cp.games.question import checked_depth
from wordle_cp.search.classes import NO_CLASSES, OpenerClasses
from wordle_cp.search.parts import hard_words, is_large, parts_of, promising, words_with_room
from wordle_cp.search.watch import watched
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wordle_cp.games.question import Question
    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.modes import Mode
    from wordle_cp.rules.scoring import Scoring


_TRIED: Final = 4
_ITERATIONS: Final = 4
"""Openers of a large game that are tried before tables of the whole game are made, and how long each is."""


def check_lone_word(question: Question) -> None:
    """Raise UsageError if one hidden word alone is left, and an opener is another."""
    hidden = question.hidden
    if len(hidden) == 1 and any(opener != hidden[0] for opener in question.asked):
        message = f"only {hidden[0]!r} agrees with the history, so an opener decides nothing"
        raise UsageError(message)


def count_bound(words: int, scoring: Scoring) -> int:
    """Return how many guesses `words` words take at least, by the number of responses.

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
    question: Question,
    depth: int,
    *,
    first: Sequence[str] = (),
    work: Work = UNLIMITED,
) -> DepthOutcome:
    """Decide whether every hidden word of `question` can be found within `depth` guesses in all.

    `depth` counts the guesses of the history too. The first allowed one of `first` is decided before all
    other openers. With symmetry, of openers of a game of codes that are equally good for that reason one is
    looked at, and the proof is about these. A snapshot is shown every 50 ms; when the `work` is cancelled, a
    limit strikes, or KeyboardInterrupt arrives, the result is what is known then.

    Of a large game (`search.parts`) the words are looked at in parts, as far as that decides the question.

    Raises:
        UsageError: the depth is out of range, or one hidden word alone is left and an opener is another.
    """
    checked_depth(depth, question.history)
    check_lone_word(question)
    if is_large(question):
        found = _search_in_parts(question, depth, first, work)
        if found is not None:
            return found
    return _search_whole(question, depth, first=first, work=work)


def _search_whole(
    question: Question,
    depth: int,
    *,
    first: Sequence[str] = (),
    work: Work,
    iterations: int | None = None,
) -> DepthOutcome:
    """Return what `search_depth` does, from one game of all words; for `iterations` see `DepthSearch.run`."""
    variant, history, hidden, openers = question.variant, question.history, question.hidden, question.asked
    left = depth - len(history)
    ultrahard = variant.mode.responses
    try:
        work.demand_time()  # preparations may have taken it; setting up a large game takes a second
        # The search of ultrahard mode needs the patterns of guesses against guesses.
        columns = variant.guesses if ultrahard else hidden
        game = Game(variant.guesses, columns, variant.scoring, work=work)
    except StoppedError as stopped:
        return _nothing_known(question, stopped.reason)
    keep = [game.guess_id(word) for word in hidden] if ultrahard else None
    search = DepthSearch(game, variant.mode, jobs=work.jobs)
    classes = OpenerClasses.of_game(variant, history, hidden, openers) if work.symmetry else NO_CLASSES
    asked = classes.asked or openers
    outcome, stopped_by = watched(
        lambda: search.run(
            left, history=history, openers=asked, first=first, hidden=keep, iterations=iterations
        ),
        search.stop,
        poll=lambda: work.show(search.progress()),
        work=work,
    )
    return replace(
        outcome,
        left=classes.all_of(outcome.left),
        proof=tuple(search.proof_nodes()) if outcome.refuting else (),
        stopped_by=stopped_by if outcome.verdict is Verdict.UNDECIDED else None,
    )


def _search_in_parts(question: Question, depth: int, first: Sequence[str], work: Work) -> DepthOutcome | None:
    """Return what `search_depth` does, from games of some of the words; None: that decides nothing.

    One opener is decided, whatever it takes. Of several, or all, a few are tried first, the one that `first`
    names and the most promising ones.
    """
    asked = question.openers
    if depth - len(question.history) <= 1:  # not even two of the words can be found
        return _search_whole(_about_words(question, question.hidden[:2]), depth, work=work)
    if len(question.asked) == 1:
        return _opener_in_parts(question, asked[0], depth, work, None)
    allowed = frozenset(asked)
    hinted = [opener for opener in first if opener in allowed][:1]
    try:
        ordered = promising(question, asked, work)
    except StoppedError as stopped:
        return _nothing_known(question, stopped.reason)
    lost = set(question.hidden[:2])
    for opener in dict.fromkeys([*hinted, *ordered[:_TRIED]]):
        result = _opener_in_parts(question, opener, depth, work, _ITERATIONS)
        if result.verdict is Verdict.POSSIBLE or result.stopped_by is not None:
            return result
        lost |= _words_of(result)
    return _search_by_some_words(question, depth, lost, ordered, work)


def _search_by_some_words(
    question: Question, depth: int, lost: Iterable[str], openers: Sequence[str], work: Work
) -> DepthOutcome | None:
    """Return what `search_depth` does, by asking about some of the words; None if those grow too many.

    These are the `lost` ones, and those in the largest cells of the first `openers`. If they can't be found
    in time, all can't, by the same proof. If they can, the opener of their strategy is decided; where it is
    refuted, the words that refute it join those that are asked about.
    """
    room = words_with_room(question.variant)
    try:
        more = hard_words(question, openers, room // 2, work).union(lost)
    except StoppedError as stopped:
        return _nothing_known(question, stopped.reason)
    some = set[str]()
    while more and len(some := some | more) <= room:
        words = tuple(word for word in question.hidden if word in some)
        result = _search_whole(_about_words(question, words), depth, work=work)
        opener = result.opener
        if opener is None:
            return result
        result = _opener_in_parts(question, opener, depth, work, None)
        if result.verdict is not Verdict.IMPOSSIBLE:
            return result
        more = _words_of(result) - some
    return None


def _words_of(result: DepthOutcome) -> set[str]:
    """Return the words that the proof of a result is about."""
    return {word for node in result.proof for word in node.words}


def _opener_in_parts(
    question: Question, opener: str, depth: int, work: Work, iterations: int | None
) -> DepthOutcome:
    """Return whether every word of `question` can be found if it begins with `opener`."""
    steps, nodes = [opener], 0
    result = _nothing_known(question, None)
    for part in parts_of(question, opener):
        result = _search_whole(part, depth, work=work, iterations=iterations)
        nodes += result.nodes
        if result.verdict is not Verdict.POSSIBLE:
            left = question.openers if result.verdict is Verdict.UNDECIDED else ()
            return replace(result, left=left, nodes=nodes)
        steps += result.strategy[1:]
    return replace(result, strategy=tuple(steps), nodes=nodes)


def _about_words(question: Question, words: tuple[str, ...]) -> Question:
    """Return the same question about some of its hidden words."""
    return replace(question, position=replace(question.position, hidden=words))


def _nothing_known(question: Question, stopped_by: StopReason | None) -> DepthOutcome:
    """Return the result of a search that was stopped before it began."""
    return DepthOutcome(Verdict.UNDECIDED, left=question.openers, stopped_by=stopped_by)


_SHARE: Final = 0.5
"""Part of a time limit that hard mode gets."""


def by_hard_rules(variant: Variant) -> Variant:
    """Return the game whose impossibilities are those of `variant` too: in hard mode if that is ultrahard."""
    return variant if variant.mode.only_facts else variant.model_copy(update={"mode": variant.mode.weaker})


def decide_depth(
    question: Question,
    depth: int,
    *,
    first: Sequence[str] = (),
    work: Work = UNLIMITED,
) -> tuple[DepthOutcome, Mode]:
    """Decide what `search_depth` decides; in ultrahard mode ask hard mode before.

    Return also the mode by whose rules it was found: hard for what hard mode makes impossible.

    In ultrahard mode hard mode has half of the time that is left, and openers of the question are those that
    ultrahard mode allows.

    Raises:
        As `search_depth`.
    """
    variant = question.variant
    if variant.mode.only_facts:
        return search_depth(question, depth, first=first, work=work), variant.mode
    wanted = question.of_game(by_hard_rules(variant))
    if question.history and len(question.hidden) > 1:  # hard mode may allow more of them
        wanted = wanted.about(question.openers)
    hard = search_depth(wanted, depth, first=first, work=work.share(_SHARE))
    if hard.verdict is Verdict.IMPOSSIBLE or hard.stopped_by in {StopReason.INTERRUPTED, StopReason.MEMORY}:
        return hard, wanted.variant.mode
    plain = search_depth(question, depth, first=first, work=work)
    return replace(plain, nodes=hard.nodes + plain.nodes), variant.mode
