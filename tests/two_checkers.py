"""What the project's checker and the plain one say of a proof: they must agree."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final, TypeVar

from wordle_cp.certificate.render import render
from wordle_cp.check import check_file
from wordle_cp.check.plain.game import text_of
from wordle_cp.check.plain.kinds import check_plainly
from wordle_cp.data import word_list_by_hash
from wordle_cp.errors import CertificateParseError, CertificateRejected

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from wordle_cp.certificate.render import AnyCertificate

    Whole = TypeVar("Whole", bound=AnyCertificate)

ACCEPTED: Final = "accepted"
REJECTED: Final = "rejected"
MALFORMED: Final = "malformed"


def fast_verdict(path: Path) -> str:
    """Return what the checker says of the certificate at `path`; it must not fail in any other way."""
    try:
        check_file(path, word_list_by_hash)
    except CertificateParseError:
        return MALFORMED
    except CertificateRejected:
        return REJECTED
    return ACCEPTED


def verdict(path: Path) -> str:
    """Return what the checker says of the certificate at `path`; the plain one must agree.

    Neither may fail in any other way than by a verdict.
    """
    found = fast_verdict(path)
    try:
        check_plainly(text_of(path))
        plain = True
    except ValueError:
        plain = False
    assert plain == (found == ACCEPTED), path.read_text(encoding="utf-8")
    return found


def is_accepted(path: Path) -> bool:
    """Tell whether both checkers accept the certificate at `path`."""
    return verdict(path) == ACCEPTED


def put(path: Path, proof: AnyCertificate) -> None:
    """Write `proof` to `path`, without the care that the real writer takes."""
    write_lines(path, render(proof))


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write `lines` to `path`."""
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def judged(path: Path, proof: AnyCertificate) -> bool:
    """Tell whether both checkers accept `proof`, which is well formed, once it is written to `path`."""
    put(path, proof)
    found = verdict(path)
    assert found != MALFORMED, path.read_text(encoding="utf-8")
    return found == ACCEPTED


class Changes:
    """Changed proofs as both checkers judge them: how many with each change they `accepted` and `refused`.

    What they accept must be true. Malformed ones are refused, and counted once more.
    """

    def __init__(self, folder: Path) -> None:
        """Write changed proofs to a file in `folder`."""
        self.path: Final = folder / "changed.cert"
        self.accepted: Final = Counter[str]()
        self.refused: Final = Counter[str]()
        self.malformed = 0

    def judge(self, changed: Iterable[tuple[str, Whole]], is_true: Callable[[Whole], bool]) -> None:
        """Let both judge proofs, each with the name of its change."""
        for name, proof in changed:
            put(self.path, proof)
            found = verdict(self.path)
            (self.accepted if found == ACCEPTED else self.refused)[name] += 1
            self.malformed += found == MALFORMED
            assert found != ACCEPTED or is_true(proof), (name, self.path.read_text(encoding="utf-8"))


def changed_by(
    changes: Iterable[Callable[[Any, random.Random], Any]],
    proof: Whole,
    rng: random.Random,
    then: Sequence[Callable[[Any, random.Random], Any]] = (),
) -> Iterator[tuple[str, Whole]]:
    """Yield `proof` with each of the `changes` and its name; to a fifth one of `then` is done as well."""
    for change in changes:
        changed = change(proof, rng)
        if changed is not None and then and rng.random() < 0.2:
            changed = rng.choice(then)(changed, rng)
        if changed is not None and changed != proof:
            yield change.__name__, changed


def changed_lines(lines: list[str], first: int, others: Callable[[], Sequence[str]]) -> Iterator[list[str]]:
    """Yield `lines` with one from number `first` on dropped, doubled, exchanged, or one part of it changed.

    In place of a part stands each of the `others`, and of a number one that is near.
    """
    for index in range(first, len(lines)):
        before, line, after = lines[:index], lines[index], lines[index + 1 :]
        yield before + after
        yield [*before, line, *lines[index:]]
        yield [*before, *after[:1], line, *after[1:]]
        parts = line.split(" ")
        for place, part in enumerate(parts):
            numbers = [str(int(part) + step) for step in (-1, 1, 100)] if part.isdigit() else []
            for other in [*numbers, *others()]:
                yield [*before, " ".join([*parts[:place], other, *parts[place + 1 :]]), *after]
