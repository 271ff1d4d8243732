"""Runs a command: what is typed becomes an answer, which is printed, and written where that is asked for."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from wordle_cp.cli import output
from wordle_cp.commands.files import certificate, passed_on
from wordle_cp.commands.options import demand_apart
from wordle_cp.commands.shared import JOBS
from wordle_cp.errors import CertificateRejected, OwnCertificateRejected
from wordle_cp.files.outputs import begins_with, put, reserve, run
from wordle_cp.files.write import demand_csv_name
from wordle_cp.work import StoppedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.answers.answer import Answer
    from wordle_cp.cli.parse import Chosen, Command, CommandEntry
    from wordle_cp.files.outputs import Ours

    A = TypeVar("A", bound=Answer)


def run_command(command: Command, words: Sequence[str]) -> output.ExitCode:
    """Run the `command` with what is typed behind it, and print its answer."""
    chosen, values = command.read(words)
    keywords = signature(chosen.function).parameters
    as_json, force = values.get("as_json", False), values.get("force", False)
    with passed_on(as_json=as_json), run(force=force):
        if "work" in keywords:
            return _worked(command.entry, chosen, values)
        answer = chosen.function(**{name: value for name, value in values.items() if name in keywords})
        if answer is None or isinstance(answer, output.ExitCode):
            return answer or output.ExitCode.DONE
        quiet = values.get("quiet", False) and not as_json
        return output.ExitCode.DONE if quiet else output.print_answer(answer, as_json=as_json)


def _worked(entry: CommandEntry, chosen: Chosen, values: dict[str, Any]) -> output.ExitCode:
    """Call a function that takes long, and print its answer and what is written beside it."""
    from wordle_cp.cli.running import WorkOptions  # noqa: PLC0415  not for what is quick

    values.pop("force", None)
    as_json, by = values.pop("as_json", False), chosen.case.by
    written = {one.keyword for one in chosen.parameters if one.option.writes} | {"plot", "table"}
    demand_apart({name: file for name, file in values.items() if name in written})
    beside = _Beside(entry, values.pop("plot", None), values.pop("table", None))
    beside.check()
    threads = any(one.option is JOBS for one in chosen.parameters)
    options = WorkOptions(
        jobs=values.pop("jobs", None) if threads else None,
        time_limit=values.pop("time_limit", None),
        max_memory=values.pop("max_memory", None),
        quiet=values.pop("quiet", False),
    )
    kind = {
        "symmetry": values.pop("symmetry", True),
        "whole": by == "--all",
        "worst": by == "--worst",
        "proof": by == "--optimal" or values.get("certificate") is not None,
    }
    with options.working(**kind) as work:
        try:
            answer = chosen.function(**values, work=work)
        except StoppedError as stopped:  # it is there whole or not at all
            tell = output.print_text if entry.as_json else output.print_message
            if as_json:
                seconds = round(time.monotonic() - work.started, 3)
                output.print_json({"stopped_by": stopped.reason, "seconds": seconds})
            else:
                tell(f"stopped by {options.describe(stopped.reason)}: there is no result")
            return output.ExitCode.UNDECIDED
        except OwnCertificateRejected:
            raise
        except CertificateRejected as error:
            files = [values.get(one.keyword) for one in chosen.parameters if one.option.reads is certificate]
            named = [str(file) for file in files if isinstance(file, Path)]
            output.print_error(": ".join(["rejected", *named, str(error)]), as_json=as_json)
            return output.ExitCode.REJECTED
    if isinstance(answer, str):
        if answer:
            output.print_lines(answer.rstrip("\n"))
        return output.ExitCode.DONE
    answer = beside.told(answer)
    struck = options.describe(getattr(answer, "stopped_by", None))
    return output.print_answer(answer, struck, as_json=as_json, write=lambda: beside.write(answer))


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
            demand_csv_name(self.table)
            reserve(self.table, self._ours())

    def told(self, answer: A) -> A:
        """Return the answer, which says where its table is."""
        return answer if self.table is None else replace(cast("Any", answer), table=self.table)

    def write(self, answer: Answer) -> None:
        """Write them, no table of a ranking that isn't complete: its places would look final."""
        if self.table is not None and getattr(answer, "complete", True):
            put(self.table, answer.to_csv().encode(), self._ours())
        if self.plot is not None:
            from wordle_cp.views.charts import charts  # noqa: PLC0415  as above
            from wordle_cp.views.charts.files import write_picture  # noqa: PLC0415

            try:
                write_picture(self.plot, getattr(charts, self.entry.chart)(answer))
            except charts.NothingToDrawError as nothing:
                output.print_message(f"--plot: {nothing}")

    def _ours(self) -> Ours:
        """Return what tells whether a file is such a table: only one that begins as ours do is replaced."""
        module, _, name = self.entry.table.partition(":")
        return begins_with(getattr(import_module(f"wordle_cp.answers.{module}"), name))
