"""Runs a command: what is typed becomes an answer, which is printed, and written where that is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.cli.output import ExitCode, print_answer
from wordle_cp.commands.files import passed_on
from wordle_cp.files.outputs import run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.cli.parse import Command


def run_command(command: Command, words: Sequence[str]) -> ExitCode:
    """Run the `command` with what is typed behind it, and print its answer."""
    chosen, values = command.read(words)
    if chosen.function.__module__.startswith("wordle_cp.cli."):
        result: ExitCode = chosen.function(**values)
        return result
    from wordle_cp.cli.running import LimitOptions, WorkOptions  # noqa: PLC0415  not for what is quick

    as_json, force = values.pop("as_json", False), values.get("force", False)
    limits = LimitOptions(values.pop("time_limit", None), values.pop("max_memory", None))
    options = WorkOptions(values.pop("jobs", None), limits, values.pop("quiet", False))
    proof = chosen.case.by == "--optimal"
    with passed_on(as_json=as_json), run(force=force):
        with options.working(symmetry=values.pop("symmetry", True), proof=proof) as work:
            answer = chosen.function(**values, work=work)
        return print_answer(answer, options.describe(answer.stopped_by), as_json=as_json)
