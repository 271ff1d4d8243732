"""`wordle-cp prove --between`: an interval in which the least total lies, or the fewest words missed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from wordle_cp.answers.places import CERTIFICATE, between_name
from wordle_cp.cli.files import certificate_option, default_place
from wordle_cp.cli.groups import Section, option
from wordle_cp.cli.options import whole_number
from wordle_cp.cli.output import ExitCode, print_answer
from wordle_cp.errors import UsageError
from wordle_cp.games.goal import Goal

if TYPE_CHECKING:
    from wordle_cp.cli.running import WorkOptions
    from wordle_cp.games.question import TotalQuestion


@dataclass(frozen=True, slots=True)
class EndOptions:
    """What is given of both ends: where the strategy comes from that is the upper one, and the lower one."""

    strategy: Annotated[
        str | None,
        option(
            Section.RARE,
            "--strategy",
            metavar="W",
            about="With --between: the opener for the upper bound.",
        ),
    ] = None
    strategy_file: Annotated[
        Path | None,
        certificate_option(
            Section.RARE,
            "--strategy-file",
            about="With --between: improve this file's strategy.",
        ),
    ] = None
    low: Annotated[
        int | None,
        option(
            Section.RARE,
            "--low",
            parser=whole_number(1),
            metavar="N",
            about="With --between: prove that no opener takes less.",
        ),
    ] = None

    @property
    def given(self) -> dict[str, object]:
        """The options with their values."""
        return {"--strategy": self.strategy, "--strategy-file": self.strategy_file, "--low": self.low}


def report_between(
    question: TotalQuestion,
    ends: EndOptions,
    label: str | None,
    out: Path | None,
    options: WorkOptions,
    *,
    fresh: bool,
    as_json: bool,
) -> ExitCode:
    """Ask, and print the answer; `label` tells in a file name what variant and history don't.

    With costs or a loss the goal is to count words missed.

    Raises:
        As `prove_between` and `prove_missed_between`; UsageError also for other costs.
    """
    from wordle_cp.answers.intervals.missed import prove_missed_between  # noqa: PLC0415  help texts don't need it
    from wordle_cp.answers.intervals.total import GivenEnds, prove_between  # noqa: PLC0415  help texts don't need it

    variant, goal = question.variant, question.goal
    file = out or default_place(between_name(variant, question.history, label), CERTIFICATE)
    opener = None if ends.strategy is None else variant.word(ends.strategy)
    if goal.costs or goal.loss is not None:
        if given := [name for name in ("--strategy-file", "--low") if ends.given[name] is not None]:
            message = f"{given[0]} doesn't go with --between and costs"
            raise UsageError(message)
        within = len(goal.costs)
        if not within or goal != Goal.missing(within):
            message = (
                "with --between costs are those of words missed, without weights: "
                "--costs 0,0,0,0 --loss 1 for four guesses"
            )
            raise UsageError(message)
        with options.working() as work:
            answer = prove_missed_between(question, file, strategy=opener, fresh=fresh, work=work)
    else:
        known = GivenEnds(strategy=opener, strategy_file=ends.strategy_file, low=ends.low)
        with options.working() as work:
            answer = prove_between(question, file, ends=known, fresh=fresh, work=work)
    return print_answer(answer, options.describe(answer.stopped_by), as_json=as_json)
