"""What every kind of proof begins with, read by the standard library alone, as docs/certificates says.

In the patterns of lines W is a word, P a pattern, N a number.
"""

import hashlib
import lzma
import os
import re
import stat
import zlib
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import product
from math import perm
from pathlib import Path

from .codes import PegResponses
from .feedback import BY_COUNTS, BY_TILES, answer, shape
from .letters import Letters
from .responses import Fact, Responses, SlotResponses, facts
from .verdict import MalformedError, RejectedError, demand, expect

History = list[tuple[str, str]]
PROOF = "steps ", "nodes ", "sets ", "lemmas ", "groups ", "end "
"""How the line begins that the proof begins with."""
MOST_LINES = 2**24
Facts = set[Fact]
Show = Callable[[int, int], None]  # lines that are checked, of all lines


def history_of(text: str) -> History:
    """Return the guesses of ``raise.BYBBG.count.BBGYB``, each with its response."""
    moves = text.split(".")
    return list(zip(moves[::2], moves[1::2], strict=False))  # none of an empty text


def reveal(guess: str, pattern: str) -> Facts:
    """Return what hard mode fixes when `guess` gets `pattern`."""
    greens = "".join(g if p == "G" else "." for g, p in zip(guess, pattern, strict=True))
    return {*facts(greens, "".join(g for g, p in zip(guess, pattern, strict=True) if p != "B"))}


def inflated(data: bytes) -> bytes:
    """Return what `data` are, without gzip or xz; a bit more than 2**28 bytes of it at most."""
    try:
        if data.startswith(b"\x1f\x8b"):
            inflater = zlib.decompressobj(31)
            data = inflater.decompress(data, 2**28 + 1)
            expect(len(data) > 2**28 or (inflater.eof and not inflater.unused_data), "one gzip member")
        elif data.startswith(b"\xfd7zXZ\x00"):
            reader = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=2**27)
            data = reader.decompress(data, 2**28 + 1)
            expect(len(data) > 2**28 or (reader.eof and not reader.unused_data), "one xz stream")
            checks = {lzma.CHECK_CRC32, lzma.CHECK_CRC64, lzma.CHECK_SHA256}
            expect(reader.check in checks, "an xz stream with a checksum")
    except (zlib.error, lzma.LZMAError, EOFError) as error:
        message = f"a compressed file that is damaged: {error}"
        raise MalformedError(message) from error
    return data


def text_of(path: Path) -> list[str]:
    """Return the lines of the certificate that is in a file, or comes out of a pipe; it is read once."""
    with path.open("rb") as file:
        kind = os.fstat(file.fileno()).st_mode
        expect(stat.S_ISREG(kind) or stat.S_ISFIFO(kind), "a file or a pipe")
        return lines_of(file.read(2**28 + 1))


def lines_of(data: bytes) -> list[str]:
    """Return the lines of a certificate, which may be compressed."""
    data = inflated(data)
    expect(len(data) <= 2**28 and data.count(b"\n") <= MOST_LINES, "256 MiB and 16,777,216 lines at most")
    expect(max(map(len, data.split(b"\n"))) <= 2**20, "lines of 1 MiB at most")
    try:
        lines = data.decode().split("\n")
    except UnicodeDecodeError as error:
        message = "expected UTF-8 text, packed once at most, with gzip or xz"
        raise MalformedError(message) from error
    expect(not lines.pop(), "a newline at the end")
    for number, line in enumerate(lines, 1):
        if not line.isprintable():
            changed = (
                "; a program changed this text: a line ends with a newline alone"
                if set(line) & {"\r", "\ufeff"}
                else ""
            )
            message = f"line {number}: expected printable characters{changed}"
            raise MalformedError(message)
    return lines


class PlainGame:
    """One certificate: the constructor returns if it is accepted, and raises a ValueError if it isn't.

    Here are its lines, and the game and the history that it begins with; each kind of claim has a class that
    says how `claim` is read, and what `prove` demands. `stated` are the lines that say what is claimed of
    which game: all those before the proof, without the words of lists.
    """

    verdict: str
    depth: int
    ended = False

    def __init__(
        self,
        text: Sequence[str],
        lists: Path,
        show: Show | None = None,
        begin: Callable[[], None] | None = None,
    ) -> None:
        """Check the certificate that is the lines `text`, with the word lists in the folder `lists`.

        `begin` is called when the game and the history are accepted, and the long part begins.

        Raises:
            MalformedError: it claims nothing.
            RejectedError: it doesn't prove its claim.
            OSError: a word list can't be read.
        """
        self.signs, self.distinct, self.letters = "", False, Letters("")  # two of codes, one of words
        self.feedback = "tiles"
        self.length, self.lines, self.show, self.lists = 1, [*reversed(text)], show, lists
        self.stated, self.stating = list[str](), True
        self.line_count, self.shapes = len(self.lines), dict[tuple[str, str, int], re.Pattern[str]]()
        try:
            self._read_game()
            if begin is not None:
                begin()
            self.prove()
            self.end()
        except (MalformedError, RejectedError) as error:
            message = f"line {self.line}: {error}"
            raise type(error)(message) from error

    def _read_game(self) -> None:
        self.take("wordle-cp certificate 1")
        self.claim()
        self.take("variant .*"), self.take("title .*")
        game = self.take("game (mastermind (?:N) (?:repeats|distinct))", "")[0].split()
        self.feedback = self.take(f"feedback ({'|'.join((*BY_TILES, *BY_COUNTS))})", "")[0]
        default = "bulls-and-cows" if game else "tiles"
        expect(self.feedback != default, "no line for the feedback that goes without saying")
        expect(not game or self.feedback not in BY_TILES, "a feedback for codes")
        self.feedback = self.feedback or default
        self.mode = self.take("mode (normal|hard|ultrahard)")[0]
        self.length = self.number(
            self.take("length (N)")[0], 1, 9 if self.feedback == "bulls-and-cows" else 16
        )
        expect(self.mode == "normal" or self.tiles, "normal mode where there are no tiles")
        if not game:
            self.letters = Letters(self.take(r"letters (\S+(?: \S+)*)", "")[0])
        self.number(self.take("limit (N)", "1")[0], 1, 255)
        if game:
            colours, self.distinct = self.number(game[1], 1, 36), game[2] == "distinct"
            digits, many = "123456789", "0123456789abcdefghijklmnopqrstuvwxyz"
            self.signs = (digits if colours < 10 else many)[:colours]
            expect(self.mode == "normal" and self.length <= 9, "codes of nine pegs at most, in normal mode")
            count = (perm if self.distinct else pow)(colours, self.length)
            expect(count in range(1, 10**6 + 1), "1 to 1,000,000 codes")
        self.guesses = self.words("guesses", [])
        self.hidden = self.words("hidden", self.guesses)
        self.place_of = {word: place for place, word in enumerate(self.guesses)}
        demand(self.place_of.keys() >= set(self.hidden), "hidden words among the guesses")
        self.history = history_of(self.take(r"after (W\.P(?:\.W\.P)*)", "")[0])
        demand(len(self.history) <= self.depth, "a history within the depth")
        for index, (guess, pattern) in enumerate(self.history):
            fits = self.allows(guess, self.history[:index]) and pattern != self.win
            demand(fits, f"a history of guesses that the mode allows; {self.letters.text(guess)} isn't one")
        self.left = {h for h in self.hidden if all(self.score(g, h) == p for g, p in self.history)}

    def claim(self) -> None:
        """Take the claim; an infinite `depth` would be one without a limit, and is written 255."""
        raise NotImplementedError

    def prove(self) -> None:
        """Take all that comes between the history and the end, and demand that it proves the claim."""
        raise NotImplementedError

    @property
    def win(self) -> str:
        """The response that ends a game."""
        return answer(self.feedback, *["a" * self.length] * 2)

    @cached_property
    def responses(self) -> Responses:
        """What the guesses tell about sets of words."""
        if self.feedback in BY_COUNTS:
            return PegResponses(self.guesses, BY_COUNTS[self.feedback])
        return (Responses if self.tiles else SlotResponses)(self.guesses)

    @property
    def tiles(self) -> bool:
        """Whether responses are the tiles that show facts."""
        return self.feedback == "tiles"

    def score(self, guess: str, hidden: str) -> str:
        """Return the response."""
        return answer(self.feedback, guess, hidden)

    def is_word(self, text: str) -> bool:
        """Tell whether `text` has the form of a word of the game."""
        signs = self.signs or self.letters.range
        different = not self.distinct or len(set(text)) == len(text)
        return different and re.fullmatch(f"[{signs}]{{{self.length}}}", text) is not None

    @property
    def line(self) -> int:
        """The number of the line that was taken last."""
        return self.line_count - len(self.lines)

    def take(self, pattern: str, default: str | None = None) -> tuple[str, ...]:
        """Return the parts in brackets of the next line, or `default` if it has another first word."""
        expect(self.lines, "another line")
        if default is not None and not self.lines[-1].startswith(pattern.partition(" ")[0] + " "):
            return (default,)
        if self.show is not None and len(self.lines) % 256 == 0:
            self.show(self.line, self.line_count)
        taken = self.lines.pop()
        self.stating = self.stating and not taken.startswith(PROOF)
        if self.stating:
            self.stated.append(taken)
        line = self.letters.line(taken, words=pattern.startswith("(W"))
        key = pattern, self.signs, self.length  # the letters are known before any pattern names them
        if key not in self.shapes:
            word, response = (
                f"[{self.signs}]{{L}}" if self.signs else "[a-z]{L}",
                shape(self.feedback, self.length),
            )
            form = pattern.replace("W", word).replace("P", response).replace("L", str(self.length))
            form = form.replace("N", "(?:0|[1-9][0-9]{0,12})").replace("[a-z]", f"[{self.letters.range}]")
            self.shapes[key] = re.compile(form)
        found = self.shapes[key].fullmatch(line)
        expect(found, f"a line of the form {pattern}")
        return found.groups() if found else ()

    def end(self) -> None:
        """Take the last line, unless that was done."""
        if not self.ended:
            self.take("end of certificate")
            expect(not self.lines, "nothing after the end")
            self.ended = True

    def number(self, text: str, least: int, most: int = 10**6) -> int:
        """Return `text` as a number."""
        fits = re.fullmatch("0|[1-9][0-9]{0,12}", text) and least <= int(text) <= most
        expect(fits, f"a number from {least} to {most}")
        return int(text)

    @cached_property
    def shipped(self) -> dict[str, bytes]:
        """The word lists in their folder, by SHA-256."""
        files = [path.read_bytes().strip() for path in self.lists.glob("*.txt") if path.is_file()]
        return {hashlib.sha256(data).hexdigest(): data for data in files}

    def words(self, keyword: str, words: list[str]) -> list[str]:
        """Return the words of a list; `words` are the guesses, for the hidden list."""
        origins = "shipped|embedded|guesses"
        if self.signs:
            origins = "generated" if keyword == "guesses" else "guesses"
        count, digest, origin = self.take(f"{keyword} (N) ([0-9a-f]{{64}}) ({origins}) .+")
        expect(origin != "guesses" or words, "guesses of their own")
        if origin == "generated":
            codes = map("".join, product(self.signs, repeat=self.length))
            words = [code for code in codes if not self.distinct or len(set(code)) == self.length]
        elif origin == "embedded":
            words = [self.take("(W)")[0] for _ in range(self.number(count, 1))]
            del self.stated[-len(words) :]
        elif origin == "shipped":
            words = self.shipped.get(digest, b"").decode(errors="replace").split()
            demand(words, f"the list of {keyword} with SHA-256 {digest} in the folder of word lists")
            words = [self.letters.listed(word) for word in words] if self.letters.known else words
        fits = len(words) == len(set(words)) == int(count) and {*map(len, words)} == {self.length}
        demand(fits, f"{count} different {keyword} of the length {self.length}")
        demand(all(map(self.is_word, words)), f"{keyword} in the letters of the game")
        text = "\n".join(map(self.letters.text, words))
        demand(hashlib.sha256(text.encode()).hexdigest() == digest, f"{keyword} with the SHA-256 {digest}")
        return words

    def allows(self, guess: str, history: History) -> bool:
        """Tell whether the mode allows `guess` after `history`."""
        fits = self.mode == "normal" or all(reveal(t, p) <= {*facts(guess, guess)} for t, p in history)
        alive = self.mode != "ultrahard" or all(self.score(t, guess) == p for t, p in history)
        return guess in self.place_of and fits and alive
