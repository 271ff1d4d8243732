"""Tests of `wordle_cp.rules`."""
