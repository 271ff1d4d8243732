"""Pictures of results, as PNG, SVG or an HTML page; see `results` and `files`."""
