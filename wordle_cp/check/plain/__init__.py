"""The plain checker: slow, short, standard library only, and nothing of the rest of this project."""
