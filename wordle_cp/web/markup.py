"""What the page shows as text of HTML: one element for the server, however much it is; pure.

What has `data-do` can be pressed: `frame.pressable` hears the words in it.
"""

from __future__ import annotations

import unicodedata
from contextlib import suppress
from html import escape
from itertools import repeat
from typing import TYPE_CHECKING, Final

from wordle_cp.rules.letters import capital
from wordle_cp.rules.scoring import CodeScoring, WordScoring
from wordle_cp.rules.words import GREEN, YELLOW
from wordle_cp.views.colours import COLOUR_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from wordle_cp.rules.scoring import Scoring

_BEST: Final = repeat("best")
MOST_KEYS: Final = 64
"""Of more letters nobody looks for one among keys."""
_MOST_ANSWERS: Final = 30
_ROWS: Final = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def button(text: str, do: str, kind: str = "chip", label: str = "") -> str:
    """Return a button that does what `do` says, with the classes `kind`."""
    named = f' aria-label="{escape(label)}"' if label else ""
    return f'<button type="button" class="{kind}" data-do="{escape(do)}"{named}>{escape(text)}</button>'


def tile_html(letter: str, kind: str, scoring: Scoring, do: str = "", label: str = "") -> str:
    """Return a tile in the colour of that name, a peg where codes are guessed; it can be pressed to `do`."""
    if isinstance(scoring, CodeScoring) and letter.strip():
        kind = f"code p{int(letter, 36) % 10}"
    if do:
        return button(capital(letter), do, f"tile {kind}", label)
    return f'<span class="tile {kind}">{escape(capital(letter))}</span>'


def word_html(
    word: str, scoring: Scoring, kinds: Iterable[str] = _BEST, size: str = "", told: str = ""
) -> str:
    """Return a word as tiles of those `kinds`; those who listen hear it once, and what is `told` of it."""
    tiles = "".join(map(tile_html, word, kinds, repeat(scoring)))
    way, label = direction(word), escape(f"{word.upper()} {told}".rstrip())
    return f'<span class="tiles {size}" dir="{way}" role="img" aria-label="{label}">{tiles}</span>'


def tiles_html(guess: str, pattern: int | None, scoring: Scoring, size: str = "") -> str:
    """Return a guess as tiles, and its response, if there is one."""
    if pattern is None or not scoring.feedback.tiled:
        told = "" if pattern is None else scoring.format_pattern(pattern)
        return word_html(guess, scoring, repeat("plain"), size, told) + response_html(pattern, scoring)
    names = [COLOUR_NAMES[colour] for colour in scoring.tiles(pattern)]
    return word_html(guess, scoring, names, size, " ".join(names))


def response_html(pattern: int | None, scoring: Scoring) -> str:
    """Return the text and the pegs of a response that stands beside the letters; nothing for none."""
    if pattern is None:
        return ""
    pegs = "".join(f'<span class="peg {COLOUR_NAMES[colour]}"></span>' for colour in scoring.tiles(pattern))
    text = escape(scoring.format_pattern(pattern))
    return f'<span class="response">{text}</span><span class="pegs" aria-hidden="true">{pegs}</span>'


def direction(word: str) -> str:
    """Return in which direction a word is written, as HTML has it: rtl in scripts such as Hebrew."""
    return "rtl" if any(unicodedata.bidirectional(sign) in {"R", "AL"} for sign in str(word)) else "ltr"


def letters_of(scoring: Scoring) -> Sequence[str]:
    """Return the letters of words, or the signs of codes."""
    if isinstance(scoring, CodeScoring):
        return scoring.signs
    return scoring.alphabet.letters if isinstance(scoring, WordScoring) else ()


def few_responses(scoring: Scoring) -> Iterator[int]:
    """Yield the responses that aren't tiles, where they are few enough for keys."""
    never = [YELLOW, *[GREEN] * (scoring.length - 1)]  # with all others in place the last one is, too
    if not scoring.feedback.tiled and scoring.response_count <= _MOST_ANSWERS:
        for pattern in range(scoring.win + 1):
            with suppress(ValueError):  # there are fewer than numbers
                scoring.format_pattern(pattern)
                if sorted(scoring.tiles(pattern)) != never:
                    yield pattern


def keys_html(scoring: Scoring, known: Mapping[str, str], *, responses: bool = True) -> str:
    """Return keys for letters, coloured by what is `known`, and for `responses` where these aren't tiles."""
    letters, rows = letters_of(scoring), []
    if set(letters) == set("".join(_ROWS)):
        rows = [[_key(letter, known) for letter in row] for row in _ROWS]
        rows[-1] = [
            button("Enter", "enter", "key wide"),
            *rows[-1],
            button("⌫", "erase", "key wide", "Erase"),
        ]
    elif len(letters) <= MOST_KEYS:
        rows = [[*(_key(letter, known) for letter in letters), button("⌫", "erase", "key", "Erase")]]
    answers = [scoring.format_pattern(pattern) for pattern in few_responses(scoring) if responses]
    if answers:
        rows.append([button(text, f"answer {text}", "key", f"The response {text}") for text in answers])
    wide = len(_ROWS) if len(rows) >= len(_ROWS) else 0  # rows that fill the width
    kinds = [""] * wide + [' class="many"'] * (len(rows) - wide)
    return "".join(f"<div{kind}>{''.join(row)}</div>" for kind, row in zip(kinds, rows, strict=True))


def _key(letter: str, known: Mapping[str, str]) -> str:
    colour = known.get(letter, "")
    return button(capital(letter), f"key {letter}", f"key {colour}", f"{capital(letter)} {colour}".strip())


def words_html(words: Iterable[str], best: Iterable[str] = ()) -> str:
    """Return words as chips to press; the `best` ones are marked."""
    kinds = dict.fromkeys(best, "chip best")
    chips = (
        f'<li dir="{direction(word)}">{button(word.upper(), f"word {word}", kinds.get(word, "chip"))}</li>'
        for word in words
    )
    return f'<ul class="chips">{"".join(chips)}</ul>'


def bars_html(distribution: Sequence[int], noun: str) -> str:
    """Return a distribution as bars with a heading: how many words or codes guess 1, 2 ... finds."""
    most = max(distribution, default=0) or 1
    first = next((number for number, words in enumerate(distribution) if words), 0)
    rows = "".join(
        f"<span>{number}</span>"
        f'<span class="bar"><span style="width:{100 * words / most:.1f}%"></span></span><span>{words}</span>'
        for number, words in enumerate(distribution[first:], first + 1)
    )
    told = f"{noun}s found with each guess"
    rows = f'<div class="bars" role="img" aria-label="{told}">{rows}</div>'
    return f'<div class="soft">{told.capitalize()}</div>{rows}'
