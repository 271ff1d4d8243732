"""`wordle-cp tree`: strategies and refutations out of certificates, as files, tables and pictures; and in."""

from __future__ import annotations

import typer

from wordle_cp.cli.tree import diff, draw, export, imports, sheet, table


def register(app: typer.Typer) -> None:
    """Add the command `tree` with its subcommands to `app`."""
    group = typer.Typer(
        help="Strategies and refutations: export, tabulate, draw and compare those of certificates; import."
    )
    for module in (export, imports, table, sheet, draw, diff):
        module.register(group)
    app.add_typer(group, name="tree")
