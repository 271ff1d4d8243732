"""The models: what they say, and their answers to questions about few words; witnesses, and fixed guesses."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from wordle_cp.certificate.base.records import MAX_DEPTH, MAX_WORDS
from wordle_cp.commands import shared
from wordle_cp.commands.files import demand_name, input_name
from wordle_cp.commands.options import NEEDED, Made, Option, Section, asked
from wordle_cp.data import DEFAULT_VARIANT
from wordle_cp.errors import UsageError, abridged, argument
from wordle_cp.files.outputs import put, reserve
from wordle_cp.files.write import demand_text_name
from wordle_cp.games.given import AnyGame, AnyOpeners, matching, openers_of
from wordle_cp.modelling.exchange.formats import ModelFormat
from wordle_cp.values import instance, wrong

if TYPE_CHECKING:
    from wordle_cp.answers.models.fixed import FixedAnswer
    from wordle_cp.answers.models.solve import ModelAnswer, ModelList, ShownModel
    from wordle_cp.answers.models.witness import WitnessAnswer
    from wordle_cp.games.variant import Variant
    from wordle_cp.modelling.formulation import Formulation, ModelQuestion

_MOST_SEED = 2**31 - 1
_SHOWN_GAME = replace(shared.GAME, usual=NEEDED)


def _set(text: str) -> str | Path:
    """Return what --set says: a pattern, or a file."""
    if not text:
        message = "expected a file or a pattern such as ?ills, found nothing"
        raise ValueError(message)
    return text if "?" in text and not Path(text).exists() else input_name(text)


Words = Annotated[
    AnyOpeners,
    Option(
        Section.QUESTION,
        "Let only these words be hidden: those of a file (one a line), or those that match a "
        "pattern such as '?ills'.",
        "FILE|PATTERN",
        _set,
        ("--set",),
    ),
]
Count = Annotated[
    int | None,
    Option(
        Section.QUESTION,
        "How many guesses are fixed in advance, those of --after not included.",
        "K",
        takes=shared.whole(0, MAX_DEPTH),
    ),
]
ModelOption = Annotated[Any, Option(Section.ARGUMENTS, "A model, as model list names it.", "NAME")]


@asked
def model_question_of(
    game: Annotated[AnyGame | Any, shared.GAME],
    *,
    depth: Annotated[int | None, shared.DEPTH] = None,
    count: Count = None,
    words: Words = None,
    history: shared.After = None,
    mode: shared.ModeOption = None,
    hidden: shared.HiddenOption = None,
    max_guesses: shared.MaxGuesses = None,
) -> ModelQuestion:
    """Return what a model is asked: a ready question, or one about a game."""
    from wordle_cp.modelling.formulation import ModelQuestion as Question  # noqa: PLC0415  help texts don't need it

    about: dict[str, Any] = {"depth": depth, "count": count, "words": words, "history": history}
    changes = {"mode": mode, "hidden": hidden, "max_guesses": max_guesses}
    if isinstance(game, Question):
        shared.nothing_more(**about, **changes)
        return game
    variant = shared.variant_of(game, **changes, played=history if isinstance(history, str) else None)
    return Question.of(variant, **{**about, "words": _chosen(words, variant)})


def _chosen(words: AnyOpeners, variant: Variant) -> AnyOpeners:
    """Return the hidden words that are meant: those that match a pattern, or those given."""
    from wordle_cp.games.typed import readings  # noqa: PLC0415  for a pattern alone
    from wordle_cp.rules.letters import normal  # noqa: PLC0415  as above

    if not isinstance(words, str) or "?" not in words:
        return words
    letters = variant.alphabet.letters
    read = (one for one in readings(words.lower(), letters) if len(one) == variant.length)
    pattern = next(read, normal(words))
    if len(pattern) != variant.length:
        expected = f"a pattern of {variant.length} letters, with ? for any"
        message = f"{argument('words')}: expected {expected}, found {abridged(words)}"
        raise UsageError(message)
    if not (found := matching(variant.hidden, pattern)):
        none = f"no hidden word of {variant.name} matches {words}"
        message = f"{argument('words')}: {none}; try {argument('hidden')} big, or a file"
        raise UsageError(message)
    return found


_Asked = Annotated[Any, Made(model_question_of)]


def list_models() -> ModelList:
    """List the models: what each one asks, of how many words at most, and in which modes.

    Examples:
        wordle-cp model list
    """
    from wordle_cp.answers.models.solve import ModelList as Models  # noqa: PLC0415  see the package

    return Models()


def formulation(name: str) -> Formulation:
    """Return the model of that name, such as ``adaptive-tree``; UsageError if there is none."""
    return model_of(name)


def model_of(model: object) -> Formulation:
    """Return the model that is meant; UsageError if there is none."""
    from wordle_cp.answers.models import formulations  # noqa: PLC0415  help texts don't need it
    from wordle_cp.modelling.formulation import Formulation as Model  # noqa: PLC0415  as above

    if isinstance(model, Model):
        return model
    if not isinstance(model, str):
        expected = "a model: its name, or what formulation returns"
        raise wrong(expected, model)
    return formulations.formulation(model)


@asked
def solve_model(
    model: ModelOption,
    question: _Asked,
    *,
    seed: Annotated[
        int,
        Option(
            Section.RARE,
            "Seed of CP-SAT. With --jobs 1 two runs with one seed find the same solution.",
            "N",
            takes=shared.whole(0, _MOST_SEED),
        ),
    ] = 0,
    log: Annotated[
        bool | Callable[[str], None] | None,
        Option(Section.OUTPUT, "Print the log of CP-SAT, too, on standard error."),
    ] = None,
    out: Annotated[Path | None, shared.writes("Keep the certificate of the answer, if there is one.")] = None,
    work: shared.Working,
) -> ModelAnswer:
    """Solve a model, and say what its answer is worth.

    If a strategy follows, or words that can't all be found, the independent checker judges its certificate.
    Everything else rests on the solver's word, and the report says so.

    Examples:
        wordle-cp model solve separating-set --variant toy
        wordle-cp model solve weights --depth 5 --set '?ills' --hidden big

    `model` is a name or what `formulation` returns. `game` is a variant, the name of one, the path of its
    file, or a `ModelQuestion`, which says the rest: how many guesses there are (`depth`, those of the history
    included; or `count`, those that are fixed in advance), which `words` may be hidden, and what was played.
    With one thread, the default, the same `seed` finds the same solution. `log` gets the solver's log, a line
    a call. The certificate is kept as `out`, if that is given.

    Raises:
        WordleCpError: an argument is wrong, the model can't be asked this, or `out` can't be written.
    """
    from wordle_cp.answers.models.solve import solve_model as solve  # noqa: PLC0415  see the package

    told = (_print if log else None) if log is None or isinstance(log, bool) else log
    return solve(model_of(model), question, work, seed=seed, log=told, out=out)


def _print(line: str) -> None:
    sys.stderr.write(f"{line}\n")


@asked
def show_model(
    model: ModelOption,
    game: Annotated[AnyGame | Any, _SHOWN_GAME] = DEFAULT_VARIANT,
    question: _Asked = None,
    *,
    work: shared.OneThread,
) -> ShownModel:
    """Show a model: its sets, variables and constraints, and why a solution answers the question.

    With a question, it also shows how large the model is then.

    Examples:
        wordle-cp model show adaptive-tree
        wordle-cp model show adaptive-tree --depth 3 --variant toy

    Raises:
        WordleCpError: as for `solve_model`.
    """
    from wordle_cp.answers.models.solve import show_model as show  # noqa: PLC0415  see the package

    del game  # which the question has
    return show(model_of(model), question, work)


@asked
def export_model(
    model: ModelOption,
    question: _Asked,
    as_format: Annotated[
        ModelFormat | None,
        Option(
            Section.OUTPUT, "What to write. Default: what the name of --out ends in.", names=("--format",)
        ),
    ] = None,
    *,
    known: ModelAnswer | None = None,
    out: Annotated[Path | None, shared.writes("Where the model goes. Default: standard output.")] = None,
    solved: Annotated[
        bool,
        Option(Section.QUESTION, "Solve it first, and write its status into the file.", names=("--solve",)),
    ] = False,
    proof: Annotated[
        Path | None,
        shared.writes(
            "With --format opb: write a proof for VeriPB that there is no solution, too.",
            section=Section.RARE,
        ),
    ] = None,
    work: shared.Working,
) -> str:
    """Write a model for another solver: CP-SAT's own text, MPS, LP, OPB, MiniZinc or DIMACS.

    Variables and constraints keep their names. Comments at the top say what was asked, and of which lists.

    Examples:
        wordle-cp model export adaptive-tree --depth 2 --variant toy --format mzn
        wordle-cp model export separating-set --variant toy --out toy.mps

    The text, such as ``"lp"``, is returned; what is written to `out` isn't. `known` is what `solve_model`
    returned, if that is to stand in comments. Where the linear relaxation has no solution, a `proof` of one
    line says so, for VeriPB; the rest is as for `solve_model`.

    Raises:
        WordleCpError: as for `solve_model`; or the format can't say this, or a limit has struck.
    """
    from wordle_cp.answers.models.solve import ModelAnswer as Answer  # noqa: PLC0415  see the package
    from wordle_cp.answers.models.solve import solve_model as solve  # noqa: PLC0415
    from wordle_cp.views.formats.models import export_model as export  # noqa: PLC0415
    from wordle_cp.views.formats.models import export_proof  # noqa: PLC0415

    chosen = model_of(model)
    if known is not None:
        instance(Answer, known, "known, what solve_model returned")
    wanted = _format_of(out, as_format)
    if out is not None:
        demand_text_name(out)
        reserve(out)
    if proof is not None:
        if wanted != ModelFormat.OPB:
            message = f"{argument('proof')} is about opb, found {argument('as_format')} {wanted}"
            raise UsageError(message)
        demand_text_name(proof)
        reserve(proof)
    text = export(chosen, question, wanted, work, known=solve(chosen, question, work) if solved else known)
    if proof is not None:
        put(proof, export_proof(chosen, question, work).encode())
    if out is None:
        return text
    put(out, text.encode())
    return ""


def _format_of(out: Path | None, wanted: ModelFormat | None) -> ModelFormat:
    """Return the format that is `wanted`, or that the name of the file says; UsageError for two or none."""
    end = "" if out is None else out.suffix.lower().removeprefix(".")
    if wanted is not None:
        if end in set(ModelFormat) - {wanted}:
            message = f"{argument('as_format')} {wanted}: not with {argument('out')} {out}, which says {end}"
            raise UsageError(message)
        return wanted
    if end not in set(ModelFormat):
        found = "neither" if out is None else f"{argument('out')} {out}"
        formats, both = ", ".join(ModelFormat), f"{argument('as_format')}, or {argument('out')}"
        message = f"expected {both} with a name that ends in one of {formats}; found {found}"
        raise UsageError(message)
    return ModelFormat(end)


@asked
def find_witness(
    question: _Asked,
    depth: Annotated[int | None, shared.DEPTH] = None,
    *,
    out: Annotated[Path | None, shared.writes("Keep the certificate that the words are too many.")] = None,
    work: shared.Working,
) -> WitnessAnswer:
    """Find the fewest hidden words that can't all be found within G guesses.

    For some dozens of words the answer is exact, for more it has bounds. The independent checker judges that
    these words are too many; that there is no smaller set rests on the search and on CP-SAT.

    Examples:
        wordle-cp witness --depth 3 --after salet.gyybb
        wordle-cp witness --depth 3 --set '???er' --time-limit 60

    `words` are those of the result, and `low` - 1 is how many always can. The rest is as for `solve_model`.

    Raises:
        WordleCpError: an argument is wrong, there is no witness in this mode, or `out` can't be written.
    """
    from wordle_cp.answers.models.witness import find_witness as find  # noqa: PLC0415  see the package

    del depth  # which the question has
    return find(question, work, out=out)


def _start(text: str) -> tuple[str, ...]:
    words = tuple(word.strip() for word in text.split(","))
    if not all(words):
        message = f"expected guesses with a comma between them, found {abridged(text)}"
        raise ValueError(message)
    return words


@asked
def fixed(
    game: Annotated[AnyGame, shared.GAME],
    count: Annotated[
        int | None,
        Option(
            Section.QUESTION,
            "Decide whether K guesses do, those of --start included. Default: find the least K.",
            "K",
            takes=shared.whole(0, MAX_DEPTH),
        ),
    ] = None,
    *,
    leave: Annotated[
        int,
        Option(
            Section.QUESTION,
            "How many words may be left when all responses are known.",
            "N",
            takes=shared.whole(1, MAX_WORDS),
        ),
    ] = 1,
    start: Annotated[
        AnyOpeners,
        Option(
            Section.QUESTION,
            "Begin with these guesses, for example salet,corny.",
            "W,W",
            _start,
        ),
    ] = None,
    words: Words = None,
    history: shared.After = None,
    out: Annotated[
        Path | None,
        shared.writes("Keep the certificates in this folder. With --count: keep it as this file."),
    ] = None,
    mode: shared.ModeOption = None,
    hidden: shared.HiddenOption = None,
    max_guesses: shared.MaxGuesses = None,
    work: shared.OneThread,
) -> FixedAnswer:
    """Find guesses that tell all words apart, chosen before the first response and played regardless.

    After them one word is left, whatever was hidden, and the next guess is right. Both answers, that some K
    guesses do and that fewer can't, are proven: an independent checker has accepted their certificates.

    Examples:
        wordle-cp fixed --variant toy
        wordle-cp fixed --count 4
        wordle-cp fixed --set '?atch' --leave 2

    `guesses` are those of the result; at least `low` are needed. They begin with those of `start`. With a
    `count` it is decided whether that number is enough, and `out` is the path of the certificate; without it,
    `out` is a folder for two. `words` are those that may be hidden; the rest is as for `solve_model`.

    Raises:
        WordleCpError: an argument is wrong, a response may forbid guesses, or `out` can't be written.
    """
    from wordle_cp.answers.models.fixed import find_fixed  # noqa: PLC0415  see the package

    if count is None:
        demand_name(out)
    changes = {"mode": mode, "hidden": hidden, "max_guesses": max_guesses}
    position = model_question_of(game, words=words, history=history, **changes).position
    first = openers_of(position.variant, start) or ()
    return find_fixed(position, count, leave=leave, start=first, out=out, work=work)
