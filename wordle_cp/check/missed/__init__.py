"""The checker of words missed, least numbers and intervals."""
