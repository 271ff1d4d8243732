"""A depth question, put to the compiled search: construct, run once, watch from another thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.engine.proof import native_nodes, proof_nodes, restriction_of
from wordle_cp.engine.records import (
    DepthOutcome,
    DepthProgress,
    NoGood,
    OpenerDecision,
    ProofNode,
    RefutedStates,
    Verdict,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.engine.game import Game
    from wordle_cp.rules.modes import Mode
    from wordle_cp.rules.words import Restriction


class DepthSearch:
    """A depth question about a game: construct, `run` once, watch from another thread."""

    def __init__(
        self,
        game: Game,
        mode: Mode,
        *,
        jobs: int,
        min_family: int = 4,
    ) -> None:
        """Index the endgame families of at least `min_family` words; `jobs` threads will search.

        In ultrahard mode the hidden list of `game` must be its guess list; `run` raises ValueError otherwise.

        Raises:
            ValueError: a number out of range.
        """
        game.demand(mode)
        self._game = game
        self._native = game.library.DepthSearch(game.native, mode.value, jobs, min_family)

    def run(
        self,
        guesses_left: int,
        *,
        history: Sequence[tuple[str, int]] = (),
        openers: Sequence[str] = (),
        first: Sequence[str] = (),
        hidden: Sequence[int] | None = None,
        iterations: int | None = None,
    ) -> DepthOutcome:
        """Decide whether `guesses_left` more guesses find every hidden word consistent with `history`.

        `openers` are the next guesses to consider (none: every allowed one). The first allowed one of `first`
        is decided before all others. `hidden` keeps only these indices of the hidden list. A single opener
        is given up after so many `iterations`, with growing budgets of work, about each of its cells (None:
        after none). Blocks, without the interpreter lock; one call at a time.

        Raises:
            ValueError: an opener that the mode forbids, `guesses_left` outside 0 to 31, or an
                opener that isn't the one hidden word left.
        """
        word = self._game.guesses.__getitem__
        verdict, opener, strategy, left, by_families, by_search, refuting, states, work = self._native.run(
            guesses_left,
            [(self._game.guess_id(guess), pattern) for guess, pattern in history],
            [self._game.guess_id(opener) for opener in openers],
            [self._game.guess_id(opener) for opener in first],
            None if hidden is None else list(hidden),
            iterations,
        )
        return DepthOutcome(
            verdict=Verdict(verdict),
            opener=word(opener) if opener >= 0 else None,
            strategy=tuple(map(word, strategy)),
            left=tuple(map(word, left)),
            refuted_by_families=by_families,
            refuted_by_search=by_search,
            refuting=tuple(refuting),
            states=RefutedStates(*states),
            nodes=work,
        )

    def census(
        self,
        guesses_left: int,
        *,
        history: Sequence[tuple[str, int]] = (),
        openers: Sequence[str],
        known: Sequence[ProofNode] = (),
        hidden: Sequence[int] | None = None,
    ) -> tuple[str, ...]:
        """Decide each of the `openers`; return those left undecided, none unless it was stopped.

        Decisions are to be had from `take_decisions` meanwhile. `known` are proof nodes of an earlier census
        of the same question, all of them from number 0 on: they keep their numbers, and the search uses
        them. Else as `run`, and not together with it. What was learned serves later calls, about the same
        history and the same guesses left; nodes go on from the numbers that there are.

        Raises:
            ValueError: as `run`; also for fewer than two words or guesses left, and for `known` nodes that
                are no proof, or come after the first call.
        """
        left = self._native.census(
            guesses_left,
            [(self._game.guess_id(guess), pattern) for guess, pattern in history],
            [self._game.guess_id(opener) for opener in openers],
            native_nodes(self._game, known),
            None if hidden is None else list(hidden),
        )
        return tuple(map(self._game.guesses.__getitem__, left))

    def lost_part(
        self,
        guesses_left: int,
        opener: int,
        *,
        history: Sequence[tuple[str, int]] = (),
        others: Sequence[int] = (),
        together: int = 1,
        hidden: Sequence[int] | None = None,
    ) -> tuple[int, Restriction, tuple[str, ...]] | None:
        """Return words inside one cell of `opener` that can't all be found, and the node that says so.

        In time means within `guesses_left` more guesses, two or more, the opener included. The node comes
        first, its restriction second. Words that aren't needed are left out, `together` or more at a time:
        with 1 none is left that could be left out. Rather such are left out that the guesses `others` tell
        from the rest. None if there are no such words, or the search was stopped.
        Guesses go by their numbers; else as `run`, but on one thread.

        Raises:
            ValueError: a number out of range, an opener that isn't allowed, or ultrahard mode.
        """
        found = self._native.lost_part(
            guesses_left,
            [(self._game.guess_id(guess), pattern) for guess, pattern in history],
            opener,
            list(others),
            together,
            None if hidden is None else list(hidden),
        )
        if found is None or found[0] < 0:
            return None
        node, bits, words = found
        return node, restriction_of(self._game, bits), tuple(self._game.hidden[h] for h in words)

    def take_decisions(self) -> list[OpenerDecision]:
        """Return the decisions of `census` that nobody has taken yet; from any thread."""
        word = self._game.guesses.__getitem__
        return [
            OpenerDecision(
                word(opener), tuple(map(word, strategy)), None if node < 0 else node, work, seconds
            )
            for opener, strategy, node, work, seconds in self._native.take_decisions()
        ]

    def proof_nodes(self, since: int = 0) -> list[ProofNode]:
        """Return the nodes of the proof from number `since` on; from any thread.

        Each node comes after its children, and keeps its number. A node that a decision or an outcome names
        is there when that has been handed out.
        """
        return proof_nodes(self._game, self._native.proof_nodes(since))

    def stop(self) -> None:
        """Let `run` return soon, with what is known; from any thread."""
        self._native.stop()

    def progress(self) -> DepthProgress:
        """Return a snapshot; from any thread."""
        openers, refuted, by_families, possible, tried, current, *others = self._native.progress()
        at_work = self._game.guesses[current] if current >= 0 else None
        return DepthProgress(openers, refuted, by_families, possible, tried, at_work, *others)

    def no_goods(self) -> Iterator[NoGood]:
        """Yield every no-good learned; not while `run` is at work."""
        for searcher, number, kind, bits, words, guesses, children in self._native.no_goods():
            restriction = restriction_of(self._game, bits)
            yield NoGood(
                searcher=searcher,
                number=number,
                kind=kind,
                greens=tuple(
                    (position, green)
                    for position, green in enumerate(restriction.greens)
                    if green is not None
                ),
                counts=restriction.counts,
                words=tuple(self._game.hidden[h] for h in words),
                guesses=guesses,
                children=tuple(children),
            )

    def families(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return the pattern and the members of each indexed family."""
        return tuple(
            (p, tuple(self._game.hidden[h] for h in members)) for p, members in self._native.families()
        )

    def family_solvable(self, family: int, guesses: int, live: Sequence[int] | None = None) -> bool:
        """Ask the native solver about a family, by its place in `families`, from the empty restriction.

        Returns False if its live members (default: all; indices into the members) can't be found in `guesses`
        guesses.
        """
        members = len(self.families()[family][1])
        mask = sum(1 << member for member in (range(members) if live is None else set(live)))
        return bool(self._native.family_solvable(family, mask, guesses))
