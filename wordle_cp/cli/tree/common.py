"""What the subcommands of `tree` share: their options, the strategy of a file, and pictures as files."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from wordle_cp.answers.places import default_place, picture_name
from wordle_cp.certificate.base.records import MAX_DEPTH
from wordle_cp.certificate.read import open_certificate
from wordle_cp.certify.checked import CheckedStrategy, checked_strategy
from wordle_cp.cli.output import Exit, ExitCode, note_warning, print_error
from wordle_cp.commands.files import is_kept_pipe
from wordle_cp.commands.options import Option, Section
from wordle_cp.commands.shared import certificate_argument, history_text, whole
from wordle_cp.errors import CertificateRejected, UsageError, abridged
from wordle_cp.files.outputs import is_signed, reserve
from wordle_cp.games.notation import parse_history
from wordle_cp.views.strategies.drawing import Palette, Responses, render_html, render_svg
from wordle_cp.views.strategies.outline import outline, outline_style
from wordle_cp.views.strategies.plotted import demand_matplotlib, render_pdf, render_png
from wordle_cp.views.strategies.walk import StrategyWalk

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordle_cp.views.strategies.drawing import Folded, Page

FileArgument = Annotated[Path, certificate_argument("A certificate with a strategy")]
OpenerOption = Annotated[
    str | None,
    Option(
        Section.QUESTION,
        "Which strategy, if the certificate has several. Default: the first.",
        "W",
        names=("--opener",),
    ),
]
AfterOption = Annotated[
    str | None,
    Option(
        Section.QUESTION,
        "Only the part of the strategy after these guesses and responses: salet.bybbb",
        "H",
        history_text,
        ("--after",),
    ),
]


def levels(least: int) -> Callable[[object], int]:
    """Return what reads the option --levels, a number of guesses."""
    return whole(least, MAX_DEPTH)


Levels = Annotated[
    int, Option(Section.QUESTION, "How many guesses deep, 2 or more.", "N", levels(2), ("--levels",))
]


def accepted_strategy(
    file: Path, opener: str | None = None, after: str | None = None, *, as_json: bool = False
) -> CheckedStrategy:
    """Return the strategy of `file` that begins with `opener`, the part `after` a history if one is given.

    If the checker rejects the file, that is reported, and the command exits.

    Raises:
        HistoryError: `after` can't be read. UsageError: the strategy never gets there.
    """
    try:
        strategy = checked_strategy(file, opener)
    except CertificateRejected as error:
        print_error(f"rejected: {file}: {error}", as_json=as_json)
        raise Exit(ExitCode.REJECTED) from None
    except UsageError as error:
        with open_certificate(file) as reader:
            if not reader.head.claim.is_refutation:
                raise
        message = f"{error}: wordle-cp explain {shlex.quote(str(file))}"
        raise UsageError(message) from error
    if after is None:
        return strategy
    return StrategyWalk(strategy).part(parse_history(after, strategy.scoring))


_PLOTTED: Final = (".pdf", ".png")
_SUFFIXES: Final = (".svg", ".html", *_PLOTTED)

PaletteOption = Annotated[
    Palette | None,
    Option(
        Section.OUTPUT,
        "Colours of the tiles: green and yellow, orange and blue, or black and white. "
        f"Default: {Palette.STANDARD}.",
        names=("--palette",),
    ),
]


def check_page(out: Path, extra: tuple[str, ...] = ()) -> None:
    """Make sure that a page can be drawn at `out`, before the work for it; `extra` are more suffixes.

    Raises:
        UsageError: it doesn't end as a kind of picture does, or what draws it isn't installed.
        UsageError, FileError: see `reserve`.
    """
    known = (*_SUFFIXES, *extra)
    if out.suffix not in known:
        message = f"--out: expected a name that ends in {', '.join(known)}, found {abridged(str(out))}"
        raise UsageError(message)
    if out.suffix in _PLOTTED:
        demand_matplotlib(out.suffix.removeprefix(".").upper())
    reserve(out, is_signed)


def picture_place(file: Path, suffix: str, opener: str | None, after: str | None) -> Path:
    """Return where a picture goes for which nobody has said a place: what came out of a pipe has no name."""
    named = Path("strategy") if is_kept_pipe(file) else file
    name = picture_name(named, suffix, opener=opener, after=after)
    return default_place(name, "the picture", note_warning)


def page_bytes(pages: Sequence[Page], out: Path, tree: Folded, responses: Responses, opened: int) -> bytes:
    """Return `pages` as a file with the suffix of `out`; as HTML it has an outline of `tree`, too.

    The outline's first `opened` levels are open.

    Raises:
        UsageError: it needs matplotlib, which is missing, or is too large for its kind of file.
    """
    if out.suffix == ".svg":
        return render_svg(pages).encode()
    if out.suffix == ".html":
        text = outline(tree, pages[0].title, responses.scoring, opened=opened)
        return render_html(pages, text, outline_style(responses.palette)).encode()
    return render_pdf(pages) if out.suffix == ".pdf" else render_png(pages)
