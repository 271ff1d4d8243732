"""What one model says of a question, how large it is, and what a checker accepts of it."""
