"""Run folders that version 0.1.0 wrote: the same command goes on from them, or leaves them as they are.

In folders/ranking `rank --top 1 --variant toy` has settled every second opener. In folders/census `census 3
--variant toy --mode hard` has decided every third opener but one, whose strategy is still to be checked.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from wordle_cp.answers.census.run import run_census
from wordle_cp.answers.rankings import rank
from wordle_cp.errors import WordleCpError
from wordle_cp.games.question import Question, TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.runs.ranking_state import Keeping

if TYPE_CHECKING:
    from collections.abc import Callable

WRITTEN: Final = Path(__file__).parent / "folders"
TOY: Final = Variant.load("toy")
HARD: Final = Variant.load("toy", mode=Mode.HARD)


def test_a_ranking_goes_on(tmp_path: Path) -> None:
    folder = shutil.copytree(WRITTEN / "ranking", tmp_path / "run")
    report = rank(TotalQuestion.of(TOY), 1, keeping=Keeping(folder=folder))
    assert (report.before, report.complete) == (len(TOY.guesses) // 2, True)
    assert report.ranked == rank(TotalQuestion.of(TOY), 1).ranked
    assert report.replayed == len(report.ranked)
    assert rank(TotalQuestion.of(TOY), 1, keeping=Keeping(folder=folder)).before == len(TOY.guesses)


def test_a_census_goes_on(tmp_path: Path) -> None:
    folder = shutil.copytree(WRITTEN / "census", tmp_path / "run")
    report = run_census(Question.of(HARD), 3, folder)
    assert (report.before, report.finished, report.lost) == (12, True, ())
    alone = run_census(Question.of(HARD), 3, tmp_path / "new")
    assert {one.opener for one in report.possible} == {one.opener for one in alone.possible}
    assert set(report.refuted) == set(alone.refuted)
    assert (folder / "possible" / "audio.cert.gz").exists()


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("ranking", lambda folder: rank(TotalQuestion.of(HARD), 1, keeping=Keeping(folder=folder))),
        ("ranking", lambda folder: run_census(Question.of(HARD), 3, folder)),
        ("census", lambda folder: run_census(Question.of(HARD), 4, folder)),
        ("census", lambda folder: rank(TotalQuestion.of(TOY), 1, keeping=Keeping(folder=folder))),
    ],
)
def test_another_question_leaves_the_folder_as_it_is(
    written: str, asked: Callable[[Path], object], tmp_path: Path
) -> None:
    folder = shutil.copytree(WRITTEN / written, tmp_path / "run")
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with pytest.raises(WordleCpError) as refused:
        asked(folder)
    assert "\n" not in str(refused.value)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
