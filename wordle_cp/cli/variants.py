"""`wordle-cp variants`: list, show, check, the JSON Schema of the files; `variants_new` has the rest."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Final

from wordle_cp import data
from wordle_cp.answers.variants import ShownVariant, VariantList, signs_line, sizes_line
from wordle_cp.cli.groups import argument
from wordle_cp.cli.options import JsonOption, LimitedGameOptions, QuietOption
from wordle_cp.cli.output import (
    ExitCode,
    print_answer,
    print_input_error,
    print_json,
    print_text,
    problem_fields,
)
from wordle_cp.cli.parse import CommandEntry, Group
from wordle_cp.commands.files import variant_name
from wordle_cp.errors import VariantError
from wordle_cp.games.variant import Variant, variant_schema

_Source = Annotated[
    str | None, argument(parser=variant_name, metavar="[NAME|FILE]", help="The same as --variant.")
]


def list_variants(*, as_json: JsonOption = False) -> ExitCode:
    """List the variants that ship; the first one is the default.

    Examples:
        wordle-cp variants list
    """
    variants = tuple(Variant.load(name, codes=True) for name in data.variant_names())
    return print_answer(VariantList(variants), as_json=as_json)


def show(
    source: _Source = None,
    *,
    game: LimitedGameOptions,
    as_json: JsonOption = False,
) -> ExitCode:
    """Show a variant: its lists with their digests, its mode and its number of guesses.

    Examples:
        wordle-cp variants show nyt-2022-02-15
        wordle-cp variants show --mode hard --hidden big
    """
    variant = (game if source is None else replace(game, variant=source)).load(codes=True)
    return print_answer(ShownVariant(variant), as_json=as_json)


def check(
    sources: Annotated[
        list[str] | None,
        argument(parser=variant_name, metavar="[NAME|FILE]...", help="Default: all that ship."),
    ] = None,
    *,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> ExitCode:
    """Check variants, and say everything that is wrong with them, with file, line and column.

    Examples:
        wordle-cp variants check mine.yaml
    """
    problems: list[dict[str, object]] = []
    for source in sources or data.variant_names():
        try:
            variant = Variant.load(source, codes=True)
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


def schema(*, as_json: JsonOption = False) -> ExitCode:
    """Print the JSON Schema of a variant file, with --json and without it.

    Examples:
        wordle-cp variants schema
    """
    del as_json
    print_json(variant_schema())
    return ExitCode.DONE


_SHIPPED: Final = "Look at variants"
_OWN: Final = "Write variants"
variants = Group(
    "wordle-cp variants",
    """List the variants that ship, write variants of your own, and check them.

Examples:
    wordle-cp variants list
    wordle-cp variants new mine.yaml --guesses words.txt
    wordle-cp variants import answers.txt allowed.txt --name mine
    wordle-cp variants check mine.yaml
""",
    (
        CommandEntry("list", _SHIPPED, "List the variants that ship", "variants:list_variants"),
        CommandEntry(
            "show", _SHIPPED, "Show one: its lists, its mode, its number of guesses", "variants:show"
        ),
        CommandEntry("new", _OWN, "Write a file for a variant of your own", "variants_new:new"),
        CommandEntry(
            "import", _OWN, "Make one of lists of words as you have them", "variants_import:import_lists"
        ),
        CommandEntry("check", _OWN, "Say everything that is wrong with such a file", "variants:check"),
        CommandEntry("schema", _OWN, "Print the JSON Schema of such files", "variants:schema"),
    ),
)
