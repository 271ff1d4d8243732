"""Games that were played, and policies: `analyse`, `compare`, what they return, and texts of both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Unpack

from wordle_cp.api.options import PlayOptions, WritingOptions, spelled_out, starred, variant_of, work_of
from wordle_cp.errors import UsageError
from wordle_cp.experiments import compare as comparing
from wordle_cp.experiments import policies as named
from wordle_cp.experiments.compare import Entry
from wordle_cp.experiments.policies import DEFAULT_WIDTH, AnyPolicy, Policy, PythonPolicy
from wordle_cp.games.given import openers_of
from wordle_cp.games.notation import Move, parse_game
from wordle_cp.games.state import hidden_word
from wordle_cp.play import analysis as analysing
from wordle_cp.values import (
    MOST_ITEMS,
    function,
    instance,
    items_of,
    path_of,
    text,
    truth,
    whole_number,
    words_of,
    wrong,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from os import PathLike

    from wordle_cp.experiments.compare import Comparison
    from wordle_cp.experiments.policies import PolicyFunction
    from wordle_cp.games.given import AnyGame, AnyOpeners
    from wordle_cp.play.analysis import Analysis

    OnePolicy = str | AnyPolicy | PolicyFunction

_PLAYED: Final = "a game such as 'crate lions focus', or its moves"
_POLICIES: Final = "policies: names such as 'knuth', functions, or entries"


@spelled_out(PlayOptions)
def analyse(
    game: AnyGame,
    played: str | Sequence[str] | Sequence[Move],
    *,
    word: str | None = None,
    tell: Callable[[int], None] = lambda _move: None,
    **options: Unpack[PlayOptions],
) -> Analysis:
    """Weigh each move of a game that was played, from its start, against best play.

    `game` is a variant, the name of one or the path of its file. What was `played` is a text as the command
    takes it, with responses (``"crate.ybbbb.lions"``) or the hidden word last (``"crate lions focus"``), or
    its parts, or moves. `word` is the hidden word, where the words alone didn't find it. `tell` hears the
    number of each move before it is weighed.

    Raises:
        WordleCpError: an argument is wrong, or this is no game of the variant.
    """
    variant = variant_of(game, options)
    function(tell, "tell, a function of a number")
    hidden = None if word is None else hidden_word(variant, text(word, "the hidden word"))
    parts: tuple[object, ...] = (played,) if isinstance(played, str) else items_of(played, _PLAYED)
    if parts and all(isinstance(part, Move) for part in parts):
        if hidden is not None:
            message = "moves have their responses; leave out word"
            raise UsageError(message)
        moves = tuple(part for part in parts if isinstance(part, Move))
    else:
        written = " ".join(instance(str, part, _PLAYED) for part in parts)
        variant = starred(variant, game, options, written)
        moves = parse_game(written, variant, hidden)
    return analysing.analyse(variant, moves, work=work_of(options), tell=tell)


@spelled_out(WritingOptions)
def compare(
    game: AnyGame,
    policies: OnePolicy | Entry | Iterable[OnePolicy | Entry],
    openers: AnyOpeners = None,
    *,
    optimum: bool = True,
    width: int = DEFAULT_WIDTH,
    tree: str | PathLike[str] | None = None,
    **options: Unpack[WritingOptions],
) -> Comparison:
    """Play policies out over every hidden word, each from each of the `openers`, by default from its own.

    A policy is a name, such as ``"knuth"``, a function of a position that returns a guess, or what
    `parse_policy` returns; one or several. With `optimum` the least total of each opener is sought, too.
    Policies of two plies look at `width` guesses. The strategy of a single entry is written to `tree`, if
    that is given, as a certificate.

    Raises:
        WordleCpError: an argument is wrong, a policy in Python fails, or `tree` can't be written.
    """
    variant, width = variant_of(game, options), whole_number(width, "a width", 1, MOST_ITEMS)
    chosen = openers_of(variant, openers)
    single = isinstance(policies, str | Policy | PythonPolicy | Entry) or callable(policies)
    entries: list[Entry] = []
    for one in (policies,) if single else items_of(policies, _POLICIES):
        if isinstance(one, Entry):
            if chosen is not None:
                message = "an entry says its opener; leave out openers"
                raise UsageError(message)
            entries.append(_entry(one))
        else:
            entries += comparing.entries_of([_policy(one, width)], chosen or ())
    path = None if tree is None else path_of(tree, "tree, the path of a certificate")
    work = work_of(options)
    return comparing.compare(variant, entries, optimum=truth(optimum, "optimum"), tree=path, work=work)


def _policy(given: object, width: int) -> AnyPolicy:
    """Return the policy that is meant; UsageError if it is none."""
    if isinstance(given, Policy | PythonPolicy):
        return given
    if isinstance(given, str):
        return parse_policy(given, width)
    if not callable(given):
        raise wrong(_POLICIES, given)
    return PythonPolicy(getattr(given, "__name__", type(given).__name__), given)


def _entry(entry: Entry) -> Entry:
    """Return the entry, which must be made of a policy and a word."""
    instance((Policy, PythonPolicy), entry.policy, "an entry with a policy")
    return entry if entry.opener is None else Entry(entry.policy, text(entry.opener, "an opener"))


def entries_of(policies: Iterable[OnePolicy], openers: AnyOpeners = None) -> tuple[Entry, ...]:
    """Return each of `policies` with each of `openers`; without any, from an opener of its own.

    Raises:
        UsageError: one of them is none.
    """
    known = tuple(_policy(one, DEFAULT_WIDTH) for one in items_of(policies, _POLICIES))
    return comparing.entries_of(known, () if openers is None else words_of(openers, "openers"))


def parse_policy(name: str, width: int = DEFAULT_WIDTH) -> AnyPolicy:
    """Return the policy called `name`: knuth, irving2, knuth-last, or module:function or file.py:function.

    Raises:
        UsageError: there is none. FileError: file.py can't be read.
    """
    return named.parse_policy(text(name, "a policy"), whole_number(width, "a width", 1, MOST_ITEMS))
