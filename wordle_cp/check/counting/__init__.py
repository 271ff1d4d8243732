"""Counting what guesses show, fast, with numpy."""
