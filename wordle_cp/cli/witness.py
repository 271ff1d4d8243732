"""`wordle-cp witness`: the fewest hidden words that are too many for G guesses."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from wordle_cp.answers.models.witness import find_witness
from wordle_cp.cli.files import output_option
from wordle_cp.cli.groups import Section, without
from wordle_cp.cli.model import QuestionOptions
from wordle_cp.cli.options import JsonOption
from wordle_cp.cli.output import ExitCode, print_answer
from wordle_cp.cli.running import WorkOptions


def witness(
    *,
    asked: Annotated[QuestionOptions, without("count")],
    out: Annotated[
        Path | None,
        output_option(Section.OUTPUT, "--out", about="Keep the certificate that the words are too many."),
    ] = None,
    options: WorkOptions,
    as_json: JsonOption = False,
) -> ExitCode:
    """Find the fewest hidden words that can't all be found within G guesses.

    For some dozens of words the answer is exact, for more it has bounds. The independent checker judges that
    these words are too many; that there is no smaller set rests on the search.

    Examples:
        wordle-cp witness --depth 3 --after salet.gyybb
        wordle-cp witness --depth 3 --set '???er' --time-limit 60
    """
    question = asked.question()
    with options.working() as work:
        answer = find_witness(question, work, out=out)
    return print_answer(answer, options.describe(answer.stopped_by), as_json=as_json)
