"""The graded instances as files of one format, with a table of what is known about them."""

from __future__ import annotations

from importlib import metadata
from typing import TYPE_CHECKING, Final, NamedTuple

from wordle_cp.answers.models.show import show_model
from wordle_cp.answers.models.solve import solve_model
from wordle_cp.errors import UsageError
from wordle_cp.models.exchange.formats import ModelFormat
from wordle_cp.models.instances import GRADED, MOST_BYTES
from wordle_cp.values import member
from wordle_cp.views.formats.models import export_model
from wordle_cp.work import UNLIMITED, StoppedError, StopReason, Work

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.answers.models.show import ModelSize
    from wordle_cp.answers.models.solve import ModelReport
    from wordle_cp.models.instances import Graded

README: Final = "README.md"
"""The name of the file with the table."""
_HEAD: Final = ("file", "question", "variables", "constraints", "non-zeros", "status", "objective", "seconds")


class _Row(NamedTuple):
    """An instance, what is known about it, and its file: a name, or why there is none."""

    graded: Graded
    size: ModelSize
    known: ModelReport
    file: str


def instance_files(
    as_format: ModelFormat | str, work: Work = UNLIMITED, graded: Sequence[Graded] = GRADED
) -> Iterator[tuple[str, str]]:
    """Solve each graded instance, and yield names and texts of files: those of instances, then a README.

    What the format can't say, or only in more than `MOST_BYTES`, has a row in the README, and no file.

    Raises:
        UsageError: there is no such format. StoppedError: a limit struck.
    """
    chosen = member(ModelFormat, as_format, "a format")
    rows = []
    for number, one in enumerate(graded, 1):
        name = f"{number:02}-{one.name}.{chosen}"
        question = one.question()
        known = solve_model(one.formulation, question, work)
        size = show_model(one.formulation, question, work).size
        if known.stopped_by is not None or size is None:
            raise StoppedError(known.stopped_by or work.reason_to_stop() or StopReason.INTERRUPTED)
        try:
            text = export_model(one.formulation, question, chosen, work, known=known)
        except UsageError as error:
            rows.append(_Row(one, size, known, f"none: {error}".partition(": give")[0]))
            continue
        if len(text.encode()) > MOST_BYTES:
            rows.append(_Row(one, size, known, f"none: it would have more than {MOST_BYTES:,} bytes"))
            continue
        rows.append(_Row(one, size, known, name))
        yield name, text
    yield README, "\n".join([*_readme(chosen, rows), ""])


def _readme(as_format: ModelFormat, rows: Sequence[_Row]) -> Iterator[str]:
    yield f"# {len(rows)} instances of models about Wordle"
    yield ""
    yield f"`wordle-cp model instances --format {as_format}`, of wordle-cp {metadata.version('wordle-cp')},"
    yield "wrote these files. Comments at the top of each have its question, the digests of its word lists"
    yield "and its status. `wordle-cp model show NAME` prints the mathematics of a model; with the rest of a"
    yield "question behind it, the size. Status and objective are what CP-SAT finds. The seconds are for"
    yield "building and solving, and for the check of a certificate where there is one, on the machine that"
    yield "wrote this table."
    yield ""
    yield f"| {' | '.join(_HEAD)} |"
    yield f"|{'---|' * len(_HEAD)}"
    for row in rows:
        found = row.known.found
        objective = "" if found is None or found.objective is None else f"{found.objective}"
        certified = ", certified" if row.known.accepted is not None else ""
        cells = (
            row.file,
            f"`{row.graded.model} {row.graded.arguments}`",
            f"{sum(row.size.variables.values())}",
            f"{sum(row.size.constraints.values())}",
            f"{row.size.nonzeros}",
            f"{row.known.status}{certified}",
            objective,
            f"{row.known.seconds:.2f}",
        )
        yield f"| {' | '.join(cells)} |"
