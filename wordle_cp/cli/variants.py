"""`wordle-cp variants check` and `schema`: what is wrong with variant files, and what may stand in them."""

from __future__ import annotations

from typing import Annotated

from wordle_cp import data
from wordle_cp.answers.variants import problem_fields, signs_line, sizes_line
from wordle_cp.cli.output import (
    ExitCode,
    print_input_error,
    print_json,
    print_text,
)
from wordle_cp.commands.files import variant_name
from wordle_cp.commands.options import Option, Section, asked
from wordle_cp.errors import VariantError
from wordle_cp.games.variant import Variant, variant_schema


@asked
def check(
    sources: Annotated[
        list[str] | None,
        Option(Section.ARGUMENTS, "Default: all that ship.", "[NAME|FILE]...", variant_name),
    ] = None,
    *,
    quiet: bool = False,
    as_json: bool = False,
) -> ExitCode:
    """Check variants, and say everything that is wrong with them, with file, line and column.

    Examples:
        wordle-cp variants check mine.yaml
    """
    problems: list[dict[str, object]] = []
    for source in sources or data.variant_names():
        try:
            variant = Variant.load(source)
        except VariantError as error:
            print_input_error(error, as_json=False)
            problems += problem_fields(error)
            continue
        if not (quiet or as_json):
            print_text(sizes_line(source, variant))
            signs = signs_line(variant)
            if signs is not None:
                print_text(f"{source}: {signs}")
    if as_json:
        print_json({"valid": not problems, "problems": problems})
    return ExitCode.BAD_INPUT if problems else ExitCode.DONE


@asked
def schema(*, as_json: bool = False) -> ExitCode:
    """Print the JSON Schema of a variant file, with --json and without it.

    Examples:
        wordle-cp variants schema
    """
    del as_json
    print_json(variant_schema())
    return ExitCode.DONE
