"""What callers say about a position: a variant or its name, a history or its text, openers.

Each is converted once, in `question`; so whoever has a question needn't ask what somebody meant.
`wordle_cp.values` says what is wrong with an argument.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wordle_cp.errors import HistoryError, UsageError, abridged
from wordle_cp.games.notation import parse_history, parse_response
from wordle_cp.games.variant import MAX_GUESSES, HiddenKind, Variant, demand_mode
from wordle_cp.rules.modes import Mode
from wordle_cp.values import in_a_line, instance, items_of, member, path_of, whole_number, words_of, wrong

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from wordle_cp.rules.words import History

    AnyGame = Variant | str | Path
    """A variant, the name of one that ships, or the path of its file."""
    AnyHistory = History | str | Iterable[tuple[str, str | int]] | None
    """Guesses and responses: a text (see `games.notation`), or pairs, their responses as text or number."""
    AnyOpeners = str | Iterable[str] | None
    """Words one by one, or in a text with blanks between them; None for all."""

_GAME: Final = "a variant: the name of one that ships, the path of its file, or Variant.from_words(...)"
_PAIRS: Final = "a history such as 'salet.bybbb', or pairs of a guess and its response"
NO_LIMIT: Final = "none"
"""What stands for a game without a limit on the guesses, where None stands for the variant's own."""


def game_of(
    game: AnyGame,
    *,
    mode: Mode | str | None = None,
    hidden: HiddenKind | str | None = None,
    max_guesses: int | str | None = None,
) -> Variant:
    """Return the variant that is meant; mode, hidden words and limit are its own unless they are given.

    Codes may be guessed; there is one board. `max_guesses` is a number, or ``"none"`` for no limit.

    Raises:
        VariantError, UsageError: see `Variant.load`.
    """
    unlimited = isinstance(max_guesses, str) and max_guesses.strip().lower() == NO_LIMIT
    limit: int | None = None
    if max_guesses is not None and not unlimited:
        limit = whole_number(max_guesses, "a number of guesses, or 'none'", 1, MAX_GUESSES)
    if isinstance(game, Variant):
        variant = _changed(game, mode, hidden)
    else:
        variant = Variant.load(path_or_name(game), mode=mode, hidden=hidden, codes=True)
    if unlimited or limit is not None:
        return variant.model_copy(update={"max_guesses": limit})
    return variant


def path_or_name(game: object) -> str | Path:
    """Return the name or path of a variant; UsageError if it is neither."""
    path = path_of(game, _GAME)
    return game if isinstance(game, str) else path


def _changed(variant: Variant, mode: object, hidden: object) -> Variant:
    """Return `variant` with this mode and these hidden words, its own where they are None."""
    update: dict[str, object] = {}
    if mode is not None:
        update["mode"] = wanted = member(Mode, mode, "a mode")
        if variant.codes is not None and wanted.binds:
            message = f"variant {variant.name} is a game of codes, which have normal mode only"
            raise UsageError(message)
        demand_mode(variant.name, variant.scoring.feedback, wanted)
    if hidden is not None and member(HiddenKind, hidden, "the words that may be hidden") is HiddenKind.BIG:
        update |= {"hidden": variant.guesses, "hidden_name": variant.guesses_name}
    return variant.model_copy(update=update) if update else variant


def history_of(variant: Variant, history: AnyHistory) -> History:
    """Return the history that is meant, of words and responses of `variant`; whether it can be isn't asked.

    Raises:
        HistoryError: it can't be read, or a response is none.
        UsageError: it is something else.
    """
    scoring = variant.scoring
    if history is None:
        return ()
    if isinstance(history, str):
        return parse_history(history, scoring)
    found: list[tuple[str, int]] = []
    for pair in items_of(history, _PAIRS):
        parts = items_of(pair, _PAIRS)
        if len(parts) != 2:  # noqa: PLR2004  a pair
            raise wrong(_PAIRS, pair)
        guess, response = instance(str, parts[0], _PAIRS), parts[1]
        if isinstance(response, str):
            pattern = parse_response(response, scoring)
        else:
            pattern = whole_number(response, "a response as text or number", 0)
            try:
                scoring.format_pattern(pattern)
            except ValueError:
                message = f"expected a response to {abridged(guess)}, found {in_a_line(pattern)}"
                raise HistoryError(message) from None
        found.append((variant.word(guess), pattern))
    return tuple(found)


def openers_of(variant: Variant, openers: AnyOpeners) -> tuple[str, ...] | None:
    """Return the openers that are meant, each once; None for all.

    Raises:
        UsageError: it is something else, or there is none: all wouldn't be what was meant.
    """
    if openers is None:
        return None
    given = tuple(dict.fromkeys(variant.word(word) for word in words_of(openers, "openers")))
    if not given:
        message = "expected at least one opener, found none; leave openers out to ask about all"
        raise UsageError(message)
    return given


def matching(words: Iterable[str], pattern: str) -> tuple[str, ...]:
    """Return the words that match a pattern as long as they are, such as ``?ills``: ``?`` is any letter."""
    return tuple(
        word
        for word in words
        if all(sign in {"?", letter} for sign, letter in zip(pattern, word, strict=True))
    )
