"""Tests; those of facts and of random games find what the unit tests do not think of."""
