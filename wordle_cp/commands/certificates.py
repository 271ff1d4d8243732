"""Certificates: what the checkers say of one, why it holds, and pages for any web space."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from wordle_cp.commands import shared
from wordle_cp.commands.files import certificate, is_kept_pipe
from wordle_cp.commands.options import Made, Option, Section, asked
from wordle_cp.errors import UsageError, WordleCpError, abridged, argument, counted
from wordle_cp.values import items_of

if TYPE_CHECKING:
    from wordle_cp.answers.answer import Written
    from wordle_cp.answers.certificates import CheckAnswer, ProofList
    from wordle_cp.answers.explain import Explained

_WHOLE = 100  # percent


def _share(value: object) -> float:
    """Return the share that a number, or a percentage such as ``1%``, is; else raise a ValueError."""
    if isinstance(value, float | int) and 0 < value <= 1:
        return float(value)
    text = str(value)
    percent = shared.positive(text.removesuffix("%")) if text.endswith("%") else math.nan
    if not percent <= _WHOLE:
        message = f"expected a percentage such as 1%, found {abridged(text)}"
        raise ValueError(message)
    return percent / _WHOLE


@asked
def judge(
    path: Annotated[Path, shared.certificate_argument("A certificate")],
    *,
    sample: Annotated[
        float | None,
        Option(
            Section.QUESTION,
            "Check a random part of a proof that a total is least, for example 1%. The exit "
            "code is 3 if nothing is wrong there.",
            "PERCENT",
            takes=_share,
        ),
    ] = None,
    seed: Annotated[
        int, Option(Section.QUESTION, "Which part --sample takes.", "N", takes=shared.whole(0))
    ] = 0,
    jobs: Annotated[
        int,
        Option(
            Section.LIMITS,
            "Processes, 16 at most, that share a long refutation or a long proof about totals.",
            "N",
            takes=shared.whole(1, 256),
        ),
    ] = 1,
    plain: Annotated[
        bool,
        Option(
            Section.QUESTION,
            "Ask the second checker, which is slow and short, and needs only the standard library.",
        ),
    ] = False,
    verified: Annotated[
        bool,
        Option(
            Section.QUESTION,
            "Ask the checker that Coq proves, for depths and least totals; make verified builds it.",
        ),
    ] = False,
    lists: Annotated[
        Path | None,
        shared.reads(
            Section.RARE,
            "With --plain or --verified: look in this folder for the word lists (*.txt) that a "
            "certificate names by SHA-256. Default: the lists that ship.",
            "DIR",
        ),
    ] = None,
    work: shared.OneThread,
) -> CheckAnswer:
    """Have the independent checker judge a certificate by the rules of the game alone.

    Exit codes: 0 accepted, 1 rejected, 2 malformed. If a limit or Ctrl-C ends the check, there is no verdict:
    exit code 3, and the output says how far it came.

    Examples:
        wordle-cp check original-hard-depth-5-palet
        wordle-cp check mine.cert.gz --plain

    What is wrong with the certificate is the answer's `error`; `check_certificate` raises it.
    """
    from wordle_cp.answers.certificates import judge as ask  # noqa: PLC0415  see the package
    from wordle_cp.check import Sample  # noqa: PLC0415

    memory, parts = work.limits.memory_bytes is not None, jobs > 1 or sample is not None
    message, both = "", f"{argument('sample')}, nor with {argument('max_memory')}"
    if jobs > 1 and (sample is not None or memory):
        message = f"{argument('jobs')} doesn't go with {both}, which is about one process"
    elif plain and parts:
        message = (
            f"{argument('plain')} doesn't go with {argument('sample')} or {argument('jobs')}: "
            "the plain checker checks all, in one process"
        )
    elif verified and (plain or parts or memory):
        others = ", ".join(map(argument, ("plain", "sample", "jobs")))
        message = f"{argument('verified')} doesn't go with {others} or {argument('max_memory')}"
    elif lists is not None and not (plain or verified):
        message = f"{argument('lists')} is for {argument('plain')} and {argument('verified')}"
    elif lists is not None and not lists.is_dir():
        message = f"{argument('lists')}: expected a folder, and {lists} is none"
    if message:
        raise UsageError(message)
    some = None if sample is None or sample == 1 else Sample(sample, seed)  # all parts are the proof
    checker = "verified" if verified else "plain" if plain else "fast"
    return ask(path, checker, work, sample=some, jobs=jobs, lists=lists)


@asked
def check_certificate(answer: Annotated[Any, Made(judge)]) -> CheckAnswer:
    """Check the certificate at `path`, of whatever kind, and return what it proves.

    A proof that ships is there by its name, too.

    Raises:
        FileError: the file can't be read. UsageError: no proof that ships has that name.
        CertificateParseError: it is malformed.
        CertificateRejected: it is well-formed, and what it claims isn't proven.
    """
    if isinstance(answer.error, WordleCpError):
        raise answer.error
    if answer.error is not None:  # of another checker
        raise WordleCpError(*answer.told("")) from answer.error
    found: CheckAnswer = answer
    return found


@asked
def explain(
    path: Annotated[Path, shared.certificate_argument("A refutation, or a least total")],
    *,
    guess: Annotated[
        str | None,
        Option(
            Section.QUESTION,
            "Why does this guess fail? For a least total: why does this opener take so many guesses?",
            "W",
        ),
    ] = None,
    after: Annotated[
        str | None,
        Option(
            Section.QUESTION,
            "Step to the position after these guesses and responses: salet.bbbyb (behind the "
            "history of the claim itself)",
            "HISTORY",
        ),
    ] = None,
    node: Annotated[
        int | None,
        Option(Section.QUESTION, "Begin at this node of the refutation.", "N", takes=shared.whole(0)),
    ] = None,
    work: shared.OneThread,
) -> Explained:
    """Ask a certificate why something is impossible: one step, and what it rests on.

    For each guess, a step names a response after which too many words are left. --after goes one step on.
    Each step is worked out from the rules; whether the whole certificate is right, wordle-cp check says.
    Asked about a least total, the answer is the numbers that add up to the total of an opener.

    Examples:
        wordle-cp explain original-normal-depth-4 --guess salet
        wordle-cp explain original-normal-depth-4 --after salet.bbbbb
        wordle-cp explain original-hard-optimal-within-6 --guess crate

    Raises:
        WordleCpError: an argument is wrong, or the certificate, as far as it is read.
    """
    from wordle_cp.answers.explain import explained  # noqa: PLC0415  see the package

    return explained(path, guess, after or "", node, work)


@asked
def write_site(
    certificates: Annotated[
        list[Path],
        Option(
            Section.ARGUMENTS,
            "Certificates: files, plain text, gzip or xz, or the names of those that ship.",
            "FILE...",
            certificate,
        ),
    ],
    *,
    out: Annotated[
        Path,
        shared.writes(
            "The folder, a new or an empty one. An older site is replaced if nothing was added to it, "
            "or with --force.",
            "DIR",
        ),
    ],
    work: shared.Whole,
) -> Written:
    """Write certificates as a static site: strategies and proofs to walk through, and to check.

    It works opened as a folder (index.html) and from any web space. The pages load nothing from elsewhere.
    Each position and each step of a proof has an address to share. The checker has to accept each
    certificate first, which may take long. A proof of more than 100,000 steps is there to be checked only.

    Examples:
        wordle-cp site original-normal-optimal-within-6 --out site
        wordle-cp site mine.cert.gz --out site

    Raises:
        WordleCpError: a certificate isn't accepted, or the folder can't be written.
    """
    from wordle_cp.answers.answer import Written as Site  # noqa: PLC0415  see the package
    from wordle_cp.answers.certificates import certificate_of  # noqa: PLC0415
    from wordle_cp.files.outputs import prepare_folder, put_folder  # noqa: PLC0415
    from wordle_cp.views.site.files import MARKER, site_of  # noqa: PLC0415

    paths = [certificate_of(one) for one in items_of(certificates, "certificates, as paths")]
    if any(map(is_kept_pipe, paths)):
        message = "expected files, as each page has the name of its certificate; found -"
        raise UsageError(message)
    prepare_folder(out, MARKER)
    with work.alarmed() as alarmed:
        made = site_of(paths, alarmed.heeding("writing"))
    put_folder(out, made.contents, MARKER)
    lines = [
        f"{page.name}.html: {page.claim}" + (f" ({page.left_out})" if page.left_out else "")
        for page in made.pages
    ]
    size = sum(map(len, made.contents.values())) / 1e6
    files = counted(len(made.contents), "file", "files")
    lines.append(f"written to {out}: {files}, {size:.1f} MB; open index.html")
    pages = [{"page": f"{page.name}.html", "claim": page.claim, "views": page.views} for page in made.pages]
    return Site(tuple(lines), {"site": out, "files": len(made.contents), "pages": pages})


@asked
def list_proofs(
    words: Annotated[
        list[str] | None,
        Option(
            Section.ARGUMENTS,
            "Only proofs with all of these words in their name or claim.",
            "WORD...",
        ),
    ] = None,
) -> ProofList:
    """List the proofs that ship, and what each claims. Nothing is checked: that is for wordle-cp check.

    A name in this list can stand for the file in every command that reads a certificate.

    Examples:
        wordle-cp proofs list
        wordle-cp proofs list hard salet
        wordle-cp check original-hard-depth-5-palet
    """
    from wordle_cp.answers.certificates import listed_proofs  # noqa: PLC0415  see the package

    return listed_proofs(words or ())
