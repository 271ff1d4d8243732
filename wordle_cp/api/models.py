"""The models: `solve_model`, `show_model`, `export_model`, `find_witness`, `fixed`, and what they return."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

from wordle_cp.answers.models import formulations, solve, witness
from wordle_cp.answers.models.fixed import find_fixed
from wordle_cp.answers.models.solve import ModelAnswer
from wordle_cp.api.options import (
    OneThreadOptions,
    PlayOptions,
    WritingOptions,
    demand_no_more,
    spelled_out,
    variant_of,
    work_of,
)
from wordle_cp.certificate.base.records import MAX_DEPTH, MAX_WORDS
from wordle_cp.errors import UsageError
from wordle_cp.games.given import openers_of
from wordle_cp.modelling.formulation import Formulation, ModelQuestion
from wordle_cp.values import function, instance, path_of, text, whole_number, wrong
from wordle_cp.views.formats import models as export
from wordle_cp.work import StoppedError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from os import PathLike

    from wordle_cp.answers.models.fixed import FixedAnswer
    from wordle_cp.answers.models.solve import ShownModel
    from wordle_cp.answers.models.witness import WitnessAnswer
    from wordle_cp.games.given import AnyGame, AnyHistory, AnyOpeners
    from wordle_cp.modelling.exchange.formats import ModelFormat

_MOST_SEED = 2**31 - 1


def formulation(name: str) -> Formulation:
    """Return the model of that name, such as ``adaptive-tree``; UsageError if there is none."""
    return formulations.formulation(text(name, "the name of a model"))


@spelled_out(WritingOptions)
def solve_model(
    model: str | Formulation,
    game: AnyGame | ModelQuestion,
    *,
    depth: int | None = None,
    count: int | None = None,
    words: AnyOpeners = None,
    history: AnyHistory = None,
    seed: int = 0,
    log: Callable[[str], None] | None = None,
    out: str | PathLike[str] | None = None,
    **options: Unpack[WritingOptions],
) -> ModelAnswer:
    """Solve the instance of a `model` for a game, and let the checker judge what follows from its solution.

    `model` is a name or what `formulation` returns. `game` is a variant, the name of one, the path of its
    file, or a `ModelQuestion`, which says the rest: how many guesses there are (`depth`, those of the history
    included; or `count`, those that are fixed in advance), which `words` may be hidden, and what was played.
    With one thread, the default, the same `seed` finds the same solution. `log` gets the solver's log. The
    certificate is kept as `out`, if that is given.

    Raises:
        WordleCpError: an argument is wrong, the model can't be asked this, or `out` can't be written.
    """
    question = _question(game, {"depth": depth, "count": count, "words": words, "history": history}, options)
    number = whole_number(seed, "a seed", 0, _MOST_SEED)
    if log is not None:
        function(log, "log, a function of a line")
    path = None if out is None else path_of(out, "out, the path of a certificate")
    work = work_of(options)
    return solve.solve_model(_model(model), question, work, seed=number, log=log, out=path)


@spelled_out(PlayOptions)
def show_model(
    model: str | Formulation,
    game: AnyGame | ModelQuestion | None = None,
    *,
    depth: int | None = None,
    count: int | None = None,
    words: AnyOpeners = None,
    history: AnyHistory = None,
    **options: Unpack[PlayOptions],
) -> ShownModel:
    """Return what a `model` says, and for a game how large its instance is; the rest as for `solve_model`.

    Raises:
        WordleCpError: as for `solve_model`.
    """
    named = {"depth": depth, "count": count, "words": words, "history": history}
    if game is None:
        demand_no_more({**named, **options}, "without a game there is no instance")
        return solve.show_model(_model(model))
    return solve.show_model(_model(model), _question(game, named, options), work_of(options))


@spelled_out(PlayOptions)
def export_model(
    model: str | Formulation,
    game: AnyGame | ModelQuestion,
    as_format: ModelFormat | str,
    *,
    depth: int | None = None,
    count: int | None = None,
    words: AnyOpeners = None,
    history: AnyHistory = None,
    known: ModelAnswer | None = None,
    **options: Unpack[PlayOptions],
) -> str:
    """Return the instance of a `model` for a game as text for another solver, such as ``"lp"``.

    `known` is what `solve_model` returned, if that is to stand in comments; the rest is as for
    `solve_model`.

    Raises:
        WordleCpError: as for `solve_model`; or the format can't say this, or a limit has struck.
    """
    question = _question(game, {"depth": depth, "count": count, "words": words, "history": history}, options)
    if known is not None:
        instance(ModelAnswer, known, "known, what solve_model returned")
    try:
        return export.export_model(_model(model), question, as_format, work_of(options), known=known)
    except StoppedError as stopped:
        message = f"stopped by the {stopped.reason}: there is no text of the model"
        raise UsageError(message) from None


@spelled_out(WritingOptions)
def find_witness(
    game: AnyGame | ModelQuestion,
    depth: int | None = None,
    *,
    words: AnyOpeners = None,
    history: AnyHistory = None,
    out: str | PathLike[str] | None = None,
    **options: Unpack[WritingOptions],
) -> WitnessAnswer:
    """Find as few hidden words as possible that can't all be found within `depth` guesses.

    `words` are those of the result, and `low` - 1 is how many always can. The rest is as for `solve_model`.

    Raises:
        WordleCpError: an argument is wrong, there is no witness in this mode, or `out` can't be written.
    """
    question = _question(game, {"depth": depth, "words": words, "history": history}, options)
    path = None if out is None else path_of(out, "out, the path of a certificate")
    return witness.find_witness(question, work_of(options), out=path)


@spelled_out(OneThreadOptions)
def fixed(
    game: AnyGame,
    count: int | None = None,
    *,
    leave: int = 1,
    start: AnyOpeners = None,
    words: AnyOpeners = None,
    history: AnyHistory = None,
    out: str | PathLike[str] | None = None,
    **options: Unpack[OneThreadOptions],
) -> FixedAnswer:
    """Find guesses that are fixed in advance and always leave `leave` words or fewer, and how many it takes.

    `guesses` are those of the result; at least `low` are needed. They begin with those of `start`. With a
    `count` it is decided whether so many do, and `out` is the path of the certificate; without it, `out` is a
    folder for two. `words` are those that may be hidden; the rest is as for `solve_model`.

    Raises:
        WordleCpError: an argument is wrong, a response may forbid guesses, or `out` can't be written.
    """
    variant = variant_of(game, options)
    position = ModelQuestion.of(variant, words=words, history=history).position
    return find_fixed(
        position,
        None if count is None else whole_number(count, "count, a number of guesses", 0, MAX_DEPTH),
        leave=whole_number(leave, "leave, a number of words", 1, MAX_WORDS),
        start=openers_of(variant, start) or (),
        out=None if out is None else path_of(out, "out, the path of certificates"),
        work=work_of(options),
    )


def _model(model: object) -> Formulation:
    """Return the model that is meant; UsageError if there is none."""
    if isinstance(model, Formulation):
        return model
    if not isinstance(model, str):
        expected = "a model: its name, or what formulation returns"
        raise wrong(expected, model)
    return formulations.formulation(model)


def _question(game: object, named: Mapping[str, Any], options: Mapping[str, Any]) -> ModelQuestion:
    """Return the question that is asked: a ready one, or one about a game."""
    if isinstance(game, ModelQuestion):
        demand_no_more({**named, **options})
        return game
    return ModelQuestion.of(variant_of(game, options), **named)
