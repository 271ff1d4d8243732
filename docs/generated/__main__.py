"""Write the generated parts of all documents: `python -m generated`, run in docs/."""

from __future__ import annotations

from generated import current, pages

for page in pages():
    page.write_text(current(page.read_text(encoding="utf-8")), encoding="utf-8")
