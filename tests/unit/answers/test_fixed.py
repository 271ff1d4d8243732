"""Fixed guesses: the fewest against all sets of guesses, limits that strike, and files."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Final

import numpy as np
import pytest

from tests.effort import every_other, in_third, share
from tests.golden_files import ACCEPTED
from tests.oracle.brute_codes import response
from tests.oracle.brute_fixed import most_left, some_do
from tests.oracle.games import Size, random_game
from tests.oracle.questions import variant_of
from tests.unit.test_codes import codes_of
from wordle_cp import check_certificate
from wordle_cp.answers.models import fixed as answers
from wordle_cp.answers.models import refuter
from wordle_cp.answers.models.fixed import FixedAnswer, find_fixed
from wordle_cp.answers.models.fixed_search import find_guesses
from wordle_cp.certificate.claims.fixed import FixedRefutation, Try
from wordle_cp.certificate.read import read_whole
from wordle_cp.cli.app import main
from wordle_cp.engine import Game
from wordle_cp.errors import FileError, UsageError
from wordle_cp.games.question import Position
from wordle_cp.modelling import partitions
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import pattern_of
from wordle_cp.work import Limits, StopReason, Work

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.games.variant import Variant

STATIC: Final = {"2 3 true": 2, "3 2 true": 2, "2 4 true": 3, "3 3 true": 3, "3 4 false": 4}
"""Pegs, colours, whether colours may repeat: how few fixed guesses do, by brute force."""


BLACK_PEGS: Final = {
    "2 3 true": 4,
    "2 4 true": 5,
    "3 2 true": 4,
    "2 5 true": 7,
    "3 3 true": 5,
    "2 3 false": 3,
    "2 4 false": 5,
    "2 5 false": 6,
    "3 4 false": 5,
}
"""As above, where black pegs are the whole response: how few fixed guesses and a last one find every code.

Published for two and three pegs in c colours. Where colours may repeat, (4c - 1)/3 rounded up, and 3c/2 + 1
rounded down (Jäger and Drewes, "Optimal Strategies for Static Black-Peg Mastermind", with two pegs and with
three). Where none may, 4c/3 - 1 rounded up, and (3c - 1)/2 rounded down from four colours on (the same,
"Optimal Strategies for Static Black-Peg AB Game With Two and Three Pegs").
"""


def report_of(variant: Variant, *, leave: int = 1, start: tuple[str, ...] = ()) -> FixedAnswer:
    """Return the exact answer for all hidden words, after some looks at it."""
    report = find_fixed(Position.of(variant), leave=leave, start=start)
    assert report.finished
    assert report.guesses is not None
    assert report.possible is not None
    assert report.possible.accepted.claim.count == len(report.guesses) == report.low
    assert (report.impossible is None) == (report.low == len(start))
    return report


def test_the_fewest_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    """In every other game few groups are known at first, and local search has a step only."""
    rng = random.Random("fewest fixed guesses")  # noqa: S311  a fixed sample
    seen = set()
    for number in range(share(45)):
        game = random_game(rng, Size(most_hidden=9, most_guesses=12))
        leave, start = rng.choice((1, 1, 2)), tuple(rng.sample(game.guesses, rng.choice((0, 0, 1))))
        with monkeypatch.context() as patch:
            if number % 2:
                patch.setattr(answers, "_STEPS", 1)
                patch.setattr(answers, "_MOVES", 3)
                patch.setattr(partitions, "_MOST_COMPARED", 0)
            report = report_of(variant_of(game, Mode.NORMAL), leave=leave, start=start)
        assert report.guesses is not None
        assert report.guesses[: len(start)] == start
        assert most_left(report.guesses, game.hidden, pattern_of) <= leave
        fewer = report.low - 1
        assert fewer < len(start) or not some_do(game.guesses, game.hidden, fewer, leave, start, pattern_of)
        seen.add(report.low)
    assert {1, 2, 3} <= seen


@pytest.mark.parametrize(("codes", "least"), STATIC.items())
def test_static_mastermind(codes: str, least: int, tmp_path: Path) -> None:
    variant = codes_of(tmp_path, codes)
    assert report_of(variant).low == least
    assert some_do(variant.guesses, variant.hidden, least, 1, (), response)
    assert not some_do(variant.guesses, variant.hidden, least - 1, 1, (), response)


@pytest.mark.parametrize(("codes", "published"), every_other(tuple(BLACK_PEGS.items())))
def test_static_black_pegs_as_published(codes: str, published: int, tmp_path: Path) -> None:
    variant = codes_of(tmp_path, codes, "feedback: exact")
    assert report_of(variant).low + 1 == published


def test_four_guesses_are_too_few_for_the_real_lists_by_weights_alone(tmp_path: Path) -> None:
    out = tmp_path / "four.cert"
    report = find_fixed(Position.of("original"), 4, out=out)
    assert (report.finished, report.low, report.guesses) == (True, 5, None)
    assert report.impossible is not None
    assert report.impossible.certificate == out
    proof = read_whole(out)
    assert isinstance(proof, FixedRefutation)
    assert not any(isinstance(move, Try) for move in proof.moves)
    assert len(proof.groups) < 60
    assert check_certificate(out).claim.count == 4


def test_certificates_of_both_bounds_are_kept_and_weaker_ones_are_not(tmp_path: Path) -> None:
    report = find_fixed(Position.of("toy"), start=("crate",), out=tmp_path / "folder")
    assert report.guesses is not None
    names = sorted(path.name for path in (tmp_path / "folder").iterdir())
    assert names == ["toy-normal-fixed-1-crate.cert.gz", "toy-normal-fixed-2-crate.cert.gz"]
    assert check_certificate(tmp_path / "folder" / names[0]).claim.words == ("fixed", "impossible")
    assert check_certificate(tmp_path / "folder" / names[1]).claim.start == ("crate",)


def test_a_limit_leaves_what_is_known() -> None:
    report = find_fixed(Position.of("original"), work=Work(limits=Limits(seconds=1e-6)))
    assert (report.low, report.guesses, report.finished) == (0, None, False)
    assert report.stopped_by is StopReason.TIME
    first, stopped, *_ = report.told("--time-limit 1")
    assert first == (
        "undecided: original, normal mode: it takes 0 fixed guesses or more to leave only one word"
    )
    assert stopped == "stopped by   --time-limit 1"


def test_more_guesses_than_a_claim_may_speak_of() -> None:
    report = find_fixed(Position.of("toy"), start=("crate",) * 255)
    assert (report.low, report.guesses, report.stopped_by) == (256, None, StopReason.SIZE)
    assert report.impossible is not None


def test_more_moves_than_a_certificate_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "_MOVES", 1)
    monkeypatch.setattr(answers, "MAX_MOVES", 1)
    monkeypatch.setattr(answers, "find_guesses", lambda *_, **__: None)
    report = find_fixed(Position.of("toy"))
    assert (report.finished, report.guesses, report.stopped_by) == (False, None, StopReason.SIZE)


def test_a_tree_that_turns_out_to_be_small_is_grown_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has 23 moves: with 8 it is known how many more it will have, about."""
    variant = codes_of(tmp_path, "2 5 true")
    game = Game(variant.guesses, variant.hidden, variant.scoring)

    def asked(most: int) -> refuter.Refuter:
        known = partitions.Groups(np.ascontiguousarray(game.by_hidden), 1)
        return refuter.Refuter(known, variant.guesses, 2, most=most)

    found = asked(8).answer()
    assert isinstance(found, refuter.TooFewGuesses)
    assert len(found.moves) == len(asked(100).answer().moves) > 16  # type: ignore[union-attr]
    with pytest.raises(refuter.TooLongError):
        asked(1).answer()  # after one move nothing is known
    for name, value in ("_SMALL", 1), ("MAX_MOVES", 20):
        with monkeypatch.context() as patch:
            patch.setattr(refuter, name, value)
            with pytest.raises(refuter.TooLongError):
                asked(8).answer()


@pytest.mark.parametrize("options", [["--leave", "1000001"], ["--leave", "0"], ["--jobs", "2"]])
def test_options_out_of_range_are_refused_by_name(
    options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fixed", "--variant", "toy", *options]) == 2
    err = capsys.readouterr().err
    assert options[0] in err
    assert "/dev/fd" not in err


def test_guesses_after_a_history_are_further_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fixed", "--variant", "toy", "--after", "crate.ggbby"]) == 0
    verdict, *_ = shown = capsys.readouterr().out.splitlines()
    certified = [line for line in shown if line.startswith("certified")]
    assert " further fixed guess" in verdict
    assert certified
    assert all(" further guess" in line for line in certified)


def test_no_guess_comes_twice_as_long_as_there_are_others() -> None:
    """Whoever finds them: local search, or the tree that was to refute them."""
    for find in find_guesses, lambda *_, **__: None:
        for leave, count in (1, 5), (2, 4), (8, 3), (1, 40):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(answers, "find_guesses", find)
                guesses = find_fixed(Position.of("toy"), count, leave=leave, start=("crate",)).guesses
            assert guesses is not None
            assert (guesses[0], len(guesses), len(set(guesses))) == ("crate", count, min(count, 38))
    start = ("crate", "crate")
    assert find_fixed(Position.of("toy"), 4, start=start).guesses[:2] == start  # type: ignore[index]


def test_a_start_with_an_empty_guess_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    for start in "crate,", ",crate", "crate,,creed", "", " ":
        assert main(["fixed", "--variant", "toy", "--start", start]) == 2
        message = f"error: --start: expected guesses with a comma between them, found {start!r}\n"
        assert capsys.readouterr().err == message
    assert main(["fixed", "--variant", "toy", "--start", "CRATE, creed", "--count", "2"]) == 0


def test_codes_have_no_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fixed", "--variant", "mastermind-4x6", "--set", "11??"]) == 2
    shown = capsys.readouterr()
    assert (shown.out, shown.err.count("\n")) == ("", 1)
    assert "in which every code may be hidden: leave the set out" in shown.err


def test_a_pattern_of_another_alphabet(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fixed", "--variant", "primel", "--set", "1??13", "--json"]) == 0
    primes = [number for number in range(10_013, 20_000, 100) if all(number % one for one in range(2, 142))]
    assert json.loads(capsys.readouterr().out)["hidden"] == len(primes)


@pytest.mark.parametrize(("leave", "left"), [(1, "only one code"), (2, "2 codes at most")])
def test_codes_are_not_called_words(leave: int, left: str, tmp_path: Path) -> None:
    report = report_of(codes_of(tmp_path, "2 3 true"), leave=leave)
    for line in report.told(""):
        assert "word" not in line
        assert left in line or not line.startswith(("proven", "certified"))


@pytest.mark.parametrize(
    ("count", "leave", "first"),
    [
        (None, 8, "proven: toy, normal mode: 0 fixed guesses are enough to leave 8 words at most"),
        (0, 1, "impossible: toy, normal mode: 0 fixed guesses aren't enough to leave only one word"),
        (1, 8, "possible: toy, normal mode: 1 fixed guess is enough to leave 8 words at most"),
        (3, 1, "possible: toy, normal mode: 3 fixed guesses are enough to leave only one word"),
        pytest.param(
            *(255, 1, "possible: toy, normal mode: 255 fixed guesses are enough to leave only one word"),
            marks=in_third,
        ),
    ],
)
def test_what_is_said(count: int | None, leave: int, first: str) -> None:
    report = find_fixed(Position.of("toy"), count, leave=leave)
    assert next(report.told("")) == first


def test_bad_input_gets_one_line(tmp_path: Path) -> None:
    toy = Position.of("toy")
    with pytest.raises(UsageError, match=r"^'crape' is not among the guesses of toy; did you mean"):
        find_fixed(toy, start=("crape",))
    with pytest.raises(UsageError, match=r"^2 guesses to start with, and 1 in all: expected 2 or more$"):
        find_fixed(toy, 1, start=("crate", "creed"))
    with pytest.raises(UsageError, match="needs normal mode, found hard mode: elsewhere a response may"):
        find_fixed(Position.of(toy.variant.model_copy(update={"mode": Mode.HARD})))
    with pytest.raises(FileError):
        find_fixed(toy, 1, out=tmp_path / "nothing" / "file.cert")
    with pytest.raises(UsageError, match="expected the name of a folder"):
        find_fixed(toy, out=tmp_path / "both.cert")
    assert not list(tmp_path.iterdir())
    (tmp_path / "file").touch()
    with pytest.raises(FileError):
        find_fixed(toy, out=tmp_path / "file")


@pytest.mark.parametrize("command", ["explain", "tree table", "tree export --format json"])
@pytest.mark.parametrize("file", ["fixed", "fixed-weights"])
def test_what_shows_strategies_and_nodes_refuses_in_one_line(
    command: str, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command.split(), str(ACCEPTED / f"{file}.cert")]) == 2
    shown = capsys.readouterr()
    assert (shown.out, shown.err.count("\n")) == ("", 1)
    assert "about fixed guesses" in shown.err


def test_a_refutation_that_a_checker_would_not_take_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wordle_cp.answers.models.fixed.MAX_STEPS", 1)
    report = find_fixed(Position.of("toy"))
    assert report.stopped_by is StopReason.SIZE
    assert (report.low, report.impossible) == (0, None)
