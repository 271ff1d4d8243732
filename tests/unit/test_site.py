"""The site builds without a warning, and everything that it needs and links to is there, on the disk."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

import pytest
from pygments.styles import get_style_by_name

if TYPE_CHECKING:
    from pathlib import Path

ASSETS: Final = {
    "audio": "src",
    "embed": "src",
    "iframe": "src",
    "img": "src",
    "link": "href",
    "object": "data",
    "script": "src",
    "source": "src",
    "video": "src",
}
STYLE_LINK: Final = re.compile(r"""(?:url\(|@import)\s*["']?([^"')\s]+)""")
"""What a style sheet loads."""
LOCAL: Final = {"", "data"}


pytestmark = pytest.mark.docs


class Page(HTMLParser):
    """What a page loads, what it links to, and the places that it has."""

    def __init__(self, path: Path) -> None:
        """Read the page at `path`."""
        super().__init__()
        self.assets: list[str] = []
        self.links: list[str] = []
        self.places: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what an element loads, or leads to, or is called."""
        values = {name: value or "" for name, value in attrs}
        self.places |= {values[name] for name in ("id", "name") if name in values}
        if tag in ASSETS and ASSETS[tag] in values:
            self.assets.append(values[ASSETS[tag]])
        self.assets += STYLE_LINK.findall(values.get("style", ""))
        self.assets += [part.split()[0] for part in values.get("srcset", "").split(",") if part.strip()]
        if tag == "a" and "href" in values:
            self.links.append(values["href"])


@pytest.fixture(scope="module")
def site(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site as `make docs` does."""
    folder = tmp_path_factory.mktemp("site")
    options = ["--quiet", "--fail-on-warning", "--keep-going", "-b", "html"]
    places = [folder / "doctrees", root / "docs", folder / "html"]
    command = [sys.executable, "-m", "sphinx", *options, "-d", *map(str, places)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    return folder / "html"


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    """Read all pages."""
    return {path: Page(path) for path in site.rglob("*.html")}


def test_nothing_is_loaded_from_elsewhere(site: Path, pages: dict[Path, Page]) -> None:
    loaded = [(path, asset) for path, page in pages.items() for asset in page.assets]
    for sheet in site.rglob("*.css"):
        loaded += [(sheet, asset) for asset in STYLE_LINK.findall(sheet.read_text(encoding="utf-8"))]
    assert len(loaded) > 10 * len(pages)
    assert not [
        where for where in loaded if urlsplit(where[1]).scheme not in LOCAL or urlsplit(where[1]).netloc
    ]
    missing = [
        (path.relative_to(site), asset)
        for path, asset in loaded
        if not asset.startswith(("data:", "#")) and not (path.parent / unquote(urlsplit(asset).path)).exists()
    ]
    assert not missing


def test_every_link_inside_the_site_leads_somewhere(site: Path, pages: dict[Path, Page]) -> None:
    broken = []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme in {"http", "https", "mailto"}:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            place = unquote(parts.fragment)
            if not target.is_file() or (place and target in pages and place not in pages[target].places):
                broken.append((str(path.relative_to(site)), link))
    assert not broken


def test_a_picture_for_dark_pages_is_one_of_the_theme(site: Path) -> None:
    classes = re.findall(
        r'<img [^>]*class="(only-\w+)[^>]*src="[^"]*/(salet-tree[\w-]*)\.svg"',
        (site / "project" / "readme.html").read_text(encoding="utf-8"),
    )
    assert classes == [("only-light", "salet-tree"), ("only-dark", "salet-tree-dark")]


def test_the_search_needs_no_server(site: Path) -> None:
    search = (site / "search.html").read_text(encoding="utf-8")
    assert re.search(r'<script src="searchindex\.js', search)
    assert (site / "searchindex.js").read_text(encoding="utf-8").startswith("Search.setIndex(")


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        ("reference/commands", ("tree export", "--least-depth", "worst-then-total", "variants schema")),
        ("reference/results", ("total_guesses", "moves[].inaccuracy", "openers[].opener", "claim", "reason")),
        ("reference/variant-files", ("max_guesses", "ultrahard", "1 to 255")),
        (
            "reference/certificate-lines",
            ("weights", "lemma", "distribution", "MAX_XZ_MEMORY_BYTES", "262,144"),
        ),
        ("reference/exit-codes", ("UNDECIDED", "130")),
        ("reference/python", ("prove_depth", "check_file", "WordleCpError")),
        ("project/readme", ("What do you want to do?", "Whom you trust")),
    ],
)
def test_what_is_generated_is_there(site: Path, page: str, shown: tuple[str, ...]) -> None:
    text = re.sub(r"<[^>]+>", "", (site / f"{page}.html").read_text(encoding="utf-8"))
    assert not [one for one in shown if one not in text]


def luminance(colour: str) -> float:
    """Return how bright a colour is, six hexadecimal digits, as WCAG 2 counts."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("setting", ["pygments_style", "pygments_dark_style"])
def test_code_can_be_read(root: Path, setting: str) -> None:
    """Each colour of code stands out from its ground; outputs of commands have one, too."""
    text = (root / "docs" / "conf.py").read_text(encoding="utf-8")
    [name] = re.findall(rf'^{setting} = "([\w-]+)"', text, re.MULTILINE)
    style = get_style_by_name(name)
    ground = luminance(style.background_color.lstrip("#"))
    for kind, look in style:
        if look["color"] and not str(kind).startswith("Token.Error"):
            high, low = sorted((luminance(look["color"]), ground), reverse=True)
            assert (high + 0.05) / (low + 0.05) >= 4.5, (name, kind, look["color"])
