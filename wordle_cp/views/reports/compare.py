"""What `compare` found out: the JSON fields and the table, which the page gives out too, lines for people."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Final

from wordle_cp.answers.telling import (
    certificate_fields,
    certificate_lines,
    column,
    effort_line,
    ending_fields,
    words_of,
)
from wordle_cp.errors import counted
from wordle_cp.views.reports.analysis import names

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordle_cp.experiments.compare import CompareReport, Duel, Played

_SHOWN_DUELS: Final = 28


def compare_fields(report: CompareReport) -> dict[str, object]:
    """Return the JSON fields of `report`; those of the first policy and opener stand at the top, too."""
    results = [_played_fields(one) for one in report.played]
    least = report.least
    return {
        **(results[0] if results else {}),
        "results": results,
        "duels": [_duel_fields(duel) for duel in report.duels],
        "width": report.width,
        "variant": report.variant.name,
        "mode": report.variant.mode.value,
        "limit": report.variant.max_guesses,
        "hidden": len(report.variant.hidden),
        "least_total": None if least is None else least.total,
        "least_openers": [] if least is None else list(least.best),
        "least_certificate": None if least is None else least.path.name,
        **certificate_fields(report.tree, report.accepted),
        **ending_fields(report),
    }


def compare_csv(report: CompareReport) -> str:
    """Return a table as CSV: a line for each policy and opener; last, how many words need which guess.

    A number that isn't known is empty.
    """
    most = max((one.max_guesses for one in report.played), default=0)
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    names = ("policy", "opener", "total_guesses", "mean_guesses", "max_guesses", "late", "optimum", "excess")
    table.writerow((*names, *(f"found_with_{number}" for number in range(1, most + 1))))
    for one in report.played:
        fields = _played_fields(one)
        found = one.figures.distribution
        table.writerow((*(fields[name] for name in names), *found, *(0 for _ in range(most - len(found)))))
    return text.getvalue()


def _played_fields(played: Played) -> dict[str, object]:
    return {
        "policy": played.policy,
        "opener": played.opener,
        "own_opener": played.own_opener,
        "total_guesses": played.total_guesses,
        "mean_guesses": float(played.mean),
        "max_guesses": played.max_guesses,
        "distribution": list(played.figures.distribution),
        "late": played.late,
        "optimum": played.optimum,
        "excess": played.excess,
    }


def _duel_fields(duel: Duel) -> dict[str, object]:
    return {
        "first": {"policy": duel.first.policy, "opener": duel.first.opener},
        "second": {"policy": duel.second.policy, "opener": duel.second.opener},
        "wins": duel.wins,
        "losses": duel.losses,
        "draws": duel.draws,
    }


def compare_lines(report: CompareReport, struck: str) -> Iterator[str]:
    """Yield the report of `compare` for people."""
    variant = report.variant
    words = words_of(variant, len(variant.hidden))
    yield f"{variant.name}, {variant.mode} mode: policies over {words}"
    if report.played:
        policy, *policies = column("policy", (one.policy for one in report.played))
        heading, *openers = column("opener", (one.opener.upper() for one in report.played))
        yield f"{policy}  {heading}   total    mean  most  excess  distribution"
        for policy, opener, one in zip(policies, openers, report.played, strict=True):
            excess = "" if one.excess is None else f"{one.excess:+}"
            yield (
                f"{policy}  {opener} {one.total_guesses:>7}  {float(one.mean):.4f}"
                f"{one.max_guesses:>6}{excess:>8}  {' '.join(map(str, one.figures.distribution))}"
            )
    for one in report.played:
        if one.late:
            late = f"{words_of(variant, one.late, '')} after the game's last guess"
            kept = "" if one.optimum is None else ", which the optimum keeps to"
            yield f"late         {one.policy} from {one.opener.upper()}: {late}{kept}"
    yield from _duel_lines(report.duels, variant.scoring.noun)
    if report.width is not None:
        yield f"width        {report.width}: two-ply policies look at so many guesses, the best of one ply"
    if report.least is not None:
        best = names(report.least.best)
        proof = report.least.path.name
        rests_on = f"{proof}, a shipped proof, not checked again"
        yield f"least        {report.least.total}, {best}: proven by {rests_on}"
    yield from certificate_lines(report.tree, report.accepted)
    if report.stopped_by is not None:
        yield f"stopped by   {struck}"
    yield effort_line(report.seconds)


def _duel_lines(duels: Sequence[Duel], noun: str) -> Iterator[str]:
    if len(duels) <= 1:
        for duel in duels:
            yield (
                f"{duel.first.policy} is better than {duel.second.policy} on {duel.wins} {noun}s and worse "
                f"on {duel.losses}{_from(duel)}"
            )
        return
    differ = [duel for duel in duels if duel.wins or duel.losses]
    ways = {_from(duel) for duel in duels}
    once = ways.pop() if len(ways) == 1 else ""
    told = f"on how many {noun}s the first policy needs fewer guesses than the second, and more"
    yield f"duels        {told}{once}"
    for duel in differ[:_SHOWN_DUELS]:
        pair = f"{duel.first.policy}, {duel.second.policy}"
        yield f"{duel.wins:>11}{duel.losses:>6}  {pair}{'' if once else _from(duel)}"
    if len(differ) > _SHOWN_DUELS:
        yield f"... and {len(differ) - _SHOWN_DUELS} more pairs: --json has them all"
    if len(differ) < len(duels):
        rest = counted(len(duels) - len(differ), "other pair", "other pairs") if differ else "every pair"
        yield f"{'0':>11}{'0':>6}  {rest}"


def _from(duel: Duel) -> str:
    same = duel.first.opener == duel.second.opener
    return f", from {duel.first.opener.upper()}" if same else ", each from its own opener"
