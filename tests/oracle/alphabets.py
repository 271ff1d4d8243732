"""Random games of other lengths and alphabets: small games whose letters are exchanged, and made longer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.oracle.games import SmallGame
from wordle_cp.rules.letters import Alphabet, Word

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


SYLLABLES: Final = tuple(chr(0xAC00 + 11 * number) for number in range(900))


def crowded(rng: random.Random, game: SmallGame, count: int) -> SmallGame:
    """Return a game like `game` of `count` letters: its own are exchanged, and guesses have the others.

    Each further guess has a letter or two of the game in their places, and in some hidden words one letter is
    exchanged for one of the others, so that neither rare letters nor further guesses are worthless.
    """
    letters = rng.sample(SYLLABLES, count)
    met = sorted({letter for word in game.guesses for letter in word})
    exchanged = dict(zip(met, letters, strict=False))
    further = letters[len(met) :]
    length = len(game.guesses[0])
    words = {word: [exchanged[letter] for letter in word] for word in game.guesses}
    for word in rng.sample(game.guesses, len(game.guesses) // 2):
        words[word][rng.randrange(length)] = rng.choice(further)
    made = {word: Word(parts) for word, parts in words.items()}
    more = []
    for first in range(0, len(further), max(1, length - 1)):
        parts = list(rng.choice(list(words.values())))
        places = rng.sample(range(length), max(1, length - 1))
        for place, letter in zip(places, further[first : first + length], strict=False):
            parts[place] = letter
        more.append(Word(parts))
    guesses = list(dict.fromkeys([*made.values(), *more]))
    rng.shuffle(guesses)
    return SmallGame(tuple(guesses), tuple(dict.fromkeys(made[word] for word in game.hidden)))


def apart(rng: random.Random, missing: int) -> SmallGame:
    """Return a game whose 22 hidden words of 12 letters share none: 264 letters, the last ten of them rare.

    One guess asks about the second half of the words, but for one and `missing` ones. Four guesses ask about
    the first half and one further word; they differ in nothing but this word's letter, a rare one. One guess
    tells nothing.
    """
    letters = SYLLABLES[: 12 * 22 + 1]
    words = [[letters[22 * place + number] for place in range(12)] for number in range(22)]
    turned = [[*word[turn:], *word[:turn]] for word in words for turn in (1, 2)]
    common = [[letter if letter in letters[:254] else letters[-1] for letter in word] for word in turned]
    one, *others = rng.sample(range(12, 22), 4 + missing)
    first = [
        [*(words[place][place] for place in range(11)), words[number][11]] for number in (one, *others[:3])
    ]
    asked = [number for number in range(11, 22) if number not in (one, *others[3:])]
    second = [words[number][place] for place, number in enumerate(asked)]
    rest = [letters[-1]] * (12 - len(second))
    guesses = [Word(word) for word in (*words, *common, *first, [*second, *rest], letters[-1:] * 12)]
    rng.shuffle(guesses)
    return SmallGame(tuple(dict.fromkeys(guesses)), tuple(Word(word) for word in words))


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
