"""Runs a command: what is typed becomes an answer, which is printed, and written where that is asked for."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from wordle_cp.cli.output import ExitCode, print_answer, print_error, print_message
from wordle_cp.commands.files import passed_on
from wordle_cp.commands.options import declared_by
from wordle_cp.errors import CertificateRejected
from wordle_cp.files.outputs import begins_with, put, reserve, run
from wordle_cp.files.write import demand_text_name
from wordle_cp.work import StoppedError, StopReason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.answers.answer import Answer
    from wordle_cp.cli.parse import Chosen, Command, CommandEntry

    A = TypeVar("A", bound=Answer)


def run_command(command: Command, words: Sequence[str]) -> ExitCode:
    """Run the `command` with what is typed behind it, and print its answer."""
    chosen, values = command.read(words)
    keywords = {one.name for one in declared_by(chosen.function)}
    as_json, force = values.get("as_json", False), values.get("force", False)
    with passed_on(as_json=as_json), run(force=force):
        if "work" in keywords:
            return _worked(command.entry, chosen, values)
        answer = chosen.function(**{name: value for name, value in values.items() if name in keywords})
        if answer is None or isinstance(answer, ExitCode):
            return answer or ExitCode.DONE
        quiet = values.get("quiet", False) and not as_json
        return ExitCode.DONE if quiet else print_answer(answer, as_json=as_json)


def _worked(entry: CommandEntry, chosen: Chosen, values: dict[str, Any]) -> ExitCode:
    """Call a function that takes long, and print its answer and what is written beside it."""
    from wordle_cp.cli.alarm import Reached, alarmed  # noqa: PLC0415  not for what is quick
    from wordle_cp.cli.running import LimitOptions, WorkOptions  # noqa: PLC0415

    values.pop("force", None)
    as_json, by = values.pop("as_json", False), chosen.case.by
    beside = _Beside(entry, values.pop("plot", None), values.pop("table", None))
    beside.check()
    limits = LimitOptions(
        time_limit=values.pop("time_limit", None), max_memory=values.pop("max_memory", None)
    )
    options = WorkOptions(values.pop("jobs", None), limits, values.pop("quiet", False))
    kind = {
        "symmetry": values.pop("symmetry", True),
        "whole": by == "--all",
        "worst": by == "--worst",
        "proof": by == "--optimal" or values.get("certificate") is not None,
    }
    with ExitStack() as stack:
        work = stack.enter_context(options.working(**kind))
        try:
            if entry.checks:
                stack.enter_context(alarmed(limits.limits, time.monotonic(), Reached(lambda *_: None)))
            answer = beside.told(chosen.function(**values, work=work))
        except (
            StoppedError
        ) as stopped:  # before the function could say what is known: it says that there is none
            if not entry.checks:
                raise
            interrupted = stopped.reason is StopReason.INTERRUPTED
            answer = chosen.function(**values, work=replace(work, cancelled=lambda: interrupted))
        except CertificateRejected as error:
            if not entry.checks:  # one of ours
                raise
            print_error(f"rejected: {values[entry.checks]}: {error}", as_json=as_json)
            return ExitCode.REJECTED
    struck = options.describe(answer.stopped_by)
    return print_answer(answer, struck, as_json=as_json, write=lambda: beside.write(answer))


def check_table(out: Path | None, begins: str) -> None:
    """Make sure, before the work for it, that a table can be written to `out`, if there is to be one.

    Only a file that `begins` so is replaced, as our tables of this kind do.
    """
    if out is not None:
        demand_text_name(out)
        reserve(out, begins_with(begins))


def write_table(out: Path | None, begins: str, text: str) -> None:
    """Write the table, if there is to be one."""
    if out is not None:
        put(out, text.encode(), begins_with(begins))


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
            check_table(self.table, self._heading)

    def told(self, answer: A) -> A:
        """Return the answer, which says where its table is."""
        return answer if self.table is None else replace(cast("Any", answer), table=self.table)

    def write(self, answer: Answer) -> None:
        """Write them, no table of a ranking that isn't complete: its places would look final."""
        if self.table is not None and getattr(answer, "complete", True):
            write_table(self.table, self._heading, answer.to_csv())
        if self.plot is not None:
            from wordle_cp.views.charts import charts  # noqa: PLC0415  as above
            from wordle_cp.views.charts.files import write_picture  # noqa: PLC0415

            try:
                write_picture(self.plot, getattr(charts, self.entry.chart)(answer))
            except charts.NothingToDrawError as nothing:
                print_message(f"--plot: {nothing}")

    @property
    def _heading(self) -> str:
        """What such a table begins with: only a file that does so, too, is replaced."""
        module, _, name = self.entry.table.partition(":")
        return str(getattr(import_module(f"wordle_cp.answers.{module}"), name))
