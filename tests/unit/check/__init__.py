"""Tests of `wordle_cp.check`."""
