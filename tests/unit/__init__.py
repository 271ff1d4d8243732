"""Tests of one module each."""
