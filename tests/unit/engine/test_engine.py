"""The native engine: every pattern of the real matrix, both layouts, every kernel path, and its errors."""

from __future__ import annotations

import itertools
import random
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.effort import every_other
from wordle_cp import data, engine
from wordle_cp.engine.game import wide
from wordle_cp.errors import UsageError
from wordle_cp.games.notation import parse_history
from wordle_cp.games.question import Question
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import pattern_of
from wordle_cp.search.depth import search_depth
from wordle_cp.work import StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

GUESSES = data.word_list("original-guesses")
HIDDEN = data.word_list("original-hidden")
UNKNOWN = 255  # no pattern of five letters
RNG = random.Random(3)  # noqa: S311


@pytest.fixture(params=engine.kernel_names())
def kernels(request: pytest.FixtureRequest) -> Iterator[str]:
    """Use one kernel path after the other, and then the one that was in use before."""
    before = engine.kernel_name()
    name = str(request.param)
    engine.select_kernels(name)
    yield name
    engine.select_kernels(before)


def letters_of(words: Sequence[str]) -> NDArray[np.uint8]:
    """Return the letters, shape (length, words)."""
    return np.ascontiguousarray(np.frombuffer("".join(words).encode(), np.uint8).reshape(len(words), -1).T)


def class_of_guesses(letters: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Number the guesses by which of their letters are equal, shape (guesses,): at most 52 classes."""
    first = [np.argmax(letters == letters[position], axis=0) for position in range(len(letters))]
    return np.unique(np.array(first), axis=1, return_inverse=True)[1].reshape(-1).astype(np.int64)


def classes_of_pairs(letters: NDArray[np.uint8], own: NDArray[np.int64], hidden: str) -> NDArray[np.int64]:
    """Number the pairs (guess, hidden) by which of their ten letters are equal, shape (guesses,).

    `own` are the classes of the guesses. A letter of the hidden word is the first equal letter of the guess,
    digits 0 to 4, or else the first equal letter of the hidden word itself, digits 5 to 9.
    """
    code = own.copy()
    for letter in hidden:
        digit = np.full(letters.shape[1], 5 + hidden.index(letter))
        for position in reversed(range(len(letters))):
            digit[letters[position] == ord(letter)] = position
        code = code * 10 + digit
    return code


def test_every_pattern_of_the_real_matrix_is_the_rule_s() -> None:
    """All 30,030,180 pairs against `rules.words.pattern_of`, which looks at each class of pairs once.

    The rule only ever asks whether two letters are equal, so it gives all pairs in which the same of the ten
    letters are equal the same pattern; the next test doesn't take that for granted.
    """
    matrix = engine.score_matrix(GUESSES, HIDDEN)
    assert matrix.shape == (len(GUESSES), len(HIDDEN))
    letters = letters_of(GUESSES)
    own = class_of_guesses(letters)
    expected = np.full((own.max() + 1) * 10**5, UNKNOWN, np.uint8)
    for column, word in enumerate(HIDDEN):
        codes = classes_of_pairs(letters, own, word)
        new, where = np.unique(codes[expected[codes] == UNKNOWN], return_index=True)
        unknown = np.flatnonzero(expected[codes] == UNKNOWN)[where]
        expected[new] = [pattern_of(GUESSES[index], word) for index in unknown]
        assert np.array_equal(matrix[:, column], expected[codes]), word


def test_random_pairs_one_by_one() -> None:
    matrix = engine.score_matrix(GUESSES, HIDDEN)
    for _ in range(20_000):
        guess, hidden = RNG.randrange(len(GUESSES)), RNG.randrange(len(HIDDEN))
        assert matrix[guess, hidden] == pattern_of(GUESSES[guess], HIDDEN[hidden])


@pytest.mark.parametrize("length", range(1, 13))
def test_random_words_of_every_length(kernels: str, length: int) -> None:
    """Both builds: words of up to 5 letters, and longer ones, of which those of 11 have no kernel."""
    pool = sorted({"".join(RNG.choices("abcz", k=length)) for _ in range(150)})
    matrix = engine.score_matrix(pool, pool[::-1])
    game = engine.Game(pool, pool[::2])
    for row, guess in enumerate(pool):
        assert matrix[row].tolist() == [pattern_of(guess, word) for word in reversed(pool)], kernels
        assert game.by_guess[row].tolist() == [pattern_of(guess, word) for word in pool[::2]]
        assert game.by_hidden[:, row].tolist() == game.by_guess[row].tolist()
    assert np.array_equal(game.native.by_hidden(), game.native.by_guess().T), kernels


def test_both_layouts_hold_the_same_on_every_path(kernels: str) -> None:
    game = engine.Game(GUESSES, HIDDEN)
    assert game.by_guess.shape == (len(GUESSES), len(HIDDEN))
    assert np.array_equal(game.by_guess, game.by_hidden.T), kernels
    engine.select_kernels("portable")
    assert np.array_equal(game.by_guess, engine.score_matrix(GUESSES, HIDDEN))


def test_the_matrix_of_a_game_is_read_only_and_outlives_it() -> None:
    by_guess = engine.Game(["ab", "ba"], ["ba"]).by_guess
    assert by_guess.tolist() == [[4], [8]]
    with pytest.raises(ValueError, match="read-only"):
        by_guess[0, 0] = 1


@pytest.mark.parametrize(
    ("after", "mode", "depth"),
    every_other(
        [
            ("stage.gbgbg", Mode.HARD, 6),
            ("salet.bbbbb", Mode.HARD, 4),
            ("salet.bbbbb", Mode.NORMAL, 4),
            ("salet.bbbgb", Mode.ULTRAHARD, 4),
            ("crane.bbbbg", Mode.HARD, 4),
            ("crane.bbbbg", Mode.NORMAL, 4),
        ]
    ),
)
def test_every_path_searches_real_endgames_alike(after: str, mode: Mode, depth: int) -> None:
    variant = Variant.load("nyt-2022-02-15", mode=mode)
    before = engine.kernel_name()
    outcomes = []
    try:
        for name in engine.kernel_names():
            engine.select_kernels(name)
            assert engine.kernel_name() == name
            outcomes.append(search_depth(Question.of(variant, history=parse_history(after, 5)), depth))
    finally:
        engine.select_kernels(before)
    assert outcomes.count(outcomes[0]) == len(outcomes)
    assert outcomes[0].nodes > 0


@pytest.mark.parametrize("call", [1, 3])
def test_setting_up_a_large_game_can_be_stopped(call: int) -> None:
    """The work is asked whether to stop after two million pairs at most, and so after milliseconds."""
    calls: list[object] = []

    def heed() -> bool:
        calls.append(None)
        if len(calls) == call:
            raise InterruptedError
        return False

    with pytest.raises(InterruptedError):
        engine.Game(GUESSES, HIDDEN, work=Work(cancelled=heed))
    assert len(calls) == call
    calls = [None] * call
    engine.Game(GUESSES, HIDDEN, work=Work(cancelled=heed))
    assert len(calls) - call >= 2 * len(GUESSES) * len(HIDDEN) // 2**21 - 1


@pytest.mark.parametrize("asked", [2, 4])
def test_a_depth_question_is_stopped_while_its_game_is_set_up(asked: int) -> None:
    count = itertools.count(1)
    variant = Variant.load("original")
    result = search_depth(Question.of(variant), 5, work=Work(cancelled=lambda: next(count) >= asked))
    assert (result.stopped_by, result.left) == (StopReason.INTERRUPTED, variant.guesses)
    assert next(count) == asked + 1  # that no search was begun, which would have asked again


@pytest.mark.parametrize(
    ("guesses", "hidden", "message"),
    [
        ([], [], "the guess list is empty"),
        (["ab"], ["ba"], "hidden word 'ba' is not among the guesses"),
        (["ab", "ab"], ["ab"], "guess 'ab' twice"),
        (["ab", "cd"], ["ab", "ab"], "hidden word 'ab' twice"),
        (["ab", "abc"], ["ab"], "expected words of 2 letters a-z, found 'abc'"),
        (["ab", "aB"], ["ab"], "found 'aB'"),
        (["ab", "a-"], ["ab"], "found 'a-'"),
        (["ab", "ä"], ["ab"], "found 'ä'"),
        (["abcdefghijklm"], ["abcdefghijklm"], "1 to 12 letters"),
        ([""], [""], "1 to 5 letters"),
    ],
)
def test_what_is_no_game(guesses: list[str], hidden: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        engine.Game(guesses, hidden)


def test_more_words_than_ids() -> None:
    words = [
        "".join(letters)
        for letters in itertools.islice(itertools.product("abcdefghijklmnopq", repeat=4), 65_536)
    ]
    with pytest.raises(ValueError, match="at most 65535 words"):
        engine.Game(words, words[:1])


def test_the_matrix_of_nothing_and_of_odd_words() -> None:
    assert engine.score_matrix([], []).shape == (0, 0)
    assert engine.score_matrix(["ab"], []).shape == (1, 0)
    with pytest.raises(ValueError, match="expected words of 2 letters"):
        engine.score_matrix(["ab"], ["abc"])


def test_kernels_have_names() -> None:
    names = engine.kernel_names()
    assert names[0] == "portable"
    assert engine.kernel_name() in names
    with pytest.raises(ValueError, match="no kernels 'abacus' here; there are portable"):
        engine.select_kernels("abacus")


def test_a_search_is_given_sensible_numbers() -> None:
    game = engine.Game(["ab", "ba", "aa"], ["ab", "ba"])
    with pytest.raises(ValueError, match="min_family"):
        engine.DepthSearch(game, Mode.HARD, jobs=1, min_family=1)
    with pytest.raises(ValueError, match="jobs must be"):
        engine.DepthSearch(game, Mode.HARD, jobs=0)
    with pytest.raises(ValueError, match="ultrahard mode needs the guess list as hidden list"):
        engine.DepthSearch(game, Mode.ULTRAHARD, jobs=1).run(3)
    search = engine.DepthSearch(game, Mode.HARD, jobs=1)
    with pytest.raises(ValueError, match=r"guesses left must be 0\.\.31"):
        search.run(32)
    with pytest.raises(ValueError, match="an opener is not allowed"):
        search.run(2, history=(("ab", pattern_of("ab", "ba")),), openers=("aa",))
    with pytest.raises(ValueError, match="pattern codes are"):
        search.run(2, history=(("ab", 9),))
    with pytest.raises(ValueError, match="no hidden word has the id 7"):
        search.run(2, hidden=[7])
    with pytest.raises(KeyError):
        search.run(2, openers=("zz",))


def test_the_wide_build_is_loaded_when_it_is_needed() -> None:
    code = """if True:
        import sys
        from wordle_cp.engine import Game
        Game(["crate"], ["crate"])
        assert "wordle_cp._native_wide" not in sys.modules
        Game(["kitten"], ["kitten"])
        assert "wordle_cp._native_wide" in sys.modules
    """
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_wide_build_follows_the_choice_of_kernels(kernels: str) -> None:
    build = wide()
    names = build.kernel_names()
    assert vars(build)["kernel_name"]() == (kernels if kernels in names else names[-1])


def test_where_the_wide_build_is_missing_a_line_says_what_to_run(monkeypatch: pytest.MonkeyPatch) -> None:
    wide.cache_clear()
    monkeypatch.setitem(sys.modules, "wordle_cp._native_wide", None)
    monkeypatch.delattr("wordle_cp._native_wide")
    with pytest.raises(UsageError, match=r"run make wide$") as missing:
        engine.Game(["kitten"], ["kitten"])
    assert "\n" not in str(missing.value)
    assert engine.Game(["crate"], ["crate"]).hidden == ("crate",)


def test_no_result_depends_on_a_power_that_processors_round_differently() -> None:
    native = Path(str(engine.Game(["abc"], ["abc"]).library.__file__)).read_bytes()
    assert b"\0log2\0" in native  # so names are to be found
    assert b"\0pow\0" not in native
