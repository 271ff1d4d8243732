"""What the project's checker and the plain one say of a proof: they must agree."""

from pathlib import Path

from wordle_cp.certificate.render import AnyCertificate
from wordle_cp.certify.publish import write_certificate
from wordle_cp.check import check_file
from wordle_cp.check.plain.game import text_of
from wordle_cp.check.plain.kinds import check_plainly
from wordle_cp.data import word_list_by_hash
from wordle_cp.errors import CertificateRejected


def judged(path: Path, proof: AnyCertificate) -> bool:
    """Tell whether the checker accepts `proof`, written to `path`; the second one must see it likewise."""
    write_certificate(path, proof)
    verdicts: list[bool] = []
    for check, refusal in (
        (lambda: check_file(path, word_list_by_hash), CertificateRejected),
        (lambda: check_plainly(text_of(path)), ValueError),
    ):
        try:
            check()
            verdicts.append(True)
        except refusal:
            verdicts.append(False)
    assert verdicts[0] == verdicts[1], path.read_text(encoding="utf-8")
    return verdicts[0]
