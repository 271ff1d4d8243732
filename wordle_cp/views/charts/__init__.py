"""Pictures of results, as PNG, SVG or an HTML page; see `pictures.results` and `pictures.files`."""
