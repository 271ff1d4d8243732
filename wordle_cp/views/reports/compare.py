"""A comparison of policies for other programs: the fields of a JSON object, and a table of text.

Where this stands: above `compare`; the command line and the page give out the same.
"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from wordle_cp.views.reports.certificates import certificate_fields

if TYPE_CHECKING:
    from wordle_cp.experiments.compare import CompareReport, Duel, Played


def compare_fields(report: CompareReport, width: int | None) -> dict[str, object]:
    """Return the JSON fields of `report`; those of the first policy and opener stand at the top, too.

    `width` is how many guesses policies of two plies looked at, None if there was none.
    """
    results = [_played_fields(one) for one in report.played]
    least = report.least
    return {
        **(results[0] if results else {}),
        "results": results,
        "duels": [_duel_fields(duel) for duel in report.duels],
        "width": width,
        "variant": report.variant.name,
        "mode": report.variant.mode.value,
        "limit": report.variant.max_guesses,
        "hidden": len(report.variant.hidden),
        "least_total": None if least is None else least.total,
        "least_openers": [] if least is None else list(least.best),
        "least_certificate": None if least is None else least.path.name,
        **certificate_fields(report.tree, report.accepted),
        "stopped_by": report.stopped_by,
        "seconds": round(report.seconds, 3),
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
