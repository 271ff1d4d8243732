"""Strategies in the formats of others."""
