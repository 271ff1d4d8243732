"""HTML files with everything in them: templates filled in, data that no tag can end, and who may run."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

_PLACE: Final = re.compile(r"\{\{(\w+)\}\}")


def fill(template: str, parts: Mapping[str, str]) -> str:
    """Return `template` with each ``{{name}}`` replaced by its part; parts stay as they are."""
    return _PLACE.sub(lambda place: parts[place[1]], template)


def data(value: object) -> str:
    """Return `value` as JSON in which no tag can begin or end."""
    text = json.dumps(value, allow_nan=False, separators=(",", ":"))  # ASCII: no odd line separators
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def source(text: str) -> str:
    """Return what a page's policy calls the script or the style `text`."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
