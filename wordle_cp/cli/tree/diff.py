"""`wordle-cp tree diff`: where two strategies part, and what it costs."""

from collections.abc import Iterator
from typing import Annotated

import typer

from wordle_cp.certify.checked import CheckedStrategy
from wordle_cp.cli.limited import limited
from wordle_cp.cli.options import JsonOption, MaxMemoryOption, TimeLimitOption
from wordle_cp.cli.output import ExitCode, print_json, print_text
from wordle_cp.cli.running import LimitOptions
from wordle_cp.cli.tree.strategies import FileArgument, accepted_strategy, game_name
from wordle_cp.errors import counted
from wordle_cp.rules.words import format_history
from wordle_cp.views.strategies.diff import Side, StrategyDiff, compare_strategies

_First = Annotated[
    str | None,
    typer.Option(
        "--opener-a", metavar="W", help="Which strategy of A, if it has several; default: its first."
    ),
]
_Second = Annotated[
    str | None, typer.Option("--opener-b", metavar="W", help="Which strategy of B, likewise.")
]


def register(group: typer.Typer) -> None:
    """Add `diff` to `group`."""
    group.command("diff")(diff)


def diff(
    file_a: FileArgument,
    file_b: FileArgument,
    *,
    opener_a: _First = None,
    opener_b: _Second = None,
    time_limit: TimeLimitOption = None,
    max_memory: MaxMemoryOption = None,
    as_json: JsonOption = False,
) -> ExitCode:
    """Where do two strategies of one game first guess differently, and what does it cost?

    Each line is a position that both reach with the same guesses. Totals and worst cases are those of the
    words left there, counted from the start of the game. Example: wordle-cp tree diff a.cert.gz b.cert.gz
    """
    with limited(LimitOptions(time_limit, max_memory), as_json=as_json):
        first = accepted_strategy(file_a, opener_a, as_json=as_json)
        second = accepted_strategy(file_b, opener_b, as_json=as_json)
        found = compare_strategies(first, second)
    if as_json:
        print_json(_fields(found))
    else:
        print_text("\n".join(_lines(found)))
    return ExitCode.DONE


def _strategy_fields(strategy: CheckedStrategy) -> dict[str, object]:
    claim = strategy.claim
    return {
        "opener": strategy.opener,
        "total_guesses": claim.total_guesses,
        "max_guesses": claim.max_guesses,
        "distribution": list(claim.distribution),
    }


def _side_fields(side: Side) -> dict[str, object]:
    return {"guess": side.guess, "total_guesses": side.total, "max_guesses": side.worst}


def _fields(found: StrategyDiff) -> dict[str, object]:
    head, length = found.first.certificate.head, found.first.word_length
    return {
        "variant": head.game.name,
        "mode": str(head.game.mode),
        "after": format_history(found.first.claim.history, length),
        "hidden_count": len(found.first.hidden_set),
        "a": _strategy_fields(found.first),
        "b": _strategy_fields(found.second),
        "cost": found.cost,
        "earlier": found.earlier,
        "later": found.later,
        "shifts": [{"guesses": guesses, "words": words} for guesses, words in found.shifts],
        "differences": [
            {
                "after": format_history(parting.history, length),
                "hidden_count": parting.hidden_count,
                "a": _side_fields(parting.first),
                "b": _side_fields(parting.second),
                "cost": parting.cost,
                "earlier": parting.earlier,
                "later": parting.later,
            }
            for parting in found.partings
        ],
    }


def _lines(found: StrategyDiff) -> Iterator[str]:
    for name, strategy in (("A", found.first), ("B", found.second)):
        claim = strategy.claim
        yield f"{name}  {game_name(strategy)}: {claim.total_guesses} guesses, {claim.max_guesses} at most"
    words = counted(len(found.first.hidden_set), "hidden word", "hidden words")
    if not found.partings:
        yield f"the same guesses for all of {words}"
        return
    length = found.first.word_length
    places = [format_history(parting.history, length) or "start" for parting in found.partings]
    wide, word = max(map(len, [*places, "after"])), max(length, 5)
    yield (
        f"{'after':<{wide}}  words  {'A':<{word}}  worst  total  {'B':<{word}}  worst  total"
        "    cost  earlier  later"
    )
    for place, parting in zip(places, found.partings, strict=True):
        a, b = parting.first, parting.second
        yield (
            f"{place:<{wide}}  {parting.hidden_count:>5}"
            f"  {a.guess.upper():<{word}}  {a.worst:>5}  {a.total:>5}"
            f"  {b.guess.upper():<{word}}  {b.worst:>5}  {b.total:>5}  {parting.cost:>+6}"
            f"  {parting.earlier:>7}  {parting.later:>5}"
        )
    apart = sum(parting.hidden_count for parting in found.partings)
    yield (
        f"{counted(len(found.partings), 'difference', 'differences')} over {apart} of {words}: B takes "
        f"{_more(found.cost)}; finds {found.earlier} earlier, {found.later} later"
    )


def _more(cost: int) -> str:
    """Return a difference of totals in words."""
    if not cost:
        return "as many guesses"
    return f"{counted(abs(cost), 'guess', 'guesses')} {'more' if cost > 0 else 'less'}"
