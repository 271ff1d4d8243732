"""Depth questions about real games: errors, limits, cancellation, progress, hints, and repeatable runs."""

from __future__ import annotations

import threading
import time

import pytest

from wordle_cp.engine import DepthProgress, Verdict
from wordle_cp.errors import HistoryError, UsageError, WordleCpError
from wordle_cp.games.notation import parse_history
from wordle_cp.games.question import Position, Question
from wordle_cp.games.strategy_tree import figures, walk
from wordle_cp.games.variant import HiddenKind, Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import History, is_consistent
from wordle_cp.search.depth import search_depth
from wordle_cp.work import Limits, Work

TOY = Variant.load("toy")
HARD_TOY = Variant.load("toy", mode=Mode.HARD)
BIG = Variant.load("nyt-2022-02-15", mode=Mode.HARD, hidden=HiddenKind.BIG)
NYT = Variant.load("nyt-2022-02-15")


def history(text: str) -> History:
    return parse_history(text, 5)


NONE = "no hidden word of toy agrees with this"


@pytest.mark.parametrize(
    ("variant", "after", "openers", "kind", "message"),
    [
        (TOY, "house.bbbbb", (), HistoryError, "guess 1: 'house' is not among the guesses of toy"),
        (
            HARD_TOY,
            "trace.bgbyy.plied.bbbgb",
            (),
            HistoryError,
            "hard mode forbids guess 2: PLIED: the green R of TRACE must stay in position 2",
        ),
        (TOY, "creek.ggggg", (), HistoryError, "the history is over: CREEK GGGGG is a win"),
        (
            TOY,
            "plied.bbbgb.creek.ggggg.cruel.bbbbb",
            (),
            HistoryError,
            "the history is over: CREEK GGGGG is a win",
        ),
        (
            TOY,
            "trace.ggggb",
            (),
            HistoryError,
            "guess 1, TRACE GGGGB: no hidden word of toy agrees with this",
        ),
        (
            TOY,
            "eiked.ggggg",
            (),
            HistoryError,
            f"guess 1, EIKED GGGGG: {NONE}; toy doesn't hide EIKED",
        ),
        (
            TOY,
            "plied.bbbgb.credo.ggggg",
            (),
            HistoryError,
            f"guess 2, CREDO GGGGG: {NONE}: if CREDO is hidden, PLIED gets BBBYY, not BBBGB",
        ),
        (TOY, "", ("house",), UsageError, "opener 'house' is not among the guesses of toy"),
        (TOY, "", ("plied", "House"), UsageError, "opener 'house' is not among the guesses of toy"),
        (
            HARD_TOY,
            "trace.bgbyy",
            ("plied",),
            UsageError,
            "hard mode forbids the opener: PLIED: the green R of TRACE must stay in position 2",
        ),
        (
            TOY,
            "trace.bgbyy.plied.bbbgb",
            ("plied",),
            UsageError,
            "only 'creek' agrees with the history, so an opener decides nothing",
        ),
    ],
)
def test_questions_that_make_no_sense(
    variant: Variant, after: str, openers: tuple[str, ...], kind: type[WordleCpError], message: str
) -> None:
    with pytest.raises(kind) as caught:
        search_depth(Question.of(variant, history=history(after), openers=openers), 5)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("depth", "after", "message"),
    [
        (32, "", "from 1 to 31 guesses, found 32"),
        (256, "", "from 1 to 31 guesses, found 256"),
        (0, "trace.bgbyy", "from 1 to 32 guesses, the 1 of the history included, found 0"),
        (256, ".".join(["trace.bgbyy"] * 250), "from 250 to 255 guesses, the 250 of the history included"),
        (-1, "", "0 or more, found -1"),
    ],
)
def test_depths_out_of_range(depth: int, after: str, message: str) -> None:
    with pytest.raises(UsageError, match=f"expected a depth,? {message}"):
        search_depth(Question.of(TOY, history=history(after)), depth)


@pytest.mark.parametrize(
    ("depth", "verdict"), [(2, Verdict.IMPOSSIBLE), (3, Verdict.POSSIBLE), (9, Verdict.POSSIBLE)]
)
def test_the_one_word_left_is_guessed(depth: int, verdict: Verdict) -> None:
    result = search_depth(Question.of(TOY, history=history("trace.bgbyy.plied.bbbgb")), depth)
    assert result.verdict is verdict
    assert result.opener == ("creek" if verdict is Verdict.POSSIBLE else None)
    assert result.strategy == ()


@pytest.mark.parametrize("depth", [3, 4, 9])
def test_the_one_word_left_may_be_the_opener(depth: int) -> None:
    result = search_depth(
        Question.of(TOY, history=history("trace.bgbyy.plied.bbbgb"), openers=("creek",)), depth
    )
    assert (result.verdict, result.opener) == (Verdict.POSSIBLE, "creek")
    assert result.strategy == ()  # the preorder has no entry where one word is left


@pytest.mark.parametrize("mode", Mode)
def test_depth_counts_the_history(mode: Mode) -> None:
    variant = Variant.load("toy", mode=mode)
    after = history("trace.bgbyy")
    least = next(
        depth
        for depth in range(1, 9)
        if search_depth(Question.of(variant, history=after), depth).verdict is Verdict.POSSIBLE
    )
    assert least == (3 if mode is Mode.NORMAL else 4)
    result = search_depth(Question.of(variant, history=after), least)
    hidden = Position.of(variant, after).hidden
    assert len(hidden) == 8
    assert figures(result.strategy, hidden, after).hidden_count == 8
    assert all(len(node.history) < least for node in walk(result.strategy, hidden, after))


def test_words_left_keep_the_order_of_the_list() -> None:
    after = history("salet.bybbb")
    assert Position.of(NYT, after).hidden == tuple(word for word in NYT.hidden if is_consistent(word, after))


def test_a_time_limit_leaves_the_question_undecided() -> None:
    started = time.process_time()
    openers = ("tupik", "whomp", "thumb", "aahed", "jazzy")
    result = search_depth(Question.of(BIG, openers=openers), 7, work=Work(limits=Limits(seconds=1.0)))
    assert time.process_time() - started < 6.0
    assert (result.verdict, result.stopped_by) == (Verdict.UNDECIDED, "time limit")
    assert result.left
    assert set(result.left) <= set(openers)
    assert result.opener is None
    assert result.strategy == ()
    refuted = result.refuted_by_families + result.refuted_by_search
    assert refuted == len(openers) - len(result.left)


def test_a_limit_on_one_opener_leaves_it() -> None:
    result = search_depth(Question.of(BIG, openers=("tupik",)), 7, work=Work(limits=Limits(seconds=0.5)))
    assert (result.verdict, result.left) == (Verdict.UNDECIDED, ("tupik",))


def test_a_memory_limit_below_what_is_used_strikes_at_once() -> None:
    result = search_depth(Question.of(BIG, openers=("tupik",)), 7, work=Work(limits=Limits(memory_bytes=1e6)))
    assert (result.verdict, result.stopped_by) == (Verdict.UNDECIDED, "memory limit")


def test_a_decided_question_wasn_t_stopped() -> None:
    result = search_depth(Question.of(TOY), 3, work=Work(limits=Limits(seconds=60.0, memory_bytes=64e9)))
    assert (result.verdict, result.stopped_by, result.left) == (Verdict.POSSIBLE, None, ())


def test_cancelling_stops_the_search_soon() -> None:
    asked: list[float] = []

    def cancelled() -> bool:
        asked.append(time.process_time())
        return len(asked) > 5

    result = search_depth(Question.of(BIG, openers=("tupik",)), 7, work=Work(cancelled=cancelled))
    assert time.process_time() - asked[5] < 2.0
    assert (result.verdict, result.stopped_by, result.left) == (
        Verdict.UNDECIDED,
        "interrupted",
        ("tupik",),
    )


def test_progress_is_told_from_the_calling_thread() -> None:
    snapshots: list[tuple[int, DepthProgress]] = []

    def show(event: object) -> None:
        assert isinstance(event, DepthProgress)
        snapshots.append((threading.get_ident(), event))

    result = search_depth(
        Question.of(BIG, openers=("tupik", "whomp", "aahed")),
        7,
        work=Work(cancelled=lambda: len(snapshots) > 2, show=show),
    )
    assert result.stopped_by == "interrupted"
    assert {thread for thread, _ in snapshots} == {threading.get_ident()}
    last = snapshots[-1][1]
    assert last.openers == 3
    assert 0 <= last.nodes <= result.nodes
    assert last.bytes > 0
    nodes = [snapshot.nodes for _, snapshot in snapshots]
    assert nodes == sorted(nodes)


@pytest.mark.parametrize(("mode", "depth"), [(Mode.NORMAL, 5), (Mode.HARD, 6), (Mode.ULTRAHARD, 6)])
def test_one_thread_does_the_same_twice(mode: Mode, depth: int) -> None:
    variant = Variant.load("nyt-2022-02-15", mode=mode)
    after = history("salet.bbbbb")
    once, again = (
        search_depth(Question.of(variant, history=after), depth, work=Work(jobs=1)) for _ in range(2)
    )
    assert once == again
    assert once.verdict is Verdict.POSSIBLE


def test_hints_are_tried_first() -> None:
    first = search_depth(Question.of(NYT, history=history("salet.bbbbb")), 5, first=("courd",))
    assert (first.verdict, first.opener) == (Verdict.POSSIBLE, "courd")
    wrong = search_depth(Question.of(NYT, history=history("salet.bbbbb")), 3, first=("salet",))
    assert wrong.verdict is Verdict.IMPOSSIBLE
