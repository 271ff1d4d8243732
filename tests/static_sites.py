"""Small certificates for tests of the static site, and what its pages and pieces of data say."""

from __future__ import annotations

import json
import re
from itertools import permutations
from typing import TYPE_CHECKING, Any

from tests.golden_files import ACCEPTED
from wordle_cp.cli.app import main

if TYPE_CHECKING:
    from pathlib import Path


def write_toys(folder: Path) -> list[Path]:
    """Write certificates to `folder`: of a strategy, a least total and a refutation."""
    reached, least = folder / "reached.cert.gz", folder / "least.cert.gz"
    assert (
        main(["prove", "--depth", "3", "--variant", "toy", "--jobs", "1", "--out", str(reached), "--quiet"])
        == 0
    )
    assert main(["prove", "--optimal", "--variant", "toy", "--out", str(least), "--quiet"]) == 0
    refuted = folder / "refuted.cert"
    refuted.write_bytes((ACCEPTED / "impossible-rule.cert").read_bytes())
    return [reached, least, refuted]


def write_signs(folder: Path) -> list[Path]:
    """Write certificates about words such as <& and ßä: of a least total and a refutation."""
    words = [f"{one}{other}\n" for one, other in permutations("<&ßä", 2)]
    (folder / "words.txt").write_text("".join(words), encoding="utf-8")
    game = folder / "signs.yaml"
    game.write_text(
        "name: signs\nguesses: words.txt\nhidden: words.txt\nletters: ['<', '&', 'ß', 'ä']\n",
        encoding="utf-8",
    )
    least, refuted = folder / "signs-least.cert", folder / "signs.cert"
    asked = ["--variant", str(game), "--quiet", "--out"]
    assert main(["prove", "--optimal", *asked, str(least)]) == 0
    assert main(["prove", "--depth", "2", *asked, str(refuted)]) == 0
    return [least, refuted]


def page_data(site: Path, name: str) -> dict[str, Any]:
    """Return what the script of a page reads first."""
    text = (site / f"{name}.html").read_text(encoding="utf-8")
    found = re.search(r'id="data">(.*?)</script>', text)
    assert found is not None
    return dict(json.loads(found[1]))


def piece(site: Path, page: str, name: str) -> Any:  # noqa: ANN401  any JSON
    """Return a piece of data that a page loads."""
    text = (site / "data" / page / f"{name}.js").read_text(encoding="utf-8")
    start = f'take("{name}",'
    assert text.startswith(start)
    assert text.endswith(");\n")
    return json.loads(text[len(start) : -3])
