"""Write what of the documents, drawings and lists is generated: `python -m generated`, run in docs/."""

from __future__ import annotations

from generated import DRAWINGS, current, lists, pages

for file, text in {**DRAWINGS, **lists()}.items():
    file.write_text(text, encoding="utf-8")
for page in pages():
    page.write_text(current(page.read_text(encoding="utf-8")), encoding="utf-8")
