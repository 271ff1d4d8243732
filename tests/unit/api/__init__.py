"""Tests of `wordle_cp.api`."""
