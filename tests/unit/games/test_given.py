"""What callers say of a position: names, texts and lists mean the same as the objects that they stand for."""

from __future__ import annotations

import dataclasses
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

import pytest

from wordle_cp.data import variant_path
from wordle_cp.errors import HistoryError, UsageError, VariantError
from wordle_cp.games.given import game_of, history_of
from wordle_cp.games.goal import First, Goal
from wordle_cp.games.question import Position, Question, TotalQuestion
from wordle_cp.games.variant import HiddenKind, Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.work import Limits, Work

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TOY: Final = Variant.load("toy")
CODES: Final = Variant.load("mastermind-4x6")

UNTYPED: Final[Any] = SimpleNamespace(
    Variant=Variant,
    Question=Question,
    TotalQuestion=TotalQuestion,
    Goal=Goal,
    Limits=Limits,
    Work=Work,
    game_of=game_of,
)


def test_a_mode_in_either_case(tmp_path: Path) -> None:
    file = tmp_path / "v.yaml"
    words = "name: v\nguesses: [crane, slate]\nhidden: [crane]\n"
    file.write_text(f"{words}game: Wordle\nmode: Hard\nfeedback: Tiles\n", encoding="utf-8")
    assert game_of(file).mode is Mode.HARD
    file.write_text("name: x\nguesses: [abc, bca]\nhidden: Big\n", encoding="utf-8")
    assert game_of(file).hidden == ("abc", "bca")
    assert Variant.load("toy", mode="HARD").mode is Mode.HARD


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({}, "expected name, found none; Variant.load and Variant.from_words make variants"),
        ({"gueses": 3}, "there is no 'gueses'; did you mean guesses?"),
        ({"codes": 3}, "codes: expected CodeScoring, found 3"),
    ],
)
def test_a_variant_of_wrong_fields_is_refused_in_our_words(fields: dict[str, object], message: str) -> None:
    words = {field.name: getattr(TOY, field.name) for field in dataclasses.fields(Variant)}
    with pytest.raises(UsageError) as refused:
        UNTYPED.Variant(**(words | fields if fields else {}))
    assert str(refused.value) == message


@pytest.mark.parametrize("game", ["toy", variant_path("toy"), str(variant_path("toy")), TOY])
def test_a_game_by_its_name_its_file_or_itself(game: Any) -> None:  # noqa: ANN401
    assert game_of(game) == TOY
    assert Question.of(game) == Question.of(TOY)
    assert game_of(game, mode=" HARD ") == Variant.load("toy", mode=Mode.HARD)
    assert game_of(game, hidden="big").hidden == TOY.guesses
    assert game_of(game, hidden="list", max_guesses="None").max_guesses is None
    assert game_of(game, max_guesses=3).max_guesses == 3


def test_text_for_modes_and_hidden_words() -> None:
    assert Variant.load("original", mode="ultrahard", hidden="big") == Variant.load(
        "original", mode=Mode.ULTRAHARD, hidden=HiddenKind.BIG
    )
    assert Goal(first="worst-then-total") == Goal(first=First.WORST_THEN_TOTAL)  # type: ignore[arg-type]
    assert Goal(costs=[0, 0], loss=1) == Goal.missing(2)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "history",
    [
        "crane.bbbyb",
        "CRANE.BBBYB",
        [("crane", "bbbyb")],
        (("CRANE", 27),),
        [["crane", 27]],
    ],
)
def test_a_history_as_text_or_pairs(history: Any) -> None:  # noqa: ANN401
    original = Variant.load("original")
    assert history_of(original, history) == (("crane", 27),)
    assert Position.of(original, history).history == (("crane", 27),)
    assert TotalQuestion.of("original", history=history).hidden == Position.of(original, history).hidden


def test_a_history_of_codes() -> None:
    assert history_of(CODES, "1122.20") == history_of(CODES, [("1122", "2b0w")])


@pytest.mark.parametrize("openers", ["crane plied", ["crane", "plied"], ("PLIED", "crane", "plied")])
def test_openers_in_a_text_or_a_list(openers: Any) -> None:  # noqa: ANN401
    assert set(Question.of("toy", openers=openers).asked) == {"crane", "plied"}


def test_a_file_of_openers_has_16_mb_at_most(tmp_path: Path) -> None:
    file = tmp_path / "openers.txt"
    with file.open("wb") as large:
        large.truncate(2**24 + 1)
    with pytest.raises(UsageError, match=r"openers\.txt: expected a word list of at most 16 MB$"):
        Question.of("toy", openers=file)


@pytest.mark.parametrize(
    ("ask", "line"),
    [
        (
            lambda: UNTYPED.Variant.load(7),
            "expected a variant: the name of one that ships, or the path of a YAML f",
        ),
        (
            lambda: UNTYPED.Variant.load("toy", mode="hrad"),
            "expected a mode, normal, hard or ultrahard, found 'hrad'; ",
        ),
        (
            lambda: UNTYPED.Variant.load("toy", hidden=3),
            "expected the words that may be hidden, list or big, found 3",
        ),
        (
            lambda: UNTYPED.Question.of(None),
            "expected a variant: the name of one that ships, the path of its file, or",
        ),
        (
            lambda: UNTYPED.Question.of("toy", history=3),
            "expected a history such as 'salet.bybbb', or pairs of a gu",
        ),
        (
            lambda: UNTYPED.Question.of("toy", history=[("crane",)]),
            "expected a history such as 'salet.bybbb', or pa",
        ),
        (
            lambda: UNTYPED.Question.of("toy", history=[("crane", 243)]),
            "expected a response to 'crane', found 243",
        ),
        (
            lambda: UNTYPED.Question.of("toy", history=[("crane", 10**5000)]),
            "expected a response to 'crane', found a",
        ),
        (lambda: UNTYPED.Question.of("toy", openers=3), "expected openers, texts one by one, found 3"),
        (
            lambda: UNTYPED.Question.of("toy", openers=[b"crane"]),
            "expected openers, texts one by one, found b'crane'",
        ),
        (lambda: UNTYPED.Question.of("toy", openers=" "), "expected at least one opener, found none"),
        (
            lambda: UNTYPED.TotalQuestion.of("toy", goal=3),
            "expected a goal, such as Goal.missing(4), found 3",
        ),
        (
            lambda: UNTYPED.TotalQuestion.of("toy", max_guesses=True),
            "expected a number of guesses from 1 to 255, fo",
        ),
        (
            lambda: UNTYPED.game_of(CODES, mode="hard"),
            "variant mastermind-4x6 is a game of codes, which have normal",
        ),
        (lambda: UNTYPED.Goal(costs=3), "expected costs, a list of whole numbers, found 3"),
        (
            lambda: UNTYPED.Goal(costs=[0.5]),
            "expected the cost of a guess from 0 to 9007199254740992, found 0.5",
        ),
        (
            lambda: UNTYPED.Goal.weighted({"crane": -1}),
            "expected a number, 0 or more, such as 3, 0.25 or 1.5e-6, as the weight of 'crane', found '-1'",
        ),
        (lambda: UNTYPED.Goal.weighted([1]), "expected weights, a dictionary of words, found [1]"),
        (lambda: UNTYPED.Limits(seconds=float("nan")), "expected seconds, a number of 0 or more, found nan"),
        (
            lambda: UNTYPED.Limits(memory_bytes=10**400),
            "expected bytes of memory, a number of 0 or more, found 1000",
        ),
        (lambda: UNTYPED.Work(jobs=0), "expected a number of threads from 1 to 256, found 0"),
        (lambda: UNTYPED.Work(limits=60), "expected limits, such as Limits(seconds=60), found 60"),
        (lambda: UNTYPED.Work(show=1), "expected show, a function of an event, found 1"),
    ],
)
def test_what_is_of_the_wrong_kind(ask: Callable[[], object], line: str) -> None:
    with pytest.raises((UsageError, HistoryError)) as raised:
        ask()
    assert str(raised.value).startswith(line)


def test_a_variant_from_words() -> None:
    words = ["crane", "plied", "slate"]
    variant = Variant.from_words(words, words[1:], name="mine", mode="hard", max_guesses=4)
    assert (variant.guesses, variant.hidden) == (("crane", "plied", "slate"), ("plied", "slate"))
    assert (variant.name, variant.mode, variant.max_guesses) == ("mine", Mode.HARD, 4)
    assert (variant.guesses_name, variant.hidden_name) == ("mine-guesses", "mine-hidden")
    assert Variant.from_words(iter(words)).hidden == tuple(words)
    assert (
        Variant.from_words(["chat", "hat"], letters=["ch", "h", "a", "t"]).length == 3
    )  # as "ch" is a letter


def test_a_variant_from_words_is_that_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(
        "name: mine\nguesses: [élan, rêve]\nhidden: [rêve]\n",
        encoding="utf-8",
    )
    assert Variant.from_words(["élan", "rêve"], ["rêve"], name="mine") == Variant.load(tmp_path / "mine.yaml")


@pytest.mark.parametrize(
    ("guesses", "hidden", "line"),
    [
        (
            ["crane", "slat"],
            None,
            "guesses of words:2:1: guesses[1]: expected 5 letters as in the other words, f",
        ),
        (
            ["crane", "Slate"],
            None,
            "guesses of words:2:1: guesses[1]: expected lower-case letters a to z, found '",
        ),
        (
            ["crane"],
            ["slate"],
            "hidden of words:1:1: hidden[0]: expected a word of the guesses, 'slate' is mis",
        ),
        ([], None, "guesses of words:1:1: guesses: expected at least one word, found none"),
        (
            ["crane", "crane"],
            None,
            "guesses of words:2:1: guesses[1]: expected each word once, 'crane' is also",
        ),
    ],
)
def test_wrong_words(guesses: list[str], hidden: list[str] | None, line: str) -> None:
    with pytest.raises(VariantError) as raised:
        Variant.from_words(guesses, hidden)
    assert str(raised.value).startswith(line)


def test_a_long_list_is_a_short_repr() -> None:
    original = Variant.load("original")
    assert repr(original) == str(original)
    assert (
        repr(original) == "Variant(name='original', mode='normal', guesses=12972, hidden=2315, max_guesses=6)"
    )
    assert repr(Question.of(original, openers="salet")) == (
        "<Question original, normal mode, 2315 hidden words, opener salet>"
    )
