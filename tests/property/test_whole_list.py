"""What the families of random small games leave, compared with exhaustive search.

A guess that wins survives, and what a cut says is so: its words can't be found, whatever is guessed.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.effort import share
from tests.oracle.brute_depth import BruteForce
from tests.oracle.games import Size, SmallGame, random_game, random_history
from tests.oracle.questions import variant_of
from wordle_cp.answers.answer import Engine
from wordle_cp.answers.depths import prove_depth
from wordle_cp.check.plain.game import lines_of
from wordle_cp.check.plain.kinds import check_plainly
from wordle_cp.engine import Verdict
from wordle_cp.games.question import Position, Question
from wordle_cp.games.variant import HiddenKind, Variant
from wordle_cp.modelling.solver import SolverSettings
from wordle_cp.rules.modes import Mode
from wordle_cp.search import and_or, whole_list
from wordle_cp.search.whole_list import ListState, WholeList, WholeListSize

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from wordle_cp.answers.depths import DepthAnswer
    from wordle_cp.modelling.cuts import Cut

SIZE: Final = Size(10, 16)
PAIRS: Final = 2
"""With so many guesses left pairs of words decide."""
CASES: Final = [(mode, seed) for mode in Mode for seed in range(share(30))]


@pytest.fixture(autouse=True)
def any_list_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wordle_cp.answers.depths.MAX_MEMBERS", 1)


def demand_refutation(question: Question, depth: int, path: Path) -> DepthAnswer:
    """Demand that the families refute `depth` guesses, and that both checkers accept it."""
    report = prove_depth(question, depth, path, by=Engine.CP_SAT)
    assert report.verdict is Verdict.IMPOSSIBLE
    assert report.certificate == path
    check_plainly(lines_of(path.read_bytes()))
    return report


def with_its_own(cuts: Sequence[Cut]) -> Iterator[Cut]:
    """Yield the cuts, and those that they rest on."""
    for cut in cuts:
        yield cut
        yield from with_its_own(cut.below)


def asked(position: Position, left: int, *, families: bool = False) -> WholeList:
    """Return what is refuted of the guesses that are allowed; by families alone, or also by answers."""
    whole = WholeList(ListState.of(position, left), position.allowed, SolverSettings())
    if families:
        whole._by_families(whole.state, whole.found)  # noqa: SLF001  answers would refute more
    else:
        whole.refute()
    return whole


@pytest.mark.parametrize(("mode", "seed"), CASES)
def test_guesses_that_win_survive_and_cuts_are_lost(mode: Mode, seed: int) -> None:
    rng = random.Random(f"whole-list/{mode}/{seed}")  # noqa: S311
    game = random_game(rng, SIZE)
    history = random_history(rng, game, mode, rng.randrange(2))
    position = Position.of(variant_of(game, mode), history)
    brute, weaker = BruteForce(game.guesses, mode), BruteForce(game.guesses, mode.weaker)
    words, allowed = frozenset(position.hidden), frozenset(position.allowed)
    for left in range(2, 6):
        for families in True, False:
            found = asked(position, left, families=families).found
            assert {*found.guesses, *found.forbidden} == allowed
            for guess in found.forbidden:
                assert not brute.solvable_by(guess, words, allowed, left), guess
            for cut in with_its_own(found.cuts):
                assert words.issuperset(cut.words)
                assert not weaker.solvable(
                    frozenset(cut.words), weaker.allowed_under(cut.binding.facts), cut.left
                )


@pytest.mark.parametrize(("mode", "seed"), CASES)
def test_strategies_and_refutations_convince_both_checkers(mode: Mode, seed: int, tmp_path: Path) -> None:
    rng = random.Random(f"whole-list/proof/{mode}/{seed}")  # noqa: S311
    game = random_game(rng, SIZE)
    history = random_history(rng, game, mode, rng.randrange(2))
    position = Position.of(variant_of(game, mode), history)
    brute = BruteForce(game.guesses, mode)
    words, allowed = frozenset(position.hidden), frozenset(position.allowed)
    for left in range(1, 5) if len(words) > 1 else ():
        wins = [guess for guess in position.allowed if brute.solvable_by(guess, words, allowed, left)]
        path = tmp_path / "all.cert"
        report = prove_depth(Question(position), len(history) + left, path, by=Engine.CP_SAT)
        assert report.verdict is (Verdict.POSSIBLE if wins else Verdict.IMPOSSIBLE)
        assert report.certificate == path
        check_plainly(lines_of(path.read_bytes()))
        lost = tuple(guess for guess in position.allowed if guess not in wins)
        if lost:
            demand_refutation(Question(position, lost), len(history) + left, tmp_path / "some.cert")


@pytest.mark.parametrize(("mode", "seed"), CASES)
def test_openers_of_one_word_or_two_are_answered_as_by_the_search(
    mode: Mode, seed: int, tmp_path: Path
) -> None:
    """A word that is the only one left has no step in a strategy, whether it is an opener or not."""
    rng = random.Random(f"whole-list/few/{mode}/{seed}")  # noqa: S311
    drawn = random_game(rng, SIZE)
    some = rng.sample(drawn.hidden, 1 + seed % 2)
    game = SmallGame(drawn.guesses, tuple(word for word in drawn.hidden if word in some))
    history = random_history(rng, game, mode, rng.randrange(2))
    position = Position.of(variant_of(game, mode), history)
    hidden, allowed = position.hidden, position.allowed
    openers = hidden if len(hidden) == 1 else tuple(rng.sample(allowed, rng.randint(1, len(allowed))))
    for named in (), openers:
        for depth in range(max(len(history), 1), len(history) + 4):
            question, path = Question(position, named), tmp_path / f"{len(named)}-{depth}.cert"
            search = prove_depth(question, depth, tmp_path / f"search-{path.name}", fresh=True)
            model = prove_depth(question, depth, path, by=Engine.CP_SAT)
            assert model.verdict is search.verdict
            assert (model.result.opener is None) == (search.result.opener is None)
            assert model.accepted is not None
            assert model.certificate == path
            check_plainly(lines_of(path.read_bytes()))
            if len(hidden) == 1:
                assert (model.result.opener, model.result.strategy) == (
                    search.result.opener,
                    search.result.strategy,
                )


def test_what_no_guess_separates_is_lost_with_each_word_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some words of ?ILLS and few guesses, in normal mode, without weights and families."""
    big = Variant.load("nyt-2022-02-15", hidden=HiddenKind.BIG)
    ills = [word for word in big.guesses if word.endswith("ills")]
    monkeypatch.setattr(and_or, "find_families", lambda *_: ())
    monkeypatch.setattr(and_or, "_WEIGHED", 0)
    seen: Counter[int] = Counter()
    for seed in range(share(60)):
        rng = random.Random(f"separable/{seed}")  # noqa: S311
        hidden = tuple(sorted(rng.sample(ills, rng.randrange(4, 8))))
        game = SmallGame(tuple(sorted({*hidden, *rng.sample(big.guesses, 3)})), hidden)
        position = Position.of(variant_of(game, Mode.NORMAL), ())
        brute = BruteForce(game.guesses, Mode.NORMAL)
        words, allowed = frozenset(position.hidden), frozenset(position.allowed)
        for left in 3, 4:
            wins = {guess for guess in allowed if brute.solvable_by(guess, words, allowed, left)}
            search = and_or.AndOr(position, position.allowed, left)
            assert search.decide() == bool(wins)
            assert wins.issubset(search.openers)
            for cut in with_its_own(search.cuts):
                seen[cut.left] += 1
                assert not brute.solvable(frozenset(cut.words), allowed, cut.left)
                for word in cut.words if cut.left == PAIRS else ():
                    assert brute.solvable(frozenset(cut.words) - {word}, allowed, cut.left)
            if not wins:
                demand_refutation(Question(position), left, tmp_path / f"{seed}-{left}.cert")
    assert min(seen[PAIRS], seen[3]) > 0


def crae() -> Position:
    """Return the family CRA?E in hard mode."""
    game = Variant.load("nyt-2022-02-15", mode="hard", hidden=HiddenKind.BIG)
    words = tuple(word for word in game.guesses if word.startswith("cra") and word.endswith("e"))
    return Position.of(game.model_copy(update={"hidden": words, "hidden_name": "set"}))


@pytest.mark.parametrize("cases", [True, False])
def test_what_weights_do_not_prove_has_cases_or_cuts_of_its_own(
    cases: bool,  # noqa: FBT001  a parameter of the test
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of the openers of CRA?E that lose with four guesses, weights refute all but 700."""
    if not cases:
        monkeypatch.setattr(whole_list.FamilyCuts, "_chain", lambda *_: None)
    position = crae()
    found = asked(position, 4, families=True).found
    report = demand_refutation(Question(position, tuple(found.forbidden)), 4, tmp_path / "crae.cert")
    assert isinstance(report.model, WholeListSize)
    assert report.model.openers["cp-sat"] == 700
    nodes = (tmp_path / "crae.cert").read_text()
    assert ("\nchain " in nodes, "\nrule " in nodes) == (cases, not cases)


def test_what_cp_sat_says_is_no_cut_without_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """No cases are found, and below, with two guesses left, no weights for some of the sets."""
    weighed, below = whole_list.FamilyCuts._weighed, whole_list.FamilyCuts._below  # noqa: SLF001

    def half(cuts: Any, kind: int, live: int, *proof: Any) -> None:  # noqa: ANN401  handed on
        if cuts.left > 2 or live.bit_count() % 2:
            weighed(cuts, kind, live, *proof)

    monkeypatch.setattr(whole_list.FamilyCuts, "_chain", lambda *_: None)
    monkeypatch.setattr(whole_list.FamilyCuts, "_weighed", half)
    monkeypatch.setattr(
        whole_list.FamilyCuts, "_below", lambda cuts, *lost: below(cuts, *lost) if cuts.left > 2 else ()
    )
    whole = asked(crae(), 4, families=True)
    assert len(whole.found.guesses) == 6190 + 700
    assert whole.without_cut > 0
