"""Proof nodes between Python and the compiled part, and proofs made smaller."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wordle_cp.engine.records import ProofNode
from wordle_cp.rules.words import Restriction
from wordle_cp.threads import Run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from wordle_cp.engine.game import Game
    from wordle_cp.rules.modes import Mode

    NativeNode = tuple[str, int, list[int], list[int], list[int]]
    """Kind, guesses left, restriction bits, hidden words and children, all as numbers."""

_POLL_SECONDS: Final = 0.1


def restriction_of(game: Game, bits: Iterable[int]) -> Restriction:
    """Return what a set of the compiled part's bits means in `game`."""
    greens: list[str | None] = [None] * len(game.guesses[0])
    counts: dict[str, int] = {}
    for bit in bits:
        place, least, letter = game.letters.meaning(game.slots[bit])
        if place is not None:
            greens[place] = letter
        else:
            counts[letter] = max(least, counts.get(letter, 0))
    return Restriction(tuple(greens), tuple(sorted(counts.items())))


def bits_of(game: Game, restriction: Restriction) -> list[int]:
    """Return the bits that mean `restriction`; ValueError if no hidden word agrees with it."""
    letters = game.letters
    greens = [
        letters.green_slot(place, green)
        for place, green in enumerate(restriction.greens)
        if green is not None
    ]
    counts = [
        letters.count_slot(letter, least)
        for letter, most in restriction.counts
        for least in range(1, most + 1)
    ]
    return [game.bit_of(slot) for slot in greens + counts]


def native_nodes(game: Game, nodes: Iterable[ProofNode]) -> list[NativeNode]:
    """Return `nodes` as the compiled part takes them."""
    return [
        (
            node.kind,
            node.guesses,
            bits_of(game, node.restriction),
            [game.hidden_id(word) for word in node.words],
            list(node.children),
        )
        for node in nodes
    ]


def proof_nodes(game: Game, raw: Iterable[NativeNode]) -> list[ProofNode]:
    """Return what the compiled part gives as nodes."""
    hidden = game.hidden
    return [
        ProofNode(
            kind,
            guesses,
            restriction_of(game, bits),
            tuple(hidden[h] for h in words),
            tuple(children),
        )
        for kind, guesses, bits, words, children in raw
    ]


def is_taken_as_it_stands(game: Game, node: ProofNode) -> bool:
    """Return whether the compiled part takes `node` over, and gives back the same."""
    try:
        return proof_nodes(game, native_nodes(game, [node])) == [node]
    except ValueError:
        return False


def compact_proof(
    game: Game,
    mode: Mode,
    guesses_left: int,
    nodes: Sequence[ProofNode],
    refuting: Sequence[int],
    *,
    history: Sequence[tuple[str, int]] = (),
    keep_refuting: bool = False,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[list[ProofNode], tuple[int, ...]]:
    """Return fewer nodes, and refuting among them that refute all that `refuting` refute.

    With `keep_refuting` these are the same refuting, in their order, whose words may be fewer.
    `nodes` is a proof, each node after its children; `refuting` are those that refute openers after
    `history` with `guesses_left`, or that refute the position itself. What is returned doesn't depend on the
    number of threads, `jobs`. `progress` is called every 100 ms with (nodes looked at, so many in all: each
    node is looked at twice); what it raises ends the work and is raised here.

    Raises:
        ValueError: `nodes` are no proof.
    """
    work = game.library.ProofCompaction(
        game.native,
        mode.value,
        guesses_left,
        [(game.guess_id(guess), pattern) for guess, pattern in history],
        native_nodes(game, nodes),
        list(refuting),
        keep_refuting,
        jobs,
    )
    run = Run(work.run)
    try:
        while not run.done.wait(_POLL_SECONDS):
            if progress is not None:
                progress(work.done(), work.size())
    except BaseException:
        work.stop()
        run.done.wait()
        raise
    raw, fewer = run.result()
    return proof_nodes(game, raw), tuple(fewer)
