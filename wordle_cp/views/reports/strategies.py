"""What `tree table` and `tree sheet` found out: the JSON fields, and the lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.answers.telling import column
from wordle_cp.errors import counted
from wordle_cp.views.strategies.branches import order_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wordle_cp.certify.checked import CheckedStrategy
    from wordle_cp.views.strategies.sheet import Sheet
    from wordle_cp.views.strategies.table import StrategyTable


def table_fields(found: StrategyTable) -> dict[str, object]:
    """Return the JSON fields of `tree table`."""
    strategy = found.strategy
    claim, scoring = strategy.claim, strategy.scoring
    return {
        "opener": strategy.opener,
        "after": scoring.format_history(claim.history),
        "variant": strategy.certificate.head.game.name,
        "mode": str(strategy.certificate.head.game.mode),
        "hidden_count": claim.hidden_count,
        "total_guesses": claim.total_guesses,
        "max_guesses": claim.max_guesses,
        "order": order_of(scoring),
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
                "level": found.level(row),
                "after": scoring.format_history(row.history),
                "response": scoring.format_pattern(row.pattern),
                "hidden_count": row.hidden_count,
                "guess": row.guess,
                "max_guesses": row.worst,
                "total_guesses": row.total,
            }
            for row in found.rows
        ],
    }


def table_lines(found: StrategyTable) -> Iterator[str]:
    """Yield the report of `tree table` for people."""
    strategy = found.strategy
    claim, scoring = strategy.claim, strategy.scoring
    noun, length = scoring.noun, scoring.feedback.width(scoring.length) or len(str(scoring.length))
    after = f" after {scoring.format_history(claim.history)}" if claim.history else ""
    yield (
        f"{_game_name(strategy)}{after}: {claim.total_guesses} guesses over "
        f"{counted(claim.hidden_count, f'hidden {noun}', f'hidden {noun}s')}, {claim.max_guesses} at most"
    )
    yield f"responses in order, {order_of(scoring)}"
    deepest = max((level.level for level in found.summaries if level.rows), default=2)
    width = max(length + 2 * (deepest - 2), len("response"))
    heading, *guesses = column("guess", (row.guess.upper() for row in found.rows))
    yield f"{'response':<{width}}  {noun}s  {heading}  worst  total"
    for guess, row in zip(guesses, found.rows, strict=True):
        response = "  " * (found.level(row) - 2) + scoring.format_pattern(row.pattern)
        yield f"{response:<{width}}  {row.hidden_count:>5}  {guess}  {row.worst:>5}  {row.total:>5}"
    for level in found.summaries:
        if level.rows:
            found_before = counted(level.found_before, noun, f"{noun}s")
            before = (
                f"; found before: {found_before}, {level.total_before} guesses" if level.found_before else ""
            )
            yield (
                f"level {level.level}: {counted(level.rows, 'response', 'responses')}, "
                f"{counted(level.hidden_count, noun, f'{noun}s')}, {level.total} guesses{before}"
            )


def _game_name(strategy: CheckedStrategy) -> str:
    """Return the opener and the game of `strategy` for people: ``SALET, original, normal mode``."""
    game = strategy.certificate.head.game
    return f"{strategy.opener.upper()}, {game.name}, {game.mode} mode"


def sheet_fields(made: Sheet, out: Path, opener: str) -> dict[str, object]:
    """Return the JSON fields of `tree sheet`, which wrote the sheet to `out`."""
    coverage = made.coverage
    return {
        "sheet": str(out),
        "opener": opener,
        "hidden_count": coverage.hidden_count,
        "words_covered": coverage.words_covered,
        "words_found": coverage.found,
        "blocks": coverage.blocks,
        "blocks_shown": coverage.blocks_shown,
        "pages": len(made.pages),
        "type_size": made.type_size,
    }


def sheet_line(made: Sheet, out: Path, noun: str) -> str:
    """Return the report of `tree sheet` for people; `noun` is what is guessed."""
    words = counted(made.coverage.hidden_count, noun, f"{noun}s")
    covers = f"covers {made.coverage.words_covered} of {words}"
    pages = f", on {len(made.pages)} pages" if len(made.pages) > 1 else ""
    return f"written to {out}: {covers}{pages}, in type of {made.type_size} pt"
