"""What all certificates share: the game, bounded reading, parts of lines."""
