"""What `noise` found out: the JSON fields, and the lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_cp.answers.telling import effort_line, some
from wordle_cp.errors import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_cp.experiments.noise import NoiseReport


def noise_fields(report: NoiseReport) -> dict[str, object]:
    """Return the JSON fields of `noise`."""
    count = len(report.variant.hidden)
    return {
        "variant": report.variant.name,
        "mode": report.variant.mode.value,
        "opener": report.opener,
        "guesses_made": report.made,
        "limit": report.variant.max_guesses,
        "optimum": report.optimum,
        "runs": report.runs,
        "seed": report.seed,
        "points": [
            {
                "level_percent": point.level,
                "least": point.least,
                "median": point.median,
                "greatest": point.greatest,
                "median_mean_guesses": point.median / count,
                "optimal_runs": point.totals.count(report.optimum),
                "totals": list(point.totals),
            }
            for point in report.points
        ],
        "states_valued": report.valued,
        "stopped_by": None,
        "seconds": round(report.seconds, 3),
    }


def noise_lines(report: NoiseReport) -> Iterator[str]:
    """Yield the report of `noise` for people."""
    variant = report.variant
    count = len(variant.hidden)
    what = report.chosen
    yield (
        f"{variant.name}, {variant.mode} mode, opener {report.opener.upper()}: {what} by noisy values, "
        f"{counted(report.runs, 'run', 'runs')} a level, seed {report.seed}"
    )
    yield "noise %   least  median  greatest  median mean     best runs"
    for point in report.points:
        yield (
            f"{point.level:>7g}{point.least:>8}{point.median:>8g}{point.greatest:>10}"
            f"{point.median / count:>13.4f}{point.totals.count(report.optimum):>14}"
        )
    yield (
        f"best play    {report.optimum} guesses after {report.opener.upper()} "
        f"({report.optimum / count:.4f} on average)"
    )
    yield effort_line(report.seconds, some(report.valued, "state valued", "states valued"))
