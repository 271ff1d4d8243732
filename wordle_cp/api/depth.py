"""Guaranteed depth of every opener: `census`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from wordle_cp.answers.census.run import run_census
from wordle_cp.answers.places import (
    RUN_FOLDER,
    census_name,
)
from wordle_cp.api.options import DepthOptions, chosen_place, depth_question, spelled_out, work_of
from wordle_cp.games.question import checked_depth
from wordle_cp.values import text

if TYPE_CHECKING:
    from os import PathLike

    from wordle_cp.answers.census.answer import CensusAnswer
    from wordle_cp.games.given import AnyGame
    from wordle_cp.games.question import Question


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
