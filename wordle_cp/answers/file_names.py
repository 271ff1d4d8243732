"""Names of files and folders that tell the question they answer."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Final

from wordle_cp.files.write import GZIP_SUFFIX, XZ_SUFFIX

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from wordle_cp.games.variant import Variant
    from wordle_cp.rules.words import History

CERTIFICATE_SUFFIX: Final = ".cert.gz"
_MOST_CHARACTERS: Final = 120
"""Longest name without its suffix: half of what file systems take, so that a suffix always fits."""
_DIGEST_CHARACTERS: Final = 12


def question_name(variant: Variant, depth: int, history: History = (), label: str | None = None) -> str:
    """Return a file name without suffix: variant, mode, depth, history and what `label` adds.

    One that would be too long is cut, and ends in a digest of the whole.
    """
    return _name(variant, f"depth-{depth}", history, label)


def _name(variant: Variant, question: str, history: History, label: str | None) -> str:
    """Return the same for a `question` of any kind."""
    parts = [variant.name, variant.mode.value]
    if variant.hidden == variant.guesses:
        parts.append("hidden-big")
    parts.append(question)
    if history:
        parts.append("after-" + variant.scoring.format_history(history).lower().replace(".", "-"))
    if label is not None:
        parts.append(label)
    return _short("-".join(parts))


def _short(whole: str) -> str:
    """Return a name of plain characters, cut if it is too long."""
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", whole)
    if len(name) <= _MOST_CHARACTERS:
        return name
    digest = hashlib.sha256(whole.encode()).hexdigest()[:_DIGEST_CHARACTERS]
    return f"{name[: _MOST_CHARACTERS - len(digest) - 1]}-{digest}"


def certificate_name(variant: Variant, depth: int, history: History = (), label: str | None = None) -> str:
    """Return the file name that `prove` gives a certificate unless another is given."""
    return question_name(variant, depth, history, label) + CERTIFICATE_SUFFIX


def certificate_stem(certificate: Path) -> str:
    """Return the name of a certificate without what the names of certificates end in."""
    name = certificate.name
    for suffix in (GZIP_SUFFIX, XZ_SUFFIX, ".cert"):
        name = name.removesuffix(suffix)
    return name


def picture_name(certificate: Path, suffix: str, *, opener: str | None, after: str | None) -> str:
    """Return the file name that a picture of the strategy of a certificate gets unless another is given."""
    parts = [certificate_stem(certificate), opener or "", f"after-{after}" if after else ""]
    return _short("-".join(filter(None, parts)).lower()) + suffix


def census_name(variant: Variant, depth: int, history: History = ()) -> str:
    """Return the name that `census` gives its run folder unless another is given."""
    return "census-" + question_name(variant, depth, history)


def optimal_name(variant: Variant, history: History = (), label: str | None = None) -> str:
    """Return the file name that `prove --optimal` gives a certificate unless another is given."""
    return _name(variant, f"optimal{_within(variant)}", history, label) + CERTIFICATE_SUFFIX


def between_name(variant: Variant, history: History = (), label: str | None = None) -> str:
    """Return the file name that `prove --between` gives a certificate unless another is given."""
    return _name(variant, f"between{_within(variant)}", history, label) + CERTIFICATE_SUFFIX


def strategy_name(variant: Variant, history: History = (), label: str | None = None) -> str:
    """Return the file name that `prove --optimal` gives the strategy that it has when it is stopped."""
    return _name(variant, f"strategy{_within(variant)}", history, label) + CERTIFICATE_SUFFIX


def rank_name(variant: Variant, history: History = (), label: str | None = None) -> str:
    """Return the name that `rank --all` gives its run folder unless another is given."""
    return _name(variant, f"rank{_within(variant)}", history, label)


def fixed_name(variant: Variant, count: int, history: History, leave: int, start: Sequence[str]) -> str:
    """Return the file name of the certificate that `count` fixed guesses do, or don't."""
    label = f"-leave-{leave}" * (leave > 1) + "".join(f"-{word}" for word in start)
    return _name(variant, f"fixed-{count}{label}", history, None) + CERTIFICATE_SUFFIX


def _within(variant: Variant) -> str:
    """Return what a name says about the number of guesses in a game."""
    return "" if variant.max_guesses is None else f"-within-{variant.max_guesses}"
