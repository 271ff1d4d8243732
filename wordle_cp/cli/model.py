"""`wordle-cp model`: the models for CP-SAT and linear programs: list them, show, solve and export one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final

from wordle_cp.cli.output import ExitCode, print_error, print_lines
from wordle_cp.cli.parse import Case, CommandEntry, Group
from wordle_cp.cli.running import WorkOptions, working_of
from wordle_cp.commands.models import ModelOption, model_of, model_question_of
from wordle_cp.commands.options import Made, Option, Section, asked
from wordle_cp.commands.shared import writes
from wordle_cp.errors import UsageError
from wordle_cp.files.outputs import put, reserve
from wordle_cp.files.write import demand_text_name
from wordle_cp.modelling.exchange.formats import ModelFormat
from wordle_cp.work import StoppedError


@asked
def export(
    model: ModelOption,
    question: Annotated[Any, Made(model_question_of)],
    *,
    model_format: Annotated[
        ModelFormat | None,
        Option(
            Section.OUTPUT, "What to write. Default: what the name of --out ends in.", names=("--format",)
        ),
    ] = None,
    out: Annotated[Path | None, writes("Where the model goes. Default: standard output.")] = None,
    solved: Annotated[
        bool,
        Option(Section.QUESTION, "Solve it first, and write its status into the file.", names=("--solve",)),
    ] = False,
    options: Annotated[WorkOptions, Made(working_of)],
) -> ExitCode:
    """Write a model for another solver: CP-SAT's own text, MPS, LP, OPB, MiniZinc or DIMACS.

    Variables and constraints keep their names. Comments at the top say what was asked, and of which lists.

    Examples:
        wordle-cp model export adaptive-tree --depth 2 --variant toy --format mzn
        wordle-cp model export separating-set --variant toy --out toy.mps
    """
    from wordle_cp.answers.models.solve import solve_model  # noqa: PLC0415  help texts don't need it
    from wordle_cp.views.formats.models import export_model  # noqa: PLC0415  as above

    chosen = model_of(model)
    as_format = model_format or _format_of(out)
    if out is not None:
        demand_text_name(out)
        reserve(out)
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
        CommandEntry("list", _LOOK, "List the models: what each one asks", "models", (Case("list_models"),)),
        CommandEntry(
            "show",
            _LOOK,
            "Show the mathematics of one, and its size for a question",
            "models",
            (Case("show_model", without=("max_guesses",)),),
        ),
        CommandEntry(
            "solve",
            _ASK,
            "Solve one, and say what its answer is worth",
            "models",
            (Case("solve_model", without=("max_guesses",)),),
        ),
        CommandEntry(
            "export",
            _ASK,
            "Write one for another solver",
            "cli.model",
            (Case("export", without=("max_guesses",)),),
            as_json=False,
        ),
    ),
)
