"""The golden certificates: each file of tests/golden is accepted, rejected or malformed, as its folder says.

Beside a file that isn't accepted, ``NAME.expected`` holds the whole reason; that of a malformed one begins
with its line and column.
"""

from __future__ import annotations

import gzip
import lzma
import re
from typing import TYPE_CHECKING

import pytest

from tests.each import each
from tests.effort import FEW, MORE
from tests.golden_files import GOLDEN
from wordle_cp.certificate.claims.possible import DepthPossible
from wordle_cp.certificate.claims.total import TotalClaim
from wordle_cp.certificate.read import open_certificate
from wordle_cp.check import Sample, check_file, sample_file
from wordle_cp.check.plain.game import text_of
from wordle_cp.check.plain.kinds import check_plainly
from wordle_cp.check.plain.verdict import MalformedError, RejectedError
from wordle_cp.data import proof_paths, word_list_by_hash
from wordle_cp.errors import CertificateParseError, CertificateRejected
from wordle_cp.rules.modes import Mode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from wordle_cp.certificate.base.claim import Claim, Head

SHARE = 0.0002
"""Of the parts of a shipped proof that a total is least, these are looked at."""
LARGE_BYTES = 1_000_000
"""Shipped certificates beyond this size are left to `make check`."""
LONG = frozenset(
    (
        "black-pegs-3x6-depth-7",
        "black-pegs-3x6-optimal",
        "original-hard-depth-4",
        "original-normal-depth-4",
        "original-lost-883-normal-depth-4",
        "original-normal-top-105-within-6",
        "original-normal-missed-between-within-4",
        "original-hard-missed-between-within-4",
        "original-normal-missed-between-within-4-all-but-raced-and-tenor",
        "nyt-2022-02-15-normal-depth-4",
        "nyt-2022-02-15-hard-depth-4",
        "bulls-and-cows-optimal",
        "bulls-and-cows-depth-6",
        "bulls-and-cows-missed-within-6",
        "mastermind-4x6-optimal-within-5",
        "mastermind-4x6-missed-within-4-all-within-5",
        "mastermind-4x7-optimal",
        "mastermind-4x8-optimal",
        "mastermind-4x8-optimal-within-6",
        "mastermind-5x6-depth-5",
        "mastermind-5x7-depth-5",
        "nyt-2022-02-15-normal-hidden-big-absurdle",
    )
) | {
    f"{variant}-{mode}-absurdle"
    for variant in ("original", "nyt-2022-02-15", "nyt-2022-08-30", "nyt-2023-07-01")
    for mode in Mode
    if (variant, mode) != ("original", Mode.NORMAL)
}
"""Names of proofs that are checked by `make check` and `make test-more`; `.ci/run` checks ones like them."""


def certificates(folder: str) -> list[Path]:
    """Return the certificates in a folder of tests/golden."""
    return sorted(
        path for path in (GOLDEN / folder).iterdir() if path.name.endswith((".cert", ".cert.gz", ".cert.xz"))
    )


def reason_of(path: Path) -> str:
    """Return the reason that stands beside a certificate."""
    return (path.parent / f"{path.name.partition('.')[0]}.expected").read_text(encoding="utf-8").strip()


def test_every_folder_has_certificates() -> None:
    assert len(certificates("accept")) >= 30
    assert len(certificates("reject")) >= 80
    assert len(certificates("malformed")) >= 100


@each("path", certificates("accept"))
def test_accept(path: Path) -> None:
    accepted = check_file(path, word_list_by_hash)
    assert len(accepted.hidden_set) == accepted.claim.hidden_count


@each("path", certificates("reject"))
def test_reject(path: Path) -> None:
    with pytest.raises(CertificateRejected) as caught:
        check_file(path, word_list_by_hash)
    assert str(caught.value) == reason_of(path)


@each("path", certificates("malformed"))
def test_malformed(path: Path) -> None:
    with pytest.raises(CertificateParseError) as caught:
        check_file(path, word_list_by_hash)
    assert str(caught.value) == f"{path}:{reason_of(path)}"


@each("path", certificates("accept"))
def test_the_plain_checker_accepts(path: Path) -> None:
    check_plainly(text_of(path))


@pytest.mark.parametrize("compress", [gzip.compress, lzma.compress], ids=["gzip", "xz"])
@each("path", certificates("accept"))
def test_the_plain_checker_reads_compressed_files(
    path: Path, compress: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    if path.suffix == ".cert":
        (tmp_path / "packed.cert").write_bytes(compress(path.read_bytes()))
        check_plainly(text_of(tmp_path / "packed.cert"))


@each("path", certificates("reject"))
def test_the_plain_checker_rejects(path: Path) -> None:
    with pytest.raises(RejectedError):
        check_plainly(text_of(path))


@each("path", certificates("malformed"))
def test_the_plain_checker_finds_malformed(path: Path) -> None:
    with pytest.raises(MalformedError) as caught:
        check_plainly(text_of(path))
    bound = re.search(r"a number from \d+ to (\d+), found '(\d{1,13})'$", reason_of(path))
    if bound is not None and 0 < int(bound[1]) < int(bound[2]):
        assert f" to {bound[1]}" in str(caught.value), "both have the same bound"


def shipped() -> Iterator[tuple[Path, Head[Claim]]]:
    """Yield the shipped certificates that this run checks, by default the smallest of each kind."""
    seen: set[tuple[object, ...]] = set()
    for path in sorted(proof_paths(), key=lambda path: path.stat().st_size):
        if path.name.partition(".")[0] in LONG and not MORE:
            continue
        with open_certificate(path) as reader:
            head = reader.head
        kind = (type(head.claim), head.game.mode, head.game.codes is None)
        if isinstance(head.claim, TotalClaim) and head.game.codes is None and head.game.name != "nerdle-mini":
            left = head.game.name != "original" or (head.game.mode is Mode.HARD and not MORE)
        else:
            left = path.stat().st_size > LARGE_BYTES
        if not left and not (FEW and kind in seen):
            seen.add(kind)
            yield path, head


def test_shipped_proofs() -> None:
    @each("path, head", shipped())
    def is_accepted(path: Path, head: Head[Claim]) -> None:
        if isinstance(head.claim, TotalClaim) and head.game.name == "original":
            seed = sum(path.read_bytes())
            sampled = sample_file(path, word_list_by_hash, Sample(SHARE, seed))  # minutes as a whole
            assert (sampled.claim, sampled.checked.openers > 0) == (head.claim, True)
            return
        assert check_file(path, word_list_by_hash).claim == head.claim
        if isinstance(head.claim, DepthPossible):
            assert path.stat().st_size < 150_000

    is_accepted()


def test_a_list_that_is_not_what_its_digest_says_is_rejected() -> None:
    path = GOLDEN / "reject" / "list-unknown.cert"
    with pytest.raises(CertificateRejected, match="hidden list: expected SHA-256"):
        check_file(path, lambda _: ("bat", "cat", "hat", "mat", "mac"))


def test_a_list_that_is_found_by_its_digest_is_used() -> None:
    path = GOLDEN / "reject" / "list-unknown.cert"
    accepted = check_file(path, lambda _: ("bat", "cat", "hat", "mat", "rat"))
    assert accepted.hidden_set == ("bat", "cat", "hat", "mat", "rat")


def test_progress_ends_with_every_word_but_those_of_the_last_step() -> None:
    seen: list[tuple[int, int]] = []
    check_file(GOLDEN / "accept" / "normal.cert", word_list_by_hash, lambda *done: seen.append(done))
    assert seen == [(2, 5), (5, 5)]
