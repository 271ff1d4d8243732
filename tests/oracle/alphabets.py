"""Random games of other lengths and alphabets: small games whose letters are exchanged, and made longer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.oracle.games import SmallGame
from wordle_cp.rules.letters import Alphabet

if TYPE_CHECKING:
    import random

CYRILLIC: Final = tuple("абвгдежзийклмнопрстуфхцчшщъыьэюяё")
DIGRAPHS: Final = (*"abcdeimoprsuvxßáéőű", "ch", "dž", "gy", "lj", "nj", "sz", "tt")
PLAIN_LETTERS: Final = tuple("abcdefghijklmnopqrstuvwxyz")
MANY: Final = tuple(chr(0xAC00 + 28 * number) for number in range(100))
AMBIGUOUS: Final = (*"abcdefghijklmnop", "ab", "ba", "bab", "cd", "abcd", "dd", "ddd", "pa", "kl", "lk")
"""Letters that others can be taken for: many words need hyphens."""
SIGNS: Final = (*"!\"#$%&'()*+,-./0123456789:;<=>?@[\\]^_`{|}~", *"abyı·’", "🟩", "🟨", "⬛", "🐶")  # noqa: RUF001  meant
"""Every ASCII sign, and others that mean something elsewhere: what a file needs itself, and responses."""
JOINED: Final = (
    *("🐶", "❤", "❤️", "👨‍👩‍👧", "👩‍👧", "👍", "👍🏽", "🇫🇷", "🇩🇪", "1️⃣", "1", "क्‍ष", "कि", "क"),
    *("c'h", "c", "'", "h", "l·l", "l", "a.b", "a", "b", ".", "/", "*", "(", ")", "a/*,!?:", "12", "2"),
)
"""Letters of several characters, joined by what can't be seen, and such that others can be taken for them."""
ALPHABETS: Final = (CYRILLIC, DIGRAPHS, PLAIN_LETTERS, MANY, AMBIGUOUS, SIGNS, JOINED)


def stretched(rng: random.Random, game: SmallGame, letters: tuple[str, ...] = ()) -> SmallGame:
    """Return a game like `game` of other `letters` (none: some by chance), and up to 12 letters a word.

    Letters that are added come in the same places of all words: one letter for all, or one of two or three.
    Words are written as in a variant file that names the letters which occur.
    """
    letters = letters or rng.choice(ALPHABETS)
    met = sorted({letter for word in game.guesses for letter in word})
    exchanged = dict(zip(met, rng.sample(letters, len(met)), strict=True))
    length = len(game.guesses[0])
    wanted = (
        rng.choice((max(2, length), 6, 6, 7, 8, 12)) if letters is not PLAIN_LETTERS else rng.randint(6, 12)
    )
    places = [rng.randrange(length + 1) for _ in range(max(0, wanted - length))]
    added = [rng.sample(letters, rng.choice((1, 1, 1, 1, 1, 2, 3))) for _ in places]
    split: dict[str, list[str]] = {}
    for word in game.guesses:
        parts = [exchanged[letter] for letter in word]
        for place, some in zip(places, added, strict=True):
            parts.insert(place, rng.choice(some))
        split[word] = parts
    alphabet = Alphabet(tuple(sorted({letter for parts in split.values() for letter in parts})))
    longer: dict[str, str] = {}
    for word, parts in split.items():
        made = alphabet.word_of(parts)
        again = alphabet.word(made)
        assert again == made
        assert again is not None
        assert tuple(again) == tuple(parts), "a word has one text"
        longer[word] = made
    return SmallGame(
        tuple(longer[word] for word in game.guesses), tuple(longer[word] for word in game.hidden)
    )
