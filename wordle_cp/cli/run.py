"""Runs a command: what is typed becomes an answer, which is printed, and written where that is asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from wordle_cp.cli.output import ExitCode, print_answer, print_message
from wordle_cp.commands.files import passed_on
from wordle_cp.files.outputs import begins_with, put, reserve, run
from wordle_cp.files.write import demand_text_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.answers.answer import Answer
    from wordle_cp.cli.parse import Command, CommandEntry

    A = TypeVar("A", bound=Answer)


def run_command(command: Command, words: Sequence[str]) -> ExitCode:
    """Run the `command` with what is typed behind it, and print its answer."""
    chosen, values = command.read(words)
    if chosen.function.__module__.startswith("wordle_cp.cli."):
        result: ExitCode = chosen.function(**values)
        return result
    from wordle_cp.cli.running import LimitOptions, WorkOptions  # noqa: PLC0415  not for what is quick

    as_json, force = values.pop("as_json", False), values.pop("force", False)
    limits = LimitOptions(values.pop("time_limit", None), values.pop("max_memory", None))
    options = WorkOptions(values.pop("jobs", None), limits, values.pop("quiet", False))
    pictures = _Beside(command.entry, values.pop("plot", None), values.pop("table", None))
    by = chosen.case.by
    proof = by == "--optimal" or values.get("certificate") is not None
    with passed_on(as_json=as_json), run(force=force):
        pictures.check()
        symmetry = values.pop("symmetry", True)
        with options.working(
            symmetry=symmetry, whole=by == "--all", worst=by == "--worst", proof=proof
        ) as work:
            answer = pictures.told(chosen.function(**values, work=work))
        struck = options.describe(answer.stopped_by)
        return print_answer(answer, struck, as_json=as_json, write=lambda: pictures.write(answer))


@dataclass(frozen=True, slots=True)
class _Beside:
    """What is written beside an answer: its chart to the file `plot`, its rows to `table`."""

    entry: CommandEntry
    plot: Path | None
    table: Path | None

    def check(self) -> None:
        """Make sure, before the work for them, that they can be written."""
        if self.plot is not None:
            from wordle_cp.views.charts.files import check_picture  # noqa: PLC0415  not needed without

            check_picture(self.plot)
        if self.table is not None:
            demand_text_name(self.table)
            reserve(self.table, begins_with(self._heading))

    def told(self, answer: A) -> A:
        """Return the answer, which says where its table is."""
        return answer if self.table is None else replace(cast("Any", answer), table=self.table)

    def write(self, answer: Answer) -> None:
        """Write them, no table of a ranking that isn't complete: its places would look final."""
        if self.table is not None and getattr(answer, "complete", True):
            put(self.table, answer.to_csv().encode(), begins_with(self._heading))
        if self.plot is not None:
            from wordle_cp.views.charts import charts  # noqa: PLC0415  as above
            from wordle_cp.views.charts.files import write_picture  # noqa: PLC0415

            try:
                write_picture(self.plot, getattr(charts, self.entry.chart)(answer))
            except charts.NothingToDrawError as nothing:
                print_message(str(nothing))

    @property
    def _heading(self) -> str:
        """What such a table begins with: only a file that does so, too, is replaced."""
        module, _, name = self.entry.table.partition(":")
        return str(getattr(import_module(f"wordle_cp.answers.{module}"), name))
