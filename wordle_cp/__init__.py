"""A solver and prover for Wordle-like games: every answer is a claim with a certificate."""
