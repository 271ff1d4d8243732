"""Tests of `wordle_cp.cli`."""
