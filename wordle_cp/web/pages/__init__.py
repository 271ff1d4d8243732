"""The views of the page, one a module; see `web.links.VIEWS`."""
