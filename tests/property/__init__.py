"""Tests of properties on random input, always the same: Hypothesis is derandomized in conftest.py."""
