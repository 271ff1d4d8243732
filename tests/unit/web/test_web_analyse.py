"""The view Analyse without a browser: what is said of words that the lists of a game lack."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

import pytest

from wordle_cp.errors import HistoryError, UsageError
from wordle_cp.play.analysis import Analysis, inaccuracy_grade
from wordle_cp.web.jobs.games import GameChoice
from wordle_cp.web.jobs.played import analyse
from wordle_cp.web.pages.analyse import chip_html
from wordle_cp.web.worker import Task
from wordle_cp.work import Limits

END = "crate.ybbbb.lions.bbybg"
"""FOCUS alone is left."""
GUESSES = "is not among the guesses of this game, and judged as if it were"
HIDDEN = "is not among the hidden words of this game, and judged as if it were"


class Said(Exception):  # noqa: N818  not an error: what was waited for
    """Sentences were said."""


def said(game: str, word: str = "") -> list[str]:
    """Return what is said of strange words before the game is judged, which would take a minute."""
    sentences: list[str] = []

    def tell(message: object) -> None:
        if isinstance(message, str):
            sentences.append(message)
            raise Said

    with suppress(Said):
        analyse(Task(tell=tell), choice=GameChoice("original"), game=game, word=word)
    return sentences


@pytest.mark.parametrize(
    ("game", "word"),
    [(END, "foucs"), (END, "FOUCS"), (f"{END}.foucs.ggggg", ""), ("crate lions", "snfau")],
)
def test_a_hidden_word_that_no_list_has_is_asked_about(game: str, word: str) -> None:
    with pytest.raises(UsageError, match=r"can't be the hidden word: no list of words has it; did you mean"):
        said(game, word)


def test_which_word_was_meant_is_named() -> None:
    with pytest.raises(UsageError, match=r"^FOUCS can't be the hidden word: .*; did you mean focus\?$"):
        said(END, "foucs")


def test_a_word_that_another_game_hides_is_judged_and_that_game_is_named() -> None:
    assert said("crate.bbgbb.snafu.ggggg") == [f"SNAFU {HIDDEN}; the game nyt-2023-07-01 hides it."]


def test_a_guess_that_no_list_has_is_judged_with_the_question_what_was_meant() -> None:
    assert said("crate.ybbbb.foucs.ggyyg") == [f"FOUCS {GUESSES}; did you mean focus, fucus or fucks?"]
    assert said("crate.ybbbb.zzzzz.bbbbb") == [f"ZZZZZ {GUESSES}."]


def test_a_hidden_word_like_no_other_is_taken() -> None:
    assert said("zzzzz.ggggg") == [f"ZZZZZ {HIDDEN}."]
    with pytest.raises(HistoryError):
        analyse(Task(), choice=GameChoice("original"), game="crate.ybbbb.zzzzz.ggggg", word="")


@pytest.mark.parametrize(
    ("seconds", "heading"),
    [(60.0, "Inaccuracy 0.0000, luck 0.0000 guesses in all"), (0.0, "Not every move could be judged")],
)
def test_the_heading_says_what_is_known(seconds: float, heading: str) -> None:
    task = Task(limits=Limits(seconds))
    found = analyse(task, choice=GameChoice("toy"), game="plied creek", word="creek")
    assert isinstance(found, Analysis)
    assert found.totals_told() == heading


@pytest.mark.parametrize(
    ("numbers", "shown"),
    [
        ((0, 1), "perfect 0.00"),
        ((5, 2309), "good under 0.01"),
        ((1, 200), "good 0.01"),
        ((1, 10), "slip 0.10"),
        ((1, 2), "mistake 0.50"),
    ],
)
def test_only_what_is_perfect_is_shown_as_zero(numbers: tuple[int, int], shown: str) -> None:
    inaccuracy = Fraction(*numbers)
    assert f">{shown}<" in chip_html(inaccuracy_grade, inaccuracy, "")
