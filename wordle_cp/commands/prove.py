"""Proofs: that so many guesses are enough or aren't, which openers are best, what lies between two bounds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from wordle_cp.answers.answer import Engine
from wordle_cp.answers.places import (
    ANY_NAME,
    CERTIFICATE,
    EACH_CERTIFICATE,
    certificate_name,
    total_name,
)
from wordle_cp.commands.files import certificate
from wordle_cp.commands.options import BY_NAME, Option, Section, asked
from wordle_cp.commands.shared import (
    Asked,
    AskedCost,
    AskedTotal,
    By,
    Cluster,
    Depth,
    Fresh,
    Searching,
    label_of,
    place_of,
    reads,
    whole,
    writes,
)
from wordle_cp.errors import UsageError, argument
from wordle_cp.games.goal import Goal
from wordle_cp.games.question import checked_depth
from wordle_cp.values import instance, path_of, text

if TYPE_CHECKING:
    from wordle_cp.answers.depth.answer import DepthAnswer
    from wordle_cp.answers.depth.least_depth import LeastDepthAnswer
    from wordle_cp.answers.intervals.answer import IntervalAnswer
    from wordle_cp.answers.totals.answer import SolveAnswer
    from wordle_cp.runs.ranking_state import Keeping, LesserNames

_OUT = (
    "The certificate to write; .gz or .xz compresses it. Default: a name that says "
    "the question. With --least-depth: a folder."
)
_Out = Annotated[Path | None, writes(_OUT)]


@asked
def prove(
    question: Asked,
    depth: Depth,
    *,
    out: _Out = None,
    fresh: Fresh = False,
    by: By = Engine.SEARCH,
    work: Searching,
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
    from wordle_cp.answers.depth.prove import prove_depth  # noqa: PLC0415  see the package

    _demand_search(by, fresh=fresh)
    number = checked_depth(depth, question.history)
    name = certificate_name(question.variant, number, question.history, label_of(question))
    file = place_of(out, name, CERTIFICATE, work)
    return prove_depth(question, number, file, fresh=fresh, by=by, work=work)


@asked
def prove_least_depth(
    question: Asked,
    *,
    folder: Annotated[Path | None, writes(_OUT, "DIR", "--out")] = None,
    label: str | None = None,
    fresh: Fresh = False,
    by: By = Engine.SEARCH,
    work: Searching,
) -> LeastDepthAnswer:
    """Find the least number of guesses that finds every hidden word, with a proof of both sides.

    Certificates go to `folder`, which is made if need be, by default the current one, under names that tell
    the question; a `label` is added to them. The rest is as for `prove`.

    Raises:
        WordleCpError: as for `prove`.
    """
    from wordle_cp.answers.depth.least_depth import prove_least_depth as find  # noqa: PLC0415

    _demand_search(by, fresh=fresh)
    place = folder or place_of(None, ANY_NAME, EACH_CERTIFICATE, work).parent
    label = None if label is None else text(label, "a label")
    return find(question, place, label=label or label_of(question), fresh=fresh, by=by, work=work)


@asked
def prove_optimal(
    question: AskedTotal,
    *,
    out: Annotated[Path | None, writes(_OUT, usual=BY_NAME)] = None,
    folder: Annotated[
        Path | None,
        reads(Section.RARE, "With --optimal: keep what is settled in this folder.", "DIR", "--run"),
    ] = None,
    cluster: Cluster = None,
    keeping: Keeping | None = None,
    by: By = Engine.SEARCH,
    work: Searching,
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

    game, history, label = question.variant, question.history, label_of(question)
    names = None
    if out is BY_NAME:
        out = place_of(None, total_name("optimal", game, history, label), CERTIFICATE, work)
        names = LesserNames(*(total_name(kind, game, history, label) for kind in ("between", "strategy")))
    return find(question, keeping_of(keeping, out, folder, cluster, names), work, by=by)


@asked
def prove_between(
    question: AskedCost,
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
        Option(Section.RARE, "With --between: prove that no opener takes less.", "N", takes=whole(1)),
    ] = None,
    fresh: Fresh = False,
    work: Searching,
) -> IntervalAnswer:
    """Prove bounds of the least total of guesses: that a strategy reaches one, and none less than the other.

    The certificate is written to `out`, by default under a name that says the question. The upper bound is
    that of a strategy that begins with the opener `strategy`, or of the one in the certificate at
    `strategy_file`, improved; `low` is a lower bound to prove. With costs of words missed (`Goal.missing`)
    these are bounds of how many words a strategy misses.

    Raises:
        WordleCpError: as for `solve`; or there are no such bounds.
    """
    from wordle_cp.answers.intervals.missed import prove_missed_between  # noqa: PLC0415
    from wordle_cp.answers.intervals.total import prove_between as find  # noqa: PLC0415
    from wordle_cp.answers.intervals.total import strategy_in  # noqa: PLC0415

    game, goal = question.variant, question.goal
    file = place_of(out, total_name("between", game, question.history, label_of(question)), CERTIFICATE, work)
    opener = None if strategy is None else game.word(strategy)
    if goal.counts_guesses:
        begun = opener if strategy_file is None else strategy_in(strategy_file, question, opener)
        return find(question, file, strategy=begun, low=low, fresh=fresh, work=work)
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
    return prove_missed_between(question, file, strategy=opener, fresh=fresh, work=work)


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
