"""The table of ultrahard mode: which states, any guesses allowed and any words left, are lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wordle_cp.engine.records import Verdict
from wordle_cp.threads import Run

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordle_cp.engine.game import Game

_POLL_SECONDS: Final = 0.1


class UltrahardTable:
    """Decides states of ultrahard mode one by one, and remembers what it has decided."""

    def __init__(self, game: Game) -> None:
        """Take a game whose hidden list is its guess list.

        Raises:
            ValueError: it isn't.
        """
        self._native = game.library.UltrahardTable(game.native)

    def is_lost(
        self, allowed: Sequence[int], words: Sequence[int], guesses: int, poll: Callable[[], None]
    ) -> bool:
        """Tell whether `words`, which are among the `allowed`, can't be found within `guesses` guesses.

        All by their numbers in the list. `poll` is called every 100 ms; what it raises ends the work for
        good, and is raised here.
        """
        run = Run(lambda: self._native.decide(allowed, words, guesses))
        try:
            while not run.done.wait(_POLL_SECONDS):
                poll()
        except BaseException:
            self._native.stop()
            run.done.wait()
            raise
        verdict = Verdict(run.result())
        assert verdict is not Verdict.UNDECIDED, "nobody has stopped it"
        return verdict is Verdict.IMPOSSIBLE
