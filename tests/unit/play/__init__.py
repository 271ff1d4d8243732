"""Tests of `wordle_cp.play`."""
