"""Other letters than a to z, for the second checker: each becomes one sign, in the same order.

Standard library only, written from docs/certificates/. So what follows sees words of single signs, in which
letters are counted and compared as in any other word.
"""

import re
import unicodedata

from .verdict import MalformedError

FIRST = 0xE000
"""Where the signs begin: these characters are for private use, so that no letter and no line has one."""


def is_letter(text: str) -> bool:
    """Tell whether `text` is one letter, with its marks."""
    kinds = [unicodedata.category(character)[0] for character in text]
    formed = unicodedata.normalize("NFC", text) == text == text.lower()
    return formed and len(text) <= 8 and kinds[:1] == ["L"] and {*kinds} <= {"L", "M"}


class Letters:
    """The letters of a line `letters`; without one, a to z, which stay as they are."""

    def __init__(self, line: str) -> None:
        """Take the letters apart; raise MalformedError for what isn't as it should be."""
        self.known = line.split(" ") if line else []
        plain = {*self.known} <= {*"abcdefghijklmnopqrstuvwxyz"}
        wrong = plain or sorted({*self.known}) != self.known or len(self.known) > 128
        if line and (wrong or not all(map(is_letter, self.known))):
            message = "letters"
            raise MalformedError(message)
        self.range = f"{chr(FIRST)}-{chr(FIRST + len(self.known) - 1)}" if line else "a-z"
        """What stands for the letters in square brackets of a regular expression."""

    def sign(self, letter: str) -> str:
        """Return the sign of a letter; MalformedError if there is no such letter."""
        if letter not in self.known:
            message = f"expected letters of the game, found {letter}"
            raise MalformedError(message)
        return chr(FIRST + self.known.index(letter))

    def read(self, text: str) -> str:
        """Return the signs of a word, which must be written in the one way that there is."""
        signs, rest = "", text
        while rest:
            rest = rest.removeprefix("-") if signs else rest
            signs += self.sign(
                max((letter for letter in self.known if rest.startswith(letter)), key=len, default="")
            )
            rest = rest[len(self.known[ord(signs[-1]) - FIRST]) :]
        if self.text(signs) != text:
            message = f"{text}: a hyphen"
            raise MalformedError(message)
        return signs

    def text(self, word: str) -> str:
        """Return how a word of signs is written."""
        text = ""
        for letter in (
            (self.known[ord(sign) - FIRST] for sign in reversed(word)) if self.known else word[::-1]
        ):
            longest = max(
                (one for one in self.known if (letter + text).startswith(one)), key=len, default=letter
            )
            text = letter + "-" * (longest != letter) + text
        return text

    def fact(self, fact: str) -> str:
        """Return how a fact is written."""
        letter = self.text(fact[0])
        return (letter if len(letter) == 1 else f"({letter})") + fact[1:]

    def line(self, line: str, *, words: bool) -> str:
        """Return a line with signs for letters; `words` says that it begins with a word, not with a key."""
        if not self.known:
            return line
        first, *parts = line.split(" ")
        if words:
            return " ".join([self._part(first), *parts])
        nodes = {"pair", "weights", "chain", "rule"}
        fixed = {"start", "group", "try"}
        if first in {"opener", "after", "chains", "set", "lemma", "missed", *nodes, *fixed}:
            kept = int(first in {"lemma", "missed"})  # a number, or "lost"
            end = parts.index(":") if ":" in parts else len(parts)
            read = [self._part(part) for part in parts[kept:end]]
            cases = [self._part(part) if "/" in part else part for part in parts[end:]]
            return " ".join([first, *parts[:kept], *read, *cases])
        if first in {"play", "total", "worst"}:  # words, numbers, and groups: 2*bat,cat
            kept = 0 if first == "play" else 2  # "least" or "most", and a number
            pieces = [re.split(r"(?<=[0-9])(\*)|(,)", part) for part in parts[kept:]]
            read = ["".join(self._piece(p) for p in split if p) for split in pieces]
            return " ".join([first, *parts[:kept], *read])
        return line

    def _piece(self, piece: str) -> str:
        """Return a word with signs, and anything else of a line of several boards as it is."""
        return piece if piece in {"*", ",", "-"} or piece.isdecimal() else self.read(piece)

    def _part(self, part: str) -> str:
        """Return a word, a history, a restriction, a fact or a number with signs."""
        if part == "-" or part.isdecimal():
            return part
        fact = re.fullmatch(r"(.*)(-|[!?][0-9]+)", part)
        if "/" in part or fact:
            letters, end = (fact[1], fact[2]) if fact and "/" not in part else (part, "")
            found = re.findall(r"\(([^()]{2,})\)|([^()])", letters)
            again = "".join(f"({several})" if several else one for several, one in found)
            if again != letters:
                message = f"{part}: brackets"
                raise MalformedError(message)
            return (
                "".join(one if one and one in "./" else self.sign(several or one) for several, one in found)
                + end
            )
        pieces = re.split(r"(\.[BYG]+\.?|\*[0-9]+)", part)
        return "".join(
            piece if number % 2 else piece and self.read(piece) for number, piece in enumerate(pieces)
        )
