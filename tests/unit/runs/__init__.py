"""Tests of `wordle_cp.runs`."""
