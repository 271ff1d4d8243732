"""What all checks begin with: word lists, strategies, shares, what binds guesses."""
