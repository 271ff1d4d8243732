"""A mode that nobody thought of: each part heeds what it demands, or refuses it in one line."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

import wordle_cp
from tests.effort import share
from tests.fourth_mode import GREENS, NAME, fourth_mode
from tests.oracle.brute_absurdle import fewest_guesses
from tests.oracle.brute_depth import BruteForce
from tests.oracle.brute_total import LeastCost, Play
from tests.oracle.games import Size, SmallGame, game_of_modes, random_history, words_after
from tests.oracle.questions import variant_of
from wordle_cp.answers.absurdle.run import beat_absurdle, certify
from wordle_cp.answers.between import prove_between, prove_missed_between
from wordle_cp.answers.families import family_table
from wordle_cp.answers.models.lost_sets import native_oracle
from wordle_cp.answers.position.guess_values import best_answer, count_cells
from wordle_cp.answers.rankings import rank_pairs, rank_worst
from wordle_cp.check import check_file
from wordle_cp.engine.game import NARROW, wide
from wordle_cp.errors import CertificateRejected, UsageError
from wordle_cp.experiments.list_stats import stats
from wordle_cp.experiments.noise import noise
from wordle_cp.experiments.policies import PythonPolicy
from wordle_cp.games.goal import Goal
from wordle_cp.games.notation import Move
from wordle_cp.games.question import Position, Question, TotalQuestion
from wordle_cp.play.adversary import worst_cell
from wordle_cp.play.analysis import analyse
from wordle_cp.rules.modes import Mode, is_allowed
from wordle_cp.rules.words import pattern_of
from wordle_cp.search.positions import PatternBoard
from wordle_cp.views.refutations.refutation import Explanation
from wordle_cp.views.traces.record import trace_of
from wordle_cp.work import Work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.words import History

SIZE: Final = Size(most_hidden=6, most_guesses=18)
OUT: Final = Path("unwritten.cert")


@pytest.fixture(scope="module", name="mode")
def added() -> Iterator[Mode]:
    with fourth_mode() as mode:
        yield mode


def games(count: int) -> Iterator[tuple[random.Random, SmallGame]]:
    """Yield small games in which modes differ, and random numbers to go on with."""
    rng = random.Random(4)  # noqa: S311  no secret
    for number in range(share(3 * count)):
        yield rng, with_grey_probes(rng) if number % 2 else game_of_modes(rng, SIZE)


def with_grey_probes(rng: random.Random) -> SmallGame:
    """Draw a family, and guesses that tell its words apart but share a grey letter: one may be made."""
    letters = rng.sample("abcdefgh", 7)
    hidden = [f"{letter}zzz" for letter in letters]
    probes = {"q" + "".join(rng.sample(letters, 3)) for _ in range(4)}
    return SmallGame((*sorted(probes), *hidden), tuple(hidden))


def position_of(rng: random.Random, game: SmallGame, mode: Mode) -> tuple[Variant, History]:
    """Return a game and what was played of it: nothing, or one guess that left two words."""
    history = random_history(rng, game, mode, rng.randint(0, 1))
    return variant_of(game, mode), history if len(words_after(game, history)) > 1 else ()


def test_properties_follow_from_the_demands(mode: Mode) -> None:
    assert Mode(NAME) is mode
    assert (mode.binds, mode.facts, mode.responses, mode.only_facts) == (True, True, False, False)
    assert mode.weaker is Mode.HARD


def test_positions_and_boards_of_numpy_allow_what_it_does(mode: Mode) -> None:
    differing = 0
    for rng, game in games(30):
        variant, history = position_of(rng, game, mode)
        allowed = tuple(guess for guess in game.guesses if is_allowed(guess, history, mode))
        places = PatternBoard(variant).allowed(history)
        hard = tuple(guess for guess in game.guesses if is_allowed(guess, history, Mode.HARD))
        differing += allowed != hard

        assert Position.of(variant, history).allowed == allowed
        assert tuple(game.guesses[place] for place in places) == allowed
        assert len(count_cells(TotalQuestion.of(variant, history=history)).guesses) == len(allowed)
        state = Position.start(variant, history)
        refused = {guess for guess in game.guesses if (state.refusal(guess) or "").startswith(f"{mode} mode")}
        assert refused == set(game.guesses).difference(allowed)
    assert differing


def test_absurdle_and_traces_are_those_of_brute_force(mode: Mode) -> None:
    differing = 0
    for rng, game in games(18):
        variant, history = position_of(rng, game, mode)
        words = words_after(game, history)
        beaten = certify(beat_absurdle(variant, history), Work())
        assert beaten.certified
        assert beaten.fewest == fewest_guesses(game.guesses, words, mode, history)

        play = Play(game.guesses, mode)
        least = LeastCost(play).value(words, play.allowed_after(history))
        assert trace_of(TotalQuestion.of(variant, history=history)).total == least
        hard = Play(game.guesses, Mode.HARD)
        differing += least != LeastCost(hard).value(words, hard.allowed_after(history))
    assert differing


def test_strategies_of_policies_are_checked_by_its_rules(mode: Mode, tmp_path: Path) -> None:
    def probing(turn: Position) -> str:
        """Return the last guess that can't be right and tells words apart; if there is none, a word left."""
        for guess in reversed(turn.allowed):
            if len({pattern_of(guess, word) for word in turn.hidden}) > 1 and guess not in turn.hidden:
                return guess
        return turn.hidden[0]

    checked = rejected = 0
    entries = wordle_cp.entries_of([PythonPolicy("probing", probing)], ())
    for number, (_, game) in enumerate(games(25)):
        tree = tmp_path / f"{number}.cert"
        variant = variant_of(game, mode)
        accepted = wordle_cp.compare(variant, entries, optimum=False, tree=tree).accepted
        checked += accepted is not None and check_file(tree, lambda _: None) == accepted
        hard = tmp_path / f"{number}-hard.cert"
        wordle_cp.compare(variant_of(game, Mode.HARD), entries, optimum=False, tree=hard)
        hard.write_bytes(hard.read_bytes().replace(b"mode hard", f"mode {mode}".encode()))
        try:
            check_file(hard, lambda _: None)
        except CertificateRejected as error:
            rejected += 1
            assert "must not be used again" in str(error)
    assert checked == number + 1
    assert rejected


def test_depths_are_refuted_by_hard_mode_or_refused(mode: Mode, tmp_path: Path) -> None:
    proven = refused = 0
    for number, (rng, game) in enumerate(games(25)):
        variant, history = position_of(rng, game, mode)
        brute = BruteForce(game.guesses, mode)
        words, allowed = words_after(game, history), brute.allowed_after(history)
        for left in range(1, len(words)):
            path = tmp_path / f"{number}-{left}.cert"
            question = Question.of(variant, history=history)
            try:
                report = wordle_cp.prove(question, len(history) + left, out=path)
            except UsageError as error:
                refused += 1
                assert str(error) == f"the search knows the modes normal, hard, ultrahard, found {NAME}"
                continue
            proven += 1
            assert report.result.verdict.value == "impossible"
            assert not brute.solvable(words, allowed, left)
            with Explanation(path) as told:
                start = told.start()
                assert set(told.allowed(start)) == allowed
                if left > 1:
                    guess = told.allowed(start)[0]
                    after = told.reply(start, guess).after
                    assert after is not None
                    asked = ((guess, after.moves[-1][1]),)
                    left_allowed = brute.allowed_after((*history, *asked))
                    assert set(told.allowed(after)) <= left_allowed
    assert proven
    assert refused


def test_models_bound_from_below_or_refuse(mode: Mode) -> None:
    for _, game in games(15):
        brute = BruteForce(game.guesses, mode)
        for record in family_table(game.guesses, game.hidden, mode, min_size=2):
            assert record.lower <= brute.least_depth(frozenset(record.words)) <= record.upper
    with pytest.raises(ValueError, match=f"there is no oracle for {NAME} mode"):
        native_oracle(("abc", "abd"), ("abc", "abd"), 2, mode)


REFUSED: Final[dict[str, Callable[[Variant], object]]] = {
    "solve": lambda game: wordle_cp.solve(TotalQuestion.of(game)),
    "rank": lambda game: wordle_cp.rank(TotalQuestion.of(game), 1),
    "ask": lambda game: best_answer(TotalQuestion.of(game)),
    "analyse": lambda game: analyse(game, (Move(game.guesses[0], None),)),
    "worst cell": lambda game: worst_cell(Position.start(game), game.guesses[-1]),
    "interval": lambda game: prove_between(TotalQuestion.of(game), OUT),
    "missed": lambda game: prove_missed_between(TotalQuestion.of(game, goal=Goal.missing(3)), OUT),
    "pairs": lambda game: rank_pairs(TotalQuestion.of(game), 1),
    "worst": lambda game: rank_worst(TotalQuestion.of(game), 1),
    "model": lambda game: wordle_cp.solve_model("adaptive-tree", game, depth=2),
    "noise": lambda game: noise(game, opener=game.guesses[0], made=3, levels=(1.0,), runs=1),
    "census": lambda game: wordle_cp.census(Question.of(game), 4, folder=OUT),
}


@pytest.mark.parametrize("answer", REFUSED)
def test_answers_that_rest_on_a_search_refuse_it(answer: str, mode: Mode) -> None:
    game = wordle_cp.Variant.load("toy").model_copy(update={"mode": mode})
    with pytest.raises(UsageError, match=NAME) as refused:
        REFUSED[answer](game)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("row", [NAME, GREENS])
@pytest.mark.parametrize("library", [NARROW, wide()])
def test_what_is_installed_has_no_rows_for_tests(library: ModuleType, row: str) -> None:
    """tests/native_modes.py has a build that does."""
    word = "".join(chr(library.FIRST_LETTER + number) for number in range(3))
    game, known = library.Game([word], [word]), "normal, hard, ultrahard"
    classes: dict[str, Callable[[], object]] = {
        "words": lambda: game.demand(row),
        "depths": lambda: library.DepthSearch(game, row, 1, 4),
        "totals": lambda: library.TotalSearch(game, row, 1, [], None, []),
        "proofs of totals": lambda: library.BoundProof(game, row, [], 1),
        "proofs of depths": lambda: library.ProofCompaction(
            game, row, 3, [], [], [], keep_refuting=False, jobs=1
        ),
    }
    for made in classes.values():
        with pytest.raises(ValueError, match=f"^the search knows the modes {known}, found {row}$"):
            made()
    assert row.encode() not in Path(vars(library)["__file__"]).read_bytes()


def test_what_isnt_about_guesses_answers_as_ever(mode: Mode) -> None:
    toy = wordle_cp.Variant.load("toy")
    told = stats(toy.model_copy(update={"mode": mode}))
    assert told.tiles == stats(toy).tiles
