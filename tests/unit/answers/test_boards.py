"""Several boards at once: exact values and bounds against brute force, and the command."""

from __future__ import annotations

import random
import tempfile
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import MORE, first, share
from tests.oracle.alphabets import AMBIGUOUS, CYRILLIC, DIGRAPHS, stretched
from tests.oracle.brute_boards import brute_values
from tests.oracle.games import Size, SmallGame, random_game
from tests.oracle.questions import variant_of
from tests.program import Run
from wordle_cp.answers.absurdle.proof import certify
from wordle_cp.answers.absurdle.run import beat_absurdle
from wordle_cp.answers.boards import chains, exact
from wordle_cp.answers.boards.bounds import bound_boards
from wordle_cp.answers.boards.counting import different, found_within, least_total, least_worst
from wordle_cp.answers.boards.exact import (
    BoardsSearch,
    Group,
    TooLargeError,
    deals_of,
    least_possible,
    least_sum,
)
from wordle_cp.answers.boards.history import format_played, parse_played
from wordle_cp.answers.boards.in_turn import InTurn, Turns
from wordle_cp.answers.boards.proof import bounds_proof
from wordle_cp.answers.boards.report import solve_boards
from wordle_cp.answers.position.value import ValuedPosition
from wordle_cp.certificate.claims.boards import BoardsBetween
from wordle_cp.certify.asked import Asked
from wordle_cp.certify.publish import write_checked
from wordle_cp.check import check_file
from wordle_cp.check.boards import positions
from wordle_cp.check.boards import turns as boards_turns
from wordle_cp.cli.app import main
from wordle_cp.cli.output import ExitCode
from wordle_cp.data import word_list_by_hash
from wordle_cp.engine import Game
from wordle_cp.errors import CertificateRejected, UsageError
from wordle_cp.games import question as asked_about
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode, is_allowed
from wordle_cp.rules.words import all_green, score
from wordle_cp.work import Limits, Work

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wordle_cp.certificate.claims.boards import Played

TOY: Final = Variant.load("toy")
ENDGAME: Final = SmallGame(
    ("bah", "mac", "orb", "bat", "cat", "hat", "mat", "rat"), ("bat", "cat", "hat", "mat", "rat")
)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Work in an empty folder."""
    return Run("boards", capsys, tmp_path, monkeypatch)


def test_exact_values_and_bounds_against_brute_force() -> None:
    rng = random.Random("boards")  # noqa: S311  a fixed sample
    tight = 0
    for boards, most in (1, 5), (2, 5), (3, 3), (3, 4), (4, 2):
        for _ in range(share(4)):
            drawn = random_game(rng, Size(most_hidden=6, most_guesses=8))
            game = SmallGame(drawn.guesses, drawn.hidden[:most])
            variant = variant_of(game, Mode.NORMAL)
            total, worst = brute_values(game.guesses, game.hidden, boards)
            found = solve_boards(variant, boards)
            assert (found.total, found.worst, found.exact) == ((total, total), (worst, worst), True)
            bounds = bound_boards(variant, boards, Work())
            assert bounds.total[0] <= total <= bounds.total[1]
            assert bounds.worst[0] <= worst <= bounds.worst[1]
            tight += bounds.total[0] == total
    assert tight > (3 if MORE else 0)


def positions_of(game: SmallGame, boards: int, mode: Mode, rng: random.Random) -> Iterator[Played]:
    """Yield the start, and what is played with one guess, and with two, on words that are drawn."""
    yield ()
    deal = [rng.choice(game.hidden) for _ in range(boards)]
    played: Played = ()
    for _ in range(2):
        left = [board for board in range(boards) if (deal[board] not in {guess for guess, _ in played})]
        histories = [tuple((guess, score(guess, deal[board])) for guess, _ in played) for board in left]
        allowed = [t for t in game.guesses if any(is_allowed(t, past, mode) for past in histories)]
        guess = rng.choice(allowed)
        told = [score(guess, word) if board in left else None for board, word in enumerate(deal)]
        played = (*played, (guess, tuple(told)))
        if {word for word, one in zip(deal, told, strict=True) if one is not None} <= {guess}:
            return
        yield played


@pytest.mark.parametrize("mode", Mode)
def test_all_modes_and_positions_against_brute_force(mode: Mode, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(f"boards {mode}")  # noqa: S311  a fixed sample
    harder, played_on, chained = 0, 0, 0
    for boards, most in (1, 5), (2, 4), (3, 3) if MORE else (3, 2):
        for number in range(share(4)):
            drawn = random_game(rng, Size(most_hidden=6, most_guesses=8))
            if number == 0:  # words that a harder mode keeps apart
                drawn = ENDGAME
            game = SmallGame(drawn.guesses, drawn.hidden[:most])
            variant = variant_of(game, mode)
            for played in positions_of(game, boards, mode, rng):
                total, worst = brute_values(game.guesses, game.hidden, boards, mode, played)
                harder += brute_values(game.guesses, game.hidden, boards, Mode.NORMAL, played)[0] < total
                played_on += bool(played)
                assert parse_played(format_played(played), variant, boards) == played
                found = solve_boards(variant, boards, played=played)
                assert (found.total, found.worst, found.exact) == ((total, total), (worst, worst), True)
                with monkeypatch.context() as patched:
                    patched.setattr(exact, "MOST_OUTCOMES", 0)
                    bounds = solve_boards(variant, boards, played=played)
                assert bounds.total[0] <= total <= bounds.total[1]
                assert bounds.worst[0] <= worst <= bounds.worst[1]
                assert found.certified is not None
                assert found.certified.total == found.total
                assert bounds.certified is not None
                assert bounds.certified.total[0] <= total <= bounds.certified.total[1]
                assert bounds.certified.worst[0] <= worst <= bounds.certified.worst[1]
                chained += bounds.by_chains
    assert played_on > 5
    assert chained > (0 if mode is Mode.NORMAL else 8)
    assert (harder > 0) == (mode is not Mode.NORMAL)


@pytest.mark.parametrize("letters", first([AMBIGUOUS, DIGRAPHS, CYRILLIC]), ids=lambda letters: letters[0])
def test_words_of_other_letters_and_lengths(letters: tuple[str, ...]) -> None:
    rng = random.Random(f"boards {letters[0]}")  # noqa: S311  a fixed sample
    for boards, most in (1, 5), (2, 4), (3, 3):
        for _ in range(share(3)):
            drawn = random_game(rng, Size(most_hidden=6, most_guesses=8))
            game = stretched(rng, SmallGame(drawn.guesses, drawn.hidden[:most]), letters)
            variant = variant_of(game, Mode.NORMAL)
            total, worst = brute_values(game.guesses, game.hidden, boards)
            found = solve_boards(variant, boards)
            assert (found.total, found.worst, found.exact) == ((total, total), (worst, worst), True)
            bounds = bound_boards(variant, boards, Work())
            assert bounds.total[0] <= total <= bounds.total[1]
            assert bounds.worst[0] <= worst <= bounds.worst[1]


def test_one_board_is_the_game_itself() -> None:
    assert solve_boards(TOY, 1).total == (16, 16)
    unlimited = TOY.model_copy(update={"max_guesses": None})
    assert ValuedPosition(unlimited).value().total == 16
    bounds = bound_boards(TOY, 1, Work())
    assert (bounds.total, bounds.one_board) == ((16, 16), 16)


def test_lower_bounds_of_positions() -> None:
    assert [least_sum(words, 3) for words in (1, 2, 4, 5, 13, 14)] == [1, 3, 7, 10, 34, 38]
    assert deals_of((Group(0b111, 2), Group(0b11000, 1))) == 18
    assert least_possible((), 3) == 0
    assert least_possible((Group(0b1, 1), Group(0b10, 1)), 3) == 2  # two words, two guesses
    assert (
        least_possible((Group(0b11, 1), Group(0b100, 1)), 3) == 4
    )  # 1.5 and 1 on average, so 1.75 on two deals


def test_the_search_uses_the_bounds_it_states(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "MOST_OUTCOMES", 1000)
    with pytest.raises(TooLargeError):
        BoardsSearch(TOY.scoring, TOY.guesses, TOY.hidden).solve(2)
    found = solve_boards(TOY, 2)
    assert not found.exact
    assert found.total[0] <= 184 <= found.total[1]
    assert found.worst[0] <= 3 <= found.worst[1]
    assert found.fixed
    assert found.one_board == 16
    monkeypatch.setattr(exact, "MOST_WORDS", 7)
    with pytest.raises(TooLargeError):
        BoardsSearch(TOY.scoring, TOY.guesses, TOY.hidden)


def test_chains_that_are_too_many_leave_other_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "MOST_OUTCOMES", 0)
    monkeypatch.setattr(chains, "_MOST_SCORED", 8)
    found = solve_boards(TOY.model_copy(update={"mode": Mode.HARD}), 2)
    assert (found.certified, found.by_chains, found.fixed) == (None, False, ())
    assert found.total[0] <= 184 <= found.total[1] == sum(k * (2 * k - 1) for k in range(1, 9))


def test_many_words_on_many_boards_are_too_large_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight boards go to 60 cells in more than 10**9 ways, none of which is looked at."""
    guesses = Variant.load("original").guesses[:60]
    monkeypatch.setattr(exact, "MOST_OUTCOMES", 10_000)
    search = BoardsSearch(TOY.scoring, guesses, guesses)
    with pytest.raises(TooLargeError):
        search.solve(8)
    assert search.outcomes <= 10_001


def test_a_limit_leaves_bounds() -> None:
    found = solve_boards(TOY, 2, Work(limits=Limits(seconds=0.0)))
    assert found.stopped_by is not None
    assert (found.total[0] <= 184 <= found.total[1], found.worst) == (True, (3, 8))
    assert found.total[1] == sum(k * (2 * k - 1) for k in range(1, 9))


def test_what_is_known_of_one_board_bounds_several() -> None:
    """No strategy finds the words of the original lists within 4 guesses, says a shipped certificate."""
    found = bound_boards(Variant.load("original"), 2, Work(limits=Limits(seconds=0.0)))
    assert found.worst[0] == 5
    assert found.total[0] > 2315 * least_sum(2315, 237)


def test_the_command(run: Run) -> None:
    code, fields = run.json("--variant", "toy")
    assert (code, fields["exact"], fields["deals"]) == (ExitCode.DONE, True, 64)
    assert (fields["total_lower"], fields["total_upper"], fields["mean_lower"]) == (184, 184, 2.875)
    assert (fields["worst_lower"], fields["worst_upper"], fields["fixed"]) == (3, 3, [])
    code, out, err = run("--variant", "toy")
    assert (code, err) == (ExitCode.DONE, "")
    assert "total        exact: 184 guesses over all deals, 2.8750 on average\n" in out
    code, out, err = run("--variant", "toy", "--time-limit", "1e-9")
    assert (code, err) == (ExitCode.UNDECIDED, "")
    assert "total        between " in out
    assert "worst case   between 3 and 8 guesses\n" in out
    assert "stopped      by --time-limit 1e-09" in out


def test_bad_input(run: Run) -> None:
    for arguments, reason in (
        (("--variant", "toy", "--boards", "9"), "expected a whole number from 1 to 8"),
        (("--variant", "toy", "--after", "eiked"), "EIKED lacks its responses"),
        (("--variant", "toy", "--after", "eiked.bbbbb"), "expected 2 responses to EIKED, joined by slashes"),
        (("--variant", "toy", "--after", "eiked.bbbbb/-"), "board 2 isn't solved: expected a response"),
        (("--variant", "toy", "--after", "eiked.ggggg/ggggg"), "all boards are solved"),
        (("--variant", "toy", "--after", "eiked.ggggg/bybbb"), "no hidden word agrees with it on board 2"),
        (("--variant", "mastermind-4x6"), "game of codes"),
    ):
        code, out, err = run(*arguments)
        assert (code, out, err.count("\n")) == (ExitCode.BAD_INPUT, "", 1)
        assert reason in err
    with pytest.raises(UsageError, match="expected 1 to 8 boards, found 0"):
        solve_boards(TOY, 0)


def _games() -> list[SmallGame]:
    """Return a few games of up to eight words."""
    rng = random.Random("boards in turn")  # noqa: S311  a fixed sample
    toy = SmallGame(TOY.guesses, TOY.hidden)
    return [toy, *(random_game(rng, Size(most_hidden=6, most_guesses=8)) for _ in range(3))]


def test_boards_in_turn_played_on_every_deal() -> None:
    heard = 0
    for game in _games():
        turns = Turns(Game(game.guesses, game.hidden), all_green(len(game.hidden[0])))
        for openers, boards in product((game.guesses[:1], game.guesses[1:3]), (1, 2, 3)):
            strategy = turns.after(openers, boards)
            assert strategy is not None
            deals = list(product(game.hidden, repeat=boards))
            taken = [_guesses_in_turn(strategy, game.hidden, deal) for deal in deals]
            assert strategy.total == sum(taken)
            assert strategy.worst >= max(taken)
            alone = turns.after(openers, 1)
            assert alone is not None
            apart = len(deals) * len(openers) + boards * len(deals) // len(game.hidden) * (
                alone.total - len(openers) * len(game.hidden)
            )
            heard += strategy.total < apart
    assert heard > 3


def _guesses_in_turn(strategy: InTurn, hidden: tuple[str, ...], deal: tuple[str, ...]) -> int:
    """Return how many guesses the strategy takes on `deal`, by playing it."""
    plays = {words: guess for guess, words in strategy.plays}
    cells = [
        tuple(w for w in hidden if all(score(g, w) == score(g, word) for g in strategy.openers))
        for word in deal
    ]
    taken = len(strategy.openers)
    heard: list[tuple[tuple[int, int], str]] = []
    ranks = [(len(cell), hidden.index(cell[0])) for cell in cells]
    for board in sorted(range(len(deal)), key=ranks.__getitem__):
        word = deal[board]
        if word in strategy.openers:
            continue
        told = [guess for rank, guess in heard if rank != ranks[board]]
        left = tuple(w for w in cells[board] if all(score(g, w) == score(g, word) for g in told))
        guess = ""
        while guess != word:
            guess = left[0] if len(left) < 3 else plays[left]
            left = tuple(w for w in left if w != guess and score(guess, w) == score(guess, word))
            taken += 1
        heard.append((ranks[board], word))
    return taken


def test_counting_is_no_more_than_what_is_found_by_trying() -> None:
    close = 0
    for game in _games()[1:]:
        native = Game(game.guesses, game.hidden)
        found = found_within(native.by_hidden, all_green(len(game.hidden[0])))
        assert len(found) == 3
        assert found[1] == max(len({score(g, h) for h in game.hidden}) for g in game.guesses)
        words = len(game.hidden)
        total, worst = brute_values(game.guesses, game.hidden, 1)
        assert words + words - 1 <= least_total(words, 1, found) <= total
        assert least_worst(words, 1, found) <= worst
        for known in range(1, 4):
            total, worst = brute_values(game.guesses, game.hidden[:4], 2)
            part = Game(game.guesses, game.hidden[:4])
            few = found_within(part.by_hidden, all_green(len(game.hidden[0])))[:known]
            lower = least_total(len(part.hidden), 2, few)
            assert lower <= total
            assert least_worst(len(part.hidden), 2, few) <= worst
            close += total - lower < len(part.hidden)
    assert close > 3


def test_the_deals_by_their_different_words() -> None:
    assert different(3, 2) == {1: 3, 2: 6}
    assert sum(different(5, 4).values()) == 5**4
    # F_2 = 3: of 9 pairs of numbers none has f <= 1, 5 have f <= 2 (a 1 among them), and all f <= 3.
    assert least_total(3, 2, (1,)) == (9 - 0) + (9 - 0) + (9 - 5) - 3


def test_the_certificate_is_kept_and_other_commands_say_what_it_is(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    code, fields = run.json("--variant", "toy", "--out", "toy.cert.xz")
    claimed = {"total_lower": 184, "total_upper": 184, "worst_lower": 3, "worst_upper": 3}
    assert (code, fields["certified"]) == (ExitCode.DONE, {**claimed, "file": "toy.cert.xz", "shipped": None})
    code = main(["check", "toy.cert.xz"])
    assert (
        code,
        "2 boards, 8 hidden words: the least total over all 64 deals is 184 guesses"
        in capsys.readouterr().out,
    ) == (ExitCode.DONE, True)
    for command in (["explain", "toy.cert.xz"], ["stats", "--variant", "toy", "--strategy", "toy.cert.xz"]):
        assert main(command) == ExitCode.BAD_INPUT
        err = capsys.readouterr().err
        assert ("about several boards" in err, err.count("\n")) == (True, 1)


@pytest.mark.parametrize("bound", ["MAX_KEPT", "MAX_HEARD"])
def test_what_openers_that_leave_large_cells_would_take_is_bounded(
    bound: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """HAT leaves ORB in one cell and two words in another, which hear ORB."""
    words = ("bat", "cat", "orb")
    variant = variant_of(SmallGame((*words, "hat"), words), Mode.NORMAL)
    bounds = bound_boards(variant, 3, Work())
    strategy = Turns(Game(variant.guesses, variant.hidden), variant.scoring.win).after(("hat",), 3)
    proof = bounds_proof(variant, 3, replace(bounds, best_in_turn=strategy), Work(), with_one=False)
    assert proof is not None
    asked = Asked(asked_about.Position.of(variant), BoardsBetween, boards=3)
    write_checked(tmp_path / "three.cert", proof, asked)
    monkeypatch.setattr(boards_turns, bound, 1)
    with pytest.raises(CertificateRejected, match=r"expected 1 (words|comparisons) at most") as rejected:
        check_file(tmp_path / "three.cert", word_list_by_hash)
    assert rejected.value.rule == "size"


def test_a_certificate_that_is_not_kept_has_no_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So a process that is killed leaves nothing of it."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    seen: list[Path] = []

    def look() -> bool:
        seen.extend(tmp_path.iterdir())
        return False

    assert solve_boards(TOY, 2, Work(cancelled=look)).certified is not None
    assert certify(beat_absurdle(TOY), Work(cancelled=look)).certified
    assert not seen


def test_positions_with_more_outcomes_than_a_checker_looks_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "toy.cert"
    solve_boards(TOY, 2, out=out)
    monkeypatch.setattr(positions, "MAX_OUTCOMES", 1000)
    with pytest.raises(CertificateRejected, match="1000 outcomes of guesses at most"):
        check_file(out, word_list_by_hash)
