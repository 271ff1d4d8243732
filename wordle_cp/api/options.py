"""The keyword arguments that several functions share, and what is asked by them: each is converted once."""

from __future__ import annotations

import functools
import inspect
import warnings
from typing import TYPE_CHECKING, Any, Final, TypedDict, TypeVar, cast

from wordle_cp.answers.places import default_place
from wordle_cp.errors import UsageError
from wordle_cp.files.outputs import run
from wordle_cp.games.given import game_of
from wordle_cp.games.goal import TOTAL_GUESSES, Goal
from wordle_cp.games.notation import as_played
from wordle_cp.games.question import Question, TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.values import instance, number, path_of, truth
from wordle_cp.work import Limits, Work

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from wordle_cp.games.given import AnyGame, AnyHistory, AnyOpeners
    from wordle_cp.games.variant import HiddenKind
    from wordle_cp.rules.modes import Mode

    F = TypeVar("F", bound=Callable[..., object])


class GameKeywords(TypedDict, total=False):
    """What is to be different in a game; as its variant says where it is None."""

    mode: Mode | str | None
    hidden: HiddenKind | str | None
    max_guesses: int | str | None


class LimitKeywords(TypedDict, total=False):
    """How it is worked out: within so many seconds, or by a `Work`, which says more."""

    time_limit: float | None
    work: Work | None


class WorkKeywords(LimitKeywords, total=False):
    """And on so many threads."""

    jobs: int


class OneThreadOptions(GameKeywords, LimitKeywords, total=False):
    """Both, for what is about whole games and takes one thread; and `force` as in `WritingOptions`."""

    force: bool


class PlayOptions(GameKeywords, WorkKeywords, total=False):
    """Both, for what is about whole games."""


class WritingOptions(PlayOptions, total=False):
    """And whether files are replaced that are there (`files.outputs`)."""

    force: bool


class DepthOptions(WritingOptions, total=False):
    """And the position: what was played, and the next guesses that the question is about, None for all."""

    history: AnyHistory
    opener: str | None
    openers: AnyOpeners


class TotalOptions(DepthOptions, total=False):
    """And what finding a word costs: a guess, unless a goal says something else."""

    goal: Goal


DEFAULTS: Final[dict[str, object]] = {
    "history": None,
    "opener": None,
    "openers": None,
    "goal": TOTAL_GUESSES,
    "mode": None,
    "hidden": None,
    "max_guesses": None,
    "jobs": 1,
    "time_limit": None,
    "work": None,
    "force": False,
}
"""All of them, in the order in which signatures have them."""
_OF_CALLER: Final = 6
"""Which caller of `warnings.warn` has called a function of this package, in `chosen_place`."""
_SAID: Final = "a question says everything but how to work on it"
_OF_WORK: Final = frozenset({"jobs", "time_limit", "work", "force"})
_OF_GAME: Final = frozenset({"mode", "hidden", "max_guesses"})


def spelled_out(options: type[Any]) -> Callable[[F], F]:
    """Return what gives a function, which takes these `options`, a signature with each of them.

    So `help` and editors show them, and one that is unknown is Python's TypeError, as everywhere.
    """

    def decorate(function: F) -> F:
        own = inspect.signature(function)
        kept = [one for one in own.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
        known = options.__annotations__  # with those of the options that it builds on
        more = [
            inspect.Parameter(
                name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=_text(known[name])
            )
            for name, default in DEFAULTS.items()
            if name in known
        ]
        signature = own.replace(parameters=[*kept, *more])

        @functools.wraps(function)
        def call(*arguments: object, **named: object) -> object:
            try:
                signature.bind(*arguments, **named)
            except TypeError as error:
                message = f"{function.__name__}(): {error}"
                raise TypeError(message) from None
            with run(force=truth(named.get("force", False), "force")):
                return function(*arguments, **named)

        call.__signature__ = signature  # type: ignore[attr-defined]
        return cast("F", call)

    return decorate


def _text(annotation: object) -> str:
    """Return an annotation as it is written."""
    return str(getattr(annotation, "__forward_arg__", annotation))


def variant_of(game: object, options: Mapping[str, Any]) -> Variant:
    """Return the variant that is meant, with what the `options` say of it; errors as for `game_of`.

    Where nothing names a mode, the star of a history that is shared means hard mode.
    """
    variant = game_of(cast("AnyGame", game), **{name: options[name] for name in _OF_GAME if name in options})
    history = options.get("history")
    return starred(variant, game, options, history) if isinstance(history, str) else variant


def starred(variant: Variant, game: object, options: Mapping[str, Any], played: str) -> Variant:
    """Return `variant` in the mode of what was `played`, unless the `game` or the `options` name one."""
    named = isinstance(game, Variant) or options.get("mode") is not None
    return variant if named else as_played(variant, played)


def depth_question(game: AnyGame | Question, options: Mapping[str, Any]) -> Question:
    """Return the question that is asked: a ready one, or one about a game, with what the `options` say.

    Raises:
        UsageError, HistoryError, VariantError: see `Question.of`; or a ready question has options, too.
    """
    if isinstance(game, Question):
        demand_no_more(options)
        return game
    return Question.of(variant_of(game, options), history=options.get("history"), openers=_openers(options))


def total_question(game: AnyGame | Question, options: Mapping[str, Any]) -> TotalQuestion:
    """Return the question about totals that is asked; errors as for `depth_question` and `Goal`."""
    if isinstance(game, TotalQuestion):
        demand_no_more(options)
        return game
    goal = options.get("goal", TOTAL_GUESSES)
    if isinstance(game, Question):
        demand_no_more(options, usable=frozenset({"goal"}))
        return TotalQuestion.of(game.variant, history=game.history, openers=game.asked or None, goal=goal)
    variant = variant_of(game, options)
    history = options.get("history")
    return TotalQuestion.of(variant, history=history, openers=_openers(options), goal=goal)


def demand_no_more(
    options: Mapping[str, Any], because: str = _SAID, usable: frozenset[str] = frozenset()
) -> None:
    """Raise UsageError for options that make no sense; those `usable` and about the work do."""
    given = [name for name in options if name not in usable | _OF_WORK and options[name] is not None]
    if given:
        message = f"{because}; leave out {', '.join(given)}"
        raise UsageError(message)


def _openers(options: Mapping[str, Any]) -> AnyOpeners:
    """Return the openers that are meant: one, or several."""
    one, several = options.get("opener"), options.get("openers")
    if one is not None and several is not None:
        message = "give opener or openers, not both"
        raise UsageError(message)
    return several if one is None else [instance(str, one, "an opener, one word; openers takes several")]


def chosen_place(given: object, expected: str, name: str, what: str) -> Path:
    """Return where `what` is written: to the path that is `given`; without one see `default_place`.

    Raises:
        UsageError: no path is given where one is `expected`, but something else.
    """
    if given is not None:
        return path_of(given, expected)
    return default_place(name, what, lambda line: warnings.warn(line, stacklevel=_OF_CALLER))


def work_of(options: Mapping[str, Any]) -> Work:
    """Return how to work on a question.

    Raises:
        UsageError: a number is none, or there is a `Work` and more.
    """
    work, seconds, jobs = options.get("work"), options.get("time_limit"), options.get("jobs", 1)
    if work is not None:
        if seconds is not None or not (isinstance(jobs, int) and jobs == 1):
            message = "a Work says jobs and limits; leave out jobs and time_limit"
            raise UsageError(message)
        return instance(Work, work, "a Work, such as Work(jobs=2)")
    limit = None if seconds is None else number(seconds, "time_limit, in seconds")
    return Work(jobs=jobs, limits=Limits(seconds=limit))
