"""Policies against a slow implementation that only uses the readable rules, and policies in Python."""

from __future__ import annotations

import math
import random
import sys
from collections import Counter
from typing import TYPE_CHECKING, Final

import pytest

from wordle_cp.engine import criteria
from wordle_cp.engine.criteria import Criterion, cell_prices
from wordle_cp.errors import FileError, UsageError
from wordle_cp.experiments.compare import play
from wordle_cp.experiments.policies import (
    ALL_POLICIES,
    Policy,
    PythonPolicy,
    Ties,
    parse_policies,
    parse_policy,
)
from wordle_cp.games.question import Position
from wordle_cp.games.variant import Variant
from wordle_cp.rules.modes import Mode, is_allowed
from wordle_cp.rules.words import all_green, is_consistent, pattern_of
from wordle_cp.search.positions import PatternBoard

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from wordle_cp.rules.words import History

WIDTH: Final = 4
PLACES: Final = 6
"""Digits to which the entropies of the slow implementation are compared."""


def small_variant(seed: int, mode: Mode, *, guesses: int = 70, hidden: int = 30) -> Variant:
    """Return a random game of words of three letters out of five."""
    pick = random.Random(seed)  # noqa: S311  not a secret
    words = sorted({"".join(pick.choices("abcde", k=3)) for _ in range(3 * guesses)})
    chosen = sorted(pick.sample(words, guesses))
    return Variant(
        name="small",
        title="small",
        guesses=tuple(chosen),
        hidden=tuple(sorted(pick.sample(chosen, hidden))),
        mode=mode,
        max_guesses=6,
        guesses_name="small-guesses",
        hidden_name="small-hidden",
    )


class Slow:
    """What a policy does in a game, word by word, by the definitions of `experiments.policies`."""

    def __init__(self, variant: Variant, policy: Policy) -> None:
        """Take the game and the policy."""
        self.variant = variant
        self.policy = policy

    def value(self, sizes: Sequence[int]) -> float:
        """Return the value of cells of these sizes."""
        return {
            Criterion.KNUTH: max(sizes),
            Criterion.IRVING: sum(size * size for size in sizes),
            Criterion.NEUWIRTH: round(sum(size * math.log2(size) for size in sizes), PLACES),
            Criterion.KOOI: -len(sizes),
        }[self.policy.criterion]

    def allowed(self, history: History) -> list[str]:
        """Return the guesses that the mode allows."""
        return [word for word in self.variant.guesses if is_allowed(word, history, self.variant.mode)]

    def one_ply(self, guess: str, words: Sequence[str]) -> float:
        """Return the value of a guess."""
        return self.value(list(Counter(pattern_of(guess, word) for word in words).values()))

    def two_ply(self, guess: str, words: Sequence[str], history: History) -> float:
        """Return the value of a guess two guesses ahead."""
        values = []
        for pattern in {pattern_of(guess, word) for word in words}:
            cell = [word for word in words if pattern_of(guess, word) == pattern]
            after = (*history, (guess, pattern))
            nexts = self.allowed(after) if pattern != all_green(len(guess)) else [guess]
            values.append(min(self.one_ply(word, cell) for word in nexts))
        if self.policy.criterion is Criterion.KNUTH:
            return max(values)
        return round(sum(values), PLACES)

    def choose(self, words: Sequence[str], history: History) -> str:
        """Return the next guess."""
        guesses = self.allowed(history)
        values = {guess: self.one_ply(guess, words) for guess in guesses}
        keys: dict[str, tuple[float, float]] = {guess: (0, values[guess]) for guess in guesses}
        if self.policy.plies == 2:
            order = sorted(guesses, key=lambda guess: (values[guess], guess not in words))
            keys = {
                guess: (self.two_ply(guess, words, history), values[guess])
                for guess in order[: self.policy.width]
            }
        best = min(keys.values())
        equal = [guess for guess in guesses if keys.get(guess) == best]
        possible = [guess for guess in equal if guess in words] or equal
        if not history:
            return max(possible, key=lambda guess: len({pattern_of(guess, word) for word in words}))
        if self.policy.ties is Ties.LAST:
            return possible[-1]
        if self.policy.ties is Ties.HELD and is_consistent(equal[0], history):
            return equal[0]
        return possible[0]

    def play(self, words: Sequence[str], history: History = ()) -> dict[str, int]:
        """Return how many guesses each word takes."""
        if len(words) == 1:
            return {words[0]: len(history) + 1}
        guess = self.choose(words, history)
        found: dict[str, int] = {}
        for pattern in {pattern_of(guess, word) for word in words}:
            cell = [word for word in words if pattern_of(guess, word) == pattern]
            if pattern == all_green(len(guess)):
                found[guess] = len(history) + 1
            else:
                found |= self.play(cell, (*history, (guess, pattern)))
        return found


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("criterion", Criterion)
@pytest.mark.parametrize("plies", [1, 2])
def test_as_the_slow_implementation(mode: Mode, criterion: Criterion, plies: int) -> None:
    for seed, ties in enumerate(Ties):
        variant = small_variant(seed, mode, hidden=30 if plies == 1 else 20)
        policy = Policy(criterion, plies, ties, WIDTH)
        expected = Slow(variant, policy).play(variant.hidden)
        played = play(PatternBoard(variant), policy)
        assert dict(zip(variant.hidden, played.guesses, strict=True)) == expected
        assert played.total_guesses == sum(expected.values())
        assert played.own_opener


def test_sets_too_large_to_sort(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counting and sorting agree."""
    monkeypatch.setattr(criteria, "_SORTED_UP_TO", 5)
    variant = small_variant(1, Mode.NORMAL, guesses=100, hidden=90)
    for policy in (Policy(criterion) for criterion in Criterion):
        expected = Slow(variant, policy).play(variant.hidden)
        assert play(PatternBoard(variant), policy).guesses == tuple(expected[word] for word in variant.hidden)


def test_equal_entropies_are_equal() -> None:
    prices = cell_prices(Criterion.NEUWIRTH, 24)
    assert prices[4] + 4 * prices[1] == 4 * prices[2]  # 4 log2 4 = 4 * 2 log2 2
    assert prices[24] == 24 * (prices[8] // 8 + prices[3] // 3)
    assert prices[12] == pytest.approx(12 * math.log2(12) * 2**40)
    assert (prices[0], prices[1], prices[2]) == (0, 0, 2 * 2**40)


def test_names() -> None:
    assert [policy.name for policy in ALL_POLICIES] == [
        "knuth",
        "irving",
        "neuwirth",
        "kooi",
        "knuth2",
        "irving2",
        "neuwirth2",
        "kooi2",
    ]
    for text in ("knuth", "kooi2", "irving-first", "neuwirth2-last"):
        policy = parse_policy(text, 7)
        assert isinstance(policy, Policy)
        assert (policy.name, policy.width) == (text, 7)
    assert parse_policies(["kooi", "all", "knuth"]) == (
        parse_policy("kooi"),
        *(policy for policy in ALL_POLICIES if policy.name != "kooi"),
    )
    assert parse_policies(["KNUTH2", "knuth2-held", "knuth2"], 7) == (parse_policy("knuth2", 7),)


@pytest.mark.parametrize("text", ["", "minimax", "knuth3", "knuth-best", "2", "knuth2first", "-last"])
def test_no_such_policy(text: str) -> None:
    with pytest.raises(UsageError, match="expected a policy"):
        parse_policy(text)


def first_left(position: Position) -> str:
    return position.hidden[0]


@pytest.mark.parametrize("mode", Mode)
def test_a_function(mode: Mode) -> None:
    """The first word left is allowed in every mode, and is never guessed twice."""
    variant = small_variant(3, mode)
    seen: list[Position] = []

    def policy(position: Position) -> str:
        seen.append(position)
        return first_left(position)

    played = play(PatternBoard(variant), PythonPolicy("first left", policy))
    assert played.policy == "first left"
    assert played.opener == variant.hidden[0]
    assert played.guesses[0] == 1
    for position in seen:
        assert len(position.hidden) > 1
        assert position.hidden == tuple(
            word for word in variant.hidden if is_consistent(word, position.history)
        )
        assert position.allowed == tuple(
            word for word in variant.guesses if is_allowed(word, position.history, mode)
        )


def test_a_function_that_never_ends() -> None:
    variant = small_variant(3, Mode.NORMAL)
    with pytest.raises(UsageError, match="policy stuck: 255 guesses haven't found every hidden word"):
        play(PatternBoard(variant), PythonPolicy("stuck", lambda _position: variant.guesses[0]))


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("return 7", "expected a guess, found '7'"),
        ("return 'zzz'", "'zzz' is not among the guesses of small"),
        ("return position.nothing", "AttributeError"),
        ("raise ValueError('one\\ntwo')", "ValueError: one"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("return HISTORY_BREAKER", "hard mode forbids"),
    ],
)
def test_a_function_that_fails(tmp_path: Path, body: str, reason: str) -> None:
    variant = small_variant(3, Mode.HARD)
    file = tmp_path / "mine.py"
    words = f"GUESSES = {variant.guesses!r}\n"
    breaker = "next((g for g in GUESSES if g not in position.allowed), position.hidden[0])"
    file.write_text(f"{words}def choose(position):\n    {body.replace('HISTORY_BREAKER', breaker)}\n")
    policy = parse_policy(f"{file}:choose")
    with pytest.raises(UsageError) as caught:
        play(PatternBoard(variant), policy)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_functions_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "own_policy.py").write_text("def choose(position):\n    return position.hidden[-1]\n")
    for text in ("own_policy:choose", "own_policy.py:choose", f"{tmp_path}/own_policy.py:choose"):
        policy = parse_policy(text)
        assert isinstance(policy, PythonPolicy)
        assert policy.name == text
        assert (
            policy.function(Position.of(small_variant(3, Mode.NORMAL)))
            == small_variant(3, Mode.NORMAL).hidden[-1]
        )


def test_a_file_that_imports_what_stands_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", sys.path.copy())
    (tmp_path / "wordle_helper.py").write_text("def last(words):\n    return words[-1]\n")
    (tmp_path / "mine.py").write_text(
        "from wordle_helper import last\n\ndef choose(position):\n    return last(position.hidden)\n"
    )
    policy = parse_policy(f"{tmp_path}/mine.py:choose")
    assert isinstance(policy, PythonPolicy)
    assert (
        policy.function(Position.of(small_variant(3, Mode.NORMAL)))
        == small_variant(3, Mode.NORMAL).hidden[-1]
    )


def test_a_file_runs_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And what it prints isn't taken for a result."""
    monkeypatch.setattr(sys, "path", sys.path.copy())
    (tmp_path / "mine.py").write_text(
        "print('run')\n\ndef choose(position):\n    return position.hidden[0]\n"
    )
    assert len(parse_policies([f"{tmp_path}/mine.py:choose"] * 2)) == 1
    assert capsys.readouterr() == ("", "run\n")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("no_such_module:choose", "ModuleNotFoundError"),
        ("reads.py:choose", "policy 'reads.py:choose': FileNotFoundError"),
        ("broken.py:choose", "SyntaxError"),
        ("exits.py:choose", "SystemExit"),
        ("fine.py:other", "no function 'other' there"),
        ("fine.py:number", "no function 'number' there"),
        (":choose", "policy ':choose'"),
    ],
)
def test_functions_that_are_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, reason: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "broken.py").write_text("def choose(:\n")
    (tmp_path / "exits.py").write_text("raise SystemExit(3)\n")
    (tmp_path / "reads.py").write_text("open('absent.csv')\n")
    (tmp_path / "fine.py").write_text("number = 3\n")
    with pytest.raises(UsageError) as caught:
        parse_policy(text)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("file", "message"),
    [("absent.py", "absent.py: No such file or directory"), ("folder.py", "folder.py: Is a directory")],
)
def test_files_that_are_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.py").mkdir()
    with pytest.raises(FileError) as caught:
        parse_policy(f"{file}:choose")
    assert str(caught.value) == message
