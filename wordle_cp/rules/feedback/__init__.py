"""How guesses are answered: a file for each feedback, and `registry`, which has them by name. Trusted."""
