"""Intervals of least totals, and of words missed."""
