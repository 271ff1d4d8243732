"""Games that were played, policies, and what there is to see in a game."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from wordle_cp.commands import shared
from wordle_cp.commands.files import PIPE, certificate
from wordle_cp.commands.options import Made, Option, Section, asked
from wordle_cp.errors import HistoryError, UsageError, argument
from wordle_cp.experiments.noise import DEFAULT_LEVELS, DEFAULT_MADE, DEFAULT_RUNS
from wordle_cp.games.given import openers_of
from wordle_cp.games.notation import Move, as_played, parse_game, rows_alone, shared_games
from wordle_cp.games.question import Position, hidden_word
from wordle_cp.games.variant import Variant
from wordle_cp.games.yaml_text import exists
from wordle_cp.rules.words import MAX_GUESSES_LEFT
from wordle_cp.values import (
    function,
    instance,
    items_of,
    path_of,
    words_of,
)
from wordle_cp.work import About

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_cp.answers.absurdle.run import AbsurdleAnswer
    from wordle_cp.answers.families import FamiliesAnswer
    from wordle_cp.answers.guess import GuessAnswer, GuessesAnswer
    from wordle_cp.experiments.compare import Comparison
    from wordle_cp.experiments.list_stats import ListStats
    from wordle_cp.experiments.noise import NoiseAnswer
    from wordle_cp.play.analysis import Analysis

_PLAYED: Final = "a game such as 'crate lions focus', or its moves"
_MOST_CHARACTERS: Final = 2**16
"""Of all games together."""
_USUAL_OPENER: Final = "salet"
_LEVELS: Final = ",".join(f"{one:g}" for one in DEFAULT_LEVELS)


@asked
def position_of(
    game: shared.GameOption,
    *,
    history: shared.After = None,
    mode: shared.ModeOption = None,
    hidden: shared.HiddenOption = None,
    max_guesses: shared.MaxGuesses = None,
) -> Position:
    """Return the position of a game that is meant."""
    played = history if isinstance(history, str) else None
    variant = shared.variant_of(game, mode=mode, hidden=hidden, max_guesses=max_guesses, played=played)
    return Position.of(variant, history)


_Position = Annotated[Position, Made(position_of)]
_Variant = Annotated[Variant, Made(shared.variant_of)]


def _text(typed: str) -> str:
    """Return what stands in a game for what was typed: itself, or what comes from standard input."""
    if typed != PIPE:
        return typed
    from wordle_cp.games.found.sources import read_sources  # noqa: PLC0415  not needed for a help text

    return "\n".join(source.text for source in read_sources([typed]))


@asked
def analyse(
    game: shared.GameOption,
    played: Annotated[
        list[str] | Any,
        Option(
            Section.ARGUMENTS,
            "Words and responses: crate.ybbbb.lions; or words alone, the hidden one last: "
            "crate.lions.focus; or - for standard input",
            "GAME",
            _text,
        ),
    ],
    *,
    word: Annotated[
        str | None, Option(Section.QUESTION, "The hidden word, if the game didn't find it.", "W")
    ] = None,
    tell: Callable[[int], None] = lambda _move: None,
    mode: shared.ModeOption = None,
    hidden: shared.HiddenOption = None,
    max_guesses: shared.MaxGuesses = None,
    work: shared.Working,
) -> Analysis | Any:
    """Judge a game that was played: how good was each guess, and how lucky was each response?

    Both are exact, and measured in guesses against best play. Write responses in letters (B grey, Y yellow, G
    green), in digits (0, 1, 2) or as coloured squares. What Wordle shares will do, too, several games at
    once: its star means hard mode, rows without words are explained, and games with the same number have one
    hidden word. Ctrl-C ends the search, and what is known is printed.

    Examples:
        wordle-cp analyse crate lions focus
        wordle-cp analyse crate.ybbbb.lions.bbybg.focus.ggggg

    `game` is a variant, the name of one or the path of its file. What was `played` is a text as the command
    takes it, with responses (``"crate.ybbbb.lions"``) or the hidden word last (``"crate lions focus"``), or
    its parts, or moves. `word` is the hidden word, where the words alone didn't find it. `tell` hears the
    number of each move before it is weighed. Of rows without words the answer is `ExplainedRows`, and of
    several games `SharedGames`.

    Raises:
        WordleCpError: an argument is wrong, or this is no game of the variant.
    """
    from wordle_cp.play.analysis import analyse as weigh  # noqa: PLC0415  see the package
    from wordle_cp.play.rows import SharedGames as Games  # noqa: PLC0415
    from wordle_cp.play.rows import explain_rows  # noqa: PLC0415

    function(tell, "tell, a function of a number")
    variant = shared.variant_of(game, mode=mode, hidden=hidden, max_guesses=max_guesses)
    given: object = played
    parts: tuple[object, ...] = (given,) if isinstance(given, str) else items_of(given, _PLAYED)
    moves = tuple(part for part in parts if isinstance(part, Move))

    def weighed(variant: Variant, moves: Sequence[Move]) -> Analysis:
        def show(number: int) -> None:
            work.show(About(f"guess {number}"))
            tell(number)

        return weigh(variant, moves, work=work, tell=show)

    if moves and len(moves) == len(parts):
        if word is not None:
            message = "moves have their responses; leave out word"
            raise UsageError(message)
        return weighed(variant, moves)
    written = " ".join(instance(str, part, _PLAYED) for part in parts)
    if len(written) > _MOST_CHARACTERS:
        message = f"expected games of {_MOST_CHARACTERS} characters at most, found {len(written)}"
        raise UsageError(message)
    texts, read = shared_games(written), []
    own_mode = mode is not None or isinstance(game, Variant)
    try:
        for text in texts:
            this = variant if own_mode else as_played(variant, text)
            found = None if word is None else hidden_word(this, word)
            rows = rows_alone(text, this)
            read.append((this, found, rows, () if rows else parse_game(text, this, found)))
    except HistoryError as error:
        if not written or not exists(Path(written)):
            raise
        message = f"{error}; to read a file: wordle-cp analyse - < {shlex.quote(written)}"
        raise UsageError(message) from error
    games = [
        explain_rows(this, rows, found, work) if rows else weighed(this, made)
        for this, found, rows, made in read
    ]
    return games[0] if len(games) == 1 else Games.of(texts, games)


_Total = Annotated[
    bool,
    Option(Section.QUESTION, "Search for the least total of each guess, too, unless a proof with it ships."),
]


@asked
def guess(
    position: _Position,
    words: Annotated[
        list[str], Option(Section.ARGUMENTS, "A guess, or several that are fixed in advance.", "GUESS...")
    ],
    *,
    total: _Total = False,
    work: shared.OneThread,
) -> GuessAnswer:
    """See what a guess tells without a search: bits, words left, the largest group, and all groups.

    Beside each number stands the rank among all guesses, and the least total of guesses where it is known.
    Several guesses count as fixed in advance.

    Examples:
        wordle-cp guess raise
        wordle-cp guess --all --sort expected
        wordle-cp guess brond adorn --after salet.bybbb

    Raises:
        UsageError: there is no guess, or one that isn't allowed; or a total of several is asked for.
    """
    from wordle_cp.answers.guess import look_at_guess  # noqa: PLC0415  see the package

    return look_at_guess(position, words_of(words, "guesses"), total=total, work=work)


@asked
def guesses(
    position: _Position,
    *,
    openers: shared.Openers = None,
    sort: Annotated[
        str, Option(Section.QUESTION, "By which number: bits, expected, largest, groups or alone.", "NUMBER")
    ] = "bits",
    total: _Total = False,
    work: shared.OneThread,
) -> GuessesAnswer:
    """See what each of some guesses tells, or of all that are allowed; the rest is as for `guess`.

    Raises:
        UsageError: a guess isn't allowed, or there is no such number.
    """
    from wordle_cp.answers.guess import look_at_guesses  # noqa: PLC0415  see the package

    asked = openers_of(position.variant, openers)
    return look_at_guesses(position, asked, sort=sort, total=total, work=work)


@asked
def compare(
    variant: _Variant,
    policies: Annotated[
        list[str] | Any,
        Option(
            Section.QUESTION,
            "knuth, irving, neuwirth or kooi; knuth2 looks two guesses ahead; knuth-first and "
            "knuth-last take another of equally good guesses; all stands for eight of these; "
            "or a Python function, as module:function or file.py:function. May be repeated.",
            "P",
            names=("--policy",),
        ),
    ],
    openers: Annotated[
        list[str] | None,
        Option(
            Section.QUESTION,
            "Begin with this guess; may be repeated. Default: each policy chooses.",
            "W",
            names=("--opener",),
        ),
    ] = None,
    *,
    optimum: Annotated[
        bool,
        Option(Section.RARE, "Don't search the best strategy for comparison.", names=("--no-optimum",)),
    ] = True,
    width: Annotated[
        int | None,
        Option(
            Section.RARE,
            "How many guesses knuth2 and the like try: the K best by looking one guess ahead. Default: 10.",
            "K",
            takes=shared.whole(1),
        ),
    ] = None,
    tree: Annotated[Path | None, shared.TREE] = None,
    work: shared.Working,
) -> Comparison:
    """Play every hidden word by a simple rule, a policy, and compare it with the best strategy.

    After a guess, the words that are left form cells, one for each response. knuth makes the largest cell
    small, irving the average one; neuwirth wants the most entropy, kooi the most cells. Of equally good
    guesses, one that may be hidden is taken, and of these the first in the list.

    Examples:
        wordle-cp compare --policy knuth --opener raise
        wordle-cp compare --policy knuth-last --policy irving

    A policy is a name, such as ``"knuth"``, a function of a position that returns a guess, or what
    `parse_policy` returns; one or several. With `optimum` the least total of each opener is sought, too.
    Policies of two plies look at `width` guesses. The strategy of a single entry is written to `tree`, if
    that is given, as a certificate.

    Raises:
        WordleCpError: an argument is wrong, a policy in Python fails, or `tree` can't be written.
    """
    from wordle_cp.experiments import compare as comparing  # noqa: PLC0415  see the package
    from wordle_cp.experiments.policies import Policy  # noqa: PLC0415

    entries = comparing.entries_of(policies, openers_of(variant, openers), width)
    if width is not None and not any(
        isinstance(one.policy, Policy) and one.policy.plies > 1 for one in entries
    ):
        message = f"{argument('width')} belongs to policies that look two guesses ahead, such as knuth2"
        raise UsageError(message)
    return comparing.compare(variant, entries, optimum=optimum, tree=tree, work=work)


@asked
def noise(
    variant: _Variant,
    *,
    opener: Annotated[str, Option(Section.QUESTION, "The first guess.", "W")] = _USUAL_OPENER,
    made: Annotated[
        int,
        Option(
            Section.QUESTION,
            "How many guesses are made before the values are wrong: 2 or 3.",
            "N",
            takes=shared.whole(2, 3),
        ),
    ] = DEFAULT_MADE,
    levels: Annotated[
        tuple[float, ...] | None,
        Option(
            Section.QUESTION,
            f"How wrong the values are, in per cent. Default: {_LEVELS}.",
            "X1,X2,...",
            takes=shared.several(shared.decimal("a number of per cent from 0 to less than 100", 0, 100)),
        ),
    ] = None,
    runs: Annotated[
        int, Option(Section.QUESTION, "Runs at each level.", "N", takes=shared.whole(1, 10_000))
    ] = DEFAULT_RUNS,
    seed: Annotated[
        int, Option(Section.QUESTION, "The same number gives the same result.", "N", takes=shared.whole(0))
    ] = 1,
    work: shared.Working,
) -> NoiseAnswer:
    """See what it costs to choose guesses by values that are slightly wrong.

    The exact value of each position after three guesses is changed at random by up to some per cent; the
    second and the third guess are chosen by these values, and all later ones are the best. --made 2 does
    so after two guesses, for the second one.

    Examples:
        wordle-cp noise --plot noise.png
        wordle-cp noise --opener trace --made 2 --runs 5

    Raises:
        WordleCpError: an argument is wrong, or a game of codes.
    """
    from wordle_cp.experiments import noise as noisy  # noqa: PLC0415  see the package

    noisy.NEEDS.demand(variant)
    first = variant.word(opener)
    if opener == _USUAL_OPENER and first not in variant.guesses:
        what = f"{opener.upper()}, the usual opener"
        message = f"{what}, is not among the guesses of {variant.name}: give {argument('opener')}"
        raise UsageError(message)
    wrong_by = DEFAULT_LEVELS if levels is None else tuple(dict.fromkeys(levels))
    if not wrong_by:
        message = f"expected a number of per cent at least in {argument('levels')}"
        raise UsageError(message)
    return noisy.noise(variant, first, made=made, levels=wrong_by, runs=runs, seed=seed, work=work)


@asked
def families(
    position: _Position,
    *,
    depth: Annotated[
        int | None,
        Option(
            Section.QUESTION,
            "Say which families are too large for G more guesses.",
            "G",
            takes=shared.whole(1, MAX_GUESSES_LEFT),
        ),
    ] = None,
    min_size: Annotated[
        int, Option(Section.QUESTION, "Leave out families of fewer words.", "N", takes=shared.whole(2))
    ] = 6,
    work: shared.OneThread,
) -> FamiliesAnswer:
    """List the endgame families: hidden words that agree in all letters but one.

    Each has its pattern, its size, and how many guesses are needed to find whichever of its words is hidden;
    with --after, the guesses still to be made. In ultrahard mode, or after a limit or Ctrl-C, some have
    bounds only.

    Examples:
        wordle-cp families --min-size 8
        wordle-cp families --depth 4 --mode hard

    Raises:
        WordleCpError: an argument is wrong, or a game without such families.
    """
    from wordle_cp.answers.families import families as settle  # noqa: PLC0415  see the package

    return settle(position, depth, min_size=min_size, work=work)


@asked
def absurdle(
    position: _Position,
    *,
    out: Annotated[
        Path | None, shared.writes("Keep the certificate: these guesses win, and fewer can't.")
    ] = None,
    work: shared.OneThread,
) -> AbsurdleAnswer:
    """Beat Absurdle with the fewest guesses. Absurdle always keeps as many words as it can.

    The independent checker judges that the guesses win, and that fewer can't. Where that takes too long, the
    output says so. To win against any adversary, however it responds, see prove --least-depth.

    Examples:
        wordle-cp absurdle
        wordle-cp absurdle --mode hard --after salet.bbbbb

    Raises:
        WordleCpError: an argument is wrong, a game of codes, or `out` can't be written.
    """
    from wordle_cp.answers.absurdle.run import beat_absurdle, certify  # noqa: PLC0415  see the package
    from wordle_cp.certify.publish import about  # noqa: PLC0415
    from wordle_cp.files.outputs import prepare  # noqa: PLC0415

    if out is not None:
        prepare(out, about(position, "absurdle"))
    return certify(beat_absurdle(position.variant, position.history, work), work, out)


@asked
def stats(
    variant: _Variant,
    *,
    openers: Annotated[
        list[str] | None,
        Option(
            Section.QUESTION,
            "Count the tiles that this opener colours; may be repeated. Default: the best openers.",
            "W",
            names=("--opener",),
        ),
    ] = None,
    top: Annotated[
        int, Option(Section.QUESTION, "How many openers and families to list.", "K", takes=shared.whole(1))
    ] = 10,
    strategy: Annotated[
        Path | None,
        Option(
            Section.RARE,
            "The certificate of a strategy, which is checked. Default: the proof of the "
            "game's least total that ships, if there is one.",
            "FILE",
            certificate,
            takes=lambda value: path_of(value, "the path of a certificate"),
        ),
    ] = None,
    work: shared.OneThread,
) -> ListStats:
    """Count letters, the tiles that openers colour, families, and when a strategy finds which words.

    Examples:
        wordle-cp stats --opener salet --opener audio
        wordle-cp stats --strategy original-normal-depth-5

    Raises:
        WordleCpError: an argument is wrong, a game of codes, or a `strategy` that isn't one of the game.
    """
    from wordle_cp.experiments.list_stats import stats as count  # noqa: PLC0415  see the package

    return count(variant, openers=openers, top=top, strategy=strategy, work=work)
