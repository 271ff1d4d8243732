"""Tests of `wordle_cp.certify`."""
