"""Whatever public functions return, and whatever is in it, has a short repr that says what it is."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

import pytest

import wordle_cp
from tests.each import each
from tests.golden_files import ACCEPTED
from wordle_cp import (
    First,
    Goal,
    Keeping,
    Limits,
    Position,
    PythonPolicy,
    Question,
    TotalQuestion,
    Variant,
    Work,
    entries_of,
    parse_game,
    parse_policy,
)
from wordle_cp.answers.absurdle.run import beat_absurdle
from wordle_cp.answers.families import family_table
from wordle_cp.answers.rankings import rank_pairs, rank_worst
from wordle_cp.certificate.read import read_whole
from wordle_cp.errors import MOST_SHOWN
from wordle_cp.experiments.list_stats import stats

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GOLDEN: Final = sorted(ACCEPTED.glob("*.cert"))
LONG: Final = "x" * 1000


def met(found: object) -> Iterator[object]:
    """Yield `found` and all objects of this package in it, each once."""
    seen: dict[int, object] = {}
    stack = [found]
    while stack:
        one = stack.pop()
        if id(one) in seen or isinstance(one, str | int | float | Enum | type(None)):
            continue
        seen[id(one)] = one
        if type(one).__module__.startswith("wordle_cp"):
            yield one
        if is_dataclass(one):
            stack.extend(getattr(one, field.name) for field in fields(one))
        elif isinstance(one, tuple | list | set | frozenset):
            stack.extend(one)
        elif isinstance(one, dict):
            stack.extend([*one, *one.values()])
        elif type(one).__module__.startswith("wordle_cp"):
            stack.extend(getattr(one, "__dict__", {}).values())


def demand_short(found: object) -> None:
    kinds = {type(one) for one in met(found)}
    assert kinds, "nothing of this package"
    long = {
        type(one): repr(one)
        for one in met(found)
        if len(repr(one)) > MOST_SHOWN or "\n" in repr(one) or " object at 0x" in repr(one)
    }
    assert not long


@pytest.fixture(scope="module")
def original() -> Variant:
    return Variant.load("original")


def test_games_and_questions(original: Variant) -> None:
    word = dict.fromkeys(original.hidden, 10**9)
    past = "salet.bbbbb"
    demand_short(original.model_copy(update={"name": LONG, "title": LONG}))
    demand_short(Variant.from_words([chr(letter) * 5 for letter in range(0x3B1, 0x3B1 + 17)]))
    demand_short(TotalQuestion.of(original, history=past, goal=Goal.weighted(word)))
    demand_short(Question.of(original, history=past, openers=original.guesses))
    demand_short(Position.of(original, past))
    demand_short(Position.start(original))
    demand_short(parse_game("crate lions focus", 5))
    demand_short([Work(limits=Limits(seconds=1)), Keeping(cluster=LONG), Goal(first=First.WORST_THEN_TOTAL)])


def test_answers_about_depth(original: Variant, tmp_path: Path) -> None:
    past = "salet.bbbbb.courd.bbbbb"
    hard = original.model_copy(update={"mode": wordle_cp.Mode.HARD})
    demand_short(wordle_cp.prove(Question.of(original, history=past), 6, out=tmp_path / "a.cert"))
    demand_short(wordle_cp.prove(Question.of(hard, history=past), 3, out=tmp_path / "b.cert"))
    demand_short(wordle_cp.prove(Question.of(hard, openers="palet"), 5, out=tmp_path / "c.cert"))
    demand_short(wordle_cp.checked_strategy(tmp_path / "c.cert"))
    demand_short(wordle_cp.prove_least_depth(Question.of("toy"), folder=tmp_path))
    census = wordle_cp.census(Question.of("toy"), 2, folder=tmp_path / "run")
    demand_short(census)
    assert repr(census).endswith("within 2 guesses? 9 do, 29 don't>")
    demand_short(family_table(original.guesses, original.hidden, wordle_cp.Mode.NORMAL, min_size=8))


def test_answers_about_totals(original: Variant, tmp_path: Path) -> None:
    demand_short(wordle_cp.solve(TotalQuestion.of(original, openers="salet")))
    demand_short(wordle_cp.solve(TotalQuestion.of("mastermind-4x6", history="1122.10")))
    demand_short(wordle_cp.prove_optimal(TotalQuestion.of("toy"), out=tmp_path / "a.cert"))
    demand_short(wordle_cp.rank(TotalQuestion.of("toy"), None, keeping=Keeping(folder=tmp_path / "run")))
    demand_short(rank_worst(TotalQuestion.of("toy"), 5))
    demand_short(rank_pairs(TotalQuestion.of("toy"), 5))
    demand_short(beat_absurdle(Variant.load("toy")))


def test_models(original: Variant) -> None:
    demand_short(wordle_cp.solve_model("adaptive-tree", "toy", depth=2))
    demand_short(wordle_cp.solve_model("weights", original, words="bills fills gills hills", depth=2))
    demand_short(wordle_cp.show_model("adaptive-tree", "toy", depth=2))


def test_games_that_were_played() -> None:
    toy = Variant.load("toy")
    policies = [parse_policy("knuth"), PythonPolicy(LONG, lambda turn: turn.hidden[0])]
    demand_short(wordle_cp.analyse(toy, parse_game("plied creek", 5)))
    demand_short(wordle_cp.compare(toy, entries_of(policies, ["trace"])))
    demand_short(stats(toy))


@each("file", GOLDEN)
def test_certificates(file: Path) -> None:
    demand_short(wordle_cp.check_certificate(file))
    demand_short(read_whole(file))
