"""What the project's checker and the plain one say of a proof: they must agree."""

from pathlib import Path
from typing import Final

from wordle_cp.certificate.render import AnyCertificate
from wordle_cp.certify.publish import write_certificate
from wordle_cp.check import check_file
from wordle_cp.check.plain.game import text_of
from wordle_cp.check.plain.kinds import check_plainly
from wordle_cp.data import word_list_by_hash
from wordle_cp.errors import CertificateParseError, CertificateRejected

ACCEPTED: Final = "accepted"
REJECTED: Final = "rejected"
MALFORMED: Final = "malformed"


def verdict(path: Path) -> str:
    """Return what the checker says of the certificate at `path`; the plain one must agree.

    Neither may fail in any other way than by a verdict.
    """
    found = ACCEPTED
    try:
        check_file(path, word_list_by_hash)
    except CertificateParseError:
        found = MALFORMED
    except CertificateRejected:
        found = REJECTED
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


def judged(path: Path, proof: AnyCertificate) -> bool:
    """Tell whether both checkers accept `proof`, which is well formed, once it is written to `path`."""
    path.unlink(missing_ok=True)
    write_certificate(path, proof)
    found = verdict(path)
    assert found != MALFORMED, path.read_text(encoding="utf-8")
    return found == ACCEPTED
