"""`wordle-cp absurdle`: the fewest guesses that beat Absurdle, and which."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from wordle_cp.certify.publish import about
from wordle_cp.cli.files import output_option
from wordle_cp.cli.groups import Section, without
from wordle_cp.cli.options import GameOptions, JsonOption, QuietOption
from wordle_cp.cli.output import ExitCode, print_answer
from wordle_cp.cli.position import AfterOption, history_of
from wordle_cp.cli.running import LimitOptions, WorkOptions
from wordle_cp.files.outputs import prepare
from wordle_cp.games.question import Position

_Out = Annotated[
    Path | None,
    output_option(Section.OUTPUT, "--out", about="Keep the certificate: these guesses win, and fewer can't."),
]


def absurdle(
    *,
    after: AfterOption = None,
    game: Annotated[GameOptions, without("max_guesses")],
    out: _Out = None,
    limits: LimitOptions,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> ExitCode:
    """Beat Absurdle with the fewest guesses. Absurdle always keeps as many words as it can.

    The independent checker judges that the guesses win, and that fewer can't. Where that takes too long, the
    output says so. To win against any adversary, however it responds, see prove --least-depth.

    Examples:
        wordle-cp absurdle
        wordle-cp absurdle --mode hard --after salet.bbbbb
    """
    from wordle_cp.answers.absurdle.run import beat_absurdle, certify  # noqa: PLC0415

    variant = game.load(played=after)
    history = history_of(after, variant)
    if out is not None:
        prepare(out, about(Position.of(variant, history), "absurdle"))
    with WorkOptions(1, limits, quiet).working() as work:
        answer = certify(beat_absurdle(variant, history, work), work, out)
    return print_answer(answer, limits.describe(answer.stopped_by), as_json=as_json)
