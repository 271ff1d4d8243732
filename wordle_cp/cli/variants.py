"""`wordle-cp variants`: list, show, check, the JSON Schema of the files; `variants_new` has the rest."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from wordle_cp import data
from wordle_cp.cli.groups import unpacked
from wordle_cp.cli.options import JsonOption, LimitedGameOptions, QuietOption
from wordle_cp.cli.output import (
    ExitCode,
    print_input_error,
    print_json,
    print_report,
    print_text,
    problem_fields,
)
from wordle_cp.cli.variants_new import new
from wordle_cp.errors import VariantError
from wordle_cp.games.variant import Variant, variant_schema
from wordle_cp.views.reports.variants import list_lines, sizes_line, variant_fields, variant_lines

_Source = Annotated[str | None, typer.Argument(metavar="[NAME|FILE]", help="The same as --variant.")]


def list_variants(*, as_json: JsonOption = False) -> ExitCode:
    """List the variants that ship with the program; the first one is the default."""
    variants = [Variant.load(name, codes=True) for name in data.variant_names()]
    fields = {"variants": [variant_fields(variant) for variant in variants]}
    print_report(lambda: fields, list_lines(variants), as_json=as_json)
    return ExitCode.DONE


def show(
    source: _Source = None,
    *,
    game: LimitedGameOptions,
    as_json: JsonOption = False,
) -> ExitCode:
    """Show one variant: its lists with their digests, mode and number of guesses, overrides applied."""
    variant = (game if source is None else replace(game, variant=source)).load(codes=True, boards=True)
    print_report(lambda: variant_fields(variant), variant_lines(variant), as_json=as_json)
    return ExitCode.DONE


def check(
    sources: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME|FILE]...", help="Default: all that ship.")
    ] = None,
    *,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> ExitCode:
    """Check variants and report everything that is wrong with them, with file, line and column."""
    problems: list[dict[str, object]] = []
    for source in sources or data.variant_names():
        try:
            variant = Variant.load(source, codes=True, boards=True)
        except VariantError as error:
            print_input_error(error, as_json=False)
            problems += problem_fields(error)
            continue
        if not (quiet or as_json):
            print_text(sizes_line(source, variant))
    if as_json:
        print_json({"valid": not problems, "problems": problems})
    return ExitCode.BAD_INPUT if problems else ExitCode.DONE


def schema(*, as_json: JsonOption = False) -> ExitCode:
    """Print the JSON Schema of a variant file (it is JSON with and without --json)."""
    del as_json
    print_json(variant_schema())
    return ExitCode.DONE


variants = typer.Typer(help="Variants of the game: word lists, mode and number of guesses.")
for _name, _command in (
    ("list", list_variants),
    ("show", show),
    ("check", check),
    ("schema", schema),
    ("new", new),
):
    variants.command(_name)(unpacked(_command))
