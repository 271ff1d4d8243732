"""Guaranteed depth: `prove`, `prove_least_depth` and `census`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from wordle_cp.answers.answer import Engine
from wordle_cp.answers.census.run import run_census
from wordle_cp.answers.depth.least_depth import LeastDepthAnswer
from wordle_cp.answers.depth.least_depth import prove_least_depth as find_least_depth
from wordle_cp.answers.depth.prove import prove_depth
from wordle_cp.answers.places import (
    ANY_NAME,
    CERTIFICATE,
    EACH_CERTIFICATE,
    RUN_FOLDER,
    census_name,
    certificate_name,
)
from wordle_cp.api.options import DepthOptions, chosen_place, depth_question, spelled_out, work_of
from wordle_cp.games.question import checked_depth
from wordle_cp.values import member, text, truth

if TYPE_CHECKING:
    from os import PathLike

    from wordle_cp.answers.census.answer import CensusAnswer
    from wordle_cp.answers.depth.answer import DepthAnswer
    from wordle_cp.answers.depth.least_depth import LeastDepthAnswer
    from wordle_cp.games.given import AnyGame
    from wordle_cp.games.question import Question


@spelled_out(DepthOptions)
def prove(
    game: AnyGame | Question,
    depth: int,
    *,
    out: str | PathLike[str] | None = None,
    fresh: bool = False,
    by: Engine | str = Engine.SEARCH,
    **options: Unpack[DepthOptions],
) -> DepthAnswer:
    """Decide whether every hidden word can be found within `depth` guesses in all, a history's included.

    `game` is a variant, the name of one, the path of its file, or a `Question`, which says the rest. The
    certificate is written to `out`, by default under the name that the command gives it, in the current
    folder, and checked. Where that can't be written to, it goes to the user's cache, and a warning says so.
    Openers that shipped certificates name are tried first, unless `fresh`. With ``"cp-sat"`` for `by` the
    models decide alone, without the native search.

    Raises:
        WordleCpError: an argument is wrong, or a file can't be read or written.
    """
    question = depth_question(game, options)
    number = checked_depth(depth, question.history)
    afresh, engine, work = truth(fresh, "fresh"), member(Engine, by, "an engine"), work_of(options)
    name = certificate_name(question.variant, number, question.history, _label(question))
    path = chosen_place(out, "out, the path of a certificate", name, CERTIFICATE)
    return prove_depth(question, number, path, fresh=afresh, by=engine, work=work)


@spelled_out(DepthOptions)
def prove_least_depth(
    game: AnyGame | Question,
    *,
    folder: str | PathLike[str] | None = None,
    label: str | None = None,
    fresh: bool = False,
    by: Engine | str = Engine.SEARCH,
    **options: Unpack[DepthOptions],
) -> LeastDepthAnswer:
    """Find the least number of guesses that finds every hidden word, with a proof of both sides.

    Certificates go to `folder`, which is made if need be, by default the current one, under names that tell
    the question; a `label` is added to them. The rest is as for `prove`.

    Raises:
        WordleCpError: as for `prove`.
    """
    question = depth_question(game, options)
    named = _label(question) if label is None else text(label, "a label")
    afresh, engine, work = truth(fresh, "fresh"), member(Engine, by, "an engine"), work_of(options)
    place = chosen_place(folder, "a folder for certificates, by its path", ANY_NAME, EACH_CERTIFICATE)
    place = place.parent if folder is None else place
    return find_least_depth(question, place, label=named, fresh=afresh, by=engine, work=work)


@spelled_out(DepthOptions)
def census(
    game: AnyGame | Question,
    depth: int,
    *,
    folder: str | PathLike[str] | None = None,
    cluster: str | None = None,
    **options: Unpack[DepthOptions],
) -> CensusAnswer:
    """Decide of each opener whether every hidden word can be found within `depth` guesses in all.

    What is decided stays in the run's `folder`, by default one with the name that the command gives it;
    another run with the same folder goes on from there. Strategies are checked by processes that are started
    afresh: a script needs the guard ``if __name__ == "__main__":``. For `cluster` see `run_census`.

    Raises:
        WordleCpError: as for `prove`; or the folder belongs to another question or is in use.
    """
    question = depth_question(game, options)
    number = checked_depth(depth, question.history)
    address = None if cluster is None else text(cluster, "the address of a cluster")
    work, name = work_of(options), census_name(question.variant, number, question.history)
    path = chosen_place(folder, "a folder for the run, by its path", name, RUN_FOLDER)
    return run_census(question, number, path, cluster=address, work=work)


def _label(question: Question) -> str | None:
    """Return what a file name says about the openers asked for."""
    asked = question.asked
    return None if not asked else asked[0] if len(asked) == 1 else f"{len(asked)}-openers"
