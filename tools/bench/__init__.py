"""Benchmarks: `python -m tools.bench`. They measure and print; nothing here passes or fails on a time."""
