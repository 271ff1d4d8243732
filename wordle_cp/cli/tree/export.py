"""`wordle-cp tree export`: what a certificate proves as a graph or as text."""

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from wordle_cp.certificate.claims.impossible import Refutation
from wordle_cp.certificate.read import open_certificate, read_proof
from wordle_cp.certificate.render import render
from wordle_cp.certify.checked import CheckedStrategy
from wordle_cp.certify.publish import is_certificate, write_certificate
from wordle_cp.check import check_file
from wordle_cp.cli.alarm import limited
from wordle_cp.cli.output import Exit, ExitCode, print_error, print_lines, print_message
from wordle_cp.cli.running import WhollyLimited
from wordle_cp.cli.tree.common import OpenerOption, accepted_strategy, levels
from wordle_cp.commands.options import Option, Section, asked
from wordle_cp.commands.shared import CertificateFile, writes
from wordle_cp.data import word_list_by_hash
from wordle_cp.errors import CertificateRejected, UsageError, abridged
from wordle_cp.files.outputs import put, reserve
from wordle_cp.files.write import demand_text_name
from wordle_cp.games.strategy_tree import walk
from wordle_cp.views.formats.selby import DEFAULT_ORDER, ORDERS, Style, render_strategy

if TYPE_CHECKING:
    import networkx as nx  # takes a fifth of a second to load

    from wordle_cp.certificate.claims.possible import Certificate
    from wordle_cp.check.common.lists import Progress


class TreeFormat(StrEnum):
    """What `tree export` writes."""

    DOT = "dot"
    GRAPHML = "graphml"
    JSON = "json"
    SELBY = "selby"
    CERTIFICATE = "certificate"


_GRAPHS = (TreeFormat.DOT, TreeFormat.GRAPHML, TreeFormat.JSON)


def _order(value: object) -> str:
    """Return an order of the colours such as BGY; raise a ValueError for anything else."""
    text = str(value).upper()
    if text not in ORDERS:
        message = f"expected the letters B, G and Y in some order, found {abridged(str(value))}"
        raise ValueError(message)
    return text


@asked
def export(
    file: CertificateFile,
    *,
    tree_format: Annotated[TreeFormat, Option(Section.OUTPUT, "What to write.", names=("--format",))],
    out: Annotated[
        Path | None,
        writes("The file to write. Default: standard output.", "F"),
    ] = None,
    opener: OpenerOption = None,
    most_levels: Annotated[
        int | None,
        Option(
            Section.QUESTION,
            "Only the first N guesses; for dot, graphml and json.",
            "N",
            levels(1),
            ("--levels",),
        ),
    ] = None,
    full: Annotated[
        bool,
        Option(Section.OUTPUT, "For selby: write every line in full, and leave nothing blank."),
    ] = False,
    order: Annotated[
        str | None,
        Option(
            Section.OUTPUT, f"For selby: the order of the colours. Default: {DEFAULT_ORDER}.", "BGY", _order
        ),
    ] = None,
    options: WhollyLimited,
) -> ExitCode:
    """Write the strategy or the refutation of a certificate as a graph or as text, once it is checked.

    --format certificate writes a strategy as a certificate of its own, for example one of those in the
    certificate of a least total.

    Examples:
        wordle-cp tree export original-normal-depth-5 --format dot
        wordle-cp tree export mine.cert --format selby --out a.tree
    """
    _demand_sense(tree_format, out, most_levels, selby_only=full or order is not None)
    with limited(options, parts=("part", "parts"), tell=print_message) as reached:
        with open_certificate(file) as reader:
            impossible = reader.head.claim.is_refutation
            if tree_format is TreeFormat.SELBY:
                reader.head.game.demand_tiles(file, "Selby's lines")
        certificate: Certificate | None = None
        if impossible:
            if opener is not None or most_levels is not None:
                message = "--opener and --levels are for strategies; this certificate is a refutation"
                raise UsageError(message)
            lines = tuple(_refutation_lines(file, tree_format, reached.tell))
        else:
            strategy = accepted_strategy(file, opener)
            if tree_format is TreeFormat.CERTIFICATE:
                certificate = strategy.certificate
                lines = tuple(render(certificate))
            elif tree_format is TreeFormat.SELBY:
                style = Style.FULL if full else Style.HOLLOW
                lines = tuple(_selby_lines(strategy, style, order or DEFAULT_ORDER))
            else:
                lines = tuple(_strategy_lines(strategy, tree_format, most_levels))
    if out is None:
        for line in lines:
            print_lines(line)
    elif certificate is not None:
        write_certificate(out, certificate)
    else:
        put(out, "".join(f"{line}\n" for line in lines).encode())
    return ExitCode.DONE


def _demand_sense(
    tree_format: TreeFormat, out: Path | None, most_levels: int | None, *, selby_only: bool
) -> None:
    """Raise unless the options go together, and `out` can be written; `selby_only`: as some need Selby's."""
    if most_levels is not None and tree_format not in _GRAPHS:
        message = "--levels is for dot, graphml and json: the other formats say whole strategies"
        raise UsageError(message)
    if selby_only and tree_format is not TreeFormat.SELBY:
        message = f"--full and --order are for --format selby, not {tree_format}"
        raise UsageError(message)
    if out is not None:
        if tree_format is TreeFormat.CERTIFICATE:
            reserve(out, is_certificate)
        else:
            demand_text_name(out)
            reserve(out)


def _selby_lines(strategy: CheckedStrategy, style: Style, order: str) -> Iterator[str]:
    """Yield the lines of `strategy` in Selby's format."""
    claim, scoring = strategy.claim, strategy.scoring
    nodes = walk(strategy.certificate.steps, strategy.hidden_set, claim.history, scoring=scoring)
    return render_strategy(nodes, strategy.word_length, style, order)


def _strategy_lines(
    strategy: CheckedStrategy, tree_format: TreeFormat, most_levels: int | None
) -> Iterator[str]:
    """Return the lines of the first levels of `strategy` as a graph."""
    from wordle_cp.views.formats.graph import strategy_graph  # noqa: PLC0415  networkx takes 0.2 s to load

    graph = strategy_graph(strategy, most_levels)
    return _graph_lines(graph, tree_format)


def _refutation_lines(file: Path, tree_format: TreeFormat, progress: "Progress") -> Iterator[str]:
    """Return the lines of the refutation in `file` as a graph, after checking it."""
    if tree_format not in _GRAPHS:
        name = "Selby's format is" if tree_format is TreeFormat.SELBY else "--format certificate is"
        message = f"{name} for strategies; a refutation is a graph: dot, graphml or json"
        raise UsageError(message)
    try:
        accepted = check_file(file, word_list_by_hash, progress)
    except CertificateRejected as error:
        print_error(f"rejected: {file}: {error}", as_json=False)
        raise Exit(ExitCode.REJECTED) from None
    from wordle_cp.views.formats.graph import refutation_graph  # noqa: PLC0415  networkx takes 0.2 s to load

    refutation: Refutation = read_proof(file, Refutation)
    return _graph_lines(refutation_graph(refutation, accepted.hidden_set), tree_format)


def _graph_lines(graph: "nx.DiGraph[int]", tree_format: TreeFormat) -> Iterator[str]:
    """Yield the lines of `graph`."""
    from wordle_cp.views.formats.graph import render_dot, render_graphml, render_json  # noqa: PLC0415

    if tree_format is TreeFormat.DOT:
        yield from render_dot(graph)
    elif tree_format is TreeFormat.GRAPHML:
        yield from render_graphml(graph)
    else:
        yield render_json(graph)
