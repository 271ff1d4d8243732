"""`wordle-cp noise` against trying everything, and on the real lists; options and mistakes."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Final

import pytest

import wordle_cp
from tests.effort import every_other, first, only_more
from tests.oracle.brute_noise import NoisyGame
from tests.oracle.real_cuts import real_cut
from tests.unit.experiments.test_policies import small_variant
from wordle_cp.answers.totals.solve import solve
from wordle_cp.cli.app import main
from wordle_cp.cli.output import ExitCode
from wordle_cp.errors import UsageError
from wordle_cp.experiments.noise import NoiseAnswer, NoisePoint, noise
from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import pattern_of
from wordle_cp.views.charts.charts import noise_chart
from wordle_cp.views.charts.drawn import Band
from wordle_cp.work import Work

if TYPE_CHECKING:
    from tests.program import Run

COMMAND: Final = "noise"
TOY = ("--variant", "toy")


@pytest.mark.parametrize(("limit", "made"), every_other([(4, 3), (4, 2), (6, 2), (6, 3)]))
@pytest.mark.parametrize("seed", first(range(2)))
def test_totals_are_those_of_trying_everything(seed: int, limit: int, made: int) -> None:
    """With a limit of 4 and three guesses made, all states but those of one word are to be avoided."""
    variant = small_variant(seed, Mode.NORMAL, guesses=45, hidden=32).model_copy(
        update={"max_guesses": limit}
    )
    agree_with_brute(variant, variant.guesses[5], made, (0.0, 15.0, 95.0), seed)


@pytest.mark.parametrize("made", [2, 3])
@pytest.mark.parametrize("seed", first([0, 1, 5, 7, 9, 12, 13]))
def test_totals_where_noise_costs_guesses(seed: int, made: int) -> None:
    """Games cut from the lists, with openers that leave many words together: there is something to choose."""
    game = real_cut(random.Random(seed), 24, 24)  # noqa: S311  not a secret
    variant = Variant(
        name="cut",
        title="cut",
        guesses=game.guesses,
        hidden=game.hidden,
        mode=Mode.NORMAL,
        max_guesses=6,
        guesses_name="cut-guesses",
        hidden_name="cut-hidden",
    )
    opener = max(
        game.guesses,
        key=lambda guess: max(Counter(pattern_of(guess, word) for word in game.hidden).values()),
    )
    report = agree_with_brute(variant, opener, made, (35.0, 0.0, 70.0), seed)
    assert report.points[2].greatest > report.optimum


def agree_with_brute(
    variant: Variant, opener: str, made: int, levels: tuple[float, ...], seed: int, runs: int = 2
) -> NoiseAnswer:
    """Play with one thread and with three, and by trying everything."""
    game = NoisyGame(variant, made=made, seed=seed)
    slow = tuple(tuple(game.total(opener, level=level, run=run) for run in range(runs)) for level in levels)
    for jobs in (1, 3):
        report = noise(variant, opener, made=made, levels=levels, runs=runs, seed=seed, work=Work(jobs=jobs))
        assert tuple(point.totals for point in report.points) == slow
        assert report.points[levels.index(0.0)].totals == (report.optimum,) * runs
        assert report.optimum == solve(TotalQuestion.of(variant, openers=[opener])).cost
    return report


def test_without_noise_it_is_the_optimum() -> None:
    variant = small_variant(4, Mode.NORMAL, guesses=100, hidden=80)
    opener = variant.guesses[7]
    report = noise(variant, opener, levels=(0.0, 5.0, 95.0), runs=4, seed=3)
    assert report.optimum == solve(TotalQuestion.of(variant, openers=[opener])).cost
    assert report.points[0].totals == (report.optimum,) * 4
    assert all(total >= report.optimum for point in report.points for total in point.totals)
    assert report.points[2].greatest > report.optimum


def test_the_same_seed_the_same_totals() -> None:
    variant = small_variant(4, Mode.NORMAL, guesses=100, hidden=80)
    first, again, other = (
        noise(variant, variant.guesses[7], levels=(95.0,), runs=6, seed=seed).points for seed in (3, 3, 4)
    )
    assert first == again
    assert first != other


@pytest.mark.parametrize("made", [2, 3])
def test_many_words_after_the_opener(made: int) -> None:
    """Most words stay together after the opener."""
    lists = Variant.load("original")
    words = ("mummy", *lists.hidden[::12])
    variant = lists.model_copy(update={"guesses": words, "hidden": words})
    one, three = (
        noise(variant, "mummy", made=made, levels=(10.0, 0.0), runs=2, work=Work(jobs=jobs)).points
        for jobs in (1, 3)
    )
    assert one == three
    assert one[1].totals == (solve(TotalQuestion.of(variant, openers=["mummy"])).cost,) * 2


@only_more
def test_on_the_real_lists() -> None:
    """A guess that isn't best costs a whole guess: noise of 0.1 % can't make up for it, whatever is drawn."""
    variant = Variant.load("original")
    third = noise(variant, "salet", levels=(0.0, 0.1, 5.0), runs=3, work=Work(jobs=2))
    second = noise(variant, "salet", made=2, levels=(0.1, 10.0), runs=3, work=Work(jobs=2))
    assert third.optimum == second.optimum == 7920
    assert third.points[0].totals == third.points[1].totals == second.points[0].totals == (7920,) * 3
    assert second.points[1].least > 7920
    assert third.points[2].greatest < second.points[1].least


def test_a_point() -> None:
    point = NoisePoint(1.0, (5, 3, 4, 9))
    assert (point.least, point.median, point.greatest) == (3, 4.5, 9)


def test_as_json_and_as_a_picture(run: Run) -> None:
    code, fields = run.json(*TOY, "--levels", "0, 10", "--runs", "3", "--plot", "noise.svg")
    assert code == ExitCode.DONE
    assert (fields["opener"], fields["runs"]) == ("salet", 3)
    assert fields["optimum"] == solve(TotalQuestion.of(Variant.load("toy"), openers=["salet"])).cost
    assert [point["level_percent"] for point in fields["points"]] == [0.0, 10.0]
    assert fields["points"][0]["totals"] == [fields["optimum"]] * 3
    assert fields["points"][0]["optimal_runs"] == 3
    assert (run.folder / "noise.svg").stat().st_size > 2_000


def test_the_chart() -> None:
    variant = small_variant(4, Mode.NORMAL)
    chart = noise_chart(noise(variant, variant.guesses[0], levels=(0.0, 50.0), runs=3))
    assert isinstance(chart, Band)
    assert chart.categories == ("0", "50")
    assert chart.least[0] == chart.greatest[0] == chart.level
    assert chart.least[1] <= chart.medians[1] <= chart.greatest[1]


def test_a_limit_that_cannot_be_kept() -> None:
    variant = small_variant(4, Mode.NORMAL, guesses=100, hidden=80)
    with pytest.raises(UsageError, match=r"no guess after \w+ keeps the limit where \d+ words are left"):
        noise(variant.model_copy(update={"max_guesses": 3}), variant.guesses[7], made=2, runs=1)


def test_no_levels() -> None:
    with pytest.raises(UsageError, match="expected a number of per cent at least in levels"):
        wordle_cp.noise("toy", opener="crate", levels=[])


def test_a_time_limit(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["noise", "--time-limit", "0.000001"]) == ExitCode.UNDECIDED
    assert capsys.readouterr().out == "stopped by --time-limit 1e-06, before there was a result\n"


def test_tables_of_longer_words_and_their_cells_need_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """The patterns of words of six letters are a table of numbers of 64 bits; a limit heeds it before."""
    rng = random.Random(6)  # noqa: S311  reproducible, not secret
    words = sorted({"".join(rng.choices("abcdef", k=6)) for _ in range(60)})
    asked: list[int] = []
    monkeypatch.setattr(Work, "demand_room", lambda _, size: asked.append(size))
    noise(Variant.from_words(words), words[0], runs=1, levels=[1.0])
    assert asked[1] == 8 * len(words) ** 2 > asked[0]
