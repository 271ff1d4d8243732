"""Other letters than a to z, for the second checker: each becomes one sign, in the same order.

Standard library only, written from docs/certificates/. So what follows sees words of single signs, in which
letters are counted and compared as in any other word.
"""

import re
import unicodedata

from .verdict import MalformedError

FIRST = 0xF0000
"""Where the signs begin: these characters are for private use, so that no letter and no line has one."""

MOST = 1 << 15
"""Most letters of a game."""

JOINERS = {"\u200c", "\u200d", *map(chr, range(0xE0020, 0xE0080))}
"""What can't be seen itself, and joins what can."""


def is_letter(text: str) -> bool:
    """Tell whether `text` is one letter: what can be seen, with marks and joiners."""
    kinds = ["" if one in JOINERS else unicodedata.category(one)[0] for one in text]
    formed = unicodedata.normalize("NFC", text) == text == text.lower()
    seen = {*kinds} <= {"L", "M", "N", "P", "S", ""} and kinds[:1] not in ([], ["M"], [""])
    return formed and seen and len(text) <= 16 and not (len(text) > 1 and {*"()<>"} & {*text})


def is_sign(letter: str) -> bool:
    """Tell whether a letter has anything but Unicode letters and marks on them."""
    return any(unicodedata.category(one)[0] not in {"L", "M"} for one in letter)


def name_of(letter: str) -> str:
    """Return how a letter is written where letters follow each other."""
    if len(letter) == 1 and not is_sign(letter):
        return letter
    shown = (f"<{ord(one):x}>" if one in {*"()<>.*,/-"} | JOINERS else one for one in letter)
    return f"({''.join(shown)})"


class Letters:
    """The letters of a line `letters`; without one, a to z, which stay as they are."""

    def __init__(self, line: str) -> None:
        """Take the letters apart; raise MalformedError for what isn't as it should be."""
        fields = line.split(" ") if line else []
        self.known = [self._unescaped(field[1:-1]) if field[:1] == "(" else field for field in fields]
        plain = {*self.known} <= {*"abcdefghijklmnopqrstuvwxyz"}
        wrong = plain or sorted({*self.known}) != self.known or len(self.known) > MOST
        self.signs = any(map(is_sign, self.known))
        """Whether a letter is a sign; then words are written as letters are in restrictions."""
        long = any(len(letter) > 1 for letter in self.known)
        wrong = wrong or (long and any("-" in letter for letter in self.known))
        bare = [name_of(letter) if is_sign(letter) else letter for letter in self.known]
        if line and (wrong or bare != fields or not all(map(is_letter, self.known))):
            message = "letters"
            raise MalformedError(message)
        self.range = f"{chr(FIRST)}-{chr(FIRST + len(self.known) - 1)}" if line else "a-z"
        """What stands for the letters in square brackets of a regular expression."""
        self._signs = {letter: chr(FIRST + number) for number, letter in enumerate(self.known)}
        self._longest = max(map(len, self.known), default=0)
        self._named = {name_of(letter): chr(FIRST + number) for number, letter in enumerate(self.known)}

    @staticmethod
    def _unescaped(text: str) -> str:
        """Return a letter whose characters may be given by their numbers; nothing if there are none such."""
        try:
            return re.sub("<([0-9a-f]+)>", lambda found: chr(int(found[1], 16)), text)
        except (ValueError, OverflowError):
            return ""

    def sign(self, letter: str) -> str:
        """Return the sign of a letter; MalformedError if there is no such letter."""
        if letter not in self._signs:
            message = f"expected letters of the game, found {letter}"
            raise MalformedError(message)
        return self._signs[letter]

    def named(self, text: str) -> str:
        """Return the signs of letters that follow each other, some of them in brackets."""
        names = re.findall(r"\([^()]*\)|.", text)
        if not self._named.keys() >= {*names}:
            message = f"expected letters of the game, found {text}"
            raise MalformedError(message)
        return "".join(map(self._named.__getitem__, names))

    def read(self, text: str) -> str:
        """Return the signs of a word of a certificate, which must be written in the one way that there is."""
        return self.named(text) if self.signs else self.listed(text)

    def listed(self, text: str) -> str:
        """Return the signs of a word of a list."""
        signs, rest = "", text
        while rest:
            rest = rest.removeprefix("-") if signs and "-" not in self._signs else rest
            signs += self.sign(self._first(rest))
            rest = rest[len(self.known[ord(signs[-1]) - FIRST]) :]
        if self.text(signs) != text:
            message = f"{text}: a hyphen"
            raise MalformedError(message)
        return signs

    def text(self, word: str) -> str:
        """Return how a word of signs stands in a list."""
        text = ""
        for letter in (
            (self.known[ord(sign) - FIRST] for sign in reversed(word)) if self.known else word[::-1]
        ):
            longest = self._first(letter + text) or letter
            text = letter + "-" * (longest != letter) + text
        return text

    def _first(self, text: str) -> str:
        """Return the longest letter that `text` begins with, or nothing."""
        begun = (text[:size] for size in range(min(self._longest, len(text)), 0, -1))
        return next((letter for letter in begun if letter in self._signs), "")

    def fact(self, fact: str) -> str:
        """Return how a fact is written."""
        return name_of(self.text(fact[0])) + fact[1:]

    def line(self, line: str, *, words: bool) -> str:
        """Return a line with signs for letters; `words` says that it begins with a word, not with a key."""
        if not self.known:
            return line
        first, *parts = line.split(" ")
        if words:
            return " ".join([self._part(first), *parts])
        nodes = {"pair", "weights", "chain", "rule"}
        fixed = {"start", "group", "try"}
        if first in {"opener", "after", "set", "lemma", "missed", *nodes, *fixed}:
            kept = int(first in {"lemma", "missed"})  # a number, or "lost"
            end = parts.index(":") if ":" in parts else len(parts)
            read = [self._part(part) for part in parts[kept:end]]
            cases = [self._part(part) if "/" in part else part for part in parts[end:]]
            return " ".join([first, *parts[:kept], *read, *cases])
        return line

    def _part(self, part: str) -> str:
        """Return a word, a history, a restriction, a fact or a number with signs."""
        if part == "-" or part.isdecimal():
            return part
        fact = re.fullmatch(r"(.*)(-|[!?][0-9]+)", part)
        if "/" in part or fact:
            letters, end = (fact[1], fact[2]) if fact and "/" not in part else (part, "")
            pieces = re.split(r"([./])", letters)
            return "".join(piece if piece in {".", "/"} else self.named(piece) for piece in pieces) + end
        pieces = re.split(r"(\.(?:[BYG]+|[0-9]+|!)\.?|\*[0-9]+)", part)
        return "".join(
            piece if number % 2 else piece and self.read(piece) for number, piece in enumerate(pieces)
        )
