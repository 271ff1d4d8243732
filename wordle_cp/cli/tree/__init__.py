"""`wordle-cp tree`: strategies and refutations out of certificates, as files and tables; and in."""

from __future__ import annotations

import typer

from wordle_cp.cli.tree import diff, export, imports, table


def register(app: typer.Typer) -> None:
    """Add the command `tree` with its subcommands to `app`."""
    group = typer.Typer(
        help="Strategies and refutations: export, tabulate and compare those of certificates; import."
    )
    for module in (export, imports, table, diff):
        module.register(group)
    app.add_typer(group, name="tree")
