"""Charts as one HTML page with ECharts inside, which draws them there as on our own page: `echarts`.

ECharts is NiceGUI's copy of it, an entry module and what that imports, packed into the page. The page's
policy forbids to load anything else, and any other script.
"""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64encode
from html import escape
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wordle_cp.errors import one_line
from wordle_cp.views.charts.echarts import INK, PAPER, height, least_width, options
from wordle_cp.views.whole_pages import data, fill, source

if TYPE_CHECKING:
    from wordle_cp.views.charts.charts import Chart

_VIEWER: Final = files("wordle_cp.views.charts") / "viewer"
_ENTRY: Final = Path("elements", "echart", "dist", "index.js")
_IMPORT: Final = re.compile(r"""\bfrom\s*["']\./([\w.-]+)["']""")


def page(chart: Chart) -> str:
    """Return `chart` as a whole page."""
    script = (_VIEWER / "chart.js").read_text(encoding="utf-8")
    parts = {
        "policy": f"default-src 'none'; script-src {source(script)} blob:; style-src 'unsafe-inline'",
        "title": escape(one_line(chart.title)),
        "height": str(height(chart)),
        "width": str(least_width(chart)),
        "options": data({"ink": INK, "paper": PAPER, "options": options(chart)}),
        "library": _library(),
        "script": script,
    }
    return fill((_VIEWER / "page.html").read_text(encoding="utf-8"), parts)


def _library() -> str:
    """Return the modules of ECharts, each after what it imports, packed: pairs of a name and a text."""
    nicegui = find_spec("nicegui")
    assert nicegui is not None, "who draws has looked for it"
    assert nicegui.origin is not None, "it is a package with a file"
    folder = Path(nicegui.origin).parent / _ENTRY.parent
    modules: dict[str, str] = {}

    def add(name: str) -> None:
        text = (folder / name).read_text(encoding="utf-8")
        for other in _IMPORT.findall(text):
            if other not in modules:
                add(other)
        modules[name] = text

    add(_ENTRY.name)
    packed = gzip.compress(json.dumps(list(modules.items())).encode(), mtime=0)
    return b64encode(packed).decode()
