"""What a game is: words, codes, responses, histories, modes. Standard library only; trusted."""
