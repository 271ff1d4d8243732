"""`wordle-cp variants`: list, show, check, the JSON Schema of the files; `variants_new` has the rest."""

from __future__ import annotations

from typing import Annotated

import typer

from wordle_cp import data
from wordle_cp.certificate.describe import code_game_to_json
from wordle_cp.cli.options import (
    DEFAULT_VARIANT,
    HiddenOption,
    JsonOption,
    MaxGuessesOption,
    ModeOption,
    QuietOption,
    VariantOption,
)
from wordle_cp.cli.output import ExitCode, print_input_error, print_json, print_text, problem_fields
from wordle_cp.cli.variants_new import new
from wordle_cp.errors import VariantError, counted
from wordle_cp.games.variant import Variant, variant_schema
from wordle_cp.rules.letters import PLAIN

_Source = Annotated[str | None, typer.Argument(metavar="[NAME|FILE]", help="The same as --variant.")]


def register(app: typer.Typer) -> None:
    """Add the command `variants` with its subcommands to `app`."""
    group = typer.Typer(help="Variants of the game: word lists, mode and number of guesses.")
    group.command("list")(list_variants)
    group.command("show")(show)
    group.command("check")(check)
    group.command("schema")(schema)
    group.command("new")(new)
    app.add_typer(group, name="variants")


def list_variants(*, as_json: JsonOption = False) -> ExitCode:
    """List the variants that ship with the program; the first one is the default."""
    variants = [Variant.load(name, codes=True) for name in data.variant_names()]
    if as_json:
        print_json({"variants": [_summary(variant) for variant in variants]})
        return ExitCode.DONE
    print_text(f"{'name':<16}{'guesses':>9}{'hidden':>9}  {'mode':<10}{'max':<5}title")
    for variant in variants:
        print_text(
            f"{variant.name:<16}{len(variant.guesses):>9}{len(variant.hidden):>9}  {variant.mode:<10}"
            f"{variant.max_guesses or '-':<5}{variant.title}"
        )
    return ExitCode.DONE


def show(
    source: _Source = None,
    *,
    variant: VariantOption = DEFAULT_VARIANT,
    mode: ModeOption = None,
    hidden: HiddenOption = None,
    max_guesses: MaxGuessesOption = None,
    as_json: JsonOption = False,
) -> ExitCode:
    """Show one variant: its lists with their digests, mode and number of guesses, overrides applied."""
    chosen = Variant.load(
        source or variant, mode=mode, hidden=hidden, max_guesses=max_guesses, codes=True, boards=True
    )
    if as_json:
        print_json(_summary(chosen))
        return ExitCode.DONE
    limit = "none" if chosen.max_guesses is None else chosen.max_guesses
    print_text(f"name         {chosen.name}\ntitle        {chosen.title}")
    guesses, words = (counted(len(part), "word", "words") for part in (chosen.guesses, chosen.hidden))
    print_text(f"guesses      {chosen.guesses_name}, {guesses}, SHA-256 {chosen.guesses_hash}")
    print_text(f"hidden       {chosen.hidden_name}, {words}, SHA-256 {chosen.hidden_hash}")
    if chosen.codes is None:
        print_text(f"letters      {chosen.length}")
        if chosen.alphabet != PLAIN:
            print_text(f"alphabet     {' '.join(chosen.alphabet.letters)}")
    else:
        print_text(f"game         {chosen.codes.described}")
    print_text(f"mode         {chosen.mode}\nmax_guesses  {limit}")
    if chosen.boards > 1:
        print_text(f"boards       {chosen.boards}")
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
            print_text(
                f"{source}: {counted(len(variant.guesses), 'guess', 'guesses')}, "
                f"{counted(len(variant.hidden), 'hidden word', 'hidden words')}"
            )
    if as_json:
        print_json({"valid": not problems, "problems": problems})
    return ExitCode.BAD_INPUT if problems else ExitCode.DONE


def schema(*, as_json: JsonOption = False) -> ExitCode:
    """Print the JSON Schema of a variant file (it is JSON with and without --json)."""
    del as_json
    print_json(variant_schema())
    return ExitCode.DONE


def _summary(variant: Variant) -> dict[str, object]:
    return {
        "name": variant.name,
        "title": variant.title,
        "mode": variant.mode.value,
        "max_guesses": variant.max_guesses,
        "boards": variant.boards,
        "length": variant.length,
        **({} if variant.alphabet == PLAIN else {"letters": list(variant.alphabet.letters)}),
        **({} if variant.codes is None else {"game": code_game_to_json(variant.codes)}),
        "guesses": len(variant.guesses),
        "guesses_name": variant.guesses_name,
        "guesses_sha256": variant.guesses_hash,
        "hidden": len(variant.hidden),
        "hidden_name": variant.hidden_name,
        "hidden_sha256": variant.hidden_hash,
    }
