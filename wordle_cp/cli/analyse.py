"""`wordle-cp analyse`: the inaccuracy and the luck of each move of a game that was played."""

from __future__ import annotations

import shlex
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from wordle_cp.cli.chosen_game import Chosen, ChosenGame
from wordle_cp.cli.output import ExitCode, print_report
from wordle_cp.cli.running import Worked
from wordle_cp.commands.files import PIPE
from wordle_cp.commands.options import Option, Section, asked
from wordle_cp.commands.shared import Json
from wordle_cp.errors import HistoryError, UsageError
from wordle_cp.games.found.sources import read_sources
from wordle_cp.games.notation import Move, heading_of, parse_game, rows_alone, shared_games
from wordle_cp.games.question import hidden_word
from wordle_cp.games.yaml_text import exists
from wordle_cp.play.analysis import analyse as analyse_game
from wordle_cp.play.joined import JoinedDay, joined_days
from wordle_cp.play.rows import ExplainedRows, explain_rows
from wordle_cp.work import About

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.games.variant import Variant
    from wordle_cp.play.analysis import Analysis
    from wordle_cp.work import Work

_Game = Annotated[
    list[str],
    Option(
        Section.ARGUMENTS,
        "Words and responses: crate.ybbbb.lions; or words alone, the hidden one last: "
        "crate.lions.focus; or - for standard input",
        "GAME",
    ),
]
_MOST_CHARACTERS = 2**16
"""Of all games together."""
_Word = Annotated[
    str | None,
    Option(Section.QUESTION, "The hidden word, if the game didn't find it.", "W"),
]


@asked
def analyse(
    played: _Game,
    *,
    word: _Word = None,
    game: Chosen,
    options: Worked,
    as_json: Json = False,
) -> ExitCode:
    """Judge a game that was played: how good was each guess, and how lucky was each response?

    Both are exact, and measured in guesses against best play. Write responses in letters (B grey, Y yellow, G
    green), in digits (0, 1, 2) or as coloured squares. What Wordle shares will do, too, several games at
    once: its star means hard mode, rows without words are explained, and games with the same number have one
    hidden word. Ctrl-C ends the search, and what is known is printed.

    Examples:
        wordle-cp analyse crate lions focus
        wordle-cp analyse crate.ybbbb.lions.bbybg.focus.ggggg
    """
    texts = shared_games(_text(played))
    try:
        read = [_read(text, game, word) for text in texts]
    except HistoryError as error:
        typed = " ".join(played)
        if typed in ("", PIPE) or not exists(Path(typed)):
            raise
        message = f"{error}; to read a file: wordle-cp analyse - < {shlex.quote(typed)}"
        raise UsageError(message) from error
    with options.working() as work:
        judged = [_judged(*each, work) for each in read]
    lines = chain.from_iterable(
        _lines(text, report, options.describe(report.stopped_by), several=len(texts) > 1)
        for text, report in zip(texts, judged, strict=True)
    )
    joined = joined_days(texts, judged)
    print_report(
        lambda: _fields(texts, judged, joined), chain(lines, (day.told for day in joined)), as_json=as_json
    )
    return ExitCode.DONE if all(one.finished for one in judged) else ExitCode.UNDECIDED


def _text(played: Sequence[str]) -> str:
    """Return the text of the games: what was typed, or standard input."""
    text = " ".join(played)
    if text == PIPE:
        text = "\n".join(source.text for source in read_sources([text]))
    if len(text) > _MOST_CHARACTERS:
        message = f"expected games of {_MOST_CHARACTERS} characters at most, found {len(text)}"
        raise UsageError(message)
    return text


def _read(
    text: str, game: ChosenGame, word: str | None
) -> tuple[Variant, tuple[Move, ...] | tuple[int, ...], str | None]:
    """Return a game that was played: its variant, its moves or rows without words, and the hidden word."""
    variant = game.load(played=text)
    hidden = None if word is None else hidden_word(variant, word)
    return variant, rows_alone(text, variant) or parse_game(text, variant, hidden), hidden


def _judged(
    variant: Variant, played: tuple[Move, ...] | tuple[int, ...], hidden: str | None, work: Work
) -> Analysis | ExplainedRows:
    """Return what is known about a game that was played."""
    moves = tuple(move for move in played if isinstance(move, Move))
    if not moves:
        return explain_rows(variant, [row for row in played if isinstance(row, int)], hidden, work)
    return analyse_game(variant, moves, work=work, tell=lambda number: work.show(About(f"guess {number}")))


def _lines(text: str, report: Analysis | ExplainedRows, struck: str, *, several: bool) -> Iterator[str]:
    """Yield the lines of one game; of `several`, each has the heading that it was shared with."""
    if several:
        yield heading_of(text)
    yield from report.told(struck)
    if several:
        yield ""


def _fields(
    texts: Sequence[str], reports: Sequence[Analysis | ExplainedRows], joined: Sequence[JoinedDay]
) -> dict[str, object]:
    """Return the JSON fields: those of the one game; or each game's under `games`, and the days `joined`."""
    fields = [one.to_json() for one in reports]
    if len(fields) == 1:
        return fields[0]
    games = [{"heading": heading_of(text), **one} for text, one in zip(texts, fields, strict=True)]
    return {"games": games, "joined": [asdict(day) for day in joined]}
