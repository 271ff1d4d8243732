"""A claim for people, in a sentence, and for programs, as JSON values: both say what was proven, and no more.

Two certificates of different claims have different sentences. Names of lists in a certificate are labels that
anybody can choose: whoever asks provides the name that a digest has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wordle_cp.certificate.base.claim import Shown
from wordle_cp.errors import counted
from wordle_cp.rules.letters import PLAIN

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordle_cp.certificate.base.claim import Head
    from wordle_cp.certificate.base.records import WordListRecord
    from wordle_cp.rules.letters import Alphabet
    from wordle_cp.rules.scoring import CodeScoring

    FindName = Callable[[str], str | None]
    """Returns the name of the list with a SHA-256, None for one that has none."""


_SHOWN_LETTERS: Final = 128
"""More letters are said by their digest."""


def describe_head(head: Head[Any], find_name: FindName, *, whole: bool = False) -> str:
    """Return the claim of a certificate as one sentence, which says the game, too.

    A list goes by the name that its digest has; one without such a name by its digest: by its first 16 digits
    or, with `whole`, all 64. What a sentence has no room for (openers beyond the first ten, weights) it
    says by digest as well.
    """
    game, claim, shown = head.game, head.claim, Shown(whole)
    named = game.scoring.named_feedback
    answered = "" if named is None else f", feedback {named}"
    after = f" after {game.scoring.format_history(claim.history)}" if claim.history else ""
    if game.codes is not None:
        start = game.codes.described + answered
        if game.mode.binds:
            start += f", {game.mode} mode"
    else:
        letters = "" if game.alphabet == PLAIN else f", letters {_letters(game.alphabet, shown)}"
        lists = (_list_name(words, find_name, shown) for words in (game.guesses, game.hidden))
        start = f"{', hidden '.join(lists)}{letters}{answered}, {game.mode} mode"
    return f"{start}{after}: {claim_sentence(head, whole=whole)}"


def _letters(alphabet: Alphabet, shown: Shown) -> str:
    letters = alphabet.letters
    if shown.whole or len(letters) <= _SHOWN_LETTERS:
        return " ".join(letters)
    return f"{' '.join(letters[:_SHOWN_LETTERS])} ... ({len(letters)} in all, {shown.digest(letters)})"


def claim_sentence(head: Head[Any], *, whole: bool = False) -> str:
    """Return what a certificate claims about its game, without the game, mode and history.

    For `whole` see `describe_head`.
    """
    game, claim = head.game, head.claim
    hidden = f"hidden {game.scoring.noun}"
    sentence: str = claim.sentence(game, counted(claim.hidden_count, hidden, f"{hidden}s"), Shown(whole))
    counts_all = claim.history and claim.counts_all
    return sentence + ("; guesses count from the start of the game" if counts_all else "")


def _list_name(words: WordListRecord, find_name: FindName, shown: Shown) -> str:
    known, digest = find_name(words.sha256), shown.sha256(words.sha256)
    if known is not None:
        return f"{known} ({digest})" if shown.whole else known
    return f"list called {words.name!r} ({counted(words.count, 'word', 'words')}, {digest})"


def claim_to_json(head: Head[Any]) -> dict[str, object]:
    """Return the claim and its game as JSON values: words in lower case, patterns in upper case."""
    game, claim = head.game, head.claim
    question, verdict = claim.words
    return {
        "question": question,
        "verdict": verdict,
        **claim.answer,
        "after": game.scoring.format_history(claim.history),
        "variant": game.name,
        "title": game.title,
        "mode": str(game.mode),
        "word_length": game.word_length,
        **({} if game.alphabet == PLAIN else {"letters": list(game.alphabet.letters)}),
        **({} if game.codes is None else {"game": code_game_to_json(game.codes)}),
        **({} if game.scoring.named_feedback is None else {"feedback": game.scoring.feedback.name}),
        "game_max_guesses": game.max_guesses,
        "guesses": _list_to_json(game.guesses),
        "hidden": _list_to_json(game.hidden),
        "hidden_count": claim.hidden_count,
        **claim.fields(),
    }


def _list_to_json(words: WordListRecord) -> dict[str, object]:
    return {"name": words.name, "count": words.count, "sha256": words.sha256, "origin": str(words.origin)}


def code_game_to_json(codes: CodeScoring) -> dict[str, object]:
    """Return what codes a game is about as JSON values."""
    return {"pegs": codes.length, "colours": codes.colours, "repeats": codes.repeats}
