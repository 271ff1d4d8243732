"""`wordle-cp families`, as a script sees it."""

from __future__ import annotations

import json

import pytest

from wordle_cp.cli.app import main


def test_families_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["families", "--variant", "nyt-2022-02-15", "--depth", "2", "--json"]) == 0
    printed = capsys.readouterr()
    result = json.loads(printed.out)
    assert printed.err == ""
    assert len(result["families"]) == 12
    assert result["families"][0] == {
        "pattern": "?aste",
        "size": 6,
        "least_depth": 3,
        "lower": 3,
        "upper": 3,
        "solvable": False,
    }


def test_families_for_people_come_hardest_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["families", "--variant", "nyt-2022-02-15", "--min-size", "8"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "pattern  size  least depth  letters",
        "?ight       9  3            e f l m n r s t w",
        "?ound       8  3            b f h m p r s w",
        "2 families of 8 words or more: 2 need 3",
    ]


def test_a_depth_that_suffices_leaves_nothing_to_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["families", "--variant", "nyt-2022-02-15", "--mode", "hard", "--depth", "3"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "12 families of 6 words or more: 12 need 3",
        "0 of them can't be solved within 3 more guesses",
    ]


def test_ultrahard_mode_has_bounds_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["families", "--variant", "nyt-2022-02-15", "--mode", "ultrahard", "--json"]) == 0
    families = json.loads(capsys.readouterr().out)["families"]
    assert all(family["least_depth"] is None and family["lower"] < family["upper"] for family in families)


@pytest.mark.parametrize("option", [["--depth", "0"], ["--min-size", "1"]])
def test_numbers_out_of_range_are_bad_input(option: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["families", *option]) == 2
    assert "error" in capsys.readouterr().err


def test_one_family_is_in_the_singular(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["families", "--variant", "toy", "--min-size", "3", "--depth", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[2:] == [
        "1 family of 3 words or more: 1 needs 2",
        "1 of them can't be solved within 1 more guess",
    ]


def test_families_after_a_history_are_those_still_live(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["families", "--mode", "hard", "--hidden", "big", "--min-size", "5", "--after", "stage.gbgbg"]
    assert main(arguments) == 0
    assert capsys.readouterr().out.splitlines() == [
        "pattern  size  least depth  letters",
        "s?are       7  6            c e h n o p w",
        "sha?e       7  5            d k l m p r v",
        "spa?e       6  4            c d k l n r",
        "3 families of 5 words or more: 1 needs 4, 1 needs 5, 1 needs 6",
    ]
    assert main([*arguments, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["after"] == "stage.GBGBG"
    assert [family["pattern"] for family in result["families"]] == ["s?are", "sha?e", "spa?e"]


def test_a_history_that_is_none_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["families", "--mode", "hard", "--after", "salet.ggbbb.house.bbbbb"]) == 2
    assert "hard mode forbids guess 2:" in capsys.readouterr().err
