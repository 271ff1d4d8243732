"""`wordle-cp site`: certificates as a static site."""

import time
from pathlib import Path
from typing import Annotated

from wordle_cp.cli.alarm import Reached, alarmed
from wordle_cp.cli.check import progress_bar
from wordle_cp.cli.output import ExitCode, print_error, print_report
from wordle_cp.cli.running import WhollyLimited
from wordle_cp.commands.files import certificate, is_kept_pipe
from wordle_cp.commands.options import Option, Section, asked
from wordle_cp.commands.shared import Json, Quiet, reads, writes
from wordle_cp.errors import CertificateRejected, UsageError, counted
from wordle_cp.files.outputs import prepare_folder, put_folder
from wordle_cp.work import StoppedError


@asked
def site(
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
        writes(
            "The folder, a new or an empty one. An older site is replaced if nothing was added to it, "
            "or with --force.",
            "DIR",
        ),
    ],
    pyodide: Annotated[
        Path | None,
        reads(
            Section.OUTPUT,
            "A folder with Pyodide 314 or newer, such as the npm package has. Its files become part of "
            "the site, and visitors can check certificates in their browser.",
            "DIR",
        ),
    ] = None,
    options: WhollyLimited,
    quiet: Quiet = False,
    as_json: Json = False,
) -> ExitCode:
    """Write certificates as a static site: strategies and proofs to walk through, and to check.

    It works opened as a folder (index.html) and from any web space. The pages load nothing from elsewhere.
    Each position and each step of a proof has an address to share. The checker has to accept each
    certificate first, which may take long. A proof of more than 100,000 steps is there to be checked only.

    Examples:
        wordle-cp site original-normal-optimal-within-6 --out site
        wordle-cp site mine.cert.gz --out site --pyodide node_modules/pyodide
    """
    from wordle_cp.views.site.files import MARKER, site_of  # noqa: PLC0415  help texts don't need it

    prepare_folder(out, MARKER)
    if any(map(is_kept_pipe, certificates)):
        message = "expected files, as each page has the name of its certificate; found -"
        raise UsageError(message)
    started = time.monotonic()
    with progress_bar("writing", quiet=quiet) as show:
        reached = Reached(show)
        try:
            with alarmed(options.limits, started, reached):
                made = site_of(certificates, pyodide, reached.tell)
        except CertificateRejected as error:
            print_error(f"rejected: {error}", as_json=as_json)
            return ExitCode.REJECTED
        except StoppedError as stopped:
            fields = {"stopped_by": stopped.reason}
            print_report(
                lambda: fields,
                [f"stopped by {options.describe(stopped.reason)}: nothing is written"],
                as_json=as_json,
            )
            return ExitCode.UNDECIDED
    put_folder(out, made.contents, MARKER)
    pages = [
        {"page": f"{page.name}.html", "claim": page.claim, "views": list(page.views)} for page in made.pages
    ]
    lines = [
        f"{page.name}.html: {page.claim}" + (f" ({page.left_out})" if page.left_out else "")
        for page in made.pages
    ]
    size = sum(map(len, made.contents.values())) / 1e6
    lines.append(
        f"written to {out}: {counted(len(made.contents), 'file', 'files')}, {size:.1f} MB; open index.html"
    )
    print_report(
        lambda: {"site": str(out), "files": len(made.contents), "pages": pages}, lines, as_json=as_json
    )
    return ExitCode.DONE
