"""Tests of `wordle_cp.experiments`."""
