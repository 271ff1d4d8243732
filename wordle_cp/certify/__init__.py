"""From what a search found to a certificate that the checker has accepted."""
