"""The best guesses, and openers in order: by their totals of guesses, or by what they guarantee."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from wordle_cp.answers.answer import Engine
from wordle_cp.answers.places import RUN_FOLDER, census_name, rank_name
from wordle_cp.commands.options import BY_NAME, Option, Section, asked
from wordle_cp.commands.prove import keeping_of
from wordle_cp.commands.shared import (
    TREE,
    Asked,
    AskedCost,
    AskedTotal,
    By,
    Cluster,
    Depth,
    Searching,
    Working,
    place_of,
    reads,
    whole,
    writes,
)
from wordle_cp.errors import UsageError, abridged, argument
from wordle_cp.games.question import TotalQuestion
from wordle_cp.work import StoppedError

if TYPE_CHECKING:
    from wordle_cp.answers.census.answer import CensusAnswer
    from wordle_cp.answers.rankings import PairAnswer, RankAnswer, WorstAnswer
    from wordle_cp.answers.totals.answer import SolveAnswer
    from wordle_cp.runs.ranking_state import Keeping


@asked
def solve(
    question: AskedTotal,
    *,
    tree: Annotated[Path | None, TREE] = None,
    trace: Annotated[
        Path | None,
        writes(
            "Search a small game once more, and write a page that steps through that search.",
            "F.html",
            suffix=".html",
            section=Section.RARE,
        ),
    ] = None,
    techniques: Annotated[
        str | None,
        Option(
            Section.RARE,
            "What the traced search may use: memo, order, sums, T, L1, second-ply, equal, "
            "dominated, separated.",
            "all|none|T1,T2,...",
        ),
    ] = None,
    by: By = Engine.SEARCH,
    second_guesses: Annotated[
        int | None,
        Option(
            Section.QUESTION,
            "With --opener: only V different second guesses, which are few words to remember.",
            "V",
            takes=whole(1),
        ),
    ] = None,
    work: Searching,
) -> SolveAnswer:
    """Find the best guesses: those with the fewest guesses in all, over every hidden word.

    The answer is exact, and no equally good guess is missing. With --opener, only that opener is searched.
    Ctrl-C ends the search, and what is known is printed.

    Examples:
        wordle-cp solve --opener salet
        wordle-cp solve --after salet.bybbb.handy.bygbb
        wordle-cp solve --variant mastermind-4x6
        wordle-cp solve --opener salet --second-guesses 3

    `game` is a variant, the name of one, the path of its file, or a `TotalQuestion`, which says the rest.
    With another `goal` it is the least cost. The strategy is written to `tree`, if that is given, as a
    certificate, and checked. With ``"cp-sat"`` for `by` the models answer alone, and name one best opener;
    they take 255 hidden words at most. With `second_guesses` strategies have so many different ones at most.

    Raises:
        WordleCpError: an argument is wrong, or a file can't be read or written.
    """
    if second_guesses is not None:
        from wordle_cp.answers.totals.few_words import solve_with_few_words  # noqa: PLC0415

        for name, value in {"trace": trace, "techniques": techniques, "by": by is not Engine.SEARCH}.items():
            if value:
                message = f"{argument('second_guesses')}: leave {argument(name)} out"
                raise UsageError(message)
        return solve_with_few_words(question, second_guesses, tree, work)
    from wordle_cp.answers.totals.solve import solve as find  # noqa: PLC0415  see the package

    if trace is None and techniques is None:
        return find(question, tree, work, by=by)
    from wordle_cp.answers.totals.traced import TracedPage  # noqa: PLC0415
    from wordle_cp.views.traces.game import ALL_TECHNIQUES, parse_techniques  # noqa: PLC0415

    if trace is None:
        message = f"{argument('techniques')} is about {argument('trace')}"
        raise UsageError(message)
    if by is Engine.CP_SAT:
        message = f"{argument('trace')}: not with {argument('by')} cp-sat, as a trace is of the search"
        raise UsageError(message)
    used = ALL_TECHNIQUES if techniques is None else parse_techniques(techniques)
    TracedPage.prepare(trace, question)
    answer = replace(find(question, tree, work), trace_wanted=True)
    try:
        return replace(answer, trace=TracedPage.write(trace, answer, used, work) if answer.finished else None)
    except StoppedError as stopped:
        return replace(answer, stopped_by=stopped.reason)


def _top(value: object) -> int:
    """Return the number of openers that `value` says; raise a ValueError for anything else."""
    if str(value) == "0":
        every = "--all" if argument("top") == "--top" else "top=None"
        message = f"expected a whole number of 1 or more, found {abridged('0')}; {every} ranks every opener"
        raise ValueError(message)
    return whole(1)(value)


_Certificate = Annotated[
    Path | None,
    writes(
        "With --top: write a certificate that no better opener is missing, and check it; "
        ".gz or .xz compresses it."
    ),
]
_Top = Annotated[
    int | None,
    Option(
        Section.QUESTION,
        "The K best openers, and all that tie with the last of them; every other one is worse.",
        "K",
        takes=_top,
    ),
]


@asked
def rank(
    question: AskedCost,
    top: _Top = 10,
    *,
    certificate: _Certificate = None,
    folder: Annotated[
        Path | None,
        reads(
            Section.RARE,
            "Keep what is settled in this folder, and go on from there. Default: nothing is "
            "kept; with --all, a name that says the question.",
            "DIR",
            "--run",
        ),
    ] = None,
    cluster: Cluster = None,
    keeping: Keeping | None = None,
    work: Searching,
) -> RankAnswer:
    """Rank the openers by the guesses that they take in all: the best ones, the worst ones, or all.

    No opener that belongs to the ranking is missing. You can stop it at any time: with a run folder, the same
    command goes on where it was. With --all that takes some two hours for the original lists.

    Examples:
        wordle-cp rank --top 10
        wordle-cp rank --all --out totals.csv
        wordle-cp rank --words 2 --top 10
        wordle-cp rank --worst 10

    With None for `top` all are ranked. A complete ranking of the best is written to `certificate`, if that is
    given, and checked. What is settled stays in the `folder` of a run, if one is given; another run with the
    same folder goes on from there.

    Raises:
        WordleCpError: as for `prove_optimal`; or there are no certificates of such a ranking.
    """
    from wordle_cp.answers.rankings import rank as find  # noqa: PLC0415

    if folder is BY_NAME:
        name = rank_name(question.variant, question.history, question.goal.label)
        folder = place_of(None, name, RUN_FOLDER, work)
    kept = keeping_of(keeping, None, folder, cluster)
    return find(question, top, certificate=certificate, keeping=kept, work=work)


@asked
def rank_pairs(
    question: AskedCost,
    top: _Top = 10,
    *,
    words: Annotated[
        int, Option(Section.QUESTION, "Rank openings of so many fixed words, 1 or 2.", "N", takes=whole(1, 2))
    ] = 2,
    work: Working,
) -> PairAnswer | RankAnswer:
    """Find the `top` openings of so many fixed `words`, and prove that none is missing; else as for `rank`.

    Raises:
        WordleCpError: as for `rank`; or another mode than normal, a game of codes, or a goal.
    """
    from wordle_cp.answers.rankings import rank_pairs as find  # noqa: PLC0415

    if words == 1:
        return rank(question, top, work=work)
    return find(_of_all(question), 10 if top is None else top, work)


@asked
def rank_worst(
    question: AskedCost,
    worst: Annotated[
        int,
        Option(
            Section.QUESTION,
            "The K worst openers, and all that tie with the last of them (normal mode only).",
            "K",
            takes=_top,
        ),
    ] = 10,
    *,
    work: Working,
) -> WorstAnswer:
    """Find the `worst` openers, of so many the greatest least totals; the rest as for `rank`.

    Raises:
        WordleCpError: as for `rank`; or another mode than normal, a game of codes, or a goal.
    """
    from wordle_cp.answers.rankings import rank_worst as find  # noqa: PLC0415

    return find(_of_all(question), worst, work)


def _of_all(question: TotalQuestion) -> TotalQuestion:
    """Return the question, which must be about all openers and totals of guesses."""
    plain = TotalQuestion.of(question.variant, history=question.history)
    if question.asked or question.goal != plain.goal:
        message = (
            "expected a question about all openers and their totals of guesses; leave openers and goal out"
        )
        raise UsageError(message)
    return plain


@asked
def census(
    question: Asked,
    depth: Depth,
    *,
    folder: Annotated[
        Path | None,
        reads(
            Section.RARE,
            "Keep what is decided in this folder, and go on from there. Default: a name that "
            "says the question.",
            "DIR",
            "--run",
        ),
    ] = None,
    cluster: Cluster = None,
    work: Working,
) -> CensusAnswer:
    """Decide for each opener whether it guarantees that G guesses are enough, whatever is hidden.

    Each decision has a certificate that an independent checker has accepted. You can stop at any time: the
    same command goes on where it was. The second example takes two hours.

    Examples:
        wordle-cp census --depth 3 --variant toy
        wordle-cp census --depth 7 --mode hard --hidden big

    What is decided stays in the run's `folder`, by default one with a name that says the question; another
    run with the same folder goes on from there. For `cluster` see `run_census`.

    Raises:
        WordleCpError: as for `prove`; or the folder belongs to another question or is in use.
    """
    from wordle_cp.answers.census.run import run_census  # noqa: PLC0415

    kept = keeping_of(None, None, folder, cluster)
    name = census_name(question.variant, depth, question.history)
    place = kept.folder or place_of(None, name, RUN_FOLDER, work)
    return run_census(question, depth, place, cluster=cluster, work=work)
