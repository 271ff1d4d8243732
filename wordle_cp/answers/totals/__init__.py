"""The least total of guesses."""
