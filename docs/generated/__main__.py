"""Write the generated parts of all documents, and the drawings: `python -m generated`, run in docs/."""

from __future__ import annotations

from generated import DRAWINGS, current, pages

for page in pages():
    page.write_text(current(page.read_text(encoding="utf-8")), encoding="utf-8")
for picture, text in DRAWINGS.items():
    picture.write_text(text, encoding="utf-8")
