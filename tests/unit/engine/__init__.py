"""Tests of `wordle_cp.engine`."""
