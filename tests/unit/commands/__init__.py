"""Tests of `wordle_cp.commands`."""
