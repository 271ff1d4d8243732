"""Pictures of the page for docs/, on the real lists: ``make screenshots`` writes them to docs/pictures/.

Each has few colours, so that it is small; they are made anew where the page has changed, and looked at.
"""

from __future__ import annotations

import io
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PIL import Image
from playwright.sync_api import expect, sync_playwright

from tests.browser.harness import FLAGS, chromium, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FOLDER: Final = Path(__file__).resolve().parents[1] / "docs" / "pictures"
MOST_BYTES: Final = 150_000
_COLOURS: Final = 96
_PATIENCE: Final = 300_000
_GAME: Final = "nyt-2022-02-15"


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture: where the page is, a text that stands there when it is ready, and the size in pixels."""

    name: str
    address: str
    ready: str
    width: int = 1100
    height: int = 780
    dark: bool = False


SHOTS: Final = (
    Shot("page-start", "/", "^Try to beat a proof", height=700),
    Shot("page-ask", f"/ask?variant={_GAME}&after=salet.bybbb", "^all numbers are exact", height=860),
    Shot("page-tree", "/tree?file=original-hard-depth-5-palet.cert.gz&path=palet.BYBBB", "^[0-9]+ responses"),
    Shot(
        "page-proof",
        "/proof?file=original-normal-hidden-big-depth-5.cert.gz&path=salet.ybgbb",
        "of them alone are too many",
        height=700,
    ),
    Shot(
        "page-analyse",
        f"/analyse?variant={_GAME}&game=crate.ybbbb.lions.bbybg.focus.ggggg",
        "^Near perfect, and lucky",
        height=820,
    ),
    Shot(
        "page-phone", f"/ask?variant={_GAME}&after=salet.bybbb", "^all numbers are exact", 390, 844, dark=True
    ),
)


def take(browser: Browser, address: str, shot: Shot) -> bytes:
    """Return a picture as the bytes of a PNG file."""
    context = browser.new_context(
        base_url=address,
        viewport={"width": shot.width, "height": shot.height},
        color_scheme="dark" if shot.dark else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(shot.address)
    expect(page.get_by_text(re.compile(shot.ready)).first).to_be_visible(timeout=_PATIENCE)
    page.wait_for_load_state("networkidle")
    page.evaluate("document.activeElement.blur()")
    page.wait_for_timeout(1000)  # fonts
    picture = page.screenshot()
    context.close()
    return smaller(picture)


def smaller(picture: bytes) -> bytes:
    """Return `picture` with few colours."""
    contents = io.BytesIO()
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    image.quantize(_COLOURS, dither=Image.Dither.NONE).save(contents, "PNG", optimize=True)
    return contents.getvalue()


def main() -> int:
    """Take all pictures; those named on the command line, if there are any."""
    wanted = set(sys.argv[1:])
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        for shot in SHOTS:
            if not wanted or shot.name in wanted:
                picture = take(browser, server.address, shot)
                assert len(picture) < MOST_BYTES, f"{shot.name}: {len(picture)} bytes"
                (FOLDER / f"{shot.name}.png").write_bytes(picture)
                sys.stdout.write(f"docs/pictures/{shot.name}.png {len(picture)} bytes\n")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
