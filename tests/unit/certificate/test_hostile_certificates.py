"""Certificates made to do harm: refused in one line, in little time and memory; one process for all."""

from __future__ import annotations

import gzip
import hashlib
import itertools
import json
import lzma
import string
import struct
import subprocess
import sys
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.effort import MORE
from wordle_cp.cli.output import ExitCode

if TYPE_CHECKING:
    from collections.abc import Callable

GOOD: Final = (
    Path(__file__).resolve().parent.parent.parent / "golden" / "accept" / "normal.cert"
).read_bytes()
GIGABYTE: Final = 10**9
SECONDS: Final = 20
"""Of CPU time, for one file."""
MEGABYTES: Final = 400
"""Of a whole process that has read all of them, the interpreter and numpy among them."""
CHECKS: Final = """
import json, resource, sys, time
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from wordle_cp.cli.app import main
resource.setrlimit(resource.RLIMIT_CPU, (600, 600))
for arguments in json.loads(sys.argv[1]):
    out, err = StringIO(), StringIO()
    before = time.process_time()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(arguments)
    status = Path("/proc/self/status").read_text().splitlines()
    (peak,) = (int(line.split()[1]) for line in status if line.startswith("VmHWM:"))
    print(json.dumps([code, err.getvalue(), time.process_time() - before, peak // 1024]), flush=True)
"""


def endless_gzip(begin: bytes, again: bytes, size: int) -> bytes:
    """Return gzip data of `begin`, then `again` up to `size`, which isn't made whole; the end is missing."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, 31)
    head = deflate.compress(begin) + deflate.flush(zlib.Z_FULL_FLUSH)
    block = again * (1 + 2**20 // len(again))
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return head + (deflate.compress(block) + deflate.flush(zlib.Z_FULL_FLUSH)) * (size // len(block))


def with_dictionary(code: int) -> bytes:
    """Return xz data that ask for the dictionary of this code: 40 is 4 GiB."""
    data = bytearray(lzma.compress(GOOD, check=lzma.CHECK_CRC32))
    length = 4 * (data[12] + 1)
    assert data[14:16] == b"\x21\x01", "one filter, LZMA2, with one byte: the dictionary"
    data[16] = code
    data[12 + length - 4 : 12 + length] = struct.pack("<I", zlib.crc32(data[12 : 12 + length - 4]))
    return bytes(data)


def words(count: int) -> list[str]:
    letters = itertools.product(string.ascii_lowercase, repeat=5)
    return ["".join(word) for word in itertools.islice(letters, count)]


def large_list(count: int) -> bytes:
    """Return a well-formed certificate with as many words as there may be."""
    text = "\n".join(words(count))
    head = GOOD.split(b"guesses ")[0].decode().replace("length 3", "length 5")
    digest = hashlib.sha256(text.encode()).hexdigest()
    lists = f"guesses {count} {digest} embedded x\n{text}\nhidden {count} {digest} guesses x\n"
    return gzip.compress((head + lists + "covered" + GOOD.partition(b"covered")[2].decode()).encode(), 1)


MALFORMED: Final[dict[str, Callable[[], bytes]]] = {
    "gzip in gzip": lambda: gzip.compress(gzip.compress(GOOD)),
    "gzip in xz": lambda: lzma.compress(gzip.compress(GOOD)),
    "xz in gzip": lambda: gzip.compress(lzma.compress(GOOD)),
    "a line of a gigabyte, 1 MB of gzip": lambda: endless_gzip(b"", b"x", GIGABYTE),
    "a title of a gigabyte": lambda: endless_gzip(GOOD.partition(b"title ")[0] + b"title ", b"x", GIGABYTE),
    "a gigabyte of lines": lambda: endless_gzip(GOOD.rpartition(b"end of")[0], b"cat\n", GIGABYTE),
    "a gigabyte after the end": lambda: endless_gzip(GOOD, b"\n", GIGABYTE),
    "65,537 gzip members": lambda: gzip.compress(GOOD) + gzip.compress(b"") * 2**16,
    "a name of 20 MB in a header": lambda: b"\x1f\x8b\x08\x08" + bytes(6) + b"x" * 20_000_000,
    "a dictionary of 4 GiB": lambda: with_dictionary(40),
    "a dictionary of 1.5 GiB": lambda: with_dictionary(37),
    "xz that is cut off": lambda: lzma.compress(GOOD)[:-30],
    "two xz streams": lambda: lzma.compress(GOOD) * 2,
    "xz, then anything": lambda: lzma.compress(GOOD) + b"x",
    "a number of 900,000 digits": lambda: GOOD.replace(b"covered 5", b"covered " + b"5" * 900_000),
}
REJECTED: Final[dict[str, Callable[[], bytes]]] = {
    "a list of the most words": lambda: large_list(1_000_000 if MORE else 30_000),
    "a long history": lambda: GOOD.replace(
        b"opener", b"after " + b"mac.BBB." * (130_000 if MORE else 30_000) + b"mac.BBB\nopener"
    ),
}
GRAPHS: Final[dict[str, Callable[[], bytes]]] = {
    "a key twice": lambda: b'{"graph": {"word_length": 5, "word_length": 5}}',
    "not a number": lambda: b'{"graph": {"word_length": NaN}}',
    "infinity": lambda: b'{"extra": -Infinity}',
    "a number of a million digits": lambda: b'{"graph": {"word_length": ' + b"1" * 10**6 + b"}}",
    "a large exponent": lambda: b'{"graph": {"word_length": 1e999999}}',
    "nested": lambda: b'{"a":' * (10**6 if MORE else 10**5),
    "lists nested a million times": lambda: b'{"a":' + b"[" * 10**6,
}


def test_hostile_certificates(tmp_path: Path) -> None:
    expected: list[tuple[str, ExitCode, str]] = []
    commands: list[list[str]] = []
    for code, files in ((ExitCode.BAD_INPUT, MALFORMED), (ExitCode.REJECTED, REJECTED)):
        for number, (name, make) in enumerate(files.items()):
            path = tmp_path / f"{code}-{number}.cert"
            path.write_bytes(make())
            expected.append((name, code, str(path)))
            commands.append(["check", "--quiet", str(path)])
    sparse = tmp_path / "sparse.cert"
    with sparse.open("wb") as file:
        file.truncate(GIGABYTE)
    expected.append(("a gigabyte of nothing", ExitCode.BAD_INPUT, str(sparse)))
    commands.append(["check", "--quiet", str(sparse)])
    for number, (name, make) in enumerate(GRAPHS.items()):
        path = tmp_path / f"{number}.json"
        path.write_bytes(make())
        expected.append((name, ExitCode.BAD_INPUT, str(path)))
        commands.append(["tree", "import", str(path), "--out", str(tmp_path / "x.cert"), "--variant", "toy"])
    done = subprocess.run(
        [sys.executable, "-c", CHECKS, json.dumps(commands)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    told = [json.loads(line) for line in done.stdout.splitlines()]
    for (name, code, path_text), (found, err, seconds, megabytes) in zip(expected, told, strict=True):
        assert (found, err.count("\n"), err.startswith("error: ")) == (code, 1, True), (name, err)
        assert len(err) < 1000, name
        assert path_text in err or code == ExitCode.REJECTED, name
        assert seconds < SECONDS, name
        assert megabytes < MEGABYTES, name
    packed_twice = [err for (name, *_), (_, err, *_) in zip(expected, told, strict=True) if " in " in name]
    assert sum(": not UTF-8 text, packed once at most, with gzip or xz" in err for err in packed_twice) == 3
    assert not (tmp_path / "x.cert").exists()
