"""What both kinds of proof begin with, read by the standard library alone, as docs/certificates/ says.

depth.py, the second checker, builds on it. In the patterns of lines W is a word, P a pattern, N a
number.
"""

import hashlib
import lzma
import re
import zlib
from collections import Counter
from functools import cache
from itertools import product
from math import perm
from pathlib import Path

from .letters import Letters

History = list[tuple[str, str]]
# (a, 2): green a in place 2, from 0; (a, -2): a twice at least, with (a, -1); (bah, BGY): BAH gets BGY
Fact = tuple[str, int | str]
Facts = set[Fact]


def demand(condition: object, reason: str) -> None:
    """Raise a ValueError unless the condition is met."""
    if not condition:
        raise ValueError(reason)


@cache
def score(guess: str, hidden: str) -> str:
    """Return the response to a word: green, then yellow from the left for as many as are left of a letter."""
    left, tiles = Counter(h for g, h in zip(guess, hidden, strict=True) if g != h), ""
    for g, h in zip(guess, hidden, strict=True):
        tiles += "G" if g == h else "Y" if left[g] > 0 else "B"
        left[g] -= tiles[-1] == "Y"
    return tiles


@cache
def pegs(guess: str, hidden: str) -> str:
    """Return the response to a code: pegs of one colour in one place, and others of one colour."""
    black = sum(g == h for g, h in zip(guess, hidden, strict=True))
    return f"{black}{(Counter(guess) & Counter(hidden)).total() - black}"


def facts(greens: str, letters: str) -> Facts:
    """Return the facts of a restriction."""
    places: Facts = {(letter, place) for place, letter in enumerate(greens) if letter != "."}
    return places | {(letter, -n) for letter in letters for n in range(1, letters.count(letter) + 1)}


def reveal(guess: str, pattern: str) -> Facts:
    """Return what hard mode fixes when `guess` gets `pattern`."""
    greens = "".join(g if p == "G" else "." for g, p in zip(guess, pattern, strict=True))
    return facts(greens, "".join(g for g, p in zip(guess, pattern, strict=True) if p != "B"))


def learnt(guess: str, pattern: str) -> Facts:
    """Return what any mode fixes: what is revealed, and that `guess` got `pattern`."""
    if pattern.isdigit():  # codes have normal mode only, in which nothing is fixed
        return set()
    return reveal(guess, pattern) | {(guess, pattern)}


def agrees(word: str, fixed: Facts) -> bool:
    """Tell whether all facts are facts of `word`."""
    own = facts(word, word)
    return all(
        fact in own or (isinstance(fact[1], str) and score(fact[0], word) == fact[1]) for fact in fixed
    )


def inflated(data: bytes) -> bytes:
    """Return what `data` are, without gzip or xz; a bit more than 2**28 bytes of it at most."""
    if data.startswith(b"\x1f\x8b"):
        inflater = zlib.decompressobj(31)
        data = inflater.decompress(data, 2**28 + 1)
        demand(inflater.eof and not inflater.unused_data, "one gzip member")
    elif data.startswith(b"\xfd7zXZ\x00"):
        reader = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=2**27)
        data = reader.decompress(data, 2**28 + 1)
        demand(reader.eof and not reader.unused_data, "one xz stream")
        demand(reader.check in {lzma.CHECK_CRC32, lzma.CHECK_CRC64, lzma.CHECK_SHA256}, "a check")
    return data


class PlainGame:
    """The lines of a certificate, and the game and the history that it begins with."""

    def __init__(self, path: Path, lists: Path) -> None:
        """Read the certificate at `path` up to the history; `lists` is the folder of the known word lists."""
        data = inflated(path.read_bytes())
        demand(len(data) <= 2**28 and max(map(len, data.split(b"\n"))) <= 2**20, "bounds")
        self.signs, self.distinct, self.letters = "", False, Letters("")  # two of codes, one of words
        self.length, self.lines = 1, data.decode().split("\n")[::-1]
        demand(not self.lines.pop(0) and all(map(str.isprintable, self.lines)), "printable lines")
        self.take("wordle-cp certificate 1")
        self.verdict, depth = self.take("claim depth (possible|impossible) (N)")
        self.take("variant .*"), self.take("title .*")
        game = self.take("game (mastermind (?:N) (?:repeats|distinct))", "")[0].split()
        self.mode = self.take("mode (normal|hard|ultrahard)")[0]
        self.depth, self.length = (
            self.number(depth, 1, 255),
            self.number(self.take("length (N)")[0], 1, 16),
        )
        if not game:
            self.letters = Letters(self.take(r"letters (\S+(?: \S+)*)", "")[0])
        self.number(self.take("limit (N)", "1")[0], 1, 255)
        if game:
            colours, self.distinct = self.number(game[1], 1, 36), game[2] == "distinct"
            self.signs = (
                "123456789"[:colours] if colours < 10 else "0123456789abcdefghijklmnopqrstuvwxyz"[:colours]
            )
            demand(self.mode == "normal" and self.length <= 9, "codes")
            demand((perm if self.distinct else pow)(colours, self.length) in range(1, 10**6 + 1), "codes")
        self.guesses = self.words("guesses", lists, [])
        self.hidden = self.words("hidden", lists, self.guesses)
        demand(set(self.hidden) <= set(self.guesses), "hidden words among the guesses")
        self.history = re.findall(r"(\w+)\.(\w+)", self.take(r"after (W\.P(?:\.W\.P)*)", "")[0])
        demand(len(self.history) <= self.depth, "a history within the depth")
        for index, (guess, pattern) in enumerate(self.history):
            demand(self.allows(guess, self.history[:index]) and pattern != self.win, "history")
        self.left = {h for h in self.hidden if all(self.score(g, h) == p for g, p in self.history)}

    @property
    def win(self) -> str:
        """The response that ends a game."""
        return f"{self.length}0" if self.signs else "G" * self.length

    def score(self, guess: str, hidden: str) -> str:
        """Return the response."""
        return (pegs if self.signs else score)(guess, hidden)

    def take(self, pattern: str, default: str | None = None) -> tuple[str, ...]:
        """Return the parts in brackets of the next line, or `default` if it has another first word."""
        if default is not None and not self.lines[-1].startswith(pattern.partition(" ")[0] + " "):
            return (default,)
        word, response = ("[0-9a-z]{L}", r"\d\d") if self.signs else ("[a-z]{L}", "[BYG]{L}")
        line = self.letters.line(self.lines.pop(), words=pattern.startswith("(W")) if self.lines else ""
        pattern = pattern.replace("W", word).replace("P", response).replace("L", str(self.length))
        pattern = pattern.replace("N", "(?:0|[1-9][0-9]{0,12})").replace("[a-z]", f"[{self.letters.range}]")
        found = re.fullmatch(pattern, line)
        demand(found, pattern)
        return found.groups() if found else ()

    def number(self, text: str, least: int, most: int = 10**6) -> int:
        """Return `text` as a number."""
        demand(re.fullmatch("0|[1-9][0-9]*", text) and least <= int(text) <= most, f"{least} to {most}")
        return int(text)

    def words(self, keyword: str, lists: Path, words: list[str]) -> list[str]:
        """Return the words of a list; `words` are the guesses, for the hidden list."""
        origins = "shipped|embedded|guesses"
        if self.signs:
            origins = "generated" if keyword == "guesses" else "guesses"
        count, digest, origin = self.take(f"{keyword} (N) ([0-9a-f]{{64}}) ({origins}) .+")
        if origin == "generated":
            codes = map("".join, product(self.signs, repeat=self.length))
            words = [code for code in codes if not self.distinct or len(set(code)) == self.length]
        elif origin == "embedded":
            words = [self.take("(W)")[0] for _ in range(self.number(count, 1))]
        elif origin == "shipped":
            texts = [path.read_text("utf-8").strip() for path in lists.glob("*.txt")]
            words = next((t.split() for t in texts if hashlib.sha256(t.encode()).hexdigest() == digest), [])
            words = [self.letters.read(word) for word in words] if self.letters.known else words
        demand(len(words) == len(set(words)) == int(count) and {*map(len, words)} == {self.length}, "words")
        text = "\n".join(map(self.letters.text, words))
        demand(hashlib.sha256(text.encode()).hexdigest() == digest, "digest")
        return words

    def allows(self, guess: str, history: History) -> bool:
        """Tell whether the mode allows `guess` after `history`."""
        fits = self.mode == "normal" or all(reveal(t, p) <= facts(guess, guess) for t, p in history)
        alive = self.mode != "ultrahard" or all(self.score(t, guess) == p for t, p in history)
        return guess in self.guesses and fits and alive
