"""Uploads: private folders, caps, names, and variants of whoever sends them."""

from __future__ import annotations

import errno
import pickle
import stat
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from nicegui.elements.upload_files import SmallFileUpload

from tests.program import within
from wordle_cp.data import variant_names
from wordle_cp.errors import VariantError
from wordle_cp.rules.scoring import WordScoring
from wordle_cp.web.jobs.games import check_variant
from wordle_cp.web.links import parse_link
from wordle_cp.web.uploads import UploadError, UploadLimits, Uploads
from wordle_cp.web.worker import Task

if TYPE_CHECKING:
    from collections.abc import Iterator

RHYMES = b"name: rhymes\nguesses: [bat, cat, hat, mac]\nhidden: [bat, cat]\n"
LIMITS = UploadLimits(variant=100, certificate=200, kept=300, files=2, uploads=3)


@pytest.fixture
def uploads() -> Iterator[Uploads]:
    """Nothing is there yet."""
    uploads = Uploads(LIMITS)
    yield uploads
    uploads.close()


def keep(uploads: Uploads, files: dict[str, bytes], most: int) -> Path:
    """Keep files, contents by name."""
    upload = uploads.reserve({name: len(contents) for name, contents in files.items()}, most)
    for name, contents in files.items():
        (upload / name).write_bytes(contents)
    return upload


def test_files_are_for_nobody_else_and_end_with_the_server(uploads: Uploads) -> None:
    upload = keep(uploads, {"x.yaml": RHYMES}, 100)
    assert (upload / "x.yaml").read_bytes() == RHYMES
    assert stat.S_IMODE(upload.stat().st_mode) == 0o700
    assert stat.S_IMODE(upload.parent.stat().st_mode) == 0o700
    key = uploads.name(uploads.variants, "rhymes", upload / "x.yaml")
    assert uploads.variants == {"my-rhymes": (upload / "x.yaml")}
    assert key == "my-rhymes"
    uploads.close()
    assert uploads.variants == {}
    assert not upload.parent.exists()


def test_what_is_refused(uploads: Uploads) -> None:
    for files, reason in (
        ({"../x.yaml": b""}, "expected a file name"),
        ({"x\0.yaml": b""}, "expected a file name"),
        ({".x": b""}, "expected a file name"),
        ({"x\n": b""}, "expected a file name"),
        ({}, "expected 1 to 2 files, found 0"),
        ({"a": b"", "b": b"", "c": b""}, "expected 1 to 2 files, found 3"),
        ({"a": bytes(60), "b": bytes(41)}, "expected at most"),
    ):
        with pytest.raises(UploadError, match=reason):
            keep(uploads, files, 100)


def test_old_ones_make_room(uploads: Uploads) -> None:
    kept = [keep(uploads, {"x": bytes(140)}, 200) for _ in range(3)]
    uploads.name(uploads.variants, "x", kept[1] / "x")
    with pytest.raises(UploadError, match="isn't kept any more"):
        uploads.name(uploads.variants, "x", kept[0] / "x")
    assert [one.exists() for one in kept] == [False, True, True]
    for _ in range(2):
        keep(uploads, {"x": b""}, 200)
    assert not kept[1].exists()
    assert uploads.variants == {}


def test_an_upload_that_is_no_variant_is_discarded(uploads: Uploads) -> None:
    upload = keep(uploads, {"x": b"x"}, 100)
    uploads.discard(upload)
    assert not upload.exists()
    uploads.discard(upload)
    assert keep(uploads, {"x": b"x"}, 100) != upload


def test_a_variant_is_checked(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_bytes(RHYMES)
    variant = check_variant(Task(), file=tmp_path / "x.yaml")
    assert (variant.name, len(variant.guesses), len(variant.hidden)) == ("rhymes", 4, 2)
    assert pickle.loads(pickle.dumps(variant)) == variant  # noqa: S301  it comes from another process


@pytest.mark.parametrize(
    ("contents", "problem"),
    [
        (b"", "x.yaml:1:1: expected a mapping"),
        (b"\xff", "x.yaml:1:1: expected UTF-8 text"),
        (b"name: x\nguesses: ../../etc/passwd\nhidden: big\n", "x.yaml:2:10: guesses: expected the name of"),
        (b"name: x\nguesses: /etc/passwd\nhidden: big\n", "x.yaml:2:10: guesses: expected the name of"),
        (
            b"name: x\nguesses: gone.txt\nhidden: big\n",
            "x.yaml:2:10: guesses: word list gone.txt: No such file or directory",
        ),
        (b"name: x\nguesses: words.txt\nhidden: big\n", "words.txt:2:1: guesses[1]: expected lower-case"),
        (b"a: &a [x, y]\nb: &b [*a, *a]\nc: [*b, *b, *b]\n", "x.yaml:1:1: name: expected this key"),
        (b"[" * 500, "x.yaml:1:1: expected YAML without deep nesting"),
        (b"!!python/object/apply:os.system [id]", "x.yaml:1:1: expected a value without a tag"),
    ],
    ids=range(9),
)
def test_hostile_variants_are_told_without_where_they_are(
    tmp_path: Path, contents: bytes, problem: str
) -> None:
    (tmp_path / "x.yaml").write_bytes(contents)
    (tmp_path / "words.txt").write_bytes(b"crane\nDr No\n")
    with pytest.raises(VariantError) as caught:
        check_variant(Task(), file=tmp_path / "x.yaml")
    told = pickle.loads(pickle.dumps(caught.value))  # noqa: S301  it comes from another process
    lines = list(told.lines())
    assert any(line.startswith(problem) for line in lines), lines
    assert not any(str(tmp_path) in line for line in lines)
    assert str(tmp_path) not in str(told)


def test_a_name_in_an_address_is_never_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.yaml").write_bytes(RHYMES)
    for name in ("x.yaml", "./x.yaml", str(tmp_path / "x.yaml"), "../toy", "my-rhymes"):
        link, problems = parse_link({"variant": name}, dict.fromkeys(variant_names(), WordScoring(5)), {})
        assert link.variant == "original"
        assert len(problems) == 1


def test_certificates_have_names_until_they_make_room(uploads: Uploads) -> None:
    upload = keep(uploads, {"x.cert": b"x" * 200}, 200)
    assert uploads.name(uploads.certificates, "x.cert", upload / "x.cert") == "my-x.cert"
    assert uploads.certificates == {"my-x.cert": (upload / "x.cert")}
    keep(uploads, {"y.cert": b"y" * 200}, 200)
    assert uploads.certificates == {}
    assert not upload.exists()
    with pytest.raises(UploadError, match="isn't kept any more"):
        uploads.name(uploads.certificates, "x.cert", upload / "x.cert")


class _Full(SmallFileUpload):
    """A file for which there is no room on the disk."""

    async def save(self, path: str | Path) -> None:
        """Fail."""
        raise OSError(errno.ENOSPC, "No space left on device", str(path))


def test_what_cannot_be_written_is_told(uploads: Uploads, monkeypatch: pytest.MonkeyPatch) -> None:
    async def keep_full() -> None:
        async with uploads.keeping([_Full("x", "", b"x")], 200):
            pass

    first = uploads.reserve({"x": 1}, 200)
    with pytest.raises(UploadError, match="can't be kept: No space left on device"):
        within(keep_full())

    def full(_path: Path, mode: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", mode)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "mkdir", full)
        with pytest.raises(UploadError, match="can't be kept: No space left on device"):
            uploads.reserve({"x": 200}, 200)
    uploads.reserve({"x": 200}, 200)
    assert first.exists()  # the one that failed counts for nothing
