"""What guesses tell without a search, with ranks and totals beside it."""

from pathlib import Path

import pytest

from wordle_cp.answers.guess import SORTS, look_at_guess, look_at_guesses
from wordle_cp.cli.app import main
from wordle_cp.errors import UsageError
from wordle_cp.games.question import Position
from wordle_cp.games.variant import Variant
from wordle_cp.work import Limits, Work

ORIGINAL = Position.of("original")


def test_bits_and_truth_differ() -> None:
    """SALET is the best opener (A. Selby, 2022), though seven guesses tell more bits, and the total ships."""
    answer = look_at_guess(ORIGINAL, ["salet"])
    assert (answer.total, answer.finished) == (7920, True)
    assert answer.ranks is not None
    assert answer.ranks["bits"] == 8
    assert answer.among == len(ORIGINAL.variant.guesses)
    assert sum(len(group) for group in answer.groups.values()) == 2315


def test_a_total_that_is_asked_for() -> None:
    position = Position.of("toy")
    first = position.variant.guesses[0]
    assert look_at_guess(position, [first], total=True).total is not None
    with pytest.raises(UsageError, match="a total is about one guess"):
        look_at_guess(position, [first, position.variant.guesses[1]], total=True)


@pytest.mark.parametrize("sort", SORTS)
def test_a_table_has_the_best_first(sort: str) -> None:
    position = Position.of("toy")
    answer = look_at_guesses(position, sort=sort)
    best = answer.numbers[0].guess
    alone = look_at_guess(position, [best])
    assert alone.ranks is not None
    assert alone.ranks[sort] == 1
    assert len(answer.to_json()["guesses"]) == len(position.allowed)


def test_guesses_of_which_a_table_is_asked() -> None:
    answer = look_at_guesses(ORIGINAL, ["SALET", "raise"])
    assert [one.guess for one in answer.numbers] == ["raise", "salet"]
    assert answer.totals == {"raise": 8014, "salet": 7920}
    with pytest.raises(UsageError, match="expected one of bits"):
        look_at_guesses(ORIGINAL, sort="luck")


def test_a_total_that_cannot_be_kept() -> None:
    """CRANE can't find each of eight words with the next guess, and one word left needs no search."""
    game = Variant.load("toy").model_copy(update={"max_guesses": 2})
    answer = look_at_guess(Position.of(game), ["crate"], total=True)
    assert (answer.total, answer.hopeless) == (None, True)
    assert "no strategy that begins so keeps the limit" in str(answer)
    last = Position.of("original", "trace.bgbyy.plied.bbbyy")
    assert len(last.hidden) == 1
    assert look_at_guess(last, ["slate"], total=True).total == 2
    assert look_at_guess(last, [last.hidden[0]], total=True).total == 1


def test_a_limit_counts_where_one_word_is_left() -> None:
    """One guess finds that word by itself alone; and no guess at all is refused, as with more words left."""
    original, history = Variant.load("original"), "trace.bgbyy.plied.bbbyy"
    for limit, totals in (None, (2, 1)), (4, (2, 1)), (3, (None, 1)):
        last = Position.of(original.model_copy(update={"max_guesses": limit}), history)
        guesses = ("slate", last.hidden[0])
        assert look_at_guesses(last, guesses, total=True).totals == dict(zip(guesses, totals, strict=True))
        for guess, total in zip(guesses, totals, strict=True):
            answer = look_at_guess(last, [guess], total=True)
            assert (answer.total, answer.hopeless) == (total, total is None)
    for played in history, "trace.bgbyy":
        over = original.model_copy(update={"max_guesses": played.count(".") // 2 + 1})
        with pytest.raises(UsageError, match="leaves a guess after the history"):
            look_at_guesses(Position.of(over, played), ["slate"], total=True)


def test_a_limit_ends_the_search_for_totals() -> None:
    seen: list[object] = []
    work = Work(cancelled=lambda: len(seen) > 2, show=seen.append)
    answer = look_at_guesses(Position.of("original", "salet.bybbb"), total=True, work=work)
    assert not answer.finished
    assert len(answer.totals) < len(answer.numbers)


def test_a_limit_leaves_the_numbers_of_the_guess() -> None:
    answer = look_at_guess(ORIGINAL, ["raise"], work=Work(limits=Limits(seconds=1e-9)))
    assert (answer.finished, answer.ranks, answer.numbers.groups) == (False, None, 132)


def test_several_guesses_are_all_allowed_and_left() -> None:
    pair = ["crane", "trace"]
    with pytest.raises(UsageError, match="needs normal mode, found hard mode"):
        look_at_guess(Position.of(Variant.load("toy", mode="hard")), pair)
    game = Variant.load("toy").model_copy(update={"max_guesses": 1})
    with pytest.raises(UsageError, match="expected 1 guess at most, as no more are left, found 2"):
        look_at_guess(Position.of(game), pair)
    assert "from here, at the latest" not in str(look_at_guess(Position.of(game), pair[:1]))


def test_a_guess_that_tells_nothing_has_no_bits() -> None:
    answer = look_at_guess(Position.of("original", "raise.bbbbb"), ["raise"])
    assert f"{answer.numbers.bits:.3f}" == "0.000"


def test_a_table_that_was_stopped_replaces_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "g.csv"
    ask = ["guess", "--all", "--variant", "toy", "--out", str(table)]
    assert main(ask) == 0
    whole = table.read_text()
    assert main([*ask, "--time-limit", "0.000001"]) == 3
    assert f"table        none: {table} is left as it is" in capsys.readouterr().out
    assert table.read_text() == whole


def test_codes_are_called_so() -> None:
    told = str(look_at_guess(Position.of("mastermind-4x6"), ["1122"]))
    assert "1296 hidden codes" in told
    assert "256 codes left at worst" in told
    assert "response  codes" in told
    assert "word" not in told


def test_a_guess_that_is_none_is_called_so() -> None:
    for ask in (look_at_guess, look_at_guesses):
        with pytest.raises(UsageError, match=r"^guess 'zzzzz' is not among the guesses of toy"):
            ask(Position.of("toy"), ["zzzzz"])
    with pytest.raises(UsageError, match=r"^hard mode forbids the guess: PLIED"):
        look_at_guess(Position.of(Variant.load("toy", mode="hard"), "trace.bgbyy"), ["plied"])
