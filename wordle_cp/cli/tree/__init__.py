"""`wordle-cp tree`: strategies and refutations out of certificates, as files, tables and pictures; and in."""

from __future__ import annotations

from typing import Final

from wordle_cp.cli.parse import CommandEntry, Group

_SHOW: Final = "Look at a strategy"
_FILES: Final = "Files of other programs"


tree = Group(
    "wordle-cp tree",
    """Look at the strategy of a certificate, and exchange strategies with other programs.

Examples:
    wordle-cp tree table original-normal-depth-5
    wordle-cp tree draw original-normal-depth-5 --out t.svg
    wordle-cp tree sheet original-normal-depth-5 --out s.pdf
""",
    (
        CommandEntry("table", _SHOW, "List the next guess for every response", "tree.table:table"),
        CommandEntry("draw", _SHOW, "Draw the first guesses as a tree", "tree.draw:draw"),
        CommandEntry(
            "sheet", _SHOW, "Print the first three guesses on a page to play with", "tree.sheet:sheet"
        ),
        CommandEntry(
            "export", _FILES, "Write a strategy or a refutation as a graph or as text", "tree.export:export"
        ),
        CommandEntry("import", _FILES, "Make a certificate of a strategy", "tree.imports:import_strategy"),
    ),
)
