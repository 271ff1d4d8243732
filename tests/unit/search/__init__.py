"""Tests of `wordle_cp.search`."""
