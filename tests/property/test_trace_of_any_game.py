"""Traces of words of any alphabet, and of codes: totals of the native search, and pages that show them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import share
from tests.oracle.alphabets import AMBIGUOUS, CYRILLIC, DIGRAPHS, stretched
from tests.oracle.games import Size, random_game
from tests.oracle.questions import variant_of
from tests.unit.views.test_trace_page import shown
from wordle_cp.answers.totals.solve import solve
from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.rules.feedback.registry import FEEDBACKS
from wordle_cp.rules.letters import capital
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.scoring import CodeScoring
from wordle_cp.views.traces.game import ALL_TECHNIQUES, Technique
from wordle_cp.views.traces.page import CutReason
from wordle_cp.views.traces.record import trace_of_report
from wordle_cp.work import Work

if TYPE_CHECKING:
    from wordle_cp.answers.totals.answer import SolveAnswer
    from wordle_cp.views.traces.page import Trace

SMALL: Final = Size(most_hidden=7, most_guesses=16)
SETS: Final = (
    ALL_TECHNIQUES,
    frozenset({Technique.MEMO, Technique.L1, Technique.EQUAL, Technique.DOMINATED}),
)


def compare(report: SolveAnswer) -> list[Trace]:
    """Trace what `report` answers, which must come to the same, and be shown as it was."""
    traces = [trace_of_report(report, techniques) for techniques in SETS]
    for trace in traces:
        read, guesses = shown(trace), trace.claim.guesses
        begun = {event["id"]: event for event in read["events"] if "id" in event}
        for event in begun.values():
            if event["event"] == "guess":
                guess = event["guess"]
                assert read["tiles"][str(guess)] == [capital(letter) for letter in guesses[guess]]
            elif event["parent"] is not None:
                guess = begun[event["parent"]]
                response = read["patterns"][str(guess["guess"])]
                above = begun[guess["of"]]["words"]
                assert event["words"] == [word for word in above if response[word] == event["pattern"]]
    return traces


@pytest.mark.parametrize("letters", [CYRILLIC, DIGRAPHS, AMBIGUOUS], ids=["cyrillic", "digraphs", "hyphens"])
def test_words_of_other_letters(letters: tuple[str, ...]) -> None:
    rng = random.Random(f"trace/{letters[0]}")  # noqa: S311  no secret
    nodes = 0
    for number in range(share(30)):
        variant = variant_of(stretched(rng, random_game(rng, SMALL), letters), tuple(Mode)[number % 3])
        nodes += sum(trace.nodes for trace in compare(solve(TotalQuestion.of(variant))))
    assert nodes > share(30)


@pytest.mark.parametrize(
    ("scoring", "after"),
    [
        (CodeScoring(2, 4), ""),
        (CodeScoring(3, 3), "112.10"),
        (CodeScoring(3, 5, repeats=False), "123.10"),
        (CodeScoring(4, 4), "1123.12.1234.12"),
        (CodeScoring(2, 10), "01.01.23.01"),
    ],
    ids=lambda value: str(value).partition(" ")[0],
)
def test_codes(scoring: CodeScoring, after: str) -> None:
    codes = tuple(scoring.codes())
    variant = Variant(
        name="c",
        title="c",
        guesses=codes,
        hidden=codes,
        mode=Mode.NORMAL,
        max_guesses=None,
        guesses_name="c",
        hidden_name="c",
        codes=scoring,
    )
    for symmetry in (True, False):
        report = solve(
            TotalQuestion.of(variant, history=scoring.parse_history(after)), work=Work(symmetry=symmetry)
        )
        for trace in compare(report):
            assert trace.total == report.cost
            assert CutReason.DOMINATED not in trace.cutoffs


@pytest.mark.parametrize("feedback", [name for name in FEEDBACKS if name != "tiles"])
def test_other_feedbacks(feedback: str) -> None:
    """A guess with one letter less is dropped only where each letter has a tile of its own."""
    rng = random.Random(f"trace/{feedback}")  # noqa: S311  no secret
    dropped = 0
    for _ in range(share(30)):
        game = random_game(rng, SMALL)
        report = solve(TotalQuestion.of(Variant.from_words(game.guesses, game.hidden, feedback=feedback)))
        for trace in compare(report):
            assert trace.total == report.cost
            dropped += trace.cutoffs.get(CutReason.DOMINATED, 0)
    assert (dropped > 0) == FEEDBACKS[feedback].tiled


def test_black_pegs_alone() -> None:
    codes = Variant.load("black-pegs-3x4")
    report = solve(TotalQuestion.of(codes, history=codes.scoring.parse_history("111.0.222.1")))
    for trace in compare(report):
        assert trace.total == report.cost
