"""Absurdle by its own rule: the rule, the fewest guesses against brute force, and the command."""

from __future__ import annotations

import random
import tempfile
import tracemalloc
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import share
from tests.golden_files import GOLDEN
from tests.oracle.alphabets import AMBIGUOUS, CYRILLIC, DIGRAPHS, stretched
from tests.oracle.brute_absurdle import fewest_guesses, response
from tests.oracle.games import Size, random_game, random_history, words_after
from tests.oracle.questions import variant_of
from wordle_cp.answers.absurdle.run import AbsurdleMove, absurdle_response, beat_absurdle, certify, replay
from wordle_cp.certificate.claims.absurdle import AbsurdleLeast
from wordle_cp.check import absurdle as check_absurdle
from wordle_cp.check import check_file
from wordle_cp.cli.app import main
from wordle_cp.cli.output import ExitCode
from wordle_cp.data import word_list_by_hash
from wordle_cp.errors import CertificateRejected
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.scoring import WordScoring
from wordle_cp.rules.words import all_green, format_pattern, parse_pattern
from wordle_cp.search import absurdle
from wordle_cp.search.positions import PatternBoard
from wordle_cp.work import Limits, Work

if TYPE_CHECKING:
    from tests.program import Run
    from wordle_cp.answers.absurdle.run import AbsurdleAnswer

COMMAND: Final = "absurdle"
TOY: Final = Variant.load("toy")
ORIGINAL: Final = ("--variant", "original")


@pytest.mark.parametrize(
    ("words", "guess", "pattern"),
    [
        (("aab", "acd", "ace"), "aab", "GBB"),  # most words
        (("abc", "abd"), "abc", "GGB"),  # all green comes last
        (("aa", "ab", "bb"), "aa", "BB"),  # fewest greens
        (("bxa", "ayx"), "abz", "YYB"),  # and only then fewest yellows
        (("xab", "xxa"), "aby", "YBB"),
        (("bxxxx", "xbxxx", "xxaxx"), "abzzz", "BYBBB"),  # grey before yellow, from left to right
    ],
)
def test_which_response_is_given(words: tuple[str, ...], guess: str, pattern: str) -> None:
    assert format_pattern(absurdle_response(WordScoring(len(guess)), words, guess), len(guess)) == pattern
    assert response(frozenset(words), guess) == pattern


@pytest.mark.parametrize("letters", [CYRILLIC, DIGRAPHS, AMBIGUOUS], ids=["cyrillic", "digraphs", "hyphens"])
def test_words_of_other_letters_and_lengths(letters: tuple[str, ...]) -> None:
    rng = random.Random(f"absurdle {letters[0]}")  # noqa: S311  a fixed sample
    for number in range(share(24)):
        mode = tuple(Mode)[number % 3]
        game = stretched(rng, random_game(rng, Size(most_hidden=7, most_guesses=9)), letters)
        history = random_history(rng, game, mode, rng.choice((0, 0, 1)))
        report = beat_absurdle(variant_of(game, mode), history)
        assert report.fewest == fewest_guesses(game.guesses, words_after(game, history), mode, history)


def test_the_moves_are_those_of_the_rules() -> None:
    report = beat_absurdle(TOY)
    assert replay(TOY, (), [move.guess for move in report.moves]) == report.moves
    assert report.moves[-1].pattern == all_green(5)
    assert replay(TOY, (), ["crate"]) == (AbsurdleMove("crate", parse_pattern("ggbby", 5), 8),)
    with pytest.raises(ValueError, match="shunt can't be guessed here"):
        replay(TOY.model_copy(update={"mode": Mode.HARD}), (), ["crate", "shunt"])
    over = [move.guess for move in report.moves]
    with pytest.raises(ValueError, match="can't be guessed"):
        replay(TOY, (), [*over, "crate"])


def test_four_guesses_beat_it_on_the_original_lists(run: Run) -> None:
    """As the author says: https://qntm.org/fabsurdleq has 4 as the best score, and 3 as impossible."""
    code, fields = run.json(*ORIGINAL)
    assert code == ExitCode.DONE
    assert (fields["fewest"], fields["lower"], fields["upper"], fields["most_cells"]) == (4, 4, 4, 150)
    assert (fields["lower_by"], fields["certificate"]) == ("certificate", None)
    assert [move["words_left"] for move in fields["moves"]][2:] == [1, 1]
    assert fields["moves"][-1]["pattern"] == "GGGGG"


def test_for_people(run: Run) -> None:
    code, out, err = run("--variant", "toy", "--after", "crate.ggbby", "--out", "toy.cert")
    assert (code, err) == (ExitCode.DONE, "")
    lines = out.splitlines()
    assert lines[0] == (
        "toy, normal mode after crate.GGBBY: Absurdle is beaten in 2 more guesses, and no fewer"
    )
    assert lines[2].split()[0] == "3"
    assert lines[2].endswith("GGGGG  found")
    assert lines[-2:] == [
        "certified    all of it, by the independent checker; toy.cert",
        "searched     1 position, 8 cells of a guess at most",
    ]
    accepted = check_file(Path("toy.cert"), word_list_by_hash)
    assert (accepted.claim, len(accepted.hidden_set)) == (
        AbsurdleLeast(2, (("crate", parse_pattern("ggbby", 5)),), 8),
        8,
    )


def test_other_commands_say_what_such_a_certificate_is(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(GOLDEN / "accept" / "absurdle.cert")
    assert main(["check", path]) == ExitCode.DONE
    assert "5 hidden words: Absurdle is beaten in 3 guesses, and no fewer" in capsys.readouterr().out
    for command in (["explain", path], ["stats", "--variant", "toy", "--strategy", path]):
        assert main(command) == ExitCode.BAD_INPUT
        err = capsys.readouterr().err
        assert ("about Absurdle" in err, err.count("\n")) == (True, 1)


def test_what_the_checker_has_no_room_for_is_told_by_search(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_absurdle, "MAX_COMPARED", 2**14)
    path = GOLDEN / "accept" / "absurdle-hard.cert"
    with pytest.raises(CertificateRejected, match="size: expected 16384 patterns compared at most"):
        check_file(path, word_list_by_hash)
    path = GOLDEN / "accept" / "absurdle.cert"  # 8 guesses, 5 words
    monkeypatch.setattr(check_absurdle, "MAX_TABLE_BYTES", 8 * 5)
    with pytest.raises(CertificateRejected, match=f"size: expected 40 bytes at most .* found {8 * 3 * 128}"):
        check_file(path, word_list_by_hash)
    monkeypatch.setattr(check_absurdle, "MAX_TABLE_BYTES", 0)
    code, out, err = run("--variant", "toy", "--out", "it.cert")
    assert (code, err, Path("it.cert").exists()) == (ExitCode.DONE, "", False)
    assert out.splitlines()[-3:] == [
        "by search    that fewer than 2 won't do: 1 position, 8 cells of a guess at most",
        "certified    nothing: the checker would have too much to look at",
        "not written  it.cert",
    ]


def _stopped_at_once(variant: Variant) -> AbsurdleAnswer:
    """Stop when the search begins, at the first time that it listens."""
    begun: list[object] = []
    return beat_absurdle(variant, (), Work(show=begun.append, cancelled=lambda: bool(begun)))


def test_a_limit_leaves_bounds(run: Run) -> None:
    """The guesses that were found first are a bound, the search is another."""
    rng = random.Random(2)  # noqa: S311  a fixed sample
    reports = (_stopped_at_once(variant_of(random_game(rng, Size(14, 18)), Mode.NORMAL)) for _ in range(100))
    report = next(report for report in reports if report.stopped_by is not None)
    assert report.fewest is None
    assert 1 < report.lower < len(report.moves)
    assert not beat_absurdle(TOY, work=Work(limits=Limits(seconds=0.0))).moves
    code, out, err = run("--variant", "toy", "--time-limit", "1e-9")
    assert code == ExitCode.UNDECIDED
    said = "toy, normal mode: Absurdle is beaten in at least 2 guesses; --time-limit 1e-09 struck before "
    assert (out, err) == (f"{said}a game that wins was known\n", "")
    code, fields = run.json("--variant", "toy", "--after", "crate.ggbby", "--time-limit", "1e-9")
    assert (code, fields["after"], fields["hidden"]) == (ExitCode.UNDECIDED, "crate.GGBBY", 8)
    assert (fields["lower"], fields["upper"], fields["stopped_by"]) == (2, None, "time limit")


def test_the_table_of_responses_is_not_copied_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """With 60,000 words it takes 3.6 GB, and a copy broke a limit of 4 GB."""
    monkeypatch.setattr(absurdle, "_PAIRS", 2**18)
    board = PatternBoard(Variant.load("original"))
    search = absurdle.Search(board, lambda: None, lambda _guesses, _positions: None)
    tracemalloc.start()
    search.moves_of(board.start)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < board.patterns.nbytes // 2


def test_a_certificate_that_is_not_kept_has_no_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So a process that is killed leaves nothing of it."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    seen: list[Path] = []

    def look() -> bool:
        seen.extend(tmp_path.iterdir())
        return False

    assert certify(beat_absurdle(TOY), Work(cancelled=look)).certified
    assert not seen
