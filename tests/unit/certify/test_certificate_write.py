"""Writing certificates, and the graphs made from them."""

from __future__ import annotations

import errno
import gzip
import json
import lzma
import os
import tracemalloc
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING
from unittest.mock import Mock
from xml.etree import ElementTree as ET

import networkx as nx
import pytest

from tests.each import each
from tests.golden_files import ACCEPTED
from wordle_cp.certificate.base import lines
from wordle_cp.certificate.base.lines import read_lines
from wordle_cp.certificate.base.records import Origin
from wordle_cp.certificate.claims.possible import Certificate, DepthPossible
from wordle_cp.certificate.parts.steps import STEPS
from wordle_cp.certificate.read import open_certificate, read_proof, read_whole
from wordle_cp.certificate.render import render
from wordle_cp.certify.checked import CheckedStrategy
from wordle_cp.certify.publish import write_certificate, write_checked
from wordle_cp.certify.records import Asked, depth_certificate, game_record
from wordle_cp.errors import CertificateParseError, CertificateRejected, FileError, UsageError
from wordle_cp.files.outputs import put, run
from wordle_cp.files.write import check_target
from wordle_cp.games.question import Position
from wordle_cp.games.variant import HiddenKind, Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.views.formats.graph import render_graphml, render_json, strategy_graph
from wordle_cp.work import Counted, Work

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

HIDDEN = ("bat", "cat", "hat", "mat", "rat")
TOY = Position.of(Variant.load("toy"))
ASKED = Asked(TOY, DepthPossible, depth=2, opener="plied")
NAMES = ("toy.cert", "toy.cert.gz", "toy.cert.xz")
compressed = pytest.mark.parametrize("compress", [gzip.compress, lzma.compress], ids=["gzip", "xz"])


@pytest.fixture
def certificate() -> Certificate:
    """Return a certificate of the toy variant: PLIED tells all eight words apart."""
    return depth_certificate(TOY, 2, ["plied"], "plied")


@each("path", sorted(ACCEPTED.glob("*.cert")))
def test_what_is_read_is_written_back(path: Path) -> None:
    assert list(render(read_whole(path))) == path.read_text(encoding="utf-8").splitlines()


def test_numbers_are_computed(certificate: Certificate) -> None:
    claim = certificate.claim
    assert (claim.hidden_count, claim.total_guesses, claim.max_guesses) == (8, 16, 2)
    assert (claim.distribution, claim.steps) == ((0, 8), 1)


def test_a_strategy_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="ends where 8 words are left"):
        depth_certificate(TOY, 2, [])
    with pytest.raises(ValueError, match="goes on where no word is left"):
        depth_certificate(TOY, 2, ["plied", "credo"])


def test_shipped_lists_are_referred_to_and_others_embedded() -> None:
    original = game_record(Variant.load("original", mode=Mode.HARD))
    assert original.guesses.origin is original.hidden.origin is Origin.SHIPPED
    assert (original.guesses.count, original.guesses.words, original.mode) == (12972, (), Mode.HARD)
    toy = game_record(Variant.load("toy"))
    assert (toy.hidden.origin, len(toy.hidden.words)) == (Origin.EMBEDDED, 8)
    big = game_record(Variant.load("toy", hidden=HiddenKind.BIG))
    assert (big.hidden.origin, big.hidden.count) == (Origin.GUESSES, big.guesses.count)


def test_an_answer_that_claims_more_stays(certificate: Certificate, tmp_path: Path) -> None:
    path = tmp_path / "toy.cert"
    write_certificate(path, certificate)
    before = path.read_bytes()
    claim = replace(certificate.claim, total_guesses=certificate.claim.total_guesses + 1)
    worse = Certificate(replace(certificate.head, claim=claim), certificate.steps)
    assert write_checked(path, worse, ASKED).claim == certificate.claim
    asked = Asked(Position.of(Variant.load("toy")), DepthPossible, total_guesses=claim.total_guesses)
    with pytest.raises(UsageError, match="is there already"):
        write_checked(path, worse, asked)
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", NAMES)
def test_write_checked(name: str, certificate: Certificate, tmp_path: Path) -> None:
    accepted = write_checked(tmp_path / name, certificate, ASKED)
    assert accepted.claim == certificate.head.claim
    assert [found.name for found in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("name", NAMES)
def test_write_checked_leaves_what_was_there_if_the_checker_rejects(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(b"old")
    false = depth_certificate(TOY, 1, ["plied"])
    with run(force=True), pytest.raises(CertificateRejected, match="depth"):
        write_checked(path, false, ASKED)
    assert path.read_bytes() == b"old"
    assert [found.name for found in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("name", NAMES)
def test_a_full_disk_leaves_what_was_there(
    name: str, certificate: Certificate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / name
    path.write_bytes(b"old")

    def fail(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fail)
    with run(force=True), pytest.raises(OSError, match="No space left on device"):
        write_checked(path, certificate, ASKED)
    assert path.read_bytes() == b"old"
    assert [found.name for found in tmp_path.iterdir()] == [name]


def test_compression_can_be_stopped(certificate: Certificate, tmp_path: Path) -> None:
    def stop(event: object) -> None:
        if isinstance(event, Counted):
            assert (event.done, event.of) == (0, certificate.claim.hidden_count)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_checked(tmp_path / "toy.cert.xz", certificate, ASKED, Work(show=stop))
    assert not list(tmp_path.iterdir())


def test_a_failed_write_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder"):
        put(tmp_path / "folder", b"text")
    with pytest.raises(FileError, match="no such folder"):
        put(tmp_path / "missing" / "file", b"text")
    assert [found.name for found in tmp_path.iterdir()] == ["folder"]


@pytest.mark.parametrize("name", NAMES)
def test_equal_certificates_are_equal_files(name: str, certificate: Certificate, tmp_path: Path) -> None:
    for prefix in "ab":
        write_certificate(tmp_path / f"{prefix}{name}", certificate)
    assert (tmp_path / f"a{name}").read_bytes() == (tmp_path / f"b{name}").read_bytes()


def test_the_suffix_chooses_the_compression(certificate: Certificate, tmp_path: Path) -> None:
    plain, zipped, packed = (tmp_path / name for name in NAMES)
    for path in (plain, zipped, packed):
        write_certificate(path, certificate)
        assert list(read_lines(path)) == list(read_lines(plain))
    text = "".join(f"{line}\n" for line in render(certificate)).encode()
    assert plain.read_bytes() == text
    assert gzip.decompress(zipped.read_bytes()) == text
    assert lzma.decompress(packed.read_bytes(), lzma.FORMAT_XZ) == text


def test_gzip_header_has_no_time_and_no_name(certificate: Certificate, tmp_path: Path) -> None:
    write_certificate(tmp_path / "toy.cert.gz", certificate)
    header = (tmp_path / "toy.cert.gz").read_bytes()[:9]
    assert header[:8] == b"\x1f\x8b\x08\x00\x00\x00\x00\x00"


@compressed
def test_a_decompression_bomb_is_stopped(
    compress: Callable[[bytes], bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "MAX_FILE_BYTES", 300_000)
    bomb = tmp_path / "bomb.cert"
    bomb.write_bytes(compress(b"cat\n" * 100_000))
    with pytest.raises(CertificateParseError, match=r":[67]\d{4}:1: more than 300000 bytes"):
        deque(read_lines(bomb), maxlen=0)
    bomb.write_bytes(compress(b"cat\n" * 75_000))
    assert len(list(read_lines(bomb))) == 75_000, "as many bytes as there may be"
    monkeypatch.undo()
    bomb.write_bytes(compress(b"x" * 1_100_000))
    with pytest.raises(CertificateParseError, match=r":1:1048577: a line of more than 1048576 bytes"):
        next(read_lines(bomb))


@compressed
def test_the_text_is_never_all_in_memory(compress: Callable[[bytes], bytes], tmp_path: Path) -> None:
    path = tmp_path / "large.cert"
    path.write_bytes(compress((b"x" * 1_000_000 + b"\n") * 30))
    tracemalloc.start()
    try:
        assert sum(len(line.text) for line in read_lines(path)) == 30_000_000
        assert tracemalloc.get_traced_memory()[1] < 20_000_000  # 8 MiB are the dictionary that xz asks for
    finally:
        tracemalloc.stop()


def test_the_memory_for_xz_is_bounded(
    certificate: Certificate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "toy.cert.xz"
    write_certificate(path, certificate)
    monkeypatch.setattr(lines, "MAX_XZ_MEMORY_BYTES", 8 * 1024 * 1024)
    with pytest.raises(CertificateParseError, match=r"1:1: unusable xz data: memory usage limit exceeded$"):
        list(read_lines(path))


def test_a_dictionary_that_there_is_no_memory_for(
    certificate: Certificate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "toy.cert.xz"
    write_certificate(path, certificate)
    monkeypatch.setattr(
        lzma,
        "LZMADecompressor",
        lambda *_, **__: Mock(needs_input=True, eof=False, decompress=Mock(side_effect=MemoryError)),
    )
    with pytest.raises(CertificateParseError, match="1:1: unusable xz data: not enough memory"):
        list(read_lines(path))


def test_a_huge_number_of_steps_is_no_burden(tmp_path: Path) -> None:
    text = (ACCEPTED / "normal.cert").read_text(encoding="utf-8").replace("steps 2", "steps 1000000000000")
    path = tmp_path / "huge.cert"
    path.write_text(text, encoding="utf-8")
    with (
        open_certificate(path) as reader,
        pytest.raises(CertificateParseError, match="31:1: expected a word"),
    ):
        list(reader.read(STEPS, reader.head.claim.steps))


@pytest.fixture
def graph() -> nx.DiGraph[int]:
    """Return the tree of a golden certificate."""
    return strategy_graph(CheckedStrategy(read_proof(ACCEPTED / "normal.cert", Certificate), HIDDEN))


def test_graph(graph: nx.DiGraph[int]) -> None:
    assert nx.is_arborescence(graph)
    assert graph.graph["total_guesses"] == 13
    guesses = [data["guess"] for _, data in graph.nodes(data=True)]
    assert guesses == ["mac", "bah", "rat", "bat", "hat", "mat", "cat"]
    assert graph.nodes[0] == {"history": "", "hidden_count": 5, "guess": "mac", "wins": False}
    assert graph.nodes[3] == {"history": "mac.BGB.bah.GGB", "hidden_count": 1, "guess": "bat", "wins": True}
    assert graph.edges[1, 3] == {"pattern": "GGB"}
    assert sum(data["wins"] for _, data in graph.nodes(data=True)) == len(HIDDEN)


def test_graph_after_a_history() -> None:
    certificate = read_proof(ACCEPTED / "after-a-history.cert", Certificate)
    graph = strategy_graph(CheckedStrategy(certificate, ("bat", "hat", "rat")))
    assert graph.nodes[0]["history"] == "mac.BGB"
    assert sorted(data["pattern"] for _, _, data in graph.edges(data=True)) == ["BGB", "BGY", "GGB"]


def test_graphml(graph: nx.DiGraph[int]) -> None:
    text = "\n".join(render_graphml(graph))
    assert ET.fromstring(text).tag.endswith("graphml")  # noqa: S314  our own text
    back = nx.parse_graphml(text, node_type=int)
    assert list(back.nodes(data=True)) == list(graph.nodes(data=True))
    assert sorted(back.edges(data="pattern")) == sorted(graph.edges(data="pattern"))
    assert json.loads(back.graph["distribution"]) == [0, 2, 3]


def test_json(graph: nx.DiGraph[int]) -> None:
    back = nx.node_link_graph(json.loads(render_json(graph)), edges="edges")
    assert list(back.nodes(data=True)) == list(graph.nodes(data=True))
    assert back.graph == graph.graph


def test_only_files_are_replaced(certificate: Certificate, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "kept").write_text("kept", encoding="utf-8")
    (tmp_path / "link").symlink_to("kept")
    with pytest.raises(FileError, match="is a folder"):
        write_certificate(tmp_path, certificate)
    for name in ("pipe", "link"):
        with pytest.raises(OSError, match="not a regular file"):
            write_certificate(tmp_path / name, certificate)
    with pytest.raises(OSError, match="too long"):
        check_target(tmp_path / ("a" * 300))
    with pytest.raises(FileError, match="no such folder"):
        check_target(tmp_path / "missing" / "a.cert")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["kept", "link", "pipe"]
    assert (tmp_path / "kept").read_text(encoding="utf-8") == "kept"


def test_a_name_may_be_as_long_as_the_system_allows(certificate: Certificate, tmp_path: Path) -> None:
    path = tmp_path / ("a" * 250 + ".cert")
    write_certificate(path, certificate)
    assert read_proof(path, Certificate) == certificate
