"""`wordle-cp noise` against a slow implementation that values every state; options and mistakes."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.program import Run
from tests.unit.test_policies import small_variant
from wordle_cp import noise as noise_module
from wordle_cp.cli.app import main
from wordle_cp.cli.output import ExitCode
from wordle_cp.errors import UsageError
from wordle_cp.noise import NoisePoint, noise
from wordle_cp.pictures.charts import Band
from wordle_cp.pictures.results import noise_chart
from wordle_cp.rules import Mode, all_green, score
from wordle_cp.search.positions import Board
from wordle_cp.solve import solve
from wordle_cp.variant import Variant

if TYPE_CHECKING:
    from pathlib import Path

TOY = ("--variant", "toy")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Work in an empty folder."""
    return Run("noise", capsys, tmp_path, monkeypatch)


def cells_of(guess: str, words: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return the cells of `words` but the all-green one."""
    green = all_green(len(guess))
    patterns = {score(guess, word) for word in words} - {green}
    return [tuple(word for word in words if score(guess, word) == pattern) for pattern in sorted(patterns)]


def least_totals(variant: Variant) -> dict[tuple[tuple[str, ...], int], float]:
    """Return what finds least totals of sets within so many guesses, by trying everything."""

    @cache
    def least(words: tuple[str, ...], left: int) -> float:
        if left == 0:
            return np.inf
        if len(words) == 1:
            return 1.0
        values = []
        for guess in variant.guesses:
            cells = cells_of(guess, words)
            if cells != [words]:
                values.append(len(words) + sum(least(cell, left - 1) for cell in cells))
        return min(values)

    class Table(dict[tuple[tuple[str, ...], int], float]):
        def __missing__(self, key: tuple[tuple[str, ...], int]) -> float:
            return least(*key)

    return Table()


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("limit", [4, 6])
def test_choices_are_those_of_all_values(seed: int, limit: int) -> None:
    """Every state valued by trying everything, every guess summed up: the same choice by bounds."""
    variant = small_variant(seed, Mode.NORMAL, guesses=40, hidden=25).model_copy(
        update={"max_guesses": limit}
    )
    table = least_totals(variant)
    board = Board(variant)
    opener = variant.guesses[5]
    for _, state in board.cells(board.start, board.guess_id(opener)):
        words = tuple(variant.hidden[index] for index in state.ids)
        if len(words) == 1:
            continue
        place = noise_module._Place(board, state.ids, limit - 2, lambda: None)  # noqa: SLF001
        for level in (0.0, 0.02, 0.3):
            draws = 1.0 + level * np.random.default_rng(seed).uniform(-1.0, 1.0, place.states)
            factors = {
                tuple(
                    variant.hidden[index] for index in state.ids if board.patterns[index, guess] == pattern
                ): draws[number]
                for number, (guess, pattern) in enumerate(zip(place._guess, place._pattern, strict=True))  # noqa: SLF001
            }
            sums, totals = {}, {}
            for guess in variant.guesses:
                cells = cells_of(guess, words)
                values = [table[cell, limit - 2] for cell in cells]
                sums[guess] = sum(value * factors[cell] for value, cell in zip(values, cells, strict=True))
                totals[guess] = len(words) + sum(values)
            chosen = place.choose(place.contenders(level), draws)
            best = min(sums, key=lambda guess: round(sums[guess], 9))
            assert place.total_of(chosen) == totals[best]
            if level == 0.0:
                assert place.total_of(chosen) == min(totals.values())


def test_without_noise_it_is_the_optimum() -> None:
    variant = small_variant(4, Mode.NORMAL, guesses=100, hidden=80)
    opener = variant.guesses[7]
    report = noise(variant, opener, levels=(0.0, 5.0, 60.0), runs=4, seed=3)
    assert report.optimum == solve(variant, openers=[opener]).cost
    assert report.points[0].totals == (report.optimum,) * 4
    assert all(total >= report.optimum for point in report.points for total in point.totals)
    assert report.points[2].greatest > report.optimum


def test_the_same_seed_the_same_totals() -> None:
    variant = small_variant(4, Mode.NORMAL, guesses=100, hidden=80)
    first, again, other = (
        noise(variant, variant.guesses[7], levels=(60.0,), runs=6, seed=seed).points for seed in (3, 3, 4)
    )
    assert first == again
    assert first != other


def test_a_point() -> None:
    point = NoisePoint(1.0, (5, 3, 4, 9))
    assert (point.least, point.median, point.greatest) == (3, 4.5, 9)


def test_as_json_and_as_a_picture(run: Run) -> None:
    code, fields = run.json(*TOY, "--levels", "0, 10", "--runs", "3", "--plot", "noise.svg")
    assert code == ExitCode.DONE
    assert (fields["opener"], fields["runs"]) == ("salet", 3)
    assert fields["optimum"] == solve(Variant.load("toy"), openers=["salet"]).cost
    assert [point["level_percent"] for point in fields["points"]] == [0.0, 10.0]
    assert fields["points"][0]["totals"] == [fields["optimum"]] * 3
    assert fields["points"][0]["optimal_runs"] == 3
    assert (run.folder / "noise.svg").stat().st_size > 5_000


def test_the_chart() -> None:
    variant = small_variant(4, Mode.NORMAL)
    chart = noise_chart(noise(variant, variant.guesses[0], levels=(0.0, 50.0), runs=3))
    assert isinstance(chart, Band)
    assert chart.categories == ("0", "50")
    assert chart.least[0] == chart.greatest[0] == chart.level
    assert chart.least[1] <= chart.medians[1] <= chart.greatest[1]


def test_for_people(run: Run) -> None:
    code, out, err = run(*TOY, "--levels", "5", "--runs", "2", "--opener", "CREED")
    assert (code, err) == (ExitCode.DONE, "")
    lines = out.splitlines()
    assert lines[0] == (
        "toy, normal mode, opener CREED: second guesses by noisy values, 2 runs a level, seed 1"
    )
    assert lines[2].split()[:2] == ["5", "17"]
    assert lines[3] == "optimum      17 (2.1250 on average)"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--opener", "zzzzz"), "opener 'zzzzz' is not among the guesses of toy"),
        (("--mode", "hard"), "noise is about normal mode"),
        (("--levels", "100"), "expected a number of per cent from 0 to less than 100, found '100'"),
        (("--levels", "-1"), "expected a number of per cent"),
        (("--levels", "1,,2"), "expected a number of per cent"),
        (("--runs", "0"), "expected a whole number from 1"),
        (("--seed", "x"), "expected a whole number"),
        (("--max-guesses", "2"), "expected a guess after the second"),
    ],
)
def test_mistakes(run: Run, arguments: tuple[str, ...], message: str) -> None:
    code, out, err = run(*TOY, *arguments)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert message in err
    assert len(err.splitlines()) == 1


def test_a_limit_that_cannot_be_kept() -> None:
    variant = small_variant(4, Mode.NORMAL, guesses=100, hidden=80)
    with pytest.raises(UsageError, match="no second guess keeps the limit where"):
        noise(variant.model_copy(update={"max_guesses": 3}), variant.guesses[7], runs=1)


def test_a_time_limit(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["noise", "--time-limit", "0.000001"]) == ExitCode.UNDECIDED
    assert capsys.readouterr().out == "stopped by --time-limit 1e-06, before there was a result\n"
