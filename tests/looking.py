"""What can't be read in a picture: text that is small, cut off or on other text; a picture that is blank.

tests/browser/test_pictures.py lists all that makes pictures, and looks at each. What a browser shows is
measured there (pictures.js), what matplotlib draws as it draws it, and any picture by its pixels.
"""

from __future__ import annotations

import io
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from matplotlib.text import Text
from PIL import Image

if TYPE_CHECKING:
    from collections.abc import Iterator

    from matplotlib.figure import Figure
    from matplotlib.transforms import BboxBase

LEAST_INK: Final = 0.01
"""Share of the pixels that aren't of the commonest colour."""
LEAST_COLOURS: Final = 5
Image.MAX_IMAGE_PIXELS = None


@dataclass
class Drawn:
    """The texts of one figure as they were drawn last: size in points, and place in pixels."""

    frame: BboxBase
    texts: dict[int, tuple[str, float, BboxBase]] = field(default_factory=dict)

    def complaints(self, least: float) -> list[str]:
        """Return what can't be read: text below `least` points, outside of the figure, or on other text."""
        found = []
        for words, size, box in self.texts.values():
            if size < least:
                found.append(f"{size:.1f} points high: {words}")
            frame = self.frame.padded(1)
            if not (frame.contains(box.x0, box.y0) and frame.contains(box.x1, box.y1)):
                found.append(f"outside: {words}")
        return found + list(self._overlaps())

    def _overlaps(self) -> Iterator[str]:
        """Yield which texts lie on each other, from the left."""
        boxes = sorted(
            ((_core(box), words) for words, _, box in self.texts.values()),
            key=lambda item: item[0].x0,
        )
        for place, (box, words) in enumerate(boxes):
            for other, others in islice(boxes, place + 1, None):
                if other.x0 >= box.x1:
                    break
                if box.y0 < other.y1 and other.y0 < box.y1:
                    yield f"{words} lies on {others}"


def _core(box: BboxBase) -> BboxBase:
    """Return the box without the space around its letters."""
    return box.padded(-0.12 * min(box.width, box.height))


@contextmanager
def watching_matplotlib() -> Iterator[dict[int, Drawn]]:
    """Record what text figures are drawn with, whatever file they go to."""
    figures: dict[int, Drawn] = {}
    kept: list[Figure] = []
    draw = Text.draw

    def record(self: Text, renderer: Any, *more: Any, **named: Any) -> None:  # noqa: ANN401  as matplotlib's
        figure = self.get_figure(root=True)
        if self.get_visible() and self.get_text().strip() and figure is not None:
            kept.append(figure)  # so that no other one gets its id
            box = self.get_window_extent(renderer)
            drawn = figures.setdefault(id(figure), Drawn(figure.bbox))
            drawn.frame = figure.bbox.frozen()
            drawn.texts[id(self)] = (self.get_text(), float(self.get_fontsize()), box)
        draw(self, renderer, *more, **named)

    Text.draw = record  # type: ignore[method-assign, assignment]
    try:
        yield figures
    finally:
        Text.draw = draw  # type: ignore[method-assign]


def blankness(png: bytes) -> list[str]:
    """Return why the picture has nothing on it; nothing if it has."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    image.thumbnail((600, 600))
    counts = sorted((count for count, _ in image.getcolors(600 * 600) or ()), reverse=True)
    ink = 1 - counts[0] / (image.width * image.height)
    if len(counts) < LEAST_COLOURS or ink < LEAST_INK:
        return [f"blank: {len(counts)} colours, {100 * ink:.1f} % of the pixels"]
    return []
