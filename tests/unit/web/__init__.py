"""Tests of `wordle_cp.web`."""
