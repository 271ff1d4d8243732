"""Policies compared, numbers of a game, and what errors of values cost."""
