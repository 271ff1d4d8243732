"""`wordle-cp tree table`: the next guess for every response."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from wordle_cp.cli.files import file_name
from wordle_cp.cli.limited import limited
from wordle_cp.cli.options import JsonOption, MaxMemoryOption, TimeLimitOption
from wordle_cp.cli.output import ExitCode, print_json, print_text
from wordle_cp.cli.running import LimitOptions
from wordle_cp.cli.tree.strategies import FileArgument, OpenerOption, accepted_strategy, game_name, levels
from wordle_cp.errors import counted
from wordle_cp.files.write import check_text_target, write_whole
from wordle_cp.rules.words import format_history, format_pattern
from wordle_cp.views.strategies.branches import ORDER
from wordle_cp.views.strategies.table import StrategyTable, render_csv, strategy_table


def register(group: typer.Typer) -> None:
    """Add `table` to `group`."""
    group.command("table")(table)


def table(
    file: FileArgument,
    *,
    most_levels: Annotated[
        int,
        typer.Option("--levels", metavar="N", parser=levels(2), help="How many guesses deep, 2 or more."),
    ] = 2,
    opener: OpenerOption = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "--csv", parser=file_name, metavar="FILE.csv", help="Write the table as CSV, too."
        ),
    ] = None,
    time_limit: TimeLimitOption = None,
    max_memory: MaxMemoryOption = None,
    as_json: JsonOption = False,
) -> ExitCode:
    """What does a strategy guess next, for every response?

    Each line has the hidden words left, the next guess, the number of the guess that finds the last of them,
    and their total of guesses, both counted from the start of the game. Example:
    wordle-cp tree table salet.cert.gz --levels 3 --csv salet.csv
    """
    if out is not None:
        check_text_target(out)
    with limited(LimitOptions(time_limit, max_memory), as_json=as_json):
        strategy = accepted_strategy(file, opener, as_json=as_json)
        found = strategy_table(strategy, most_levels)
        lines = "\n".join(_lines(found))
    if out is not None:
        write_whole(out, render_csv(found).encode())
    if as_json:
        print_json(_fields(found))
    else:
        print_text(lines)
    return ExitCode.DONE


def _fields(found: StrategyTable) -> dict[str, object]:
    strategy = found.strategy
    claim, length = strategy.claim, strategy.word_length
    return {
        "opener": strategy.opener,
        "after": format_history(claim.history, length),
        "variant": strategy.certificate.head.game.name,
        "mode": str(strategy.certificate.head.game.mode),
        "hidden_count": claim.hidden_count,
        "total_guesses": claim.total_guesses,
        "max_guesses": claim.max_guesses,
        "order": ORDER,
        "levels": [
            {
                "level": level.level,
                "responses": level.rows,
                "hidden_count": level.hidden_count,
                "total_guesses": level.total,
                "found_before": level.found_before,
                "guesses_of_found_before": level.total_before,
            }
            for level in found.summaries
            if level.rows
        ],
        "rows": [
            {
                "level": row.level,
                "after": format_history(row.history, length),
                "response": format_pattern(row.history[-1][1], length),
                "hidden_count": row.hidden_count,
                "guess": row.guess,
                "max_guesses": row.worst,
                "total_guesses": row.total,
            }
            for row in found.rows
        ],
    }


def _lines(found: StrategyTable) -> Iterator[str]:
    strategy = found.strategy
    claim, length = strategy.claim, strategy.word_length
    after = f" after {format_history(claim.history, length)}" if claim.history else ""
    yield (
        f"{game_name(strategy)}{after}: {claim.total_guesses} guesses over "
        f"{counted(claim.hidden_count, 'hidden word', 'hidden words')}, {claim.max_guesses} at most"
    )
    yield f"responses in order, {ORDER}"
    deepest = max((level.level for level in found.summaries if level.rows), default=2)
    width = length + 2 * (deepest - 2)
    yield f"{'response':<{max(width, 8)}}  words  {'guess':<{max(length, 5)}}  worst  total"
    for row in found.rows:
        response = "  " * (row.level - 2) + format_pattern(row.history[-1][1], length)
        yield (
            f"{response:<{max(width, 8)}}  {row.hidden_count:>5}  {row.guess.upper():<{max(length, 5)}}"
            f"  {row.worst:>5}  {row.total:>5}"
        )
    for level in found.summaries:
        if level.rows:
            yield (
                f"level {level.level}: {counted(level.rows, 'response', 'responses')}, "
                f"{counted(level.hidden_count, 'word', 'words')}, {level.total} guesses; "
                f"found before: {counted(level.found_before, 'word', 'words')}, {level.total_before} guesses"
            )
