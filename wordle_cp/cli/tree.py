"""`wordle-cp tree`: what certificates prove as graphs, and other people's strategies made certificates."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wordle_cp.certificate.format import (
    MAX_DEPTH,
    Certificate,
    Optimality,
    Refutation,
    TotalLeast,
    claim_to_json,
    open_certificate,
    read_whole,
)
from wordle_cp.certificate.selby import Style, read_strategy, render_strategy
from wordle_cp.certificate.strategy import walk
from wordle_cp.certificate.write import certificate_of, write_certificate, write_whole
from wordle_cp.check import check_file
from wordle_cp.cli.numbers import whole_number
from wordle_cp.cli.options import (
    DEFAULT_VARIANT,
    HiddenOption,
    JsonOption,
    MaxGuessesOption,
    ModeOption,
    QuietOption,
    VariantOption,
)
from wordle_cp.cli.output import ExitCode, print_error, print_json, print_message, print_text
from wordle_cp.cli.position import history_of
from wordle_cp.errors import CertificateRejected, UsageError, counted
from wordle_cp.resources import word_list_by_hash
from wordle_cp.variant import Variant

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class TreeFormat(StrEnum):
    """What `tree export` writes."""

    DOT = "dot"
    GRAPHML = "graphml"
    JSON = "json"
    SELBY = "selby"


_File = Annotated[Path, typer.Argument(metavar="FILE", help="A certificate: plain text, gzip or xz.")]
_Text = Annotated[Path, typer.Argument(metavar="FILE", help="A strategy in Selby's text format.")]
_Depth = Annotated[
    int | None,
    typer.Option(
        "--depth",
        metavar="G",
        parser=whole_number(1, MAX_DEPTH),
        help="Guesses to claim; default: the tree's.",
    ),
]
_After = Annotated[
    str | None, typer.Option("--after", metavar="HISTORY", help="What the strategy follows: salet.bybbb")
]


def register(app: typer.Typer) -> None:
    """Add the command `tree` with its subcommands to `app`."""
    group = typer.Typer(help="Strategies and refutations: export them from certificates; import strategies.")
    group.command("export")(export)
    group.command("import")(import_strategy)
    app.add_typer(group, name="tree")


def export(
    file: _File,
    *,
    tree_format: Annotated[TreeFormat, typer.Option("--format", help="What to write.")],
    out: Annotated[Path | None, typer.Option("--out", metavar="F", help="Default: standard output.")] = None,
    full: Annotated[
        bool, typer.Option("--full", help="Selby's format: every line whole, nothing blanked.")
    ] = False,
) -> ExitCode:
    """Write the strategy or the refutation of a certificate as a graph or as text, after checking it."""
    with open_certificate(file) as reader:
        if isinstance(reader.head.claim, TotalLeast):
            raise _without_tree()
    try:
        accepted = check_file(file, word_list_by_hash)
    except CertificateRejected as error:
        print_error(f"rejected: {error}", as_json=False)
        return ExitCode.REJECTED
    certificate = read_whole(file)
    if isinstance(certificate, Optimality):
        raise _without_tree()
    lines = _rendered(certificate, accepted.hidden_set, tree_format, full=full)
    if out is None:
        for line in lines:
            print_text(line)
    else:
        write_whole(out, "".join(f"{line}\n" for line in lines).encode())
    return ExitCode.DONE


def _without_tree() -> UsageError:
    message = "this certificate proves that a total is least: it has sets and lemmas, and no single tree"
    return UsageError(message)


def _rendered(
    certificate: Certificate | Refutation, hidden_set: Sequence[str], tree_format: TreeFormat, *, full: bool
) -> Iterator[str]:
    """Yield the lines of the proof of `certificate`, which starts from `hidden_set`."""
    if tree_format is TreeFormat.SELBY:
        if isinstance(certificate, Refutation):
            message = "Selby's format is for strategies; a refutation is a graph: dot, graphml or json"
            raise UsageError(message)
        head = certificate.head
        nodes = walk(certificate.steps, hidden_set, head.claim.history)
        yield from render_strategy(nodes, head.game.word_length, Style.FULL if full else Style.HOLLOW)
        return
    from wordle_cp.certificate.graph import (  # noqa: PLC0415  networkx takes a fifth of a second to load
        refutation_graph,
        render_dot,
        render_graphml,
        render_json,
        strategy_graph,
    )

    if isinstance(certificate, Refutation):
        graph = refutation_graph(certificate, hidden_set)
    else:
        graph = strategy_graph(certificate, hidden_set)
    if tree_format is TreeFormat.DOT:
        yield from render_dot(graph)
    elif tree_format is TreeFormat.GRAPHML:
        yield from render_graphml(graph)
    else:
        yield render_json(graph)


def import_strategy(
    file: _Text,
    *,
    out: Annotated[
        Path, typer.Option("--out", metavar="F", help="The certificate to write: .gz or .xz compresses it.")
    ],
    variant: VariantOption = DEFAULT_VARIANT,
    mode: ModeOption = None,
    hidden: HiddenOption = None,
    max_guesses: MaxGuessesOption = None,
    depth: _Depth = None,
    after: _After = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> ExitCode:
    """Turn a strategy in Selby's text format, hollow or full, into a certificate that can be checked.

    The certificate claims what the text says; whether it is true is for `wordle-cp check` to decide.
    """
    game = Variant.load(variant, mode=mode, hidden=hidden, max_guesses=max_guesses)
    history = history_of(after, game)
    imported = read_strategy(file, game.length, history)
    certificate = certificate_of(
        game,
        depth or len(imported.numbers.distribution),
        imported.steps,
        imported.numbers,
        history=history,
        opener=imported.opener,
    )
    write_certificate(out, certificate)
    if imported.dropped and not quiet:
        words = counted(imported.dropped, "hidden word is", "hidden words are")
        print_message(f"note: {words} guessed at once where nothing else is left")
    if as_json:
        claim = claim_to_json(certificate.head)
        print_json({"certificate": str(out), "claim": claim, "checked": False, "dropped": imported.dropped})
    elif not quiet:
        print_text(f"written to {out}, not checked yet: wordle-cp check {out}")
    return ExitCode.DONE
