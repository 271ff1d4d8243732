"""How much the tests try: `make test-more` all there is, `make test` what shows most faults in a few minutes.

Of four sorts each has a target of its own, and `.ci/run` runs those that the changed files ask for, all where
it can't tell (tools/changed.py). For the last three there are marks, which pyproject.toml deselects.

| left out | why | run by |
|---|---|---|
| native code under sanitizers | compiles it twice more; about wordle_cp/native alone | `make sanitize` |
| what needs the checker that Coq proves | builds it; about certificates alone | `make test-verified` |
| the wheel and the source archive | compiles and installs; about packaging alone | `make test-package` |
| site, notebooks, pictures of documents and commands | long; few changes touch them | `make test-docs` |

Of all sorts the following is left out, each where it stands, by means of `MORE` and what is below it.

| left out | what shows the same by default |
|---|---|
| eight ninths of the random games | the other ninth, the same in each run; `.ci/run` takes a third |
| of two tests of one rule the longer one: sets that state a number, letters without any | the shorter one |
| changed proofs of totals with weights | changed proofs without weights, and random ones with weights |
| of the real lists all but one list, mode or endgame of a search | that one |
| shipped proofs but the smallest of each kind; of over a minute all | that one; `.ci/run` has the others |
| for the proven checker, strategies alike for several openers | one of each game, mode and depth |
| of kills, full disks, limits and Ctrl-C all but one place or command | that one: the same code runs |
| of pictures, all but the first of each command; half of sizes and colours | charts that have more on them |
| of small thresholds of the searches all but one, of games with noise all but a seed | that one |
| of golden refutations that are explained every other one | the others, which give each reason |
| of lemmas upon lemmas, dropped or raised one at a time, all but four | these |
| values with noise on a whole list | cuts of it, where each guess is tried, too |
| the notebooks as scripts, but for the first | the same cells, where their pictures are looked at |
| of the page all but a test a view and size on 200 words, and what hostile files and links do | these |
| some pairs of a pipe, a stream or a format with a command | each of both in another pair |
| most wrong arguments, where a function takes many | the same things for its other arguments |
| what `in_third` marks: another list, mode or stop | the first one; `.ci/run` has the others |
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final, TypeVar

import pytest

if TYPE_CHECKING:
    from collections.abc import Sequence

_Case = TypeVar("_Case")

_TRIED: Final = os.environ.get("WORDLE_CP_TESTS", "")
MORE: Final = _TRIED == "more"
"""Whether this run tries everything."""
_PART: Final = {"more": 1, "third": 3, "": 9}[_TRIED]
"""Of so many random games this run looks at one."""
FEW: Final = _PART > 3
"""Whether these are too few to demand that everything occurs that can."""
in_third: Final = pytest.mark.skipif(FEW, reason="takes long: WORDLE_CP_TESTS=third, as in .ci/run")
"""For tests of which another one shows the most by default."""
only_more: Final = pytest.mark.skipif(not MORE, reason="takes long: make test-more")
"""For tests that take long of what others show, too."""


def share(count: int) -> int:
    """Return how many of `count` random games, or batches of them, this run looks at: 1 at least."""
    return -(-count // _PART)


def every_other(cases: Sequence[_Case]) -> Sequence[_Case]:
    """Return which of `cases` this run looks at: all, or the first, the third and so on."""
    return cases if MORE else cases[::2]


def first(cases: Sequence[_Case]) -> Sequence[_Case]:
    """Return which of `cases` that take long this run looks at: all, or the first."""
    return cases if MORE else cases[:1]
