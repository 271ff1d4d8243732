"""Tests of `wordle_cp.games`."""
