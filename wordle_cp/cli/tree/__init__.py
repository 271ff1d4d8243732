"""`wordle-cp tree`: strategies and refutations out of certificates, as files, tables and pictures; and in."""

from __future__ import annotations

import typer

from wordle_cp.cli.groups import unpacked
from wordle_cp.cli.tree.diff import diff
from wordle_cp.cli.tree.draw import draw
from wordle_cp.cli.tree.export import export
from wordle_cp.cli.tree.imports import import_strategy
from wordle_cp.cli.tree.sheet import sheet
from wordle_cp.cli.tree.table import table

tree = typer.Typer(
    help="Strategies and refutations: export, tabulate, draw and compare those of certificates; import."
)
for _name, _command in (
    ("export", export),
    ("import", import_strategy),
    ("table", table),
    ("sheet", sheet),
    ("draw", draw),
    ("diff", diff),
):
    tree.command(_name)(unpacked(_command))
