"""Tests of `wordle_cp.certificate`."""
