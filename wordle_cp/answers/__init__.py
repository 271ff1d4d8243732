"""A question in, a checked report out."""
