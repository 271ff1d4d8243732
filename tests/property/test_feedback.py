"""Games without tiles: small ones against brute force; both checkers accept their certificates."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

import pytest

from tests.effort import FEW, share
from tests.oracle.brute_codes import RESPOND, BruteCodes
from tests.two_checkers import is_accepted
from wordle_cp import Goal, analyse, compare, prove, prove_optimal, solve
from wordle_cp.answers.between import prove_between
from wordle_cp.answers.position.value import ValuedPosition
from wordle_cp.answers.totals.solve import MOMENT_SECONDS
from wordle_cp.check.counting import counts
from wordle_cp.check.counting.patterns import GuessPatterns
from wordle_cp.engine import Game
from wordle_cp.errors import UsageError
from wordle_cp.games.notation import parse_response
from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.rules.feedback.registry import FEEDBACKS
from wordle_cp.rules.letters import Alphabet
from wordle_cp.rules.scoring import WordScoring
from wordle_cp.search import parts
from wordle_cp.work import UNLIMITED

if TYPE_CHECKING:
    from pathlib import Path

    from wordle_cp.rules.words import History

SEEDS = range(share(72))
ALPHABETS = ("abc", "abcd", "abcdef")


def drawn(rng: random.Random, feedback: str) -> Variant:
    """Return a random game; words of six letters, or of letters of their own, are for the wide build."""
    length, letters = rng.choice((2, 3, 4, 6)), rng.choice(ALPHABETS)
    every = ["".join(word) for word in product(letters, repeat=length)]
    rng.shuffle(every)
    anagrams = sorted(every[: 5 * length], key=sorted)[: rng.randint(4, 14)]
    guesses = [*dict.fromkeys([*anagrams, *every[: rng.randint(0, 10)]])]
    hidden = rng.sample(guesses, rng.randint(2, min(9, len(guesses))))
    if rng.random() < 0.3:
        umlauts = str.maketrans("abcdef", "äbcdeé")
        guesses, hidden = ([word.translate(umlauts) for word in words] for words in (guesses, hidden))
    return Variant.from_words(guesses, hidden, feedback=feedback)


def past(rng: random.Random, variant: Variant) -> History:
    """Return what one of the hidden words answered to a guess or none."""
    word = rng.choice(variant.hidden)
    guesses = [guess for guess in rng.sample(variant.guesses, rng.randint(0, 1)) if guess != word]
    return tuple((guess, variant.scoring.score(guess, word)) for guess in guesses)


@pytest.mark.parametrize("feedback", RESPOND)
@pytest.mark.parametrize("seed", SEEDS)
def test_least_totals_and_depths_are_those_of_brute_force(seed: int, feedback: str, tmp_path: Path) -> None:
    rng = random.Random(f"{seed} {feedback}")  # noqa: S311
    variant = drawn(rng, feedback)
    history = past(rng, variant)
    left = frozenset(word for word in variant.hidden if variant.scoring.is_consistent(word, history))
    brute = BruteCodes(variant.guesses, RESPOND[feedback])
    least = brute.total(left)
    assert solve(variant, history=history).total_guesses == least
    optimal = tmp_path / "optimal.cert"
    report = prove_optimal(variant, history=history, out=optimal)
    assert report.verdict == "proven"
    assert {*report.best} == {word for word in variant.guesses if brute.total_with(word, left) == least}
    assert is_accepted(optimal)
    depth = next(depth for depth in range(1, 20) if brute.possible(left, depth))
    for guesses, verdict in ((depth, "possible"), (depth - 1, "impossible")):
        if guesses:
            out = tmp_path / f"{verdict}.cert"
            assert prove(variant, len(history) + guesses, history=history, out=out).verdict == verdict
            assert is_accepted(out)


@pytest.mark.parametrize("feedback", RESPOND)
@pytest.mark.parametrize("seed", range(share(36)))
def test_words_missed_are_those_of_brute_force(seed: int, feedback: str, tmp_path: Path) -> None:
    rng = random.Random(f"{seed} missed {feedback}")  # noqa: S311
    variant, guesses, out = drawn(rng, feedback), rng.randint(1, 3), tmp_path / "missed.cert"
    missed = BruteCodes(variant.guesses, RESPOND[feedback]).missed(frozenset(variant.hidden), guesses)
    report = prove_optimal(variant, goal=Goal.missing(within=guesses), out=out)
    assert (report.verdict, report.cost) == ("proven", missed)
    assert is_accepted(out)


@pytest.mark.parametrize("feedback", RESPOND)
@pytest.mark.parametrize("seed", range(share(36)))
def test_totals_within_a_limit_are_those_of_brute_force(seed: int, feedback: str, tmp_path: Path) -> None:
    rng = random.Random(f"{seed} within {feedback}")  # noqa: S311
    variant, limit, out = drawn(rng, feedback), rng.randint(2, 4), tmp_path / "within.cert"
    total = BruteCodes(variant.guesses, RESPOND[feedback]).total_within(frozenset(variant.hidden), limit)
    report = prove_optimal(variant, max_guesses=limit, out=out)
    assert report.total_guesses == total
    assert total is None or is_accepted(out)


@pytest.mark.parametrize("feedback", RESPOND)
@pytest.mark.parametrize("seed", range(share(24)))
def test_intervals_hold_the_least_total(seed: int, feedback: str, tmp_path: Path) -> None:
    """Of many words and few responses levels say more than two of them would; and no bound is too high."""
    rng = random.Random(f"{seed} between {feedback}")  # noqa: S311
    every = ["".join(word) for word in product("abc"[: rng.randint(2, 3)], repeat=rng.randint(2, 4))]
    words = rng.sample(every, min(len(every), 12))
    variant, out = Variant.from_words(words, feedback=feedback), tmp_path / "between.cert"
    report = prove_between(TotalQuestion.of(variant), out, fresh=True)
    brute, left = BruteCodes(variant.guesses, RESPOND[feedback]), frozenset(words)
    least = brute.total(left)
    assert report.low is not None
    assert report.strategy is not None
    assert report.low <= least == report.strategy.cost
    levels = TotalQuestion.of(variant).least_by_levels(None)
    assert levels is not None
    assert report.low >= levels
    assert is_accepted(out)
    text = out.read_text(encoding="utf-8")
    for low in range(report.low + 1, least + 3):
        out.write_text(re.sub(r"(claim total \w+) \d+ ", rf"\1 {low} ", text), encoding="utf-8")
        assert not is_accepted(out) or low <= least


@pytest.mark.parametrize("feedback", RESPOND)
@pytest.mark.parametrize("seed", range(share(36)))
def test_totals_with_weights_are_those_of_brute_force(seed: int, feedback: str, tmp_path: Path) -> None:
    rng = random.Random(f"{seed} weights {feedback}")  # noqa: S311
    variant = drawn(rng, feedback)
    weights = {word: rng.randint(0, rng.choice((1, 2, 9))) for word in variant.hidden}
    weights[variant.hidden[0]] += 1
    brute, left = BruteCodes(variant.guesses, RESPOND[feedback], weights), frozenset(variant.hidden)
    least = brute.total(left)
    out = tmp_path / "weights.cert"
    report = prove_optimal(variant, goal=Goal.weighted(weights), out=out)
    assert (report.verdict, report.cost) == ("proven", least)
    assert {*report.best} == {word for word in variant.guesses if brute.total_with(word, left) == least}
    assert is_accepted(out)
    question = TotalQuestion.of(variant, goal=Goal.weighted(weights))
    interval = prove_between(question, out, fresh=True)
    assert interval.low is not None
    assert interval.low <= least
    assert is_accepted(out)
    text = out.read_text(encoding="utf-8")
    for low in range(interval.low + 1, least + 3):
        out.write_text(re.sub(r"(claim total \w+|others) \d+", rf"\1 {low}", text), encoding="utf-8")
        assert not is_accepted(out) or low <= least


@pytest.mark.parametrize("feedback", RESPOND)
def test_where_the_checker_has_no_room_sizes_of_cells_are_claimed(
    feedback: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three words that none separates cost 6 then, but the sizes say 5: a claim of more would be rejected."""
    rng = random.Random(f"no room {feedback}")  # noqa: S311
    fell_short = 0
    for number in range(share(75)):
        variant, out = drawn(rng, feedback), tmp_path / f"{number}.cert"
        question = TotalQuestion.of(variant, history=past(rng, variant), max_guesses=rng.choice((None, 5)))
        known = prove_between(question, tmp_path / f"{number}-known.cert", fresh=True)
        with monkeypatch.context() as patch:
            patch.setattr(parts, "CHECKER_BYTES", 0)
            patch.setattr(counts, "MAX_TABLE_BYTES", 0)
            found = prove_between(question, out, fresh=True)
        assert out.exists() == (known.accepted is not None)
        if known.low is None or found.low is None or not out.exists():
            assert not known.possible
            continue
        assert found.high == known.high
        assert found.low <= known.low
        fell_short += found.low < known.low
        assert is_accepted(out)
    assert FEW or fell_short > 0 or feedback != "exact"


def test_weights_without_tiles_need_room_in_the_checker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant = drawn(random.Random(0), "exact")  # noqa: S311
    goal = Goal.weighted({word: place for place, word in enumerate(variant.hidden, 1)})
    monkeypatch.setattr(parts, "CHECKER_BYTES", 0)
    with pytest.raises(UsageError, match="with weights needs fewer words: the checker has no room"):
        prove_between(TotalQuestion.of(variant, goal=goal), tmp_path / "no.cert", fresh=True)
    assert not (tmp_path / "no.cert").exists()


@pytest.mark.parametrize("feedback", RESPOND)
@pytest.mark.parametrize("seed", range(share(18)))
def test_games_are_judged_as_brute_force_does(seed: int, feedback: str) -> None:
    rng = random.Random(f"{seed} judged {feedback}")  # noqa: S311
    variant = drawn(rng, feedback)
    brute, every = BruteCodes(variant.guesses, RESPOND[feedback]), frozenset(variant.hidden)
    word = rng.choice(variant.hidden)
    played = [guess for guess in rng.sample(variant.guesses, 3) if guess != word][:2]
    told = [variant.scoring.format_pattern(variant.scoring.score(guess, word)) for guess in played]
    analysis = analyse(variant, [part for move in zip(played, told, strict=True) for part in move], word=word)
    assert analysis.start_value == Fraction(brute.total(every), len(every))
    assert analysis.moves[0].guess_total == brute.total_with(played[0], every)
    last = analysis.moves[-1].after
    assert last is not None
    assert last.total == brute.total(frozenset(last.hidden))
    inaccuracy, luck, mean = analysis.total_inaccuracy, analysis.total_luck, last.mean
    assert inaccuracy is not None
    assert luck is not None
    assert mean is not None
    assert analysis.start_value + inaccuracy - luck == len(played) + mean
    ends = ValuedPosition(variant).ends(UNLIMITED, MOMENT_SECONDS)
    assert ends.low is not None
    assert ends.high is not None
    assert ends.low <= brute.total(every) <= ends.high
    [one] = compare(variant, "knuth", played[:1]).played
    assert one.optimum == brute.total_with(played[0], every) <= one.total_guesses


@pytest.mark.parametrize("feedback", FEEDBACKS)
@pytest.mark.parametrize("seed", range(share(24)))
def test_native_responses_are_those_of_the_rules(seed: int, feedback: str) -> None:
    variant = drawn(random.Random(seed), feedback)  # noqa: S311
    table = Game(variant.guesses, variant.hidden, variant.scoring).by_guess
    assert table.tolist() == [
        [variant.scoring.score(guess, word) for word in variant.hidden] for guess in variant.guesses
    ]


@pytest.mark.parametrize("feedback", FEEDBACKS)
@pytest.mark.parametrize("seed", range(share(24)))
def test_the_checkers_responses_are_those_of_the_rules(seed: int, feedback: str) -> None:
    variant = drawn(random.Random(seed), feedback)  # noqa: S311
    guesses, score = GuessPatterns(variant.guesses, scoring=variant.scoring), variant.scoring.score
    for word in variant.guesses:
        assert guesses.patterns(word).tolist() == [score(guess, word) for guess in variant.guesses]
        assert guesses.responses(word).tolist() == [score(word, hidden) for hidden in variant.guesses]


@pytest.mark.parametrize("feedback", FEEDBACKS.values(), ids=FEEDBACKS)
@pytest.mark.parametrize(("length", "letters"), [(1, "abc"), (2, "abc"), (3, "abc"), (4, "ab")])
def test_laws_of_feedbacks(length: int, letters: str, feedback: object) -> None:
    """Searches and checkers rest on these: see `rules.feedback.base`."""
    scoring = WordScoring(length, Alphabet((*letters, "x", "y")), feedback)  # type: ignore[arg-type]
    words = ["".join(word) for word in product(letters, repeat=length)]
    met = set()
    for guess, hidden in product(words, repeat=2):
        response = scoring.score(guess, hidden)
        assert 0 <= response <= scoring.win
        assert (response == scoring.win) == (guess == hidden)
        met.add(response)
        for letter in {*letters} - {*hidden}:
            assert scoring.score(guess.replace(letter, "x"), hidden) == response
            mixed = guess.replace(letter, "x", 1).replace(letter, "y")
            assert scoring.score(mixed, hidden) == response
        if scoring.feedback.symmetric:
            assert scoring.score(hidden, guess) == response
            assert scoring.score(guess[::-1], hidden[::-1]) == response
            turned = guess[1:] + guess[:1], hidden[1:] + hidden[:1]
            assert scoring.score(*turned) == response
        text = scoring.format_pattern(response)
        assert scoring.parse_pattern(text) == response
        colours = scoring.tiles(response)
        assert len(colours) == length
        assert parse_response("".join("⬛🟨🟩"[colour] for colour in colours), scoring) == response
    assert len(met) <= scoring.response_count
    history = tuple((word, scoring.score(word, words[0])) for word in words[1:4])
    assert scoring.parse_history(scoring.format_history(history)) == history


def test_an_anagram_is_not_the_word() -> None:
    scoring = WordScoring(5, feedback=FEEDBACKS["jotto"])
    assert scoring.format_pattern(scoring.score("least", "steal")) == "5"
    assert scoring.format_pattern(scoring.score("steal", "steal")) == "!"
    assert scoring.parse_pattern("!") == scoring.win == 6


def codes(path: Path, pegs: int, colours: int, *, repeats: bool, feedback: str) -> Variant:
    """Return a game of codes, out of a file."""
    path.write_text(
        f"name: codes\ngame: mastermind\npegs: {pegs}\ncolours: {colours}\nrepeats: {str(repeats).lower()}\n"
        f"feedback: {feedback}\n",
        encoding="utf-8",
    )
    return Variant.load(path)


@pytest.mark.parametrize("feedback", ["jotto", "exact"])
@pytest.mark.parametrize(
    ("pegs", "colours", "repeats"),
    [(2, 2, True), (2, 3, True), (2, 4, True), (3, 2, True), (2, 4, False), (3, 3, False)],
)
def test_codes(pegs: int, colours: int, repeats: bool, feedback: str, tmp_path: Path) -> None:  # noqa: FBT001
    """Equivalent codes are looked at once; both checkers and brute force agree that this is right."""
    variant = codes(tmp_path / "codes.yaml", pegs, colours, repeats=repeats, feedback=feedback)
    brute = BruteCodes(variant.guesses, RESPOND[feedback])
    every = frozenset(variant.hidden)
    out = tmp_path / "optimal.cert"
    report, least = prove_optimal(variant, out=out), brute.total(every)
    assert report.total_guesses == least
    assert {*report.best} == {code for code in variant.guesses if brute.total_with(code, every) == least}
    assert is_accepted(out)
    depth = next(depth for depth in range(1, 20) if brute.possible(every, depth))
    for guesses, verdict in ((depth, "possible"), (depth - 1, "impossible")):
        assert prove(variant, guesses, out=tmp_path / "depth.cert").verdict == verdict
        assert is_accepted(tmp_path / "depth.cert")
