"""Where no opener may keep the limit the depth search is asked first: the same answers, and soon."""

from __future__ import annotations

import random
import threading
import time
from typing import Final

import pytest

from tests.effort import only_more, share
from tests.oracle.games import Size, random_game
from tests.oracle.questions import variant_of
from wordle_cp import data
from wordle_cp.answers.rankings import rank
from wordle_cp.answers.totals import narrowing
from wordle_cp.answers.totals.solve import solve
from wordle_cp.cli.app import main
from wordle_cp.cli.output import ExitCode
from wordle_cp.engine import Game, TotalOutcome, TotalSearch
from wordle_cp.games.goal import TOTAL_GUESSES, Goal
from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.variant import HiddenKind, Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.search import total
from wordle_cp.search.total import TotalSession, limit_is_tight
from wordle_cp.work import Limits, StopReason, Work

TOY: Final = Variant.load("toy")
SIZE: Final = Size(most_hidden=9, most_guesses=16)


@pytest.fixture(name="always")
def fixture_always(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Take every limit for tight."""
    monkeypatch.setattr(total, "_MANY_WORDS", 1)
    monkeypatch.setattr(total, "_VERY_MANY_WORDS", 1)
    return monkeypatch


def _answers(variant: Variant, limit: int) -> list[object]:
    """Return what `solve` and `rank` say of the game within `limit` guesses."""
    solved = solve(TotalQuestion.of(variant, max_guesses=limit))
    ranked = rank(TotalQuestion.of(variant, max_guesses=limit), top=3)
    return [solved.verdict, solved.cost, solved.best, ranked.complete, ranked.ranked]


@pytest.mark.parametrize("mode", [Mode.NORMAL, Mode.HARD])
def test_the_answers_are_the_same(mode: Mode, always: pytest.MonkeyPatch) -> None:
    rng = random.Random(f"tight limits {mode}")  # noqa: S311  a game, no secret
    impossible = 0
    for _ in range(share(60)):
        variant = variant_of(random_game(rng, SIZE), mode)
        limit = rng.randint(1, 4)
        first = _answers(variant, limit)
        with always.context() as only_searched:
            only_searched.setattr(total, "_MANY_WORDS", 1000)
            assert _answers(variant, limit) == first
        impossible += first[1] is None
    assert 0 < impossible < share(60)


def test_totals_are_not_asked_for_where_no_opener_keeps_the_limit(always: pytest.MonkeyPatch) -> None:
    def never(*_arguments: object, **_options: object) -> None:
        raise AssertionError

    always.setattr(TotalSession, "rank", never)
    solved, ranked = (
        solve(TotalQuestion.of(TOY, max_guesses=1)),
        rank(TotalQuestion.of(TOY, max_guesses=1), top=3),
    )
    assert (solved.exact, solved.cost, solved.outcome.refuted, solved.outcome.left) == (
        True,
        None,
        TOY.guesses,
        (),
    )
    assert (ranked.complete, ranked.ranked, ranked.refuted) == (True, (), TOY.guesses)


def test_a_limit_that_no_strategy_is_found_for_is_in_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    def undecided(session: TotalSession, **_options: object) -> tuple[TotalOutcome, None]:
        left = session.question.openers
        return TotalOutcome(left=left), None

    rng = random.Random("limits in doubt")  # noqa: S311  a game, no secret
    impossible = 0
    for _ in range(share(20)):
        question = TotalQuestion.of(
            variant_of(random_game(rng, SIZE), Mode.HARD), max_guesses=rng.randint(1, 3)
        )
        if solve(question).cost is not None:
            continue
        with monkeypatch.context() as slow:
            slow.setattr(TotalSession, "rank", undecided)
            solved = solve(question)
        assert (solved.exact, solved.cost, solved.outcome.left) == (True, None, ())
        assert solved.outcome.refuted == question.variant.guesses
        impossible += 1
    assert impossible


def test_it_is_given_up_for_the_search_and_for_limits(always: pytest.MonkeyPatch) -> None:
    with always.context() as impatient:
        impatient.setattr(narrowing, "_LIMIT_SECONDS", 0.0)
        assert solve(TotalQuestion.of(TOY, max_guesses=2)).cost == 16
        assert solve(TotalQuestion.of(TOY, max_guesses=1)).cost is None
    stopped = solve(TotalQuestion.of(TOY, max_guesses=2), work=Work(limits=Limits(seconds=0)))
    assert stopped.stopped_by is StopReason.TIME
    assert stopped.exact, "both ends of what is known meet at 16"
    unfinished = rank(TotalQuestion.of(TOY, max_guesses=2), top=3, work=Work(limits=Limits(seconds=0)))
    assert (unfinished.complete, unfinished.stopped_by) == (False, StopReason.TIME)


def test_which_limits_are_tight() -> None:
    def tight(
        name: str,
        limit: int | None,
        hidden: HiddenKind = HiddenKind.LIST,
        mode: Mode = Mode.NORMAL,
        goal: Goal = TOTAL_GUESSES,
    ) -> bool:
        variant = Variant.load(name, mode=mode, hidden=hidden).model_copy(update={"max_guesses": limit})
        return limit_is_tight(TotalQuestion.of(variant, goal=goal))

    assert [tight("original", limit) for limit in (3, 4, 5, 6, None)] == [True, True, False, False, False]
    assert tight("original", 4, mode=Mode.HARD)
    assert not tight("original", 4, mode=Mode.ULTRAHARD)
    assert tight("original", 6, HiddenKind.BIG)
    assert not tight("original", 4, goal=Goal(costs=(1, 2, 3, 4)))
    assert not tight("toy", 2)


@pytest.mark.parametrize(
    ("options", "of"),
    [
        (("--top", "3", "--max-guesses", "1"), "38 openers"),
        (("--all", "--max-guesses", "1"), "38 openers"),
        (("--worst", "3", "--max-guesses", "1"), "38 openers"),
        (("--words", "2", "--top", "3", "--max-guesses", "2"), "703 pairs of fixed words"),
    ],
)
def test_a_ranking_of_nothing_says_so(
    options: tuple[str, ...],
    of: str,
    tmp_path: object,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(str(tmp_path))
    assert main(["rank", "--variant", "toy", *options]) == ExitCode.DONE
    head, *rest = capsys.readouterr().out.splitlines()
    within = f"{options[-1]} guess" + ("es" if options[-1] != "1" else "")
    expected = (
        f"impossible: toy, normal mode, within {within}: none of {of} finds every one of 8 hidden words"
    )
    assert head == f"{expected} in time"
    assert not any("keep the limit" in line for line in rest)
    assert main(["rank", "--variant", "toy", *options, "--json"]) == ExitCode.DONE
    assert '"possible": false' in capsys.readouterr().out


@only_more
@pytest.mark.parametrize(("limit", "hidden"), [(4, HiddenKind.LIST), (5, HiddenKind.BIG)])
def test_real_lists(limit: int, hidden: HiddenKind) -> None:
    report = solve(
        TotalQuestion.of(Variant.load("original", hidden=hidden), max_guesses=limit), work=Work(jobs=2)
    )
    assert (report.exact, report.cost, len(report.outcome.refuted)) == (True, None, 12972)


@only_more
def test_a_limit_that_is_hard_to_keep_holds_up_no_ranking() -> None:
    """Whether some cell can be kept within it takes more work than all that is asked of this search."""
    game = Game(data.word_list("original-guesses"), data.word_list("original-hidden"))
    search = TotalSearch(game, Mode.NORMAL, jobs=1)
    ranking = threading.Thread(target=lambda: search.rank(openers=("zuzim",), top=0, guesses_left=5))
    ranking.start()
    deadline = time.monotonic() + 300
    while ranking.is_alive() and search.progress().work < 12_000_000 and time.monotonic() < deadline:
        time.sleep(0.1)
    work = search.progress().work
    search.stop()
    ranking.join()
    assert work >= 12_000_000
