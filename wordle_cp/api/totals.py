"""Least totals: `solve` and `rank`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from wordle_cp.answers.answer import Engine
from wordle_cp.answers.rankings import rank as ranking
from wordle_cp.answers.totals import solve as solving
from wordle_cp.api.options import TotalOptions, spelled_out, total_question, work_of
from wordle_cp.errors import UsageError
from wordle_cp.runs.provenance import UNKEPT, Keeping
from wordle_cp.values import MOST_ITEMS, instance, member, path_of, text, whole_number

if TYPE_CHECKING:
    from os import PathLike

    from wordle_cp.answers.rankings.rank import RankAnswer
    from wordle_cp.answers.totals.answer import SolveAnswer
    from wordle_cp.games.given import AnyGame
    from wordle_cp.games.question import Question


@spelled_out(TotalOptions)
def solve(
    game: AnyGame | Question,
    *,
    tree: str | PathLike[str] | None = None,
    by: Engine | str = Engine.SEARCH,
    **options: Unpack[TotalOptions],
) -> SolveAnswer:
    """Find the least total of guesses over all hidden words, all openers that reach it, and a strategy.

    `game` is a variant, the name of one, the path of its file, or a `TotalQuestion`, which says the rest.
    With another `goal` it is the least cost. The strategy is written to `tree`, if that is given, as a
    certificate, and checked. With ``"cp-sat"`` for `by` the models answer alone, and name one best opener;
    they take 255 hidden words at most.

    Raises:
        WordleCpError: an argument is wrong, or a file can't be read or written.
    """
    question = total_question(game, options)
    path = None if tree is None else path_of(tree, "tree, the path of a certificate")
    engine = member(Engine, by, "an engine")
    return solving.solve(question, path, work_of(options), by=engine)


@spelled_out(TotalOptions)
def rank(
    game: AnyGame | Question,
    top: int | None = 10,
    *,
    certificate: str | PathLike[str] | None = None,
    folder: str | PathLike[str] | None = None,
    cluster: str | None = None,
    keeping: Keeping | None = None,
    **options: Unpack[TotalOptions],
) -> RankAnswer:
    """Find the `top` openers of least total (None: all, in order), and prove that none is missing.

    A complete ranking of the best is written to `certificate`, if that is given, and checked. What is settled
    stays in the `folder` of a run, if one is given; another run with the same folder goes on from there.

    Raises:
        WordleCpError: as for `prove_optimal`; or there are no certificates of such a ranking.
    """
    question = total_question(game, options)
    wanted = None if top is None else whole_number(top, "a number of openers", 1, MOST_ITEMS)
    kept, work = _keeping(keeping, None, folder, cluster), work_of(options)
    path = None if certificate is None else path_of(certificate, "certificate, the path of one")
    return ranking.rank(question, wanted, certificate=path, keeping=kept, work=work)


def _keeping(keeping: object, out: object, folder: object, cluster: object) -> Keeping:
    """Return where an answer is kept; UsageError for what is no path, and for a Keeping and more."""
    if keeping is not None:
        if any(one is not None for one in (out, folder, cluster)):
            message = "a Keeping says out, folder and cluster; leave them out"
            raise UsageError(message)
        return instance(Keeping, keeping, "a Keeping, such as Keeping(folder=path)")
    if out is None and folder is None and cluster is None:
        return UNKEPT
    return Keeping(
        out=None if out is None else path_of(out, "out, the path of a certificate"),
        folder=None if folder is None else path_of(folder, "a folder for the run, by its path"),
        cluster=None if cluster is None else text(cluster, "the address of a cluster"),
    )
