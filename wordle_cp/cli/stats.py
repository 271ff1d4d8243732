"""`wordle-cp stats`: letters, coloured tiles, families, and when a strategy finds which words."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

from wordle_cp.cli.alarm import Reached, alarmed
from wordle_cp.cli.files import certificate_option
from wordle_cp.cli.groups import Section, option, without
from wordle_cp.cli.options import GameOptions, JsonOption, whole_number
from wordle_cp.cli.output import ExitCode, print_answer, print_error
from wordle_cp.cli.plot import PlotOption, check_plot, draw_plot
from wordle_cp.cli.running import LimitOptions
from wordle_cp.errors import CertificateRejected
from wordle_cp.views.charts.charts import letter_chart
from wordle_cp.work import StoppedError

_Openers = Annotated[
    list[str] | None,
    option(
        Section.QUESTION,
        "--opener",
        metavar="W",
        about="Count the tiles that this opener colours; may be repeated. Default: the best openers.",
    ),
]
_Top = Annotated[
    int,
    option(
        Section.QUESTION,
        "--top",
        metavar="K",
        parser=whole_number(1),
        about="How many openers and families to list.",
    ),
]
_Strategy = Annotated[
    Path | None,
    certificate_option(
        Section.RARE,
        "--strategy",
        about="The certificate of a strategy, which is checked. Default: the proof of the "
        "game's least total that ships, if there is one.",
    ),
]


def stats(
    *,
    opener: _Openers = None,
    top: _Top = 10,
    strategy: _Strategy = None,
    plot: PlotOption = None,
    game: Annotated[GameOptions, without("max_guesses")],
    options: LimitOptions,
    as_json: JsonOption = False,
) -> ExitCode:
    """Count letters, the tiles that openers colour, families, and when a strategy finds which words.

    Examples:
        wordle-cp stats --opener salet --opener audio
        wordle-cp stats --strategy original-normal-depth-5
    """
    from wordle_cp.experiments.list_stats import ListStats, counts, source_of, with_strategy  # noqa: PLC0415  help texts don't need it

    started = time.monotonic()
    check_plot(plot)
    variant = game.load()
    answer = ListStats(variant=variant)
    try:
        with alarmed(options.limits, started, Reached(lambda _done, _whole: None)):
            source = source_of(variant, strategy)  # before anything is counted: what is left then is known
            answer = counts(variant, tuple(variant.word(word) for word in opener or ()), top)
            answer = with_strategy(answer, source)
    except CertificateRejected as error:
        print_error(f"rejected: {strategy}: {error}", as_json=as_json)
        return ExitCode.REJECTED
    except StoppedError as stopped:
        answer = replace(answer, stopped_by=stopped.reason)
    answer = replace(answer, seconds=time.monotonic() - started)
    struck, write = (
        options.describe(answer.stopped_by),
        partial(draw_plot, plot, lambda: letter_chart(answer)),
    )
    return print_answer(answer, struck, as_json=as_json, write=write)
