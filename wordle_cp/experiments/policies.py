"""Heuristic policies: rules that name the next guess in every position, without searching to the end.

One-ply policies take a guess of least value by a `Criterion` of the cell sizes, among all that the mode
allows.

Two-ply policies (a 2 behind the name) look one guess further. The value of a guess is what the criterion says
of the best that can follow, each cell with the next guess that is best for it by the same criterion:

- irving2, neuwirth2, kooi2: the sum over the cells of the least one-ply value of a guess for that cell;
- knuth2: the largest, over the cells, of the least one-ply value: the largest cell after two guesses.

A cell of one word counts as told apart, the all-green one, too. Only the `width` guesses of least one-ply
value are looked at (of equal ones first those that can be hidden, then in list order). Of equal two-ply
values the lesser one-ply value decides. So a guess that tells nothing is never taken: the best one-ply guess
g is one of those looked at, its two-ply value is at most its one-ply value (cells can only be split further),
which is the two-ply value of a guess that tells nothing; and if both are equal the one-ply value decides for
g.

Ties that are left are decided by a `Ties` rule. The seed (E. McManus, Solving Wordle, 2022) says that a guess
is better if it can be the hidden word, and leaves the rest open; the program it comes from has changed over
time. With `HELD` all of its averages come out: Knuth 3.563 from RAISE and 3.493 from TRACE, Irving 3.444 and
Neuwirth 3.435 from TRACE. Its comparison of Irving (`FIRST`) with Knuth (`LAST`), 561 hidden words against
418, is of a later time. An opener of a policy's own has a rule of its own, see `Ties`.
"""

from __future__ import annotations

import importlib
import importlib.util
import re
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from wordle_cp.engine.criteria import Criterion, guess_values, least_value
from wordle_cp.errors import UsageError, abridged, brief, file_errors
from wordle_cp.files.read import note_read
from wordle_cp.games.question import Position
from wordle_cp.values import MOST_ITEMS, instance, meant, whole_number

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence
    from types import ModuleType

    from numpy.typing import NDArray

    from wordle_cp.search.positions import PatternBoard, PlayedState

DEFAULT_WIDTH: Final = 10
"""Guesses that a two-ply policy looks at."""
ALL: Final = "all"
"""Stands for all policies that have a name."""
PLIES: Final = (1, 2)
_NAME: Final = re.compile(r"(?P<criterion>[a-z]+)(?P<plies>2?)(-(?P<ties>[a-z]+))?")


class Ties(StrEnum):
    """Which of several guesses of equal value is taken. List order is that of the guess list.

    After a response:

    - held: the first in list order, unless the responses rule it out as the hidden word (whether it is in the
      hidden list or not) and another can be hidden: then the first of those that can.
    - first: the first in list order of those that can be hidden; if none can, the first.
    - last: the last in list order of those that can be hidden; if none can, the last.

    Before the first guess nothing is ruled out. There a guess that can be hidden is taken, then one with more
    cells, then the first in list order. (Knuth's criterion has AESIR, ARISE, RAISE, REAIS and SERAI tie on
    the original lists; RAISE has 132 cells, ARISE 123.)
    """

    HELD = "held"
    FIRST = "first"
    LAST = "last"


PolicyFunction = Callable[[Position], str]
"""A policy in Python: the next guess, one of `Position.allowed`, where two or more words are left."""


class Chooser(Protocol):
    """A policy at work on one game."""

    def __call__(self, state: PlayedState) -> int:
        """Return the index of the next guess where two or more words are left."""
        ...


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy by its criterion. `width` matters with two plies only."""

    criterion: Criterion
    plies: int = 1
    ties: Ties = Ties.HELD
    width: int = DEFAULT_WIDTH

    @property
    def name(self) -> str:
        """What the policy is called, as `parse_policy` reads it."""
        plies = "" if self.plies == 1 else str(self.plies)
        return f"{self.criterion}{plies}" + ("" if self.ties is Ties.HELD else f"-{self.ties}")

    def chooser(self, board: PatternBoard, heed: Callable[[], None] = lambda: None) -> Chooser:
        """Return the policy at work on `board`; for `heed` see `guess_values`."""
        return _Best(self, board, heed)


@dataclass(frozen=True, slots=True)
class PythonPolicy:
    """A policy that a Python function is: a name for reports, and the function."""

    name: str
    function: PolicyFunction

    __repr__ = brief()

    def chooser(self, board: PatternBoard, heed: Callable[[], None] = lambda: None) -> Chooser:
        """Return the policy at work on `board`; `heed` is called before each guess."""
        return _Asked(self, board, heed)


AnyPolicy = Policy | PythonPolicy
ALL_POLICIES: Final = tuple(Policy(criterion, plies) for plies in PLIES for criterion in Criterion)


def parse_policies(names: Sequence[str], width: int = DEFAULT_WIDTH) -> tuple[AnyPolicy, ...]:
    """Return the policies of these names, each once; all stands for `ALL_POLICIES`.

    KNUTH and knuth-held are other names of knuth.

    Raises:
        UsageError: see `parse_policy`.
    """
    found: dict[str, AnyPolicy] = {}
    for name in names:
        for one in [policy.name for policy in ALL_POLICIES] if name.lower() == ALL else [name]:
            if one not in found:  # a file is run once
                policy = parse_policy(one, width)
                found.setdefault(policy.name, policy)
    return tuple(found.values())


def parse_policy(name: str, width: int = DEFAULT_WIDTH) -> AnyPolicy:
    """Return the policy called `name`: knuth, irving2, knuth-last, or module:function or file.py:function.

    Raises:
        UsageError: there is none. FileError: file.py can't be read.
    """
    instance(str, name, "a policy, a text")
    whole_number(width, "a width", 1, MOST_ITEMS)
    return _load(name) if ":" in name else named_policy(name, width)


def named_policy(text: str, width: int = DEFAULT_WIDTH) -> Policy:
    """Return the policy called `text` as `parse_policy` does, but no Python function: no code is loaded.

    Raises:
        UsageError: there is none.
    """
    match = _NAME.fullmatch(text.lower())
    if (
        match is None
        or match["criterion"] not in tuple(Criterion)
        or (match["ties"] is not None and match["ties"] not in tuple(Ties))
    ):
        names = [policy.name for policy in ALL_POLICIES]
        message = (
            f"expected a policy ({', '.join(Criterion)}, two plies as in knuth2, another tie rule as in "
            f"knuth-last), all, module:function or file.py:function, found {abridged(text)}"
            f"{meant(text, names)}"
        )
        raise UsageError(message)
    plies = int(match["plies"] or 1)
    return Policy(Criterion(match["criterion"]), plies, Ties(match["ties"] or Ties.HELD), width)


def _load(text: str) -> PythonPolicy:
    """Return the policy that ``module:function`` or ``file.py:function`` names.

    What the module prints goes to standard error: standard output is for the result.
    """
    source, _, name = text.rpartition(":")
    in_a_file = source.endswith(".py")
    if in_a_file:
        with file_errors(Path(source)):
            note_read(Path(source))
            Path(source).open("rb").close()  # it can be read; what else is wrong is its code's
    try:
        with redirect_stdout(sys.stderr):
            if in_a_file:
                module = _module_of_file(Path(source))
            else:  # as ``python -m`` would: from the current folder, too
                _import_from(Path.cwd())
                module = importlib.import_module(source)
    except (Exception, SystemExit) as error:  # the user's code may raise anything
        message = f"policy {abridged(text)}: {type(error).__name__}: {error}"
        raise UsageError(message) from error
    function = getattr(module, name, None)
    if not callable(function):
        message = f"policy {abridged(text)}: no function {abridged(name)} there"
        raise UsageError(message)
    return PythonPolicy(text, function)


def _import_from(folder: Path) -> None:
    """Let modules be imported from `folder`, too."""
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))


def _module_of_file(file: Path) -> ModuleType:
    """Import a file, as ``python file.py`` would run it: it can import what stands beside it."""
    _import_from(file.resolve().parent)
    spec = importlib.util.spec_from_file_location(f"wordle_cp_policy_{file.stem}", file)
    assert spec is not None, "the ending says that it is Python"
    assert spec.loader is not None, "a file of Python has a loader"
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module  # dataclasses look for their module there
    spec.loader.exec_module(module)
    return module


@dataclass(slots=True)
class _Best:
    """A policy by its criterion, on one board."""

    policy: Policy
    board: PatternBoard
    heed: Callable[[], None]
    _least: dict[tuple[Hashable, bytes], int] = field(default_factory=dict)

    def __call__(self, state: PlayedState) -> int:
        policy = self.policy
        allowed = self.board.allowed(state.history)
        values = self._values(state, allowed)
        if policy.plies == 1:
            return self._decide(state, allowed[values == values.min()])
        ruled_out = ~np.isin(allowed, self.board.guess_of_hidden[state.ids])
        nearest = np.lexsort((ruled_out, values))[: policy.width]  # stable: then list order
        keys = [
            (self._two_ply(state, guess), one_ply)
            for guess, one_ply in zip(allowed[nearest].tolist(), values[nearest].tolist(), strict=True)
        ]
        best = min(keys)
        return self._decide(state, allowed[nearest[[key == best for key in keys]]])

    def _values(self, state: PlayedState, guesses: NDArray[np.intp]) -> NDArray[np.int64]:
        board = self.board
        patterns = board.patterns_of(state, guesses)
        return guess_values(patterns, self.policy.criterion, board.pattern_count, self.heed)

    def _two_ply(self, state: PlayedState, guess: int) -> int:
        """Return the two-ply value of `guess`; see this module."""
        self.heed()
        values = (self._least_value(cell) for _, cell in self.board.cells(state, guess))
        return max(values) if self.policy.criterion is Criterion.KNUTH else sum(values)

    def _least_value(self, cell: PlayedState) -> int:
        """Return the least one-ply value of a guess for `cell`."""
        count = len(cell.ids)
        perfect = least_value(self.policy.criterion, count)
        if count <= 2:  # noqa: PLR2004  either of two words, which every mode allows, tells both apart
            return perfect
        board = self.board
        key = (board.binding(cell.history), cell.ids.tobytes())
        value = self._least.get(key)
        if value is None:
            own = self._values(cell, board.guess_of_hidden[cell.ids])
            value = int(own.min())
            if value > perfect:
                value = int(self._values(cell, board.allowed(cell.history)).min())
            self._least[key] = value
        return value

    def _decide(self, state: PlayedState, equal: NDArray[np.intp]) -> int:
        """Return the guess to take of `equal` ones, which ascend; see `Ties`."""
        board, ties = self.board, self.policy.ties
        equal = np.sort(equal)
        possible = equal[np.isin(equal, board.guess_of_hidden[state.ids])]
        chosen = possible if len(possible) else equal
        if not state.history:
            cells = guess_values(board.patterns_of(state, chosen), Criterion.KOOI, board.pattern_count)
            return int(chosen[cells.argmin()])
        if ties is Ties.LAST:
            return int(chosen[-1])
        if ties is Ties.HELD and board.variant.scoring.is_consistent(
            board.variant.guesses[equal[0]], state.history
        ):
            return int(equal[0])
        return int(chosen[0])


@dataclass(slots=True)
class _Asked:
    """A policy in Python, on one board."""

    policy: PythonPolicy
    board: PatternBoard
    heed: Callable[[], None]

    def __call__(self, state: PlayedState) -> int:
        self.heed()
        variant = self.board.variant
        position = Position.known(
            variant,
            state.history,
            tuple(variant.hidden[index] for index in state.ids),
            _words(variant.guesses, self.board.allowed(state.history)),
        )
        ask: Callable[[Position], object] = self.policy.function  # whatever its type says
        try:
            with redirect_stdout(sys.stderr):  # as in `_load`
                guess = ask(position)
        except (Exception, SystemExit) as error:  # the user's code may raise anything
            raise self._wrong(state, f"{type(error).__name__}: {error}") from error
        if not isinstance(guess, str):
            raise self._wrong(state, f"expected a guess, found {abridged(repr(guess))}")
        try:
            index = self.board.guess_id(guess)
        except KeyError as error:
            raise self._wrong(state, variant.no_guess(guess)) from error
        forbidden = variant.scoring.explain_not_allowed(guess, state.history, variant.mode)
        if forbidden is not None:
            raise self._wrong(state, f"{variant.mode} mode forbids {forbidden}")
        return index

    def _wrong(self, state: PlayedState, reason: str) -> UsageError:
        """Return the error that says where the policy went wrong."""
        after = self.board.variant.scoring.format_history(state.history)
        return UsageError(f"policy {self.policy.name}" + (f" after {after}" if after else "") + f": {reason}")


def _words(guesses: Sequence[str], allowed: NDArray[np.intp]) -> tuple[str, ...]:
    return tuple(guesses) if len(allowed) == len(guesses) else tuple(guesses[index] for index in allowed)
