"""The certificates that ship, and what they claim."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wordle_cp.answers.answer import Rows, Told
from wordle_cp.certificate.describe import claim_to_json
from wordle_cp.certificate.read import open_certificate
from wordle_cp.certify.describe import describe_claim
from wordle_cp.data import proof_name, proof_paths
from wordle_cp.errors import UsageError, abridged, counted
from wordle_cp.values import meant

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from wordle_cp.certificate.base.claim import Head


@dataclass(frozen=True, slots=True)
class ListedProof:
    """A proof that ships, with the head of its file, which has its claim; the proof itself isn't read."""

    path: Path
    head: Head[Any]

    @property
    def name(self) -> str:
        """What it is called wherever a certificate is read."""
        return proof_name(self.path)


def listed_proofs(words: Sequence[str] = ()) -> ProofList:
    """Return the proofs that ship, by name: those whose name or claim has all of `words`, in either case."""
    wanted = [word.lower() for word in words]
    found = []
    for path in proof_paths():
        with open_certificate(path) as reader:
            proof = ListedProof(path, reader.head)
        told = f"{proof.name} {describe_claim(proof.head)}".lower()
        if all(word in told for word in wanted):
            found.append(proof)
    if not found:
        names = {part for path in proof_paths() for part in proof_name(path).split("-")}
        hint = "".join(meant(word, sorted(names)) for word in wanted[:1])
        message = f"no proof that ships has {abridged(' '.join(words))} in its name or claim{hint}"
        raise UsageError(message)
    return ProofList(tuple(found))


@dataclass(frozen=True, slots=True, repr=False)
class ProofList(Told):
    """Proofs that ship; nothing is checked. Rows: of each proof its name, its file, and what it claims."""

    proofs: tuple[ListedProof, ...]

    def told(self, struck: str) -> Iterator[str]:  # noqa: ARG002  nothing takes long
        """Yield the names, and what each proof claims."""
        yield (
            f"{counted(len(self.proofs), 'proof that ships', 'proofs that ship')}, with claims; "
            "nothing is checked here: wordle-cp check NAME"
        )
        for proof in self.proofs:
            yield proof.name
            yield f"    {describe_claim(proof.head)}"

    def _json(self) -> dict[str, Any]:
        return {"checked": False, "proofs": self._rows()}

    def _rows(self) -> Rows:
        return [
            {
                "name": proof.name,
                "file": str(proof.path),
                "bytes": proof.path.stat().st_size,
                "claims": describe_claim(proof.head, whole=True),
                "claim": claim_to_json(proof.head),
            }
            for proof in self.proofs
        ]
