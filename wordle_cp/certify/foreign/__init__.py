"""Strategies that others have written, in their formats."""
