"""How many guesses always do."""
