"""Tests of `wordle_cp.views`."""
