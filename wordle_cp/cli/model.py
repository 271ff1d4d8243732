"""`wordle-cp model`: the models for CP-SAT and linear programs: list them, show, solve and export one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from wordle_cp.answers.models.formulations import formulation
from wordle_cp.answers.models.solve import ModelList, show_model, solve_model
from wordle_cp.certificate.base.records import MAX_DEPTH
from wordle_cp.cli.files import output_option
from wordle_cp.cli.groups import Section, argument, option, without
from wordle_cp.cli.options import GameOptions, JsonOption, QuietOption, whole_number
from wordle_cp.cli.output import ExitCode, print_answer, print_error, print_lines, print_message
from wordle_cp.cli.parse import CommandEntry, Group
from wordle_cp.cli.position import DEPTH, AfterOption, history_of
from wordle_cp.cli.running import LimitOptions, WorkOptions
from wordle_cp.commands.files import input_name
from wordle_cp.errors import UsageError, abridged
from wordle_cp.files.outputs import put, reserve
from wordle_cp.files.write import demand_text_name
from wordle_cp.games.given import matching, read_guesses
from wordle_cp.games.typed import readings
from wordle_cp.modelling.exchange.formats import ModelFormat
from wordle_cp.modelling.formulation import ModelQuestion
from wordle_cp.rules.letters import normal
from wordle_cp.views.formats.models import export_model
from wordle_cp.work import StoppedError

if TYPE_CHECKING:
    from wordle_cp.games.variant import Variant

_Name = Annotated[str, argument(metavar="NAME", help="A model, as model list names it.")]
_MOST_SEED: Final = 2**31 - 1


SetOption = Annotated[
    str | None,
    option(
        Section.QUESTION,
        "--set",
        metavar="FILE|PATTERN",
        about="Let only these words be hidden: those of a file (one a line), or those that match a "
        "pattern such as '?ills'.",
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionOptions:
    """What a model is asked."""

    depth: Annotated[int | None, DEPTH] = None
    count: Annotated[
        int | None,
        option(
            Section.QUESTION,
            "--count",
            metavar="K",
            parser=whole_number(0, MAX_DEPTH),
            about="How many guesses are fixed in advance, those of --after not included.",
        ),
    ] = None
    after: AfterOption = None
    words: SetOption = None
    game: Annotated[GameOptions, without("max_guesses")]

    @property
    def given(self) -> bool:
        """Whether anything is asked."""
        return self != QuestionOptions(game=GameOptions())

    def question(self) -> ModelQuestion:
        """Return what is asked.

        Raises:
            UsageError: the set is empty, or no list of guesses. FileError: it can't be read.
            HistoryError: see `ModelQuestion.of`.
        """
        variant = self.game.load(codes=True, played=self.after)
        words = None if self.words is None else set_of(self.words, variant)
        return ModelQuestion.of(
            variant, history=history_of(self.after, variant), words=words, depth=self.depth, count=self.count
        )


def set_of(text: str, variant: Variant) -> tuple[str, ...]:
    """Return the words that --set says.

    Raises:
        UsageError: there are none, or they are no guesses. FileError: the file can't be read.
    """
    if not text:
        message = "--set: expected a file or a pattern such as ?ills, found nothing"
        raise UsageError(message)
    if "?" not in text or Path(text).exists():
        return read_guesses(input_name(text), variant)
    pattern = next(
        (one for one in readings(text.lower(), variant.alphabet.letters) if len(one) == variant.length),
        normal(text),
    )
    if len(pattern) != variant.length:
        message = (
            f"--set: expected a pattern of {variant.length} letters, with ? for any, found {abridged(text)}"
        )
        raise UsageError(message)
    found = matching(variant.hidden, pattern)
    if not found:
        message = f"--set: no hidden word of {variant.name} matches {text}; try --hidden big, or a file"
        raise UsageError(message)
    return found


def list_models(*, as_json: JsonOption = False) -> ExitCode:
    """List the models: what each one asks, of how many words at most, and in which modes.

    Examples:
        wordle-cp model list
    """
    return print_answer(ModelList(), as_json=as_json)


def show(
    name: _Name,
    *,
    asked: QuestionOptions,
    limits: LimitOptions,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> ExitCode:
    """Show a model: its sets, variables and constraints, and why a solution answers the question.

    With a question, it also shows how large the model is then.

    Examples:
        wordle-cp model show adaptive-tree
        wordle-cp model show adaptive-tree --depth 3 --variant toy
    """
    chosen = formulation(name)
    question = asked.question() if asked.given else None
    with WorkOptions(1, limits, quiet).working() as work:
        answer = show_model(chosen, question, work)
    return print_answer(answer, limits.describe(answer.stopped_by), as_json=as_json)


def solve(
    name: _Name,
    *,
    asked: QuestionOptions,
    seed: Annotated[
        int,
        option(
            Section.RARE,
            "--seed",
            metavar="N",
            parser=whole_number(0, _MOST_SEED),
            about="Seed of CP-SAT. With --jobs 1 two runs with one seed find the same solution.",
        ),
    ] = 0,
    log: Annotated[
        bool, option(Section.OUTPUT, "--log", about="Print the log of CP-SAT, too, on standard error.")
    ] = False,
    out: Annotated[
        Path | None,
        output_option(Section.OUTPUT, "--out", about="Keep the certificate of the answer, if there is one."),
    ] = None,
    options: WorkOptions,
    as_json: JsonOption = False,
) -> ExitCode:
    """Solve a model, and say what its answer is worth.

    If a strategy follows, or words that can't all be found, the independent checker judges its certificate.
    Everything else rests on the solver's word, and the report says so.

    Examples:
        wordle-cp model solve separating-set --variant toy
        wordle-cp model solve weights --depth 5 --set '?ills' --hidden big
    """
    chosen, question = formulation(name), asked.question()
    with options.working() as work:
        answer = solve_model(chosen, question, work, seed=seed, log=print_message if log else None, out=out)
    return print_answer(answer, options.describe(answer.stopped_by), as_json=as_json)


def export(
    name: _Name,
    *,
    asked: QuestionOptions,
    model_format: Annotated[
        ModelFormat | None,
        option(Section.OUTPUT, "--format", about="What to write. Default: what the name of --out ends in."),
    ] = None,
    out: Annotated[
        Path | None,
        output_option(Section.OUTPUT, "--out", about="Where the model goes. Default: standard output."),
    ] = None,
    solved: Annotated[
        bool, option(Section.QUESTION, "--solve", about="Solve it first, and write its status into the file.")
    ] = False,
    options: WorkOptions,
) -> ExitCode:
    """Write a model for another solver: CP-SAT's own text, MPS, LP, OPB, MiniZinc or DIMACS.

    Variables and constraints keep their names. Comments at the top say what was asked, and of which lists.

    Examples:
        wordle-cp model export adaptive-tree --depth 2 --variant toy --format mzn
        wordle-cp model export separating-set --variant toy --out toy.mps
    """
    chosen = formulation(name)
    as_format = model_format or _format_of(out)
    if out is not None:
        demand_text_name(out)
        reserve(out)
    question = asked.question()
    try:
        with options.working() as work:
            known = solve_model(chosen, question, work) if solved else None
            text = export_model(chosen, question, as_format, work, known=known)
    except StoppedError as error:
        print_error(f"stopped by {options.describe(error.reason)}: nothing is written", as_json=False)
        return ExitCode.UNDECIDED
    if out is None:
        print_lines(text.rstrip("\n"))
    else:
        put(out, text.encode())
    return ExitCode.DONE


def _format_of(out: Path | None) -> ModelFormat:
    """Return the format that the name of the file says; UsageError if it says none."""
    end = "" if out is None else out.suffix.lower().removeprefix(".")
    if end not in set(ModelFormat):
        found = "neither" if out is None else f"--out {out}"
        formats = ", ".join(ModelFormat)
        message = f"expected --format, or --out with a name that ends in one of {formats}; found {found}"
        raise UsageError(message)
    return ModelFormat(end)


_LOOK: Final = "Look at models"
_ASK: Final = "Ask one"
model = Group(
    "wordle-cp model",
    """See the models for CP-SAT and linear programs, solve one, or take it to another solver.

Examples:
    wordle-cp model list
    wordle-cp model show separating-set
    wordle-cp model solve separating-set --variant toy
    wordle-cp model export separating-set --variant toy --format lp
""",
    (
        CommandEntry("list", _LOOK, "List the models: what each one asks", "model:list_models"),
        CommandEntry("show", _LOOK, "Show the mathematics of one, and its size for a question", "model:show"),
        CommandEntry("solve", _ASK, "Solve one, and say what its answer is worth", "model:solve"),
        CommandEntry("export", _ASK, "Write one for another solver", "model:export"),
    ),
)
