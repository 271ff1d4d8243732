"""Games as people write them, with responses or words alone: the one reader for all that takes a game.

Files have a stricter notation, which `Scoring.parse_history` reads.

A game is written as parts with blanks, line ends, dots, commas, semicolons, colons, bars, equals signs or
arrows between them, or a dash that stands alone, in one of two ways:

- a response after each word: ``crate.ybbbb.lions.bbybg.focus.ggggg``;
- words alone, the hidden word last: ``crate.lions.focus``; or with the hidden word beside them, if the game
  didn't find it. The responses follow from it.

What people share is read, too: its heading is passed over (``Wordle 1,234 3/6*``), a row of squares may stand
before its word, and the last row, all green, may lack it. `shared_games` takes several games in one text
apart, `as_played` sees the star of hard mode, and `rows_alone` takes squares without words.

A response is one sign a tile, as `SIGNS` lists them, in either case. Parts of one sign each are one part, as
in ``c r a t e y b b b b``; and a part may be a word with its response, or a whole game: ``crateybbbb``.
Codes, and words without tiles, have responses of their own: one number, or two digits, which people write in
many ways (`_NUMBERS`): ``1b2w``, ``1A2B``, ``1 bull, 2 cows``, ``BCC``, ``●○○``. They are shared as squares,
too.

Where letters are digits or other signs, those that are letters stand between no parts, and aren't left out. A
response may have them all the same, as it stands behind its word: ``10007.01000``.
"""

from __future__ import annotations

import re
import unicodedata
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, groupby, pairwise, zip_longest
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from wordle_cp.data import variant_hiding
from wordle_cp.errors import HistoryError, abridged, counted
from wordle_cp.games.typed import readings_in, typed_word
from wordle_cp.games.variant import Variant
from wordle_cp.games.words import MAX_LETTERS
from wordle_cp.rules.feedback.registry import OF_CODES
from wordle_cp.rules.letters import HYPHEN, PLAIN, normal
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.scoring import CodeScoring, Scoring, WordScoring
from wordle_cp.rules.words import GREEN, GREY, YELLOW
from wordle_cp.values import instance, meant, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from wordle_cp.rules.words import History

    Game: TypeAlias = int | Scoring | Variant
    """What a text is a game of: words a to z of that many letters, or words or codes of any kind."""

_Read = TypeVar("_Read")
_GREYS: Final = "⬛⬜◼◻◾◽▪▫⚫⚪🖤🤍"
_YELLOWS: Final = "🟨🟦🟪🟡🔵🟣💛💙💜"
_GREENS: Final = "🟩🟧🟢🟠💚🧡"
SQUARES: Final = {
    sign: tile for tile, signs in zip("BYG", (_GREYS, _YELLOWS, _GREENS), strict=True) for sign in signs
}
"""What games and people write for tiles: dark, light, with high contrast, of Nerdle, in other shapes."""
_ALIKE: Final = (("🟨🟡💛", "🟦🔵💙", "🟪🟣💜"), ("🟩🟢💚", "🟧🟠🧡"))
"""What means the same in games of different colours, and so isn't in one row."""
_RED: Final = "🟥"
_OF_MOTUS: Final = str.maketrans("🟥🟡🟦", "🟩🟨⬛")
"""What SUTOM and its like share: red in place, yellow elsewhere, blue for no letter of the word."""
_SQUARE_NAMES: Final = re.compile(
    r":(?:(?P<grey>(?:black|white)(?:_large|_medium)?_square|(?:black|white)_circle)"
    r"|(?P<yellow>(?:large_)?(?:yellow|blue|purple)_(?:square|circle))|(?P<green>(?:large_)?(?:green|orange)_(?:square|circle))):"
)
"""Names of squares, as chat programs have them."""
_FRONT: Final = re.compile(
    r"^\s*(?:[>*•◦·\u2013\u2014-]+\s+)*(?:(?:#|no\.?\s*)?\d{1,2}(?:/\d{1,2})?(?:\s*[.):]\s*|\s+))?",
    re.IGNORECASE,
)
"""A quotation mark, a bullet and a number before a row."""
_MARKS: Final = re.compile(r"[()\[\]{}\"'`*|~“”„«»<>]|[\u2013\u2014](?!\S)|(?<!\S)[\u2013\u2014]")
"""Signs around words beside a row."""
_COUNT: Final = re.compile(r"\(\d[\d.,]*\)")
"""How many words are left, which some programs put beside a row."""
_ROW_SIGNS: Final = 3
"""Signs of a line that may be a row of squares of another kind."""

SIGNS: Final = {**SQUARES, **dict(zip("012byg", "BYG" * 2, strict=True)), "x": "B", "-": "B", "_": "B"}
"""What a sign says of its tile: B grey, Y yellow, G green."""
_DESCRIBED: Final = "B, X, -, _ or 0 (grey), Y or 1 (yellow), G or 2 (green), or a coloured square"
_COLOURS: Final = {"B": GREY, "Y": YELLOW, "G": GREEN}
_IN_WORDS: Final = frozenset("bygx")
_BETWEEN: Final = frozenset(".,;:|=>\N{RIGHTWARDS ARROW}")
_A_GAME: Final = "a game such as crate.ybbbb.lions.bbybg"
_OF_A_GAME: Final = "what a game is about: a variant, or the number of letters of a word"
_HEADING: Final = re.compile(
    rf"^[^\n{''.join(SQUARES)}]*?(?<!\S)[X\d]/(?:\d+|\N{{INFINITY}})\*{{0,3}}"
    rf"[^\S\n]*(?:$|(?=[{''.join(SQUARES)}]))"
    r"|(?<!\S)#?Wordle[^\S\n]+\d(?:[\d.,\u2019]|[^\S\n])*[^\S\n][X\d]/\d\*?(?![\w/])"
    r"|(?<!\S)wordle-cp[^\S\n]+[\w.-]+[^\S\n]+(?:X|\d+)(?:/\d+)?\*?(?![\w/])",
    re.IGNORECASE | re.MULTILINE,
)
"""What stands above the squares that games, and `play`, let people share: it ends with the score."""
_SCORE: Final = re.compile(r"wordle.*\s(X|\d+)(?:/\d+)?\*{0,3}$", re.IGNORECASE)
"""What Wordle's heading, and that of `play`, says of the guess that found the hidden word."""
_NUMBERED_ROW: Final = re.compile(
    rf"(^[^\n\d{''.join(SQUARES)}]*(?<!\S)|(?<=[{''.join(SQUARES)}])[^\S\n]+)"
    rf"(\d{{1,2}})/\d{{1,2}}[.):]?(?=[^\S\n][^\n]*[{''.join(SQUARES)}])",
    re.MULTILINE,
)
"""A row with its number, as in 2/6, before it; alone it looks like a score."""
_SUMMARY: Final = re.compile(
    r"\b(?:dordle|quordle|octordle|sedecordle|duotrigordle)\W*\d[^\n]*"
    "|\\d?\ufe0f?\N{COMBINING ENCLOSING KEYCAP}",
    re.IGNORECASE,
)
"""What games of several boards let people share; keycaps are how many guesses a board took."""
_AROUND: Final = re.compile(r"(?<!\S)(?:[#@]\w\S*|(?:\S*://|[^\w\s]*www\.)\S+)")
"""Links, and names that begin with # or @, which people write beside what they share."""
STARRED: Final = Mode.HARD
"""What a star behind the heading means."""
_BOLD: Final = re.compile(r"(\*{1,2})[^*]+\1")
"""A heading in bold letters, as chat programs write them; a star behind it, too, is one of hard mode."""
_STAR: Final = "*"
"""Behind the heading of a game in hard mode."""
_SHOWN_ROW: Final = "\N{LARGE YELLOW SQUARE}" + 4 * "\N{BLACK LARGE SQUARE}"
_DASH: Final = "-"
"""A grey tile among others; alone it stands between parts."""
_PEGS: Final = {"●": "b", "⚫": "b", "🔴": "r", "○": "w", "⚪": "w"}
_IN_PLACE_FIRST: Final = ("bw", "bc", "ab", "hb", "sb", "rw")
"""What begins the names of letters in place, and elsewhere: black and white, bulls and cows, hit and blow."""
_NAMED: Final = r"(?:bulls?|blacks?|blows?|balls?|cows?|whites?|hits?|strikes?|reds?|[bcwahsr])"
_NUMBERS: Final = re.compile(
    rf"(?<!\w)\d\s*{_NAMED}(?:(?:[\s,;/&]|and)*\d\s*{_NAMED})?(?!\w)|\+\d\s*-\s*\d(?!\d)|\(\s*\d\s*,\s*\d\s*\)|"
    rf"(?<!\w)(?:[bw]+|[bc]+|(?=r*w)[rw]+)(?!\w)|"
    rf"(?<![{''.join(SQUARES)}\ufe0f])[{''.join(_PEGS)}\ufe0e\ufe0f]++(?![{''.join(SQUARES)}])",
    re.IGNORECASE,
)
"""What people write for the two numbers of bulls and cows, or of black and white pegs; one alone, too."""
_VARIATION_SELECTORS: Final = frozenset("\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}")
"""What some systems put after a square; they are no signs of their own."""


@dataclass(frozen=True, slots=True)
class Move:
    """A guess and its response; None if that isn't known."""

    guess: str
    pattern: int | None


@dataclass(frozen=True, slots=True)
class _Part:
    """A part as it is `written`, where it begins, and its `text`: normal, without what can't be seen."""

    written: str
    place: str
    text: str

    def pieces(self, sizes: Iterable[int]) -> Iterator[_Part]:
        """Yield pieces of what this says, one of each of the `sizes`, in characters."""
        start = 0
        for size in sizes:
            text = self.text[start : start + size]
            yield _Part(text, self.place, text)
            start += size

    def error(self, number: int, expected: str) -> HistoryError:
        """Return the error that something else was expected of this part, the how manieth it is from 1."""
        return HistoryError(
            f"part {number} of the game, {abridged(self.written)} {self.place}: expected {expected}"
        )


def parse_history(text: str, game: Game) -> History:
    """Return the history that `text` says: words, and the response to each.

    A blank text is the empty history. Whether the words are in a list isn't looked at.

    Raises:
        HistoryError: a part isn't what it should be, and the message says which one; or the last word lacks
            its response.
    """
    notation = _Notation(game)
    if not instance(str, text, _A_GAME).strip():
        return ()
    return notation.read(text, notation.history)


def parse_game(text: str, game: Game, hidden: str | None = None) -> tuple[Move, ...]:
    """Return the moves of the game that `text` says, with words in lower case.

    `hidden` is the hidden word, if it is known. In a game of words alone all are guesses then; without it the
    last one is the hidden word, unless there is no other: that one lacks its response. A text has responses
    if its second part, its fourth and so on, or one of them, looks like one; then the last word may lack its
    response, unless `hidden` says it. A last row that is all green may lack its word, if `hidden` or a
    variant with one word left says it. Whether the words are in a list isn't looked at, but that a hidden
    word which comes last is one of those of a variant.

    Raises:
        HistoryError: there is no word, or a part isn't what it should be, and the message says which one. Or
            the hidden word is none, or gives another response.
    """
    notation = _Notation(game)
    aim = None if hidden is None else notation.whole_word(hidden, "the hidden word")
    moves = notation.read(instance(str, text, _A_GAME), lambda shared: notation.game(shared, aim))
    _demand_score(text, [move.pattern for move in moves], notation.scoring)
    return moves


def rows_alone(text: str, game: Game) -> tuple[int, ...]:
    """Return the responses of a text that has them without words, as people share them; none if it has words.

    Raises:
        HistoryError: a row is no response.
    """
    notation = _Notation(game)
    parts = notation.parts(instance(str, text, _A_GAME))
    if not all(map(notation.is_row, parts)):
        with suppress(HistoryError):
            notation.game(text, None)
            return ()
        parts = notation.parts(notation.tidied(text))
        if not all(map(notation.is_row, parts)):
            return ()
    patterns = tuple(notation.response(part, number, "a response") for number, part in enumerate(parts, 1))
    _demand_score(text, patterns, notation.scoring)
    return patterns


def parse_response(text: str, game: Game) -> int:
    """Return the response that `text` alone says.

    Raises:
        HistoryError: it says none.
    """
    notation = _Notation(game)
    pattern = notation.pattern(notation.joined(text, "a response"))
    if pattern is None:
        message = f"response {abridged(text)}: expected {notation.described}"
        raise HistoryError(message)
    return pattern


def parse_word(text: str, game: Game, what: str = "guess") -> str:
    """Return the word or code that `text` alone says, in lower case; `what` it is, for messages.

    Raises:
        HistoryError: it says none.
    """
    return _Notation(game).whole_word(text, what)


def described_response(game: Game) -> str:
    """Return what a response is, for messages."""
    return _Notation(game).described


def shared_games(text: str) -> tuple[str, ...]:
    """Return each game of a text in which people share several, one behind the other, with its heading."""
    text = _without_numbers(instance(str, text, _A_GAME))
    starts = [heading.start() for heading in _HEADING.finditer(text)]
    return tuple(text[start:end] for start, end in pairwise([0, *starts[1:], len(text)]))


def _without_numbers(text: str) -> str:
    """Return `text` with blanks for the numbers of rows, such as 1/6, 2/6 ..., which are no scores."""
    numbers = [int(row[2]) for row in _NUMBERED_ROW.finditer(text)]
    if len(numbers) <= 1 or any(number not in {1, last + 1} for last, number in pairwise([0, *numbers])):
        return text
    return _NUMBERED_ROW.sub(lambda row: row[1] + " " * (len(row[0]) - len(row[1])), text)


def heading_of(text: str) -> str:
    """Return the heading that a game is shared with, such as ``Wordle 1,234 3/6*``; empty without one."""
    found = _HEADING.search(text)
    return "" if found is None else " ".join(found[0].split())


def day_of(text: str) -> str:
    """Return what the heading of a game that is shared says before the score, such as ``wordle 1234``.

    It is empty without a number, which those that are shared on one day have in common.
    """
    day = re.sub(
        r"(?<=\d)[.,\u2019\s](?=\d)|\W*(?<!\S)[X\d]+/\S*$", "", heading_of(text), flags=re.IGNORECASE
    )
    return day.lower() if re.search(r"\d", day) else ""


def is_starred(text: str) -> bool:
    """Tell whether the heading of a game that is shared has the star of hard mode."""
    headings = [heading[0].strip() for heading in _HEADING.finditer(text)]
    return any(heading.endswith(_STAR) and not _BOLD.fullmatch(heading) for heading in headings)


def as_played(variant: Variant, text: str | None) -> Variant:
    """Return `variant` in hard mode if the heading of a game that is shared has the star that says so.

    A variant that is stricter already stays as it is.
    """
    if text is None or variant.mode.binds or STARRED not in variant.scoring.feedback.modes:
        return variant
    return variant.model_copy(update={"mode": STARRED}) if is_starred(text) else variant


def without_heading(text: str, is_own: Callable[[str], bool] | None = None) -> str:
    """Return a game without headings and links that it is shared with: blanks take their places.

    What `is_own` says is of the game stays; without it numbers of rows go, too.
    """

    def blanked(found: re.Match[str]) -> str:
        return found[0] if is_own and is_own(found[0]) else _blanked(found)

    return _AROUND.sub(blanked, _HEADING.sub(blanked, text if is_own else _without_numbers(text)))


def _demand_score(text: str, patterns: Sequence[int | None], scoring: Scoring) -> None:
    """Demand that a game is found by the guess that Wordle's heading says; else a row is lost or repeated."""
    heading = heading_of(text)
    score = _SCORE.search(heading)
    found = str(len(patterns))
    if score is not None and [*patterns[-1:]] == [scoring.win] and found != score[1]:
        message = (
            f"{abridged(heading)} says {score[1]}, but row {found} finds the hidden word: is a row lost?"
        )
        raise HistoryError(message)


class _Notation:
    """How games of one kind are written: words and responses, and which signs are letters."""

    def __init__(self, game: Game) -> None:
        self.variant = game if isinstance(game, Variant) else None
        if isinstance(game, Variant):
            game = game.scoring
        if not isinstance(game, Scoring):
            game = WordScoring(whole_number(game, _OF_A_GAME, 1, MAX_LETTERS))
        self.scoring = game
        alphabet = game.alphabet if isinstance(game, WordScoring) else PLAIN
        self.own = alphabet.characters if alphabet.spelt else frozenset[str]()
        """The characters of letters, if some are signs, which may mean something else elsewhere."""
        self.is_long = alphabet.has_long_letters
        self.tiled = isinstance(game, WordScoring) and game.feedback.tiled
        """Whether a response is a sign for each letter of a word."""
        signs = (
            frozenset(SIGNS) - _IN_WORDS - ({HYPHEN} if self.is_long else set()) if self.tiled else SQUARES
        )
        self.no_letters = frozenset(signs) - self.own
        """Signs of responses that no word can have; without tiles these are squares."""

    @property
    def described(self) -> str:
        """What a response is, for messages."""
        if self.tiled:
            return f"{counted(self.scoring.length, 'sign', 'signs')}, each {_DESCRIBED}"
        return self.scoring.feedback.described(self.scoring.length)

    def read(self, text: str, read: Callable[[str], _Read]) -> _Read:
        """Return what `read` makes of `text`, or, if it can't be read, of it without prose around squares."""
        try:
            return read(text)
        except HistoryError:
            tidy = self.tidied(text)
            if tidy != text:
                with suppress(HistoryError):
                    return read(tidy)
            raise

    def history(self, text: str) -> History:
        """Return the history that `text` says as it stands."""
        if self.own:
            with suppress(HistoryError):
                return self.scoring.parse_history(text.strip())
        moves = [*self._moves(self._demand_parts(text))]
        if moves[-1].pattern is None:
            message = f"{moves[-1].guess.upper()} lacks its response: expected {self.described}"
            raise HistoryError(message)
        return tuple((move.guess, move.pattern) for move in moves if move.pattern is not None)

    def game(self, text: str, aim: str | None) -> tuple[Move, ...]:
        """Return the moves that `text` says as it stands; the hidden word is `aim`, if that is known."""
        parts = self._demand_parts(text)
        if self._has_responses(parts, aim):
            moves = self._moves(self._with_last_word(parts, aim))
            return tuple(moves if aim is None else self._agreeing(moves, aim))
        words = [self._word(part, number) for number, part in enumerate(parts, 1)]
        if aim is None:
            aim = words[-1]
            if len(words) == 1:
                return (Move(aim, None),)
            self._demand_hidden(aim)
        return tuple(Move(word, self.scoring.score(word, aim)) for word in words)

    def joined(self, text: str, what: str) -> str:
        """Return what a text says that is one word or response; `what` it is, for the message."""
        return "".join(part.text for part in self.raw_parts(instance(str, text, what)))

    def whole_word(self, text: str, what: str) -> str:
        """Return the word that a text must be; `what` it is, for the message."""
        word = self.scoring.word(self.joined(text, what))
        if word is None:
            message = f"{what}: expected {self.scoring.a_word}, found {abridged(text)}"
            raise HistoryError(message)
        return word

    def pattern(self, text: str) -> int | None:
        """Return the response that `text`, which is normal, says; None if it says none."""
        if self.tiled:
            tiles = [SIGNS.get(sign) for sign in text]
            if len(tiles) != self.scoring.length or None in tiles or _mixes_colours(text):
                return None
            return self.scoring.parse_pattern("".join(filter(None, tiles)))
        if set(text) <= SQUARES.keys():
            return _by_squares(self.scoring).get(tuple(_COLOURS[SQUARES[sign]] for sign in text))
        with suppress(HistoryError):
            return self.scoring.parse_pattern(text)
        return None

    def response(self, part: _Part, number: int, what: str) -> int:
        """Return the response that `part` must be; `what` it is, for the message."""
        pattern = self.pattern(part.text)
        if pattern is None:
            raise part.error(number, f"{what}, {self.described}")
        return pattern

    def is_row(self, part: _Part) -> bool:
        """Tell whether `part` has signs of responses that no word can have."""
        return set(part.text) <= self.no_letters

    def tidied(self, text: str) -> str:
        """Return `text` without prose around what people share, unless words and rows don't go together."""
        if self.own:  # what stands around may be letters
            return text
        tidy = _without_prose(without_heading(text), self._is_part)
        rows = [self.is_row(part) for part in self.parts(tidy)]
        words = len(rows) - sum(rows)
        in_turn = all(one != other for one, other in pairwise(rows[:-1]))  # the last row may lack its word
        fits = words in {0, sum(rows)} or (words == sum(rows) - 1 and in_turn)
        return tidy if fits else text

    def _is_part(self, said: str) -> bool:
        """Tell whether `said` is a word of the game or a response."""
        word = self.scoring.word(self._meant(said))
        is_word = word is not None and (self.variant is None or word in self.variant.guesses)
        return is_word or self.pattern(normal(said)) is not None

    def _meant(self, text: str) -> str:
        """Return `text` as the letters of the game have it, if it is a word; else composed, in lower case."""
        readings = readings_in(text, self.scoring)
        return next((one for one in readings if self.scoring.word(one) is not None), normal(text))

    def raw_parts(self, text: str) -> list[_Part]:
        """Return the parts that stand in `text`, those left out of which nothing can be seen.

        Raises:
            HistoryError: it is the summary of a game of several boards, which doesn't say what was guessed.
        """
        summary = _SUMMARY.search(text)
        if summary is not None and not self.own & set(summary[0]):
            message = (
                f"{abridged(' '.join(summary[0].split()))}: a summary of several boards doesn't say what was "
                f"guessed; expected guesses with their responses, board by board"
            )
            raise HistoryError(message)
        text = without_heading(text, self._is_own if self.own else None)
        between = re.compile(rf"[^\s{re.escape(''.join(_BETWEEN - self.own))}]+")
        parts: list[_Part] = []
        place = 0
        for numbers in _NUMBERS.finditer(text) if self.scoring.feedback == OF_CODES else ():
            digits = self._two_digits(numbers[0])
            if digits:
                before = between.finditer(text, place, numbers.start())
                parts += [self._part(text, found.start(), found[0]) for found in before]
                parts.append(self._part(text, numbers.start(), numbers[0], digits))
                place = numbers.end()
        parts += [self._part(text, found.start(), found[0]) for found in between.finditer(text, place)]
        return [part for part in parts if part.text]

    def _part(self, text: str, start: int, written: str, said: str = "") -> _Part:
        """Return the part that is `written` at `start` of `text`, and says that, or what `said` does."""
        place = f"at character {start - text.rfind(chr(10), 0, start)}"
        if "\n" in text.strip():
            place += f" of line {text.count(chr(10), 0, start) + 1}"
        seen = (
            sign
            for sign in said or self._meant(written)
            if sign in self.own or (sign not in _VARIATION_SELECTORS and unicodedata.category(sign) != "Cf")
        )
        return _Part(written, place, "".join(seen))

    def _is_own(self, text: str) -> bool:
        """Tell whether `text`, which looks like a heading, has a word of the game."""
        return any(typed_word(part, self.scoring) is not None for part in text.split())

    def _two_digits(self, said: str) -> str:
        """Return the two digits that `said` means; empty if it means no numbers.

        Raises:
            HistoryError: it can mean two responses.
        """
        scoring = self.scoring
        parts = said.split() if isinstance(scoring, CodeScoring) else [said]
        if any(scoring.word(self._meant(part)) for part in parts):
            return ""
        signs = [_PEGS[sign] for sign in said if sign in _PEGS]
        if len(signs) == scoring.length and len({*said} - _VARIATION_SELECTORS) == 1 and said[0] in SQUARES:
            pegs = {"b": "black", "w": "white"}[signs[0]]
            digits = scoring.format_pattern(scoring.win) if signs[0] == "b" else f"0{len(signs)}"
            message = (
                f"{said} can be {len(signs)} {pegs} pegs, {digits}, or a row of squares, 00: write the digits"
            )
            raise HistoryError(message)
        numbers = [*map(int, re.findall(r"\d", said))]
        named = re.findall(rf"\d\s*({_NAMED})", said.lower())
        if named == ["b"] and numbers != [0]:
            message = f"{said} can be black pegs or bulls, {numbers[0]}0, or as in 0A{numbers[0]}B, "
            message += f"0{numbers[0]}: write the digits"
            raise HistoryError(message)
        names = [name[0] for name in named] or ["b", "w"]
        if len(named) == 1 and named[0].startswith(("ba", "blo")):  # balls and blows are elsewhere
            names = ["w"]
        if not numbers:
            signs = signs or [*said.lower()]
            names = [*dict.fromkeys(signs)]
            numbers = [signs.count(name) for name in names]
        first = next((kinds[0] for kinds in _IN_PLACE_FIRST if set(names) <= set(kinds)), None)
        if first is None or len(set(names)) < len(numbers):
            return ""
        black = sum(number for name, number in zip(names, numbers, strict=True) if name == first)
        return f"{black}{sum(numbers) - black}"

    def parts(self, text: str) -> list[_Part]:
        """Return the words and responses in `text`: signs that stand alone joined, others taken apart."""
        parts: list[_Part] = []
        raw = self.raw_parts(text)
        for alone, run in groupby(raw, lambda part: len(part.text) == 1 and self.scoring.length > 1):
            joined = list(run)
            if alone:
                signs = self._without_dashes("".join(part.text for part in joined))
                joined = [_Part(signs, joined[0].place, signs)] if signs else []
            parts.extend(chain.from_iterable(map(self._split, joined)))
        return parts

    def _without_dashes(self, signs: str) -> str:
        """Return the `signs`, which stand alone, without dashes between parts, which are no grey tiles."""
        if _DASH in self.own:
            return signs
        if signs == _DASH or not self.tiled:
            return signs.replace(_DASH, "")
        first, last = signs.startswith(_DASH), signs.endswith(_DASH)
        if len(signs) % self.scoring.length != first + last:
            return signs
        return signs[first : len(signs) - last]

    def _split(self, part: _Part) -> Iterable[_Part]:
        """Return the words and responses that are written in one part; the part itself if it is but one."""
        length, size = self.scoring.length, len(part.text)
        if self.tiled and self.is_long:  # a word can have any number of characters
            is_word_first = length < size and set(part.text[-length:]) <= self.no_letters
            return part.pieces((size - length, length)) if is_word_first else (part,)
        width = self.scoring.feedback.width(length)
        if width is None or (not self.tiled and (self.is_long or self.own)):
            return (part,)
        sizes = (length,) if self.tiled else (length, width)
        many, rest = divmod(size, sum(sizes))
        return part.pieces(sizes * many) if many and not rest else (part,)

    def _demand_parts(self, text: str) -> list[_Part]:
        """Return the parts of `text`, one at least, each word before its row."""
        parts = self.parts(text)
        if not parts:
            message = f"expected {_A_GAME}, found {abridged(text) if text.strip() else 'nothing'}"
            raise HistoryError(message)
        rows = [self.is_row(part) for part in parts]
        if all(rows):
            what = "squares" if any(sign in SQUARES for part in parts for sign in part.text) else "responses"
            message = f"these are {what} alone: write each guess beside its row, such as crate {_SHOWN_ROW}"
            raise HistoryError(message)
        if rows in (sorted(rows), sorted(rows)[::-1]) and len(rows) in {2 * sum(rows), 2 * sum(rows) - 1}:
            marked = [*zip(parts, rows, strict=True)]  # all words, or rows, first
            words, others = ([part for part, is_row in marked if is_row == kind] for kind in (False, True))
            return [part for pair in zip_longest(words, others) for part in pair if part is not None]
        for place in range(0, len(parts) - 1, 2):
            if rows[place] and not rows[place + 1]:  # the row stands before its word
                parts[place : place + 2] = parts[place + 1], parts[place]
        return parts

    def _with_last_word(self, parts: list[_Part], hidden: str | None) -> list[_Part]:
        """Return parts in which the last row has its word, if it is all green and lacks it."""
        *before, last = parts
        if len(parts) % 2 == 0 or not before or self.pattern(last.text) != self.scoring.win:
            return parts
        if hidden is None:
            history = tuple((move.guess, move.pattern or 0) for move in self._moves(before))
            listed = self.variant.hidden if self.variant else ()
            left = [word for word in listed if self.scoring.is_consistent(word, history)]
            if len(left) != 1:
                raise last.error(len(parts), "the hidden word beside the last row, or named as well")
            (hidden,) = left
        return [*before, _Part(hidden, last.place, hidden), last]

    def _moves(self, parts: Sequence[_Part]) -> Iterator[Move]:
        """Yield the moves of parts that are words and responses in turn; the last may lack its response."""
        for number, (first, second) in enumerate(zip_longest(parts[::2], parts[1::2])):
            guess = self._word(first, 2 * number + 1)
            said = f"the response to {guess.upper()}"
            yield Move(guess, None if second is None else self.response(second, 2 * number + 2, said))

    def _agreeing(self, moves: Iterable[Move], hidden: str) -> Iterator[Move]:
        """Yield the moves of a game whose hidden word is known, each with the response that it gives."""
        for move in moves:
            pattern = self.scoring.score(move.guess, hidden)
            if move.pattern not in {None, pattern}:
                said, right = (self.scoring.format_pattern(one) for one in (move.pattern, pattern))
                message = f"if {hidden.upper()} is hidden, {move.guess.upper()} gets {right}, not {said}"
                raise HistoryError(message)
            yield Move(move.guess, pattern)

    def _word(self, part: _Part, number: int) -> str:
        """Return the word that `part` must be, in lower case."""
        word = self.scoring.word(part.text)
        if word is None:
            odd = not self.own and any(unicodedata.category(sign) == "So" for sign in part.text)
            expected = self.scoring.a_word + (f", or {self.described}" if odd else "")
            raise part.error(number, expected + _other_colours(part.text, self.scoring))
        return word

    def _demand_hidden(self, word: str) -> None:
        """Make sure that `word`, the last one of a game of words alone, may be hidden in the variant."""
        variant = self.variant
        if variant is None or word in variant.hidden:
            return
        other = variant_hiding(word, variant.hidden_hash)
        hint = f"; the variant {other} hides it" if other else ""
        if not other and word not in variant.guesses:
            hint = meant(word, variant.guesses)
        message = (
            f"{word.upper()}, the last word, was taken as the hidden word, and is not among the hidden words "
            f"of {variant.name}; write a response behind each guess, or name the hidden word as well"
        )
        raise HistoryError(message + hint)

    def _has_responses(self, parts: Sequence[_Part], aim: str | None) -> bool:
        """Tell whether a response after each word is meant; words alone have no digits and squares.

        Raises:
            HistoryError: where letters are such signs, words and responses can be meant.
        """
        seconds = [part.text for part in parts[1::2]]
        if not self.tiled:
            return any(self.pattern(second) is not None for second in seconds)
        if any(set(second) & self.no_letters for second in seconds):
            return True
        said = [set(second) <= SIGNS.keys() for second in seconds]
        if not self.own & SIGNS.keys() - _IN_WORDS:
            return any(said)
        guesses = self.variant.guesses if self.variant else ()
        if all(said) and seconds and all(second in guesses for second in seconds):
            if aim is not None:
                return False
            message = (
                f"{seconds[0]} can be a word here and a response: write responses with B, Y and G, "
                f"or name the hidden word as well"
            )
            raise HistoryError(message)
        return bool(seconds) and all(said)


def _other_colours(text: str, scoring: Scoring) -> str:
    """Return the hint what to write for a code whose colours are letters, or digits from 0; else nothing."""
    if not isinstance(scoring, CodeScoring) or len(text) != scoring.length:
        return ""
    colours = [*dict.fromkeys(text)] if text.isalpha() else [*"0123456789"] if text.isdecimal() else []
    known = dict(zip(colours, scoring.signs, strict=False))
    code = scoring.word("".join(known.get(sign, "?") for sign in text))
    how = "colours as letters" if text.isalpha() else "colours from 0"
    return f"; write {how} as digits from 1, {text} as {code}" if code else ""


@lru_cache(maxsize=16)
def _by_squares(scoring: Scoring) -> dict[tuple[int, ...], int]:
    """Return the responses of a feedback without tiles by the squares that they are shared as."""
    found: dict[tuple[int, ...], int] = {}
    for pattern in range(scoring.win + 1):
        with suppress(ValueError):  # not every number is a response
            scoring.format_pattern(pattern)
            found[scoring.tiles(pattern)] = pattern
    return found


def _mixes_colours(row: str) -> bool:
    """Tell whether a row of squares has two colours that mean the same, so that one means something else."""
    return any(sum(not set(row).isdisjoint(kind) for kind in kinds) > 1 for kinds in _ALIKE)


def _without_prose(text: str, is_part: Callable[[str], bool]) -> str:
    """Return a game without what people write around it; as it is if it has no squares.

    `is_part` tells of a text whether it is a word of the game or a response.
    """
    named = _SQUARE_NAMES.sub(
        lambda match: {"grey": "⬛", "yellow": "🟨", "green": "🟩"}[match.lastgroup or ""], text
    )
    if _RED in named and "🟦" in named and not {"🟩", "🟧"} & set(named):
        named = named.translate(_OF_MOTUS)
    if not any(sign in named for sign in SQUARES):
        return text
    return "".join(_tidy_line(line, is_part) for line in named.splitlines(keepends=True))


def _tidy_line(line: str, is_part: Callable[[str], bool]) -> str:
    said = _FRONT.sub(_blanked, line)
    if any(sign in line for sign in SQUARES):
        return _MARKS.sub(" ", _COUNT.sub(_blanked, said))
    said = _MARKS.sub(" ", said)
    parts = re.split(r"[\s.,;:=→]+|->", said.strip())
    if all(len(part) == 1 for part in parts):
        parts = ["".join(parts)]
    signs = sum(unicodedata.category(sign) == "So" for sign in line)
    if all(map(is_part, parts)) or (signs >= _ROW_SIGNS and not any(map(str.isalnum, line))):
        return said
    return re.sub(r"\S", " ", line)


def _blanked(match: re.Match[str]) -> str:
    return " " * len(match[0])
