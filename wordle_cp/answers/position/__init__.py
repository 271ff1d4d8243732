"""What best play makes of a position, and of each guess."""
