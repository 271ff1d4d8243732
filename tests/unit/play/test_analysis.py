"""The analysis of play: published examples, brute force on small games, and what can't be won."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import pytest

from tests.effort import share
from tests.oracle.brute_total import LeastCost, Objective, Play
from tests.oracle.games import Size, random_game, random_history, words_after
from tests.oracle.questions import variant_of
from wordle_cp.answers import shipped
from wordle_cp.answers.position.value import ValuedPosition, advise, fewest_missed
from wordle_cp.answers.shipped import shipped_total
from wordle_cp.certificate.claims.total import TotalBetween
from wordle_cp.errors import HistoryError, UsageError
from wordle_cp.games.notation import Move, parse_game, parse_history
from wordle_cp.games.variant import Variant
from wordle_cp.play.analysis import Standing, analyse, inaccuracy_grade, luck_grade
from wordle_cp.rules.modes import Mode, is_allowed
from wordle_cp.rules.words import all_green, pattern_of
from wordle_cp.work import Limits, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.oracle.games import SmallGame

NYT: Final = "nyt-2022-02-15"
SMALL: Final = Size(most_hidden=6, most_guesses=12)


@pytest.mark.parametrize(
    ("game", "published"),
    [
        (
            "crate.ybbbb.lions.bbybg.focus.ggggg",
            [
                ("0.0022", "salet", "0.0223"),
                ("0.0800", "spoil", "0.4800"),
                ("0.0000", "focus", "0.0000"),
            ],
        ),
        ("salet.bybbb.handy.bygbb", [("0.0000", "salet", "-0.1344"), ("0.4257", "brond", "0.9802")]),
    ],
)
def test_published_examples(game: str, published: list[tuple[str, str, str]]) -> None:
    """Seed 002, "Analysis of play"; the first values are taken from a shipped certificate."""
    analysis = analyse(Variant.load(NYT), parse_game(game, 5), work=Work(jobs=2))
    assert [(_digits(move.inaccuracy), move.best, _digits(move.luck)) for move in analysis.moves] == published
    first = analysis.moves[0].before
    assert first is not None
    assert first.certificate is not None
    assert first.certificate.name == f"{NYT}-normal-optimal-within-6.cert.xz"
    assert analysis.start_value == Fraction(7897, 2309)
    assert analysis.total_inaccuracy is not None
    assert analysis.total_luck is not None
    last = analysis.moves[-1]
    end = Fraction(0) if last.after is None else last.after.mean
    assert end is not None
    used = analysis.start_value + analysis.total_inaccuracy - analysis.total_luck
    assert used == len(analysis.moves) + end


def _digits(number: Fraction | None) -> str:
    assert number is not None
    return f"{float(number):.4f}"


def test_hard_mode_on_the_real_lists() -> None:
    """Seed 002: 8099 with SALET, 8122 - 8099 apart on another list; SPARE after STAGE GBGBG."""
    variant = Variant.load(NYT, mode=Mode.HARD)
    analysis = analyse(variant, parse_game("crate.ybbbb.lunch", 5), work=Work(jobs=2))
    assert analysis.start_value == Fraction(8099, 2309)
    assert analysis.moves[0].inaccuracy == Fraction(8121 - 8099, 2309)
    assert analysis.moves[1].pattern is None
    assert analysis.moves[1].luck is None
    assert analysis.moves[1].inaccuracy is not None


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("limited", [True, False])
def test_against_brute_force(mode: Mode, limited: bool) -> None:  # noqa: FBT001  a parameter of the test
    """Every number of random games, played at random, and the sum of them all."""
    rng = random.Random(f"analysis {mode} {limited}")  # noqa: S311  a fixed sample
    lost = won = 0
    for _ in range(share(90)):
        game = random_game(rng, SMALL)
        limit = rng.randint(2, 5) if limited else None
        moves = _played(rng, game, mode, limit or 5)
        variant = variant_of(game, mode).model_copy(update={"max_guesses": limit})
        analysis = analyse(variant, moves)
        values, totals = _truth(game, mode, limit, moves)
        assert analysis.stopped_by is None
        for place, move in enumerate(analysis.moves):
            value, expected = values[place], totals[place]
            assert (move.before is not None and move.before.mean) == value
            assert move.expected == expected
            best = _best(game, mode, limit, moves[:place])
            assert move.before is not None
            assert set(move.before.best) == best
            assert (move.best in best) == bool(best)
            if value is None or expected is None:
                assert move.inaccuracy is move.luck is None
                assert Standing.NOT_WINNABLE in {move.standing, move.guess_standing}
                lost += 1
            else:
                after = values[place + 1]
                assert after is not None
                assert (move.inaccuracy, move.luck) == (expected - value, expected - 1 - after)
                assert expected >= value
                won += 1
        if analysis.total_luck is not None and analysis.total_inaccuracy is not None:
            start, end = values[0], values[-1]
            assert start is not None
            assert end is not None
            assert start + analysis.total_inaccuracy - analysis.total_luck == len(moves) + end
    assert won > share(45)
    assert lost > share(9) if limited else not lost


def test_what_isnt_known_in_time_has_both_ends() -> None:
    """The limit strikes at once; a strategy and a lower bound take a moment more."""
    toy = Variant.load("toy")
    moves = parse_game("plied creek", toy)
    analysis = analyse(toy, moves, work=Work(limits=Limits(1e-9)))
    assert analysis.stopped_by is StopReason.TIME
    for place, move in enumerate(analysis.moves):
        least = ValuedPosition(toy, _history(moves[:place])).value().total
        assert move.before is None
        assert move.ends is not None
        assert least is not None
        assert move.ends.low is not None
        assert move.ends.high is not None
        assert move.ends.low <= least <= move.ends.high
    assert analyse(toy, moves, work=Work(limits=Limits(1e-9)), moment=0.0).moves[0].ends is None


def test_the_ends_of_a_start_are_those_that_ship() -> None:
    """Primel's least total isn't known; an interval ships."""
    primel = Variant.load("primel")
    [claim] = [claim for _, claim in shipped.shipped_claims(primel, TotalBetween)]
    ends = ValuedPosition(primel).ends(Work(limits=Limits(1e-9)), 1.0)
    assert (ends.low, ends.high) == (claim.others, claim.reached)
    assert ends.certificate is not None
    assert "primel" in ends.certificate.name


def _played(rng: random.Random, game: SmallGame, mode: Mode, most: int) -> tuple[Move, ...]:
    """Play up to `most` allowed guesses, half of which may be the hidden word, until it is found."""
    word = rng.choice(game.hidden)
    moves: list[Move] = []
    for _ in range(rng.randint(1, most)):
        history = _history(moves)
        allowed = [guess for guess in game.guesses if is_allowed(guess, history, mode)]
        guess = rng.choice(allowed)
        moves.append(Move(guess, pattern_of(guess, word)))
        if guess == word:
            break
    return tuple(moves)


def _history(moves: Sequence[Move]) -> tuple[tuple[str, int], ...]:
    return tuple((move.guess, move.pattern) for move in moves if move.pattern is not None)


def _truth(
    game: SmallGame, mode: Mode, limit: int | None, moves: Sequence[Move]
) -> tuple[list[Fraction | None], list[Fraction | None]]:
    """Return the value of each position, the one after the game included, and of each guess."""
    values: list[Fraction | None] = []
    totals: list[Fraction | None] = []
    for place in range(len(moves) + 1):
        brute, words, allowed = _position(game, mode, limit, moves[:place])
        count = max(len(words), 1)
        value = brute.value(words, allowed)
        values.append(None if value is None else Fraction(value, count))
        if place < len(moves):
            total = brute.value_of(moves[place].guess, words, allowed)
            totals.append(None if total is None else Fraction(total, count))
    return values, totals


def _best(game: SmallGame, mode: Mode, limit: int | None, moves: Sequence[Move]) -> set[str]:
    brute, words, allowed = _position(game, mode, limit, moves)
    totals = {guess: brute.value_of(guess, words, allowed) for guess in allowed}
    finite = {guess: total for guess, total in totals.items() if total is not None}
    return {guess for guess, total in finite.items() if total == min(finite.values())}


def _position(
    game: SmallGame, mode: Mode, limit: int | None, moves: Sequence[Move]
) -> tuple[LeastCost, frozenset[str], frozenset[str]]:
    """Return what asks brute force about the position after `moves`, the words left and the guesses."""
    history = _history(moves)
    play = Play(game.guesses, mode)
    over = bool(history) and history[-1][1] == all_green(len(game.guesses[0]))
    words = frozenset(
        word
        for word in game.hidden
        if not over and all(pattern_of(g, word) == pattern for g, pattern in history)
    )
    left = None if limit is None else limit - len(moves)
    return LeastCost(play, Objective(limit=left)), words, play.allowed_after(history)


def test_what_cannot_be_won() -> None:
    """After LIGHT BGGGG in hard mode eight words have to be tried one after the other."""
    variant = Variant.load("original", mode=Mode.HARD)
    moves = parse_game("fight.bgggg.light.bgggg.might.bgggg", 5)
    analysis = analyse(variant, moves, work=Work(jobs=2))
    first, second, third = analysis.moves
    assert (first.standing, first.guess_standing) == (Standing.EXACT, Standing.NOT_WINNABLE)
    assert (second.standing, third.standing) == (Standing.NOT_WINNABLE, Standing.NOT_WINNABLE)
    assert first.best == "salet"
    assert second.best is None
    assert all(move.inaccuracy is move.luck is None for move in analysis.moves)
    assert analysis.total_inaccuracy is analysis.total_luck is None


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ((), "expected a game of one move at least"),
        ((Move("house", 0),), "guess 1: 'house' is not among the guesses of toy"),
        ((Move("plied", None), Move("creek", None)), "guess 1: expected its response"),
        ((Move("creek", 242), Move("creek", 242)), "the game is over: guess 1 found the hidden word"),
        ((Move("plied", 0),), "guess 1, PLIED BBBBB: no hidden word of toy agrees with this"),
        ((Move("crane", 89),) * 7, "the game is over: it has 6 guesses"),
    ],
)
def test_what_is_no_game(moves: tuple[Move, ...], message: str) -> None:
    with pytest.raises((HistoryError, UsageError)) as raised:
        analyse(Variant.load("toy"), moves)
    assert str(raised.value).startswith(message)


def test_a_stop_leaves_what_is_known() -> None:
    asked: list[int] = []
    work = Work(limits=Limits(seconds=0.0))
    analysis = analyse(Variant.load("toy"), parse_game("plied creek", 5), work=work, tell=asked.append)
    assert analysis.stopped_by is StopReason.TIME
    assert asked == [2]
    assert [move.standing for move in analysis.moves] == [Standing.UNKNOWN] * 2
    assert analysis.total_luck is analysis.total_inaccuracy is None
    stopped = analyse(
        Variant.load("toy"),
        parse_game("crane plied creek", 5),
        work=Work(cancelled=lambda: len(asked) > 2),
        tell=asked.append,
    )
    assert stopped.stopped_by is StopReason.INTERRUPTED
    assert [move.standing for move in stopped.moves] == [
        Standing.UNKNOWN,
        Standing.UNKNOWN,
        Standing.EXACT,
    ]


def test_grades() -> None:
    grades = [inaccuracy_grade(Fraction(text)) for text in ("0", "1/999", "99/1000", "1/10", "0.4999", "1/2")]
    assert grades == ["perfect", "good", "good", "slip", "slip", "mistake"]
    lucks = [luck_grade(Fraction(text)) for text in ("-0.51", "-1/2", "0", "1/2", "0.5023")]
    assert lucks == ["unlucky", "usual luck", "usual luck", "usual luck", "lucky"]


def test_shipped_certificates_stand_for_a_search_of_the_same_game_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    variant = Variant.load(NYT)
    found = shipped_total(variant, 6)
    assert found is not None
    assert (found.total, found.best) == (7897, ("salet",))
    assert shipped_total(variant, 5) is shipped_total(variant, None) is None
    assert shipped_total(variant.model_copy(update={"mode": Mode.ULTRAHARD}), 6) is None
    fewer = variant.model_copy(update={"hidden": variant.hidden[1:]})
    assert shipped_total(fewer, 6) is None
    monkeypatch.setattr(shipped, "shipped_total", lambda *_: pytest.fail("not from the start"))
    ValuedPosition(variant, parse_history("salet.bybbb.handy.bygbb", 5)).value()


def test_fewest_lost() -> None:
    variant = Variant.load("toy", max_guesses=2)
    history = parse_history("trace.bgbyy", 5)
    assert ValuedPosition(variant, history).value().total is None
    found = fewest_missed(variant, history)
    assert (found.missed, found.best) == (7, variant.hidden)
    later = variant.model_copy(update={"max_guesses": 3})
    assert fewest_missed(later, history).missed == 0


def test_without_a_limit_no_word_is_lost() -> None:
    endless = Variant.load("toy").model_copy(update={"max_guesses": None})
    with pytest.raises(UsageError, match="toy has no limit of guesses"):
        fewest_missed(endless, parse_history("trace.bgbyy", 5))


@pytest.mark.parametrize("mode", list(Mode))
def test_fewest_lost_against_brute_force(mode: Mode) -> None:
    rng = random.Random(f"lost {mode}")  # noqa: S311  a fixed sample
    missed = 0
    for _ in range(40):
        game = random_game(rng, SMALL)
        limit = rng.randint(1, 3)
        history = random_history(rng, game, mode, limit - 1)
        variant = variant_of(game, mode).model_copy(update={"max_guesses": limit})
        left = limit - len(history)
        brute = LeastCost(Play(game.guesses, mode), Objective(costs=(0,) * left, loss=1))
        words, allowed = words_after(game, history), brute.play.allowed_after(history)
        advice = advise(variant, history)
        lost = brute.value(words, allowed)
        if advice.missed is None:
            assert lost == 0
            continue
        missed += 1
        assert advice.missed == lost
        assert advice == fewest_missed(variant, history)
        assert set(advice.best) == {
            guess for guess in allowed if brute.value_of(guess, words, allowed) == lost
        }
    assert missed > 10


def test_a_guess_that_no_list_has() -> None:
    """It is worth what it is worth in a game that has it, and nothing else changes."""
    toy = Variant.load("toy")
    played = parse_game("plied.bbbgb.qqqqq.bbbbb.creek.ggggg", toy)
    with pytest.raises(HistoryError, match="'qqqqq' is not among the guesses of toy"):
        analyse(toy, played)
    found = analyse(toy, played, any_guess=True)
    longer = toy.model_copy(update={"guesses": (*toy.guesses, "qqqqq")})
    assert found.variant == toy
    assert found.moves == analyse(longer, played).moves
    assert found.moves[1].inaccuracy == 1
    known = parse_game("plied.bbbgb.creek.ggggg", toy)
    assert analyse(toy, known, any_guess=True).moves == analyse(toy, known).moves
