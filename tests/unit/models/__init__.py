"""Tests of `wordle_cp.models`."""
