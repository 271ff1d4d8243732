"""Games of codes from the question to the checked answer, against a brute force."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.effort import only_more
from tests.oracle.brute_codes import BruteCodes
from tests.program import Run
from wordle_cp import engine
from wordle_cp.answers.depths import prove_depth, prove_least_depth
from wordle_cp.answers.rankings import rank
from wordle_cp.answers.telling import left_line
from wordle_cp.answers.totals.solve import prove_optimal, solve
from wordle_cp.certificate.claims.impossible import DepthImpossible
from wordle_cp.certificate.claims.possible import DepthPossible
from wordle_cp.certificate.claims.total import TotalLeast
from wordle_cp.check.plain.depth import PlainChecker
from wordle_cp.check.plain.game import text_of
from wordle_cp.cli.output import ExitCode
from wordle_cp.errors import UsageError
from wordle_cp.games.goal import First, Goal
from wordle_cp.games.notation import parse_game, parse_history
from wordle_cp.games.question import Question, TotalQuestion
from wordle_cp.games.variant import HiddenKind, Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.runs.ranking_state import Keeping

if TYPE_CHECKING:
    from pathlib import Path

SMALL = (
    "2 2 true",
    "2 3 true",
    "2 4 true",
    "3 2 true",
    "3 3 true",
    "2 5 true",
    "2 5 false",
    "3 4 false",
    "4 4 false",
)
"""Pegs, colours, and whether colours may repeat."""


def codes_of(folder: Path, game: str, *more: str) -> Variant:
    """Return the variant of a game of Mastermind, with `more` lines in its file."""
    pegs, colours, repeats = game.split()
    path = folder / "game.yaml"
    path.write_text(
        "\n".join(
            [
                "name: game",
                "game: mastermind",
                f"pegs: {pegs}",
                f"colours: {colours}",
                f"repeats: {repeats}",
                *more,
            ]
        ),
        encoding="utf-8",
    )
    return Variant.load(path)


@pytest.mark.parametrize("game", SMALL)
def test_totals_are_those_of_the_brute_force(game: str, tmp_path: Path) -> None:
    variant = codes_of(tmp_path, game)
    brute, everything = BruteCodes(variant.guesses), frozenset(variant.hidden)
    tree = tmp_path / "tree.cert"
    found = solve(TotalQuestion.of(variant), tree=tree)
    expected = {guess: brute.total_with(guess, everything) for guess in variant.guesses}
    assert found.cost == min(expected.values())
    assert found.best == tuple(guess for guess, cost in expected.items() if cost == found.cost)
    assert found.accepted is not None
    PlainChecker(text_of(tree), tmp_path)
    ranked = rank(TotalQuestion.of(variant), top=None)
    # A first guess that divides nothing needs itself once more: it is no better than any other.
    known = {exact.opener: exact.cost for exact in ranked.ranked}
    assert known == {guess: expected[guess] for guess in known}
    assert set(known) | set(ranked.refuted) == set(variant.guesses)


@pytest.mark.parametrize("game", SMALL)
def test_least_depths_are_those_of_the_brute_force(game: str, tmp_path: Path) -> None:
    variant = codes_of(tmp_path, game)
    brute, everything = BruteCodes(variant.guesses), frozenset(variant.hidden)
    report = prove_least_depth(Question.of(variant), folder=tmp_path / "certificates")
    assert report.depth is not None
    assert brute.possible(everything, report.depth)
    assert not brute.possible(everything, report.depth - 1)
    assert brute.total_within(everything, report.depth) is not None
    assert brute.total_within(everything, report.depth - 1) is None
    assert brute.total_within(frozenset(variant.hidden[:1]), 0) is None
    for part in (report.possible, report.impossible):
        assert part is not None
        assert part.certificate is not None
        assert part.accepted is not None
        PlainChecker(text_of(part.certificate), tmp_path)


@pytest.mark.parametrize("game", ["3 3 true", "3 4 false"])
def test_after_each_response_the_values_are_those_of_the_brute_force(game: str, tmp_path: Path) -> None:
    variant = codes_of(tmp_path, game)
    brute = BruteCodes(variant.guesses)
    for guess in variant.guesses[::9]:
        for cell in brute.cells(guess, frozenset(variant.hidden)):
            history = ((guess, variant.scoring.score(guess, min(cell))),)
            found = solve(TotalQuestion.of(variant, history=history))
            assert found.cost == brute.total(cell)
            assert found.question.hidden == tuple(sorted(cell))
            depth = next(g for g in range(1, 9) if brute.possible(cell, g))
            for asked, claim in ((depth + 1, DepthPossible), (depth, DepthImpossible)):
                out = tmp_path / f"{guess}-{min(cell)}-{asked}.cert"
                report = prove_depth(Question.of(variant, history=history), asked, out=out)
                assert report.accepted is not None
                assert isinstance(report.accepted.claim, claim)


def test_mastermind_and_its_least_totals() -> None:
    variant = Variant.load("mastermind-4x6")
    assert solve(TotalQuestion.of(variant, openers=["1123"])).cost == 5625
    within = solve(TotalQuestion.of(variant, openers=["1123"], max_guesses=5))
    assert within.cost == 5626
    assert within.strategy is not None
    assert within.strategy.distribution[4] >= 539
    worst = solve(TotalQuestion.of(variant, openers=["1122"], goal=Goal(first=First.WORST_THEN_TOTAL)))
    assert worst.guesses_left == 5


def test_guesses_that_show_too_little_are_given_up_before_their_cells_are_counted() -> None:
    """Seven million guesses are examined for 4x7; 33 million if each cell of a guess is counted."""
    variant = Variant.load("mastermind-4x7")
    game = engine.Game(variant.guesses, variant.hidden, variant.scoring)
    outcome = engine.TotalSearch(game, Mode.NORMAL, jobs=1, symmetry=True).rank(openers=("1123",))
    assert [(found.opener, found.cost) for found in outcome.ranked] == [("1123", 11228)]
    assert outcome.work < 15_000_000


@pytest.mark.slow
@only_more
@pytest.mark.parametrize(
    ("name", "guesses", "total"), [("4x8", None, 20471), ("4x8", 6, 20473), ("5x6", None, 36721)]
)
def test_least_totals_of_larger_masterminds(name: str, guesses: int | None, total: int) -> None:
    """Those of 4x8 are as arfst23/Mastermind has them, by a search of 8,000 s."""
    variant = Variant.load(f"mastermind-{name}")
    report = solve(TotalQuestion.of(variant, max_guesses=guesses))
    assert (report.exact, report.cost) == (True, total)


def test_least_totals_of_mastermind_are_certified(tmp_path: Path) -> None:
    variant = Variant.load("mastermind-4x6")
    report = prove_optimal(
        TotalQuestion.of(variant, openers=["1122"], max_guesses=5),
        keeping=Keeping(out=tmp_path / "best.cert.xz"),
    )
    assert report.accepted is not None
    assert isinstance(report.accepted.claim, TotalLeast)
    assert (report.accepted.claim.least, report.accepted.claim.within) == (report.cost, 5)
    assert report.lower_bound_checked


def test_openers_that_are_left_are_said_by_their_classes() -> None:
    variant = Variant.load("mastermind-4x6")
    begun, later = (TotalQuestion.of(variant, history=past) for past in ((), (("1122", 5),)))
    assert left_line(variant.guesses, begun) == (
        "left         1296 openers of 5 classes by symmetry: 1111 1112 1122 1123 1234"
    )
    assert left_line(("1122", "3344", "4433"), later) == (
        "left         3 openers of 2 classes by symmetry: 1122 3344"
    )
    weighted = replace(begun, goal=Goal.weighted({code: int(code == "1111") for code in variant.hidden}))
    assert left_line(("1111", "2222"), weighted) == "left         2 openers: 1111 2222"


def test_bulls_and_cows_are_codes_of_different_digits() -> None:
    variant = Variant.load("bulls-and-cows")
    assert variant.codes is not None
    assert (len(variant.guesses), variant.guesses[0], variant.guesses[-1]) == (5040, "0123", "9876")
    assert variant.scoring.format_pattern(variant.scoring.score("0123", "1024")) == "12"


NEEDS = {
    "absurdle": "a win against Absurdle",
    "census": "a census",
    "families": "a list of families",
    "noise": "noise",
    "stats": "a count of letters and tiles",
    "witness": "a witness",
}
TILES_ONLY = "absurdle, census, families, noise, stats and witness need coloured tiles"
FOUND = {
    "mastermind-4x6": "a game of words, found mastermind-4x6, a game of codes",
    "jotto": "coloured tiles, found jotto, whose feedback is jotto",
}


@pytest.mark.parametrize("command", re.findall(r"[a-z]{5,}(?=,| and| need)", TILES_ONLY))
@pytest.mark.parametrize("game", FOUND)
def test_the_commands_that_are_named_need_tiles(
    command: str,
    game: str,
    root: Path,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    depth = ("--depth", "3") if command in {"census", "witness"} else ()
    code, out, err = Run(command, capsys, tmp_path, monkeypatch)("--variant", game, *depth)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert err == f"error: {NEEDS[command]} needs {FOUND[game]}\n"
    assert TILES_ONLY in " ".join((root / "docs" / "variants.md").read_text(encoding="utf-8").split())


@pytest.mark.parametrize(
    ("name", "text", "history"),
    [
        ("mastermind-4x6", "1122 1A2B", (("1122", "12"),)),
        ("mastermind-4x6", "1122.21.1344.10", (("1122", "21"), ("1344", "10"))),
        ("jotto", "salet 2", (("salet", "2"),)),
    ],
)
def test_games_are_read_whatever_is_guessed(
    name: str, text: str, history: tuple[tuple[str, str], ...]
) -> None:
    variant = Variant.load(name)
    read = parse_history(text, variant)
    assert tuple((guess, variant.scoring.format_pattern(pattern)) for guess, pattern in read) == history
    assert tuple((move.guess, move.pattern) for move in parse_game(text, variant)) == read


def test_what_isnt_for_codes_is_refused() -> None:
    with pytest.raises(UsageError, match="normal mode only"):
        Variant.load("mastermind-4x6", mode=Mode.HARD)
    with pytest.raises(UsageError, match="every code may be hidden"):
        Variant.load("mastermind-4x6", hidden=HiddenKind.LIST)


def test_the_program_answers_about_codes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Run("solve", capsys, tmp_path, monkeypatch)
    position = ("--variant", "mastermind-4x6", "--after", "1122.21.1344.10")
    code, fields = run.json(*position, "--tree", "game.cert")
    assert (code, fields["after"]) == (0, "1122.21.1344.10")
    run = Run("prove", capsys, tmp_path, monkeypatch)
    assert run("--least-depth", *position, "--quiet")[0] == 0
    code, out, _ = Run("check", capsys, tmp_path, monkeypatch)("game.cert")
    assert code == 0
    assert "after 1122.21.1344.10" in out


@pytest.mark.parametrize(
    "line",
    [
        ("tree", "export", "game.cert", "--format", "selby"),
        ("rank", "--words", "2", "--top", "3", "--variant", "mastermind-4x6"),
        ("families", "--variant", "mastermind-4x6"),
        ("solve", "--variant", "mastermind-4x6", "--after", "1122.GYBB"),
        ("solve", "--variant", "mastermind-4x6", "--after", "1722.21"),
    ],
    ids=" ".join,
)
def test_what_isnt_for_codes_is_refused_in_one_line(
    line: tuple[str, ...], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant = codes_of(tmp_path, "2 3 true")
    solve(TotalQuestion.of(variant), tree=tmp_path / "game.cert")
    code, out, err = Run(line[0], capsys, tmp_path, monkeypatch)(*line[1:])
    assert (code, out) == (2, "")
    assert len(err.strip().splitlines()) == 1
    assert "code" in err or "response" in err
