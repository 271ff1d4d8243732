"""What each model of this package is to whoever asks it: one record, `Formulation`, that all of them keep.

A formulation takes a `ModelQuestion`, builds an `Instance`, which can be counted and taken to another solver,
and solves it. What comes back says what a certificate can be made of: a strategy, or words that can't all be
found.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

import numpy as np

from wordle_cp.certificate.base.records import MAX_DEPTH
from wordle_cp.engine import is_wide, score_matrix
from wordle_cp.errors import UsageError, abridged, argument, brief
from wordle_cp.games.given import game_of, openers_of
from wordle_cp.games.question import Position, checked_depth
from wordle_cp.modelling.facts import facts_of
from wordle_cp.modelling.rows import Rows, rows_of_model
from wordle_cp.modelling.solver import Infeasible
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.words import MAX_GUESSES_LEFT
from wordle_cp.values import instance, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from numpy.typing import NDArray
    from ortools.sat.python import cp_model

    from wordle_cp.games.given import AnyGame, AnyHistory, AnyOpeners
    from wordle_cp.games.needs import Needs
    from wordle_cp.modelling.cuts import Cut
    from wordle_cp.modelling.solver import Outcome, SolverSettings
    from wordle_cp.modelling.statement import Statement
    from wordle_cp.work import Work

_MOST_SHOWN: Final = 20
"""The most words that an answer lists."""


class Depth(Enum):
    """Whether a model has to know how many guesses there are."""

    NEEDED = "needed"
    OPTIONAL = "optional"
    FIXED = "fixed"
    """It may know how many are fixed in advance, which isn't a depth: after them the right one follows."""


@dataclass(frozen=True, slots=True)
class ModelQuestion:
    """What a model is asked: a position, and how many guesses are left after its history, None if not given.

    A model of guesses that are fixed in advance is asked about `count` of them. Construct it with
    `of`.
    """

    __repr__ = brief("position", "guesses_left", "count")

    position: Position
    guesses_left: int | None = None
    count: int | None = None

    def __post_init__(self) -> None:
        """Raise UsageError unless there is a position, and a number of guesses, if one is given."""
        instance(Position, self.position, "a position, as Position.of makes it")
        if self.guesses_left is not None:
            whole_number(self.guesses_left, "a number of guesses", 1, MAX_GUESSES_LEFT)
        if self.count is not None:
            whole_number(self.count, "a number of fixed guesses", 0, MAX_DEPTH)

    @classmethod
    def of(
        cls,
        variant: AnyGame,
        *,
        history: AnyHistory = (),
        words: AnyOpeners = None,
        depth: int | None = None,
        count: int | None = None,
    ) -> ModelQuestion:
        """Return the question about the hidden words that agree with `history`, of `words` if they are given.

        `variant` may be a name, and `history` a text. `words` are guesses, which need not be hidden words of
        the variant. `depth` counts the guesses of the history, too; `count` those that are fixed after it.

        Raises:
            HistoryError: see `Position.of`.
            VariantError, UsageError: see `Variant.load`; a word is no guess, or there is none; or no guess is
                left.
        """
        game = game_of(variant)
        chosen = openers_of(game, words)
        if chosen is not None:
            if game.codes is not None:
                message = (
                    f"{game.name} is a game of codes, in which every code may be hidden: leave the set out"
                )
                raise UsageError(message)
            strangers = set(chosen).difference(game.guesses)
            if strangers:
                message = f"{abridged(min(strangers))} is not among the guesses of {game.name}"
                raise UsageError(message)
            game = game.model_copy(update={"hidden": chosen, "hidden_name": "set"})
        position = Position.of(game, history)
        if depth is None:
            return cls(position, count=count)
        past = len(position.history)
        return cls(position, checked_depth(depth, position.history, 1) - past, count)

    @property
    def words(self) -> tuple[str, ...]:
        """The hidden words left."""
        return self.position.hidden

    @property
    def guesses(self) -> tuple[str, ...]:
        """The guesses that are allowed now."""
        return self.position.allowed

    @property
    def mode(self) -> Mode:
        """Which guesses are allowed later."""
        return self.position.variant.mode

    @property
    def left(self) -> int:
        """How many guesses are left, of a model that has to know."""
        assert self.guesses_left is not None, "what `Formulation.demand` is for"
        return self.guesses_left

    def patterns(self) -> NDArray[np.uint8]:
        """Return the pattern of each word left (a row) and allowed guess (a column)."""
        return np.ascontiguousarray(score_matrix(self.guesses, self.words).T)

    def facts(self) -> dict[str, NDArray[np.bool_]]:
        """Return which allowed guesses have which facts, in a mode that is about facts."""
        return facts_of(self.guesses, self.words) if self.mode.facts else {}


@dataclass(frozen=True, slots=True, eq=False)
class Instance:
    """A model of a question: what CP-SAT or the linear solver gets.

    `reduced` says, in words, what was left out or merged while it was built. Where a search left out what it
    knows isn't needed, the model isn't exported, as `restricted` says: who solved it would trust that search.
    """

    model: cp_model.CpModel | Rows
    reduced: tuple[str, ...] = ()
    restricted: str = ""

    __repr__ = brief()

    def rows(self, heed: Callable[[], None] = lambda: None) -> Rows:
        """Return it as linear constraints, with its names; what `heed` raises meanwhile ends that."""
        return self.model if isinstance(self.model, Rows) else rows_of_model(self.model, heed)


@dataclass(frozen=True, slots=True)
class StrategyFound:
    """Every word left is found within the guesses left: `steps` is a strategy, in preorder.

    At each set of two or more words stands the guess, then the cells by ascending pattern, without the
    all-green one; a cell of one word is implied.
    """

    steps: tuple[str, ...]
    guesses_left: int

    __repr__ = brief()


@dataclass(frozen=True, slots=True)
class WordsLost:
    """These `words`, of those left, can't all be found within `guesses_left`.

    `cuts` prove it; without any a search has to find a proof.
    """

    words: tuple[str, ...]
    guesses_left: int
    cuts: tuple[Cut, ...] = ()

    __repr__ = brief()


@dataclass(frozen=True, slots=True)
class FixedTooFew:
    """No `count` guesses, fixed in advance, tell all words apart; a proof has to be found."""

    count: int

    __repr__ = brief()


@dataclass(frozen=True, slots=True)
class NoSolution(Infeasible):
    """There is no solution, and that means what `follows`."""

    follows: WordsLost | FixedTooFew

    __repr__ = brief()


def refuted(question: ModelQuestion, outcome: Outcome[Found], cuts: tuple[Cut, ...] = ()) -> Outcome[Found]:
    """Return the outcome of a model that has a solution iff all words can be found in time."""
    if isinstance(outcome, Infeasible):
        return NoSolution(WordsLost(question.words, question.left, cuts))
    return outcome


def all_words(number: int) -> str:
    """Return the phrase for all of a `number` of words: ``all 8 words``."""
    return "the one word" if number == 1 else f"all {number} words"


def shown_words(words: Collection[str]) -> str:
    """Return words as an answer lists them: in capitals, and not too many."""
    listed = " ".join(list(words)[:_MOST_SHOWN]).upper()
    return f"{listed} ..." if len(words) > _MOST_SHOWN else listed


@dataclass(frozen=True, slots=True)
class Found:
    """A solution: what it says, and what follows that a certificate can claim.

    `answer` is one line for people, `values` the same as JSON fields. What the certificate doesn't claim of
    the answer is `beyond`: that rests on the solver's word, and is empty if nothing does; unless `fewer` is
    there, from which it follows. `objective` is the value of the model's objective, if it has one.
    """

    answer: str
    values: Mapping[str, object]
    follows: StrategyFound | WordsLost | None
    beyond: str = ""
    objective: int | None = None
    fewer: FixedTooFew | None = None

    __repr__ = brief()


@dataclass(frozen=True, slots=True)
class Formulation:
    """A model, as whoever asks it knows it.

    `name` is what to call it, `statement` the mathematics, from the docstring of its module. A question has
    to be as `needs`, `depth` and `most_words` say; `instead` is what to ask about more words, and `anywhere`
    whether it takes games that no model knows, too. `build` returns the instance of a question, or raises
    UsageError where constraints only come up while the model is solved. `solve` returns what a solution says;
    `none` is what it means that there is none, and `unknown` that none was found though no limit struck. Both
    raise StoppedError where a limit strikes while a model is being built. `by` says who vouches for what no
    certificate claims.
    """

    name: str
    statement: Statement
    needs: Needs
    depth: Depth
    most_words: int | None
    instead: str
    build: Callable[[ModelQuestion, Work], Instance]
    solve: Callable[[ModelQuestion, SolverSettings], Outcome[Found]]
    none: Callable[[ModelQuestion], str]
    unknown: str = ""
    by: str = "CP-SAT"
    anywhere: bool = True

    __repr__ = brief("name", "depth", "most_words")

    @property
    def modes(self) -> tuple[Mode, ...]:
        """The modes that it knows."""
        return tuple(mode for mode in Mode if self.needs.supports(mode))

    def demand(self, question: ModelQuestion) -> None:
        """Raise UsageError, with what would do instead, if this model can't be asked `question`."""
        variant = question.position.variant
        refused = self.needs.refusal(variant)
        if refused is not None:
            helps = self.anywhere and self.needs.supports(variant.mode)
            message = f"{refused}; ask {self.instead}" if helps else refused
            raise UsageError(message)
        if is_wide(variant.guesses):
            instead = self.instead if self.anywhere else "prove or solve"
            message = f"{self.name} is for words of at most five letters a to z; ask {instead} instead"
            raise UsageError(message)
        count, depth = argument("count"), argument("depth")
        if self.depth is Depth.FIXED and question.guesses_left is not None:
            message = f"{self.name} is about guesses that are fixed in advance: give {count}, not {depth}"
            raise UsageError(message)
        if self.depth is not Depth.FIXED and question.count is not None:
            message = f"{self.name} isn't about guesses that are fixed in advance: give {depth}, not {count}"
            raise UsageError(message)
        if self.depth is Depth.NEEDED and question.guesses_left is None:
            message = f"{self.name} needs a number of guesses: give {depth}"
            raise UsageError(message)
        if self.most_words is not None and len(question.words) > self.most_words:
            message = (
                f"{self.name} takes at most {self.most_words} hidden words, found {len(question.words)}: "
                f"give fewer with {argument('history')} or {argument('words')}, or ask {self.instead}"
            )
            raise UsageError(message)
