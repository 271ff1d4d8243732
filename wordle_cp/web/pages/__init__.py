"""The views of the page, one a module; see `views.VIEWS`."""
