"""How Sphinx builds the site: `make docs`. It loads nothing from elsewhere, and can be read from the disk."""

from __future__ import annotations

import sys
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from generated.docstrings import as_restructured_text
from generated.links import on_the_site

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parent.parent

project = "wordle-cp"
author = "the wordle-cp authors"
version = release = metadata.version("wordle-cp")
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["generated", "teaching/**.py", "teaching/__marimo__"]

myst_enable_extensions = ["attrs_block", "attrs_inline"]
myst_heading_anchors = 4
myst_links_external_new_tab = False
suppress_warnings = ["myst.header"]  # the README's levels are its own

smartquotes = False  # two dashes are an option
default_role = "code"  # docstrings have `names` between single backticks, as Markdown has
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "exclude-members": "__new__,__init__,model_config"}
autodoc_class_signature = "separated"
autodoc_use_type_comments = False
napoleon_numpy_docstring = False
python_maximum_signature_line_length = 88
add_module_names = False

html_theme = "furo"
html_title = "wordle-cp"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_copyright = False
html_use_index = True
html_show_search_summary = False  # a page that is read from the disk can't load others for it
html_theme_options = {"navigation_with_keys": True}
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "monokai"


def setup(app: Sphinx) -> dict[str, Any]:
    """Let links work on the site that work where the Markdown files are."""
    app.connect("source-read", _read)
    app.connect("autodoc-process-docstring", _read_docstring, priority=400)  # before napoleon
    return {"parallel_read_safe": True}


def _read(app: Sphinx, name: str, source: list[str]) -> None:
    source[0] = on_the_site(Path(app.srcdir), ROOT, name, source[0])


def _read_docstring(
    _app: Sphinx, _what: str, _name: str, _object: object, _options: object, lines: list[str]
) -> None:
    lines[:] = as_restructured_text(lines)
