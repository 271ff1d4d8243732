"""Few second guesses to remember: what is told, what is refused, and what is known when a limit strikes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from wordle_cp import Position, Variant, Work, rank_pairs, solve
from wordle_cp.answers.totals import few_words
from wordle_cp.certificate.describe import claim_sentence
from wordle_cp.engine import PairCost, Verdict
from wordle_cp.errors import UsageError
from wordle_cp.modelling.solver import Incumbent, Unknown
from wordle_cp.models import few_words as model
from wordle_cp.work import StopReason

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.answers.totals.answer import SolveAnswer

AFTER = "salet.bybbb"
"""Then CORNI, with three second guesses, is a question for CP-SAT."""


def asked(**options: Any) -> SolveAnswer:  # noqa: ANN401  those of solve
    return solve("original", history=AFTER, opener="corni", second_guesses=3, **options)


def test_cp_sat_chooses_where_prices_leave_a_choice(tmp_path: Path) -> None:
    heard: list[object] = []
    tree = tmp_path / "few.cert"
    answer = asked(tree=tree, work=Work(show=heard.append))
    assert answer.few is not None
    assert (answer.cost, answer.few.words) == (284, ("award", "broad", "nymph"))
    assert answer.few.candidates > answer.few.most
    assert any(isinstance(event, Incumbent) and event.value == 284 for event in heard)
    assert "CP-SAT" in str(answer)
    assert answer.accepted is not None
    assert f"{284 + 102} guesses in all" in claim_sentence(answer.accepted.head)
    assert tree.exists()
    assert not answer.certified
    assert json.dumps(answer.to_json()["second_guesses"])


def test_one_second_guess_is_a_pair_but_for_words_that_are_alone() -> None:
    """Two fixed words cost the same, and one guess more for each word that the opener leaves alone."""
    toy = Variant.load("toy")
    total: dict[tuple[str, str], int] = {}
    for one in rank_pairs("toy", top=703).ranked:
        assert isinstance(one, PairCost)
        total |= {(one.first, one.second): one.cost, (one.second, one.first): one.reversed_cost}
    for opener in toy.guesses[::6]:
        groups = Position.of(toy).groups(opener).values()
        alone = {group[0] for group in groups if len(group) == 1} - {opener}
        costs = {
            second: total[opener, second] - len(alone - {second})
            for second in toy.guesses
            if second != opener
        }
        answer = solve(toy, opener=opener, second_guesses=1)
        assert answer.few is not None
        assert answer.cost == min(costs.values())
        assert all(costs[second] == answer.cost for second in answer.few.words)


def test_a_limit_leaves_both_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    struck: list[bool] = []

    def stopped(*_given: object) -> Unknown:
        struck.append(True)
        return Unknown(Incumbent(None, 0))

    monkeypatch.setattr(few_words, "solve_few_words", stopped)
    answer = asked(work=Work(cancelled=lambda: bool(struck)))
    assert answer.stopped_by is StopReason.INTERRUPTED
    assert not answer.exact
    assert answer.verdict is Verdict.UNDECIDED
    assert answer.low is not None
    assert answer.high is not None
    assert answer.low <= 284 < answer.high
    assert answer.accepted is not None
    assert "\nsecond " in str(answer)


def test_what_was_searched_last_makes_the_strategy_better(monkeypatch: pytest.MonkeyPatch) -> None:
    kind, calls = few_words._Solving, []  # noqa: SLF001  to stop in the middle
    settle = kind._settle  # noqa: SLF001

    def settled(*given: Any) -> None:  # noqa: ANN401
        settle(*given)
        calls.append(True)

    def weak(patterns: Any, places: list[int]) -> Any:  # noqa: ANN401
        return np.full(len(patterns), 2 * len(places) - 1)

    monkeypatch.setattr(kind, "_settle", settled)
    monkeypatch.setattr(few_words, "counted_costs", weak)
    monkeypatch.setattr(few_words, "chosen_words", lambda _cost, most: [100 * place for place in range(most)])
    answer = asked(work=Work(cancelled=lambda: len(calls) > 1))
    assert answer.stopped_by is StopReason.INTERRUPTED
    assert answer.strategy is not None
    assert answer.high == answer.strategy.cost >= 284


def test_no_time_leaves_nothing() -> None:
    answer = asked(time_limit=0)
    assert answer.stopped_by is StopReason.TIME
    assert answer.strategy is None
    assert str(answer).startswith("undecided: ")


def test_a_word_that_is_the_only_one_has_no_second_guess(tmp_path: Path) -> None:
    game = Variant.from_words(["aa", "ab", "ba", "bb"], ["ba"])
    for limit in (1, 2, "none"):
        tree = tmp_path / f"{limit}.cert"
        answer = solve(game, opener="ba", second_guesses=4, max_guesses=limit, tree=tree)
        assert answer.exact
        assert (answer.cost, answer.best) == (1, ("ba",))
        assert answer.strategy is not None
        assert answer.strategy.steps == ()
        assert answer.few is not None
        assert answer.few.words == ()
        assert answer.accepted is not None


def test_one_guess_leaves_no_second_one(tmp_path: Path) -> None:
    tree = tmp_path / "few.cert"
    for history, limit in (None, 1), ("trace.bgbyy", 2):
        options: dict[str, Any] = {"history": history, "opener": "creed", "max_guesses": limit}
        plain = solve("toy", **options)
        answer = solve("toy", second_guesses=2, tree=tree, **options)
        assert answer.verdict is plain.verdict is Verdict.IMPOSSIBLE
        assert (answer.cost, answer.exact, answer.outcome.refuted) == (None, True, ("creed",))
        told, expected = str(answer).splitlines()[0], str(plain).splitlines()[0]
        assert told.replace(", 2 second guesses", "") == expected
        assert json.dumps(answer.to_json()["second_guesses"])
        assert not tree.exists()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"opener": None}, "one opener"),
        ({"opener": "crane", "mode": "hard"}, "needs normal mode"),
        ({"opener": "crane", "objective": "worst-then-total"}, "finds the least total"),
        ({"opener": "crane", "costs": [0, 1], "loss": 2}, "counts guesses"),
        ({"opener": "crane", "by": "cp-sat"}, "leave by out"),
    ],
)
def test_what_makes_no_sense(options: dict[str, Any], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        solve("toy", second_guesses=1, **options)


def test_the_file_runs_by_itself(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model.main("caner", "?a?er", str(root / "wordlists/original-guesses.txt"), 2)
    told = capsys.readouterr().out
    assert "as CP-SAT says" in told
