"""Tests of `wordle_cp.files`."""
