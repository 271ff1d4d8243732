"""Games of other lengths and alphabets: what is told of them is what exhaustive search finds."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.effort import FEW, only_more, share
from tests.oracle.alphabets import AMBIGUOUS, CYRILLIC, apart, crowded, stretched
from tests.oracle.brute_depth import BruteForce
from tests.oracle.brute_total import LeastCost, Objective, Play
from tests.oracle.games import Size, random_game, random_history, words_after
from tests.oracle.questions import variant_of
from tests.property.test_total_search import Question, check_ranking, check_strategy, random_objective
from wordle_cp import engine
from wordle_cp.answers.census.ledger import RunFolder
from wordle_cp.answers.census.run import run_census
from wordle_cp.answers.depths import prove_depth
from wordle_cp.answers.families import family_table
from wordle_cp.answers.totals.solve import prove_optimal
from wordle_cp.certificate.base.game_text import format_letters
from wordle_cp.certificate.base.records import format_restriction
from wordle_cp.certificate.base.restrictions import parse_restriction
from wordle_cp.certificate.claims.impossible import DepthImpossible
from wordle_cp.certificate.claims.possible import DepthPossible
from wordle_cp.check import check_file
from wordle_cp.check.plain.game import text_of
from wordle_cp.check.plain.kinds import check_plainly
from wordle_cp.check.plain.letters import Letters
from wordle_cp.cli.app import main
from wordle_cp.engine import Game, Verdict
from wordle_cp.games import question as asked
from wordle_cp.games.notation import parse_history
from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.modelling.family import open_position
from wordle_cp.rules.letters import is_plain, written
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.scoring import WordScoring
from wordle_cp.rules.words import Restriction, pattern_of
from wordle_cp.runs.ledgers import pack_words, unpack_words
from wordle_cp.runs.ranking_state import Keeping

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.oracle.games import SmallGame

SMALL = Size(most_hidden=7, most_guesses=11)
GAMES = share(120)


def games(name: str, count: int) -> Iterator[tuple[random.Random, SmallGame]]:
    """Yield games of strange words, each with a source of more random choices."""
    for number in range(count):
        rng = random.Random(f"letters/{name}/{number}")  # noqa: S311
        yield rng, stretched(rng, random_game(rng, SMALL))


def test_patterns_are_those_of_the_rules() -> None:
    lengths: Counter[int] = Counter()
    for _, game in games("patterns", GAMES):
        made = Game(game.guesses, game.hidden)
        expected = np.array([[pattern_of(guess, word) for word in game.hidden] for guess in game.guesses])
        assert np.array_equal(made.by_guess, expected), game
        assert np.array_equal(made.by_hidden, expected.T), game
        assert np.array_equal(engine.score_matrix(game.guesses, game.hidden), expected), game
        lengths[len(game.guesses[0])] += 1
    assert FEW or all(lengths[length] for length in (6, 7, 8, 12))


def test_depths_are_true_and_their_certificates_are_accepted(tmp_path: Path) -> None:
    seen: Counter[tuple[Mode, Verdict]] = Counter()
    plainly = 0
    for number, (rng, game) in enumerate(games("depth", GAMES)):
        mode = tuple(Mode)[number % 3]
        history = random_history(rng, game, mode, rng.choice((0, 0, 0, 1)))
        words = words_after(game, history)
        if not words:
            continue
        brute = BruteForce(game.guesses, mode)
        left = rng.choice((2, 3, 3, 4))
        report = prove_depth(
            asked.Question.of(variant_of(game, mode), history=history),
            left + len(history),
            out=tmp_path / f"{number}.cert",
        )
        truth = brute.solvable(words, brute.allowed_after(history), left)
        assert report.verdict is (Verdict.POSSIBLE if truth else Verdict.IMPOSSIBLE), (game, mode, history)
        seen[mode, report.verdict] += 1
        if report.certificate is not None:
            check_plainly(text_of(report.certificate))
            plainly += 1
    assert plainly > len(seen)
    assert FEW or all(
        seen[mode, verdict] for mode in Mode for verdict in (Verdict.POSSIBLE, Verdict.IMPOSSIBLE)
    )


def test_what_people_and_certificates_write_is_read_back() -> None:
    signs = 0
    for rng, game in games("notation", 2 * GAMES):
        variant = variant_of(game, Mode.NORMAL)
        scoring, alphabet = variant.scoring, variant.alphabet
        assert isinstance(scoring, WordScoring)
        signs += alphabet.spelt
        assert [tuple(scoring.read_word(written(word)) or "") for word in game.guesses] == [
            tuple(word) for word in game.guesses
        ]
        history = random_history(rng, game, Mode.NORMAL, 2)
        parted = [(guess, scoring.format_pattern(pattern)) for guess, pattern in history]
        digits = str.maketrans("BYG", "012")
        for text in (
            scoring.format_history(history),
            scoring.write_history(history),
            " ".join(f"{guess} {pattern}" for guess, pattern in parted),
            "\n".join(f"{guess.upper()} {pattern.translate(digits)}" for guess, pattern in parted),
        ):
            read = parse_history(text, variant)
            assert (read, [tuple(word) for word, _ in read]) == (
                history,
                [tuple(word) for word, _ in history],
            )
        assert scoring.parse_history(scoring.format_history(history)) == history
        fixed = Restriction.of(history[:1], scoring.length)
        assert parse_restriction(format_restriction(fixed), scoring.length, alphabet) == fixed
        if not alphabet.plain:
            plainly = Letters(format_letters(alphabet))
            words = [plainly.read(written(word)) for word in game.guesses]
            assert len({*words}) == len(words)
            assert {*map(len, words)} == {scoring.length}
            assert [plainly.text(word) for word in words] == [*game.guesses]
    assert signs > GAMES // 4


@pytest.mark.parametrize("mode", Mode)
def test_least_costs_are_true(mode: Mode) -> None:
    for rng, game in games(f"totals/{mode}", GAMES // 3):
        objective = random_objective(rng, game.hidden) if rng.random() < 0.5 else Objective()
        history = random_history(rng, game, mode, rng.choice((0, 0, 1)))
        question = Question(game, mode, objective, history if words_after(game, history) else ())
        truth = question.truth()
        search = question.search()
        for top in (0, 1):
            check_ranking(question, question.rank(search, top), top, truth)
        finite = [(cost, opener) for opener, cost in truth.items() if cost is not None]
        if finite:
            cost, opener = rng.choice(finite)
            check_strategy(question, search, opener, cost)


@pytest.mark.parametrize("letters", [AMBIGUOUS, pytest.param(CYRILLIC, marks=only_more)])
def test_a_census_in_two_runs_is_true(letters: tuple[str, ...], tmp_path: Path) -> None:
    rng = random.Random(f"letters/census/{letters[0]}")  # noqa: S311
    for _ in range(300):
        game = stretched(rng, random_game(rng, SMALL), letters)
        variant = variant_of(game, Mode.HARD)
        brute, words = BruteForce(game.guesses, Mode.HARD), frozenset(game.hidden)
        every = brute.allowed_after(())
        truth = {opener: brute.solvable_by(opener, words, every, 3) for opener in game.guesses}
        hyphens = sum("-" in str(word) for word, possible in truth.items() if possible)
        if 2 <= sum(truth.values()) < len(truth) - 1 and (hyphens or letters is CYRILLIC):
            break
    else:
        pytest.fail("no such game")
    folder = tmp_path / "run"
    first = run_census(asked.Question.of(variant, openers=game.guesses[::2]), 3, folder=folder)
    assert first.finished
    report = run_census(asked.Question.of(variant), 3, folder=folder)
    assert (report.finished, report.before) == (True, len(game.guesses[::2]))
    found = {decision.opener: True for decision in report.possible} | dict.fromkeys(report.refuted, False)
    assert found == truth
    assert all(
        list(found_word) == list(word) for found_word, word in zip(sorted(found), sorted(truth), strict=True)
    )
    for decision in report.possible:
        claim = check_file(RunFolder(folder).strategy(decision.opener), lambda _: None).claim
        assert isinstance(claim, DepthPossible)
        assert (claim.opener, claim.total_guesses) == (decision.opener, decision.total_guesses)
    assert report.refutation is not None
    claim = check_file(report.refutation, lambda _: None).claim
    assert isinstance(claim, DepthImpossible)
    assert set(claim.openers) == {opener for opener, possible in truth.items() if possible}


@pytest.mark.parametrize("mode", [Mode.NORMAL, Mode.HARD])
def test_least_depths_of_families_are_true(mode: Mode) -> None:
    seen: Counter[int] = Counter()
    for _, game in games(f"families/{mode}", GAMES):
        brute = BruteForce(game.guesses, mode)
        table = family_table(game.guesses, game.hidden, mode, min_size=2)
        for family in table:
            assert family.least_depth is not None
            place = open_position(family.pattern)
            assert all(list(word[:place]) == list(family.pattern[:place]) for word in family.words)
            words, every = frozenset(family.words), brute.allowed_after(())
            depths = [depth for depth in range(1, 8) if brute.solvable(words, every, depth)]
            assert depths[0] == family.least_depth, (family, game)
            seen[family.least_depth] += 1
    assert seen[2]
    assert seen[3]


def test_strategies_are_read_back_from_all_formats(tmp_path: Path) -> None:
    ways = [("json", []), ("selby", ["--full"]), ("selby", [])]
    for number, (rng, game) in enumerate(games("import", GAMES // 10)):
        mode = rng.choice((Mode.NORMAL, Mode.HARD))
        original = tmp_path / f"{number}.cert"
        variant = variant_of(game, mode)
        report = prove_depth(asked.Question.of(variant), 7, out=original)
        if report.verdict is not Verdict.POSSIBLE:
            continue
        yaml = tmp_path / f"{number}.yaml"
        letters = (
            ""
            if is_plain(game.guesses)
            else f"letters: {json.dumps(variant.alphabet.letters, ensure_ascii=False)}\n"
        )
        guesses, hidden = (
            json.dumps(
                [variant.alphabet.parted(word) if letters else word for word in words], ensure_ascii=False
            )
            for words in (game.guesses, game.hidden)
        )
        yaml.write_text(
            f"name: small\ntitle: A small random game\nmode: {mode}\n"
            f"{letters}guesses: {guesses}\nhidden: {hidden}\n",
            encoding="utf-8",
        )
        assert (Variant.load(yaml).guesses, Variant.load(yaml).hidden) == (game.guesses, game.hidden)
        for place, (kind, style) in enumerate(ways):
            exported, again = tmp_path / f"{number}-{place}", tmp_path / f"{number}-{place}.cert"
            assert (
                main(["tree", "export", str(original), "--format", kind, *style, "--out", str(exported)]) == 0
            )
            claimed = ["--depth", "7"] if kind == "selby" else []
            command = ["tree", "import", str(exported), "--variant", str(yaml), "--out", str(again), *claimed]
            assert main([*command, "--quiet"]) == 0
            check_file(again, lambda _: None)
            before, after = (path.read_text(encoding="utf-8").splitlines() for path in (original, again))
            assert [line for line in after if not line.startswith("opener ")] == before


def test_strategies_that_are_packed_and_names_of_long_openers(tmp_path: Path) -> None:
    for _, game in games("packing", 20):
        packed = pack_words(game.guesses)
        length, plain = len(game.guesses[0]), is_plain(game.guesses)
        assert unpack_words(packed, length, len(game.guesses), plain=plain) == game.guesses
        assert unpack_words(packed[:-1], length, len(game.guesses), plain=plain) is None
        assert unpack_words(pack_words(game.guesses * 1000), length, 1, plain=plain) is None
    files = RunFolder(tmp_path)
    assert files.strategy("š" * 100).name == "š" * 100 + ".cert.gz"
    assert len(files.strategy("š" * 101).name) == 72


def test_certificates_of_least_totals_are_accepted(tmp_path: Path) -> None:
    for number, (_, game) in enumerate(games("optimal", GAMES // 6)):
        mode = (Mode.NORMAL, Mode.HARD)[number % 2]
        truth = LeastCost(Play(game.guesses, mode), Objective())
        words = frozenset(game.hidden)
        report = prove_optimal(
            TotalQuestion.of(variant_of(game, mode)), keeping=Keeping(out=tmp_path / f"{number}.cert")
        )
        least = truth.value(words, frozenset(game.guesses))
        assert report.cost == least, game
        check_plainly(text_of(tmp_path / f"{number}.cert"))


@pytest.mark.parametrize("count", [150, 400])
def test_games_of_more_letters_than_have_facts_or_numbers(count: int, tmp_path: Path) -> None:
    """Facts are counted for 128 letters; guesses are compared by numbers of 254 letters."""
    for number in range(GAMES // 20):
        rng = random.Random(f"letters/crowded/{count}/{number}")  # noqa: S311
        game = crowded(rng, random_game(rng, SMALL), count)
        assert len({letter for word in game.guesses for letter in word}) > count // 2
        made = Game(game.guesses, game.hidden)
        expected = np.array([[pattern_of(guess, word) for word in game.hidden] for guess in game.guesses])
        assert np.array_equal(made.by_guess, expected), game
        mode = (Mode.NORMAL, Mode.HARD)[number % 2]
        objective = random_objective(rng, game.hidden)
        for goal in (Objective(), objective):
            question = Question(game, mode, goal)
            check_ranking(question, question.rank(question.search(), 0), 0, question.truth())
        variant = variant_of(game, mode)
        brute, words = BruteForce(game.guesses, mode), frozenset(game.hidden)
        for left in (2, 3):
            proof = tmp_path / f"{number}-{left}.cert"
            report = prove_depth(asked.Question.of(variant), left, out=proof)
            truth = brute.solvable(words, brute.allowed_after(()), left)
            assert report.verdict is (Verdict.POSSIBLE if truth else Verdict.IMPOSSIBLE), game
            check_plainly(text_of(proof))
        optimal = tmp_path / f"{number}.cert"
        least = prove_optimal(TotalQuestion.of(variant), keeping=Keeping(out=optimal))
        assert least.cost == LeastCost(Play(game.guesses, mode), Objective()).value(
            words, frozenset(game.guesses)
        )
        check_plainly(text_of(optimal))


@only_more
def test_positions_of_more_letters_than_have_numbers() -> None:
    """The words left have 264 letters: guesses with letters that have no number are kept apart."""
    seen: Counter[bool] = Counter()
    for number in range(3):
        rng = random.Random(f"letters/apart/{number}")  # noqa: S311
        game = apart(rng, 1 + number % 2)
        # Openers aren't compared with each other: what follows one that tells nothing is.
        nothing = next(guess for guess in game.guesses if len({*guess}) == 1)
        weights = {word: rng.randint(1, 2) for word in game.hidden}
        question = Question(game, Mode.NORMAL, Objective(limit=4, weights=weights), openers=(nothing,))
        truth = question.truth()
        check_ranking(question, question.rank(question.search(), 0), 0, truth)
        seen[truth[nothing] is not None] += 1
    assert min(seen[True], seen[False]) > 0


@pytest.mark.parametrize("mode", Mode)
def test_the_wide_build_agrees_with_the_narrow_one(mode: Mode, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(GAMES // 6):
        rng = random.Random(f"letters/both/{mode}/{number}")  # noqa: S311
        game = random_game(rng, SMALL)
        objective = random_objective(rng, game.hidden)
        question = Question(game, mode, objective)
        with monkeypatch.context() as patched:
            patched.setattr("wordle_cp.engine.game.is_wide", lambda _: True)
            wide = question.search()
            outcome = question.rank(wide, 1)
        narrow = question.rank(question.search(), 1)
        assert (outcome.ranked, outcome.refuted) == (narrow.ranked, narrow.refuted), game
