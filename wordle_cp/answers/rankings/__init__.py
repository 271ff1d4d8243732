"""Openers, and pairs of them, by what they cost."""
