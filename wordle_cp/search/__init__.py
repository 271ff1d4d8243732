"""Searches: exact answers about games, found by the native engine."""
