"""Searches: the best guesses, how many guesses are always enough, openers in order, and proofs of it all."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from wordle_cp.answers.answer import Engine
from wordle_cp.answers.places import (
    ANY_NAME,
    CERTIFICATE,
    EACH_CERTIFICATE,
    RUN_FOLDER,
    question_name,
    within_limit,
)
from wordle_cp.commands import shared
from wordle_cp.commands.files import certificate
from wordle_cp.commands.options import BY_NAME, Option, Section, asked
from wordle_cp.errors import UsageError, abridged, argument
from wordle_cp.games.goal import Goal
from wordle_cp.games.question import TotalQuestion, checked_depth
from wordle_cp.values import instance, path_of, text
from wordle_cp.work import StoppedError

if TYPE_CHECKING:
    from wordle_cp.answers.between import IntervalAnswer
    from wordle_cp.answers.census.run import CensusAnswer
    from wordle_cp.answers.depths import DepthAnswer, LeastDepthAnswer
    from wordle_cp.answers.rankings import PairAnswer, RankAnswer, WorstAnswer
    from wordle_cp.answers.totals.answer import SolveAnswer
    from wordle_cp.runs.ranking_state import Keeping, LesserNames


_OUT = (
    "The certificate to write; .gz or .xz compresses it. Default: a name that says "
    "the question. With --least-depth: a folder."
)
_Out = Annotated[Path | None, shared.writes(_OUT)]


@asked
def prove(
    question: shared.Asked,
    depth: shared.Depth,
    *,
    out: _Out = None,
    fresh: shared.Fresh = False,
    by: shared.By = Engine.SEARCH,
    work: shared.Searching,
) -> DepthAnswer:
    """Prove that G guesses are always enough, or that they aren't; or which openers are best on average.

    The answer is written to a file, its certificate: a strategy, or a refutation. Nothing counts as proven
    before an independent checker has accepted that file. Ctrl-C ends the search, and what is known is
    printed.

    Examples:
        wordle-cp prove --depth 5 --mode hard --opener palet
        wordle-cp prove --least-depth --variant toy
        wordle-cp prove --optimal --variant toy
        wordle-cp prove --between --variant toy

    `depth` is a number of guesses in all, those of the history included. `game` is a variant, the name of
    one, the path of its file, or a `Question`, which says the rest. The certificate is written to `out`, by
    default under a name that says the question, in the current folder. Where that can't be written to, it
    goes to the user's cache, and a warning says so. Openers that shipped certificates name are tried first,
    unless `fresh`. With ``"cp-sat"`` for `by` the models decide alone, without the native search.

    Raises:
        WordleCpError: an argument is wrong, or a file can't be read or written.
    """
    from wordle_cp.answers.depths import prove_depth  # noqa: PLC0415  see the package

    _demand_search(by, fresh=fresh)
    number = checked_depth(depth, question.history)
    name = question_name(question, f"depth-{number}", shared.label_of(question))
    file = shared.place_of(out, name, CERTIFICATE, work)
    return prove_depth(question, number, file, fresh=fresh, by=by, work=work)


@asked
def prove_least_depth(
    question: shared.Asked,
    *,
    folder: Annotated[Path | None, shared.writes(_OUT, "DIR", "--out")] = None,
    label: str | None = None,
    fresh: shared.Fresh = False,
    by: shared.By = Engine.SEARCH,
    work: shared.Searching,
) -> LeastDepthAnswer:
    """Find the least number of guesses that finds every hidden word, with a proof of both sides.

    Certificates go to `folder`, which is made if need be, by default the current one, under names that tell
    the question; a `label` is added to them. The rest is as for `prove`.

    Raises:
        WordleCpError: as for `prove`.
    """
    from wordle_cp.answers.depths import prove_least_depth as find  # noqa: PLC0415

    _demand_search(by, fresh=fresh)
    place = folder or shared.place_of(None, ANY_NAME, EACH_CERTIFICATE, work).parent
    label = None if label is None else text(label, "a label")
    return find(question, place, label=label or shared.label_of(question), fresh=fresh, by=by, work=work)


@asked
def prove_optimal(
    question: shared.AskedTotal,
    *,
    out: Annotated[Path | None, shared.writes(_OUT, usual=BY_NAME)] = None,
    folder: Annotated[
        Path | None,
        shared.reads(Section.RARE, "With --optimal: keep what is settled in this folder.", "DIR", "--run"),
    ] = None,
    cluster: shared.Cluster = None,
    keeping: Keeping | None = None,
    by: shared.By = Engine.SEARCH,
    work: shared.Searching,
) -> SolveAnswer:
    """Prove which openers are best: `solve`, with a checked certificate of the whole answer at `out`.

    Without `out` there is no certificate. What is settled about openers stays in the `folder` of a run, if
    one is given. A `Keeping` says out, folder and cluster together. With ``"cp-sat"`` for `by` the models
    prove what is least, and name one best opener. For what is proven see `answers.totals.solve`.

    Raises:
        WordleCpError: as for `solve`; or the folder belongs to another question or is in use.
    """
    from wordle_cp.answers.totals.solve import prove_optimal as find  # noqa: PLC0415
    from wordle_cp.runs.ranking_state import LesserNames  # noqa: PLC0415

    names = None
    if out is BY_NAME:
        name, *others = (
            question_name(question, within_limit(kind, question.variant), shared.label_of(question))
            for kind in ("optimal", "between", "strategy")
        )
        out, names = shared.place_of(None, name, CERTIFICATE, work), LesserNames(*others)
    return find(question, keeping_of(keeping, out, folder, cluster, names), work, by=by)


@asked
def prove_between(
    question: shared.AskedCost,
    *,
    out: _Out = None,
    strategy: Annotated[
        str | None, Option(Section.RARE, "With --between: the opener for the upper bound.", "W")
    ] = None,
    strategy_file: Annotated[
        Path | None,
        Option(
            Section.RARE,
            "With --between: improve this file's strategy.",
            "FILE",
            certificate,
            takes=lambda value: path_of(value, "the path of a certificate"),
        ),
    ] = None,
    low: Annotated[
        int | None,
        Option(Section.RARE, "With --between: prove that no opener takes less.", "N", takes=shared.whole(1)),
    ] = None,
    fresh: shared.Fresh = False,
    work: shared.Searching,
) -> IntervalAnswer:
    """Prove bounds of the least total of guesses: that a strategy reaches one, and none less than the other.

    The certificate is written to `out`, by default under a name that says the question. The upper bound is
    that of a strategy that begins with the opener `strategy`, or of the one in the certificate at
    `strategy_file`, improved; `low` is a lower bound to prove. With costs of words missed (`Goal.missing`)
    these are bounds of how many words a strategy misses.

    Raises:
        WordleCpError: as for `solve`; or there are no such bounds.
    """
    from wordle_cp.answers import between  # noqa: PLC0415  see the package

    game, goal = question.variant, question.goal
    name = question_name(question, within_limit("between", game), shared.label_of(question))
    file = shared.place_of(out, name, CERTIFICATE, work)
    opener = None if strategy is None else game.word(strategy)
    if goal.counts_guesses:
        begun = opener if strategy_file is None else between.strategy_in(strategy_file, question, opener)
        return between.prove_between(question, file, strategy=begun, low=low, fresh=fresh, work=work)
    if strategy_file is not None or low is not None:
        given = argument("low" if strategy_file is None else "strategy_file")
        message = f"{given}: not with {argument('costs')}"
        raise UsageError(message)
    within = len(goal.costs)
    if not within or goal != Goal.missing(within):
        message = (
            f"{argument('costs')}: only those of words missed, without weights, have bounds: "
            f"0,0,0,0 and {argument('loss')} 1 for four guesses"
        )
        raise UsageError(message)
    return between.prove_missed_between(question, file, strategy=opener, fresh=fresh, work=work)


def keeping_of(
    keeping: Keeping | None,
    out: Path | None,
    folder: Path | None,
    cluster: str | None,
    names: LesserNames | None = None,
) -> Keeping:
    """Return where an answer is kept; UsageError for a Keeping and more, and for a folder that is none."""
    from wordle_cp.runs.ranking_state import Keeping as Kept  # noqa: PLC0415

    if keeping is None:
        if folder is not None and folder.exists() and not folder.is_dir():
            message = f"{argument('folder')}: expected a folder, and {folder} is none"
            raise UsageError(message)
        return Kept(out, folder, cluster, names)
    if out is not None or folder is not None or cluster is not None:
        message = "a Keeping says out, folder and cluster; leave them out"
        raise UsageError(message)
    return instance(Kept, keeping, "a Keeping, such as Keeping(folder=path)")


def _demand_search(by: Engine, *, fresh: bool) -> None:
    """Raise UsageError for `fresh` where models decide, which use no certificates."""
    if by is not Engine.SEARCH and fresh:
        message = f"{argument('by')} {by}: not with {argument('fresh')}; leave {argument('by')} out"
        raise UsageError(message)


@asked
def solve(
    question: shared.AskedTotal,
    *,
    tree: Annotated[Path | None, shared.TREE] = None,
    trace: Annotated[
        Path | None,
        shared.writes(
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
    by: shared.By = Engine.SEARCH,
    second_guesses: Annotated[
        int | None,
        Option(
            Section.QUESTION,
            "With --opener: only V different second guesses, which are few words to remember.",
            "V",
            takes=shared.whole(1),
        ),
    ] = None,
    work: shared.Searching,
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
    they take 255 hidden words at most. `second_guesses` is the most different second guesses of a strategy.

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
    return shared.whole(1)(value)


_Certificate = Annotated[
    Path | None,
    shared.writes(
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
    question: shared.AskedCost,
    top: _Top = 10,
    *,
    certificate: _Certificate = None,
    folder: Annotated[
        Path | None,
        shared.reads(
            Section.RARE,
            "Keep what is settled in this folder, and go on from there. Default: nothing is "
            "kept; with --all, a name that says the question.",
            "DIR",
            "--run",
        ),
    ] = None,
    cluster: shared.Cluster = None,
    keeping: Keeping | None = None,
    work: shared.Searching,
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
        name = question_name(question, within_limit("rank", question.variant), question.goal.label, "")
        folder = shared.place_of(None, name, RUN_FOLDER, work)
    kept = keeping_of(keeping, None, folder, cluster)
    return find(question, top, certificate=certificate, keeping=kept, work=work)


@asked
def rank_pairs(
    question: shared.AskedCost,
    top: _Top = 10,
    *,
    words: Annotated[
        int,
        Option(
            Section.QUESTION, "Rank openings of so many fixed words, 1 or 2.", "N", takes=shared.whole(1, 2)
        ),
    ] = 2,
    work: shared.Working,
) -> PairAnswer | RankAnswer:
    """Find the `top` openings of `words` fixed words, and prove that none is missing; else as for `rank`.

    Raises:
        WordleCpError: as for `rank`; or another mode than normal, a game of codes, or a goal.
    """
    from wordle_cp.answers.rankings import rank_pairs as find  # noqa: PLC0415

    if words == 1:
        return rank(question, top, work=work)
    return find(_of_all(question), 10 if top is None else top, work)


@asked
def rank_worst(
    question: shared.AskedCost,
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
    work: shared.Working,
) -> WorstAnswer:
    """Find the `worst` openers: that number of those with the greatest least totals; else as for `rank`.

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
    question: shared.Asked,
    depth: shared.Depth,
    *,
    folder: Annotated[
        Path | None,
        shared.reads(
            Section.RARE,
            "Keep what is decided in this folder, and go on from there. Default: a name that "
            "says the question.",
            "DIR",
            "--run",
        ),
    ] = None,
    cluster: shared.Cluster = None,
    work: shared.Working,
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
    name = "census-" + question_name(question, f"depth-{depth}", suffix="")
    place = kept.folder or shared.place_of(None, name, RUN_FOLDER, work)
    return run_census(question, depth, place, cluster=cluster, work=work)
