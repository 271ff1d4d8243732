"""Tests of `wordle_cp.answers`."""
