"""`wordle-cp fixed`: guesses that are fixed in advance, and played whatever the responses."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from wordle_cp.answers.models.fixed import find_fixed
from wordle_cp.certificate.base.records import MAX_DEPTH, MAX_WORDS
from wordle_cp.cli.files import output_option
from wordle_cp.cli.groups import Section, option, without
from wordle_cp.cli.model import SetOption, set_of
from wordle_cp.cli.options import GameOptions, JsonOption, whole_number
from wordle_cp.cli.output import ExitCode, print_answer
from wordle_cp.cli.position import AfterOption, history_of
from wordle_cp.cli.running import WorkOptions
from wordle_cp.commands.files import demand_name
from wordle_cp.errors import UsageError, abridged
from wordle_cp.modelling.formulation import ModelQuestion

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.games.variant import Variant


def fixed(
    *,
    count: Annotated[
        int | None,
        option(
            Section.QUESTION,
            "--count",
            metavar="K",
            parser=whole_number(0, MAX_DEPTH),
            about="Decide whether K guesses do, those of --start included. Default: find the least K.",
        ),
    ] = None,
    leave: Annotated[
        int,
        option(
            Section.QUESTION,
            "--leave",
            metavar="N",
            parser=whole_number(1, MAX_WORDS),
            about="How many words may be left when all responses are known.",
        ),
    ] = 1,
    start: Annotated[
        str | None,
        option(
            Section.QUESTION,
            "--start",
            metavar="W,W",
            about="Begin with these guesses, for example salet,corny.",
        ),
    ] = None,
    after: AfterOption = None,
    words: SetOption = None,
    game: Annotated[GameOptions, without("max_guesses")],
    out: Annotated[
        Path | None,
        output_option(
            Section.OUTPUT,
            "--out",
            about="Keep the certificates in this folder. With --count: keep it as this file.",
        ),
    ] = None,
    options: Annotated[WorkOptions, without("jobs")],
    as_json: JsonOption = False,
) -> ExitCode:
    """Find guesses that tell all words apart, chosen before the first response and played regardless.

    After them one word is left, whatever was hidden, and the next guess is right. Both answers, that some K
    guesses do and that fewer can't, are proven: an independent checker has accepted their certificates.

    Examples:
        wordle-cp fixed --variant toy
        wordle-cp fixed --count 4
        wordle-cp fixed --set '?atch' --leave 2
    """
    variant = game.load(codes=True, played=after)
    hidden = None if words is None else set_of(words, variant)
    position = ModelQuestion.of(variant, history=history_of(after, variant), words=hidden).position
    first = () if start is None else tuple(_started(start, variant))
    if count is None:
        demand_name(out)
    with options.working() as work:
        answer = find_fixed(position, count, leave=leave, start=first, out=out, work=work)
    return print_answer(answer, options.describe(answer.stopped_by), as_json=as_json)


def _started(text: str, variant: Variant) -> Iterator[str]:
    """Yield the guesses that --start says; UsageError where one is missing."""
    for word in text.split(","):
        if not word.strip():
            message = f"--start: expected guesses with a comma between them, found {abridged(text)}"
            raise UsageError(message)
        yield variant.word(word.strip())
