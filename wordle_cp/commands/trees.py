"""Strategies and refutations out of certificates, as tables, pictures, graphs and text; and strategies in."""

from __future__ import annotations

import shlex
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from wordle_cp.answers.answer import Written
from wordle_cp.answers.certificates import TABLE_BEGINS, ShownStrategy
from wordle_cp.answers.places import picture_name
from wordle_cp.certificate.base.records import MAX_DEPTH
from wordle_cp.certificate.claims.impossible import Refutation
from wordle_cp.certificate.describe import claim_to_json
from wordle_cp.certificate.read import open_certificate, read_proof
from wordle_cp.certificate.render import render
from wordle_cp.certify import checked
from wordle_cp.certify.foreign import Followed, ForeignStrategy, read_written
from wordle_cp.certify.publish import is_certificate, write_certificate
from wordle_cp.certify.records import depth_certificate
from wordle_cp.check import check_file
from wordle_cp.commands import shared
from wordle_cp.commands.files import is_kept_pipe, kept_input
from wordle_cp.commands.options import Option, Section, asked
from wordle_cp.data import DEFAULT_VARIANT, variant_names, word_list_by_hash
from wordle_cp.errors import UsageError, abridged, argument, counted, one_line
from wordle_cp.files.outputs import begins_with, is_signed, prepare, put, reserve, signed
from wordle_cp.files.write import demand_csv_name, demand_text_name
from wordle_cp.games.given import AnyGame, history_of
from wordle_cp.games.notation import parse_history
from wordle_cp.games.question import Position
from wordle_cp.games.strategy_tree import consistent_words, walk
from wordle_cp.games.variant import HiddenKind, Variant
from wordle_cp.rules.modes import Mode
from wordle_cp.rules.scoring import WordScoring
from wordle_cp.values import path_of
from wordle_cp.views.formats.selby import DEFAULT_ORDER, ORDERS, Style, render_strategy
from wordle_cp.views.strategies.drawing import (
    Palette,
    Responses,
    draw_tree,
    folded,
    render_dot,
    render_html,
    render_svg,
    unfolded,
)
from wordle_cp.views.strategies.outline import outline, outline_style
from wordle_cp.views.strategies.plotted import demand_matplotlib, render_pdf, render_png
from wordle_cp.views.strategies.sheet import MOST_PAGES, cheat_sheet
from wordle_cp.views.strategies.walk import StrategyWalk
from wordle_cp.work import Hint

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.certify.checked import CheckedStrategy
    from wordle_cp.views.strategies.drawing import Folded, Page
    from wordle_cp.work import Work

_DOT: Final = ".dot"
_PLOTTED: Final = (".pdf", ".png")
_SUFFIXES: Final = (".svg", ".html", *_PLOTTED)
_MOST_RESPONSES: Final = 1000
_LISTS: Final = ("guesses", "hidden")
_File = Annotated[Path, shared.certificate_argument("A certificate with a strategy")]
_Opener = Annotated[
    str | None,
    Option(Section.QUESTION, "Which strategy, if the certificate has several. Default: the first.", "W"),
]
_After = Annotated[
    str | None,
    Option(
        Section.QUESTION,
        "Only the part of the strategy after these guesses and responses: salet.bybbb",
        "H",
        takes=shared.history_text,
    ),
]
_Levels = Annotated[
    int, Option(Section.QUESTION, "How many guesses deep, 2 or more.", "N", takes=shared.whole(2, MAX_DEPTH))
]
_Palette = Annotated[
    Palette | None,
    Option(
        Section.OUTPUT,
        "Colours of the tiles: green and yellow, orange and blue, or black and white. "
        f"Default: {Palette.STANDARD}.",
    ),
]


class TreeFormat(StrEnum):
    """What `export_strategy` writes."""

    DOT = "dot"
    GRAPHML = "graphml"
    JSON = "json"
    SELBY = "selby"
    CERTIFICATE = "certificate"


_GRAPHS: Final = (TreeFormat.DOT, TreeFormat.GRAPHML, TreeFormat.JSON)


@asked
def checked_strategy(
    path: _File,
    opener: _Opener = None,
    *,
    levels: _Levels = 2,
    after: _After = None,
    out: Annotated[
        Path | None,
        shared.writes("Write the table as CSV, too.", "FILE.csv", "--out", "--csv", suffix=".csv"),
    ] = None,
    work: shared.Whole,
) -> ShownStrategy:
    """List what a strategy guesses next, for every response.

    Each line has the hidden words left, the next guess, the number of the guess that finds the last of them,
    and how many guesses they take in all, counted from the start of the game.

    Examples:
        wordle-cp tree table original-normal-depth-5
        wordle-cp tree table mine.cert.gz --levels 3 --csv mine.csv

    The strategy is that of the certificate at `path` that begins with `opener`, after checking it. A
    certificate of a least total has one for each opener that it lists; without `opener` it is the first.

    Raises:
        UsageError: it has no strategy, or none that begins with `opener`.
        FileError, CertificateParseError, CertificateRejected: see `check_certificate`.
    """
    ours = begins_with(TABLE_BEGINS)
    if out is not None:
        demand_csv_name(out)
        reserve(out, ours)
    with work.alarmed():
        answer = ShownStrategy.of(_strategy(path, opener, after), levels)
        text = "" if out is None else answer.table_csv()
    if out is not None:
        put(out, text.encode(), ours)
    return answer


@asked
def draw_strategy(
    path: _File,
    *,
    out: Annotated[
        Path | None,
        shared.writes(
            "The picture: .svg, .html, .png, .pdf or .dot. Default: the certificate's name and .svg.",
            "F",
            suffix=".svg",
        ),
    ] = None,
    levels: _Levels = 2,
    widest: Annotated[
        int | None,
        Option(
            Section.OUTPUT,
            "How many responses to show behind each guess, the largest first. Default: 20, or "
            "8 from three levels on.",
            "N",
            takes=shared.whole(1, _MOST_RESPONSES),
        ),
    ] = None,
    palette: _Palette = None,
    opener: _Opener = None,
    after: _After = None,
    work: shared.Whole,
) -> Written:
    """Draw the first guesses of a strategy as a tree.

    SVG, HTML and DOT need nothing else; PNG and PDF need matplotlib, the extra 'plots'.

    Examples:
        wordle-cp tree draw original-normal-depth-5
        wordle-cp tree draw mine.cert.gz --levels 3 --out t.html

    Raises:
        WordleCpError: as for `checked_strategy`; or the picture can't be drawn or written.
    """
    out = out or _picture_place(path, ".svg", opener, after, work)
    _check_page(out, (*_SUFFIXES, _DOT))
    if out.suffix == _DOT and palette is not None:
        message = f"{argument('palette')} is for tiles; DOT has none"
        raise UsageError(message)
    with work.alarmed():
        strategy = _strategy(path, opener, after)
        tree = folded(strategy, levels, widest)
        if out.suffix == _DOT:
            contents = render_dot(strategy, tree).encode()
        else:
            tiles = palette or Palette.STANDARD
            page = draw_tree(strategy, tree, tiles)
            contents = _page_bytes((page,), out, tree, Responses(strategy.scoring, tiles), levels)
    put(out, signed(contents, out.suffix), is_signed)
    return Written((f"written to {out}",), {"drawing": out, "opener": strategy.opener, "rows": tree.rows()})


@asked
def draw_sheet(
    path: _File,
    *,
    out: Annotated[
        Path | None,
        shared.writes(
            "The sheet: .html, .pdf, .svg or .png. Default: the certificate's name and .html.",
            "F",
            suffix=".html",
        ),
    ] = None,
    palette: _Palette = None,
    pages: Annotated[
        int | None,
        Option(
            Section.OUTPUT,
            "How many pages, 1 or 2. Default: 2 where the type on 1 would be too small to read.",
            "N",
            takes=shared.whole(1, MOST_PAGES),
        ),
    ] = None,
    opener: _Opener = None,
    after: _After = None,
    work: shared.Whole,
) -> Written:
    """Print a strategy on one or two A4 pages, to play with: its first three guesses.

    If not all third guesses fit, those of the largest cells are there, and the sheet says how many words it
    covers. HTML becomes a list on a phone: tap your response. HTML and SVG need nothing else; PDF and PNG
    need matplotlib, the extra 'plots'.

    Examples:
        wordle-cp tree sheet original-normal-depth-5 --out s.pdf
        wordle-cp tree sheet mine.cert.gz --out sheet.html

    Raises:
        WordleCpError: as for `checked_strategy`; or the sheet can't be written.
    """
    out = out or _picture_place(path, ".html", opener, after, work)
    _check_page(out, _SUFFIXES)
    with work.alarmed():
        strategy = _strategy(path, opener, after)
        tiles = palette or Palette.STANDARD
        made = cheat_sheet(strategy, tiles, pages)
        contents = _page_bytes(made.pages, out, unfolded(strategy, 3), Responses(strategy.scoring, tiles), 1)
    put(out, signed(contents, out.suffix), is_signed)
    coverage, noun = made.coverage, strategy.scoring.noun
    words = counted(coverage.hidden_count, noun, f"{noun}s")
    spread = f", on {len(made.pages)} pages" if len(made.pages) > 1 else ""
    covers = f"covers {coverage.words_covered} of {words}{spread}, in type of {made.type_size} pt"
    fields = {
        "sheet": out,
        "opener": strategy.opener,
        **asdict(coverage),
        "pages": len(made.pages),
        "type_size": made.type_size,
    }
    return Written((f"written to {out}: {covers}",), fields)


def _order(value: object) -> str:
    """Return an order of the colours such as BGY; raise a ValueError for anything else."""
    text = str(value).upper()
    if text not in ORDERS:
        message = f"expected the letters B, G and Y in some order, found {abridged(str(value))}"
        raise ValueError(message)
    return text


@asked
def export_strategy(
    path: Annotated[Path, shared.certificate_argument("A certificate")],
    as_format: Annotated[TreeFormat, Option(Section.OUTPUT, "What to write.", names=("--format",))],
    *,
    out: Annotated[Path | None, shared.writes("The file to write. Default: standard output.", "F")] = None,
    opener: _Opener = None,
    levels: Annotated[
        int | None,
        Option(
            Section.QUESTION,
            "Only the first N guesses; for dot, graphml and json.",
            "N",
            takes=shared.whole(1, MAX_DEPTH),
        ),
    ] = None,
    full: Annotated[
        bool, Option(Section.OUTPUT, "For selby: write every line in full, and leave nothing blank.")
    ] = False,
    order: Annotated[
        str | None,
        Option(
            Section.OUTPUT,
            f"For selby: the order of the colours. Default: {DEFAULT_ORDER}.",
            "BGY",
            takes=_order,
        ),
    ] = None,
    work: shared.Whole,
) -> str:
    """Write the strategy or the refutation of a certificate as a graph or as text, once it is checked.

    --format certificate writes a strategy as a certificate of its own, for example one of those in the
    certificate of a least total.

    Examples:
        wordle-cp tree export original-normal-depth-5 --format dot
        wordle-cp tree export mine.cert --format selby --out a.tree

    The text is returned; what is written to `out` isn't.

    Raises:
        WordleCpError: as for `checked_strategy`; or the format can't say this, or the file can't be written.
    """
    if levels is not None and as_format not in _GRAPHS:
        message = f"{argument('levels')} is for dot, graphml and json: the other formats say whole strategies"
        raise UsageError(message)
    if (full or order is not None) and as_format is not TreeFormat.SELBY:
        both = f"{argument('full')} and {argument('order')}"
        message = f"{both} are for {argument('as_format')} selby, not {as_format}"
        raise UsageError(message)
    if out is not None:
        if as_format is not TreeFormat.CERTIFICATE:
            demand_text_name(out)
        reserve(out, *(is_certificate,) * (as_format is TreeFormat.CERTIFICATE))
    strategy = None
    with work.alarmed() as alarmed:
        with open_certificate(path) as reader:
            impossible = reader.head.claim.is_refutation
            if as_format is TreeFormat.SELBY:
                reader.head.game.demand_tiles(path, "Selby's lines")
        if impossible:
            if opener is not None or levels is not None:
                both = f"{argument('opener')} and {argument('levels')}"
                message = f"{both} are for strategies; this certificate is a refutation"
                raise UsageError(message)
            text = _refutation_text(path, as_format, alarmed)
        else:
            strategy = _strategy(path, opener)
            style = Style.FULL if full else Style.HOLLOW
            text = _strategy_text(strategy, as_format, levels, style, order or DEFAULT_ORDER)
    if out is None:
        return text
    if strategy is not None and as_format is TreeFormat.CERTIFICATE:
        write_certificate(out, strategy.certificate)
    else:
        put(out, text.encode())
    return ""


def _refutation_text(path: Path, as_format: TreeFormat, work: Work) -> str:
    """Return the refutation in a file as a graph, after checking it."""
    if as_format not in _GRAPHS:
        name = "Selby's format" if as_format is TreeFormat.SELBY else f"{argument('as_format')} certificate"
        message = f"{name} is for strategies; a refutation is a graph: dot, graphml or json"
        raise UsageError(message)
    accepted = check_file(path, word_list_by_hash, work.heeding("checking"))
    from wordle_cp.views.formats import graph  # noqa: PLC0415  networkx takes 0.2 s to load

    refutation: Refutation = read_proof(path, Refutation)
    return graph.rendered(graph.refutation_graph(refutation, accepted.hidden_set), as_format)


def _strategy_text(
    strategy: CheckedStrategy, as_format: TreeFormat, levels: int | None, style: Style, order: str
) -> str:
    """Return a strategy as text: the first levels as a graph, or all."""
    if as_format is TreeFormat.DOT:
        return render_dot(strategy, unfolded(strategy, levels or MAX_DEPTH))
    if as_format in _GRAPHS:
        from wordle_cp.views.formats import graph  # noqa: PLC0415  networkx takes 0.2 s to load

        return graph.rendered(graph.strategy_graph(strategy, levels), as_format)
    lines = render(strategy.certificate)
    if as_format is TreeFormat.SELBY:
        claim, scoring = strategy.claim, strategy.scoring
        nodes = walk(strategy.certificate.steps, strategy.hidden_set, claim.history, scoring=scoring)
        lines = render_strategy(nodes, strategy.word_length, style, order)
    return "".join(f"{line}\n" for line in lines)


@asked
def import_strategy(
    path: Annotated[
        Path,
        Option(
            Section.ARGUMENTS,
            "A strategy: rows of guesses, with or without responses, Selby's text, or a tree in JSON, "
            "JavaScript, Python, YAML, indented lines or Markdown tables.",
            "FILE",
            kept_input,
            takes=lambda value: path_of(value, "the path of a strategy"),
        ),
    ],
    out: Annotated[Path, shared.writes("The certificate to write; .gz or .xz compresses it.", "F")],
    *,
    game: Annotated[
        AnyGame | None,
        Option(
            Section.GAME,
            f"The game: one that ships, or a file of yours. Default: {DEFAULT_VARIANT}, or "
            "what JSON of tree export says.",
            shared.GAME.metavar,
            shared.GAME.reads,
            shared.GAME.names,
        ),
    ] = None,
    mode: shared.ModeOption = None,
    hidden: shared.HiddenOption = None,
    max_guesses: shared.MaxGuesses = None,
    depth: Annotated[
        int | None,
        Option(
            Section.QUESTION,
            "How many guesses the certificate claims. Default: as many as the strategy takes.",
            "G",
            takes=shared.whole(1, MAX_DEPTH),
        ),
    ] = None,
    after: Annotated[
        str | None,
        Option(
            Section.QUESTION,
            "The guesses and responses that the strategy follows: salet.bybbb",
            "HISTORY",
            takes=shared.history_text,
        ),
    ] = None,
    work: shared.Whole,
) -> Written:
    """Make a certificate of a strategy that another program, or tree export, wrote.

    The certificate claims what the file says; wordle-cp check decides whether it is true. Only JSON of tree
    export says its game: for other files --variant and --mode do.

    Examples:
        wordle-cp tree import a.tree --mode hard --out a.cert.gz
        wordle-cp tree import paths.csv --out paths.cert.gz

    Raises:
        WordleCpError: the file has no strategy for the game, or `out` can't be written.
    """
    given = any(option is not None for option in (game, mode, hidden))
    with work.alarmed():
        prepare(out, is_certificate)
        variant = shared.variant_of(
            DEFAULT_VARIANT if game is None else game, mode=mode, hidden=hidden, max_guesses=max_guesses
        )
        history = history_of(variant, after)
        written = read_written(path)
        claim = written.get("graph") if isinstance(written, dict) else None
        names_opener = True
        if isinstance(claim, dict):
            if any(option is not None for option in (depth, after, max_guesses)):
                names = f"{argument('depth')}, {argument('after')} and {argument('max_guesses')}"
                message = f"{names} are for other files; those of tree export say what they claim"
                raise UsageError(message)
            variant, depth, after = _claimed(path, claim, variant if given else None)
            history = history_of(variant, after)
            names_opener = claim.get("opener") is not None
        strategy = ForeignStrategy(path, written, WordScoring(variant.length, variant.alphabet))
        imported = strategy.follow(variant, history)
        words = consistent_words(variant.hidden, history, variant.scoring)
        position = Position(variant, history, words)
        certificate = depth_certificate(
            position,
            depth or len(imported.numbers.distribution),
            imported.steps,
            imported.opener if names_opener else None,
            imported.numbers,
        )
    write_certificate(out, certificate)
    for note in _notes(strategy.heading, imported, variant.name):
        work.show(Hint(note))
    claimed = claim_to_json(certificate.head)
    fields = {"certificate": out, "claim": claimed, "checked": False, "dropped": imported.dropped}
    check = f"wordle-cp check {shlex.quote(str(out))}"
    return Written((f"written to {out}, not checked yet: {check}",), fields)


def _claimed(file: Path, claim: dict[str, Any], game: Variant | None) -> tuple[Variant, int, str | None]:
    """Return game, depth and history of the claim in a file of tree export.

    The file has no word lists but their digests: they ship, or are those of the `game` that options name.
    """
    lists = [claim[name].get("sha256") if isinstance(claim.get(name), dict) else "" for name in _LISTS]
    if game is None:
        name = str(claim.get("variant"))
        if name not in variant_names():
            message = (
                f"{file}: the words of {abridged(name)} are not in the file; {argument('variant')} says them"
            )
            raise UsageError(message)
        mode = next((one for one in Mode if one == claim.get("mode")), None)
        game = Variant.load(name, mode=mode, hidden=HiddenKind.BIG if lists[0] == lists[1] else None)
    if [game.guesses_hash, game.hidden_hash] != lists:
        message = f"{file}: the strategy is about other words than {game.name}"
        raise UsageError(message)
    if claim.get("mode") != game.mode:
        message = f"{file}: the strategy is for {one_line(str(claim.get('mode')))} mode, not {game.mode} mode"
        raise UsageError(message)
    try:
        return game, shared.whole(1, MAX_DEPTH)(claim.get("depth")), str(claim.get("after") or "") or None
    except ValueError as error:
        message = f"{file}: depth: {error}"
        raise UsageError(message) from None


def _notes(heading: str, imported: Followed, game: str) -> Iterator[str]:
    """Yield what the file has too much or too little."""
    if heading:
        yield f"the first line was taken as a heading: {abridged(heading)}"
    if imported.implied:
        words = counted(imported.implied, "hidden word", "hidden words")
        yield f"the file doesn't guess {words}: they are guessed where nothing else is left"
    if imported.unmet:
        positions = counted(imported.unmet, "position", "positions")
        yield f"no hidden word of {game} leads to {positions} of the file"
    if imported.dropped:
        words = counted(imported.dropped, "hidden word is", "hidden words are")
        yield f"{words} guessed at once where nothing else is left"


def _strategy(path: Path, opener: str | None, after: str | None = None) -> CheckedStrategy:
    """Return the strategy of a file that begins with `opener`, the part `after` a history if one is given.

    Raises:
        HistoryError: `after` can't be read. UsageError: the strategy never gets there, or there is none.
        FileError, CertificateParseError, CertificateRejected: see `check_certificate`.
    """
    try:
        strategy = checked.checked_strategy(path, opener)
    except UsageError as error:
        with open_certificate(path) as reader:
            if not reader.head.claim.is_refutation:
                raise
        message = f"{error}: wordle-cp explain {shlex.quote(str(path))}"
        raise UsageError(message) from error
    if after is None:
        return strategy
    return StrategyWalk(strategy).part(parse_history(after, strategy.scoring))


def _check_page(out: Path, known: tuple[str, ...]) -> None:
    """Make sure that a page can be drawn at `out`, before the work for it.

    Raises:
        UsageError: it has none of the `known` suffixes, or what draws it isn't installed.
        UsageError, FileError: see `reserve`.
    """
    if out.suffix not in known:
        expected = f"a name that ends in {', '.join(known)}"
        message = f"{argument('out')}: expected {expected}, found {abridged(str(out))}"
        raise UsageError(message)
    if out.suffix in _PLOTTED:
        demand_matplotlib(out.suffix.removeprefix(".").upper())
    reserve(out, is_signed)


def _picture_place(path: Path, suffix: str, opener: str | None, after: str | None, work: Work) -> Path:
    """Return where a picture goes for which nobody has said a place: what came out of a pipe has no name."""
    named = Path("strategy") if is_kept_pipe(path) else path
    name = picture_name(named, suffix, opener=opener, after=after)
    return shared.place_of(None, name, "the picture", work)


def _page_bytes(pages: Sequence[Page], out: Path, tree: Folded, responses: Responses, opened: int) -> bytes:
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
